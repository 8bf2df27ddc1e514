/* The model test: random steps, and after each of them the wallet must say what the reference model (model.h) says.
 *
 * A run of steps has a seed, from which everything follows: the chain, what is paid, what fails, and the library's own
 * randomness. A failure prints the seed, the number of the step and the steps before it;
 *
 *   SN_MODEL_SEED=SEED SN_MODEL_STEPS=N tests/model/model     repeats one run
 *   SN_MODEL_STEPS=N                                          many runs, N steps in all, of new seeds
 *
 * Neither: some fixed seeds and a new one. */
#include "model.h"

#include "cold/files.h"
#include "cold/restore.h"
#include "cold_sets.h"
#include "handoff/envelope.h"
#include "handoff/signed_set.h"
#include "hot/compose.h"
#include "hot/pool.h"
#include "hot/release.h"
#include "hot/submit.h"
#include "hot/sync.h"
#include "hot_wallet.h"
#include "store/wallet_internal.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <sodium.h>

#define RUN_STEPS 300
#define RUNS_FIXED 11
#define RUNS_MAX 20000
#define SIGNED_MAX 512
#define TRACE 24
#define MAJORS 4 /* accounts and addresses that are used; world.c knows them */
#define MINORS 8

/* A signed file, as it lies on a stick. */
struct signed_file {
	struct sn_buf file;
	size_t n, txs[32], composed[32];
	size_t indices[32][WORLD_SPENDS_MAX]; /* global, of what each spends, when it was composed */
};

/* A copy of a file, and what was known when it was made. */
struct copy {
	bool is_there;
	struct sn_buf bytes;
	unsigned epoch; /* of the key-image file: another one since was not continued but made anew */
	struct model model;
};

static struct run {
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
} t;

/* How often what a run is there for happened. */
enum event {
	STEPS, BLOCKS, INCOMING, DROPPED, SYNCS, REORGS, DEEP_REORGS, BEHIND, COMPOSED, COMPOSE_REFUSED, SWEEPS, SIGNED,
	ACCEPTED, KNOWN, REFUSED, REJECTED, UNANSWERED, RELEASED, FORGOTTEN, RESTARTS, COMPACTIONS, LOSSES, RESYNCS,
	REPAIRS, REPAIRS_BY_FILE, FOREIGN, OLD_WALLETS, ADOPTED, PAYMENTS, EVENTS
};

static const char *const event_names[EVENTS] = {
	"steps", "blocks", "incoming", "dropped", "syncs", "reorganisations", "deep ones", "daemon behind", "composed",
	"refused to compose", "sweeps", "signed", "accepted", "known already", "refused", "rejected", "unanswered",
	"released", "given up by time", "restarts", "compactions", "lost images", "resyncs", "repairs", "repairs by file",
	"spent elsewhere", "older wallets", "adopted", "payments",
};

static size_t events[EVENTS];

/* ---------------------------------------------------------------- randomness */

/* SplitMix64: short, and good enough to roll dice. */
static uint64_t next_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

static uint64_t roll(uint64_t n)
{
	return next_random(&t.random) % n;
}

static bool one_in(uint64_t n)
{
	return roll(n) == 0;
}

/* libsodium's, for the library: of its own, so that what it takes does not change what happens. */
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

__attribute__((format(printf, 1, 2))) static void note(const char *format, ...)
{
	va_list list;
	va_start(list, format);
	char *line = t.trace[t.n_trace++ % TRACE];
	int n = snprintf(line, sizeof t.trace[0], "%zu: ", t.step);
	vsnprintf(line + n, sizeof t.trace[0] - (size_t)n, format, list);
	va_end(list);
}

__attribute__((format(printf, 1, 2), noreturn)) static void fail(const char *format, ...)
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

