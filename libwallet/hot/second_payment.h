/* hot/second_payment.h - refuse a second payment to a recipient while the first one may still be mined.
 *
 * A payment with other inputs to the same recipient could be mined in addition. Three events lead users to
 * pay again:
 *
 * - A daemon rejects a transaction, but may have forwarded it. A rejected payment blocks its recipients until
 *   it counts as missing (hot/pool.h), is in a block, is accepted by a daemon, or is released.
 * - A daemon does not answer, or the program ends before it does. The payment blocks its recipients likewise,
 *   or until a daemon shows it in its pool.
 * - A daemon sends a block with another transaction that spends an input of a submitted payment. That block
 *   may be invented, or replaced. The payment is then released, and blocks its recipients until the wallet
 *   has scanned SN_STEM_BLOCKS blocks from that block on, and SN_STEM_SECONDS have passed since
 *   sn_second_payment_note first saw it. If the block is replaced, the payment is submitted again, and blocks
 *   its recipients like a rejected one.
 *
 * A payment that was prepared in place of a failed one waits for its signature, and the failed one may return
 * meanwhile. Its file may also be submitted once more after the second one. So payments are checked again
 * before they are sent. */
#ifndef SN_HOT_SECOND_PAYMENT_H
#define SN_HOT_SECOND_PAYMENT_H

#include "base/error.h"
#include "hot/request.h"
#include "store/wallet.h"

/* Returns SN_REFUSED if a destination has the keys of a recipient of such a payment, whatever the payment
 * IDs; or of a payment that was reported as failed, and is in one of the last SN_SPENDABLE_AGE - 1 blocks,
 * because sn_second_payment_check_submit would refuse the new one. `now` is in Unix seconds. */
int sn_second_payment_check(const struct sn_wallet *w, const struct sn_payment_request *request, uint64_t now,
			    struct sn_error *err) SN_MUST_USE;

/* Check payment `id` before it is sent, unless it is submitted already and does not count as missing. `same`
 * are the `n_same` payments of its file, which were prepared together. Returns SN_REFUSED if another payment
 * to one of its recipients, without a common input,
 *
 * - may still be mined, as in sn_second_payment_check;
 * - was reported as failed, and is in a block that was not known when this one was prepared; or
 * - was prepared after this one was released or counted as missing.
 *
 * Unknown recipients are not compared. */
int sn_second_payment_check_submit(const struct sn_wallet *w, uint64_t id, const uint64_t *same,
				   size_t n_same, uint64_t now, struct sn_error *err) SN_MUST_USE;

/* Record `now` (Unix seconds) for each payment that a block has beaten since the last call. Call this after
 * blocks were scanned, without holding the wallet lock. Stores nothing. SN_IO. */
int sn_second_payment_note(struct sn_wallet *w, uint64_t now, struct sn_error *err) SN_MUST_USE;

#endif
