#include "kernel/cryptonight_aesni.h"

#include "kernel/cryptonight_portable.h"

#ifdef __x86_64__

#include <immintrin.h>

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("aes"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("aes")
#endif

struct text {
	__m128i block[8];
};

struct keys {
	__m128i key[10];
};

static void load_text(struct text *text, const uint8_t *bytes)
{
	for (unsigned i = 0; i < 8; i++)
		text->block[i] = _mm_loadu_si128((const __m128i *)(bytes + 16 * i));
}

static void store_text(uint8_t *bytes, const struct text *text)
{
	for (unsigned i = 0; i < 8; i++)
		_mm_storeu_si128((__m128i *)(bytes + 16 * i), text->block[i]);
}

static void add_text(struct text *text, const uint8_t *bytes)
{
	for (unsigned i = 0; i < 8; i++)
		text->block[i] =
			_mm_xor_si128(text->block[i], _mm_loadu_si128((const __m128i *)(bytes + 16 * i)));
}

static void ten_rounds(struct text *text, const struct keys *keys)
{
	for (unsigned r = 0; r < 10; r++)
		for (unsigned i = 0; i < 8; i++)
			text->block[i] = _mm_aesenc_si128(text->block[i], keys->key[r]);
}

static inline void aes_round(uint8_t *block, const uint8_t *key)
{
	_mm_storeu_si128((__m128i *)block, _mm_aesenc_si128(_mm_loadu_si128((const __m128i *)block),
							    _mm_loadu_si128((const __m128i *)key)));
}

static void expand(struct keys *keys, const uint8_t *key);

#include "kernel/cryptonight_steps.h"

static void expand(struct keys *keys, const uint8_t *key)
{
	uint8_t round_keys[SN_AES_ROUND_KEYS * SN_AES_BLOCK];
	sn_aes_expand(round_keys, key);
	for (unsigned r = 0; r < SN_AES_ROUND_KEYS; r++)
		keys->key[r] = _mm_loadu_si128((const __m128i *)(round_keys + SN_AES_BLOCK * r));
	sn_wipe(round_keys, sizeof round_keys);
}

static void with_aes(uint8_t *state, uint8_t *scratchpad)
{
	cryptonight_steps(state, scratchpad);
}

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

void sn_cryptonight_aesni(uint8_t *state, uint8_t *scratchpad)
{
	if (__builtin_cpu_supports("aes"))
		with_aes(state, scratchpad);
	else
		sn_cryptonight_portable(state, scratchpad);
}

#else

void sn_cryptonight_aesni(uint8_t *state, uint8_t *scratchpad)
{
	sn_cryptonight_portable(state, scratchpad);
}

#endif
