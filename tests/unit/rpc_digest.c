#include "rpc/digest.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <sodium.h>

static struct sn_digest *digest_new(const char *login)
{
	struct sn_digest *d;
	struct sn_error err = {0};
	cr_assert(sodium_init() >= 0);
	cr_assert_eq(sn_digest_new(&d, login, NULL, false, &err), SN_OK, "%s", err.text);
	return d;
}

/* The nonce of a new challenge. */
static void get_nonce(struct sn_digest *d, char nonce[64])
{
	char challenge[SN_DIGEST_CHALLENGE_SIZE];
	sn_digest_challenge(d, SN_DIGEST_SHA256, false, challenge);
	const char *at = strstr(challenge, "nonce=\"");
	cr_assert_not_null(at);
	cr_assert_eq(sscanf(at, "nonce=\"%63[0-9a-f]\"", nonce), 1);
}

struct login {
	const char *user, *pass, *method, *uri, *nonce, *nc;
};

/* The Authorization header of a correct client. */
static void authorize(const struct login *l, char out[1024])
{
	char ha1[SN_DIGEST_HEX_SIZE], response[SN_DIGEST_HEX_SIZE];
	sn_digest_ha1(SN_DIGEST_SHA256, ha1, l->user, SN_DIGEST_REALM, l->pass);
	sn_digest_response(SN_DIGEST_SHA256, response, ha1, l->method, l->uri, l->nonce, l->nc, "c0ffee");
	snprintf(out, 1024,
		 "Digest username=\"%s\", realm=\"" SN_DIGEST_REALM
		 "\", nonce=\"%s\", uri=\"%s\", cnonce=\"c0ffee\", "
		 "nc=%s, qop=auth, response=\"%s\", algorithm=SHA-256",
		 l->user, l->nonce, l->uri, l->nc, response);
}

static enum sn_digest_verdict try(struct sn_digest *d, const char *nonce, const char *nc)
{
	char header[1024];
	const struct login l = {"ann", "secret:word", "POST", "/json_rpc", nonce, nc};
	authorize(&l, header);
	return sn_digest_check(d, "POST", "/json_rpc", header);
}

Test(rpc_digest, formula)
{
	/* RFC 7616 section 3.9.1, with SHA-256 */
	char ha1[SN_DIGEST_HEX_SIZE], response[SN_DIGEST_HEX_SIZE];
	sn_digest_ha1(SN_DIGEST_SHA256, ha1, "Mufasa", "http-auth@example.org", "Circle of Life");
	sn_digest_response(SN_DIGEST_SHA256, response, ha1, "GET", "/dir/index.html",
			   "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", "00000001",
			   "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ");
	cr_assert_str_eq(response, "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1");
}

Test(rpc_digest, formula_with_md5)
{
	/* RFC 7616 section 3.9.1, with MD5 */
	char ha1[SN_DIGEST_HEX_SIZE], response[SN_DIGEST_HEX_SIZE];
	sn_digest_ha1(SN_DIGEST_MD5, ha1, "Mufasa", "http-auth@example.org", "Circle of Life");
	sn_digest_response(SN_DIGEST_MD5, response, ha1, "GET", "/dir/index.html",
			   "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", "00000001",
			   "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ");
	cr_assert_str_eq(response, "8ca523f5e9506fed4657c9700eebdbec");
}

/* A login by MD5, with or without the name of the algorithm, and with a path or a URL. */
static enum sn_digest_verdict try_md5(struct sn_digest *d, const char *pass, const char *uri,
				      const char *algorithm)
{
	char nonce[64], header[1024], ha1[SN_DIGEST_HEX_SIZE], response[SN_DIGEST_HEX_SIZE];
	get_nonce(d, nonce);
	sn_digest_ha1(SN_DIGEST_MD5, ha1, "ann", SN_DIGEST_REALM, pass);
	sn_digest_response(SN_DIGEST_MD5, response, ha1, "POST", uri, nonce, "00000001", "c0ffee");
	snprintf(header, sizeof header,
		 "Digest username=\"ann\", realm=\"" SN_DIGEST_REALM
		 "\", nonce=\"%s\", uri=\"%s\", response=\"%s\", opaque=\"null\", qop=auth, nc=00000001, "
		 "cnonce=\"c0ffee\"%s",
		 nonce, uri, response, algorithm);
	return sn_digest_check(d, "POST", "/json_rpc", header);
}

