/* store/wallet_payments.h - payments, from preparation to confirmation, and the outputs that they reserve. */
#ifndef SN_STORE_WALLET_PAYMENTS_H
#define SN_STORE_WALLET_PAYMENTS_H

#include "base/error.h"
#include "store/wallet_types.h"

/* Whether the payment was ever submitted: it has a tx_hash. */
bool sn_payment_was_submitted(const struct sn_wallet_payment *payment);

/* The payment with this id, or NULL. */
struct sn_wallet_payment *sn_wallet_find_payment(const struct sn_wallet *w, uint64_t id);

/* The payment of this transaction, or NULL. If there are several, one that is not confirmed. */
const struct sn_wallet_payment *sn_wallet_find_payment_of(const struct sn_wallet *w,
							  const struct sn_hash *tx_hash);

/* The payment that reserves this output, or NULL. If there are several, a submitted one, else the first
 * prepared one. sn_wallet_holder_of takes the one-time key, of an output scanned or not. */
const struct sn_wallet_payment *sn_wallet_held_by(const struct sn_wallet *w, size_t output);
const struct sn_wallet_payment *sn_wallet_holder_of(const struct sn_wallet *w, const struct sn_point *key);

/* Add a copy of `payment`, and assign its id. */
int sn_wallet_add_payment(struct sn_wallet *w, const struct sn_wallet_payment *payment,
			  uint64_t *id) SN_MUST_USE;

/* Set state and tx_hash (NULL: unchanged). `height` is used for confirmed and released payments (`height` of
 * the payment). Clears missing_since, is_missing, conflict_seen and is_unanswered. */
int sn_wallet_set_payment(struct sn_wallet *w, uint64_t id, enum sn_payment_state state,
			  const struct sn_hash *tx_hash, uint64_t height) SN_MUST_USE;

/* Set missing_since (Unix seconds, or 0) and missing_height. SN_BAD_INPUT unless the payment is submitted. */
int sn_wallet_set_missing(struct sn_wallet *w, uint64_t id, uint64_t since) SN_MUST_USE;

/* Set is_missing, until sn_wallet_set_missing or sn_wallet_set_payment clears it. SN_BAD_INPUT unless
 * missing_since is set. */
int sn_wallet_declare_missing(struct sn_wallet *w, uint64_t id) SN_MUST_USE;

/* Restore former values of missing_since, missing_height and is_missing. */
int sn_wallet_set_missing_at(struct sn_wallet *w, uint64_t id, uint64_t since, uint64_t height,
			     bool is_missing) SN_MUST_USE;

/* Set conflict_seen (Unix seconds) and conflict_height. SN_BAD_INPUT unless the payment was released because
 * of a conflict. */
int sn_wallet_set_conflict_seen(struct sn_wallet *w, uint64_t id, uint64_t time) SN_MUST_USE;

/* Set is_doubtful: true if the payment was reported as failed and may still be mined, false if a daemon
 * accepted it. SN_BAD_INPUT if there is no such payment. */
int sn_wallet_set_doubtful(struct sn_wallet *w, uint64_t id, bool is_doubtful) SN_MUST_USE;

/* Set is_unanswered. SN_BAD_INPUT if there is no such payment, or the flag is to be set and the payment is
 * not submitted. */
int sn_wallet_set_unanswered(struct sn_wallet *w, uint64_t id, bool is_unanswered) SN_MUST_USE;

/* Private to store/. */

/* Set `rings` of the last payment, without a record. */
int sn_wallet_set_rings(struct sn_wallet *w, uint64_t id, const struct sn_hash *rings) SN_MUST_USE;

/* A block at `height` spends the output `key`: payments that were submitted, and released because a lower
 * block had spent one of their inputs, are released because of this block. Part of sn_wallet_set_spent. */
void sn_wallet_raise_conflicts(struct sn_wallet *w, const struct sn_point *key, uint64_t height);

/* Forget removed blocks at `height` and above: clear undone_at there, and replace the height of a conflict by
 * that of the last block. Otherwise a false chain of any height would block the recipients for as long. Call
 * when the wallet has the whole chain of a synchronized daemon, and that chain ends below `height`: the
 * removed blocks will not return. */
int sn_wallet_forget_undone(struct sn_wallet *w, uint64_t height) SN_MUST_USE;

/* Set undone_at, without a record. SN_BAD_INPUT unless submitted, confirmed, or released because of a
 * conflict after it was submitted. */
int sn_wallet_replay_undone(struct sn_wallet *w, uint64_t id, uint64_t height) SN_MUST_USE;

/* sn_wallet_set_conflict_seen with the given conflict_height. */
int sn_wallet_set_conflict_seen_at(struct sn_wallet *w, uint64_t id, uint64_t time,
				   uint64_t height) SN_MUST_USE;

/* The blocks from `height` on were removed: undo confirmations and conflicts there, without a record. Fails
 * only in a replay, as sn_wallet_index_outputs does. */
int sn_wallet_undo_payments(struct sn_wallet *w, uint64_t height) SN_MUST_USE;

#endif
