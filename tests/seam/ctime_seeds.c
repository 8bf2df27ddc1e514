/* Seed phrases: from words to the seed, and back. */
#include "ctime.h"

#include "chain/mnemonic.h"
#include "chain/polyseed.h"
#include "chain/polyseed_words_asian.h"
#include "chain/polyseed_words_latin.h"
#include "chain/seed_phrase.h"

#include <string.h>

static struct sn_buf secret_text(const char *text)
{
	struct sn_buf secret = {0};
	sn_put_bytes(&secret, text, strlen(text));
	expect(!secret.failed, "memory");
	SN_SECRET(secret.data, secret.len);
	return secret;
}

/* 25 words: read, written, compared, and one of them wrong. */
static void seed_words(void)
{
	static const char abbreviated[] = "VELVET lym gid num tok phy poe unq nib use sab lim ben lif ede "
					  "nit anv few avo bat via was fen GOA unq";
	struct sn_buf line = vector_line("words"), text = {0}, short_text = secret_text(abbreviated);
	struct sn_seed_phrase phrase;
	uint8_t seed[SN_SEED_BYTES], other[SN_SEED_BYTES];
	char written[SN_MNEMONIC_TEXT_MAX];
	unsigned differing[SN_MNEMONIC_WORDS];
	struct sn_error err = {0};
	sn_put_u8(&line, 0);
	text = secret_text((char *)line.data);
	expect(!sn_seed_phrase_read(&phrase, (char *)text.data, text.len, &err), err.text);
	expect_secret(phrase.seed, sizeof phrase.seed, "the seed");
	sn_mnemonic_encode(written, phrase.seed);
	expect_secret(written, strcspn((char *)line.data, " "), "the first word");
	expect(!sn_mnemonic_compare(differing, (char *)text.data, text.len, phrase.seed), "words differ");
	expect(!sn_mnemonic_decode(seed, (char *)short_text.data, short_text.len, &err), err.text);
	expect_secret(seed, sizeof seed, "the other seed");
	expect(sn_mnemonic_compare(differing, (char *)text.data, text.len, seed) > 20, "words are equal");
	expect(sn_seed_phrase_has_word((char *)short_text.data, strlen("velvet")), "a word is not found");
	memset(short_text.data + strlen("velvet "), 'x', 3);
	SN_SECRET(short_text.data, short_text.len);
	expect(sn_mnemonic_decode(other, (char *)short_text.data, short_text.len, &err) == SN_BAD_INPUT &&
		       strstr(err.text, "word 2 "),
	       "the wrong word is not named");
	sn_buf_free(&line);
	sn_buf_free(&text);
	sn_buf_free(&short_text);
}

/* 16 words in ASCII. Of other texts, the normal form reveals marks; then the first words of each list. */
static void polyseed_words(void)
{
	static const char english[] = "raven tail swear infant grief assist regular lamp "
				      "duck valid someone little harsh puppy airport language";
	const char *const lists[] = {
		sn_polyseed_english,
		sn_polyseed_japanese,
		sn_polyseed_korean,
		sn_polyseed_spanish,
		sn_polyseed_french,
		sn_polyseed_italian,
		sn_polyseed_czech,
		sn_polyseed_portuguese,
		sn_polyseed_chinese_simplified,
		sn_polyseed_chinese_traditional,
	};
	struct sn_buf text = secret_text(english);
	struct sn_polyseed_indices indices[SN_POLYSEED_LANGUAGES];
	struct sn_seed_phrase phrase;
	struct sn_error err = {0};
	expect(!sn_seed_phrase_read(&phrase, (char *)text.data, text.len, &err), err.text);
	expect_secret(phrase.polyseed.secret, 18, "the secret");
	expect(phrase.polyseed.birthday == 1 && !phrase.polyseed.features, "birthday and features");
	memset(text.data, 'x', 5);
	SN_SECRET(text.data, text.len);
	expect(sn_polyseed_decode(&phrase.polyseed, (char *)text.data, text.len, &err) == SN_BAD_INPUT &&
		       strstr(err.text, "word 1 "),
	       "the wrong word is not named");
	sn_buf_free(&text);
	for (size_t i = 0; i < SN_POLYSEED_LANGUAGES; i++) {
		size_t len = 0;
		for (size_t j = 0; j < SN_POLYSEED_WORDS; j++)
			len += strcspn(lists[i] + len, " ") + 1;
		sn_put_bytes(&text, lists[i], len - 1);
		SN_SECRET(text.data, text.len);
		sn_polyseed_find_words(indices, (char *)text.data, text.len);
		expect(indices[i].first_wrong == SN_POLYSEED_WORDS, "the words are not found");
		expect_secret(indices[i].words, sizeof indices[i].words, "the words");
		SN_PUBLIC(indices[i].words, sizeof indices[i].words);
		for (size_t j = 0; j < SN_POLYSEED_WORDS; j++)
			expect(indices[i].words[j] == j, "other words are found");
		sn_buf_clear(&text);
	}
	sn_buf_free(&text);
}

const struct section ctime_seeds[] = {
	{"seed-words", seed_words},
	{"polyseed-words", polyseed_words},
	{NULL, NULL},
};
