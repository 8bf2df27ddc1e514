#include "sal_vectors.h"

#include "crypto/group.h"
#include "named_vectors.h"

#include <criterion/criterion.h>
#include <string.h>

const struct sn_point point_order_2 = {{0xec, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
					0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
					0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}};

struct sn_point point_plus(const struct sn_point *p, const struct sn_point *q)
{
	struct sn_ge a, b;
	struct sn_point sum;

	cr_assert(!sn_ge_decode(&a, p) && !sn_ge_decode(&b, q));
	sn_ge_add(&a, &a, &b);
	sn_ge_encode(&sum, &a);
	return sum;
}

struct sn_point point_negative(const struct sn_point *p)
{
	struct sn_ge a;
	struct sn_point r;

	cr_assert(!sn_ge_decode(&a, p));
	sn_ge_neg(&a, &a);
	sn_ge_encode(&r, &a);
	return r;
}

static const char made[] = "carrot.txt", stored[] = "carrot_sal.txt";

static void value(const struct sal_spend_vector *v, uint8_t out[static 32], const char *name)
{
	named_vector(out, 32, made, "%s.in.%d.%s", v->tx, v->number, name);
}

static void read_opening(struct sal_spend_vector *v)
{
	struct sn_sal_opening *o = &v->spend.opening;

	value(v, o->x.b, "x");
	value(v, o->y.b, "y");
	value(v, o->r.r_o.b, "r_o");
	value(v, o->r.r_i.b, "r_i");
	value(v, o->r.r_r_i.b, "r_r_i");
	value(v, o->r.r_c.b, "r_c");
	value(v, v->mask.b, "k_a");
}

static void read_nonces(struct sal_spend_vector *v)
{
	struct sn_sal_nonces *n = &v->nonces;

	value(v, n->alpha.b, "nonce.alpha");
	value(v, n->beta.b, "nonce.beta");
	value(v, n->delta.b, "nonce.delta");
	value(v, n->mu.b, "nonce.mu");
	value(v, n->r_y.b, "nonce.r_y");
	value(v, n->r_z.b, "nonce.r_z");
	value(v, n->r_p.b, "nonce.r_p");
	value(v, n->r_r_p.b, "nonce.r_r_p");
}

void sal_spend_vector(struct sal_spend_vector *v, size_t index)
{
	static const struct {
		const char *tx;
		int number;
		bool is_carrot;
	} inputs[SAL_SPENDS] = {{"tx1", 0, true}, {"tx2", 0, false}, {"tx2", 1, true},
				{"tx2", 2, true}, {"tx3", 0, false}, {"tx4", 0, true}};
	struct sn_sal_statement *s = &v->spend.statement;

	*v = (struct sal_spend_vector){
		.tx = inputs[index].tx, .number = inputs[index].number, .is_carrot = inputs[index].is_carrot};
	v->spend.constants = strcmp(v->tx, "tx4") ? &sn_fcmp_new : &sn_fcmp_old;
	value(v, v->spend.output.o.b, "K_o");
	value(v, v->spend.output.i.b, "I");
	value(v, v->spend.output.c.b, "C");
	named_vector(s->message.b, 32, made, "%s.m", v->tx);
	value(v, s->input.o.b, "O_tilde");
	value(v, s->input.i.b, "I_tilde");
	value(v, s->input.r.b, "R_tilde");
	value(v, s->input.c.b, "C_tilde");
	value(v, s->image.b, "L");
	read_opening(v);
	read_nonces(v);
	value(v, v->e.b, "e");
	named_vector((uint8_t *)&v->proof, sizeof v->proof, made, "%s.in.%d.proof", v->tx, v->number);
	named_vector(v->spend.nonce_key.b, 32, made, "snd.nonce_key");
}

void sal_output_mask(struct sn_scalar *mask, const char *tx, int number)
{
	named_vector(mask->b, 32, made, "%s.out.%d.k_a", tx, number);
}

void sal_stored_vector(struct sn_sal_statement *s, struct sn_sal *proof, size_t index)
{
	static const char *const names[SAL_STORED] = {"v1.0", "v2.0", "v2.1"};
	const char *name = names[index];

	named_vector(s->message.b, 32, stored, "%.2s.m", name);
	named_vector(s->input.o.b, 32, stored, "%s.O_tilde", name);
	named_vector(s->input.i.b, 32, stored, "%s.I_tilde", name);
	named_vector(s->input.r.b, 32, stored, "%s.R_tilde", name);
	named_vector(s->input.c.b, 32, stored, "%s.C_tilde", name);
	named_vector(s->image.b, 32, stored, "%s.L", name);
	named_vector((uint8_t *)proof, sizeof *proof, stored, "%s.proof", name);
}
