/* secrets.h - note secrets in one process, and search for copies of them in the memory of another one. */
#ifndef TESTS_SEAM_SECRETS_H
#define TESTS_SEAM_SECRETS_H

#include <stddef.h>
#include <stdint.h>

#define SECRETS_MAX 32768

/* Disguised, so that a search does not find the record itself. Sixteen bytes of a secret are enough to know
 * it again. */
struct secret {
	uint64_t disguised[2];
	char name[40];
	size_t copies; /* found since secrets_start_search */
};

struct secrets {
	struct secret all[SECRETS_MAX];
	size_t n;
};

/* The test sets it to memory that the processes share. */
extern struct secrets *secrets;

/* A number as it is stored, and in two other forms that work with it gives it: signed digits of four bits,
 * and limbs of 51 bits, which is how a field element is held. */
void secrets_note(const char *name, const void *at, size_t len);

/* Note the value of a fault point if it is secret: for seam_hook. */
void secrets_note_at_point(const char *name, void *at, size_t len);

/* Build the table that the searches use, once all secrets are noted. */
void secrets_prepare(void);

/* How many copies there are in all that can be written to. Its pages that nobody has touched are skipped by
 * reading zeros. */
size_t secrets_search(const char *when);

/* The same, without locked memory, which is never swapped. */
size_t secrets_search_unlocked(const char *when);

/* Search single ranges. secrets_found returns the number of copies in them, and prints the names of the
 * secrets that were found. */
void secrets_start_search(void);
void secrets_search_range(const uint8_t *from, const uint8_t *to);
size_t secrets_found(const char *when);

/* Write a copy of one of the secrets. */
void secrets_put_one(volatile uint8_t *at);

#endif
