#include "tools/following/follow.h"

#include "base/clock.h"
#include "hot/report.h"
#include "hot/report_event.h"
#include "hot/sync.h"
#include "tools/cli/data.h"
#include "tools/cli/progress.h"
#include "tools/cli/report.h"
#include "tools/following/run.h"
#include "tools/following/stop.h"

#include <stdlib.h>
#include <string.h>

#define LONGEST_PAUSE 60 /* seconds between two attempts to reach the daemon, unless --interval is longer */
#define LOOK_AGAIN 200   /* milliseconds between two attempts to lock the wallet */
#define SILENT_WAIT 10   /* seconds of waiting for the wallet without a message */

struct follower {
	struct cli *cli;
	const struct follow_options *options;
	struct sn_wallet *wallet;
	struct sn_daemon *daemon;
	struct sn_sync_memory memory;
	struct sn_events events;
	struct sn_own_addresses own;
	struct sn_goal_state goal;
	bool is_first;  /* no pass has succeeded yet */
	bool is_away;   /* the daemon has failed, and this was reported */
	uint64_t pause; /* seconds until the next pass */
};

/* ------------------------------------------------------------------ events */

static int print(struct follower *f, struct sn_buf *text)
{
	return cli_data_print(f->cli, (char *)text->data, text->len);
}

static int report_event(struct follower *f, const struct sn_event *event)
{
	const struct follow_options *o = f->options;
	struct sn_buf line = {0}, text = {0};
	int ret = SN_OK;
	if (sn_report_event_line(&line, &f->own, event) || sn_report_event_text(&text, event))
		ret = sn_error_memory(&f->cli->err);
	if (!ret && o->prints)
		ret = print(f, f->cli->json ? &line : &text);
	if (!ret && o->command)
		ret = run_command(f->cli, o->command, sn_event_name(event->kind), &line);
	sn_buf_free(&line);
	sn_buf_free(&text);
	return ret;
}

/* Report everything, even if the program must stop: the events are stored, and no later run reports them. */
static int report_events(struct follower *f, const struct sn_event *list, size_t n)
{
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < n; i++)
		ret = report_event(f, &list[i]);
	return ret;
}

static int report_goal(struct follower *f)
{
	struct sn_buf text = {0};
	cJSON *object = f->cli->json ? cJSON_CreateObject() : NULL;
	int failed = object ? sn_report_goal_json(object, &f->options->goal, &f->goal) ||
				      sn_json_print(&text, object, false)
			    : sn_report_goal_text(&text, &f->options->goal, &f->goal);
	sn_json_free(object);
	sn_put_u8(&text, '\n');
	return cli_report_text(f->cli, &text, failed || text.failed);
}

/* ------------------------------------------------------------------ one pass */

static bool on_progress(void *bar, const struct sn_sync_progress *at)
{
	cli_progress_draw_blocks(bar, at->height, at->target, at->transactions);
	return !stop_asked();
}

/* A failure of the daemon is reported once, and its return as well. */
static int note_result(struct follower *f, int ret, const struct sn_sync_result *result)
{
	struct sn_buf text = {0};
	if (ret == SN_DAEMON && stop_asked())
		return SN_OK;
	if (ret == SN_DAEMON) {
		if (!f->is_away)
			cli_say(f->cli, "%s; trying again", f->cli->err.text);
		f->pause = f->is_away ? 2 * f->pause : f->options->interval;
		if (f->pause > LONGEST_PAUSE)
			f->pause =
				f->options->interval > LONGEST_PAUSE ? f->options->interval : LONGEST_PAUSE;
		f->is_away = true;
		return SN_OK;
	}
	if (ret)
		return ret;
	if (f->is_away)
		cli_say(f->cli, "the daemon at %s is back", sn_daemon_address(f->daemon));
	f->is_away = false;
	f->pause = f->options->interval;
	if (!f->is_first)
		return SN_OK;
	f->is_first = false;
	return cli_report_say(f->cli, &text,
			      sn_report_sync_text(&text, result, sn_daemon_address(f->daemon)));
}

