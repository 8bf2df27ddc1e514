/* Any bytes as a signed set: refused with a sentence, or decoded and encoded again to the same bytes. */
#include "fuzz.h"
#include "handoff/signed_set.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_signed_set set;
	struct sn_buf again = {0};
	struct sn_error err = {0};
	int ret = sn_signed_set_decode(&set, data, len, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!set.n && !set.txs);
		return 0;
	}
	fuzz_accept();
	FUZZ_CHECK(!sn_signed_set_encode(&again, &set, &err));
	FUZZ_CHECK(fuzz_is_same(&again, data, len));
	sn_buf_free(&again);
	sn_signed_set_free(&set);
	return 0;
}
