#include "crypto/hash_to_point.h"

#include "crypto/fcmp_constants.h"
#include "crypto/group.h"
#include "named_vectors.h"

#include <criterion/criterion.h>

static void check(const struct sn_ge *p, const char *file, const char *name, int i)
{
	struct sn_point expected, encoded;
	named_vector(expected.b, 32, file, name, i);
	sn_ge_encode(&encoded, p);
	cr_assert(sn_point_is_equal(&encoded, &expected), "%s: %s %d", file, name, i);
}

Test(crypto_hash_to_point, vectors)
{
	struct sn_ge p;
	uint8_t in[32];
	int i = 0;
	for (; named_vector_find(in, sizeof in, "carrot.txt", "hp.%d.in", i); i++) {
		sn_ge_from_hash(&p, in);
		check(&p, "carrot.txt", "hp.%d.map", i);
		sn_hash_to_ec(&p, in);
		check(&p, "carrot.txt", "hp.%d.old", i);
		sn_hash_to_ec_unbiased(&p, in, &sn_fcmp_new.hash_to_point_person);
		check(&p, "carrot.txt", "hp.%d.new", i);
		sn_hash_to_ec_unbiased(&p, in, &sn_fcmp_old.hash_to_point_person);
		check(&p, "carrot.txt", "hp.%d.beta", i);
	}
	cr_assert_geq(i, 18);
}

Test(crypto_hash_to_point, published_vectors)
{
	struct sn_ge p;
	uint8_t in[32];
	int i = 0;
	for (; named_vector_find(in, sizeof in, "carrot_upstream.txt", "kig.%d.in", i); i++) {
		sn_hash_to_ec_unbiased(&p, in, &sn_fcmp->hash_to_point_person);
		check(&p, "carrot_upstream.txt", "kig.%d.out", i);
	}
	cr_assert_eq(i, 12);
}
