/* bad-daemon MODE [UPSTREAM-PORT [PATH]] - a faulty or hostile daemon, for tests.
 *
 * Listens on a free port of 127.0.0.1, prints it, and serves until it is killed. Modes:
 *
 *     silent          receives requests and never answers
 *     garbage         answers with meaningless bytes
 *     endless         answers without end
 *
 * The other modes forward requests to the daemon at UPSTREAM-PORT, and its answers, with these changes:
 *
 *     slow            delays each answer by one second
 *     cut             truncates answers to requests with PATH in their path
 *     lie-keys        exchanges the one-time keys of requested outputs
 *     lie-masks       exchanges their commitments
 *     lie-indices     adds PATH, a number, to the global indices of all outputs of transactions
 *     upgrade         reports network upgrade 19 for its next block
 *     small-blocks    reports PATH, a number, as the block weight limit
 *     new-block       changes the version of the last block of each answer to 19
 *     reject          rejects the transaction of requests with PATH in their path, without forwarding them
 *     reject-first    the same for the first of them on each connection
 *     reject-forward  forwards requests with PATH in their path, and reports a rejection
 *     record          is also a SOCKS 5 proxy, which connects every host to the daemon. Appends a line for
 *                     each request to the file PATH: SOCKS user name, host, path, body. The body is in
 *                     hexadecimal unless it is text */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

static const char *mode, *at_path = "";
static in_port_t upstream_port;

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static bool is_mode(const char *name)
{
	return !strcmp(mode, name);
}

static struct sockaddr_in loopback(in_port_t port)
{
	return (struct sockaddr_in){
		.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static int connect_upstream(void)
{
	struct sockaddr_in to = loopback(upstream_port);
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to))
		die("upstream");
	return fd;
}

static bool send_all(int fd, const char *data, size_t len)
{
	while (len) {
		ssize_t n = send(fd, data, len, MSG_NOSIGNAL);
		if (n <= 0)
			return false;
		data += n;
		len -= (size_t)n;
	}
	return true;
}

struct message {
	char *data;       /* ends in NUL, so that the head can be searched as text */
	size_t len, head; /* of the message; of the head with its empty line */
};

/* Receive one HTTP message with a Content-Length. Returns false at the end of the connection. */
static bool receive(int fd, struct message *m)
{
	size_t cap = 1 << 16, want = SIZE_MAX;
	*m = (struct message){.data = malloc(cap + 1)};
	while (m->data && m->len < want) {
		if (m->len == cap) {
			char *more = realloc(m->data, 2 * cap + 1);
			if (!more)
				die("memory");
			m->data = more;
			cap *= 2;
		}
		ssize_t n = recv(fd, m->data + m->len, cap - m->len, 0);
		if (n <= 0)
			break;
		m->len += (size_t)n;
		m->data[m->len] = 0;
		char *end = m->head ? NULL : strstr(m->data, "\r\n\r\n");
		if (end) {
			m->head = (size_t)(end + 4 - m->data);
			want = m->head;
			for (char *line = m->data; line && line < end; line = strstr(line, "\r\n") + 2)
				if (!strncasecmp(line, "Content-Length:", 15))
					want += strtoul(line + 15, NULL, 10);
		}
	}
	if (m->data && m->len >= want)
		return true;
	free(m->data);
	return false;
}

/* Find the next value of the field in JSON ("key": "HEX") or in epee's binary storage (name, type string,
 * length 32). */
static char *next_value(char *at, char *end, const char *name, size_t *len)
{
	char json[16], binary[16];
	size_t json_len = (size_t)snprintf(json, sizeof json, "\"%s\": \"", name);
	size_t binary_len = (size_t)snprintf(binary, sizeof binary, "%c%s\x0a\x80", (int)strlen(name), name);
	for (; at < end; at++) {
		if ((size_t)(end - at) >= json_len + 64 && !memcmp(at, json, json_len)) {
			*len = 64;
			return at + json_len;
		}
		if ((size_t)(end - at) >= binary_len + 32 && !memcmp(at, binary, binary_len)) {
			*len = 32;
			return at + binary_len;
		}
	}
	return NULL;
}

/* Replace each value of the field by the next one, so that all stay valid. */
static void rotate_values(struct message *m, const char *name)
{
	char *end = m->data + m->len, *previous = NULL;
	size_t len;
	for (char *p = next_value(m->data + m->head, end, name, &len); p;
	     p = next_value(p + len, end, name, &len)) {
		for (size_t i = 0; previous && i < len; i++) {
			char swapped = p[i];
			p[i] = previous[i];
			previous[i] = swapped;
		}
		previous = p;
	}
}

