#include "ringct/bpp_generators.h"

#include "crypto/group.h"
#include "crypto/keccak.h"
#include "crypto/scalar.h"
#include "ringct/bulletproof_plus.h"
#include "ringct/commitment.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(SN_BPP_VECTOR_MAX == SN_BPP_BITS * SN_BPP_OUTPUTS_MAX, "one block of generators per output");

struct block {
	struct sn_multiples g[SN_BPP_BITS], h[SN_BPP_BITS];
};

static pthread_mutex_t blocks_lock = PTHREAD_MUTEX_INITIALIZER;
static struct block *blocks[SN_BPP_OUTPUTS_MAX];

static void make_generator(struct sn_ge *r, unsigned index)
{
	static const char domain[] = "bulletproof_plus";
	uint8_t varint[2] = {(uint8_t)index};
	size_t varint_len = 1;
	struct sn_keccak k;
	struct sn_hash h;

	if (index >= 0x80) { /* below 2^14 */
		varint[0] = (uint8_t)(index | 0x80);
		varint[1] = (uint8_t)(index >> 7);
		varint_len = 2;
	}
	sn_keccak_init(&k);
	sn_keccak_update(&k, sn_point_h.b, 32);
	sn_keccak_update(&k, domain, sizeof domain - 1);
	sn_keccak_update(&k, varint, varint_len);
	sn_keccak_final(&k, &h);
	sn_hash_to_ec(r, h.b);
}

static struct block *make_block(size_t output)
{
	struct sn_ge g[SN_BPP_BITS], h[SN_BPP_BITS];
	struct block *b = malloc(sizeof *b);

	if (!b)
		return NULL;
	for (size_t i = 0; i < SN_BPP_BITS; i++) {
		unsigned index = 2 * (unsigned)(output * SN_BPP_BITS + i);
		make_generator(&h[i], index);
		make_generator(&g[i], index + 1);
	}
	sn_multiples_make(b->g, g, SN_BPP_BITS);
	sn_multiples_make(b->h, h, SN_BPP_BITS);
	return b;
}

int sn_bpp_generators(const struct sn_multiples **g, const struct sn_multiples **h, size_t n)
{
	int ret = SN_OK;

	pthread_mutex_lock(&blocks_lock);
	for (size_t output = 0; output < n / SN_BPP_BITS && ret == SN_OK; output++) {
		if (!blocks[output])
			blocks[output] = make_block(output);
		struct block *b = blocks[output];
		if (!b)
			ret = SN_IO;
		for (size_t i = 0; b && i < SN_BPP_BITS; i++) {
			g[output * SN_BPP_BITS + i] = &b->g[i];
			h[output * SN_BPP_BITS + i] = &b->h[i];
		}
	}
	pthread_mutex_unlock(&blocks_lock);
	return ret;
}

void sn_bpp_generators_free(void)
{
	pthread_mutex_lock(&blocks_lock);
	for (size_t i = 0; i < SN_BPP_OUTPUTS_MAX; i++) {
		free(blocks[i]);
		blocks[i] = NULL;
	}
	pthread_mutex_unlock(&blocks_lock);
}

void sn_bpp_transcript_start(struct sn_scalar *t, const struct sn_point *commitments, size_t n)
{
	static const char domain[] = "bulletproof_plus_transcript";
	uint8_t data[64];
	struct sn_scalar all;
	struct sn_hash h;
	struct sn_keccak k;
	struct sn_point initial;
	struct sn_ge p;

	sn_keccak256(&h, domain, sizeof domain - 1);
	sn_hash_to_ec(&p, h.b);
	sn_ge_encode(&initial, &p);

	sn_keccak_init(&k);
	for (size_t i = 0; i < n; i++)
		sn_keccak_update(&k, commitments[i].b, 32);
	sn_keccak_final(&k, &h);
	sn_scalar_reduce(&all, h.b);

	memcpy(data, initial.b, 32);
	memcpy(data + 32, all.b, 32);
	sn_hash_to_scalar(t, data, sizeof data);
}

void sn_bpp_transcript_update(struct sn_scalar *t, const struct sn_point *a)
{
	uint8_t data[64];

	memcpy(data, t->b, 32);
	memcpy(data + 32, a->b, 32);
	sn_hash_to_scalar(t, data, sizeof data);
}

void sn_bpp_transcript_update2(struct sn_scalar *t, const struct sn_point *a, const struct sn_point *b)
{
	uint8_t data[96];

	memcpy(data, t->b, 32);
	memcpy(data + 32, a->b, 32);
	memcpy(data + 64, b->b, 32);
	sn_hash_to_scalar(t, data, sizeof data);
}

void sn_bpp_transcript_squeeze(struct sn_scalar *t)
{
	sn_hash_to_scalar(t, t->b, 32);
}
