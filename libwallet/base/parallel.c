#include "base/parallel.h"
#include "base/cores.h"

#include <signal.h>
#include <stdatomic.h>
#include <time.h>

#define THREADS_MAX 64

int sn_thread_start(pthread_t *thread, void *(*run)(void *), void *argument)
{
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	int failed = pthread_create(thread, NULL, run, argument);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return failed ? SN_IO : SN_OK;
}

struct job {
	size_t n;
	void (*work)(void *context, size_t i);
	void *context;
	atomic_size_t next;
};

/* Each thread takes the next item when it is free, so that slow items delay only the end. */
static void *take(void *argument)
{
	struct job *j = argument;
	for (size_t i; (i = atomic_fetch_add(&j->next, 1)) < j->n;)
		j->work(j->context, i);
	return NULL;
}

void sn_parallel(size_t n, void (*work)(void *context, size_t i), void *context)
{
	struct job j = {.n = n, .work = work, .context = context};
	pthread_t threads[THREADS_MAX];
	size_t wanted = n < 2 ? n : sn_cores(), n_threads = 0;
	if (wanted > n)
		wanted = n;
	while (n_threads + 1 < wanted && n_threads < THREADS_MAX &&
	       !sn_thread_start(&threads[n_threads], take, &j))
		n_threads++;
	take(&j);
	for (size_t i = 0; i < n_threads; i++)
		pthread_join(threads[i], NULL);
}

int sn_cond_init(pthread_cond_t *cond)
{
	pthread_condattr_t monotonic;
	if (pthread_condattr_init(&monotonic))
		return SN_IO;
	int failed =
		pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC) || pthread_cond_init(cond, &monotonic);
	pthread_condattr_destroy(&monotonic);
	return failed ? SN_IO : SN_OK;
}

bool sn_cond_wait_until(pthread_cond_t *cond, pthread_mutex_t *mutex, uint64_t until)
{
	const struct timespec time = {.tv_sec = (time_t)(until / 1000),
				      .tv_nsec = (long)(until % 1000) * 1000000};
	return pthread_cond_timedwait(cond, mutex, &time) == 0;
}
