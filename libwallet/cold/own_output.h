/* cold/own_output.h - the secret key of an output of the wallet. */
#ifndef SN_COLD_OWN_OUTPUT_H
#define SN_COLD_OWN_OUTPUT_H

#include "chain/account.h"

#include <stdbool.h>

/* x = Hs(D ‖ index) + b + m(subaddress), refused unless x·G = key. `master` and the derivation D are secret,
 * constant time. Returns false if the key is not that of an output to the subaddress; x is then zero. Wipe x.
 */
bool sn_own_output_secret(struct sn_scalar *x, const struct sn_account *master, const struct sn_point *key,
			  const struct sn_point *derivation, uint32_t index,
			  struct sn_subaddress_index subaddress) __attribute__((warn_unused_result));

#endif
