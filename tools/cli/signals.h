/* tools/cli/signals.h - SIGINT, SIGTERM and SIGHUP for a program that stays: they ask it to end, and it ends
 * in its own way, with everything stored.
 *
 * They are delivered to the main thread alone, and there only where that waits or works; the threads that it
 * starts have them blocked. The first asks; from the second on, what waits for a daemon is broken off. */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

#include "tools/cli/cli.h"

#include "node/daemon.h"

#include <signal.h>

/* Catch them from now on; a SIGHUP that was ignored before (nohup) stays so. With `keep_hangup` a SIGHUP
 * asks for nothing but cli_signals_take_hangup. Blocks them: call before any thread is started. */
void cli_signals_catch(bool keep_hangup);

/* The daemon whose calls a second signal breaks off, all that are still to come too; NULL before it is
 * closed. */
void cli_signals_daemon(struct sn_daemon *daemon);

/* For sn_daemon_set_patience: once a signal has asked, an answer may take two seconds in all. */
bool cli_signals_waits_on(void *unused, uint64_t ms);

/* Let them in while something works that they may break off, and hold them again. */
void cli_signals_let(void);
void cli_signals_hold(void);

/* For ppoll(2): with this mask they are let in. */
const sigset_t *cli_signals_mask(void);

/* Sleep until one comes, a second at most. */
void cli_signals_wait(void);

/* The first that asked to end, or 0. */
int cli_signals_asked(void);

/* Did a second one come, so that the daemon is lost? */
bool cli_signals_broke_off(void);

/* Forget a SIGINT that stopped a command and shall not end the program. */
void cli_signals_forget(void);

/* Was there a SIGHUP since the last call? */
bool cli_signals_take_hangup(void);

/* Has the terminal changed its size, or have we been stopped and continued, since the last call? */
bool cli_signals_take_screen(void);

#endif
