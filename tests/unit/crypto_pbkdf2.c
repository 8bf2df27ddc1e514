#include "crypto/pbkdf2.h"

#include "base/hex.h"

#include <criterion/criterion.h>
#include <string.h>

static void check(const char *password, const char *salt, unsigned iterations, const char *want)
{
	uint8_t out[64], expected[64];
	const size_t len = strlen(want) / 2;
	cr_assert(!sn_hex_decode(expected, len, want));
	/* Each length is a prefix of the longest. */
	for (size_t n = 0; n <= len; n += iterations > 1000 ? len : 1) {
		memset(out, 0xaa, sizeof out);
		sn_pbkdf2_sha256(out, n, password, strlen(password), salt, strlen(salt), iterations);
		cr_assert_arr_eq(out, expected, n);
		cr_assert(n == sizeof out || out[n] == 0xaa);
	}
}

/* RFC 7914, section 11. */
Test(crypto_pbkdf2, keys_are_those_of_rfc_7914)
{
	check("passwd", "salt", 1,
	      "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
	      "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783");
	check("Password", "NaCl", 80000,
	      "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56"
	      "a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d");
}
