/* slow-link PORT BITS-PER-SECOND DELAY-MS [BREAK-BYTES [BREAKS]] - a proxy to 127.0.0.1:PORT that behaves
 * like a slow link, for tests and benchmarks.
 *
 * Listens on a free port of 127.0.0.1, prints it, and serves until SIGTERM. All connections share the rate,
 * in each direction. Bytes arrive DELAY-MS after they left, and a new connection waits for two delays more.
 * With BREAK-BYTES, the connection that receives byte BREAK-BYTES from the server, 2·BREAK-BYTES, and so on,
 * is reset there, up to BREAKS connections.
 *
 * At the end it prints a line: the bytes from the server, the milliseconds that the link needs for them, and
 * the number of connections that were reset. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define CONNECTIONS_MAX 64
#define PIECE 4096    /* bytes: connections take turns */
#define QUEUE_MS 20.0 /* of bytes that wait for the link; more stay with their sender */

/* Bytes under way. */
struct piece {
	struct piece *next;
	double at; /* milliseconds: when they arrive */
	size_t len, sent;
	char data[PIECE];
};

struct direction {
	struct piece *first, **end;
	bool is_ended; /* the sender closed its side */
};

struct connection {
	int client, server; /* -1: unused */
	double ready;       /* milliseconds: when it is established */
	struct direction up, down;
};

static struct connection connections[CONNECTIONS_MAX];
static double rate, delay, up_free, down_free;
static uint64_t break_bytes, total;
static unsigned n_breaks, breaks_max = UINT32_MAX;
static in_port_t port;
static volatile sig_atomic_t is_over;

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void end(int signal)
{
	(void)signal;
	is_over = 1;
}

