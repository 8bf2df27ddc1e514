#include "chain/extra.h"
#include "base/hex.h"
#include "seed.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#define KEY1 "1111111111111111111111111111111111111111111111111111111111111111"
#define KEY2 "2222222222222222222222222222222222222222222222222222222222222222"
#define KEY3 "3333333333333333333333333333333333333333333333333333333333333333"

static struct sn_buf bytes;

static void parse(struct sn_extra *extra, const char *hex)
{
	sn_buf_clear(&bytes);
	cr_assert_eq(sn_hex_decode_buf(&bytes, hex, strlen(hex)), SN_OK);
	sn_extra_parse(extra, bytes.data, bytes.len);
}

static void cleanup(void)
{
	sn_buf_free(&bytes);
}

Test(chain_extra, empty_extra_is_complete, .fini = cleanup)
{
	struct sn_extra e;
	sn_extra_parse(&e, NULL, 0);
	cr_assert(e.is_complete);
	cr_assert_eq(e.n_tx_keys, 0);
	cr_assert_eq(e.n_additional, 0);
	cr_assert(!e.has_nonce);
}

Test(chain_extra, all_fields_are_parsed, .fini = cleanup)
{
	struct sn_extra e;
	struct sn_point keys[4], key;
	uint8_t id[8], long_id[32];
	parse(&e, "01" KEY1 "0209010011223344556677"
		  "0402" KEY2 KEY3 "0321"
		  "00" KEY1 "de03aabbcc"
		  "01" KEY3 "0000");
	cr_assert(e.is_complete);
	cr_assert_eq(e.n_tx_keys, 2);
	cr_assert_eq(sn_extra_tx_keys(keys, 4, &e), 2);
	cr_assert_eq(keys[0].b[0], 0x11);
	cr_assert_eq(keys[1].b[31], 0x33);
	cr_assert_eq(sn_extra_tx_keys(keys, 1, &e), 1);
	cr_assert_eq(e.n_additional, 2);
	sn_extra_additional_key(&key, &e, 1);
	cr_assert_eq(key.b[0], 0x33);
	cr_assert(sn_extra_encrypted_payment_id(id, &e));
	cr_assert_arr_eq(id, ((uint8_t[]){0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77}), 8);
	cr_assert(!sn_extra_long_payment_id(long_id, &e));
}

Test(chain_extra, a_long_payment_id_has_32_bytes, .fini = cleanup)
{
	struct sn_extra e;
	uint8_t id[8], long_id[32];
	parse(&e, "022100" KEY2 "01" KEY1);
	cr_assert(sn_extra_long_payment_id(long_id, &e));
	cr_assert_eq(long_id[31], 0x22);
	cr_assert(!sn_extra_encrypted_payment_id(id, &e));
	/* The right kind with the wrong size, and an empty nonce. */
	parse(&e, "022101" KEY2);
	cr_assert(!sn_extra_long_payment_id(long_id, &e));
	cr_assert(!sn_extra_encrypted_payment_id(id, &e));
	parse(&e, "020801"
		  "00112233445566");
	cr_assert(!sn_extra_encrypted_payment_id(id, &e));
	parse(&e, "0200"
		  "01" KEY1);
	cr_assert(e.has_nonce);
	cr_assert(!sn_extra_encrypted_payment_id(id, &e));
	cr_assert_eq(e.n_tx_keys, 1);
}

/* Of several nonces and lists of additional keys the first counts. */
Test(chain_extra, the_first_of_several_fields_counts, .fini = cleanup)
{
	struct sn_extra e;
	struct sn_point key;
	uint8_t id[8];
	parse(&e, "0209010011223344556677"
		  "020901ffffffffffffffff"
		  "0401" KEY2 "0402" KEY1 KEY3);
	cr_assert(e.is_complete);
	cr_assert(sn_extra_encrypted_payment_id(id, &e));
	cr_assert_eq(id[1], 0x11);
	cr_assert_eq(e.n_additional, 1);
	sn_extra_additional_key(&key, &e, 0);
	cr_assert_eq(key.b[0], 0x22);
	parse(&e, "0400"
		  "0401" KEY1);
	cr_assert_eq(e.n_additional, 0);
}

