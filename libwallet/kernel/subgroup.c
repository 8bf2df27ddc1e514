#include "kernel/subgroup.h"

#include "kernel/kernel.h"

enum { AT_ONCE = 32 };

void sn_subgroup_kinds(enum sn_subgroup *kind, const struct sn_point *p, size_t n)
{
	struct sn_ge ge[AT_ONCE];
	bool is_valid[AT_ONCE], is_free[AT_ONCE];

	for (size_t at = 0; at < n; at += AT_ONCE) {
		size_t count = n - at < AT_ONCE ? n - at : AT_ONCE;
		sn_kernel()->decode(ge, is_valid, p + at, count);
		sn_kernel()->torsion_free(is_free, ge, count);
		for (size_t i = 0; i < count; i++)
			kind[at + i] = !is_valid[i]                ? SN_SUBGROUP_NO_POINT
				       : sn_ge_is_identity(&ge[i]) ? SN_SUBGROUP_IDENTITY
				       : is_free[i]                ? SN_SUBGROUP_MEMBER
								   : SN_SUBGROUP_TORSION;
	}
}

int sn_subgroup_decode(struct sn_ge *r, const struct sn_point *p, size_t n)
{
	bool is_valid[AT_ONCE], is_free[AT_ONCE];

	for (size_t at = 0; at < n; at += AT_ONCE) {
		size_t count = n - at < AT_ONCE ? n - at : AT_ONCE;
		sn_kernel()->decode(r + at, is_valid, p + at, count);
		sn_kernel()->torsion_free(is_free, r + at, count);
		for (size_t i = 0; i < count; i++)
			if (!is_valid[i] || !is_free[i] || sn_ge_is_identity(&r[at + i]))
				return SN_BAD_INPUT;
	}
	return SN_OK;
}
