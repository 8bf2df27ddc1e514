#include "chain/account.h"
#include "chain/seed_phrase.h"
#include "chain_vectors.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

/* Decode percent-encoded text in place; "-" is none. */
static const char *plain(char *text)
{
	char *out = text;
	unsigned code;
	if (!strcmp(text, "-"))
		return NULL;
	for (const char *p = text; *p; p++, out++) {
		*out = *p;
		if (*p == '%' && sscanf(p + 1, "%2x", &code) == 1) {
			*out = (char)code;
			p += 2;
		}
	}
	*out = 0;
	return text;
}

/* The words from the seventh on, with spaces. */
static void join(char text[static 1024], const struct vectors *v)
{
	*text = 0;
	for (size_t i = 7; i < v->n; i++)
		strcat(strcat(text, i > 7 ? " " : ""), v->word[i]);
}

static void check(struct vectors *v)
{
	struct sn_seed_phrase phrase;
	struct sn_account account;
	struct sn_address address;
	struct sn_error err = {0};
	char text[1024], got[SN_ADDRESS_TEXT_MAX];
	uint8_t seed[SN_SEED_BYTES], key[32];
	const char *password = plain(v->word[3]), *passphrase = plain(v->word[4]);
	const uint64_t birthday = strtoull(v->word[2], NULL, 10);
	join(text, v);
	cr_assert(!sn_seed_phrase_read(&phrase, text, strlen(text), &err), "%s: %s", text, err.text);
	cr_assert_eq(phrase.is_polyseed, birthday > 0);
	if (phrase.is_polyseed) {
		cr_assert_eq(UINT64_C(1635768000) + phrase.polyseed.birthday * UINT64_C(2629746), birthday);
		cr_assert_eq(sn_polyseed_is_encrypted(&phrase.polyseed), password != NULL);
		if (password)
			cr_assert(!sn_polyseed_crypt(&phrase.polyseed, password, &err), "%s", err.text);
	}
	cr_assert(!sn_seed_phrase_seed(seed, &phrase, passphrase, &err));
	sn_account_from_seed(&account, SN_MAINNET, seed);
	vectors_bytes32(key, v->word[5]);
	cr_assert_arr_eq(account.spend_secret.b, key, sizeof key, "%s", text);
	sn_account_address(&address, &account, (struct sn_subaddress_index){0, 0});
	sn_address_format(got, &address);
	cr_assert_str_eq(got, v->word[6]);
}

Test(chain_seed_phrase, phrases_of_the_vectors_give_their_keys)
{
	struct vectors v;
	cr_assert(sodium_init() >= 0);
	vectors_open(&v, "chain_seed_phrases.txt");
	while (vectors_next(&v, "seed"))
		check(&v);
	cr_assert_geq(v.seen, 24);
	vectors_close(&v);
}

Test(chain_seed_phrase, an_empty_passphrase_is_none)
{
	struct sn_seed_phrase phrase = {0};
	uint8_t seed[SN_SEED_BYTES];
	memset(phrase.seed, 0xff, sizeof phrase.seed);
	cr_assert(!sn_seed_phrase_seed(seed, &phrase, "", NULL));
	cr_assert_arr_eq(seed, phrase.seed, sizeof seed);
	cr_assert(!sn_seed_phrase_seed(seed, &phrase, NULL, NULL));
	cr_assert_arr_eq(seed, phrase.seed, sizeof seed);
}

Test(chain_seed_phrase, other_numbers_of_words_are_refused)
{
	struct sn_seed_phrase phrase;
	struct sn_error err;
	char text[512] = "";
	for (size_t n = 0; n < 30; n++) {
		cr_assert_eq(sn_seed_phrase_read(&phrase, text, strlen(text), &err), SN_BAD_INPUT);
		if (n != 16 && n != 25)
			cr_assert(strstr(err.text, "a seed phrase has 25 words, or 16"), "%zu: %s", n,
				  err.text);
		strcat(text, n % 2 ? "abbey " : "zoom ");
	}
}

/* Of each list: the 25 words in English, and of Polyseed in English, Spanish without and with an accent,
 * Japanese, Chinese. */
Test(chain_seed_phrase, words_of_all_lists_are_known)
{
	static const char *const known[] = {
		"velvet",      "vel",
		"abandon",     "zone",
		"abac",        "\303\241baco",
		"abaco",       "\xe3\x81\x82\xe3\x81\x84\xe3\x81\x93\xe3\x81\x8f\xe3\x81\x97\xe3\x82\x93",
		"\xe7\x9a\x84"};
	static const char *const unknown[] = {
		"", "q", "velvetabandon", "xyzzy", "\xff", "abandon abandon", "12", "\xd8\xa7"};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		cr_assert(sn_seed_phrase_has_word(known[i], strlen(known[i])), "%s", known[i]);
	for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
		cr_assert(!sn_seed_phrase_has_word(unknown[i], strlen(unknown[i])), "%s", unknown[i]);
}
