/* hot/reference_signed.h - a signed set of the reference wallet's signer, as a signed set of this project.
 *
 * Programs that write this file: the reference wallet, Feather, XmrSigner, Cupcake, ANONERO. Of a
 * signed_tx_set (interop/signed_tx_set.h), only these parts are read:
 *
 *   tx                             the transaction, unchanged
 *   sources of construction_data   the output that each input spends: the real output of the source with
 *                                  exactly the ring of the input; the signer may have reordered them
 *   tx_key_images                  key images of outputs of the transactions. Feather lists other outputs as
 *                                  well, which are ignored
 *
 * Destinations, change, fee and the list key_images are ignored. Nothing is verified here except that the
 * rings match: hot/submit_check.h checks the result like any signed set. */
#ifndef SN_HOT_REFERENCE_SIGNED_H
#define SN_HOT_REFERENCE_SIGNED_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/account.h"
#include "handoff/signed_set.h"
#include "interop/signed_tx_set.h"

/* Translate `from`. Free `set` with sn_signed_set_free; on error it is empty.
 *
 * Returns
 *   SN_BAD_INPUT  (SN_REASON_DAMAGED) an input has no source with its ring, a transaction has no inputs or
 *                 too many, or tx_key_images has two different key images of one output
 *   SN_IO         out of memory */
int sn_reference_signed_translate(struct sn_signed_set *set, const struct sn_signed_tx_set *from,
				  struct sn_error *err) SN_MUST_USE;

/* Open the file (bytes or hexadecimal text) and append the translated set to `content`, encoded by
 * sn_signed_set_encode.
 *
 * Returns
 *   SN_BAD_INPUT  a file of another kind, version or wallet, a damaged one, or one that cannot be translated
 *   SN_IO         out of memory
 * On error `content` is unchanged. */
int sn_reference_signed_open(struct sn_buf *content, const struct sn_account *account, const void *file,
			     size_t len, struct sn_error *err) SN_MUST_USE;

#endif
