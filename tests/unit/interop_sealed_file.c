#include "interop_samples.h"
#include "base/hex.h"
#include "crypto/scalar.h"
#include "handoff_ok.h"

#include <criterion/criterion.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void expect_refused(const struct interop_sample *sample, const struct interop_wallet *wallet,
			   const void *file, size_t len, const char *words)
{
	struct sn_buf plaintext = {0};
	struct sn_error err = {0};
	cr_assert_eq(sn_sealed_file_open(&plaintext, sample->kind, &wallet->key, file, len, &err),
		     SN_BAD_INPUT, "%s", words);
	cr_assert(strstr(err.text, words), "\"%s\" does not say \"%s\"", err.text, words);
	cr_assert(!strstr(words, "version") || strstr(err.hint, "make the file again"), "\"%s\"", err.hint);
	cr_assert_eq(plaintext.len, 0);
	sn_buf_free(&plaintext);
}

static struct interop_sample sample_and_wallet(struct interop_wallet *wallet)
{
	interop_wallet_init(wallet, "0.18.4.0");
	return interop_find("0.18.4.0", "outputs-last-incremental");
}

#define MAGIC_LEN (sizeof "Monero output export" - 1)

Test(interop_sealed_file, sealing_again_is_deterministic_and_opens)
{
	struct interop_sample sample = {0};
	struct interop_wallet wallets[2];
	struct sn_error err = {0};
	interop_wallet_init(&wallets[0], "0.18.0.0");
	interop_wallet_init(&wallets[1], "0.18.4.0");
	while (interop_next(&sample, SN_INTEROP_KINDS)) {
		const struct interop_wallet *wallet = &wallets[!strcmp(sample.release, "0.18.4.0")];
		struct sn_buf first = {0}, second = {0}, plaintext = {0};
		ok(sn_sealed_file_make(&first, sample.kind, &wallet->key, sample.plaintext.data,
				       sample.plaintext.len, &err));
		ok(sn_sealed_file_make(&second, sample.kind, &wallet->key, sample.plaintext.data,
				       sample.plaintext.len, &err));
		cr_assert_eq(first.len, sample.file.len);
		cr_assert_eq(second.len, first.len);
		cr_assert_arr_eq(first.data, second.data, first.len);
		ok(sn_sealed_file_open(&plaintext, sample.kind, &wallet->key, first.data, first.len, &err));
		cr_assert_eq(plaintext.len, sample.plaintext.len);
		cr_assert_arr_eq(plaintext.data, sample.plaintext.data, plaintext.len);
		sn_buf_free(&first);
		sn_buf_free(&second);
		sn_buf_free(&plaintext);
	}
}

Test(interop_sealed_file, nonce_depends_on_every_byte_and_on_the_kind)
{
	struct interop_wallet wallet;
	struct sn_error err = {0};
	struct sn_buf files[3] = {{0}};
	interop_wallet_init(&wallet, "0.18.4.0");
	ok(sn_sealed_file_make(&files[0], SN_INTEROP_UNSIGNED_TX_SET, &wallet.key, "ab", 2, &err));
	ok(sn_sealed_file_make(&files[1], SN_INTEROP_UNSIGNED_TX_SET, &wallet.key, "ac", 2, &err));
	ok(sn_sealed_file_make(&files[2], SN_INTEROP_SIGNED_TX_SET, &wallet.key, "ab", 2, &err));
	const uint8_t *nonce[3];
	for (int i = 0; i < 3; i++)
		nonce[i] = files[i].data + files[i].len - 64 - 2 - 8;
	cr_assert(memcmp(nonce[0], nonce[1], 8) && memcmp(nonce[0], nonce[2], 8));
	for (int i = 0; i < 3; i++)
		sn_buf_free(&files[i]);
}

Test(interop_sealed_file, empty_contents_have_the_smallest_body)
{
	struct interop_wallet wallet;
	struct sn_error err = {0};
	struct sn_buf file = {0}, plaintext = {0};
	interop_wallet_init(&wallet, "0.18.0.0");
	ok(sn_sealed_file_make(&file, SN_INTEROP_OUTPUT_EXPORT, &wallet.key, NULL, 0, &err));
	cr_assert_eq(file.len, MAGIC_LEN + 1 + SN_INTEROP_BODY_MIN);
	ok(sn_sealed_file_open(&plaintext, SN_INTEROP_OUTPUT_EXPORT, &wallet.key, file.data, file.len, &err));
	cr_assert_eq(plaintext.len, 0);
	sn_buf_free(&file);
	sn_buf_free(&plaintext);
}

