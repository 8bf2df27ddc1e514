#include "crypto/keccak.h"

#include "base/hex.h"

#include <criterion/criterion.h>
#include <string.h>

static void assert_hash(const struct sn_hash *h, const char *hex)
{
	char text[65];

	sn_hex_encode(text, h->b, 32);
	cr_assert_str_eq(text, hex);
}

/* Keccak team, ShortMsgKAT_256.txt of the submission to round 3, Len = 0 and 8. SHA3-256 differs in
 * its padding: its hash of the empty message begins a7ffc6f8. */
Test(crypto_keccak, hashes_are_those_of_the_keccak_team)
{
	struct sn_hash h;

	sn_keccak256(&h, NULL, 0);
	assert_hash(&h, "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470");
	sn_keccak256(&h, "\xcc", 1);
	assert_hash(&h, "eead6dbfc7340a56caedc044696a168870549a6a7f6f56961e84a54bd9970b8a");
}

/* Keccak reference 3.0, test vectors of the permutation: the zero state after one call. */
Test(crypto_keccak, permutation_of_zero_is_that_of_the_keccak_team)
{
	uint64_t a[25] = {0};

	sn_keccak_permute(a);
	cr_assert_eq(a[0], 0xf1258f7940e1dde7);
	cr_assert_eq(a[1], 0x84d5ccf933c0478a);
	cr_assert_eq(a[24], 0xeaf1ff7b5ceca249);
}

Test(crypto_keccak, pieces_give_the_same_hash)
{
	uint8_t data[3 * SN_KECCAK_RATE + 1];
	struct sn_hash whole, pieces;

	for (size_t i = 0; i < sizeof data; i++)
		data[i] = (uint8_t)(i * 7 + 3);
	for (size_t len = 0; len <= sizeof data; len++) {
		sn_keccak256(&whole, data, len);
		for (size_t step = 1; step <= len + 1; step += 1 + step / 2) {
			struct sn_keccak k;
			sn_keccak_init(&k);
			for (size_t at = 0; at < len; at += step)
				sn_keccak_update(&k, data + at, len - at < step ? len - at : step);
			cr_assert_lt(k.at, SN_KECCAK_RATE);
			sn_keccak_final(&k, &pieces);
			cr_assert(sn_hash_is_equal(&whole, &pieces), "length %zu in steps of %zu", len, step);
		}
	}
}

Test(crypto_keccak, every_byte_and_the_length_count)
{
	uint8_t data[SN_KECCAK_RATE + 9] = {0};
	struct sn_hash h, other;

	sn_keccak256(&h, data, sizeof data);
	sn_keccak256(&other, data, sizeof data - 1);
	cr_assert(!sn_hash_is_equal(&h, &other));
	for (size_t i = 0; i < sizeof data; i++) {
		data[i] = 0x80;
		sn_keccak256(&other, data, sizeof data);
		cr_assert(!sn_hash_is_equal(&h, &other), "byte %zu", i);
		data[i] = 0;
	}
}

Test(crypto_keccak, a_copied_state_is_independent)
{
	struct sn_keccak prefix, k;
	struct sn_hash expected, h;

	sn_keccak256(&expected, "prefix and rest", 15);
	sn_keccak_init(&prefix);
	sn_keccak_update(&prefix, "prefix", 6);
	for (int i = 0; i < 2; i++) {
		k = prefix;
		sn_keccak_update(&k, " and rest", 9);
		sn_keccak_final(&k, &h);
		cr_assert(sn_hash_is_equal(&h, &expected));
	}
}