Test(rpc_digest, md5_only_if_allowed)
{
	struct sn_digest *strict = digest_new("ann:secret:word"), *d;
	char challenge[SN_DIGEST_CHALLENGE_SIZE];
	cr_assert_eq(sn_digest_new(&d, "ann:secret:word", NULL, true, NULL), SN_OK);
	cr_assert(sn_digest_allows_md5(d) && !sn_digest_allows_md5(strict));
	sn_digest_challenge(d, SN_DIGEST_MD5, false, challenge);
	cr_assert_not_null(strstr(challenge, ",algorithm=MD5,"));
	static const char *const names[] = {"", ", algorithm=MD5", ", algorithm=\"md5\""};
	static const char *const uris[] = {"/json_rpc", "http://127.0.0.1:18083/json_rpc"};
	for (size_t i = 0; i < 6; i++) {
		const char *name = names[i / 2], *uri = uris[i % 2];
		cr_assert_eq(try_md5(d, "secret:word", uri, name), SN_DIGEST_ALLOWED, "%zu", i);
		cr_assert_eq(try_md5(d, "secret:wor", uri, name), SN_DIGEST_DENIED, "%zu", i);
		cr_assert_eq(try_md5(strict, "secret:word", uri, name), SN_DIGEST_DENIED, "%zu", i);
	}
	cr_assert_eq(try_md5(d, "secret:word", "/json_rpc", ", algorithm=MD5-sess"), SN_DIGEST_DENIED);
	cr_assert_eq(try_md5(d, "secret:word", "/json_rpc", ", algorithm=SHA-256"), SN_DIGEST_DENIED);
	cr_assert_eq(try_md5(d, "secret:word", "http://127.0.0.1/other", ""), SN_DIGEST_DENIED);
	cr_assert_eq(try_md5(d, "secret:word", "http://127.0.0.1", ""), SN_DIGEST_DENIED);
	cr_assert_eq(try_md5(d, "secret:word", "http:///x/json_rpc", ""), SN_DIGEST_DENIED);
	char nonce[64];
	get_nonce(d, nonce);
	cr_assert_eq(try(d, nonce, "00000001"), SN_DIGEST_ALLOWED);
	sn_digest_free(d);
	sn_digest_free(strict);
}

static enum sn_digest_verdict try_login(struct sn_digest *d, const char *user, const char *pass)
{
	char nonce[64], header[1024];
	get_nonce(d, nonce);
	const struct login l = {user, pass, "POST", "/json_rpc", nonce, "00000001"};
	authorize(&l, header);
	return sn_digest_check(d, "POST", "/json_rpc", header);
}

Test(rpc_digest, two_logins)
{
	struct sn_digest *d;
	struct sn_error err;
	cr_assert(sodium_init() >= 0);
	cr_assert_eq(sn_digest_new(&d, "ann:one", "bob:two", false, &err), SN_OK);
	cr_assert_eq(try_login(d, "ann", "one"), SN_DIGEST_ALLOWED);
	cr_assert_eq(try_login(d, "bob", "two"), SN_DIGEST_ALLOWED_TO_READ);
	cr_assert_eq(try_login(d, "ann", "two"), SN_DIGEST_DENIED);
	cr_assert_eq(try_login(d, "bob", "one"), SN_DIGEST_DENIED);
	cr_assert_eq(try_login(d, "", "two"), SN_DIGEST_DENIED);
	sn_digest_free(d);
	cr_assert_eq(sn_digest_new(&d, "ann:one", "ann:two", false, &err), SN_USAGE);
	cr_assert_eq(sn_digest_new(&d, "ann:one", "bob", false, &err), SN_USAGE);
	cr_assert_eq(sn_digest_new(&d, "ann:one", NULL, false, &err), SN_OK);
	cr_assert_eq(try_login(d, "", ""), SN_DIGEST_DENIED);
	sn_digest_free(d);
}

