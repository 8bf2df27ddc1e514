/* memory_work.h - the work during which memory runs out: signing, the stores, the exchanged files, and
 * proposals. */
#ifndef TESTS_FAULT_MEMORY_WORK_H
#define TESTS_FAULT_MEMORY_WORK_H

#include "base/bytes.h"
#include "base/error.h"

struct work {
	const char *name;
	int (*run)(struct sn_buf *result, struct sn_error *err);
	void (*before)(void); /* or NULL */
	size_t every;         /* request that fails, unless SN_FAULTS=all */
};

/* The last one has no name. */
extern const struct work works[];

/* End the program if this is an error. */
void must(int ret, const struct sn_error *err);

/* Make the files that the work needs, and remove them. */
void make_world(void);
void remove_world(void);

#endif
