#include "interop/signature.h"
#include "base/seam.h"
#include "base/secret.h"
#include "crypto/derive.h"
#include "crypto/group_mul.h"
#include "crypto/hash_to_point.h"
#include "crypto/random.h"
#include "crypto/scalar.h"
#include "crypto/torsion.h"
#include "kernel/multiexp.h"

_Static_assert(sizeof(struct sn_signature) == SN_SIGNATURE_BYTES, "c, then r");

/* The messages of the two challenges. */
struct file_message {
	struct sn_hash hash;
	struct sn_point key, commitment;
};

struct image_message {
	struct sn_point image, commitment, image_commitment;
};

/* r = k - c·x */
static void respond(struct sn_signature *sig, const struct sn_scalar *k, const struct sn_scalar *x)
{
	struct sn_scalar product;
	sn_scalar_mul(&product, &sig->c, x);
	sn_scalar_sub(&sig->r, k, &product);
	sn_wipe(&product, sizeof product);
	SN_PUBLIC(sig, sizeof *sig); /* the signature is in the file */
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
	struct file_message message = {*hash, *key, {{0}}};
	struct sn_random random;
	struct sn_scalar k;
	sn_random_init(&random, "interop file signature", secret, &message, sizeof message);
	do { /* more than once with a probability of 2^-251 */
		sn_random_scalar(&random, &k);
		commit(&message.commitment, &k);
		sn_hash_to_scalar(&sig->c, &message, sizeof message);
		respond(sig, &k, secret);
	} while (sn_scalar_is_zero(&sig->c) || sn_scalar_is_zero(&sig->r));
	sn_wipe(&k, sizeof k);
	sn_random_wipe(&random);
}

/* c·key + r·G; false if a number is not canonical, c is 0, or the key does not encode a point. */
static bool recompute(struct sn_ge *commitment, const struct sn_signature *sig, const struct sn_point *key)
{
	struct sn_ge p;
	if (!sn_scalar_is_canonical(&sig->c) || !sn_scalar_is_canonical(&sig->r) ||
	    sn_scalar_is_zero(&sig->c) || sn_ge_decode(&p, key))
		return false;
	sn_ge_mul2_vartime(commitment, &sig->c, &p, &sig->r, &sn_ge_base);
	return true;
}

int sn_signature_verify(const struct sn_signature *sig, const struct sn_hash *hash,
			const struct sn_point *key)
{
	struct file_message message = {*hash, *key, {{0}}};
	struct sn_ge p;
	struct sn_scalar c;
	if (!recompute(&p, sig, key) || sn_ge_is_identity(&p))
		return SN_REFUSED;
	sn_ge_encode(&message.commitment, &p);
	sn_hash_to_scalar(&c, &message, sizeof message);
	return sn_scalar_is_equal(&c, &sig->c) ? SN_OK : SN_REFUSED;
}

int sn_key_image_signature_make(struct sn_signature *sig, const struct sn_point *image,
				const struct sn_point *key, const struct sn_scalar *x)
{
	const struct sn_point context[] = {*image, *key};
	struct image_message message = {*image, {{0}}, {{0}}};
	struct sn_random random;
	struct sn_scalar k;
	sn_random_init(&random, "interop key image signature", x, context, sizeof context);
	sn_random_scalar(&random, &k);
	commit(&message.commitment, &k);
	sn_key_image(&message.image_commitment, key, &k);
	SN_PUBLIC(&message.image_commitment, sizeof message.image_commitment);
	sn_hash_to_scalar(&sig->c, &message, sizeof message);
	respond(sig, &k, x);
	sn_wipe(&k, sizeof k);
	sn_random_wipe(&random);
	if (!sn_key_image_signature_verify(sig, image, key))
		return SN_OK;
	sn_wipe(sig, sizeof *sig);
	return SN_BAD_INPUT;
}

int sn_key_image_signature_verify(const struct sn_signature *sig, const struct sn_point *image,
				  const struct sn_point *key)
{
	struct image_message message = {*image, {{0}}, {{0}}};
	struct sn_ge p, i, base;
	struct sn_scalar c;
	if (!recompute(&p, sig, key) || sn_ge_decode(&i, image) || sn_ge_is_identity(&i) ||
	    !sn_ge_is_torsion_free_vartime(&i))
		return SN_REFUSED;
	sn_ge_encode(&message.commitment, &p);
	sn_hash_to_ec(&base, key->b);
	sn_ge_mul2_vartime(&p, &sig->r, &base, &sig->c, &i);
	sn_ge_encode(&message.image_commitment, &p);
	sn_hash_to_scalar(&c, &message, sizeof message);
	return sn_scalar_is_equal(&c, &sig->c) ? SN_OK : SN_REFUSED;
}
