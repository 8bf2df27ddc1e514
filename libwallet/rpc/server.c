#include "rpc/server.h"

#include "base/clock.h"
#include "base/parallel.h"
#include "rpc/digest.h"
#include "rpc/gate.h"
#include "rpc/listen.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <microhttpd.h>

#define HEAD_BYTES \
	((size_t)32 << 10) /* memory of a connection in libmicrohttpd: the head and the read buffer */
#define REPEAT_MS 10000    /* a repeated message of libmicrohttpd is logged once in this time */
#define NO_RESOURCES "out of memory or other resources"
#define HTTP_TOO_LARGE 413 /* libmicrohttpd's name depends on its version */

/* The timeouts of libmicrohttpd restart with each byte, do not cover all phases, and cause busy polling near
 * their end. They are disabled. A watchdog thread shuts down the sockets of connections after their
 * deadlines; libmicrohttpd then behaves as if the client had disconnected. */
enum phase {
	IDLE,      /* no request line yet */
	RECEIVING, /* between the request line and the last byte of the body */
	ANSWERING, /* in the handler: no deadline */
	SENDING,
};

struct connection {
	struct sn_rpc_server *server;
	int fd;
	/* Guarded by server->lock: */
	struct connection *prev, *next;
	enum phase phase;
	int64_t deadline;
	bool is_cut; /* its socket was shut down */
	/* The request, used only by the connection's thread: */
	bool is_judged;
	char target[SN_RPC_TARGET_SIZE]; /* longer ones are truncated, and stay invalid */
	unsigned status;                 /* of the refusal, or 0 */
	const char *why;
	bool is_stale, may_change;
	const struct sn_rpc_page *page; /* that the target names, or NULL */
	size_t drained;
	struct sn_buf body, answer;
};

/* Failed logins. */
struct denials {
	int64_t until;     /* end of the counting interval */
	unsigned number;   /* in this interval */
	unsigned unlogged; /* of these, not yet logged */
};

struct sn_rpc_server {
	sn_rpc_handler *handler;
	void *context, *page_context;
	const struct sn_log *log;
	struct sn_rpc_http_counts *counts; /* may be NULL */
	unsigned idle_seconds, request_seconds;
	struct sn_rpc_gate gate;
	char *host;               /* the gate's */
	struct sn_digest *digest; /* NULL: no login */
	int listener;
	struct MHD_Daemon *daemon;
	pthread_t watchdog;
	bool has_watchdog;
	atomic_size_t body_bytes; /* of all connections */

	pthread_mutex_t lock;
	pthread_cond_t wake;  /* wakes the watchdog: a connection is open, or it must end */
	pthread_cond_t quiet; /* no connection is busy */
	struct connection *connections;
	unsigned busy; /* not IDLE */
	bool is_stopping, is_watchdog_done;
	struct denials denials;

	pthread_mutex_t message_lock;
	char message[400];     /* the last one of libmicrohttpd */
	int64_t message_until; /* not logged again before this time */
};

static int64_t now_ms(void)
{
	return (int64_t)sn_monotonic_ms();
}

/* ------------------------------------------------------------------ connections and their deadlines */

/* The caller holds the lock. */
static void cut(struct connection *c)
{
	c->is_cut = true;
	shutdown(c->fd, SHUT_RDWR);
}

/* Start a phase. Returns false if the connection is cut: an answer would not arrive. */
static bool enter(struct connection *c, enum phase phase)
{
	struct sn_rpc_server *s = c->server;
	pthread_mutex_lock(&s->lock);
	s->busy += (phase != IDLE) - (c->phase != IDLE);
	if (!s->busy)
		pthread_cond_signal(&s->quiet);
	c->phase = phase;
	unsigned seconds = phase == IDLE ? s->idle_seconds : s->request_seconds;
	if (s->is_stopping && seconds > SN_RPC_STOP_SECONDS)
		seconds = SN_RPC_STOP_SECONDS;
	c->deadline = phase == ANSWERING ? INT64_MAX : now_ms() + (int64_t)seconds * 1000;
	if (phase == IDLE && s->is_stopping)
		cut(c);
	bool is_alive = !c->is_cut;
	pthread_mutex_unlock(&s->lock);
	return is_alive;
}