/* In epee's binary storage: the name, the type of an array of uint64, the count (the width in its two lowest
 * bits). */
static void shift_indices(struct message *m, int64_t by)
{
	static const char name[] = "\x07"
				   "indices\x85";
	const size_t before = sizeof name - 1;
	for (char *at = m->data + m->head, *end = m->data + m->len; at + before + 8 < end; at++) {
		if (memcmp(at, name, before))
			continue;
		uint64_t count = 0, index;
		size_t width = (size_t)1 << (at[before] & 3);
		memcpy(&count, at + before, width); /* little-endian, like this machine */
		char *value = at + before + width;
		for (count >>= 2; count && value + sizeof index <= end; count--, value += sizeof index) {
			memcpy(&index, value, sizeof index);
			index += (uint64_t)by;
			memcpy(value, &index, sizeof index);
		}
	}
}

/* Change "version": N to 19 in a JSON answer, with the same number of digits. */
static void report_upgrade(struct message *m)
{
	char *version = strstr(m->data + m->head, "\"version\": 1");
	if (version)
		version[12] = '9';
}

/* Change "block_weight_limit": N to another number, with the same number of characters. */
static void report_limit(struct message *m, const char *number)
{
	char *limit = strstr(m->data + m->head, "\"block_weight_limit\": ");
	if (!limit)
		return;
	limit += strlen("\"block_weight_limit\": ");
	size_t width = strspn(limit, "0123456789"), len = strlen(number);
	memset(limit, ' ', width);
	memcpy(limit + (len < width ? width - len : 0), number, len < width ? len : width);
}

/* The last block: its name, the type string, the length (the width in its two lowest bits), the version. */
static void make_new_block(struct message *m)
{
	static const char name[] = "\x05"
				   "block\x0a";
	char *last = NULL;
	for (char *at = m->data + m->head; at + 16 < m->data + m->len; at++)
		if (!memcmp(at, name, sizeof name - 1))
			last = at + sizeof name - 1;
	if (last)
		last[1 << (*last & 3)] = 19;
}

/* The answer of a real daemon that rejects a transaction. */
static bool refuse(int client)
{
	static const char answer[] =
		"{\"double_spend\": false, \"fee_too_low\": false, \"invalid_input\": true, "
		"\"low_mixin\": false, \"not_relayed\": false, \"overspend\": false, "
		"\"reason\": \"invalid input\", \"sanity_check_failed\": false, "
		"\"too_big\": false, \"too_few_outputs\": false, \"tx_extra_too_big\": false, "
		"\"status\": \"Failed\", \"untrusted\": false}";
	char head[128];
	int n = snprintf(head, sizeof head,
			 "HTTP/1.1 200 Ok\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n",
			 sizeof answer - 1);
	return send_all(client, head, (size_t)n) && send_all(client, answer, sizeof answer - 1);
}

static char socks_user[256], socks_host[256];

static bool take(int fd, void *data, size_t len)
{
	return recv(fd, data, len, MSG_WAITALL) == (ssize_t)len;
}

/* Read a length byte and this number of bytes, as text. */
static bool take_text(int fd, char text[static 256])
{
	unsigned char len;
	if (!take(fd, &len, 1) || (len && !take(fd, text, len)))
		return false;
	text[len] = 0;
	return true;
}

/* RFC 1928 and 1929: a login if the client has one, then a connection to a name. */
static bool speak_socks(int client)
{
	char methods[256] = "", password[256], port[2];
	unsigned char version;
	if (!take(client, &version, 1) || version != 5 || !take_text(client, methods))
		return false;
	bool has_login = memchr(methods, 2, sizeof methods);
	memcpy(socks_user, "-", 2);
	if (!send_all(client, has_login ? "\5\2" : "\5\0", 2))
		return false;
	if (has_login && (!take(client, &version, 1) || !take_text(client, socks_user) ||
			  !take_text(client, password) || !send_all(client, "\1\0", 2)))
		return false;
	return take(client, methods, 4) && methods[3] == 3 && take_text(client, socks_host) &&
	       take(client, port, 2) && send_all(client, "\5\0\0\1\0\0\0\0\0\0", 10);
}

