#include "handoff/envelope.h"
#include "base/hex.h"
#include "handoff_sets.h"

#include <criterion/criterion.h>
#include <sodium.h>

#include <stdlib.h>
#include <string.h>

static const struct sn_scalar key_a = {{1, 2, 3}}, key_b = {{1, 2, 4}};
static const char content_text[] = "pay the baker";

#define CONTENT_LEN (sizeof content_text - 1)
#define ENVELOPE_LEN SN_ENVELOPE_CODE

/* Where things lie, from doc/reference/formats.md. */
enum { AT_VERSION = 4, AT_KIND = 5, AT_NETWORK = 6, AT_NONCE = 7, AT_CHECK = 31, AT_CIPHERTEXT = 39 };

/* Words that occur in one message only. */
#define EMPTY "input is empty"
#define FOREIGN "not a file of sneakernote or of the reference wallet"
#define NEWER "newer than this program"
#define OTHER_NETWORK "for testnet, but the wallet is for mainnet"
#define OTHER_WALLET "belongs to another wallet"
#define CORRUPT "is corrupt: "
#define TRUNCATED "is truncated"
#define NOT_CANONICAL "was not sealed by sneakernote"

static void seal(struct sn_buf *out, const void *content, size_t len)
{
	struct sn_error err;
	cr_assert(!sn_envelope_seal(out, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &key_a, content, len, &err));
}

static int open_as(struct sn_buf *content, const void *file, size_t len, struct sn_error *err)
{
	return sn_envelope_open(content, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &key_a, file, len, err);
}

/* The reason that belongs to a message. */
static enum sn_reason reason_of(const char *words, const char *text)
{
	if (strstr(text, "not a hexadecimal digit"))
		return SN_REASON_BAD_HEX;
	if (!strcmp(words, EMPTY) || !strcmp(words, TRUNCATED) || !strcmp(words, CORRUPT) ||
	    !strcmp(words, NOT_CANONICAL))
		return SN_REASON_DAMAGED;
	return strcmp(words, "contents of the file exceed") ? SN_REASON_FOREIGN : SN_REASON_NONE;
}

static void expect_refused(const void *file, size_t len, const char *words, const char *what, size_t at)
{
	/* A copy of the exact size: reading beyond it shows under a sanitizer. */
	void *copy = malloc(len ? len : 1);
	cr_assert_not_null(copy);
	memcpy(copy, file, len);
	struct sn_buf content = {0};
	struct sn_error err = {0};
	sn_put_bytes(&content, "before", 6);
	cr_assert_eq(open_as(&content, copy, len, &err), SN_BAD_INPUT, "%s at %zu", what, at);
	cr_assert_not_null(strstr(err.text, words), "%s at %zu: %s", what, at, err.text);
	cr_assert_eq(err.reason, reason_of(words, err.text), "%s at %zu: %s", what, at, err.text);
	cr_assert(content.len == 6 && !memcmp(content.data, "before", 6), "%s at %zu", what, at);
	sn_buf_free(&content);
	free(copy);
}

static void expect_opened(const void *file, size_t len, const void *expected, size_t expected_len)
{
	struct sn_buf content = {0};
	struct sn_error err = {0};
	cr_assert(!open_as(&content, file, len, &err), "%s", err.text);
	cr_assert_eq(content.len, expected_len);
	cr_assert(!expected_len || !memcmp(content.data, expected, expected_len));
	sn_buf_free(&content);
}

Test(handoff_envelope, opens_what_it_seals)
{
	struct test_random g = test_random(1);
	uint8_t text[300];
	test_fill(&g, text, sizeof text);
	for (size_t len = 0; len <= sizeof text; len++) {
		struct sn_buf file = {0};
		seal(&file, text, len);
		cr_assert_eq(file.len, SN_ENVELOPE_CODE);
		expect_opened(file.data, file.len, text, len);
		sn_buf_free(&file);
	}
}

