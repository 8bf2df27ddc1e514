/* The policy file: its keys, corrupt files, and its schema, documentation and sample. */
#include "cold/policy.h"

#include "base/file.h"
#include "base/json.h"
#include "cold_policies.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TestSuite(cold_policy_file, .timeout = 60);

/* A value that `key` may have. */
static const char *good_value(const char *key)
{
	if (!strncmp(key, "max_", 4))
		return "5";
	if (!strncmp(key, "allow_", 6))
		return "true";
	if (!strcmp(key, "period"))
		return "\"day\"";
	if (!strcmp(key, "approvals"))
		return "{\"required\":1,\"keys\":{\"alice\":"
		       "\"RWT1Wr4sLBp345sBPLqIenAxs89bRg2nXYDnEOrL3wGRSFpAfcu6+5L2\"}}";
	return !strcmp(key, "version") ? "1" : "[\"own\"]";
}

/* The members that `key` requires: the version, and a period for its limits. */
static const char *required_by(const char *key)
{
	size_t len = strlen(key);
	if (len > 11 && !strcmp(key + len - 11, "_per_period"))
		return "\"version\":1,\"period\":60,";
	return strcmp(key, "version") ? "\"version\":1," : "";
}

Test(cold_policy_file, values_of_a_wrong_type_are_refused)
{
	static const char *const values[] = {
		"5",         "1",
		"0",         "true",
		"[\"own\"]", "[]",
		"null",      "\"5\"",
		"\"true\"",  "\"\"",
		"{}",        "-1",
		"1.0",       "1.5",
		"1e3",       "[1]",
		"-0",        "18446744073709551616",
		"[5]",       "[true]",
		"2",         "99999999999999999999999999",
		"\"own\"",   "{\"own\":1}",
		"0.01",      "\"day\"",
		"\"Day\"",   "[\"day\"]",
	};
	size_t n_keys = 0, n_taken = 0;
	for (const char *key; (key = sn_policy_key(n_keys)); n_keys++) {
		sn_policy_free(policy_parse("{%s\"%s\":%s}", required_by(key), key, good_value(key)));
		for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
			const char *v = values[i];
			bool is_number =
				!strcmp(v, "5") || !strcmp(v, "1") || !strcmp(v, "0") || !strcmp(v, "2");
			bool is_good = !strncmp(key, "max_", 4)     ? is_number
				       : !strncmp(key, "allow_", 6) ? !strcmp(v, "true")
				       : !strcmp(key, "version")    ? !strcmp(v, "1")
				       : !strcmp(key, "period")
					       ? (is_number && strcmp(v, "0")) || !strcmp(v, "\"day\"")
				       : !strcmp(key, "approvals")
					       ? false
					       : !strcmp(v, "[]") || !strcmp(v, "[\"own\"]");
			if (is_good)
				sn_policy_free(policy_parse("{%s\"%s\":%s}", required_by(key), key, v));
			else
				policy_expect_bad(key, "{%s\"%s\":%s}", required_by(key), key, v);
			n_taken += is_good;
		}
	}
	cr_assert(n_keys == 17 && n_taken == 11 * 4 + 2 + 1 + 2 + 4, "%zu keys, %zu values", n_keys, n_taken);
}

Test(cold_policy_file, a_misspelt_key_is_an_error)
{
	for (size_t k = 0; sn_policy_key(k); k++) {
		const char *key = sn_policy_key(k), *value = good_value(key);
		char wrong[80];
		size_t len = strlen(key);
		for (size_t i = 0; i < len; i++) {
			/* A character missing, of the other case, or another one. */
			snprintf(wrong, sizeof wrong, "%.*s%s", (int)i, key, key + i + 1);
			policy_expect_bad("unknown key \"", "{\"version\":1,\"%s\":%s}", wrong, value);
			strcpy(wrong, key);
			wrong[i] ^= 0x20;
			if (wrong[i] != 0x7f)
				policy_expect_bad(wrong, "{\"version\":1,\"%s\":%s}", wrong, value);
			wrong[i] = '-';
			policy_expect_bad(wrong, "{\"version\":1,\"%s\":%s}", wrong, value);
		}
		policy_expect_bad("unknown key \"", "{\"version\":1,\"%s \":%s}", key, value);
		policy_expect_bad("unknown key \"", "{\"version\":1,\" %s\":%s}", key, value);
		policy_expect_bad("unknown key \"", "{\"version\":1,\"%ss\":%s}", key, value);
	}
	policy_expect_bad("unknown key \"\"", "{\"version\":1,\"\":1}");
	policy_expect_bad("unknown key \"$schema\"", "{\"$schema\":\"policy.schema.json\",\"version\":1}");
}

Test(cold_policy_file, a_key_twice_is_an_error)
{
	for (size_t k = 0; sn_policy_key(k); k++) {
		const char *key = sn_policy_key(k), *value = good_value(key);
		policy_expect_bad(key, "{%s\"%s\":%s,\"%s\":%s}", required_by(key), key, value, key, value);
		/* However it is written. */
		policy_expect_bad(key, "{%s\"%s\":%s,\"\\u%04x%s\":%s}", required_by(key), key, value,
				  (unsigned)key[0], key + 1, value);
	}
}

