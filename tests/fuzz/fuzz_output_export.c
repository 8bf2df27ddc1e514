/* Any bytes as an output export: refused with a message, or decoded and encoded again to the same bytes. */
#include "fuzz.h"
#include "interop/output_export.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_output_export outputs;
	struct sn_buf again = {0};
	struct sn_error err = {0};
	int ret = sn_output_export_decode(&outputs, data, len, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!outputs.transfers.n && !outputs.transfers.outputs);
		return 0;
	}
	fuzz_accept();
	FUZZ_CHECK(outputs.transfers.total - outputs.transfers.offset >= outputs.transfers.n);
	FUZZ_CHECK(!sn_output_export_encode(&again, &outputs, &err));
	FUZZ_CHECK(fuzz_is_same(&again, data, len));
	sn_buf_free(&again);
	sn_output_export_free(&outputs);
	return 0;
}