Test(handoff_envelope, opening_appends_to_the_buffer)
{
	struct sn_buf file = {0}, content = {0};
	struct sn_error err;
	sn_put_bytes(&file, "head", 4);
	seal(&file, content_text, CONTENT_LEN);
	cr_assert_eq(file.len, 4 + ENVELOPE_LEN);
	sn_put_bytes(&content, "head", 4);
	cr_assert(!open_as(&content, file.data + 4, ENVELOPE_LEN, &err));
	cr_assert_eq(content.len, 4 + CONTENT_LEN);
	cr_assert(!memcmp(content.data, "headpay the baker", content.len));
	sn_buf_free(&content);
	sn_buf_free(&file);
}

Test(handoff_envelope, equal_contents_give_equal_bytes_and_others_another_nonce)
{
	struct sn_buf a = {0}, b = {0}, c = {0};
	seal(&a, content_text, CONTENT_LEN);
	seal(&b, content_text, CONTENT_LEN);
	seal(&c, content_text, CONTENT_LEN - 1);
	cr_assert(a.len == b.len && !memcmp(a.data, b.data, a.len));
	cr_assert(memcmp(a.data + AT_NONCE, c.data + AT_NONCE, 24));
	cr_assert(memcmp(a.data + AT_CHECK, c.data + AT_CHECK, 8));
	sn_buf_free(&a);
	sn_buf_free(&b);
	sn_buf_free(&c);
}

Test(handoff_envelope, kind_network_and_key_each_change_everything)
{
	struct sn_buf file[4] = {{0}};
	struct sn_error err;
	for (int i = 0; i < 4; i++)
		cr_assert(!sn_envelope_seal(&file[i],
					    i == 1 ? SN_ENVELOPE_SIGNED_SET : SN_ENVELOPE_UNSIGNED_SET,
					    i == 2 ? SN_STAGENET : SN_MAINNET, i == 3 ? &key_b : &key_a,
					    content_text, CONTENT_LEN, &err));
	for (int i = 0; i < 4; i++)
		for (int k = 0; k < i; k++) {
			cr_assert(memcmp(file[i].data + AT_NONCE, file[k].data + AT_NONCE, 24));
			cr_assert(memcmp(file[i].data + AT_CIPHERTEXT, file[k].data + AT_CIPHERTEXT,
					 CONTENT_LEN));
		}
	for (int i = 0; i < 4; i++)
		sn_buf_free(&file[i]);
}

/* The message for a flipped bit depends on its position, and in the header on the resulting value. */
static const char *words_for_flip(size_t at, uint8_t value)
{
	if (at < AT_VERSION)
		return FOREIGN;
	if (at == AT_VERSION)
		return value ? NEWER : CORRUPT;
	if (at == AT_KIND)
		return value == 3   ? "this is an output list; expected"
		       : value == 5 ? "this is a names file (from cold-export); expected"
				    : CORRUPT;
	if (at == AT_NETWORK)
		return value == 1 ? OTHER_NETWORK : value == 2 ? "for stagenet, but the wallet" : CORRUPT;
	return at < AT_CIPHERTEXT ? OTHER_WALLET : CORRUPT;
}

Test(handoff_envelope, every_flipped_bit_is_refused_by_name)
{
	struct sn_buf file = {0};
	seal(&file, content_text, CONTENT_LEN);
	for (size_t at = 0; at < file.len; at++)
		for (int bit = 0; bit < 8; bit++) {
			file.data[at] ^= (uint8_t)(1 << bit);
			expect_refused(file.data, file.len, words_for_flip(at, file.data[at]), "flip", at);
			file.data[at] ^= (uint8_t)(1 << bit);
		}
	sn_buf_free(&file);
}

Test(handoff_envelope, every_truncation_is_refused)
{
	struct sn_buf file = {0};
	seal(&file, content_text, CONTENT_LEN);
	expect_refused(file.data, 0, EMPTY, "length", 0);
	for (size_t len = 1; len < file.len; len++)
		expect_refused(file.data, len, len < SN_ENVELOPE_OVERHEAD ? TRUNCATED : CORRUPT, "length",
			       len);
	for (int more = 0; more < 256; more += 85) { /* and one byte too many */
		sn_put_u8(&file, (uint8_t)more);
		expect_refused(file.data, file.len, CORRUPT, "byte", (size_t)more);
		file.len--;
	}
	sn_buf_free(&file);
}

