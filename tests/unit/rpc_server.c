#include "rpc/listen.h"
#include "rpc/server.h"

#include <criterion/criterion.h>
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <curl/curl.h>
#include <sodium.h>

/* ------------------------------------------------------------------ server side */

#define BIG_ANSWER (20u << 20)

static atomic_uint calls, slow_calls;
static atomic_bool signals_reach_handler;
static atomic_uint slow_milliseconds = 1500;

static void sleep_ms(unsigned ms)
{
	nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L}, NULL);
}

static double seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Returns the body, except for some commands. */
static int handle(void *context, const char *body, size_t len, struct sn_buf *answer)
{
	sigset_t mask;
	cr_assert_str_eq(context, "context");
	atomic_fetch_add(&calls, 1);
	pthread_sigmask(SIG_BLOCK, NULL, &mask);
	if (!sigismember(&mask, SIGTERM) || !sigismember(&mask, SIGINT))
		atomic_store(&signals_reach_handler, true);
	if (len == 7 && !memcmp(body, "nothing", 7))
		return SN_OK;
	if (len == 4 && !memcmp(body, "fail", 4)) {
		sn_put_bytes(answer, "half an answer", 14);
		return SN_IO;
	}
	if (len == 3 && !memcmp(body, "big", 3)) {
		uint8_t *p = sn_buf_grow(answer, BIG_ANSWER);
		cr_assert_not_null(p);
		memset(p, 'b', BIG_ANSWER);
		return SN_OK;
	}
	if (len == 4 && !memcmp(body, "slow", 4)) {
		atomic_fetch_add(&slow_calls, 1);
		sleep_ms(atomic_load(&slow_milliseconds));
	}
	sn_put_bytes(answer, body, len);
	return SN_OK;
}

static struct sn_rpc_server *start(const struct sn_rpc_server_options *options)
{
	struct sn_rpc_server *s;
	struct sn_error err = {0};
	cr_assert(sodium_init() >= 0);
	cr_assert_eq(sn_rpc_server_start(&s, options, handle, "context", &err), SN_OK, "%s", err.text);
	cr_assert_neq(sn_rpc_server_port(s), 0);
	return s;
}

static int start_error(const struct sn_rpc_server_options *options, struct sn_error *err)
{
	struct sn_rpc_server *s;
	int ret = sn_rpc_server_start(&s, options, handle, "context", err);
	cr_assert_neq(ret, SN_OK);
	cr_assert_null(s);
	return ret;
}

/* ------------------------------------------------------------------ client side */

#define GOOD_HEAD "POST /json_rpc HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"

