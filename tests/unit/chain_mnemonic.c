#include "base/hex.h"
#include "chain/mnemonic.h"
#include "chain/mnemonic_english.h"
#include "chain_vectors.h"
#include "seed.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

static const char words[] =
	"velvet lymph giddy number token physics poetry unquoted nibs useful sabotage limits benches lifestyle eden "
	"nitrogen anvil fewest avoid batch vials washing fences goat unquoted";
static const char spend_secret[] = "148d78d2aba7dbca5cd8f6abcfb0b3c009ffbdbea1ff373d50ed94d78286640e";

static int decode(uint8_t seed[static SN_SEED_BYTES], const char *text, struct sn_error *err)
{
	return sn_mnemonic_decode(seed, text, strlen(text), err);
}

/* The words of a reference wallet encode its spend secret key, which is already reduced. */
Test(chain_mnemonic, words_of_the_vectors_encode_the_spend_secret)
{
	struct vectors v;
	vectors_open(&v, "chain_accounts.txt");
	while (vectors_next(&v, "account")) {
		char text[SN_MNEMONIC_TEXT_MAX] = "", encoded[SN_MNEMONIC_TEXT_MAX];
		uint8_t secret[32], seed[32];
		cr_assert_eq(v.n, 5 + SN_MNEMONIC_WORDS);
		for (size_t i = 5; i < v.n; i++) {
			strcat(text, i > 5 ? " " : "");
			strcat(text, v.word[i]);
		}
		vectors_bytes32(secret, v.word[3]);
		cr_assert_eq(decode(seed, text, NULL), SN_OK);
		cr_assert_arr_eq(seed, secret, 32);
		sn_mnemonic_encode(encoded, secret);
		cr_assert_str_eq(encoded, text);
	}
	vectors_close(&v);
}

Test(chain_mnemonic, words_of_the_list_are_sorted_and_differ_in_three_letters)
{
	for (size_t i = 0; i < SN_MNEMONIC_LIST_WORDS; i++) {
		size_t len = strlen(sn_mnemonic_english[i]);
		cr_assert(len >= 3 && len <= SN_MNEMONIC_WORD_MAX);
		for (size_t j = 0; j < len; j++)
			cr_assert(islower((unsigned char)sn_mnemonic_english[i][j]));
		/* Strictly sorted by the first three letters, which are therefore unique. */
		if (i > 0)
			cr_assert_lt(strncmp(sn_mnemonic_english[i - 1], sn_mnemonic_english[i], 3), 0);
	}
}

/* The formulas of the header, for the numbers at their limits. */
Test(chain_mnemonic, words_of_numbers)
{
	const uint32_t n = SN_MNEMONIC_LIST_WORDS;
	const uint32_t numbers[] = {
		0,          1,         n - 1,      n,          n + 1,        2 * n - 1,      n * n - 1,
		n * n,      n * n + 1, 0x7fffffff, 0x80000000, 1624 * n * n, 0xffffffff - n, 0xfffffffe,
		0xffffffff, 813};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		const uint32_t x = numbers[i], w1 = x % n, w2 = (x / n + w1) % n, w3 = (x / n / n + w2) % n;
		uint8_t seed[32] = {(uint8_t)x, (uint8_t)(x >> 8), (uint8_t)(x >> 16), (uint8_t)(x >> 24)};
		char text[SN_MNEMONIC_TEXT_MAX], want[64];
		sn_mnemonic_encode(text, seed);
		snprintf(want, sizeof want, "%s %s %s ", sn_mnemonic_english[w1], sn_mnemonic_english[w2],
			 sn_mnemonic_english[w3]);
		cr_assert(!strncmp(text, want, strlen(want)), "%u: %s", x, text);
	}
}

Test(chain_mnemonic, decoding_reverses_encoding)
{
	char text[SN_MNEMONIC_TEXT_MAX];
	uint8_t seed[32], back[32];
	seed_libsodium("there_and_back");
	for (int i = 0; i < 500; i++) {
		for (size_t j = 0; j < 32; j++)
			seed[j] = i == 0 ? 0 : i == 1 ? 0xff : (uint8_t)randombytes_uniform(256);
		sn_mnemonic_encode(text, seed);
		cr_assert_lt(strlen(text), sizeof text);
		cr_assert_eq(decode(back, text, NULL), SN_OK);
		cr_assert_arr_eq(back, seed, 32);
	}
}