Test(handoff_envelope, wrong_wallet_kind_and_network_are_named)
{
	struct sn_buf file = {0}, content = {0};
	struct sn_error err;
	seal(&file, content_text, CONTENT_LEN);
	cr_assert_eq(sn_envelope_open(&content, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &key_b, file.data,
				      file.len, &err),
		     SN_BAD_INPUT);
	cr_assert(strstr(err.text, OTHER_WALLET), "%s", err.text);
	cr_assert_eq(sn_envelope_open(&content, SN_ENVELOPE_SIGNED_SET, SN_MAINNET, &key_a, file.data,
				      file.len, &err),
		     SN_BAD_INPUT);
	cr_assert_str_eq(err.text, "wrong file: this is an unsigned transaction file (from wo-transfer); "
				   "expected a signed transaction file (from cold-sign)");
	cr_assert_eq(sn_envelope_open(&content, SN_ENVELOPE_UNSIGNED_SET, SN_TESTNET, &key_a, file.data,
				      file.len, &err),
		     SN_BAD_INPUT);
	cr_assert(strstr(err.text, "for mainnet, but the wallet is for testnet"), "%s", err.text);
	cr_assert_eq(content.len, 0);
	sn_buf_free(&content);
	sn_buf_free(&file);
}

/* Without the key, a changed header byte does not turn the file into another kind or network. */
Test(handoff_envelope, rewritten_header_does_not_open)
{
	struct sn_buf file = {0}, content = {0};
	struct sn_error err;
	seal(&file, content_text, CONTENT_LEN);
	file.data[AT_KIND] = (uint8_t)SN_ENVELOPE_SIGNED_SET;
	cr_assert_eq(sn_envelope_open(&content, SN_ENVELOPE_SIGNED_SET, SN_MAINNET, &key_a, file.data,
				      file.len, &err),
		     SN_BAD_INPUT);
	file.data[AT_KIND] = (uint8_t)SN_ENVELOPE_UNSIGNED_SET;
	file.data[AT_NETWORK] = SN_TESTNET;
	cr_assert_eq(sn_envelope_open(&content, SN_ENVELOPE_UNSIGNED_SET, SN_TESTNET, &key_a, file.data,
				      file.len, &err),
		     SN_BAD_INPUT);
	file.data[AT_NETWORK] = SN_MAINNET;
	expect_opened(file.data, file.len, content_text, CONTENT_LEN);
	cr_assert_eq(content.len, 0);
	sn_buf_free(&content);
	sn_buf_free(&file);
}

static void blake2b(uint8_t *out, size_t out_len, const void *key, const void *data, size_t len)
{
	cr_assert_eq(crypto_generichash(out, out_len, data, len, key, 32), 0);
}

/* A holder of the key can seal with any nonce; only one of them is accepted. */
Test(handoff_envelope, second_envelope_of_the_same_content_is_refused)
{
	uint8_t keys[3][32];
	for (uint8_t purpose = 1; purpose <= 3; purpose++) {
		uint8_t domain[] = "sneakernote envelope\1\1?";
		domain[22] = purpose;
		blake2b(keys[purpose - 1], 32, key_a.b, domain, 23);
	}
	enum { PLAIN = SN_ENVELOPE_CODE - SN_ENVELOPE_OVERHEAD };
	struct sn_buf file = {0};
	uint8_t plain[PLAIN] = {CONTENT_LEN};
	memcpy(plain + 4, content_text, CONTENT_LEN);
	seal(&file, content_text, CONTENT_LEN);
	for (int change = 0; change < 2; change++) {
		uint8_t check[32], *nonce = file.data + AT_NONCE;
		nonce[5] ^= (uint8_t)change;
		blake2b(check, 32, keys[2], nonce, 24);
		memcpy(file.data + AT_CHECK, check, 8);
		crypto_aead_xchacha20poly1305_ietf_encrypt(file.data + AT_CIPHERTEXT, NULL, plain, PLAIN,
							   file.data, AT_CIPHERTEXT, NULL, nonce, keys[0]);
		if (change)
			expect_refused(file.data, file.len, NOT_CANONICAL, "nonce", 5);
		else /* the same bytes as before, or the test would prove nothing */
			expect_opened(file.data, file.len, content_text, CONTENT_LEN);
	}
	sn_buf_free(&file);
}

