#include "app/work.h"

#include <criterion/criterion.h>

#include <stdatomic.h>
#include <unistd.h>

#define N 8

static struct sn_work work;
static atomic_int order[N];
static atomic_int n_done, at_once, most_at_once;

struct job {
	int number;
	enum sn_work_rank rank;
	pthread_t thread;
};

static void *run(void *arg)
{
	struct job *job = arg;
	sn_work_begin(&work, job->rank);
	int now = atomic_fetch_add(&at_once, 1) + 1;
	if (now > atomic_load(&most_at_once))
		atomic_store(&most_at_once, now);
	atomic_store(&order[atomic_fetch_add(&n_done, 1)], job->number);
	usleep(1000);
	atomic_fetch_sub(&at_once, 1);
	sn_work_end(&work);
	return NULL;
}

static size_t waiting(void)
{
	size_t n = 0;
	pthread_mutex_lock(&work.mutex);
	for (int i = 0; i < SN_WORK_RANKS; i++)
		n += work.waiting[i];
	pthread_mutex_unlock(&work.mutex);
	return n;
}

static void start(struct job *job, int number, enum sn_work_rank rank)
{
	size_t before = waiting();
	*job = (struct job){.number = number, .rank = rank};
	cr_assert(!pthread_create(&job->thread, NULL, run, job));
	while (waiting() == before)
		usleep(100);
}

static void set_up(void)
{
	atomic_store(&n_done, 0);
	atomic_store(&at_once, 0);
	atomic_store(&most_at_once, 0);
	cr_assert(!sn_work_init(&work, NULL));
}

static void tear_down(void)
{
	sn_work_destroy(&work);
}

TestSuite(app_work, .init = set_up, .fini = tear_down);

/* Rank is not priority: it only determines which work yields. */
Test(app_work, the_order_of_requests_is_kept_whatever_their_rank)
{
	struct job jobs[N];
	sn_work_begin(&work, SN_WORK_PROMPT);
	for (int i = 0; i < N; i++)
		start(&jobs[i], i, (enum sn_work_rank)(i % SN_WORK_RANKS));
	cr_assert_eq(atomic_load(&n_done), 0);
	sn_work_end(&work);
	for (int i = 0; i < N; i++)
		pthread_join(jobs[i].thread, NULL);
	for (int i = 0; i < N; i++)
		cr_assert_eq(atomic_load(&order[i]), i);
	cr_assert_eq(atomic_load(&most_at_once), 1);
}

Test(app_work, a_lower_rank_yields)
{
	for (int mine = 0; mine < SN_WORK_RANKS; mine++)
		for (int other = 0; other < SN_WORK_RANKS; other++) {
			struct job job;
			atomic_store(&n_done, 0);
			sn_work_begin(&work, (enum sn_work_rank)mine);
			cr_assert(!sn_work_should_yield(&work));
			start(&job, 0, (enum sn_work_rank)other);
			cr_assert_eq(sn_work_should_yield(&work), other > mine, "%d, %d", mine, other);
			sn_work_end(&work);
			pthread_join(job.thread, NULL);
		}
}
