/* tools/cli/signals.h - SIGINT, SIGTERM and SIGHUP for a program that keeps running: they ask it to store
 * everything and exit.
 *
 * Only the main thread gets these signals, and only while it waits or works. In the threads that it starts
 * they are blocked. The first signal asks the program to exit. Each signal that arrives half a second later
 * or more aborts the calls to the daemon. */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

#include "tools/cli/cli.h"

#include "node/daemon.h"

#include <signal.h>

/* Catch and block the signals from now on. A SIGHUP that was ignored (nohup) stays ignored. With
 * `keep_hangup`, SIGHUP only sets cli_signals_take_hangup. Call this before any thread starts. */
void cli_signals_catch(bool keep_hangup);

/* Block SIGHUP until cli_signals_catch: a program that keeps it shall not end by it while it starts. */
void cli_signals_defer_hangup(void);

/* Set the daemon whose present and future calls a second signal aborts. Set NULL before closing the daemon.
 */
void cli_signals_daemon(struct sn_daemon *daemon);

/* For sn_daemon_set_patience: after a signal, an answer may take two seconds in total. */
bool cli_signals_waits_on(void *unused, uint64_t ms);

/* Unblock the signals for work that they may interrupt, and block them again. */
void cli_signals_let(void);
void cli_signals_hold(void);

/* The mask for ppoll(2) that unblocks the signals. */
const sigset_t *cli_signals_mask(void);

/* Sleep until a signal arrives, one second at most. */
void cli_signals_wait(void);

/* Returns the first signal that asked to exit, or 0. */
int cli_signals_asked(void);

/* Whether a second signal arrived, and aborted the calls to the daemon. */
bool cli_signals_broke_off(void);

/* Forget a SIGINT that stopped a command: the program continues. */
void cli_signals_forget(void);

/* Whether a SIGHUP arrived since the last call. */
bool cli_signals_take_hangup(void);

/* Whether the terminal changed its size, or the process was stopped and continued, since the last call. */
bool cli_signals_take_screen(void);

#endif
