/* node/http_internal.h - the connection to a server. Private to http.c, http_open.c and hook.c of node/. */
#ifndef SN_NODE_HTTP_INTERNAL_H
#define SN_NODE_HTTP_INTERNAL_H

#include "base/bytes.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <curl/curl.h>

#define SN_HTTP_STREAM_NAME 32 /* hexadecimal digits of 16 random bytes */

struct sn_http {
	CURL *curl;
	CURLM *multi;  /* replaces curl_easy_perform, so that a transfer can be woken */
	char *base;    /* "http://127.0.0.1:18081" */
	char *address; /* the same for messages */
	char *proxy;   /* "HOST:PORT", without a login, or NULL */
	unsigned connect_timeout, stall_timeout;
	bool is_tls, has_login;
	bool names_streams, is_apart; /* names_streams: a proxy without a login of the user's */
	char stream[SN_HTTP_STREAM_NAME + 1], apart[SN_HTTP_STREAM_NAME + 1]; /* SOCKS user names */
	atomic_bool is_interrupted;
	const struct sn_http *origin;                 /* the original of a clone, or NULL */
	bool (*waits_on)(void *context, uint64_t ms); /* or NULL */
	void *patience_context;
	bool was_cut;              /* the connection of the last request broke */
	uint64_t start;            /* of the active request, by sn_monotonic_ms */
	char why[CURL_ERROR_SIZE]; /* curl's message for the last failure */
};

/* The answer to a request. */
struct sn_http_answer {
	CURL *curl;
	struct sn_buf *reply; /* the body is appended */
	size_t start, cap;    /* length of `reply` before, and greatest length of the body */
	size_t header;
	bool is_too_long, is_header_too_long;
	CURLcode code; /* of the request */
	long status;   /* HTTP; 0: none */
};

/* POST `body` to `path`, and wait for the answer. Returns false if out of memory: then nothing was sent. */
bool sn_http_exchange(struct sn_http *h, const char *path, const char *content_type, const void *body,
		      size_t len, struct sn_http_answer *answer);

#endif
