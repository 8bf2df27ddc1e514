/* wiped_fixture.h - files, and work on them with secrets that are noted: for wiped.c and wiped_stack.c. */
#ifndef TESTS_SEAM_WIPED_FIXTURE_H
#define TESTS_SEAM_WIPED_FIXTURE_H

#include "cold/files.h"
#include "secrets.h"

#define FILE_MAX 524288

#define LISTED 3        /* the inputs of all transactions of the file */
#define LISTED_CARROT 3 /* besides */

struct sealed {
	uint8_t bytes[FILE_MAX];
	size_t len;
};

struct shared {
	struct sn_account account;
	struct sealed file, large,
		list,    /* two unsigned sets; the list of the outputs that the first spends */
		outputs; /* if `file` is of the reference wallet: an export of outputs of it */
	struct secrets secrets;
};

/* Shared with the children. */
extern struct shared *shared;

/* Threads that sign: in the children one, so that nothing is noted twice. */
extern unsigned wiped_jobs;

/* Let one child make the files, and another one note the secrets of signing them. wiped_tear_down frees the
 * memory. */
void wiped_set_up(void (*make)(void));
void wiped_tear_down(void);

/* Two inputs of different kinds, additional tx keys, a payment id: whatever there is. */
void wiped_make_files(void);

/* A file of the reference wallet, and a list that its answer needs. */
void wiped_make_reference_files(void);

/* Proposals: inputs of every kind; three outputs, and two. */
void wiped_make_proposals(void);

/* Sign `file`. */
void wiped_sign(void);

/* All is signed, twice, and then it differs. */
void wiped_sign_in_vain(void);

/* Answer the list, and refuse another one. */
void wiped_compute_images(void);
void wiped_refuse_images(void);

/* For seam_hook: the self-check of the sealed file fails. */
void wiped_flip_when_sealed(const char *name, void *at, size_t len);

/* Run it in a child, which has to end well. */
void wiped_in_a_child(void (*run)(void));

/* In a frame that is no more, deep enough not to be used again at once. */
void wiped_leave_on_stack(void);

#endif
