#include "node/http.h"
#include "node/http_open.h"
#include "node_server.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <curl/curl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static struct sn_http *open_at(const char *address, const char *login)
{
	struct sn_http *h;
	struct sn_error err = {0};
	const struct sn_http_options options = {.address = address,
						.default_port = 18081,
						.login = login,
						.connect_timeout = 2,
						.stall_timeout = 1};
	cr_assert_eq(sn_http_open(&h, &options, &err), SN_OK, "%s", err.text);
	return h;
}

/* Make one request to a server that answers `answer`; `cap` is 100 bytes. */
static int post(const char *answer, bool hangs, const char *login, struct sn_buf *reply,
		enum sn_http_progress *progress, struct sn_error *err)
{
	struct server_script script = {.answer = answer, .hangs = hangs};
	struct server server = {.respond = server_follow_script, .context = &script};
	server_start(&server);
	struct sn_http *h = open_at(server.address, login);
	int ret = sn_http_post(h, "/path", "text/plain", "hello", 5, 100, reply, progress, err);
	sn_http_close(h);
	server_stop(&server);
	if (!ret && !login) {
		cr_assert(!strncmp(script.request, "POST /path HTTP/1.1\r\n", 21), "%s", script.request);
		cr_assert_not_null(strstr(script.request, "Content-Type: text/plain\r\n"));
		cr_assert_not_null(strstr(script.request, "\r\n\r\nhello"));
		cr_assert_null(strcasestr(script.request, "Expect"));
	}
	return ret;
}

Test(node_http, good_answers)
{
	static const char *const good[] = {
		"HTTP/1.1 200 Ok\r\nContent-Length: 5\r\n\r\nworld",
		"HTTP/1.1 200 Ok\r\nConnection: close\r\n\r\nworld",
		"HTTP/1.1 200 Ok\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nwo\r\n3\r\nrld\r\n0\r\n\r\n",
		"HTTP/1.0 200 OK\r\n\r\nworld",
	};
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		struct sn_buf reply = {0};
		struct sn_error err = {0};
		enum sn_http_progress progress;
		cr_assert_eq(post(good[i], false, NULL, &reply, &progress, &err), SN_OK, "%s", err.text);
		cr_assert(reply.len == 5 && !memcmp(reply.data, "world", 5));
		cr_assert_eq(progress, SN_HTTP_ANSWERED);
		sn_buf_free(&reply);
	}
}

