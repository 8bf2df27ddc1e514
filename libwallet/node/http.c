#include "node/http.h"
#include "base/clock.h"
#include "base/hex.h"
#include "base/secret.h"
#include "node/host.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <curl/curl.h>
#include <sodium.h>

#define STALL_BYTES_PER_SECOND 100
#define RECEIVE_BUFFER (256L << 10) /* bytes at a time */
#define ROOM_MAX (16 << 20)         /* bytes */
#define HEADER_MAX (64 << 10)       /* bytes, all lines together: libcurl keeps them */
#define STREAM_NAME 32              /* hexadecimal digits of 16 random bytes */
#define LONGEST_CALL 3600 /* seconds: an answer that trickles in just above the stall limit ends too */

struct sn_http {
	CURL *curl;
	CURLM *multi;  /* runs it: what curl_easy_perform does, in a way that can be woken */
	char *base;    /* "http://127.0.0.1:18081" */
	char *address; /* the same for people */
	char *proxy;   /* "HOST:PORT", without a login, or NULL */
	unsigned connect_timeout, stall_timeout;
	bool is_tls, has_login;
	bool names_streams, is_apart; /* there is a proxy, whose login is ours to choose */
	char stream[STREAM_NAME + 1], apart[STREAM_NAME + 1]; /* SOCKS user names */
	atomic_bool is_interrupted;
	const struct sn_http *origin; /* of which this is a clone, or NULL */
	sn_http_patience *waits_on;   /* or NULL */
	void *patience_context;
	uint64_t start;            /* of the request under way, by sn_monotonic_ms */
	char why[CURL_ERROR_SIZE]; /* curl's words for the last failure */
};

const char *sn_http_address(const struct sn_http *h)
{
	return h->address;
}

/* A lock in a signal handler could never be had. */
_Static_assert(ATOMIC_BOOL_LOCK_FREE == 2, "an atomic flag takes no lock");

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

/* curl asks at least once a second, also while nothing comes. */
static int is_to_stop(void *context, curl_off_t down_total, curl_off_t down, curl_off_t up_total,
		      curl_off_t up)
{
	struct sn_http *h = context;
	(void)down_total;
	(void)down;
	(void)up_total;
	(void)up;
	return !sn_http_waits_on(h, sn_monotonic_ms() - h->start);
}

/* ------------------------------------------------------------------ options */

/* What a URL may hold that an address may not, and so must not be ignored in silence. */
static bool has_part(CURLU *url, CURLUPart part)
{
	char *text = NULL;
	bool is_there = curl_url_get(url, part, &text, 0) == CURLUE_OK && *text;
	curl_free(text);
	return is_there;
}

