/* chain/carrot_scan.h - finds the wallet's Carrot enotes in transactions, with the view secret.
 *
 * Scanning has four steps, so that the expensive one processes many transactions at once:
 *   1. List the ephemeral keys D_e of each transaction.
 *   2. Derive s_sr = X(k_v, D_e) for all keys with sn_x25519_many.
 *   3. Open the enotes of each transaction: all that decrypts.
 *   4. Select those that are ours. Only this step uses the table, which may grow between transactions.
 *
 * An enote is ours only if
 *   - its view tag matches;
 *   - its commitment opens to the decrypted amount, as payment or as change;
 *   - the spend key that it pays, K_s = K_o - k_g·G - k_t·T, is in our table;
 *   - its anchor reproduces D_e for this address, with or without the payment ID (a normal enote), or is the
 *     code under k_v (a special enote): otherwise the sender has mixed two of our addresses (Janus attack).
 *     Nobody may learn that an enote fails at this condition only.
 * A coinbase enote has its amount in clear, and pays the primary address. Amounts may be zero: change is.
 *
 * The same one-time key cannot occur in two transactions: it depends on the input context. Within a
 * transaction the chain refuses it. Still the caller must count each one-time key once, because old outputs
 * can have the same.
 *
 * Source: Monero pull request 9559 of 2026-08-22, src/carrot_core, scan.cpp; and the branch of Monero's
 * FCMP++ test network, July 2026, src/carrot_impl. */
#ifndef SN_CHAIN_CARROT_SCAN_H
#define SN_CHAIN_CARROT_SCAN_H

#include "chain/carrot_enote.h"
#include "chain/subaddress_table.h"
#include "chain/transaction.h"

enum sn_carrot_kind {
	SN_CARROT_NORMAL = 0,
	SN_CARROT_SPECIAL = 1, /* a self-send by a wallet with today's keys */
};

/* An enote of ours. It is secret: wipe it. */
struct sn_carrot_owned {
	size_t index;                          /* in its transaction */
	struct sn_subaddress_index subaddress; /* of the receiving address */
	struct sn_point spend;                 /* its spend key K_s */
	struct sn_point key;                   /* one-time key K_o */
	struct sn_point commitment;            /* C_a = mask·G + amount·H, also for coinbase */
	bool is_coinbase;
	enum sn_carrot_kind kind;
	enum sn_carrot_type type;
	uint64_t amount;
	struct sn_scalar mask; /* k_a; coinbase: 1 */
	bool has_payment_id;
	uint8_t payment_id[SN_PAYMENT_ID_BYTES]; /* zero if there is none */
	struct sn_carrot_anchor anchor;
	struct sn_carrot_extensions extensions; /* for sn_carrot_spend_keys (chain/spend_keys.h) */
	struct sn_x25519 ephemeral_key;         /* D_e */
	struct sn_carrot_context context;       /* has the first key image, or the height */
};

/* The ephemeral keys to derive: one for all outputs, or one for each. Writes the first `cap` of them. Returns
 * the number of all; 0 if nothing in the transaction can be ours. */
size_t sn_carrot_scan_keys(struct sn_x25519 *keys, size_t cap, const struct sn_tx *tx);

/* Open the enotes of a transaction. shared[i] is s_sr for key i of sn_carrot_scan_keys. `owned` has room for
 * tx->n_outputs. Returns the number of opened enotes, in ascending order of index. Their subaddress and kind
 * are not set. Pruned transactions are sufficient. The time depends on the positions of opened enotes, not
 * on the view secret. */
size_t sn_carrot_scan_open(struct sn_carrot_owned *owned, const struct sn_tx *tx,
			   const struct sn_x25519 *shared, const struct sn_account *account);

/* Keep those of n opened enotes that are ours, in their order; wipe the others. Returns the number of
 * ours. */
size_t sn_carrot_scan_select(struct sn_carrot_owned *owned, size_t n, const struct sn_account *account,
			     const struct sn_subaddress_table *table);

/* Whether an enote has a matching view tag: without one, none is ours. So a caller can drop transactions
 * before it knows the table. Chance gives a match in one of 2^24 enotes. */
bool sn_carrot_has_lead(const struct sn_tx *tx, const struct sn_x25519 *shared);

/* All steps for one transaction. *n is the number of our enotes. Returns SN_IO when out of memory. */
int sn_carrot_scan_tx(struct sn_carrot_owned *owned, size_t *n, const struct sn_tx *tx,
		      const struct sn_account *account, const struct sn_subaddress_table *table) SN_MUST_USE;

/* An enote, and what its transaction adds to it. */
struct sn_carrot_source {
	const struct sn_tx_output *output;
	struct sn_x25519 ephemeral_key;
	struct sn_carrot_context context;
	bool is_coinbase;
	bool has_payment_id;
	uint8_t encrypted_payment_id[SN_PAYMENT_ID_BYTES];
};

/* The conditions of view tag and commitment. Sets owned->spend and all that s_sr decrypts; not the index,
 * the subaddress, the kind. owned->payment_id is that of the transaction, if it has one. `primary` is the
 * spend key of the primary address, for coinbase. With the view-balance secret as s_sr, this finds internal
 * enotes; only the look-up of owned->spend is then missing. */
bool sn_carrot_open(struct sn_carrot_owned *owned, const struct sn_carrot_source *from,
		    const struct sn_x25519 *shared, const struct sn_point *primary);

/* The condition of the anchor, for an opened enote whose address is ours. Sets kind and payment ID. */
bool sn_carrot_check_anchor(struct sn_carrot_owned *owned, const struct sn_account *account);

#endif
