#include "base/json.h"
#include "base/hex.h"
#include "base/secret.h"
#include "base/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ parsing */

static bool is_number_char(char c)
{
	return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

/* The text, and whether messages may quote it. */
struct source {
	const char *text;
	bool is_secret;
};

static size_t line_of(const char *text, const char *at)
{
	size_t line = 1;
	for (; text < at; text++)
		line += *text == '\n';
	return line;
}

/* Refuse text that cJSON accepts but C strings or other parsers read differently. */
static int check_characters(const char *text, size_t len, struct sn_error *err)
{
	bool in_string = false;
	/* cJSON skips it; RFC 8259, section 8.1, forbids writers to add it. */
	if (len >= 3 && !memcmp(text, "\xef\xbb\xbf", 3))
		return sn_error_set(err, SN_BAD_INPUT, "JSON: byte order mark at the beginning");
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];
		if (c < 0x20 && (in_string || (c != '\t' && c != '\n' && c != '\r')))
			return sn_error_set(err, SN_BAD_INPUT, "JSON: control character at byte %zu", i);
		if (c == '"') {
			in_string = !in_string;
		} else if (in_string && c == '\\') {
			if (len - i >= 6 && !memcmp(text + i, "\\u0000", 6))
				return sn_error_set(err, SN_BAD_INPUT, "JSON: NUL in a string at byte %zu",
						    i);
			i++;
		}
	}
	return SN_OK;
}

/* Find the next number token at or after *at, outside strings. The text is valid JSON, so a digit or a minus
 * sign outside a string starts a number, which ends at the first character that no number contains. */
static const char *next_number(const char **at, size_t *len)
{
	const char *p = *at;
	bool in_string = false;
	for (; *p; p++) {
		if (in_string && *p == '\\')
			p++;
		else if (*p == '"')
			in_string = !in_string;
		else if (!in_string && (*p == '-' || (*p >= '0' && *p <= '9')))
			break;
	}
	const char *start = p;
	while (is_number_char(*p))
		p++;
	*at = p;
	*len = (size_t)(p - start);
	return *len ? start : NULL;
}

static size_t count_digits(const char *p)
{
	size_t n = 0;
	while (p[n] >= '0' && p[n] <= '9')
		n++;
	return n;
}

/* The grammar of RFC 8259, section 6. cJSON accepts all that strtod accepts, such as "01" and "1.". */
static bool is_number(const char *p)
{
	p += *p == '-';
	size_t n = count_digits(p);
	if (n == 0 || (n > 1 && *p == '0'))
		return false;
	p += n;
	if (*p == '.') {
		n = count_digits(p + 1);
		p += 1 + n;
		if (!n)
			return false;
	}
	if (*p == 'e' || *p == 'E') {
		p++;
		p += *p == '+' || *p == '-';
		n = count_digits(p);
		p += n;
		if (!n)
			return false;
	}
	return !*p;
}

static int refuse_duplicates(const cJSON *object, const struct source *source, struct sn_error *err)
{
	int members = 0;
	for (const cJSON *a = object->child; a; a = a->next) {
		if (++members > SN_JSON_MEMBERS)
			return sn_error_set(err, SN_BAD_INPUT, "JSON: object with more than %d keys",
					    SN_JSON_MEMBERS);
		for (const cJSON *b = object->child; b != a; b = b->next)
			if (!strcmp(a->string, b->string))
				return source->is_secret
					       ? sn_error_set(err, SN_BAD_INPUT,
							      "JSON: key %d of an object is a duplicate",
							      members)
					       : sn_error_set(err, SN_BAD_INPUT,
							      "JSON: duplicate key \"%.64s\"", a->string);
	}
	return SN_OK;
}

/* Walk the tree in the order of the text and attach to each number its characters. */
static int attach_numbers(cJSON *item, const char **at, int depth, const struct source *source,
			  struct sn_error *err)
{
	if (depth > SN_JSON_DEPTH)
		return sn_error_set(err, SN_BAD_INPUT, "JSON: more than %d levels", SN_JSON_DEPTH);
	if (cJSON_IsNumber(item)) {
		size_t len;
		const char *number = next_number(at, &len);
		if (!number)
			return sn_error_set(err, SN_BAD_INPUT, "JSON: invalid number");
		item->valuestring = cJSON_malloc(len + 1);
		if (!item->valuestring)
			return sn_error_memory(err);
		memcpy(item->valuestring, number, len);
		item->valuestring[len] = 0;
		if (!is_number(item->valuestring))
			return source->is_secret
				       ? sn_error_set(err, SN_BAD_INPUT, "JSON: malformed number in line %zu",
						      line_of(source->text, number))
				       : sn_error_set(err, SN_BAD_INPUT, "JSON: \"%.32s\" is not a number",
						      item->valuestring);
	}
	if (cJSON_IsObject(item)) {
		int ret = refuse_duplicates(item, source, err);
		if (ret)
			return ret;
	}
	for (cJSON *child = item->child; child; child = child->next) {
		int ret = attach_numbers(child, at, depth + 1, source, err);
		if (ret)
			return ret;
	}
	return SN_OK;
}

