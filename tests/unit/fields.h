/* Both representations of the field (crypto/field.h) behind one interface: numbers of 32 bytes,
 * little-endian, of which all 256 bits count, unless the name is encode255. mul_small takes the low 20 bits
 * of the second one. */
#ifndef SN_TESTS_FIELDS_H
#define SN_TESTS_FIELDS_H

#include <stdint.h>

#define FIELD_FUNCTIONS 11

struct field_function {
	const char *name;
	void (*run)(uint8_t *out, const uint8_t *a, const uint8_t *b);
};

extern const struct field_function field_25_functions[FIELD_FUNCTIONS];

/* Without __SIZEOF_INT128__, undefined. */
extern const struct field_function field_51_functions[FIELD_FUNCTIONS];

#endif
