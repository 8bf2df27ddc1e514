#include "base/json.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cJSON *parse(const char *text)
{
	cJSON *root;
	struct sn_error err = {0};
	cr_assert_eq(sn_json_parse(&root, text, strlen(text), &err), SN_OK, "%s: %s", text, err.text);
	return root;
}

static void refuse_parse(const char *text, size_t len)
{
	cJSON *root = (cJSON *)1;
	struct sn_error err = {0};
	cr_assert_eq(sn_json_parse(&root, text, len, &err), SN_BAD_INPUT, "taken: %s", text);
	cr_assert_null(root);
	cr_assert(err.text[0]);
}

Test(base_json, integers_are_exact)
{
	/* A double cannot represent the second half. */
	static const struct {
		const char *text;
		uint64_t value;
	} cases[] = {
		{"0", 0},
		{"1", 1},
		{"1250000000000", 1250000000000},
		{"9007199254740992", UINT64_C(1) << 53},
		{"9007199254740993", (UINT64_C(1) << 53) + 1},
		{"9223372036854775807", INT64_MAX},
		{"9223372036854775809", (UINT64_C(1) << 63) + 1},
		{"18446744073709551614", UINT64_MAX - 1},
		{"18446744073709551615", UINT64_MAX},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char text[100];
		uint64_t value = 0;
		/* Digits in strings and other numbers must not be mistaken for the value. */
		snprintf(text, sizeof text, "{\"1\":\"2\\\"3\",\"n\":[4, -5.5e-1],\"amount\" : %s ,\"z\":6}",
			 cases[i].text);
		cJSON *root = parse(text);
		cr_assert_eq(sn_json_get_u64(root, "amount", &value, NULL), SN_OK, "%s", text);
		cr_assert_eq(value, cases[i].value, "%s", text);
		cr_assert_eq(sn_json_get_u64(root, "z", &value, NULL), SN_OK);
		cr_assert_eq(value, 6);
		sn_json_free(root);
	}
}

Test(base_json, other_numbers_than_unsigned_integers_are_refused)
{
	static const char *const bad[] = {
		"18446744073709551616",
		"18446744073709551620",
		"99999999999999999999",
		"184467440737095516150",
		"-1",
		"-0",
		"1.5",
		"1.0",
		"1e3",
		"1E3",
		"0.0",
		"00",
		"01",
		"0e0",
		"\"1\"",
		"true",
		"[1]",
		"{}",
		"1000000000000000000000000000000000000000000000000000000000000", /* 61 digits */
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char text[100];
		uint64_t value = 77;
		struct sn_error err = {0};
		snprintf(text, sizeof text, "{\"amount\":%s}", bad[i]);
		cJSON *root;
		/* Refused as JSON or as an integer. */
		if (sn_json_parse(&root, text, strlen(text), &err))
			continue;
		cr_assert_eq(sn_json_get_u64(root, "amount", &value, &err), SN_BAD_INPUT, "taken: %s", text);
		cr_assert_eq(sn_json_opt_u64(root, "amount", &value, &err), SN_BAD_INPUT, "taken: %s", text);
		cr_assert_eq(value, 77);
		cr_assert_not_null(strstr(err.text, "amount"));
		sn_json_free(root);
	}
}

Test(base_json, numbers_stay_with_their_items)
{
	const char *text =
		"[9007199254740993,[9007199254740995,{\"a\":\"-1\",\"b\":9007199254740997},[]],\"\\\\\","
		"9007199254740999]";
	cJSON *root = parse(text);
	const cJSON *nested = cJSON_GetArrayItem(root, 1);
	uint64_t v[4];
	cr_assert_eq(sn_json_as_u64(cJSON_GetArrayItem(root, 0), &v[0]), SN_OK);
	cr_assert_eq(sn_json_as_u64(cJSON_GetArrayItem(nested, 0), &v[1]), SN_OK);
	cr_assert_eq(sn_json_get_u64(cJSON_GetArrayItem(nested, 1), "b", &v[2], NULL), SN_OK);
	cr_assert_eq(sn_json_as_u64(cJSON_GetArrayItem(root, 3), &v[3]), SN_OK);
	for (int i = 0; i < 4; i++)
		cr_assert_eq(v[i], UINT64_C(9007199254740993) + 2 * (uint64_t)i);
	sn_json_free(root);
}

