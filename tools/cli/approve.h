/* tools/cli/approve.h - show the review and ask for confirmation. */
#ifndef CLI_APPROVE_H
#define CLI_APPROVE_H

#include "tools/cli/cli.h"

#include "cold/review.h"

/* Show the review on the terminal and prompt there: "Sign 1 transaction to ...?", where "Sign" is `verb`.
 * With --yes, print the review to stderr, for the record, without a prompt. Returns SN_REFUSED if the answer
 * is no, or if there is no terminal. */
int cli_approve(struct cli *cli, const char *verb, const struct sn_review *review) SN_MUST_USE;

/* Add to an error that prevented the output of a signature: the journal already has the signature. Returns
 * `ret`. */
int cli_note_journaled(struct sn_error *err, int ret);

#endif
