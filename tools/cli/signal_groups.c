#include "tools/cli/signal_groups.h"

#include "base/clock.h"

static const struct {
	int signal;
	enum cli_signal_group group;
} signals[CLI_SIGNALS_MAX] = {
	{SIGINT, CLI_SIGNALS_END},     {SIGTERM, CLI_SIGNALS_END},  {SIGHUP, CLI_SIGNALS_END},
	{SIGQUIT, CLI_SIGNALS_KEYS},   {SIGTSTP, CLI_SIGNALS_KEYS}, {SIGWINCH, CLI_SIGNALS_SCREEN},
	{SIGCONT, CLI_SIGNALS_SCREEN},
};

size_t cli_signals_list(int list[static CLI_SIGNALS_MAX], unsigned groups)
{
	size_t n = 0;
	for (size_t i = 0; i < CLI_SIGNALS_MAX; i++)
		if (groups & signals[i].group)
			list[n++] = signals[i].signal;
	return n;
}

void cli_signals_fill(sigset_t *set, unsigned groups)
{
	int list[CLI_SIGNALS_MAX];
	const size_t n = cli_signals_list(list, groups);
	sigemptyset(set);
	for (size_t i = 0; i < n; i++)
		sigaddset(set, list[i]);
}

void cli_signals_handle(unsigned groups, const struct sigaction *action)
{
	int list[CLI_SIGNALS_MAX];
	const size_t n = cli_signals_list(list, groups);
	for (size_t i = 0; i < n; i++) {
		struct sigaction old;
		if (!sigaction(list[i], NULL, &old) && old.sa_handler != SIG_IGN)
			sigaction(list[i], action, NULL);
	}
}

/* In milliseconds. */
#define ONE_REQUEST 500

bool cli_signals_repeat(uint64_t first)
{
	return sn_monotonic_ms() - first >= ONE_REQUEST;
}

void cli_signals_begin(struct cli_signals_saved *saved, unsigned groups, void (*handler)(int))
{
	const struct sigaction action = {.sa_handler = handler};
	int list[CLI_SIGNALS_MAX];
	const size_t n = cli_signals_list(list, groups);
	sigset_t blocked;
	saved->groups = groups;
	cli_signals_fill(&blocked, groups);
	sigprocmask(SIG_BLOCK, &blocked, &saved->mask);
	for (size_t i = 0; i < n; i++)
		sigaction(list[i], NULL, &saved->actions[i]);
	cli_signals_handle(groups, &action);
}

void cli_signals_end(const struct cli_signals_saved *saved)
{
	int list[CLI_SIGNALS_MAX];
	const size_t n = cli_signals_list(list, saved->groups);
	for (size_t i = 0; i < n; i++)
		sigaction(list[i], &saved->actions[i], NULL);
	sigprocmask(SIG_SETMASK, &saved->mask, NULL);
}
