/* receiver PORT FILE [STATUS] - a receiver of notices, for tests.
 *
 * Listens on PORT of 127.0.0.1, appends a line with the body of each POST request to FILE, and answers with
 * STATUS (default 204), until it is killed. With STATUS 0, it never answers. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

static void die(const char *what)
{
	perror(what);
	exit(1);
}

/* Read a request. Returns its body, or NULL if it is incomplete. */
static const char *read_request(int fd, char *buffer, size_t size)
{
	size_t len = 0;
	for (;;) {
		const ssize_t n = read(fd, buffer + len, size - 1 - len);
		if (n <= 0)
			return NULL;
		len += (size_t)n;
		buffer[len] = 0;
		const char *end = strstr(buffer, "\r\n\r\n"),
			   *length = strcasestr(buffer, "\r\nContent-Length:");
		if (end && length && strlen(end + 4) >= strtoul(length + 17, NULL, 10))
			return end + 4;
	}
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	const int status = argc > 3 ? atoi(argv[3]) : 204, one = 1;
	const struct sockaddr_in at = {.sin_family = AF_INET,
				       .sin_port = htons((in_port_t)atoi(argv[1])),
				       .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	const int listener = socket(AF_INET, SOCK_STREAM, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGPIPE, SIG_IGN);
	setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
	if (bind(listener, (const struct sockaddr *)&at, sizeof at) || listen(listener, 8))
		die("receiver");
	for (;;) {
		char buffer[8192], answer[100];
		const int fd = accept(listener, NULL, NULL);
		if (fd < 0)
			die("receiver");
		const char *body = read_request(fd, buffer, sizeof buffer);
		FILE *file = body ? fopen(argv[2], "a") : NULL;
		if (file) {
			fprintf(file, "%s", body);
			fclose(file);
		}
		if (file && !status)
			continue;
		const int len = snprintf(
			answer, sizeof answer,
			"HTTP/1.1 %d Answer\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", status);
		if (file && write(fd, answer, (size_t)len) != len)
			perror("receiver");
		close(fd);
	}
}
