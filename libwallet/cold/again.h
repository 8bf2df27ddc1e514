/* cold/again.h - construct a signed transaction again, for its keys.
 *
 * The wallet does not store the secret tx keys of a transaction: they follow from the spend key and the
 * unsigned set, like everything that signing draws (cold/sign.h). So the unsigned file is the only thing to
 * keep. The transaction is constructed again, and its hash must be the given one: only the keys of this
 * transaction have that effect. */
#ifndef SN_COLD_AGAIN_H
#define SN_COLD_AGAIN_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/account.h"
#include "chain/transaction.h"
#include "cold/input.h"
#include "cold/outputs.h"
#include "handoff/plan.h"
#include "handoff/unsigned_set.h"

/* Zero-initialized: empty. Do not copy it: `plan` points into itself. */
struct sn_again {
	struct sn_hash tx_hash;
	struct sn_tx_plan plan;
	struct sn_tx_keys *keys;        /* secret */
	struct sn_opened_input *inputs; /* secret; in the order of the transaction */
	struct sn_buf bytes;
	struct sn_tx tx; /* views of `bytes` */
};

/* Find the transaction of `set` with the hash `tx_hash`. `set` must outlive `again`. It has passed the review
 * (cold/files.h); without it, the result is no transaction that the wallet would sign. Free `again` with
 * sn_again_free, also after an error.
 *
 * Returns
 *   SN_REFUSED    no transaction of the set has this hash
 *   SN_REFUSED    the errors of sn_input_open, sn_tx_plan, sn_construct and sn_sign_random
 *   SN_BAD_INPUT  `account` is watch-only
 *   SN_IO         out of memory */
int sn_again_find(struct sn_again *again, const struct sn_account *account, const struct sn_unsigned_set *set,
		  const struct sn_hash *tx_hash, struct sn_error *err) SN_MUST_USE;

/* Wipe and free. */
void sn_again_free(struct sn_again *again);

#endif
