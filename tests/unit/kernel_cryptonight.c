#include "kernel/cryptonight.h"

#include "base/hex.h"
#include "kernel/kernel.h"
#include "kernel/portable.h"
#include "seed.h"

#include <criterion/criterion.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* The other vectors are in tests/vectors/crypto_hashes.txt. */

/* View keys of wallets of monero-wallet-rpc 0.18.0.0 and 0.18.4.0, and the keys of their files. */
static void set_up(void)
{
	cr_assert(sodium_init() >= 0);
}

Test(kernel_cryptonight, keys_of_the_reference_wallets_files, .init = set_up)
{
	static const char *const vectors[][2] = {
		{"a0d96cd11bcf9316accc99b9d7fb1d2e30e51fcdd6a6c617a07af46941f0750d",
		 "fedb2384d642ef3544bb32ea3f28c5cca6e5b7378edd0b36d5ff125cda4770a5"},
		{"546f33ab1c184d4546869cf325355183a365e3e6b900266436aec47e8711dc0b",
		 "ca759931010b8891def7dda168b172e1bc966a47d87b9577b8e23fc0d04a5bff"},
	};
	for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
		uint8_t view[32];
		char text[65];
		struct sn_hash key;
		struct sn_error err;
		cr_assert_eq(sn_hex_decode(view, sizeof view, vectors[i][0]), SN_OK);
		cr_assert_eq(sn_cryptonight(&key, view, sizeof view, &err), SN_OK);
		sn_hex_encode(text, key.b, 32);
		cr_assert_str_eq(text, vectors[i][1]);
	}
}

Test(kernel_cryptonight, kernels_agree_for_random_states)
{
	struct sn_random random = seed_stream("kernel_cryptonight");
	uint8_t *scratchpad = malloc(SN_CRYPTONIGHT_SCRATCHPAD);
	cr_assert_not_null(scratchpad);
	for (unsigned round = 0; round < 3; round++) {
		uint8_t start[SN_CRYPTONIGHT_STATE], expected[SN_CRYPTONIGHT_STATE],
			state[SN_CRYPTONIGHT_STATE];
		const struct sn_kernel *k;
		sn_random_bytes(&random, start, sizeof start);
		memcpy(expected, start, sizeof start);
		sn_kernel_portable.cryptonight(expected, scratchpad);
		cr_assert_neq(memcmp(expected + 64, start + 64, 128), 0);
		for (size_t i = 0; (k = sn_kernel_at(i)); i++) {
			memcpy(state, start, sizeof start);
			memset(scratchpad, (int)i, SN_CRYPTONIGHT_SCRATCHPAD);
			k->cryptonight(state, scratchpad);
			cr_assert_arr_eq(state, expected, sizeof state, "%s", k->name);
		}
	}
	free(scratchpad);
}