/* An invalid field ends the parsing; the fields before it are kept. */
Test(chain_extra, fields_before_an_invalid_one_are_kept, .fini = cleanup)
{
	static const char *const bad[] = {
		"05", /* unknown tag */
		"ff00",
		"01", /* key truncated */
		"01"
		"1111",
		"02", /* nonce without a size */
		"0205aabb",
		"02ffffffffffffffffff01", /* enormous */
		"028000",                 /* size padded */
		"0402" KEY1,
		"04ffffffffffffffffff01",
		"0320"
		"00" KEY1, /* merge mining: size one too small, */
		"0322"
		"00" KEY1 "00", /* one too large, */
		"0321"
		"80" KEY1, /* depth truncated */
		"0300",
		"de05aa",
		"0001", /* padding that is not zero */
		"000000"
		"01" KEY2, /* padding that is not at the end */
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char hex[512];
		struct sn_extra e;
		snprintf(hex, sizeof hex, "01" KEY1 "%s", bad[i]);
		parse(&e, hex);
		cr_assert(!e.is_complete, "taken: %s", bad[i]);
		cr_assert_eq(e.n_tx_keys, 1);
		cr_assert(!e.has_nonce);
		cr_assert_eq(e.n_additional, 0);
	}
}

Test(chain_extra, nonce_and_padding_have_at_most_255_bytes, .fini = cleanup)
{
	uint8_t data[400] = {0};
	struct sn_extra e;
	sn_extra_parse(&e, data, 255);
	cr_assert(e.is_complete);
	sn_extra_parse(&e, data, 256);
	cr_assert(!e.is_complete);

	data[0] = SN_EXTRA_NONCE;
	data[1] = 0xff; /* 255 */
	data[2] = 0x01;
	sn_extra_parse(&e, data, 3 + 255);
	cr_assert(e.is_complete);
	cr_assert_eq(e.nonce_len, 255);
	data[1] = 0x80; /* 256 */
	data[2] = 0x02;
	sn_extra_parse(&e, data, 3 + 256);
	cr_assert(!e.is_complete);
	cr_assert(!e.has_nonce);
}

/* Arbitrary bytes never cause a read outside of the extra (sanitizers check the views). */
Test(chain_extra, arbitrary_bytes_are_parsed_safely)
{
	seed_libsodium("arbitrary_bytes");
	for (int i = 0; i < 50000; i++) {
		size_t len = randombytes_uniform(80);
		uint8_t *data = malloc(len + 1);
		for (size_t j = 0; j < len; j++)
			data[j] = (uint8_t)randombytes_uniform(randombytes_uniform(3) ? 8 : 256);
		uint8_t *exact = realloc(data, len ? len : 1);
		struct sn_extra e;
		struct sn_point key;
		sn_extra_parse(&e, exact, len);
		cr_assert_leq(33 * e.n_tx_keys, len);
		cr_assert_leq(32 * e.n_additional, len);
		for (size_t j = 0; j < e.n_additional; j++)
			sn_extra_additional_key(&key, &e, j);
		uint8_t id[32];
		sn_extra_encrypted_payment_id(id, &e);
		sn_extra_long_payment_id(id, &e);
		free(exact);
	}
}

Test(chain_extra, written_extra_is_parsed_again)
{
	struct sn_point r, more[2];
	uint8_t id[8] = {1, 2, 3, 4, 5, 6, 7, 8};
	struct sn_buf b = {0};
	struct sn_extra e;
	memset(r.b, 0x11, 32);
	memset(more[0].b, 0x22, 32);
	memset(more[1].b, 0x33, 32);

	sn_extra_write(&b, &r, NULL, 0, id);
	cr_assert_eq(b.len, 33 + 11);
	cr_assert_eq(b.data[33], 0x02);
	cr_assert_eq(b.data[34], 9);
	cr_assert_eq(b.data[35], 1);
	sn_buf_clear(&b);

	sn_extra_write(&b, &r, more, 2, id);
	cr_assert_eq(b.len, 33 + 2 + 64 + 11);
	cr_assert_eq(b.data[33], 0x04);
	sn_extra_parse(&e, b.data, b.len);
	cr_assert(e.is_complete);
	cr_assert_eq(e.n_tx_keys, 1);
	cr_assert_eq(e.n_additional, 2);
	cr_assert(e.has_nonce);
	sn_buf_clear(&b);

	sn_extra_write(&b, &r, NULL, 0, NULL);
	cr_assert_eq(b.len, 33);
	sn_buf_free(&b);
}

Test(chain_extra, encryption_of_a_payment_id_is_its_own_inverse)
{
	struct sn_point derivation = {{9}};
	uint8_t id[8] = {1, 2, 3, 4, 5, 6, 7, 8}, crypted[8], back[8];
	sn_payment_id_crypt(crypted, id, &derivation);
	cr_assert(memcmp(crypted, id, 8));
	sn_payment_id_crypt(back, crypted, &derivation);
	cr_assert_arr_eq(back, id, 8);
	derivation.b[31] = 1;
	sn_payment_id_crypt(back, crypted, &derivation);
	cr_assert(memcmp(back, id, 8));
}
