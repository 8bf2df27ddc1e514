#include "app/work.h"

int sn_work_init(struct sn_work *work, struct sn_error *err)
{
	*work = (struct sn_work){0};
	if (pthread_mutex_init(&work->mutex, NULL))
		return sn_error_memory(err);
	if (pthread_cond_init(&work->turn, NULL)) {
		pthread_mutex_destroy(&work->mutex);
		return sn_error_memory(err);
	}
	return SN_OK;
}

void sn_work_destroy(struct sn_work *work)
{
	pthread_cond_destroy(&work->turn);
	pthread_mutex_destroy(&work->mutex);
}

void sn_work_begin(struct sn_work *work, enum sn_work_rank rank)
{
	pthread_mutex_lock(&work->mutex);
	uint64_t ticket = work->next_ticket++;
	work->waiting[rank]++;
	while (work->now_serving != ticket)
		pthread_cond_wait(&work->turn, &work->mutex);
	work->waiting[rank]--;
	work->rank = rank;
	pthread_mutex_unlock(&work->mutex);
}

void sn_work_end(struct sn_work *work)
{
	pthread_mutex_lock(&work->mutex);
	work->now_serving++;
	pthread_cond_broadcast(&work->turn);
	pthread_mutex_unlock(&work->mutex);
}

bool sn_work_should_yield(struct sn_work *work)
{
	bool is_awaited = false;
	pthread_mutex_lock(&work->mutex);
	for (int rank = (int)work->rank + 1; rank < SN_WORK_RANKS; rank++)
		is_awaited |= work->waiting[rank] > 0;
	pthread_mutex_unlock(&work->mutex);
	return is_awaited;
}