static void drop_body(struct connection *c)
{
	atomic_fetch_sub(&c->server->body_bytes, c->body.len);
	sn_buf_free(&c->body);
}

static void forget_request(struct connection *c)
{
	drop_body(c);
	sn_buf_free(&c->answer);
	c->is_judged = c->is_stale = false;
	c->page = NULL;
	c->status = 0;
	c->drained = 0;
}

static void connection_open(struct sn_rpc_server *s, struct MHD_Connection *mhd, void **slot)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD);
	struct connection *c = calloc(1, sizeof *c);
	*slot = c;
	if (!c || !info) {
		free(c);
		*slot = NULL; /* on_request closes connections without a slot */
		if (info)
			shutdown(info->connect_fd, SHUT_RDWR);
		return;
	}
	c->server = s;
	c->fd = info->connect_fd;
	c->deadline = INT64_MAX; /* until its first phase */
	pthread_mutex_lock(&s->lock);
	c->next = s->connections;
	if (c->next)
		c->next->prev = c;
	else
		pthread_cond_signal(&s->wake);
	s->connections = c;
	pthread_mutex_unlock(&s->lock);
	enter(c, IDLE);
}

/* libmicrohttpd closes the socket after this call, so the watchdog never uses a descriptor that is already
 * reused. */
static void connection_close(struct sn_rpc_server *s, struct connection *c)
{
	enter(c, IDLE);
	pthread_mutex_lock(&s->lock);
	if (c->next)
		c->next->prev = c->prev;
	if (c->prev)
		c->prev->next = c->next;
	else
		s->connections = c->next;
	pthread_mutex_unlock(&s->lock);
	forget_request(c);
	free(c);
}

static void on_connection(void *context, struct MHD_Connection *mhd, void **slot,
			  enum MHD_ConnectionNotificationCode event)
{
	if (event == MHD_CONNECTION_NOTIFY_STARTED)
		connection_open(context, mhd, slot);
	else if (*slot)
		connection_close(context, *slot);
}

/* Log the number of failed logins if it is time. The caller holds the lock, which is released during the
 * logging. */
static void log_denials(struct sn_rpc_server *s, bool is_time)
{
	unsigned n = s->denials.unlogged;
	if (!n || !is_time)
		return;
	s->denials.unlogged = 0;
	pthread_mutex_unlock(&s->lock);
	sn_log(s->log, SN_LOG_WARNING, "RPC: %u failed login%s", n, SN_PLURAL(n));
	pthread_mutex_lock(&s->lock);
}

static void *watch(void *context)
{
	struct sn_rpc_server *s = context;
	unsigned shortest = s->idle_seconds < s->request_seconds ? s->idle_seconds : s->request_seconds;
	int64_t tick = shortest < 4 ? (int64_t)shortest * 250 : 1000; /* milliseconds */
	pthread_mutex_lock(&s->lock);
	while (!s->is_watchdog_done) {
		if (!s->connections && !s->denials.unlogged) {
			pthread_cond_wait(&s->wake, &s->lock);
			continue;
		}
		int64_t now = now_ms(), then = now + tick;
		log_denials(s, now >= s->denials.until);
		for (struct connection *c = s->connections; c; c = c->next)
			if (!c->is_cut && c->deadline <= now)
				cut(c);
		sn_cond_wait_until(&s->wake, &s->lock, (uint64_t)then);
	}
	pthread_mutex_unlock(&s->lock);
	return NULL;
}

/* ------------------------------------------------------------------ answers */

