#include "node_server.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int listen_somewhere(unsigned *port)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof at;
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	cr_assert(fd >= 0 && !bind(fd, (struct sockaddr *)&at, len) && !listen(fd, 16));
	cr_assert(!getsockname(fd, (struct sockaddr *)&at, &len));
	*port = ntohs(at.sin_port);
	return fd;
}

unsigned server_dead_port(void)
{
	unsigned port;
	close(listen_somewhere(&port));
	return port;
}

/* Returns false if the server must stop. */
static bool wait_for(struct server *s, int fd)
{
	struct pollfd p[2] = {{.fd = fd, .events = POLLIN}, {.fd = s->stop[0], .events = POLLIN}};
	return poll(p, 2, 30000) > 0 && !p[1].revents;
}

static bool is_whole(const struct sn_buf *request)
{
	const char *text = (const char *)request->data, *end = strstr(text, "\r\n\r\n");
	const char *length = strcasestr(text, "\r\nContent-Length:");
	if (!end)
		return false;
	size_t body = length && length < end ? strtoul(length + 17, NULL, 10) : 0;
	return request->len >= (size_t)(end + 4 - text) + body;
}

static void serve(struct server *s, int fd)
{
	struct sn_buf request = {0}, answer = {0};
	char chunk[4096];
	for (;;) {
		ssize_t n = wait_for(s, fd) ? recv(fd, chunk, sizeof chunk, 0) : -1;
		if (n <= 0)
			goto out;
		sn_put_bytes(&request, chunk, (size_t)n);
		sn_put_u8(&request, 0); /* for strstr */
		request.len--;
		if (is_whole(&request))
			break;
	}
	s->requests++;
	bool done = s->respond(s->context, (const char *)request.data, request.len, &answer);
	for (size_t at = 0; at < answer.len;) {
		ssize_t n = send(fd, answer.data + at, answer.len - at, MSG_NOSIGNAL);
		if (n <= 0)
			goto out;
		at += (size_t)n;
	}
	if (!done)
		wait_for(s, fd);
out:
	sn_buf_free(&request);
	sn_buf_free(&answer);
}

static void *run(void *arg)
{
	struct server *s = arg;
	while (wait_for(s, s->listener)) {
		int fd = accept(s->listener, NULL, NULL);
		if (fd < 0)
			continue;
		serve(s, fd);
		close(fd);
	}
	return NULL;
}

void server_start(struct server *s)
{
	unsigned port;
	s->listener = listen_somewhere(&port);
	snprintf(s->address, sizeof s->address, "127.0.0.1:%u", port);
	cr_assert(!pipe(s->stop));
	cr_assert(!pthread_create(&s->thread, NULL, run, s));
}

void server_stop(struct server *s)
{
	cr_assert_eq(write(s->stop[1], "x", 1), 1);
	pthread_join(s->thread, NULL);
	close(s->listener);
	close(s->stop[0]);
	close(s->stop[1]);
}

void server_put_ok(struct sn_buf *answer, const void *body, size_t len)
{
	char head[128];
	int n = snprintf(head, sizeof head,
			 "HTTP/1.1 200 Ok\r\nServer: Epee-based\r\nContent-Length: %zu\r\n\r\n", len);
	sn_put_bytes(answer, head, (size_t)n);
	sn_put_bytes(answer, body, len);
}

bool server_follow_script(void *context, const char *request, size_t len, struct sn_buf *answer)
{
	struct server_script *script = context;
	snprintf(script->request, sizeof script->request, "%.*s", (int)len, request);
	sn_put_bytes(answer, script->answer, strlen(script->answer));
	return !script->hangs;
}
