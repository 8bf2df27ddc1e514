#include "crypto/random.h"

#include "base/bytes.h"
#include "base/seam.h"
#include "base/secret.h"
#include "crypto/scalar.h"

#include <sodium.h>

#define BLOCK 64

/* seed = BLAKE2b-256 keyed with `key` over (length of domain ‖ domain ‖ context). The length separates a
 * domain from a shorter one with a longer context. */
static void make_seed(struct sn_random *g, const uint8_t key[static 32], const char *domain,
		      const void *context, size_t len)
{
	crypto_generichash_state state;
	uint8_t domain_len[8];

	sn_store_u64(domain_len, strlen(domain));
	crypto_generichash_init(&state, key, 32, sizeof g->seed);
	crypto_generichash_update(&state, domain_len, sizeof domain_len);
	crypto_generichash_update(&state, (const uint8_t *)domain, strlen(domain));
	crypto_generichash_update(&state, context, len);
	crypto_generichash_final(&state, g->seed, sizeof g->seed);
	g->counter = 0;
	sn_wipe(&state, sizeof state);
	SN_FAULT_POINT("stream", g, sizeof *g);
}

void sn_random_init(struct sn_random *g, const char *domain, const struct sn_scalar *secret,
		    const void *context, size_t len)
{
	make_seed(g, secret->b, domain, context, len);
}

void sn_random_fork(struct sn_random *child, const struct sn_random *parent, const char *domain,
		    uint64_t index)
{
	uint8_t key[32], context[8];

	memcpy(key, parent->seed, sizeof key);
	sn_store_u64(context, index);
	make_seed(child, key, domain, context, sizeof context);
	sn_wipe(key, sizeof key);
}

static void next_block(struct sn_random *g, uint8_t out[static BLOCK])
{
	uint8_t counter[8];

	sn_store_u64(counter, g->counter++);
	crypto_generichash(out, BLOCK, counter, sizeof counter, g->seed, sizeof g->seed);
}

void sn_random_scalar(struct sn_random *g, struct sn_scalar *out)
{
	uint8_t block[BLOCK];
	bool is_zero;

	do {
		next_block(g, block);
		sn_scalar_reduce64(out, block);
		is_zero = sn_scalar_is_zero(out);
		/* A rejected draw is not used. */
		SN_PUBLIC(&is_zero, sizeof is_zero);
	} while (is_zero);
	sn_wipe(block, sizeof block);
}

void sn_random_bytes(struct sn_random *g, void *out, size_t len)
{
	uint8_t block[BLOCK];
	uint8_t *p = out;

	while (len) {
		size_t n = len < BLOCK ? len : BLOCK;
		next_block(g, block);
		memcpy(p, block, n);
		p += n;
		len -= n;
	}
	sn_wipe(block, sizeof block);
}

uint64_t sn_random_below(struct sn_random *g, uint64_t bound)
{
	/* The lowest 2^64 mod bound values would make low results more likely: they are rejected. */
	uint64_t surplus = -bound % bound;
	uint8_t bytes[8];
	uint64_t v;

	do {
		sn_random_bytes(g, bytes, sizeof bytes);
		v = sn_load_u64(bytes);
		/* The result is public (random.h), and the division is not constant time either. */
		SN_PUBLIC(&v, sizeof v);
	} while (v < surplus);
	sn_wipe(bytes, sizeof bytes);
	return v % bound;
}

void sn_random_wipe(struct sn_random *g)
{
	sn_wipe(g, sizeof *g);
}
