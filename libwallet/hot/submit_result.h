/* hot/submit_result.h - outcome of submitting a signed set, by transaction. */
#ifndef SN_HOT_SUBMIT_RESULT_H
#define SN_HOT_SUBMIT_RESULT_H

#include "base/error.h"
#include "crypto/types.h"

struct sn_submitted {
	struct sn_hash tx_hash;
	uint64_t payment_id;
	size_t size;    /* bytes */
	bool was_known; /* the daemon had it, or the wallet has it in a block: submitted before */
};

/* The daemon did not accept the transaction. */
struct sn_not_submitted {
	struct sn_hash tx_hash;
	uint64_t payment_id; /* 0: no payment of this wallet */
	/* the network may have it: no answer came, or a rejection, or it was submitted before */
	bool may_be_sent;
	struct sn_error why;
};

/* A signed proposal that passed every check (hot/submit_proposals.h). */
struct sn_checked_proposal {
	struct sn_hash signable_hash;
	uint64_t amount; /* piconero to the recipients, ourselves included, without change */
	uint64_t fee;    /* piconero */
	bool is_spent;   /* a scanned block spends one of its inputs: it can never be sent */
};

#define SN_SUBMIT_WARNING_MAX 320

struct sn_submit_result {
	struct sn_submitted *txs; /* transactions that the daemon has, in the order of the set */
	size_t n;
	struct sn_not_submitted *failed; /* the others, if sending was reached */
	size_t n_failed;
	/* ids of prepared payments that were released because a transaction of the set spends one of their
	 * outputs */
	uint64_t *released;
	size_t n_released;
	struct sn_checked_proposal
		*proposals; /* in the order of the set; transactions with rings have none */
	size_t n_proposals;
	char warning[SN_SUBMIT_WARNING_MAX]; /* the warning before sending; "" without one */
};

#endif
