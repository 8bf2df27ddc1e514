/* Any bytes as a key image export: refused with a message, or decoded and encoded again to the same bytes.
 * The signatures are verified with the one-time key of another output, so all of them are invalid. */
#include "fuzz.h"
#include "interop/key_image_export.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_key_image_export images;
	struct sn_buf again = {0};
	struct sn_error err = {0};
	int ret = sn_key_image_export_decode(&images, data, len, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!images.n && !images.images);
		return 0;
	}
	fuzz_accept();
	FUZZ_CHECK(!sn_key_image_export_encode(&again, &images, &err));
	FUZZ_CHECK(fuzz_is_same(&again, data, len));
	if (images.n) {
		images.n = 1;
		FUZZ_CHECK(sn_key_image_export_verify(&images, &images.owner.spend, 1, &err) == SN_BAD_INPUT);
		fuzz_check_sentence(&err);
	}
	sn_buf_free(&again);
	sn_key_image_export_free(&images);
	return 0;
}
