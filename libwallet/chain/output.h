/* chain/output.h - which outputs of a transaction are ours, and what they hold.
 *
 * In steps, so that the expensive ones are done for many transactions at once: list the keys of each; derive
 * D = 8·a·R for all of them with sn_derive_many; find leads, outputs whose view tag fits, with the spend key
 * that they were made for; then scan each transaction's leads. Only this last step looks at the table, which
 * may grow from one transaction to the next.
 *
 * An output counts as ours only when the one-time key is P = Hs(D ‖ i)·G + B' for a spend key B' in
 * our table, the view tag (if any) fits, and the commitment opens to the amount decrypted; and
 * the amount is not zero. Amounts in clear count in version 1 and in coinbase transactions only.
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
	struct sn_subaddress_index subaddress; /* that received */
	struct sn_point key;                   /* one-time key P */
	struct sn_point tx_key;                /* R it was found with, main or additional */
	bool is_additional_key;
	bool is_coinbase;
	bool is_rct; /* false: version 1, amount in clear, ring of equal amounts */
	uint64_t amount;
	struct sn_scalar mask; /* secret, unless its kind is SN_MASK_ONE */
	enum sn_mask_kind mask_kind;
	struct sn_point commitment; /* mask·G + amount·H, of coinbase ones too */
};

/* How many transaction keys of one transaction are tried. Each is tried with each output, as in the reference
 * implementation, which tries all: a transaction of a megabyte with as many keys as outputs would take it
 * half an hour, and no wallet makes more than one key. Nodes relay no extra field of more than 1,060 bytes
 * (src/cryptonote_config.h, MAX_TX_EXTRA_SIZE), so 32 keys, and no transaction with more than 16 outputs: of
 * every transaction that was relayed, all keys are tried. A miner may put others into a block: of one with
 * more than 64 outputs fewer are tried, the first in the extra field, and never fewer than two. */
#define SN_OUTPUT_SCAN_KEYS 32
#define SN_OUTPUT_SCAN_PAIRS 2048 /* of key and output */
#define SN_OUTPUT_SCAN_KEYS_LEAST 2

/* The keys that need deriving: the transaction keys, then the additional keys of outputs 0, 1, …
 * Returns their number and writes the first `cap` of them. */
size_t sn_output_scan_keys(struct sn_point *keys, size_t cap, const struct sn_tx *tx);

/* A transaction with what was derived for it: `derivations` and `is_valid` belong to the keys of
 * sn_output_scan_keys, in that order. Keys that are not valid find nothing (the reference wallet scans with
 * the identity in their place, a secret shared with everybody). Pruned transactions will do. */
struct sn_output_source {
	const struct sn_tx *tx;
	const struct sn_point *derivations;
	const bool *is_valid;
};

/* Key number `key` may have made this output: its view tag fits, or it has none. */
struct sn_output_lead {
	size_t tx, output, key;
	struct sn_point spend; /* then it was made for B' = P - Hs(D ‖ i)·G */
};

struct sn_output_leads {
	struct sn_output_lead *leads;
	size_t *at; /* those of transaction i are leads[at[i]..at[i + 1] - 1], by output, then by key */
	size_t n, cap;
};

/* Find all leads of n transactions. SN_IO when out of memory. Free with sn_output_leads_free, after a failure
 * too. */
int sn_output_leads_find(struct sn_output_leads *leads, const struct sn_output_source *from,
			 size_t n) SN_MUST_USE;
void sn_output_leads_free(struct sn_output_leads *leads);

/* Find our outputs by the leads of this transaction. `owned` has room for tx->n_outputs; returns how many
 * were found, in ascending order of index. Whether another output has the same one-time key, so that only one
 * of them can ever be spent, is for the caller to see, who knows the other transactions. Leads and results
 * are secret; time depends on which outputs are ours. */
size_t sn_output_scan_leads(struct sn_owned_output *owned, const struct sn_output_source *from,
			    const struct sn_output_lead *leads, size_t n,
			    const struct sn_subaddress_table *table);

/* Both for one transaction. *n tells how many were found; SN_IO when out of memory. */
int sn_output_scan(struct sn_owned_output *owned, size_t *n, const struct sn_tx *tx,
		   const struct sn_point *derivations, const bool *is_valid,
		   const struct sn_subaddress_table *table) SN_MUST_USE;

/* All steps for one transaction. */
int sn_output_scan_tx(struct sn_owned_output *owned, size_t *n, const struct sn_tx *tx,
		      const struct sn_account *account, const struct sn_subaddress_table *table) SN_MUST_USE;

/* The decrypted short payment id, by the first valid transaction key; false when there is none. A
 * sender without one puts in a dummy of zeros, which is reported as false too. */
bool sn_output_payment_id(uint8_t id[static SN_PAYMENT_ID_BYTES], const struct sn_tx *tx,
			  const struct sn_point *derivations, const bool *is_valid);

#endif
