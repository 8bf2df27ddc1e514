/* least-argon2id - preloaded into programs, makes passwords cheap: libsodium's Argon2id, at its least cost.
 *
 *     LD_PRELOAD=least-argon2id.so PROGRAM ...
 *
 * `make check` sets it for the tests of bats: they open wallets ten thousand times. A wallet file made
 * with it opens only with it. Tests of the cost itself unset LD_PRELOAD. */
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>

int crypto_pwhash(unsigned char *out, unsigned long long out_len, const char *password,
		  unsigned long long len, const unsigned char *salt, unsigned long long passes, size_t memory,
		  int algorithm);
int crypto_pwhash(unsigned char *out, unsigned long long out_len, const char *password,
		  unsigned long long len, const unsigned char *salt, unsigned long long passes, size_t memory,
		  int algorithm)
{
	int (*argon2id)(unsigned char *, unsigned long long, const char *, unsigned long long,
			const unsigned char *, unsigned long long, size_t, int);

	(void)passes;
	(void)memory;
	*(void **)&argon2id = dlsym(RTLD_NEXT, "crypto_pwhash");
	if (!argon2id)
		abort();
	return argon2id(out, out_len, password, len, salt, 1, 8192, algorithm);
}
