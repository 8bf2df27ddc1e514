/* The expansions of a seed, against tests/vectors/carrot.txt. */
#include "chain/carrot_seed.h"
#include "carrot_fixture.h"

struct counts {
	const char *name;
	uint8_t payments, self_sends, inputs;
};

static const struct counts vectors[] = {
	{"tx1", 1, 1, 1}, {"tx2", 2, 1, 3}, {"tx3", 0, 2, 1}, {"tx4", 1, 1, 1}};

static void expect_rerandomizations(const struct counts *v, const struct sn_carrot_seed *seed)
{
	for (uint8_t i = 0; i < v->inputs; i++) {
		struct sn_rerandomization r, want;
		sn_carrot_seed_rerandomization(&r, seed, i);
		carrot_value(&want.r_o, "%s.in.%u.r_o", v->name, i);
		carrot_value(&want.r_i, "%s.in.%u.r_i", v->name, i);
		carrot_value(&want.r_r_i, "%s.in.%u.r_r_i", v->name, i);
		carrot_value(&want.r_c, "%s.in.%u.r_c", v->name, i);
		cr_assert_arr_eq(&r.r_o, &want.r_o, 32);
		cr_assert_arr_eq(&r.r_i, &want.r_i, 32);
		cr_assert_arr_eq(&r.r_r_i, &want.r_r_i, 32);
		if (i + 1 < v->inputs) /* the last one balances */
			cr_assert_arr_eq(&r.r_c, &want.r_c, 32);
	}
}

Test(chain_carrot_seed, expansions_are_those_of_the_vectors)
{
	for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) {
		const struct counts *v = &vectors[k];
		struct sn_carrot_seed seed;
		uint8_t id[8], want_id[8];
		carrot_value(&seed, "%s.seed", v->name);
		for (uint8_t i = 0; i < v->payments; i++) {
			struct sn_carrot_anchor anchor, want;
			sn_carrot_seed_anchor(&anchor, &seed, i);
			carrot_value(&want, "%s.anchor.%u", v->name, i);
			cr_assert_arr_eq(anchor.b, want.b, 16);
		}
		for (uint8_t i = 0; i < v->self_sends; i++) {
			struct sn_scalar d_e, want;
			sn_carrot_seed_ephemeral_secret(&d_e, &seed, i);
			carrot_value(&want, "%s.d_e.%u", v->name, i);
			cr_assert_arr_eq(d_e.b, want.b, 32);
		}
		sn_carrot_seed_payment_id(id, &seed);
		named_vector(want_id, 8, CARROT, "%s.dummy_pid", v->name);
		cr_assert_arr_eq(id, want_id, 8);
		expect_rerandomizations(v, &seed);
	}
}

/* The vectors have few inputs: here the second byte of the number counts. */
Test(chain_carrot_seed, each_input_has_its_own_scalars)
{
	const struct sn_carrot_seed seed = {{1}};
	struct sn_rerandomization a, b;
	sn_carrot_seed_rerandomization(&a, &seed, 0x0102);
	const uint16_t others[] = {0x0002, 0x0100, 0x0201};
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		sn_carrot_seed_rerandomization(&b, &seed, others[i]);
		cr_assert_arr_neq(&a.r_o, &b.r_o, 32);
	}
	cr_assert_arr_neq(&a.r_o, &a.r_i, 32);
	cr_assert_arr_neq(&a.r_r_i, &a.r_c, 32);
}
