/* Flip bits while an SA/L proof is made. The result must be no proof, or the bytes of an undisturbed run,
 * or, if the key of the nonces was hit in the beginning, a proof that shares no nonce with them: two proofs
 * of one statement with the same alpha reveal the spend key. */
#include "flips.h"
#include "seam.h"

#include "crypto/scalar.h"

#include "../unit/sal_spend.h"

#include <criterion/criterion.h>

#include <string.h>
#include <unistd.h>

static struct sal_spend spend, original;
static struct sn_sal expected;

/* alpha, beta, r_y and r_z, from the responses: each with a challenge of its own. */
static void open_nonces(struct sn_scalar nonce[static 4], const struct sn_sal *proof)
{
	const struct sn_sal_opening *o = &original.opening;
	const struct sn_scalar *response[] = {&proof->s_alpha, &proof->s_beta, &proof->s_y, &proof->s_z};
	struct sn_scalar e, secret[4] = {o->x, o->r.r_i};
	sn_sal_challenge(&e, &original.statement, &proof->commitments, original.constants);
	sn_scalar_add(&secret[2], &o->y, &o->r.r_o);
	sn_scalar_mul(&secret[3], &o->x, &o->r.r_i);
	for (size_t i = 0; i < 4; i++) {
		sn_scalar_mul(&nonce[i], &e, &secret[i]);
		sn_scalar_sub(&nonce[i], response[i], &nonce[i]);
	}
}

/* The secrets cannot be computed from both proofs. */
static bool is_unrelated(const struct sn_sal *proof)
{
	struct sn_scalar nonce[4], undisturbed[4];
	open_nonces(nonce, proof);
	open_nonces(undisturbed, &expected);
	for (size_t i = 0; i < 4; i++)
		if (sn_scalar_is_equal(&nonce[i], &undisturbed[i]))
			return false;
	return !sal_spend_verify(proof, &original);
}

static enum outcome judge(int ret, const struct sn_sal *proof)
{
	static const struct sn_sal nothing;
	if (ret)
		return memcmp(proof, &nothing, sizeof *proof) ? LEAKED : REFUSED;
	if (!memcmp(proof, &expected, sizeof *proof))
		return IDENTICAL;
	return is_unrelated(proof) ? UNRELATED : OTHER;
}

static enum outcome prove(void)
{
	struct sn_sal proof;
	memset(&proof, 0xff, sizeof proof);
	int ret = sal_spend_prove(&proof, &spend);
	if (flips.is_child)
		_exit(STATUS_BASE + judge(ret, &proof));
	return judge(ret, &proof);
}

static void disturb(bool is_carrot)
{
	flips_start(1, 8);
	sal_spend_make(&spend, &flips.random, is_carrot, sn_fcmp);
	original = spend;
	cr_assert(!sal_spend_prove(&expected, &spend));
	flips_add_region("held: statement", &spend.statement, sizeof spend.statement);
	flips_add_region("held: output", &spend.output, sizeof spend.output);
	flips_add_region("held: opening", &spend.opening, sizeof spend.opening);
	flips_add_region("held: nonce key", &spend.nonce_key, sizeof spend.nonce_key);
	seam_hook = flips_at_point;
	enum outcome outcome = prove();
	seam_hook = NULL;
	flips_print(is_carrot ? "SA/L, Carrot output" : "SA/L, old output");
	cr_assert_eq(outcome, IDENTICAL, "the parent was disturbed");
	cr_assert_geq(flips.n_tallies, 12, "only %zu points were reached: is the seam switched on?",
		      flips.n_tallies);
	cr_assert(flips_tally_of("sal nonces")->outcomes[REFUSED] == flips_tally_of("sal nonces")->flips);
	cr_assert_gt(flips_count(REFUSED), flips_count(IDENTICAL), "hardly anything was noticed");
	cr_assert_eq(flips_count(OTHER), 0, "another proof was given out");
	/* If the key is hit before it is used, all nonces differ. */
	cr_assert_eq(flips_count(UNRELATED), flips_tally_of("held: nonce key")->outcomes[UNRELATED]);
	cr_assert_eq(flips_count(LEAKED), 0, "something was given out in spite of an error");
	cr_assert_eq(flips_count(HUNG), 0);
}

Test(bit_flips, sal_proof_of_a_carrot_output)
{
	disturb(true);
}

Test(bit_flips, sal_proof_of_an_old_output)
{
	disturb(false);
}