/* Each value is the first in the text, or follows ',', '[' or '{'. */
size_t sn_json_count_values(const char *text, size_t len)
{
	size_t n = 1;
	bool in_string = false;
	for (size_t i = 0; i < len; i++) {
		if (in_string && text[i] == '\\')
			i++;
		else if (text[i] == '"')
			in_string = !in_string;
		else if (!in_string && (text[i] == ',' || text[i] == '[' || text[i] == '{'))
			n++;
	}
	return n;
}

static int parse(cJSON **out, const char *text, size_t len, size_t max, bool is_secret, struct sn_error *err)
{
	*out = NULL;
	int ret = check_characters(text, len, err);
	if (ret)
		return ret;
	if (sn_json_count_values(text, len) > max)
		return sn_error_set(err, SN_BAD_INPUT, "JSON: more than %zu values", max);

	/* cJSON checks for trailing text only if it sees the NUL. */
	char *copy = malloc(len + 1);
	if (!copy)
		return sn_error_memory(err);
	memcpy(copy, text, len);
	copy[len] = 0;

	const char *end = NULL, *at = copy;
	/* cJSON does not report its reason. malloc sets errno (POSIX), and no later call in cJSON changes it.
	 */
	errno = 0;
	cJSON *root = cJSON_ParseWithLengthOpts(copy, len + 1, &end, true);
	if (!root && errno == ENOMEM) {
		ret = sn_error_memory(err);
		goto out;
	}
	if (!root) {
		ret = sn_error_set(err, SN_BAD_INPUT, "JSON: syntax error in line %zu",
				   line_of(copy, end ? end : copy));
		goto out;
	}
	const struct source source = {copy, is_secret};
	ret = attach_numbers(root, &at, 1, &source, err);
	if (ret)
		goto out;
	*out = root;
	root = NULL;
out:
	sn_json_free(root);
	sn_wipe(copy, len);
	free(copy);
	return ret;
}

int sn_json_parse(cJSON **out, const char *text, size_t len, struct sn_error *err)
{
	return parse(out, text, len, SN_JSON_VALUES, false, err);
}

int sn_json_parse_large(cJSON **out, const char *text, size_t len, size_t max, struct sn_error *err)
{
	return parse(out, text, len, max, false, err);
}

int sn_json_parse_secret(cJSON **out, const char *text, size_t len, struct sn_error *err)
{
	return parse(out, text, len, SN_JSON_VALUES, true, err);
}

static void wipe_strings(cJSON *item)
{
	for (; item; item = item->next) {
		if (item->string && !(item->type & cJSON_StringIsConst))
			sn_wipe(item->string, strlen(item->string));
		if (item->valuestring && !(item->type & cJSON_IsReference))
			sn_wipe(item->valuestring, strlen(item->valuestring));
		if (!(item->type & cJSON_IsReference))
			wipe_strings(item->child);
	}
}

void sn_json_free(cJSON *root)
{
	wipe_strings(root);
	cJSON_Delete(root);
}

/* ------------------------------------------------------------------ reading */

static const cJSON *find(const cJSON *object, const char *key)
{
	const cJSON *item = cJSON_IsObject(object) ? cJSON_GetObjectItemCaseSensitive(object, key) : NULL;
	return cJSON_IsNull(item) ? NULL : item;
}

static int refuse(const cJSON *item, const char *key, const char *kind, struct sn_error *err)
{
	return sn_error_set(err, SN_BAD_INPUT,
			    item ? "JSON: \"%s\" is not %s" : "JSON: \"%s\" (%s) is missing", key, kind);
}

bool sn_json_has(const cJSON *object, const char *key)
{
	return find(object, key) != NULL;
}

static int read_digits(const char *p, uint64_t *out)
{
	if (!p || !*p || (p[0] == '0' && p[1]))
		return SN_BAD_INPUT;
	uint64_t value = 0;
	for (; *p; p++) {
		if (*p < '0' || *p > '9' || __builtin_mul_overflow(value, UINT64_C(10), &value) ||
		    __builtin_add_overflow(value, (uint64_t)(*p - '0'), &value))
			return SN_BAD_INPUT;
	}
	*out = value;
	return SN_OK;
}