Test(interop_sealed_file, hexadecimal_text_of_either_case_opens)
{
	struct interop_wallet wallet;
	struct interop_sample sample = sample_and_wallet(&wallet);
	struct sn_error err = {0};
	char *text = malloc(2 * sample.file.len + 2);
	cr_assert_not_null(text);
	sn_hex_encode(text, sample.file.data, sample.file.len);
	for (int round = 0; round < 2; round++) {
		struct sn_buf plaintext = {0};
		enum sn_interop_kind kind;
		cr_assert(sn_interop_find_kind(&kind, text, strlen(text)));
		cr_assert_eq(kind, sample.kind);
		ok(sn_sealed_file_open(&plaintext, sample.kind, &wallet.key, text, strlen(text), &err));
		cr_assert_eq(plaintext.len, sample.plaintext.len);
		sn_buf_free(&plaintext);
		for (char *c = text; *c; c++)
			*c = (char)toupper((unsigned char)*c);
	}
	expect_refused(&sample, &wallet, text, strlen(text) - 1, "truncated");
	text[100] = 'x';
	expect_refused(&sample, &wallet, text, strlen(text), "hexadecimal digit");
	free(text);
	interop_free(&sample);
}

/* A file that is not recognized is refused as one of sneakernote, with the wrong advice. */
Test(interop_sealed_file, a_truncated_or_foreign_file_of_the_reference_wallet_is_recognized)
{
	static const char *const foreign[] = {"Monero multisig unsigned tx set\001",
					      "-----BEGIN MoneroAsciiDataV1-----\n", "Monero key image e",
					      "M"};
	struct interop_wallet wallet;
	struct interop_sample sample = sample_and_wallet(&wallet);
	char *text = malloc(2 * sample.file.len + 2);
	cr_assert_not_null(text);
	sn_hex_encode(text, sample.file.data, sample.file.len);
	for (size_t len = 1; len <= sample.file.len; len++) {
		cr_expect(sn_interop_is_file(sample.file.data, len), "%zu bytes", len);
		cr_expect(sn_interop_is_file(text, 2 * len), "%zu digits", 2 * len);
		cr_expect(sn_interop_is_file(text, 2 * len + 1), "%zu digits", 2 * len + 1);
	}
	text[100] = 'x';
	cr_expect(sn_interop_is_file(text, strlen(text)));
	for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
		cr_expect(sn_interop_is_file(foreign[i], strlen(foreign[i])), "%s", foreign[i]);
	for (size_t len = 1; len < MAGIC_LEN; len++)
		expect_refused(&sample, &wallet, sample.file.data, len, "truncated");
	sample.kind = SN_INTEROP_KEY_IMAGE_EXPORT;
	expect_refused(&sample, &wallet, sample.file.data, MAGIC_LEN - 1, "truncated");
	cr_expect(!sn_interop_is_file("", 0));
	cr_expect(!sn_interop_is_file("Monero wallet", strlen("Monero wallet")));
	cr_expect(!sn_interop_is_file(SN_ENVELOPE_MAGIC, strlen(SN_ENVELOPE_MAGIC)));
	free(text);
	interop_free(&sample);
}

Test(interop_sealed_file, a_flipped_bit_in_any_byte_is_refused)
{
	struct interop_wallet wallet;
	struct interop_sample sample = sample_and_wallet(&wallet);
	for (size_t i = 0; i < sample.file.len; i++) {
		const uint8_t flip = (uint8_t)(1 << i % 8);
		const char *words = i < MAGIC_LEN    ? "expected an output export"
				    : i == MAGIC_LEN ? "format version"
						     : "another wallet, or is corrupt";
		sample.file.data[i] ^= flip;
		expect_refused(&sample, &wallet, sample.file.data, sample.file.len, words);
		sample.file.data[i] ^= flip;
	}
	interop_free(&sample);
}

Test(interop_sealed_file, truncation_at_every_length_is_refused)
{
	struct interop_wallet wallet;
	struct interop_sample sample = sample_and_wallet(&wallet);
	for (size_t len = 0; len < sample.file.len; len++)
		expect_refused(&sample, &wallet, sample.file.data, len,
			       !len                                        ? "empty"
			       : len < MAGIC_LEN + 1 + SN_INTEROP_BODY_MIN ? "truncated"
									   : "another wallet, or is corrupt");
	sn_put_u8(&sample.file, 0);
	expect_refused(&sample, &wallet, sample.file.data, sample.file.len, "another wallet, or is corrupt");
	interop_free(&sample);
}