static int open_client(const struct sn_rpc_server *s)
{
	struct sockaddr_in a = {.sin_family = AF_INET,
				.sin_port = htons(sn_rpc_server_port(s)),
				.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	const struct timeval limit = {.tv_sec = 20};
	cr_assert(fd >= 0);
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
	cr_assert_eq(connect(fd, (struct sockaddr *)&a, sizeof a), 0);
	return fd;
}

static bool send_bytes(int fd, const void *data, size_t len)
{
	for (const char *p = data; len;) {
		ssize_t n = send(fd, p, len, MSG_NOSIGNAL);
		if (n <= 0)
			return false;
		p += n;
		len -= (size_t)n;
	}
	return true;
}

static bool send_text(int fd, const char *text)
{
	return send_bytes(fd, text, strlen(text));
}

/* Read one answer, with Content-Length or without a body, into `text` (truncated to its size). Returns its
 * status; 0 if the connection was closed before it, -1 if within it. */
static int read_answer(int fd, char *text, size_t size)
{
	char head[4096];
	size_t len = 0, body = 0;
	while (len < 4 || memcmp(head + len - 4, "\r\n\r\n", 4) != 0) {
		cr_assert_lt(len + 1, sizeof head);
		ssize_t n = recv(fd, head + len, 1, 0);
		if (n <= 0)
			return len ? -1 : 0;
		len += (size_t)n;
	}
	head[len] = 0;
	int status = 0;
	cr_assert_eq(sscanf(head, "HTTP/1.1 %d ", &status), 1, "%s", head);
	const char *length = strcasestr(head, "\r\nContent-Length:");
	size_t want = length ? strtoull(length + 17, NULL, 10) : 0;
	cr_assert_null(strcasestr(head, "\r\nServer:"));
	cr_assert_null(strcasestr(head, "\r\nAccess-Control"));
	size_t used = (size_t)snprintf(text, size, "%s", head);
	while (body < want) {
		static _Thread_local char piece[65536];
		size_t most = want - body < sizeof piece ? want - body : sizeof piece;
		ssize_t n = recv(fd, piece, most, 0);
		if (n <= 0)
			return -1;
		body += (size_t)n;
		for (ssize_t i = 0; i < n && used + 1 < size; i++)
			text[used++] = piece[i];
		if (used < size)
			text[used] = 0;
	}
	return status;
}

static bool is_closed(int fd)
{
	char c;
	return recv(fd, &c, 1, 0) <= 0;
}

/* Make a request on a new connection. */
static int ask(const struct sn_rpc_server *s, const char *request, char *text, size_t size)
{
	int fd = open_client(s);
	send_text(fd, request);
	int status = read_answer(fd, text, size);
	close(fd);
	return status;
}

static int post(const struct sn_rpc_server *s, const char *body)
{
	char request[512], text[4096];
	snprintf(request, sizeof request, GOOD_HEAD "Content-Length: %zu\r\n\r\n%s", strlen(body), body);
	return ask(s, request, text, sizeof text);
}

/* ------------------------------------------------------------------ tests */

/* Chunk extensions have no meaning here. libmicrohttpd before 1.0 ignores them, as RFC 9112, 7.1.1, requires;
 * 1.0 refuses them, because programs that disagree on the end of an extension disagree on the end of a
 * request. Either is correct if the body is complete or refused. */
Test(rpc_server, chunk_extensions, .timeout = 60)
{
	const struct sn_rpc_server_options options = {0};
	struct sn_rpc_server *s = start(&options);
	char text[8192];
	unsigned before = atomic_load(&calls);
	int status = ask(s,
			 GOOD_HEAD "Transfer-Encoding: chunked\r\n"
				   "\r\n"
				   "2\r\n"
				   "[1\r\n"
				   "1;x=y\r\n"
				   "]\r\n"
				   "0\r\n"
				   "\r\n",
			 text, sizeof text);
	if (status == 200)
		cr_assert_not_null(strstr(text, "\r\n\r\n[1]"), "%s", text);
	else
		cr_assert_eq(status, 400, "%d", status);
	cr_assert_eq(atomic_load(&calls) - before, status == 200);
	sn_rpc_server_stop(s);
}

Test(rpc_server, statuses, .timeout = 60)
{
#define TYPE "Content-Type: application/json\r\n"
#define HOST "Host: 127.0.0.1\r\n"
#define BODY "Content-Length: 2\r\n\r\n{}"
	static const struct {
		const char *request;
		int status;
		const char *text;
	} cases[] = {
		{GOOD_HEAD BODY, 200, "\r\nContent-Type: application/json\r\n"},
		{GOOD_HEAD BODY, 200, "\r\n\r\n{}"},
		{GOOD_HEAD BODY, 200, "\r\nCache-Control: no-store\r\n"},
		{GOOD_HEAD "Content-Length: 7\r\n\r\nnothing", 204, ""},
		{GOOD_HEAD "Content-Length: 4\r\n\r\nfail", 500, "\r\n\r\nout of memory"},
		{GOOD_HEAD "Content-Length: 0\r\n\r\n", 204, ""},
		{GOOD_HEAD "\r\n", 204, ""},
		{GOOD_HEAD "Transfer-Encoding: chunked\r\n"
			   "\r\n"
			   "2\r\n"
			   "[1\r\n"
			   "1\r\n"
			   "]\r\n"
			   "0\r\n"
			   "\r\n",
		 200,
		 "\r\n"
		 "\r\n"
		 "[1]"},
		{"POST /json_rpc HTTP/1.1\r\nhost: localhost\r\ncontent-type: Application/JSON; "
		 "charset=utf-8\r\n" BODY,
		 200, "{}"},
		{"POST /json_rpc HTTP/1.0\r\n" HOST TYPE BODY, 200, "{}"},
		{"POST /json_rpc HTTP/1.1\r\n" TYPE BODY, 400, "Host"},
		{"POST /json_rpc HTTP/1.0\r\n" TYPE BODY, 400, "Host"},
		{GOOD_HEAD "Host: localhost\r\n" BODY, 400, "duplicate"},
		{GOOD_HEAD "Content-Length: 2\r\n" BODY, 400, "duplicate"},
		{GOOD_HEAD "Transfer-Encoding: chunked\r\n" BODY, 400, "chunked"},
		{GOOD_HEAD "Transfer-Encoding: gzip\r\n"
			   "\r\n",
		 400, ""}, /* libmicrohttpd 1.0 refuses it */
		{GOOD_HEAD "Content-Length: x\r\n\r\n", 400, ""},
		{GOOD_HEAD "Content-Length : 2\r\n\r\n{}", 400, "\r\nConnection: close\r\n"},
		{GOOD_HEAD "Transfer-Encoding : chunked\r\n"
			   "\r\n"
			   "2\r\n"
			   "{}\r\n"
			   "0\r\n"
			   "\r\n",
		 400,
		 "\r\n"
		 "Connection: close\r\n"},
		{"POST /json_rpc HTTP/1.1\r\n"
		 " Host: localhost\r\n" HOST TYPE BODY,
		 400,
		 "\r\n"
		 "Connection: close\r\n"},
		{GOOD_HEAD "X\x01: a\r\n" BODY, 400, "\r\nConnection: close\r\n"},
		{GOOD_HEAD "Transfer-Encoding: chunked\r\n\r\nxyz\r\n", 400, ""},
		{"POST /json_rpc HTTP/1.1\r\nHost: evil.example\r\n" TYPE BODY, 403, "Host"},
		{GOOD_HEAD "Origin: https://evil.example\r\n" BODY, 403, "Origin"},
		{"POST http://localhost/json_rpc HTTP/1.1\r\n" HOST TYPE BODY, 200, "{}"},
		{"POST http://evil.example/json_rpc HTTP/1.1\r\n" HOST TYPE BODY, 403, "Host"},
		{"POST / HTTP/1.1\r\n" HOST TYPE BODY, 404, "/json_rpc"},
		{"POST /json_rpc?a=b HTTP/1.1\r\n" HOST TYPE BODY, 404, ""},
		{"POST /json%5Frpc HTTP/1.1\r\n" HOST TYPE BODY, 404, ""},
		{"POST /json_rpc/json_rpc/json_rpc HTTP/1.1\r\n" HOST TYPE BODY, 404, ""},
		{"GET /json_rpc HTTP/1.1\r\n" HOST "\r\n", 405, "\r\nAllow: POST\r\n"},
		{"OPTIONS /json_rpc HTTP/1.1\r\n" HOST "\r\n", 405, "\r\nAllow: POST\r\n"},
		{"PUT /json_rpc HTTP/1.1\r\n" HOST TYPE BODY, 405, "\r\nAllow: POST\r\n"},
		{"POST /json_rpc HTTP/1.1\r\n" HOST BODY, 415, "\r\nContent-Type: text/plain"},
		{"POST /json_rpc HTTP/1.1\r\n" HOST "Content-Type: text/plain\r\n" BODY, 415,
		 "application/json"},
		{GOOD_HEAD "Content-Encoding: gzip\r\n" BODY, 415, "compressed"},
	};
	const struct sn_rpc_server_options options = {0};
	struct sn_rpc_server *s = start(&options);
	char text[8192];
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		unsigned before = atomic_load(&calls);
		int status = ask(s, cases[i].request, text, sizeof text);
		cr_assert_eq(status, cases[i].status, "%zu: %d for\n%s", i, status, cases[i].request);
		cr_assert_not_null(strstr(text, cases[i].text), "%zu: %s", i, text);
		cr_assert_eq(atomic_load(&calls) - before, status / 100 == 2 || status == 500);
	}
	cr_assert_not(atomic_load(&signals_reach_handler));
	sn_rpc_server_stop(s);
}

