/* app/work.h - one piece of work at a time, first come first served, and the lesser gives way.
 *
 * A lock that is had in the order in which it was asked for. Work of a lower rank that takes long asks now
 * and then whether work of a higher rank waits; then it stops at a good place, lets go, and queues again
 * behind it. */
#ifndef SN_APP_WORK_H
#define SN_APP_WORK_H

#include "base/error.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sn_work_rank {
	SN_WORK_FOLLOW,  /* the chain, because there is nothing else to do */
	SN_WORK_REFRESH, /* the chain, because somebody asked */
	SN_WORK_PROMPT,  /* all else */
	SN_WORK_RANKS,
};

struct sn_work {
	pthread_mutex_t mutex; /* of what follows */
	pthread_cond_t turn;
	uint64_t next_ticket, now_serving; /* equal: nobody is at work */
	enum sn_work_rank rank;            /* of who is */
	size_t waiting[SN_WORK_RANKS];
};

/* SN_IO. */
int sn_work_init(struct sn_work *work, struct sn_error *err) SN_MUST_USE;
/* Nobody is at work or waits. */
void sn_work_destroy(struct sn_work *work);

/* Wait for one's turn. Does not nest. */
void sn_work_begin(struct sn_work *work, enum sn_work_rank rank);
void sn_work_end(struct sn_work *work);

/* For who is at work: does somebody of a higher rank wait? */
bool sn_work_should_yield(struct sn_work *work);

#endif
