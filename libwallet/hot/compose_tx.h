/* hot/compose_tx.h - one transaction of an unsigned set: its inputs, fee and change. */
#ifndef SN_HOT_COMPOSE_TX_H
#define SN_HOT_COMPOSE_TX_H

#include "base/error.h"
#include "chain/address.h"
#include "handoff/unsigned_set.h"
#include "hot/replacement.h"
#include "hot/request.h"
#include "node/daemon.h"
#include "node/daemon_load.h"
#include "node/daemon_outputs.h"
#include "store/wallet.h"

/* A payment while it is composed. */
struct sn_composer {
	struct sn_wallet *w;
	struct sn_daemon *daemon;
	const struct sn_payment_request *request;
	struct sn_daemon_fees fees;
	unsigned priority; /* 1 to 4 */
	struct sn_daemon_distribution distribution;
	uint64_t now;         /* Unix seconds */
	uint64_t index_bound; /* every global output index in a ring is below this */
	struct sn_unsigned_set set;
	size_t **outputs;                  /* per transaction: the indices of its inputs in w->outputs */
	struct sn_replacement replacement; /* outputs that the transactions of a payment must spend */
	bool *only;                        /* outputs that may be spent (hot/choice.h); NULL: all */
	bool has_rings;                    /* false: the weights are upper bounds, except of proposals */
	bool without_change; /* the wallet has no further inputs: the fee may take the whole rest */
};

/* Whether the file has proposals (hot/proposals.h). Then the transactions have no rings, and always change,
 * which may be 0. */
bool sn_compose_has_proposals(const struct sn_composer *c);

/* The weight of a transaction of c->set: exactly, or an upper bound while c->has_rings is false. Returns
 * SN_REFUSED as sn_tx_plan, or if the network allows no such transaction. */
int sn_compose_tx_weight(size_t *weight, const struct sn_composer *c, const struct sn_unsigned_tx *tx,
			 struct sn_error *err) SN_MUST_USE;

/* Make room for `n` empty transactions in c->set. SN_IO. */
int sn_compose_tx_alloc(struct sn_composer *c, size_t n, struct sn_error *err) SN_MUST_USE;

/* Fill transaction `at` with the wallet outputs picked[0..n-1] as inputs and with the destinations
 * to[0..n_to-1]. The rings get placeholder indices that encode to the largest size, so that the fee can only
 * fall when the rings are made. SN_IO. */
int sn_compose_tx_init(struct sn_composer *c, size_t at, const size_t *picked, size_t n,
		       const struct sn_payment_destination *to, size_t n_to,
		       struct sn_error *err) SN_MUST_USE;

/* Wipe and free transaction `at`, and leave it empty. */
void sn_compose_tx_drop(struct sn_composer *c, size_t at);

/* Divide the inputs of `tx`, a transaction of c->set, into destinations, fee and change. `*is_enough` is
 * false if the inputs do not suffice.
 *
 * In a sweep, the destination gets everything except the fee. If the recipients pay the fee, each gets an
 * equal part less; the first ones one piconero more, if the parts cannot be equal. So does the reference
 * wallet (src/wallet/wallet2.cpp, get_adjusted_dsts).
 *
 * Returns
 *   SN_REFUSED  the sum of the inputs overflows, the transaction is too large for a block, the daemon would
 *               not relay it with the requested fee, or (SN_REASON_FEE) a recipient who pays the fee
 *               would get nothing
 *   SN_IO */
int sn_compose_tx_divide(struct sn_composer *c, struct sn_unsigned_tx *tx, bool *is_enough,
			 struct sn_error *err) SN_MUST_USE;

/* Upper bound, in bytes, of the difference between the placeholder indices of `n_inputs` rings and the real
 * ones. */
size_t sn_compose_tx_ring_slack(const struct sn_composer *c, size_t n_inputs);

/* Bytes of the payment ID in the reference wallet's weight estimate: 0 unless the address is integrated,
 * although every transaction carries a payment ID. */
size_t sn_compose_tx_payment_id_size(enum sn_address_kind kind);

/* No set of inputs fits the amount and the fee. Returns SN_REFUSED. */
int sn_compose_tx_refuse_amount(struct sn_error *err);

/* Refuse dust, according to the request's limits. Returns SN_REFUSED: if the fee reduces the amounts, with
 * SN_REASON_FEE. */
int sn_compose_tx_check_dust(const struct sn_composer *c, struct sn_error *err) SN_MUST_USE;

#endif
