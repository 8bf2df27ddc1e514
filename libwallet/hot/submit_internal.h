/* hot/submit_internal.h - what the submit*.c files share. Not for others. */
#ifndef SN_HOT_SUBMIT_INTERNAL_H
#define SN_HOT_SUBMIT_INTERNAL_H

#include "chain/subaddress_table.h"
#include "chain/transaction.h"
#include "handoff/signed_set.h"
#include "hot/submit.h"

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

/* SN_REFUSED, SN_REASON_FOREIGN: of the whole set, nothing is sent. */
int sn_submit_foreign(struct sn_error *err, const char *what);

/* Take c->signed_tx apart: it is a transaction of this wallet, and what it says of itself is so. */
int sn_submit_check(struct candidate *c, const struct sn_wallet *w, const struct sn_subaddress_table *table,
		    struct sn_error *err) SN_MUST_USE;

/* The payment that this transaction carries out: one submitted with this very hash before, else the one that
 * it was composed for, even if it was released since; 0 when the wallet knows none. */
void sn_submit_find_payment(struct candidate *c, const struct sn_wallet *w);

/* Nothing that was submitted before may be spent again by another transaction. */
int sn_submit_check_not_taken(const struct candidate *c, const struct sn_wallet *w,
			      struct sn_error *err) SN_MUST_USE;

/* Whether transactions of the set that are to be sent for the first time have old rings: `text` is then a
 * sentence that says so and what to do, else "". The age of a payment is known if this wallet prepared it.
 * Otherwise its decoys tell, and the daemon is asked for the distribution of outputs. SN_IO. */
int sn_submit_warning(char text[static SN_SUBMIT_WARNING_MAX], const struct candidate *candidates, size_t n,
		      const struct sn_wallet *w, struct sn_daemon *daemon, uint64_t now,
		      struct sn_error *err) SN_MUST_USE;

#endif
