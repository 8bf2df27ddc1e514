/* hot/compose.h - a payment in, an unsigned set out. */
#ifndef SN_HOT_COMPOSE_H
#define SN_HOT_COMPOSE_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/json.h"
#include "cold/review.h"
#include "handoff/unsigned_set.h"
#include "hot/sweep.h"
#include "node/daemon.h"
#include "store/wallet.h"

struct sn_payment_request {
	const struct sn_payment_destination *destinations; /* sweep: one, its amount ignored */
	size_t n_destinations;
	uint64_t fee;         /* piconero, exactly, of each transaction; 0: automatic */
	uint64_t mixin;       /* decoys per input; must be SN_RING_SIZE - 1 */
	uint64_t unlock_time; /* 0, a height, or Unix seconds */
	unsigned priority;    /* 1 (slow) to 4; 0: as usual, 1 or 2 (hot/priority.h) */
	uint32_t account;     /* spend from this account; its change comes back to it */
	bool sweep_all;       /* everything that is unlocked, in all accounts; may make several transactions */
	bool one_account;     /* sweep: in `account` only */
	bool join_addresses;  /* sweep: a transaction may spend from several addresses of an account */
	bool may_be_several;  /* more destinations than one transaction has room for are paid by several; otherwise refused */
	const struct sn_limits *limits; /* as the signer has them, on fee and dust; NULL: the usual */
};

#define SN_MIXIN (SN_RING_SIZE - 1)

/* One transaction has room for so many and the change; all of a set for so many. */
#define SN_TX_DESTINATIONS_MAX (SN_TX_OUTPUTS_MAX - 1)
#define SN_DESTINATIONS_MAX (SN_SET_TXS_MAX * SN_TX_DESTINATIONS_MAX)

/* One per transaction. */
struct sn_composed {
	uint64_t id;     /* of the payment: what --release takes */
	uint64_t amount; /* to the destinations */
	uint64_t fee;
	uint64_t change;
	size_t weight;
	size_t n_inputs;
};

/* Destinations with the keys of an earlier one. */
struct sn_duplicates {
	size_t n;
	size_t first, of; /* the first of them, and which one it repeats: positions in the request, from 0 */
};

struct sn_compose_result {
	struct sn_composed *txs;
	size_t n;
	/* What a sweep leaves, of all that is unlocked: */
	struct sn_output_sum dust; /* costs more to send than it brings */
	struct sn_output_sum rest; /* one set has no room for it: sweep again */
	struct sn_duplicates duplicates; /* paid all the same */
};

/* Choose inputs and decoys, compute the fee, reserve the inputs in `w`, and append the sealed unsigned set to
 * `out`. The wallet is changed in memory only: store it before handing the set out. `now`: Unix seconds. The lock of the
 * wallet (store/wallet.h) is held while reserving, not before, and is free again on return.
 *
 * What is too little to be an output of its own is given to the fee only when there are no more inputs to make
 * a proper change with; an exact fee in the request is always kept to. Transactions get no heavier than two thirds
 * of what is mined, as with the reference wallet.
 *
 * Several transactions have the destinations in their order, as many in each as there is room for, and each spends outputs
 * that are there already (hot/apart.h): all of them are prepared, or none.
 *
 * SN_USAGE for requests that make no sense, SN_REFUSED when the money or the fee does not suffice, the fee is above
 * the limit, a destination gets dust or the wallet was never synchronised, SN_DAEMON. After a failure nothing is reserved. Free the result. */
int sn_compose(struct sn_buf *out, struct sn_compose_result *result, struct sn_wallet *w, struct sn_daemon *daemon,
	       const struct sn_payment_request *request, uint64_t now, struct sn_error *err) SN_MUST_USE;
void sn_compose_result_free(struct sn_compose_result *result);

/* Fill `request` from the JSON object that the RPC method `transfer` takes: destinations (amount, address), fee,
 * mixin or ring_size, unlock_time, priority, account_index. Absent members leave what is there, unknown ones are refused.
 * Destinations are allocated: free(request->destinations). SN_BAD_INPUT, SN_REASON_BAD_ADDRESS when it is an address that
 * is wrong; then there are none. */
int sn_payment_request_read(struct sn_payment_request *request, enum sn_network network, const cJSON *object,
			    struct sn_error *err) SN_MUST_USE;

/* The same for `sweep_all`: address, fee, mixin or ring_size, unlock_time, priority, account_index,
 * subaddr_indices_all. */
int sn_sweep_request_read(struct sn_payment_request *request, enum sn_network network, const cJSON *object,
			  struct sn_error *err) SN_MUST_USE;

/* sn_payment_request_read from a JSON text. */
int sn_payment_request_json(struct sn_payment_request *request, enum sn_network network, const char *text,
			    size_t len, struct sn_error *err) SN_MUST_USE;

/* SN_IO when out of memory. */
int sn_payment_request_duplicates(struct sn_duplicates *duplicates, const struct sn_payment_request *request,
				  struct sn_error *err) SN_MUST_USE;

/* Destinations from lines of comma-separated values, `address,amount`, as spreadsheets write them (doc/batches.md). Amounts are
 * decimal XMR and not zero. SN_BAD_INPUT names the line, and so does SN_REFUSED: an integrated address beside another one. */
int sn_payment_request_csv(struct sn_payment_request *request, enum sn_network network, const char *text,
			   size_t len, struct sn_error *err) SN_MUST_USE;

#endif
