/* cold/approvals.h - approvals of an unsigned file: detached signatures by the keys of a policy.
 *
 * An approval is a signature of the exact bytes of the unsigned file, as it crosses the gap, by minisign or
 * signify (crypto/detached_signature.h). The same file always gives the same transactions, so an approval
 * needs no date and cannot be used for another payment.
 *
 * An approval counts for the key that made it: two approvals by one key count once. Each given approval must
 * be valid. One by an unknown key, or of another file, is an error and not ignored.
 *
 * Everything here is public. */
#ifndef SN_COLD_APPROVALS_H
#define SN_COLD_APPROVALS_H

#include "base/bytes.h"
#include "base/error.h"
#include "cold/policy.h"
#include "cold/review_result.h"
#include "crypto/detached_signature.h"
#include "crypto/types.h"

/* Each key may approve in both formats, and more than once. */
#define SN_APPROVALS_MAX 64

/* The approvals of one file. All zero: none. Free with sn_approvals_free. */
struct sn_approvals {
	struct {
		char *name; /* for messages */
		struct sn_buf file;
		struct sn_detached_signature signature; /* points into `file` */
	} list[SN_APPROVALS_MAX];
	size_t n;
};

/* Parse the signature file `file`, which belongs to the approvals afterwards, also after an error.
 *
 * Returns
 *   SN_BAD_INPUT  not a signature file
 *   SN_REFUSED    more than SN_APPROVALS_MAX
 *   SN_IO         out of memory */
int sn_approvals_add(struct sn_approvals *approvals, const char *name, struct sn_buf *file,
		     struct sn_error *err) SN_MUST_USE;

void sn_approvals_free(struct sn_approvals *approvals);

/* Find out which keys of the policy approved the `len` bytes of `file`. `digest` is that of the set in the
 * file, for sn_approvals_need. `approvals` may be NULL: none. If the policy demands none, nothing is checked,
 * and the result is zero.
 *
 * Returns SN_REFUSED if an approval is by a key that the policy does not have, or is not a signature of this
 * file. Missing approvals are no error here. */
int sn_approvals_check(struct sn_review_approvals *result, const struct sn_policy *policy,
		       const struct sn_approvals *approvals, const void *file, size_t len,
		       const struct sn_hash *digest, struct sn_error *err) SN_MUST_USE;

/* Returns SN_REFUSED if the policy demands more approvals of the set with this digest than `given` has. NULL:
 * the caller cannot take approvals; the message says so. */
int sn_approvals_need(const struct sn_policy *policy, const struct sn_review_approvals *given,
		      const struct sn_hash *digest, struct sn_error *err) SN_MUST_USE;

/* Returns SN_REFUSED if the policy demands approvals: for a caller that cannot take any. */
int sn_approvals_refuse(const struct sn_policy *policy, struct sn_error *err) SN_MUST_USE;

/* The number of keys that approved. */
size_t sn_approvals_count(const struct sn_review_approvals *approvals);

#endif
