#include "chain/block.h"
#include "chain/fcmp_rules.h"
#include "chain/fcmp_size.h"
#include "chain/network.h"
#include "crypto/keccak.h"
#include "chain_vectors.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

Test(chain_block, vectors_have_their_height_and_id)
{
	struct vectors v;
	size_t genesis = 0;
	vectors_open(&v, "chain_blocks.txt");
	while (vectors_next(&v, "block")) {
		size_t len;
		uint8_t *data = vectors_bytes(&len, v.word[4]);
		struct sn_block block;
		struct sn_hash id, want;
		vectors_bytes32(want.b, v.word[3]);
		cr_assert_eq(sn_block_parse(&block, data, len), SN_OK, "block %s %s", v.word[1], v.word[3]);
		cr_assert_eq(sn_block_height(&block), strtoull(v.word[1], NULL, 10));
		cr_assert_eq(block.n_tx_hashes, strtoull(v.word[2], NULL, 10));
		cr_assert_eq(sn_block_id(&id, &block), SN_OK);
		cr_assert_arr_eq(id.b, want.b, 32, "block %s %s", v.word[1], v.word[3]);
		if (sn_block_height(&block) == 0) {
			const struct sn_hash *known = sn_network_genesis((enum sn_network)genesis++);
			cr_assert_arr_eq(known->b, id.b, 32);
		}
		sn_block_free(&block);
		free(data);
	}
	cr_assert_eq(genesis, SN_NETWORKS);
	vectors_close(&v);
}

/* Bytes of the first vector at that height. */
static uint8_t *block_at(const char *height, size_t *len)
{
	struct vectors v;
	uint8_t *data = NULL;
	vectors_open(&v, "chain_blocks.txt");
	while (!data && vectors_next(&v, "block"))
		if (!strcmp(v.word[1], height))
			data = vectors_bytes(len, v.word[4]);
	vectors_close(&v);
	cr_assert_not_null(data);
	return data;
}

/* Mainnet's block 202612 with a changed byte does not get its special id. */
Test(chain_block, block_202612_is_recognised_by_its_bytes)
{
	static const uint8_t odd_id[] = {0xbb, 0xd6, 0x04, 0xd2};
	size_t len;
	uint8_t *data = block_at("202612", &len);
	data[len - 1] ^= 1; /* in the last transaction's id */
	struct sn_block block;
	struct sn_hash id;
	cr_assert_eq(sn_block_parse(&block, data, len), SN_OK);
	cr_assert_eq(sn_block_id(&id, &block), SN_OK);
	cr_assert(memcmp(id.b, odd_id, sizeof odd_id));
	sn_block_free(&block);
	free(data);
}

Test(chain_block, fields_of_a_block_are_parsed)
{
	size_t len;
	uint8_t *data = block_at("91", &len);
	struct sn_block block;
	struct sn_hash h;
	cr_assert_eq(sn_block_parse(&block, data, len), SN_OK);
	cr_assert_eq(block.major_version, 16);
	cr_assert_eq(block.minor_version, 16);
	cr_assert_gt(block.timestamp, 1600000000);
	cr_assert_eq(block.n_tx_hashes, 1);
	sn_block_tx_hash(&h, &block, 0);
	cr_assert_arr_eq(h.b, data + len - 32, 32);
	cr_assert(sn_tx_is_coinbase(&block.coinbase));
	sn_block_free(&block);
	free(data);
}

/* A block that commits to the tree of outputs. */
Test(chain_block, the_tree_of_outputs_is_parsed)
{
	size_t len;
	uint8_t *data = block_at("121", &len);
	struct sn_block block;
	struct sn_hash h;
	cr_assert_eq(sn_block_parse(&block, data, len), SN_OK);
	cr_assert(block.major_version == 18 && block.has_output_tree && block.n_layers == 2);
	cr_assert_arr_eq(block.output_tree, data + len - 32, 32);
	cr_assert_eq(block.n_tx_hashes, 2);
	sn_block_tx_hash(&h, &block, 1);
	cr_assert_arr_eq(h.b, data + len - 65, 32);
	cr_assert(sn_tx_has_carrot_outputs(&block.coinbase));
	sn_block_free(&block);
	free(data);
}

