#include "chain/polyseed_words.h"

#include "base/bytes.h"
#include "base/seam.h"
#include "base/secret.h"
#include "chain/polyseed_words_asian.h"
#include "chain/polyseed_words_latin.h"
#include "chain/seed_words.h"
#include "crypto/ct.h"

#include <string.h>

#define LETTERS 40 /* bytes of the longest word in normal form, a multiple of 8 */
#define PARTS (LETTERS / 8)
#define PLAIN 16 /* letters of the longest European word, and more; 9 are necessary */
#define PREFIX 4 /* letters that identify a European word */
#define LIST_WORDS 2048

static const struct language {
	const char *words;
	bool has_prefix;  /* words may be abbreviated, and are only letters of ASCII */
	bool has_accents; /* which do not count, and are not in the list */
} languages[SN_POLYSEED_LANGUAGES] = {
	{sn_polyseed_english, .has_prefix = true},
	{.words = sn_polyseed_japanese},
	{.words = sn_polyseed_korean},
	{sn_polyseed_spanish, .has_prefix = true, .has_accents = true},
	{sn_polyseed_french, .has_prefix = true, .has_accents = true},
	{sn_polyseed_italian, .has_prefix = true},
	{sn_polyseed_czech, .has_prefix = true},
	{sn_polyseed_portuguese, .has_prefix = true},
	{.words = sn_polyseed_chinese_simplified},
	{.words = sn_polyseed_chinese_traditional},
};

/* Bytes as numbers, so that words are compared at once. */
struct letters {
	uint64_t part[PARTS];
};

/* A word of the phrase, in lower case. A word that is too long has a value that no word of a list has. */
struct word {
	struct letters value;
	uint64_t plain[2], plain_mask[2]; /* its ASCII letters, to compare with European words */
	bool has_accents;
};

static void load(struct letters *out, const char *text, size_t len)
{
	uint8_t bytes[LETTERS] = {0};
	memcpy(bytes, text, len);
	for (size_t i = 0; i < PARTS; i++)
		out->part[i] = sn_load_u64(bytes + 8 * i);
	sn_wipe(bytes, sizeof bytes);
}

static void prepare(struct word *word, const char *text, size_t len)
{
	char lower[LETTERS] = {0}, plain[PLAIN] = {0}, mask[PLAIN];
	size_t n = 0;
	memset(word, 0xff, sizeof *word);
	word->has_accents = false;
	for (size_t i = 0; i < len; i++) {
		const char c = (char)sn_ct_to_lower((uint8_t)text[i]);
		const bool is_accent = (uint8_t)c >> 7;
		SN_PUBLIC(&is_accent, sizeof is_accent); /* where there are characters beyond ASCII */
		if (i < LETTERS)
			lower[i] = c;
		word->has_accents |= is_accent;
		if (!is_accent && n < PLAIN)
			plain[n] = c;
		n += !is_accent;
	}
	if (len <= LETTERS)
		load(&word->value, lower, sizeof lower);
	if (n && n <= PLAIN) {
		memset(mask, 0, sizeof mask);
		memset(mask, 0xff, n >= PREFIX ? n : PLAIN);
		for (size_t i = 0; i < 2; i++) {
			word->plain[i] = sn_load_u64((uint8_t *)plain + 8 * i);
			word->plain_mask[i] = sn_load_u64((uint8_t *)mask + 8 * i);
		}
	}
	sn_wipe(lower, sizeof lower);
	sn_wipe(plain, sizeof plain);
}

/* All ones if the word is `listed`. */
static uint64_t is_word(const struct word *word, const struct language *language,
			const struct letters *listed)
{
	uint64_t difference = 0;
	if (language->has_prefix) {
		for (size_t i = 0; i < 2; i++)
			difference |= (listed->part[i] ^ word->plain[i]) & word->plain_mask[i];
		return sn_ct_mask_equal(difference, 0) &
		       sn_ct_mask(!word->has_accents | language->has_accents);
	}
	for (size_t i = 0; i < PARTS; i++)
		difference |= listed->part[i] ^ word->value.part[i];
	return sn_ct_mask_equal(difference, 0);
}

static void find_in(struct sn_polyseed_indices *indices, const struct language *language,
		    const struct word words[static SN_POLYSEED_WORDS])
{
	struct letters listed;
	uint64_t found[SN_POLYSEED_WORDS] = {0};
	const char *text = language->words;
	for (uint64_t i = 0; i < LIST_WORDS; i++) {
		const size_t len = strcspn(text, " ");
		load(&listed, text, len);
		for (size_t j = 0; j < SN_POLYSEED_WORDS; j++)
			found[j] |= (i + 1) & is_word(&words[j], language, &listed);
		text += len + 1;
	}
	indices->first_wrong = SN_POLYSEED_WORDS;
	for (size_t j = SN_POLYSEED_WORDS; j-- > 0;) {
		const bool is_found = sn_ct_mask_less(0, found[j]) & 1;
		SN_PUBLIC(&is_found, sizeof is_found); /* the language, the position of a wrong word */
		indices->words[j] = (uint16_t)(found[j] - 1);
		if (!is_found)
			indices->first_wrong = j;
	}
	sn_wipe(found, sizeof found);
}

void sn_polyseed_find_words(struct sn_polyseed_indices indices[static SN_POLYSEED_LANGUAGES],
			    const char *text, size_t len)
{
	struct word words[SN_POLYSEED_WORDS] = {0};
	const char *word;
	size_t at = 0, word_len;
	for (size_t i = 0; i < SN_POLYSEED_WORDS && sn_seed_words_next(text, len, &at, &word, &word_len); i++)
		prepare(&words[i], word, word_len);
	for (size_t i = 0; i < SN_POLYSEED_LANGUAGES; i++)
		find_in(&indices[i], &languages[i], words);
	sn_wipe(words, sizeof words);
}