Test(cold_policy_file, other_texts_are_refused)
{
	policy_expect_bad("version is missing", "{}");
	policy_expect_bad("version is missing", "{\"max_fee_per_set\":1}");
	policy_expect_bad("unsupported version 2; this program supports 1", "{\"version\":2}");
	policy_expect_bad("unsupported version 0", "{\"version\":0}");
	policy_expect_bad("not a JSON object", "[]");
	policy_expect_bad("not a JSON object", "1");
	policy_expect_bad("not a JSON object", "null");
	policy_expect_bad("not a JSON object", "[{\"version\":1}]");
	policy_expect_bad("JSON", "%s", "");
	policy_expect_bad("JSON", "{\"version\":1}{\"version\":1}");
	policy_expect_bad("JSON", "{\"version\":1,}");
	policy_expect_bad("JSON", "{\"version\":1} // one");
	policy_expect_bad("JSON", "{'version':1}");
	policy_expect_bad("byte order mark", "\xef\xbb\xbf{\"version\":1}");
}

static struct sn_buf read_file(const char *name)
{
	char path[4096];
	struct sn_buf file = {0};
	struct sn_error err = {0};
	snprintf(path, sizeof path, "%s/../%s", TESTS_DIR, name);
	cr_assert_eq(sn_file_read(path, 1 << 20, &file, &err), SN_OK, "%s", err.text);
	return file;
}

Test(cold_policy_file, limits_on_a_period_require_one)
{
	struct sn_policy_period period;
	for (size_t i = 0; i < SN_PERIOD_LIMITS; i++) {
		const char *key = sn_policy_period_key(i);
		char words[64];
		snprintf(words, sizeof words, "%s requires period", key);
		policy_expect_bad(words, "{\"version\":1,\"%s\":1}", key);
		struct sn_policy *policy =
			policy_parse("{\"%s\":7,\"period\":18446744073709551615,\"version\":1}", key);
		cr_assert(sn_policy_period(policy, &period) && period.seconds == UINT64_MAX);
		for (size_t k = 0; k < SN_PERIOD_LIMITS; k++)
			cr_assert(period.has[k] == (k == i) && period.limit[k] == (k == i ? 7 : 0));
		sn_policy_free(policy);
	}
	struct sn_policy *day = policy_parse("{\"version\":1,\"period\":\"day\",\"max_fee_per_period\":0}");
	cr_assert(sn_policy_period(day, &period) && period.seconds == 0 && period.has[SN_PERIOD_FEE]);
	sn_policy_free(day);
	struct sn_policy *alone = policy_parse("{\"version\":1,\"period\":60}");
	cr_assert(!sn_policy_period(alone, &period) && !sn_policy_period(NULL, &period));
	sn_policy_free(alone);
}

/* A truncated text is refused. A changed text is refused or is a policy. */
Test(cold_policy_file, corrupt_text_is_refused)
{
	struct sn_buf file = read_file("samples/policy.json");
	struct sn_policy *policy;
	cr_assert(file.len > 2 && file.data[file.len - 1] == '\n' && file.data[file.len - 2] == '}');
	for (size_t len = 0; len < file.len - 1; len++) {
		/* Memory of just this length, so that reading beyond it is noticed. */
		char *cut = malloc(len ? len : 1);
		cr_assert_not_null(cut);
		memcpy(cut, file.data, len);
		cr_assert_eq(sn_policy_parse(&policy, SN_MAINNET, cut, len, NULL), SN_BAD_INPUT, "%zu bytes",
			     len);
		cr_assert_null(policy);
		free(cut);
	}
	size_t n_taken = 0;
	for (size_t i = 0; i < 8 * file.len; i++) {
		file.data[i / 8] ^= (uint8_t)(1 << i % 8);
		int ret = sn_policy_parse(&policy, SN_MAINNET, (char *)file.data, file.len, NULL);
		cr_assert(ret == SN_OK ? policy != NULL : ret == SN_BAD_INPUT && !policy);
		n_taken += !ret;
		sn_policy_free(policy);
		file.data[i / 8] ^= (uint8_t)(1 << i % 8);
	}
	/* Other digits, and other white space. */
	cr_assert(n_taken > 0 && n_taken < file.len, "%zu", n_taken);
	sn_buf_free(&file);
}

Test(cold_policy_file, size_is_bounded)
{
	static const char text[] = "{\"version\":1}";
	struct sn_policy *policy;
	struct sn_error err = {0};
	char *padded = malloc(SN_POLICY_BYTES_MAX + 1);
	cr_assert_not_null(padded);
	memset(padded, ' ', SN_POLICY_BYTES_MAX + 1);
	memcpy(padded, text, strlen(text));
	cr_assert_eq(sn_policy_parse(&policy, SN_MAINNET, padded, SN_POLICY_BYTES_MAX, &err), SN_OK, "%s",
		     err.text);
	sn_policy_free(policy);
	cr_assert_eq(sn_policy_parse(&policy, SN_MAINNET, padded, SN_POLICY_BYTES_MAX + 1, &err),
		     SN_BAD_INPUT);
	cr_assert(!policy && strstr(err.text, "more than 2097152 bytes"), "%s", err.text);
	free(padded);
}

