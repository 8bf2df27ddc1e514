/* cold/check.h - verify a finished transaction before it leaves.
 *
 * Starts from its bytes alone, as the network will: rings and fee are those of the unsigned transaction and
 * of the review, key images those that our keys give once more; range proof, ring signatures and balance
 * hold; the weight is the one that the fee was reckoned for; each output and the tx extra are what a second
 * making from a fresh plan gives, and that plan pays what the review says; and a scan with our own keys finds
 * exactly what is ours. */
#ifndef SN_COLD_CHECK_H
#define SN_COLD_CHECK_H

#include "base/error.h"
#include "chain/account.h"
#include "cold/input.h"
#include "cold/outputs.h"
#include "cold/review.h"
#include "handoff/signed_set.h"

/* Check `bytes` and fill created[] (room for SN_TX_OUTPUTS_MAX) with the outputs of our own and their key
 * images. `keys` and `inputs` as sn_construct left them. With `first`, which is NULL or the same transaction
 * made and checked before, `bytes` have to be the same as its own; their proofs and outputs, which were
 * checked then, are not checked again. SN_REFUSED when anything differs, SN_IO when out of memory. */
int sn_check_signed(struct sn_created_output *created, size_t *n_created, const void *bytes, size_t len,
		    const struct sn_signed_tx *first, const struct sn_account *account,
		    const struct sn_unsigned_tx *tx, const struct sn_tx_keys *keys,
		    const struct sn_review_tx *review, const struct sn_opened_input *inputs,
		    struct sn_error *err) SN_MUST_USE;

#endif
