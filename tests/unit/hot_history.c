#include "hot/history.h"

#include "cold_sets.h"
#include "hot/balance.h"
#include "hot_wallet.h"
#include "store/output_order.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#define NOW 1700000000

static struct hot h;
static struct sn_address bob;
static struct sn_transfer *t;
static size_t n;

static void set_up(void)
{
	struct sn_account alice = cold_account("alice"), other = cold_account("bob");
	hot_open(&h, &alice);
	sn_account_address(&bob, &other, (struct sn_subaddress_index){0, 0});
}

static void tear_down(void)
{
	free(t);
	t = NULL;
	hot_close(&h);
}

TestSuite(hot_history, .init = set_up, .fini = tear_down);

/* Make the history, and check its invariants: the order, and that it adds up to the balance. */
static void history(void)
{
	struct sn_error err = {0};
	struct sn_balance balance;
	uint64_t sum = 0;
	free(t);
	cr_assert(!sn_history(&t, &n, h.w, NULL, NOW, &err), "%s", err.text);
	for (size_t i = 0; i < n; i++) {
		bool waits = t[i].kind > SN_TRANSFER_OUT;
		if (t[i].kind == SN_TRANSFER_IN)
			sum += t[i].amount;
		else if (t[i].kind == SN_TRANSFER_OUT || t[i].kind == SN_TRANSFER_PENDING)
			sum -= t[i].amount + t[i].fee;
		if (waits)
			cr_assert(t[i].height == 0 && t[i].confirmations == 0);
		else
			cr_assert_eq(t[i].confirmations, sn_wallet_height(h.w) - t[i].height);
		if (i)
			cr_assert(t[i - 1].kind <= SN_TRANSFER_OUT ? waits || t[i - 1].height <= t[i].height
								   : waits && t[i - 1].time <= t[i].time);
	}
	sn_balance(&balance, h.w, -1, NOW);
	cr_assert_eq(sum, balance.total, "adds up to %llu, the balance is %llu", (unsigned long long)sum,
		     (unsigned long long)balance.total);
}

/* An output of transaction `tx` at address major/minor. */
static size_t receive(uint64_t tx, uint32_t major, uint32_t minor, uint64_t amount, uint64_t height)
{
	struct sn_wallet_output o = hot_output(&h, amount, height);
	o.tx_hash = hot_hash(tx);
	o.index = (uint32_t)h.n;
	o.subaddress = (struct sn_subaddress_index){major, minor};
	o.time = 1600000000 + height;
	return hot_add(&h, &o);
}

static void spend(size_t output, uint64_t tx, uint64_t height)
{
	struct sn_hash hash = hot_hash(tx);
	cr_assert(!sn_wallet_set_spent(h.w, output, height, &hash));
}

static uint64_t prepare(const size_t *spent, size_t n_spent, const struct sn_payment_destination *to,
			size_t n_to, uint64_t fee, uint64_t change, uint64_t time)
{
	struct sn_point inputs[4];
	uint64_t id;
	for (size_t i = 0; i < n_spent; i++)
		inputs[i] = h.w->outputs[spent[i]].key;
	struct sn_wallet_payment payment = {
		.state = SN_PAYMENT_PREPARED,
		.time = time,
		.fee = fee,
		.change = change,
		.inputs = inputs,
		.n_inputs = n_spent,
		.destinations = (struct sn_payment_destination *)to,
		.n_destinations = n_to,
	};
	cr_assert(!sn_wallet_add_payment(h.w, &payment, &id));
	return id;
}

static void set_state(uint64_t id, enum sn_payment_state state, uint64_t tx, uint64_t height)
{
	struct sn_hash hash = hot_hash(tx);
	cr_assert(!sn_wallet_set_payment(h.w, id, state, tx ? &hash : NULL, height));
}

static bool has_hash(const struct sn_transfer *transfer, uint64_t tx)
{
	struct sn_hash hash = hot_hash(tx);
	return sn_hash_is_equal(&transfer->tx_hash, &hash);
}

