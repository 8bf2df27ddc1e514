/* crypto/pbkdf2.h - PBKDF2 with HMAC-SHA-256, which stretches a password into a key.
 *
 *   T_i = U_1 ⊕ … ⊕ U_n,  U_1 = HMAC(password, salt ‖ i),  U_j = HMAC(password, U_j-1)
 *
 * `i` is big-endian, 4 bytes, from 1. HMAC is libsodium's; Argon2id protects the wallet file, and this
 * function exists for formats of others only. Constant time in password and salt, apart from their lengths.
 * Source: RFC 8018, section 5.2; test vectors: RFC 7914, section 11. */
#ifndef SN_CRYPTO_PBKDF2_H
#define SN_CRYPTO_PBKDF2_H

#include <stddef.h>
#include <stdint.h>

/* Write `len` bytes, below 2^32. `password` and `out` are secret. */
void sn_pbkdf2_sha256(uint8_t *out, size_t len, const void *password, size_t password_len, const void *salt,
		      size_t salt_len, unsigned iterations);

#endif
