#include "chain/carrot_enote.h"
#include "base/bytes.h"
#include "base/secret.h"
#include "chain/transaction.h"
#include "crypto/fcmp_constants.h"
#include "crypto/group_mul.h"
#include "crypto/scalar.h"
#include "crypto/torsion.h"
#include "crypto/transcript.h"
#include "crypto/x25519.h"

void sn_carrot_context(struct sn_carrot_context *context, const struct sn_point *first_image)
{
	context->b[0] = 'R';
	memcpy(context->b + 1, first_image->b, 32);
}

void sn_carrot_context_coinbase(struct sn_carrot_context *context, uint64_t height)
{
	*context = (struct sn_carrot_context){{'C'}};
	sn_store_u64(context->b + 1, height);
}

void sn_carrot_context_of(struct sn_carrot_context *context, const struct sn_tx *tx)
{
	if (sn_tx_is_coinbase(tx))
		sn_carrot_context_coinbase(context, tx->inputs[0].height);
	else
		sn_carrot_context(context, &tx->inputs[0].key_image);
}

void sn_carrot_ephemeral_secret(struct sn_scalar *d_e, const struct sn_carrot_anchor *anchor,
				const struct sn_carrot_context *context, const struct sn_point *spend,
				const uint8_t payment_id[static SN_PAYMENT_ID_BYTES])
{
	struct sn_transcript t;
	sn_transcript_init(&t, SN_CARROT_SENDING_KEY_NORMAL, NULL, SN_TRANSCRIPT_SCALAR);
	sn_transcript_put(&t, anchor->b, sizeof anchor->b);
	sn_transcript_put(&t, context->b, sizeof context->b);
	sn_transcript_put(&t, spend->b, 32);
	sn_transcript_put(&t, payment_id, SN_PAYMENT_ID_BYTES);
	sn_transcript_scalar(&t, d_e);
}

int sn_carrot_ephemeral_key(struct sn_x25519 *key, const struct sn_scalar *d_e, const struct sn_point *spend,
			    bool is_subaddress)
{
	struct sn_ge p;
	if (!is_subaddress) {
		sn_x25519_mul_base(key, d_e);
		return SN_OK;
	}
	if (sn_ge_decode(&p, spend))
		return SN_BAD_INPUT;
	sn_ge_mul(&p, d_e, &p);
	int ret = sn_x25519_from_ge(key, &p);
	sn_wipe(&p, sizeof p);
	return ret;
}

int sn_carrot_shared_secret(struct sn_x25519 *shared, const struct sn_scalar *d_e,
			    const struct sn_point *view)
{
	struct sn_ge p;
	struct sn_x25519 u;
	if (sn_ge_decode(&p, view) || !sn_ge_is_torsion_free_vartime(&p) || sn_x25519_from_ge(&u, &p))
		return SN_BAD_INPUT;
	sn_x25519(shared, d_e, &u);
	return SN_OK;
}

void sn_carrot_secret(struct sn_carrot_secret *s, const struct sn_x25519 *shared, const struct sn_x25519 *key,
		      const struct sn_carrot_context *context)
{
	struct sn_transcript t;
	sn_transcript_init(&t, SN_CARROT_SENDER_RECEIVER_SECRET, shared->b, sizeof s->b);
	sn_transcript_put(&t, key->b, 32);
	sn_transcript_put(&t, context->b, sizeof context->b);
	sn_transcript_hash(&t, s->b);
}

void sn_carrot_mask(struct sn_scalar *mask, const struct sn_carrot_secret *s, uint64_t amount,
		    const struct sn_point *spend, enum sn_carrot_type type)
{
	struct sn_transcript t;
	sn_transcript_init(&t, SN_CARROT_COMMITMENT_MASK, s->b, SN_TRANSCRIPT_SCALAR);
	sn_transcript_put_u64(&t, amount);
	sn_transcript_put(&t, spend->b, 32);
	sn_transcript_put_u8(&t, (uint8_t)type);
	sn_transcript_scalar(&t, mask);
}

static void extension(struct sn_scalar *k, const char *tag, const struct sn_carrot_secret *s,
		      const struct sn_point *commitment)
{
	struct sn_transcript t;
	sn_transcript_init(&t, tag, s->b, SN_TRANSCRIPT_SCALAR);
	sn_transcript_put(&t, commitment->b, 32);
	sn_transcript_scalar(&t, k);
}

void sn_carrot_extensions(struct sn_carrot_extensions *ext, const struct sn_carrot_secret *s,
			  const struct sn_point *commitment)
{
	extension(&ext->g, SN_CARROT_KEY_EXTENSION_G, s, commitment);
	extension(&ext->t, SN_CARROT_KEY_EXTENSION_T, s, commitment);
}

static void extension_coinbase(struct sn_scalar *k, const char *tag, const struct sn_carrot_secret *s,
			       uint64_t amount, const struct sn_point *spend)
{
	struct sn_transcript t;
	sn_transcript_init(&t, tag, s->b, SN_TRANSCRIPT_SCALAR);
	sn_transcript_put_u64(&t, amount);
	sn_transcript_put(&t, spend->b, 32);
	sn_transcript_scalar(&t, k);
}

