/* node/json_blob.h - raw bytes in a JSON string.
 *
 * Some answers of a daemon are JSON texts in which one string holds bytes of any value, NUL and invalid UTF-8
 * included; no JSON parser takes them. Here these bytes are cut out of the text, and the rest is for a
 * parser.
 *
 * A daemon writes a byte as it is, or with one of the escapes \b \f \n \r \t \v \" \\ \/; newer ones write
 * \u00XX for the other control characters. Every other escape is refused. Source: reference implementation,
 * contrib/epee/src/parserse_base_utils.cpp, transform_to_escape_sequence (v0.18.0.0, v0.18.5.1 and master).
 * Private to libwallet/node. */
#ifndef SN_NODE_JSON_BLOB_H
#define SN_NODE_JSON_BLOB_H

#include "base/bytes.h"

/* A view. */
struct sn_json_blob {
	bool is_there;
	const uint8_t *data;
	size_t len;
};

/* Decode the string value of the member `key`, in place in `text`, which `out` is then a view of, and append
 * to `rest` the text with an empty string as this value. Without such a member, `rest` is all of the text.
 * One pass.
 *
 * False: the member is there twice, at any depth, it has a bad escape, a string does not end, or the rest is
 * longer than `rest_max`; `text` is undefined then. */
bool sn_json_blob_cut(struct sn_buf *text, const char *key, size_t rest_max, struct sn_buf *rest,
		      struct sn_json_blob *out);

#endif
