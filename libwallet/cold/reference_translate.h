/* cold/reference_translate.h - an unsigned_tx_set of the reference wallet as a set of our own.
 *
 * The result passes through the same review and signing as any other set. So this code decides nothing about
 * consent; it must only not lose or invent a payment. It derives the values that our set needs, and refuses a
 * set that says something else:
 *
 *   set member             from
 *   inputs                 sources: R is real_out_tx_key, or else the additional key at the position. The
 *                          subaddress is the one whose key is P - Hs(8aR ‖ i)·G; candidates are the primary
 *                          address of subaddr_account, and subaddr_indices.
 *                          cold/input.h finds P in the ring again, and opens the commitment.
 *   mask                   derived, 1, or `mask` itself, which cold/input.h compares with the commitment
 *   destinations           splitted_dsts without change and dummy; the address is encoded from the keys
 *   change                 change_dts, if it is in splitted_dsts and has the keys of address
 *                          subaddr_account/0, computed from our own keys
 *   payment id             the nonce of `extra`; the online machine writes it in clear
 *   fee                    inputs minus outputs
 *
 *   network                that of the wallet; an address of another network in `original` is refused
 *
 * Not used, because the reference wallet believes them, or shows them instead of the truth: dests, `original`
 * except for its network, selected_transfers, tx keys in `extra`, new_transfers.
 *
 * Source: reference implementation, src/wallet/wallet2.cpp, transfer_selected_rct and sign_tx;
 * src/cryptonote_core/cryptonote_tx_utils.cpp, construct_tx_with_tx_key. */
#ifndef SN_COLD_REFERENCE_TRANSLATE_H
#define SN_COLD_REFERENCE_TRANSLATE_H

#include "base/error.h"
#include "chain/account.h"
#include "handoff/unsigned_set.h"
#include "interop/unsigned_tx_set.h"

/* Translate `theirs`, decoded, into `set`. Free `set` with sn_unsigned_set_free; on error it is empty.
 * `account` may be view-only. Masks and the view key are secret; which outputs are ours is not: the online
 * machine knows it.
 *
 * Returns
 *   SN_BAD_INPUT  the set is for another network
 *   SN_REFUSED    a rule above, or a value that hard fork 16 does not have; the message names the transaction
 *                 and the member
 *   SN_IO         out of memory */
int sn_reference_translate(struct sn_unsigned_set *set, const struct sn_account *account,
			   const struct sn_unsigned_tx_set *theirs, struct sn_error *err) SN_MUST_USE;

#endif
