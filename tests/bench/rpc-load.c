/* rpc-load [OPTION]... PORT - many clients at once at the JSON-RPC listener on 127.0.0.1:PORT.
 *
 *     --clients=N       connections that are kept alive, each with one request under way (32)
 *     --seconds=S       how long (5)
 *     --until-gone      until the server is gone instead: that connections break is no error then
 *     --pid=PID         the server: the most memory that it had resident in either half of the time is told
 *     --unsigned=FILE   hexadecimal text of an unsigned set: it is described, too
 *     --daemon-fails    the daemon is away at times: refreshes may fail
 *     --times           each fact is followed by " @ FIRST LAST", the moments of its first and last answer
 *     --only=METHOD     instead of the mix: get_balance of one address, or get_transfers of the last 100
 *     --pay=ADDRESS     one connection prepares payments to ADDRESS, PAYMENTS_MAX of them
 *
 * The last connection asks for nothing but refreshes, so that the answers to the others change all the time.
 * Requests are what an integrator sends (balance, address, transfers, description, information, batches,
 * notifications) mixed with what must be refused. Every answer must be HTTP with a length, its status and
 * JSON-RPC shape the ones that its request deserves, with that request's id: anything else ends the program
 * with status 1.
 *
 * What the answers said is printed once per distinct fact, sorted, for the caller to judge ("balance HEIGHT
 * BALANCE UNLOCKED RESERVED", "address ADDRESS", "payment ID", ...); then memory, the rate, and the times of
 * those answers that do not wait for a daemon. */
#include "bench.h"
#include "rpc_load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define CLIENTS_MAX 480
#define PAYMENTS_MAX 6
#define PATIENCE_US 30e6 /* an answer that takes longer: the server has locked itself up */
#define SAMPLE_US 5e4    /* how often memory is looked at */

struct client {
	int fd;                        /* -1: none */
	const struct request *request; /* NULL: none under way */
	uint64_t id;                   /* of its first call; strings for odd ones */
	struct sn_buf out, in;
	size_t sent;
	double since;
	bool is_payer, is_refresher, is_done;
};

struct options options = {.n_clients = 32, .seconds = 5};

static struct client clients[CLIENTS_MAX];
static int poll_fd;
static uint64_t next_id = 1;
static size_t n_done, n_answers, n_cut, n_payments, turn;
static double now, end;

static struct {
	double *us;
	size_t n, cap;
} times;

__attribute__((format(printf, 1, 2), noreturn)) void fail(const char *fmt, ...)
{
	va_list args;
	va_start(args, fmt);
	fputs("rpc-load: error: ", stderr);
	vfprintf(stderr, fmt, args);
	fputc('\n', stderr);
	va_end(args);
	exit(1);
}

void *or_fail(void *memory)
{
	if (!memory)
		fail("out of memory");
	return memory;
}

/* ---------------------------------------------------------------- requests */

static void write_request(struct client *c)
{
	const struct request *r = c->request;
	struct sn_buf body = {0};
	char head[256];

	request_write(&body, r, c->id);
	snprintf(head, sizeof head,
		 "%s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nContent-Type: %s\r\nContent-Length: %zu\r\n\r\n",
		 r->head ? r->head : "POST /json_rpc", (unsigned)options.port,
		 r->type ? r->type : "application/json", body.len);
	sn_buf_clear(&c->out);
	sn_put_bytes(&c->out, head, strlen(head));
	sn_put_bytes(&c->out, body.data, body.len);
	if (body.failed || c->out.failed)
		fail("out of memory");
	sn_buf_free(&body);
	c->sent = 0;
}

static void watch(struct client *c, int operation)
{
	struct epoll_event event = {.data.ptr = c,
				    .events = EPOLLIN | (c->sent < c->out.len ? EPOLLOUT : 0u)};
	if (epoll_ctl(poll_fd, operation, c->fd, &event))
		fail("epoll: %s", strerror(errno));
}

static void hang_up(struct client *c)
{
	if (c->fd >= 0)
		close(c->fd);
	c->fd = -1;
}

static void retire(struct client *c)
{
	hang_up(c);
	if (!c->is_done)
		n_done++;
	c->is_done = true;
	c->request = NULL;
}

