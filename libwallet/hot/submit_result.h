/* hot/submit_result.h - which transactions of a signed set the daemon has, and which it has not. */
#ifndef SN_HOT_SUBMIT_RESULT_H
#define SN_HOT_SUBMIT_RESULT_H

#include "base/error.h"
#include "crypto/types.h"

struct sn_submitted {
	struct sn_hash tx_hash;
	uint64_t payment_id;
	size_t size;    /* bytes */
	bool was_known; /* to the daemon, or to the wallet from a block: submitted before */
};

/* The daemon did not say that it has it. */
struct sn_not_submitted {
	struct sn_hash tx_hash;
	uint64_t payment_id; /* 0: none of this wallet's */
	bool may_be_sent;    /* the network may have it: no answer came, or a rejection, or it was submitted
				before */
	struct sn_error why;
};

#define SN_SUBMIT_WARNING_MAX 320

struct sn_submit_result {
	struct sn_submitted *txs; /* those that the daemon has, in the order of the set */
	size_t n;
	struct sn_not_submitted *failed; /* the others, if it came to that */
	size_t n_failed;
	uint64_t *released; /* ids of payments that were prepared, wanted one of the same outputs, and are
			       given up */
	size_t n_released;
	char warning[SN_SUBMIT_WARNING_MAX]; /* that stood before the sending; "" is none */
};

#endif
