/* hot/submit_check.h - check that a signed transaction is this wallet's, and find its payment. For
 * hot/submit.c. */
#ifndef SN_HOT_SUBMIT_CHECK_H
#define SN_HOT_SUBMIT_CHECK_H

#include "chain/subaddress_table.h"
#include "hot/submit_candidate.h"

/* SN_REFUSED, SN_REASON_FOREIGN: of the whole set, nothing is sent. */
int sn_submit_foreign(struct sn_error *err, const char *problem);

/* Take c->signed_tx apart: it is a transaction of this wallet, and what it says of itself is so. */
int sn_submit_check(struct candidate *c, const struct sn_wallet *w, const struct sn_subaddress_table *table,
		    struct sn_error *err) SN_MUST_USE;

/* The payment that this transaction carries out: one submitted with this very hash before, else the one that
 * it was composed for, even if it was released since; 0 when the wallet knows none. */
void sn_submit_find_payment(struct candidate *c, const struct sn_wallet *w);

/* Nothing that was submitted before may be spent again by another transaction. */
int sn_submit_check_not_taken(const struct candidate *c, const struct sn_wallet *w,
			      struct sn_error *err) SN_MUST_USE;

#endif
