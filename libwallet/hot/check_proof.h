/* hot/check_proof.h - check proofs about transactions, with a daemon.
 *
 * Anyone can do this: no wallet is needed. The contents of the transaction are certain, because it is checked
 * that they have the transaction hash. The daemon is believed that the transaction is in the chain, and at
 * which height. It learns which transaction interests the user. */
#ifndef SN_HOT_CHECK_PROOF_H
#define SN_HOT_CHECK_PROOF_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/json.h"
#include "chain/address.h"
#include "crypto/types.h"
#include "node/daemon.h"
#include "node/daemon_info.h"

/* More than the text of any proof has. */
#define SN_PROOF_TEXT_MAX (16u << 20)

enum sn_proof_kind {
	SN_PROOF_SENT,     /* OutProofV2, by the sender */
	SN_PROOF_RECEIVED, /* InProofV2, by the recipient */
	SN_PROOF_TX_KEY,
	SN_PROOF_SPEND, /* SpendProofV1, by the sender: sn_check_spend */
};

/* What is to be proved, and the proof. White space at both ends of `text` is ignored. */
struct sn_proof_claim {
	struct sn_hash tx_hash;
	struct sn_address address; /* not for a proof of spending */
	const void *message;
	size_t message_len;
	const void *text;
	size_t text_len;
};

struct sn_proof_result {
	enum sn_proof_kind kind;
	struct sn_hash tx_hash;
	struct sn_address address; /* not for a proof of spending, like the next three */
	uint64_t received;         /* piconero, more than 0 */
	uint64_t unlock_time;      /* of the outputs; 0: none. */
	bool is_locked;            /* by the unlock time, now */
	bool is_in_pool;
	uint64_t height;        /* of its block */
	uint64_t confirmations; /* 0 if in the pool */
};

/* Get the state of the daemon. Returns SN_BAD_INPUT if the address belongs to another network. */
int sn_check_address_network(struct sn_daemon_info *info, struct sn_daemon *daemon,
			     const struct sn_address *address, struct sn_error *err) SN_MUST_USE;

/* Check a proof of payment or a tx key.
 *
 * Returns
 *   SN_BAD_INPUT  the text is no proof, or belongs to another kind of transaction; or the address belongs to
 *                 another network than the daemon
 *   SN_REFUSED    the proof is invalid (SN_REASON_BAD_PROOF), or shows no payment to the address
 *                 (SN_REASON_NOTHING_PAID; `result` is complete)
 *   any error of sn_daemon_get_transaction */
int sn_check_payment(struct sn_proof_result *result, struct sn_daemon *daemon,
		     const struct sn_proof_claim *claim, struct sn_error *err) SN_MUST_USE;

/* Check a proof of spending: that its maker signed the transaction. The daemon sends the ring members. If it
 * lies about them, a valid proof is refused, but no invalid proof is accepted (chain/spend_proof.h).
 *
 * Returns
 *   SN_BAD_INPUT  the text is no proof of spending, or belongs to a transaction with other inputs; or the
 *                 transaction spends outputs from before RingCT, which is not supported
 *   SN_REFUSED    the proof is invalid
 *   any error of sn_daemon_get_transaction and sn_daemon_get_outputs */
int sn_check_spend(struct sn_proof_result *result, struct sn_daemon *daemon,
		   const struct sn_proof_claim *claim, struct sn_error *err) SN_MUST_USE;

/* As in hot/report.h: valid, kind, tx_hash, address, received, unlock_time, in_pool, confirmations, height.
 * Without address, received and unlock_time for a proof of spending. */
int sn_report_proof_json(cJSON *object, const struct sn_proof_result *result) SN_MUST_USE;
int sn_report_proof_text(struct sn_buf *out, const struct sn_proof_result *result) SN_MUST_USE;

#endif
