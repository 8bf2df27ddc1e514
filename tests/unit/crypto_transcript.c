#include "crypto/transcript.h"

#include "crypto/fcmp_constants.h"
#include "crypto/scalar.h"
#include "named_vectors.h"

#include <criterion/criterion.h>
#include <string.h>

#define FILE_NAME "carrot.txt"

/* hash.transcript: the tag of view tags, and the bytes 0 to 7 as fields. */
static void put_fields(struct sn_transcript *t, int how)
{
	static const uint8_t bytes[] = {0, 1, 2, 3, 4, 5, 6, 7};
	switch (how) {
	case 0:
		sn_transcript_put(t, bytes, sizeof bytes);
		break;
	case 1:
		sn_transcript_put_u64(t, UINT64_C(0x0706050403020100));
		break;
	default:
		sn_transcript_put_u8(t, 0);
		sn_transcript_put(t, bytes + 1, 3);
		sn_transcript_put_u32(t, 0x07060504);
	}
}

Test(crypto_transcript, hashes)
{
	static const size_t lengths[] = {3, 8, 16, 32, 64};
	uint8_t key[32], expected[64], out[64];
	named_vector(key, sizeof key, FILE_NAME, "hash.key");
	for (size_t i = 0; i < 5 * 2 * 3; i++) {
		size_t n = lengths[i % 5];
		bool has_key = i / 5 % 2;
		struct sn_transcript t;
		named_vector(expected, n, FILE_NAME, "hash.%zu.%s", n, has_key ? "key" : "none");
		sn_transcript_init(&t, SN_CARROT_VIEW_TAG, has_key ? key : NULL, n);
		put_fields(&t, (int)(i / 10));
		sn_transcript_hash(&t, out);
		cr_assert_arr_eq(out, expected, n, "case %zu", i);
	}
}

Test(crypto_transcript, scalars)
{
	struct sn_scalar expected, s;
	uint8_t key[32];
	named_vector(key, sizeof key, FILE_NAME, "hash.key");
	for (int has_key = 0; has_key < 2; has_key++) {
		struct sn_transcript t;
		named_vector(expected.b, 32, FILE_NAME, "hash.scalar.%s", has_key ? "key" : "none");
		sn_transcript_init(&t, SN_CARROT_VIEW_TAG, has_key ? key : NULL, SN_TRANSCRIPT_SCALAR);
		put_fields(&t, 0);
		sn_transcript_scalar(&t, &s);
		cr_assert(sn_scalar_is_equal(&s, &expected));
	}
}

/* The length of the tag is hashed: no tag with its fields is another tag with other fields. */
Test(crypto_transcript, tag_has_a_length)
{
	struct sn_transcript t;
	uint8_t one[32], other[32];
	sn_transcript_init(&t, "ab", NULL, sizeof one);
	sn_transcript_put_u8(&t, 'c');
	sn_transcript_hash(&t, one);
	sn_transcript_init(&t, "abc", NULL, sizeof other);
	sn_transcript_hash(&t, other);
	cr_assert_arr_neq(one, other, sizeof one);
}

Test(crypto_transcript, state_is_wiped)
{
	struct sn_transcript t, zero;
	uint8_t key[32] = {9}, out[3];
	struct sn_scalar s;
	memset(&zero, 0, sizeof zero);
	sn_transcript_init(&t, SN_CARROT_VIEW_TAG, key, sizeof out);
	sn_transcript_hash(&t, out);
	cr_assert_arr_eq((uint8_t *)&t, (uint8_t *)&zero, sizeof t);
	sn_transcript_init(&t, SN_CARROT_VIEW_TAG, key, SN_TRANSCRIPT_SCALAR);
	sn_transcript_scalar(&t, &s);
	cr_assert_arr_eq((uint8_t *)&t, (uint8_t *)&zero, sizeof t);
}