Test(base_json, values_of_another_kind_are_refused)
{
	cJSON *root = parse("{\"s\":\"text\",\"t\":true,\"f\":false,\"a\":[1],\"o\":{},\"null\":null,\"h\":"
			    "\"00fF\",\"i\":3}");
	const char *s = "kept";
	bool b = true;
	const cJSON *x = NULL;
	uint64_t u = 5;
	uint8_t h[2] = {9, 9};
	struct sn_error err = {0};

	cr_assert_eq(sn_json_get_string(root, "t", &s, &err), SN_BAD_INPUT);
	cr_assert_eq(sn_json_get_string(root, "absent", &s, &err), SN_BAD_INPUT);
	cr_assert_not_null(strstr(err.text, "\"absent\" (a string) is missing"), "%s", err.text);
	cr_assert_eq(sn_json_opt_string(root, "absent", &s, &err), SN_OK);
	cr_assert_eq(sn_json_opt_string(root, "null", &s, &err), SN_OK);
	cr_assert_str_eq(s, "kept");
	cr_assert_eq(sn_json_get_string(root, "s", &s, &err), SN_OK);
	cr_assert_str_eq(s, "text");

	cr_assert_eq(sn_json_get_bool(root, "f", &b, &err), SN_OK);
	cr_assert(!b);
	cr_assert_eq(sn_json_get_bool(root, "i", &b, &err), SN_BAD_INPUT);
	cr_assert_eq(sn_json_opt_bool(root, "i", &b, &err), SN_BAD_INPUT);
	cr_assert_eq(sn_json_get_bool(root, "t", &b, &err), SN_OK);
	cr_assert(b);

	cr_assert_eq(sn_json_get_array(root, "o", &x, &err), SN_BAD_INPUT);
	cr_assert_eq(sn_json_get_object(root, "a", &x, &err), SN_BAD_INPUT);
	cr_assert_null(x);
	cr_assert_eq(sn_json_get_array(root, "a", &x, &err), SN_OK);
	cr_assert_eq(sn_json_get_object(root, "o", &x, &err), SN_OK);

	cr_assert_eq(sn_json_get_hex(root, "h", h, 1, &err), SN_BAD_INPUT);
	cr_assert_eq(sn_json_get_hex(root, "h", h, 3, &err), SN_BAD_INPUT);
	cr_assert_eq(sn_json_get_hex(root, "s", h, 2, &err), SN_BAD_INPUT);
	cr_assert_eq(h[0], 9);
	cr_assert_eq(sn_json_get_hex(root, "h", h, 2, &err), SN_OK);
	cr_assert(h[0] == 0 && h[1] == 0xff);

	cr_assert(sn_json_has(root, "i") && !sn_json_has(root, "null") && !sn_json_has(root, "I"));
	cr_assert_eq(sn_json_get_u64(NULL, "i", &u, &err), SN_BAD_INPUT);
	cr_assert_eq(sn_json_get_u64(cJSON_GetObjectItem(root, "a"), "i", &u, &err), SN_BAD_INPUT);
	cr_assert_eq(u, 5);
	sn_json_free(root);
	sn_json_free(NULL);
}

Test(base_json, unknown_keys_are_refused)
{
	static const char *const keys[] = {"address", "amount", NULL};
	struct sn_error err;
	cJSON *good = parse("{\"amount\":1}"), *bad = parse("{\"amount\":1,\"amuont\":2}"),
	      *array = parse("[]");
	cr_assert_eq(sn_json_only_keys(good, keys, &err), SN_OK);
	cr_assert_eq(sn_json_only_keys(bad, keys, &err), SN_BAD_INPUT);
	cr_assert_not_null(strstr(err.text, "amuont"));
	cr_assert_eq(sn_json_only_keys(array, keys, &err), SN_BAD_INPUT);
	sn_json_free(good);
	sn_json_free(bad);
	sn_json_free(array);
}

