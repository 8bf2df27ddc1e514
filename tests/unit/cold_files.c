#include "cold/files.h"

#include "base/hex.h"
#include "cold_sets.h"
#include "handoff/envelope.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

/* An unsigned file as the hot side writes it. */
static struct sn_buf file_of(const struct sn_account *account, const struct sn_unsigned_set *set)
{
	struct sn_buf content = {0}, file = {0};
	struct sn_error err = {0};
	cr_assert(!sn_unsigned_set_encode(&content, set, &err), "%s", err.text);
	cr_assert(!sn_envelope_seal(&file, SN_ENVELOPE_UNSIGNED_SET, account->network, &account->view_secret,
				    content.data, content.len, &err),
		  "%s", err.text);
	sn_buf_free(&content);
	return file;
}

static void expect_not_opened(const struct sn_account *account, const void *file, size_t len, int code,
			      const char *words)
{
	struct sn_unsigned_set set;
	struct sn_review review;
	struct sn_error err = {0};
	cr_assert_eq(sn_cold_open_and_review(&set, NULL, &review, account, NULL, file, len, 1, &err), code,
		     "%s", words);
	cr_assert(strstr(err.text, words), "\"%s\" does not say \"%s\"", err.text, words);
	cr_assert(set.n == 0 && !set.txs && review.n == 0 && !review.txs);
}

Test(cold_files, signed_file_opens)
{
	struct sn_account alice = cold_account("alice"), bob = cold_account("bob");
	struct sn_unsigned_set made = cold_set(2), set;
	for (size_t i = 0; i < 2; i++) {
		cold_spend_amount(&made.txs[i], &alice, COLD_XMR);
		cold_pay(&made.txs[i], cold_address(&bob, 0, 3), COLD_SMALL + i);
		cold_change(&made.txs[i], 0, 0);
	}
	struct sn_buf file = file_of(&alice, &made), out[2] = {{0}, {0}}, content = {0};
	struct sn_review review;
	struct sn_error err = {0};
	struct sn_hash hashes[2];

	/* Once from bytes, once from hexadecimal text; the result is the same. */
	char *hex = malloc(2 * file.len + 1);
	cr_assert_not_null(hex);
	sn_hex_encode(hex, file.data, file.len);
	for (size_t i = 0; i < 2; i++) {
		cr_assert(!sn_cold_open_and_review(&set, NULL, &review, &alice, NULL,
						   i ? (const void *)hex : file.data,
						   i ? 2 * file.len : file.len, 1, &err),
			  "%s", err.text);
		cr_assert(review.n == 2 && review.sent == 2 * COLD_SMALL + 1);
		cr_assert(!cold_set_sign(&out[i], i ? NULL : hashes, &alice, &set, NULL, NULL, &err), "%s",
			  err.text);
		sn_review_free(&review);
		sn_unsigned_set_free(&set);
	}
	cr_assert(out[0].len == out[1].len && !memcmp(out[0].data, out[1].data, out[0].len));

	struct sn_signed_set signed_set;
	cr_assert(!sn_envelope_open(&content, SN_ENVELOPE_SIGNED_SET, SN_MAINNET, &alice.view_secret,
				    out[0].data, out[0].len, &err),
		  "%s", err.text);
	cr_assert(!sn_signed_set_decode(&signed_set, content.data, content.len, &err), "%s", err.text);
	cr_assert_eq(signed_set.n, 2);
	for (size_t i = 0; i < 2; i++) {
		struct sn_tx tx;
		struct sn_hash hash;
		cr_assert(!sn_tx_parse(&tx, signed_set.txs[i].bytes, signed_set.txs[i].len, false));
		cr_assert(!sn_tx_hash(&hash, &tx));
		cr_assert(sn_hash_is_equal(&hash, &hashes[i]));
		cold_expect_one(&bob, &tx, 0, 3, COLD_SMALL + i);
		cold_expect_created(&alice, &signed_set.txs[i], &tx);
		sn_tx_free(&tx);
	}
	sn_signed_set_free(&signed_set);
	sn_buf_free(&content);
	sn_buf_free(&out[0]);
	sn_buf_free(&out[1]);
	sn_buf_free(&file);
	free(hex);
	cold_free(&made);
}

/* 1-in/2-out: at most 1.4 KiB unsigned, 1.9 KiB signed. */
Test(cold_files, everyday_payment_is_small)
{
	struct sn_account alice = cold_account("alice"), bob = cold_account("bob");
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 1));
	struct sn_buf file = file_of(&alice, &set), out = {0};
	cr_assert(!cold_set_sign(&out, NULL, &alice, &set, NULL, NULL, NULL));
	cr_assert_eq(file.len, 1752);
	cr_assert_eq(out.len, 1752);
	sn_buf_free(&out);
	sn_buf_free(&file);
	cold_free(&set);
}

