/* base/parallel.h - threads: one function over many items on all cores, and conditions with a timeout. */
#ifndef SN_BASE_PARALLEL_H
#define SN_BASE_PARALLEL_H

#include "base/error.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Start a thread with all signals blocked, so that only the program's own threads receive them. Returns
 * SN_IO. */
int sn_thread_start(pthread_t *thread, void *(*run)(void *), void *argument) SN_MUST_USE;

/* Call work(context, i) once for each i below `n`, in any order, on one thread per core including the
 * caller's. Return when all calls are finished. If no thread can be started, the caller's thread makes all
 * calls. */
void sn_parallel(size_t n, void (*work)(void *context, size_t i), void *context);

/* Initialize a condition that uses the clock of sn_monotonic_ms (base/clock.h). Destroy it with
 * pthread_cond_destroy. Returns SN_IO. */
int sn_cond_init(pthread_cond_t *cond) SN_MUST_USE;

/* pthread_cond_timedwait with an absolute time in milliseconds of that clock. Returns false on timeout. */
bool sn_cond_wait_until(pthread_cond_t *cond, pthread_mutex_t *mutex, uint64_t until);

#endif
