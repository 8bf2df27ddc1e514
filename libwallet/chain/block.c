#include "chain/block.h"
#include "chain/consensus.h"
#include "chain/varint.h"
#include "crypto/keccak.h"
#include "kernel/hashes.h"

#include <stdlib.h>

/* The id of mainnet's block 202612 comes from a tree hash that was wrong above 512 transactions; the chain
 * kept the id. The block is recognized by the hash of its bytes. Source: reference implementation,
 * calculate_block_hash. */
static const uint64_t odd_height = 202612;
static const struct sn_hash odd_bytes_hash = {
	{0x3a, 0x8a, 0x2b, 0x3a, 0x29, 0xb5, 0x0f, 0xc8, 0x6f, 0xf7, 0x3d, 0xd0, 0x87, 0xea, 0x43, 0xc6,
	 0xf0, 0xd6, 0xb8, 0xf9, 0x36, 0xc8, 0x49, 0x19, 0x4d, 0x5c, 0x84, 0xc7, 0x37, 0x90, 0x39, 0x66}};
static const struct sn_hash odd_id = {{0xbb, 0xd6, 0x04, 0xd2, 0xba, 0x11, 0xba, 0x27, 0x93, 0x5e, 0x00,
				       0x6e, 0xd3, 0x9c, 0x9b, 0xfd, 0xd9, 0x9b, 0x76, 0xbf, 0x4a, 0x50,
				       0x65, 0x4b, 0xc1, 0xe1, 0xe6, 0x12, 0x17, 0x96, 0x26, 0x98}};

static uint8_t read_small_varint(struct sn_reader *r)
{
	uint64_t v = sn_read_varint(r);
	if (v > UINT8_MAX)
		sn_reader_fail(r);
	return (uint8_t)v;
}

uint8_t sn_block_version(const void *data, size_t len)
{
	struct sn_reader r;
	sn_reader_init(&r, data, len);
	uint64_t version = sn_read_varint(&r);
	return r.failed ? 0 : version < UINT8_MAX ? (uint8_t)version : UINT8_MAX;
}

static void read_output_tree(struct sn_block *block, struct sn_reader *r)
{
	block->has_output_tree = block->major_version >= SN_FCMP_BLOCK_VERSION;
	if (!block->has_output_tree)
		return;
	block->n_layers = sn_read_u8(r);
	sn_read_copy(r, block->output_tree, sizeof block->output_tree);
}

int sn_block_parse(struct sn_block *block, const void *data, size_t len)
{
	*block = (struct sn_block){.data = data, .len = len};
	struct sn_reader r;
	sn_reader_init(&r, data, len);
	block->major_version = read_small_varint(&r);
	block->minor_version = read_small_varint(&r);
	block->timestamp = sn_read_varint(&r);
	sn_read_copy(&r, block->previous.b, 32);
	block->nonce = sn_read_u32(&r);
	int ret = sn_tx_read(&block->coinbase, &r, false);
	if (!ret) {
		block->n_tx_hashes = sn_read_count(&r, 32);
		block->tx_hashes = sn_read_view(&r, 32 * block->n_tx_hashes);
		read_output_tree(block, &r);
		if (!sn_reader_is_done(&r) || !sn_tx_is_coinbase(&block->coinbase))
			ret = SN_BAD_INPUT;
	}
	if (ret)
		sn_block_free(block);
	return ret;
}

void sn_block_free(struct sn_block *block)
{
	sn_tx_free(&block->coinbase);
	*block = (struct sn_block){0};
}

uint64_t sn_block_height(const struct sn_block *block)
{
	return block->coinbase.inputs[0].height;
}

void sn_block_tx_hash(struct sn_hash *hash, const struct sn_block *block, size_t i)
{
	memcpy(hash->b, block->tx_hashes + 32 * i, 32);
}

/* out[i] = H(in[2i] ‖ in[2i + 1]); `out` may begin at `in`, or before it. */
static void hash_pairs(struct sn_hash *out, const struct sn_hash *in, size_t n)
{
	enum { AT_ONCE = 16 };
	struct sn_short_message messages[AT_ONCE];
	for (size_t at = 0; at < n; at += AT_ONCE) {
		const size_t count = n - at < AT_ONCE ? n - at : AT_ONCE;
		for (size_t i = 0; i < count; i++)
			sn_short_message_init(&messages[i], in[2 * (at + i)].b, 64);
		sn_keccak256_short_many(out + at, messages, count);
	}
}

void sn_tree_hash(struct sn_hash *root, struct sn_hash *hashes, size_t n)
{
	/* The largest power of two below n. */
	size_t leaves = 1;
	while (2 * leaves < n)
		leaves *= 2;
	/* Hash pairs at the end until exactly `leaves` are left, then halve. */
	if (n > 1) {
		size_t from = 2 * leaves - n;
		hash_pairs(hashes + from, hashes + from, leaves - from);
	}
	for (; leaves > 1; leaves /= 2)
		hash_pairs(hashes, hashes, leaves / 2);
	*root = hashes[0];
}

/* Root over the coinbase transaction, the tree of outputs, and the other transactions. */
static int content_root(struct sn_hash *root, const struct sn_block *block)
{
	struct sn_hash *hashes = calloc(block->n_tx_hashes + 3, sizeof *hashes);
	size_t n = 1;
	if (!hashes)
		return SN_IO;
	int ret = sn_tx_hash(&hashes[0], &block->coinbase);
	if (block->has_output_tree) {
		hashes[n++].b[0] = block->n_layers;
		memcpy(hashes[n++].b, block->output_tree, sizeof block->output_tree);
	}
	for (size_t i = 0; i < block->n_tx_hashes; i++)
		sn_block_tx_hash(&hashes[n++], block, i);
	if (!ret)
		sn_tree_hash(root, hashes, n);
	free(hashes);
	return ret;
}

int sn_block_id(struct sn_hash *id, const struct sn_block *block)
{
	struct sn_hash root, bytes_hash;
	struct sn_buf blob = {0}, sized = {0};
	int ret = content_root(&root, block);
	if (ret)
		goto out;
	sn_put_varint(&blob, block->major_version);
	sn_put_varint(&blob, block->minor_version);
	sn_put_varint(&blob, block->timestamp);
	sn_put_bytes(&blob, block->previous.b, 32);
	sn_put_u32(&blob, block->nonce);
	sn_put_bytes(&blob, root.b, 32);
	sn_put_varint(&blob, block->n_tx_hashes + 1);

	sn_put_varint(&sized, blob.len);
	sn_put_bytes(&sized, blob.data, blob.len);
	if (blob.failed || sized.failed) {
		ret = SN_IO;
		goto out;
	}
	sn_keccak256(id, sized.data, sized.len);

	if (sn_block_height(block) == odd_height) {
		sn_keccak256(&bytes_hash, block->data, block->len);
		if (sn_hash_is_equal(&bytes_hash, &odd_bytes_hash))
			*id = odd_id;
		else if (sn_hash_is_equal(id, &odd_id))
			ret = SN_BAD_INPUT;
	}
out:
	sn_buf_free(&blob);
	sn_buf_free(&sized);
	return ret;
}
