#include "node/http.h"
#include "base/clock.h"
#include "node/http_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM_MAX (16 << 20)   /* bytes */
#define HEADER_MAX (64 << 10) /* bytes, all lines together: libcurl keeps them */

const char *sn_http_address(const struct sn_http *h)
{
	return h->address;
}

bool sn_http_was_cut(const struct sn_http *h)
{
	return h->was_cut;
}

/* A signal handler must not take a lock. Before version 6 of ARM, gcc does not promise it, because it
 * exchanges values by a function of the kernel; storing and loading a byte is one instruction, too. */
#if !defined(__ARM_ARCH) || __ARM_ARCH >= 6
_Static_assert(ATOMIC_BOOL_LOCK_FREE == 2, "an atomic flag takes no lock");
#endif

void sn_http_interrupt(struct sn_http *h)
{
	atomic_store(&h->is_interrupted, true);
}

void sn_http_cancel(struct sn_http *h)
{
	sn_http_interrupt(h);
	curl_multi_wakeup(h->multi);
}

static bool is_interrupted(const struct sn_http *h)
{
	return atomic_load(&h->is_interrupted) || (h->origin && is_interrupted(h->origin));
}

bool sn_http_waits_on(struct sn_http *h, uint64_t ms)
{
	return !is_interrupted(h) && (!h->waits_on || h->waits_on(h->patience_context, ms));
}

void sn_http_set_patience(struct sn_http *h, sn_http_patience *waits_on, void *context)
{
	h->waits_on = waits_on;
	h->patience_context = context;
}

/* ------------------------------------------------------------------ requests */

/* Reserve memory for the announced length, up to ROOM_MAX, so that the buffer rarely moves. */
static void make_room(struct sn_http_answer *sink)
{
	curl_off_t announced = 0;
	if (sink->reply->failed || sink->reply->len > sink->start ||
	    curl_easy_getinfo(sink->curl, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &announced) != CURLE_OK ||
	    announced <= 0)
		return;
	size_t n = announced < ROOM_MAX ? (size_t)announced : ROOM_MAX;
	if (n > sink->cap)
		return;
	if (sn_buf_grow(sink->reply, n))
		sink->reply->len -= n;
	else
		sink->reply->failed = false; /* a smaller buffer may suffice */
}

static size_t receive(char *data, size_t size, size_t count, void *context)
{
	struct sn_http_answer *sink = context;
	size_t len = size * count; /* curl: size is always 1 */
	if (len > sink->cap - (sink->reply->len - sink->start)) {
		sink->is_too_long = true;
		return 0;
	}
	make_room(sink);
	sn_put_bytes(sink->reply, data, len);
	return sink->reply->failed ? 0 : len;
}

static size_t receive_header(char *data, size_t size, size_t count, void *context)
{
	struct sn_http_answer *sink = context;
	size_t len = size * count;
	(void)data;
	if (len > HEADER_MAX - sink->header) {
		sink->is_header_too_long = true;
		return 0;
	}
	sink->header += len;
	return len;
}

/* There is no complete answer. */
#define NO_ANSWER(err, ...) sn_error_because(err, SN_DAEMON, SN_REASON_UNREACHABLE, __VA_ARGS__)

#define START_DAEMON "start monerod, or use --daemon-address=HOST:PORT"

int sn_http_given_up(const struct sn_http *h, struct sn_error *err)
{
	return NO_ANSWER(err, "the request to the daemon at %s was interrupted", h->address);
}

static int explain_connect(const struct sn_http *h, const char *why, struct sn_error *err)
{
	long os_error = 0;
	curl_easy_getinfo(h->curl, CURLINFO_OS_ERRNO, &os_error);
	if (os_error)
		why = strerror((int)os_error);
	/* With a proxy, this is the connection to the proxy. Failures behind it are CURLE_PROXY. */
	if (h->proxy)
		return sn_error_hint(err, NO_ANSWER(err, "cannot connect to the proxy %s: %s", h->proxy, why),
				     "start Tor, or correct --proxy");
	return sn_error_hint(err, NO_ANSWER(err, "cannot connect to the daemon at %s: %s", h->address, why),
			     START_DAEMON);
}

static int explain_timeout(const struct sn_http *h, bool is_connected, struct sn_error *err)
{
	if (is_connected)
		return NO_ANSWER(err, "the daemon at %s timed out after %u s", h->address, h->stall_timeout);
	return sn_error_hint(err,
			     NO_ANSWER(err, "cannot connect to the daemon at %s: timed out after %u s",
				       h->address, h->connect_timeout),
			     START_DAEMON);
}

static int explain_end(const struct sn_http *h, struct sn_error *err)
{
	long header_size = 0;
	curl_easy_getinfo(h->curl, CURLINFO_HEADER_SIZE, &header_size);
	if (header_size || h->is_tls)
		return NO_ANSWER(err, "the daemon at %s closed the connection in the middle of its answer",
				 h->address);
	return sn_error_hint(
		err, NO_ANSWER(err, "the daemon at %s closed the connection without an answer", h->address),
		"use https:// if it requires TLS; otherwise check that it has not banned this host");
}

