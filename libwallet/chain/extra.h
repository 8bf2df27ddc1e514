/* chain/extra.h - the free-form field of a transaction: its public keys and payment ids.
 *
 * A sequence of fields, each starting with a tag byte. Anybody may put anything there, so parsing
 * stops at the first thing that makes no sense and keeps what came before, as the reference
 * wallet does.
 * Source: reference implementation, src/cryptonote_basic/tx_extra.h; order for writing:
 * sort_tx_extra in cryptonote_format_utils.cpp. */
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

/* Step to the next field. False at the end, or when the rest cannot be parsed (r->failed tells). */
bool sn_extra_next(struct sn_extra_field *field, struct sn_reader *r);

/* What a wallet needs of it. The views point into the input. Of several additional-key fields or
 * nonces the first counts; of transaction keys all do. */
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

/* Never fails: what makes no sense is left out. */
void sn_extra_parse(struct sn_extra *extra, const void *data, size_t len);

/* Copy the first `cap` transaction keys, in order; returns how many that were. */
size_t sn_extra_tx_keys(struct sn_point *keys, size_t cap, const struct sn_extra *extra);

/* Copy additional key number i < n_additional. */
void sn_extra_additional_key(struct sn_point *key, const struct sn_extra *extra, size_t i);

/* The short payment id, still encrypted; the old long one, in clear. False when there is none. */
bool sn_extra_encrypted_payment_id(uint8_t id[static SN_PAYMENT_ID_BYTES], const struct sn_extra *extra);
bool sn_extra_long_payment_id(uint8_t id[static 32], const struct sn_extra *extra);

/* Encrypt or decrypt: out = in XOR first 8 bytes of Keccak-256(D ‖ 0x8d), D the derivation of the
 * (first) transaction key. D is secret. */
void sn_payment_id_crypt(uint8_t out[static SN_PAYMENT_ID_BYTES],
			 const uint8_t in[static SN_PAYMENT_ID_BYTES], const struct sn_point *derivation);

/* Append the extra of a transaction of ours, in the order that the reference wallet uses: transaction
 * key; additional keys when n > 0; nonce with the encrypted payment id unless that is NULL. */
void sn_extra_write(struct sn_buf *out, const struct sn_point *tx_key, const struct sn_point *additional,
		    size_t n, const uint8_t *encrypted_payment_id);

#endif
