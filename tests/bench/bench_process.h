/* bench_process.h - a program as a whole: how long it takes, and the most memory that it has.
 *
 * The peak memory of a child includes its parent's when it was started: be small then. */
#ifndef BENCH_PROCESS_H
#define BENCH_PROCESS_H

#include <stdbool.h>

struct bench_process {
	double us;     /* wall time */
	double cpu_us; /* processor time, the system's included */
	long peak_kib; /* resident */
};

/* Run argv[0] with what it writes to the descriptor `unheard` thrown away. False when it cannot be run, or
 * fails. */
bool bench_process_run(struct bench_process *process, char *const argv[], int unheard);

#endif