Test(node_http, bad_answers)
{
	static const struct {
		const char *answer;
		bool hangs;
		enum sn_http_progress progress;
		const char *words;
	} bad[] = {
		{"", false, SN_HTTP_SENT, "without an answer"},
		{"", true, SN_HTTP_SENT, "timed out after"},
		{"HTTP/1.1 200 Ok\r\nContent-Le", false, SN_HTTP_SENT, "in the middle of its answer"},
		{"HTTP/1.1 200 Ok\r\nContent-Length: 0\r\n\r\n", false, SN_HTTP_SENT,
		 "in the middle of its answer"},
		{"HTTP/1.1 200 Ok\r\nContent-Le", true, SN_HTTP_SENT, "timed out after"},
		{"HTTP/1.1 200 Ok\r\nContent-Length: 50\r\n\r\nhalf", false, SN_HTTP_SENT,
		 "in the middle of its answer"},
		{"HTTP/1.1 200 Ok\r\nContent-Length: 50\r\n\r\nhalf", true, SN_HTTP_SENT, "timed out after"},
		{"HTTP/1.1 200 Ok\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nwor", false, SN_HTTP_SENT,
		 "in the middle of its answer"},
		{"HTTP/1.1 200 Ok\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nworld", false, SN_HTTP_SENT, ""},
		{"HTTP/1.1 200 Ok\r\nContent-Length: 101\r\n\r\n", true, SN_HTTP_SENT, "more than 100 bytes"},
		{"HTTP/1.1 200 Ok\r\nContent-Length: 99999999999999\r\n\r\n", true, SN_HTTP_SENT,
		 "more than 100 bytes"},
		{"HTTP/1.1 200 Ok\r\nConnection: close\r\n\r\n"
		 "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890"
		 "123456789x",
		 false, SN_HTTP_SENT, "more than 100 bytes"},
		{"SSH-2.0-OpenSSH_9.2p1\r\n", false, SN_HTTP_SENT, "does not speak HTTP"},
		{"\x16\x03\x01\x02\x00", false, SN_HTTP_SENT, ""},
		{"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n", false, SN_HTTP_ANSWERED,
		 "requires a login"},
		{"HTTP/1.1 404 Not found\r\nContent-Length: 2\r\n\r\nno", false, SN_HTTP_ANSWERED,
		 "does not offer /path"},
		{"HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n", false, SN_HTTP_ANSWERED,
		 "status 500"},
		{"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n", false,
		 SN_HTTP_ANSWERED, "status 302"},
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct sn_buf reply = {0};
		struct sn_error err = {0};
		enum sn_http_progress progress;
		time_t start = time(NULL);
		cr_assert_eq(post(bad[i].answer, bad[i].hangs, NULL, &reply, &progress, &err), SN_DAEMON,
			     "case %zu", i);
		cr_assert_leq(time(NULL) - start, 5, "case %zu", i);
		cr_assert_eq(progress, bad[i].progress, "case %zu: %d", i, progress);
		cr_assert_not_null(strstr(err.text, bad[i].words), "case %zu: %s", i, err.text);
		cr_assert(!strncmp(err.text, "the daemon at 127.0.0.1:", 24) ||
				  strstr(err.text, " at 127.0.0.1:"),
			  "case %zu: %s", i, err.text);
		cr_assert_eq(reply.len, 0);
		sn_buf_free(&reply);
	}
}

Test(node_http, errors_that_the_user_can_fix_have_a_hint)
{
	static const struct {
		const char *answer, *hint;
	} cases[] = {
		{"", "use https://"},
		{"SSH-2.0-OpenSSH_9.2p1\r\n", "RPC port"},
		{"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n", "--daemon-login"},
		{"HTTP/1.1 404 Not found\r\nContent-Length: 2\r\n\r\nno", "Monero daemon"},
	};
	struct sn_buf reply = {0};
	struct sn_error err = {0};
	enum sn_http_progress progress;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		cr_assert_eq(post(cases[i].answer, false, NULL, &reply, &progress, &err), SN_DAEMON);
		cr_assert_not_null(strstr(err.hint, cases[i].hint), "case %zu: %s", i, err.hint);
	}
	char address[64];
	snprintf(address, sizeof address, "127.0.0.1:%u", server_dead_port());
	struct sn_http *h = open_at(address, NULL);
	cr_assert_eq(sn_http_post(h, "/", "text/plain", "", 0, 100, &reply, &progress, &err), SN_DAEMON);
	cr_assert(strstr(err.text, "Connection refused"), "%s", err.text);
	cr_assert(strstr(err.hint, "--daemon-address"), "%s", err.hint);
	sn_http_close(h);
}

/* A header of any length, although each line is valid. */
Test(node_http, endless_header)
{
	static const char line[] = "X: 0123456789012345678901234567890123456789012345678901234567890123\r\n";
	struct sn_buf answer = {0}, reply = {0};
	struct sn_error err = {0};
	enum sn_http_progress progress;
	sn_put_bytes(&answer, "HTTP/1.1 200 Ok\r\n", 17);
	while (answer.len < 100 << 10)
		sn_put_bytes(&answer, line, sizeof line - 1);
	sn_put_bytes(&answer, "Content-Length: 5\r\n\r\nworld", 27);
	cr_assert_eq(post((char *)answer.data, false, NULL, &reply, &progress, &err), SN_DAEMON);
	cr_assert(strstr(err.text, "headers of more than 65536 bytes"), "%s", err.text);
	sn_buf_free(&answer);
	sn_buf_free(&reply);
}

/* The server has the whole request and does not answer; the client stops as soon as it knows. */
struct reception {
	atomic_bool is_received;
};