Test(chain_mnemonic, case_spaces_and_abbreviations_are_accepted)
{
	uint8_t seed[32], want[32];
	char text[2 * sizeof words + 8], *p = text;
	vectors_bytes32(want, spend_secret);

	/* Upper case, tabs, line breaks, blanks at both ends. */
	p += sprintf(p, " \n\t");
	for (const char *w = words; *w; w++) {
		if (*w == ' ')
			p += sprintf(p, "\r\n\t ");
		else
			*p++ = (char)toupper((unsigned char)*w);
		cr_assert_lt((size_t)(p - text), sizeof text - 8);
	}
	strcpy(p, "\n");
	cr_assert_eq(decode(seed, text, NULL), SN_OK);
	cr_assert_arr_eq(seed, want, 32);

	/* Three letters of each word are enough; so is any number of them. */
	for (size_t letters = 3; letters < 13; letters++) {
		size_t at = 0, out = 0;
		for (const char *w = words; *w; w++) {
			at = *w == ' ' ? 0 : at + 1;
			if (at <= letters)
				text[out++] = *w;
		}
		text[out] = 0;
		cr_assert_eq(decode(seed, text, NULL), SN_OK, "%zu letters", letters);
		cr_assert_arr_eq(seed, want, 32);
	}
}

/* Numbered as by cold-new, and as on paper. */
Test(chain_mnemonic, numbered_words_are_accepted)
{
	uint8_t seed[32], want[32];
	char text[2 * sizeof words];
	vectors_bytes32(want, spend_secret);
	for (int style = 0; style < 3; style++) {
		char *p = text;
		int number = 0;
		bool at_start = true;
		for (const char *w = words; *w; w++) {
			if (at_start && (style || number % 5 == 0))
				p += sprintf(p, style == 2 ? "\n%d. " : "\n%4d  ", number + 1);
			at_start = *w == ' ';
			number += at_start;
			*p++ = *w;
		}
		strcpy(p, "\n");
		cr_assert_eq(decode(seed, text, NULL), SN_OK, "%s", text);
		cr_assert_arr_eq(seed, want, 32);
	}
}

static void refused(const char *text, const char *reason)
{
	static const uint8_t zero[32];
	uint8_t seed[32];
	struct sn_error err = {0};
	memset(seed, 0xff, sizeof seed);
	cr_assert_eq(decode(seed, text, &err), SN_BAD_INPUT, "taken: %s", text);
	cr_assert_not_null(strstr(err.text, reason), "%s: %s", text, err.text);
	cr_assert_arr_eq(seed, zero, 32);
	/* The message does not quote a word of the seed phrase. */
	cr_assert_null(strstr(err.text, "velvet"));
	cr_assert_null(strstr(err.text, "velour"));
}

Test(chain_mnemonic, wrong_words_are_refused)
{
	char text[sizeof words + 64];
	refused("", "this text has 0");
	refused("   \n", "this text has 0");
	refused("velvet", "this text has 1");
	snprintf(text, sizeof text, "%s velvet", words);
	refused(text, "this text has 26");

	strcpy(text, words); /* without the last word */
	*strrchr(text, ' ') = 0;
	refused(text, "this text has 24");

	strcpy(text, words);
	memcpy(strstr(text, "giddy"), "xiddy", 5);
	refused(text, "word 3 ");
	strcpy(text, words);
	memcpy(text, "velour", 6); /* only the first letters are right */
	refused(text, "word 1 ");
	strcpy(text, words);
	memcpy(text, "ve    ", 6); /* too short */
	refused(text, "word 1 ");
	strcpy(text, words);
	memcpy(text, "v\xc3\xa9lve", 6);
	refused(text, "word 1 ");

	strcpy(text, words);
	memcpy(strstr(text, "giddy"), "young", 5); /* another word of the list */
	refused(text, "mistyped");
	strcpy(text, words);
	memcpy(strrchr(text, ' '), " abbey", 7);
	refused(text, "mistyped");
}

