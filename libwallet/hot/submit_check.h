/* hot/submit_check.h - check that a signed transaction belongs to this wallet, and find its payment. For
 * hot/submit.c. */
#ifndef SN_HOT_SUBMIT_CHECK_H
#define SN_HOT_SUBMIT_CHECK_H

#include "chain/subaddress_table.h"
#include "hot/submit_candidate.h"

/* Set an error of the whole set: SN_REFUSED, SN_REASON_FOREIGN. Nothing is sent. */
int sn_submit_foreign(struct sn_error *err, const char *problem);

/* The same for an input with an unknown output, with a hint. */
int sn_submit_unknown_output(struct sn_error *err);

/* Parse c->signed_tx, and check that it is a transaction of this wallet and that its listed data are true. */
int sn_submit_check(struct candidate *c, const struct sn_wallet *w, const struct sn_subaddress_table *table,
		    struct sn_error *err) SN_MUST_USE;

/* Find the payment of this transaction: one submitted with the same hash before, otherwise the one that it
 * was composed for, even if released since; 0 without one. */
void sn_submit_find_payment(struct candidate *c, const struct sn_wallet *w);

/* Refuse the transaction if another one, submitted before, spends the same output. */
int sn_submit_check_not_taken(const struct candidate *c, const struct sn_wallet *w,
			      struct sn_error *err) SN_MUST_USE;

/* The height at which this wallet has scanned an output or a spend of the transaction; otherwise 0. */
uint64_t sn_submit_seen_at(const struct sn_wallet *w, const struct candidate *c);

/* Set `failed`, `why` and `may_be_sent` of each transaction that would pay a recipient twice
 * (sn_second_payment_check_submit). The others are still sent. Returns SN_IO when out of memory. */
int sn_submit_check_second(struct candidate *candidates, size_t n, const struct sn_wallet *w, uint64_t now,
			   struct sn_error *err) SN_MUST_USE;

#endif
