/* tools/signing/entry.h - sign one file of a directory: read it without waiting, and write the signed file to
 * the output directory, with ".signed" appended to the name. */
#ifndef COLD_SIGN_ENTRY_H
#define COLD_SIGN_ENTRY_H

#include "tools/signing/beside.h"
#include "tools/signing/signer.h"

#define COLD_SIGN_SUFFIX ".signed"

enum cold_sign_status {
	COLD_SIGN_SIGNED,
	COLD_SIGN_ALREADY_SIGNED, /* by an earlier run; the signed file is identical */
	COLD_SIGN_REFUSED,
	COLD_SIGN_BAD_INPUT,
	COLD_SIGN_UNREADABLE,
	COLD_SIGN_SKIPPED,
	COLD_SIGN_FAILED, /* the result could not be written */
};

/* The result for one file. */
struct cold_sign_outcome {
	enum cold_sign_status status;
	struct sn_review review;
	struct sn_hash *hashes; /* review.n entries, if signed */
};

/* Sign the file `name` of the directory `in_fd`. If the policy demands approvals, read those of the file in
 * `names` as well. `out` is the path of the output directory. `o` is
 * zero-initialized; free it, also after an error. An error concerns only this file, unless the status is
 * COLD_SIGN_FAILED. */
int cold_sign_entry(struct cold_signer *s, struct cold_sign_outcome *o, int in_fd,
		    const struct cold_sign_names *names, const char *name, const char *out,
		    struct sn_error *err) SN_MUST_USE;

bool cold_sign_is_signed(const struct cold_sign_outcome *o);
void cold_sign_outcome_free(struct cold_sign_outcome *o);

#endif