Test(hot_history, nothing)
{
	history();
	cr_assert_eq(n, 0);
	struct sn_history_filter all = {0};
	cr_assert_eq(sn_history_keep(t, n, &all), 0);
}

Test(hot_history, one_transfer_for_each_address)
{
	receive(500, 0, 3, 10, 5);
	receive(501, 0, 0, 1000, 5);
	receive(500, 1, 0, 200, 5);
	receive(500, 0, 3, 7, 5);
	hot_set_height(&h, 9);
	history();
	cr_assert_eq(n, 3);
	size_t at = 0;
	for (size_t i = 0; i < n; i++)
		if (t[i].amount == 17)
			at = i;
	cr_assert(has_hash(&t[at], 500) && t[at].amount == 17 && t[at].kind == SN_TRANSFER_IN);
	cr_assert(t[at].subaddress.major == 0 && t[at].subaddress.minor == 3);
	cr_assert(t[at].height == 5 && t[at].confirmations == 4 && t[at].time == 1600000005 &&
		  !t[at].is_unlocked);
	cr_assert(t[at].fee == 0 && t[at].payment == 0 && t[at].n_destinations == 0 && !t[at].has_payment_id);
	cr_assert(has_hash(&t[at + 1], 500) && t[at + 1].amount == 200 && t[at + 1].subaddress.major == 1);
}

Test(hot_history, what_an_output_says)
{
	struct sn_wallet_output o = hot_output(&h, 5, 3);
	o.is_coinbase = true;
	o.unlock_time = 63;
	o.has_payment_id = true;
	memcpy(o.payment_id, "12345678", 8);
	hot_add(&h, &o);
	hot_set_height(&h, 62);
	history();
	cr_assert(n == 1 && t[0].is_coinbase && t[0].unlock_time == 63 && !t[0].is_unlocked &&
		  t[0].time == 0);
	cr_assert(t[0].has_payment_id && !memcmp(t[0].payment_id, "12345678", 8));
	hot_set_height(&h, 63);
	history();
	cr_assert(t[0].is_unlocked && t[0].confirmations == 60);
}

/* Of several outputs with one key, only the largest is listed. */
Test(hot_history, burnt)
{
	struct sn_wallet_output a = hot_output(&h, 10, 1), b = hot_output(&h, 500, 2);
	b.key = a.key;
	hot_add(&h, &a);
	hot_add(&h, &b);
	hot_set_height(&h, 20);
	history();
	cr_assert(n == 1 && t[0].amount == 500);
}

Test(hot_history, payment_from_prepared_to_confirmed)
{
	size_t spent[2] = {receive(1, 2, 0, 1000, 5), receive(2, 2, 4, 1000, 6)};
	struct sn_payment_destination to[2] = {{bob, 1100}, {bob, 100}};
	hot_set_height(&h, 50);
	uint64_t id = prepare(spent, 2, to, 2, 7, 793, 1600001000);
	history();
	static const struct sn_hash none;
	cr_assert(n == 3 && t[2].kind == SN_TRANSFER_PREPARED && t[2].payment == id);
	cr_assert(sn_hash_is_equal(&t[2].tx_hash, &none));
	cr_assert(t[2].amount == 1200 && t[2].fee == 7 && t[2].time == 1600001000 &&
		  t[2].subaddress.major == 2);
	cr_assert(t[2].n_destinations == 2 && t[2].destinations[1].amount == 100);

	set_state(id, SN_PAYMENT_SUBMITTED, 77, 0);
	history();
	cr_assert(n == 3 && t[2].kind == SN_TRANSFER_PENDING && has_hash(&t[2], 77) && !t[2].is_rejected);
	cr_assert(!sn_wallet_set_doubtful(h.w, id, true));
	history();
	cr_assert(n == 3 && t[2].is_rejected);

	receive(77, 2, 0, 793, 50);
	set_state(id, SN_PAYMENT_CONFIRMED, 0, 50);
	spend(spent[0], 77, 50);
	spend(spent[1], 77, 50);
	hot_set_height(&h, 51);
	history();
	cr_assert(n == 3 && t[2].kind == SN_TRANSFER_OUT && t[2].height == 50 && t[2].confirmations == 1);
	cr_assert(t[2].amount == 1200 && t[2].fee == 7 && t[2].n_destinations == 2 &&
		  t[2].time == 1600001000);
	cr_assert(sn_address_is_equal(&t[2].destinations[0].address, &bob));
}