void sn_carrot_extensions_coinbase(struct sn_carrot_extensions *ext, const struct sn_carrot_secret *s,
				   uint64_t amount, const struct sn_point *spend)
{
	extension_coinbase(&ext->g, SN_CARROT_COINBASE_EXTENSION_G, s, amount, spend);
	extension_coinbase(&ext->t, SN_CARROT_COINBASE_EXTENSION_T, s, amount, spend);
}

/* k_g·G + k_t·T. */
static void extension_point(struct sn_ge *r, const struct sn_carrot_extensions *ext)
{
	struct sn_ge t;
	sn_ge_mul_base(r, &ext->g);
	sn_ge_mul(&t, &ext->t, &sn_fcmp->t.point);
	sn_ge_add(r, r, &t);
	sn_wipe(&t, sizeof t);
}

int sn_carrot_one_time_key(struct sn_point *key, const struct sn_point *spend,
			   const struct sn_carrot_extensions *ext)
{
	struct sn_ge p, e;
	if (sn_ge_decode(&p, spend))
		return SN_BAD_INPUT;
	extension_point(&e, ext);
	sn_ge_add(&p, &p, &e);
	sn_ge_encode(key, &p);
	sn_wipe(&p, sizeof p);
	sn_wipe(&e, sizeof e);
	return SN_OK;
}

int sn_carrot_spend_key(struct sn_point *spend, const struct sn_point *key,
			const struct sn_carrot_extensions *ext)
{
	struct sn_ge p, e;
	if (sn_ge_decode(&p, key))
		return SN_BAD_INPUT;
	extension_point(&e, ext);
	sn_ge_sub(&p, &p, &e);
	sn_ge_encode(spend, &p);
	sn_wipe(&p, sizeof p);
	sn_wipe(&e, sizeof e);
	return SN_OK;
}

void sn_carrot_view_tag(uint8_t tag[static SN_CARROT_VIEW_TAG_BYTES], const struct sn_x25519 *shared,
			const struct sn_carrot_context *context, const struct sn_point *key)
{
	struct sn_transcript t;
	sn_transcript_init(&t, SN_CARROT_VIEW_TAG, shared->b, SN_CARROT_VIEW_TAG_BYTES);
	sn_transcript_put(&t, context->b, sizeof context->b);
	sn_transcript_put(&t, key->b, 32);
	sn_transcript_hash(&t, tag);
}

/* XOR with H_len[s](tag, K_o). */
static void crypt(uint8_t *out, const uint8_t *in, size_t len, const char *tag,
		  const struct sn_carrot_secret *s, const struct sn_point *key)
{
	struct sn_transcript t;
	uint8_t mask[SN_CARROT_ANCHOR_BYTES];
	sn_transcript_init(&t, tag, s->b, len);
	sn_transcript_put(&t, key->b, 32);
	sn_transcript_hash(&t, mask);
	for (size_t i = 0; i < len; i++)
		out[i] = in[i] ^ mask[i];
	sn_wipe(mask, sizeof mask);
}

void sn_carrot_crypt_anchor(uint8_t out[static SN_CARROT_ANCHOR_BYTES],
			    const uint8_t in[static SN_CARROT_ANCHOR_BYTES], const struct sn_carrot_secret *s,
			    const struct sn_point *key)
{
	crypt(out, in, SN_CARROT_ANCHOR_BYTES, SN_CARROT_ENCRYPTION_MASK_ANCHOR, s, key);
}

void sn_carrot_crypt_amount(uint8_t out[static 8], const uint8_t in[static 8],
			    const struct sn_carrot_secret *s, const struct sn_point *key)
{
	crypt(out, in, 8, SN_CARROT_ENCRYPTION_MASK_A, s, key);
}

void sn_carrot_crypt_payment_id(uint8_t out[static SN_PAYMENT_ID_BYTES],
				const uint8_t in[static SN_PAYMENT_ID_BYTES],
				const struct sn_carrot_secret *s, const struct sn_point *key)
{
	crypt(out, in, SN_PAYMENT_ID_BYTES, SN_CARROT_ENCRYPTION_MASK_PID, s, key);
}

void sn_carrot_anchor_special(struct sn_carrot_anchor *anchor, const struct sn_scalar *view_secret,
			      const struct sn_x25519 *ephemeral_key, const struct sn_carrot_context *context,
			      const struct sn_point *key)
{
	struct sn_transcript t;
	sn_transcript_init(&t, SN_CARROT_JANUS_ANCHOR_SPECIAL, view_secret->b, sizeof anchor->b);
	sn_transcript_put(&t, ephemeral_key->b, 32);
	sn_transcript_put(&t, context->b, sizeof context->b);
	sn_transcript_put(&t, key->b, 32);
	sn_transcript_hash(&t, anchor->b);
}
