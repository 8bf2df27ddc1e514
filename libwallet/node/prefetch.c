#include "node/prefetch.h"

#include "base/clock.h"
#include "base/parallel.h"
#include "node/call.h"
#include "node/daemon_blocks.h"

#include <stdlib.h>

#define FULL_ANSWER 1000 /* blocks: the daemons' limit, the initial estimate */
#define PATIENCE_CHECK_MS 100

enum state {
	IDLE,
	QUEUED,
	ACTIVE,
	STALE, /* active, but no longer needed */
	DONE,
};

/* One connection and its thread. */
struct lane {
	struct sn_prefetch *a;
	struct sn_daemon *daemon;
	pthread_t thread;
	bool has_thread;
	/* Under the mutex: */
	enum state state;
	uint64_t start, expected; /* `expected`: estimated number of blocks from `start` on */
	struct sn_daemon_blocks answer;
	int ret;
};

struct sn_prefetch {
	struct sn_daemon *daemon;
	struct lane lanes[SN_PREFETCH_REQUESTS];
	pthread_mutex_t mutex;
	pthread_cond_t wanted, done;
	bool has_locks, is_ending;
	/* Used only by the caller's thread: */
	size_t n_lanes;    /* in use; 0: prefetching is off after an error */
	uint64_t next;     /* height of the next request */
	uint64_t expected; /* estimated blocks per answer */
	uint64_t last;     /* blocks of the last answer */
};

static void fetch(struct lane *lane)
{
	struct sn_prefetch *a = lane->a;
	uint64_t start = lane->start;
	struct sn_daemon_blocks answer = {0};
	struct sn_error ignored;
	pthread_mutex_unlock(&a->mutex);
	int ret = sn_daemon_get_blocks(lane->daemon, NULL, 0, start, &answer, &ignored);
	if (!ret && answer.count && answer.start_height != start)
		ret = SN_DAEMON;
	pthread_mutex_lock(&a->mutex);
	if (ret || lane->state == STALE)
		sn_daemon_blocks_free(&answer);
	lane->answer = answer;
	lane->ret = ret;
	lane->state = lane->state == STALE ? IDLE : DONE;
}

static void *run(void *argument)
{
	struct lane *lane = argument;
	struct sn_prefetch *a = lane->a;
	pthread_mutex_lock(&a->mutex);
	while (!a->is_ending) {
		if (lane->state != QUEUED) {
			pthread_cond_wait(&a->wanted, &a->mutex);
			continue;
		}
		lane->state = ACTIVE;
		fetch(lane);
		pthread_cond_signal(&a->done);
	}
	pthread_mutex_unlock(&a->mutex);
	return NULL;
}

static int init_locks(struct sn_prefetch *a)
{
	a->has_locks = !pthread_mutex_init(&a->mutex, NULL) && !pthread_cond_init(&a->wanted, NULL) &&
		       !sn_cond_init(&a->done);
	return a->has_locks ? SN_OK : SN_IO;
}

int sn_prefetch_open(struct sn_prefetch **out, struct sn_daemon *daemon, struct sn_error *err)
{
	*out = NULL;
	struct sn_prefetch *a = calloc(1, sizeof *a);
	if (!a)
		return sn_error_memory(err);
	a->daemon = daemon;
	a->n_lanes = SN_PREFETCH_REQUESTS;
	a->expected = a->last = FULL_ANSWER;
	int ret = init_locks(a) ? sn_error_memory(err) : SN_OK;
	for (size_t i = 0; !ret && i < SN_PREFETCH_REQUESTS; i++) {
		struct lane *lane = &a->lanes[i];
		lane->a = a;
		ret = sn_daemon_clone(&lane->daemon, daemon, SN_PREFETCH_ANSWER_MAX, err);
		if (ret)
			break;
		lane->has_thread = !sn_thread_start(&lane->thread, run, lane);
		if (!lane->has_thread)
			ret = sn_error_set(err, SN_IO, "cannot start a thread for prefetching");
	}
	if (ret) {
		sn_prefetch_close(a);
		return ret;
	}
	*out = a;
	return SN_OK;
}

void sn_prefetch_close(struct sn_prefetch *a)
{
	if (!a)
		return;
	if (a->has_locks) {
		pthread_mutex_lock(&a->mutex);
		a->is_ending = true;
		pthread_cond_broadcast(&a->wanted);
		pthread_mutex_unlock(&a->mutex);
	}
	for (size_t i = 0; i < SN_PREFETCH_REQUESTS; i++)
		if (a->lanes[i].has_thread)
			sn_http_cancel(a->lanes[i].daemon->http);
	for (size_t i = 0; i < SN_PREFETCH_REQUESTS; i++) {
		struct lane *lane = &a->lanes[i];
		if (lane->has_thread)
			pthread_join(lane->thread, NULL);
		sn_daemon_blocks_free(&lane->answer);
		sn_daemon_close(lane->daemon);
	}
	if (a->has_locks) {
		pthread_cond_destroy(&a->done);
		pthread_cond_destroy(&a->wanted);
		pthread_mutex_destroy(&a->mutex);
	}
	free(a);
}

/* ------------------------------------------------------------------ with the mutex held */

static void forget(struct sn_prefetch *a)
{
	for (size_t i = 0; i < SN_PREFETCH_REQUESTS; i++) {
		struct lane *lane = &a->lanes[i];
		if (lane->state == QUEUED || lane->state == DONE) {
			sn_daemon_blocks_free(&lane->answer);
			lane->state = IDLE;
		} else if (lane->state == ACTIVE) {
			lane->state = STALE;
		}
	}
	a->next = 0;
}

