#include "base/hex.h"
#include "chain/polyseed.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char phrase[] = "raven tail swear infant grief assist regular lamp "
			     "duck valid someone little harsh puppy airport language";
static struct sn_polyseed seed;
static struct sn_error err;

static int decode(const char *text)
{
	err = (struct sn_error){0};
	return sn_polyseed_decode(&seed, text, strlen(text), &err);
}

/* github.com/tevador/polyseed, tests/tests.c: the secrets of its first two seeds. */
Test(chain_polyseed, phrases_of_the_reference_give_their_secrets)
{
	static const struct {
		const char *text, *secret;
		unsigned birthday;
	} cases[] = {
		{phrase, "dd76e7359a0ded37cd0ff0f3c829a5ae016733", 1},
		{"eje fin parte c\u00e9lebre tab\u00fa pesta\u00f1a lienzo puma prisi\u00f3n hora regalo lengua "
		 "existir l\u00e1piz lote sonoro",
		 "5a2b02df7db21fcbe6ec6df137d54c7b20fd2b", 0x233},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		uint8_t secret[32] = {0};
		cr_assert(!decode(cases[i].text), "%s", err.text);
		cr_assert(!sn_hex_decode(secret, 19, cases[i].secret));
		cr_assert_arr_eq(seed.secret, secret, sizeof secret);
		cr_assert_eq(seed.birthday, cases[i].birthday);
		cr_assert_eq(seed.features, 0);
		cr_assert(!sn_polyseed_is_encrypted(&seed));
	}
}

Test(chain_polyseed, words_may_be_abbreviated_numbered_and_without_accents)
{
	struct sn_polyseed want;
	cr_assert(!decode(phrase));
	want = seed;
	static const char *const texts[] = {
		"rave tail swea infan grie assi regul lamp duck vali some litt hars pupp airp langua",
		" 1. RAVEN  2. Tail\tswear\ninfant 5 grief assist regular lamp\r\n"
		"9\tduck valid someone little harsh puppy airport language \n",
		"raven\u3000tail\u3000swear\u3000infant grief assist regular lamp "
		"duck valid someone little harsh puppy airport \uff4c\uff41\uff4e\uff47\uff55\uff41\uff47\uff45",
	};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		cr_assert(sn_polyseed_is_one(texts[i], strlen(texts[i])));
		cr_assert(!decode(texts[i]), "%zu: %s", i, err.text);
		cr_assert(!memcmp(&seed, &want, sizeof want));
	}
	cr_assert(!decode("eje fin parte celebre tabu pestana lienzo puma prision hora regalo lengua existir "
			  "lapiz lote sonoro"));
	want = seed;
	cr_assert(!decode("eje fin part cele tabu pest lien puma pris hora rega leng exis lapi lote sono"));
	cr_assert(!memcmp(&seed, &want, sizeof want));
	cr_assert(!decode(
		"EJE FIN PARTE C\u00c9LEBRE TAB\u00da PESTA\u00d1A lienzo puma prisi\u00f3n hora regalo "
		"lengua existir l\u00e1piz lote sonoro"));
	cr_assert(!memcmp(&seed, &want, sizeof want));
}

static void check_refused(const char *text, const char *why)
{
	static const struct sn_polyseed zero;
	cr_assert_eq(decode(text), SN_BAD_INPUT, "%s", text);
	cr_assert(strstr(err.text, why), "%s: %s", text, err.text);
	cr_assert(!memcmp(&seed, &zero, sizeof zero));
	cr_assert(!strstr(err.text, "raven") && !strstr(err.text, "xxx"));
}

