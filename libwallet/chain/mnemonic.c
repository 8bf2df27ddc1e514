#include "chain/mnemonic.h"
#include "base/bytes.h"
#include "base/seam.h"
#include "base/secret.h"
#include "chain/mnemonic_english.h"
#include "chain/seed_words.h"
#include "crypto/ct.h"

#include <string.h>

#define N SN_MNEMONIC_LIST_WORDS
#define SEED_WORDS (SN_MNEMONIC_WORDS - 1)
#define PREFIX 3 /* letters that identify a word */

/* ------------------------------------------------------------------ words */

/* The letters of a word as little-endian numbers: each word is compared with the whole list, all letters at
 * once. Zeros fill up. */
struct letters {
	uint64_t head;
	uint32_t tail;
};

_Static_assert(SN_MNEMONIC_WORD_MAX == sizeof(uint64_t) + sizeof(uint32_t),
	       "the letters of the longest word");

/* A word of the list. */
struct word {
	uint32_t number; /* from 1; 0: not in the list */
	struct letters letters;
};

static struct letters load_letters(const void *text)
{
	return (struct letters){sn_load_u64(text), sn_load_u32((const uint8_t *)text + sizeof(uint64_t))};
}

/* Take over number `number` of the list where `mask` is all ones. */
static void take(struct word *word, uint32_t number, const struct letters *letters, uint64_t mask)
{
	word->number |= number & (uint32_t)mask;
	word->letters.head |= letters->head & mask;
	word->letters.tail |= letters->tail & (uint32_t)mask;
}

/* Find the word that starts with the `len` letters at `text`. */
static void find_word(struct word *found, const char *text, size_t len)
{
	*found = (struct word){0};
	if (len < PREFIX || len > SN_MNEMONIC_WORD_MAX)
		return;
	uint8_t lower[SN_MNEMONIC_WORD_MAX] = {0}, count[SN_MNEMONIC_WORD_MAX] = {0};
	for (size_t i = 0; i < len; i++) {
		lower[i] = sn_ct_to_lower((uint8_t)text[i]);
		count[i] = 0xff;
	}
	struct letters word = load_letters(lower), mask = load_letters(count);
	for (uint32_t i = 0; i < N; i++) {
		const struct letters x = load_letters(sn_mnemonic_english[i]);
		const uint64_t difference =
			((x.head ^ word.head) & mask.head) | ((x.tail ^ word.tail) & mask.tail);
		take(found, i + 1, &x, sn_ct_mask_equal(difference, 0));
	}
	sn_wipe(lower, sizeof lower);
	sn_wipe(&word, sizeof word);
}

static void get_word(struct word *word, uint32_t number)
{
	*word = (struct word){0};
	for (uint32_t i = 0; i < N; i++) {
		const struct letters x = load_letters(sn_mnemonic_english[i]);
		take(word, i + 1, &x, sn_ct_mask_equal(i + 1, number));
	}
}

static bool is_in_list(const struct word *word)
{
	const bool is_in = sn_ct_mask_less(0, word->number) & 1;
	SN_PUBLIC(&is_in, sizeof is_in); /* the position of a wrong word */
	return is_in;
}

static bool is_same_word(const struct word *a, const struct word *b)
{
	const bool is_same = sn_ct_mask_equal(a->number, b->number) & 1;
	SN_PUBLIC(&is_same, sizeof is_same); /* the positions of words that differ, a wrong checksum */
	return is_same;
}

/* ------------------------------------------------------------------ numbers */

/* x div N: (x div 2) · ceil(2^41 / 813), without its 41 lowest bits. Exact, because N = 2 · 813, and
 * 813 · ceil(2^41 / 813) - 2^41 < 2^10. A division may take more time for a larger x. */
static uint32_t divide(uint32_t x)
{
	return (uint32_t)((x >> 1) * UINT64_C(2704825653) >> 41);
}

/* x mod N, of x < 2N */
static uint32_t reduce(uint32_t x)
{
	return x - (N & ~(uint32_t)sn_ct_mask_less(x, N));
}

/* The three words of four bytes of the seed. */
static void find_three(struct word words[static 3], uint32_t x)
{
	const uint32_t quotient = divide(x), second = divide(quotient);
	uint32_t index[3] = {x - N * quotient};
	index[1] = reduce(quotient - N * second + index[0]);
	index[2] = reduce(second + index[1]);
	for (size_t i = 0; i < 3; i++)
		get_word(&words[i], index[i] + 1);
	sn_wipe(index, sizeof index);
}

/* The number of three words. N³ is slightly larger than 2^32: some triples have none. */
static uint64_t number_of(const struct word words[static 3])
{
	return words[0].number - 1 + (uint64_t)N * reduce(N + words[1].number - words[0].number) +
	       (uint64_t)N * N * reduce(N + words[2].number - words[1].number);
}

/* The word that the 25th word repeats, number CRC-32 (ISO 3309, reflected polynomial edb88320) of the first
 * letters of the 24 words, mod 24. */