/* Text that is not HTTP gets an error or a closed connection, without further effects. */
Test(rpc_server, text_that_is_not_http_is_refused, .timeout = 60)
{
	const struct sn_rpc_server_options options = {.request_seconds = 1, .idle_seconds = 1};
	struct sn_rpc_server *s = start(&options);
	char text[8192];
	static const char *const text_that_is_not_http_is_refused[] = {"\r\n\r\n\r\n\r\n",
								       "POST\r\n\r\n",
								       "POST /json_rpc\r\n\r\n",
								       "POST /json_rpc HTTP/9.9\r\n\r\n",
								       "\x16\x03\x01\x02\x01\x01\xfc\x03\x03",
								       GOOD_HEAD ": \r\n\r\n",
								       "GET / HTTP/1.1\r\nHost"};
	for (size_t i = 0;
	     i < sizeof text_that_is_not_http_is_refused / sizeof *text_that_is_not_http_is_refused; i++) {
		int fd = open_client(s);
		send_text(fd, text_that_is_not_http_is_refused[i]);
		int status = read_answer(fd, text, sizeof text);
		cr_assert(status <= 0 || status >= 400 || status == 204, "%zu: %d", i, status);
		close(fd);
	}

	char *head = malloc(200000);
	size_t len = (size_t)sprintf(head, "%s", GOOD_HEAD "X: ");
	memset(head + len, 'x', 200000 - len);
	head[199999] = 0;
	int status = ask(s, head, text, sizeof text);
	cr_assert(status == 431 || status <= 0, "%d", status);
	len = (size_t)sprintf(head, "%s", "POST /");
	memset(head + len, 'x', 200000 - len);
	head[199999] = 0;
	status = ask(s, head, text, sizeof text);
	cr_assert(status == 414 || status <= 0, "%d", status);
	free(head);
	cr_assert_eq(post(s, "{}"), 200);
	sn_rpc_server_stop(s);
}

Test(rpc_server, long_bodies, .timeout = 60)
{
	const struct sn_rpc_server_options options = {0};
	struct sn_rpc_server *s = start(&options);
	char *body = malloc(SN_RPC_BODY_MAX + 1), head[512];
	static char text[SN_RPC_BODY_MAX + 4096];
	cr_assert_not_null(body);
	for (size_t i = 0; i <= SN_RPC_BODY_MAX; i++)
		body[i] = (char)('a' + i % 23);

	/* The maximum length; on the same connection one byte more, then a valid request. */
	int fd = open_client(s);
	snprintf(head, sizeof head, GOOD_HEAD "Content-Length: %u\r\n\r\n", SN_RPC_BODY_MAX);
	cr_assert(send_text(fd, head) && send_bytes(fd, body, SN_RPC_BODY_MAX));
	cr_assert_eq(read_answer(fd, text, sizeof text), 200);
	cr_assert_eq(memcmp(strstr(text, "\r\n\r\n") + 4, body, SN_RPC_BODY_MAX), 0);
	unsigned before = atomic_load(&calls);
	snprintf(head, sizeof head, GOOD_HEAD "Content-Length: %u\r\n\r\n", SN_RPC_BODY_MAX + 1);
	cr_assert(send_text(fd, head) && send_bytes(fd, body, SN_RPC_BODY_MAX + 1));
	cr_assert_eq(read_answer(fd, text, sizeof text), 413);
	cr_assert_eq(atomic_load(&calls), before);
	cr_assert(send_text(fd, GOOD_HEAD "Content-Length: 2\r\n\r\n{}"));
	cr_assert_eq(read_answer(fd, text, sizeof text), 200);

	/* The same in chunks, without an announced length. */
	for (unsigned over = 0; over < 2; over++) {
		cr_assert(send_text(fd, GOOD_HEAD "Transfer-Encoding: chunked\r\n\r\n"));
		for (size_t at = 0; at < SN_RPC_BODY_MAX; at += 65536) {
			cr_assert(send_text(fd, "10000\r\n") && send_bytes(fd, body + at, 65536));
			cr_assert(send_text(fd, "\r\n"));
		}
		cr_assert(send_text(fd, over ? "1\r\nx\r\n0\r\n\r\n" : "0\r\n\r\n"));
		cr_assert_eq(read_answer(fd, text, sizeof text), over ? 413 : 200);
	}
	close(fd);

	/* A client with Expect, or with a length above the limit for reading, is answered immediately. */
	snprintf(head, sizeof head, GOOD_HEAD "Expect: 100-continue\r\nContent-Length: %u\r\n\r\n",
		 SN_RPC_BODY_MAX + 1);
	cr_assert_eq(ask(s, head, text, sizeof text), 413);
	cr_assert_eq(ask(s, GOOD_HEAD "Content-Length: 1000000000000\r\n\r\n", text, sizeof text), 413);
	fd = open_client(s);
	cr_assert(send_text(fd, GOOD_HEAD "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n"));
	cr_assert_eq(read_answer(fd, text, sizeof text), 100);
	cr_assert(send_text(fd, "{}"));
	cr_assert_eq(read_answer(fd, text, sizeof text), 200);
	close(fd);

	/* Chunks without end. */
	fd = open_client(s);
	cr_assert(send_text(fd, GOOD_HEAD "Transfer-Encoding: chunked\r\n\r\n7fffffff\r\n"));
	size_t sent = 0;
	while (sent < 3u * SN_RPC_DRAIN_MAX && send_bytes(fd, body, 65536))
		sent += 65536;
	cr_assert_lt(sent, 3u * SN_RPC_DRAIN_MAX);
	close(fd);
	free(body);
	sn_rpc_server_stop(s);
}

