/* Commitments, ring signatures, range proofs and SA/L proofs. */
#include "ctime.h"

#include "base/bytes.h"
#include "crypto/derive.h"
#include "crypto/random.h"
#include "ringct/bpp_prove.h"
#include "ringct/bpp_verify.h"
#include "ringct/bulletproof_plus.h"
#include "ringct/clsag.h"
#include "ringct/commitment.h"

#include "../unit/sal_spend.h"

#include <stdio.h>
#include <stdlib.h>

static void commitment(void)
{
	struct sn_scalar shared = secret_number("s"), mask;
	uint64_t amount = 1250000000000;
	uint8_t plain[8], encrypted[8];
	struct sn_point c;
	SN_SECRET(&amount, sizeof amount);
	sn_commitment_mask(&mask, &shared);
	expect_secret(&mask, sizeof mask, "the mask");
	sn_commit(&c, &mask, amount);
	expect_secret(&c, sizeof c, "the commitment");
	sn_store_u64(plain, amount);
	sn_amount_crypt8(encrypted, plain, &shared);
	expect_secret(encrypted, sizeof encrypted, "the amount");
}

/* The key that spends, the mask, the randomness, and which member it is. */
static void clsag(void)
{
	enum { N = 16 };
	struct sn_ring_member ring[N];
	struct sn_scalar x = number("x"), z = number("z"), pseudo_mask = number("C'"), mask;
	struct sn_point image, pseudo;
	struct sn_random random;
	struct sn_hash message = {{5}};
	struct sn_clsag signature;
	volatile size_t places[] = {0, 9, N - 1};
	for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
		size_t real = places[k];
		for (size_t i = 0; i < N; i++) {
			char name[16];
			snprintf(name, sizeof name, "decoy %zu", i);
			ring[i] = (struct sn_ring_member){point(name), point(name)};
		}
		sn_secret_to_public(&ring[real].key, &x);
		sn_scalar_add(&mask, &pseudo_mask, &z);
		sn_commit(&ring[real].commitment, &mask, 7);
		sn_commit(&pseudo, &pseudo_mask, 7);
		sn_key_image(&image, &ring[real].key, &x);

		struct sn_scalar secret_x = x, secret_z = z;
		sn_random_init(&random, "ctime", &x, "", 0);
		SN_SECRET(&secret_x, sizeof secret_x);
		SN_SECRET(&secret_z, sizeof secret_z);
		SN_SECRET(&random, sizeof random);
		SN_SECRET(&real, sizeof real);
		int ret = sn_clsag_sign(&signature, &message, ring, N, real, &image, &pseudo, &secret_x,
					&secret_z, &random);
		expect(!ret, "the ring signature is made");
		expect(!sn_clsag_verify(&signature, &message, ring, N, &image, &pseudo),
		       "the ring signature holds");
	}
}

static void bulletproofs(void)
{
	uint64_t amounts[2] = {0, 18446744073709551615u};
	struct sn_scalar masks[2] = {number("mask 0"), number("mask 1")};
	struct sn_point commitments[2];
	struct sn_random random;
	struct sn_bpp proof;
	sn_random_init(&random, "ctime", &masks[0], "", 0);
	for (size_t i = 0; i < 2; i++)
		sn_commit(&commitments[i], &masks[i], amounts[i]);
	SN_SECRET(amounts, sizeof amounts);
	SN_SECRET(masks, sizeof masks);
	SN_SECRET(&random, sizeof random);
	expect(!sn_bpp_prove(&proof, amounts, masks, 2, &random), "the range proof is made");
	expect(!sn_bpp_verify(&proof, commitments, 2), "the range proof holds");
}

/* Of outputs of before the fork, too: their y is 0. */
static struct sal_spend secret_spend(bool is_carrot)
{
	struct sal_spend spend;
	struct sn_random random;
	struct sn_scalar seed = number("spend");
	sn_random_init(&random, "ctime", &seed, "", 0);
	sal_spend_make(&spend, &random, is_carrot, sn_fcmp);
	SN_SECRET(&spend.opening, sizeof spend.opening);
	return spend;
}

/* The tuple and the key image of an input, and the balance of the commitments. */
static void rerandomize(void)
{
	struct sal_spend spend = secret_spend(true);
	struct sn_scalar masks[2] = {secret_number("mask 0"), secret_number("mask 1")},
			 outputs[2] = {secret_number("output 0"), secret_number("output 1")};
	struct sn_rerandomization r[2] = {spend.opening.r, spend.opening.r};
	sn_rerandomization_balance(r, masks, 2, outputs, 2);
	expect_secret(r, sizeof r, "the rerandomization");
	spend.opening.r = r[1];
	expect(!sal_spend_state(&spend), "the tuple is made");
}

static void sal(void)
{
	for (int is_carrot = 0; is_carrot < 2; is_carrot++) {
		struct sal_spend spend = secret_spend(is_carrot);
		struct sn_scalar key = secret_number("spend key");
		struct sn_sal proof;
		sn_sal_nonce_key_make(&spend.nonce_key, &key);
		expect_secret(&spend.nonce_key, sizeof spend.nonce_key, "the key of the nonces");
		expect(!sal_spend_prove(&proof, &spend), "the SA/L proof is made");
		expect(!sal_spend_verify(&proof, &spend), "the SA/L proof holds");
		/* A wrong key is refused by the result of comparisons alone. */
		spend.opening.x = secret_number("x");
		expect(sal_spend_prove(&proof, &spend) == SN_BAD_INPUT, "no proof for a wrong key");
	}
}

/* The kernels on lanes treat all terms of a sum as secret; this one would branch on a term marked public. */
static void sal_portable(void)
{
	setenv("SN_KERNEL", "portable", 1);
	sal();
}

const struct section ctime_proofs[] = {
	{"commitment", commitment},
	{"clsag", clsag},
	{"bulletproofs", bulletproofs},
	{"rerandomize", rerandomize},
	{"sal", sal},
	{"sal-portable", sal_portable},
	{NULL, NULL},
};
