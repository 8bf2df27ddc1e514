/* tools/signing/adopt.h - cold-sign --adopt-journal: take over the journal of an earlier wallet file. */
#ifndef COLD_SIGN_ADOPT_H
#define COLD_SIGN_ADOPT_H

#include "tools/cli/cli.h"

/* Open the master wallet, and add the entries of the journal `path` to its own journal. The password of
 * `path` is the first line of the file `password_file`, or the answer to a prompt (NULL). Print the number of
 * entries. */
int cold_sign_adopt(struct cli *cli, const char *path, const char *password_file) SN_MUST_USE;

#endif
