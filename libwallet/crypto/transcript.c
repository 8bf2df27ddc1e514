#include "crypto/transcript.h"

#include "base/bytes.h"
#include "base/secret.h"
#include "crypto/fcmp_constants.h"
#include "crypto/scalar.h"

#include <assert.h>
#include <string.h>

void sn_transcript_init(struct sn_transcript *t, const char *tag, const uint8_t *key, size_t n)
{
	size_t len = strlen(tag);

	assert(len <= UINT8_MAX);
	sn_blake2b_init(&t->hash, n, key, &sn_carrot_person);
	sn_transcript_put_u8(t, (uint8_t)len);
	sn_transcript_put(t, tag, len);
}

void sn_transcript_put(struct sn_transcript *t, const void *field, size_t len)
{
	sn_blake2b_update(&t->hash, field, len);
}

void sn_transcript_put_u8(struct sn_transcript *t, uint8_t v)
{
	sn_transcript_put(t, &v, sizeof v);
	sn_wipe(&v, sizeof v);
}

void sn_transcript_put_u32(struct sn_transcript *t, uint32_t v)
{
	uint8_t field[4];

	sn_store_u32(field, v);
	sn_transcript_put(t, field, sizeof field);
	sn_wipe(field, sizeof field);
}

void sn_transcript_put_u64(struct sn_transcript *t, uint64_t v)
{
	uint8_t field[8];

	sn_store_u64(field, v);
	sn_transcript_put(t, field, sizeof field);
	sn_wipe(field, sizeof field);
}

void sn_transcript_hash(struct sn_transcript *t, uint8_t *out)
{
	sn_blake2b_final(&t->hash, out);
}

void sn_transcript_scalar(struct sn_transcript *t, struct sn_scalar *out)
{
	uint8_t wide[SN_TRANSCRIPT_SCALAR];

	assert(t->hash.len == sizeof wide);
	sn_blake2b_final(&t->hash, wide);
	sn_scalar_reduce64(out, wide);
	sn_wipe(wide, sizeof wide);
}
