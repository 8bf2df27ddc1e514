/* hot/restore_date.h - the restore height of a date, from the daemon's time stamps. */
#ifndef SN_HOT_RESTORE_DATE_H
#define SN_HOT_RESTORE_DATE_H

#include "base/error.h"
#include "node/daemon.h"

#include <stdint.h>

#define SN_RESTORE_DATE_MARGIN (2 * 24 * 3600) /* seconds */

/* Find by bisection the lowest height below which every block seems older than `time`, less a margin of
 * two days; at most `n_blocks`, the number of blocks in the daemon's chain. This takes one request for
 * each bit of `n_blocks`.
 *
 * Time stamps do not ascend: a miner may choose any time above the median of the 60 blocks before, and up
 * to two hours in the future. The margin is larger than this, and than the difference between time zones.
 * The daemon learns the date; a daemon that lies can cause a wrong height. */
int sn_restore_height_of_date(struct sn_daemon *daemon, uint64_t n_blocks, uint64_t time, uint64_t *height,
			      struct sn_error *err) SN_MUST_USE;

#endif
