#include "ringct/bpp_generators.h"

#include "crypto/field.h"
#include "crypto/group.h"
#include "crypto/keccak.h"
#include "crypto/scalar.h"
#include "kernel/hashes.h"
#include "kernel/kernel.h"
#include "ringct/bpp_points.h"
#include "ringct/commitment.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(SN_BPP_VECTOR_MAX == SN_BPP_BITS * SN_BPP_OUTPUTS_MAX, "one block of generators per output");

struct block {
	struct sn_table g[SN_BPP_BITS], h[SN_BPP_BITS];
};

static pthread_mutex_t blocks_lock = PTHREAD_MUTEX_INITIALIZER;
static struct block *blocks[SN_BPP_OUTPUTS_MAX];
static struct sn_table bases[2];
static bool has_bases;

static void make_bases(void)
{
	struct sn_ge p[2] = {sn_ge_base};
	int ret = sn_ge_decode(&p[1], &sn_point_h);

	assert(ret == 0);
	(void)ret;
	sn_kernel()->sums.tables(bases, p, 2);
	has_bases = true;
}

/* The input of the double hash for generator `index`. */
static void name_generator(struct sn_short_message *m, unsigned index)
{
	static const char domain[] = "bulletproof_plus";
	uint8_t data[32 + sizeof domain - 1 + 2];
	size_t len = 32;

	memcpy(data, sn_point_h.b, 32);
	memcpy(data + len, domain, sizeof domain - 1);
	len += sizeof domain - 1;
	if (index < 0x80) {
		data[len++] = (uint8_t)index;
	} else { /* below 2^14 */
		data[len++] = (uint8_t)(index | 0x80);
		data[len++] = (uint8_t)(index >> 7);
	}
	sn_short_message_init(m, data, len);
}

/* The points with the indices first, first + 2, ... */
static void hash_points(struct sn_ge p[static SN_BPP_BITS], unsigned first)
{
	struct sn_short_message m[SN_BPP_BITS];
	struct sn_hash h[SN_BPP_BITS];

	for (unsigned i = 0; i < SN_BPP_BITS; i++)
		name_generator(&m[i], first + 2 * i);
	sn_keccak256_short_many(h, m, SN_BPP_BITS);
	for (size_t i = 0; i < SN_BPP_BITS; i++)
		sn_short_message_init(&m[i], h[i].b, sizeof h[i]);
	sn_keccak256_short_many(h, m, SN_BPP_BITS);
	sn_kernel()->hash_to_points(p, h, SN_BPP_BITS);
}

static void load_points(struct sn_ge p[static SN_BPP_BITS], unsigned first)
{
	for (unsigned i = 0; i < SN_BPP_BITS; i++) {
		const struct sn_fe *xy = sn_bpp_points[first + 2 * i];
		p[i] = (struct sn_ge){.x = xy[0], .y = xy[1], .z = SN_FE_ONE};
		sn_fe_mul(&p[i].t, &xy[0], &xy[1]);
	}
}

static void make_tables(struct sn_table t[static SN_BPP_BITS], unsigned first)
{
	struct sn_ge p[SN_BPP_BITS];

	if (first + 2 * (SN_BPP_BITS - 1) < SN_BPP_POINTS)
		load_points(p, first);
	else
		hash_points(p, first);
	sn_kernel()->sums.tables(t, p, SN_BPP_BITS);
}

static struct block *make_block(size_t output)
{
	struct block *b = aligned_alloc(_Alignof(struct block), sizeof *b);
	unsigned first = 2 * (unsigned)(output * SN_BPP_BITS);

	if (!b)
		return NULL;
	make_tables(b->h, first);
	make_tables(b->g, first + 1);
	return b;
}

int sn_bpp_generators(const struct sn_table **g, const struct sn_table **h, size_t n)
{
	int ret = SN_OK;

	pthread_mutex_lock(&blocks_lock);
	if (!has_bases)
		make_bases();
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

const struct sn_table *sn_bpp_bases(void)
{
	return bases;
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

/* 8·map(Keccak-256(Keccak-256("bulletproof_plus_transcript"))) */
static const struct sn_point transcript_initial = {
	{0x4a, 0x67, 0x7c, 0x90, 0xeb, 0x73, 0x05, 0x1e, 0x79, 0x0d, 0xa4, 0x55, 0x91, 0x10, 0x7f, 0x6e,
	 0xe1, 0x05, 0x90, 0x4d, 0x91, 0x87, 0xc5, 0xd3, 0x54, 0x71, 0x09, 0x6c, 0x44, 0x5a, 0x22, 0x75}};

void sn_bpp_transcript_start(struct sn_scalar *t, const struct sn_point *commitments, size_t n)
{
	uint8_t data[64];
	struct sn_scalar all;
	struct sn_hash h;
	struct sn_keccak k;

	sn_keccak_init(&k);
	for (size_t i = 0; i < n; i++)
		sn_keccak_update(&k, commitments[i].b, 32);
	sn_keccak_final(&k, &h);
	sn_scalar_reduce(&all, h.b);

	memcpy(data, transcript_initial.b, 32);
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