/* A refused request leaves the connection usable, because its body was read. */
Test(rpc_server, refusals_keep_the_connection, .timeout = 30)
{
	const struct sn_rpc_server_options options = {0};
	struct sn_rpc_server *s = start(&options);
	char text[4096];
	int fd = open_client(s);
	for (int i = 0; i < 3; i++) {
		cr_assert(send_text(fd, "POST /json_rpc HTTP/1.1\r\n" HOST BODY));
		cr_assert_eq(read_answer(fd, text, sizeof text), 415);
		cr_assert(send_text(fd, GOOD_HEAD BODY GOOD_HEAD "Content-Length: 3\r\n\r\n[1]"));
		cr_assert_eq(read_answer(fd, text, sizeof text), 200);
		cr_assert_eq(read_answer(fd, text, sizeof text), 200);
		cr_assert_not_null(strstr(text, "\r\n\r\n[1]"));
	}
	close(fd);
	sn_rpc_server_stop(s);
}

struct slow_client {
	const char *at_once, *slowly;
	double want, took; /* seconds until the connection is closed */
	int fd, status;
};

/* Send one byte each 100 ms, or only wait if there is none, until the server closes the connection. */
static void *be_slow(void *arg)
{
	struct slow_client *c = arg;
	char text[4096], byte;
	double begin = seconds();
	send_text(c->fd, c->at_once);
	if (c->status)
		c->status = read_answer(c->fd, text, sizeof text);
	for (const char *p = c->slowly; c->took < 10; c->took = seconds() - begin) {
		sleep_ms(100);
		if (*p && send(c->fd, p++, 1, MSG_NOSIGNAL) != 1)
			break;
		ssize_t n = recv(c->fd, &byte, 1, MSG_DONTWAIT);
		if (n == 0 || (n < 0 && errno != EAGAIN))
			break;
		cr_assert_lt(n, 0, "an answer to half a request");
	}
	close(c->fd);
	return NULL;
}

Test(rpc_server, slow_clients, .timeout = 60)
{
	const struct sn_rpc_server_options options = {.idle_seconds = 1, .request_seconds = 2};
	struct sn_rpc_server *s = start(&options);
	static const char dots[] =
		"..............................................................................";
	char text[4096];
	struct slow_client clients[] = {
		{"", "", .want = 1},
		{"", "POST /..............................................................", .want = 1},
		{GOOD_HEAD, dots, .want = 2},
		{GOOD_HEAD "X: ", dots, .want = 2},
		{GOOD_HEAD "Content-Length: 100\r\n\r\n", dots, .want = 2},
		{GOOD_HEAD "Transfer-Encoding: chunked\r\n\r\n64\r\n", dots, .want = 2},
		{"POST /elsewhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n", dots,
		 .want = 2},
		{GOOD_HEAD BODY, "", .want = 1, .status = 200}, /* idle after an answer */
	};
	const size_t count = sizeof clients / sizeof *clients;
	pthread_t threads[sizeof clients / sizeof *clients];
	double begin = seconds();

	/* The handler may take longer than a request; an answer must be read in time. */
	int slow = open_client(s), big = open_client(s), taken = open_client(s);
	atomic_store(&slow_milliseconds, 3000);
	cr_assert(send_text(slow, GOOD_HEAD "Content-Length: 4\r\n\r\nslow"));
	cr_assert(send_text(big, GOOD_HEAD "Content-Length: 3\r\n\r\nbig"));
	cr_assert(send_text(taken, GOOD_HEAD "Content-Length: 3\r\n\r\nbig"));
	cr_assert_eq(read_answer(taken, text, sizeof text), 200);

	for (size_t i = 0; i < count; i++) {
		clients[i].fd = open_client(s);
		cr_assert_eq(pthread_create(&threads[i], NULL, be_slow, &clients[i]), 0);
	}
	for (size_t i = 0; i < count; i++) {
		pthread_join(threads[i], NULL);
		double late = clients[i].took - clients[i].want;
		cr_assert(late > -0.2 && late < 1.5, "%zu: %f s", i, clients[i].took);
	}
	cr_assert_eq(clients[count - 1].status, 200);

	cr_assert_eq(read_answer(slow, text, sizeof text), 200);
	while (seconds() - begin < 4)
		sleep_ms(50);
	cr_assert_eq(read_answer(big, text, sizeof text), -1);
	cr_assert_lt(seconds() - begin, 6);
	close(slow);
	close(big);
	close(taken);
	sn_rpc_server_stop(s);
}

