/* app/work.h - one piece of work at a time, first come first served, with ranks.
 *
 * This is a lock that is granted in the order of requests. Long work of a low rank checks periodically
 * whether work of a higher rank waits. If so, it stops at a suitable point, releases the lock, and requests
 * it again. */
#ifndef SN_APP_WORK_H
#define SN_APP_WORK_H

#include "base/error.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sn_work_rank {
	SN_WORK_FOLLOW,  /* follow the chain in the background */
	SN_WORK_REFRESH, /* follow the chain on request */
	SN_WORK_PROMPT,  /* everything else */
	SN_WORK_RANKS,
};

struct sn_work {
	pthread_mutex_t mutex; /* guards the other members */
	pthread_cond_t turn;
	uint64_t next_ticket, now_serving; /* equal: no work is active */
	enum sn_work_rank rank;            /* of the active work */
	size_t waiting[SN_WORK_RANKS];
};

/* Returns SN_IO. */
int sn_work_init(struct sn_work *work, struct sn_error *err) SN_MUST_USE;

/* No work may be active or waiting. */
void sn_work_destroy(struct sn_work *work);

/* Wait for the turn of the caller. Must not be nested. */
void sn_work_begin(struct sn_work *work, enum sn_work_rank rank);
void sn_work_end(struct sn_work *work);

/* Whether work of a higher rank waits. For active work. */
bool sn_work_should_yield(struct sn_work *work);

#endif
