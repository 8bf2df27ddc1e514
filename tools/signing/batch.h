/* tools/signing/batch.h - sign a directory of unsigned files without asking anybody: cold-sign --in-dir.
 *
 * Each file has a line on standard output and stands for itself: what is refused, damaged or unreadable is
 * reported, and the next one is tried. What is signed is in the out-directory under the name of the unsigned
 * file with ".signed" after it, complete, and never in place of something else: running it again does no
 * harm. Only when nothing more can be written (SN_IO), or a signal came, the run ends before the last file.
 */
#ifndef COLD_SIGN_BATCH_H
#define COLD_SIGN_BATCH_H

#include "tools/signing/signer.h"

/* Before a password is asked for: are these two directories, and different ones? */
int cold_sign_batch_check(struct cli *cli, const char *in, const char *out) SN_MUST_USE;

/* Sign with the signer, whose keys, policy and journal are open. SN_REFUSED when a file was not signed. */
int cold_sign_batch(struct cold_signer *s, const char *in, const char *out) SN_MUST_USE;

#endif
