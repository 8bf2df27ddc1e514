#include "ringct/signature.h"
#include "base/seam.h"
#include "base/secret.h"
#include "crypto/group_mul.h"
#include "crypto/random.h"
#include "crypto/scalar.h"
#include "kernel/multiexp.h"

_Static_assert(sizeof(struct sn_signature) == SN_SIGNATURE_BYTES, "c, then r");

/* The message of the challenge. */
struct message {
	struct sn_hash hash;
	struct sn_point key, commitment;
};

/* r = k - c·x */
static void respond(struct sn_signature *sig, const struct sn_scalar *k, const struct sn_scalar *x)
{
	struct sn_scalar product;
	sn_scalar_mul(&product, &sig->c, x);
	sn_scalar_sub(&sig->r, k, &product);
	sn_wipe(&product, sizeof product);
	SN_PUBLIC(sig, sizeof *sig); /* the signature is in the file or the proof */
}

/* R = k·G, published with the signature: it follows from c and r. */
static void commit(struct sn_point *commitment, const struct sn_scalar *k)
{
	struct sn_ge p;
	sn_ge_mul_base(&p, k);
	sn_ge_encode(commitment, &p);
	SN_PUBLIC(commitment, sizeof *commitment);
	sn_wipe(&p, sizeof p);
}

void sn_signature_make(struct sn_signature *sig, const struct sn_hash *hash, const struct sn_point *key,
		       const struct sn_scalar *secret)
{
	struct message message = {*hash, *key, {{0}}};
	struct sn_random random;
	struct sn_scalar k;
	sn_random_init(&random, "signature", secret, &message, sizeof message);
	do { /* more than once with a probability of 2^-251 */
		sn_random_scalar(&random, &k);
		commit(&message.commitment, &k);
		sn_hash_to_scalar(&sig->c, &message, sizeof message);
		respond(sig, &k, secret);
	} while (sn_scalar_is_zero(&sig->c) || sn_scalar_is_zero(&sig->r));
	sn_wipe(&k, sizeof k);
	sn_random_wipe(&random);
}

int sn_signature_verify(const struct sn_signature *sig, const struct sn_hash *hash,
			const struct sn_point *key)
{
	struct message message = {*hash, *key, {{0}}};
	struct sn_ge p;
	struct sn_scalar c;
	if (!sn_scalar_is_canonical(&sig->c) || !sn_scalar_is_canonical(&sig->r) ||
	    sn_scalar_is_zero(&sig->c) || sn_ge_decode(&p, key))
		return SN_REFUSED;
	sn_ge_mul2_vartime(&p, &sig->c, &p, &sig->r, &sn_ge_base);
	if (sn_ge_is_identity(&p))
		return SN_REFUSED;
	sn_ge_encode(&message.commitment, &p);
	sn_hash_to_scalar(&c, &message, sizeof message);
	return sn_scalar_is_equal(&c, &sig->c) ? SN_OK : SN_REFUSED;
}
