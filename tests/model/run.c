/* The model test: random steps. After each step, the wallet must agree with the reference model (model.h).
 *
 * The seed of a run determines everything: the chain, the payments, the failures, and the library's
 * randomness. A failure prints the seed, the number of the step and the steps before it.
 *
 *   SN_MODEL_SEED=SEED SN_MODEL_STEPS=N tests/model/model     repeats one run
 *   SN_MODEL_STEPS=N                                          makes runs with new seeds, N steps in total
 *
 * Without both variables, there are some runs with fixed seeds and one with a new seed. */
#include "steps.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <sodium.h>

#define RUN_STEPS 310
#define RUNS_FIXED 9
#define RUNS_MAX 20000

struct run t;
size_t events[EVENTS];

static const char *const event_names[EVENTS] = {
	"steps",
	"blocks",
	"incoming",
	"dropped",
	"syncs",
	"reorganizations",
	"deep ones",
	"daemon behind",
	"composed",
	"refused to compose",
	"sweeps",
	"signed",
	"accepted",
	"known already",
	"refused",
	"rejected",
	"blocked by a rejected one",
	"composed in place of a lost one",
	"refused besides a lost one",
	"second payments not submitted",
	"unanswered",
	"released",
	"given up by time",
	"restarts",
	"compactions",
	"lost images",
	"resyncs",
	"repairs",
	"repairs by file",
	"spent elsewhere",
	"older wallets",
	"adopted",
	"failing daemons",
	"full disks",
	"frozen",
	"thawed",
	"not composed after the upgrade",
	"payments",
};

/* ---------------------------------------------------------------- randomness */

/* SplitMix64. */
static uint64_t next_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

uint64_t roll(uint64_t n)
{
	return next_random(&t.random) % n;
}

bool one_in(uint64_t n)
{
	return roll(n) == 0;
}

/* The randomness of libsodium, for the library. It is separate, so that the library's draws do not change the
 * steps. */
static uint64_t library_random;

static const char *source_name(void)
{
	return "model";
}

static uint32_t source_u32(void)
{
	return (uint32_t)next_random(&library_random);
}

static void source_bytes(void *out, size_t len)
{
	for (size_t i = 0; i < len; i++)
		((uint8_t *)out)[i] = (uint8_t)next_random(&library_random);
}

static struct randombytes_implementation source = {
	.implementation_name = source_name, .random = source_u32, .buf = source_bytes};

/* ---------------------------------------------------------------- failing */

void note(const char *format, ...)
{
	va_list list;
	va_start(list, format);
	char *line = t.trace[t.n_trace++ % TRACE];
	int n = snprintf(line, sizeof t.trace[0], "%zu: ", t.step);
	vsnprintf(line + n, sizeof t.trace[0] - (size_t)n, format, list);
	va_end(list);
}

void fail(const char *format, ...)
{
	char text[512];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	for (size_t i = t.n_trace > TRACE ? t.n_trace - TRACE : 0; i < t.n_trace; i++)
		fprintf(stderr, "# %s\n", t.trace[i % TRACE]);
	fprintf(stderr, "# FAILED: SN_MODEL_SEED=%" PRIu64 " SN_MODEL_STEPS=%zu: %s\n", t.seed, t.step, text);
	cr_assert_fail("seed %" PRIu64 ", step %zu: %s", t.seed, t.step, text);
	abort();
}

/* ---------------------------------------------------------------- a run */

static const struct {
	void (*step)(void);
	unsigned weight;
} steps[] = {
	{step_mine, 22},          {sync_wallet, 14},    {step_incoming, 12},   {step_compose, 9},
	{step_submit, 10},        {step_reorganise, 5}, {step_restart, 4},     {step_drop, 4},
	{step_behind, 3},         {step_release, 3},    {step_lose_images, 1}, {step_repair, 3},
	{step_foreign, 4},        {step_wait, 3},       {step_copy, 3},        {step_old_wallet, 1},
	{step_failing_daemon, 3}, {step_full_disk, 3},  {step_freeze, 4},
};

static void one_step(void)
{
	unsigned sum = 0;
	for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
		sum += steps[i].weight;
	unsigned at = (unsigned)roll(sum);
	size_t i = 0;
	while (at >= steps[i].weight)
		at -= steps[i++].weight;
	steps[i].step();
	events[STEPS]++;
}