static bool receive_only(void *context, const char *request, size_t len, struct sn_buf *answer)
{
	struct reception *reception = context;
	(void)request, (void)len, (void)answer;
	atomic_store(&reception->is_received, true);
	return false;
}

/* Called by curl again and again: each time, give the server time to read what was written before. */
static bool until_received(void *context, uint64_t ms)
{
	const struct reception *reception = context;
	(void)ms;
	for (int i = 0; i < 50 && !atomic_load(&reception->is_received); i++)
		usleep(1000);
	return !atomic_load(&reception->is_received);
}

Test(node_http, a_request_stopped_after_it_was_written_counts_as_sent)
{
	struct reception reception = {0};
	struct server server = {.respond = receive_only, .context = &reception};
	struct sn_buf reply = {0};
	struct sn_error err = {0};
	enum sn_http_progress progress;
	server_start(&server);
	struct sn_http *h = open_at(server.address, NULL);
	sn_http_set_patience(h, until_received, &reception);
	cr_assert_eq(sn_http_post(h, "/path", "text/plain", "hello", 5, 100, &reply, &progress, &err),
		     SN_DAEMON);
	cr_assert(strstr(err.text, "was interrupted"), "%s", err.text);
	cr_assert_eq(progress, SN_HTTP_SENT);
	sn_http_close(h);
	server_stop(&server);
}

Test(node_http, a_refused_connection_sends_nothing)
{
	char address[32];
	struct sn_buf reply = {0};
	struct sn_error err = {0};
	enum sn_http_progress progress = SN_HTTP_ANSWERED;
	snprintf(address, sizeof address, "127.0.0.1:%u", server_dead_port());
	struct sn_http *h = open_at(address, NULL);
	cr_assert_eq(sn_http_post(h, "/", "text/plain", "", 0, 100, &reply, &progress, &err), SN_DAEMON);
	cr_assert_eq(progress, SN_HTTP_NOT_SENT);
	cr_assert_not_null(strstr(err.text, address), "%s", err.text);
	cr_assert_not_null(strstr(err.text, "Connection refused"), "%s", err.text);
	sn_http_close(h);
}

/* The environment names a proxy that would answer. It must not be used. */
Test(node_http, proxy_of_the_environment)
{
	static const char *const variables[] = {"http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"};
	struct server_script proxy_script = {.answer = "HTTP/1.1 200 Ok\r\nContent-Length: 5\r\n\r\nproxy"};
	struct server_script script = {.answer = "HTTP/1.1 200 Ok\r\nContent-Length: 5\r\n\r\nworld"};
	struct server proxy = {.respond = server_follow_script, .context = &proxy_script};
	struct server server = {.respond = server_follow_script, .context = &script};
	char url[48];
	struct sn_error err = {0};
	server_start(&proxy);
	server_start(&server);
	snprintf(url, sizeof url, "http://%s", proxy.address);
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
		struct sn_buf reply = {0};
		setenv(variables[i], url, 1);
		struct sn_http *h = open_at(server.address, NULL);
		cr_assert_eq(sn_http_post(h, "/", "text/plain", "", 0, 100, &reply, NULL, &err), SN_OK, "%s",
			     err.text);
		sn_http_close(h);
		cr_assert(reply.len == 5 && !memcmp(reply.data, "world", 5), "%s is obeyed", variables[i]);
		unsetenv(variables[i]);
		sn_buf_free(&reply);
	}
	server_stop(&server);
	server_stop(&proxy);
	cr_assert(proxy.requests == 0 && server.requests == 4);
}

