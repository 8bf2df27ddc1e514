#include "ringct/sal_nonces.h"

#include "crypto/scalar.h"
#include "named_vectors.h"
#include "sal_vectors.h"

#include <criterion/criterion.h>
#include <string.h>

enum { NONCES = 8 };

/* All that the nonces depend on. */
struct bound {
	struct sn_sal_nonce_key key;
	struct sn_fcmp_constants constants;
	struct sn_sal_statement statement;
	struct sn_sal_witness witness;
};

static void make_bound(struct bound *b, const struct sal_spend *s)
{
	const struct sn_sal_opening *o = &s->opening;

	*b = (struct bound){.key = s->nonce_key, .constants = *s->constants, .statement = s->statement};
	b->witness = (struct sn_sal_witness){.x = o->x, .r_i = o->r.r_i, .r_r_i = o->r.r_r_i};
	sn_scalar_add(&b->witness.y_tilde, &o->y, &o->r.r_o);
}

static void make_nonces(struct sn_scalar nonces[static NONCES], const struct bound *b)
{
	struct sn_sal_nonces n;

	sn_sal_nonces(&n, &b->key, &b->constants, &b->statement, &b->witness);
	memcpy(nonces, &n, sizeof n);
}

Test(sal_nonces, vectors)
{
	struct sal_spend_vector v;
	struct sn_scalar nonces[NONCES];
	struct bound b;

	for (size_t i = 0; i < SAL_SPENDS; i++) {
		sal_spend_vector(&v, i);
		make_bound(&b, &v.spend);
		make_nonces(nonces, &b);
		cr_assert(!memcmp(nonces, &v.nonces, sizeof v.nonces), "%s", v.tx);
	}
}

Test(sal_nonces, key_of_vector)
{
	struct sn_sal_nonce_key key, expected;
	struct sn_scalar k_s;

	named_vector(k_s.b, 32, "carrot.txt", "snd.k_s");
	named_vector(expected.b, 32, "carrot.txt", "snd.nonce_key");
	sn_sal_nonce_key_make(&key, &k_s);
	cr_assert(!memcmp(&key, &expected, sizeof key));
	for (size_t bit = 0; bit < 256; bit++) {
		struct sn_scalar other = k_s;
		other.b[bit / 8] ^= (uint8_t)(1 << bit % 8);
		sn_sal_nonce_key_make(&key, &other);
		cr_assert(memcmp(&key, &expected, sizeof key) != 0, "bit %zu", bit);
	}
}

/* A nonce that meets a second challenge reveals x. So each bit of all that enters the challenge, directly or
 * through the commitments, changes every nonce, and the nonces differ from one another. */
Test(sal_nonces, every_changed_bit_changes_every_nonce)
{
	struct bound good, changed;
	const struct {
		const char *name;
		uint8_t *at;
		size_t len;
	} values[] = {
		{"key", changed.key.b, 32},
		{"T", changed.constants.t.encoded.b, 32},
		{"U", changed.constants.u.encoded.b, 32},
		{"V", changed.constants.v.encoded.b, 32},
		{"personalization", changed.constants.challenge_person.b, 16},
		{"m", changed.statement.message.b, 32},
		{"O~", changed.statement.input.o.b, 32},
		{"I~", changed.statement.input.i.b, 32},
		{"R", changed.statement.input.r.b, 32},
		{"C~", changed.statement.input.c.b, 32},
		{"L", changed.statement.image.b, 32},
		{"x", changed.witness.x.b, 32},
		{"y~", changed.witness.y_tilde.b, 32},
		{"r_i", changed.witness.r_i.b, 32},
		{"r_r_i", changed.witness.r_r_i.b, 32},
	};
	struct sn_scalar before[NONCES], after[NONCES];
	struct sal_spend_vector v;
	size_t bits = 0;

	sal_spend_vector(&v, 0);
	make_bound(&good, &v.spend);
	make_nonces(before, &good);
	for (size_t k = 0; k < sizeof values / sizeof *values; k++)
		for (size_t bit = 0; bit < 8 * values[k].len; bit++, bits++) {
			changed = good;
			values[k].at[bit / 8] ^= (uint8_t)(1 << bit % 8);
			make_nonces(after, &changed);
			for (size_t i = 0; i < NONCES; i++)
				for (size_t j = 0; j < NONCES; j++)
					cr_assert(memcmp(&after[i], &before[j], 32) != 0,
						  "bit %zu of %s: nonce %zu equals nonce %zu", bit,
						  values[k].name, i, j);
		}
	cr_assert_eq(bits, 14 * 256 + 128);
	for (size_t i = 0; i < NONCES; i++)
		for (size_t j = 0; j < i; j++)
			cr_assert(memcmp(&before[i], &before[j], 32) != 0, "%zu, %zu", i, j);
}
