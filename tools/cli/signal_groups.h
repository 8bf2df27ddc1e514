/* tools/cli/signal_groups.h - the signals that programs catch, in groups.
 *
 * A signal that the caller had ignored stays ignored: nohup(1). */
#ifndef CLI_SIGNAL_GROUPS_H
#define CLI_SIGNAL_GROUPS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cli_signal_group {
	CLI_SIGNALS_END = 1 << 0,    /* SIGINT, SIGTERM, SIGHUP */
	CLI_SIGNALS_KEYS = 1 << 1,   /* SIGQUIT, SIGTSTP: from the keyboard, besides SIGINT */
	CLI_SIGNALS_SCREEN = 1 << 2, /* SIGWINCH, SIGCONT: draw again */
};

#define CLI_SIGNALS_MAX 7

/* Fill `list` with the signals of `groups`. Returns their number. */
size_t cli_signals_list(int list[static CLI_SIGNALS_MAX], unsigned groups);

/* Make `set` the signals of `groups`. */
void cli_signals_fill(sigset_t *set, unsigned groups);

/* Catch the signals of `groups` with `action`. */
void cli_signals_handle(unsigned groups, const struct sigaction *action);

/* Whether a signal that arrives now repeats the request of a signal that arrived at the time `first` of
 * sn_monotonic_ms. Within half a second, both are one request: timeout(1) signals the program, and then its
 * process group. For signal handlers. */
bool cli_signals_repeat(uint64_t first);

/* The state before cli_signals_begin. */
struct cli_signals_saved {
	unsigned groups;
	struct sigaction actions[CLI_SIGNALS_MAX];
	sigset_t mask; /* ppoll(2) with this mask lets the signals in */
};

/* Catch the signals of `groups` with `handler` and block them, until cli_signals_end. */
void cli_signals_begin(struct cli_signals_saved *saved, unsigned groups, void (*handler)(int));
void cli_signals_end(const struct cli_signals_saved *saved);

#endif
