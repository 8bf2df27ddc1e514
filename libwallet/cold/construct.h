/* cold/construct.h - construct one transaction and sign it.
 *
 * Version 2, RingCT type 6 (Bulletproofs+, CLSAG), view tags. Inputs are in descending order of their key
 * images, outputs in random order. Source: reference implementation,
 * src/cryptonote_core/cryptonote_tx_utils.cpp, construct_tx_with_tx_key; src/ringct/rctSigs.cpp,
 * genRctSimple; Zero to Monero 2.0, chapter 6. */
#ifndef SN_COLD_CONSTRUCT_H
#define SN_COLD_CONSTRUCT_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/account.h"
#include "cold/input.h"
#include "cold/outputs.h"
#include "crypto/random.h"
#include "handoff/plan.h"

/* Construct and sign `tx`, and append its bytes to `out`.
 *
 * `inputs` are the opened inputs (tx->n_inputs entries); they are sorted into the order of the transaction.
 * `keys` are drawn from `random` and remain for the check. `account`, `keys`, `inputs` and `random` are
 * secret.
 *
 * Returns
 *   SN_REFUSED  the keys of a recipient are invalid, or a signature cannot be made
 *   SN_IO       out of memory */
int sn_construct(struct sn_buf *out, struct sn_tx_keys *keys, const struct sn_account *account,
		 const struct sn_unsigned_tx *tx, const struct sn_tx_plan *plan,
		 struct sn_opened_input *inputs, struct sn_random *random, struct sn_error *err) SN_MUST_USE;

#endif
