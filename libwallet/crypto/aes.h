/* crypto/aes.h - the round function of AES on up to 64 bytes at once, without tables.
 *
 * The bytes are split into eight planes: bit i of plane k is bit k of byte i. A block of 16 bytes, in the
 * order of FIPS 197 (column by column), takes 16 bits of each plane. The S-box is computed as an inverse in
 * GF((2^4)^2), with the same logical operations for every byte: the time depends on no value, and no memory
 * is indexed by one.
 *
 * Source: FIPS 197, sections 5.1 (rounds) and 5.2 (key expansion). */
#ifndef SN_CRYPTO_AES_H
#define SN_CRYPTO_AES_H

#include <stdint.h>

#define SN_AES_BLOCK 16

struct sn_byte_planes {
	uint64_t p[8];
};

/* 64 bytes into planes, and back. */
void sn_byte_planes_load(struct sn_byte_planes *planes, const uint8_t bytes[static 64]);
void sn_byte_planes_store(uint8_t bytes[static 64], const struct sn_byte_planes *planes);

/* SubBytes of all 64 bytes. */
void sn_aes_sub_bytes(struct sn_byte_planes *planes);

/* ShiftRows and MixColumns of four blocks. */
void sn_aes_shift_rows(struct sn_byte_planes *planes);
void sn_aes_mix_columns(struct sn_byte_planes *planes);

/* One round of one block: SubBytes, ShiftRows, MixColumns, AddRoundKey. In place. */
void sn_aes_round(uint8_t block[static SN_AES_BLOCK], const uint8_t round_key[static SN_AES_BLOCK]);

/* The first ten round keys of AES-256 for the 32 bytes of `key`, which are the first two. */
#define SN_AES_ROUND_KEYS 10
void sn_aes_expand(uint8_t round_keys[static SN_AES_ROUND_KEYS * SN_AES_BLOCK], const uint8_t key[static 32]);

#endif
