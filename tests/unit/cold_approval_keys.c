#include "cold/approval_keys.h"

#include "approval_vectors.h"
#include "cold_policies.h"

#include <criterion/criterion.h>

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *alice, *bob, *carol;

static void set_up(void)
{
	alice = approval_line("alice");
	bob = approval_line("bob");
	carol = approval_line("carol");
}

static void tear_down(void)
{
	free(alice);
	free(bob);
	free(carol);
}

TestSuite(cold_approval_keys, .init = set_up, .fini = tear_down, .timeout = 60);

#define POLICY(value) "{\"version\":1,\"approvals\":" value "}"

Test(cold_approval_keys, a_policy_has_them_in_its_order)
{
	struct sn_policy *policy = policy_parse(
		POLICY("{\"keys\":{\"carol\":\"%s\",\"Alice B.\":\"%s\"},\"required\":2}"), carol, alice);
	const struct sn_approval_keys *keys = sn_policy_approval_keys(policy);
	cr_assert(keys && keys->required == 2 && keys->n == 2);
	cr_assert_str_eq(keys->keys[0].name, "carol");
	cr_assert_str_eq(keys->keys[1].name, "Alice B.");
	struct sn_detached_key key;
	cr_assert(!sn_detached_key_parse(&key, alice, NULL) && !memcmp(&keys->keys[1].key, &key, sizeof key));
	sn_policy_free(policy);
	policy = policy_parse("{\"version\":1}");
	cr_assert_null(sn_policy_approval_keys(policy));
	cr_assert_null(sn_policy_approval_keys(NULL));
	sn_policy_free(policy);
}

Test(cold_approval_keys, required_is_from_one_to_the_number_of_keys)
{
	static const char *const bad[] = {"0",    "3",    "17", "18446744073709551615", "-1", "\"2\"", "1.0",
					  "null", "true", "[2]"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		policy_expect_bad("required",
				  POLICY("{\"required\":%s,\"keys\":{\"a\":\"%s\",\"b\":\"%s\"}}"), bad[i],
				  alice, bob);
	for (int i = 1; i <= 2; i++)
		sn_policy_free(policy_parse(POLICY("{\"required\":%d,\"keys\":{\"a\":\"%s\",\"b\":\"%s\"}}"),
					    i, alice, bob));
}

Test(cold_approval_keys, missing_and_unknown_members_are_refused)
{
	policy_expect_bad("approvals: JSON", POLICY("{\"keys\":{\"a\":\"%s\"}}"), alice);
	policy_expect_bad("approvals: JSON", POLICY("{\"required\":1}"));
	policy_expect_bad("approvals: keys: no key", POLICY("{\"required\":1,\"keys\":{}}"));
	policy_expect_bad("approvals: JSON", POLICY("{\"required\":1,\"keys\":[\"%s\"]}"), alice);
	policy_expect_bad("unknown key \"require\"",
			  POLICY("{\"required\":1,\"require\":1,\"keys\":{\"a\":\"%s\"}}"), alice);
	policy_expect_bad("unknown key \"Keys\"", POLICY("{\"required\":1,\"Keys\":{\"a\":\"%s\"}}"), alice);
	policy_expect_bad("required", POLICY("{\"required\":1,\"required\":1,\"keys\":{\"a\":\"%s\"}}"),
			  alice);
}

Test(cold_approval_keys, a_key_or_a_name_twice_is_refused)
{
	policy_expect_bad("\"b\": the same key as \"a\"",
			  POLICY("{\"required\":2,\"keys\":{\"a\":\"%s\",\"b\":\"%s\"}}"), alice, alice);
	policy_expect_bad("a", POLICY("{\"required\":2,\"keys\":{\"a\":\"%s\",\"a\":\"%s\"}}"), alice, bob);
	/* The point of alice with another number, and the point of bob with the number of alice. */
	uint8_t bytes[42], other[42];
	char text[100];
	cr_assert(!sodium_base642bin(bytes, 42, alice, 56, NULL, NULL, NULL, sodium_base64_VARIANT_ORIGINAL));
	cr_assert(!sodium_base642bin(other, 42, bob, 56, NULL, NULL, NULL, sodium_base64_VARIANT_ORIGINAL));
	bytes[5] ^= 1;
	sodium_bin2base64(text, sizeof text, bytes, 42, sodium_base64_VARIANT_ORIGINAL);
	policy_expect_bad("\"b\": the same key as \"a\"",
			  POLICY("{\"required\":2,\"keys\":{\"a\":\"%s\",\"b\":\"%s\"}}"), alice, text);
	bytes[5] ^= 1;
	memcpy(other, bytes, 10);
	sodium_bin2base64(text, sizeof text, other, 42, sodium_base64_VARIANT_ORIGINAL);
	policy_expect_bad("\"b\": the key has the same number as \"a\"",
			  POLICY("{\"required\":2,\"keys\":{\"a\":\"%s\",\"b\":\"%s\"}}"), alice, text);
}

Test(cold_approval_keys, names_are_short_lines_of_text)
{
	static const char *const bad[] = {"",
					  " a",
					  "a ",
					  "a  b",
					  "-a",
					  "a\\u0007",
					  "a\\u202e",
					  "a\\n",
					  "a\\\"",
					  "\\u200b",
					  "123456789012345678901234567890123"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		policy_expect_bad("approvals: keys: invalid name",
				  POLICY("{\"required\":1,\"keys\":{\"%s\":\"%s\"}}"), bad[i], alice);
	static const char *const good[] = {"a", "Alice & Bob", "12345678901234567890123456789012",
					   "\xc3\xa9milie"};
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		sn_policy_free(
			policy_parse(POLICY("{\"required\":1,\"keys\":{\"%s\":\"%s\"}}"), good[i], alice));
}

Test(cold_approval_keys, other_values_are_no_key)
{
	static const char *const bad[] = {"1", "null", "true", "[]", "{}"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		policy_expect_bad("\"a\": the key must be a string",
				  POLICY("{\"required\":1,\"keys\":{\"a\":%s}}"), bad[i]);
	policy_expect_bad("\"a\": not a public key", POLICY("{\"required\":1,\"keys\":{\"a\":\"\"}}"));
	policy_expect_bad("\"a\": not a public key", POLICY("{\"required\":1,\"keys\":{\"a\":\"%s\\n\"}}"),
			  alice);
}

Test(cold_approval_keys, sixteen_keys_are_the_most)
{
	for (size_t n = 16; n <= 17; n++) {
		char text[2048] = "";
		for (size_t i = 0; i < n; i++) {
			uint8_t bytes[42] = "Ed", secret[64];
			char key[60];
			randombytes_buf(bytes + 2, 8);
			crypto_sign_keypair(bytes + 10, secret);
			sodium_bin2base64(key, sizeof key, bytes, 42, sodium_base64_VARIANT_ORIGINAL);
			sprintf(text + strlen(text), "%s\"%zu\":\"%s\"", i ? "," : "", i, key);
		}
		if (n == 16)
			sn_policy_free(policy_parse(POLICY("{\"required\":16,\"keys\":{%s}}"), text));
		else
			policy_expect_bad("\"16\": more than 16 keys",
					  POLICY("{\"required\":16,\"keys\":{%s}}"), text);
	}
}
