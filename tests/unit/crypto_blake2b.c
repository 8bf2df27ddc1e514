#include "crypto/blake2b.h"

#include "base/hex.h"
#include "crypto/fcmp_constants.h"
#include "named_vectors.h"

#include <criterion/criterion.h>
#include <string.h>

#define FILE_NAME "carrot.txt"

static const size_t lengths[] = {3, 8, 16, 32, 64};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

static void digest(uint8_t *out, size_t n, const uint8_t *key, const struct sn_blake2b_person *person,
		   const void *data, size_t len)
{
	struct sn_blake2b h;
	sn_blake2b_init(&h, n, key, person);
	sn_blake2b_update(&h, data, len);
	sn_blake2b_final(&h, out);
}

Test(crypto_blake2b, vectors)
{
	uint8_t data[24], key[SN_BLAKE2B_KEY_BYTES], expected[64], out[64];
	named_vector(data, sizeof data, FILE_NAME, "hash.transcript");
	named_vector(key, sizeof key, FILE_NAME, "hash.key");
	for (size_t i = 0; i < LENGTHS; i++) {
		size_t n = lengths[i];
		named_vector(expected, n, FILE_NAME, "hash.%zu.none", n);
		digest(out, n, NULL, &sn_carrot_person, data, sizeof data);
		cr_assert_arr_eq(out, expected, n, "%zu bytes, no key", n);
		named_vector(expected, n, FILE_NAME, "hash.%zu.key", n);
		digest(out, n, key, &sn_carrot_person, data, sizeof data);
		cr_assert_arr_eq(out, expected, n, "%zu bytes, key", n);
	}
}

/* RFC 7693, appendix A. */
Test(crypto_blake2b, no_personalization_and_no_key_is_the_plain_hash)
{
	uint8_t out[64];
	char hex[129];
	digest(out, sizeof out, NULL, &sn_blake2b_no_person, "abc", 3);
	sn_hex_encode(hex, out, sizeof out);
	cr_assert_str_eq(hex, "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
			      "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923");
}

/* libsodium's other interface, for all lengths around that of a block. */
Test(crypto_blake2b, pieces_give_the_same_hash)
{
	uint8_t data[300], key[SN_BLAKE2B_KEY_BYTES] = {7}, expected[64], out[64];
	for (size_t i = 0; i < sizeof data; i++)
		data[i] = (uint8_t)(i * 5 + 1);
	for (size_t len = 0; len <= sizeof data; len++) {
		size_t n = lengths[len % LENGTHS];
		const uint8_t *k = len % 2 ? key : NULL;
		cr_assert_eq(crypto_generichash_blake2b_salt_personal(
				     expected, n, data, len, k, k ? sizeof key : 0, NULL, sn_carrot_person.b),
			     0);
		for (size_t step = 1; step <= len + 1; step += 1 + step / 2) {
			struct sn_blake2b h;
			sn_blake2b_init(&h, n, k, &sn_carrot_person);
			for (size_t at = 0; at < len; at += step)
				sn_blake2b_update(&h, data + at, len - at < step ? len - at : step);
			memset(out, 0xaa, sizeof out);
			sn_blake2b_final(&h, out);
			cr_assert_arr_eq(out, expected, n, "length %zu in steps of %zu", len, step);
			cr_assert(n == 64 || out[n] == 0xaa);
		}
	}
}

Test(crypto_blake2b, length_key_and_personalization_count)
{
	struct sn_blake2b_person other = sn_carrot_person;
	uint8_t key[SN_BLAKE2B_KEY_BYTES] = {0}, out[5][32];
	other.b[15] = 1;
	digest(out[0], 32, NULL, &sn_carrot_person, "x", 1);
	digest(out[1], 32, key, &sn_carrot_person, "x", 1); /* a key of zeros is a key */
	digest(out[2], 32, NULL, &other, "x", 1);
	digest(out[3], 32, NULL, &sn_blake2b_no_person, "x", 1);
	digest(out[4], 16, NULL, &sn_carrot_person, "x", 1);
	for (int i = 0; i < 5; i++)
		for (int j = 0; j < i; j++)
			cr_assert_arr_neq(out[i], out[j], 16, "%d and %d", i, j);
}

Test(crypto_blake2b, state_is_wiped)
{
	struct sn_blake2b h, zero;
	uint8_t key[SN_BLAKE2B_KEY_BYTES] = {9}, out[64];
	memset(&zero, 0, sizeof zero);
	sn_blake2b_init(&h, sizeof out, key, &sn_carrot_person);
	sn_blake2b_update(&h, key, sizeof key);
	sn_blake2b_final(&h, out);
	cr_assert_arr_eq((uint8_t *)&h, (uint8_t *)&zero, sizeof h);
}