/* Clients that disconnect at any point. SIGPIPE would end this process. */
Test(rpc_server, clients_that_leave, .timeout = 60)
{
	const struct sn_rpc_server_options options = {0};
	struct sn_rpc_server *s = start(&options);
	static const char request[] = GOOD_HEAD "Content-Length: 3\r\n\r\nbig";
	signal(SIGPIPE, SIG_DFL);
	atomic_store(&slow_milliseconds, 200);
	for (size_t len = 0; len <= sizeof request - 1; len++) {
		int fd = open_client(s);
		cr_assert(send_bytes(fd, request, len));
		if (len % 2)
			setsockopt(fd, SOL_SOCKET, SO_LINGER, &(struct linger){.l_onoff = 1},
				   sizeof(struct linger));
		close(fd);
	}
	int fd = open_client(s);
	cr_assert(send_text(fd, GOOD_HEAD "Content-Length: 4\r\n\r\nslow"));
	close(fd);
	sleep_ms(400);
	cr_assert_eq(post(s, "{}"), 200);
	sn_rpc_server_stop(s);
}

Test(rpc_server, connections_are_bounded, .timeout = 120)
{
	const struct sn_rpc_server_options options = {.request_seconds = 60, .idle_seconds = 60};
	struct sn_rpc_server *s = start(&options);
	static int fds[SN_RPC_CONNECTIONS_MAX];
	char text[4096];
	for (size_t i = 0; i < SN_RPC_CONNECTIONS_MAX; i++) {
		fds[i] = open_client(s);
		cr_assert(send_text(fds[i], GOOD_HEAD BODY));
		cr_assert_eq(read_answer(fds[i], text, sizeof text), 200, "%zu", i);
	}
	int fd = open_client(s);
	cr_assert(is_closed(fd)); /* one too many */
	close(fd);
	close(fds[7]);
	bool is_served = false;
	for (int i = 0; i < 200 && !is_served; i++) {
		sleep_ms(10);
		fd = open_client(s);
		is_served = send_text(fd, GOOD_HEAD BODY) && read_answer(fd, text, sizeof text) == 200;
		close(fd);
	}
	cr_assert(is_served);

	/* All others are idle: stopping is immediate. */
	double begin = seconds();
	sn_rpc_server_stop(s);
	cr_assert_lt(seconds() - begin, 2);
	for (size_t i = 0; i < SN_RPC_CONNECTIONS_MAX; i++)
		if (i != 7)
			close(fds[i]);
}

/* Not more connections than descriptors. */
Test(rpc_server, connections_are_bounded_by_descriptors, .timeout = 60)
{
	static const struct {
		rlim_t descriptors;
		size_t connections;
	} cases[] = {{SN_RPC_OTHER_DESCRIPTORS + 20, 20}, {40, SN_RPC_CONNECTIONS_MIN}};
	const struct sn_rpc_server_options options = {.request_seconds = 60, .idle_seconds = 60};
	struct rlimit before, low;
	char text[4096];
	cr_assert_eq(getrlimit(RLIMIT_NOFILE, &before), 0);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		low = before;
		low.rlim_cur = cases[i].descriptors;
		cr_assert_eq(setrlimit(RLIMIT_NOFILE, &low), 0);
		struct sn_rpc_server *s = start(&options);
		cr_assert_eq(setrlimit(RLIMIT_NOFILE, &before), 0); /* the clients are in this process, too */
		int fds[100];
		for (size_t j = 0; j < cases[i].connections; j++) {
			fds[j] = open_client(s);
			cr_assert(send_text(fds[j], GOOD_HEAD BODY));
			cr_assert_eq(read_answer(fds[j], text, sizeof text), 200, "%zu", j);
		}
		int fd = open_client(s);
		cr_assert(is_closed(fd));
		close(fd);
		for (size_t j = 0; j < cases[i].connections; j++)
			close(fds[j]);
		sn_rpc_server_stop(s);
	}
}

struct crowd {
	const struct sn_rpc_server *server;
	unsigned number, requests, good;
	int fd;     /* in some tests */
	CURL *curl; /* or NULL */
};

static void *be_one_of_many(void *arg)
{
	struct crowd *c = arg;
	char request[256], text[1024], want[64];
	int fd = open_client(c->server);
	for (unsigned i = 0; i < c->requests; i++) {
		snprintf(want, sizeof want, "\r\n\r\n[%6u,%6u]", c->number, i);
		snprintf(request, sizeof request, GOOD_HEAD "Content-Length: 15%s", want);
		if (!send_text(fd, request) || read_answer(fd, text, sizeof text) != 200)
			break;
		c->good += strstr(text, want) != NULL;
	}
	close(fd);
	return NULL;
}

#define CROWD 200

Test(rpc_server, many_clients_at_one_time, .timeout = 120)
{
	const struct sn_rpc_server_options options = {0};
	struct sn_rpc_server *s = start(&options);
	static struct crowd crowd[CROWD];
	pthread_t threads[CROWD];
	for (unsigned i = 0; i < CROWD; i++) {
		crowd[i] = (struct crowd){.server = s, .number = i, .requests = 50};
		cr_assert_eq(pthread_create(&threads[i], NULL, be_one_of_many, &crowd[i]), 0);
	}
	for (unsigned i = 0; i < CROWD; i++) {
		pthread_join(threads[i], NULL);
		cr_assert_eq(crowd[i].good, crowd[i].requests, "client %u", i);
	}
	sn_rpc_server_stop(s);
}

