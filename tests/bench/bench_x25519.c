/* X25519 of one secret and many u, by the kernel in use, against one call of libsodium or OpenSSL for each u,
 * whichever is faster. The secret is clamped: the others know no other one. OpenSSL's library is loaded if it
 * is there.
 *
 * Processor time of the thread; the least of several rounds counts, each round being one turn of
 * everybody. */
#include "bench.h"

#include "kernel/kernel.h"

#include <dlfcn.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define NUMBERS 512
#define ROUNDS 25

static struct sn_x25519 in[NUMBERS], ours[NUMBERS], theirs[NUMBERS];
static struct sn_scalar secret;

/* What each kernel is to reach, times the faster one. */
static const struct goal {
	const char *kernel;
	double ratio;
} goals[] = {{"portable", 0.9}, {"avx2", 3}, {"ifma", 8}};

/* OpenSSL's EVP interface, without its headers. The key type is NID_X25519. */
#define OPENSSL_X25519 1034
static struct openssl {
	void *(*new_private)(int type, void *engine, const unsigned char *key, size_t len);
	void *(*new_public)(int type, void *engine, const unsigned char *key, size_t len);
	void *(*new_context)(void *key, void *engine);
	int (*init)(void *context);
	int (*set_peer)(void *context, void *peer);
	int (*derive)(void *context, unsigned char *out, size_t *len);
	void (*free_key)(void *key);
	void *context;
} openssl;

static bool openssl_start(void)
{
	const struct {
		const char *name;
		void *to;
	} functions[] = {
		{"EVP_PKEY_new_raw_private_key", &openssl.new_private},
		{"EVP_PKEY_new_raw_public_key", &openssl.new_public},
		{"EVP_PKEY_CTX_new", &openssl.new_context},
		{"EVP_PKEY_derive_init", &openssl.init},
		{"EVP_PKEY_derive_set_peer", &openssl.set_peer},
		{"EVP_PKEY_derive", &openssl.derive},
		{"EVP_PKEY_free", &openssl.free_key},
	};
	void *library = dlopen("libcrypto.so.3", RTLD_NOW);
	if (!library)
		return false;
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		void *function = dlsym(library, functions[i].name);
		if (!function)
			return false;
		memcpy(functions[i].to, &function, sizeof function);
	}
	void *key = openssl.new_private(OPENSSL_X25519, NULL, secret.b, sizeof secret.b);
	openssl.context = key ? openssl.new_context(key, NULL) : NULL;
	return openssl.context && openssl.init(openssl.context) > 0;
}

static void by_openssl(void)
{
	for (size_t i = 0; i < NUMBERS; i++) {
		size_t len = sizeof theirs[i].b;
		void *peer = openssl.new_public(OPENSSL_X25519, NULL, in[i].b, sizeof in[i].b);
		if (!peer || openssl.set_peer(openssl.context, peer) <= 0 ||
		    openssl.derive(openssl.context, theirs[i].b, &len) <= 0)
			abort();
		openssl.free_key(peer);
	}
}

static void by_libsodium(void)
{
	for (size_t i = 0; i < NUMBERS; i++)
		if (crypto_scalarmult(theirs[i].b, secret.b, in[i].b))
			abort();
}

static void by_us(void)
{
	sn_kernel()->x25519(ours, in, NUMBERS, &secret);
}

/* One turn: the time for one number. */
static void turn(void (*run)(void), double *least)
{
	double start = bench_thread_us();
	run();
	bench_keep_least(least, (bench_thread_us() - start) / NUMBERS);
}

static void must_agree(const char *rival)
{
	if (memcmp(ours, theirs, sizeof ours) != 0) {
		fprintf(stderr, "bench: %s and %s disagree\n", sn_kernel()->name, rival);
		abort();
	}
}

void bench_x25519(FILE *ratios)
{
	double us = 0, libsodium_us = 0, openssl_us = 0, goal = 0;
	const char *kernel = sn_kernel()->name, *rival = "libsodium";

	randombytes_buf(&secret, sizeof secret);
	randombytes_buf(in, sizeof in);
	secret.b[0] &= 0xf8;
	secret.b[31] = (secret.b[31] & 0x7f) | 0x40;
	bool has_openssl = openssl_start();
	for (int round = 0; round < ROUNDS; round++) {
		turn(by_us, &us);
		turn(by_libsodium, &libsodium_us);
		must_agree("libsodium");
		if (has_openssl) {
			turn(by_openssl, &openssl_us);
			must_agree("OpenSSL");
		}
	}
	for (size_t i = 0; i < sizeof goals / sizeof *goals; i++)
		if (!strcmp(goals[i].kernel, kernel))
			goal = goals[i].ratio;
	double their_us = libsodium_us;
	if (has_openssl && openssl_us < libsodium_us) {
		their_us = openssl_us;
		rival = "OpenSSL";
	}
	printf("X25519, libsodium                %8.2f us\n", libsodium_us);
	if (has_openssl)
		printf("X25519, OpenSSL                  %8.2f us\n", openssl_us);
	printf("X25519, %-8s                 %8.2f us, %.2f times %s, goal %.1f: %s\n", kernel, us,
	       their_us / us, rival, goal, their_us / us >= goal ? "reached" : "MISSED");
	bench_ratio(ratios, "x25519", their_us / us);
}
