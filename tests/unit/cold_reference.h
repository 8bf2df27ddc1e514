/* Unsigned files of the reference wallet for the tests of cold/reference_*: the samples of
 * tests/vectors/interop, and changes to them. */
#ifndef TESTS_UNIT_COLD_REFERENCE_H
#define TESTS_UNIT_COLD_REFERENCE_H

#include "interop_samples.h"

#include "chain/account.h"
#include "interop/unsigned_tx_set.h"

/* The account of the samples of this release. */
struct sn_account reference_account(const char *release);

/* A decoded sample. `sample` has the bytes that `set` views. */
struct reference_file {
	struct interop_sample sample;
	struct sn_account account;
	struct sn_interop_key key;
	struct sn_unsigned_tx_set set;
};

struct reference_file reference_open(const char *release, const char *name);
void reference_free(struct reference_file *file);

/* Append the sealed file of the set as it is now. */
void reference_seal(struct sn_buf *out, const struct reference_file *file);

#endif