/* --proxy is used despite exceptions in the environment. */
Test(node_http, exceptions_of_the_environment)
{
	static const char *const variables[] = {"no_proxy", "NO_PROXY"};
	char proxy[48];
	struct server_script script = {.answer = "HTTP/1.1 200 Ok\r\nContent-Length: 5\r\n\r\nworld"};
	struct server server = {.respond = server_follow_script, .context = &script};
	server_start(&server);
	snprintf(proxy, sizeof proxy, "socks5h://127.0.0.1:%u", server_dead_port());
	for (size_t i = 0; i < 2; i++) {
		static const char *const exceptions[] = {"*", "127.0.0.1", "127.0.0.0/8"};
		for (size_t j = 0; j < 3; j++) {
			struct sn_http *h;
			struct sn_buf reply = {0};
			struct sn_error err = {0};
			enum sn_http_progress progress;
			const struct sn_http_options options = {.address = server.address,
								.default_port = 1,
								.proxy = proxy,
								.connect_timeout = 2,
								.stall_timeout = 1};
			setenv(variables[i], exceptions[j], 1);
			cr_assert_eq(sn_http_open(&h, &options, &err), SN_OK);
			cr_assert_eq(sn_http_post(h, "/", "text/plain", "", 0, 100, &reply, &progress, &err),
				     SN_DAEMON, "%s=%s is obeyed", variables[i], exceptions[j]);
			cr_assert_eq(progress, SN_HTTP_NOT_SENT);
			sn_http_close(h);
			unsetenv(variables[i]);
		}
	}
	server_stop(&server);
	cr_assert_eq(server.requests, 0);
}

/* A listener that never completes the TLS handshake: the request was not sent. */
Test(node_http, an_unfinished_handshake_sends_nothing)
{
	struct server_script script = {.answer = "", .hangs = true};
	struct server server = {.respond = server_follow_script, .context = &script};
	char address[64];
	struct sn_buf reply = {0};
	struct sn_error err = {0};
	enum sn_http_progress progress = SN_HTTP_ANSWERED;
	server_start(&server);
	snprintf(address, sizeof address, "https://%s", server.address);
	struct sn_http *h = open_at(address, NULL);
	cr_assert_eq(sn_http_post(h, "/", "text/plain", "", 0, 100, &reply, &progress, &err), SN_DAEMON);
	cr_assert_eq(progress, SN_HTTP_NOT_SENT);
	cr_assert_not_null(strstr(err.text, "cannot connect"), "%s", err.text);
	sn_http_close(h);
	server_stop(&server);
}

#define CHALLENGE                                                           \
	"HTTP/1.1 401 Unauthorized\r\nWWW-authenticate: Digest "            \
	"qop=\"auth\",algorithm=MD5,realm=\"monero-rpc\",nonce=\"abc\"\r\n" \
	"Content-Length: 0\r\n\r\n"

static bool respond_digest(void *context, const char *request, size_t len, struct sn_buf *answer)
{
	bool *seen = context;
	(void)len;
	cr_assert_null(strstr(request, "hunter2"));
	if (strstr(request, "\r\nAuthorization: Digest username=\"me\"") && !*seen) {
		cr_assert_not_null(strstr(request, "\r\n\r\nhello"));
		*seen = true;
		server_put_ok(answer, "world", 5);
	} else {
		sn_put_bytes(answer, CHALLENGE, sizeof CHALLENGE - 1);
	}
	return true;
}

Test(node_http, digest_login)
{
	bool seen = false;
	struct server server = {.respond = respond_digest, .context = &seen};
	struct sn_buf reply = {0};
	struct sn_error err = {0};
	enum sn_http_progress progress;
	server_start(&server);
	struct sn_http *h = open_at(server.address, "me:hunter2:with:colons");
	cr_assert_eq(sn_http_post(h, "/", "text/plain", "hello", 5, 100, &reply, &progress, &err), SN_OK,
		     "%s", err.text);
	cr_assert(seen && reply.len == 5 && progress == SN_HTTP_ANSWERED);
	/* From now on the server refuses everything. The message must not contain the login. */
	cr_assert_eq(sn_http_post(h, "/", "text/plain", "hello", 5, 100, &reply, &progress, &err), SN_DAEMON);
	cr_assert_eq(progress, SN_HTTP_ANSWERED);
	cr_assert_not_null(strstr(err.text, "rejected the login"), "%s", err.text);
	cr_assert_null(strstr(err.text, "hunter2"));
	sn_http_close(h);
	server_stop(&server);
	sn_buf_free(&reply);
}

struct keeper {
	int listener;
	bool has_read_second;
};

