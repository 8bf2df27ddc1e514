/* hot/submit_candidate.h - one transaction of a signed set while it is submitted. */
#ifndef SN_HOT_SUBMIT_CANDIDATE_H
#define SN_HOT_SUBMIT_CANDIDATE_H

#include "base/error.h"
#include "chain/transaction.h"
#include "handoff/signed_set.h"
#include "store/wallet.h"

/* Of a submitted payment: the time since which it is missing (store/wallet.h). */
struct missing {
	uint64_t since, height;
	bool is_missing;
};

/* One transaction of the set, parsed. */
struct candidate {
	const struct sn_signed_tx *signed_tx;
	struct sn_tx tx;
	struct sn_hash hash;
	struct sn_hash rings;
	uint64_t received; /* sum of its outputs to us; their keys and amounts: */
	struct sn_point returned[SN_TX_OUTPUTS_MAX];
	uint64_t returned_amounts[SN_TX_OUTPUTS_MAX];
	size_t n_returned;
	uint64_t spent;
	uint64_t payment_id; /* 0: the wallet has no such payment */
	/* state and transaction hash of that payment before; restored if nothing was sent */
	enum sn_payment_state state_before;
	struct sn_hash hash_before;
	struct missing missing_before;
	bool doubtful_before, unanswered_before;
	/* of a released payment: height and note of the conflict (store/wallet_types.h); 0: none */
	uint64_t conflict_before, conflict_seen_before, conflict_height_before;
	/* submitted before by this wallet, or in a scanned block: no rejection undoes this */
	bool is_submitted;
	bool was_sent;     /* submitted before, whatever its state is now */
	bool was_doubtful; /* is_doubtful of the payment (store/wallet_types.h) when it is sent */
	/* may spend an output whose key image was not known before: no scan can have noticed a spend */
	bool spends_unseen;
	bool is_confirmed; /* in a block scanned by this wallet: not sent again */
	const char
		*unsent;  /* text for errors: "nothing was sent", or "it was not sent" if there are several */
	bool is_known;    /* the daemon has it, from before or now */
	bool was_known;   /* the daemon had it before */
	bool may_be_sent; /* the network may have it: sent now without an acceptance, or submitted before */
	int failed;       /* the error and its message, if it failed */
	struct sn_error why;
};

#endif
