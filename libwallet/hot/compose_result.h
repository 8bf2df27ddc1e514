/* hot/compose_result.h - the transactions of a composed payment. */
#ifndef SN_HOT_COMPOSE_RESULT_H
#define SN_HOT_COMPOSE_RESULT_H

#include "hot/request.h"
#include "hot/sweep.h"

#include <stddef.h>
#include <stdint.h>

/* One transaction. */
struct sn_composed {
	uint64_t id;     /* of the payment: the ID for --release */
	uint64_t amount; /* to the destinations, without the fee */
	uint64_t fee;
	uint64_t change;
	size_t weight;
	size_t n_inputs;
	/* an earlier payment that was submitted, and spends one of the same outputs: only one of the two can
	 * be mined. 0: none (hot/replacement.h) */
	uint64_t replaces;
	/* of a repeated request: */
	enum sn_payment_state state;
	struct sn_hash tx_hash; /* zero unless it was submitted */
	bool is_rejected;       /* submitted: it failed, but may still be mined (is_doubtful) */
	bool is_unanswered;     /* submitted: no daemon has answered */
};

struct sn_compose_result {
	struct sn_composed *txs;
	size_t n;
	/* A sweep leaves these unlocked outputs: */
	struct sn_output_sum dust;       /* they cost more to send than their value */
	struct sn_output_sum rest;       /* the set has no room for them: sweep again */
	struct sn_duplicates duplicates; /* destinations with equal addresses; all of them are paid */
	bool is_fee_subtracted;          /* the recipients pay the fees */
	bool has_proposals;              /* nothing is reserved: the ids are 0 */
	/* The request has the reference of an earlier one: these are its payments. Weights, duplicates and
	 * what a sweep leaves are unknown. */
	bool is_repeated;
};

#endif
