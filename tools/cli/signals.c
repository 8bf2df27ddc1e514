#include "tools/cli/signals.h"

#include "tools/cli/signal_groups.h"

#include "base/clock.h"

#include <poll.h>

#define CAUGHT (CLI_SIGNALS_END | CLI_SIGNALS_SCREEN)

/* The variables of the signal handler. */
static volatile sig_atomic_t asked, broke_off, hangup, keep_hangup, screen;
static volatile uint64_t asked_at;
static struct sn_daemon *volatile the_daemon;
static sigset_t open_mask;

static void on_signal(int signal)
{
	if (signal == SIGWINCH || signal == SIGCONT) {
		screen = 1;
	} else if (signal == SIGHUP && keep_hangup) {
		hangup = 1;
	} else if (!asked) {
		asked_at = sn_monotonic_ms();
		asked = signal;
	} else if (cli_signals_repeat(asked_at)) {
		broke_off = 1;
		if (the_daemon)
			sn_daemon_interrupt(the_daemon);
	}
}

void cli_signals_catch(bool keep)
{
	struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
	int list[CLI_SIGNALS_MAX];
	const size_t n = cli_signals_list(list, CAUGHT);
	sigset_t blocked;
	cli_signals_fill(&action.sa_mask, CAUGHT);
	keep_hangup = keep;
	for (size_t i = 0; i < n; i++) {
		struct sigaction old;
		/* nohup(1) ignores SIGHUP. A shell also lets its background processes ignore SIGINT; but
		 * SIGINT must end a server. */
		if (list[i] != SIGHUP || (!sigaction(SIGHUP, NULL, &old) && old.sa_handler != SIG_IGN))
			sigaction(list[i], &action, NULL);
	}
	cli_signals_fill(&blocked, CAUGHT);
	pthread_sigmask(SIG_BLOCK, &blocked, &open_mask);
	for (size_t i = 0; i < n; i++)
		sigdelset(&open_mask, list[i]);
}

void cli_signals_defer_hangup(void)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGHUP);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
}

void cli_signals_daemon(struct sn_daemon *d)
{
	the_daemon = d;
}

bool cli_signals_waits_on(void *unused, uint64_t ms)
{
	(void)unused;
	return !asked || ms < 2000;
}

void cli_signals_let(void)
{
	pthread_sigmask(SIG_SETMASK, &open_mask, NULL);
}

void cli_signals_hold(void)
{
	sigset_t blocked;
	cli_signals_fill(&blocked, CAUGHT);
	pthread_sigmask(SIG_BLOCK, &blocked, NULL);
}

const sigset_t *cli_signals_mask(void)
{
	return &open_mask;
}

void cli_signals_wait(void)
{
	const struct timespec second = {.tv_sec = 1};
	(void)!ppoll(NULL, 0, &second, &open_mask);
}

int cli_signals_asked(void)
{
	return asked;
}

bool cli_signals_broke_off(void)
{
	return broke_off;
}

void cli_signals_forget(void)
{
	asked = 0;
}

bool cli_signals_take_hangup(void)
{
	if (!hangup)
		return false;
	hangup = 0;
	return true;
}

bool cli_signals_take_screen(void)
{
	if (!screen)
		return false;
	screen = 0;
	return true;
}
