/* tools/signing/report.h - what became of one file of a directory, as a line on standard output. */
#ifndef COLD_SIGN_REPORT_H
#define COLD_SIGN_REPORT_H

#include "tools/signing/entry.h"

/* By tabs: the status in a word, the name, and the tx hashes or the reason; with --json the same as an
 * object. `why` is NULL unless there is a reason. An error is one of printing. */
int cold_sign_report(struct cli *cli, const struct cold_sign_outcome *o, const char *name,
		     const struct sn_error *why) SN_MUST_USE;

#endif
