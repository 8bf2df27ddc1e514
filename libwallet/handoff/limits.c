#include "handoff/limits.h"

#include "chain/amount.h"

int sn_limits_check_fee(const struct sn_limits *limits, uint64_t fee, size_t weight, struct sn_error *err)
{
	uint64_t bound = (uint64_t)weight * SN_LARGEST_LOWEST_FEE_PER_BYTE * SN_FEE_BOUND_FACTOR;
	bool is_policy = false;
	if (limits && limits->has_max_fee)
		bound = limits->max_fee;
	if (limits && limits->has_policy_fee && (!limits->has_max_fee || limits->policy_fee < bound)) {
		bound = limits->policy_fee;
		is_policy = true;
	}
	if (fee <= bound)
		return SN_OK;
	char fee_text[SN_AMOUNT_TEXT_MAX], bound_text[SN_AMOUNT_TEXT_MAX];
	sn_amount_format(fee_text, (struct sn_amount){fee});
	sn_amount_format(bound_text, (struct sn_amount){bound});
	int ret = sn_error_set(err, SN_REFUSED, "the fee of %s XMR is above the bound of %s XMR%s", fee_text,
			       bound_text, is_policy ? ", the policy's max_fee_per_transaction" : "");
	return is_policy ? ret : sn_error_hint(err, ret, "use --max-fee to allow a higher fee");
}

int sn_limits_check_dust(const struct sn_limits *limits, uint64_t amount, struct sn_error *err)
{
	if (amount >= SN_DUST_BELOW || (limits && limits->allow_dust))
		return SN_OK;
	char amount_text[SN_AMOUNT_TEXT_MAX], least[SN_AMOUNT_TEXT_MAX];
	sn_amount_format(amount_text, (struct sn_amount){amount});
	sn_amount_format(least, (struct sn_amount){SN_DUST_BELOW});
	return sn_error_hint(
		err,
		sn_error_set(err, SN_REFUSED,
			     "the recipient gets dust: %s XMR; amounts below %s XMR cost more to "
			     "spend than they are worth",
			     amount_text, least),
		"use --allow-dust to allow it");
}