/* Swapping two neighbours is detected, unless the checksum matches by chance: 1 in 24. */
Test(chain_mnemonic, swapped_words_are_detected)
{
	size_t noticed = 0;
	for (size_t at = 0; at < SN_MNEMONIC_WORDS - 2; at++) {
		char copy[sizeof words], text[sizeof words] = "", *list[SN_MNEMONIC_WORDS], *save = NULL;
		uint8_t seed[32];
		strcpy(copy, words);
		for (size_t i = 0; i < SN_MNEMONIC_WORDS; i++)
			list[i] = strtok_r(i ? NULL : copy, " ", &save);
		char *swap = list[at];
		list[at] = list[at + 1];
		list[at + 1] = swap;
		for (size_t i = 0; i < SN_MNEMONIC_WORDS; i++) {
			strcat(text, i ? " " : "");
			strcat(text, list[i]);
		}
		noticed += decode(seed, text, NULL) == SN_BAD_INPUT;
	}
	cr_assert_geq(noticed, 20);
}

/* N³ = 4,298,942,376 triples, 2^32 values: the rest is invalid. */
Test(chain_mnemonic, triples_above_32_bits_are_refused)
{
	/* Digits (1625, 1625, 1625): w1 = 1625, w2 = 1625 + 1625 mod N, ... */
	const char *last = sn_mnemonic_english[1625], *second = sn_mnemonic_english[1624];
	const char *third = sn_mnemonic_english[1623];
	char text[SN_MNEMONIC_TEXT_MAX + 20], seed_text[SN_MNEMONIC_TEXT_MAX];
	uint8_t seed[32];
	struct sn_error err;
	int found = 0;
	for (int i = 0; i < 4; i++) { /* the last word repeats one of the 24: one of these fits */
		int n = snprintf(seed_text, sizeof seed_text, "%s %s %s", last, second, third);
		for (int j = 1; j < 8; j++)
			n += snprintf(seed_text + n, sizeof seed_text - (size_t)n, " abbey abbey abbey");
		const char *check[] = {last, second, third, "abbey"};
		snprintf(text, sizeof text, "%s %s", seed_text, check[i]);
		cr_assert_eq(decode(seed, text, &err), SN_BAD_INPUT);
		found += strstr(err.text, "words 1 to 3") != NULL;
	}
	cr_assert_gt(found, 0);
}

Test(chain_mnemonic, words_are_known_by_their_first_letters)
{
	static const char *const known[] = {"velvet", "VELVET", "vel", "velv", "abbey", "zoom"};
	static const char *const unknown[] = {"",       "v", "ve",      "velvets",
					      "velvat", "1", "velvet ", "abandonment"};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		cr_assert(sn_mnemonic_is_word(known[i], strlen(known[i])), "%s", known[i]);
	for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
		cr_assert(!sn_mnemonic_is_word(unknown[i], strlen(unknown[i])), "%s", unknown[i]);
}

Test(chain_mnemonic, phrases_are_compared_word_by_word)
{
	uint8_t seed[32];
	unsigned differing[SN_MNEMONIC_WORDS];
	char text[sizeof words + 8];
	cr_assert_eq(decode(seed, words, NULL), SN_OK);
	cr_assert_eq(sn_mnemonic_compare(differing, words, strlen(words), seed), 0);
	cr_assert_eq(sn_mnemonic_compare(differing, "VEL 2. lymph", 12, seed), SN_MNEMONIC_WORDS);
	strcpy(text, words);
	memcpy(text, "zzzzzz", 6); /* word 1, unknown */
	memcpy(strstr(text, "eden"), "even", 4);
	cr_assert_eq(sn_mnemonic_compare(differing, text, strlen(text), seed), 2);
	cr_assert(differing[0] == 1 && differing[1] == 15, "%u %u", differing[0], differing[1]);
	strcat(text, " goat");
	cr_assert_eq(sn_mnemonic_compare(differing, text, strlen(text), seed), SN_MNEMONIC_WORDS);
}
