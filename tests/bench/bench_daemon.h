/* bench_daemon.h - a stand-in for the daemon, on the loopback, whose chain is the one of the hoard
 * (bench_hoard.h).
 *
 * It tells fees, a distribution as long as the real one, outputs, blocks from HOARD_TOP on, and its pool. It
 * keeps account of the time that it takes, from a request's last byte to its answer's, so that a program's
 * time can be told without it. It answers from a thread of its own; one request a connection. */
#ifndef BENCH_DAEMON_H
#define BENCH_DAEMON_H

#include "base/error.h"
#include "crypto/types.h"

#include <stddef.h>

struct bench_daemon;

/* NULL when it cannot start, with a line on stderr. */
struct bench_daemon *bench_daemon_start(void);
void bench_daemon_stop(struct bench_daemon *d);

const char *bench_daemon_address(const struct bench_daemon *d); /* 127.0.0.1:PORT */
struct sn_hash bench_daemon_top(const struct bench_daemon *d);

/* Put a transaction into the pool that pays `n_outputs` outputs, at most 16, to the hoard's account, and
 * spends the output `spends` of it, or something else when that is UINT64_MAX. */
void bench_daemon_send(struct bench_daemon *d, size_t n_outputs, uint64_t spends);

/* A block with the `n` oldest transactions of the pool. */
void bench_daemon_mine(struct bench_daemon *d, size_t n);

/* Microseconds spent on answers since the last call. */
double bench_daemon_take_time(struct bench_daemon *d);

#endif
