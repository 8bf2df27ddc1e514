#include "cold/approvals.h"

#include "approval_vectors.h"
#include "cold/files.h"
#include "cold/review_print.h"
#include "cold_policies.h"
#include "cold_sets.h"

#include <criterion/criterion.h>

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Three signers, whose keys the policy has, and one stranger. */
enum { ANN, BEN, CLEO, STRANGER, SIGNERS };
static const char *const names[] = {"ann", "ben", "cleo", "stranger"};
static struct {
	uint8_t bytes[42]; /* "Ed", number, point */
	uint8_t secret[64];
} keys[SIGNERS];

static struct sn_account owner;
static struct sn_buf file, other;
static struct sn_policy *policy;
static struct sn_limits limits;
static struct sn_approvals approvals;
static struct sn_error err;

static void set_up(void)
{
	char text[SIGNERS][60];
	for (size_t i = 0; i < SIGNERS; i++) {
		memcpy(keys[i].bytes, "Ed........", 10);
		keys[i].bytes[2] = (uint8_t)i;
		crypto_sign_keypair(keys[i].bytes + 10, keys[i].secret);
		sodium_bin2base64(text[i], 60, keys[i].bytes, 42, sodium_base64_VARIANT_ORIGINAL);
	}
	policy = policy_parse("{\"version\":1,\"approvals\":{\"required\":2,\"keys\":"
			      "{\"ann\":\"%s\",\"ben\":\"%s\",\"cleo\":\"%s\"}}}",
			      text[ANN], text[BEN], text[CLEO]);
	owner = cold_account("alice");
	struct sn_account bob = cold_account("bob");
	for (uint32_t i = 0; i < 2; i++) {
		struct sn_unsigned_set set = cold_everyday(&owner, cold_address(&bob, 0, i));
		cr_assert(cold_seal(i ? &other : &file, &owner, &set));
		cold_free(&set);
	}
	sn_policy_apply(&limits, policy);
	limits.approvals = &approvals;
}

static void tear_down(void)
{
	sn_approvals_free(&approvals);
	sn_policy_free(policy);
	sn_buf_free(&file);
	sn_buf_free(&other);
}

TestSuite(cold_approvals, .init = set_up, .fini = tear_down, .timeout = 60);

/* Add a file of signify by `who` with the number of `number`, over `message`. */
static void add_by(size_t who, size_t number, const struct sn_buf *message)
{
	struct sn_buf text = {0};
	uint8_t bytes[74];
	char line[120];
	memcpy(bytes, keys[number].bytes, 10);
	crypto_sign_detached(bytes + 10, NULL, message->data, message->len, keys[who].secret);
	sodium_bin2base64(line, sizeof line, bytes, sizeof bytes, sodium_base64_VARIANT_ORIGINAL);
	sn_put_bytes(&text, "untrusted comment: x\n", 21);
	sn_put_bytes(&text, line, strlen(line));
	sn_put_u8(&text, '\n');
	cr_assert_eq(sn_approvals_add(&approvals, names[who], &text, &err), SN_OK, "%s", err.text);
	cr_assert(!text.data);
}

static void add(size_t who)
{
	add_by(who, who, &file);
}

static struct sn_unsigned_set set;
static struct sn_review review;

/* Open, review, and sign as cold-sign does. */
static int sign(void)
{
	struct sn_buf out = {0};
	err = (struct sn_error){0};
	int ret = sn_cold_open_and_review(&set, NULL, &review, &owner, &limits, file.data, file.len, 1, &err);
	if (ret)
		return ret;
	struct sn_error early = {0};
	const struct sn_signing signing = {.jobs = 1, .approvals = &review.approvals};
	int before = sn_approvals_need(policy, &review.approvals, &set.digest, &early);
	ret = cold_set_sign(&out, NULL, &owner, &set, &limits, &signing, &err);
	cr_assert(ret == before && !ret == (out.len > 0) && !strcmp(early.text, err.text));
	sn_buf_free(&out);
	return ret;
}

static void done(void)
{
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
	sn_approvals_free(&approvals);
}

static void refuses(const char *words)
{
	cr_assert_eq(sign(), SN_REFUSED);
	cr_assert(strstr(err.text, words), "\"%s\" does not say \"%s\"", err.text, words);
	done();
}

Test(cold_approvals, enough_of_them_are_required)
{
	refuses("policy: 2 of 2 required approvals are missing; not approved by ann, ben, cleo");
	add(BEN);
	refuses("policy: 1 of 2 required approvals is missing; not approved by ann, cleo");
	for (size_t i = 0; i < 3; i++) {
		add(i);
		add((i + 1) % 3);
		cr_assert_eq(sign(), SN_OK, "%s", err.text);
		cr_assert_eq(sn_approvals_count(&review.approvals), 2);
		for (size_t k = 0; k < 3; k++)
			cr_assert_eq(review.approvals.is_given[k], k == i || k == (i + 1) % 3);
		done();
	}
	add(ANN);
	add(BEN);
	add(CLEO);
	cr_assert_eq(sign(), SN_OK, "%s", err.text);
	done();
}