int sn_json_as_u64(const cJSON *item, uint64_t *out)
{
	return read_digits(cJSON_IsNumber(item) ? item->valuestring : NULL, out);
}

int sn_json_get_amount(const cJSON *object, const char *key, uint64_t *out, struct sn_error *err)
{
	const cJSON *item = find(object, key);
	if (cJSON_IsString(item) && !read_digits(item->valuestring, out))
		return SN_OK;
	return sn_json_get_u64(object, key, out, err);
}

int sn_json_get_u64(const cJSON *object, const char *key, uint64_t *out, struct sn_error *err)
{
	const cJSON *item = find(object, key);
	if (sn_json_as_u64(item, out))
		return refuse(item, key, "an unsigned 64-bit integer", err);
	return SN_OK;
}

int sn_json_get_bool(const cJSON *object, const char *key, bool *out, struct sn_error *err)
{
	const cJSON *item = find(object, key);
	if (!cJSON_IsBool(item))
		return refuse(item, key, "true or false", err);
	*out = cJSON_IsTrue(item);
	return SN_OK;
}

int sn_json_get_string(const cJSON *object, const char *key, const char **out, struct sn_error *err)
{
	const cJSON *item = find(object, key);
	if (!cJSON_IsString(item))
		return refuse(item, key, "a string", err);
	*out = item->valuestring;
	return SN_OK;
}

int sn_json_get_array(const cJSON *object, const char *key, const cJSON **out, struct sn_error *err)
{
	const cJSON *item = find(object, key);
	if (!cJSON_IsArray(item))
		return refuse(item, key, "an array", err);
	*out = item;
	return SN_OK;
}

int sn_json_get_object(const cJSON *object, const char *key, const cJSON **out, struct sn_error *err)
{
	const cJSON *item = find(object, key);
	if (!cJSON_IsObject(item))
		return refuse(item, key, "an object", err);
	*out = item;
	return SN_OK;
}

int sn_json_get_hex(const cJSON *object, const char *key, void *out, size_t len, struct sn_error *err)
{
	const cJSON *item = find(object, key);
	/* Checked here because sn_hex_decode zeroes its output on failure; this function must leave it. */
	if (!cJSON_IsString(item) || strlen(item->valuestring) != 2 * len ||
	    strspn(item->valuestring, "0123456789abcdefABCDEF") != 2 * len ||
	    sn_hex_decode(out, len, item->valuestring))
		return sn_error_set(err, SN_BAD_INPUT,
				    "JSON: \"%s\" is not a string of %zu hexadecimal digits", key, 2 * len);
	return SN_OK;
}

int sn_json_opt_u64(const cJSON *object, const char *key, uint64_t *out, struct sn_error *err)
{
	return sn_json_has(object, key) ? sn_json_get_u64(object, key, out, err) : SN_OK;
}

int sn_json_opt_amount(const cJSON *object, const char *key, uint64_t *out, struct sn_error *err)
{
	return sn_json_has(object, key) ? sn_json_get_amount(object, key, out, err) : SN_OK;
}

int sn_json_opt_bool(const cJSON *object, const char *key, bool *out, struct sn_error *err)
{
	return sn_json_has(object, key) ? sn_json_get_bool(object, key, out, err) : SN_OK;
}

int sn_json_opt_string(const cJSON *object, const char *key, const char **out, struct sn_error *err)
{
	return sn_json_has(object, key) ? sn_json_get_string(object, key, out, err) : SN_OK;
}

int sn_json_opt_array(const cJSON *object, const char *key, const cJSON **out, struct sn_error *err)
{
	return sn_json_has(object, key) ? sn_json_get_array(object, key, out, err) : SN_OK;
}

/* The first member that is not in the list, or NULL; *number counts from 1. */
static const cJSON *find_unknown(const cJSON *object, const char *const keys[], size_t *number)
{
	*number = 1;
	for (const cJSON *item = object->child; item; item = item->next, ++*number) {
		size_t i = 0;
		while (keys[i] && strcmp(keys[i], item->string) != 0)
			i++;
		if (!keys[i])
			return item;
	}
	return NULL;
}

