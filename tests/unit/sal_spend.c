#include "sal_spend.h"

#include "crypto/group_mul.h"
#include "ringct/commitment.h"

#include <stdlib.h>

int sal_spend_state(struct sal_spend *spend)
{
	int ret =
		sn_rerandomize(&spend->statement.input, &spend->output, &spend->opening.r, spend->constants);
	return ret ? ret
		   : sn_image_from_generator(&spend->statement.image, &spend->output.i, &spend->opening.x);
}

void sal_spend_make(struct sal_spend *spend, struct sn_random *random, bool is_carrot,
		    const struct sn_fcmp_constants *constants)
{
	struct sn_sal_opening *o = &spend->opening;
	struct sn_scalar mask, key;
	struct sn_ge p, part;

	*spend = (struct sal_spend){.constants = constants};
	sn_random_bytes(random, spend->statement.message.b, 32);
	sn_random_scalar(random, &o->x);
	sn_random_scalar(random, &mask);
	sn_random_scalar(random, &key);
	if (is_carrot)
		sn_random_scalar(random, &o->y);
	sn_random_scalar(random, &o->r.r_o);
	sn_random_scalar(random, &o->r.r_i);
	sn_random_scalar(random, &o->r.r_r_i);
	sn_random_scalar(random, &o->r.r_c);
	sn_sal_nonce_key_make(&spend->nonce_key, &key);

	sn_ge_mul_base(&p, &o->x);
	sn_ge_mul(&part, &o->y, &constants->t.point);
	sn_ge_add(&p, &p, &part);
	sn_ge_encode(&spend->output.o, &p);
	sn_image_generator(&spend->output.i, &spend->output.o, is_carrot, constants);
	sn_commit(&spend->output.c, &mask, 1000);
	if (sal_spend_state(spend))
		abort();
}

int sal_spend_prove(struct sn_sal *proof, const struct sal_spend *spend)
{
	return sn_sal_prove(proof, &spend->statement, &spend->output, &spend->opening, &spend->nonce_key,
			    spend->constants);
}

int sal_spend_verify(const struct sn_sal *proof, const struct sal_spend *spend)
{
	return sn_sal_verify(proof, &spend->statement, spend->constants);
}
