/* hot/second_payment.h - refuse a second payment to a recipient while a first one may still be mined.
 *
 * Two answers of a daemon are its word alone, and both would make people pay again:
 * - It rejects a transaction. It may have forwarded it all the same. A rejected payment blocks its recipients
 *   until it counts as missing (hot/pool.h), is in a block, is accepted by a daemon, or is released.
 * - It shows a block with another transaction that spends an input of a submitted payment. That block may be
 *   made up, or replaced. The payment is released then, and blocks its recipients until the wallet has
 *   scanned SN_STEM_BLOCKS blocks from that block on, and SN_STEM_SECONDS have passed since
 *   sn_second_payment_note first saw it.
 *
 * A payment with other inputs to the same recipient could otherwise be mined beside the first one. */
#ifndef SN_HOT_SECOND_PAYMENT_H
#define SN_HOT_SECOND_PAYMENT_H

#include "base/error.h"
#include "hot/request.h"
#include "store/wallet.h"

/* SN_REFUSED if a destination has the keys of a recipient of such a payment, whatever the payment ids.
 * `now`: Unix seconds. */
int sn_second_payment_check(const struct sn_wallet *w, const struct sn_payment_request *request, uint64_t now,
			    struct sn_error *err) SN_MUST_USE;

/* Call after blocks were scanned: note `now` (Unix seconds) for each payment that a block has beaten since
 * the last call. SN_IO. Stores nothing; the caller holds no lock of the wallet. */
int sn_second_payment_note(struct sn_wallet *w, uint64_t now, struct sn_error *err) SN_MUST_USE;

#endif
