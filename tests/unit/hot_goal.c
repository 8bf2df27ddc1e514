#include "hot/goal.h"

#include "hot_report_fixture.h"

TestSuite(hot_goal, .init = set_up, .fini = tear_down);

static struct sn_goal goal;
static struct sn_goal_state state;

static void wait_for(uint64_t tx, uint64_t confirmations)
{
	goal = (struct sn_goal){
		.kind = SN_GOAL_CONFIRMED, .tx_hash = hot_hash(tx), .confirmations = confirmations};
}

/* The state as text, after "transaction HASH ". */
static void is_state(const char *expected, bool is_reached)
{
	sn_goal_look(&state, &goal, h.w, NOW);
	cr_assert_eq(state.is_reached, is_reached);
	cr_assert(!sn_report_goal_text(&text, &goal, &state));
	sn_put_u8(&text, 0);
	cr_assert_str_eq((char *)text.data + (goal.kind == SN_GOAL_CONFIRMED ? 77 : 0), expected);
	sn_buf_clear(&text);
}

static void set_state(uint64_t id, enum sn_payment_state to, uint64_t tx, uint64_t height)
{
	struct sn_hash hash = hot_hash(tx);
	cr_assert(!sn_wallet_set_payment(h.w, id, to, tx ? &hash : NULL, height));
}

static void receive(uint64_t tx, uint64_t height)
{
	struct sn_wallet_output o = hot_output(&h, 100, height);
	o.tx_hash = hot_hash(tx);
	hot_add(&h, &o);
}

Test(hot_goal, received)
{
	wait_for(500, 3);
	is_state("is unknown to the wallet", false);
	const struct sn_wallet_incoming in = {.tx_hash = hot_hash(500), .amount = 100, .time = 5};
	cr_assert(!sn_wallet_set_incoming(h.w, &in, 1));
	is_state("is in no block", false);
	receive(500, 4);
	hot_set_height(&h, 5);
	is_state("has 1 of 3 confirmations", false);
	hot_set_height(&h, 6);
	is_state("has 2 of 3 confirmations", false);
	hot_set_height(&h, 7);
	is_state("has 3 confirmations, in the block at height 4", true);
	hot_set_height(&h, 17);
	is_state("has 13 confirmations, in the block at height 4", true);
	cr_assert(!sn_wallet_rollback(h.w, 5));
	is_state("has 1 of 3 confirmations", false);
	cr_assert(!sn_wallet_rollback(h.w, 4));
	is_state("is unknown to the wallet", false);
}

Test(hot_goal, one_confirmation)
{
	wait_for(500, 1);
	receive(500, 4);
	hot_set_height(&h, 5);
	is_state("has 1 confirmation, in the block at height 4", true);
}

Test(hot_goal, payment)
{
	receive(500, 4);
	hot_set_height(&h, 20);
	const size_t spent = 0;
	const uint64_t id = hot_pay(&h, SN_PAYMENT_PREPARED, &spent, 1, 70, 1, 29);
	wait_for(600, 2);
	is_state("is unknown to the wallet", false);
	set_state(id, SN_PAYMENT_SUBMITTED, 600, 0);
	is_state("is in no block", false);
	set_state(id, SN_PAYMENT_RELEASED, 0, 0);
	is_state("is in no block", false);
	cr_assert(!state.is_lost);
	set_state(id, SN_PAYMENT_CONFIRMED, 600, 20);
	hot_set_height(&h, 21);
	is_state("has 1 of 2 confirmations", false);
	hot_set_height(&h, 22);
	is_state("has 2 confirmations, in the block at height 20", true);
}

Test(hot_goal, payment_with_a_conflict)
{
	receive(500, 4);
	hot_set_height(&h, 20);
	const size_t spent = 0;
	const uint64_t id = hot_pay(&h, SN_PAYMENT_PREPARED, &spent, 1, 70, 1, 29);
	set_state(id, SN_PAYMENT_SUBMITTED, 600, 0);
	set_state(id, SN_PAYMENT_RELEASED, 0, 20);
	wait_for(600, 1);
	is_state(
		"of payment 1 cannot be confirmed: another one, in the block at height 20, spends an output of it",
		false);
	cr_assert(state.is_lost);
}

Test(hot_goal, spent_elsewhere)
{
	receive(500, 4);
	hot_set_height(&h, 20);
	const struct sn_hash tx = hot_hash(700);
	cr_assert(!sn_wallet_set_spent(h.w, 0, 19, &tx));
	wait_for(700, 1);
	is_state("has 1 confirmation, in the block at height 19", true);
	cr_assert(!sn_report_goal_json(object, &goal, &state));
	struct sn_buf line = {0};
	cr_assert(!sn_json_print(&line, object, false));
	sn_put_u8(&line, 0);
	cr_assert(strstr((char *)line.data, "\"height\":19,\"confirmations\":1}"));
	sn_buf_free(&line);
}

Test(hot_goal, unlocked)
{
	goal = (struct sn_goal){.kind = SN_GOAL_UNLOCKED, .unlocked = 150};
	is_state("account 0 has 0.000000000000 XMR unlocked, not 0.000000000150 XMR", false);
	receive(500, 4);
	receive(501, 6);
	hot_set_height(&h, 14);
	is_state("account 0 has 0.000000000100 XMR unlocked, not 0.000000000150 XMR", false);
	hot_set_height(&h, 16);
	is_state("account 0 has 0.000000000200 XMR unlocked", true);
	cr_assert(!sn_report_goal_json(object, &goal, &state));
	is_json("{\"event\":\"reached\",\"account_index\":0,\"unlocked_balance\":200}");
	goal.account = 1;
	is_state("account 1 has 0.000000000000 XMR unlocked, not 0.000000000150 XMR", false);
}

Test(hot_goal, rescan)
{
	receive(500, 4);
	hot_set_height(&h, 10);
	hot_set_height(&h, 20);
	wait_for(500, 1);
	cr_assert(!sn_wallet_want_rescan(h.w, 10));
	sn_goal_look(&state, &goal, h.w, NOW);
	cr_assert(!state.is_reached);
	cr_assert(!sn_wallet_go_back(h.w, 10));
	sn_goal_look(&state, &goal, h.w, NOW);
	cr_assert(!state.is_reached);
	cr_assert(!sn_wallet_end_rescan(h.w));
	sn_goal_look(&state, &goal, h.w, NOW);
	cr_assert(state.is_reached);
}
