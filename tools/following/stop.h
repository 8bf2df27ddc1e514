/* tools/following/stop.h - when to stop: a signal, or the end of a time.
 *
 * The first SIGINT, SIGTERM or SIGHUP asks the program to stop. A signal half a second later or more ends it
 * at once. */
#ifndef FOLLOWING_STOP_H
#define FOLLOWING_STOP_H

#include "node/daemon.h"

#include <stdbool.h>
#include <stdint.h>

enum stop_reason {
	STOP_NOT,
	STOP_SIGNAL,
	STOP_TIMEOUT,
};

/* Catch the signals from now on. */
void stop_catch(void);

/* Stop at this time of sn_monotonic_ms; 0: never. */
void stop_at(uint64_t ms);

/* STOP_NOT: continue. */
enum stop_reason stop_asked(void);

/* For sn_daemon_set_patience: when the program must stop, an answer may take two seconds in total. */
bool stop_waits_on(void *unused, uint64_t ms);

/* Sleep until the time `until` of sn_monotonic_ms, or until the program must stop. */
void stop_sleep(uint64_t until);

/* If there was a signal, end the program by it. */
void stop_raise(void);

#endif
