/* tools/cli/approve.h - show what would be signed, and ask. */
#ifndef CLI_APPROVE_H
#define CLI_APPROVE_H

#include "tools/cli/cli.h"

#include "cold/review.h"

/* Show the review on the terminal and ask there: "Sign 1 transaction: ...?", where "Sign" is `verb`. With
 * --yes the review goes to stderr, for the record, and nobody is asked. SN_REFUSED when the answer is no or
 * nobody can be asked. */
int cli_approve(struct cli *cli, const char *verb, const struct sn_review *review) SN_MUST_USE;

/* The hint of SN_REASON_SIGNED_AWAY, whose message names the earlier transaction, where --allow-respend
 * exists. */
#define CLI_RESPEND_HINT "submit that transaction instead; to replace it, use --allow-respend"

/* To an error that keeps what was signed from coming out. */
#define CLI_JOURNALED_ADVICE \
	"; the journal has it already: sign the same file again, which gives the same bytes"

#endif
