/* Any text as a policy: refused with a sentence, or one that can be asked. */
#include "cold/policy.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_policy *policy;
	struct sn_error err = {0};
	uint64_t max_fee;
	struct sn_policy_period period;
	int ret = sn_policy_parse(&policy, SN_MAINNET, (const char *)data, len, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!policy);
		return 0;
	}
	fuzz_accept();
	(void)sn_policy_allows_unattended(policy);
	(void)sn_policy_allows_unlock_time(policy);
	(void)sn_policy_max_fee(policy, &max_fee);
	(void)sn_policy_period(policy, &period);
	sn_policy_free(policy);
	return 0;
}
