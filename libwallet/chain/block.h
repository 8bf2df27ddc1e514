/* chain/block.h - blocks: parse, and compute their id.
 *
 *   id = Keccak-256(varint(length) ‖ header ‖ root ‖ varint(number of transactions))
 *
 * where root is the tree hash over the ids of the coinbase transaction and all others. A block of version
 * SN_FCMP_BLOCK_VERSION or higher (chain/consensus.h) ends with a commitment to the tree of outputs, and two
 * more hashes follow the one of the coinbase transaction:
 *
 *   header ‖ coinbase transaction ‖ ids of the others ‖ u8 layers ‖ 32 bytes: root of the tree of outputs
 *   root = tree hash(coinbase, layers ‖ 31 zeros, root of the tree of outputs, others)
 *
 * Source: reference implementation, src/cryptonote_basic/cryptonote_format_utils.cpp,
 * get_block_hashing_blob and calculate_block_hash; src/crypto/tree-hash.c. For the tree of outputs: the
 * branch of Monero's FCMP++ test network, July 2026, the same files. */
#ifndef SN_CHAIN_BLOCK_H
#define SN_CHAIN_BLOCK_H

#include "chain/transaction.h"

struct sn_block {
	uint8_t major_version, minor_version;
	uint64_t timestamp; /* UNIX time, set by the miner */
	struct sn_hash previous;
	uint32_t nonce;
	struct sn_tx coinbase;
	size_t n_tx_hashes;       /* transactions besides the coinbase */
	const uint8_t *tx_hashes; /* view of n_tx_hashes × 32 bytes */
	bool has_output_tree;     /* SN_FCMP_BLOCK_VERSION or higher */
	uint8_t n_layers;         /* of the tree of outputs, not checked */
	uint8_t output_tree[32];  /* its root: a point of another curve, not checked */
	const uint8_t *data;      /* view of the whole */
	size_t len;
};

/* The major version at the start of a block of any version; 255 for higher ones, 0 if it cannot be read. */
uint8_t sn_block_version(const void *data, size_t len);

/* Parse all of `data`, which must outlive `block`. Returns SN_BAD_INPUT, or SN_IO when out of memory; `block`
 * is then empty. */
int sn_block_parse(struct sn_block *block, const void *data, size_t len) SN_MUST_USE;

void sn_block_free(struct sn_block *block);

uint64_t sn_block_height(const struct sn_block *block);

/* Copy the id of transaction i < n_tx_hashes. */
void sn_block_tx_hash(struct sn_hash *hash, const struct sn_block *block, size_t i);

/* The block's id. Returns SN_IO when out of memory, SN_BAD_INPUT for a block that imitates mainnet's 202612.
 */
int sn_block_id(struct sn_hash *id, const struct sn_block *block) SN_MUST_USE;

/* The root of the tree over n > 0 hashes (n × 32 bytes), which are overwritten. */
void sn_tree_hash(struct sn_hash *root, struct sn_hash *hashes, size_t n);

#endif