static double now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static struct sockaddr_in loopback(in_port_t number)
{
	return (struct sockaddr_in){
		.sin_family = AF_INET, .sin_port = htons(number), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static void drop(struct direction *d)
{
	while (d->first) {
		struct piece *piece = d->first;
		d->first = piece->next;
		free(piece);
	}
}

static void close_both(struct connection *c, bool is_reset)
{
	const struct linger at_once = {.l_onoff = 1};
	if (is_reset)
		setsockopt(c->client, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
	close(c->client);
	close(c->server);
	drop(&c->up);
	drop(&c->down);
	c->client = c->server = -1;
}

static void accept_one(int listener, double now)
{
	struct sockaddr_in to = loopback(port);
	struct connection *c = connections;
	const int yes = 1;
	while (c < connections + CONNECTIONS_MAX && c->client >= 0)
		c++;
	int client = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
	if (client < 0 || c == connections + CONNECTIONS_MAX)
		die("accept");
	*c = (struct connection){.client = client, .ready = now + 2 * delay};
	c->up.end = &c->up.first;
	c->down.end = &c->down.first;
	c->server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (c->server < 0 || connect(c->server, (struct sockaddr *)&to, sizeof to))
		die("connect");
	setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
	setsockopt(c->server, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

/* Take a piece from the sender. It leaves when the link is free. */
static void take(int from, struct direction *d, double *link_free, double now)
{
	struct piece *piece = calloc(1, sizeof *piece);
	if (!piece)
		die("memory");
	ssize_t n = recv(from, piece->data, PIECE, MSG_DONTWAIT);
	if (n <= 0) {
		d->is_ended |= n == 0 || (errno != EAGAIN && errno != EINTR);
		free(piece);
		return;
	}
	piece->len = (size_t)n;
	*link_free = (*link_free > now ? *link_free : now) + (double)n * 8e3 / rate;
	piece->at = *link_free + delay;
	*d->end = piece;
	d->end = &piece->next;
}

/* Whether the connection goes on. */
static bool deliver(int to, struct direction *d, double now)
{
	while (d->first && d->first->at <= now) {
		struct piece *piece = d->first;
		ssize_t n = send(to, piece->data + piece->sent, piece->len - piece->sent,
				 MSG_NOSIGNAL | MSG_DONTWAIT);
		if (n < 0)
			return errno == EAGAIN || errno == EINTR;
		piece->sent += (size_t)n;
		if (piece->sent < piece->len)
			return true;
		d->first = piece->next;
		if (!d->first)
			d->end = &d->first;
		free(piece);
	}
	return true;
}

static bool has_broken(size_t more)
{
	const uint64_t before = total;
	total += more;
	return break_bytes && n_breaks < breaks_max && before / break_bytes != total / break_bytes;
}

static size_t waiting(const struct direction *d, double now)
{
	size_t n = 0;
	for (const struct piece *piece = d->first; piece && piece->at <= now; piece = piece->next)
		n += piece->len - piece->sent;
	return n;
}

static void serve(struct connection *c, double now)
{
	const double established = now > c->ready ? now : c->ready;
	if (!c->up.is_ended && up_free < now + QUEUE_MS)
		take(c->client, &c->up, &up_free, established);
	if (!c->down.is_ended && down_free < now + QUEUE_MS)
		take(c->server, &c->down, &down_free, now);
	bool goes_on = deliver(c->server, &c->up, now);
	const size_t before = waiting(&c->down, now);
	goes_on &= deliver(c->client, &c->down, now);
	const size_t delivered = before - waiting(&c->down, now);
	const bool is_broken = has_broken(delivered);
	n_breaks += is_broken;
	const bool has_ended = (c->up.is_ended && !c->up.first) || (c->down.is_ended && !c->down.first);
	if (!goes_on || is_broken || has_ended)
		close_both(c, is_broken);
}

/* When bytes arrive next, at most in a second. */
static int next_ms(double now)
{
	double at = now + 1000;
	for (const struct connection *c = connections; c < connections + CONNECTIONS_MAX; c++) {
		if (c->client < 0)
			continue;
		at = c->up.first && c->up.first->at < at ? c->up.first->at : at;
		at = c->down.first && c->down.first->at < at ? c->down.first->at : at;
	}
	if (down_free > now && down_free - QUEUE_MS / 2 < at)
		at = down_free - QUEUE_MS / 2;
	return at <= now ? 1 : 1 + (int)(at - now);
}

static void wait_for_some(int listener, double now)
{
	struct pollfd fds[1 + 2 * CONNECTIONS_MAX] = {{.fd = listener, .events = POLLIN}};
	nfds_t n = 1;
	for (const struct connection *c = connections; c < connections + CONNECTIONS_MAX; c++) {
		if (c->client < 0)
			continue;
		const short up = !c->up.is_ended && up_free < now + QUEUE_MS ? POLLIN : 0;
		const short down = !c->down.is_ended && down_free < now + QUEUE_MS ? POLLIN : 0;
		fds[n++] = (struct pollfd){.fd = up ? c->client : -1, .events = up};
		fds[n++] = (struct pollfd){.fd = down ? c->server : -1, .events = down};
	}
	if (poll(fds, n, next_ms(now)) < 0 && errno != EINTR)
		die("poll");
	if (fds[0].revents & POLLIN)
		accept_one(listener, now_ms());
}

static int listen_at_free_port(void)
{
	struct sockaddr_in self = loopback(0);
	socklen_t len = sizeof self;
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0 || bind(fd, (struct sockaddr *)&self, len) || listen(fd, 16) ||
	    getsockname(fd, (struct sockaddr *)&self, &len))
		die("listen");
	printf("%u\n", (unsigned)ntohs(self.sin_port));
	fflush(stdout);
	return fd;
}

int main(int argc, char **argv)
{
	if (argc < 4 || argc > 6)
		return 2;
	port = (in_port_t)atoi(argv[1]);
	rate = atof(argv[2]);
	delay = atof(argv[3]);
	break_bytes = argc > 4 ? strtoull(argv[4], NULL, 10) : 0;
	if (argc > 5)
		breaks_max = (unsigned)atoi(argv[5]);
	signal(SIGTERM, end);
	for (struct connection *c = connections; c < connections + CONNECTIONS_MAX; c++)
		c->client = c->server = -1;
	int listener = listen_at_free_port();
	for (size_t turn = 0; !is_over; turn++) {
		wait_for_some(listener, now_ms());
		for (size_t i = 0; i < CONNECTIONS_MAX; i++) {
			struct connection *c = &connections[(turn + i) % CONNECTIONS_MAX];
			if (c->client >= 0)
				serve(c, now_ms());
		}
	}
	printf("%llu %.0f %u\n", (unsigned long long)total, (double)total * 8e3 / rate, n_breaks);
	return 0;
}
