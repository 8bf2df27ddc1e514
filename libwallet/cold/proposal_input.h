/* cold/proposal_input.h - an input of a proposal, recomputed from our own keys.
 *
 * The entry of an input has the values from which its output was derived: those of the sender, or of
 * ourselves. The account and these values determine its one-time key. A lie in one of them gives another key,
 * and is refused. Of an old output, amount and mask determine the commitment only: with a lie there, the
 * commitment is not on the chain, and no membership proof exists.
 *
 * The signer cannot know whether an output is on the chain. */
#ifndef SN_COLD_PROPOSAL_INPUT_H
#define SN_COLD_PROPOSAL_INPUT_H

#include "base/error.h"
#include "chain/account.h"
#include "chain/spend_keys.h"
#include "handoff/proposal_set.h"
#include "ringct/rerandomize.h"

/* Secret, except the points: wipe it. */
struct sn_opened_proposal_input {
	const struct sn_proposal_input *input;
	struct sn_output_tuple output; /* one-time key, generator of the key image, commitment */
	struct sn_scalar mask;         /* of the commitment */
	struct sn_spend_keys keys;     /* zero for a watch-only account */
	struct sn_point image;         /* zero for a watch-only account */
};

/* Open n inputs. Constant time in the keys of the account. Returns SN_REFUSED with the number of the first
 * bad input in *bad; `opened` is then zero. */
int sn_proposal_inputs_open(struct sn_opened_proposal_input *opened, size_t *bad,
			    const struct sn_account *account, const struct sn_proposal_input *inputs,
			    size_t n, struct sn_error *err) SN_MUST_USE;

#endif
