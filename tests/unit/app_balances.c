#include "app/balances.h"

#include "app/outputs.h"
#include "app_fixture.h"
#include "base/hex.h"
#include "store/wallet_outputs.h"

TestSuite(app_balances, .init = session_set_up, .fini = session_tear_down, .timeout = 60);

#define NOW 1700000000

/* The result is valid only while the wallet is read: here, no other thread changes it. */
static const struct sn_balances *balances_at(uint64_t now)
{
	const struct sn_balances *b;
	sn_session_read(t.s);
	cr_assert(!sn_session_balances(&b, t.s, now, &t.err), "%s", t.err.text);
	sn_session_read_end(t.s);
	return b;
}

Test(app_balances, computed_again_after_each_change_only)
{
	char key[2 * sizeof(struct sn_point) + 1];
	const char *name = key;
	size_t changed;
	app_chain_mine(&t.chain, 2, &t.alice);
	open_session(SN_ROLE_WATCH_ONLY, true);
	refresh();
	const struct sn_balances *b = balances_at(NOW);
	const uint64_t revision = sn_wallet_revision(t.w), total = b->all.total;
	cr_assert(total > 0 && !b->all.frozen && balances_at(NOW) == b && balances_at(NOW + 1) == b);
	refresh(); /* nothing new */
	cr_assert(sn_wallet_revision(t.w) == revision && balances_at(NOW) == b);
	sn_hex_encode(key, &t.w->outputs[0].key, sizeof t.w->outputs[0].key);
	cr_assert(!sn_session_freeze(t.s, &name, 1, true, &changed, &t.err));
	cr_assert_gt(sn_wallet_revision(t.w), revision);
	cr_assert_eq(balances_at(NOW)->all.frozen, t.w->outputs[0].amount);
	app_chain_mine(&t.chain, 1, &t.alice);
	refresh();
	cr_assert_gt(balances_at(NOW)->all.total, total);
	cr_assert(!sn_wallet_revert(t.w, &t.err));
	cr_assert_gt(balances_at(NOW)->all.total, total);
}

/* An output that is locked until a time unlocks without a change of the wallet. */
Test(app_balances, computed_again_when_an_output_unlocks)
{
	open_session(SN_ROLE_WATCH_ONLY, true);
	app_chain_mine(&t.chain, 70, &t.bob);
	refresh();
	struct sn_wallet_output o = {.amount = 7, .height = 5, .is_rct = true, .unlock_time = NOW + 10};
	o.key.b[0] = 9;
	cr_assert(!sn_wallet_add_output(t.w, &o, NULL));
	const struct sn_balances *locked = balances_at(NOW);
	cr_assert(locked->all.total == 7 && locked->all.unlocked == 0);
	cr_assert_eq(balances_at(NOW + 9), locked);
	const struct sn_balances *unlocked = balances_at(NOW + 10);
	cr_assert(unlocked->all.unlocked == 7 && locked->all.unlocked == 0);
	cr_assert(balances_at(NOW + 1000) == unlocked && balances_at(NOW + 9) == locked);
}
