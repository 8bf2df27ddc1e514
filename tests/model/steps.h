/* The steps of the model test, and what they share: the run that they are part of, its dice, and how it
 * fails. run.c has what a run is. */
#ifndef TESTS_MODEL_STEPS_H
#define TESTS_MODEL_STEPS_H

#include "model.h"

#include "hot/sync.h"
#include "hot_wallet.h"

#include <inttypes.h>

#define SIGNED_MAX 512
#define TRACE 24
#define MAJORS 4 /* accounts and addresses that are used; world.c knows them */
#define MINORS 8

/* A signed file, as it lies on a stick. */
struct signed_file {
	struct sn_buf file;
	size_t n, txs[32], composed[32];
};

/* A copy of a file, and what was known when it was made. */
struct copy {
	bool is_there;
	struct sn_buf bytes;
	unsigned epoch; /* of the key-image file: another one since was not continued but made anew */
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
	size_t n_files, n_composed;
	unsigned epoch;
	struct copy old_wallet, old_images;
	struct sn_error err;
};

extern struct run t;

/* How often what a run is there for happened. */
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
	PAYMENTS,
	EVENTS
};

extern size_t events[EVENTS];

/* Dice: less than `n`. What they show follows from the run's seed. */
uint64_t roll(uint64_t n);
bool one_in(uint64_t n);

/* A line for the list of steps that a failure prints. */
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

/* The wallet says what the model says. */
void compare(const struct sn_wallet *w);

/* steps_chain.c: what happens in the world, and that the wallet follows it. */
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

/* steps_files.c: the wallet's files are closed, lost, old, repaired. */
void step_restart(void);
void step_copy(void);
void step_lose_images(void);
void step_old_wallet(void);
void step_repair(void);
void remove_files(void); /* what repairs have left beside the wallet */

#endif