/* The error texts leave the address out where it may hold a login ("user:pass@host"). */
static int set_address(struct sn_http *h, const struct sn_http_options *options, struct sn_error *err)
{
	int ret = SN_OK;
	char *scheme = NULL, *host = NULL, *port = NULL, *path = NULL, *text = NULL;
	bool has_scheme = strstr(options->address, "://") != NULL;
	CURLU *url = curl_url();
	if (!url || asprintf(&text, "%s%s", has_scheme ? "" : "http://", options->address) < 0) {
		text = NULL;
		ret = sn_error_memory(err);
		goto out;
	}
	if (strlen(options->address) > 300 || curl_url_set(url, CURLUPART_URL, text, 0) != CURLUE_OK ||
	    curl_url_get(url, CURLUPART_SCHEME, &scheme, 0) != CURLUE_OK ||
	    curl_url_get(url, CURLUPART_HOST, &host, 0) != CURLUE_OK ||
	    curl_url_get(url, CURLUPART_PATH, &path, 0) != CURLUE_OK || !*host ||
	    (strcmp(scheme, "http") != 0 && strcmp(scheme, "https") != 0)) {
		ret = sn_error_set(
			err, SN_USAGE,
			"the daemon's address must be HOST:PORT, or that after http:// or https://");
		goto out;
	}
	if (has_part(url, CURLUPART_USER) || has_part(url, CURLUPART_PASSWORD)) {
		ret = sn_error_set(err, SN_USAGE,
				   "the daemon's address holds a login: give it apart, USER:PASS");
		goto out;
	}
	if (strcmp(path, "/") != 0 || has_part(url, CURLUPART_QUERY) || has_part(url, CURLUPART_FRAGMENT)) {
		ret = sn_error_set(err, SN_USAGE, "the daemon's address %s has more than a host and a port",
				   options->address);
		goto out;
	}
	h->is_tls = !strcmp(scheme, "https");
	const struct sn_host_way way = {.is_tls = h->is_tls,
					.has_proxy = options->proxy,
					.allows_plain_http = options->allow_plain_http};
	if ((ret = sn_host_check(host, &way, err)))
		goto out;
	if (options->ca_file && !h->is_tls) {
		ret = sn_error_set(err, SN_USAGE,
				   "certificates need a daemon address that starts with https://");
		goto out;
	}

	/* With a scheme the URL rules hold (80, 443); without, the daemon's own port. */
	char usual[12];
	snprintf(usual, sizeof usual, "%u", options->default_port);
	if (curl_url_get(url, CURLUPART_PORT, &port, has_scheme ? CURLU_DEFAULT_PORT : 0) != CURLUE_OK)
		port = NULL;
	const char *p = port ? port : usual;
	if (asprintf(&h->base, "%s://%s:%s", scheme, host, p) < 0) {
		h->base = NULL;
		ret = sn_error_memory(err);
		goto out;
	}
	h->address = strdup(h->is_tls ? h->base : h->base + strlen("http://"));
	if (!h->address)
		ret = sn_error_memory(err);
out:
	curl_free(scheme);
	curl_free(host);
	curl_free(port);
	curl_free(path);
	curl_url_cleanup(url);
	if (text)
		sn_wipe(text, strlen(text));
	free(text);
	return ret;
}

static int set_login(struct sn_http *h, const char *login, struct sn_error *err)
{
	const char *colon = strchr(login, ':');
	if (!colon || colon == login)
		return sn_error_set(err, SN_USAGE, "the daemon login must be USER:PASS");
	char *user = strndup(login, (size_t)(colon - login));
	int ret = SN_OK;
	if (!user || curl_easy_setopt(h->curl, CURLOPT_USERNAME, user) != CURLE_OK ||
	    curl_easy_setopt(h->curl, CURLOPT_PASSWORD, colon + 1) != CURLE_OK ||
	    curl_easy_setopt(h->curl, CURLOPT_HTTPAUTH, (long)CURLAUTH_DIGEST) != CURLE_OK)
		ret = sn_error_memory(err);
	h->has_login = true;
	if (user)
		sn_wipe(user, strlen(user));
	free(user);
	return ret;
}

static void name_stream(char out[static STREAM_NAME + 1])
{
	uint8_t name[STREAM_NAME / 2];
	randombytes_buf(name, sizeof name);
	sn_hex_encode(out, name, sizeof name);
}

/* A login of the user's own stays. A TLS session that is resumed would show that two streams are of one
 * client. */
