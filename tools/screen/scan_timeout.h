/* tools/screen/scan_timeout.h - the option --timeout of qr-scan. */
#ifndef SCAN_TIMEOUT_H
#define SCAN_TIMEOUT_H

#include "tools/cli/cli.h"

#include <signal.h>

/* After `seconds` (0: never) scan_timeout_is_over becomes true. From then on, signals interrupt any wait for
 * data (EINTR), repeatedly: a single signal just before a wait would be lost. */
int scan_timeout_start(struct cli *cli, uint64_t seconds) SN_MUST_USE;

/* Stop the signals, so that they do not interrupt the output. */
void scan_timeout_stop(void);

extern volatile sig_atomic_t scan_timeout_is_over;

#endif