/* `data` must stay valid until the request is completed. */
static enum MHD_Result reply(struct connection *c, struct MHD_Connection *mhd, unsigned status,
			     const char *type, const char *header, const char *value, const void *data,
			     size_t len)
{
	char challenge[SN_DIGEST_CHALLENGE_SIZE];
	struct sn_rpc_server *s = c->server;
	struct MHD_Response *r =
		MHD_create_response_from_buffer(len, (void *)(uintptr_t)data, MHD_RESPMEM_PERSISTENT);
	enum MHD_Result ok = r ? MHD_YES : MHD_NO;
	if (ok && type)
		ok = MHD_add_response_header(r, "Content-Type", type);
	if (ok && status == MHD_HTTP_UNAUTHORIZED && sn_digest_allows_md5(s->digest)) {
		/* First: clients exist that look at the first challenge only. */
		sn_digest_challenge(s->digest, SN_DIGEST_MD5, c->is_stale, challenge);
		ok = MHD_add_response_header(r, header, challenge);
	}
	if (ok && header)
		ok = MHD_add_response_header(r, header, value);
	if (ok)
		ok = MHD_add_response_header(r, "Cache-Control", "no-store");
	pthread_mutex_lock(&s->lock);
	bool is_last = s->is_stopping || status == MHD_HTTP_BAD_REQUEST;
	pthread_mutex_unlock(&s->lock);
	if (ok && is_last)
		ok = MHD_add_response_header(r, "Connection", "close");
	sn_log(s->log, SN_LOG_DEBUG, "RPC: request of %zu bytes: %u, %zu bytes", c->body.len + c->drained,
	       status, len);
	if (s->counts)
		atomic_fetch_add(&s->counts->answers[status / 100 % SN_RPC_HTTP_CLASSES], 1);
	enter(c, SENDING);
	if (ok)
		ok = MHD_queue_response(mhd, status, r);
	if (r)
		MHD_destroy_response(r);
	return ok;
}

static enum MHD_Result refuse(struct connection *c, struct MHD_Connection *mhd, unsigned status,
			      const char *why)
{
	char challenge[SN_DIGEST_CHALLENGE_SIZE];
	const char *header = NULL, *value = NULL;
	if (status == MHD_HTTP_UNAUTHORIZED) {
		sn_digest_challenge(c->server->digest, SN_DIGEST_SHA256, c->is_stale, challenge);
		header = "WWW-Authenticate";
		value = challenge;
	} else if (status == MHD_HTTP_METHOD_NOT_ALLOWED) {
		header = "Allow";
		value = c->page ? "GET, HEAD" : "POST";
	} else if (status == MHD_HTTP_SERVICE_UNAVAILABLE) {
		header = "Retry-After";
		value = "1";
	}
	sn_buf_free(&c->answer);
	sn_put_bytes(&c->answer, why, strlen(why));
	sn_put_u8(&c->answer, '\n');
	if (c->answer.failed)
		return MHD_NO;
	return reply(c, mhd, status, "text/plain; charset=utf-8", header, value, c->answer.data,
		     c->answer.len);
}

static enum MHD_Result answer_page(struct connection *c, struct MHD_Connection *mhd)
{
	unsigned status = MHD_HTTP_OK;
	if (!enter(c, ANSWERING))
		return MHD_NO;
	int ret = c->page->write(c->server->page_context, &status, &c->answer);
	if (ret || c->answer.failed)
		return refuse(c, mhd, MHD_HTTP_INTERNAL_SERVER_ERROR, NO_RESOURCES);
	return reply(c, mhd, status, c->page->type, NULL, NULL, c->answer.data, c->answer.len);
}

static enum MHD_Result answer(struct connection *c, struct MHD_Connection *mhd)
{
	struct sn_rpc_server *s = c->server;
	if (!enter(c, ANSWERING))
		return MHD_NO;
	const char *body = c->body.len ? (const char *)c->body.data : "";
	int ret = s->handler(s->context, c->may_change, body, c->body.len, &c->answer);
	if (ret || c->answer.failed)
		return refuse(c, mhd, MHD_HTTP_INTERNAL_SERVER_ERROR, NO_RESOURCES);
	if (!c->answer.len)
		return reply(c, mhd, MHD_HTTP_NO_CONTENT, NULL, NULL, NULL, NULL, 0);
	return reply(c, mhd, MHD_HTTP_OK, "application/json", NULL, NULL, c->answer.data, c->answer.len);
}

/* ------------------------------------------------------------------ requests */

static enum MHD_Result note_header(void *context, enum MHD_ValueKind kind, const char *name, size_t name_len,
				   const char *value, size_t value_len)
{
	(void)kind;
	sn_rpc_head_note(context, name, name_len, value, value_len);
	return MHD_YES;
}

