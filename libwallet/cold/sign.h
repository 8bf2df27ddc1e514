/* cold/sign.h - from an unsigned set to finished transactions.
 *
 * Everything that is signed is made here from the keys and the unsigned set: one-time keys, masks,
 * tx extra, output order, proofs. All randomness comes from the spend key and the
 * digest of the whole unsigned set: the same set gives the same bytes, always. What was made is verified
 * before it leaves (cold/check.h). */
#ifndef SN_COLD_SIGN_H
#define SN_COLD_SIGN_H

#include "base/error.h"
#include "chain/account.h"
#include "cold/review.h"
#include "handoff/signed_set.h"
#include "handoff/unsigned_set.h"

/* What stands for a set: Keccak-256 of its canonical encoding. Equal sets, and only those, have equal
 * digests. Errors as of sn_unsigned_set_encode. */
int sn_sign_digest(struct sn_hash *digest, const struct sn_unsigned_set *set,
		   struct sn_error *err) SN_MUST_USE;

/* Review `set` again under `limits`, and sign all its transactions. `account` holds the spend secret. A fault
 * in memory can still make another transaction of it that verifies, as with another tx key, or when it hits
 * the set meanwhile: who gives something out signs twice and compares, as sn_cold_sign does. SN_REFUSED when
 * a rule is broken, the set is not the one that was decoded, or the result does not verify; SN_BAD_INPUT for
 * a watch-only account; SN_IO. Then `out` is empty. Free with sn_signed_set_free. */
int sn_sign(struct sn_signed_set *out, const struct sn_account *account, const struct sn_unsigned_set *set,
	    const struct sn_limits *limits, struct sn_error *err) SN_MUST_USE;

/* The same by up to `jobs` threads, as sn_jobs_run has them (cold/jobs.h), which review and sign a
 * transaction each at a time. The result is the same, to the byte, whatever their number, and so is the
 * error. */
int sn_sign_jobs(struct sn_signed_set *out, const struct sn_account *account,
		 const struct sn_unsigned_set *set, const struct sn_limits *limits, unsigned jobs,
		 struct sn_error *err) SN_MUST_USE;

/* The same once more, when it gave `first`: with another result SN_REFUSED. Everything is made and checked
 * anew, but for the proofs and the outputs, which are the same bytes and were verified. */
int sn_sign_again(struct sn_signed_set *out, const struct sn_signed_set *first,
		  const struct sn_account *account, const struct sn_unsigned_set *set,
		  const struct sn_limits *limits, unsigned jobs, struct sn_error *err) SN_MUST_USE;

/* tx_hash of a signed transaction. SN_BAD_INPUT when its bytes are no transaction. */
int sn_signed_tx_hash(struct sn_hash *hash, const struct sn_signed_tx *tx, struct sn_error *err) SN_MUST_USE;

#endif
