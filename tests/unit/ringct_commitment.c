#include "ringct/commitment.h"

#include "base/bytes.h"
#include "base/hex.h"
#include "crypto/group_mul.h"
#include "crypto/keccak.h"
#include "crypto/scalar.h"
#include "ringct_vectors.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

Test(commitment, h_is_derived_from_g)
{
	struct sn_hash hash;
	struct sn_point p;
	struct sn_ge h;

	sn_keccak256(&hash, sn_point_base.b, 32);
	memcpy(p.b, hash.b, 32);
	cr_assert_eq(sn_ge_decode(&h, &p), SN_OK);
	sn_ge_mul8(&h, &h);
	sn_ge_encode(&p, &h);
	cr_assert(sn_point_is_equal(&p, &sn_point_h));
}

/* mask·G + amount·H by plain multiplications. */
static void commit_plainly(struct sn_point *c, const struct sn_scalar *mask, uint64_t amount)
{
	struct sn_ge h, g;
	struct sn_scalar a;

	cr_assert_eq(sn_ge_decode(&h, &sn_point_h), SN_OK);
	sn_scalar_from_u64(&a, amount);
	sn_ge_mul(&h, &a, &h);
	sn_ge_mul(&g, mask, &sn_ge_base);
	sn_ge_add(&g, &g, &h);
	sn_ge_encode(c, &g);
}

Test(commitment, commit)
{
	static const uint64_t amounts[] = {0, 1, 2, 15, 16, 1000000000000, UINT64_MAX - 1, UINT64_MAX};
	struct sn_random random;
	struct sn_scalar mask;
	struct sn_point c, expected;

	test_random(&random, "commit");
	for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
		sn_random_scalar(&random, &mask);
		sn_commit(&c, &mask, amounts[i]);
		commit_plainly(&expected, &mask, amounts[i]);
		cr_assert(sn_point_is_equal(&c, &expected), "%" PRIu64, amounts[i]);
	}
	sn_commit(&c, &sn_scalar_zero, 0);
	cr_assert(sn_point_is_equal(&c, &sn_point_identity));
	sn_commit(&c, &sn_scalar_zero, 1);
	cr_assert(sn_point_is_equal(&c, &sn_point_h));
	sn_commit(&c, &sn_scalar_one, 0);
	cr_assert(sn_point_is_equal(&c, &sn_point_base));
}

Test(commitment, vectors)
{
	FILE *f = fopen(TESTS_DIR "/vectors/ringct_amounts.txt", "r");
	char line[512], s_hex[80], mask_hex[80], a_hex[80], b_hex[80];
	struct sn_scalar s, mask, mask2;
	uint8_t enc[8], enc_mask[32], enc_amount[32], plain[8];
	uint64_t amount, amount2;
	int compact = 0, full = 0;

	cr_assert_not_null(f);
	while (fgets(line, sizeof line, f)) {
		if (sscanf(line, "compact %79s %79s %" SCNu64 " %79s", s_hex, mask_hex, &amount, a_hex) ==
		    4) {
			compact++;
			cr_assert_eq(sn_hex_decode(&s, 32, s_hex), SN_OK);
			cr_assert_eq(sn_hex_decode(&mask, 32, mask_hex), SN_OK);
			cr_assert_eq(sn_hex_decode(enc, 8, a_hex), SN_OK);
			sn_commitment_mask(&mask2, &s);
			cr_assert(sn_scalar_is_equal(&mask, &mask2));
			sn_amount_crypt8(plain, enc, &s);
			cr_assert_eq(sn_load_u64(plain), amount);
			sn_amount_crypt8(plain, plain, &s);
			cr_assert_eq(memcmp(plain, enc, 8), 0);
		} else if (sscanf(line, "full %79s %79s %" SCNu64 " %79s %79s", s_hex, mask_hex, &amount,
				  a_hex, b_hex) == 5) {
			full++;
			cr_assert_eq(sn_hex_decode(&s, 32, s_hex), SN_OK);
			cr_assert_eq(sn_hex_decode(&mask, 32, mask_hex), SN_OK);
			cr_assert_eq(sn_hex_decode(enc_mask, 32, a_hex), SN_OK);
			cr_assert_eq(sn_hex_decode(enc_amount, 32, b_hex), SN_OK);
			cr_assert_eq(sn_amount_decrypt32(&mask2, &amount2, enc_mask, enc_amount, &s), SN_OK);
			cr_assert(sn_scalar_is_equal(&mask, &mask2));
			cr_assert_eq(amount2, amount);
			/* With another top byte the amount has more than 64 bits. */
			enc_amount[8] ^= 1;
			cr_assert_eq(sn_amount_decrypt32(&mask2, &amount2, enc_mask, enc_amount, &s),
				     SN_BAD_INPUT);
			cr_assert(sn_scalar_is_zero(&mask2));
			cr_assert_eq(amount2, 0);
		}
	}
	fclose(f);
	cr_assert_eq(compact, 4);
	cr_assert_eq(full, 4);
}

Test(commitment, balance_of_transactions)
{
	struct sn_point in[VECTOR_INPUTS_MAX];
	struct vector_transaction *t = malloc(sizeof *t);

	cr_assert_not_null(t);
	for (size_t k = 0; k < vector_transactions(); k++) {
		vector_transaction(t, k);
		for (size_t i = 0; i < t->inputs; i++)
			in[i] = t->input[i].pseudo_commitment;
		cr_assert_eq(sn_commitments_balance(in, t->inputs, t->commitment, t->outputs, t->fee), SN_OK);
		cr_assert_eq(sn_commitments_balance(in, t->inputs, t->commitment, t->outputs, t->fee + 1),
			     SN_REFUSED);
		cr_assert_eq(sn_commitments_balance(in, t->inputs, t->commitment, t->outputs - 1, t->fee),
			     SN_REFUSED);
		cr_assert_eq(sn_commitments_balance(in, t->inputs - 1, t->commitment, t->outputs, t->fee),
			     SN_REFUSED);
		t->commitment[0] = in[0];
		cr_assert_eq(sn_commitments_balance(in, t->inputs, t->commitment, t->outputs, t->fee),
			     SN_REFUSED);
	}
	free(t);
}

Test(commitment, invalid_points_are_refused)
{
	/* y = 2 does not belong to a point. */
	static const struct sn_point bad = {{2}};
	struct sn_point none = sn_point_identity;

	cr_assert_eq(sn_commitments_balance(NULL, 0, NULL, 0, 0), SN_OK);
	cr_assert_eq(sn_commitments_balance(NULL, 0, NULL, 0, 1), SN_REFUSED);
	cr_assert_eq(sn_commitments_balance(&none, 1, &none, 1, 0), SN_OK);
	cr_assert_eq(sn_commitments_balance(&bad, 1, &bad, 1, 0), SN_REFUSED);
	cr_assert_eq(sn_commitments_balance(&none, 1, &bad, 1, 0), SN_REFUSED);
	cr_assert_eq(sn_commitments_balance(&sn_point_h, 1, NULL, 0, 1), SN_OK);
	cr_assert_eq(sn_commitments_balance(NULL, 0, &sn_point_h, 1, 1), SN_REFUSED);
}
