/* Where the time of a payment goes. */
#ifndef TESTS_BENCH_BENCH_COMPOSE_H
#define TESTS_BENCH_BENCH_COMPOSE_H

#include "bench_daemon.h"

#include <stdbool.h>
#include <stdint.h>

/* Pay `amount` piconero to the address from the hoard's wallet file, several times, and print the parts of
 * the time. False if it fails, with a line on stderr. */
bool bench_compose(const char *wallet, struct bench_daemon *at, const char *to, uint64_t amount);

#endif
