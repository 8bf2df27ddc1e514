/* The steps of the model test, and their shared state: the run, its random numbers, and its failures. See
 * run.c. */
#ifndef TESTS_MODEL_STEPS_H
#define TESTS_MODEL_STEPS_H

#include "model.h"

#include "hot/sync.h"
#include "hot_wallet.h"

#include <inttypes.h>

#define SIGNED_MAX 512
#define TRACE 24
#define MAJORS 4 /* accounts and addresses in use, as in world.c */
#define MINORS 8

/* A transaction as it was composed: that by which the wallet recognizes it when it is signed. Payments that
 * agree in all of it are the same to the wallet. */
struct composed {
	struct sn_hash rings;
	uint64_t fee, change;
};

/* A signed file. */
struct signed_file {
	struct sn_buf file;
	size_t n, txs[32];
	struct composed composed[32];
};

/* A copy of a file, and the state of the model at that time. */
struct copy {
	bool is_there;
	struct sn_buf bytes;
	unsigned epoch; /* of the key-image file: it was made anew since */
	struct model model;
};

struct run {
	uint64_t seed, random, now;
	size_t step;
	char trace[TRACE][160];
	size_t n_trace;
	struct world world;
	struct model model;
	struct hot hot;
	struct sn_sync_memory memory;
	struct signed_file files[SIGNED_MAX];
	size_t n_files;
	unsigned epoch;
	struct copy old_wallet, old_images;
	struct sn_error err;
};

extern struct run t;

/* Number of occurrences of each event. */
enum event {
	STEPS,
	BLOCKS,
	INCOMING,
	DROPPED,
	SYNCS,
	REORGS,
	DEEP_REORGS,
	BEHIND,
	COMPOSED,
	COMPOSE_REFUSED,
	SWEEPS,
	SIGNED,
	ACCEPTED,
	KNOWN,
	REFUSED,
	REJECTED,
	BLOCKED,
	REPLACED,
	NOT_REPLACED,
	SECOND,
	UNANSWERED,
	RELEASED,
	FORGOTTEN,
	RESTARTS,
	COMPACTIONS,
	LOSSES,
	RESYNCS,
	REPAIRS,
	REPAIRS_BY_FILE,
	FOREIGN,
	OLD_WALLETS,
	ADOPTED,
	FAILING_DAEMONS,
	FULL_DISKS,
	FROZEN,
	THAWED,
	UPGRADED,
	PAYMENTS,
	EVENTS
};

extern size_t events[EVENTS];

/* A random number below `n`, determined by the run's seed. */
uint64_t roll(uint64_t n);
bool one_in(uint64_t n);

/* Add a line to the list of steps that a failure prints. */
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));
void fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

#define ok(call)                                                         \
	do {                                                             \
		int got_ = (call);                                       \
		if (got_)                                                \
			fail("%s gave %d: %s", #call, got_, t.err.text); \
	} while (0)

#define expect(condition)                               \
	do {                                            \
		if (!(condition))                       \
			fail("not so: %s", #condition); \
	} while (0)

/* Fail unless both are equal; `account` -1 is all. */
void same(const char *what, int64_t account, uint64_t wallet, uint64_t model);

/* Fail unless the wallet agrees with the model. */
void compare(const struct sn_wallet *w);

/* steps_chain.c: changes of the world, and syncs. */
void sync_wallet(void);
struct sn_subaddress_index random_address(void);
void step_mine(void);
void step_reorganise(void);
void step_behind(void);
void step_wait(void);
void step_incoming(void);
void step_drop(void);
void step_foreign(void);
void step_failing_daemon(void);
void step_full_disk(void);

/* steps_pay.c */
void step_compose(void);
void step_submit(void);
void step_release(void);
void step_freeze(void);

/* steps_files.c: the wallet's files are closed, lost, replaced by old copies, repaired. */
void step_restart(void);
void step_copy(void);
void step_lose_images(void);
void step_old_wallet(void);
void step_repair(void);
void remove_files(void); /* files left by repairs */

#endif
