/* Files of the signer: payments in both formats, and lists of key images. */
#include "ctime.h"

#include "base/file.h"
#include "base/hex.h"
#include "chain/mnemonic.h"
#include "cold/exported_images.h"
#include "cold/files.h"
#include "cold/restore.h"
#include "crypto/derive.h"
#include "interop/sealed_file.h"

#include "../unit/cold_proposal_sets.h"
#include "../unit/cold_sets.h"

#include <stdio.h>
#include <string.h>

/* The line of the vector file that begins with `name` and a space, without these. */
struct sn_buf vector_line(const char *name)
{
	struct sn_buf file = {0}, line = {0};
	char start[32];
	expect(!sn_file_read(vector_path, 1 << 20, &file, NULL), "the vector file cannot be read");
	sn_put_u8(&file, 0);
	snprintf(start, sizeof start, "\n%s ", name);
	const char *at = strstr((const char *)file.data, start);
	expect(at != NULL, "the vector file lacks a line");
	at += strlen(start);
	sn_put_bytes(&line, at, strcspn(at, "\n"));
	sn_buf_free(&file);
	return line;
}

struct sn_account vector_account(void)
{
	struct sn_buf words = vector_line("words");
	struct sn_account account;
	uint8_t seed[SN_SEED_BYTES];
	expect(!sn_mnemonic_decode(seed, (const char *)words.data, words.len, NULL), "the words are wrong");
	sn_account_from_seed(&account, SN_MAINNET, seed);
	sn_buf_free(&words);
	return account;
}

/* A payment as cold-sign makes it: review, signing, self-check, sealing. Everything that hangs on either
 * secret key is secret. Opening the file comes before: whether the envelope is whole is a branch on what the
 * view key gives, within libsodium, and what is in it is shown. */
static struct sn_buf sign_file(struct sn_account *account, const struct sn_buf *file)
{
	struct sn_buf out = {0};
	struct sn_unsigned_set set;
	struct sn_review review;
	struct sn_error err = {0};
	int ret = sn_cold_open_and_review(&set, NULL, &review, account, NULL, file->data, file->len, 1, &err);
	expect(!ret, err.text);
	SN_SECRET(&account->spend_secret, sizeof account->spend_secret);
	SN_SECRET(&account->view_secret, sizeof account->view_secret);
	ret = cold_set_sign(&out, NULL, account, &set, NULL, NULL, &err);
	expect(!ret, err.text);
	SN_PUBLIC(out.data, out.len);
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
	return out;
}

/* The one of the vector: 1 input, 2 outputs. */
static void sign(void)
{
	struct sn_account account = vector_account();
	struct sn_buf file = vector_line("unsigned"), hex = vector_line("signed"), expected = {0};
	expect(!sn_hex_decode_buf(&expected, (const char *)hex.data, hex.len),
	       "the signed file is no hexadecimal text");
	struct sn_buf out = sign_file(&account, &file);
	expect(out.len == expected.len && !memcmp(out.data, expected.data, out.len),
	       "the signed file is another");
	sn_buf_free(&file);
	sn_buf_free(&hex);
	sn_buf_free(&expected);
	sn_buf_free(&out);
}

/* What that one lacks: pseudo-output masks that are drawn, inputs at subaddresses and of each kind of mask,
 * additional tx keys. */
static void sign_several(void)
{
	static const struct cold_output coins[] = {
		{.to = {0, 3}, .amount = COLD_XMR, .mask_kind = SN_MASK_EXPLICIT, .index = 2},
		{.to = {0, 0}, .amount = COLD_XMR, .mask_kind = SN_MASK_DERIVED, .index = 1},
		{.to = {0, 1}, .amount = COLD_XMR, .mask_kind = SN_MASK_ONE, .index = 0},
	};
	struct sn_account account = cold_account("alice"), bob = cold_account("bob");
	struct sn_buf file = {0};
	struct sn_unsigned_set set = cold_set(1);
	struct sn_tx_plan plan;
	for (size_t i = 0; i < sizeof coins / sizeof *coins; i++)
		cold_spend(&set.txs[0], &account, &coins[i]);
	cold_pay(&set.txs[0], cold_address(&bob, 0, 1), COLD_XMR / 2);
	cold_pay(&set.txs[0], cold_address(&bob, 0, 0), COLD_XMR / 2);
	cold_change(&set.txs[0], 0, 0);
	expect(!sn_tx_plan(&plan, &account, &set.txs[0], NULL) && plan.has_additional_keys,
	       "there are additional tx keys");
	expect(cold_seal(&file, &account, &set), "the set can be written");
	struct sn_buf out = sign_file(&account, &file);
	expect(out.len > 0, "the signed file is there");
	cold_free(&set);
	sn_buf_free(&file);
	sn_buf_free(&out);
}