/* The change is one output, at the account's primary address; the rest was received. */
Test(hot_history, payment_to_ourselves)
{
	size_t spent[1] = {receive(1, 1, 0, 1000, 5)};
	struct sn_payment_destination to[3] = {{.amount = 100}, {.amount = 300}, {.amount = 300}};
	struct sn_subaddress_index at[3] = {{1, 9}, {1, 8}, {1, 0}};
	for (size_t i = 0; i < 3; i++)
		sn_account_address(&to[i].address, &h.account, at[i]);
	hot_set_height(&h, 50);
	uint64_t id = prepare(spent, 1, to, 3, 0, 300, 1);
	set_state(id, SN_PAYMENT_SUBMITTED, 77, 0);
	history();
	cr_assert_eq(n, 2);
	receive(77, 1, 8, 300, 50);
	receive(77, 1, 0, 300, 50);
	receive(77, 1, 9, 100, 50);
	receive(77, 1, 0, 300, 50);
	set_state(id, SN_PAYMENT_CONFIRMED, 0, 50);
	spend(spent[0], 77, 50);
	hot_set_height(&h, 51);
	history();
	cr_assert_eq(n, 5);
	static const uint32_t minors[3] = {0, 8, 9};
	static const uint64_t amounts[3] = {300, 300, 100};
	for (size_t i = 0; i < 3; i++)
		cr_assert(t[1 + i].kind == SN_TRANSFER_IN && t[1 + i].subaddress.minor == minors[i] &&
				  t[1 + i].amount == amounts[i],
			  "%zu", i);
	cr_assert(t[4].kind == SN_TRANSFER_OUT && t[4].amount == 700);
}

/* Change in two outputs of an adopted payment: no address is known, and nothing was received. */
Test(hot_history, payment_to_somebody)
{
	size_t spent[1] = {receive(1, 0, 0, 1000, 5)};
	struct sn_payment_destination somebody = {.amount = 400};
	hot_set_height(&h, 50);
	uint64_t id = prepare(spent, 1, &somebody, 1, 100, 500, 1);
	set_state(id, SN_PAYMENT_SUBMITTED, 77, 0);
	receive(77, 0, 0, 200, 50);
	receive(77, 0, 1, 300, 50);
	set_state(id, SN_PAYMENT_CONFIRMED, 0, 50);
	spend(spent[0], 77, 50);
	hot_set_height(&h, 51);
	history();
	cr_assert(n == 2 && t[1].amount == 400 && t[1].fee == 100 && t[1].n_destinations == 0 &&
		  t[1].payment == id);
}

/* Change at another address than the primary one is recognized by its amount; the other outputs were
 * received. */
Test(hot_history, change_at_another_address)
{
	size_t spent[1] = {receive(1, 0, 0, 1000, 5)};
	struct sn_payment_destination somebody = {.amount = 400};
	hot_set_height(&h, 50);
	uint64_t id = prepare(spent, 1, &somebody, 1, 100, 500, 1);
	set_state(id, SN_PAYMENT_SUBMITTED, 77, 0);
	receive(77, 0, 2, 400, 50);
	receive(77, 0, 4, 500, 50);
	set_state(id, SN_PAYMENT_CONFIRMED, 0, 50);
	spend(spent[0], 77, 50);
	hot_set_height(&h, 51);
	history();
	cr_assert(n == 3 && t[1].kind == SN_TRANSFER_IN && t[1].amount == 400 && t[1].subaddress.minor == 2);
	cr_assert(t[2].kind == SN_TRANSFER_OUT && t[2].amount == 400 && t[2].payment == id);
}