static void get_checksum_word(struct word *word, const struct word words[static SEED_WORDS])
{
	uint32_t crc = 0xffffffff;
	*word = (struct word){0};
	for (size_t i = 0; i < SEED_WORDS; i++)
		for (size_t j = 0; j < PREFIX; j++) {
			crc ^= (uint8_t)(words[i].letters.head >> 8 * j);
			for (int bit = 0; bit < 8; bit++)
				crc = crc >> 1 ^ (0xedb88320 & -(crc & 1));
		}
	crc = ~crc;
	/* crc mod 24, without a division, as above */
	for (int bit = 27; bit >= 0; bit--) {
		const uint64_t multiple = (uint64_t)SEED_WORDS << bit;
		crc -= (uint32_t)(multiple & ~sn_ct_mask_less(crc, multiple));
	}
	for (size_t i = 0; i < SEED_WORDS; i++)
		take(word, words[i].number, &words[i].letters, sn_ct_mask_equal(i, crc));
}

static void find_words(struct word words[static SN_MNEMONIC_WORDS], const uint8_t seed[static SN_SEED_BYTES])
{
	for (size_t i = 0; i < SN_SEED_BYTES / 4; i++)
		find_three(words + 3 * i, sn_load_u32(seed + 4 * i));
	get_checksum_word(&words[SEED_WORDS], words);
}

/* ------------------------------------------------------------------ texts */

/* Write the letters, and return their number. */
static size_t put_letters(char out[static SN_MNEMONIC_WORD_MAX], const struct letters *letters)
{
	uint8_t bytes[SN_MNEMONIC_WORD_MAX];
	size_t len = 0;
	sn_store_u64(bytes, letters->head);
	sn_store_u32(bytes + sizeof letters->head, letters->tail);
	for (size_t i = 0; i < sizeof bytes; i++)
		len += sn_ct_mask_less(0, bytes[i]) & 1;
	SN_PUBLIC(&len, sizeof len); /* the lengths of the words */
	memcpy(out, bytes, len);
	sn_wipe(bytes, sizeof bytes);
	return len;
}

void sn_mnemonic_encode(char out[static SN_MNEMONIC_TEXT_MAX], const uint8_t seed[static SN_SEED_BYTES])
{
	struct word words[SN_MNEMONIC_WORDS];
	find_words(words, seed);
	for (size_t i = 0; i < SN_MNEMONIC_WORDS; i++) {
		out += put_letters(out, &words[i].letters);
		*out++ = i + 1 < SN_MNEMONIC_WORDS ? ' ' : 0;
	}
	sn_wipe(words, sizeof words);
}

/* Find all words; *n counts every word of the text. */
static int read_words(struct word words[static SN_MNEMONIC_WORDS], size_t *n, const char *text, size_t len,
		      struct sn_error *err)
{
	const char *letters;
	size_t unknown = 0, at = 0, letters_len;
	*n = 0;
	while (sn_seed_words_next(text, len, &at, &letters, &letters_len)) {
		if (++*n > SN_MNEMONIC_WORDS)
			continue;
		find_word(&words[*n - 1], letters, letters_len);
		if (!unknown && !is_in_list(&words[*n - 1]))
			unknown = *n;
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

static int check_checksum(const struct word words[static SN_MNEMONIC_WORDS], struct sn_error *err)
{
	struct word right;
	get_checksum_word(&right, words);
	const bool is_right = is_same_word(&words[SEED_WORDS], &right);
	sn_wipe(&right, sizeof right);
	return is_right
		       ? SN_OK
		       : sn_error_set(
				 err, SN_BAD_INPUT,
				 "the seed phrase is mistyped: the checksum word does not match; a word is wrong or misplaced");
}

int sn_mnemonic_decode(uint8_t seed[static SN_SEED_BYTES], const char *text, size_t len, struct sn_error *err)
{
	struct word words[SN_MNEMONIC_WORDS] = {0};
	size_t n;
	int ret = read_words(words, &n, text, len, err);
	if (!ret)
		ret = check_checksum(words, err);
	for (size_t i = 0; !ret && i < SN_SEED_BYTES / 4; i++) {
		const uint64_t x = number_of(words + 3 * i);
		const bool is_valid = sn_ct_mask_equal(x >> 32, 0) & 1;
		SN_PUBLIC(&is_valid, sizeof is_valid); /* the position of wrong words */
		if (is_valid)
			sn_store_u32(seed + 4 * i, (uint32_t)x);
		else
			ret = sn_error_set(err, SN_BAD_INPUT,
					   "words %zu to %zu of the seed phrase are not a valid combination",
					   3 * i + 1, 3 * i + 3);
	}
	if (ret)
		sn_wipe(seed, SN_SEED_BYTES);
	sn_wipe(words, sizeof words);
	return ret;
}

bool sn_mnemonic_is_word(const char *word, size_t len)
{
	struct word found;
	find_word(&found, word, len);
	const bool is_in = is_in_list(&found);
	sn_wipe(&found, sizeof found);
	return is_in;
}

size_t sn_mnemonic_compare(unsigned differing[static SN_MNEMONIC_WORDS], const char *text, size_t len,
			   const uint8_t seed[static SN_SEED_BYTES])
{
	struct word given[SN_MNEMONIC_WORDS] = {0}, words[SN_MNEMONIC_WORDS];
	size_t n, n_differing = 0;
	(void)!read_words(given, &n, text, len, NULL);
	find_words(words, seed);
	for (unsigned i = 0; i < SN_MNEMONIC_WORDS; i++)
		if (n != SN_MNEMONIC_WORDS || !is_same_word(&given[i], &words[i]))
			differing[n_differing++] = i + 1;
	sn_wipe(given, sizeof given);
	sn_wipe(words, sizeof words);
	return n_differing;
}
