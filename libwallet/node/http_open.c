#include "node/http_open.h"
#include "base/clock.h"
#include "base/hex.h"
#include "base/secret.h"
#include "node/host.h"
#include "node/http_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#define STALL_BYTES_PER_SECOND 100
#define RECEIVE_BUFFER (256L << 10) /* bytes at a time */
#define LONGEST_CALL 3600           /* seconds: bounds an answer that stays just above the stall limit */

/* Whether the URL has a part that an address must not have. */
static bool has_part(CURLU *url, CURLUPart part)
{
	char *text = NULL;
	bool is_present = curl_url_get(url, part, &text, 0) == CURLUE_OK && *text;
	curl_free(text);
	return is_present;
}

/* Messages omit an address that may contain a login ("user:pass@host"). */
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
			"the daemon address must be HOST:PORT, http://HOST:PORT or https://HOST:PORT");
		goto out;
	}
	if (has_part(url, CURLUPART_USER) || has_part(url, CURLUPART_PASSWORD)) {
		ret = sn_error_hint(err, sn_error_set(err, SN_USAGE, "the daemon address contains a login"),
				    "use --daemon-login=USER:PASS");
		goto out;
	}
	if (strcmp(path, "/") != 0 || has_part(url, CURLUPART_QUERY) || has_part(url, CURLUPART_FRAGMENT)) {
		ret = sn_error_set(err, SN_USAGE, "the daemon address %s has more than a host and a port",
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
		ret = sn_error_hint(
			err, sn_error_set(err, SN_USAGE, "a CA file requires a daemon address with https://"),
			"use --daemon-address=https://HOST:PORT");
		goto out;
	}

	/* The default port is that of the scheme (80, 443); without a scheme, the daemon's. */
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

static void name_stream(char out[static SN_HTTP_STREAM_NAME + 1])
{
	uint8_t name[SN_HTTP_STREAM_NAME / 2];
	randombytes_buf(name, sizeof name);
	sn_hex_encode(out, name, sizeof name);
}

/* A login in the URL is kept. TLS sessions are not resumed: that would link two streams to one client. */
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
			"the proxy must be socks5h://HOST:PORT, so that the proxy resolves host names");
	if (!h->proxy)
		return sn_error_memory(err);
	name_stream(h->stream);
	bad |= curl_easy_setopt(h->curl, CURLOPT_SOCKS5_AUTH, (long)CURLAUTH_BASIC);
	bad |= curl_easy_setopt(h->curl, CURLOPT_SSL_SESSIONID_CACHE, 0L);
	if (h->names_streams)
		bad |= curl_easy_setopt(h->curl, CURLOPT_PROXYPASSWORD, "0");
	return bad ? sn_error_memory(err) : SN_OK;
}

/* curl calls this at least once a second, also while it receives nothing. */
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
		bad |= curl_easy_setopt(c, CURLOPT_CAPATH, NULL); /* only the certificates of the file */
	}
	/* An empty string also disables the proxy variables of the environment. */
	bad |= curl_easy_setopt(c, CURLOPT_PROXY, options->proxy ? options->proxy : "");
	bad |= curl_easy_setopt(c, CURLOPT_NOPROXY, "");
	if (bad)
		return sn_error_set(err, SN_IO, "cannot set up libcurl");
	return options->login ? set_login(h, options->login, err) : SN_OK;
}

/* Make an empty connection, for sn_http_close. */
static int make(struct sn_http **out, struct sn_error *err)
{
	*out = NULL;
	/* libcurl counts these calls: each needs a curl_global_cleanup. */
	if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
		return sn_error_set(err, SN_IO, "cannot initialize libcurl");
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
