#include "chain/polyseed.h"

#include "base/bytes.h"
#include "base/normal_form.h"
#include "base/seam.h"
#include "base/secret.h"
#include "chain/polyseed_words.h"
#include "chain/restore_height.h"
#include "chain/seed_words.h"
#include "crypto/ct.h"
#include "crypto/pbkdf2.h"

#include <assert.h>
#include <string.h>

#define N SN_POLYSEED_WORDS
#define SECRET_BYTES 19
#define FEATURE_ENCRYPTED 16
#define ITERATIONS 10000
#define COIN 0 /* Monero */

#define EPOCH UINT64_C(1635768000)
#define MONTH UINT64_C(2629746)

/* x · a in GF(2^11). */
static unsigned times_x(unsigned a)
{
	return ((a << 1) & 0x7ff) ^ (5 & -(a >> 10));
}

/* The value of the polynomial at x. */
static unsigned evaluate(const uint16_t words[static N])
{
	unsigned value = 0;
	for (size_t i = N; i-- > 0;)
		value = times_x(value) ^ words[i];
	return value;
}

/* Whether the checksum is right. */
static bool is_right(const uint16_t words[static N])
{
	uint16_t copy[N];
	memcpy(copy, words, sizeof copy);
	copy[1] ^= COIN;
	const bool is_zero = sn_ct_mask_equal(evaluate(copy), 0) & 1;
	SN_PUBLIC(&is_zero, sizeof is_zero); /* a wrong checksum */
	sn_wipe(copy, sizeof copy);
	return is_zero;
}

static bool is_same(const uint16_t a[static N], const uint16_t b[static N])
{
	uint64_t difference = 0;
	for (size_t i = 0; i < N; i++)
		difference |= a[i] ^ b[i];
	const bool is_it = sn_ct_mask_equal(difference, 0) & 1;
	SN_PUBLIC(&is_it, sizeof is_it); /* the languages of the phrase */
	return is_it;
}

static void unpack(struct sn_polyseed *seed, const uint16_t words[static N])
{
	unsigned extra = 0, bit = 0;
	*seed = (struct sn_polyseed){0};
	/* The last byte of the secret has six bits, its lowest. */
	for (size_t i = 1; i < N; i++) {
		const unsigned word = words[i] ^ (i == 1 ? COIN : 0);
		for (int j = 10; j > 0; j--, bit++) {
			const unsigned place = bit / 8 < SECRET_BYTES - 1 ? 7 - bit % 8 : 5 - bit % 8;
			seed->secret[bit / 8] |= (uint8_t)((word >> j & 1) << place);
		}
		extra = extra << 1 | (word & 1);
	}
	SN_PUBLIC(&extra, sizeof extra); /* features and birthday */
	seed->features = extra >> 10;
	seed->birthday = extra & 0x3ff;
}

bool sn_polyseed_is_one(const char *text, size_t len)
{
	struct sn_buf normal = {0};
	const bool is_it = !sn_text_decompose(&normal, text, len, NULL) &&
			   sn_seed_words_count((char *)normal.data, normal.len) == N;
	sn_buf_free(&normal);
	return is_it;
}

bool sn_polyseed_is_word(const char *word, size_t len)
{
	struct sn_buf normal = {0};
	struct sn_polyseed_indices indices[SN_POLYSEED_LANGUAGES];
	bool is_it = false;
	if (!sn_text_decompose(&normal, word, len, NULL) &&
	    sn_seed_words_count((char *)normal.data, normal.len) == 1) {
		sn_polyseed_find_words(indices, (char *)normal.data, normal.len);
		for (size_t i = 0; i < SN_POLYSEED_LANGUAGES; i++)
			is_it |= indices[i].first_wrong > 0;
	}
	sn_buf_free(&normal);
	sn_wipe(indices, sizeof indices);
	return is_it;
}

static int check_count(const char *text, size_t len, struct sn_error *err)
{
	const size_t n = sn_seed_words_count(text, len);
	return n == N ? SN_OK
		      : sn_error_set(err, SN_BAD_INPUT, "a Polyseed phrase has %d words, this text has %zu",
				     N, n);
}

/* The languages of which every word is one, by the words' indices in each. A phrase may be of several, when
 * its words are abbreviated, or Chinese: then the checksum decides. */
