/* Values of a file in tests/vectors/ with lines `name = hex`. The name is a format of printf. A file that
 * cannot be read, or a value of another length, fails the test. */
#ifndef SN_TESTS_NAMED_VECTORS_H
#define SN_TESTS_NAMED_VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Decode a value of exactly `len` bytes. False if the file has no such name. */
bool named_vector_find(uint8_t *out, size_t len, const char *file, const char *name, ...)
	__attribute__((format(printf, 4, 5)));

/* The same for a value that must be in the file. */
void named_vector(uint8_t *out, size_t len, const char *file, const char *name, ...)
	__attribute__((format(printf, 4, 5)));

/* A value of any length, in a new array, which the caller frees. The value must be in the file. */
uint8_t *named_vector_all(size_t *len, const char *file, const char *name, ...)
	__attribute__((format(printf, 3, 4)));

#endif
