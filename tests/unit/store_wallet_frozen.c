#include "store/wallet_frozen.h"

#include "store/wallet_state.h"
#include "store_wallet_fixture.h"

TestSuite(store_wallet_frozen, .init = set_up, .fini = tear_down);

static void set_frozen(struct sn_wallet *w, uint64_t key, bool is_frozen)
{
	const struct sn_point k = key_of(key);
	ok(sn_wallet_set_frozen(w, &k, is_frozen));
	cr_assert_eq(sn_wallet_is_frozen(w, &k), is_frozen);
}

static bool is_frozen(const struct sn_wallet *w, uint64_t key)
{
	const struct sn_point k = key_of(key);
	return sn_wallet_is_frozen(w, &k);
}

/* An output stays frozen when its block is removed and comes back, when everything is scanned again, and in a
 * compacted file. */
Test(store_wallet_frozen, survives_reorganization_resync_and_compaction)
{
	struct sn_wallet *w = new_wallet();
	for (uint64_t h = 100; h < 104; h++) {
		add_output(w, h, h, h, 10 * h);
		add_block(w, h);
	}
	set_frozen(w, 102, true);
	expect_stored(w);
	ok(sn_wallet_rollback(w, 101));
	cr_assert(w->n_outputs == 1 && is_frozen(w, 102));
	for (uint64_t h = 101; h < 104; h++) {
		add_output(w, 2 * h, h, h, 10 * h);
		add_block(w, h);
	}
	cr_assert(is_frozen(w, 102) && !is_frozen(w, 101));
	expect_stored(w);
	ok(sn_wallet_reset(w));
	cr_assert(!w->n_outputs && is_frozen(w, 102));
	expect_stored(w);
	struct sn_wallet *copy = compacted_copy(w);
	cr_assert(same_state(w, copy) && is_frozen(copy, 102));
	sn_wallet_free(copy);
	set_frozen(w, 102, false);
	expect_stored(w);
	cr_assert_eq(w->n_frozen, 0);
	sn_wallet_close(w);
}

/* Repeating a change adds no record. */
Test(store_wallet_frozen, unchanged_state_is_not_stored_again)
{
	struct sn_wallet *w = new_wallet();
	set_frozen(w, 1, false);
	set_frozen(w, 2, true);
	expect_stored(w);
	const uint64_t size = sn_journal_size(sn_wallet_journal(w));
	set_frozen(w, 1, false);
	set_frozen(w, 2, true);
	ok(sn_wallet_store(w, &err));
	cr_assert_eq(sn_journal_size(sn_wallet_journal(w)), size);
	/* A change that was not stored is undone by a revert. */
	set_frozen(w, 2, false);
	ok(sn_wallet_revert(w, &err));
	cr_assert(is_frozen(w, 2));
	sn_wallet_close(w);
}

/* A file that was truncated at any byte of the last commit has the state before it. */
Test(store_wallet_frozen, interrupted_append_keeps_the_earlier_state)
{
	struct sn_wallet *w = new_wallet();
	set_frozen(w, 1, true);
	ok(sn_wallet_store(w, &err));
	const uint64_t before = sn_journal_size(sn_wallet_journal(w));
	set_frozen(w, 2, true);
	set_frozen(w, 1, false);
	ok(sn_wallet_store(w, &err));
	const uint64_t after = sn_journal_size(sn_wallet_journal(w));
	sn_wallet_close(w);
	for (uint64_t size = after; size >= before; size--) {
		cr_assert(!truncate(path, (off_t)size));
		w = open_wallet(path, SN_WALLET_READ);
		cr_assert(is_frozen(w, 1) == (size < after) && is_frozen(w, 2) == (size == after), "%llu",
			  (unsigned long long)size);
		sn_wallet_close(w);
	}
}

/* Compare with one flag per key. */
Test(store_wallet_frozen, random_changes_agree_with_flags)
{
	enum { KEYS = 200, STEPS = 3000 };
	bool flags[KEYS] = {false};
	struct sn_wallet *w = new_wallet();
	for (int i = 0; i < STEPS; i++) {
		const uint32_t key = randombytes_uniform(KEYS);
		flags[key] = randombytes_uniform(2);
		set_frozen(w, key, flags[key]);
	}
	size_t n = 0;
	for (uint64_t key = 0; key < KEYS; key++) {
		cr_assert_eq(is_frozen(w, key), flags[key], "%llu", (unsigned long long)key);
		n += flags[key];
	}
	cr_assert_eq(w->n_frozen, n);
	for (size_t i = 1; i < n; i++)
		cr_assert(memcmp(&w->frozen[i - 1], &w->frozen[i], sizeof *w->frozen) < 0);
	expect_stored(w);
	sn_wallet_close(w);
}