/* ------------------------------------------------------------------ stop */

static void *stop(void *arg)
{
	sn_rpc_server_stop(arg);
	return NULL;
}

static void wait_for_slow_call(unsigned before)
{
	for (int i = 0; atomic_load(&slow_calls) == before && i < 500; i++)
		sleep_ms(10);
	cr_assert_neq(atomic_load(&slow_calls), before);
}

Test(rpc_server, stop_finishes_the_request, .timeout = 60)
{
	const struct sn_rpc_server_options options = {.request_seconds = 1};
	struct sn_rpc_server *s = start(&options);
	char text[4096];
	atomic_store(&slow_milliseconds, 3000);
	int slow = open_client(s), idle = open_client(s), half = open_client(s);
	unsigned before = atomic_load(&slow_calls), calls_before = atomic_load(&calls);
	cr_assert(send_text(slow, GOOD_HEAD "Content-Length: 4\r\n\r\nslow"));
	wait_for_slow_call(before);
	cr_assert(send_text(half, GOOD_HEAD "Content-Length: 4\r\n\r\nsl"));
	sleep_ms(200);

	pthread_t thread;
	double begin = seconds();
	cr_assert_eq(pthread_create(&thread, NULL, stop, s), 0);
	cr_assert(is_closed(idle));
	cr_assert_lt(seconds() - begin, 1);
	cr_assert(is_closed(half));
	cr_assert_lt(seconds() - begin, 2.5);
	cr_assert_eq(read_answer(slow, text, sizeof text), 200);
	cr_assert_not_null(strstr(text, "\r\n\r\nslow"));
	cr_assert(is_closed(slow));
	pthread_join(thread, NULL);
	cr_assert_eq(atomic_load(&calls), calls_before + 1);
	close(slow);
	close(idle);
	close(half);
}

/* Stop at any moment: every request in the handler gets its answer. */
static void *ask_until_closed(void *arg)
{
	struct crowd *c = arg;
	char text[1024];
	while (send_text(c->fd, GOOD_HEAD BODY) && read_answer(c->fd, text, sizeof text) == 200)
		c->good++;
	close(c->fd);
	return NULL;
}

Test(rpc_server, stop_under_load, .timeout = 120)
{
	for (unsigned round = 0; round < 10; round++) {
		const struct sn_rpc_server_options options = {0};
		struct sn_rpc_server *s = start(&options);
		struct crowd crowd[20];
		pthread_t threads[20];
		atomic_store(&calls, 0);
		unsigned good = 0;
		for (unsigned i = 0; i < 20; i++) {
			/* Connected before the threads start: otherwise one might start after the server has
			 * stopped. */
			crowd[i] = (struct crowd){.fd = open_client(s)};
			cr_assert_eq(pthread_create(&threads[i], NULL, ask_until_closed, &crowd[i]), 0);
		}
		while (atomic_load(&calls) < 100)
			sleep_ms(1);
		sleep_ms(round * 3);
		double begin = seconds();
		sn_rpc_server_stop(s);
		cr_assert_lt(seconds() - begin, 3);
		for (unsigned i = 0; i < 20; i++) {
			pthread_join(threads[i], NULL);
			good += crowd[i].good;
		}
		cr_assert_eq(good, atomic_load(&calls), "round %u: %u answers to %u requests", round, good,
			     atomic_load(&calls));
	}
	sn_rpc_server_stop(NULL);
}

/* ------------------------------------------------------------------ addresses */

Test(rpc_server, addresses, .timeout = 30)
{
	static const char *const bad[] = {"",      "localhost", "127.0.0.1:80",    "127.1",
					  "[::1]", "::1%lo",    "1.2.3.4.5",       "0.0.0.0",
					  "::",    "192.0.2.1", "::ffff:127.0.0.1"};
	struct sn_error err;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		const struct sn_rpc_server_options options = {.bind_ip = bad[i]};
		cr_assert_eq(start_error(&options, &err), SN_USAGE, "%s", bad[i]);
		cr_assert_not_null(strstr(err.text, bad[i]));
	}
	struct sn_rpc_server_options options = {.bind_ip = "192.0.2.1", .allow_external = true};
	cr_assert_eq(start_error(&options, &err), SN_USAGE);
	cr_assert_not_null(strstr(err.text, "does not have this address"), "%s", err.text);

	options = (struct sn_rpc_server_options){.bind_ip = "0.0.0.0", .allow_external = true};
	struct sn_rpc_server *s = start(&options);
	cr_assert_eq(post(s, "{}"), 200);
	options = (struct sn_rpc_server_options){.port = sn_rpc_server_port(s)};
	cr_assert_eq(start_error(&options, &err), SN_IO);
	cr_assert_not_null(strstr(err.text, "in use by another program"), "%s", err.text);
	sn_rpc_server_stop(s);

	/* The port is free immediately, although the server closed the connections. */
	for (int i = 0; i < 3; i++) {
		int fd = -1;
		s = start(&options);
		cr_assert_eq(sn_rpc_server_port(s), options.port);
		cr_assert_eq(post(s, "{}"), 200);
		fd = open_client(s);
		sn_rpc_server_stop(s);
		cr_assert(is_closed(fd));
		close(fd);
	}

	options = (struct sn_rpc_server_options){.bind_ip = "0.0.0.0", .login = "ann:secret"};
	s = start(&options);
	cr_assert_eq(post(s, "{}"), 401);
	sn_rpc_server_stop(s);
	options = (struct sn_rpc_server_options){.host = "wallet.example"};
	s = start(&options);
	char text[4096];
	cr_assert_eq(ask(s,
			 "POST /json_rpc HTTP/1.1\r\n"
			 "Host: wallet.example:80\r\n" TYPE BODY,
			 text, sizeof text),
		     200);
	cr_assert_eq(ask(s,
			 "POST /json_rpc HTTP/1.1\r\n"
			 "Host: evil.example\r\n" TYPE BODY,
			 text, sizeof text),
		     403);
	cr_assert_eq(post(s, "{}"), 200);
	sn_rpc_server_stop(s);
	options = (struct sn_rpc_server_options){.host = "wallet.example:80"};
	cr_assert_eq(start_error(&options, &err), SN_USAGE);
	cr_assert_not_null(strstr(err.text, "not a host name"), "%s", err.text);

	options = (struct sn_rpc_server_options){.login = "secret"};
	cr_assert_eq(start_error(&options, &err), SN_USAGE);
	cr_assert_null(strstr(err.text, "secret"));
}