static bool dial(struct client *c)
{
	struct sockaddr_in to = {.sin_family = AF_INET,
				 .sin_port = htons(options.port),
				 .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int one = 1;
	c->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (c->fd < 0)
		fail("socket: %s", strerror(errno));
	(void)setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
	if (connect(c->fd, (struct sockaddr *)&to, sizeof to) && errno != EINPROGRESS) {
		hang_up(c);
		return false;
	}
	return true;
}

/* The next request of the mix, or nothing more. */
static void next_request(struct client *c)
{
	if ((!options.until_gone && now >= end) || (c->is_payer && n_payments == PAYMENTS_MAX)) {
		retire(c);
		return;
	}
	if (c->is_payer) {
		c->request = &request_pay;
		n_payments++;
	} else if (c->is_refresher) {
		c->request = &request_refresh;
	} else if (options.only) {
		c->request = options.only;
	} else {
		do {
			c->request = &requests[turn++ % n_requests];
		} while (strstr(c->request->text, "$UNSIGNED") && !options.unsigned_hex);
	}
	c->id = next_id;
	next_id += 2;
	write_request(c);
	sn_buf_clear(&c->in);
	c->since = now;
	if (c->fd >= 0) {
		watch(c, EPOLL_CTL_MOD);
	} else if (dial(c)) {
		watch(c, EPOLL_CTL_ADD);
	} else if (options.until_gone) {
		retire(c);
	} else {
		fail("cannot connect: %s", strerror(errno));
	}
}

/* ---------------------------------------------------------------- answers */

static void take_time(double us)
{
	if (times.n == times.cap) {
		times.cap = times.cap ? 2 * times.cap : 4096;
		times.us = or_fail(realloc(times.us, times.cap * sizeof *times.us));
	}
	times.us[times.n++] = us;
}

/* The value of a header line, or NULL. `head` ends in an empty line. */
static const char *header(const char *head, const char *name)
{
	for (const char *line = strstr(head, "\r\n"); line && strncmp(line,
								      "\r\n"
								      "\r\n",
								      4);
	     line = strstr(line, "\r\n")) {
		line += 2;
		if (!strncasecmp(line, name, strlen(name)) && line[strlen(name)] == ':')
			return line + strlen(name) + 1 + strspn(line + strlen(name) + 1, " ");
	}
	return NULL;
}

/* Look whether the answer is complete; if so, check it and go on. */
static void read_answer(struct client *c)
{
	const struct request *r = c->request;
	sn_put_u8(&c->in, 0); /* so that it is a string */
	c->in.len--;
	const char *head = (const char *)c->in.data, *head_end = strstr(head, "\r\n\r\n");
	if (!head_end)
		return;
	const char *length = header(head, "Content-Length"), *connection = header(head, "Connection");
	const char *type = header(head, "Content-Type");
	size_t len = length ? strtoul(length, NULL, 10) : 0;
	size_t head_len = (size_t)(head_end + 4 - head);
	if (!length && r->status != 204)
		fail("%s: an answer without a length", r->name);
	if (c->in.len < head_len + len)
		return;
	if (c->in.len > head_len + len)
		fail("%s: more than one answer", r->name);
	if (strncmp(head, "HTTP/1.1 ", 9) || atoi(head + 9) != r->status)
		fail("%s: %.*s, should be %d", r->name, (int)strcspn(head, "\r"), head, r->status);
	if (r->status == 200 && (!type || strncasecmp(type, "application/json", 16)))
		fail("%s: its content type is not application/json", r->name);
	request_check_answer(r, c->id, head_end + 4, len);
	n_answers++;
	if (r != &request_refresh && r != &request_pay) /* these wait for the daemon */
		take_time(now - c->since);
	c->request = NULL;
	if (connection && !strncasecmp(connection, "close", 5))
		hang_up(c);
	next_request(c);
}

/* The connection is gone. */
static void lose(struct client *c)
{
	if (!options.until_gone)
		fail("%s: the connection broke", c->request ? c->request->name : "idle");
	if (c->in.len)
		n_cut++;
	hang_up(c);
	retire(c);
}

static void advance(struct client *c)
{
	ssize_t n;
	while (c->sent < c->out.len &&
	       (n = send(c->fd, c->out.data + c->sent, c->out.len - c->sent, MSG_NOSIGNAL)) != 0) {
		if (n < 0 && (errno == EAGAIN || errno == EINTR))
			break;
		if (n < 0) {
			/* It may have answered before it had read everything. */
			c->sent = c->out.len;
			break;
		}
		c->sent += (size_t)n;
	}
	for (;;) {
		uint8_t part[65536];
		n = recv(c->fd, part, sizeof part, 0);
		if (n < 0 && (errno == EAGAIN || errno == EINTR))
			break;
		if (n <= 0) {
			lose(c);
			return;
		}
		sn_put_bytes(&c->in, part, (size_t)n);
		if ((size_t)n < sizeof part)
			break;
	}
	if (c->in.failed)
		fail("out of memory");
	if (c->in.len && c->request) {
		read_answer(c);
		return;
	}
	watch(c, EPOLL_CTL_MOD);
}

/* ---------------------------------------------------------------- the whole */

/* Resident memory of the server in KiB, 0 if unknown. */
static unsigned long resident(void)
{
	char path[64], line[256];
	unsigned long kib = 0;
	snprintf(path, sizeof path, "/proc/%ld/status", options.pid);
	FILE *status = options.pid ? fopen(path, "r") : NULL;
	while (status && fgets(line, sizeof line, status))
		if (sscanf(line, "VmRSS: %lu", &kib) == 1)
			break;
	if (status)
		fclose(status);
	return kib;
}

static unsigned long most[2]; /* resident in the first and the second half */

static void sample_memory(double start)
{
	static double last;
	if (!options.pid || now - last < SAMPLE_US)
		return;
	last = now;
	unsigned long kib = resident(), *half = &most[now - start > (end - start) / 2];
	if (kib > *half)
		*half = kib;
}

static char *read_text(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = NULL;
	size_t cap = 0;
	if (!file || getline(&text, &cap, file) <= 0)
		fail("%s: %s", path, strerror(errno));
	fclose(file);
	text[strcspn(text, "\n")] = 0;
	return text;
}

static void read_options(int argc, char **argv)
{
	static const struct option known[] = {
		{"clients", required_argument, NULL, 'c'},  {"seconds", required_argument, NULL, 's'},
		{"until-gone", no_argument, NULL, 'g'},     {"daemon-fails", no_argument, NULL, 'd'},
		{"times", no_argument, NULL, 't'},          {"pid", required_argument, NULL, 'p'},
		{"unsigned", required_argument, NULL, 'u'}, {"pay", required_argument, NULL, 'a'},
		{"only", required_argument, NULL, 'o'},     {0}};
	int option;
	while ((option = getopt_long(argc, argv, "", known, NULL)) != -1) {
		switch (option) {
		case 'c':
			options.n_clients = strtoul(optarg, NULL, 10);
			break;
		case 's':
			options.seconds = strtod(optarg, NULL);
			break;
		case 'g':
			options.until_gone = true;
			break;
		case 'd':
			options.daemon_fails = true;
			break;
		case 't':
			options.times = true;
			break;
		case 'p':
			options.pid = strtol(optarg, NULL, 10);
			break;
		case 'u':
			options.unsigned_hex = read_text(optarg);
			break;
		case 'a':
			options.address = optarg;
			break;
		case 'o':
			options.only = request_single(optarg);
			break;
		default:
			exit(2);
		}
	}
	if (argc - optind != 1 || options.n_clients < 1 || options.n_clients > CLIENTS_MAX)
		fail("usage: rpc-load [OPTION]... PORT");
	options.port = (in_port_t)strtoul(argv[optind], NULL, 10);
}

static void check_patience(void)
{
	size_t waiting = 0;
	for (size_t i = 0; i < options.n_clients; i++)
		if (clients[i].request && now - clients[i].since > PATIENCE_US)
			waiting++;
	if (waiting)
		fail("%zu clients have waited for more than %.0f s", waiting, PATIENCE_US / 1e6);
}

static void report(double start)
{
	facts_print();
	if (n_cut)
		printf("cut %zu\n", n_cut);
	if (options.pid)
		printf("resident %lu %lu KiB\n", most[0], most[1]);
	if (!times.n && options.until_gone)
		return;
	if (!times.n)
		fail("nothing was answered");
	qsort(times.us, times.n, sizeof *times.us, bench_compare);
	printf("load: %zu clients, %zu answers, %.0f/s, median %.2f ms, 99 %% within %.2f ms, slowest %.2f ms\n",
	       options.n_clients, n_answers, (double)n_answers / ((now - start) / 1e6),
	       times.us[times.n / 2] / 1e3, times.us[times.n * 99 / 100] / 1e3, times.us[times.n - 1] / 1e3);
}

int main(int argc, char **argv)
{
	read_options(argc, argv);
	poll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (poll_fd < 0)
		fail("epoll: %s", strerror(errno));

	double start = now = bench_now_us();
	end = start + options.seconds * 1e6;
	for (size_t i = 0; i < options.n_clients; i++) {
		clients[i].fd = -1;
		clients[i].is_payer = !i && options.address;
		clients[i].is_refresher = i && i == options.n_clients - 1;
		next_request(&clients[i]);
	}
	while (n_done < options.n_clients) {
		struct epoll_event events[64];
		int n = epoll_wait(poll_fd, events, 64, 500);
		if (n < 0 && errno != EINTR)
			fail("epoll: %s", strerror(errno));
		now = bench_now_us();
		for (int i = 0; i < n; i++) {
			struct client *c = events[i].data.ptr;
			if (c->fd >= 0)
				advance(c);
		}
		sample_memory(start);
		check_patience();
	}
	report(start);
	return 0;
}
