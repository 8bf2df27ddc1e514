/* Any bytes as an unsigned_tx_set: refused with a message, or decoded and encoded again to the same bytes.
 * Each transaction is also encoded to the bytes that it was decoded from. */
#include "fuzz.h"
#include "interop/unsigned_tx_set.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_unsigned_tx_set set;
	struct sn_buf again = {0};
	struct sn_error err = {0};
	int ret = sn_unsigned_tx_set_decode(&set, data, len, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!set.n_txes && !set.txes && !set.new_transfers.n);
		return 0;
	}
	fuzz_accept();
	for (size_t i = 0; i < set.n_txes; i++) {
		sn_tx_construction_data_put(&again, &set.txes[i]);
		FUZZ_CHECK(fuzz_is_same(&again, set.txes[i].encoded.at, set.txes[i].encoded.len));
		sn_buf_clear(&again);
	}
	FUZZ_CHECK(!sn_unsigned_tx_set_encode(&again, &set, &err));
	FUZZ_CHECK(fuzz_is_same(&again, data, len));
	sn_buf_free(&again);
	sn_unsigned_tx_set_free(&set);
	return 0;
}
