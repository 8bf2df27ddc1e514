#include "store/wallet_scope.h"

#include "chain/subaddress_table.h"
#include "store/wallet_state.h"
#include "store_wallet_fixture.h"

TestSuite(store_wallet_scope, .init = set_up, .fini = tear_down);

static bool covers(const struct sn_wallet *w, uint32_t account, uint32_t addresses)
{
	struct sn_wallet_shown *used;
	size_t n;
	bool found = false;
	ok(sn_wallet_used(&used, &n, w));
	for (size_t i = 0; i < n; i++)
		found |= used[i].account == account && used[i].addresses == addresses;
	free(used);
	return found;
}

Test(store_wallet_scope, shown_addresses_are_scanned_for)
{
	const struct sn_subaddress_index near = {49, 199}, next = {0, 398}, far = {0, 900}, other = {70, 3};
	struct sn_wallet *w = new_wallet();
	ok(sn_wallet_show(w, near));
	cr_assert(w->n_shown == 0 && sn_wallet_is_shown(w, near) && !sn_wallet_is_shown(w, next) &&
		  covers(w, 0, 200));
	add_block(w, 100);
	ok(sn_wallet_show(w, next)); /* already scanned for */
	cr_assert(w->n_shown == 1 && w->unscanned_below == 0 && covers(w, 0, 399));
	ok(sn_wallet_show(w, far));
	cr_assert(w->unscanned_below == 101 && covers(w, 0, 901));
	ok(sn_wallet_show(w, other));
	cr_assert(covers(w, 70, 200) && sn_wallet_is_shown(w, other) && w->n_shown == 2);
	cr_assert_eq(sn_wallet_show(w, (struct sn_subaddress_index){0, SN_SUBADDRESS_TABLE_MAX}), SN_REFUSED);
	cr_assert_eq(sn_wallet_show(w, (struct sn_subaddress_index){UINT32_MAX, 0}), SN_REFUSED);
	cr_assert_eq(sn_wallet_set_lookahead(w, 49, 200), SN_BAD_INPUT);
	cr_assert_eq(sn_wallet_check_lookahead(w, 50, 100000), SN_REFUSED);
	ok(sn_wallet_set_lookahead(w, 50, 300));
	expect_stored(w);
	ok(sn_wallet_reset(w)); /* everything is scanned again */
	cr_assert(w->unscanned_below == 0 && w->n_shown == 2 && w->lookahead_addresses == 300);
	ok(sn_wallet_set_restore_height(w, 50));
	expect_stored(w);
	add_block(w, 100);
	cr_assert_eq(sn_wallet_set_restore_height(w, 60), SN_BAD_INPUT);
	ok(sn_wallet_set_lookahead(w, 51, 200));
	cr_assert_eq(w->unscanned_below, 101);
	ok(sn_wallet_rollback(w, 100));
	expect_stored(w);
	sn_wallet_close(w);
}

Test(store_wallet_scope, unreadable_block_version_is_kept_until_the_chain_changes)
{
	struct sn_wallet *w = new_wallet();
	for (uint64_t h = 100; h < 110; h++)
		add_block(w, h);
	cr_assert_eq(sn_wallet_set_fork(w, 111, 19), SN_BAD_INPUT);
	cr_assert_eq(sn_wallet_set_fork(w, 110, 0), SN_BAD_INPUT);
	for (int by_block = 0; by_block < 2; by_block++) {
		ok(sn_wallet_set_fork(w, sn_wallet_height(w), 19));
		expect_stored(w);
		cr_assert_eq(w->fork_version, 19);
		if (by_block)
			add_block(w, sn_wallet_height(w));
		else
			ok(sn_wallet_rollback(w, 105));
		cr_assert(w->fork_version == 0 && w->fork_height == 0);
		expect_stored(w);
	}
	sn_wallet_close(w);
}

/* A version that the program reads, but after which it cannot pay. */
Test(store_wallet_scope, upgrade_is_kept_until_a_rollback_below_it)
{
	struct sn_wallet *w = new_wallet(), *copy;
	for (uint64_t h = 100; h < 110; h++)
		add_block(w, h);
	ok(sn_wallet_set_fork(w, 109, 17));
	for (uint64_t h = 110; h < 130; h++)
		add_block(w, h);
	cr_assert(w->fork_version == 17 && w->fork_height == 109);
	expect_stored(w);
	copy = compacted_copy(w);
	cr_assert(same_state(w, copy));
	sn_wallet_free(copy);
	ok(sn_wallet_rollback(w, 109));
	cr_assert(w->fork_version == 17);
	ok(sn_wallet_rollback(w, 108));
	cr_assert(w->fork_version == 0 && w->fork_height == 0);
	expect_stored(w);
	ok(sn_wallet_set_fork(w, 108, 18));
	ok(sn_wallet_set_fork(w, 0, 0));
	cr_assert(w->fork_version == 0 && w->fork_height == 0);
	expect_stored(w);
	sn_wallet_close(w);
}

Test(store_wallet_scope, restore_height_above_a_rescan_ends_it)
{
	struct sn_wallet *w = new_wallet();
	struct sn_hash hash = hash_of(1);
	ok(sn_wallet_add_block(w, 500, &hash, 0, 0));
	ok(sn_wallet_reset(w));
	cr_assert_eq(w->scanned_to, 501);
	ok(sn_wallet_set_restore_height(w, 400));
	cr_assert_eq(w->scanned_to, 501);
	ok(sn_wallet_set_restore_height(w, 501));
	cr_assert_eq(w->scanned_to, 0);
	expect_stored(w);
	sn_wallet_close(w);
}
