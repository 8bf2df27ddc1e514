/* crypto/torsion.h - membership in the prime-order subgroup, without a multiplication by l. */
#ifndef SN_CRYPTO_TORSION_H
#define SN_CRYPTO_TORSION_H

#include "crypto/group.h"

/* l·P = identity: P lies in the prime-order subgroup. Public input. */
bool sn_ge_is_torsion_free_vartime(const struct sn_ge *p);

/* The same for an encoded point; false if it is not a point. */
bool sn_point_is_torsion_free_vartime(const struct sn_point *p);

#endif
