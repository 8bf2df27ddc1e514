/* Reads a file of test vectors line by line: words separated by spaces; # starts a comment line. An
 * unreadable file fails the test. */
#ifndef SN_TESTS_CHAIN_VECTORS_H
#define SN_TESTS_CHAIN_VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define VECTOR_WORDS_MAX 32

struct vectors {
	FILE *file;
	char *line;
	size_t cap;
	char *word[VECTOR_WORDS_MAX];
	size_t n;
	size_t seen; /* lines that vectors_next gave */
};

void vectors_open(struct vectors *v, const char *name); /* in tests/vectors */

/* Go to the next line whose first word is `kind` (NULL: any). False at the end. */
bool vectors_next(struct vectors *v, const char *kind);

/* Close the file. Fails the test if vectors_next never returned a line. */
void vectors_close(struct vectors *v);

/* Decode hex to a new array, which the caller frees. */
uint8_t *vectors_bytes(size_t *len, const char *hex);

/* Decode exactly 32 bytes. */
void vectors_bytes32(uint8_t out[static 32], const char *hex);

#endif
