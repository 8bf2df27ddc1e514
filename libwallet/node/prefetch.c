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
	uint64_t known_height;    /* the daemon's number of blocks */
	struct sn_daemon_blocks answer;
	int ret;
};

struct sn_prefetch {
	struct sn_daemon *daemon;
	struct lane lanes[SN_PREFETCH_REQUESTS];
	pthread_mutex_t mutex;
	pthread_cond_t wanted, done;
	bool has_locks, is_ending;
	sn_prefetch_work *work; /* or NULL */
	void *context;
	/* Used only by the caller's thread: */
	size_t n_lanes;    /* in use; 0: prefetching is off after an error */
	uint64_t next;     /* height of the next request */
	uint64_t expected; /* estimated blocks per answer */
	uint64_t last;     /* blocks of the last answer */
};

static bool is_wanted(struct lane *lane)
{
	pthread_mutex_lock(&lane->a->mutex);
	const bool is_stale = lane->state == STALE;
	pthread_mutex_unlock(&lane->a->mutex);
	return !is_stale;
}

static void fetch(struct lane *lane)
{
	struct sn_prefetch *a = lane->a;
	uint64_t start = lane->start, known_height = lane->known_height;
	struct sn_daemon_blocks answer = {0};
	pthread_mutex_unlock(&a->mutex);
	int ret = sn_daemon_get_blocks_from(lane->daemon, start, known_height, &answer, NULL);
	if (!ret && answer.count && answer.start_height != start)
		ret = SN_DAEMON;
	if (!ret && answer.count && a->work && is_wanted(lane)) {
		answer.daemon = lane->daemon;
		a->work(a->context, &answer);
		answer.daemon = NULL;
	}
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

void sn_prefetch_set_work(struct sn_prefetch *a, sn_prefetch_work *work, void *context)
{
	pthread_mutex_lock(&a->mutex);
	a->work = work;
	a->context = context;
	pthread_mutex_unlock(&a->mutex);
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
		lane->known_height = daemon_height;
		a->next += a->expected;
		n_requested++;
		is_any = true;
	}
	if (is_any)
		pthread_cond_broadcast(&a->wanted);
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

/* Wait for the answer of a lane. Returns false if waiting was given up. */
static bool wait_for(struct sn_prefetch *a, const struct lane *lane)
{
	const uint64_t start = sn_monotonic_ms();
	while (lane->state != DONE) {
		sn_cond_wait_until(&a->done, &a->mutex, sn_monotonic_ms() + PATIENCE_CHECK_MS);
		/* The callback may take locks. */
		pthread_mutex_unlock(&a->mutex);
		bool waits_on = sn_http_waits_on(a->daemon->http, sn_monotonic_ms() - start);
		pthread_mutex_lock(&a->mutex);
		if (!waits_on)
			return false;
	}
	return true;
}

/* Update the estimates from an answer to a request for the blocks from `start` on. The same number of blocks
 * as last time is the daemon's limit. Another number is due to a limit of bytes, and varies. */
static void learn(struct sn_prefetch *a, const struct sn_daemon_blocks *answer, uint64_t start,
		  uint64_t expected)
{
	uint64_t end = answer->start_height + answer->count;
	size_t fit = SN_PREFETCH_BYTES / answer->reply.len;
	a->n_lanes = fit > SN_PREFETCH_REQUESTS ? SN_PREFETCH_REQUESTS : fit ? fit : 1;
	if (end >= answer->current_height)
		return;
	a->expected = answer->count == a->last ? answer->count : answer->count - answer->count / 8;
	a->last = answer->count;
	if (end < start + expected) {
		forget(a);
		a->next = end;
	}
}

enum outcome { TAKEN, MISSED, GIVEN_UP, FAILED };

static enum outcome take(struct sn_prefetch *a, struct lane *lane, uint64_t height,
			 struct sn_daemon_blocks *out)
{
	if (!wait_for(a, lane))
		return GIVEN_UP;
	lane->state = IDLE;
	if (lane->ret)
		return FAILED;
	if (lane->answer.count && height - lane->start >= lane->answer.count) {
		sn_daemon_blocks_free(&lane->answer);
		return MISSED;
	}
	if (lane->answer.count)
		learn(a, &lane->answer, lane->start, lane->expected);
	*out = lane->answer;
	lane->answer = (struct sn_daemon_blocks){0};
	return TAKEN;
}

/* Request the blocks on the caller's connection, while the lanes request those after them. */
static int get_now(struct sn_prefetch *a, uint64_t height, uint64_t daemon_height,
		   struct sn_daemon_blocks *out, struct sn_error *err)
{
	const uint64_t expected = a->expected;
	forget(a);
	a->next = height + expected;
	request_ahead(a, daemon_height);
	pthread_mutex_unlock(&a->mutex);
	int ret = sn_daemon_get_blocks_from(a->daemon, height, daemon_height, out, err);
	pthread_mutex_lock(&a->mutex);
	if (ret)
		forget(a);
	else if (a->n_lanes && out->count && out->start_height == height)
		learn(a, out, height, expected);
	return ret;
}

/* ------------------------------------------------------------------ for the caller */

void sn_prefetch_forget(struct sn_prefetch *a)
{
	pthread_mutex_lock(&a->mutex);
	forget(a);
	pthread_mutex_unlock(&a->mutex);
}

int sn_prefetch_get_blocks(struct sn_prefetch *a, uint64_t height, uint64_t daemon_height,
			   struct sn_daemon_blocks *out, struct sn_error *err)
{
	*out = (struct sn_daemon_blocks){0};
	pthread_mutex_lock(&a->mutex);
	struct lane *lane = find_lane(a, height);
	/* Without a request under way, or after a wrong estimate, start at `height`. */
	enum outcome outcome = lane ? take(a, lane, height, out) : MISSED;
	if (outcome == FAILED)
		a->n_lanes = 0;
	int ret = outcome == TAKEN      ? SN_OK
		  : outcome == GIVEN_UP ? sn_http_given_up(a->daemon->http, err)
					: get_now(a, height, daemon_height, out, err);
	if (!ret)
		request_ahead(a, daemon_height);
	else
		forget(a);
	pthread_mutex_unlock(&a->mutex);
	return ret;
}
