#include "rpc_server_fixture.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <sodium.h>

atomic_uint calls, slow_calls;
atomic_bool signals_reach_handler;
atomic_uint slow_milliseconds = 1500;

void sleep_ms(unsigned ms)
{
	nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L}, NULL);
}

double seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int handle_request(void *context, bool may_change, const char *body, size_t len, struct sn_buf *answer)
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
	if (!may_change)
		sn_put_bytes(answer, " (reading)", 10);
	return SN_OK;
}

struct sn_rpc_server *start_server(const struct sn_rpc_server_options *options)
{
	struct sn_rpc_server *s;
	struct sn_error err = {0};
	cr_assert(sodium_init() >= 0);
	cr_assert_eq(sn_rpc_server_start(&s, options, handle_request, "context", &err), SN_OK, "%s",
		     err.text);
	cr_assert_neq(sn_rpc_server_port(s), 0);
	return s;
}

int start_error(const struct sn_rpc_server_options *options, struct sn_error *err)
{
	struct sn_rpc_server *s;
	int ret = sn_rpc_server_start(&s, options, handle_request, "context", err);
	cr_assert_neq(ret, SN_OK);
	cr_assert_null(s);
	return ret;
}

int open_client(const struct sn_rpc_server *s)
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

bool send_bytes(int fd, const void *data, size_t len)
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

bool send_text(int fd, const char *text)
{
	return send_bytes(fd, text, strlen(text));
}

int read_answer(int fd, char *text, size_t size)
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

bool is_closed(int fd)
{
	char c;
	return recv(fd, &c, 1, 0) <= 0;
}

int ask_http(const struct sn_rpc_server *s, const char *request, char *text, size_t size)
{
	int fd = open_client(s);
	send_text(fd, request);
	int status = read_answer(fd, text, size);
	close(fd);
	return status;
}

int post(const struct sn_rpc_server *s, const char *body)
{
	char request[512], text[4096];
	snprintf(request, sizeof request, GOOD_HEAD "Content-Length: %zu\r\n\r\n%s", strlen(body), body);
	return ask_http(s, request, text, sizeof text);
}
