#include "chain/spend_keys.h"
#include "base/seam.h"
#include "base/secret.h"
#include "crypto/derive.h"
#include "crypto/fcmp_constants.h"
#include "crypto/group_mul.h"
#include "crypto/scalar.h"

#include <sodium.h>

void sn_spend_keys_old(struct sn_spend_keys *keys, const struct sn_account *account,
		       struct sn_subaddress_index subaddress, const struct sn_point *derivation,
		       uint64_t output_index)
{
	struct sn_scalar spend;
	sn_account_spend_secret(&spend, account, subaddress);
	sn_derive_secret_key(&keys->x, derivation, output_index, &spend);
	keys->y = sn_scalar_zero;
	sn_wipe(&spend, sizeof spend);
}

void sn_spend_keys_carrot(struct sn_spend_keys *keys, const struct sn_account *account,
			  struct sn_subaddress_index subaddress, const struct sn_carrot_extensions *ext)
{
	struct sn_scalar spend;
	sn_account_spend_secret(&spend, account, subaddress);
	sn_scalar_add(&keys->x, &spend, &ext->g);
	keys->y = ext->t;
	sn_wipe(&spend, sizeof spend);
}

int sn_spend_keys_check(const struct sn_spend_keys *keys, const struct sn_point *one_time_key)
{
	struct sn_ge p, t;
	struct sn_point key;
	sn_ge_mul_base(&p, &keys->x);
	sn_ge_mul(&t, &keys->y, &sn_fcmp->t.point);
	sn_ge_add(&p, &p, &t);
	sn_ge_encode(&key, &p);
	bool is_same = sodium_memcmp(key.b, one_time_key->b, sizeof key.b) == 0;
	/* The result decides whether the output can be spent. */
	SN_PUBLIC(&is_same, sizeof is_same);
	sn_wipe(&p, sizeof p);
	sn_wipe(&t, sizeof t);
	sn_wipe(&key, sizeof key);
	return is_same ? SN_OK : SN_BAD_INPUT;
}