Test(base_json, refuses_bad_texts)
{
	static const char *const bad[] = {
		"",
		" ",
		"{",
		"}",
		"[1,]",
		"{\"a\"}",
		"{\"a\":}",
		"{a:1}",
		"{} {}",
		"[1]x",
		"[1] 2",
		"tru",
		"'a'",
		"\"",
		"\"\\u0000\"",
		"[\"\\\\\\u0000\"]",
		"[\"a\tb\"]",
		"[\"a\nb\"]",
		"[1\f]",
		"[1\x01]",
		"{\"a\":1,\"a\":2}",
		"[{\"a\":1,\"b\":0,\"a\":1}]",
		"[--1]",
		"[1-]",
		"[1e]",
		"[+1]",
		"[.5]",
		"[0x10]",
		"[01]",
		"[-01]",
		"[00]",
		"[1.]",
		"[1.e5]",
		"[0.5,-1.]",
		"[NaN]",
		"[Infinity]",
		"\xef\xbb\xbf{}",
		"\xef\xbb\xbf",
		" \xef\xbb\xbf{}",
		"{}\xef\xbb\xbf",
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		refuse_parse(bad[i], strlen(bad[i]));
	refuse_parse("[1]\0", 4);
	refuse_parse("[\0]", 3);
	/* Within a string, the same text is valid. */
	cJSON *root = parse("[\"\\\\u0000\", \"{\\\"a\\\":1,\\\"a\\\":1}\"]");
	sn_json_free(root);
}

Test(base_json, every_truncation_is_refused)
{
	const char *text =
		"{\"destinations\":[{\"amount\":12345678901234567890,\"address\":\"4\\u00e4\"}],\"fee\":0}";
	size_t len = strlen(text);
	for (size_t i = 0; i < len; i++)
		refuse_parse(text, i);
	cJSON *root = parse(text);
	sn_json_free(root);
}

Test(base_json, depth_and_numbers_of_values_are_bounded)
{
	char deep[2 * SN_JSON_DEPTH + 4], *wide = malloc(32 * (SN_JSON_MEMBERS + 1));
	for (int depth = SN_JSON_DEPTH; depth <= SN_JSON_DEPTH + 1; depth++) {
		memset(deep, '[', (size_t)depth);
		memset(deep + depth, ']', (size_t)depth);
		cJSON *root;
		int ret = sn_json_parse(&root, deep, 2 * (size_t)depth, NULL);
		cr_assert_eq(ret, depth <= SN_JSON_DEPTH ? SN_OK : SN_BAD_INPUT);
		sn_json_free(root);
	}
	for (int members = SN_JSON_MEMBERS; members <= SN_JSON_MEMBERS + 1; members++) {
		size_t len = 0;
		for (int i = 0; i < members; i++)
			len += (size_t)sprintf(wide + len, "%c\"%d\":%d", i ? ',' : '{', i, i);
		wide[len++] = '}';
		cJSON *root;
		int ret = sn_json_parse(&root, wide, len, NULL);
		cr_assert_eq(ret, members <= SN_JSON_MEMBERS ? SN_OK : SN_BAD_INPUT);
		sn_json_free(root);
	}
	for (size_t values = SN_JSON_VALUES; values <= SN_JSON_VALUES + 1; values++) {
		size_t len = 2 * (values - 1) + 1; /* the array is one of the values */
		char *many = malloc(len);
		cJSON *root;
		for (size_t i = 0; i < len; i++)
			many[i] = i % 2 ? '0' : ',';
		many[0] = '[';
		many[len - 1] = ']';
		cr_assert_eq(sn_json_count_values(many, len), values);
		int ret = sn_json_parse(&root, many, len, NULL);
		cr_assert_eq(ret, values <= SN_JSON_VALUES ? SN_OK : SN_BAD_INPUT);
		sn_json_free(root);
		cr_assert_eq(sn_json_parse_large(&root, many, len, values, NULL), SN_OK);
		sn_json_free(root);
		free(many);
	}
	static const char some[] = "{\"a,[{\\\",\":[1,2],\"b\":{}}";
	cr_assert_eq(sn_json_count_values(some, strlen(some)), 6);
	/* Far beyond the recursion limit of cJSON. */
	size_t bomb_len = 1 << 20;
	char *bomb = malloc(bomb_len);
	memset(bomb, '[', bomb_len);
	refuse_parse(bomb, bomb_len - 1);
	free(bomb);
	free(wide);
}

static size_t n_asked, fails_at;
static long n_held;

/* Like malloc without memory. */
static void *scarce_malloc(size_t size)
{
	if (n_asked++ == fails_at) {
		errno = ENOMEM;
		return NULL;
	}
	n_held++;
	return malloc(size);
}

static void scarce_free(void *p)
{
	n_held -= p != NULL;
	free(p);
}

/* At each allocation of the tree. The text is valid, so the error must be out of memory. */
Test(base_json, out_of_memory_is_not_a_syntax_error)
{
	static const char text[] = "{\"a\":[1,-2.5e3,\"x\\ny\"],\"b\":{\"c\":null},\"d\":true}";
	cJSON *root;
	int ret;
	cJSON_InitHooks(&(cJSON_Hooks){scarce_malloc, scarce_free});
	do {
		struct sn_error err = {0};
		n_asked = 0;
		ret = sn_json_parse(&root, text, strlen(text), &err);
		if (ret) {
			cr_assert_eq(ret, SN_IO, "allocation %zu: %d, %s", fails_at, ret, err.text);
			cr_assert_str_eq(err.text, "out of memory");
			cr_assert_null(root);
		}
		sn_json_free(root);
		cr_assert_eq(n_held, 0, "allocation %zu: %ld are not given back", fails_at, n_held);
		fails_at++;
	} while (ret);
	cr_assert_gt(fails_at, 15);

	/* An earlier ENOMEM in errno must not hide a syntax error. */
	fails_at = SIZE_MAX;
	errno = ENOMEM;
	refuse_parse("{\"a\":}", 6);
	cr_assert_eq(n_held, 0);
	cJSON_InitHooks(NULL);
}

static size_t n_not_wiped;

static void look_and_free(void *p)
{
	n_not_wiped += p && memmem(p, malloc_usable_size(p), "5ecret", 6) != NULL;
	free(p);
}

Test(base_json, freed_trees_are_wiped)
{
	static const char text[] = "{\"a 5ecret\":[{\"5ecret\":\"a 5ecret\",\"b\":1}],\"5ecret2\":null}";
	cJSON *root;
	cJSON_InitHooks(&(cJSON_Hooks){malloc, look_and_free});
	cr_assert_eq(sn_json_parse(&root, text, strlen(text), NULL), SN_OK);
	sn_json_free(root);
	root = cJSON_CreateObject();
	cr_assert(cJSON_AddStringToObject(root, "5ecret", "5ecret"));
	cJSON_AddItemToObjectCS(root, "const 5ecret", cJSON_CreateStringReference("ref 5ecret"));
	sn_json_free(root);
	refuse_parse("{\"5ecret\":1,\"5ecret\":2}", 23);
	cJSON_InitHooks(NULL);
	cr_assert_eq(n_not_wiped, 0);
}

Test(base_json, errors_quote_nothing_of_a_secret_text)
{
	static const struct {
		const char *text, *why;
	} bad[] = {
		{"{\n\"a\":\n5ecret}", "syntax error in line 3"},
		{"{\"a\":[\n\n057]}", "malformed number in line 3"},
		{"{\"a\":{\"b\":1,\"5ecret\":2,\"5ecret\":3}}", "key 3 of an object is a duplicate"},
		{"{\"a\":1,\"5ecret\":2}", "key 2 of the object is unknown"},
		{"[\"5ecret\"]", "not an object"},
	};
	static const char *const keys[] = {"a", NULL};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		cJSON *root = NULL;
		struct sn_error err = {0};
		int ret = sn_json_parse_secret(&root, bad[i].text, strlen(bad[i].text), &err);
		if (!ret)
			ret = sn_json_only_keys_secret(root, keys, &err);
		cr_assert_eq(ret, SN_BAD_INPUT, "%s", bad[i].text);
		cr_assert(strstr(err.text, bad[i].why), "%s", err.text);
		cr_assert(!strstr(err.text, "5ecret") && !strstr(err.text, "057"), "%s", err.text);
		sn_json_free(root);
	}
}

