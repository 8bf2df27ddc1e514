#include "handoff/fountain_choose.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* Sender and receiver must make the same choice, so they must compute the same doubles: IEEE 754, in this
 * order of operations. No expression here has both a product and a sum, because a compiler could fuse them.
 */

/* ------------------------------------------------------------------ xoshiro256** */

struct generator {
	uint64_t s[4];
};

static uint64_t load_be(const uint8_t p[static 8])
{
	uint64_t v = 0;
	for (int i = 0; i < 8; i++)
		v = v << 8 | p[i];
	return v;
}

static void seed(struct generator *g, const void *data, size_t len)
{
	uint8_t digest[crypto_hash_sha256_BYTES];
	crypto_hash_sha256(digest, data, len);
	for (int i = 0; i < 4; i++)
		g->s[i] = load_be(digest + 8 * i);
}

static uint64_t rotate(uint64_t x, int k)
{
	return x << k | x >> (64 - k);
}

/* D. Blackman, S. Vigna, "Scrambled Linear Pseudorandom Number Generators" (2018), xoshiro256**. */
static uint64_t next(struct generator *g)
{
	uint64_t *s = g->s;
	uint64_t result = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotate(s[3], 45);
	return result;
}

static double next_unit(struct generator *g)
{
	return (double)next(g) / 18446744073709551616.0;
}

/* A number below `n`. The largest numbers round up to 1. */
static size_t next_below(struct generator *g, size_t n)
{
	size_t i = (size_t)(next_unit(g) * (double)n);
	return i < n ? i : n - 1;
}

/* ------------------------------------------------------------------ degree and fragments */

/* Choose the degree d with a probability proportional to 1/d. M. Vose's alias method, "A Linear Algorithm for
 * Generating Random Numbers with a Given Distribution" (1991), processing the lists of small and large
 * probabilities from the lowest degree upwards. */
static size_t choose_degree(struct generator *g, size_t n, double *p, double *kept, size_t *alias,
			    size_t *list)
{
	size_t *small = list, *large = list + n, n_small = 0, n_large = 0;
	double sum = 0;
	for (size_t i = 0; i < n; i++)
		sum += 1 / (double)(i + 1);
	for (size_t i = n; i-- > 0;) {
		p[i] = 1 / (double)(i + 1) * (double)n / sum;
		if (p[i] < 1)
			small[n_small++] = i;
		else
			large[n_large++] = i;
	}
	while (n_small && n_large) {
		size_t a = small[--n_small], b = large[--n_large];
		kept[a] = p[a];
		alias[a] = b;
		p[b] += p[a] - 1;
		if (p[b] < 1)
			small[n_small++] = b;
		else
			large[n_large++] = b;
	}
	while (n_large)
		kept[large[--n_large]] = 1;
	while (n_small)
		kept[small[--n_small]] = 1;
	size_t i = next_below(g, n);
	return (next_unit(g) < kept[i] ? i : alias[i]) + 1;
}

int sn_fountain_choose(uint64_t *words, uint32_t sequence, uint32_t n_fragments, uint32_t checksum)
{
	size_t n = n_fragments;
	memset(words, 0, (n + 63) / 64 * sizeof *words);
	if (sequence >= 1 && sequence <= n_fragments) {
		words[(sequence - 1) / 64] |= UINT64_C(1) << (sequence - 1) % 64;
		return SN_OK;
	}
	struct generator g;
	uint8_t data[8];
	for (int i = 0; i < 4; i++) {
		data[i] = (uint8_t)(sequence >> (24 - 8 * i));
		data[4 + i] = (uint8_t)(checksum >> (24 - 8 * i));
	}
	seed(&g, data, sizeof data);

	double *p = calloc(2 * n, sizeof *p);
	size_t *list = calloc(3 * n, sizeof *list);
	if (!p || !list) {
		free(p);
		free(list);
		return SN_IO;
	}
	size_t degree = choose_degree(&g, n, p, p + n, list + 2 * n, list);
	/* A partial shuffle of R. Fisher and F. Yates: remove each drawn fragment, and keep the rest in
	 * order. */
	size_t *left = list, n_left = n;
	for (size_t i = 0; i < n; i++)
		left[i] = i;
	for (size_t i = 0; i < degree; i++) {
		size_t at = next_below(&g, n_left);
		words[left[at] / 64] |= UINT64_C(1) << left[at] % 64;
		memmove(left + at, left + at + 1, (--n_left - at) * sizeof *left);
	}
	free(p);
	free(list);
	return SN_OK;
}
