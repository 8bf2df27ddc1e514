#include "node/hook.h"

#include "node_server.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

#define BODY "{\"event\":\"tx\"}"

static int open_hook(struct sn_hook **hook, const char *url, bool allow_remote, struct sn_error *err)
{
	const struct sn_hook_options options = {
		.url = url, .allow_remote = allow_remote, .name = "--tx-notify"};
	return sn_hook_open(hook, &options, err);
}

static bool is_patient(void *unused, uint64_t ms)
{
	(void)unused;
	return ms < 1500;
}

static int post_to(const char *address, struct sn_error *err)
{
	char url[100];
	struct sn_hook *hook;
	snprintf(url, sizeof url, "http://%s/paid?shop=1", address);
	cr_assert(!open_hook(&hook, url, false, err), "%s", err->text);
	int ret = sn_hook_post(hook, BODY, strlen(BODY), is_patient, NULL, err);
	sn_hook_close(hook);
	return ret;
}

static int post(const char *answer, bool hangs, struct sn_error *err)
{
	struct server_script script = {.answer = answer, .hangs = hangs};
	struct server server = {.respond = server_follow_script, .context = &script};
	server_start(&server);
	int ret = post_to(server.address, err);
	server_stop(&server);
	cr_assert(!strncmp(script.request, "POST /paid?shop=1 HTTP/1.1\r\n", 28), "%s", script.request);
	cr_assert(strstr(script.request, "Content-Type: application/json\r\n"));
	cr_assert(strstr(script.request, "\r\n\r\n" BODY));
	return ret;
}

Test(node_hook, every_success_status_counts, .timeout = 20)
{
	struct sn_error err = {0};
	cr_assert(!post("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", false, &err), "%s", err.text);
	cr_assert(!post("HTTP/1.1 204 No Content\r\n\r\n", false, &err), "%s", err.text);
	cr_assert(!post("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n", false, &err), "%s", err.text);
	cr_assert(!post("HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n", false, &err), "%s", err.text);
}

Test(node_hook, everything_else_is_a_failure, .timeout = 20)
{
	struct sn_error err = {0};
	char address[40];
	cr_assert_eq(post("HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n", false, &err), SN_IO);
	cr_assert(strstr(err.text, "answered with HTTP status 500"), "%s", err.text);
	cr_assert_eq(post("HTTP/1.1 301 Moved\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n",
			  false, &err),
		     SN_IO);
	cr_assert(strstr(err.text, "HTTP status 301"), "%s", err.text);
	/* The body is longer than what the hook reads, or does not end. */
	cr_assert_eq(post("HTTP/1.1 500 Oops\r\nContent-Length: 99999999\r\n\r\n", false, &err), SN_IO);
	cr_assert(strstr(err.text, "answered with HTTP status 500"), "%s", err.text);
	cr_assert_eq(post("HTTP/1.1 503 Busy\r\nContent-Length: 9\r\n\r\n", true, &err), SN_IO);
	cr_assert(strstr(err.text, "answered with HTTP status 503"), "%s", err.text);
	cr_assert_eq(post("HTTP/1.1 100 Continue\r\n\r\n", true, &err), SN_IO);
	cr_assert(strstr(err.text, "was interrupted"), "%s", err.text);
	cr_assert_eq(post("", false, &err), SN_IO);
	cr_assert(strstr(err.text, "no answer from 127.0.0.1:"), "%s", err.text);
	cr_assert_eq(post("", true, &err), SN_IO);
	cr_assert(strstr(err.text, "was interrupted"), "%s", err.text);
	snprintf(address, sizeof address, "127.0.0.1:%u", server_dead_port());
	cr_assert_eq(post_to(address, &err), SN_IO);
	cr_assert(strstr(err.text, "Connection refused"), "%s", err.text);
}

Test(node_hook, other_machines_are_refused)
{
	static const char *const local[] = {"http://127.0.0.1/", "http://127.9.9.9:1/a", "http://[::1]:80/",
					    "https://localhost:8443/x?y=z", "http://LOCALHOST"};
	static const char *const remote[] = {"http://192.168.1.1/",       "http://example.org:8080/x",
					     "https://[2001:db8::1]/",    "http://localhost.example.org/",
					     "http://127.0.0.1.example/", "http://0.0.0.0/",
					     "http://[::ffff:10.0.0.1]/"};
	struct sn_error err = {0};
	struct sn_hook *hook;
	for (size_t i = 0; i < sizeof local / sizeof *local; i++) {
		cr_assert(!open_hook(&hook, local[i], false, &err), "%s: %s", local[i], err.text);
		sn_hook_close(hook);
	}
	for (size_t i = 0; i < sizeof remote / sizeof *remote; i++) {
		cr_assert_eq(open_hook(&hook, remote[i], false, &err), SN_USAGE, "%s", remote[i]);
		cr_assert(!hook && strstr(err.text, "is not this machine") &&
			  strstr(err.hint, "--allow-remote-notify"));
		cr_assert(!open_hook(&hook, remote[i], true, &err), "%s: %s", remote[i], err.text);
		sn_hook_close(hook);
	}
}

/* The message names the option, and not the daemon. */
Test(node_hook, bad_host_names_are_refused)
{
	char url[400] = "http://";
	struct sn_error err = {0};
	struct sn_hook *hook;
	for (size_t i = 0; i < 32; i++)
		strcat(url, "abcdefg.");
	cr_assert_eq(open_hook(&hook, url, true, &err), SN_USAGE);
	cr_assert_str_eq(err.text, "the host name in the URL of --tx-notify has more than 255 characters");
	cr_assert_eq(open_hook(&hook, "http://b\u00fccher.example/", true, &err), SN_USAGE);
	cr_assert_str_eq(err.text, "the host name in the URL of --tx-notify is not ASCII");
	cr_assert_eq(open_hook(&hook, "http://b\u00fccher.example/", false, &err), SN_USAGE);
}

Test(node_hook, bad_urls_are_refused)
{
	static const char *const bad[] = {"http://", "ftp://127.0.0.1/", "http://127.0.0.1:99999/",
					  "http://127.0.0.1/#x"};
	struct sn_error err = {0};
	struct sn_hook *hook;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		cr_assert_eq(open_hook(&hook, bad[i], true, &err), SN_USAGE, "%s", bad[i]);
		cr_assert(!hook && strstr(err.text, "the URL of --tx-notify must be"), "%s", err.text);
	}
	cr_assert_eq(open_hook(&hook, "http://shop:secret@127.0.0.1/", true, &err), SN_USAGE);
	cr_assert(strstr(err.text, "contains a login") && !strstr(err.text, "secret"));
	/* A hidden service needs a proxy, as for the daemon. */
	cr_assert_eq(open_hook(&hook, "http://shop.onion/", true, &err), SN_USAGE);
	const struct sn_hook_options options = {.url = "http://shop.onion/",
						.allow_remote = true,
						.proxy = "socks5h://127.0.0.1:9050",
						.name = "--tx-notify"};
	cr_assert(!sn_hook_open(&hook, &options, &err), "%s", err.text);
	sn_hook_close(hook);
}
