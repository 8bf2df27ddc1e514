/* hot/proposal_input.h - a wallet output as the offline machine needs it after the network upgrade to FCMP++:
 * the values from which it computes the output again. */
#ifndef SN_HOT_PROPOSAL_INPUT_H
#define SN_HOT_PROPOSAL_INPUT_H

#include "handoff/proposal_set.h"
#include "store/wallet.h"

/* Describe w->outputs[output]. A mask of an old output is secret: wipe the result. */
void sn_proposal_input_of(struct sn_proposal_input *in, const struct sn_wallet *w, size_t output);

#endif