/* Proposals: inputs of each kind, to all kinds of addresses; with two outputs and with more. */
static void sign_proposals(void)
{
	static const enum sn_proposal_input_kind kinds[] = {SN_PROPOSAL_OLD, SN_PROPOSAL_NORMAL,
							    SN_PROPOSAL_SPECIAL, SN_PROPOSAL_COINBASE};
	struct sn_account account = cold_account("alice"), bob = cold_account("bob");
	struct sn_proposal_set made = proposal_set(2);
	struct sn_buf file = {0}, out = {0};
	struct sn_cold_set set;
	struct sn_review review;
	struct sn_error err = {0};
	for (size_t i = 0; i < 4; i++)
		proposal_spend(&made.proposals[0], &account, kinds[i],
			       (struct sn_subaddress_index){0, kinds[i] == SN_PROPOSAL_COINBASE ? 0 : 3},
			       COLD_XMR);
	proposal_pay(&made.proposals[0], cold_address(&bob, 0, 1), COLD_XMR / 2);
	proposal_pay(&made.proposals[0], cold_address(&account, 0, 1), COLD_XMR / 2);
	proposal_pay_self(&made.proposals[0], (struct sn_subaddress_index){0, 2}, COLD_XMR / 2);
	proposal_change(&made.proposals[0], 0);
	proposal_spend(&made.proposals[1], &account, SN_PROPOSAL_NORMAL, (struct sn_subaddress_index){0, 0},
		       COLD_XMR);
	proposal_pay(&made.proposals[1], cold_integrated(&bob, 5), COLD_XMR / 2);
	proposal_change(&made.proposals[1], 0);
	proposal_seal(&file, &account, &made);
	int ret = sn_cold_set_open_and_review(&set, NULL, &review, &account, NULL, file.data, file.len, 1,
					      &err);
	expect(!ret, err.text);
	SN_SECRET(&account.spend_secret, sizeof account.spend_secret);
	SN_SECRET(&account.view_secret, sizeof account.view_secret);
	ret = sn_cold_set_sign(&out, NULL, &account, &set, NULL, NULL, &err);
	expect(!ret && out.len, err.text);
	sn_review_free(&review);
	sn_cold_set_free(&set);
	proposal_free(&made);
	sn_buf_free(&file);
	sn_buf_free(&out);
}

/* The wallet of tests/vectors/interop/0.18.4.0. */
static struct sn_account sample_account(void)
{
	static const char view[] = "546f33ab1c184d4546869cf325355183a365e3e6b900266436aec47e8711dc0b",
			  spend[] = "53d888e8b6f93495056a318fbda57011eb31b02e364a486562a8c8e5effa530f";
	struct sn_account account;
	struct sn_scalar a, b;
	expect(!sn_hex_decode(a.b, sizeof a.b, view) && !sn_hex_decode(b.b, sizeof b.b, spend),
	       "the keys of the sample are wrong");
	expect(!sn_account_from_secrets(&account, SN_MAINNET, &a, &b, NULL), "the keys are no account");
	return account;
}

/* The answer to a file of the reference wallet, with the key images that it lists. Opening comes before, as
 * in sign_file. */
static void sign_reference(void)
{
	struct sn_account account = sample_account();
	struct sn_buf file = {0}, out = {0};
	struct sn_reference_request reference = {0};
	const struct sn_signing signing = {.jobs = 1, .reference = &reference};
	struct sn_unsigned_set set;
	struct sn_review review;
	struct sn_error err = {0};
	char path[1024];
	const char *slash = strrchr(vector_path, '/');
	snprintf(path, sizeof path, "%.*s/interop/0.18.4.0/unsigned-standard-1.bin",
		 (int)(slash - vector_path), vector_path);
	expect(!sn_file_read(path, 1 << 20, &file, &err), err.text);
	int ret = sn_cold_open_and_review(&set, &reference, &review, &account, NULL, file.data, file.len, 1,
					  &err);
	expect(!ret && reference.is_by_index && reference.listed.n > 1, err.text);
	SN_SECRET(&account.spend_secret, sizeof account.spend_secret);
	SN_SECRET(&account.view_secret, sizeof account.view_secret);
	SN_SECRET(&reference.key->view_secret, sizeof reference.key->view_secret);
	SN_SECRET(&reference.key->cipher, sizeof reference.key->cipher);
	ret = cold_set_sign(&out, NULL, &account, &set, NULL, &signing, &err);
	expect(!ret && out.len, err.text);
	sn_reference_request_free(&reference);
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
	sn_buf_free(&file);
	sn_buf_free(&out);
}

struct sn_listed_output own_output(const struct sn_account *account, struct sn_point tx_key, uint32_t i,
				   struct sn_subaddress_index index)
{
	struct sn_listed_output o = {.tx_key = tx_key, .index = i, .subaddress = index};
	struct sn_point derivation;
	struct sn_scalar spend, x;
	expect(!sn_derive(&derivation, &tx_key, &account->view_secret), "R decodes");
	sn_account_spend_secret(&spend, account, index);
	sn_derive_secret_key(&x, &derivation, i, &spend);
	sn_secret_to_public(&o.key, &x);
	return o;
}

/* The same outputs in an export of the reference wallet, which may not name the subaddresses. The images are
 * proved, and public: they are in the file. */
