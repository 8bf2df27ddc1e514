#include "hot/table_ahead.h"

#include "base/parallel.h"
#include "hot/scan.h"

static void *make(void *argument)
{
	struct sn_table_ahead *t = argument;
	t->ret = sn_scan_need_table(t->memory, t->w, &t->err);
	return NULL;
}

/* Without a thread, the table is made when the answer is there. */
void sn_table_ahead_begin(struct sn_table_ahead *t, struct sn_sync_memory *memory, const struct sn_wallet *w)
{
	*t = (struct sn_table_ahead){.memory = memory, .w = w};
	t->is_running = !memory->has_table && !sn_thread_start(&t->thread, make, t);
}

int sn_table_ahead_end(struct sn_table_ahead *t, struct sn_error *err)
{
	if (!t->is_running)
		return SN_OK;
	pthread_join(t->thread, NULL);
	t->is_running = false;
	if (t->ret && err)
		*err = t->err;
	return t->ret;
}
