#include "rpc/listen.h"
#include "rpc_server_fixture.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* Chunk extensions have no meaning here. libmicrohttpd before 1.0 ignores them, as RFC 9112, 7.1.1, requires;
 * 1.0 refuses them, because programs that disagree on the end of an extension disagree on the end of a
 * request. Either is correct if the body is complete or refused. */
Test(rpc_server, chunk_extensions, .timeout = 60)
{
	const struct sn_rpc_server_options options = {0};
	struct sn_rpc_server *s = start_server(&options);
	char text[8192];
	unsigned before = atomic_load(&calls);
	int status = ask_http(s,
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
	struct sn_rpc_server *s = start_server(&options);
	char text[8192];
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		unsigned before = atomic_load(&calls);
		int status = ask_http(s, cases[i].request, text, sizeof text);
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
	struct sn_rpc_server *s = start_server(&options);
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
	int status = ask_http(s, head, text, sizeof text);
	cr_assert(status == 431 || status <= 0, "%d", status);
	len = (size_t)sprintf(head, "%s", "POST /");
	memset(head + len, 'x', 200000 - len);
	head[199999] = 0;
	status = ask_http(s, head, text, sizeof text);
	cr_assert(status == 414 || status <= 0, "%d", status);
	free(head);
	cr_assert_eq(post(s, "{}"), 200);
	sn_rpc_server_stop(s);
}

Test(rpc_server, long_bodies, .timeout = 60)
{
	const struct sn_rpc_server_options options = {0};
	struct sn_rpc_server *s = start_server(&options);
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
	cr_assert_eq(ask_http(s, head, text, sizeof text), 413);
	cr_assert_eq(ask_http(s, GOOD_HEAD "Content-Length: 1000000000000\r\n\r\n", text, sizeof text), 413);
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
	struct sn_rpc_server *s = start_server(&options);
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
	struct sn_rpc_server *s = start_server(&options);
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
	struct sn_rpc_server *s = start_server(&options);
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
	struct sn_rpc_server *s = start_server(&options);
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
		struct sn_rpc_server *s = start_server(&options);
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
	struct sn_rpc_server *s = start_server(&options);
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