/* Count a failed login. The first one is logged immediately and starts the counting interval. After several,
 * the answer is delayed to slow down guessing. This costs one sleeping thread of an existing connection. */
static void deny(struct sn_rpc_server *s)
{
	pthread_mutex_lock(&s->lock);
	struct denials *d = &s->denials;
	int64_t now = now_ms();
	d->unlogged++;
	bool is_first = now >= d->until;
	if (is_first) {
		d->until = now + SN_RPC_DENIALS_SECONDS * 1000;
		d->number = 0;
	}
	bool is_slow = ++d->number > SN_RPC_DENIALS_FREE && !s->is_stopping;
	log_denials(s, is_first);
	pthread_mutex_unlock(&s->lock);
	if (is_slow)
		nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
}

static unsigned check_login(struct connection *c, const struct sn_rpc_head *head)
{
	struct sn_rpc_server *s = c->server;
	c->may_change = true;
	if (!s->digest)
		return 0;
	enum sn_digest_verdict verdict =
		sn_digest_check(s->digest, head->method, head->target, head->authorization);
	c->may_change = verdict == SN_DIGEST_ALLOWED;
	if (c->may_change || verdict == SN_DIGEST_ALLOWED_TO_READ)
		return 0;
	c->is_stale = verdict == SN_DIGEST_STALE;
	c->why = "login required";
	if (verdict == SN_DIGEST_DENIED && head->authorization) {
		c->why = "wrong login";
		if (s->counts)
			atomic_fetch_add(&s->counts->failed_logins, 1);
		deny(s);
	}
	return MHD_HTTP_UNAUTHORIZED;
}

/* Set c->status and c->why. Returns true to answer immediately, without waiting for the body. */
static bool judge(struct connection *c, struct MHD_Connection *mhd, const char *method)
{
	struct sn_rpc_head head = {.method = method, .target = c->target};
	MHD_get_connection_values_n(mhd, MHD_HEADER_KIND, note_header, &head);
	c->is_judged = true;
	c->status = sn_rpc_gate_check_way(&c->server->gate, &head, &c->page, &c->why);
	if (!c->status && c->page)
		c->status = sn_rpc_gate_check_no_body(&head, &c->why);
	else if (!c->status && !(c->status = check_login(c, &head)))
		c->status = sn_rpc_gate_check_body(&c->server->gate, &head, &c->why);
	if (!c->status)
		return false;
	/* After 400, the end of the body is uncertain. */
	return c->status == MHD_HTTP_BAD_REQUEST || head.expect ||
	       (head.content_length && strtoull(head.content_length, NULL, 10) > SN_RPC_DRAIN_MAX);
}

static void refuse_body(struct connection *c, unsigned status, const char *why)
{
	c->status = status;
	c->why = why;
	c->drained += c->body.len;
	drop_body(c);
}

static enum MHD_Result take_body(struct connection *c, const char *data, size_t len)
{
	if (!c->status && len > SN_RPC_BODY_MAX - c->body.len)
		refuse_body(c, HTTP_TOO_LARGE, "the body is too long");
	if (!c->status && atomic_fetch_add(&c->server->body_bytes, len) + len > SN_RPC_BODIES_MAX) {
		atomic_fetch_sub(&c->server->body_bytes, len);
		refuse_body(c, MHD_HTTP_SERVICE_UNAVAILABLE,
			    "too many long requests at one time; retry later");
	}
	if (c->status) {
		c->drained += len;
		return c->drained <= SN_RPC_DRAIN_MAX ? MHD_YES : MHD_NO;
	}
	sn_put_bytes(&c->body, data, len);
	if (c->body.failed) {
		atomic_fetch_sub(&c->server->body_bytes, len); /* nothing was added */
		refuse_body(c, MHD_HTTP_INTERNAL_SERVER_ERROR, "out of memory");
		c->drained += len;
	}
	return MHD_YES;
}

/* libmicrohttpd calls this with the request line, before it splits and decodes the target. The result becomes
 * *request in the following calls. */
