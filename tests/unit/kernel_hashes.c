#include "kernel/hashes.h"

#include "crypto/hash_to_point.h"
#include "crypto_helpers.h"

#include <criterion/criterion.h>

Test(kernel_hashes, keys_to_points)
{
	enum { N = 40 };
	static struct sn_point in[N];
	static struct sn_ge r[N];
	struct sn_random g = test_random("keys");

	for (size_t i = 0; i < N; i++)
		sn_random_bytes(&g, in[i].b, sizeof in[i].b);
	sn_hash_to_ec_many(r, in, N);
	for (size_t i = 0; i < N; i++) {
		struct sn_ge expected;
		sn_hash_to_ec(&expected, in[i].b);
		cr_assert(sn_ge_is_equal(&r[i], &expected), "%zu", i);
	}
}
