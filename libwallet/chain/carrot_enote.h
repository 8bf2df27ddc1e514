/* chain/carrot_enote.h - Carrot enotes: how the parts of an output follow from the secret that sender and
 * receiver share. An enote is an output from block version 17 on.
 *
 *   context    input context: 'R' ‖ first key image of the transaction; coinbase: 'C' ‖ height, 32 bytes
 *   d_e        H_scalar("sending key normal", anchor, context, K_s, payment ID)
 *   D_e        d_e·B; to a subaddress convert(d_e·K_s)            B the base point of Curve25519
 *   s_sr       sender X(d_e, convert(K_v)) = receiver X(k_v, D_e)
 *   s          H_32[s_sr]("sender-receiver secret", D_e, context)
 *   k_a        H_scalar[s]("commitment mask", amount, K_s, type); coinbase: 1
 *   C_a        k_a·G + amount·H
 *   k_g, k_t   H_scalar[s]("key extension G", C_a), the same with T;
 *              coinbase: H_scalar[s]("coinbase extension G", amount, K_s), the same with T
 *   K_o        K_s + k_g·G + k_t·T, the one-time key
 *   view tag   H_3[s_sr]("view tag", context, K_o)
 *   encrypted  anchor, amount, payment ID: XOR with H_16, H_8, H_8[s]("encryption mask ...", K_o)
 *
 * K_s and K_v are the keys of the address, k_v is the view secret. X and convert: crypto/x25519.h; H:
 * crypto/transcript.h; the tags and T: crypto/fcmp_constants.h.
 *
 * The anchor makes enotes safe against Janus attacks: its owner derives d_e from it, and compares D_e. The
 * sender draws it at random. In a self-send by a wallet with today's keys (a special enote), s_sr is X(k_v,
 * D_e), and the anchor is a code under k_v, anchor_special. In a self-send of the Carrot key hierarchy (an
 * internal enote), s_sr is the view-balance secret.
 *
 * d_e, s_sr, s, the scalars and the anchor are secret. All functions are constant time in them.
 *
 * Source: Monero pull request 9559 of 2026-08-22, src/carrot_core; jeffro256, "Carrot", 2026-04-08. */
#ifndef SN_CHAIN_CARROT_ENOTE_H
#define SN_CHAIN_CARROT_ENOTE_H

#include "chain/address.h"
#include "chain/transaction_parts.h"
#include "crypto/types.h"

enum sn_carrot_type {
	SN_CARROT_PAYMENT = 0,
	SN_CARROT_CHANGE = 1, /* only of self-sends */
};

#define SN_CARROT_CONTEXT_BYTES 33

struct sn_carrot_context {
	uint8_t b[SN_CARROT_CONTEXT_BYTES];
};

struct sn_carrot_anchor {
	uint8_t b[SN_CARROT_ANCHOR_BYTES];
};

struct sn_carrot_secret {
	uint8_t b[32];
}; /* s */

struct sn_carrot_extensions {
	struct sn_scalar g, t;
};

void sn_carrot_context(struct sn_carrot_context *context, const struct sn_point *first_image);
void sn_carrot_context_coinbase(struct sn_carrot_context *context, uint64_t height);

/* The context of a transaction; the one of a coinbase transaction has its height. */
void sn_carrot_context_of(struct sn_carrot_context *context, const struct sn_tx *tx);

/* d_e. The payment ID is zero unless the address is integrated. */
void sn_carrot_ephemeral_secret(struct sn_scalar *d_e, const struct sn_carrot_anchor *anchor,
				const struct sn_carrot_context *context, const struct sn_point *spend,
				const uint8_t payment_id[static SN_PAYMENT_ID_BYTES]);

/* D_e for the address with this spend key. Returns SN_BAD_INPUT if the key of a subaddress does not encode a
 * point, or if d_e·K_s is the identity. */
int sn_carrot_ephemeral_key(struct sn_x25519 *key, const struct sn_scalar *d_e, const struct sn_point *spend,
			    bool is_subaddress) SN_MUST_USE;

/* s_sr of the sender. Returns SN_BAD_INPUT unless K_v is a point of prime order. The receiver calls
 * sn_x25519. */
int sn_carrot_shared_secret(struct sn_x25519 *shared, const struct sn_scalar *d_e,
			    const struct sn_point *view) SN_MUST_USE;

/* s. D_e enters as it is in the transaction, never reduced. */
void sn_carrot_secret(struct sn_carrot_secret *s, const struct sn_x25519 *shared, const struct sn_x25519 *key,
		      const struct sn_carrot_context *context);

/* k_a. */
void sn_carrot_mask(struct sn_scalar *mask, const struct sn_carrot_secret *s, uint64_t amount,
		    const struct sn_point *spend, enum sn_carrot_type type);

/* k_g and k_t, from the commitment C_a; for coinbase from the amount and K_s of a primary address. */
void sn_carrot_extensions(struct sn_carrot_extensions *ext, const struct sn_carrot_secret *s,
			  const struct sn_point *commitment);
void sn_carrot_extensions_coinbase(struct sn_carrot_extensions *ext, const struct sn_carrot_secret *s,
				   uint64_t amount, const struct sn_point *spend);

/* K_o, and K_s from K_o. Return SN_BAD_INPUT if the given key does not encode a point. */
int sn_carrot_one_time_key(struct sn_point *key, const struct sn_point *spend,
			   const struct sn_carrot_extensions *ext) SN_MUST_USE;
int sn_carrot_spend_key(struct sn_point *spend, const struct sn_point *key,
			const struct sn_carrot_extensions *ext) SN_MUST_USE;

void sn_carrot_view_tag(uint8_t tag[static SN_CARROT_VIEW_TAG_BYTES], const struct sn_x25519 *shared,
			const struct sn_carrot_context *context, const struct sn_point *key);

/* Encrypt or decrypt with the one-time key K_o. `out` and `in` may be the same object. */
void sn_carrot_crypt_anchor(uint8_t out[static SN_CARROT_ANCHOR_BYTES],
			    const uint8_t in[static SN_CARROT_ANCHOR_BYTES], const struct sn_carrot_secret *s,
			    const struct sn_point *key);
void sn_carrot_crypt_amount(uint8_t out[static 8], const uint8_t in[static 8],
			    const struct sn_carrot_secret *s, const struct sn_point *key);
void sn_carrot_crypt_payment_id(uint8_t out[static SN_PAYMENT_ID_BYTES],
				const uint8_t in[static SN_PAYMENT_ID_BYTES],
				const struct sn_carrot_secret *s, const struct sn_point *key);

/* The anchor of a special enote: H_16[k_v]("janus anchor special", D_e, context, K_o). */
void sn_carrot_anchor_special(struct sn_carrot_anchor *anchor, const struct sn_scalar *view_secret,
			      const struct sn_x25519 *ephemeral_key, const struct sn_carrot_context *context,
			      const struct sn_point *key);

#endif
