/* tools/signing/entry.h - one file of a directory: read without waiting for anything, signed, and written in
 * the other directory under its name with ".signed" after it, never in place of something else. */
#ifndef COLD_SIGN_ENTRY_H
#define COLD_SIGN_ENTRY_H

#include "tools/signing/signer.h"

#define COLD_SIGN_SUFFIX ".signed"

enum cold_sign_status {
	COLD_SIGN_SIGNED,
	COLD_SIGN_ALREADY_SIGNED, /* by a run before this one: what is there is the same */
	COLD_SIGN_REFUSED,
	COLD_SIGN_BAD_INPUT,
	COLD_SIGN_UNREADABLE,
	COLD_SIGN_SKIPPED,
	COLD_SIGN_FAILED, /* the result could not be written */
};

/* What became of it. */
struct cold_sign_outcome {
	enum cold_sign_status status;
	struct sn_review review;
	struct sn_hash *hashes; /* review.n of them, when signed */
};

/* `name` stands in the directory `in_fd`; `out` is the path of the other one. `o` is all zero; release it,
 * after a failure too. An error is that of this file alone, unless the status says COLD_SIGN_FAILED. */
int cold_sign_entry(struct cold_signer *s, struct cold_sign_outcome *o, int in_fd, const char *name,
		    const char *out, struct sn_error *err) SN_MUST_USE;

bool cold_sign_is_signed(const struct cold_sign_outcome *o);
void cold_sign_outcome_free(struct cold_sign_outcome *o);

#endif
