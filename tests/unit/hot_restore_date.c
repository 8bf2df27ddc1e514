#include "hot/restore_date.h"
#include "daemon_answers.h"
#include "node_server.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DAY UINT64_C(86400)
#define BLOCKS 4000
#define BEGIN UINT64_C(1700000000)

static struct server server;
static struct sn_daemon *daemon;
static struct sn_error err;
static unsigned n_asked;
static bool lies;

/* The genesis block has the time 0. The others come each 120 s, with time stamps up to two hours too late
 * or too early. */
static uint64_t time_of(uint64_t height)
{
	const uint64_t noise = height * 2654435761u % 14400;
	return height ? BEGIN + 120 * height + noise - 7200 : 0;
}

static bool respond(void *context, const char *request, size_t len, struct sn_buf *answer)
{
	char body[160];
	struct sn_buf b = {0};
	const char *at = strstr(request, "{\"height\":");
	(void)context;
	(void)len;
	n_asked++;
	const uint64_t height = at ? strtoull(at + 10, NULL, 10) : BLOCKS;
	if (height < BLOCKS)
		snprintf(body, sizeof body,
			 "{\"result\":{\"status\":\"OK\",\"block_header\":{\"height\":%" PRIu64
			 ",\"timestamp\":%" PRIu64 "}}}",
			 height + lies, time_of(height));
	else
		snprintf(body, sizeof body,
			 "{\"error\":{\"code\":-2,\"message\":\"Requested block height\"}}");
	sn_put_bytes(&b, body, strlen(body));
	answer_put(answer, &b);
	sn_buf_free(&b);
	return true;
}

static void set_up(void)
{
	server.respond = respond;
	server_start(&server);
	const struct sn_daemon_options options = {.address = server.address};
	cr_assert_eq(sn_daemon_open(&daemon, &options, &err), SN_OK, "%s", err.text);
}

static void tear_down(void)
{
	sn_daemon_close(daemon);
	server_stop(&server);
}

TestSuite(hot_restore_date, .init = set_up, .fini = tear_down);

static uint64_t find(uint64_t time)
{
	uint64_t height = 1;
	n_asked = 0;
	cr_assert_eq(sn_restore_height_of_date(daemon, BLOCKS, time, &height, &err), SN_OK, "%s", err.text);
	cr_assert(n_asked <= 12, "%u", n_asked); /* 2^12 > BLOCKS */
	return height;
}

Test(hot_restore_date, no_block_of_the_day_is_left_out)
{
	for (uint64_t time = BEGIN - 10 * DAY; time < BEGIN + 10 * DAY; time += 20011) {
		const uint64_t found = find(time);
		for (uint64_t height = 0; height < found; height++)
			cr_assert_lt(time_of(height) + 36 * 3600, time, "%lu of %lu", height, found);
		/* Nor are many more scanned. */
		if (found > 1 && found < BLOCKS)
			cr_assert_gt(time_of(found) + 3 * DAY, time);
	}
}

Test(hot_restore_date, days_before_and_after_the_chain)
{
	cr_assert_eq(find(0), 0);
	cr_assert_eq(find(DAY), 0);
	cr_assert_eq(find(BEGIN - DAY), 1);
	cr_assert_eq(find(BEGIN + 100 * DAY), BLOCKS);
}

Test(hot_restore_date, errors_of_the_daemon_are_returned)
{
	uint64_t height = 7;
	lies = true; /* the header of another block */
	cr_assert_eq(sn_restore_height_of_date(daemon, BLOCKS, BEGIN, &height, &err), SN_DAEMON);
	cr_assert(strstr(err.text, "invalid answer"), "%s", err.text);
	cr_assert_eq(height, 0);
	lies = false;
	cr_assert_eq(sn_restore_height_of_date(daemon, 3 * BLOCKS, BEGIN + 100 * DAY, &height, &err),
		     SN_DAEMON);
	cr_assert(strstr(err.text, "Requested block height"), "%s", err.text);
	/* An empty chain needs no request. */
	n_asked = 0;
	cr_assert_eq(sn_restore_height_of_date(daemon, 0, BEGIN, &height, &err), SN_OK);
	cr_assert(!height && !n_asked);
}