/* Of the same file, and some more. */
Test(chain_polyseed, bad_phrases_are_refused)
{
	check_refused(
		"ravexxx tail swea infan grie assi regul lamp duck vali some litt hars pupp airp langua",
		"word 1 ");
	check_refused("raven tail swear infantile grief assist regular lamp duck valid someone little harsh "
		      "puppy airport language",
		      "word 4 ");
	check_refused("ejexxx fin part cele tabu pest lien puma pris hora rega leng exis lapi lote sono",
		      "word 1 ");
	check_refused("eje fin part cele tab pest lien puma pris hora rega leng exis lapi lote sono",
		      "word 5 ");
	check_refused("raven tail swear infant grief assist regular lamp duck valid someone little harsh "
		      "puppy language airport",
		      "checksum");
	check_refused("xxx xxx", "this text has 2");
	check_refused("", "this text has 0");
	check_refused("raven\xff", "not UTF-8");
	check_refused(
		"rav\u00e9n tail swear infant grief assist regular lamp duck valid someone little harsh "
		"puppy airport language",
		"word 1 ");
	check_refused(
		"raaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaven tail "
		"swear infant grief assist regular lamp duck valid someone little harsh puppy airport "
		"language",
		"word 1 ");
}

/* Of the same file: this phrase is complete in Spanish and in Portuguese; its checksum is right in Spanish.
 */
Test(chain_polyseed, the_checksum_tells_languages_apart)
{
	cr_assert(!decode("impo sort usua cabi venu nobl oliv clim cont barr marc auto prod vaca torn fati"),
		  "%s", err.text);
}

/* A single wrong word is always noticed. */
Test(chain_polyseed, each_word_is_checked)
{
	char text[256], word[32];
	for (size_t i = 0; i < SN_POLYSEED_WORDS; i++) {
		size_t at = 0, n;
		const char *p = phrase;
		*text = 0;
		for (size_t j = 0; j < SN_POLYSEED_WORDS; j++) {
			sscanf(p + at, "%31s%zn", word, &n);
			at += n;
			strcat(strcat(text, i == j ? "abandon" : word), " ");
		}
		cr_assert_eq(decode(text), SN_BAD_INPUT);
		cr_assert(strstr(err.text, "checksum"), "%s", err.text);
	}
}

Test(chain_polyseed, encryption_is_its_own_inverse)
{
	cr_assert(!decode(phrase));
	struct sn_polyseed before = seed;
	cr_assert(!sn_polyseed_crypt(&seed, "password", &err));
	cr_assert(sn_polyseed_is_encrypted(&seed));
	cr_assert(memcmp(seed.secret, before.secret, 19));
	cr_assert_eq(seed.secret[18] & 0xc0, 0);
	/* The mask by hashlib.pbkdf2_hmac of Python. */
	cr_assert_eq(seed.secret[0] ^ before.secret[0], 0x88);
	cr_assert_eq(seed.secret[17] ^ before.secret[17], 0x87);
	cr_assert_eq(seed.secret[18] ^ before.secret[18], 0xfd & 0x3f);
	cr_assert(!sn_polyseed_crypt(&seed, "password", &err));
	cr_assert(!memcmp(&seed, &before, sizeof before));
	cr_assert_eq(sn_polyseed_crypt(&seed, "\xff", &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "password of the seed phrase"), "%s", err.text);
	cr_assert(!memcmp(&seed, &before, sizeof before));
}

/* github.com/feather-wallet/feather, src/assets/restore_heights_monero_mainnet.txt: the last line before each
 * birthday. */
Test(chain_polyseed, restore_heights_are_shortly_before_the_birthdays)
{
	static const struct {
		unsigned birthday;
		uint64_t height;
	} known[] = {{0, 2482500}, {13, 2767500}, {26, 3051000}, {38, 3315000}, {50, 3577500}};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		seed.birthday = known[i].birthday;
		const uint64_t height = sn_polyseed_restore_height(&seed, SN_MAINNET);
		cr_assert(height < known[i].height && height + 6000 > known[i].height, "%zu: %lu", i, height);
		cr_assert_eq(sn_polyseed_restore_height(&seed, SN_TESTNET), 0);
	}
	seed.birthday = 1023;
	cr_assert_lt(sn_polyseed_restore_height(&seed, SN_MAINNET), UINT32_MAX);
}