static bool is_text(const char *data, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (data[i] < 0x20 || data[i] > 0x7e)
			return false;
	return true;
}

static void record(const char *path, const struct message *request)
{
	const char *body = request->data + request->head;
	size_t len = request->len - request->head;
	FILE *file = fopen(at_path, "ae");
	if (!file)
		die(at_path);
	setvbuf(file, NULL, _IOFBF, 4 * len + 1024); /* one write */
	fprintf(file, "%s %s %s ", socks_user, socks_host, path);
	const char *format = is_text(body, len) ? "%c" : "%02x";
	for (size_t i = 0; i < len; i++)
		fprintf(file, format, (unsigned char)body[i]);
	putc('\n', file);
	fclose(file);
}

static void pass_on(int client)
{
	if (is_mode("record") && !speak_socks(client))
		return;
	int upstream = connect_upstream();
	struct message request, answer;
	unsigned n_refused = 0;
	while (receive(client, &request)) {
		char path[256] = "";
		sscanf(request.data, "%*s %255s", path);
		if (is_mode("record"))
			record(path, &request);
		if ((is_mode("reject") || (is_mode("reject-first") && !n_refused)) && strstr(path, at_path)) {
			n_refused++;
			free(request.data);
			if (!refuse(client))
				break;
			continue;
		}
		if (!send_all(upstream, request.data, request.len) || !receive(upstream, &answer))
			break;
		if (is_mode("reject-forward") && strstr(path, at_path)) {
			free(request.data);
			free(answer.data);
			if (!refuse(client))
				break;
			continue;
		}
		if (is_mode("slow"))
			sleep(1);
		if (is_mode("lie-keys") && strstr(path, "get_outs"))
			rotate_values(&answer, "key");
		if (is_mode("lie-masks") && strstr(path, "get_outs"))
			rotate_values(&answer, "mask");
		if (is_mode("lie-indices") && strstr(path, "getblocks.bin"))
			shift_indices(&answer, atoll(at_path));
		if (is_mode("upgrade") && strstr(request.data + request.head, "hard_fork_info"))
			report_upgrade(&answer);
		if (is_mode("small-blocks") && strstr(path, "get_info"))
			report_limit(&answer, at_path);
		if (is_mode("new-block") && strstr(path, "getblocks.bin"))
			make_new_block(&answer);
		bool cut = is_mode("cut") && strstr(path, at_path);
		size_t len = cut ? answer.head + (answer.len - answer.head) / 2 : answer.len;
		bool sent = send_all(client, answer.data, len);
		free(request.data);
		free(answer.data);
		if (cut || !sent)
			break;
	}
}

static void serve(int client)
{
	static const char head[] = "HTTP/1.1 200 OK\r\nServer: Epee-based\r\n";
	struct message request;
	if (is_mode("silent")) {
		pause();
	} else if (is_mode("garbage")) {
		while (receive(client, &request)) {
			free(request.data);
			send_all(client, head, sizeof head - 1);
			send_all(client, "Content-Length: 12\r\n\r\n\x01\x11{[\"\x80\0\xff\0\0\0\0", 34);
		}
	} else if (is_mode("endless")) {
		static const char lots[1 << 16];
		if (receive(client, &request) && send_all(client, head, sizeof head - 1) &&
		    send_all(client, "Connection: close\r\n\r\n", 21))
			while (send_all(client, lots, sizeof lots))
				;
	} else {
		pass_on(client);
	}
}

int main(int argc, char **argv)
{
	if (argc < 2 || argc > 4)
		return 2;
	mode = argv[1];
	if (argc > 2)
		upstream_port = (in_port_t)atoi(argv[2]);
	if (argc > 3)
		at_path = argv[3];

	signal(SIGCHLD, SIG_IGN);
	struct sockaddr_in self = loopback(0);
	socklen_t len = sizeof self;
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	if (fd < 0 || bind(fd, (struct sockaddr *)&self, len) || listen(fd, 16) ||
	    getsockname(fd, (struct sockaddr *)&self, &len))
		die("listen");
	printf("%u\n", (unsigned)ntohs(self.sin_port));
	fflush(stdout);

	for (;;) {
		int client = accept(fd, NULL, NULL);
		if (client < 0)
			die("accept");
		pid_t child = fork();
		if (child < 0)
			die("fork");
		if (!child) {
			close(fd);
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			serve(client);
			_exit(0);
		}
		close(client);
	}
}
