#include "node/hook.h"

#include "node/host.h"
#include "node/http_internal.h"
#include "node/http_open.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define CONNECT_SECONDS 10
#define STALL_SECONDS 300 /* the caller's patience ends before */
#define ANSWER_MAX (64 << 10)
#define HOST_MAX 255

struct sn_hook {
	struct sn_http *http;
	char *path; /* with the query */
};

/* The parts of a URL, to be freed with curl_free. */
struct parts {
	char *scheme, *host, *port, *path, *query;
};

static void free_parts(struct parts *p)
{
	curl_free(p->scheme);
	curl_free(p->host);
	curl_free(p->port);
	curl_free(p->path);
	curl_free(p->query);
}

static bool has_part(CURLU *url, CURLUPart part)
{
	char *text = NULL;
	const bool is_present = curl_url_get(url, part, &text, 0) == CURLUE_OK;
	curl_free(text);
	return is_present;
}

/* Messages omit the URL: it may contain a token. */
static int split(struct parts *p, const struct sn_hook_options *o, struct sn_error *err)
{
	int ret = SN_OK;
	CURLU *url = curl_url();
	if (!url)
		return sn_error_memory(err);
	if (strlen(o->url) > 2000 || curl_url_set(url, CURLUPART_URL, o->url, 0) != CURLUE_OK ||
	    curl_url_get(url, CURLUPART_SCHEME, &p->scheme, 0) != CURLUE_OK ||
	    curl_url_get(url, CURLUPART_HOST, &p->host, 0) != CURLUE_OK || !*p->host ||
	    curl_url_get(url, CURLUPART_PORT, &p->port, CURLU_DEFAULT_PORT) != CURLUE_OK ||
	    curl_url_get(url, CURLUPART_PATH, &p->path, 0) != CURLUE_OK ||
	    (strcmp(p->scheme, "http") != 0 && strcmp(p->scheme, "https") != 0) ||
	    has_part(url, CURLUPART_FRAGMENT))
		ret = sn_error_set(err, SN_USAGE,
				   "the URL of %s must be http://HOST:PORT/PATH or https://HOST:PORT/PATH",
				   o->name);
	else if (has_part(url, CURLUPART_USER) || has_part(url, CURLUPART_PASSWORD))
		ret = sn_error_hint(err,
				    sn_error_set(err, SN_USAGE, "the URL of %s contains a login", o->name),
				    "other users may see it in the process list; use a command");
	else if (curl_url_get(url, CURLUPART_QUERY, &p->query, 0) != CURLUE_OK)
		p->query = NULL;
	curl_url_cleanup(url);
	return ret;
}

/* sn_http_open refuses these, too, as parts of a daemon's address. */
static int check_host(const struct sn_hook_options *o, const char *host, struct sn_error *err)
{
	size_t n = 0;
	while (host[n] && (unsigned char)host[n] < 0x80)
		n++;
	if (host[n])
		return sn_error_hint(
			err,
			sn_error_set(err, SN_USAGE, "the host name in the URL of %s is not ASCII", o->name),
			"use its xn-- form");
	if (n > HOST_MAX)
		return sn_error_set(err, SN_USAGE,
				    "the host name in the URL of %s has more than %d characters", o->name,
				    HOST_MAX);
	return SN_OK;
}

static int refuse_remote(const struct sn_hook_options *o, const char *host, struct sn_error *err)
{
	return sn_error_hint(err, sn_error_set(err, SN_USAGE, "%s: %s is not this machine", o->name, host),
			     "use a URL with 127.0.0.1, or --allow-remote-notify");
}

int sn_hook_open(struct sn_hook **out, const struct sn_hook_options *o, struct sn_error *err)
{
	struct parts p = {0};
	char *address = NULL;
	*out = NULL;
	struct sn_hook *hook = calloc(1, sizeof *hook);
	int ret = hook ? split(&p, o, err) : sn_error_memory(err);
	if (!ret)
		ret = check_host(o, p.host, err);
	if (!ret && !o->allow_remote && !sn_host_is_loopback(p.host))
		ret = refuse_remote(o, p.host, err);
	if (ret)
		goto out;
	if (asprintf(&address, "%s://%s:%s", p.scheme, p.host, p.port) < 0)
		address = NULL;
	if (asprintf(&hook->path, "%s%s%s", p.path, p.query ? "?" : "", p.query ? p.query : "") < 0)
		hook->path = NULL;
	if (!address || !hook->path) {
		ret = sn_error_memory(err);
		goto out;
	}
	const struct sn_http_options options = {
		.address = address,
		.proxy = sn_host_kind(p.host) == SN_HOST_PRIVATE ? NULL : o->proxy,
		.allow_plain_http = o->allow_plain_http,
		.connect_timeout = CONNECT_SECONDS,
		.stall_timeout = STALL_SECONDS,
	};
	ret = sn_http_open(&hook->http, &options, err);
out:
	free_parts(&p);
	free(address);
	if (!ret)
		*out = hook;
	else
		sn_hook_close(hook);
	return ret;
}

void sn_hook_close(struct sn_hook *hook)
{
	if (!hook)
		return;
	sn_http_close(hook->http);
	free(hook->path);
	free(hook);
}

static int explain(const struct sn_hook *hook, CURLcode code, struct sn_error *err)
{
	const struct sn_http *h = hook->http;
	long os_error = 0;
	const char *why = *h->why ? h->why : curl_easy_strerror(code);
	if (code == CURLE_ABORTED_BY_CALLBACK)
		return sn_error_set(err, SN_IO, "the request to %s was interrupted", h->address);
	curl_easy_getinfo(h->curl, CURLINFO_OS_ERRNO, &os_error);
	if (code == CURLE_COULDNT_CONNECT && os_error)
		why = strerror((int)os_error);
	return sn_error_set(err, SN_IO, "no answer from %s: %s", h->address, why);
}

int sn_hook_post(struct sn_hook *hook, const void *body, size_t len, sn_http_patience *waits_on,
		 void *context, struct sn_error *err)
{
	struct sn_buf reply = {0};
	struct sn_http_answer answer = {.reply = &reply, .cap = ANSWER_MAX};
	sn_http_set_patience(hook->http, waits_on, context);
	const bool was_tried =
		sn_http_exchange(hook->http, hook->path, "application/json", body, len, &answer);
	sn_http_set_patience(hook->http, NULL, NULL);
	sn_buf_free(&reply);
	if (!was_tried)
		return sn_error_memory(err);
	if (answer.status >= 200 && answer.status < 300)
		return SN_OK;
	/* Of an answer that is too long, or that does not end, the status is known. */
	if (answer.status >= 300)
		return sn_error_set(err, SN_IO, "%s answered with HTTP status %ld", hook->http->address,
				    answer.status);
	return explain(hook, answer.code, err);
}
