/* Files of the reference wallet, of tests/vectors/interop, and what the tests of all formats share. */
#ifndef TESTS_UNIT_INTEROP_SAMPLES_H
#define TESTS_UNIT_INTEROP_SAMPLES_H

#include "interop/archive.h"
#include "interop/sealed_file.h"

#include <stdio.h>

/* The wallet of one release. */
struct interop_wallet {
	struct sn_scalar view_secret, spend_secret;
	struct sn_archive_owner owner;
	struct sn_interop_key key;
};

struct interop_sample {
	const char *release;
	const char *name; /* tests/vectors/interop/RELEASE/NAME.bin and .txt */
	enum sn_interop_kind kind;
	struct sn_buf file;
	struct sn_buf plaintext;
};

/* Read keys from wallets.txt. */
void interop_wallet_init(struct interop_wallet *wallet, const char *release);

/* Go to the next sample: open its file with the key of its wallet. `sample` starts as {0}. False at the end,
 * with `sample` freed. `kind` SN_INTEROP_KINDS: all kinds. */
bool interop_next(struct interop_sample *sample, enum sn_interop_kind kind);

/* The sample of this name. Free it with interop_free. */
struct interop_sample interop_find(const char *release, const char *name);
void interop_free(struct interop_sample *sample);

/* Decode contents of this kind and encode them again. A refusal must leave an empty struct. */
int interop_reencode(struct sn_buf *out, enum sn_interop_kind kind, const void *data, size_t len,
		     struct sn_error *err);

/* Write the members of decoded contents as in NAME.txt. */
void interop_print(FILE *f, enum sn_interop_kind kind, const void *data, size_t len);

#endif
