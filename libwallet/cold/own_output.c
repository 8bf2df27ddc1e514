#include "cold/own_output.h"

#include "base/seam.h"
#include "base/secret.h"
#include "crypto/derive.h"

#include <sodium.h>

bool sn_own_output_secret(struct sn_scalar *x, const struct sn_account *master, const struct sn_point *key,
			  const struct sn_point *derivation, uint32_t index,
			  struct sn_subaddress_index subaddress)
{
	struct sn_scalar spend;
	struct sn_point check;
	sn_account_spend_secret(&spend, master, subaddress);
	sn_derive_secret_key(x, derivation, index, &spend);
	sn_secret_to_public(&check, x);
	bool is_ours = sodium_memcmp(check.b, key->b, sizeof check.b) == 0;
	SN_PUBLIC(&is_ours, sizeof is_ours); /* decides about a refusal */
	if (!is_ours)
		sn_wipe(x, sizeof *x);
	sn_wipe(&spend, sizeof spend);
	return is_ours;
}