Test(cold_files, bad_files_are_refused)
{
	struct sn_account alice = cold_account("alice"), bob = cold_account("bob"), other = alice;
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_buf file = file_of(&alice, &set), signed_file = {0};
	cr_assert(!cold_set_sign(&signed_file, NULL, &alice, &set, NULL, NULL, NULL));

	expect_not_opened(&bob, file.data, file.len, SN_BAD_INPUT, "another wallet");
	other.network = SN_STAGENET;
	expect_not_opened(&other, file.data, file.len, SN_BAD_INPUT, "mainnet");
	expect_not_opened(&alice, signed_file.data, signed_file.len, SN_BAD_INPUT, "signed");
	expect_not_opened(&alice, "", 0, SN_BAD_INPUT, "");
	for (size_t len = 1; len < file.len; len += 50)
		expect_not_opened(&alice, file.data, len, SN_BAD_INPUT, "");
	for (size_t at = 0; at < file.len; at += 11) {
		file.data[at] ^= 0x10;
		expect_not_opened(&alice, file.data, file.len, SN_BAD_INPUT, "");
		file.data[at] ^= 0x10;
	}
	sn_buf_free(&file);

	/* The file opens, but violates a rule. */
	set.txs[0].change++;
	file = file_of(&alice, &set);
	expect_not_opened(&alice, file.data, file.len, SN_REFUSED, "the inputs do not equal");
	sn_buf_clear(&signed_file);
	cr_assert_eq(cold_set_sign(&signed_file, NULL, &alice, &set, NULL, NULL, NULL), SN_REFUSED);
	cr_assert_eq(signed_file.len, 0);
	sn_buf_free(&file);

	/* A valid envelope whose contents are not a set. */
	struct sn_error err = {0};
	cr_assert(!sn_envelope_seal(&file, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &alice.view_secret,
				    "rubbish", 7, &err));
	expect_not_opened(&alice, file.data, file.len, SN_BAD_INPUT, "");
	sn_buf_free(&file);
	sn_buf_free(&signed_file);
	cold_free(&set);
}

Test(cold_files, limits_apply_to_review_and_signing)
{
	struct sn_account alice = cold_account("alice"), bob = cold_account("bob");
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0)), opened;
	struct sn_buf file = file_of(&alice, &set), out = {0};
	struct sn_limits limits = {.has_max_fee = true, .max_fee = COLD_FEE - 1};
	struct sn_review review;
	struct sn_error err = {0};
	cr_assert_eq(sn_cold_open_and_review(&opened, NULL, &review, &alice, &limits, file.data, file.len, 1,
					     &err),
		     SN_REFUSED);
	cr_assert(strstr(err.hint, "--max-fee"), "%s", err.text);
	cr_assert_eq(cold_set_sign(&out, NULL, &alice, &set, &limits, NULL, &err), SN_REFUSED);
	limits.max_fee = COLD_FEE;
	cr_assert(!cold_set_sign(&out, NULL, &alice, &set, &limits, NULL, &err), "%s", err.text);
	sn_buf_clear(&out);
	sn_buf_free(&file);

	set.txs[0].unlock_time = 3000000;
	file = file_of(&alice, &set);
	limits = (struct sn_limits){0};
	cr_assert_eq(sn_cold_open_and_review(&opened, NULL, &review, &alice, &limits, file.data, file.len, 1,
					     &err),
		     SN_REFUSED);
	cr_assert_eq(
		sn_cold_open_and_review(&opened, NULL, &review, &alice, NULL, file.data, file.len, 1, &err),
		SN_REFUSED);
	cr_assert(strstr(err.hint, "--allow-unlock-time"), "%s", err.text);
	cr_assert_eq(cold_set_sign(&out, NULL, &alice, &set, &limits, NULL, &err), SN_REFUSED);
	cr_assert_eq(cold_set_sign(&out, NULL, &alice, &set, NULL, NULL, &err), SN_REFUSED);
	cr_assert_eq(out.len, 0);
	limits.allow_unlock_time = true;
	cr_assert(!sn_cold_open_and_review(&opened, NULL, &review, &alice, &limits, file.data, file.len, 1,
					   &err),
		  "%s", err.text);
	cr_assert(!cold_set_sign(&out, NULL, &alice, &set, &limits, NULL, &err), "%s", err.text);
	sn_review_free(&review);
	sn_unsigned_set_free(&opened);
	sn_buf_free(&out);
	sn_buf_free(&file);
	cold_free(&set);
}
