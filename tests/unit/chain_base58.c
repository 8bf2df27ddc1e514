#include "chain/base58.h"
#include "chain_vectors.h"
#include "seed.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

Test(chain_base58, vectors_are_encoded_and_decoded)
{
	struct vectors v;
	vectors_open(&v, "chain_base58.txt");
	while (vectors_next(&v, "encode")) {
		/* The empty vector has no second word. */
		const char *hex = v.n > 2 ? v.word[1] : "", *text = v.n > 1 ? v.word[v.n - 1] : "";
		size_t len, out_len;
		uint8_t *bytes = vectors_bytes(&len, hex), out[64];
		char encoded[128];
		cr_assert_eq(sn_base58_size(len), strlen(text));
		sn_base58_encode(encoded, bytes, len);
		cr_assert_str_eq(encoded, text);
		cr_assert_eq(sn_base58_decode(out, sizeof out, &out_len, text, strlen(text)), SN_OK);
		cr_assert_eq(out_len, len);
		cr_assert(!memcmp(out, bytes, len));
		free(bytes);
	}
	vectors_close(&v);
}

Test(chain_base58, bad_texts_are_refused)
{
	struct vectors v;
	vectors_open(&v, "chain_base58.txt");
	while (vectors_next(&v, "refuse")) {
		uint8_t out[64];
		size_t len = 1;
		cr_assert_eq(sn_base58_decode(out, sizeof out, &len, v.word[1], strlen(v.word[1])),
			     SN_BAD_INPUT, "taken: %s", v.word[1]);
		cr_assert_eq(len, 0);
	}
	vectors_close(&v);
}

Test(chain_base58, decodes_at_most_cap_bytes)
{
	uint8_t out[20];
	size_t len;
	memset(out, 0xaa, sizeof out);
	cr_assert_eq(sn_base58_decode(out, 15, &len, "jpXCZedGfVQjpXCZedGfVQ", 22), SN_BAD_INPUT);
	for (size_t i = 15; i < sizeof out; i++)
		cr_assert_eq(out[i], 0xaa);
	cr_assert_eq(sn_base58_decode(out, 16, &len, "jpXCZedGfVQjpXCZedGfVQ", 22), SN_OK);
	cr_assert_eq(len, 16);
}

/* Encoding an accepted text again gives the same text. */
Test(chain_base58, each_value_has_one_encoding)
{
	char text[12] = {0}, back[12];
	uint8_t out[8];
	size_t len, accepted = 0;
	seed_libsodium("one_spelling");
	for (int i = 0; i < 20000; i++) {
		size_t digits = 1 + randombytes_uniform(11);
		for (size_t j = 0; j < digits; j++)
			text[j] = (char)(32 + randombytes_uniform(96));
		text[digits] = 0;
		if (i % 2) /* digits only, most of them in range */
			for (size_t j = 0; j < digits; j++)
				text[j] = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
					[randombytes_uniform(58)];
		if (sn_base58_decode(out, sizeof out, &len, text, digits))
			continue;
		accepted++;
		sn_base58_encode(back, out, len);
		cr_assert_str_eq(back, text);
	}
	cr_assert_gt(accepted, 1000);
}
