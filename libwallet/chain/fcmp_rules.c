#include "chain/fcmp_rules.h"
#include "chain/consensus.h"
#include "chain/fcmp_size.h"
#include "crypto/torsion.h"

static bool is_prime_order(const struct sn_point *p)
{
	return sn_point_is_torsion_free_vartime(p) && !sn_point_is_equal(p, &sn_point_identity);
}

static int check_inputs(const struct sn_tx *tx, struct sn_error *err)
{
	for (size_t i = 0; i < tx->n_inputs; i++) {
		const struct sn_point *image = &tx->inputs[i].key_image;
		if (!is_prime_order(image))
			return sn_error_set(err, SN_REFUSED, "key image %zu is not a point of prime order",
					    i);
		if (i && memcmp(tx->inputs[i - 1].key_image.b, image->b, 32) <= 0)
			return sn_error_set(err, SN_REFUSED, "the key images are not in descending order");
	}
	return SN_OK;
}

static int check_outputs(const struct sn_tx *tx, struct sn_error *err)
{
	for (size_t i = 0; i < tx->n_outputs; i++) {
		const struct sn_tx_output *out = &tx->outputs[i];
		if (!is_prime_order(&out->key) || !is_prime_order(&out->commitment))
			return sn_error_set(
				err, SN_REFUSED,
				"the key or the commitment of output %zu is not a point of prime order", i);
		if (i && memcmp(tx->outputs[i - 1].key.b, out->key.b, 32) >= 0)
			return sn_error_set(err, SN_REFUSED, "the one-time keys are not in ascending order");
	}
	return SN_OK;
}

int sn_fcmp_check_rules(const struct sn_tx *tx, struct sn_error *err)
{
	uint64_t weight;
	if (tx->version != 2 || tx->rct_type != SN_RCT_FCMP_PLUS_PLUS)
		return sn_error_set(err, SN_USAGE, "the transaction is not of RingCT type %d",
				    SN_RCT_FCMP_PLUS_PLUS);
	if (tx->unlock_time)
		return sn_error_set(err, SN_REFUSED, "the transaction has an unlock time");
	if (sn_fcmp_weight(&weight, tx->n_inputs, tx->n_outputs, tx->extra_len) ||
	    weight > SN_FCMP_TX_WEIGHT_MAX)
		return sn_error_set(
			err, SN_REFUSED,
			"the transaction has too many inputs or outputs, or %zu bytes of extra data (at most %d)",
			tx->extra_len, SN_FCMP_EXTRA_MAX);
	int ret = check_inputs(tx, err);
	return ret ? ret : check_outputs(tx, err);
}
