#include "cold/jobs.h"

#include "cold/review.h"
#include "cold/review_print.h"
#include "cold_sets.h"

#include <criterion/criterion.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <sodium.h>

#define N 50

static void set_up(void)
{
	cr_assert(sodium_init() >= 0);
}

TestSuite(cold_jobs, .init = set_up, .timeout = 20);

struct work {
	atomic_int calls[N];
	atomic_uint n;
	size_t bad[2]; /* these fail, the first after a while; those after them take as long */
	pthread_barrier_t *meet;
};

static int do_one(void *context, size_t i, struct sn_error *err)
{
	struct work *w = context;
	w->calls[i]++;
	w->n++;
	if (w->meet && i < 2)
		pthread_barrier_wait(w->meet);
	if (i == w->bad[0] || i > w->bad[1])
		nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
	if (i == w->bad[0] || i == w->bad[1])
		return sn_error_set(err, SN_REFUSED, "number %zu", i);
	return SN_OK;
}

Test(cold_jobs, each_call_runs_once)
{
	static const unsigned jobs[] = {0, 1, 2, 7, 200};
	for (size_t k = 0; k < sizeof jobs / sizeof *jobs; k++) {
		struct work w = {.bad = {SIZE_MAX, SIZE_MAX}};
		struct sn_error err;
		cr_assert(!sn_jobs_run(jobs[k], N, do_one, &w, &err));
		for (size_t i = 0; i < N; i++)
			cr_assert_eq(w.calls[i], 1, "%zu by %u threads", i, jobs[k]);
	}
	cr_assert(!sn_jobs_run(4, 0, do_one, NULL, NULL));
}

/* They would wait for ever for one another otherwise. */
Test(cold_jobs, calls_run_in_parallel)
{
	pthread_barrier_t meet;
	struct work w = {.bad = {SIZE_MAX, SIZE_MAX}, .meet = &meet};
	cr_assert(!pthread_barrier_init(&meet, NULL, 2));
	cr_assert(!sn_jobs_run(2, N, do_one, &w, NULL));
	cr_assert_eq(w.n, N);
	pthread_barrier_destroy(&meet);
}

Test(cold_jobs, failure_with_the_lowest_index_is_returned)
{
	static const unsigned jobs[] = {1, 2, 8};
	for (size_t k = 0; k < sizeof jobs / sizeof *jobs; k++) {
		struct work w = {.bad = {3, 4}};
		struct sn_error err = {0};
		cr_assert_eq(sn_jobs_run(jobs[k], N, do_one, &w, &err), SN_REFUSED);
		cr_assert_str_eq(err.text, "number 3");
		cr_assert_lt(w.n, N, "nothing more is begun");
		cr_assert_eq(sn_jobs_run(jobs[k], N, do_one, &w, NULL), SN_REFUSED);
	}
}

/* Addresses of our own in all of them: the table of these is everybody's. */
static struct sn_unsigned_set set_of(size_t n, const struct sn_account *alice, const struct sn_account *bob)
{
	struct sn_unsigned_set set = cold_set(n);
	for (size_t i = 0; i < n; i++) {
		cold_spend_amount(&set.txs[i], alice, COLD_XMR);
		cold_pay(&set.txs[i], cold_address(alice, 1, (uint32_t)i), COLD_SMALL);
		cold_pay(&set.txs[i], cold_address(bob, 0, (uint32_t)i), COLD_SMALL);
		cold_change(&set.txs[i], 0, 0);
	}
	return set;
}

Test(cold_jobs, review_does_not_depend_on_the_number_of_threads)
{
	static const unsigned jobs[] = {0, 1, 2, 5, 64};
	struct sn_account alice = cold_account("alice"), bob = cold_account("bob");
	struct sn_unsigned_set set = set_of(6, &alice, &bob);
	struct sn_buf text[sizeof jobs / sizeof *jobs] = {0};
	struct sn_review review;
	struct sn_error err = {0};
	for (size_t k = 0; k < sizeof jobs / sizeof *jobs; k++) {
		cr_assert(!sn_review(&review, &alice, &set, NULL, jobs[k], &err), "%s", err.text);
		for (size_t i = 0; i < set.n; i++) {
			const struct sn_review_destination *own = &review.txs[i].destinations[0];
			cr_assert(own->is_own && own->own_index.major == 1 && own->own_index.minor == i);
		}
		cr_assert(!sn_review_json(&text[k], &review));
		cr_assert(text[k].len == text[0].len && !memcmp(text[k].data, text[0].data, text[0].len),
			  "%u threads", jobs[k]);
		sn_review_free(&review);
	}
	for (size_t k = 0; k < sizeof jobs / sizeof *jobs; k++)
		sn_buf_free(&text[k]);

	/* The third is wrong, and the fifth. */
	set.txs[2].fee++;
	set.txs[4].inputs[0].amount++;
	for (size_t k = 0; k < sizeof jobs / sizeof *jobs; k++) {
		cr_assert_eq(sn_review(&review, &alice, &set, NULL, jobs[k], &err), SN_REFUSED);
		cr_assert(!strncmp(err.text, "transaction 3 of 6: ", 20), "%s", err.text);
		cr_assert(!review.txs && !review.n);
	}
	cold_free(&set);
}
