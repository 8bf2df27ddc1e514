/* Any bytes as a list of key images: refused with a sentence, or decoded and encoded again to the same
 * bytes. */
#include "fuzz.h"
#include "handoff/image_list.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_image_list list;
	struct sn_buf again = {0};
	struct sn_error err = {0};
	int ret = sn_image_list_decode(&list, data, len, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!list.n && !list.images);
		return 0;
	}
	fuzz_accept();
	for (size_t i = 1; i < list.n; i++)
		FUZZ_CHECK(memcmp(&list.images[i - 1].key, &list.images[i].key, sizeof list.images[i].key) <
			   0);
	FUZZ_CHECK(!sn_image_list_encode(&again, &list, &err));
	FUZZ_CHECK(fuzz_is_same(&again, data, len));
	sn_buf_free(&again);
	sn_image_list_free(&list);
	return 0;
}
