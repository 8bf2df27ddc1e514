/* chain/fcmp_rules.h - the rules of consensus for a transaction of RingCT type 7, as far as they concern
 * what a signer makes.
 *
 * The transaction has no unlock time. Key images are strictly descending, one-time keys strictly ascending,
 * both as bytes. Key images, one-time keys and commitments are points of prime order. The extra field and the
 * weight have limits (chain/consensus.h).
 *
 * No rule of consensus concerns the contents of the extra field, view tags or anchors: only the receiver
 * notices a mistake there. Proofs and the balance of commitments are not checked here.
 *
 * Source: the branch of Monero's FCMP++ test network, July 2026, src/cryptonote_core. */
#ifndef SN_CHAIN_FCMP_RULES_H
#define SN_CHAIN_FCMP_RULES_H

#include "base/error.h"
#include "chain/transaction_parts.h"

/* Check a transaction that sn_tx_parse has read, or that has the same shape. Pruned ones are sufficient.
 * Returns SN_REFUSED with the broken rule, SN_USAGE for another type. */
int sn_fcmp_check_rules(const struct sn_tx *tx, struct sn_error *err) SN_MUST_USE;

#endif