static bool read_hello(int fd)
{
	char text[4096];
	size_t len = 0;
	for (ssize_t n; len < sizeof text - 1 && (n = recv(fd, text + len, sizeof text - 1 - len, 0)) > 0;) {
		text[len += (size_t)n] = 0;
		if (strstr(text, "\r\n\r\nhello"))
			return true;
	}
	return false;
}

/* Answer one request and keep the connection open; read the next one completely, then close. */
static void *serve_once_and_leave(void *context)
{
	static const char answer[] = "HTTP/1.1 200 Ok\r\nContent-Length: 5\r\n\r\nworld";
	struct keeper *k = context;
	int fd = accept(k->listener, NULL, NULL);
	if (read_hello(fd) && send(fd, answer, sizeof answer - 1, MSG_NOSIGNAL) > 0)
		k->has_read_second = read_hello(fd);
	close(k->listener);
	close(fd);
	return NULL;
}

/* If a kept connection turns out to be closed, curl repeats the request. A failure to connect for the second
 * attempt does not prove that the first was not received. */
Test(node_http, a_request_on_a_kept_connection_may_have_arrived)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof at;
	struct keeper keeper = {.listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
	struct sn_buf reply = {0};
	struct sn_error err = {0};
	enum sn_http_progress progress;
	pthread_t thread;
	char address[32];
	cr_assert(!bind(keeper.listener, (struct sockaddr *)&at, len) && !listen(keeper.listener, 1) &&
		  !getsockname(keeper.listener, (struct sockaddr *)&at, &len));
	snprintf(address, sizeof address, "127.0.0.1:%u", ntohs(at.sin_port));
	cr_assert(!pthread_create(&thread, NULL, serve_once_and_leave, &keeper));
	struct sn_http *h = open_at(address, NULL);
	cr_assert_eq(sn_http_post(h, "/", "text/plain", "hello", 5, 100, &reply, &progress, &err), SN_OK,
		     "%s", err.text);
	cr_assert_eq(sn_http_post(h, "/", "text/plain", "hello", 5, 100, &reply, &progress, &err), SN_DAEMON);
	pthread_join(thread, NULL);
	cr_assert(keeper.has_read_second);
	cr_assert_neq(progress, SN_HTTP_NOT_SENT, "%s", err.text);
	sn_http_close(h);
	sn_buf_free(&reply);
}

static void *interrupt_soon(void *h)
{
	usleep(200000);
	sn_http_interrupt(h);
	return NULL;
}

/* The server has received the request without answering: it may have processed it. Later requests are not
 * sent. */
Test(node_http, interrupted)
{
	struct server_script script = {.answer = "HTTP/1.1 200 Ok\r\nContent-Le", .hangs = true};
	struct server server = {.respond = server_follow_script, .context = &script};
	const struct sn_http_options options = {
		.default_port = 1, .connect_timeout = 9, .stall_timeout = 9, .address = server.address};
	struct sn_http *h;
	struct sn_buf reply = {0};
	struct sn_error err = {0};
	enum sn_http_progress progress;
	pthread_t thread;
	struct timespec start, end;
	server_start(&server);
	cr_assert_eq(sn_http_open(&h, &options, &err), SN_OK, "%s", err.text);
	cr_assert(!pthread_create(&thread, NULL, interrupt_soon, h));
	clock_gettime(CLOCK_MONOTONIC, &start);
	cr_assert_eq(sn_http_post(h, "/", "text/plain", "hello", 5, 100, &reply, &progress, &err), SN_DAEMON);
	clock_gettime(CLOCK_MONOTONIC, &end);
	pthread_join(thread, NULL);
	cr_assert(end.tv_sec - start.tv_sec <= 2 && progress == SN_HTTP_SENT && reply.len == 0);
	cr_assert_not_null(strstr(err.text, "was interrupted"), "%s", err.text);

	cr_assert_eq(sn_http_post(h, "/", "text/plain", "hello", 5, 100, &reply, &progress, &err), SN_DAEMON);
	cr_assert(progress == SN_HTTP_NOT_SENT && server.requests == 1);
	cr_assert_not_null(strstr(err.text, "no request was sent"), "%s", err.text);
	sn_http_close(h);
	server_stop(&server);
	sn_buf_free(&reply);
}

