/* chain/spend_keys.h - the secrets that spend an output under FCMP++: its one-time key is x·G + y·T.
 *
 *   old output       x = b + m + Hs(D ‖ i), y = 0
 *   Carrot output    x = b + m + k_g,       y = k_t
 *
 * b + m is the spend secret of the address, D the derivation, i the position of the output, k_g and k_t the
 * extensions of the enote (carrot_enote.h). T: crypto/fcmp_constants.h. All results are secret, and computed
 * in constant time: wipe them. The key image follows from x alone.
 *
 * Source: Monero pull request 9559 of 2026-08-22, src/carrot_core. */
#ifndef SN_CHAIN_SPEND_KEYS_H
#define SN_CHAIN_SPEND_KEYS_H

#include "chain/account.h"
#include "chain/carrot_enote.h"

struct sn_spend_keys {
	struct sn_scalar x, y;
};

/* The account is a master account. */
void sn_spend_keys_old(struct sn_spend_keys *keys, const struct sn_account *account,
		       struct sn_subaddress_index subaddress, const struct sn_point *derivation,
		       uint64_t output_index);
void sn_spend_keys_carrot(struct sn_spend_keys *keys, const struct sn_account *account,
			  struct sn_subaddress_index subaddress, const struct sn_carrot_extensions *ext);

/* Returns SN_BAD_INPUT unless K_o = x·G + y·T. Constant time in the keys. */
int sn_spend_keys_check(const struct sn_spend_keys *keys, const struct sn_point *one_time_key) SN_MUST_USE;

#endif