static int only_keys(const cJSON *object, const char *const keys[], bool is_secret, struct sn_error *err)
{
	size_t number;
	if (!cJSON_IsObject(object))
		return sn_error_set(err, SN_BAD_INPUT, "JSON: not an object");
	const cJSON *unknown = find_unknown(object, keys, &number);
	if (!unknown)
		return SN_OK;
	return is_secret ? sn_error_set(err, SN_BAD_INPUT, "JSON: key %zu of the object is unknown", number)
			 : sn_error_set(err, SN_BAD_INPUT, "JSON: unknown key \"%.64s\"", unknown->string);
}

int sn_json_only_keys(const cJSON *object, const char *const keys[], struct sn_error *err)
{
	return only_keys(object, keys, false, err);
}

int sn_json_only_keys_secret(const cJSON *object, const char *const keys[], struct sn_error *err)
{
	return only_keys(object, keys, true, err);
}

/* ------------------------------------------------------------------ writing */

int sn_json_add_u64(cJSON *object, const char *key, uint64_t value)
{
	char text[24];
	snprintf(text, sizeof text, "%" PRIu64, value);
	return cJSON_AddRawToObject(object, key, text) ? SN_OK : SN_IO;
}

int sn_json_add_hex(cJSON *object, const char *key, const void *data, size_t len)
{
	char *text = malloc(2 * len + 1);
	if (!text)
		return SN_IO;
	sn_hex_encode(text, data, len);
	int ret = cJSON_AddStringToObject(object, key, text) ? SN_OK : SN_IO;
	free(text);
	return ret;
}

static int push(cJSON *array, cJSON *item)
{
	if (item && cJSON_AddItemToArray(array, item))
		return SN_OK;
	cJSON_Delete(item);
	return SN_IO;
}

int sn_json_push_string(cJSON *array, const struct sn_buf *text)
{
	char *copy = text->failed ? NULL : strndup((const char *)text->data, text->len);
	cJSON *item = copy ? cJSON_CreateString(copy) : NULL;
	if (copy)
		sn_wipe(copy, text->len);
	free(copy);
	return push(array, item);
}

int sn_json_push_hex(cJSON *array, const void *data, size_t len)
{
	char *text = malloc(2 * len + 1);
	if (!text)
		return SN_IO;
	sn_hex_encode(text, data, len);
	cJSON *item = cJSON_CreateString(text);
	free(text);
	return push(array, item);
}

int sn_json_push_u64(cJSON *array, uint64_t value)
{
	char text[24];
	snprintf(text, sizeof text, "%" PRIu64, value);
	return push(array, cJSON_CreateRaw(text));
}

/* Write \uXXXX, or a surrogate pair above U+FFFF (RFC 8259, section 7). */
static void put_escaped(struct sn_buf *out, unsigned code)
{
	char text[16];
	if (code > 0xffff)
		snprintf(text, sizeof text, "\\u%04x\\u%04x", 0xd800 + ((code - 0x10000) >> 10),
			 0xdc00 + (code & 0x3ff));
	else
		snprintf(text, sizeof text, "\\u%04x", code);
	sn_put_bytes(out, text, strlen(text));
}

/* The first byte that is 0x7f or above, or `end`. Eight bytes at a time: a byte below 0x7f plus 1 has no
 * highest bit, and carries nothing into the next one. The sum of 0x7f has this bit; a higher byte has it
 * itself. */
static const char *after_ascii(const char *p, const char *end)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	uint64_t word;
	for (; end - p >= (ptrdiff_t)sizeof word; p += sizeof word) {
		memcpy(&word, p, sizeof word);
		if ((word | (word + ones)) & ones << 7)
			break;
	}
	while (p < end && (unsigned char)*p < 0x7f)
		p++;
	return p;
}

/* Characters beyond ASCII occur only in strings. */
static void put_ascii(struct sn_buf *out, const char *text)
{
	const char *end = text + strlen(text), *start = text;
	for (const char *p = after_ascii(text, end); p < end; p = after_ascii(p, end)) {
		sn_put_bytes(out, start, (size_t)(p - start));
		const size_t len = sn_text_utf8_len(p, (size_t)(end - p));
		put_escaped(out, len ? sn_text_code(p, len) : 0xfffd);
		p += len ? len : 1;
		start = p;
	}
	sn_put_bytes(out, start, (size_t)(end - start));
}

#define USUAL_BYTES 2048 /* of a printed value: a longer one takes more memory in steps */

int sn_json_print(struct sn_buf *out, const cJSON *root, bool pretty)
{
	char *text = cJSON_PrintBuffered(root, USUAL_BYTES, pretty);
	if (!text)
		return SN_IO;
	put_ascii(out, text);
	sn_wipe(text, strlen(text));
	cJSON_free(text);
	return out->failed ? SN_IO : SN_OK;
}