Test(base_json, written_integers_are_exact)
{
	struct sn_buf b = {0};
	cJSON *root = cJSON_CreateObject(), *array = cJSON_AddArrayToObject(root, "list");
	cr_assert_eq(sn_json_add_u64(root, "max", UINT64_MAX), SN_OK);
	cr_assert_eq(sn_json_add_u64(root, "odd", (UINT64_C(1) << 53) + 1), SN_OK);
	cr_assert_eq(sn_json_push_u64(array, 0), SN_OK);
	cr_assert_eq(sn_json_push_u64(array, UINT64_MAX - 1), SN_OK);
	cr_assert_eq(sn_json_add_hex(root, "hex", "\x01\xfe", 2), SN_OK);
	cr_assert_eq(sn_json_print(&b, root, false), SN_OK);
	const char *expected = "{\"list\":[0,18446744073709551614],\"max\":18446744073709551615,"
			       "\"odd\":9007199254740993,\"hex\":\"01fe\"}";
	cr_assert_eq(b.len, strlen(expected));
	cr_assert(!memcmp(b.data, expected, b.len));
	sn_buf_free(&b);
	sn_json_free(root);
}

/* Control and invisible characters are escaped, and a parser returns the same text. */
Test(base_json, written_text_is_ascii)
{
	static const struct {
		const char *text, *written;
	} cases[] = {
		{"plain ~", "\"plain ~\""},
		{"K\xc3\xa4se", "\"K\\u00e4se\""},
		{"nib.\xe2\x80\xaetset", "\"nib.\\u202etset\""},
		{"se\xe2\x80\x8b"
		 "en\xef\xbb\xbf",
		 "\"se\\u200ben\\ufeff\""},
		{"\xc2\x9b"
		 "31m\x7f\x1b",
		 "\"\\u009b31m\\u007f\\u001b\""},
		{"\xf0\x9f\x92\xb0\xf3\xa0\x81\x81", "\"\\ud83d\\udcb0\\udb40\\udc41\""},
		{"\xf4\x8f\xbf\xbf", "\"\\udbff\\udfff\""},
		{"\x9b"
		 "31m\xc3",
		 "\"\\ufffd31m\\ufffd\""},
		{"\xe2\x80", "\"\\ufffd\\ufffd\""},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (int pretty = 0; pretty < 2; pretty++) {
			char expected[100];
			struct sn_buf b = {0};
			cJSON *root = cJSON_CreateObject(), *read;
			cr_assert(cJSON_AddStringToObject(root, cases[i].text, cases[i].text));
			cr_assert_eq(sn_json_print(&b, root, pretty), SN_OK);
			sprintf(expected,
				pretty ? "{\n"
					 "\t%s:\t%s\n"
					 "}"
				       : "{%s:%s}",
				cases[i].written, cases[i].written);
			cr_assert(b.len == strlen(expected) && !memcmp(b.data, expected, b.len), "%.*s",
				  (int)b.len, (char *)b.data);
			cr_assert_eq(sn_json_parse(&read, (char *)b.data, b.len, NULL), SN_OK);
			if (!strstr(expected, "fffd"))
				cr_assert_str_eq(read->child->valuestring, cases[i].text);
			sn_json_free(read);
			sn_json_free(root);
			sn_buf_free(&b);
		}
}

/* The writer looks at several characters at a time. */
Test(base_json, a_character_at_any_place_is_escaped)
{
	static const char *const others[][2] = {
		{"\xc3\xa4", "\\u00e4"}, {"\x7f", "\\u007f"}, {"\xff", "\\ufffd"}};
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		for (int before = 0; before < 20; before++)
			for (int after = 0; after < 20; after++) {
				char text[60], expected[60];
				struct sn_buf b = {0};
				sprintf(text, "%.*s%s%.*s", before, "abcdefghijklmnopqrst", others[i][0],
					after, "zyxwvutsrqponmlkjihg");
				sprintf(expected, "\"%.*s%s%.*s\"", before, "abcdefghijklmnopqrst",
					others[i][1], after, "zyxwvutsrqponmlkjihg");
				cJSON *string = cJSON_CreateString(text);
				cr_assert_eq(sn_json_print(&b, string, false), SN_OK);
				cr_assert(b.len == strlen(expected) && !memcmp(b.data, expected, b.len),
					  "%.*s", (int)b.len, (char *)b.data);
				sn_json_free(string);
				sn_buf_free(&b);
			}
}
