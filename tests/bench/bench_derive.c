/* Derivations D = 8·a·R: ours against what libsodium's API allows, on the points that it accepts. */
#include "bench.h"

#include "crypto/derive.h"
#include "crypto/group.h"
#include "crypto/random.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define POINTS 256
#define ROUNDS 15

static void libsodium_route(struct sn_point *r, const struct sn_point *keys, size_t n,
			    const struct sn_scalar *secret)
{
	for (size_t i = 0; i < n; i++) {
		int bad = crypto_scalarmult_ed25519_noclamp(r[i].b, secret->b, keys[i].b);
		for (int k = 0; k < 3; k++)
			bad |= crypto_core_ed25519_add(r[i].b, r[i].b, r[i].b);
		if (bad) {
			fprintf(stderr, "bench: libsodium refused a point\n");
			abort();
		}
	}
}

void bench_derive(void)
{
	static struct sn_point keys[POINTS], ours[POINTS], theirs[POINTS];
	static bool is_valid[POINTS];
	double our_us[ROUNDS], their_us[ROUNDS], ratio[ROUNDS];
	struct sn_scalar secret = {{1}}, r;
	struct sn_random random;

	sn_random_init(&random, "bench", &secret, NULL, 0);
	sn_random_scalar(&random, &secret);
	for (size_t i = 0; i < POINTS; i++) {
		sn_random_scalar(&random, &r);
		sn_secret_to_public(&keys[i], &r);
	}

	for (size_t i = 0; i < ROUNDS; i++) {
		double start = bench_now_us();
		if (sn_derive_many(ours, is_valid, keys, POINTS, &secret))
			abort();
		double middle = bench_now_us();
		libsodium_route(theirs, keys, POINTS, &secret);
		double end = bench_now_us();
		our_us[i] = (middle - start) / POINTS;
		their_us[i] = (end - middle) / POINTS;
		ratio[i] = their_us[i] / our_us[i];
	}
	if (memcmp(ours, theirs, sizeof ours) != 0) {
		fprintf(stderr, "bench: the two disagree\n");
		abort();
	}

	printf("derivation, arrays of %d    %8.2f us\n", POINTS, bench_median(our_us, ROUNDS));
	printf("derivation, libsodium      %8.2f us\n", bench_median(their_us, ROUNDS));
	printf("libsodium / ours           %8.2f\n", bench_median(ratio, ROUNDS));
}
