/* cold/construct.h - build one transaction and sign it.
 *
 * Version 2, RingCT type 6 (Bulletproofs+, CLSAG), view tags; input order by key image, descending; output
 * order shuffled. Source: reference implementation, src/cryptonote_core/cryptonote_tx_utils.cpp,
 * construct_tx_with_tx_key; src/ringct/rctSigs.cpp, genRctSimple; Zero to Monero 2.0, chapter 6. */
#ifndef SN_COLD_CONSTRUCT_H
#define SN_COLD_CONSTRUCT_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/account.h"
#include "cold/input.h"
#include "cold/outputs.h"
#include "crypto/random.h"
#include "handoff/plan.h"

/* Append the bytes of the finished transaction to `out`. `inputs`, tx->n_inputs of them, are opened and get
 * sorted into the order of the transaction; `keys` are drawn from `random` and left for the check. All of
 * `account`, `keys`, `inputs` and `random` is secret. SN_REFUSED when the keys of a recipient are invalid or
 * a signature cannot be made, SN_IO. */
int sn_construct(struct sn_buf *out, struct sn_tx_keys *keys, const struct sn_account *account,
		 const struct sn_unsigned_tx *tx, const struct sn_tx_plan *plan,
		 struct sn_opened_input *inputs, struct sn_random *random, struct sn_error *err) SN_MUST_USE;

#endif