struct patience {
	unsigned n_asked;
	uint64_t last;
};

static bool wait_half_a_second(void *context, uint64_t ms)
{
	struct patience *p = context;
	cr_assert(ms >= p->last || p->last >= 500, "%d after %d ms", (int)ms, (int)p->last);
	p->n_asked++;
	p->last = ms;
	return ms < 500;
}

/* Only the request that takes too long is aborted. */
Test(node_http, impatient)
{
	struct server_script script = {.answer = "HTTP/1.1 200 Ok\r\nContent-Le", .hangs = true};
	struct server server = {.respond = server_follow_script, .context = &script};
	const struct sn_http_options options = {
		.default_port = 1, .connect_timeout = 9, .stall_timeout = 9, .address = server.address};
	struct sn_http *h;
	struct sn_buf reply = {0};
	struct sn_error err = {0};
	enum sn_http_progress progress;
	struct patience patience = {0};
	server_start(&server);
	cr_assert_eq(sn_http_open(&h, &options, &err), SN_OK, "%s", err.text);
	sn_http_set_patience(h, wait_half_a_second, &patience);
	for (int i = 0; i < 2; i++) {
		cr_assert_eq(sn_http_post(h, "/", "text/plain", "hello", 5, 100, &reply, &progress, &err),
			     SN_DAEMON);
		cr_assert(progress == SN_HTTP_SENT && reply.len == 0 && patience.n_asked > 0);
		cr_assert(patience.last >= 500 && patience.last < 2500, "%d", (int)patience.last);
		cr_assert_not_null(strstr(err.text, "was interrupted"), "%s", err.text);
	}
	script = (struct server_script){.answer = "HTTP/1.1 200 Ok\r\nContent-Length: 5\r\n\r\nworld"};
	cr_assert_eq(sn_http_post(h, "/", "text/plain", "hello", 5, 100, &reply, &progress, &err), SN_OK,
		     "%s", err.text);
	cr_assert(reply.len == 5 && server.requests == 3);
	sn_http_close(h);
	server_stop(&server);
	sn_buf_free(&reply);
}

Test(node_http, addresses)
{
	static const char *const good[][2] = {
		{"127.0.0.1", "127.0.0.1:18081"},
		{"localhost:1234", "localhost:1234"},
		{"[::1]:18089", "[::1]:18089"},
		{"http://node.example:18089", "node.example:18089"},
		{"http://node.example/", "node.example:80"},
		{"https://node.example", "https://node.example:443"},
		{"https://node.example:18089/", "https://node.example:18089"},
	};
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		struct sn_http *h = open_at(good[i][0], NULL);
		cr_assert_str_eq(sn_http_address(h), good[i][1]);
		sn_http_close(h);
	}
	static const char *const bad[] = {
		"",
		":18081",
		"http://",
		"ftp://host:1",
		"file:///etc/passwd",
		"host:port",
		"host:99999",
		"host:1/path",
		"host:1?x=1",
		"host:1#x",
		"me:hunter2@host:1",
		"http://me:hunter2@host:1",
		"http://me@host:1",
		"a b:1",
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		const struct sn_http_options options = {
			.address = bad[i], .default_port = 18081, .connect_timeout = 1, .stall_timeout = 1};
		struct sn_http *h = (struct sn_http *)1;
		struct sn_error err = {0};
		cr_assert_eq(sn_http_open(&h, &options, &err), SN_USAGE, "taken: %s", bad[i]);
		cr_assert_null(h);
		cr_assert_null(strstr(err.text, "hunter2"), "%s", err.text);
	}
}

