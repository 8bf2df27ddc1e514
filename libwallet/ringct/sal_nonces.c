#include "ringct/sal_nonces.h"

#include "base/secret.h"
#include "crypto/blake2b.h"
#include "crypto/scalar.h"

#include <string.h>

static const char key_domain[] = "sneakernote SA/L nonce key", nonce_domain[] = "sneakernote SA/L nonce";

void sn_sal_nonce_key_make(struct sn_sal_nonce_key *key, const struct sn_scalar *spend_secret)
{
	struct sn_blake2b h;

	sn_blake2b_init(&h, sizeof key->b, spend_secret->b, &sn_blake2b_no_person);
	sn_blake2b_update(&h, key_domain, strlen(key_domain));
	sn_blake2b_final(&h, key->b);
}

static void absorb_witness(struct sn_blake2b *h, const struct sn_sal_witness *witness)
{
	sn_blake2b_update(h, witness->x.b, 32);
	sn_blake2b_update(h, witness->y_tilde.b, 32);
	sn_blake2b_update(h, witness->r_i.b, 32);
	sn_blake2b_update(h, witness->r_r_i.b, 32);
}

void sn_sal_nonces(struct sn_sal_nonces *nonces, const struct sn_sal_nonce_key *key,
		   const struct sn_fcmp_constants *constants, const struct sn_sal_statement *statement,
		   const struct sn_sal_witness *witness)
{
	struct sn_scalar *const nonce[] = {&nonces->alpha, &nonces->beta, &nonces->delta, &nonces->mu,
					   &nonces->r_y,   &nonces->r_z,  &nonces->r_p,   &nonces->r_r_p};
	struct sn_blake2b h;
	uint8_t digest[64];

	for (uint8_t i = 0; i < sizeof nonce / sizeof *nonce; i++) {
		sn_blake2b_init(&h, sizeof digest, key->b, &sn_blake2b_no_person);
		sn_blake2b_update(&h, nonce_domain, strlen(nonce_domain));
		sn_blake2b_update(&h, &i, 1);
		sn_fcmp_absorb_constants(&h, constants);
		sn_sal_absorb_statement(&h, statement);
		absorb_witness(&h, witness);
		sn_blake2b_final(&h, digest);
		sn_scalar_reduce64(nonce[i], digest);
	}
	sn_wipe(digest, sizeof digest);
}