static int choose(uint16_t out[static N], const struct sn_polyseed_indices *indices, struct sn_error *err)
{
	size_t complete = 0, right = 0, first_wrong = 0;
	for (size_t i = 0; i < SN_POLYSEED_LANGUAGES; i++) {
		const size_t wrong = indices[i].first_wrong;
		if (wrong > first_wrong)
			first_wrong = wrong;
		if (wrong < N)
			continue;
		complete++;
		if (!is_right(indices[i].words))
			continue;
		if (right++ && !is_same(out, indices[i].words))
			return sn_error_hint(
				err,
				sn_error_set(err, SN_BAD_INPUT,
					     "the seed phrase has a meaning in several languages"),
				"write the words in full");
		memcpy(out, indices[i].words, sizeof indices[i].words);
	}
	if (right)
		return SN_OK;
	return complete
		       ? sn_error_set(
				 err, SN_BAD_INPUT,
				 "the seed phrase is mistyped: its checksum does not match; a word is wrong or misplaced, or the phrase is of another coin")
		       : sn_error_set(
				 err, SN_BAD_INPUT,
				 "word %zu of the seed phrase is not in the Polyseed word list of its language",
				 first_wrong + 1);
}

int sn_polyseed_decode(struct sn_polyseed *seed, const char *text, size_t len, struct sn_error *err)
{
	struct sn_buf normal = {0};
	struct sn_polyseed_indices indices[SN_POLYSEED_LANGUAGES];
	uint16_t words[N] = {0};
	*seed = (struct sn_polyseed){0};
	int ret = sn_text_decompose(&normal, text, len, err);
	if (!ret)
		ret = check_count((char *)normal.data, normal.len, err);
	if (!ret) {
		sn_polyseed_find_words(indices, (char *)normal.data, normal.len);
		ret = choose(words, indices, err);
	}
	if (!ret)
		unpack(seed, words);
	if (!ret && (seed->features & ~(unsigned)FEATURE_ENCRYPTED)) {
		ret = sn_error_set(err, SN_BAD_INPUT,
				   "the seed phrase has features that this program does not know (%#x)",
				   seed->features);
		sn_wipe(seed, sizeof *seed);
	}
	sn_buf_free(&normal);
	sn_wipe(indices, sizeof indices);
	sn_wipe(words, sizeof words);
	return ret;
}

bool sn_polyseed_is_encrypted(const struct sn_polyseed *seed)
{
	return seed->features & FEATURE_ENCRYPTED;
}

int sn_polyseed_crypt(struct sn_polyseed *seed, const char *password, struct sn_error *err)
{
	static const uint8_t salt[16] = "POLYSEED mask\0\xff\xff";
	struct sn_buf normal = {0};
	uint8_t mask[32];
	int ret = sn_text_decompose(&normal, password, strlen(password), err);
	if (ret) {
		ret = sn_error_prefix(err, ret, "the password of the seed phrase");
		goto out;
	}
	sn_pbkdf2_sha256(mask, sizeof mask, normal.data, normal.len, salt, sizeof salt, ITERATIONS);
	for (size_t i = 0; i < SECRET_BYTES; i++)
		seed->secret[i] ^= mask[i];
	seed->secret[SECRET_BYTES - 1] &= 0x3f;
	seed->features ^= FEATURE_ENCRYPTED;
	sn_wipe(mask, sizeof mask);
out:
	sn_buf_free(&normal);
	return ret;
}

void sn_polyseed_key(uint8_t key[static SN_SEED_BYTES], const struct sn_polyseed *seed)
{
	uint8_t salt[32] = "POLYSEED key\0\xff\xff\xff";
	assert(!sn_polyseed_is_encrypted(seed));
	sn_store_u32(salt + 16, COIN);
	sn_store_u32(salt + 20, seed->birthday);
	sn_store_u32(salt + 24, seed->features);
	sn_pbkdf2_sha256(key, SN_SEED_BYTES, seed->secret, sizeof seed->secret, salt, sizeof salt,
			 ITERATIONS);
}

uint64_t sn_polyseed_restore_height(const struct sn_polyseed *seed, enum sn_network network)
{
	return sn_restore_height(network, EPOCH + seed->birthday * MONTH);
}