static void run(uint64_t seed, size_t n_steps)
{
	t.seed = t.random = seed;
	library_random = ~seed;
	expect(!randombytes_set_implementation(&source) && sodium_init() >= 0);
	t.now = 1700000000;
	world_start(&t.world, seed);
	/* Below and above the first payment to us. */
	size_t restore_height = one_in(2) ? 0 : 1 + roll(160);
	note("restore height %zu", restore_height);
	model_start(&t.model, &t.world, restore_height);
	model_start(&t.old_wallet.model, &t.world, restore_height);
	model_start(&t.old_images.model, &t.world, restore_height);
	hot_open_at(&t.hot, &t.world.alice, restore_height);
	for (size_t i = 0; i < 100; i++)
		world_mine(&t.world, NULL, 0, false);
	while (t.step < n_steps) {
		t.step++;
		one_step();
		compare(t.hot.w);
	}
	/* At the end, with all key images and blocks, the wallet's balance is that of the chain. */
	step_repair();
	sync_wallet();
	step_repair();
	sync_wallet();
	compare(t.hot.w);
	/* A chain that is lower than the one on which images were lost cannot prove that none is missing. */
	expect(!sn_wallet_lacks_images(t.hot.w) || t.hot.w->images_lost_below > sn_wallet_height(t.hot.w));
	uint64_t truth = 0;
	size_t top = world_height(&t.world);
	for (size_t i = 0; i < t.world.n_coins; i++) {
		bool is_spent = false;
		for (size_t k = 0; k < t.world.n_txs; k++)
			for (size_t j = 0; j < t.world.txs[k].n_spends; j++)
				is_spent |= t.world.txs[k].spends[j] == i && world_find(&t.world, k, top);
		size_t height = world_find(&t.world, t.world.coins[i].tx, top);
		truth +=
			height && height >= t.model.restore_height && !is_spent ? t.world.coins[i].amount : 0;
	}
	uint64_t sum = 0;
	for (size_t i = 0; i < t.hot.w->n_outputs; i++)
		sum += t.hot.w->outputs[i].is_spent ? 0 : t.hot.w->outputs[i].amount;
	same("unspent outputs on the chain", -1, sum, truth);
	events[PAYMENTS] = t.model.n_payments;
	for (size_t i = 0; i < t.n_files; i++)
		sn_buf_free(&t.files[i].file);
	sn_buf_free(&t.old_wallet.bytes);
	sn_buf_free(&t.old_images.bytes);
	sn_sync_memory_free(&t.memory);
	world_stop(&t.world);
	remove_files();
	hot_close(&t.hot);
}

struct plan {
	uint64_t seed;
	size_t steps;
};

static struct plan plans[RUNS_MAX];

static uint64_t number_from(const char *name)
{
	const char *text = getenv(name);
	return text && *text ? strtoull(text, NULL, 10) : 0;
}

ParameterizedTestParameters(model, run)
{
	uint64_t seed = number_from("SN_MODEL_SEED"), total = number_from("SN_MODEL_STEPS");
	uint64_t state = (uint64_t)time(NULL) * 1000003 + (uint64_t)getpid();
	size_t n = 0;
	if (seed) {
		plans[n++] = (struct plan){seed, total ? (size_t)total : RUN_STEPS};
	} else if (total) {
		while (n < RUNS_MAX && n * RUN_STEPS < total)
			plans[n++] = (struct plan){next_random(&state) % 1000000000 + 1000, RUN_STEPS};
	} else {
		for (; n < RUNS_FIXED; n++)
			plans[n] = (struct plan){n + 1, RUN_STEPS};
		plans[n++] = (struct plan){next_random(&state) % 1000000000 + 1000, RUN_STEPS};
	}
	return cr_make_param_array(struct plan, plans, n);
}

ParameterizedTest(struct plan *plan, model, run, .timeout = 600)
{
	char line[1024];
	fprintf(stderr, "# SN_MODEL_SEED=%" PRIu64 " SN_MODEL_STEPS=%zu begins\n", plan->seed, plan->steps);
	run(plan->seed, plan->steps);
	int n = snprintf(line, sizeof line, "# SN_MODEL_SEED=%" PRIu64 " is done:", plan->seed);
	for (int i = 0; i < EVENTS; i++)
		n += snprintf(line + n, sizeof line - (size_t)n, " %s %zu%s", event_names[i], events[i],
			      i + 1 < EVENTS ? "," : "\n");
	fputs(line, stderr);
}
