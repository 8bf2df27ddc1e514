#include "crypto/fcmp_constants.h"

#include "crypto/group.h"
#include "crypto/hash_to_point.h"
#include "crypto/keccak.h"
#include "crypto_helpers.h"
#include "named_vectors.h"

#include <criterion/criterion.h>
#include <string.h>

#define FILE_NAME "carrot.txt"

static void check_generator(const struct sn_generator *g, const char *seed,
			    const struct sn_blake2b_person *person, const char *name, const char *set)
{
	struct sn_point expected, encoded;
	struct sn_ge p, twice, expected_twice;
	struct sn_hash h;
	named_vector(expected.b, 32, FILE_NAME, "gen.%s.%s", name, set);
	cr_assert(sn_point_is_equal(&g->encoded, &expected), "%s, %s", name, set);

	sn_keccak256(&h, seed, strlen(seed));
	sn_hash_to_ec_unbiased(&p, h.b, person);
	sn_ge_encode(&encoded, &p);
	cr_assert(sn_point_is_equal(&encoded, &expected), "%s, %s from its seed", name, set);

	cr_assert(sn_ge_is_equal(&p, &g->point), "%s, %s", name, set);
	cr_assert(sn_fe_is_equal(&g->point.z, &SN_FE_ONE));
	assert_tight(&g->point.x);
	assert_tight(&g->point.y);
	assert_tight(&g->point.t);
	sn_ge_add(&twice, &g->point, &g->point); /* which uses T */
	sn_ge_add(&expected_twice, &p, &p);
	cr_assert(sn_ge_is_equal(&twice, &expected_twice), "%s, %s: T", name, set);
}

static void check(const struct sn_fcmp_constants *c, const char *set)
{
	check_generator(&c->t, SN_FCMP_SEED_T, &c->hash_to_point_person, "T", set);
	check_generator(&c->u, SN_FCMP_SEED_U, &c->hash_to_point_person, "U", set);
	check_generator(&c->v, SN_FCMP_SEED_V, &c->hash_to_point_person, "V", set);
}

Test(crypto_fcmp_constants, generators_follow_from_their_seeds)
{
	check(&sn_fcmp_old, "old");
	check(&sn_fcmp_new, "new");
}

Test(crypto_fcmp_constants, personalizations)
{
	static const uint8_t monero[16] = "Monero", none[16];
	cr_assert_arr_eq(sn_carrot_person.b, monero, 16);
	cr_assert_arr_eq(sn_fcmp_new.hash_to_point_person.b, monero, 16);
	cr_assert_arr_eq(sn_fcmp_new.challenge_person.b, monero, 16);
	cr_assert_arr_eq(sn_fcmp_old.hash_to_point_person.b, none, 16);
	cr_assert_arr_eq(sn_fcmp_old.challenge_person.b, none, 16);
	cr_assert_eq(sn_fcmp, &sn_fcmp_new);
}
