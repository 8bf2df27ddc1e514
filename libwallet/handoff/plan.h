/* handoff/plan.h - the parts of a transaction that are known before signing.
 *
 * Both machines make the same plan from the same unsigned transaction: the online machine to compute the
 * weight, on which the fee depends; the signer to construct the transaction. The plan decides like the
 * reference wallet wherever an observer could distinguish wallets: number of outputs, tx keys, payment ID.
 * Source: reference implementation, src/wallet/wallet2.cpp, transfer_selected_rct;
 * src/cryptonote_core/cryptonote_tx_utils.cpp, construct_tx_with_tx_key, classify_addresses,
 * get_destination_view_key_pub. */
#ifndef SN_HANDOFF_PLAN_H
#define SN_HANDOFF_PLAN_H

#include "base/error.h"
#include "chain/account.h"
#include "chain/address.h"
#include "handoff/unsigned_set.h"

enum sn_planned_kind {
	SN_PLANNED_DESTINATION,
	SN_PLANNED_CHANGE,
	SN_PLANNED_DUMMY, /* amount 0 to a random address: the second output of a payment without change */
};

struct sn_planned_output {
	enum sn_planned_kind kind;
	struct sn_address address; /* zero for the dummy */
	uint64_t amount;
};

struct sn_tx_plan {
	struct sn_planned_output outputs[SN_TX_OUTPUTS_MAX];
	size_t n_outputs;

	/* The only recipient, if it is a subaddress: then R = r·D of it instead of r·G. Otherwise NULL. */
	const struct sn_address *tx_key_for;
	/* An additional tx key for each output: several recipients, and one of them is a subaddress. */
	bool has_additional_keys;

	/* An encrypted payment ID, real or a dummy of zeros, and the address whose view key encrypts it. */
	bool has_payment_id;
	uint8_t payment_id[8];
	const struct sn_address *payment_id_for;

	size_t extra_size;
	size_t weight; /* of the finished transaction, exactly */
};

/* Whether one transaction may pay both addresses: not if one is an integrated address and the other one is a
 * different address. A transaction has one payment ID. The wallet that decrypts it applies it to all outputs
 * that it receives in this transaction, at subaddresses as well, and a sender cannot know which addresses
 * belong to one wallet. Source: reference implementation, src/wallet/wallet2.cpp, process_new_transaction. */
bool sn_plan_may_share(const struct sn_address *a, const struct sn_address *b);

/* Set the error and hint for a transaction that pays addresses that must not share one. Returns SN_REFUSED.
 */
int sn_plan_refuse_sharing(struct sn_error *err);

/* Whether one transaction may pay both addresses: not if the same keys occur both as a subaddress and as
 * another kind of address. The kind decides how the tx key or the ephemeral key is made, so the recipient
 * would not find one of the two outputs. No wallet has such a pair of addresses. */
bool sn_plan_kinds_agree(const struct sn_address *a, const struct sn_address *b);

/* Set the error for a transaction with such a pair. Returns SN_REFUSED. */
int sn_plan_refuse_kinds(struct sn_error *err);

/* Plan `tx`. The change address is recomputed from `account`. The plan points into itself: do not copy it.
 *
 * Returns SN_REFUSED if there is no input; if there are no or too many outputs; if an integrated address is
 * paid together with another recipient (also our own address, or the same address without the payment ID); or
 * if the same keys occur as two kinds of address. */
int sn_tx_plan(struct sn_tx_plan *plan, const struct sn_account *account, const struct sn_unsigned_tx *tx,
	       struct sn_error *err) SN_MUST_USE;

#endif
