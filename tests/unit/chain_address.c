#include "chain/address.h"
#include "base/hex.h"
#include "chain/base58.h"
#include "chain_vectors.h"
#include "crypto/group.h"
#include "crypto/keccak.h"

#include <criterion/criterion.h>
#include <string.h>

static const char integrated[] =
	"4BxSHvcgTwu25WooY4BVmgdcKwZu5EksVZSZkDd6ooxSVVqQ4ubxXkhLF6hEqtw96i9cf3cVfLw8UWe95bdDKfRQeYtPwLm1Jiw7AKt2LY";
static const char standard[] =
	"42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm";

Test(chain_address, vectors_are_parsed_or_refused)
{
	static const char *const kinds[] = {"standard", "subaddress", "integrated"};
	struct vectors v;
	vectors_open(&v, "chain_addresses.txt");
	while (vectors_next(&v, "address")) {
		struct sn_address a;
		struct sn_error err = {0};
		char text[SN_ADDRESS_TEXT_MAX];
		cr_assert_eq(sn_address_parse(&a, v.word[3], &err), SN_OK, "%s: %s", v.word[3], err.text);
		cr_assert_str_eq(sn_network_name(a.network), v.word[1]);
		cr_assert_str_eq(kinds[a.kind], v.word[2]);
		sn_address_format(text, &a);
		cr_assert_str_eq(text, v.word[3]);
	}
	vectors_close(&v);
	vectors_open(&v, "chain_addresses.txt");
	while (vectors_next(&v, "refuse")) {
		struct sn_address a;
		struct sn_error err = {0};
		cr_assert_eq(sn_address_parse(&a, v.word[1], NULL), SN_BAD_INPUT, "taken: %s", v.word[1]);
		cr_assert_eq(sn_address_parse_for(&a, v.word[1], SN_MAINNET, &err), SN_BAD_INPUT);
		cr_assert_eq(err.reason, SN_REASON_BAD_ADDRESS, "%s", err.text);
	}
	vectors_close(&v);
}

/* A name gets a message of its own, not that of a mistyped address. */
Test(chain_address, a_name_is_refused_with_a_hint)
{
	static const char *const names[] = {"donate.getmonero.org", "donate@getmonero.org"};
	for (size_t i = 0; i < 2; i++) {
		struct sn_address a;
		struct sn_error err = {0};
		cr_assert_eq(sn_address_parse(&a, names[i], &err), SN_BAD_INPUT);
		cr_assert(strstr(err.text, "OpenAlias") && err.reason == SN_REASON_BAD_ADDRESS, "%s",
			  err.text);
	}
}

/* Every single wrong character is detected, and the result is then empty. */
Test(chain_address, every_wrong_character_is_detected)
{
	static const struct sn_address empty;
	char text[sizeof integrated];
	for (size_t i = 0; i < strlen(integrated); i++) {
		struct sn_address a;
		struct sn_error err = {0};
		strcpy(text, integrated);
		text[i] = text[i] == 'x' ? 'y' : 'x';
		memset(&a, 0xff, sizeof a);
		cr_assert_eq(sn_address_parse(&a, text, &err), SN_BAD_INPUT);
		cr_assert(err.text[0]);
		cr_assert(sn_address_is_equal(&a, &empty));
	}
}

Test(chain_address, truncated_and_overlong_texts_are_refused)
{
	char text[sizeof integrated + 2];
	for (size_t len = 0; len < sizeof integrated + 1; len++) {
		struct sn_address a;
		if (len == strlen(integrated))
			continue;
		memset(text, '1', sizeof text);
		memcpy(text, integrated, len < sizeof integrated ? len : strlen(integrated));
		text[len] = 0;
		cr_assert_eq(sn_address_parse(&a, text, NULL), SN_BAD_INPUT, "taken: %zu characters", len);
	}
}

/* Address text with arbitrary contents and a matching checksum. */
static void make_text(char out[static SN_ADDRESS_TEXT_MAX], uint8_t prefix, const uint8_t *body, size_t len)
{
	uint8_t b[80];
	struct sn_hash h;
	b[0] = prefix;
	memcpy(b + 1, body, len);
	sn_keccak256(&h, b, 1 + len);
	memcpy(b + 1 + len, h.b, 4);
	sn_base58_encode(out, b, 1 + len + 4);
}

