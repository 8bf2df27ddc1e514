/* cold/prove_reserve.h - prove that the wallet owns outputs. Format: interop/reserve_proof.h. */
#ifndef SN_COLD_PROVE_RESERVE_H
#define SN_COLD_PROVE_RESERVE_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/account.h"
#include "handoff/output_list.h"

/* Append the text of a proof for the outputs of `list`. The online machine chooses them. The transactions
 * that it names are believed: with a false one, no reader accepts the proof. The account and the secret keys
 * of the outputs are secret.
 *
 * Returns
 *   SN_BAD_INPUT  the list is empty, or has Carrot outputs; or `account` is watch-only
 *   SN_REFUSED    an output does not belong to the account
 *   SN_REFUSED    the proof does not verify: the memory is faulty
 *   SN_IO         out of memory */
int sn_prove_reserve(struct sn_buf *out, const struct sn_account *account, const struct sn_output_list *list,
		     const void *message, size_t len, struct sn_error *err) SN_MUST_USE;

#endif
