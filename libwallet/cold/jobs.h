/* cold/jobs.h - the same work on every transaction of a set, by several threads, with memory for secrets as
 * their stacks.
 *
 * In a static program the caller does all of it: glibc's threads would bring its resolver, sockets and all.
 */
#ifndef SN_COLD_JOBS_H
#define SN_COLD_JOBS_H

#include "base/error.h"

#include <stddef.h>

/* Call work(context, i, err) for every i below `n`, each once and in no order, by up to `jobs` threads, the
 * caller's among them; 0 is 1. Returns 0; or what the call of the least i that failed returned, and its
 * error, whatever the number of threads: after a failure nothing more is begun. SN_IO when out of memory. */
int sn_jobs_run(unsigned jobs, size_t n, int (*work)(void *context, size_t i, struct sn_error *err),
		void *context, struct sn_error *err) SN_MUST_USE;

#endif
