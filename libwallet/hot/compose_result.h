/* hot/compose_result.h - what was composed. */
#ifndef SN_HOT_COMPOSE_RESULT_H
#define SN_HOT_COMPOSE_RESULT_H

#include "hot/request.h"
#include "hot/sweep.h"

#include <stddef.h>
#include <stdint.h>

/* One per transaction. */
struct sn_composed {
	uint64_t id;     /* of the payment: what --release takes */
	uint64_t amount; /* to the destinations */
	uint64_t fee;
	uint64_t change;
	size_t weight;
	size_t n_inputs;
};

struct sn_compose_result {
	struct sn_composed *txs;
	size_t n;
	/* What a sweep leaves, of all that is unlocked: */
	struct sn_output_sum dust;       /* costs more to send than it brings */
	struct sn_output_sum rest;       /* one set has no room for it: sweep again */
	struct sn_duplicates duplicates; /* paid all the same */
};

#endif
