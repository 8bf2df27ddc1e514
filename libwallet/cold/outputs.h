/* cold/outputs.h - tx keys, one-time outputs and tx extra of a transaction under construction.
 *
 * The plan and the keys drawn here determine all outputs. So they can be made twice: to construct the
 * transaction, and from a fresh plan to check it. Everything is secret, except the parts of the transaction.
 * Source: reference implementation, src/cryptonote_core/cryptonote_tx_utils.cpp, construct_tx_with_tx_key;
 * src/device/device_default.cpp, generate_output_ephemeral_keys. */
#ifndef SN_COLD_OUTPUTS_H
#define SN_COLD_OUTPUTS_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/account.h"
#include "chain/transaction.h"
#include "crypto/random.h"
#include "handoff/plan.h"

/* The values drawn for one transaction. Keep them in sn_secret_alloc memory. */
struct sn_tx_keys {
	size_t order[SN_TX_OUTPUTS_MAX]; /* output i is plan->outputs[order[i]] */
	struct sn_scalar r;              /* tx secret key */
	struct sn_point tx_key;          /* R = r·G, or r·D for the only recipient, a subaddress */
	struct sn_scalar additional_r[SN_TX_OUTPUTS_MAX];
	struct sn_point additional[SN_TX_OUTPUTS_MAX];
	struct sn_scalar nobody; /* spend secret of the dummy's address; never stored */
};

/* Draw the keys and the order of the outputs. Returns SN_BAD_INPUT if a recipient's keys are not points. */
int sn_tx_keys_make(struct sn_tx_keys *keys, const struct sn_tx_plan *plan,
		    struct sn_random *random) SN_MUST_USE;

/* Whether each planned output has its place, and the public keys belong to the secret keys. If r and R did
 * not match, we would find our change, which depends on R alone, but the recipients would find nothing. */
bool sn_tx_keys_fit(const struct sn_tx_keys *keys, const struct sn_tx_plan *plan);

/* Make output i, and the mask that opens its commitment. Returns SN_BAD_INPUT like sn_tx_keys_make. */
int sn_tx_output_make(struct sn_tx_output *out, struct sn_scalar *mask, const struct sn_tx_keys *keys,
		      size_t i, const struct sn_account *account, const struct sn_tx_plan *plan) SN_MUST_USE;

/* Append the tx extra. Returns SN_BAD_INPUT like sn_tx_keys_make, or SN_IO. */
int sn_tx_extra_make(struct sn_buf *extra, const struct sn_tx_keys *keys,
		     const struct sn_tx_plan *plan) SN_MUST_USE;

#endif