Test(rpc_digest, logins)
{
	static const char *const bad[] = {
		"",           "ann", ":", "ann:", ":secret", "ann:sec\nret", "a\tn:secret", "a\"n:secret",
		"an\\:secret"};
	struct sn_digest *d;
	struct sn_error err;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		cr_assert_eq(sn_digest_new(&d, bad[i], NULL, false, &err), SN_USAGE, "%s", bad[i]);
		cr_assert_null(d);
		cr_assert_null(strstr(err.text, "secret"));
	}
	char text[SN_DIGEST_USER_MAX + SN_DIGEST_PASS_MAX + 3];
	memset(text, 'x', sizeof text);
	text[SN_DIGEST_USER_MAX] = ':';
	text[SN_DIGEST_USER_MAX + SN_DIGEST_PASS_MAX + 1] = 0;
	sn_digest_free(digest_new(text));
	text[SN_DIGEST_USER_MAX + SN_DIGEST_PASS_MAX + 1] = 'x';
	text[SN_DIGEST_USER_MAX + SN_DIGEST_PASS_MAX + 2] = 0;
	cr_assert_eq(sn_digest_new(&d, text, NULL, false, &err), SN_USAGE);
	text[SN_DIGEST_USER_MAX] = 'x';
	text[SN_DIGEST_USER_MAX + 1] = ':';
	cr_assert_eq(sn_digest_new(&d, text, NULL, false, &err), SN_USAGE);
	sn_digest_free(NULL);
}

Test(rpc_digest, challenge)
{
	struct sn_digest *d = digest_new("ann:secret:word");
	char a[SN_DIGEST_CHALLENGE_SIZE], b[SN_DIGEST_CHALLENGE_SIZE];
	sn_digest_challenge(d, SN_DIGEST_SHA256, false, a);
	sn_digest_challenge(d, SN_DIGEST_SHA256, false, b);
	cr_assert_str_neq(a, b); /* each client has its own nonce */
	cr_assert_null(strstr(a, "stale"));
	sn_digest_challenge(d, SN_DIGEST_SHA256, true, a);
	cr_assert_not_null(strstr(a, ",stale=true"));
	sn_digest_free(d);
}

Test(rpc_digest, logins_are_checked)
{
	struct sn_digest *d = digest_new("ann:secret:word");
	char nonce[64], header[1024];
	get_nonce(d, nonce);
	const struct login wrong[] = {
		{"ann", "secret:wor", "POST", "/json_rpc", nonce, "00000001"},
		{"bob", "secret:word", "POST", "/json_rpc", nonce, "00000001"},
		{"ann", "secret:word", "GET", "/json_rpc", nonce, "00000001"},
		{"ann", "secret:word", "POST", "/other", nonce, "00000001"},
	};
	cr_assert_eq(sn_digest_check(d, "POST", "/json_rpc", NULL), SN_DIGEST_DENIED);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		authorize(&wrong[i], header);
		cr_assert_eq(sn_digest_check(d, "POST", "/json_rpc", header), SN_DIGEST_DENIED, "%zu", i);
	}
	cr_assert_eq(try(d, nonce, "00000001"), SN_DIGEST_ALLOWED); /* wrong ones leave the nonce unused */
	sn_digest_free(d);
}

/* Every byte of the header matters, except the case of case-insensitive parts. */
Test(rpc_digest, damaged_headers)
{
	struct sn_digest *d = digest_new("ann:secret:word");
	char nonce[64], header[1024], bad[1024];
	get_nonce(d, nonce);
	const struct login l = {"ann", "secret:word", "POST", "/json_rpc", nonce, "00000001"};
	authorize(&l, header);
	size_t len = strlen(header);
	for (size_t i = 0; i < len; i++) {
		snprintf(bad, sizeof bad, "%.*s", (int)i, header);
		cr_assert_eq(sn_digest_check(d, "POST", "/json_rpc", bad), SN_DIGEST_DENIED, "cut at %zu", i);
	}
	for (size_t i = 0; i < len; i++) {
		for (int bit = 0; bit < 8; bit++) {
			memcpy(bad, header, len + 1);
			bad[i] = (char)(bad[i] ^ (1 << bit));
			if (sn_digest_check(d, "POST", "/json_rpc", bad) != SN_DIGEST_DENIED)
				cr_assert(!strcasecmp(bad, header), "bit %d of %zu", bit, i);
		}
	}
	static const char *const odd[] = {
		"",
		"Digest",
		"Digest ",
		"Basic YW5uOnNlY3JldA==",
		"Digest username",
		"Digest username=",
		"Digest username=\"ann",
		"Digest username=\"ann\\",
		"Digest =ann",
		"Digest ,",
		"Digest a=b,",
		"Digest username=ann, username=ann",
		"Digest nc=000000001",
	};
	for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
		cr_assert_eq(sn_digest_check(d, "POST", "/json_rpc", odd[i]), SN_DIGEST_DENIED, "%s", odd[i]);
	sn_digest_free(d);
}