/* An envelope of this plaintext, with all that follows from it. */
static void seal_plain(struct sn_buf *file, const uint8_t *plain, size_t len)
{
	uint8_t keys[3][32], check[32];
	crypto_generichash_state state;
	for (uint8_t purpose = 1; purpose <= 3; purpose++) {
		uint8_t domain[] = "sneakernote envelope\1\1?";
		domain[22] = purpose;
		blake2b(keys[purpose - 1], 32, key_a.b, domain, 23);
	}
	sn_buf_clear(file);
	uint8_t *p = sn_buf_grow(file, SN_ENVELOPE_OVERHEAD + len);
	cr_assert_not_null(p);
	memcpy(p, "SNKN\1\1\0", 7);
	crypto_generichash_init(&state, keys[1], 32, 24);
	crypto_generichash_update(&state, p, 7);
	crypto_generichash_update(&state, plain, len);
	crypto_generichash_final(&state, p + AT_NONCE, 24);
	blake2b(check, 32, keys[2], p + AT_NONCE, 24);
	memcpy(p + AT_CHECK, check, 8);
	crypto_aead_xchacha20poly1305_ietf_encrypt(p + AT_CIPHERTEXT, NULL, plain, len, p, AT_CIPHERTEXT,
						   NULL, p + AT_NONCE, keys[0]);
}

/* A holder of the key cannot use other padding: nonzero bytes, another size, a false length. */
Test(handoff_envelope, other_padding_is_refused)
{
	enum {
		SMALL = SN_ENVELOPE_CODE - SN_ENVELOPE_OVERHEAD,
		SECOND = SN_ENVELOPE_SECOND - SN_ENVELOPE_OVERHEAD
	};
	static const size_t wrong[] = {0, 1, 3, 4, 4 + CONTENT_LEN, SMALL - 1, SMALL + 1, SECOND};
	uint8_t plain[SECOND] = {CONTENT_LEN};
	struct sn_buf file = {0};
	memcpy(plain + 4, content_text, CONTENT_LEN);
	seal_plain(&file, plain, SMALL);
	expect_opened(file.data, file.len, content_text, CONTENT_LEN);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		seal_plain(&file, plain, wrong[i]);
		expect_refused(file.data, file.len, NOT_CANONICAL, "size", wrong[i]);
	}
	for (size_t at = 4 + CONTENT_LEN; at < SMALL; at++) {
		plain[at] = 1;
		seal_plain(&file, plain, SMALL);
		expect_refused(file.data, file.len, NOT_CANONICAL, "padding", at);
		plain[at] = 0;
	}
	for (uint32_t len = SMALL - 3; len; len *= 2) {
		sn_store_u32(plain, len);
		seal_plain(&file, plain, SMALL);
		expect_refused(file.data, file.len, NOT_CANONICAL, "length", len);
	}
	sn_store_u32(plain, UINT32_MAX);
	seal_plain(&file, plain, SMALL);
	expect_refused(file.data, file.len, NOT_CANONICAL, "length", UINT32_MAX);
	sn_buf_free(&file);
}

/* As doc/reference/formats.md has them. */
Test(handoff_envelope, sizes_are_those_of_the_documentation)
{
	static const size_t sizes[] = {1752,   4096,   8192,    16384,   32768,   65536,   131072,
				       262144, 524288, 1048576, 2097152, 4194304, 8388608, (15 << 20) + 59};
	static uint8_t content[70000];
	size_t n = 0, last = 0;
	for (size_t len = 0; len <= SN_ENVELOPE_CONTENT_MAX; len++) {
		size_t size = sn_envelope_size(SN_ENVELOPE_UNSIGNED_SET, len);
		cr_assert(size >= len + 59);
		n += size != last;
		cr_assert_eq(size, sizes[n - 1], "%zu bytes", len);
		last = size;
	}
	cr_assert_eq(n, sizeof sizes / sizeof *sizes);
	for (size_t i = 0; sizes[i] < sizeof content; i++)
		for (size_t len = sizes[i] - 60; len <= sizes[i] - 58; len++) {
			struct sn_buf file = {0};
			memset(content, 0xff, len);
			seal(&file, content, len);
			cr_assert_eq(file.len, len + 59 <= sizes[i] ? sizes[i] : sizes[i + 1]);
			expect_opened(file.data, file.len, content, len);
			sn_buf_free(&file);
		}
}

