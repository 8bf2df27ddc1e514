#include "kernel/cryptonight_portable.h"

#include "crypto/aes.h"

/* Four blocks in each half. */
struct text {
	struct sn_byte_planes half[2];
};

struct keys {
	struct sn_byte_planes key[SN_AES_ROUND_KEYS]; /* four copies of each */
};

static void load_text(struct text *text, const uint8_t *bytes)
{
	sn_byte_planes_load(&text->half[0], bytes);
	sn_byte_planes_load(&text->half[1], bytes + 64);
}

static void store_text(uint8_t *bytes, const struct text *text)
{
	sn_byte_planes_store(bytes, &text->half[0]);
	sn_byte_planes_store(bytes + 64, &text->half[1]);
}

static void add_planes(struct sn_byte_planes *a, const struct sn_byte_planes *b)
{
	for (unsigned k = 0; k < 8; k++)
		a->p[k] ^= b->p[k];
}

static void add_text(struct text *text, const uint8_t *bytes)
{
	struct text other;
	load_text(&other, bytes);
	add_planes(&text->half[0], &other.half[0]);
	add_planes(&text->half[1], &other.half[1]);
}

static void expand(struct keys *keys, const uint8_t *key);

static void ten_rounds(struct text *text, const struct keys *keys)
{
	for (unsigned r = 0; r < SN_AES_ROUND_KEYS; r++)
		for (unsigned i = 0; i < 2; i++) {
			sn_aes_sub_bytes(&text->half[i]);
			sn_aes_shift_rows(&text->half[i]);
			sn_aes_mix_columns(&text->half[i]);
			add_planes(&text->half[i], &keys->key[r]);
		}
}

static void aes_round(uint8_t *block, const uint8_t *key)
{
	sn_aes_round(block, key);
}

#include "kernel/cryptonight_steps.h"

static void expand(struct keys *keys, const uint8_t *key)
{
	uint8_t round_keys[SN_AES_ROUND_KEYS * SN_AES_BLOCK], copies[4 * SN_AES_BLOCK];
	sn_aes_expand(round_keys, key);
	for (unsigned r = 0; r < SN_AES_ROUND_KEYS; r++) {
		for (unsigned i = 0; i < 4; i++)
			memcpy(copies + SN_AES_BLOCK * i, round_keys + SN_AES_BLOCK * r, SN_AES_BLOCK);
		sn_byte_planes_load(&keys->key[r], copies);
	}
	sn_wipe(round_keys, sizeof round_keys);
	sn_wipe(copies, sizeof copies);
}

void sn_cryptonight_portable(uint8_t *state, uint8_t *scratchpad)
{
	cryptonight_steps(state, scratchpad);
}