Test(node_http, other_options)
{
	static const struct {
		struct sn_http_options options;
		int ret;
	} cases[] = {
		{{.address = "host", .login = "nocolon"}, SN_USAGE},
		{{.address = "host", .login = ":hunter2"}, SN_USAGE},
		{{.address = "host", .login = "me:"}, SN_OK},
		{{.address = "https://host", .proxy = "socks5h://127.0.0.1:9050"}, SN_OK},
		{{.address = "host", .proxy = "socks5://127.0.0.1:9050"}, SN_USAGE},
		{{.address = "host", .proxy = "http://127.0.0.1:3128"}, SN_USAGE},
		{{.address = "host", .ca_file = "/dev/null"}, SN_USAGE},
		{{.address = "https://host", .ca_file = "/dev/null"}, SN_OK},
		{{.address = "https://host", .ca_file = "/nonexistent"}, SN_IO},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sn_http_options options = cases[i].options;
		struct sn_http *h;
		struct sn_error err = {0};
		options.connect_timeout = options.stall_timeout = 1;
		cr_assert_eq(sn_http_open(&h, &options, &err), cases[i].ret, "case %zu: %s", i, err.text);
		cr_assert_null(strstr(err.text, "hunter2"));
		sn_http_close(h);
	}
}

Test(node_http, dead_proxy)
{
	char proxy[48];
	struct sn_http *h;
	struct sn_buf reply = {0};
	struct sn_error err = {0};
	enum sn_http_progress progress;
	snprintf(proxy, sizeof proxy, "socks5h://user:pass@127.0.0.1:%u", server_dead_port());
	const struct sn_http_options options = {.address = "node.invalid",
						.default_port = 18081,
						.allow_plain_http = true,
						.proxy = proxy,
						.connect_timeout = 2,
						.stall_timeout = 1};
	setenv("no_proxy", "*", 1); /* must not bypass the proxy */
	cr_assert_eq(sn_http_open(&h, &options, &err), SN_OK);
	cr_assert_eq(sn_http_post(h, "/", "text/plain", "", 0, 100, &reply, &progress, &err), SN_DAEMON);
	cr_assert_eq(progress, SN_HTTP_NOT_SENT);
	/* The message names the proxy, without its login, and not the daemon. */
	char words[160];
	snprintf(words, sizeof words, "cannot connect to the proxy 127.0.0.1:%s: Connection refused",
		 strrchr(proxy, ':') + 1);
	cr_assert_str_eq(err.text, words);
	cr_assert_not_null(strstr(err.hint, "--proxy"), "%s", err.hint);
	sn_http_close(h);
}

/* For libcurl: the next request for memory fails. */
static atomic_bool is_memory_out;

static void *scarce_malloc(size_t size)
{
	return atomic_exchange(&is_memory_out, false) ? NULL : malloc(size);
}

static char *scarce_strdup(const char *text)
{
	return atomic_exchange(&is_memory_out, false) ? NULL : strdup(text);
}

/* Nothing is sent without the headers. */
Test(node_http, no_memory_for_the_headers)
{
	struct server_script script = {.answer = "HTTP/1.1 200 Ok\r\nContent-Length: 5\r\n\r\nworld"};
	struct server server = {.respond = server_follow_script, .context = &script};
	struct sn_buf reply = {0};
	struct sn_error err = {0};
	enum sn_http_progress progress;
	/* The first call decides. */
	cr_assert(!curl_global_init_mem(CURL_GLOBAL_DEFAULT, scarce_malloc, free, realloc, scarce_strdup,
					calloc));
	server_start(&server);
	struct sn_http *h = open_at(server.address, NULL);
	is_memory_out = true;
	cr_assert_eq(sn_http_post(h, "/path", "text/plain", "hello", 5, 100, &reply, &progress, &err), SN_IO);
	cr_assert(!is_memory_out && strstr(err.text, "memory"), "%s", err.text);
	cr_assert(progress == SN_HTTP_NOT_SENT && reply.len == 0);
	cr_assert_eq(sn_http_post(h, "/path", "text/plain", "hello", 5, 100, &reply, &progress, &err), SN_OK,
		     "%s", err.text);
	sn_http_close(h);
	server_stop(&server);
	cr_assert_eq(server.requests, 1);
	curl_global_cleanup();
	sn_buf_free(&reply);
}