static int explain_tls(const struct sn_http *h, CURLcode code, const char *why, struct sn_error *err)
{
	int ret = NO_ANSWER(err, "no trusted TLS connection to the daemon at %s: %s", h->address, why);
	switch (code) {
	case CURLE_PEER_FAILED_VERIFICATION:
		return sn_error_hint(
			err, ret,
			"check --daemon-address; use --daemon-ca-file=FILE to trust the daemon's own certificate");
	case CURLE_SSL_CACERT_BADFILE:
		return sn_error_hint(err, ret,
				     "check that the file of --daemon-ca-file has PEM certificates");
	default:
		return sn_error_hint(err, ret, "check that this port of the daemon serves TLS");
	}
}

static int explain_failure(const struct sn_http *h, CURLcode code, const struct sn_http_answer *sink,
			   bool is_connected, struct sn_error *err)
{
	const char *why = *h->why ? h->why : curl_easy_strerror(code);

	if (sink->reply->failed || code == CURLE_OUT_OF_MEMORY)
		return sn_error_memory(err);
	if (sink->is_header_too_long)
		return NO_ANSWER(err, "the daemon at %s sent HTTP headers of more than %d bytes", h->address,
				 HEADER_MAX);
	if (sink->is_too_long || code == CURLE_FILESIZE_EXCEEDED)
		return NO_ANSWER(err, "the daemon at %s sent an answer of more than %zu bytes", h->address,
				 sink->cap);
	switch (code) {
	case CURLE_ABORTED_BY_CALLBACK:
		return sn_http_given_up(h, err);
	case CURLE_COULDNT_CONNECT:
		return explain_connect(h, why, err);
	case CURLE_COULDNT_RESOLVE_HOST:
	case CURLE_COULDNT_RESOLVE_PROXY:
		return sn_error_hint(
			err, NO_ANSWER(err, "cannot connect to the daemon at %s: %s", h->address, why),
			"check the host name in --daemon-address");
	case CURLE_PROXY:
		return NO_ANSWER(err, "cannot connect to the daemon at %s through the proxy: %s", h->address,
				 why);
	case CURLE_OPERATION_TIMEDOUT:
		return explain_timeout(h, is_connected, err);
	case CURLE_GOT_NOTHING:
	case CURLE_RECV_ERROR:
	case CURLE_SEND_ERROR:
		return explain_end(h, err);
	case CURLE_PARTIAL_FILE:
		return NO_ANSWER(err, "the daemon at %s closed the connection in the middle of its answer",
				 h->address);
	case CURLE_UNSUPPORTED_PROTOCOL:
	case CURLE_WEIRD_SERVER_REPLY:
		return sn_error_hint(err, NO_ANSWER(err, "the daemon at %s does not speak HTTP", h->address),
				     "check that this is the RPC port of the daemon");
	case CURLE_PEER_FAILED_VERIFICATION:
	case CURLE_SSL_CONNECT_ERROR:
	case CURLE_SSL_CACERT_BADFILE:
		return explain_tls(h, code, why, err);
	default:
		return NO_ANSWER(err, "the request to the daemon at %s failed: %s", h->address, why);
	}
}

static int explain_status(const struct sn_http *h, const char *path, long status, struct sn_error *err)
{
	switch (status) {
	case 401:
		if (h->has_login)
			return sn_error_hint(
				err, NO_ANSWER(err, "the daemon at %s rejected the login", h->address),
				"check --daemon-login=USER:PASS");
		return sn_error_hint(err, NO_ANSWER(err, "the daemon at %s requires a login", h->address),
				     "use --daemon-login=USER:PASS");
	case 403:
	case 404:
		return sn_error_hint(err,
				     sn_error_set(err, SN_DAEMON,
						  "the daemon at %s does not offer %s (HTTP status %ld)",
						  h->address, path, status),
				     "check that it is a Monero daemon, v0.18 or later");
	default:
		return sn_error_set(err, SN_DAEMON, "the daemon at %s answered %s with HTTP status %ld",
				    h->address, path, status);
	}
}

static CURLcode perform(struct sn_http *h)
{
	CURLcode code = CURLE_OUT_OF_MEMORY;
	CURLMsg *message;
	int running = 1, left;
	CURLMcode failed = curl_multi_add_handle(h->multi, h->curl);
	while (!failed && running) {
		failed = curl_multi_perform(h->multi, &running);
		if (!failed && running)
			failed = curl_multi_poll(h->multi, NULL, 0, 1000, NULL);
	}
	while ((message = curl_multi_info_read(h->multi, &left)))
		if (message->msg == CURLMSG_DONE)
			code = message->data.result;
	curl_multi_remove_handle(h->multi, h->curl);
	return code;
}