Test(cold_approvals, one_key_counts_once)
{
	add(ANN);
	add(ANN);
	add(ANN);
	refuses("1 of 2 required approvals is missing; not approved by ben, cleo");
}

Test(cold_approvals, a_signature_of_another_file_is_an_error)
{
	add(ANN);
	add(BEN);
	add_by(CLEO, CLEO, &other);
	refuses("approval cleo: not a valid signature of this unsigned file by cleo");
}

Test(cold_approvals, an_unknown_key_is_an_error)
{
	add(ANN);
	add(BEN);
	add(STRANGER);
	refuses("approval stranger: signed with the key 2E2E2E2E2E2E2E03, which the policy does not have");
}

Test(cold_approvals, the_number_of_another_key_is_an_error)
{
	add(ANN);
	add_by(STRANGER, BEN, &file);
	refuses("approval stranger: not a valid signature of this unsigned file by ben");
	add(ANN);
	add_by(ANN, BEN, &file);
	refuses("approval ann: not a valid signature of this unsigned file by ben");
}

/* The signature must be of the bytes that cross the gap, not of what they contain. */
Test(cold_approvals, hexadecimal_text_is_another_file)
{
	char *hex = malloc(2 * file.len + 1);
	sodium_bin2hex(hex, 2 * file.len + 1, file.data, file.len);
	add(ANN);
	add(BEN);
	cr_assert_eq(sign(), SN_OK);
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
	struct sn_buf binary = file;
	file = (struct sn_buf){.data = (uint8_t *)hex, .len = 2 * binary.len};
	refuses("approval ann: not a valid signature");
	add(ANN);
	add(BEN);
	cr_assert_eq(sign(), SN_OK, "%s", err.text);
	done();
	file = binary;
	free(hex);
}

/* A caller that knows nothing of approvals, or that confuses two files, must not sign. */
Test(cold_approvals, signing_alone_requires_them_too)
{
	struct sn_buf out = {0};
	add(ANN);
	add(BEN);
	cr_assert_eq(sign(), SN_OK, "%s", err.text);
	struct sn_signing signing = {.jobs = 1};
	cr_assert_eq(cold_set_sign(&out, NULL, &owner, &set, &limits, NULL, &err), SN_REFUSED);
	cr_assert_eq(cold_set_sign(&out, NULL, &owner, &set, &limits, &signing, &err), SN_REFUSED);
	cr_assert(strstr(err.text, "policy: 2 approvals are required, which only cold-sign can check"), "%s",
		  err.text);
	const struct sn_review_approvals good = review.approvals;
	struct sn_review_approvals wrong = good;
	signing.approvals = &wrong;
	wrong.digest.b[0] ^= 1;
	cr_assert_eq(cold_set_sign(&out, NULL, &owner, &set, &limits, &signing, &err), SN_REFUSED);
	wrong = good;
	wrong.n = 0;
	cr_assert_eq(cold_set_sign(&out, NULL, &owner, &set, &limits, &signing, &err), SN_REFUSED);
	wrong = good;
	wrong.is_given[BEN] = false;
	cr_assert_eq(cold_set_sign(&out, NULL, &owner, &set, &limits, &signing, &err), SN_REFUSED);
	wrong = (struct sn_review_approvals){0}; /* reviewed without the policy */
	cr_assert_eq(cold_set_sign(&out, NULL, &owner, &set, &limits, &signing, &err), SN_REFUSED);
	cr_assert_eq(out.len, 0);
	done();
}

/* The reviewed set is replaced by that of another file. */
Test(cold_approvals, belong_to_the_set_in_the_file)
{
	struct sn_buf out = {0};
	struct sn_unsigned_set second;
	struct sn_review second_review;
	add(ANN);
	add(BEN);
	cr_assert_eq(sign(), SN_OK, "%s", err.text);
	limits.approvals = NULL;
	cr_assert(!sn_cold_open_and_review(&second, NULL, &second_review, &owner, &limits, other.data,
					   other.len, 1, &err));
	const struct sn_signing signing = {.jobs = 1, .approvals = &review.approvals};
	cr_assert_eq(cold_set_sign(&out, NULL, &owner, &second, &limits, &signing, &err), SN_REFUSED);
	cr_assert(strstr(err.text, "of another file"), "%s", err.text);
	sn_review_free(&second_review);
	sn_unsigned_set_free(&second);
	done();
}

