#include "crypto/aes.h"

#include "base/hex.h"

#include <criterion/criterion.h>
#include <string.h>

/* The product in GF(2)[x]/(x^8 + x^4 + x^3 + x + 1), by the definition. */
static uint8_t multiply(uint8_t a, uint8_t b)
{
	unsigned product = 0;
	for (unsigned i = 0; i < 8; i++)
		product ^= b >> i & 1 ? (unsigned)a << i : 0;
	for (unsigned i = 14; i >= 8; i--)
		product ^= product >> i & 1 ? 0x11bu << (i - 8) : 0;
	return (uint8_t)product;
}

/* FIPS 197, section 5.1.1: the inverse, then the affine map. */
static uint8_t substitute(uint8_t a)
{
	uint8_t inverse = 0, result = 0x63;
	for (unsigned b = 1; b < 256; b++)
		if (multiply(a, (uint8_t)b) == 1)
			inverse = (uint8_t)b;
	for (unsigned i = 0; i < 8; i++)
		for (unsigned k = 0; k < 5; k++)
			result ^= (uint8_t)((inverse >> (k ? i + k + 3 : i) % 8 & 1) << i);
	return result;
}

Test(crypto_aes, sub_bytes_is_its_definition_for_each_byte_at_each_place)
{
	uint8_t in[64], out[64];
	struct sn_byte_planes planes;
	for (unsigned first = 0; first < 256; first++) {
		for (unsigned i = 0; i < 64; i++)
			in[i] = (uint8_t)(first + 5 * i);
		sn_byte_planes_load(&planes, in);
		sn_byte_planes_store(out, &planes);
		cr_assert_arr_eq(out, in, sizeof in);
		sn_aes_sub_bytes(&planes);
		sn_byte_planes_store(out, &planes);
		for (unsigned i = 0; i < 64; i++)
			cr_assert_eq(out[i], substitute(in[i]), "%u at %u", in[i], i);
	}
}

static void unhex(uint8_t *bytes, size_t len, const char *hex)
{
	cr_assert_eq(sn_hex_decode(bytes, len, hex), SN_OK);
}

/* FIPS 197, appendix C.1: start and round key of round 1, start of round 2. */
Test(crypto_aes, round_is_that_of_the_standard)
{
	uint8_t block[SN_AES_BLOCK], key[SN_AES_BLOCK], next[SN_AES_BLOCK];
	unhex(block, sizeof block, "00102030405060708090a0b0c0d0e0f0");
	unhex(key, sizeof key, "d6aa74fdd2af72fadaa678f1d6ab76fe");
	unhex(next, sizeof next, "89d810e8855ace682d1843d8cb128fe4");
	sn_aes_round(block, key);
	cr_assert_arr_eq(block, next, sizeof next);
}

/* Four blocks together get what each gets alone. */
Test(crypto_aes, blocks_do_not_mix)
{
	uint8_t blocks[4 * SN_AES_BLOCK], out[4 * SN_AES_BLOCK];
	static const uint8_t zero[SN_AES_BLOCK];
	struct sn_byte_planes planes;
	for (unsigned i = 0; i < sizeof blocks; i++)
		blocks[i] = (uint8_t)(i * i + 3 * i);
	sn_byte_planes_load(&planes, blocks);
	sn_aes_sub_bytes(&planes);
	sn_aes_shift_rows(&planes);
	sn_aes_mix_columns(&planes);
	sn_byte_planes_store(out, &planes);
	for (unsigned i = 0; i < sizeof blocks; i += SN_AES_BLOCK)
		sn_aes_round(blocks + i, zero);
	cr_assert_arr_eq(out, blocks, sizeof out);
}

/* FIPS 197, appendix A.3: words 0 to 39. */
Test(crypto_aes, key_expansion_is_that_of_the_standard)
{
	uint8_t keys[SN_AES_ROUND_KEYS * SN_AES_BLOCK], expected[48];
	unhex(expected, 32, "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4");
	sn_aes_expand(keys, expected);
	cr_assert_arr_eq(keys, expected, 32);
	unhex(expected, 48,
	      "9ba354118e6925afa51a8b5f2067fcdea8b09c1a93d194cdbe49846eb75d5b9ad59aecb85bf3c917fee94248de8ebe96");
	cr_assert_arr_eq(keys + 32, expected, 48);
}
