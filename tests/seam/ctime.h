/* ctime.h - the sections of ctime, which calculate with marked secrets. The values follow from names. */
#ifndef TESTS_SEAM_CTIME_H
#define TESTS_SEAM_CTIME_H

#include "base/seam.h"
#include "chain/account.h"
#include "crypto/group.h"
#include "crypto/scalar.h"
#include "handoff/output_list.h"

#include <stdbool.h>
#include <stddef.h>

struct section {
	const char *name; /* NULL: the end of the list */
	void (*run)(void);
};

extern const struct section ctime_arithmetic[], ctime_carrot[], ctime_keys[], ctime_payments[],
	ctime_proofs[], ctime_seeds[], ctime_signing[];

/* Of the second argument. */
extern const char *vector_path;

/* End the program with `what` unless the condition holds. */
void expect(bool condition, const char *what);

/* Memcheck takes every byte of it for undefined: the mark has come through the calculation to its result.
 * Without this a mark that gets lost would make a test that cannot fail. */
void expect_secret(const void *at, size_t len, const char *what);

struct sn_scalar number(const char *name);
struct sn_scalar secret_number(const char *name);
struct sn_point point(const char *name);

/* An account whose secret keys are marked. */
struct sn_account secret_account(void);

/* A line of the vector file, without its name. */
struct sn_buf vector_line(const char *name);

/* The account of the vector file. */
struct sn_account vector_account(void);

/* An output to address `index` of the account, made with the transaction key R, at position `i`. */
struct sn_listed_output own_output(const struct sn_account *account, struct sn_point tx_key, uint32_t i,
				   struct sn_subaddress_index index);

#endif
