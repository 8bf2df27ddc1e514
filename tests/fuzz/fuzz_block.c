/* Any bytes as a block: refused, or taken apart so that header, coinbase and hashes lie where they must;
 * its id is computed. */
#include "chain/block.h"
#include "chain/consensus.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_block block;
	struct sn_hash id, hash;
	struct sn_buf coinbase = {0};
	int ret = sn_block_parse(&block, data, len);
	if (ret) {
		FUZZ_CHECK(ret == SN_BAD_INPUT);
		FUZZ_CHECK(!block.coinbase.inputs && !block.n_tx_hashes);
		return 0;
	}
	fuzz_accept();
	FUZZ_CHECK(sn_tx_is_coinbase(&block.coinbase));
	FUZZ_CHECK(sn_block_height(&block) == block.coinbase.inputs[0].height);
	FUZZ_CHECK(block.data == data && block.len == len);
	sn_tx_write(&coinbase, &block.coinbase);
	FUZZ_CHECK(coinbase.len + 32 * block.n_tx_hashes + (block.has_output_tree ? 33 : 0) < len);
	FUZZ_CHECK(block.has_output_tree == (block.major_version >= SN_FCMP_BLOCK_VERSION));
	for (size_t i = 0; i < block.n_tx_hashes; i++)
		sn_block_tx_hash(&hash, &block, i);
	ret = sn_block_id(&id, &block);
	FUZZ_CHECK(!ret || ret == SN_BAD_INPUT);
	sn_buf_free(&coinbase);
	sn_block_free(&block);
	return 0;
}
