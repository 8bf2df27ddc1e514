#include "rpc_server_fixture.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static void *stop(void *arg)
{
	sn_rpc_server_stop(arg);
	return NULL;
}

static void wait_for_slow_call(unsigned before)
{
	for (int i = 0; atomic_load(&slow_calls) == before && i < 500; i++)
		sleep_ms(10);
	cr_assert_neq(atomic_load(&slow_calls), before);
}

Test(rpc_server_stop, stop_finishes_the_request, .timeout = 60)
{
	const struct sn_rpc_server_options options = {.request_seconds = 1};
	struct sn_rpc_server *s = start_server(&options);
	char text[4096];
	atomic_store(&slow_milliseconds, 3000);
	int slow = open_client(s), idle = open_client(s), half = open_client(s);
	unsigned before = atomic_load(&slow_calls), calls_before = atomic_load(&calls);
	cr_assert(send_text(slow, GOOD_HEAD "Content-Length: 4\r\n\r\nslow"));
	wait_for_slow_call(before);
	cr_assert(send_text(half, GOOD_HEAD "Content-Length: 4\r\n\r\nsl"));
	sleep_ms(200);

	pthread_t thread;
	double begin = seconds();
	cr_assert_eq(pthread_create(&thread, NULL, stop, s), 0);
	cr_assert(is_closed(idle));
	cr_assert_lt(seconds() - begin, 1);
	cr_assert(is_closed(half));
	cr_assert_lt(seconds() - begin, 2.5);
	cr_assert_eq(read_answer(slow, text, sizeof text), 200);
	cr_assert_not_null(strstr(text, "\r\n\r\nslow"));
	cr_assert(is_closed(slow));
	pthread_join(thread, NULL);
	cr_assert_eq(atomic_load(&calls), calls_before + 1);
	close(slow);
	close(idle);
	close(half);
}

/* Stop at any moment: every request in the handler gets its answer. */
static void *ask_until_closed(void *arg)
{
	struct crowd *c = arg;
	char text[1024];
	while (send_text(c->fd, GOOD_HEAD BODY) && read_answer(c->fd, text, sizeof text) == 200)
		c->good++;
	close(c->fd);
	return NULL;
}

Test(rpc_server_stop, stop_under_load, .timeout = 120)
{
	for (unsigned round = 0; round < 10; round++) {
		const struct sn_rpc_server_options options = {0};
		struct sn_rpc_server *s = start_server(&options);
		struct crowd crowd[20];
		pthread_t threads[20];
		atomic_store(&calls, 0);
		unsigned good = 0;
		for (unsigned i = 0; i < 20; i++) {
			/* Connected before the threads start: otherwise one might start after the server has
			 * stopped. */
			crowd[i] = (struct crowd){.fd = open_client(s)};
			cr_assert_eq(pthread_create(&threads[i], NULL, ask_until_closed, &crowd[i]), 0);
		}
		while (atomic_load(&calls) < 100)
			sleep_ms(1);
		sleep_ms(round * 3);
		double begin = seconds();
		sn_rpc_server_stop(s);
		cr_assert_lt(seconds() - begin, 3);
		for (unsigned i = 0; i < 20; i++) {
			pthread_join(threads[i], NULL);
			good += crowd[i].good;
		}
		cr_assert_eq(good, atomic_load(&calls), "round %u: %u answers to %u requests", round, good,
			     atomic_load(&calls));
	}
	sn_rpc_server_stop(NULL);
}