#define ok(call)                                                                 \
	do {                                                                     \
		int got_ = (call);                                               \
		if (got_)                                                        \
			fail("%s gave %d: %s", #call, got_, t.err.text);         \
	} while (0)

#define expect(condition)                                 \
	do {                                              \
		if (!(condition))                         \
			fail("not so: %s", #condition);   \
	} while (0)

/* ---------------------------------------------------------------- comparing */

static void same(const char *what, int64_t account, uint64_t wallet, uint64_t model)
{
	if (wallet != model)
		fail("%s of account %" PRId64 ": the wallet says %" PRIu64 ", the model %" PRIu64, what, account, wallet, model);
}

static void compare_balance(int64_t account, const struct sn_balance *b)
{
	struct sn_balance m;
	model_balance(&m, &t.model, account, t.now);
	same("without image", account, b->n_without_image, m.n_without_image);
	same("amount without image", account, b->without_image, m.without_image);
	same("reserved", account, b->reserved, m.reserved);
	same("pending out", account, b->pending_out, m.pending_out);
	same("unconfirmed", account, b->unconfirmed, m.unconfirmed);
	same("pending in", account, b->pending_in, m.pending_in);
	same("balance", account, b->total, m.total);
	same("unlocked", account, b->unlocked, m.unlocked);
}

static void compare_accounts(const struct sn_wallet *w)
{
	struct sn_account_balance *accounts;
	struct sn_balance all, one;
	size_t n;
	sn_balance(&all, w, -1, t.now);
	compare_balance(-1, &all);
	for (int64_t i = 0; i < MAJORS; i++) {
		sn_balance(&one, w, i, t.now);
		compare_balance(i, &one);
	}
	ok(sn_balance_accounts(&accounts, &n, w, t.now));
	for (size_t i = 0; i < n; i++)
		compare_balance(accounts[i].account, &accounts[i].balance);
	free(accounts);
}

/* An output of a submitted payment's may be gone with its block: then the history cannot add up. */
static bool are_pending_inputs_there(void)
{
	bool are = true;
	for (size_t i = 0; i < t.model.n_payments; i++)
		for (size_t k = 0; k < t.model.payments[i].n_inputs; k++)
			are &= t.model.payments[i].state != SN_PAYMENT_SUBMITTED ||
			       model_index(&t.model, t.model.payments[i].inputs[k]) != WORLD_NONE;
	return are;
}

/* Nor when two were submitted that want the same. */
static bool are_pending_rivals(void)
{
	bool are = false;
	for (size_t i = 0; i < t.model.n_payments; i++)
		for (size_t k = 0; k < t.model.payments[i].n_inputs; k++) {
			size_t coin = t.model.payments[i].inputs[k];
			are |= t.model.payments[i].state == SN_PAYMENT_SUBMITTED && model_holder(&t.model, coin) != i;
			are |= t.model.payments[i].state == SN_PAYMENT_SUBMITTED && t.model.spent_by[coin] != WORLD_NONE;
		}
	return are;
}

/* Nor when what the daemon has lost stands in a block that the wallet has seen and not given up yet. */
static bool is_pending_in_block(void)
{
	bool is = false;
	for (size_t i = 0; i < t.model.n_payments; i++)
		is |= t.model.payments[i].state == SN_PAYMENT_SUBMITTED && model_find(&t.model, t.model.payments[i].tx);
	return is;
}

static void compare_history(const struct sn_wallet *w)
{
	struct model_history m;
	struct sn_transfer *list;
	size_t count, n[SN_TRANSFER_RELEASED + 1] = {0};
	uint64_t amount[SN_TRANSFER_RELEASED + 1] = {0}, fee[SN_TRANSFER_RELEASED + 1] = {0};
	struct sn_balance b;
	model_history(&m, &t.model);
	ok(sn_history(&list, &count, w, t.now, &t.err));
	for (size_t i = 0; i < count; i++) {
		n[list[i].kind]++;
		amount[list[i].kind] += list[i].amount;
		fee[list[i].kind] += list[i].fee;
	}
	free(list);
	for (int kind = SN_TRANSFER_PENDING; kind <= SN_TRANSFER_RELEASED; kind++) {
		same(sn_transfer_kind_name(kind), -1, n[kind], m.n[kind]);
		same(sn_transfer_kind_name(kind), -1, amount[kind], m.amount[kind]);
		same(sn_transfer_kind_name(kind), -1, fee[kind], m.fee[kind]);
	}
	uint64_t settled = amount[SN_TRANSFER_IN] - amount[SN_TRANSFER_OUT] - fee[SN_TRANSFER_OUT];
	if (!is_pending_in_block())
		same("history", -1, settled, (uint64_t)m.settled);
	sn_balance(&b, w, -1, t.now);
	if (are_pending_inputs_there() && !are_pending_rivals() && !is_pending_in_block())
		same("history with what is pending", -1, settled - amount[SN_TRANSFER_PENDING] - fee[SN_TRANSFER_PENDING], b.total);
}

static void compare_payments(const struct sn_wallet *w)
{
	same("number of payments", -1, w->n_payments, t.model.n_payments);
	for (size_t i = 0; i < w->n_payments; i++)
		if (w->payments[i].state != t.model.payments[i].state)
			fail("payment %zu: the wallet has it in state %d, the model in %d", i + 1, w->payments[i].state,
			     t.model.payments[i].state);
	for (size_t i = 0; i < w->n_payments; i++)
		if (w->payments[i].missing_since != t.model.payments[i].missing_since)
			fail("payment %zu: the wallet misses it since %" PRIu64 ", the model since %" PRIu64, i + 1,
			     w->payments[i].missing_since, t.model.payments[i].missing_since);
}

static void compare(const struct sn_wallet *w)
{
	same("height", -1, sn_wallet_height(w), t.model.height);
	compare_payments(w);
	compare_accounts(w);
	compare_history(w);
}

/* ---------------------------------------------------------------- the wallet's file */

static void read_file(struct sn_buf *out, const char *path)
{
	FILE *f = fopen(path, "rb");
	int c;
	sn_buf_clear(out);
	expect(f);
	while ((c = getc(f)) != EOF)
		sn_put_u8(out, (uint8_t)c);
	fclose(f);
	expect(!out->failed);
}

static void write_file(const char *path, const void *data, size_t len)
{
	FILE *f = fopen(path, "wb");
	expect(f && fwrite(data, 1, len, f) == len && fclose(f) == 0);
}

static const char *images_path(void)
{
	static char path[sizeof t.hot.path + 16];
	snprintf(path, sizeof path, "%s.outkey2ki", t.hot.path);
	return path;
}

static void close_wallet(void)
{
	ok(sn_wallet_store(t.hot.w, &t.err));
	sn_wallet_close(t.hot.w);
	t.hot.w = NULL;
	/* A new process remembers nothing. The table follows from the keys alone, and takes long to make. */
	free(t.memory.seen);
	t.memory.seen = NULL;
	t.memory.n_seen = 0;
	t.memory.has_failed = false;
}

static void open_wallet(enum sn_wallet_mode mode)
{
	ok(sn_wallet_open(&t.hot.w, t.hot.path, mode, HOT_PASSWORD, NULL, &t.err));
	/* Compaction comes after hundreds of KiB: here it comes as soon as it is worthwhile. */
	if (one_in(2))
		t.hot.w->store->compact_above = 2048;
}

/* It cannot be opened but for repair, and says so in the words of the specification. */
static void expect_needs_repair(size_t n_there)
{
	struct sn_wallet *w;
	struct sn_error err = {0};
	char want[160];
	size_t n = model_count_images(&t.model);
	int ret = sn_wallet_open(&w, t.hot.path, one_in(2) ? SN_WALLET_WRITE : SN_WALLET_READ, HOT_PASSWORD, NULL, &err);
	if (!ret)
		sn_wallet_close(w);
	if (ret != SN_NEEDS_REPAIR)
		fail("opening without the key images gave %d: %s", ret, err.text);
	snprintf(want, sizeof want,
		 "UNRECOVERABLE ERROR, wallet stops: pending key images (%zu) exceed the pending-key-images file container (", n);
	expect(!strncmp(err.text, want, strlen(want)));
	if (n_there != WORLD_NONE) {
		snprintf(want, sizeof want, "(%zu)", n_there);
		expect(!strcmp(err.text + strlen(err.text) - strlen(want), want));
	}
}

/* ---------------------------------------------------------------- following the chain */

static void sync_wallet(void)
{
	struct sn_sync_result result;
	struct sn_sync_options options = {.memory = &t.memory, .now = t.now};
	static const size_t per_answer[] = {4, 11, 30, 100, 1000};
	bool is_readable = !one_in(12);
	size_t fork;
	t.world.chain.per_answer = per_answer[roll(5)];
	t.world.chain.is_pool_broken = !is_readable;
	size_t size = sn_journal_size(sn_wallet_journal(t.hot.w));
	ok(sn_sync(t.hot.w, t.world.chain.daemon, &options, &result, &t.err));
	t.world.chain.is_pool_broken = false;
	events[COMPACTIONS] += sn_journal_size(sn_wallet_journal(t.hot.w)) < size;
	events[SYNCS]++;
	/* It may go back further than to where the chains part, since it keeps few blocks. */
	if (t.model.rescan_from < world_height(&t.world))
		model_rollback(&t.model, t.model.rescan_from);
	if (result.rollbacks)
		model_rollback(&t.model, result.fork_height);
	model_follow(&t.model, &fork);
	if (result.rollbacks && result.fork_height > fork)
		fail("the chains part at %zu, and it went back to %" PRIu64 " only", fork, result.fork_height);
	model_look_at_pool(&t.model, t.now, is_readable);
	note("sync to %" PRIu64 ", %u rollbacks%s", result.height, result.rollbacks, is_readable ? "" : ", pool unreadable");
	events[FORGOTTEN] += result.n_dropped;
}

/* One coinbase in `ours` is ours; 0: none is. */
static void mine(size_t n, bool with_pool, uint64_t ours)
{
	for (size_t i = 0; i < n; i++) {
		size_t txs[APP_BLOCK_TXS_MAX], n_txs = 0;
		for (size_t k = 0; with_pool && k < t.world.n_pool && n_txs < APP_BLOCK_TXS_MAX; k++)
			if (!one_in(3))
				txs[n_txs++] = t.world.pool[k];
		world_mine(&t.world, txs, n_txs, ours && one_in(ours));
		events[BLOCKS]++;
	}
}

static void step_mine(void)
{
	size_t n = one_in(12) ? 20 + roll(50) : 1 + roll(3);
	bool with_pool = !one_in(4);
	note("mine %zu blocks%s", n, with_pool ? " with what is in the pool" : "");
	mine(n, with_pool, n > 10 ? 20 : 5);
}

static void step_reorganise(void)
{
	size_t height = world_height(&t.world), deepest = height - 100;
	bool is_deep = one_in(6);
	size_t n = 1 + roll(is_deep ? deepest : deepest < 12 ? deepest : 12);
	size_t more = one_in(3) ? roll(n) + 1 : n + roll(3);
	note("reorganise: %zu blocks are replaced by %zu", n, more);
	world_undo(&t.world, n);
	for (size_t i = 0; i < t.world.n_pool;)
		if (one_in(4))
			world_drop(&t.world, t.world.pool[i]);
		else
			i++;
	size_t first = roll(more + 1);
	mine(first, false, 10);
	mine(more - first, true, 10);
	events[is_deep ? DEEP_REORGS : REORGS]++;
}

static void step_behind(void)
{
	size_t n = 1 + roll(world_height(&t.world) - 100);
	note("a daemon that is behind by %zu", n);
	app_chain_hide(&t.world.chain, n);
	sync_wallet();
	compare(t.hot.w);
	app_chain_show(&t.world.chain);
	events[BEHIND]++;
}

/* Long enough, sometimes, for a payment that nobody knows of to be given up. */
static void step_wait(void)
{
	bool is_missing = false;
	for (size_t i = 0; i < t.model.n_payments; i++)
		is_missing |= t.model.payments[i].state == SN_PAYMENT_SUBMITTED && t.model.payments[i].missing_since;
	t.now += one_in(is_missing ? 2 : 4) ? roll(5 * 86400) : roll(7200);
	bool is_long = one_in(is_missing ? 4 : 80);
	note("time passes%s", is_long ? ", and many blocks come" : "");
	if (is_long)
		mine(SN_POOL_LIFETIME_BLOCKS + 5, true, 0);
}

/* ---------------------------------------------------------------- others */

static struct sn_subaddress_index random_address(void)
{
	return (struct sn_subaddress_index){(uint32_t)roll(MAJORS), one_in(2) ? 0 : (uint32_t)roll(MINORS)};
}

static uint64_t random_amount(void)
{
	return 10000000000 + roll(one_in(3) ? 3000000000000 : 60000000000);
}

static uint64_t random_unlock_time(void)
{
	if (!one_in(6))
		return 0;
	return one_in(2) ? world_height(&t.world) + roll(40) : t.now + roll(4 * 86400);
}

static void step_incoming(void)
{
	struct world_pay pays[3];
	size_t n = 1 + roll(3);
	for (size_t i = 0; i < n; i++)
		pays[i] = (struct world_pay){random_address(), random_amount()};
	size_t tx = world_make(&t.world, NULL, 0, pays, n, random_unlock_time());
	note("somebody pays us, in transaction %zu", tx);
	world_send(&t.world, tx);
	events[INCOMING]++;
}

/* Or another node has one that this daemon lost. */
static void step_drop(void)
{
	size_t lost = t.world.n_txs ? roll(t.world.n_txs) : 0;
	bool is_coinbase = t.world.n_txs && t.world.txs[lost].n_coins && t.world.coins[t.world.txs[lost].coins[0]].is_coinbase;
	if (one_in(2) && t.world.n_txs && !is_coinbase && !world_is_in_pool(&t.world, lost)) {
		note("transaction %zu comes again: %d", lost, world_send(&t.world, lost));
		return;
	}
	if (!t.world.n_pool)
		return;
	size_t tx = t.world.pool[roll(t.world.n_pool)];
	note("the pool loses transaction %zu", tx);
	world_drop(&t.world, tx);
	events[DROPPED]++;
}

/* Other software with the same keys spends an output or two, maybe with change. */
static void step_foreign(void)
{
	size_t coins[2], n = 0;
	bool takes_any = one_in(4);
	for (size_t tries = 0; tries < 20 && n < 2 && t.world.n_coins; tries++) {
		size_t coin = roll(t.world.n_coins);
		bool is_free = takes_any ? world_find(&t.world, t.world.coins[coin].tx, world_height(&t.world)) > 0
					 : world_is_unspent(&t.world, coin);
		if (is_free && (!n || coins[0] != coin))
			coins[n++] = coin;
		if (one_in(2))
			break;
	}
	if (!n)
		return;
	struct world_pay change = {random_address(), t.world.coins[coins[0]].amount / 2};
	size_t tx = world_make(&t.world, coins, n, &change, one_in(2), 0);
	bool is_sent = world_send(&t.world, tx);
	note("output %zu%s is spent elsewhere, by transaction %zu%s", coins[0], n > 1 ? " and another" : "", tx,
	     is_sent ? "" : ", in vain");
	events[FOREIGN] += is_sent;
}

/* ---------------------------------------------------------------- paying */

/* What the unsigned set says, by the keys in its rings. */
static void take_down(struct model_payment *p, struct signed_file *file, size_t at, const struct sn_unsigned_tx *tx)
{
	uint64_t inputs = 0;
	*p = (struct model_payment){.state = SN_PAYMENT_PREPARED, .fee = tx->fee, .change = tx->change, .tx = WORLD_NONE};
	for (size_t i = 0; i < tx->n_destinations; i++)
		p->amount += tx->destinations[i].amount;
	for (size_t i = 0; i < tx->n_inputs; i++) {
		size_t coin = WORLD_NONE;
		for (size_t k = 0; k < tx->inputs[i].n_ring; k++) {
			size_t found = world_find_coin(&t.world, &tx->inputs[i].ring[k].key);
			if (found != WORLD_NONE && t.world.coins[found].index == tx->inputs[i].index &&
			    sn_point_is_equal(&t.world.coins[found].tx_key, &tx->inputs[i].tx_key))
				coin = found;
		}
		expect(coin != WORLD_NONE && p->n_inputs < WORLD_SPENDS_MAX);
		expect(t.world.coins[coin].amount == tx->inputs[i].amount && model_holder(&t.model, coin) == WORLD_NONE);
		expect(t.model.spent_by[coin] == WORLD_NONE && model_index(&t.model, coin) != WORLD_NONE);
		file->indices[at][p->n_inputs] = model_index(&t.model, coin);
		p->inputs[p->n_inputs++] = coin;
		inputs += t.world.coins[coin].amount;
	}
	same("sum of a payment", -1, p->amount + p->fee + p->change, inputs);
}

static void sign(struct signed_file *file, const struct sn_unsigned_set *set)
{
	struct sn_buf content = {0};
	struct sn_signed_set made;
	ok(sn_cold_sign(&file->file, NULL, &t.world.alice, set, NULL, NULL, &t.err));
	ok(sn_envelope_open(&content, SN_ENVELOPE_SIGNED_SET, SN_MAINNET, &t.world.alice.view_secret, file->file.data,
			    file->file.len, &t.err));
	ok(sn_signed_set_decode(&made, content.data, content.len, &t.err));
	expect(made.n == file->n);
	for (size_t i = 0; i < made.n; i++)
		file->txs[i] = world_note(&t.world, made.txs[i].bytes, made.txs[i].len);
	sn_signed_set_free(&made);
	sn_buf_free(&content);
	t.n_files++;
	events[SIGNED]++;
}

static void step_compose(void)
{
	struct sn_buf unsigned_set = {0};
	struct sn_compose_result result;
	struct sn_payment_destination to[2];
	struct sn_payment_request request = {.destinations = to, .n_destinations = 1 + roll(2), .mixin = SN_MIXIN};
	bool is_synced = !one_in(8), is_sweep = one_in(15);
	struct sn_balance b;
	uint64_t amount = 0;
	if (t.n_files == SIGNED_MAX || t.model.n_payments + 16 > MODEL_PAYMENTS_MAX)
		return;
	if (is_synced)
		sync_wallet();
	for (size_t tries = 0; tries < 6; tries++) { /* one that has something, more often than not */
		request.account = (uint32_t)roll(MAJORS);
		model_balance(&b, &t.model, request.account, t.now);
		if (b.unlocked)
			break;
	}
	for (size_t i = 0; i < request.n_destinations; i++) {
		struct sn_subaddress_index own = random_address();
		to[i].address = one_in(4) ? cold_address(&t.world.alice, own.major, own.minor) : cold_address(&t.world.bob, 0, 0);
		to[i].amount = 1000000000 + roll(b.unlocked / (one_in(3) ? 1 : 4) / request.n_destinations + 1);
		amount += to[i].amount;
	}
	if (is_sweep) {
		request.sweep_all = true;
		request.n_destinations = 1;
	}
	bool lacks_images = sn_wallet_lacks_images(t.hot.w);
	uint64_t margin = 1000000000 * (uint64_t)(2 + t.hot.w->n_outputs);
	int ret = sn_compose(&unsigned_set, &result, t.hot.w, t.world.chain.daemon, &request, t.now, &t.err);
	note("compose %" PRIu64 " of account %u%s: %d %s", amount, request.account, is_sweep ? ", sweep" : "", ret,
	     ret ? t.err.text : "");
	if (lacks_images && ret != SN_NEEDS_REPAIR)
		fail("composing without the key images gave %d", ret);
	if (!ret && !is_sweep && amount > b.unlocked)
		fail("composed more than is unlocked");
	bool is_too_large = ret && strstr(t.err.text, "too large for one transaction");
	if (ret && is_synced && !lacks_images && !is_sweep && amount + margin <= b.unlocked && !is_too_large)
		fail("did not compose what is unlocked: %s", t.err.text);
	if (ret) {
		events[COMPOSE_REFUSED]++;
		return;
	}
	if (one_in(10)) { /* a crash before it is stored */
		ok(sn_wallet_revert(t.hot.w, &t.err));
		note("and that is not stored");
		goto out;
	}
	ok(sn_wallet_store(t.hot.w, &t.err));
	struct sn_unsigned_set set;
	struct sn_review review;
	struct signed_file *file = &t.files[t.n_files];
	ok(sn_cold_open(&set, &review, &t.world.alice, NULL, unsigned_set.data, unsigned_set.len, &t.err));
	expect(set.n == result.n && set.n <= 32);
	*file = (struct signed_file){.n = set.n};
	for (size_t i = 0; i < set.n; i++) {
		struct model_payment p;
		take_down(&p, file, i, &set.txs[i]);
		if (!is_sweep)
			same("amount", request.account, p.amount, amount);
		p.composed = file->composed[i] = t.n_composed++;
		t.model.payments[t.model.n_payments++] = p;
	}
	events[is_sweep ? SWEEPS : COMPOSED]++;
	if (!one_in(5))
		sign(file, &set);
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
out:
	sn_compose_result_free(&result);
	sn_buf_free(&unsigned_set);
}

/* What the model makes of one transaction of a signed file. */
struct outlook {
	size_t payment; /* WORLD_NONE: none like it */
	bool is_submitted, is_confirmed;
	size_t height; /* of the daemon's block that holds it; else 0 */
	bool is_in_pool;
	enum sn_payment_state state_before;
	size_t tx_before;
};

static bool spends_as_named(const struct signed_file *f, size_t i)
{
	const struct world_tx *tx = &t.world.txs[f->txs[i]];
	bool is = true;
	/* In any order: the transaction has its inputs in another. */
	for (size_t k = 0; k < tx->n_spends; k++) {
		size_t index = model_index(&t.model, tx->spends[k]);
		bool is_among = false;
		for (size_t j = 0; j < tx->n_spends; j++)
			is_among |= f->indices[i][j] == index;
		is &= index != WORLD_NONE && is_among;
	}
	return is;
}

static bool is_taken(size_t tx)
{
	const struct world_tx *w = &t.world.txs[tx];
	for (size_t k = 0; k < w->n_spends; k++) {
		size_t coin = w->spends[k], holder = model_holder(&t.model, coin);
		if (t.model.spent_by[coin] != WORLD_NONE && t.model.spent_by[coin] != tx)
			return true;
		if (holder != WORLD_NONE && t.model.payments[holder].state == SN_PAYMENT_SUBMITTED &&
		    t.model.payments[holder].tx != tx)
			return true;
	}
	return false;
}

static struct outlook look_up(size_t tx, size_t composed)
{
	size_t prepared = WORLD_NONE, released = WORLD_NONE;
	for (size_t i = t.model.n_payments; i-- > 0;) {
		const struct model_payment *p = &t.model.payments[i];
		if (p->tx == tx)
			return (struct outlook){.payment = i,
						.is_submitted = p->state == SN_PAYMENT_SUBMITTED || p->state == SN_PAYMENT_CONFIRMED,
						.is_confirmed = p->state == SN_PAYMENT_CONFIRMED};
		if (p->composed != composed)
			continue;
		if (p->state == SN_PAYMENT_PREPARED)
			prepared = i;
		if (p->state == SN_PAYMENT_RELEASED && p->tx == WORLD_NONE)
			released = i;
	}
	return (struct outlook){.payment = prepared != WORLD_NONE ? prepared : released};
}

/* The daemon knows of another one that spends the same: the wallet learns the key images, and what to scan again. */
static bool learn_spent(size_t tx)
{
	const struct world_tx *w = &t.world.txs[tx];
	bool is_any = false;
	size_t from = WORLD_NONE;
	for (size_t k = 0; k < w->n_spends; k++)
		for (size_t i = 0; i < t.world.n_txs; i++)
			for (size_t j = 0; j < t.world.txs[i].n_spends; j++) {
				if (t.world.txs[i].spends[j] != w->spends[k])
					continue;
				size_t height = model_find(&t.model, t.world.coins[w->spends[k]].tx);
				bool is_mined = world_find(&t.world, i, world_height(&t.world)) > 0;
				is_any |= is_mined || world_is_in_pool(&t.world, i);
				if (is_mined && height < from)
					from = height;
			}
	if (!is_any)
		return false;
	for (size_t k = 0; k < w->n_spends; k++)
		model_learn_image(&t.model, w->spends[k]);
	if (from < t.model.height && from < t.model.rescan_from)
		t.model.rescan_from = from;
	return true;
}

static void remember(struct outlook *o, size_t tx)
{
	const struct world_tx *w = &t.world.txs[tx];
	for (size_t k = 0; k < w->n_spends; k++)
		model_learn_image(&t.model, w->spends[k]);
	for (size_t k = 0; k < w->n_coins; k++)
		model_learn_image(&t.model, w->coins[k]);
	if (o->payment == WORLD_NONE) {
		struct model_payment *p = &t.model.payments[o->payment = t.model.n_payments++];
		expect(t.model.n_payments < MODEL_PAYMENTS_MAX);
		*p = (struct model_payment){.fee = w->fee, .composed = WORLD_NONE, .tx = WORLD_NONE};
		uint64_t spent = 0;
		for (size_t k = 0; k < w->n_spends; k++) {
			p->inputs[p->n_inputs++] = w->spends[k];
			spent += t.world.coins[w->spends[k]].amount;
		}
		for (size_t k = 0; k < w->n_coins; k++)
			p->change += t.world.coins[w->coins[k]].amount;
		p->amount = spent - p->change - p->fee;
		events[ADOPTED]++;
	}
	struct model_payment *p = &t.model.payments[o->payment];
	/* One that is taken in here was none before: without success it is given up. */
	o->state_before = p->state ? p->state : SN_PAYMENT_RELEASED;
	o->tx_before = p->state ? p->tx : tx;
	p->tx = tx;
	if (!o->is_submitted) {
		p->state = SN_PAYMENT_SUBMITTED;
		p->height = 0;
	}
	p->missing_since = p->missing_height = 0;
	/* The wallet sees what it brings in a block already: no need to wait until that is scanned again. */
	size_t height = o->height && !o->is_confirmed && w->n_coins ? model_find(&t.model, tx) : 0;
	if (height) {
		o->is_confirmed = true;
		p->state = SN_PAYMENT_CONFIRMED;
		p->height = height;
		for (size_t k = 0; k < w->n_spends; k++)
			t.model.spent_by[w->spends[k]] = tx;
	}
	model_release_rivals(&t.model, o->payment, SN_PAYMENT_PREPARED, height);
}

/* What becomes of the wallet: the code that submitting must give. */
static int foresee(const struct signed_file *f, enum app_send mood)
{
	struct outlook outlooks[32];
	for (size_t i = 0; i < f->n; i++) {
		if (!spends_as_named(f, i) || is_taken(f->txs[i]))
			return SN_REFUSED;
		outlooks[i] = look_up(f->txs[i], f->composed[i]);
		outlooks[i].is_in_pool = world_is_in_pool(&t.world, f->txs[i]);
		outlooks[i].height = world_find(&t.world, f->txs[i], world_height(&t.world));
	}
	for (size_t i = 0; i < f->n; i++)
		if (!outlooks[i].is_confirmed && !outlooks[i].is_in_pool && !outlooks[i].height && learn_spent(f->txs[i]))
			return SN_REFUSED;
	for (size_t i = 0; i < f->n; i++)
		remember(&outlooks[i], f->txs[i]);
	int ret = SN_OK;
	bool is_gone = false;
	for (size_t i = 0; i < f->n; i++) {
		const struct outlook *o = &outlooks[i];
		size_t newest = o->height;
		for (size_t k = 0; k < t.world.txs[f->txs[i]].n_spends; k++) {
			size_t height = model_find(&t.model, t.world.coins[t.world.txs[f->txs[i]].spends[k]].tx);
			newest = height > newest ? height : newest;
		}
		if (o->height && !o->is_confirmed && newest < t.model.height && newest < t.model.rescan_from)
			t.model.rescan_from = newest;
		if (o->is_confirmed || o->is_in_pool || o->height) {
			events[KNOWN]++;
			continue;
		}
		if (!is_gone && (mood == APP_ACCEPT || mood == APP_VANISH))
			world_sent(&t.world, f->txs[i]);
		if (mood == APP_ACCEPT)
			continue;
		ret = SN_DAEMON;
		struct model_payment *p = &t.model.payments[o->payment];
		if (!o->is_submitted && mood == APP_REJECT && !is_gone) {
			p->state = SN_PAYMENT_RELEASED;
		} else if (!o->is_submitted && (is_gone || mood == APP_BUSY)) { /* as it was */
			p->state = o->state_before;
			p->tx = o->tx_before;
		}
		is_gone |= mood != APP_REJECT;
	}
	return ret;
}

static void step_submit(void)
{
	static const enum app_send moods[] = {
		APP_ACCEPT, APP_ACCEPT, APP_ACCEPT, APP_ACCEPT, APP_REJECT, APP_BUSY, APP_VANISH, APP_LOSE};
	struct sn_submit_result result;
	if (!t.n_files)
		return;
	size_t at = one_in(3) ? roll(t.n_files) : t.n_files - 1;
	const struct signed_file *f = &t.files[at];
	enum app_send mood = moods[roll(8)];
	if (!one_in(4))
		sync_wallet();
	/* No daemon takes what its chain does not let it take. */
	for (size_t i = 0; i < f->n; i++)
		if (!world_could_mine(&t.world, f->txs[i]) && !world_find(&t.world, f->txs[i], world_height(&t.world)))
			mood = APP_REJECT;
	t.world.chain.send = mood;
	int got = sn_submit(&result, t.hot.w, t.world.chain.daemon, f->file.data, f->file.len, t.now, &t.err);
	t.world.chain.send = APP_ACCEPT;
	note("submit file %zu (transaction %zu), mood %d: %d %s", at, f->txs[0], mood, got, got ? t.err.text : "");
	sn_submit_result_free(&result);
	int want = foresee(f, mood);
	if (got != want)
		fail("submitting gave %d, the model foresaw %d: %s", got, want, got ? t.err.text : "");
	events[want == SN_OK ? ACCEPTED : want == SN_REFUSED ? REFUSED : mood == APP_REJECT ? REJECTED : UNANSWERED]++;
}

static void step_release(void)
{
	size_t n_released, want = 0;
	if (!t.model.n_payments)
		return;
	size_t id = one_in(8) ? 0 : t.model.n_payments - roll(t.model.n_payments < 8 ? t.model.n_payments : 8);
	struct model_payment *p = id ? &t.model.payments[id - 1] : NULL;
	bool may = !id || p->state == SN_PAYMENT_PREPARED || (p->state == SN_PAYMENT_SUBMITTED && p->missing_since);
	int ret = sn_release(t.hot.w, id, &n_released, &t.err);
	note("release %zu: %d", id, ret);
	if (ret != (may ? SN_OK : SN_REFUSED))
		fail("releasing payment %zu gave %d", id, ret);
	if (ret)
		return;
	ok(sn_wallet_store(t.hot.w, &t.err));
	for (size_t i = 0; i < t.model.n_payments; i++) {
		struct model_payment *q = &t.model.payments[i];
		if (id ? q != p : q->state != SN_PAYMENT_PREPARED)
			continue;
		q->state = SN_PAYMENT_RELEASED;
		q->height = q->missing_since = q->missing_height = 0;
		want++;
	}
	same("number released", -1, n_released, want);
	events[RELEASED] += want;
}

/* ---------------------------------------------------------------- files: closed, lost, old, repaired */

static void step_restart(void)
{
	note("restart");
	close_wallet();
	ok(sn_wallet_open(&t.hot.w, t.hot.path, SN_WALLET_READ, HOT_PASSWORD, NULL, &t.err));
	compare(t.hot.w);
	sn_wallet_close(t.hot.w);
	open_wallet(SN_WALLET_WRITE);
	events[RESTARTS]++;
}

static void step_copy(void)
{
	close_wallet();
	note("copy the files");
	struct copy *c = one_in(2) ? &t.old_wallet : &t.old_images;
	c->is_there = c == &t.old_wallet || model_count_images(&t.model) > 0;
	if (c->is_there)
		read_file(&c->bytes, c == &t.old_wallet ? t.hot.path : images_path());
	c->epoch = t.epoch;
	c->model = t.model;
	open_wallet(SN_WALLET_WRITE);
}

/* The key images that the wallet now has are among those of the model; the model has only them from here on. */
static void adopt_images(const bool *allowed)
{
	bool is_there[WORLD_COINS_MAX] = {false};
	for (size_t i = 0; i < t.hot.w->n_images; i++) {
		size_t coin = world_find_coin(&t.world, &t.hot.w->images[i].key);
		expect(coin != WORLD_NONE && allowed[coin]);
		expect(sn_point_is_equal(&t.hot.w->images[i].image, &t.world.coins[coin].image));
		is_there[coin] = true;
	}
	memcpy(t.model.has_image, is_there, sizeof is_there);
}

static void go_on_without(size_t n_there, const bool *allowed)
{
	expect_needs_repair(n_there);
	open_wallet(SN_WALLET_REPAIR);
	if (n_there != WORLD_NONE)
		same("key images left", -1, t.hot.w->n_images, n_there);
	adopt_images(allowed);
	expect(sn_wallet_lacks_images(t.hot.w) || t.model.height == 0);
	if (one_in(2)) {
		note("and resync");
		ok(sn_wallet_reset(t.hot.w));
		model_rollback(&t.model, 0);
		ok(sn_wallet_store(t.hot.w, &t.err));
		sync_wallet();
		events[RESYNCS]++;
	}
	ok(sn_wallet_store(t.hot.w, &t.err));
	t.epoch++;
	events[LOSSES]++;
}

static void step_lose_images(void)
{
	size_t n = model_count_images(&t.model), n_old = model_count_images(&t.old_images.model);
	struct sn_buf bytes = {0};
	if (!n)
		return;
	close_wallet();
	if (one_in(3)) {
		note("the key-image file is gone");
		expect(unlink(images_path()) == 0);
		go_on_without(0, t.model.has_image);
	} else if (t.old_images.is_there && t.old_images.epoch == t.epoch && n_old < n && one_in(2)) {
		note("an older key-image file");
		write_file(images_path(), t.old_images.bytes.data, t.old_images.bytes.len);
		go_on_without(n_old, t.old_images.model.has_image);
	} else {
		read_file(&bytes, images_path());
		bool is_cut = one_in(2);
		size_t at = roll(bytes.len);
		note("the key-image file is %s at byte %zu of %zu", is_cut ? "cut" : "damaged", at, bytes.len);
		if (!is_cut)
			bytes.data[at] ^= 1 << roll(8);
		write_file(images_path(), bytes.data, is_cut ? at : bytes.len);
		go_on_without(WORLD_NONE, t.model.has_image);
	}
	sn_buf_free(&bytes);
}

/* Blocks of long ago are not kept: a rollback to one of them goes further back. */
static void allow_for_pruning(size_t height_before)
{
	if (sn_wallet_height(t.hot.w) < t.model.height && height_before > t.model.height + 700)
		model_rollback(&t.model, sn_wallet_height(t.hot.w));
}

/* The wallet file of the day before, beside the key images of today. */
static void step_old_wallet(void)
{
	if (!t.old_wallet.is_there || t.old_wallet.epoch != t.epoch)
		return;
	note("an older wallet file");
	bool has_image[WORLD_COINS_MAX];
	size_t lowest = SIZE_MAX;
	close_wallet();
	write_file(t.hot.path, t.old_wallet.bytes.data, t.old_wallet.bytes.len);
	memcpy(has_image, t.model.has_image, sizeof has_image);
	t.model = t.old_wallet.model;
	for (size_t i = 0; i < WORLD_COINS_MAX; i++) {
		size_t height = has_image[i] && !t.model.has_image[i] ? model_find(&t.model, t.world.coins[i].tx) : 0;
		if (height && height < lowest)
			lowest = height;
	}
	memcpy(t.model.has_image, has_image, sizeof has_image);
	size_t height_before = t.model.height;
	if (lowest != SIZE_MAX)
		model_rollback(&t.model, lowest);
	open_wallet(SN_WALLET_WRITE);
	allow_for_pruning(height_before);
	same("key images", -1, t.hot.w->n_images, model_count_images(&t.model));
	events[OLD_WALLETS]++;
}

static void repair_by_file(size_t *n_new)
{
	struct sn_buf wanted = {0}, images = {0};
	size_t n, n_left;
	ok(sn_restore_list(&wanted, t.hot.w, one_in(2), &n, &n_left, &t.err));
	ok(sn_restore_answer(&images, &t.world.alice, wanted.data, wanted.len, NULL, &n, &t.err));
	ok(sn_restore_import(t.hot.w, images.data, images.len, n_new, &t.err));
	sn_buf_free(&wanted);
	sn_buf_free(&images);
	events[REPAIRS_BY_FILE]++;
}

static void step_repair(void)
{
	size_t n_new, before = model_count_images(&t.model);
	if (!t.model.height)
		return;
	if (one_in(2))
		sync_wallet();
	close_wallet();
	open_wallet(SN_WALLET_REPAIR);
	before = model_count_images(&t.model);
	size_t height = t.model.height;
	model_repair(&t.model);
	note("repair: %zu key images are new, back to %zu", model_count_images(&t.model) - before, t.model.height);
	if (one_in(2))
		repair_by_file(&n_new);
	else
		ok(sn_restore_into(t.hot.w, &t.world.alice, NULL, &n_new, &t.err));
	same("new key images", -1, n_new, model_count_images(&t.model) - before);
	allow_for_pruning(height);
	compare(t.hot.w);
	if (one_in(2))
		sync_wallet();
	events[REPAIRS]++;
}

/* ---------------------------------------------------------------- a run */

static const struct {
	void (*step)(void);
	unsigned weight;
} steps[] = {
	{step_mine, 22},    {sync_wallet, 14}, {step_incoming, 12}, {step_compose, 9}, {step_submit, 10},     {step_reorganise, 5},
	{step_restart, 4},  {step_drop, 4},    {step_behind, 3},    {step_release, 3}, {step_lose_images, 1}, {step_repair, 3},
	{step_foreign, 4},  {step_wait, 3},    {step_copy, 3},      {step_old_wallet, 1},
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

static void remove_files(void)
{
	char path[sizeof t.hot.path + 64];
	for (int i = 1; i < 64; i++) {
		snprintf(path, sizeof path, i == 1 ? "%s.damaged" : "%s.damaged.%d", images_path(), i);
		unlink(path);
	}
}

static void run(uint64_t seed, size_t n_steps)
{
	t.seed = t.random = seed;
	library_random = ~seed;
	expect(!randombytes_set_implementation(&source) && sodium_init() >= 0);
	t.now = 1700000000;
	world_start(&t.world, seed);
	model_start(&t.model, &t.world);
	model_start(&t.old_wallet.model, &t.world);
	model_start(&t.old_images.model, &t.world);
	hot_open(&t.hot, &t.world.alice);
	for (size_t i = 0; i < 100; i++)
		world_mine(&t.world, NULL, 0, false);
	while (t.step < n_steps) {
		t.step++;
		one_step();
		compare(t.hot.w);
	}
	/* In the end, with all key images and all blocks, it owns what the chain says. */
	step_repair();
	sync_wallet();
	step_repair();
	sync_wallet();
	compare(t.hot.w);
	/* A chain that is lower than the one on which they were lost cannot show that none is lacking. */
	expect(!sn_wallet_lacks_images(t.hot.w) || t.hot.w->images_lost_below > sn_wallet_height(t.hot.w));
	uint64_t truth = 0;
	size_t top = world_height(&t.world);
	for (size_t i = 0; i < t.world.n_coins; i++) {
		bool is_spent = false;
		for (size_t k = 0; k < t.world.n_txs; k++)
			for (size_t j = 0; j < t.world.txs[k].n_spends; j++)
				is_spent |= t.world.txs[k].spends[j] == i && world_find(&t.world, k, top);
		truth += world_find(&t.world, t.world.coins[i].tx, top) && !is_spent ? t.world.coins[i].amount : 0;
	}
	uint64_t sum = 0;
	for (size_t i = 0; i < t.hot.w->n_outputs; i++)
		sum += t.hot.w->outputs[i].is_spent ? 0 : t.hot.w->outputs[i].amount;
	same("all that is unspent on the chain", -1, sum, truth);
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
		n += snprintf(line + n, sizeof line - (size_t)n, " %s %zu%s", event_names[i], events[i], i + 1 < EVENTS ? "," : "\n");
	fputs(line, stderr);
}
