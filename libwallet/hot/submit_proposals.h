/* hot/submit_proposals.h - check a signed file with proposals, and take its key images.
 *
 * The transactions cannot be sent: the membership proofs are missing, and this program does not make them.
 * The check is complete, so that a file which passes needs nothing else:
 *
 *   1. each input is an output of this wallet, spent once in the set, with its key image, if that is known;
 *   2. inputs equal destinations, self-sends and fee, and the network allows the transaction;
 *   3. each self-send goes to an address for which this wallet scans;
 *   4. from seed and key images, the transaction is made again, with the statements of the SA/L proofs. The
 *      commitments balance, and each proof is valid;
 *   5. each listed key image belongs to an output of the transaction that is ours. */
#ifndef SN_HOT_SUBMIT_PROPOSALS_H
#define SN_HOT_SUBMIT_PROPOSALS_H

#include "base/error.h"
#include "hot/submit_result.h"
#include "store/wallet.h"

/* Check the signed file (bytes or hexadecimal text), and store its key images in the wallet: of the inputs,
 * and of the outputs that the transactions would create. If the wallet did not know the key image of one of
 * its outputs, the next synchronization scans all blocks again: one of them may spend the output. Nothing
 * else changes. Never returns SN_OK:
 *
 *   SN_REFUSED (SN_REASON_FORK)     the file is valid, and the key images are stored; it cannot be sent
 *   SN_REFUSED (SN_REASON_SPENT)    the same, but blocks spend an input of each transaction
 *   SN_BAD_INPUT                    not such a file, or one of another wallet
 *   SN_REFUSED (SN_REASON_FOREIGN)  a check failed: the wallet is unchanged
 *   SN_IO                           the wallet is unchanged
 *
 * If the key images are stored, result->proposals has all transactions; otherwise it is empty. Takes the
 * wallet lock (sn_wallet_change_begin). */
int sn_submit_proposals(struct sn_submit_result *result, struct sn_wallet *w, const void *file, size_t len,
			struct sn_error *err) SN_MUST_USE;

#endif
