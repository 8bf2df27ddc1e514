/* cold/sign.h - from an unsigned set to finished transactions.
 *
 * All signed data are computed from the keys and the unsigned set: one-time keys, masks, tx extra, output
 * order, proofs. All randomness is derived from the spend key and the digest of the whole unsigned set: the
 * same set always gives the same bytes. Each transaction is verified before it is returned (cold/check.h).
 *
 * A set is reviewed three times on its way, each time from the set itself:
 *   1. sn_cold_set_open_and_review (cold/files.h): for the consent of the user;
 *   2. sn_sign: the transactions must be those that pass the rules now, and check.h compares them with this
 *      review;
 *   3. sn_sign_and_compare: the second signing uses no result of the first. */
#ifndef SN_COLD_SIGN_H
#define SN_COLD_SIGN_H

#include "base/error.h"
#include "chain/account.h"
#include "cold/review.h"
#include "crypto/random.h"
#include "handoff/signed_set.h"
#include "handoff/unsigned_set.h"

/* The identity of a set: Keccak-256 of its canonical encoding. Two sets are equal if and only if their
 * digests are. Returns the errors of sn_unsigned_set_encode. */
int sn_sign_digest(struct sn_hash *digest, const struct sn_unsigned_set *set,
		   struct sn_error *err) SN_MUST_USE;

/* Review `set` again under `limits`, sign all its transactions and verify the result. `account` must hold
 * the spend secret. Free `out` with sn_signed_set_free.
 *
 * Up to `jobs` threads (cold/jobs.h) review and sign one transaction each at a time. Neither the bytes nor
 * the error depend on their number.
 *
 * A memory fault can still produce a different transaction that verifies, for example one with another tx
 * key. To detect this, sign twice and compare before writing any output, as sn_cold_set_sign does.
 *
 * Returns
 *   SN_REFUSED    a rule is violated, the set changed since it was decoded, or the result does not verify
 *   SN_BAD_INPUT  `account` is watch-only
 *   SN_IO         out of memory
 * On error `out` is empty. */
int sn_sign(struct sn_signed_set *out, const struct sn_account *account, const struct sn_unsigned_set *set,
	    const struct sn_limits *limits, unsigned jobs, struct sn_error *err) SN_MUST_USE;

/* Sign a second time, like sn_sign, and compare with `first`, the result of the first time. Review and
 * construction are repeated from the account and the set. The proofs and outputs, which must be the same
 * bytes, are not verified again.
 *
 * Returns in addition
 *   SN_REFUSED  the results differ */
int sn_sign_and_compare(struct sn_signed_set *out, const struct sn_signed_set *first,
			const struct sn_account *account, const struct sn_unsigned_set *set,
			const struct sn_limits *limits, unsigned jobs, struct sn_error *err) SN_MUST_USE;

/* Start the randomness of a set: two sets have the same stream if and only if they are equal. `account` must
 * hold the spend secret. Wipe it with sn_random_wipe.
 *
 * Returns
 *   SN_REFUSED  the set changed since it was decoded
 *   SN_IO       out of memory */
int sn_sign_random(struct sn_random *random, const struct sn_account *account,
		   const struct sn_unsigned_set *set, struct sn_error *err) SN_MUST_USE;

/* The randomness of transaction `i`. It depends on the set and the position, not on a thread or the time. */
void sn_sign_random_tx(struct sn_random *child, const struct sn_random *random, size_t i);

/* Set the error for a set that changed in memory since it was decoded; for an account without spend secret.
 * Return SN_REFUSED, SN_BAD_INPUT. */
int sn_sign_refuse_changed(struct sn_error *err);
int sn_sign_refuse_watch_only(struct sn_error *err);

/* Compute the tx_hash of a signed transaction. Returns SN_BAD_INPUT if its bytes are not a transaction. */
int sn_signed_tx_hash(struct sn_hash *hash, const struct sn_signed_tx *tx, struct sn_error *err) SN_MUST_USE;

#endif