Test(chain_address, bad_contents_with_a_good_checksum_are_refused)
{
	struct sn_address good, a;
	char text[SN_ADDRESS_TEXT_MAX];
	uint8_t body[72] = {0};
	struct sn_error err;
	cr_assert_eq(sn_address_parse(&good, standard, NULL), SN_OK);
	memcpy(body, good.spend.b, 32);
	memcpy(body + 32, good.view.b, 32);

	make_text(text, 18, body, 64);
	cr_assert_str_eq(text, standard);

	make_text(text, 17, body, 64); /* unknown prefix */
	cr_assert_eq(sn_address_parse(&a, text, &err), SN_BAD_INPUT);
	cr_assert_not_null(strstr(err.text, "prefix"));
	make_text(text, 19, body, 64); /* integrated, without a payment id */
	cr_assert_eq(sn_address_parse(&a, text, &err), SN_BAD_INPUT);
	make_text(text, 18, body, 72); /* standard, with one */
	cr_assert_eq(sn_address_parse(&a, text, &err), SN_BAD_INPUT);
	make_text(text, 42, body, 72);
	cr_assert_eq(sn_address_parse(&a, text, &err), SN_BAD_INPUT);

	/* y = 2 does not belong to a curve point; y = 2^255 - 1 is not below p. */
	for (int which = 0; which < 2; which++) {
		uint8_t bad[64];
		memcpy(bad, body, 64);
		memset(bad + 32 * which, 0, 32);
		bad[32 * which] = 2;
		make_text(text, 18, bad, 64);
		cr_assert_eq(sn_address_parse(&a, text, &err), SN_BAD_INPUT);
		cr_assert_not_null(strstr(err.text, "public keys"));
		memset(bad + 32 * which, 0xff, 32);
		make_text(text, 18, bad, 64);
		cr_assert_eq(sn_address_parse(&a, text, &err), SN_BAD_INPUT);
	}
}

/* Valid points that a wallet never makes: of small order, so that anyone can guess the shared secret, or with
 * a torsion component. */
Test(chain_address, keys_without_prime_order_are_refused)
{
	static const char *const torsion[] = {
		"0100000000000000000000000000000000000000000000000000000000000000", /* the identity */
		"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", /* order 2 */
		"0000000000000000000000000000000000000000000000000000000000000000", /* 4 */
		"0000000000000000000000000000000000000000000000000000000000000080",
		"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", /* 8 */
		"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
		"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
		"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
	};
	struct sn_address good, a;
	struct sn_error err;
	cr_assert_eq(sn_address_parse(&good, standard, NULL), SN_OK);
	cr_assert(sn_address_is_payable(&good));
	for (size_t i = 0; i < 2 * sizeof torsion / sizeof *torsion; i++) {
		struct sn_point bad[2]; /* the torsion point; the sum of it and a good key */
		struct sn_ge p, q;
		cr_assert(!sn_hex_decode(bad[0].b, 32, torsion[i / 2]));
		cr_assert(!sn_ge_decode(&p, &bad[0]), "%s is no point", torsion[i / 2]);
		cr_assert(!sn_ge_decode(&q, i % 2 ? &good.view : &good.spend));
		sn_ge_add(&q, &q, &p);
		sn_ge_encode(&bad[1], &q);
		/* Adding the identity changes nothing. */
		for (size_t k = 0; k < (i / 2 ? 2 : 1); k++) {
			struct sn_address address = good;
			uint8_t body[64];
			char text[SN_ADDRESS_TEXT_MAX];
			*(i % 2 ? &address.view : &address.spend) = bad[k];
			cr_assert(!sn_address_is_payable(&address), "%s", torsion[i / 2]);
			memcpy(body, address.spend.b, 32);
			memcpy(body + 32, address.view.b, 32);
			for (int kind = 0; kind < 2; kind++) {
				make_text(text, kind ? 42 : 18, body, 64);
				cr_assert_eq(sn_address_parse(&a, text, &err), SN_BAD_INPUT, "%s",
					     torsion[i / 2]);
				cr_assert_not_null(strstr(err.text, "public keys"));
			}
		}
	}
	good.spend = (struct sn_point){{2}};
	cr_assert(!sn_address_is_payable(&good));
}

Test(chain_address, another_network_is_refused)
{
	struct sn_address a;
	struct sn_error err;
	cr_assert_eq(sn_address_parse_for(&a, standard, SN_MAINNET, &err), SN_OK);
	cr_assert_eq(sn_address_parse_for(&a, standard, SN_STAGENET, &err), SN_BAD_INPUT);
	cr_assert_not_null(strstr(err.text, "mainnet"));
	cr_assert_not_null(strstr(err.text, "stagenet"));
}

Test(chain_address, payment_id_is_part_of_an_integrated_address)
{
	struct sn_address a, b;
	char text[SN_ADDRESS_TEXT_MAX];
	cr_assert_eq(sn_address_parse(&a, standard, NULL), SN_OK);
	a.kind = SN_ADDRESS_INTEGRATED;
	memcpy(a.payment_id, "\x01\x23\x45\x67\x89\xab\xcd\xef", 8);
	sn_address_format(text, &a);
	cr_assert_eq(strlen(text), 106);
	cr_assert_eq(sn_address_parse(&b, text, NULL), SN_OK);
	cr_assert(sn_address_is_equal(&a, &b));
	b.payment_id[7] ^= 1;
	cr_assert(!sn_address_is_equal(&a, &b));
}
