/* Any bytes as an unsigned set: refused with a sentence, or decoded and encoded again to the same bytes. */
#include "fuzz.h"
#include "handoff/unsigned_set.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_unsigned_set set;
	struct sn_buf again = {0};
	struct sn_error err = {0};
	int ret = sn_unsigned_set_decode(&set, SN_MAINNET, data, len, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!set.n && !set.txs);
		return 0;
	}
	fuzz_accept();
	FUZZ_CHECK(!sn_unsigned_set_encode(&again, &set, &err));
	FUZZ_CHECK(fuzz_is_same(&again, data, len));
	sn_buf_free(&again);
	sn_unsigned_set_free(&set);
	return 0;
}