static int set_proxy(struct sn_http *h, const char *proxy, struct sn_error *err)
{
	char *host = NULL, *port = NULL;
	CURLU *url = curl_url();
	CURLcode bad = CURLE_OK;
	if (!url)
		return sn_error_memory(err);
	bool is_proper = !strncmp(proxy, "socks5h://", 10) &&
			 curl_url_set(url, CURLUPART_URL, proxy, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK &&
			 curl_url_get(url, CURLUPART_HOST, &host, 0) == CURLUE_OK && *host;
	h->names_streams = is_proper && !has_part(url, CURLUPART_USER) && !has_part(url, CURLUPART_PASSWORD);
	bool has_port = is_proper && curl_url_get(url, CURLUPART_PORT, &port, 0) == CURLUE_OK;
	if (is_proper && asprintf(&h->proxy, "%s:%s", host, has_port ? port : "1080") < 0)
		h->proxy = NULL;
	curl_free(host);
	curl_free(port);
	curl_url_cleanup(url);
	if (!is_proper)
		return sn_error_set(
			err, SN_USAGE,
			"the proxy must be socks5h://HOST:PORT, which leaves resolving names to it");
	if (!h->proxy)
		return sn_error_memory(err);
	name_stream(h->stream);
	bad |= curl_easy_setopt(h->curl, CURLOPT_SOCKS5_AUTH, (long)CURLAUTH_BASIC);
	bad |= curl_easy_setopt(h->curl, CURLOPT_SSL_SESSIONID_CACHE, 0L);
	if (h->names_streams)
		bad |= curl_easy_setopt(h->curl, CURLOPT_PROXYPASSWORD, "0");
	return bad ? sn_error_memory(err) : SN_OK;
}

static int set_options(struct sn_http *h, const struct sn_http_options *options, struct sn_error *err)
{
	int ret = options->proxy ? set_proxy(h, options->proxy, err) : SN_OK;
	if (ret)
		return ret;
	if (options->ca_file && access(options->ca_file, R_OK))
		return sn_error_errno(err, "cannot read the certificates in %s", options->ca_file);

	CURL *c = h->curl;
	CURLcode bad = CURLE_OK;
	bad |= curl_easy_setopt(c, CURLOPT_ERRORBUFFER, h->why);
	bad |= curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
	bad |= curl_easy_setopt(c, CURLOPT_NOPROGRESS, 0L);
	bad |= curl_easy_setopt(c, CURLOPT_XFERINFOFUNCTION, is_to_stop);
	bad |= curl_easy_setopt(c, CURLOPT_XFERINFODATA, h);
	bad |= curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, 0L);
	bad |= curl_easy_setopt(c, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
	bad |= curl_easy_setopt(c, CURLOPT_HTTP09_ALLOWED, 0L);
#if LIBCURL_VERSION_NUM >= 0x075500
	bad |= curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "http,https");
#else
	bad |= curl_easy_setopt(c, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
	bad |= curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, (long)h->connect_timeout);
	bad |= curl_easy_setopt(c, CURLOPT_LOW_SPEED_LIMIT, (long)STALL_BYTES_PER_SECOND);
	bad |= curl_easy_setopt(c, CURLOPT_LOW_SPEED_TIME, (long)h->stall_timeout);
	bad |= curl_easy_setopt(c, CURLOPT_BUFFERSIZE, RECEIVE_BUFFER);
	bad |= curl_easy_setopt(c, CURLOPT_TIMEOUT, (long)LONGEST_CALL);
	bad |= curl_easy_setopt(c, CURLOPT_SSL_VERIFYPEER, 1L);
	bad |= curl_easy_setopt(c, CURLOPT_SSL_VERIFYHOST, 2L);
	if (options->ca_file) {
		bad |= curl_easy_setopt(c, CURLOPT_CAINFO, options->ca_file);
		bad |= curl_easy_setopt(c, CURLOPT_CAPATH, NULL); /* "instead of", not "besides" */
	}
	/* An empty string also keeps the environment's proxy variables out. */
	bad |= curl_easy_setopt(c, CURLOPT_PROXY, options->proxy ? options->proxy : "");
	bad |= curl_easy_setopt(c, CURLOPT_NOPROXY, "");
	if (bad)
		return sn_error_set(err, SN_IO, "libcurl cannot be set up");
	return options->login ? set_login(h, options->login, err) : SN_OK;
}

