#include "chain/mnemonic.h"
#include "base/bytes.h"
#include "base/secret.h"
#include "chain/mnemonic_english.h"
#include "chain/seed_words.h"
#include "crypto/ct.h"

#include <string.h>

#define N SN_MNEMONIC_LIST_WORDS
#define SEED_WORDS (SN_MNEMONIC_WORDS - 1)
#define PREFIX 3 /* letters that identify a word */

/* The index of the word that the 25th word repeats: CRC-32 (ISO 3309, reflected polynomial edb88320) of the
 * first letters of the 24 words, mod 24. */
static unsigned checksum_position(const uint16_t words[static SEED_WORDS])
{
	uint32_t crc = 0xffffffff;
	for (size_t i = 0; i < SEED_WORDS; i++) {
		for (size_t j = 0; j < PREFIX; j++) {
			crc ^= (uint8_t)sn_mnemonic_english[words[i]][j];
			for (int bit = 0; bit < 8; bit++)
				crc = crc >> 1 ^ (0xedb88320 & -(crc & 1));
		}
	}
	return ~crc % SEED_WORDS;
}

static void find_words(uint16_t words[static SN_MNEMONIC_WORDS], const uint8_t seed[static SN_SEED_BYTES])
{
	for (size_t i = 0; i < SN_SEED_BYTES / 4; i++) {
		uint32_t x = sn_load_u32(seed + 4 * i);
		uint16_t *w = words + 3 * i;
		w[0] = (uint16_t)(x % N);
		w[1] = (uint16_t)((x / N + w[0]) % N);
		w[2] = (uint16_t)((x / N / N + w[1]) % N);
	}
	words[SEED_WORDS] = words[checksum_position(words)];
}

void sn_mnemonic_encode(char out[static SN_MNEMONIC_TEXT_MAX], const uint8_t seed[static SN_SEED_BYTES])
{
	uint16_t words[SN_MNEMONIC_WORDS];
	find_words(words, seed);
	for (size_t i = 0; i < SN_MNEMONIC_WORDS; i++) {
		size_t len = strlen(sn_mnemonic_english[words[i]]);
		memcpy(out, sn_mnemonic_english[words[i]], len);
		out += len;
		*out++ = i + 1 < SN_MNEMONIC_WORDS ? ' ' : 0;
	}
	sn_wipe(words, sizeof words);
}

/* A word's letters in lower case, and a mask of its length, as numbers: each word of a text is compared with
 * the whole list, all letters at once. */
struct letters {
	uint64_t head;
	uint32_t tail;
};

_Static_assert(SN_MNEMONIC_WORD_MAX == sizeof(uint64_t) + sizeof(uint32_t),
	       "the letters of the longest word");

static struct letters load_letters(const char text[static SN_MNEMONIC_WORD_MAX])
{
	struct letters x;
	memcpy(&x.head, text, sizeof x.head);
	memcpy(&x.tail, text + sizeof x.head, sizeof x.tail);
	return x;
}

/* The index of the word in the list that starts with the `len` letters at `text`, or -1. */
static int find_word(const char *text, size_t len)
{
	if (len < PREFIX || len > SN_MNEMONIC_WORD_MAX)
		return -1;
	char lower[SN_MNEMONIC_WORD_MAX] = {0}, count[SN_MNEMONIC_WORD_MAX] = {0};
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];
		lower[i] = (char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
		count[i] = (char)0xff;
	}
	struct letters word = load_letters(lower), mask = load_letters(count);
	uint64_t found = 0;
	/* No early end: the time must not depend on the position in the list. */
	for (unsigned i = 0; i < N; i++) {
		struct letters x = load_letters(sn_mnemonic_english[i]);
		uint64_t difference = ((x.head ^ word.head) & mask.head) | ((x.tail ^ word.tail) & mask.tail);
		found |= (i + 1) & sn_ct_mask_equal(difference, 0);
	}
	sn_wipe(lower, sizeof lower);
	sn_wipe(&word, sizeof word);
	return (int)found - 1;
}

/* Find the indices of all words; *n counts every word of the text. */
static int read_words(uint16_t words[static SN_MNEMONIC_WORDS], size_t *n, const char *text, size_t len,
		      struct sn_error *err)
{
	const char *letters;
	size_t unknown = 0, at = 0, letters_len;
	*n = 0;
	while (sn_seed_words_next(text, len, &at, &letters, &letters_len)) {
		if (++*n > SN_MNEMONIC_WORDS)
			continue;
		int word = find_word(letters, letters_len);
		if (word < 0 && !unknown)
			unknown = *n;
		words[*n - 1] = (uint16_t)word;
	}
	if (*n != SN_MNEMONIC_WORDS)
		return sn_error_set(err, SN_BAD_INPUT,
				    "a seed phrase has %d words, or 16 (Polyseed); this text has %zu",
				    SN_MNEMONIC_WORDS, *n);
	if (unknown)
		return sn_error_set(err, SN_BAD_INPUT,
				    "word %zu of the seed phrase is not in the English word list", unknown);
	return SN_OK;
}

int sn_mnemonic_decode(uint8_t seed[static SN_SEED_BYTES], const char *text, size_t len, struct sn_error *err)
{
	uint16_t words[SN_MNEMONIC_WORDS] = {0};
	size_t n;
	int ret = read_words(words, &n, text, len, err);
	if (ret)
		goto out;
	if (words[SEED_WORDS] != words[checksum_position(words)]) {
		ret = sn_error_set(
			err, SN_BAD_INPUT,
			"the seed phrase is mistyped: the checksum word does not match; a word is wrong or misplaced");
		goto out;
	}
	for (size_t i = 0; i < SN_SEED_BYTES / 4; i++) {
		const uint16_t *w = words + 3 * i;
		uint64_t x = w[0] + (uint64_t)N * ((N + w[1] - w[0]) % N) +
			     (uint64_t)N * N * ((N + w[2] - w[1]) % N);
		/* N³ is slightly larger than 2^32: some triples are invalid. */
		if (x > UINT32_MAX) {
			ret = sn_error_set(err, SN_BAD_INPUT,
					   "words %zu to %zu of the seed phrase are not a valid combination",
					   3 * i + 1, 3 * i + 3);
			goto out;
		}
		sn_store_u32(seed + 4 * i, (uint32_t)x);
	}
out:
	if (ret)
		sn_wipe(seed, SN_SEED_BYTES);
	sn_wipe(words, sizeof words);
	return ret;
}

bool sn_mnemonic_is_word(const char *word, size_t len)
{
	return find_word(word, len) >= 0;
}

size_t sn_mnemonic_compare(unsigned differing[static SN_MNEMONIC_WORDS], const char *text, size_t len,
			   const uint8_t seed[static SN_SEED_BYTES])
{
	uint16_t given[SN_MNEMONIC_WORDS] = {0}, words[SN_MNEMONIC_WORDS];
	size_t n, n_differing = 0;
	(void)!read_words(given, &n, text, len, NULL);
	find_words(words, seed);
	for (unsigned i = 0; i < SN_MNEMONIC_WORDS; i++)
		if (n != SN_MNEMONIC_WORDS || given[i] != words[i])
			differing[n_differing++] = i + 1;
	sn_wipe(given, sizeof given);
	sn_wipe(words, sizeof words);
	return n_differing;
}
