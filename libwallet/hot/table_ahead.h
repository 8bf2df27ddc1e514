/* hot/table_ahead.h - a thread that makes the table of addresses while the first answer of the daemon is on
 * its way. Private to libwallet/hot.
 *
 * The table is always made before an answer is scanned, also if the answer has no output that could be ours:
 * otherwise the time would tell the daemon about the view tags of its transactions. */
#ifndef SN_HOT_TABLE_AHEAD_H
#define SN_HOT_TABLE_AHEAD_H

#include "hot/sync_run.h"

#include <pthread.h>

/* Zero-initialized is idle. */
struct sn_table_ahead {
	struct sn_sync_memory *memory;
	const struct sn_wallet *w;
	bool is_running;
	pthread_t thread;
	struct sn_error err;
	int ret;
};

/* Start to make the table in `memory`, unless it has one. Until sn_table_ahead_end, nothing may change the
 * wallet or use the memory. */
void sn_table_ahead_begin(struct sn_table_ahead *t, struct sn_sync_memory *memory, const struct sn_wallet *w);

/* Wait for the thread. Returns its SN_IO. Does nothing if none is running. */
int sn_table_ahead_end(struct sn_table_ahead *t, struct sn_error *err) SN_MUST_USE;

#endif
