#include "hot/restore_date.h"
#include "node/daemon_header.h"

int sn_restore_height_of_date(struct sn_daemon *daemon, uint64_t n_blocks, uint64_t time, uint64_t *height,
			      struct sn_error *err)
{
	const uint64_t earliest = time > SN_RESTORE_DATE_MARGIN ? time - SN_RESTORE_DATE_MARGIN : 0;
	uint64_t low = 0, high = n_blocks; /* blocks below `low` are older, block `high` is not */
	*height = 0;
	while (low < high) {
		const uint64_t middle = low + (high - low) / 2;
		uint64_t its_time;
		int ret = sn_daemon_get_block_time(daemon, middle, &its_time, err);
		if (ret)
			return ret;
		if (its_time < earliest)
			low = middle + 1;
		else
			high = middle;
	}
	*height = low;
	return SN_OK;
}
