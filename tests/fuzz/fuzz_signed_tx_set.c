/* Any bytes as a signed_tx_set: refused with a message, or decoded and encoded again to the same bytes. */
#include "fuzz.h"
#include "interop/signed_tx_set.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_signed_tx_set set;
	struct sn_buf again = {0};
	struct sn_error err = {0};
	int ret = sn_signed_tx_set_decode(&set, data, len, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!set.n_ptx && !set.ptx && !set.key_images && !set.tx_key_images);
		return 0;
	}
	fuzz_accept();
	for (size_t i = 0; i < set.n_ptx; i++) {
		sn_tx_write(&again, &set.ptx[i].tx);
		FUZZ_CHECK(fuzz_is_same(&again, set.ptx[i].tx_blob.at, set.ptx[i].tx_blob.len));
		sn_buf_clear(&again);
	}
	FUZZ_CHECK(!sn_signed_tx_set_encode(&again, &set, &err));
	FUZZ_CHECK(fuzz_is_same(&again, data, len));
	sn_buf_free(&again);
	sn_signed_tx_set_free(&set);
	return 0;
}