static void exported_images(const struct sn_account *account, const struct sn_listed_output *outputs,
			    size_t n, const struct sn_listed_image *expected)
{
	struct sn_exported_transfer_details details[3] = {0};
	struct sn_signed_key_image images[3];
	struct sn_error err = {0};
	expect(n <= 3, "too many");
	for (size_t i = 0; i < n; i++) {
		details[i].pubkey = outputs[i].key;
		details[i].tx_pubkey = outputs[i].tx_key;
		details[i].internal_output_index = outputs[i].index;
		details[i].subaddress = outputs[i].subaddress;
	}
	for (uint8_t version = 0; version < 2; version++) {
		const struct sn_exported_transfers transfers = {
			.version = version, .outputs = details, .n = n, .total = n};
		int ret = sn_exported_images_compute(images, account, &transfers, NULL, &err);
		expect(!ret, err.text);
		for (size_t i = 0; i < n; i++)
			expect(sn_point_is_equal(&images[i].image, &expected[i].image),
			       "a proved key image is another");
	}
}

/* Key images as ki-restore computes them: both secret keys are secret, and so is what comes out. */
static void key_images(void)
{
	enum { N = 3 };
	struct sn_account account = vector_account();
	struct sn_listed_output outputs[N] = {
		own_output(&account, point("R0"), 0, (struct sn_subaddress_index){0, 0}),
		own_output(&account, point("R1"), 1, (struct sn_subaddress_index){0, 7}),
		own_output(&account, point("R2"), 300, (struct sn_subaddress_index){2, 1}),
	};
	struct sn_proposal_set carrot = proposal_set(1);
	struct sn_listed_image expected[2 * N], images[2 * N];
	struct sn_error err = {0};
	for (int kind = SN_PROPOSAL_NORMAL; kind <= SN_PROPOSAL_COINBASE; kind++)
		proposal_spend(carrot.proposals, &account, (enum sn_proposal_input_kind)kind,
			       (struct sn_subaddress_index){0, 0}, COLD_XMR);
	const struct sn_output_list list = {
		.outputs = outputs, .n = N, .carrot = carrot.proposals->inputs, .n_carrot = N};
	int ret = sn_restore_compute(expected, &account, &list, NULL, &err);
	expect(!ret, err.text);
	SN_SECRET(&account.spend_secret, sizeof account.spend_secret);
	SN_SECRET(&account.view_secret, sizeof account.view_secret);
	ret = sn_restore_compute(images, &account, &list, NULL, &err);
	expect(!ret, err.text);
	for (size_t i = 0; i < 2 * N; i++) {
		if (i < N)
			expect_secret(&images[i].image, sizeof images[i].image, "a key image");
		SN_PUBLIC(&images[i].image, sizeof images[i].image);
		expect(sn_point_is_equal(&images[i].image, &expected[i].image), "a key image is another");
	}
	exported_images(&account, outputs, N, expected);
	/* One that is not ours. */
	outputs[1].key = point("P");
	expect(sn_restore_compute(images, &account, &list, NULL, &err) == SN_REFUSED,
	       "the output of another is not refused");
	outputs[1] = own_output(&account, point("R1"), 1, (struct sn_subaddress_index){0, 7});
	list.carrot[1].amount++;
	expect(sn_restore_compute(images, &account, &list, NULL, &err) == SN_REFUSED,
	       "the Carrot output of another is not refused");
	proposal_free(&carrot);
}

/* The two signatures of the files of the reference wallet, and a whole file. The key of the cipher is not
 * derived here: CryptoNight is not constant time. */
static void interop_files(void)
{
	struct sn_interop_key key = {number("a"), point("a"), {"cipher key"}};
	struct sn_scalar x = number("x");
	struct sn_point p = point("x"), image;
	struct sn_signature signature;
	struct sn_buf file = {0}, opened = {0};
	uint8_t plaintext[100] = "plaintext";
	sn_key_image(&image, &p, &x);
	SN_SECRET(&x, sizeof x);
	expect(!sn_key_image_signature_make(&signature, &image, &p, &x), "the key image is signed");

	SN_SECRET(&key.view_secret, sizeof key.view_secret);
	SN_SECRET(&key.cipher, sizeof key.cipher);
	SN_SECRET(plaintext, sizeof plaintext);
	expect(!sn_sealed_file_make(&file, SN_INTEROP_UNSIGNED_TX_SET, &key, plaintext, sizeof plaintext,
				    NULL),
	       "the file is sealed");
	expect(!sn_sealed_file_open(&opened, SN_INTEROP_UNSIGNED_TX_SET, &key, file.data, file.len, NULL),
	       "the file opens");
	expect_secret(opened.data, opened.len, "the plaintext");
	sn_buf_free(&file);
	sn_buf_free(&opened);
}

const struct section ctime_signing[] = {
	{"sign", sign},
	{"sign-several", sign_several},
	{"sign-proposals", sign_proposals},
	{"sign-reference", sign_reference},
	{"key-images", key_images},
	{"interop-files", interop_files},
	{NULL, NULL},
};
