/* Any bytes as an output list: refused with a sentence, or decoded and encoded again to the same bytes, and
 * in order. */
#include "fuzz.h"
#include "handoff/output_list.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_output_list list;
	struct sn_buf again = {0};
	struct sn_error err = {0};
	int ret = sn_output_list_decode(&list, data, len, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!list.n && !list.outputs && !list.n_carrot && !list.carrot);
		return 0;
	}
	fuzz_accept();
	for (size_t i = 1; i < list.n; i++)
		FUZZ_CHECK(memcmp(&list.outputs[i - 1].key, &list.outputs[i].key,
				  sizeof list.outputs[i].key) < 0);
	for (size_t i = 0; i < list.n_carrot; i++) {
		FUZZ_CHECK(list.carrot[i].kind != SN_PROPOSAL_OLD);
		FUZZ_CHECK(!i || memcmp(&list.carrot[i - 1].key, &list.carrot[i].key,
					sizeof list.carrot[i].key) < 0);
	}
	FUZZ_CHECK(!sn_output_list_sort(&list));
	FUZZ_CHECK(!sn_output_list_encode(&again, &list, &err));
	FUZZ_CHECK(fuzz_is_same(&again, data, len));
	sn_buf_free(&again);
	sn_output_list_free(&list);
	return 0;
}