Test(cold_approvals, do_not_change_the_signed_file)
{
	struct sn_buf out[2] = {{0}, {0}};
	for (size_t i = 0; i < 2; i++) {
		add(i ? CLEO : BEN);
		add(ANN);
		cr_assert(!sn_cold_open_and_review(&set, NULL, &review, &owner, &limits, file.data, file.len,
						   1, &err));
		const struct sn_signing signing = {.jobs = 1, .approvals = &review.approvals};
		cr_assert(!cold_set_sign(&out[i], NULL, &owner, &set, &limits, &signing, &err));
		done();
	}
	cr_assert(out[0].len == out[1].len && !memcmp(out[0].data, out[1].data, out[0].len));
	sn_buf_free(&out[0]);
	sn_buf_free(&out[1]);
}

Test(cold_approvals, are_not_looked_at_without_such_a_policy)
{
	struct sn_policy *free_policy = policy_parse("{\"version\":1}");
	struct sn_review_approvals result;
	const struct sn_hash digest = {{1}};
	add(STRANGER);
	cr_assert(!sn_approvals_check(&result, free_policy, &approvals, file.data, file.len, &digest, &err));
	cr_assert(!result.required && !result.n);
	cr_assert(!sn_approvals_need(free_policy, NULL, &digest, &err));
	cr_assert(!sn_approvals_need(NULL, NULL, &digest, &err));
	cr_assert(!sn_approvals_refuse(free_policy, &err) && !sn_approvals_refuse(NULL, &err));
	cr_assert_eq(sn_approvals_refuse(policy, &err), SN_REFUSED);
	sn_policy_free(free_policy);
}

Test(cold_approvals, bad_files_and_too_many_are_refused)
{
	struct sn_buf text = {0};
	sn_put_bytes(&text, "untrusted comment: x\n", 21);
	cr_assert_eq(sn_approvals_add(&approvals, "broken", &text, &err), SN_BAD_INPUT);
	cr_assert(!text.data && !approvals.n && strstr(err.text, "broken: not a signature of"), "%s",
		  err.text);
	for (size_t i = 0; i < SN_APPROVALS_MAX; i++)
		add(ANN);
	text = approval_file("carol_plain");
	cr_assert_eq(sn_approvals_add(&approvals, "one more", &text, &err), SN_REFUSED);
	cr_assert(!text.data && strstr(err.text, "more than 64 approvals"));
}

Test(cold_approvals, the_review_names_them)
{
	struct sn_buf text = {0};
	add(CLEO);
	cr_assert_eq(sign(), SN_REFUSED);
	cr_assert(!sn_review_text(&text, &review, SN_REVIEW_TO_LOOK));
	sn_put_u8(&text, 0);
	cr_assert(strstr((char *)text.data, "approvals: 1 given, 2 required\n"
					    "  not by       ann\n"
					    "  not by       ben\n"
					    "  approved by  cleo\n"),
		  "%s", (char *)text.data);
	sn_buf_free(&text);
	cr_assert(!sn_review_json(&text, &review));
	sn_put_u8(&text, 0);
	cJSON *root = cJSON_Parse((char *)text.data), *a = cJSON_GetObjectItem(root, "approvals");
	cr_assert_eq(cJSON_GetObjectItem(a, "required")->valueint, 2);
	cJSON *by = cJSON_GetObjectItem(a, "approved_by"),
	      *not_by = cJSON_GetObjectItem(a, "not_approved_by");
	cr_assert(cJSON_GetArraySize(by) == 1 && !strcmp(by->child->valuestring, "cleo"));
	cr_assert(cJSON_GetArraySize(not_by) == 2 && !strcmp(not_by->child->valuestring, "ann"));
	cJSON_Delete(root);
	sn_buf_free(&text);
	done();
}

/* All names at their longest still fit into the message. */
Test(cold_approvals, a_long_list_of_names_is_complete)
{
	char list[4096] = "";
	for (size_t i = 0; i < 16; i++) {
		uint8_t bytes[42] = "Ed", secret[64];
		char key[60];
		bytes[2] = (uint8_t)i;
		crypto_sign_keypair(bytes + 10, secret);
		sodium_bin2base64(key, sizeof key, bytes, 42, sodium_base64_VARIANT_ORIGINAL);
		sprintf(list + strlen(list), "%s\"%032zu\":\"%s\"", i ? "," : "", i, key);
	}
	struct sn_policy *long_policy =
		policy_parse("{\"version\":1,\"approvals\":{\"required\":16,\"keys\":{%s}}}", list);
	struct sn_review_approvals result;
	const struct sn_hash digest = {{1}};
	cr_assert(!sn_approvals_check(&result, long_policy, NULL, file.data, file.len, &digest, &err));
	cr_assert_eq(sn_approvals_need(long_policy, &result, &digest, &err), SN_REFUSED);
	cr_assert(strstr(err.text, "00000000000000000000000000000014, 00000000000000000000000000000015"),
		  "%s", err.text);
	sn_policy_free(long_policy);
}
