#include "kernel/cryptonight.h"

#include "base/bytes.h"
#include "base/secret.h"
#include "crypto/blake256.h"
#include "crypto/groestl256.h"
#include "crypto/jh256.h"
#include "crypto/keccak.h"
#include "crypto/skein512_256.h"
#include "kernel/kernel.h"

static void (*const final_hashes[4])(struct sn_hash *out, const void *data, size_t len) = {
	sn_blake256,
	sn_groestl256,
	sn_jh256,
	sn_skein512_256,
};

int sn_cryptonight(struct sn_hash *out, const void *data, size_t len, struct sn_error *err)
{
	struct sn_keccak k;
	uint8_t state[SN_CRYPTONIGHT_STATE];
	uint8_t *scratchpad = sn_secret_alloc(SN_CRYPTONIGHT_SCRATCHPAD);
	if (!scratchpad)
		return sn_error_memory(err);
	/* After the last permutation, Keccak's whole state is the first one of CryptoNight. */
	sn_keccak_init(&k);
	sn_keccak_update(&k, data, len);
	sn_keccak_final(&k, out);
	for (size_t i = 0; i < SN_CRYPTONIGHT_STATE / 8; i++)
		sn_store_u64(state + 8 * i, k.a[i]);
	sn_kernel()->cryptonight(state, scratchpad);
	for (size_t i = 0; i < SN_CRYPTONIGHT_STATE / 8; i++)
		k.a[i] = sn_load_u64(state + 8 * i);
	sn_keccak_permute(k.a);
	for (size_t i = 0; i < SN_CRYPTONIGHT_STATE / 8; i++)
		sn_store_u64(state + 8 * i, k.a[i]);
	final_hashes[state[0] & 3](out, state, sizeof state);
	sn_secret_free(scratchpad);
	sn_wipe(&k, sizeof k);
	sn_wipe(state, sizeof state);
	sn_wipe_stack();
	return SN_OK;
}
