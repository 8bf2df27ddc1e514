/* node/host.h: allowed hosts and ways to connect. No name is resolved. */
#include "node/host.h"
#include "node/http.h"
#include "node/http_open.h"

#include <criterion/criterion.h>
#include <string.h>

Test(node_host, kinds)
{
	static const struct {
		const char *host;
		enum sn_host_kind kind;
	} cases[] = {
		{"a.onion", SN_HOST_HIDDEN},
		{"A.ONION", SN_HOST_HIDDEN},
		{"a.onion.", SN_HOST_HIDDEN},
		{"sub.a.onion", SN_HOST_HIDDEN},
		{"node.i2p", SN_HOST_HIDDEN},
		{"x.b32.I2p", SN_HOST_HIDDEN},
		{"onion", SN_HOST_PUBLIC},
		{"a.onion.example", SN_HOST_PUBLIC},
		{"myonion", SN_HOST_PUBLIC},
		{"localhost", SN_HOST_PRIVATE},
		{"LocalHost.", SN_HOST_PRIVATE},
		{"localhost.example", SN_HOST_PUBLIC},
		{"127.0.0.1", SN_HOST_PRIVATE},
		{"127.255.0.9", SN_HOST_PRIVATE},
		{"128.0.0.1", SN_HOST_PUBLIC},
		{"10.0.0.1", SN_HOST_PRIVATE},
		{"11.0.0.1", SN_HOST_PUBLIC},
		{"172.16.0.1", SN_HOST_PRIVATE},
		{"172.31.0.1", SN_HOST_PRIVATE},
		{"172.32.0.1", SN_HOST_PUBLIC},
		{"192.168.4.4", SN_HOST_PRIVATE},
		{"192.169.0.1", SN_HOST_PUBLIC},
		{"169.254.0.1", SN_HOST_PRIVATE},
		{"0.0.0.0", SN_HOST_PUBLIC},
		{"127.0.0.1.example", SN_HOST_PUBLIC},
		{"8.8.8.8", SN_HOST_PUBLIC},
		{"[::1]", SN_HOST_PRIVATE},
		{"::1", SN_HOST_PRIVATE},
		{"[::2]", SN_HOST_PUBLIC},
		{"[fd00::1]", SN_HOST_PRIVATE},
		{"[fe80::1%25eth0]", SN_HOST_PRIVATE},
		{"[2001:db8::1]", SN_HOST_PUBLIC},
		{"[fec0::1]", SN_HOST_PUBLIC},
		{"", SN_HOST_PUBLIC},
		{"node.example", SN_HOST_PUBLIC},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		cr_assert_eq(sn_host_kind(cases[i].host), cases[i].kind, "%s", cases[i].host);
}

/* Open a connection with this daemon address, without any request. */
static int opens(const char *address, const char *proxy, bool allow, struct sn_error *err)
{
	const struct sn_http_options options = {.address = address,
						.default_port = 18081,
						.proxy = proxy,
						.allow_plain_http = allow,
						.connect_timeout = 1,
						.stall_timeout = 1};
	struct sn_http *h;
	int ret = sn_http_open(&h, &options, err);
	sn_http_close(h);
	return ret;
}

Test(node_host, hidden_service_without_a_proxy)
{
	static const char *const refused[] = {"a.onion",    "https://a.onion", "http://A.Onion:80",
					      "a.onion.:1", "a.onion..",       "a.i2p",
					      "a%2eonion",  "a.%6fnion"};
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		struct sn_error err = {0};
		cr_assert_eq(opens(refused[i], NULL, true, &err), SN_USAGE, "taken: %s", refused[i]);
		cr_assert_not_null(strstr(err.hint, "--proxy"), "%s", err.hint);
		cr_assert_eq(opens(refused[i], "socks5h://127.0.0.1:9050", false, &err), SN_OK, "%s",
			     err.text);
	}
	cr_assert_eq(opens("a\u3002onion", NULL, false, NULL), SN_USAGE);
	cr_assert_eq(opens("a\uff0eonion", "socks5h://127.0.0.1:9050", true, NULL), SN_USAGE);
}

Test(node_host, plain_http_through_a_proxy)
{
	static const char proxy[] = "socks5h://127.0.0.1:9050";
	static const char *const refused[] = {"node.example", "http://node.example", "8.8.8.8:18081",
					      "[2001:db8::1]:18081"};
	static const char *const taken[] = {
		"127.0.0.1", "localhost:1",          "[::1]:1",        "192.168.0.2", "a.onion",
		"a.i2p",     "https://node.example", "https://8.8.8.8"};
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		struct sn_error err = {0};
		cr_assert_eq(opens(refused[i], proxy, false, &err), SN_USAGE, "taken: %s", refused[i]);
		cr_assert_not_null(strstr(err.hint, "--allow-plain-http"), "%s", err.hint);
		cr_assert_eq(opens(refused[i], proxy, true, &err), SN_OK, "%s", err.text);
		cr_assert_eq(opens(refused[i], NULL, false, &err), SN_OK, "%s", err.text);
	}
	for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
		cr_assert_eq(opens(taken[i], proxy, false, NULL), SN_OK, "refused: %s", taken[i]);
}