static size_t swallow(char *data, size_t size, size_t n, void *context)
{
	sn_put_bytes(context, data, size * n);
	return size * n;
}

static CURL *open_curl(const struct sn_rpc_server *s, const char *host, const char *login)
{
	static _Thread_local char url[100];
	CURL *c = curl_easy_init();
	snprintf(url, sizeof url, "http://%s:%u/json_rpc", host, sn_rpc_server_port(s));
	curl_easy_setopt(c, CURLOPT_URL, url);
	curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(c, CURLOPT_NOPROXY, "*");
	curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, swallow);
	curl_easy_setopt(c, CURLOPT_TIMEOUT, 30L);
	if (login) {
		curl_easy_setopt(c, CURLOPT_HTTPAUTH, (long)CURLAUTH_DIGEST);
		curl_easy_setopt(c, CURLOPT_USERPWD, login);
	}
	return c;
}

static long curl_post(CURL *c, const char *body, size_t len, struct sn_buf *answer)
{
	long status = 0;
	struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");
	sn_buf_clear(answer);
	curl_easy_setopt(c, CURLOPT_HTTPHEADER, headers);
	curl_easy_setopt(c, CURLOPT_POSTFIELDS, body);
	curl_easy_setopt(c, CURLOPT_POSTFIELDSIZE, (long)len);
	curl_easy_setopt(c, CURLOPT_WRITEDATA, answer);
	if (curl_easy_perform(c) == CURLE_OK)
		curl_easy_getinfo(c, CURLINFO_RESPONSE_CODE, &status);
	curl_slist_free_all(headers);
	return status;
}

Test(rpc_server, ipv6, .timeout = 30)
{
	struct sn_rpc_server *s;
	struct sn_error err;
	const struct sn_rpc_server_options options = {.bind_ip = "::1"};
	if (sn_rpc_server_start(&s, &options, handle, "context", &err))
		cr_skip_test("no IPv6 here: %s", err.text);
	struct sn_buf answer = {0};
	CURL *c = open_curl(s, "[::1]", NULL);
	cr_assert_eq(curl_post(c, "[6]", 3, &answer), 200);
	cr_assert(answer.len == 3 && !memcmp(answer.data, "[6]", 3));
	curl_easy_cleanup(c);
	sn_buf_free(&answer);
	sn_rpc_server_stop(s);
}

/* ------------------------------------------------------------------ login */

struct lines {
	pthread_mutex_t lock;
	struct sn_buf text;
	unsigned warnings;
};

static void keep_line(void *context, enum sn_log_level level, const char *line)
{
	struct lines *l = context;
	pthread_mutex_lock(&l->lock);
	sn_put_bytes(&l->text, line, strlen(line));
	sn_put_u8(&l->text, '\n');
	l->warnings += level <= SN_LOG_WARNING;
	pthread_mutex_unlock(&l->lock);
}

Test(rpc_server, login, .timeout = 60)
{
	struct lines lines = {.lock = PTHREAD_MUTEX_INITIALIZER};
	const struct sn_log log = {.level = SN_LOG_TRACE, .write = keep_line, .context = &lines};
	char login[] = "ann:pass:word";
	const struct sn_rpc_server_options options = {.login = login, .log = &log};
	struct sn_rpc_server *s = start(&options);
	sodium_memzero(login, sizeof login); /* it was copied */
	struct sn_buf answer = {0};
	char text[4096];

	cr_assert_eq(ask(s, GOOD_HEAD BODY, text, sizeof text), 401);
	cr_assert_not_null(strstr(text, "\r\nWWW-Authenticate: Digest realm=\"sneakernote\", qop=\"auth\", "
					"algorithm=SHA-256, nonce=\""));
	cr_assert_eq(
		ask(s, GOOD_HEAD "Authorization: Basic YW5uOnBhc3M6d29yZA==\r\n" BODY, text, sizeof text),
		401);
	/* Checks before the login, and checks after it. */
	cr_assert_eq(ask(s, "POST /json_rpc HTTP/1.1\r\nHost: evil\r\n" BODY, text, sizeof text), 403);
	cr_assert_eq(ask(s, "POST /json_rpc HTTP/1.1\r\n" HOST BODY, text, sizeof text), 401);
	cr_assert_eq(atomic_load(&calls), 0);
	cr_assert_eq(lines.warnings, 1); /* and no more within the interval */

	CURL *c = open_curl(s, "127.0.0.1", "ann:pass:word");
	for (int i = 0; i < 5; i++) /* the same nonce again */
		cr_assert_eq(curl_post(c, "[1,2]", 5, &answer), 200);
	cr_assert(answer.len == 5 && !memcmp(answer.data, "[1,2]", 5));
	char *body = calloc(1, SN_RPC_BODY_MAX);
	memset(body, '1', SN_RPC_BODY_MAX);
	cr_assert_eq(curl_post(c, body, SN_RPC_BODY_MAX, &answer), 200);
	cr_assert_eq(answer.len, SN_RPC_BODY_MAX);
	curl_easy_cleanup(c);

	/* Without a login, no body is stored. */
	c = open_curl(s, "127.0.0.1", "ann:wrong");
	cr_assert_eq(curl_post(c, body, SN_RPC_BODY_MAX, &answer), 401);
	curl_easy_cleanup(c);
	free(body);
	cr_assert_eq(lines.warnings, 1);
	cr_assert_eq(atomic_load(&calls), 6);

	sn_rpc_server_stop(s);
	cr_assert_eq(lines.warnings, 2);
	sn_put_u8(&lines.text, 0);
	cr_assert_null(strstr((char *)lines.text.data, "word"));
	cr_assert_not_null(strstr((char *)lines.text.data, "rpc: request of 5 bytes: 200, 5 bytes\n"));
	sn_buf_free(&lines.text);
	sn_buf_free(&answer);
}

