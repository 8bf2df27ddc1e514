/* chain/extra.h - tx extra: the public keys and payment ids of a transaction.
 *
 * A sequence of fields, each starting with a tag byte. The sender can write arbitrary bytes. Parsing stops at
 * the first invalid field and keeps the fields before it, as the reference wallet does. Source: reference
 * implementation, src/cryptonote_basic/tx_extra.h; order for writing: sort_tx_extra in
 * cryptonote_format_utils.cpp. */
#ifndef SN_CHAIN_EXTRA_H
#define SN_CHAIN_EXTRA_H

#include "base/bytes.h"
#include "chain/address.h"
#include "crypto/types.h"

enum sn_extra_tag {
	SN_EXTRA_PADDING = 0x00,
	SN_EXTRA_TX_KEY = 0x01,
	SN_EXTRA_NONCE = 0x02,
	SN_EXTRA_MERGE_MINING = 0x03,
	SN_EXTRA_ADDITIONAL_KEYS = 0x04,
	SN_EXTRA_MINERGATE = 0xde,
};

/* One field: a view of its contents (key, nonce, keys without their count, ...). */
struct sn_extra_field {
	enum sn_extra_tag tag;
	const uint8_t *data;
	size_t len;
};

/* Step to the next field. False at the end, or if the rest cannot be parsed (r->failed). */
bool sn_extra_next(struct sn_extra_field *field, struct sn_reader *r);

/* The fields that a wallet needs. The views point into the input. All transaction keys count, but only the
 * first nonce and the first field of additional keys. */
struct sn_extra {
	const uint8_t *data;
	size_t len;
	bool is_complete;          /* parsed to the end */
	size_t n_tx_keys;          /* fields 01; see sn_extra_tx_keys */
	size_t n_additional;       /* keys in field 04 */
	const uint8_t *additional; /* n_additional × 32 bytes */
	bool has_nonce;
	const uint8_t *nonce;
	size_t nonce_len;
};

/* Never fails: invalid fields are ignored. */
void sn_extra_parse(struct sn_extra *extra, const void *data, size_t len);

/* Copy the first `cap` transaction keys, in order. Returns the number of copied keys. */
size_t sn_extra_tx_keys(struct sn_point *keys, size_t cap, const struct sn_extra *extra);

/* Copy additional key number i < n_additional. */
void sn_extra_additional_key(struct sn_point *key, const struct sn_extra *extra, size_t i);

/* The short payment id, encrypted, or the old long payment id, in clear. False if the field is missing. */
bool sn_extra_encrypted_payment_id(uint8_t id[static SN_PAYMENT_ID_BYTES], const struct sn_extra *extra);
bool sn_extra_long_payment_id(uint8_t id[static 32], const struct sn_extra *extra);

/* Encrypt or decrypt: out = in XOR first 8 bytes of Keccak-256(D ‖ 0x8d), D the derivation of the
 * (first) transaction key. D is secret. */
void sn_payment_id_crypt(uint8_t out[static SN_PAYMENT_ID_BYTES],
			 const uint8_t in[static SN_PAYMENT_ID_BYTES], const struct sn_point *derivation);

/* Append the extra of a transaction of ours, in the order of the reference wallet: transaction key unless it
 * is NULL; additional keys if n > 0; nonce with the encrypted payment id unless it is NULL. The keys of
 * Carrot outputs are those of X25519 (carrot_outputs.h). */
void sn_extra_write(struct sn_buf *out, const struct sn_point *tx_key, const struct sn_point *additional,
		    size_t n, const uint8_t *encrypted_payment_id);

#endif