Test(hot_history, without_change)
{
	size_t spent[1] = {receive(1, 0, 0, 1000, 5)};
	struct sn_payment_destination to = {bob, 990};
	to.address.kind = SN_ADDRESS_INTEGRATED;
	memcpy(to.address.payment_id, "abcdefgh", 8);
	hot_set_height(&h, 50);
	uint64_t id = prepare(spent, 1, &to, 1, 10, 0, 1);
	set_state(id, SN_PAYMENT_SUBMITTED, 77, 0);
	set_state(id, SN_PAYMENT_CONFIRMED, 0, 50);
	spend(spent[0], 77, 50);
	hot_set_height(&h, 51);
	history();
	cr_assert(n == 2 && t[1].has_payment_id && !memcmp(t[1].payment_id, "abcdefgh", 8));
}

Test(hot_history, released)
{
	size_t spent[1] = {receive(1, 0, 0, 1000, 5)};
	struct sn_payment_destination to = {bob, 990};
	hot_set_height(&h, 50);
	uint64_t first = prepare(spent, 1, &to, 1, 10, 0, 1600000900);
	uint64_t second = prepare(spent, 1, &to, 1, 10, 0, 1600000800);
	set_state(first, SN_PAYMENT_RELEASED, 0, 0);
	set_state(second, SN_PAYMENT_RELEASED, 78, 0); /* it had been submitted */
	history();
	cr_assert(n == 3 && t[1].payment == second && t[2].payment == first &&
		  t[2].kind == SN_TRANSFER_RELEASED);
	cr_assert(has_hash(&t[1], 78));
	/* A payment that was never submitted concerns only this wallet. */
	struct sn_history_filter f = {.no_abandoned = true};
	cr_assert(sn_history_keep(t, n, &f) == 2 && t[0].kind == SN_TRANSFER_IN && t[1].payment == second);
}

/* Spent by other software with the same keys. */
Test(hot_history, unexplained)
{
	size_t a = receive(1, 3, 0, 1000, 5), b = receive(2, 3, 1, 500, 6);
	receive(77, 3, 0, 300, 40);
	spend(a, 77, 40);
	spend(b, 77, 40);
	hot_set_height(&h, 51);
	history();
	cr_assert(n == 3 && t[2].kind == SN_TRANSFER_OUT && t[2].amount == 1200 && t[2].fee == 0 &&
		  t[2].payment == 0);
	cr_assert(t[2].height == 40 && t[2].time == 1600000040 && t[2].subaddress.major == 3 &&
		  has_hash(&t[2], 77));
	cr_assert_eq(t[2].n_destinations, 0);
}

Test(hot_history, unexplained_without_change)
{
	spend(receive(1, 0, 0, 1000, 5), 77, 40);
	hot_set_height(&h, 51);
	history();
	cr_assert(n == 2 && t[1].kind == SN_TRANSFER_OUT && t[1].amount == 1000 && t[1].time == 0);
}

/* More is received than is known to be spent, because the key image of another input is unknown. */
Test(hot_history, unexplained_and_half_seen)
{
	spend(receive(1, 0, 0, 100, 5), 77, 40);
	receive(2, 0, 0, 1000, 6);
	receive(77, 0, 0, 900, 40);
	hot_set_height(&h, 51);
	history();
	cr_assert_eq(n, 4);
	cr_assert(t[2].kind == SN_TRANSFER_IN && t[2].amount == 900);
	cr_assert(t[3].kind == SN_TRANSFER_OUT && t[3].amount == 100);
}

