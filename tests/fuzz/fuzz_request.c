/* Any text as a payment, and as a sweep, in the form that the RPC methods take: refused with a sentence, or
 * with destinations on the right network. */
#include "fuzz.h"
#include "hot/compose.h"
#include "hot/request.h"

#include <stdlib.h>

static void check(struct sn_payment_request *request, int ret, const struct sn_error *err)
{
	if (ret) {
		fuzz_check_refusal(ret, err);
		FUZZ_CHECK(!request->destinations);
		return;
	}
	fuzz_accept();
	FUZZ_CHECK(request->priority <= 4);
	for (size_t i = 0; i < request->n_destinations; i++)
		FUZZ_CHECK(request->destinations[i].address.network == SN_MAINNET &&
			   sn_address_is_payable(&request->destinations[i].address));
	free((void *)request->destinations);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_payment_request payment = {.mixin = SN_MIXIN}, sweep = {.mixin = SN_MIXIN};
	struct sn_error err = {0};
	cJSON *root;
	int ret = sn_payment_request_json(&payment, SN_MAINNET, (const char *)data, len, &err);
	check(&payment, ret, &err);
	if (sn_json_parse(&root, (const char *)data, len, &err))
		return 0;
	err = (struct sn_error){0};
	ret = sn_sweep_request_read(&sweep, SN_MAINNET, root, &err);
	check(&sweep, ret, &err);
	sn_json_free(root);
	return 0;
}