Test(handoff_envelope, foreign_files_are_named)
{
	static const struct {
		const char *text, *words;
	} files[] = {
		{"hello", FOREIGN},
		{"{\"jsonrpc\": \"2.0\"}", FOREIGN},
		{"\x7f"
		 "ELF",
		 FOREIGN},
		{"SNKX\1\1", FOREIGN},
		{"  SNKN\1\1", FOREIGN}, /* white space belongs to text only */
		{"   \n", FOREIGN},
		{"534e4b4f", FOREIGN},
	};
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
		expect_refused(files[i].text, strlen(files[i].text), files[i].words, "file", i);
}

Test(handoff_envelope, opens_hexadecimal_text)
{
	struct sn_buf file = {0};
	char text[2 * ENVELOPE_LEN + 1], wrapped[8 * ENVELOPE_LEN];
	seal(&file, content_text, CONTENT_LEN);
	sn_hex_encode(text, file.data, file.len);
	expect_opened(text, strlen(text), content_text, CONTENT_LEN);

	/* either case; white space before, after and within, even between the two digits of a byte */
	size_t n = 0;
	wrapped[n++] = '\n';
	wrapped[n++] = '\t';
	for (size_t i = 0; text[i]; i++) {
		wrapped[n++] = i % 3 && text[i] >= 'a' ? (char)(text[i] - 'a' + 'A') : text[i];
		if (i % 5 == 0)
			wrapped[n++] = ' ';
		if (i % 16 == 15) {
			wrapped[n++] = '\r';
			wrapped[n++] = '\n';
		}
	}
	wrapped[n++] = '\n';
	expect_opened(wrapped, n, content_text, CONTENT_LEN);

	for (size_t len = 2; len < strlen(text); len++)
		expect_refused(text, len, len < 2 * SN_ENVELOPE_OVERHEAD || len % 2 ? TRUNCATED : CORRUPT,
			       "text", len);
	text[40] = 'g';
	expect_refused(text, strlen(text), CORRUPT, "digit", 40);
	text[40] = 0;
	expect_refused(text, 2 * ENVELOPE_LEN, CORRUPT, "NUL", 40);
	sn_buf_free(&file);
}

Test(handoff_envelope, sizes_are_bounded)
{
	struct sn_buf file = {0}, text = {0};
	struct sn_error err;
	uint8_t *big = calloc(1, SN_ENVELOPE_MAX + 1);
	cr_assert_not_null(big);
	cr_assert_eq(sn_envelope_seal(&file, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &key_a, big,
				      SN_ENVELOPE_CONTENT_MAX + 1, &err),
		     SN_USAGE);
	cr_assert_eq(file.len, 0);
	seal(&file, big, SN_ENVELOPE_CONTENT_MAX);
	expect_opened(file.data, file.len, big, SN_ENVELOPE_CONTENT_MAX);

	/* as hexadecimal, in lines of 32 bytes, the largest is not too large */
	for (size_t at = 0; at < file.len; at += 32) {
		size_t n = file.len - at < 32 ? file.len - at : 32;
		uint8_t *p = sn_buf_grow(&text, 2 * n + 1);
		cr_assert_not_null(p);
		sn_hex_encode((char *)p, file.data + at, n);
		p[2 * n] = '\n';
	}
	cr_assert_leq(text.len, SN_ENVELOPE_MAX);
	expect_opened(text.data, text.len, big, SN_ENVELOPE_CONTENT_MAX);

	memcpy(big, file.data, AT_CIPHERTEXT);
	expect_refused(big, SN_ENVELOPE_CONTENT_MAX + SN_ENVELOPE_OVERHEAD + 4 + 1,
		       "contents of the file exceed", "size", 1);
	expect_refused(big, SN_ENVELOPE_MAX + 1, "is larger than", "size", 2);
	sn_buf_free(&text);
	sn_buf_free(&file);
	free(big);
}