Test(hot_history, keep)
{
	size_t spent[1] = {receive(1, 0, 0, 1000, 5)};
	struct sn_payment_destination to = {bob, 990};
	for (uint32_t i = 1; i < 6; i++)
		receive(1 + i, i % 2, 0, i, 10 * i);
	hot_set_height(&h, 60);
	prepare(spent, 1, &to, 1, 10, 0, 1);
	struct sn_history_filter f = {0};
	history();
	cr_assert(n == 7 && sn_history_keep(t, n, &f) == 7);

	/* Transfers without a block stay. */
	f = (struct sn_history_filter){.has_max_height = true, .max_height = 40};
	history();
	cr_assert(sn_history_keep(t, n, &f) == 6 && t[4].height == 40 && t[5].kind == SN_TRANSFER_PREPARED);
	f.max_height = 0;
	history();
	cr_assert(sn_history_keep(t, n, &f) == 1 && t[0].kind == SN_TRANSFER_PREPARED);

	f = (struct sn_history_filter){.min_height = 30};
	history();
	n = sn_history_keep(t, n, &f);
	cr_assert(n == 4 && t[0].height == 30 && t[3].kind == SN_TRANSFER_PREPARED);
	f.kinds = 1u << SN_TRANSFER_IN;
	f.limit = 2;
	n = sn_history_keep(t, n, &f);
	cr_assert(n == 2 && t[0].height == 40 && t[1].height == 50);
	f.has_account = true;
	f.account = 1;
	n = sn_history_keep(t, n, &f);
	cr_assert(n == 1 && t[0].height == 50);
	f.kinds = 1u << SN_TRANSFER_OUT;
	cr_assert_eq(sn_history_keep(t, n, &f), 0);
}

/* sn_history with a filter lists what sn_history_keep keeps of all transfers, and looks only at some
 * heights. */
static void expect_kept(const struct sn_history_filter *f)
{
	struct sn_transfer *some;
	size_t n_some;
	free(t);
	cr_assert(!sn_history(&t, &n, h.w, NULL, NOW, &(struct sn_error){0}));
	n = sn_history_keep(t, n, f);
	cr_assert(!sn_history(&some, &n_some, h.w, f, NOW, &(struct sn_error){0}));
	cr_assert_eq(n_some, n);
	for (size_t i = 0; i < n; i++)
		cr_assert(!memcmp(&some[i], &t[i], sizeof t[i]));
	free(some);
}

Test(hot_history, a_filter_is_as_keep)
{
	/* Transaction k is at height 10 + k; the one with number 1000 + k, at 200 + k, spends some of
	 * them. */
	for (uint32_t i = 0; i < 400; i++) {
		const size_t output = receive(i / 3, i % 2, i % 5, i, 10 + i / 3);
		if (i % 7 == 0)
			spend(output, 1000 + i / 14, 200 + i / 14);
	}
	hot_set_height(&h, 300);
	history();
	for (unsigned i = 0; i < 4000; i++) {
		const struct sn_hash hash = hot_hash(randombytes_uniform(2) ? randombytes_uniform(140)
									    : 1000 + randombytes_uniform(30));
		const struct sn_history_filter f = {
			.kinds = randombytes_uniform(3) ? 0 : 1u << (1 + randombytes_uniform(3)),
			.min_height = randombytes_uniform(2) ? 0 : randombytes_uniform(250),
			.has_max_height = i & 1,
			.max_height = randombytes_uniform(250),
			.has_account = i & 2,
			.account = randombytes_uniform(3),
			.tx_hash = randombytes_uniform(4) ? NULL : &hash,
			.limit = randombytes_uniform(2) ? 0 : 1 + randombytes_uniform(60),
		};
		expect_kept(&f);
	}
}

/* The wallet in the file. */
static struct sn_wallet *reopen(void)
{
	struct sn_error err = {0};
	struct sn_wallet *w;
	cr_assert(!sn_wallet_store(h.w, &err), "%s", err.text);
	cr_assert(!sn_wallet_open(&w, h.path, SN_WALLET_READ, HOT_PASSWORD, NULL, &err), "%s", err.text);
	return w;
}

/* The orders of store/output_order.h are the same in memory and after a replay. Those of the spends of one
 * transaction may differ. */