/* Nothing in it yet. For sn_http_close. */
static int make(struct sn_http **out, struct sn_error *err)
{
	*out = NULL;
	/* Counted by libcurl: each open has its close. */
	if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
		return sn_error_set(err, SN_IO, "libcurl does not start");
	*out = calloc(1, sizeof **out);
	if (*out)
		return SN_OK;
	curl_global_cleanup();
	return sn_error_memory(err);
}

int sn_http_open(struct sn_http **out, const struct sn_http_options *options, struct sn_error *err)
{
	struct sn_http *h;
	*out = NULL;
	int ret = make(&h, err);
	if (ret)
		return ret;
	h->connect_timeout = options->connect_timeout;
	h->stall_timeout = options->stall_timeout;
	h->curl = curl_easy_init();
	h->multi = curl_multi_init();
	ret = h->curl && h->multi ? set_address(h, options, err) : sn_error_memory(err);
	if (!ret)
		ret = set_options(h, options, err);
	if (ret) {
		sn_http_close(h);
		return ret;
	}
	*out = h;
	return SN_OK;
}

int sn_http_clone(struct sn_http **out, const struct sn_http *origin, struct sn_error *err)
{
	struct sn_http *h;
	*out = NULL;
	int ret = make(&h, err);
	if (ret)
		return ret;
	h->origin = origin;
	h->connect_timeout = origin->connect_timeout;
	h->stall_timeout = origin->stall_timeout;
	h->is_tls = origin->is_tls;
	h->has_login = origin->has_login;
	h->names_streams = origin->names_streams;
	h->is_apart = origin->is_apart;
	memcpy(h->stream, origin->stream, sizeof h->stream);
	memcpy(h->apart, origin->apart, sizeof h->apart);
	h->base = strdup(origin->base);
	h->address = strdup(origin->address);
	h->proxy = origin->proxy ? strdup(origin->proxy) : NULL;
	h->multi = curl_multi_init();
	h->curl = curl_easy_duphandle(origin->curl);
	if (!h->base || !h->address || (origin->proxy && !h->proxy) || !h->multi || !h->curl ||
	    curl_easy_setopt(h->curl, CURLOPT_ERRORBUFFER, h->why) != CURLE_OK ||
	    curl_easy_setopt(h->curl, CURLOPT_XFERINFODATA, h) != CURLE_OK) {
		sn_http_close(h);
		return sn_error_memory(err);
	}
	*out = h;
	return SN_OK;
}

void sn_http_close(struct sn_http *h)
{
	if (!h)
		return;
	if (h->curl)
		curl_easy_cleanup(h->curl);
	if (h->multi)
		curl_multi_cleanup(h->multi);
	free(h->base);
	free(h->address);
	free(h->proxy);
	free(h);
	curl_global_cleanup();
}

void sn_http_set_apart(struct sn_http *h, bool is_apart)
{
	h->is_apart = is_apart;
	if (is_apart)
		name_stream(h->apart);
}

/* ------------------------------------------------------------------ requests */

struct sink {
	CURL *curl;
	struct sn_buf *reply;
	size_t start, cap, header;
	bool is_too_long, is_header_too_long;
};

/* Room for as much as is announced, so that it is not moved while it grows; not for more than comes now and
 * then. */
static void make_room(struct sink *sink)
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
		sink->reply->failed = false; /* less may do */
}

static size_t receive(char *data, size_t size, size_t count, void *context)
{
	struct sink *sink = context;
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
	struct sink *sink = context;
	size_t len = size * count;
	(void)data;
	if (len > HEADER_MAX - sink->header) {
		sink->is_header_too_long = true;
		return 0;
	}
	sink->header += len;
	return len;
}

