/* base/parallel.h - threads: the same work on many things, on all cores, and waiting for one another. */
#ifndef SN_BASE_PARALLEL_H
#define SN_BASE_PARALLEL_H

#include "base/error.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Start a thread that receives no signals: those are for the threads that a program itself made. SN_IO. */
int sn_thread_start(pthread_t *thread, void *(*run)(void *), void *argument) SN_MUST_USE;

/* Call work(context, i) for every i below `n`, each once, in no order, on as many threads as there are cores,
 * the calling one among them; return when all is done. Where no thread can be started the calling one does
 * all of it. */
void sn_parallel(size_t n, void (*work)(void *context, size_t i), void *context);

/* A condition to be waited for by the clock of sn_monotonic_ms (base/clock.h), which nobody can set. SN_IO.
 * Destroy with pthread_cond_destroy. */
int sn_cond_init(pthread_cond_t *cond) SN_MUST_USE;

/* As pthread_cond_timedwait, until the clock says `until`, milliseconds. False once it does. */
bool sn_cond_wait_until(pthread_cond_t *cond, pthread_mutex_t *mutex, uint64_t until);

#endif
