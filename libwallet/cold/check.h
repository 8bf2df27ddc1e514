/* cold/check.h - verify a finished transaction before it is returned.
 *
 * The check starts from the bytes of the transaction, as the network does:
 *   - rings and fee equal those of the unsigned transaction and of the review;
 *   - the key images equal those recomputed from our keys;
 *   - range proof, ring signatures and balance are valid;
 *   - the weight equals the planned weight, on which the fee is based;
 *   - outputs and tx extra equal those made again from a fresh plan, and that plan equals the review;
 *   - a scan with our keys finds exactly our outputs. */
#ifndef SN_COLD_CHECK_H
#define SN_COLD_CHECK_H

#include "base/error.h"
#include "chain/account.h"
#include "cold/input.h"
#include "cold/outputs.h"
#include "cold/review.h"
#include "handoff/signed_set.h"

/* Check `bytes`, and store our own outputs and their key images in created[] (SN_TX_OUTPUTS_MAX entries).
 * `keys` and `inputs` are those that sn_construct left.
 *
 * `first` is NULL, or the same transaction, made and checked before: then `bytes` must be equal to its bytes,
 * and the proofs and outputs are not checked again.
 *
 * Returns
 *   SN_REFUSED  a check failed
 *   SN_IO       out of memory */
int sn_check_signed(struct sn_created_output *created, size_t *n_created, const void *bytes, size_t len,
		    const struct sn_signed_tx *first, const struct sn_account *account,
		    const struct sn_unsigned_tx *tx, const struct sn_tx_keys *keys,
		    const struct sn_review_tx *review, const struct sn_opened_input *inputs,
		    struct sn_error *err) SN_MUST_USE;

#endif