static void expect_same_orders(const struct sn_wallet *a, const struct sn_wallet *b)
{
	cr_assert(a->spends.n == b->spends.n && a->by_global_index.n == b->by_global_index.n);
	for (size_t i = 0; i < a->spends.n; i++) {
		const struct sn_wallet_output *x = sn_wallet_spend_at(a, i), *y = sn_wallet_spend_at(b, i);
		cr_assert(x->is_spent && y->is_spent && x->spent_height == y->spent_height);
		cr_assert(sn_hash_is_equal(sn_wallet_spent_by(a, x), sn_wallet_spent_by(b, y)));
	}
	for (size_t i = 0; i < a->by_global_index.n; i++)
		cr_assert_eq(a->by_global_index.outputs[i], b->by_global_index.outputs[i]);
	for (size_t i = 0; i < a->n_outputs; i++)
		cr_assert_eq(sn_wallet_is_burnt(a, i), sn_wallet_is_burnt(b, i));
}

/* Choose up to 3 outputs that can be spent. */
static size_t choose_outputs(size_t chosen[3], uint64_t *sum)
{
	size_t n_chosen = 0;
	*sum = 0;
	for (unsigned i = randombytes_uniform(4); i > 0 && h.w->n_outputs; i--) {
		const size_t o = randombytes_uniform((uint32_t)h.w->n_outputs);
		bool is_unfit = h.w->outputs[o].is_spent || sn_wallet_is_burnt(h.w, o);
		for (size_t j = 0; j < n_chosen; j++)
			is_unfit |= chosen[j] == o;
		if (is_unfit)
			continue;
		chosen[n_chosen++] = o;
		*sum += h.w->outputs[o].amount;
	}
	return n_chosen;
}

/* Some outputs have the key of an earlier one, or its global index. */
static void receive_any(uint64_t tx, uint64_t height)
{
	struct sn_wallet_output o = hot_output(&h, randombytes_uniform(1000), height);
	o.tx_hash = hot_hash(tx);
	o.index = (uint32_t)h.n;
	o.subaddress = (struct sn_subaddress_index){randombytes_uniform(2), randombytes_uniform(4)};
	o.time = 1600000000 + height;
	o.global_index = randombytes_uniform(5000);
	o.is_rct = randombytes_uniform(6);
	if (h.w->n_outputs && randombytes_uniform(8) == 0)
		o.key = h.w->outputs[randombytes_uniform((uint32_t)h.w->n_outputs)].key;
	hot_add(&h, &o);
}

/* A transaction at `height`, or a payment that stays out of the block. */
static void add_any_tx(uint64_t tx, uint64_t height)
{
	size_t spent[3];
	uint64_t sum, id = 0;
	const size_t n_spent = choose_outputs(spent, &sum);
	const uint64_t change = sum / 3, fee = sum / 5;
	const struct sn_payment_destination to = {.address = bob, .amount = sum - change - fee};
	if (n_spent && randombytes_uniform(2))
		id = prepare(spent, n_spent, &to, 1, fee, change, 1600000000 + height);
	if (id && randombytes_uniform(4) == 0) {
		if (randombytes_uniform(2))
			set_state(id, randombytes_uniform(2) ? SN_PAYMENT_SUBMITTED : SN_PAYMENT_RELEASED, tx,
				  0);
		return;
	}
	for (size_t i = 0; i < n_spent; i++)
		spend(spent[i], tx, height);
	if (id)
		set_state(id, SN_PAYMENT_CONFIRMED, tx, height);
	if (id && change)
		receive(tx, 0, 0, change, height);
	for (unsigned i = randombytes_uniform(4); i > 0; i--)
		receive_any(tx, height);
}

