/* crypto/keccak.h - Keccak-256 with the original padding (0x01), as CryptoNote uses it; not SHA3-256.
 *
 * Source: Keccak reference 3.0, section 1; rate 136 bytes, capacity 512 bits. */
#ifndef SN_CRYPTO_KECCAK_H
#define SN_CRYPTO_KECCAK_H

#include "crypto/types.h"

#include <stddef.h>

#define SN_KECCAK_RATE 136

/* Running state. Copy it to reuse the hash of a common prefix. Wipe it if the input was secret. */
struct sn_keccak {
	uint64_t a[25];
	size_t at; /* bytes absorbed into the current block, < SN_KECCAK_RATE */
};

void sn_keccak_init(struct sn_keccak *k);
void sn_keccak_update(struct sn_keccak *k, const void *data, size_t len);
void sn_keccak_final(struct sn_keccak *k, struct sn_hash *out);

/* out = Keccak-256(data). Wipes its state. */
void sn_keccak256(struct sn_hash *out, const void *data, size_t len);

/* The permutation Keccak-f[1600], and its round constants. */
void sn_keccak_permute(uint64_t a[static 25]);
extern const uint64_t sn_keccak_round_constants[24];

/* A message of up to SN_SHORT_MAX bytes, followed by 0x01 and zeros, the beginning of its padding. For
 * kernel/hashes.h. */
#define SN_SHORT_WORDS 9
#define SN_SHORT_MAX (8 * SN_SHORT_WORDS - 1)
struct sn_short_message {
	uint8_t b[8 * SN_SHORT_WORDS];
};

void sn_short_message_init(struct sn_short_message *m, const void *data, size_t len);

#endif