static void request_ahead(struct sn_prefetch *a, uint64_t daemon_height)
{
	size_t n_requested = 0;
	bool is_any = false;
	for (size_t i = 0; i < SN_PREFETCH_REQUESTS; i++)
		n_requested += a->lanes[i].state != IDLE && a->lanes[i].state != STALE;
	for (size_t i = 0; i < SN_PREFETCH_REQUESTS && n_requested < a->n_lanes && a->next < daemon_height;
	     i++) {
		struct lane *lane = &a->lanes[i];
		if (lane->state != IDLE)
			continue;
		lane->state = QUEUED;
		lane->start = a->next;
		lane->expected = a->expected;
		a->next += a->expected;
		n_requested++;
		is_any = true;
	}
	if (is_any)
		pthread_cond_broadcast(&a->wanted);
}

/* Request at least one answer. */
static void request_from(struct sn_prefetch *a, uint64_t height, uint64_t daemon_height)
{
	forget(a);
	a->next = height;
	request_ahead(a, daemon_height > height ? daemon_height : height + 1);
}

static struct lane *find_lane(struct sn_prefetch *a, uint64_t height)
{
	for (size_t i = 0; i < SN_PREFETCH_REQUESTS; i++) {
		struct lane *lane = &a->lanes[i];
		if (lane->state != IDLE && lane->state != STALE && lane->start <= height &&
		    height - lane->start < lane->expected)
			return lane;
	}
	return NULL;
}

/* Wait for the answer with this block. Returns its lane, or NULL if waiting was given up. */
static struct lane *wait_for(struct sn_prefetch *a, uint64_t height, uint64_t daemon_height)
{
	uint64_t start = sn_monotonic_ms();
	for (;;) {
		struct lane *lane = find_lane(a, height);
		if (!lane) {
			request_from(a, height, daemon_height);
		} else if (lane->state == DONE) {
			return lane;
		}
		sn_cond_wait_until(&a->done, &a->mutex, sn_monotonic_ms() + PATIENCE_CHECK_MS);
		/* The callback may take locks. */
		pthread_mutex_unlock(&a->mutex);
		bool waits_on = sn_http_waits_on(a->daemon->http, sn_monotonic_ms() - start);
		pthread_mutex_lock(&a->mutex);
		if (!waits_on)
			return NULL;
	}
}

/* Update the estimates from an answer. The same number of blocks as last time is the daemon's limit. Another
 * number is due to a limit of bytes, and varies. */
static void learn(struct sn_prefetch *a, const struct lane *lane)
{
	const struct sn_daemon_blocks *answer = &lane->answer;
	uint64_t end = answer->start_height + answer->count;
	size_t fit = SN_PREFETCH_BYTES / answer->reply.len;
	a->n_lanes = fit > SN_PREFETCH_REQUESTS ? SN_PREFETCH_REQUESTS : fit ? fit : 1;
	if (end >= answer->current_height)
		return;
	a->expected = answer->count == a->last ? answer->count : answer->count - answer->count / 8;
	a->last = answer->count;
	if (end < lane->start + lane->expected) {
		forget(a);
		a->next = end;
	}
}

enum outcome { TAKEN, MISSED, GIVEN_UP, FAILED };

static enum outcome take(struct sn_prefetch *a, uint64_t height, uint64_t daemon_height,
			 struct sn_daemon_blocks *out)
{
	struct lane *lane = wait_for(a, height, daemon_height);
	if (!lane)
		return GIVEN_UP;
	lane->state = IDLE;
	if (lane->ret)
		return FAILED;
	if (lane->answer.count && height - lane->start >= lane->answer.count) {
		sn_daemon_blocks_free(&lane->answer);
		return MISSED;
	}
	if (lane->answer.count)
		learn(a, lane);
	*out = lane->answer;
	lane->answer = (struct sn_daemon_blocks){0};
	request_ahead(a, daemon_height);
	return TAKEN;
}

/* ------------------------------------------------------------------ for the caller */

void sn_prefetch_start(struct sn_prefetch *a, uint64_t height, uint64_t daemon_height)
{
	pthread_mutex_lock(&a->mutex);
	request_from(a, height, daemon_height);
	pthread_mutex_unlock(&a->mutex);
}

void sn_prefetch_forget(struct sn_prefetch *a)
{
	pthread_mutex_lock(&a->mutex);
	forget(a);
	pthread_mutex_unlock(&a->mutex);
}

int sn_prefetch_get_blocks(struct sn_prefetch *a, uint64_t height, uint64_t daemon_height,
			   struct sn_daemon_blocks *out, struct sn_error *err)
{
	enum outcome outcome = FAILED;
	*out = (struct sn_daemon_blocks){0};
	if (a->n_lanes) {
		pthread_mutex_lock(&a->mutex);
		/* After a wrong estimate, the second attempt starts at `height`. */
		outcome = take(a, height, daemon_height, out);
		if (outcome == MISSED)
			outcome = take(a, height, daemon_height, out);
		if (outcome != TAKEN)
			forget(a);
		pthread_mutex_unlock(&a->mutex);
	}
	if (outcome == TAKEN)
		return SN_OK;
	if (outcome == GIVEN_UP)
		return sn_http_given_up(a->daemon->http, err);
	a->n_lanes = 0;
	return sn_daemon_get_blocks(a->daemon, NULL, 0, height, out, err);
}
