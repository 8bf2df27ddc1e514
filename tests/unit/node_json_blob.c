#include "node/json_blob.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

static struct sn_buf text, rest;
static struct sn_json_blob blob;

static void tear_down(void)
{
	sn_buf_free(&text);
	sn_buf_free(&rest);
}

TestSuite(node_json_blob, .fini = tear_down);

/* In memory of exact size: the address sanitizer and valgrind detect reading beyond the end. */
static bool cut(const void *data, size_t len, size_t rest_max)
{
	sn_buf_free(&text);
	sn_buf_clear(&rest);
	sn_put_bytes(&text, data, len);
	return sn_json_blob_cut(&text, "b", rest_max, &rest, &blob);
}

#define CUT(s) cut(s, sizeof s - 1, 1000)

static void expect(const void *data, size_t len, const char *left)
{
	cr_assert(blob.is_present && blob.len == len && !memcmp(blob.data, data, len), "%zu bytes", blob.len);
	cr_assert(rest.len == strlen(left) && !memcmp(rest.data, left, rest.len), "%.*s", (int)rest.len,
		  rest.data);
}

#define EXPECT(data, left) expect(data, sizeof data - 1, left)

Test(node_json_blob, unescaped_bytes_are_unchanged)
{
	cr_assert(CUT("{\"a\":1,\"b\":\"\0\x01\xff\xfe{}:,\x1f\x80\",\"c\":2}"));
	EXPECT("\0\x01\xff\xfe{}:,\x1f\x80", "{\"a\":1,\"b\":\"\",\"c\":2}");
	cr_assert(CUT("{ \"b\"\r\n\t : \t\r\n\"\0\"}"));
	EXPECT("\0", "{ \"b\"\r\n\t : \t\r\n\"\"}");
	cr_assert(CUT("{\"b\":\"\"}"));
	EXPECT("", "{\"b\":\"\"}");
}

Test(node_json_blob, escapes)
{
	cr_assert(CUT("{\"b\":\"\\b\\f\\n\\r\\t\\v\\\"\\\\\\/\"}"));
	EXPECT("\b\f\n\r\t\v\"\\/", "{\"b\":\"\"}");
	cr_assert(CUT("{\"b\":\"\\u0000\\u001f\\u000B\\u007fu\\\\u0041\"}"));
	EXPECT("\0\x1f\x0b\x7fu\\u0041", "{\"b\":\"\"}");
	/* The quote at the end is one, since the backslash before it is escaped. */
	cr_assert(CUT("{\"b\":\"\\\\\",\"c\":\"\\\\\\\"\"}"));
	EXPECT("\\", "{\"b\":\"\",\"c\":\"\\\\\\\"\"}");
}

/* All bytes, escaped as daemons up to v0.18.5.1 (0) and newer ones (1) do. Source as in the header. */
Test(node_json_blob, every_byte_of_old_and_new_daemons)
{
	uint8_t all[256];
	for (int i = 0; i < 256; i++)
		all[i] = (uint8_t)i;
	for (int is_new = 0; is_new < 2; is_new++) {
		static const char special[] = "\b\f\n\r\t\"\\/", letters[] = "bfnrt\"\\/";
		struct sn_buf b = {0};
		sn_put_bytes(&b, "{\"b\":\"", 6);
		for (int i = 0; i < 256; i++) {
			char code[7];
			const char *is_special = i ? strchr(special, i) : NULL;
			snprintf(code, sizeof code, "\\u00%02hhx", all[i]);
			if (is_special)
				sn_put_bytes(&b, (char[]){'\\', letters[is_special - special]}, 2);
			else if (!is_new && i == '\v')
				sn_put_bytes(&b, "\\v", 2);
			else if (is_new && i < 0x20)
				sn_put_bytes(&b, code, 6);
			else
				sn_put_u8(&b, (uint8_t)i);
		}
		sn_put_bytes(&b, "\"}", 2);
		cr_assert(cut(b.data, b.len, 1000));
		expect(all, sizeof all, "{\"b\":\"\"}");
		sn_buf_free(&b);
	}
}

Test(node_json_blob, a_missing_member_leaves_the_text)
{
	static const char *const texts[] = {"",
					    "{}",
					    "{\"a\":\"b\"}",
					    "{\"b\":7}",
					    "{\"b\":[\"x\"]}",
					    "{\"bb\":\"x\",\"\":\"x\"}",
					    "[\"b\",\"x\"]",
					    "{\"b\" \"x\"}",
					    "\"b\"",
					    "\"b\":",
					    "\"b\": ",
					    "\\"};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		cr_assert(cut(texts[i], strlen(texts[i]), 1000), "%s", texts[i]);
		cr_assert(!blob.is_present && !blob.data && !blob.len, "%s", texts[i]);
		cr_assert(rest.len == strlen(texts[i]) &&
				  (!rest.len || !memcmp(rest.data, texts[i], rest.len)),
			  "%s", texts[i]);
	}
}

Test(node_json_blob, refused)
{
	static const char *const texts[] = {
		"\"",
		"{\"b",
		"{\"b\\",
		"{\"b\\\"",
		"{\"b\":\"",
		"{\"b\":\"x",
		"{\"b\":\"x\\",
		"{\"b\":\"x\\\"}",
		"{\"b\":\"x\",\"c",
		"{\"b\":\"x\",\"b\":\"y\"}",
		"{\"b\":\"x\",\"r\":{\"b\":\"\"}}",
		"{\"b\":\"\\a\"}",
		"{\"b\":\"\\0\"}",
		"{\"b\":\"\\x41\"}",
		"{\"b\":\"\\'\"}",
		"{\"b\":\"\\U0041\"}",
		"{\"b\":\"\\u\"}",
		"{\"b\":\"\\u0\"}",
		"{\"b\":\"\\u00\"}",
		"{\"b\":\"\\u001\"}",
		"{\"b\":\"\\u001g\"}",
		"{\"b\":\"\\u0080\"}",
		"{\"b\":\"\\u00ff\"}",
		"{\"b\":\"\\u0100\"}",
		"{\"b\":\"\\u1000\"}",
		"{\"b\":\"\\u 001\"}",
		"{\"b\":\"\\u00:0\"}",
		"{\"b\":\"\\u00/0\"}",
		"{\"b\":\"\\u000:\"}",
		"{\"b\":\"\\u000/\"}",
		"{\"b\":\"\\u000@\"}",
		"{\"b\":\"\\u000`\"}",
		"{\"b\":\"\\u000G\"}",
	};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		cr_assert(!cut(texts[i], strlen(texts[i]), 1000), "taken: %s", texts[i]);
	cr_assert(!CUT("{\"b\":\"\\\0\"}"));
}

Test(node_json_blob, length_of_the_rest)
{
	static const char data[] = "{\"a\":1,\"b\":\"0123456789\"}";
	cr_assert(cut(data, sizeof data - 1, 14));
	cr_assert(blob.len == 10 && rest.len == 14);
	cr_assert(!cut(data, sizeof data - 1, 13));
	cr_assert(rest.len == 0);
	cr_assert(!cut("{\"a\":\"0123456789\"}", 18, 17));
}

/* Every prefix of a text. */
Test(node_json_blob, truncated)
{
	static const char data[] = "{\"a\":\"\\\\\",\"b\" : \"\\u001f\\\"\0\xff\",\"c\":\"x\"}";
	for (size_t len = 0; len < sizeof data; len++)
		if (cut(data, len, 1000) && blob.is_present)
			cr_assert(blob.len == 4 && !memcmp(blob.data, "\x1f\"\0\xff", 4), "%zu", len);
}
