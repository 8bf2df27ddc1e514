#include "hot/payment_pairs.h"

bool sn_payment_pays(const struct sn_wallet_payment *payment, const struct sn_address *to, bool if_unknown)
{
	static const struct sn_point nobody;
	for (size_t i = 0; i < payment->n_destinations; i++) {
		const struct sn_address *a = &payment->destinations[i].address;
		if (sn_point_is_equal(&a->spend, &nobody) ? if_unknown : sn_address_has_same_keys(a, to))
			return true;
	}
	return false;
}

bool sn_payment_spends(const struct sn_wallet_payment *payment, const struct sn_point *key)
{
	for (size_t i = 0; i < payment->n_inputs; i++)
		if (sn_point_is_equal(&payment->inputs[i], key))
			return true;
	return false;
}

bool sn_payments_exclude_each_other(const struct sn_wallet_payment *a, const struct sn_wallet_payment *b)
{
	for (size_t i = 0; i < a->n_inputs; i++)
		if (sn_payment_spends(b, &a->inputs[i]))
			return true;
	return false;
}
