/* cold/files.h - the signer's work from file bytes to file bytes: what cold-show and cold-sign do. */
#ifndef SN_COLD_FILES_H
#define SN_COLD_FILES_H

#include "cold/review.h"
#include "handoff/signed_set.h"
#include "store/signing_journal.h"

/* Open the envelope of an unsigned set (bytes or hexadecimal text), decode and review it. Free both. The file
 * is opened twice: SN_REFUSED when a bit flipped in between. */
int sn_cold_open(struct sn_unsigned_set *set, struct sn_review *review, const struct sn_account *account,
		 const struct sn_limits *limits, const void *file, size_t len,
		 struct sn_error *err) SN_MUST_USE;

/* The same, reviewed by up to `jobs` threads, as sn_jobs_run has them (cold/jobs.h). */
int sn_cold_open_jobs(struct sn_unsigned_set *set, struct sn_review *review, const struct sn_account *account,
		      const struct sn_limits *limits, const void *file, size_t len, unsigned jobs,
		      struct sn_error *err) SN_MUST_USE;

/* What was signed before, and what to do about it. */
struct sn_signing {
	struct sn_signing_journal *journal; /* open for writing; NULL: none is read or written */
	bool allow_respend; /* sign even if this spends outputs that another transaction spends */
	uint64_t now;       /* Unix seconds, for the journal */
	unsigned jobs;      /* threads that sign and look things up, as sn_jobs_run has them */
};

/* Look the reviewed set up in signing->journal, which may be open for reading, or NULL: then there is nothing
 * to look up. `account` is a master's. What spends an output that a transaction of another set spends, signed
 * before, is marked in the review with all such transactions, and with those that stay valid beside it
 * (cold/earlier.h); and SN_REFUSED, SN_REASON_SIGNED_AWAY, as by sn_cold_sign, unless allow_respend, or the
 * set was itself signed before. For who asks before signing, or only looks: sn_cold_sign checks by itself. */
int sn_cold_check_journal(struct sn_review *review, const struct sn_account *account,
			  const struct sn_unsigned_set *set, const struct sn_signing *signing,
			  struct sn_error *err) SN_MUST_USE;

/* Sign it, append the sealed signed set to `out`. `hashes`, set->n of them, receive the tx_hash of
 * each; may be NULL. `signing` may be NULL: without a journal. All of it, to the sealed bytes, is done twice
 * and compared: where a bit flipped in memory on the way, SN_REFUSED and nothing is given out.
 *
 * With a journal, what leaves here is in it, on the disk. What it has already is signed again, to the same
 * bytes and without a new entry. Another transaction that spends an output which one in the journal spends is
 * SN_REFUSED, SN_REASON_SIGNED_AWAY, and the sentence names the earlier one (how to insist is the caller's to
 * say); with allow_respend that goes to the journal's log. SN_IO when the journal cannot be written. After an
 * error `out` is as it was, and `hashes` mean nothing. */
int sn_cold_sign(struct sn_buf *out, struct sn_hash *hashes, const struct sn_account *account,
		 const struct sn_unsigned_set *set, const struct sn_limits *limits,
		 const struct sn_signing *signing, struct sn_error *err) SN_MUST_USE;

#endif
