/* base/parallel.h - the same work on many things, on all cores. */
#ifndef SN_BASE_PARALLEL_H
#define SN_BASE_PARALLEL_H

#include "base/error.h"

#include <pthread.h>
#include <stddef.h>

/* Cores that this process may run on; at least 1. */
size_t sn_cores(void);

/* Start a thread that receives no signals: those are for the threads that a program itself made. SN_IO. */
int sn_thread_start(pthread_t *thread, void *(*run)(void *), void *argument) SN_MUST_USE;

/* Call work(context, i) for every i below `n`, each once, in no order, on as many threads as there are cores, the calling one
 * among them; return when all is done. Where no thread can be started the calling one does all of it. */
void sn_parallel(size_t n, void (*work)(void *context, size_t i), void *context);

#endif