/* Guessing is slow, fills no log, and delays no other client. */
Test(rpc_server, guessing_logins_is_slow, .timeout = 60)
{
	struct lines lines = {.lock = PTHREAD_MUTEX_INITIALIZER};
	const struct sn_log log = {.level = SN_LOG_WARNING, .write = keep_line, .context = &lines};
	const struct sn_rpc_server_options options = {.login = "ann:password", .log = &log};
	struct sn_rpc_server *s = start(&options);
	struct sn_buf answer = {0};
	char text[4096];
	int guesser = open_client(s);
	double begin = seconds();
	for (unsigned i = 0; i < SN_RPC_DENIALS_FREE + 2; i++) {
		if (i == SN_RPC_DENIALS_FREE)
			cr_assert_lt(seconds() - begin, 0.9);
		cr_assert(send_text(guesser, GOOD_HEAD "Authorization: Digest x=y\r\n" BODY));
		if (i > SN_RPC_DENIALS_FREE) { /* while the guesser waits */
			double now = seconds();
			CURL *c = open_curl(s, "127.0.0.1", "ann:password");
			cr_assert_eq(curl_post(c, "{}", 2, &answer), 200);
			curl_easy_cleanup(c);
			cr_assert_lt(seconds() - now, 0.9);
		}
		cr_assert_eq(read_answer(guesser, text, sizeof text), 401);
	}
	cr_assert_gt(seconds() - begin, 1.9);
	cr_assert_eq(lines.warnings, 1);
	close(guesser);

	/* The number of the others is logged at the end of the interval, without a further request. */
	while (seconds() - begin < SN_RPC_DENIALS_SECONDS + 5 && lines.warnings < 2)
		sleep_ms(100);
	cr_assert_eq(lines.warnings, 2);
	sn_rpc_server_stop(s);
	cr_assert_eq(lines.warnings, 2);
	sn_put_u8(&lines.text, 0);
	char want[64];
	snprintf(want, sizeof want, "rpc: %d failed logins\n", SN_RPC_DENIALS_FREE + 1);
	cr_assert_not_null(strstr((char *)lines.text.data, "rpc: 1 failed login\n"));
	cr_assert_not_null(strstr((char *)lines.text.data, want));
	sn_buf_free(&lines.text);
	sn_buf_free(&answer);
}

static void *login_again_and_again(void *arg)
{
	struct crowd *c = arg;
	struct sn_buf answer = {0};
	for (unsigned i = 0; i < c->requests; i++) {
		CURL *curl = open_curl(c->server, "127.0.0.1", "ann:password");
		c->good += curl_post(curl, "{}", 2, &answer) == 200;
		curl_easy_cleanup(curl);
	}
	sn_buf_free(&answer);
	return NULL;
}

Test(rpc_server, logins_at_the_same_time, .timeout = 60)
{
	struct lines lines = {.lock = PTHREAD_MUTEX_INITIALIZER};
	const struct sn_log log = {.level = SN_LOG_DEBUG, .write = keep_line, .context = &lines};
	const struct sn_rpc_server_options options = {.login = "ann:password", .log = &log};
	struct sn_rpc_server *s = start(&options);
	curl_global_init(CURL_GLOBAL_DEFAULT);
	struct crowd crowd[16];
	pthread_t threads[16];
	for (unsigned i = 0; i < 16; i++) {
		crowd[i] = (struct crowd){.server = s, .requests = 10};
		cr_assert_eq(pthread_create(&threads[i], NULL, login_again_and_again, &crowd[i]), 0);
	}
	for (unsigned i = 0; i < 16; i++) {
		pthread_join(threads[i], NULL);
		cr_assert_eq(crowd[i].good, crowd[i].requests);
	}
	sn_rpc_server_stop(s);
	/* Two requests each: the challenge and the answer to it. No client had to repeat a request. */
	unsigned answers = 0;
	sn_put_u8(&lines.text, 0);
	for (const char *p = (char *)lines.text.data; (p = strstr(p, "rpc: request of ")); p++)
		answers++;
	cr_assert_eq(answers, 2 * 16 * 10);
	sn_buf_free(&lines.text);
}
