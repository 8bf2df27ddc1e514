/* cold/prove.h - proofs about transactions that this wallet signed, or received.
 *
 * Formats: chain/tx_proof.h, chain/spend_proof.h and, for the tx key, hexadecimal text: r, then the secret
 * keys of the additional keys. Each function appends text without a newline, and checks it like a reader.
 *
 * A proof of payment has the secret S only of keys that pay the address. The entry of another key is invalid,
 * with the identity as S: the true S would show the payments of other addresses, or of another transaction
 * whose key the sender has put into tx extra. Readers skip invalid entries. */
#ifndef SN_COLD_PROVE_H
#define SN_COLD_PROVE_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/account.h"
#include "chain/tx_proof.h"
#include "cold/again.h"

/* Prove by r that the transaction paid `address`, which belongs to somebody else; *received is the sum. The
 * tx keys are secret.
 *
 * Returns
 *   SN_REFUSED  the transaction does not pay the address; or it pays another address with the same view key,
 *               by the same tx key: an honest recipient has no such address
 *   SN_REFUSED  the proof does not verify: the memory is faulty
 *   SN_IO       out of memory */
int sn_prove_sent(struct sn_buf *out, uint64_t *received, const struct sn_again *again,
		  const struct sn_address *address, const void *message, size_t len,
		  struct sn_error *err) SN_MUST_USE;

/* Prove by the view key that the transaction `tx` with the hash `tx_hash` paid `address`, one of the wallet.
 * The view key is secret. Returns the errors of sn_prove_sent, SN_BAD_INPUT if tx extra has no tx key or the
 * transaction has Carrot outputs, and SN_REFUSED if the tx key of the payment has a component of small order:
 * a·R would show a part of a. */
int sn_prove_received(struct sn_buf *out, uint64_t *received, const struct sn_account *account,
		      const struct sn_tx *tx, const struct sn_hash *tx_hash, const struct sn_address *address,
		      const void *message, size_t len, struct sn_error *err) SN_MUST_USE;

/* Prove that this wallet signed the transaction, without naming a recipient (chain/spend_proof.h). The secret
 * keys of the inputs, and which ring members they belong to, are secret.
 *
 * Returns
 *   SN_REFUSED  the proof does not verify: the memory is faulty
 *   SN_IO       out of memory */
int sn_prove_spend(struct sn_buf *out, const struct sn_again *again, const void *message, size_t len,
		   struct sn_error *err) SN_MUST_USE;

/* Append the tx key, secret. Everyone who knows it and an address sees what the transaction paid to the
 * address. Returns SN_IO if out of memory. */
int sn_prove_tx_key(struct sn_buf *out, const struct sn_again *again, struct sn_error *err) SN_MUST_USE;

/* Report that a proof which was just made does not verify. Returns SN_REFUSED. */
int sn_prove_refuse_invalid(struct sn_error *err);

/* Whether the address belongs to the account, with both keys and the right kind. The search covers 200
 * subaddresses of each of 50 accounts, and as many after those that `set` (may be NULL) spends from and
 * returns change to. Returns SN_IO if out of memory. */
int sn_prove_is_own(bool *is_own, const struct sn_account *account, const struct sn_address *address,
		    const struct sn_unsigned_set *set, struct sn_error *err) SN_MUST_USE;

#endif
