#include "cold/reference_origin.h"

#include "base/seam.h"
#include "base/secret.h"
#include "crypto/derive.h"

static bool find_one(struct sn_reference_origin *origin, const struct sn_account *account,
		     const struct sn_reference_output *output, const struct sn_point *tx_key)
{
	struct sn_point derivation;
	*origin = (struct sn_reference_origin){.tx_key = *tx_key};
	bool is_found = !sn_derive(&derivation, tx_key, &account->view_secret) &&
			!sn_derive_spend_key(&origin->spend, &derivation, output->index, &output->key);
	/* The online machine knows which outputs are ours. */
	SN_PUBLIC(&origin->spend, sizeof origin->spend);
	sn_wipe(&derivation, sizeof derivation);
	return is_found;
}

size_t sn_reference_origins(struct sn_reference_origin origins[static SN_REFERENCE_ORIGINS_MAX],
			    const struct sn_account *account, const struct sn_reference_output *output)
{
	size_t n = find_one(&origins[0], account, output, &output->tx_key);
	if (output->index < output->n_additional)
		n += find_one(&origins[n], account, output, &output->additional[output->index]);
	return n;
}

const struct sn_reference_origin *sn_reference_origin_find(const struct sn_reference_origin *origins,
							   size_t n, const struct sn_point *spend)
{
	for (size_t i = 0; i < n; i++)
		if (sn_point_is_equal(&origins[i].spend, spend))
			return &origins[i];
	return NULL;
}
