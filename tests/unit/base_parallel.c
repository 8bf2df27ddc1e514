#include "base/cores.h"
#include "base/parallel.h"

#include "base/clock.h"

#include <criterion/criterion.h>

#include <signal.h>
#include <stdatomic.h>

#define N 10000

static atomic_uint calls[N];

static void count(void *context, size_t i)
{
	cr_assert_eq(context, calls);
	calls[i]++;
}

Test(base_parallel, each_item_runs_once)
{
	static const size_t sizes[] = {0, 1, 2, 3, 100, N};
	for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
		for (size_t i = 0; i < N; i++)
			calls[i] = 0;
		sn_parallel(sizes[k], count, calls);
		for (size_t i = 0; i < N; i++)
			cr_assert_eq(calls[i], i < sizes[k], "%zu of %zu", i, sizes[k]);
	}
}

static pthread_barrier_t all_here;

static void meet(void *context, size_t i)
{
	(void)context, (void)i;
	pthread_barrier_wait(&all_here);
}

/* As many items as cores can wait for each other. */
Test(base_parallel, items_run_at_the_same_time, .timeout = 60)
{
	size_t n = sn_cores();
	cr_assert(n >= 1 && !pthread_barrier_init(&all_here, NULL, (unsigned)n));
	sn_parallel(n, meet, NULL);
	pthread_barrier_destroy(&all_here);
}

static void *look_at_mask(void *mask)
{
	pthread_sigmask(SIG_BLOCK, NULL, mask);
	return NULL;
}

Test(base_parallel, threads_receive_no_signals)
{
	pthread_t thread;
	sigset_t theirs, ours;
	cr_assert(!sn_thread_start(&thread, look_at_mask, &theirs));
	pthread_join(thread, NULL);
	pthread_sigmask(SIG_BLOCK, NULL, &ours);
	cr_assert(sigismember(&theirs, SIGINT) == 1 && sigismember(&theirs, SIGTERM) == 1);
	cr_assert(sigismember(&ours, SIGINT) == 0);
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turn;

static void *give_turn(void *done)
{
	pthread_mutex_lock(&mutex);
	*(bool *)done = true;
	pthread_cond_signal(&turn);
	pthread_mutex_unlock(&mutex);
	return NULL;
}

/* Until the time is reached, or the condition is signalled. */
Test(base_parallel, waits_by_the_monotonic_clock, .timeout = 60)
{
	pthread_t other;
	bool is_done = false;
	cr_assert(!sn_cond_init(&turn));
	pthread_mutex_lock(&mutex);
	uint64_t start = sn_monotonic_ms();
	while (sn_cond_wait_until(&turn, &mutex, start + 50))
		;
	cr_assert_geq(sn_monotonic_ms(), start + 50);
	cr_assert(!sn_cond_wait_until(&turn, &mutex, 0));
	cr_assert(!sn_thread_start(&other, give_turn, &is_done));
	while (!is_done)
		cr_assert(sn_cond_wait_until(&turn, &mutex, sn_monotonic_ms() + 50000));
	pthread_mutex_unlock(&mutex);
	pthread_join(other, NULL);
	pthread_cond_destroy(&turn);
}
