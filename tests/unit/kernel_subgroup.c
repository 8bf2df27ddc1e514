#include "kernel/subgroup.h"

#include "crypto/group.h"
#include "crypto/group_mul.h"
#include "crypto_helpers.h"

#include <criterion/criterion.h>
#include <string.h>

enum { COUNT = 70 }; /* more than are decoded at once */

static struct sn_point member(struct sn_random *g)
{
	struct sn_scalar a;
	struct sn_ge p;
	struct sn_point r;

	sn_random_scalar(g, &a);
	sn_ge_mul_base(&p, &a);
	sn_ge_encode(&r, &p);
	return r;
}

Test(kernel_subgroup, one_bad_point_at_each_place)
{
	struct sn_random g = test_random("subgroup");
	struct sn_point good[COUNT], p[COUNT];
	struct sn_ge decoded[COUNT], expected, torsion = torsion_point(3);
	enum sn_subgroup kind[COUNT];

	for (size_t i = 0; i < COUNT; i++)
		good[i] = member(&g);
	cr_assert(!sn_subgroup_decode(decoded, good, COUNT));
	for (size_t i = 0; i < COUNT; i++) {
		cr_assert(!sn_ge_decode(&expected, &good[i]));
		cr_assert(sn_ge_is_equal(&decoded[i], &expected), "%zu", i);
	}
	for (size_t i = 0; i < COUNT; i++) {
		struct sn_ge sum;
		struct sn_point with_torsion;
		sn_ge_add(&sum, &decoded[i], &torsion);
		sn_ge_encode(&with_torsion, &sum);
		const struct {
			struct sn_point p;
			enum sn_subgroup kind;
		} bad[] = {
			{with_torsion, SN_SUBGROUP_TORSION},
			{point_from_hex(torsion_hex[i % 7 + 1]), SN_SUBGROUP_TORSION},
			{sn_point_identity, SN_SUBGROUP_IDENTITY},
			{{{2}}, SN_SUBGROUP_NO_POINT},
		};
		for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
			struct sn_ge unused[COUNT];
			memcpy(p, good, sizeof p);
			p[i] = bad[k].p;
			sn_subgroup_kinds(kind, p, COUNT);
			for (size_t j = 0; j < COUNT; j++)
				cr_assert_eq(kind[j], j == i ? bad[k].kind : SN_SUBGROUP_MEMBER, "%zu, %zu",
					     i, j);
			cr_assert_eq(sn_subgroup_decode(unused, p, COUNT), SN_BAD_INPUT, "%zu", i);
			cr_assert_eq(sn_subgroup_decode(unused, p, i), SN_OK, "%zu", i);
			cr_assert_eq(sn_subgroup_decode(unused, p, i + 1), SN_BAD_INPUT, "%zu", i);
		}
	}
}
