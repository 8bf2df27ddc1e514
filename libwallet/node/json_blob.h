/* node/json_blob.h - raw bytes in a JSON string. Private to libwallet/node.
 *
 * Some answers of a daemon are JSON texts in which one string has arbitrary bytes, including NUL and invalid
 * UTF-8. JSON parsers refuse them. sn_json_blob_cut removes these bytes; the rest can be parsed.
 *
 * A daemon writes a byte unchanged, or as one of the escapes \b \f \n \r \t \v \" \\ \/; newer ones write
 * \u00XX for the other control characters. All other escapes are refused. Source: reference implementation,
 * contrib/epee/src/parserse_base_utils.cpp, transform_to_escape_sequence (v0.18.0.0, v0.18.5.1 and master).
 */
#ifndef SN_NODE_JSON_BLOB_H
#define SN_NODE_JSON_BLOB_H

#include "base/bytes.h"

/* A view. */
struct sn_json_blob {
	bool is_present;
	const uint8_t *data;
	size_t len;
};

/* Decode the string value of the member `key` in place; `out` is then a view into `text`. Append to `rest`
 * the text with an empty string as this value; without such a member, the whole text. One pass.
 *
 * Returns false if the member occurs twice, at any depth, has a bad escape, a string does not end, or the
 * rest is longer than `rest_max`; `text` is undefined then. */
bool sn_json_blob_cut(struct sn_buf *text, const char *key, size_t rest_max, struct sn_buf *rest,
		      struct sn_json_blob *out);

#endif