/* Scan, and release the wallet before the events are reported: a command may use it. */
static int make_pass(struct follower *f)
{
	struct sn_sync_result result;
	struct cli_progress bar;
	struct sn_event *list = NULL;
	size_t n = 0;
	struct sn_error why;
	const struct sn_sync_options options = {
		.progress = on_progress, .context = &bar, .log = &f->cli->log, .memory = &f->memory};
	cli_progress_start(&bar, "block", sn_wallet_height(f->wallet));
	int ret = sn_sync(f->wallet, f->daemon, &options, &result, &f->cli->err);
	cli_progress_end(&bar);
	ret = note_result(f, ret, &result);
	const uint64_t now = sn_unix_time();
	int other = sn_events_next(&f->events, &list, &n, f->wallet, now, &why);
	sn_goal_look(&f->goal, &f->options->goal, f->wallet, now);
	sn_wallet_suspend(f->wallet);
	if (!other) {
		const struct sn_error first = f->cli->err;
		other = report_events(f, list, n);
		why = f->cli->err;
		f->cli->err = first;
	}
	free(list);
	if (!ret && other)
		f->cli->err = why;
	return ret ? ret : other;
}

/* ------------------------------------------------------------------ between passes */

/* Lock the wallet again. Another program may use it for a while. Not `*has_it` if the program must stop
 * before. */
static int take_wallet(struct follower *f, bool *has_it)
{
	const uint64_t since = sn_monotonic_ms();
	bool is_reported = false;
	int ret;
	*has_it = false;
	while ((ret = sn_wallet_resume(f->wallet, &f->cli->err)) == SN_BUSY && !stop_asked()) {
		if (!is_reported && sn_monotonic_ms() - since >= SILENT_WAIT * 1000) {
			cli_say(f->cli, "%s; waiting", f->cli->err.text);
			is_reported = true;
		}
		stop_sleep(sn_monotonic_ms() + LOOK_AGAIN);
	}
	*has_it = !ret;
	if (!ret && is_reported)
		cli_say(f->cli, "following the chain again");
	return ret == SN_BUSY ? SN_OK : ret;
}

static int follow(struct follower *f)
{
	const struct follow_options *o = f->options;
	bool has_it = true;
	int ret = sn_events_begin(&f->events, f->wallet, sn_unix_time(), &f->cli->err);
	if (ret)
		return ret;
	for (;;) {
		if (has_it)
			ret = make_pass(f);
		if (ret || f->goal.is_reached || f->goal.is_lost || stop_asked())
			return ret;
		stop_sleep(sn_monotonic_ms() + 1000 * (f->pause ? f->pause : o->interval));
		if (stop_asked())
			return ret;
		if ((ret = take_wallet(f, &has_it)))
			return ret;
	}
}

/* The result of a run with a goal. */
static int finish(struct follower *f)
{
	struct sn_buf text = {0};
	if (f->goal.is_reached)
		return report_goal(f);
	int ret = sn_report_goal_text(&text, &f->options->goal, &f->goal);
	sn_put_u8(&text, 0);
	if (ret || text.failed)
		ret = sn_error_memory(&f->cli->err);
	else if (f->goal.is_lost)
		ret = sn_error_hint(&f->cli->err,
				    sn_error_set(&f->cli->err, SN_REFUSED, "%s", (char *)text.data),
				    "see wo-history for the other transaction");
	else if (stop_asked() == STOP_TIMEOUT)
		ret = sn_error_hint(
			&f->cli->err,
			sn_error_set(&f->cli->err, SN_REFUSED, "timed out: %s", (char *)text.data),
			"run the same command again to wait longer");
	else
		ret = sn_error_hint(
			&f->cli->err,
			sn_error_set(&f->cli->err, SN_REFUSED, "interrupted: %s", (char *)text.data),
			"run the same command again to continue");
	sn_buf_free(&text);
	return ret;
}

int follow_chain(struct cli *cli, const struct follow_options *options, struct sn_wallet *wallet,
		 struct sn_daemon *daemon)
{
	struct follower f = {.cli = cli,
			     .options = options,
			     .wallet = wallet,
			     .daemon = daemon,
			     .own = {.account = wallet->account, .names = &wallet->names},
			     .is_first = true};
	int ret = follow(&f);
	if (!ret && options->goal.kind != SN_GOAL_NONE)
		ret = finish(&f);
	sn_events_free(&f.events);
	sn_sync_memory_free(&f.memory);
	sn_own_addresses_free(&f.own);
	return ret;
}
