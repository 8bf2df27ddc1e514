/* store/wallet_input.h - an output of the wallet as the signer needs it (handoff/proposal_input.h). */
#ifndef SN_STORE_WALLET_INPUT_H
#define SN_STORE_WALLET_INPUT_H

#include "handoff/proposal_input.h"
#include "store/wallet_types.h"

/* The entry of an element of w->outputs, for a proposal or an output list. It has a mask only if the mask is
 * explicit: then wipe it. */
void sn_wallet_proposal_input(struct sn_proposal_input *in, const struct sn_wallet *w,
			      const struct sn_wallet_output *o);

#endif
