/* base/json.h - JSON texts whose 64-bit integers survive exactly.
 *
 * cJSON builds the tree, but it keeps numbers as doubles, which round above 2^53. So every
 * number of a parsed tree also carries the very characters that stood in the text (in
 * `valuestring`, which cJSON leaves unused for numbers and frees), and the functions here
 * read those: an unsigned integer comes out exactly or is refused. `valuedouble` and
 * `valueint` are never to be used for amounts. A parsed tree is for reading; what is
 * printed is built with the writers below.
 *
 * Beyond cJSON's grammar, sn_json_parse refuses what two readers may understand differently
 * or what a C string cannot hold: a key twice in one object, numbers like 01 and 1., raw control
 * characters, "\u0000", a byte order mark before the value, anything after it, more than SN_JSON_DEPTH
 * levels, more than SN_JSON_MEMBERS members in one object, more than SN_JSON_VALUES values in all: a value of
 * two characters takes more than a hundred bytes of memory.
 *
 * Getters return 0 or SN_BAD_INPUT with a sentence that names the key; the output is
 * untouched then. `object` may be NULL or of another kind: that too is SN_BAD_INPUT. */
#ifndef SN_BASE_JSON_H
#define SN_BASE_JSON_H

#include "base/bytes.h"
#include "base/error.h"

#include <cjson/cJSON.h>

#define SN_JSON_DEPTH 64
#define SN_JSON_MEMBERS 1024
#define SN_JSON_VALUES 65536

/* Parse the `len` bytes of `text`, which need not end in NUL, into a tree that the caller
 * releases with sn_json_free. On failure *out is NULL. SN_BAD_INPUT; SN_IO when out of memory. */
int sn_json_parse(cJSON **out, const char *text, size_t len, struct sn_error *err) SN_MUST_USE;

/* The same for a text of at most `max` values. */
int sn_json_parse_large(cJSON **out, const char *text, size_t len, size_t max,
			struct sn_error *err) SN_MUST_USE;

/* Count the values of a text, of any kind and at any depth: at least as many as a parser finds. */
size_t sn_json_count_values(const char *text, size_t len);

/* Release a tree; its strings are wiped, since a request may hold a seed or a password.
 * NULL is allowed. */
void sn_json_free(cJSON *root);

/* True when `object` is an object that has `key`, and its value is not null. */
bool sn_json_has(const cJSON *object, const char *key);

/* The value of a number item, if it is written as a plain unsigned integer below 2^64:
 * no sign, point, exponent or leading zero. 0 or SN_BAD_INPUT. */
int sn_json_as_u64(const cJSON *item, uint64_t *out) SN_MUST_USE;

/* Required members. Strings, arrays and objects are views into the tree. */
int sn_json_get_u64(const cJSON *object, const char *key, uint64_t *out, struct sn_error *err) SN_MUST_USE;
int sn_json_get_bool(const cJSON *object, const char *key, bool *out, struct sn_error *err) SN_MUST_USE;
int sn_json_get_string(const cJSON *object, const char *key, const char **out,
		       struct sn_error *err) SN_MUST_USE;
int sn_json_get_array(const cJSON *object, const char *key, const cJSON **out,
		      struct sn_error *err) SN_MUST_USE;
int sn_json_get_object(const cJSON *object, const char *key, const cJSON **out,
		       struct sn_error *err) SN_MUST_USE;

/* Exactly 2·len hexadecimal digits into `len` bytes. */
int sn_json_get_hex(const cJSON *object, const char *key, void *out, size_t len,
		    struct sn_error *err) SN_MUST_USE;

/* Optional members: absent or null leaves *out as the caller set it and returns 0; a value of
 * the wrong kind is SN_BAD_INPUT all the same. */
int sn_json_opt_u64(const cJSON *object, const char *key, uint64_t *out, struct sn_error *err) SN_MUST_USE;
int sn_json_opt_bool(const cJSON *object, const char *key, bool *out, struct sn_error *err) SN_MUST_USE;
int sn_json_opt_string(const cJSON *object, const char *key, const char **out,
		       struct sn_error *err) SN_MUST_USE;
int sn_json_opt_array(const cJSON *object, const char *key, const cJSON **out,
		      struct sn_error *err) SN_MUST_USE;

/* Refuse members whose name is not in the NULL-terminated list: for files that people write,
 * where a misspelt key must not be ignored. */
int sn_json_only_keys(const cJSON *object, const char *const keys[], struct sn_error *err) SN_MUST_USE;

/* Writers: members (or elements) of a tree made with cJSON_CreateObject/Array. 0 or SN_IO. The others
 * (strings, booleans, nested objects) are cJSON's own cJSON_Add…ToObject. */
int sn_json_add_u64(cJSON *object, const char *key, uint64_t value) SN_MUST_USE;
int sn_json_add_hex(cJSON *object, const char *key, const void *data, size_t len) SN_MUST_USE; /* public */
int sn_json_push_u64(cJSON *array, uint64_t value) SN_MUST_USE;

/* Append the text of the tree to `out`, indented if `pretty`, without a final newline. It is ASCII: any other
 * character, and DEL, is written as \uXXXX, so that a terminal obeys none and a reader sees those that it
 * would not show; a byte that is no UTF-8 becomes U+FFFD. 0 or SN_IO. */
int sn_json_print(struct sn_buf *out, const cJSON *root, bool pretty) SN_MUST_USE;

#endif
