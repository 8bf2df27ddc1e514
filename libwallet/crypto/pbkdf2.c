#include "crypto/pbkdf2.h"

#include "base/secret.h"

#include <string.h>

#include <sodium.h>

#define HASH_BYTES crypto_auth_hmacsha256_BYTES

/* out = HMAC of `data`; `keyed` is the state after the key. */
static void hmac(uint8_t out[static HASH_BYTES], const crypto_auth_hmacsha256_state *keyed,
		 const uint8_t *data, size_t len)
{
	crypto_auth_hmacsha256_state state = *keyed;
	crypto_auth_hmacsha256_update(&state, data, len);
	crypto_auth_hmacsha256_final(&state, out);
	sn_wipe(&state, sizeof state);
}

/* sum = T_index. `salted` is the state after key and salt. */
static void one_block(uint8_t sum[static HASH_BYTES], const crypto_auth_hmacsha256_state *keyed,
		      const crypto_auth_hmacsha256_state *salted, uint32_t index, unsigned iterations)
{
	const uint8_t number[] = {(uint8_t)(index >> 24), (uint8_t)(index >> 16), (uint8_t)(index >> 8),
				  (uint8_t)index};
	uint8_t u[HASH_BYTES];
	hmac(u, salted, number, sizeof number);
	memcpy(sum, u, sizeof u);
	for (unsigned j = 1; j < iterations; j++) {
		hmac(u, keyed, u, sizeof u);
		for (size_t i = 0; i < sizeof u; i++)
			sum[i] ^= u[i];
	}
	sn_wipe(u, sizeof u);
}

void sn_pbkdf2_sha256(uint8_t *out, size_t len, const void *password, size_t password_len, const void *salt,
		      size_t salt_len, unsigned iterations)
{
	crypto_auth_hmacsha256_state keyed, salted;
	uint8_t sum[HASH_BYTES];
	crypto_auth_hmacsha256_init(&keyed, password, password_len);
	salted = keyed;
	crypto_auth_hmacsha256_update(&salted, salt, salt_len);
	for (uint32_t index = 1; len; index++) {
		const size_t n = len < sizeof sum ? len : sizeof sum;
		one_block(sum, &keyed, &salted, index, iterations);
		memcpy(out, sum, n);
		out += n;
		len -= n;
	}
	sn_wipe(&keyed, sizeof keyed);
	sn_wipe(&salted, sizeof salted);
	sn_wipe(sum, sizeof sum);
}
