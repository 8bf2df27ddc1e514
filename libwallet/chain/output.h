/* chain/output.h - finds the wallet's outputs in transactions, and decrypts their amounts.
 *
 * Scanning has four steps, so that the expensive ones process many transactions at once:
 *   1. List the keys of each transaction.
 *   2. Derive D = 8·a·R for all keys with sn_derive_many.
 *   3. Find leads: outputs with a matching view tag, and the spend key that they belong to.
 *   4. Scan the leads of each transaction. Only this step uses the table, which may grow between
 *      transactions.
 *
 * An output is ours only if
 *   - its one-time key is P = Hs(D ‖ i)·G + B' for a spend key B' in our table;
 *   - its view tag, if any, matches;
 *   - its commitment opens to the decrypted amount;
 *   - the amount is not zero.
 * Amounts in clear count in version 1 and in coinbase transactions only. Carrot outputs are not found here:
 * carrot_scan.h.
 *
 * Source: reference implementation, src/wallet/wallet2.cpp, process_new_transaction;
 * src/ringct/rctSigs.cpp, decodeRctSimple. */
#ifndef SN_CHAIN_OUTPUT_H
#define SN_CHAIN_OUTPUT_H

#include "chain/extra.h"
#include "chain/subaddress_table.h"
#include "chain/transaction.h"
#include "ringct/commitment.h"

struct sn_owned_output {
	size_t index;                          /* in its transaction */
	struct sn_subaddress_index subaddress; /* of the receiving address */
	struct sn_point key;                   /* one-time key P */
	struct sn_point tx_key;                /* its R, main or additional */
	bool is_additional_key;
	bool is_coinbase;
	bool is_rct; /* false: version 1, amount in clear, ring of equal amounts */
	uint64_t amount;
	struct sn_scalar mask; /* secret, unless its kind is SN_MASK_ONE */
	enum sn_mask_kind mask_kind;
	struct sn_point commitment; /* mask·G + amount·H, also for coinbase outputs */
};

/* The maximum number of transaction keys that are tried per transaction, each with each output. The reference
 * implementation tries all: a transaction of a megabyte with as many keys as outputs would take it half an
 * hour, although no wallet makes more than one key.
 *
 * Nodes relay neither an extra field of more than 1,060 bytes (src/cryptonote_config.h, MAX_TX_EXTRA_SIZE),
 * which holds 32 keys, nor a transaction with more than 16 outputs. So all keys of a relayed transaction are
 * tried. A miner may put others into a block: with more than 64 outputs fewer keys are tried, the first in
 * the extra field, and at least two. */
#define SN_OUTPUT_SCAN_KEYS 32
#define SN_OUTPUT_SCAN_PAIRS 2048 /* of key and output */
#define SN_OUTPUT_SCAN_KEYS_LEAST 2

/* The keys to derive: the transaction keys, then the additional keys of outputs 0, 1, ... Writes the first
 * `cap` of them. Returns the number of all. */
size_t sn_output_scan_keys(struct sn_point *keys, size_t cap, const struct sn_tx *tx);

/* A transaction and its derivations: `derivations` and `is_valid` belong to the keys of sn_output_scan_keys,
 * in that order. Invalid keys find nothing (the reference wallet replaces them by the identity, a secret
 * shared with everyone). Pruned transactions are sufficient. */
struct sn_output_source {
	const struct sn_tx *tx;
	const struct sn_point *derivations;
	const bool *is_valid;
};

/* The output may belong to key number `key`: its view tag matches, or it has no view tag. */
struct sn_output_lead {
	size_t tx, output, key;
	struct sn_point spend; /* B' = P - Hs(D ‖ i)·G, the recipient if the lead is true */
};

struct sn_output_leads {
	struct sn_output_lead *leads;
	size_t *at; /* transaction i has leads[at[i]..at[i + 1] - 1], ordered by output, then by key */
	size_t n, cap;
};

/* Find all leads of n transactions. Returns SN_IO when out of memory. Free with sn_output_leads_free, also
 * after an error. */
int sn_output_leads_find(struct sn_output_leads *leads, const struct sn_output_source *from,
			 size_t n) SN_MUST_USE;
void sn_output_leads_free(struct sn_output_leads *leads);

/* Find our outputs among the leads of a transaction. `owned` has room for tx->n_outputs. Returns the number
 * of our outputs, in ascending order of index. Outputs with the same one-time key, of which only one can be
 * spent, are not detected: the caller knows the other transactions. Leads and results are secret; the time
 * depends on the positions of our outputs. */
size_t sn_output_scan_leads(struct sn_owned_output *owned, const struct sn_output_source *from,
			    const struct sn_output_lead *leads, size_t n,
			    const struct sn_subaddress_table *table);

/* Steps 3 and 4 for one transaction. *n is the number of our outputs. Returns SN_IO when out of memory. */
int sn_output_scan(struct sn_owned_output *owned, size_t *n, const struct sn_tx *tx,
		   const struct sn_point *derivations, const bool *is_valid,
		   const struct sn_subaddress_table *table) SN_MUST_USE;

/* All steps for one transaction. */
int sn_output_scan_tx(struct sn_owned_output *owned, size_t *n, const struct sn_tx *tx,
		      const struct sn_account *account, const struct sn_subaddress_table *table) SN_MUST_USE;

/* Whether output `index` pays the address with the spend key `spend`, as the derivation D shows: its view tag
 * and one-time key follow from D, its commitment opens to the decrypted amount, and *amount is not zero. For
 * proofs of payment: the time depends on the inputs. */
bool sn_output_received(uint64_t *amount, const struct sn_tx *tx, size_t index,
			const struct sn_point *derivation, const struct sn_point *spend);

/* Decrypt the short payment id with the first valid transaction key. False if it is missing, or is the dummy
 * of zeros that senders add without a payment id. */
bool sn_output_payment_id(uint8_t id[static SN_PAYMENT_ID_BYTES], const struct sn_tx *tx,
			  const struct sn_point *derivations, const bool *is_valid);

#endif
