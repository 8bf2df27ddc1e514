/* kernel/subgroup.h - membership of many points in the prime-order subgroup. */
#ifndef SN_KERNEL_SUBGROUP_H
#define SN_KERNEL_SUBGROUP_H

#include "base/error.h"
#include "crypto/curve.h"
#include "crypto/types.h"

#include <stddef.h>

enum sn_subgroup {
	SN_SUBGROUP_MEMBER,
	SN_SUBGROUP_IDENTITY, /* a member, too */
	SN_SUBGROUP_TORSION,  /* a point with a torsion component */
	SN_SUBGROUP_NO_POINT, /* sn_ge_decode refuses it */
};

/* kind[i] of p[i]. Public input. More points per call take less time per point. */
void sn_subgroup_kinds(enum sn_subgroup *kind, const struct sn_point *p, size_t n);

/* r[i] = p[i] decoded. Returns SN_BAD_INPUT unless all points have order l: a member of the subgroup and not
 * the identity. Public input. */
int sn_subgroup_decode(struct sn_ge *r, const struct sn_point *p, size_t n) SN_MUST_USE;

#endif
