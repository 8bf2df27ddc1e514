/* Compare the wallet with the model. */
#include "steps.h"

#include <stdlib.h>

void same(const char *what, int64_t account, uint64_t wallet, uint64_t model)
{
	if (wallet != model)
		fail("%s of account %" PRId64 ": the wallet says %" PRIu64 ", the model %" PRIu64, what,
		     account, wallet, model);
}

static void compare_balance(int64_t account, const struct sn_balance *b)
{
	struct sn_balance m;
	model_balance(&m, &t.model, account, t.now);
	same("without image", account, b->n_without_image, m.n_without_image);
	same("amount without image", account, b->without_image, m.without_image);
	same("reserved", account, b->reserved, m.reserved);
	same("frozen", account, b->frozen, m.frozen);
	same("pending out", account, b->pending_out, m.pending_out);
	same("unconfirmed", account, b->unconfirmed, m.unconfirmed);
	same("pending in", account, b->pending_in, m.pending_in);
	same("balance", account, b->total, m.total);
	same("waiting", account, b->n_waiting, m.n_waiting);
	same("unlocked", account, b->unlocked, m.unlocked);
}

static void compare_accounts(const struct sn_wallet *w)
{
	struct sn_balances balances;
	struct sn_balance all, one;
	sn_balance(&all, w, -1, t.now);
	compare_balance(-1, &all);
	for (int64_t i = 0; i < MAJORS; i++) {
		sn_balance(&one, w, i, t.now);
		compare_balance(i, &one);
	}
	ok(sn_balances_make(&balances, w, t.now));
	compare_balance(-1, &balances.all);
	for (size_t i = 0; i < balances.n_accounts; i++)
		compare_balance(balances.accounts[i].account, &balances.accounts[i].balance);
	sn_balances_free(&balances);
}

/* The outputs of a submitted payment may have lost their block, or belong to another payment. Then the
 * history is not balanced. */
static bool is_all_there(void)
{
	for (size_t i = 0; i < t.model.n_payments; i++)
		if (t.model.payments[i].state == SN_PAYMENT_SUBMITTED && !model_is_there(&t.model, i))
			return false;
	return true;
}

/* Nor if a submitted transaction is in a block that was scanned earlier, without anything by which the wallet
 * could recognize it. */
static bool is_pending_in_block(void)
{
	bool is = false;
	for (size_t i = 0; i < t.model.n_payments; i++) {
		const struct model_payment *p = &t.model.payments[i];
		is |= p->state == SN_PAYMENT_SUBMITTED && !t.world.txs[p->tx].n_coins &&
		      model_find(&t.model, p->tx);
	}
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
	ok(sn_history(&list, &count, w, NULL, t.now, &t.err));
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
	if (is_all_there() && !is_pending_in_block())
		same("history with what is pending", -1,
		     settled - amount[SN_TRANSFER_PENDING] - fee[SN_TRANSFER_PENDING], b.total);
}

static void compare_payments(const struct sn_wallet *w)
{
	same("height before blocks are scanned again", -1, w->scanned_to, t.model.scanned_to);
	same("number of payments", -1, w->n_payments, t.model.n_payments);
	for (size_t i = 0; i < w->n_payments; i++)
		if (w->payments[i].state != t.model.payments[i].state)
			fail("payment %zu: the wallet has it in state %d, the model in %d", i + 1,
			     w->payments[i].state, t.model.payments[i].state);
	for (size_t i = 0; i < w->n_payments; i++)
		if (w->payments[i].missing_since != t.model.payments[i].missing_since)
			fail("payment %zu: the wallet misses it since %" PRIu64 ", the model since %" PRIu64,
			     i + 1, w->payments[i].missing_since, t.model.payments[i].missing_since);
	for (size_t i = 0; i < w->n_payments; i++)
		if (w->payments[i].conflict_seen != t.model.payments[i].conflict_seen)
			fail("payment %zu: the wallet noted the conflict at %" PRIu64
			     ", the model at %" PRIu64,
			     i + 1, w->payments[i].conflict_seen, t.model.payments[i].conflict_seen);
	for (size_t i = 0; i < w->n_payments; i++)
		if (w->payments[i].is_missing != t.model.payments[i].is_missing)
			fail("payment %zu: the wallet and the model differ on whether it counts as missing",
			     i + 1);
	for (size_t i = 0; i < w->n_payments; i++)
		if (w->payments[i].is_doubtful != t.model.payments[i].is_doubtful)
			fail("payment %zu: the wallet and the model differ on whether it was rejected",
			     i + 1);
	for (size_t i = 0; i < w->n_payments; i++)
		if (w->payments[i].is_unanswered != t.model.payments[i].is_unanswered)
			fail("payment %zu: the wallet and the model differ on whether a daemon has answered",
			     i + 1);
}

/* The wallet has recorded the upgrade since it has scanned a block of it. */
static void compare_upgrade(const struct sn_wallet *w)
{
	const size_t upgrade = t.world.upgrade;
	const bool has_scanned = model_has_blocks(&t.model) && t.model.height > upgrade;
	if (has_scanned && (!w->fork_version || w->fork_height < upgrade))
		fail("the upgrade at %zu is not recorded, at height %zu", upgrade, t.model.height);
	if (t.model.height < upgrade && w->fork_version)
		fail("the upgrade at %zu is recorded already, at height %zu", upgrade, t.model.height);
	for (size_t i = 0; i < w->n_outputs; i++) {
		const size_t coin = world_find_coin(&t.world, &w->outputs[i].key);
		if (coin == WORLD_NONE || t.world.coins[coin].is_carrot != w->outputs[i].is_carrot ||
		    (sn_wallet_enote_of(w, &w->outputs[i]) != NULL) != w->outputs[i].is_carrot)
			fail("output %zu is of another kind", i);
	}
}

void compare(const struct sn_wallet *w)
{
	compare_upgrade(w);
	same("height", -1, sn_wallet_height(w), t.model.height);
	compare_payments(w);
	compare_accounts(w);
	compare_history(w);
}
