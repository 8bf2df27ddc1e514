/* cold/outputs.h - the outputs of a transaction in the making: its keys, one-time outputs, tx extra.
 *
 * All follow from the plan and the keys drawn here, so that they can be made twice: to build the transaction,
 * and from a fresh plan to check it. Everything here is secret but what goes into the transaction. Source:
 * reference implementation, src/cryptonote_core/cryptonote_tx_utils.cpp, construct_tx_with_tx_key;
 * src/device/device_default.cpp, generate_output_ephemeral_keys. */
#ifndef SN_COLD_OUTPUTS_H
#define SN_COLD_OUTPUTS_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/account.h"
#include "chain/transaction.h"
#include "crypto/random.h"
#include "handoff/plan.h"

/* What is drawn for one transaction. Keep it in sn_secret_alloc memory. */
struct sn_tx_keys {
	size_t order[SN_TX_OUTPUTS_MAX]; /* output i is plan->outputs[order[i]] */
	struct sn_scalar r;              /* tx secret key */
	struct sn_point tx_key;          /* R = r·G, or r·D for the only recipient, a subaddress */
	struct sn_scalar additional_r[SN_TX_OUTPUTS_MAX];
	struct sn_point additional[SN_TX_OUTPUTS_MAX];
	struct sn_scalar nobody; /* spend secret of the dummy's address, told to nobody */
};

/* Draw the keys and the order of the outputs. SN_BAD_INPUT when a recipient's keys encode no point. */
int sn_tx_keys_make(struct sn_tx_keys *keys, const struct sn_tx_plan *plan,
		    struct sn_random *random) SN_MUST_USE;

/* Each planned output has its place, and the public keys belong to the secret ones. Where r and R do not, we
 * find our change, which takes R alone, and the recipients nothing. */
bool sn_tx_keys_fit(const struct sn_tx_keys *keys, const struct sn_tx_plan *plan);

/* Make output i, and the mask that opens its commitment. SN_BAD_INPUT as above. */
int sn_tx_output_make(struct sn_tx_output *out, struct sn_scalar *mask, const struct sn_tx_keys *keys,
		      size_t i, const struct sn_account *account, const struct sn_tx_plan *plan) SN_MUST_USE;

/* Append the tx extra. SN_BAD_INPUT, SN_IO. */
int sn_tx_extra_make(struct sn_buf *extra, const struct sn_tx_keys *keys,
		     const struct sn_tx_plan *plan) SN_MUST_USE;

#endif
