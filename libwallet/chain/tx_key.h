/* chain/tx_key.h - the secret tx key of a transaction, as its sender gives it away.
 *
 *   text = hexadecimal r, then the secret keys of the additional keys
 *
 * It proves every payment of the transaction at once: with an address, it shows what the transaction paid to
 * the address. Anyone who has it can show it to others. Source: reference implementation,
 * src/wallet/wallet2.cpp, get_tx_key and check_tx_key. */
#ifndef SN_CHAIN_TX_KEY_H
#define SN_CHAIN_TX_KEY_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/address.h"
#include "chain/transaction.h"

#define SN_TX_KEY_DIGITS 64 /* of one key */

/* Whether the text has the form of a tx key. */
bool sn_tx_key_is_text(const char *text, size_t len);

/* Append the text of one key. The key is secret until it is published. */
void sn_tx_key_write(struct sn_buf *out, const struct sn_scalar *key);

/* Sum up the amounts that the transaction pays to `address`, as the tx key shows. Only keys r count whose
 * public key, r·G or for a subaddress r·B, is in tx extra: by another key, the recipient cannot find an
 * output. The reference wallet counts such outputs, too. Without a key that counts, the sum is 0. Not
 * constant time.
 *
 * Returns
 *   SN_BAD_INPUT  the text is no tx key; or it has another number of keys than the transaction; or tx extra
 *                 has no tx public key
 *   SN_IO         out of memory */
int sn_tx_key_check(uint64_t *received, const char *text, size_t len, const struct sn_tx *tx,
		    const struct sn_address *address, struct sn_error *err) SN_MUST_USE;

#endif
