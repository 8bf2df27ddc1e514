/* tools/signing/batch.h - sign a directory of unsigned files without confirmation: cold-sign --in-dir.
 *
 * Each file has a line on standard output, and is independent of the others. A refused, corrupt or unreadable
 * file is reported, and the run continues. If the policy demands approvals, files with the names of approvals
 * (tools/signing/beside.h) are not signed. The signed file is complete, has the name of the unsigned file
 * with ".signed" appended, and never replaces another file; a second run is therefore safe. The run ends
 * early only if the output cannot be written (SN_IO), or after a signal. Then the directory is listed again,
 * and files with new names are processed, until there are none. A file that changed, or whose approval came
 * later, is left to the next run. */
#ifndef COLD_SIGN_BATCH_H
#define COLD_SIGN_BATCH_H

#include "tools/signing/signer.h"

/* Check that `in` and `out` are two different directories. Call this before the prompt for a password. */
int cold_sign_batch_check(struct cli *cli, const char *in, const char *out) SN_MUST_USE;

/* Sign all files. The keys, the policy and the journal of the signer are open. Returns SN_REFUSED if any file
 * was not signed. */
int cold_sign_batch(struct cold_signer *s, const char *in, const char *out) SN_MUST_USE;

#endif
