/* The signer's room, cold/.
 *
 * Secrets. The signer keeps the spend key, and the values computed with it: the one-time secret keys of the
 * inputs, the tx keys, masks and nonces of its transactions, and the position of the real input in each ring.
 * No handoff file, message, log or JSON contains one of them. Time and memory access do not depend on them.
 * They are wiped on every path, and the long-lived ones are in locked memory (sn_secret_alloc). The view key
 * is treated alike, although the online machine has it.
 *
 * Adversaries. The secrets are kept from the online machine, from anyone who carries or finds a handoff file,
 * and from other users and the swap of the offline machine. The signer cannot protect them from the
 * administrator of the offline machine.
 *
 * Not trusted:
 *   - the unsigned file. Any byte of it may be hostile. The seal shows only that the sender has the view key,
 *     which the online machine has. All values in it are recomputed from the keys or checked, before signing;
 *   - the memory of this machine. A flipped bit can reveal the spend key. Signing runs twice, the results are
 *     compared, and each finished transaction is verified from its bytes (cold/check.h).
 *
 * Trusted: the wallet file, the policy, the journal and the options, which come from the owner; the kernel
 * and the libraries.
 *
 * Unknown to the signer, which has no network: the chain height, the current fee, and whether ring members
 * exist. Two dangers remain that only the user can avert: paying a wrong address that the online machine
 * supplied, and badly chosen decoys.
 *
 * A file takes this path: files.h opens, decodes and reviews it (review.h, input.h, policy.h) and looks it up
 * in the journal (earlier.h). The user consents to the review (review_print.h). sign.h reviews the set again
 * and signs it (construct.h, outputs.h), and check.h verifies the result. restore.h computes key images.
 *
 *
 * cold/review.h - summary of an unsigned set, computed from the bytes that get signed.
 *
 * The reviewer trusts nothing in the set. It produces a review only if the set passes every rule:
 *   - each input belongs to the wallet and opens its commitment;
 *   - all inputs of a transaction belong to one account, and the change returns to the primary address of
 *     that account. Another address of ours is refused as well: a restored wallet might not scan it;
 *   - inputs equal outputs plus fee, and the sums do not overflow;
 *   - the fee is within its bound, and the network accepts the weight;
 *   - no output is locked and none is dust, unless the limits allow it;
 *   - the policy, if any, is satisfied. */
#ifndef SN_COLD_REVIEW_H
#define SN_COLD_REVIEW_H

#include "base/error.h"
#include "chain/account.h"
#include "cold/review_result.h"
#include "handoff/limits.h"
#include "handoff/unsigned_set.h"

#include <stdbool.h>

/* Check `set` by every rule and compute its review, on up to `jobs` threads (cold/jobs.h); the result does
 * not depend on their number. A view-only account is sufficient: ownership of the inputs is then proven up to
 * the spend key. `limits` may be NULL. Free with sn_review_free.
 *
 * Returns
 *   SN_REFUSED  a rule is violated; the message names it
 *   SN_IO       out of memory */
int sn_review(struct sn_review *review, const struct sn_account *account, const struct sn_unsigned_set *set,
	      const struct sn_limits *limits, unsigned jobs, struct sn_error *err) SN_MUST_USE;

/* Piconero per unit of weight, rounded up. */
uint64_t sn_review_fee_per_byte(const struct sn_review_tx *tx);

/* Whether the fee is above SN_HIGH_FEE_FACTOR times the lowest fee for this weight. Such a fee is allowed,
 * and marked. */
bool sn_review_fee_is_high(const struct sn_review_tx *tx);

/* The number of recipients that look like a contact but are another (chain/lookalike.h). */
size_t sn_review_lookalikes(const struct sn_review_tx *tx);

/* `fee` in hundredths of a per cent of `amount`, rounded up, without floating point. Returns UINT64_MAX if
 * the result is larger, or if `amount` is zero and the fee is not. */
uint64_t sn_review_fee_share(uint64_t fee, uint64_t amount);

#endif
