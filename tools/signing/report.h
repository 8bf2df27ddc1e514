/* tools/signing/report.h - the line on standard output for one file of a directory. */
#ifndef COLD_SIGN_REPORT_H
#define COLD_SIGN_REPORT_H

#include "tools/signing/entry.h"

/* Print the status, the name, and the tx hashes or the reason, separated by tabs; with --json, as an object.
 * `why` is the reason, or NULL. */
int cold_sign_report(struct cli *cli, const struct cold_sign_outcome *o, const char *name,
		     const struct sn_error *why) SN_MUST_USE;

#endif
