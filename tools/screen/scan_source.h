/* tools/screen/scan_source.h - where qr-scan's pictures come from. */
#ifndef SCAN_SOURCE_H
#define SCAN_SOURCE_H

#include "tools/cli/cli.h"
#include "tools/screen/scan_screen.h"

#include "optic/receive.h"
#include "optic/detection.h"

struct scan {
	struct cli *cli;
	struct sn_detector *eye;
	struct sn_receiver *receiver;
	struct scan_screen screen;
};

/* Each looks until the receiver is complete, the time is up (screen/scan_timeout.h), or there is no more,
 * which are all SN_OK. SN_IO; SN_BAD_INPUT. */

int scan_camera(struct scan *s, const char *device) SN_MUST_USE;

/* The operands: pictures and streams. One that is damaged is reported and passed over, unless it is all
 * that there is. */
int scan_files(struct scan *s) SN_MUST_USE;

#endif
