/* handoff/plan.h - the transaction that an unsigned one will become, as far as it is known before signing.
 *
 * Hot and cold side make the same plan from the same unsigned transaction: the hot side to
 * know the weight, and so the fee; the signer to build it. Everything that an observer could
 * recognise a wallet by is decided here as the reference wallet decides it: number of outputs, which
 * tx keys there are, the payment id. Source: reference implementation, src/wallet/wallet2.cpp,
 * transfer_selected_rct; src/cryptonote_core/cryptonote_tx_utils.cpp, construct_tx_with_tx_key,
 * classify_addresses, get_destination_view_key_pub. */
#ifndef SN_HANDOFF_PLAN_H
#define SN_HANDOFF_PLAN_H

#include "base/error.h"
#include "chain/account.h"
#include "chain/address.h"
#include "handoff/unsigned_set.h"

enum sn_planned_kind {
	SN_PLANNED_DESTINATION,
	SN_PLANNED_CHANGE,
	SN_PLANNED_DUMMY, /* amount 0 to nobody: a lone destination without change gets company */
};

struct sn_planned_output {
	enum sn_planned_kind kind;
	struct sn_address address; /* zero for the dummy */
	uint64_t amount;
};

struct sn_tx_plan {
	struct sn_planned_output outputs[SN_TX_OUTPUTS_MAX];
	size_t n_outputs;

	/* R = r·D of the only recipient, a subaddress, instead of r·G; then this points to it. */
	const struct sn_address *tx_key_for; /* or NULL */
	/* One more tx key for every output: a subaddress among several recipients. */
	bool has_additional_keys;

	/* An encrypted payment id, real or a dummy of zeros, and whose view key it is encrypted for. */
	bool has_payment_id;
	uint8_t payment_id[8];
	const struct sn_address *payment_id_for;

	size_t extra_size;
	size_t weight; /* of the finished transaction, exactly */
};

/* May one transaction pay both? Not if one is an integrated address and the other is any other address. A
 * transaction has one payment id, and the wallet that decrypts it assigns it to everything that it receives
 * in this transaction, at its subaddresses too: nobody else can tell which addresses belong to one wallet.
 * Source: reference implementation, src/wallet/wallet2.cpp, process_new_transaction. */
bool sn_plan_may_share(const struct sn_address *a, const struct sn_address *b);
#define SN_PLAN_MAY_NOT_SHARE                                                                                           \
	"an integrated address cannot share a transaction with other recipients: its payment id would apply to all of " \
	"them; pay it in a transaction of its own"

/* Plan `tx`. The change address is recomputed from `account`. The plan points into itself: do not
 * copy it. SN_REFUSED when no transaction can be built, or none that does what it says: no input, no or too
 * many outputs, an integrated address beside any other recipient (the same address without the payment id,
 * and an own one, included), the same keys as two kinds of address. */
int sn_tx_plan(struct sn_tx_plan *plan, const struct sn_account *account, const struct sn_unsigned_tx *tx,
	       struct sn_error *err) SN_MUST_USE;

#endif
