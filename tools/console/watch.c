#include "tools/console/watch.h"

#include "app/follow.h"
#include "base/clock.h"
#include "base/hex.h"
#include "chain/consensus.h"
#include "hot/goal.h"
#include "hot/report_event.h"
#include "tools/cli/report.h"
#include "tools/cli/signals.h"

#include <stdlib.h>

#define INTERVAL 10 /* seconds between two passes */

struct watch {
	struct console *c;
	struct sn_events events;
	struct sn_goal goal;
	struct sn_goal_state state;
	bool is_away; /* the daemon has failed, and this was reported */
};

static bool on_progress(void *unused, const struct sn_sync_progress *at)
{
	(void)unused;
	(void)at;
	return !cli_signals_asked();
}

/* Append a line for each event since the last call. */
static int put_events(struct sn_buf *out, struct watch *w, const struct sn_wallet *wallet)
{
	struct sn_event *list;
	size_t n;
	int ret = sn_events_next(&w->events, &list, &n, wallet, sn_unix_time(), &w->c->cli->err);
	for (size_t i = 0; !ret && i < n; i++)
		if (sn_report_event_text(out, &list[i]))
			ret = sn_error_memory(&w->c->cli->err);
	free(list);
	return ret;
}

/* Print the events, or look at the goal. */
static int look(struct watch *w)
{
	struct sn_buf out = {0};
	int ret = SN_OK;
	const struct sn_wallet *wallet = sn_session_read(w->c->session);
	if (w->goal.kind == SN_GOAL_NONE)
		ret = put_events(&out, w, wallet);
	else
		sn_goal_look(&w->state, &w->goal, wallet, sn_unix_time());
	sn_session_read_end(w->c->session);
	if (ret || !out.len) {
		sn_buf_free(&out);
		return ret;
	}
	return cli_report_text(w->c->cli, &out, out.failed);
}

/* A failure of the daemon is reported once. On a terminal, the session's own thread reports it. */
static int refresh(struct watch *w)
{
	const struct sn_sync_options options = {.progress = on_progress, .log = &w->c->cli->log};
	struct sn_sync_result result;
	int ret = sn_session_refresh(w->c->session, &options, &result, &w->c->cli->err);
	if (ret == SN_DAEMON && !w->is_away && !w->c->is_interactive && !cli_signals_asked())
		cli_say(w->c->cli, "%s; trying again", w->c->cli->err.text);
	else if (!ret && w->is_away && !w->c->is_interactive)
		cli_say(w->c->cli, "the daemon at %s is back", sn_daemon_address(w->c->daemon));
	w->is_away = ret == SN_DAEMON;
	return ret == SN_DAEMON ? SN_OK : ret;
}

static int begin(struct watch *w)
{
	const struct sn_wallet *wallet = sn_session_read(w->c->session);
	int ret = sn_events_begin(&w->events, wallet, sn_unix_time(), &w->c->cli->err);
	sn_session_read_end(w->c->session);
	return ret;
}

/* Until a signal, or until the goal is reached or out of reach. */
static int run(struct watch *w)
{
	int ret = begin(w);
	while (!ret && !cli_signals_asked()) {
		ret = refresh(w);
		if (!ret)
			ret = look(w);
		if (w->state.is_reached || w->state.is_lost)
			break;
		for (unsigned i = 0; !ret && i < INTERVAL && !cli_signals_asked(); i++)
			cli_signals_wait();
	}
	sn_events_free(&w->events);
	return ret;
}

int console_watch(struct console *c, char **words, size_t n)
{
	(void)words, (void)n;
	struct watch w = {.c = c};
	return run(&w);
}

int console_wait(struct console *c, char **words, size_t n)
{
	struct watch w = {.c = c, .goal = {.kind = SN_GOAL_CONFIRMED, .confirmations = SN_SPENDABLE_AGE}};
	struct sn_buf text = {0};
	if (sn_hex_decode(&w.goal.tx_hash, sizeof w.goal.tx_hash, words[0]))
		return cli_usage_error(c->cli, "TXID is a transaction hash, 64 hexadecimal digits");
	if (n > 1 && !cli_is_number(words[1], 1, UINT32_MAX, &w.goal.confirmations))
		return cli_usage_error(c->cli, "CONFIRMATIONS must be a number from 1 on");
	int ret = run(&w);
	if (ret)
		return ret;
	int failed = sn_report_goal_text(&text, &w.goal, &w.state);
	if (w.state.is_reached || failed) {
		sn_put_u8(&text, '\n');
		return cli_report_text(c->cli, &text, failed || text.failed);
	}
	sn_put_u8(&text, 0);
	if (text.failed)
		ret = sn_error_memory(&c->cli->err);
	else if (w.state.is_lost)
		ret = sn_error_hint(&c->cli->err,
				    sn_error_set(&c->cli->err, SN_REFUSED, "%s", (char *)text.data),
				    "see history for the other transaction");
	else
		ret = sn_error_set(&c->cli->err, SN_REFUSED, "interrupted: %s", (char *)text.data);
	sn_buf_free(&text);
	return ret;
}
