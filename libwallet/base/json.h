/* base/json.h - JSON with exact 64-bit integers.
 *
 * cJSON builds the tree, but stores numbers as doubles, which round above 2^53. Therefore each number of a
 * parsed tree also has its characters from the text, in `valuestring`, which cJSON does not use for numbers
 * but frees. The functions below read these: they return an unsigned integer exactly, or refuse it. Never use
 * `valuedouble` or `valueint` for amounts. Parsed trees are for reading; trees to print are built with the
 * writers below.
 *
 * sn_json_parse is stricter than cJSON. It refuses text that parsers read differently or that a C string
 * cannot hold:
 *   - duplicate keys in an object
 *   - numbers such as 01 and 1.
 *   - raw control characters, and "\u0000"
 *   - a byte order mark before the value, or any text after it
 *   - more than SN_JSON_DEPTH levels, SN_JSON_MEMBERS keys in an object, or SN_JSON_VALUES values in total: a
 *     value of two characters takes more than 100 bytes of memory
 *
 * Getters return SN_BAD_INPUT with a message that names the key, and then leave the output unchanged. If
 * `object` is NULL or not an object, that is SN_BAD_INPUT as well. */
#ifndef SN_BASE_JSON_H
#define SN_BASE_JSON_H

#include "base/bytes.h"
#include "base/error.h"

#include <cjson/cJSON.h>

#define SN_JSON_DEPTH 64
#define SN_JSON_MEMBERS 1024
#define SN_JSON_VALUES 65536

/* Parse the `len` bytes of `text`, which need not end in NUL. Free the tree with sn_json_free. Returns
 * SN_BAD_INPUT, or SN_IO when out of memory; *out is NULL then. */
int sn_json_parse(cJSON **out, const char *text, size_t len, struct sn_error *err) SN_MUST_USE;

/* Like sn_json_parse, for a text of at most `max` values. */
int sn_json_parse_large(cJSON **out, const char *text, size_t len, size_t max,
			struct sn_error *err) SN_MUST_USE;

/* Like sn_json_parse, for a text with secrets, perhaps in the wrong place: no message quotes the text. */
int sn_json_parse_secret(cJSON **out, const char *text, size_t len, struct sn_error *err) SN_MUST_USE;

/* Count the values of a text, of all kinds and at all depths. The result is an upper bound. */
size_t sn_json_count_values(const char *text, size_t len);

/* Free a tree and wipe its strings and names: a text may contain a seed or a password, also in the place of a
 * name. NULL is allowed. (cJSON frees the beginning of a malformed text without wiping it.) */
void sn_json_free(cJSON *root);

/* Whether `object` is an object with `key`, and the value is not null. */
bool sn_json_has(const cJSON *object, const char *key);

/* Read a number that is written as a plain unsigned integer below 2^64, without sign, point, exponent or
 * leading zero. Returns SN_BAD_INPUT. */
int sn_json_as_u64(const cJSON *item, uint64_t *out) SN_MUST_USE;

/* Read a required member. Strings, arrays and objects are views into the tree. */
int sn_json_get_u64(const cJSON *object, const char *key, uint64_t *out, struct sn_error *err) SN_MUST_USE;
/* The same for an amount, which may also be a string of the same digits: clients in JavaScript have no
 * integers above 2^53. */
int sn_json_get_amount(const cJSON *object, const char *key, uint64_t *out, struct sn_error *err) SN_MUST_USE;
int sn_json_get_bool(const cJSON *object, const char *key, bool *out, struct sn_error *err) SN_MUST_USE;
int sn_json_get_string(const cJSON *object, const char *key, const char **out,
		       struct sn_error *err) SN_MUST_USE;
int sn_json_get_array(const cJSON *object, const char *key, const cJSON **out,
		      struct sn_error *err) SN_MUST_USE;
int sn_json_get_object(const cJSON *object, const char *key, const cJSON **out,
		       struct sn_error *err) SN_MUST_USE;

/* Decode exactly 2·len hexadecimal digits into `len` bytes. */
int sn_json_get_hex(const cJSON *object, const char *key, void *out, size_t len,
		    struct sn_error *err) SN_MUST_USE;

/* Read an optional member. If it is absent or null, leave *out unchanged and return 0. */
int sn_json_opt_u64(const cJSON *object, const char *key, uint64_t *out, struct sn_error *err) SN_MUST_USE;
int sn_json_opt_amount(const cJSON *object, const char *key, uint64_t *out, struct sn_error *err) SN_MUST_USE;
int sn_json_opt_bool(const cJSON *object, const char *key, bool *out, struct sn_error *err) SN_MUST_USE;
int sn_json_opt_string(const cJSON *object, const char *key, const char **out,
		       struct sn_error *err) SN_MUST_USE;
int sn_json_opt_array(const cJSON *object, const char *key, const cJSON **out,
		      struct sn_error *err) SN_MUST_USE;

/* Refuse members with names that are not in the NULL-terminated list, so that a misspelt key is not ignored.
 */
int sn_json_only_keys(const cJSON *object, const char *const keys[], struct sn_error *err) SN_MUST_USE;

/* The same for a text with secrets: the message has the number of the member, not its name. */
int sn_json_only_keys_secret(const cJSON *object, const char *const keys[], struct sn_error *err) SN_MUST_USE;

/* Add a member or element to a tree made with cJSON_CreateObject/Array. Returns SN_IO. For strings, booleans
 * and nested objects use cJSON_Add…ToObject. */
int sn_json_add_u64(cJSON *object, const char *key, uint64_t value) SN_MUST_USE;
int sn_json_add_hex(cJSON *object, const char *key, const void *data, size_t len) SN_MUST_USE; /* public */
int sn_json_push_string(cJSON *array, const struct sn_buf *text) SN_MUST_USE; /* without a NUL */
int sn_json_push_hex(cJSON *array, const void *data, size_t len) SN_MUST_USE; /* public */
int sn_json_push_u64(cJSON *array, uint64_t value) SN_MUST_USE;

/* Append the text of the tree to `out`, indented if `pretty`, without a final newline. Returns SN_IO.
 *
 * The text is ASCII. All other characters and DEL become \uXXXX, so that no terminal interprets them and
 * invisible ones can be seen. A byte that is not UTF-8 becomes U+FFFD. */
int sn_json_print(struct sn_buf *out, const cJSON *root, bool pretty) SN_MUST_USE;

#endif
