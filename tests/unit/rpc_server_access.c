#include "rpc_server_fixture.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <curl/curl.h>
#include <sodium.h>

/* ------------------------------------------------------------------ addresses */

Test(rpc_server_access, addresses, .timeout = 30)
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
	struct sn_rpc_server *s = start_server(&options);
	cr_assert_eq(post(s, "{}"), 200);
	options = (struct sn_rpc_server_options){.port = sn_rpc_server_port(s)};
	cr_assert_eq(start_error(&options, &err), SN_IO);
	cr_assert_not_null(strstr(err.text, "in use by another program"), "%s", err.text);
	sn_rpc_server_stop(s);

	/* The port is free immediately, although the server closed the connections. */
	for (int i = 0; i < 3; i++) {
		int fd = -1;
		s = start_server(&options);
		cr_assert_eq(sn_rpc_server_port(s), options.port);
		cr_assert_eq(post(s, "{}"), 200);
		fd = open_client(s);
		sn_rpc_server_stop(s);
		cr_assert(is_closed(fd));
		close(fd);
	}

	options = (struct sn_rpc_server_options){.bind_ip = "0.0.0.0", .login = "ann:secret"};
	s = start_server(&options);
	cr_assert_eq(post(s, "{}"), 401);
	sn_rpc_server_stop(s);
	options = (struct sn_rpc_server_options){.host = "wallet.example"};
	s = start_server(&options);
	char text[4096];
	cr_assert_eq(ask_http(s,
			      "POST /json_rpc HTTP/1.1\r\n"
			      "Host: wallet.example:80\r\n" TYPE BODY,
			      text, sizeof text),
		     200);
	cr_assert_eq(ask_http(s,
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

Test(rpc_server_access, ipv6, .timeout = 30)
{
	struct sn_rpc_server *s;
	struct sn_error err;
	const struct sn_rpc_server_options options = {.bind_ip = "::1"};
	if (sn_rpc_server_start(&s, &options, handle_request, "context", &err))
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
	atomic_uint warnings;
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

Test(rpc_server_access, login, .timeout = 60)
{
	struct lines lines = {.lock = PTHREAD_MUTEX_INITIALIZER};
	const struct sn_log log = {.level = SN_LOG_TRACE, .write = keep_line, .context = &lines};
	char login[] = "ann:pass:word";
	const struct sn_rpc_server_options options = {.login = login, .log = &log};
	struct sn_rpc_server *s = start_server(&options);
	sodium_memzero(login, sizeof login); /* it was copied */
	struct sn_buf answer = {0};
	char text[4096];

	cr_assert_eq(ask_http(s, GOOD_HEAD BODY, text, sizeof text), 401);
	cr_assert_not_null(strstr(text, "\r\nWWW-Authenticate: Digest realm=\"sneakernote\",qop=\"auth\","
					"algorithm=SHA-256,nonce=\""));
	cr_assert_eq(ask_http(s, GOOD_HEAD "Authorization: Basic YW5uOnBhc3M6d29yZA==\r\n" BODY, text,
			      sizeof text),
		     401);
	/* Checks before the login, and checks after it. */
	cr_assert_eq(ask_http(s, "POST /json_rpc HTTP/1.1\r\nHost: evil\r\n" BODY, text, sizeof text), 403);
	cr_assert_eq(ask_http(s, "POST /json_rpc HTTP/1.1\r\n" HOST BODY, text, sizeof text), 401);
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
	cr_assert_not_null(strstr((char *)lines.text.data, "RPC: request of 5 bytes: 200, 5 bytes\n"));
	sn_buf_free(&lines.text);
	sn_buf_free(&answer);
}

/* Guessing is slow, fills no log, and delays no other client. */
Test(rpc_server_access, guessing_logins_is_slow, .timeout = 60)
{
	struct lines lines = {.lock = PTHREAD_MUTEX_INITIALIZER};
	const struct sn_log log = {.level = SN_LOG_WARNING, .write = keep_line, .context = &lines};
	const struct sn_rpc_server_options options = {.login = "ann:password", .log = &log};
	struct sn_rpc_server *s = start_server(&options);
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
	snprintf(want, sizeof want, "RPC: %d failed logins\n", SN_RPC_DENIALS_FREE + 1);
	cr_assert_not_null(strstr((char *)lines.text.data, "RPC: 1 failed login\n"));
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

Test(rpc_server_access, logins_at_the_same_time, .timeout = 60)
{
	struct lines lines = {.lock = PTHREAD_MUTEX_INITIALIZER};
	const struct sn_log log = {.level = SN_LOG_DEBUG, .write = keep_line, .context = &lines};
	const struct sn_rpc_server_options options = {.login = "ann:password", .log = &log};
	struct sn_rpc_server *s = start_server(&options);
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
	for (const char *p = (char *)lines.text.data; (p = strstr(p, "RPC: request of ")); p++)
		answers++;
	cr_assert_eq(answers, 2 * 16 * 10);
	sn_buf_free(&lines.text);
}
