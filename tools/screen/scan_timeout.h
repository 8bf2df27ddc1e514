/* tools/screen/scan_timeout.h - the time that qr-scan has. */
#ifndef SCAN_TIMEOUT_H
#define SCAN_TIMEOUT_H

#include "tools/cli/cli.h"

#include <signal.h>

/* After so many seconds (0: never) scan_timeout_is_over becomes true, and stays. A signal breaks off a wait
 * for data, with EINTR, from then on again and again: one that comes just before the wait would be lost. */
int scan_timeout_start(struct cli *cli, uint64_t seconds) SN_MUST_USE;

/* What was received is written without haste. */
void scan_timeout_stop(void);

extern volatile sig_atomic_t scan_timeout_is_over;

#endif
