/* flips.h - flip bits at the fault points of the signer, each in a child process, and count the outcomes of
 * the children. */
#ifndef TESTS_SEAM_FLIPS_H
#define TESTS_SEAM_FLIPS_H

#include "crypto/random.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum outcome {
	REFUSED,   /* an error, without output */
	IDENTICAL, /* the output of an undisturbed run */
	UNRELATED, /* a proof that shares no nonce with that of an undisturbed run */
	CRASHED,
	HUNG,      /* until an alarm ended it */
	OTHER,     /* something else is given out */
	LEAKED,    /* an error, with output */
	FORGOTTEN, /* the output of an undisturbed run, but the journal differs */
	OUTCOMES,
};

/* The exit status of the child is the outcome. */
#define STATUS_BASE 64

struct tally {
	const char *name;
	size_t reached, flips;
	size_t outcomes[OUTCOMES];
};

#define TALLIES_MAX 96

/* Memory that the caller holds during the work. */
struct region {
	const char *name;
	void *at;
	size_t len;
};

#define REGIONS_MAX 64

extern struct flips {
	struct sn_random random; /* which bytes, which bits */
	size_t one_in;           /* points */
	size_t bytes_per_point;
	size_t bytes_held;  /* at each point, of one of the regions */
	const char *always; /* at points whose names begin so, whatever one_in says, and at each byte */
	const char *only;   /* flip at points of this name alone, and in no region; NULL: at all */
	struct tally tallies[TALLIES_MAX];
	size_t n_tallies;
	struct region regions[REGIONS_MAX];
	size_t n_regions;

	bool is_child;
	uint8_t *flips_back; /* at the next point; NULL: never */
	uint8_t mask;
} flips;

/* Start with this share of the points, and so many bytes of each. SN_BIT_FLIPS=N flips N bytes at all
 * points, and SN_BIT_FLIPS=all (`make check-bit-flips`) every byte of each point. SN_SEED=N draws other bits
 * and bytes. */
void flips_start(size_t one_in, size_t bytes_per_point);

/* The tally of the points or regions with this name. */
struct tally *flips_tally_of(const char *name);

/* For seam_hook: flip bits of this value and of a region, each in a child, which continues. */
void flips_at_point(const char *name, void *at, size_t len);

/* A region whose bits flip at any point. */
void flips_add_region(const char *name, void *at, size_t len);

/* The children with this outcome. */
size_t flips_count(enum outcome outcome);

/* Print all tallies. */
void flips_print(const char *what);

#endif
