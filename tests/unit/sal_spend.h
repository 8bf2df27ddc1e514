/* A spend for tests of SA/L proofs: an output, the input tuple that spends it, and the keys. */
#ifndef SN_TESTS_SAL_SPEND_H
#define SN_TESTS_SAL_SPEND_H

#include "crypto/random.h"
#include "ringct/sal_prove.h"

struct sal_spend {
	const struct sn_fcmp_constants *constants;
	struct sn_output_tuple output;
	struct sn_sal_opening opening;
	struct sn_sal_statement statement;
	struct sn_sal_nonce_key nonce_key;
};

/* Draw one: of a Carrot output, or of an output of before the fork. */
void sal_spend_make(struct sal_spend *spend, struct sn_random *random, bool is_carrot,
		    const struct sn_fcmp_constants *constants);

/* Compute tuple and key image of the statement from output and opening. */
int sal_spend_state(struct sal_spend *spend) SN_MUST_USE;

int sal_spend_prove(struct sn_sal *proof, const struct sal_spend *spend) SN_MUST_USE;
int sal_spend_verify(const struct sn_sal *proof, const struct sal_spend *spend) SN_MUST_USE;

#endif
