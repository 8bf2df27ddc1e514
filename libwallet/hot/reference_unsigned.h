/* hot/reference_unsigned.h - a composed payment as a file for the signer of the reference wallet.
 *
 * The file is an unsigned_tx_set (interop/unsigned_tx_set.h), as the reference wallet would write it, except
 * that it needs no list of outputs on the offline side:
 *
 *   new_transfers        offset 0: exactly the outputs that the set spends, in the order of its inputs
 *   selected_transfers   positions in that list
 *   change_dts           the change; without change, a dummy with a random address for a single destination
 *
 * A dummy has the same address in all transactions of the set. The signer repeats some values in its answer,
 * which this wallet does not read. For the signer's checks they are as consistent as those of the reference
 * wallet.
 *
 * The signer decides the outputs and the extra as handoff/plan.h does, so the weight and the fee are those of
 * the plan.
 *
 * Source: reference implementation, src/wallet/wallet2.cpp, transfer_selected_rct, dump_unsigned_tx_set. */
#ifndef SN_HOT_REFERENCE_UNSIGNED_H
#define SN_HOT_REFERENCE_UNSIGNED_H

#include "base/bytes.h"
#include "handoff/unsigned_set.h"
#include "hot/request_format.h"
#include "store/wallet.h"

/* Append the sealed file. Input j of transaction i spends w->outputs[outputs[i][j]]. The format is
 * SN_REQUEST_MONERO or SN_REQUEST_MONERO_0_18_0. The same call gives the same bytes.
 *
 * Returns
 *   SN_USAGE    the format cannot express the set
 *   SN_REFUSED  the plan refuses a transaction
 *   SN_IO       out of memory */
int sn_reference_unsigned_make(struct sn_buf *out, enum sn_request_format format, const struct sn_wallet *w,
			       const struct sn_unsigned_set *set, size_t *const *outputs,
			       struct sn_error *err) SN_MUST_USE;

#endif
