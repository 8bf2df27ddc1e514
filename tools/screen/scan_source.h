/* tools/screen/scan_source.h - the sources of pictures for qr-scan. */
#ifndef SCAN_SOURCE_H
#define SCAN_SOURCE_H

#include "tools/cli/cli.h"
#include "tools/screen/scan_screen.h"

#include "optic/receive.h"
#include "optic/detection.h"

struct scan {
	struct cli *cli;
	struct sn_detector *detector;
	struct sn_receiver *receiver;
	const char *raw; /* size of the pictures of video without headers, WIDTHxHEIGHT, or NULL */
	struct scan_screen screen;
};

/* Each function examines pictures until the receiver is complete, the timeout is over
 * (screen/scan_timeout.h), or the input ends, and then returns SN_OK. Errors: SN_IO, SN_BAD_INPUT. */

int scan_camera(struct scan *s, const char *device) SN_MUST_USE;

/* Examine the operands: pictures and video streams. A corrupt file is reported and skipped, unless it is the
 * only input. */
int scan_files(struct scan *s) SN_MUST_USE;

#endif