/* ------------------------------------------------------------------ schema, documentation, sample */

static cJSON *parse_json(const char *name)
{
	struct sn_buf file = read_file(name);
	struct sn_error err = {0};
	cJSON *root;
	cr_assert_eq(sn_json_parse(&root, (char *)file.data, file.len, &err), SN_OK, "%s: %s", name,
		     err.text);
	sn_buf_free(&file);
	return root;
}

static size_t count_keys(void)
{
	size_t n = 0;
	while (sn_policy_key(n))
		n++;
	return n;
}

static bool is_key(const char *name)
{
	for (size_t i = 0; sn_policy_key(i); i++)
		if (!strcmp(sn_policy_key(i), name))
			return true;
	return false;
}

Test(cold_policy_file, schema_has_every_key)
{
	cJSON *root = parse_json("doc/reference/policy.schema.json");
	const cJSON *properties, *required;
	cr_assert(!sn_json_get_object(root, "properties", &properties, NULL));
	cr_assert_eq((size_t)cJSON_GetArraySize(properties), count_keys());
	for (const cJSON *p = properties->child; p; p = p->next) {
		cr_assert(is_key(p->string), "%s is no key", p->string);
		const char *type = !strncmp(p->string, "max_", 4)                                  ? "integer"
				   : !strncmp(p->string, "allow_", 6)                              ? "boolean"
				   : !strcmp(p->string, "approvals")                               ? "object"
				   : !strcmp(p->string, "version") || !strcmp(p->string, "period") ? NULL
												   : "array";
		const char *said = NULL;
		uint64_t number = 77;
		cr_assert(!sn_json_opt_string(p, "type", &said, NULL));
		cr_assert(type ? said && !strcmp(said, type) : !said, "%s: %s", p->string, said);
		if (!strcmp(p->string, "version"))
			cr_assert(!sn_json_get_u64(p, "const", &number, NULL) && number == SN_POLICY_VERSION);
		if (type && !strcmp(type, "integer")) {
			cr_assert(!sn_json_get_u64(p, "minimum", &number, NULL) && number == 0);
			cr_assert(!sn_json_get_u64(p, "maximum", &number, NULL) && number == UINT64_MAX);
		}
	}
	const cJSON *dependent, *period;
	cr_assert(!sn_json_get_object(root, "dependentRequired", &dependent, NULL));
	cr_assert_eq(cJSON_GetArraySize(dependent), SN_PERIOD_LIMITS);
	for (size_t i = 0; i < SN_PERIOD_LIMITS; i++) {
		cr_assert(!sn_json_get_array(dependent, sn_policy_period_key(i), &period, NULL));
		cr_assert(cJSON_GetArraySize(period) == 1 && !strcmp(period->child->valuestring, "period"));
	}
	bool has_others = true;
	cr_assert(!sn_json_get_bool(root, "additionalProperties", &has_others, NULL) && !has_others);
	cr_assert(!sn_json_get_array(root, "required", &required, NULL) && cJSON_GetArraySize(required) == 1);
	cr_assert_str_eq(required->child->valuestring, "version");
	sn_json_free(root);
}

/* The table of doc/reference/policy.md has one row for each key, and no others. */
Test(cold_policy_file, documentation_has_every_key)
{
	struct sn_buf file = read_file("doc/reference/policy.md");
	sn_put_u8(&file, 0);
	size_t n = 0;
	char *rest = NULL, seen[64][64];
	for (char *line = strtok_r((char *)file.data, "\n", &rest); line;
	     line = strtok_r(NULL, "\n", &rest)) {
		char key[64];
		if (sscanf(line, "| `%63[^`]` |", key) != 1)
			continue;
		cr_assert(is_key(key), "%s is no key", key);
		for (size_t i = 0; i < n; i++)
			cr_assert(strcmp(seen[i], key) != 0, "%s is listed twice", key);
		strcpy(seen[n++], key);
	}
	cr_assert_eq(n, count_keys(), "a key is missing in doc/reference/policy.md");
	sn_buf_free(&file);
}

/* It shows every key except approvals, which would need keys of the reader, and is good on every network. */
Test(cold_policy_file, sample_has_every_key)
{
	struct sn_buf file = read_file("samples/policy.json");
	struct sn_error err = {0};
	for (int network = 0; network < SN_NETWORKS; network++) {
		struct sn_policy *policy;
		int ret =
			sn_policy_parse(&policy, (enum sn_network)network, (char *)file.data, file.len, &err);
		cr_assert_eq(ret, SN_OK, "%s", err.text);
		sn_policy_free(policy);
	}
	sn_buf_free(&file);
	cJSON *root = parse_json("samples/policy.json");
	cr_assert_eq((size_t)cJSON_GetArraySize(root), count_keys() - 1);
	cr_assert_not(sn_json_has(root, "approvals"));
	sn_json_free(root);
}