static void expect_any_filter_kept(uint64_t top)
{
	const struct sn_wallet *w = h.w;
	struct sn_hash hash = {{0}};
	if (w->n_outputs) {
		const struct sn_wallet_output *o = &w->outputs[randombytes_uniform((uint32_t)w->n_outputs)];
		hash = o->is_spent && randombytes_uniform(2) ? *sn_wallet_spent_by(w, o) : o->tx_hash;
	}
	if (w->n_payments && randombytes_uniform(2))
		hash = w->payments[randombytes_uniform((uint32_t)w->n_payments)].tx_hash;
	const struct sn_history_filter f = {
		.kinds = randombytes_uniform(3) ? 0 : 1u << (1 + randombytes_uniform(6)),
		.no_abandoned = randombytes_uniform(2),
		.min_height = randombytes_uniform(2) ? 0 : randombytes_uniform((uint32_t)top + 9),
		.has_max_height = randombytes_uniform(2),
		.max_height = randombytes_uniform((uint32_t)top + 9),
		.has_account = randombytes_uniform(2),
		.account = randombytes_uniform(3),
		.tx_hash = randombytes_uniform(2) ? NULL : &hash,
		.limit = randombytes_uniform(2) ? 0 : 1 + randombytes_uniform(60),
	};
	expect_kept(&f);
}

/* Blocks, spends, payments in all states and reorganizations; in memory and from the file. */
Test(hot_history, a_filter_is_as_keep_after_reorganizations)
{
	uint64_t top = 2;
	hot_set_height(&h, top);
	for (unsigned round = 0; round < 60; round++) {
		if (randombytes_uniform(4) == 0 && top > 30) {
			cr_assert(!sn_wallet_rollback(h.w, top - randombytes_uniform(9)));
			top = sn_wallet_height(h.w);
		}
		for (unsigned i = 0; i < 4; i++) {
			for (unsigned k = randombytes_uniform(3); k > 0; k--)
				add_any_tx(100000 * top + 10 * randombytes_uniform(1000) + k, top);
			hot_set_height(&h, ++top);
		}
		struct sn_wallet *in_memory = h.w, *in_file = reopen();
		expect_same_orders(in_memory, in_file);
		if (randombytes_uniform(2))
			h.w = in_file;
		for (unsigned i = 0; i < 40; i++)
			expect_any_filter_kept(top);
		h.w = in_memory;
		sn_wallet_close(in_file);
	}
}

/* Transfers in the pool follow those in blocks, by time, and do not change the balance. */
Test(hot_history, pool)
{
	struct sn_wallet_incoming in[] = {
		{.tx_hash = hot_hash(91),
		 .subaddress = {0, 3},
		 .amount = 5,
		 .time = 1700000500,
		 .unlock_time = 8},
		{.tx_hash = hot_hash(90),
		 .subaddress = {1, 0},
		 .amount = 7,
		 .time = 1500000000,
		 .has_payment_id = true,
		 .payment_id = {1, 2}},
	};
	receive(1, 0, 0, 1000, 20);
	size_t spent = receive(2, 0, 0, 50, 20);
	hot_pay(&h, SN_PAYMENT_PREPARED, &spent, 1, 40, 5, 5);
	hot_set_height(&h, 100);
	cr_assert(!sn_wallet_set_incoming(h.w, in, 2));
	history();
	cr_assert(n == 5 && t[1].kind == SN_TRANSFER_IN && t[2].kind == SN_TRANSFER_POOL);
	cr_assert(t[2].amount == 7 && t[2].subaddress.major == 1 && t[2].has_payment_id &&
		  t[2].payment_id[1] == 2);
	cr_assert(t[3].kind == SN_TRANSFER_PREPARED && t[4].kind == SN_TRANSFER_POOL);
	cr_assert(t[4].time == 1700000500 && t[4].unlock_time == 8 && !t[4].is_unlocked && t[4].payment == 0);
	cr_assert(sn_hash_is_equal(&t[4].tx_hash, &in[0].tx_hash) && t[4].subaddress.minor == 3);
	struct sn_history_filter f = {.kinds = 1u << SN_TRANSFER_POOL, .min_height = 1000};
	cr_assert_eq(sn_history_keep(t, n, &f), 2);
}

Test(hot_history, names)
{
	static const char *const names[] = {"in", "out", "pending", "pool", "prepared", "released"};
	for (unsigned i = 0; i < 6; i++)
		cr_assert_str_eq(sn_transfer_kind_name((enum sn_transfer_kind)(SN_TRANSFER_IN + i)),
				 names[i]);
}
