#include "cold/jobs.h"

#include "base/secret.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <sodium.h>

/* Weak, so that this file alone does not link threads into a static program. */
#pragma weak pthread_create

/* Per thread: several times the need of signing the largest transaction. A sanitizer may need more. */
#ifndef STACK_BYTES
#define STACK_BYTES (512u << 10)
#endif

struct heap {
	size_t n;
	int (*work)(void *context, size_t i, struct sn_error *err);
	void *context;
	atomic_size_t next; /* the first i that has not started */
	atomic_bool has_failed;
	/* Of the failure with the lowest i, not the first in time: calls that have started run to their end.
	 */
	pthread_mutex_t mutex;
	int ret;
	size_t failed;
	struct sn_error err;
};

static void note_failure(struct heap *heap, int ret, size_t i, const struct sn_error *err)
{
	pthread_mutex_lock(&heap->mutex);
	if (!heap->ret || i < heap->failed) {
		heap->ret = ret;
		heap->failed = i;
		heap->err = *err;
	}
	pthread_mutex_unlock(&heap->mutex);
	atomic_store(&heap->has_failed, true);
}

static void *do_some(void *context)
{
	struct heap *heap = context;
	while (!atomic_load(&heap->has_failed)) {
		struct sn_error err = {0};
		size_t i = atomic_fetch_add(&heap->next, 1);
		if (i >= heap->n)
			break;
		int ret = heap->work(heap->context, i, &err);
		if (ret)
			note_failure(heap, ret, i, &err);
	}
	return NULL;
}

struct helper {
	pthread_t thread;
	void *stack;
};

/* Start another thread if possible; without it the other threads do its share. It blocks all signals, so that
 * the caller's thread receives them. If memory can be locked, its stack must be locked. */
static bool helper_start(struct helper *helper, struct heap *heap, bool can_lock)
{
	pthread_attr_t attributes;
	sigset_t all, before;
	if (!pthread_create || pthread_attr_init(&attributes))
		return false;
	helper->stack = sn_secret_alloc(STACK_BYTES);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	bool is_started = helper->stack && (!can_lock || !sodium_mlock(helper->stack, STACK_BYTES)) &&
			  !pthread_attr_setstack(&attributes, helper->stack, STACK_BYTES) &&
			  !pthread_create(&helper->thread, &attributes, do_some, heap);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	if (!is_started)
		sn_secret_free(helper->stack);
	return is_started;
}

int sn_jobs_run(unsigned jobs, size_t n, int (*work)(void *context, size_t i, struct sn_error *err),
		void *context, struct sn_error *err)
{
	struct heap heap = {.n = n, .work = work, .context = context, .mutex = PTHREAD_MUTEX_INITIALIZER};
	size_t wanted = jobs < n ? jobs : n, started = 0;
	struct helper *helpers = calloc(wanted + 1, sizeof *helpers);
	if (!helpers)
		return sn_error_memory(err);
	const bool can_lock = sn_secret_can_lock();
	while (started + 1 < wanted && helper_start(&helpers[started], &heap, can_lock))
		started++;
	do_some(&heap);
	for (size_t i = 0; i < started; i++) {
		pthread_join(helpers[i].thread, NULL);
		sn_secret_free(helpers[i].stack);
	}
	free(helpers);
	if (heap.ret && err)
		*err = heap.err;
	return heap.ret;
}