/* "the daemon at ADDRESS ", then the rest of the sentence. */
static int say(const struct sn_http *h, struct sn_error *err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

static int say(const struct sn_http *h, struct sn_error *err, const char *fmt, ...)
{
	char text[sizeof err->text];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	return sn_error_because(err, SN_DAEMON, SN_REASON_UNREACHABLE, "the daemon at %s %s", h->address,
				text);
}

int sn_http_given_up(const struct sn_http *h, struct sn_error *err)
{
	return say(h, err, "was not waited for any longer: interrupted");
}

static int explain_failure(const struct sn_http *h, CURLcode code, const struct sink *sink, bool is_connected,
			   struct sn_error *err)
{
	long os_error = 0, header_size = 0;
	const char *why = *h->why ? h->why : curl_easy_strerror(code);

	if (sink->reply->failed || code == CURLE_OUT_OF_MEMORY)
		return sn_error_memory(err);
	if (sink->is_header_too_long)
		return say(h, err, "answers with a header of more than %d bytes: refused", HEADER_MAX);
	if (sink->is_too_long || code == CURLE_FILESIZE_EXCEEDED)
		return say(h, err, "answers with more than %zu bytes: refused", sink->cap);
	switch (code) {
	case CURLE_ABORTED_BY_CALLBACK:
		return sn_http_given_up(h, err);
	case CURLE_COULDNT_CONNECT:
		curl_easy_getinfo(h->curl, CURLINFO_OS_ERRNO, &os_error);
		if (os_error)
			why = strerror((int)os_error);
		/* With a proxy this is the connection to it: what is behind it that fails is CURLE_PROXY. */
		if (h->proxy)
			return sn_error_because(
				err, SN_DAEMON, SN_REASON_UNREACHABLE,
				"the proxy %s cannot be reached: %s; start Tor, or correct --proxy", h->proxy,
				why);
		return say(h, err, "cannot be reached: %s; start monerod or give --daemon-address", why);
	case CURLE_COULDNT_RESOLVE_HOST:
	case CURLE_COULDNT_RESOLVE_PROXY:
		return say(h, err, "cannot be reached: %s", why);
	case CURLE_PROXY:
		return say(h, err, "cannot be reached through the proxy: %s", why);
	case CURLE_OPERATION_TIMEDOUT:
		if (!is_connected)
			return say(h, err, "cannot be reached: no connection within %u seconds",
				   h->connect_timeout);
		return say(h, err, "is too slow: nothing to speak of within %u seconds", h->stall_timeout);
	case CURLE_GOT_NOTHING:
	case CURLE_RECV_ERROR:
	case CURLE_SEND_ERROR:
		curl_easy_getinfo(h->curl, CURLINFO_HEADER_SIZE, &header_size);
		if (!header_size && !h->is_tls)
			return say(h, err,
				   "closes the connection without an answer: it may want https://, "
				   "or have banned this host");
		return say(h, err, "broke off in the middle of its answer");
	case CURLE_PARTIAL_FILE:
		return say(h, err, "broke off in the middle of its answer");
	case CURLE_UNSUPPORTED_PROTOCOL:
	case CURLE_WEIRD_SERVER_REPLY:
		return say(h, err, "does not speak HTTP: is that its RPC port?");
	case CURLE_PEER_FAILED_VERIFICATION:
	case CURLE_SSL_CONNECT_ERROR:
	case CURLE_SSL_CACERT_BADFILE:
		return say(h, err, "offers no TLS connection to trust: %s", why);
	default:
		return say(h, err, "cannot be asked: %s", why);
	}
}

static int explain_status(const struct sn_http *h, const char *path, long status, struct sn_error *err)
{
	switch (status) {
	case 401:
		if (h->has_login)
			return say(h, err, "does not accept the login");
		return say(h, err, "wants a login: give --daemon-login");
	case 403:
	case 404:
		return sn_error_set(err, SN_DAEMON, "the daemon at %s does not offer %s (HTTP status %ld)",
				    h->address, path, status);
	default:
		return sn_error_set(err, SN_DAEMON, "the daemon at %s answers %s with HTTP status %ld",
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

int sn_http_post(struct sn_http *h, const char *path, const char *content_type, const void *body, size_t len,
		 size_t cap, struct sn_buf *reply, enum sn_http_progress *progress, struct sn_error *err)
{
	enum sn_http_progress ignored;
	if (!progress)
		progress = &ignored;
	*progress = SN_HTTP_NOT_SENT;
	if (is_interrupted(h)) {
		sn_buf_clear(reply);
		return say(h, err, "was not asked: interrupted");
	}

	int ret;
	struct sink sink = {.curl = h->curl, .reply = reply, .start = reply->len, .cap = cap};
	struct curl_slist *headers = NULL;
	char *url = NULL, type[64];
	snprintf(type, sizeof type, "Content-Type: %s", content_type);
	headers = curl_slist_append(headers, type);
	if (asprintf(&url, "%s%s", h->base, path) < 0)
		url = NULL;
	/* An empty Expect keeps curl from waiting a second for "100 Continue", which
	 * the daemon never sends. */
	if (!headers || !url || !curl_slist_append(headers, "Expect:")) {
		ret = sn_error_memory(err);
		goto out;
	}

	CURL *c = h->curl;
	CURLcode bad = CURLE_OK;
	bad |= curl_easy_setopt(c, CURLOPT_URL, url);
	bad |= curl_easy_setopt(c, CURLOPT_HTTPHEADER, headers);
	bad |= curl_easy_setopt(c, CURLOPT_POST, 1L);
	bad |= curl_easy_setopt(c, CURLOPT_POSTFIELDS, body);
	bad |= curl_easy_setopt(c, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)len);
	bad |= curl_easy_setopt(c, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)cap);
	bad |= curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, receive);
	bad |= curl_easy_setopt(c, CURLOPT_WRITEDATA, &sink);
	bad |= curl_easy_setopt(c, CURLOPT_HEADERFUNCTION, receive_header);
	bad |= curl_easy_setopt(c, CURLOPT_HEADERDATA, &sink);
	/* libcurl goes on with no connection that was made with another login for the proxy. */
	if (h->names_streams)
		bad |= curl_easy_setopt(c, CURLOPT_PROXYUSERNAME, h->is_apart ? h->apart : h->stream);
	if (bad) {
		ret = sn_error_memory(err);
		goto out;
	}
	h->why[0] = 0;
	h->start = sn_monotonic_ms();
	CURLcode code = perform(h);

	/* Zero until everything needed for a transfer (name, connection, proxy, TLS) stands. */
	curl_off_t ready = 0;
	long status = 0;
	curl_easy_getinfo(c, CURLINFO_PRETRANSFER_TIME_T, &ready);
	curl_easy_getinfo(c, CURLINFO_RESPONSE_CODE, &status);
	*progress = code == CURLE_OK ? SN_HTTP_ANSWERED : ready > 0 ? SN_HTTP_SENT : SN_HTTP_NOT_SENT;
	if (code != CURLE_OK) {
		ret = explain_failure(h, code, &sink, ready > 0, err);
	} else if (status != 200) {
		ret = explain_status(h, path, status, err);
	} else if (reply->len == sink.start) {
		/* To curl also an answer that ends within its headers is a complete, empty one. */
		*progress = SN_HTTP_SENT;
		ret = explain_failure(h, CURLE_PARTIAL_FILE, &sink, true, err);
	} else {
		ret = SN_OK;
	}
	/* Nothing of this call may be left behind in the handle: it points into our stack. */
	curl_easy_setopt(c, CURLOPT_HTTPHEADER, NULL);
	curl_easy_setopt(c, CURLOPT_POSTFIELDS, NULL);
	curl_easy_setopt(c, CURLOPT_WRITEDATA, NULL);
	curl_easy_setopt(c, CURLOPT_HEADERFUNCTION, NULL);
	curl_easy_setopt(c, CURLOPT_HEADERDATA, NULL);
out:
	if (ret)
		sn_buf_clear(reply);
	curl_slist_free_all(headers);
	free(url);
	return ret;
}