static void *on_request_line(void *context, const char *target, struct MHD_Connection *mhd)
{
	(void)context;
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	struct connection *c = info ? info->socket_context : NULL;
	if (!c)
		return NULL;
	forget_request(c);
	snprintf(c->target, sizeof c->target, "%s", target);
	enter(c, RECEIVING);
	return c;
}

/* Called once with the head, for each part of the body, and once after the body (len 0). MHD_NO closes the
 * connection. */
static enum MHD_Result on_request(void *context, struct MHD_Connection *mhd, const char *url,
				  const char *method, const char *version, const char *data, size_t *len,
				  void **request)
{
	(void)context, (void)url, (void)version;
	struct connection *c = *request;
	if (!c)
		return MHD_NO;
	if (!c->is_judged)
		return judge(c, mhd, method) ? refuse(c, mhd, c->status, c->why) : MHD_YES;
	if (*len) {
		enum MHD_Result ok = take_body(c, data, *len);
		*len = 0;
		return ok;
	}
	if (c->status)
		return refuse(c, mhd, c->status, c->why);
	return c->page ? answer_page(c, mhd) : answer(c, mhd);
}

/* The kernel has the answer, or the connection is closed. */
static void on_completed(void *context, struct MHD_Connection *mhd, void **request,
			 enum MHD_RequestTerminationCode how)
{
	(void)context, (void)mhd, (void)how;
	struct connection *c = *request;
	if (!c)
		return;
	forget_request(c);
	enter(c, IDLE);
}

__attribute__((format(printf, 2, 0))) static void on_message(void *context, const char *fmt, va_list ap)
{
	struct sn_rpc_server *s = context;
	char text[sizeof s->message];
	vsnprintf(text, sizeof text, fmt, ap);
	text[strcspn(text, "\r\n")] = 0;
	for (char *p = text; *p; p++)
		if ((unsigned char)*p < 0x20 || (unsigned char)*p > 0x7e)
			*p = '?'; /* it may contain text from the client */
	/* A persistent failure to accept connections would repeat its message without end. */
	pthread_mutex_lock(&s->message_lock);
	int64_t now = now_ms();
	bool is_new = now >= s->message_until || strcmp(text, s->message) != 0;
	if (is_new) {
		memcpy(s->message, text, sizeof text);
		s->message_until = now + REPEAT_MS;
	}
	pthread_mutex_unlock(&s->message_lock);
	if (is_new)
		sn_log(s->log, SN_LOG_DEBUG, "RPC: %s", text);
}

/* ------------------------------------------------------------------ start, stop */

static int start_threads(struct sn_rpc_server *s, struct sn_error *err)
{
	/* New threads inherit the signal mask: only the program's own threads receive signals. */
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	int ret = SN_OK;
	s->daemon = MHD_start_daemon(
		MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL | MHD_USE_ITC |
			MHD_USE_ERROR_LOG,
		0, NULL, NULL, on_request, s, MHD_OPTION_EXTERNAL_LOGGER, on_message, s,
		MHD_OPTION_LISTEN_SOCKET, s->listener, MHD_OPTION_CONNECTION_LIMIT, sn_rpc_connections_max(),
		MHD_OPTION_CONNECTION_TIMEOUT, 0u, MHD_OPTION_CONNECTION_MEMORY_LIMIT, HEAD_BYTES,
		MHD_OPTION_THREAD_STACK_SIZE, (size_t)SN_RPC_STACK_BYTES, MHD_OPTION_NOTIFY_CONNECTION,
		on_connection, s, MHD_OPTION_URI_LOG_CALLBACK, on_request_line, s,
		MHD_OPTION_NOTIFY_COMPLETED, on_completed, s, MHD_OPTION_END);
	if (!s->daemon)
		ret = sn_error_set(err, SN_IO, "cannot start the HTTP server");
	else if (pthread_create(&s->watchdog, NULL, watch, s))
		ret = sn_error_set(err, SN_IO, "cannot start a thread");
	else
		s->has_watchdog = true;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return ret;
}

