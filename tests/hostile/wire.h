/* An unsigned set in bytes, with all fields known. Written after doc/reference/formats.md, without the
 * encoder of the library, which refuses invalid sets: this one can encode any structure. */
#ifndef TESTS_HOSTILE_WIRE_H
#define TESTS_HOSTILE_WIRE_H

#include "handoff/unsigned_set.h"

enum field_kind { FIELD_COUNT, FIELD_NUMBER, FIELD_KIND, FIELD_POINT, FIELD_SCALAR, FIELD_PAYMENT_ID };

struct field {
	enum field_kind kind;
	size_t at, len;
};

struct wire {
	struct sn_buf bytes;
	struct field *fields;
	size_t n, cap;
};

void wire_encode(struct wire *w, const struct sn_unsigned_set *set);
void wire_free(struct wire *w);

/* Put other bytes in place of field i, as many as one likes. */
void wire_replace(struct wire *w, size_t i, const void *data, size_t len);

/* A varint with `padding` extra bytes, at most 10 bytes in total. Returns its length. */
size_t wire_varint(uint8_t out[static 16], uint64_t v, size_t padding);
uint64_t wire_number(const struct wire *w, size_t i);

#endif
