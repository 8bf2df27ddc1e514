/* tools/signing/times.h - cold-sign --correct-times: correct the journal after the clock was ahead. */
#ifndef COLD_SIGN_TIMES_H
#define COLD_SIGN_TIMES_H

#include "tools/cli/cli.h"

/* Open the master wallet and its journal. If transactions are later than the clock, prompt whether the clock
 * is right (not with --yes), and change their time to that of the clock. Print their number. */
int cold_sign_correct_times(struct cli *cli) SN_MUST_USE;

#endif