Test(rpc_digest, escapes_in_a_user_name)
{
	struct sn_digest *d = digest_new("ann:p\"\\");
	char nonce[64], header[1024], escaped[1100];
	get_nonce(d, nonce);
	const struct login l = {"ann", "p\"\\", "POST", "/json_rpc", nonce, "00000001"};
	authorize(&l, header);
	const char *rest = strstr(header, ", realm");
	snprintf(escaped, sizeof escaped, "digest  username = \"a\\n\\n\"%s, userhash=false", rest);
	cr_assert_eq(sn_digest_check(d, "POST", "/json_rpc", escaped), SN_DIGEST_ALLOWED);
	sn_digest_free(d);
}

Test(rpc_digest, a_repeated_request_is_refused)
{
	struct sn_digest *d = digest_new("ann:secret:word");
	char nonce[64], other[64];
	get_nonce(d, nonce);
	cr_assert_eq(try(d, nonce, "00000000"), SN_DIGEST_STALE);
	cr_assert_eq(try(d, nonce, "0000001"), SN_DIGEST_STALE);
	cr_assert_eq(try(d, nonce, "0000000g"), SN_DIGEST_STALE);

	/* In any order within 64 of the highest, each once. */
	static const unsigned order[] = {1, 2, 5, 3, 4, 69, 6, 68, 133, 70, 69 + 63, 1000};
	char nc[16];
	for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
		snprintf(nc, sizeof nc, "%08x", order[i]);
		cr_assert_eq(try(d, nonce, nc), SN_DIGEST_ALLOWED, "%u", order[i]);
		for (size_t j = 0; j <= i; j++) {
			snprintf(nc, sizeof nc, "%08x", order[j]);
			cr_assert_eq(try(d, nonce, nc), SN_DIGEST_STALE, "%u after %u", order[j], order[i]);
		}
	}
	snprintf(nc, sizeof nc, "%08x", 1000 - 65);
	cr_assert_eq(try(d, nonce, nc), SN_DIGEST_STALE); /* below the recorded counters */
	snprintf(nc, sizeof nc, "%08x", 1000 - 64);
	cr_assert_eq(try(d, nonce, nc), SN_DIGEST_ALLOWED);

	/* A nonce of another server, and an invented one. */
	struct sn_digest *e = digest_new("ann:secret:word");
	get_nonce(e, other);
	cr_assert_eq(try(d, other, "00000001"), SN_DIGEST_STALE);
	cr_assert_eq(try(d, "00", "00000001"), SN_DIGEST_STALE);
	nonce[0] = nonce[0] == '0' ? '1' : '0';
	cr_assert_eq(try(d, nonce, "00000002"), SN_DIGEST_STALE);
	sn_digest_free(d);
	sn_digest_free(e);
}

Test(rpc_digest, full_table)
{
	struct sn_digest *d = digest_new("ann:secret:word");
	char unused[64], first[64], second[64], nonce[64];
	get_nonce(d, unused);
	get_nonce(d, first);
	get_nonce(d, second);
	cr_assert_eq(try(d, first, "00000001"), SN_DIGEST_ALLOWED);
	cr_assert_eq(try(d, second, "00000001"), SN_DIGEST_ALLOWED);
	for (int i = 0; i < 5000; i++)
		get_nonce(d, nonce); /* challenges alone expire no nonce */
	cr_assert_eq(try(d, first, "00000002"), SN_DIGEST_ALLOWED);
	for (int i = 0; i < SN_DIGEST_NONCES - 2; i++) {
		get_nonce(d, nonce);
		cr_assert_eq(try(d, nonce, "00000001"), SN_DIGEST_ALLOWED);
	}
	cr_assert_eq(try(d, first, "00000003"), SN_DIGEST_ALLOWED);
	cr_assert_eq(try(d, unused, "00000001"), SN_DIGEST_STALE); /* the oldest one, in a full table */
	get_nonce(d, nonce);
	cr_assert_eq(try(d, nonce, "00000001"), SN_DIGEST_ALLOWED);
	cr_assert_eq(try(d, first, "00000001"), SN_DIGEST_STALE); /* expired, so not accepted again */
	cr_assert_eq(try(d, first, "00000004"), SN_DIGEST_STALE);
	cr_assert_eq(try(d, second, "00000001"), SN_DIGEST_STALE);
	cr_assert_eq(try(d, second, "00000002"), SN_DIGEST_ALLOWED);
	sn_digest_free(d);
}
