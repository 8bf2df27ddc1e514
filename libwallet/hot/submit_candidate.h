/* hot/submit_candidate.h - one transaction of a signed set on its way to the daemon. */
#ifndef SN_HOT_SUBMIT_CANDIDATE_H
#define SN_HOT_SUBMIT_CANDIDATE_H

#include "base/error.h"
#include "chain/transaction.h"
#include "handoff/signed_set.h"
#include "store/wallet.h"

/* Of a submitted payment: since when it is missing (store/wallet.h). */
struct missing {
	uint64_t since, height;
	bool is_missing;
};

/* One transaction of the set, taken apart. */
struct candidate {
	const struct sn_signed_tx *signed_tx;
	struct sn_tx tx;
	struct sn_hash hash;
	struct sn_hash rings;
	uint64_t received; /* what comes back to us, of these keys and amounts */
	struct sn_point returned[SN_TX_OUTPUTS_MAX];
	uint64_t returned_amounts[SN_TX_OUTPUTS_MAX];
	size_t n_returned;
	uint64_t spent;
	uint64_t payment_id;                /* 0: the wallet knows none like it */
	enum sn_payment_state state_before; /* of that payment, and its transaction's hash: what it is again
					       when nothing was */
	struct sn_hash hash_before;         /*   sent */
	struct missing missing_before;
	bool is_submitted; /* before, by this wallet, or it has seen it in a block: no daemon's refusal undoes
			      that */
	bool was_sent;     /* before: it was submitted, whatever became of it */
	bool was_rejected; /* by the daemon that it was sent to last */
	bool spends_unseen; /* it spends an output whose key image was not known before: no scan can have seen
			       whether that output is spent */
	bool is_confirmed;  /* seen in a block by this wallet: it need not be sent */
	const char *unsent; /* "nothing was sent", or of one among several, that it was not */
	bool is_known;      /* the daemon has it: it had it before, or has taken it */
	bool was_known;     /* before */
	bool may_be_sent;   /* the network may have it: sent now without an acceptance, or submitted before */
	int failed;         /* otherwise, when it cannot be sent: the error, and why */
	struct sn_error why;
};

#endif