/* Transactions of RingCT type 7 on that chain. */
Test(chain_block, transactions_of_type_7_have_the_ids_that_their_block_lists)
{
	static const uint64_t weights[] = {7650, 9441}; /* the fee is 1,200,000 for each */
	struct vectors v;
	struct sn_block block;
	size_t block_len, len, i = 0;
	uint8_t *data = block_at("121", &block_len);
	cr_assert(!sn_block_parse(&block, data, block_len));
	vectors_open(&v, "chain_blocks.txt");
	for (; vectors_next(&v, "pruned"); i++) {
		struct sn_tx tx;
		struct sn_hash prunable, id, want;
		uint64_t weight;
		uint8_t *pruned = vectors_bytes(&len, v.word[3]);
		vectors_bytes32(prunable.b, v.word[2]);
		cr_assert(!sn_tx_parse(&tx, pruned, len, true));
		cr_assert(tx.rct_type == SN_RCT_FCMP_PLUS_PLUS && sn_tx_has_carrot_outputs(&tx));
		cr_assert(!sn_fcmp_check_rules(&tx, NULL));
		cr_assert(!sn_fcmp_weight(&weight, tx.n_inputs, tx.n_outputs, tx.extra_len));
		cr_assert(weight == weights[i] && tx.fee == 1200000 * weight);
		cr_assert(!sn_tx_hash_pruned(&id, &tx, &prunable));
		sn_block_tx_hash(&want, &block, i);
		cr_assert_arr_eq(id.b, want.b, sizeof id.b);
		sn_tx_free(&tx);
		free(pruned);
	}
	cr_assert_eq(i, 2);
	sn_block_free(&block);
	free(data);
	vectors_close(&v);
}

static void expect_that_all_bits_count(const char *height)
{
	size_t len;
	uint8_t *data = block_at(height, &len);
	struct sn_block block;
	struct sn_hash good, id;
	cr_assert_eq(sn_block_parse(&block, data, len), SN_OK);
	cr_assert_eq(sn_block_id(&good, &block), SN_OK);
	sn_block_free(&block);

	for (size_t n = 0; n < len; n++) {
		uint8_t *cut = malloc(n ? n : 1);
		memcpy(cut, data, n);
		cr_assert_eq(sn_block_parse(&block, cut, n), SN_BAD_INPUT, "taken: %zu bytes of %zu", n, len);
		cr_assert_null(block.coinbase.inputs);
		free(cut);
	}
	uint8_t *more = malloc(len + 1);
	memcpy(more, data, len);
	more[len] = 0;
	cr_assert_eq(sn_block_parse(&block, more, len + 1), SN_BAD_INPUT);
	free(more);

	/* A block with a flipped bit is refused, or has another id. */
	for (size_t bit = 0; bit < 8 * len; bit++) {
		data[bit / 8] ^= (uint8_t)(1 << bit % 8);
		if (!sn_block_parse(&block, data, len)) {
			cr_assert_eq(sn_block_id(&id, &block), SN_OK);
			cr_assert(!sn_hash_is_equal(&id, &good), "bit %zu does not count", bit);
			sn_block_free(&block);
		}
		data[bit / 8] ^= (uint8_t)(1 << bit % 8);
	}
	free(data);
}

Test(chain_block, truncation_extension_and_flipped_bits_are_detected)
{
	expect_that_all_bits_count("91");
	expect_that_all_bits_count("121");
}

Test(chain_block, tree_hashes_are_those_of_the_vectors)
{
	struct vectors v;
	vectors_open(&v, "chain_tree_hash.txt");
	while (vectors_next(&v, NULL)) {
		size_t len;
		uint8_t *data = vectors_bytes(&len, v.word[1]);
		struct sn_hash *hashes = malloc(len), root, want;
		memcpy(hashes, data, len);
		vectors_bytes32(want.b, v.word[0]);
		sn_tree_hash(&root, hashes, len / 32);
		cr_assert_arr_eq(root.b, want.b, 32, "%zu hashes", len / 32);
		free(hashes);
		free(data);
	}
	vectors_close(&v);
}

/* Larger trees, as the reference implementation describes them: with 2^k leaves, the first hashes are leaves
 * and the others are hashed in pairs. */
static struct sn_hash tree_of(const struct sn_hash *leaves, size_t n)
{
	struct sn_hash pair[2], root;
	if (n == 1)
		return leaves[0];
	pair[0] = tree_of(leaves, n / 2);
	pair[1] = tree_of(leaves + n / 2, n / 2);
	sn_keccak256(&root, pair, sizeof pair);
	return root;
}

Test(chain_block, tree_hashes_of_many)
{
	enum { N = 700 };
	static struct sn_hash all[N], hashes[N], leaves[N];
	for (size_t i = 0; i < N; i++)
		sn_keccak256(&all[i], &i, sizeof i);
	for (size_t n = 2; n <= N; n += n < 80 ? 1 : 31) {
		size_t k = 1, first;
		while (2 * k < n)
			k *= 2;
		first = 2 * k - n;
		memcpy(leaves, all, first * sizeof *all);
		for (size_t i = first; i < k; i++)
			sn_keccak256(&leaves[i], &all[first + 2 * (i - first)], 64);
		memcpy(hashes, all, n * sizeof *all);
		struct sn_hash root, want = tree_of(leaves, k);
		sn_tree_hash(&root, hashes, n);
		cr_assert_arr_eq(root.b, want.b, 32, "%zu hashes", n);
	}
}