/* Whether the server may have received a part of the request. The time of PRETRANSFER is zero until name,
 * connection, proxy and TLS are ready. curl sets it only after it has written the request: a transfer that is
 * stopped in between has the size of the request alone. */
static bool has_sent(CURL *c)
{
	curl_off_t ready = 0;
	long written = 0;
	curl_easy_getinfo(c, CURLINFO_PRETRANSFER_TIME_T, &ready);
	curl_easy_getinfo(c, CURLINFO_REQUEST_SIZE, &written);
	return ready > 0 || written > 0;
}

bool sn_http_exchange(struct sn_http *h, const char *path, const char *content_type, const void *body,
		      size_t len, struct sn_http_answer *answer)
{
	CURL *c = answer->curl = h->curl;
	CURLcode bad = CURLE_OK;
	char *url = NULL, type[64];
	snprintf(type, sizeof type, "Content-Type: %s", content_type);
	struct curl_slist *headers = curl_slist_append(NULL, type);
	if (asprintf(&url, "%s%s", h->base, path) < 0)
		url = NULL;
	/* Without the empty Expect, curl would wait a second for "100 Continue", which the daemon never
	 * sends. */
	bool is_ready = headers && url && curl_slist_append(headers, "Expect:");
	if (!is_ready)
		goto out;
	bad |= curl_easy_setopt(c, CURLOPT_URL, url);
	bad |= curl_easy_setopt(c, CURLOPT_HTTPHEADER, headers);
	bad |= curl_easy_setopt(c, CURLOPT_POST, 1L);
	bad |= curl_easy_setopt(c, CURLOPT_POSTFIELDS, body);
	bad |= curl_easy_setopt(c, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)len);
	bad |= curl_easy_setopt(c, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)answer->cap);
	bad |= curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, receive);
	bad |= curl_easy_setopt(c, CURLOPT_WRITEDATA, answer);
	bad |= curl_easy_setopt(c, CURLOPT_HEADERFUNCTION, receive_header);
	bad |= curl_easy_setopt(c, CURLOPT_HEADERDATA, answer);
	/* libcurl does not reuse a connection with another login for the proxy. */
	if (h->names_streams)
		bad |= curl_easy_setopt(c, CURLOPT_PROXYUSERNAME, h->is_apart ? h->apart : h->stream);
	is_ready = bad == CURLE_OK;
	if (!is_ready)
		goto out;
	h->why[0] = 0;
	h->start = sn_monotonic_ms();
	answer->code = perform(h);
	curl_easy_getinfo(c, CURLINFO_RESPONSE_CODE, &answer->status);
	/* Remove the pointers to the caller's data from the handle. */
	curl_easy_setopt(c, CURLOPT_HTTPHEADER, NULL);
	curl_easy_setopt(c, CURLOPT_POSTFIELDS, NULL);
	curl_easy_setopt(c, CURLOPT_WRITEDATA, NULL);
	curl_easy_setopt(c, CURLOPT_HEADERFUNCTION, NULL);
	curl_easy_setopt(c, CURLOPT_HEADERDATA, NULL);
out:
	curl_slist_free_all(headers);
	free(url);
	return is_ready;
}

static bool is_cut(CURLcode code)
{
	return code == CURLE_GOT_NOTHING || code == CURLE_RECV_ERROR || code == CURLE_SEND_ERROR ||
	       code == CURLE_PARTIAL_FILE;
}

int sn_http_post(struct sn_http *h, const char *path, const char *content_type, const void *body, size_t len,
		 size_t cap, struct sn_buf *reply, enum sn_http_progress *progress, struct sn_error *err)
{
	enum sn_http_progress ignored;
	if (!progress)
		progress = &ignored;
	*progress = SN_HTTP_NOT_SENT;
	h->was_cut = false;
	if (is_interrupted(h)) {
		sn_buf_clear(reply);
		return NO_ANSWER(err, "interrupted: no request was sent to the daemon at %s", h->address);
	}

	int ret;
	struct sn_http_answer answer = {.reply = reply, .start = reply->len, .cap = cap};
	if (!sn_http_exchange(h, path, content_type, body, len, &answer)) {
		sn_buf_clear(reply);
		return sn_error_memory(err);
	}
	const bool was_sent = has_sent(h->curl);
	h->was_cut = is_cut(answer.code);
	*progress = answer.code == CURLE_OK ? SN_HTTP_ANSWERED : was_sent ? SN_HTTP_SENT : SN_HTTP_NOT_SENT;
	if (answer.code != CURLE_OK) {
		ret = explain_failure(h, answer.code, &answer, was_sent, err);
	} else if (answer.status != 200) {
		ret = explain_status(h, path, answer.status, err);
	} else if (reply->len == answer.start) {
		/* curl takes an answer that ends within its headers for a complete, empty one. */
		*progress = SN_HTTP_SENT;
		ret = explain_failure(h, CURLE_PARTIAL_FILE, &answer, true, err);
	} else {
		ret = SN_OK;
	}
	if (ret)
		sn_buf_clear(reply);
	return ret;
}