Test(interop_sealed_file, file_of_another_wallet_is_refused)
{
	struct interop_wallet wallet;
	struct interop_sample sample = interop_find("0.18.4.0", "outputs-all");
	interop_wallet_init(&wallet, "0.18.0.0");
	expect_refused(&sample, &wallet, sample.file.data, sample.file.len, "belongs to another wallet");
	interop_free(&sample);
}

Test(interop_sealed_file, file_of_another_kind_is_refused_with_both_names)
{
	struct interop_wallet wallet;
	struct interop_sample sample = sample_and_wallet(&wallet);
	sample.kind = SN_INTEROP_SIGNED_TX_SET;
	expect_refused(&sample, &wallet, sample.file.data, sample.file.len,
		       "this is an output export of the reference wallet; expected a signed transaction set");
	interop_free(&sample);
}

Test(interop_sealed_file, other_versions_and_other_files_are_refused)
{
	static const struct {
		enum sn_interop_kind kind;
		const char *start, *words;
	} cases[] = {
		{SN_INTEROP_UNSIGNED_TX_SET, "Monero unsigned tx set\003", "old format version 3"},
		{SN_INTEROP_UNSIGNED_TX_SET, "Monero unsigned tx set\004",
		 "old format version 4, from a release before 0.18"},
		{SN_INTEROP_UNSIGNED_TX_SET, "Monero unsigned tx set\006", "format version 6, newer"},
		{SN_INTEROP_SIGNED_TX_SET, "Monero signed tx set\004", "old format version 4"},
		{SN_INTEROP_OUTPUT_EXPORT, "Monero output export\003", "old format version 3"},
		{SN_INTEROP_KEY_IMAGE_EXPORT, "Monero key image export\002", "old format version 2"},
		{SN_INTEROP_UNSIGNED_TX_SET, "Monero multisig unsigned tx set\001", "multisig wallet"},
		{SN_INTEROP_UNSIGNED_TX_SET, "-----BEGIN MoneroAsciiDataV1-----\n", "text format"},
		{SN_INTEROP_UNSIGNED_TX_SET, "SNKN\001\001", "made by sneakernote"},
		{SN_INTEROP_UNSIGNED_TX_SET, "hello", "not a file of the reference wallet"},
	};
	struct interop_wallet wallet;
	interop_wallet_init(&wallet, "0.18.4.0");
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct interop_sample sample = {.kind = cases[i].kind};
		char file[200] = {0};
		strcpy(file, cases[i].start);
		expect_refused(&sample, &wallet, file, sizeof file, cases[i].words);
	}
}

/* c = 0 with R = the neutral element, and numbers that are not below l. */
Test(interop_sealed_file, numbers_of_the_signature_must_be_canonical)
{
	struct interop_wallet wallet;
	struct interop_sample sample = sample_and_wallet(&wallet);
	uint8_t *sig = sample.file.data + sample.file.len - 64, kept[64];
	memcpy(kept, sig, sizeof kept);
	for (int part = 0; part < 2; part++) {
		unsigned carry = 0;
		for (int i = 0; i < 32; i++) {
			carry += sig[32 * part + i] + sn_scalar_order.b[i];
			sig[32 * part + i] = (uint8_t)carry;
			carry >>= 8;
		}
		expect_refused(&sample, &wallet, sample.file.data, sample.file.len, "another wallet");
		memcpy(sig, kept, sizeof kept);
	}
	memset(sig, 0, 64);
	expect_refused(&sample, &wallet, sample.file.data, sample.file.len, "another wallet");
	interop_free(&sample);
}

Test(interop_sealed_file, contents_above_the_limit_do_not_fit)
{
	struct interop_wallet wallet;
	struct sn_error err = {0};
	struct sn_buf file = {0};
	void *large = calloc(1, SN_INTEROP_PLAINTEXT_MAX + 1);
	cr_assert_not_null(large);
	interop_wallet_init(&wallet, "0.18.4.0");
	cr_assert_eq(sn_sealed_file_make(&file, SN_INTEROP_UNSIGNED_TX_SET, &wallet.key, large,
					 SN_INTEROP_PLAINTEXT_MAX + 1, &err),
		     SN_USAGE);
	cr_assert_eq(file.len, 0);
	free(large);
}