int sn_rpc_server_start(struct sn_rpc_server **out, const struct sn_rpc_server_options *options,
			sn_rpc_handler *handler, void *context, struct sn_error *err)
{
	*out = NULL;
	const char *ip = options->bind_ip ? options->bind_ip : "127.0.0.1";
	struct sn_rpc_address address;
	int ret = sn_rpc_address_read(&address, ip, options->port, err);
	if (ret)
		return ret;
	if (address.is_external && !options->login && !options->allow_external)
		return sn_error_hint(
			err,
			sn_error_set(err, SN_USAGE,
				     "%s may be reachable from other machines, and the server has no login",
				     ip),
			"use --rpc-login-file=FILE, or --confirm-external-bind to serve without a login");
	if (options->host && !sn_rpc_gate_is_host_name(options->host))
		return sn_error_hint(
			err, sn_error_set(err, SN_USAGE, "\"%.100s\" is not a host name", options->host),
			"use letters, digits, '-' and '.', without a port");

	struct sn_rpc_server *s = calloc(1, sizeof *s);
	if (!s)
		return sn_error_memory(err);
	s->handler = handler;
	s->context = context;
	s->log = options->log;
	s->idle_seconds = options->idle_seconds ? options->idle_seconds : SN_RPC_IDLE_SECONDS;
	s->request_seconds = options->request_seconds ? options->request_seconds : SN_RPC_REQUEST_SECONDS;
	s->page_context = options->page_context;
	s->counts = options->counts;
	s->gate = (struct sn_rpc_gate){
		.is_external = address.is_external, .body_max = SN_RPC_BODY_MAX, .pages = options->pages};
	s->listener = -1;
	pthread_mutex_init(&s->lock, NULL);
	pthread_mutex_init(&s->message_lock, NULL);
	pthread_cond_init(&s->quiet, NULL);
	ret = sn_cond_init(&s->wake) ? sn_error_memory(err) : SN_OK;

	if (!ret && options->host) {
		s->gate.host = s->host = strdup(options->host);
		ret = s->host ? SN_OK : sn_error_memory(err);
	}
	if (!ret && options->login)
		ret = sn_digest_new(&s->digest, options->login, options->read_login, options->allow_md5, err);
	if (!ret)
		ret = sn_rpc_listen(&s->listener, &s->gate.port, &address, err);
	if (!ret)
		ret = start_threads(s, err);
	if (ret) {
		sn_rpc_server_stop(s);
		return ret;
	}
	*out = s;
	return SN_OK;
}

uint16_t sn_rpc_server_port(const struct sn_rpc_server *server)
{
	return server->gate.port;
}

/* Wait until no connection has an active request. No new request can start. */
static void finish_requests(struct sn_rpc_server *s)
{
	pthread_mutex_lock(&s->lock);
	s->is_stopping = true;
	int64_t latest = now_ms() + SN_RPC_STOP_SECONDS * 1000;
	for (struct connection *c = s->connections; c; c = c->next) {
		if (c->phase == IDLE)
			cut(c);
		else if (c->phase != ANSWERING && c->deadline > latest)
			c->deadline = latest;
	}
	while (s->busy)
		pthread_cond_wait(&s->quiet, &s->lock);
	pthread_mutex_unlock(&s->lock);
}

void sn_rpc_server_stop(struct sn_rpc_server *s)
{
	if (!s)
		return;
	if (s->daemon) {
		MHD_quiesce_daemon(s->daemon);
		shutdown(s->listener, SHUT_RDWR); /* refuse new clients instead of letting them wait */
		if (s->has_watchdog)
			finish_requests(s); /* without a watchdog, no request has started */
	}
	if (s->has_watchdog) {
		pthread_mutex_lock(&s->lock);
		s->is_watchdog_done = true;
		pthread_cond_signal(&s->wake);
		pthread_mutex_unlock(&s->lock);
		pthread_join(s->watchdog, NULL);
	}
	if (s->daemon)
		MHD_stop_daemon(s->daemon);
	pthread_mutex_lock(&s->lock);
	log_denials(s, true);
	pthread_mutex_unlock(&s->lock);
	if (s->listener >= 0)
		close(s->listener);
	sn_digest_free(s->digest);
	free(s->host);
	pthread_cond_destroy(&s->wake);
	pthread_cond_destroy(&s->quiet);
	pthread_mutex_destroy(&s->lock);
	pthread_mutex_destroy(&s->message_lock);
	free(s);
}
