/* crypto/torsion.h - membership in the prime-order subgroup, without a multiplication by l. */
#ifndef SN_CRYPTO_TORSION_H
#define SN_CRYPTO_TORSION_H

#include "crypto/group.h"

/* l·P = identity: P lies in the prime-order subgroup. Public input. */
bool sn_ge_is_torsion_free_vartime(const struct sn_ge *p);

/* The same for an encoded point; false if it is not a point. */
bool sn_point_is_torsion_free_vartime(const struct sn_point *p);

/* The constants of the test, tight; kernel/lanes/ uses them as well. A = 486662. -√-1/d is the product of two
 * non-squares. */
extern const struct sn_fe sn_torsion_minus_d, sn_torsion_sqrt_a_plus_2, /* -d, √(A + 2) */
	sn_torsion_minus_i_over_d, sn_torsion_sqrt_minus_i_over_d;      /* -√-1/d, √(-√-1/d) */

#endif
