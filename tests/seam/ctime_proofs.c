/* Commitments, ring signatures and range proofs. */
#include "ctime.h"

#include "base/bytes.h"
#include "crypto/derive.h"
#include "crypto/random.h"
#include "ringct/bpp_prove.h"
#include "ringct/bpp_verify.h"
#include "ringct/bulletproof_plus.h"
#include "ringct/clsag.h"
#include "ringct/commitment.h"

#include <stdio.h>

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

const struct section ctime_proofs[] = {
	{"commitment", commitment},
	{"clsag", clsag},
	{"bulletproofs", bulletproofs},
	{NULL, NULL},
};
