/* cold/jobs.h - work on all transactions of a set, on several threads whose stacks are memory for secrets.
 *
 * In a static program the caller's thread does all work: glibc's threads would link its resolver and sockets.
 */
#ifndef SN_COLD_JOBS_H
#define SN_COLD_JOBS_H

#include "base/error.h"

#include <stddef.h>

/* Call work(context, i, err) once for every i below `n`, in any order, on up to `jobs` threads including
 * the caller's. `jobs` 0 means 1. After a failure no further call starts.
 *
 * Returns the result and the error of the failed call with the lowest i, independent of the number of
 * threads; SN_IO if out of memory. */
int sn_jobs_run(unsigned jobs, size_t n, int (*work)(void *context, size_t i, struct sn_error *err),
		void *context, struct sn_error *err) SN_MUST_USE;

#endif
