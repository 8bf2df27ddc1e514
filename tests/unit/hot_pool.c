#include "hot/pool.h"

#include "crypto/keccak.h"
#include "hot/history.h"
#include "hot_pool_fixture.h"

#include <signal.h>
#include <sys/resource.h>

TestSuite(hot_pool, .init = set_up, .fini = tear_down, .timeout = 60);

Test(hot_pool, incoming_until_a_block_holds_it)
{
	struct sn_hash one = pay(cold_address(&t.alice, 2, 5), 11);
	pay(cold_address(&t.bob, 0, 1), 22);
	pay(cold_integrated(&t.alice, 0x1122334455667788), 33);
	look();
	cr_assert(t.h.w->n_incoming == 2 && unconfirmed() == 44 && total() == 0 && t.chain.n_asked == 3);
	for (size_t i = 0; i < 2; i++) {
		const struct sn_wallet_incoming *in = &t.h.w->incoming[i];
		bool is_one = sn_hash_is_equal(&in->tx_hash, &one);
		cr_assert(in->amount == (is_one ? 11 : 33) && in->time == NOW && in->unlock_time == 0);
		cr_assert(in->subaddress.major == (is_one ? 2 : 0) &&
			  in->subaddress.minor == (is_one ? 5 : 0));
		cr_assert_eq(in->has_payment_id, !is_one);
		cr_assert(is_one || sn_load_u64(in->payment_id) == 0x1122334455667788);
	}

	/* The second look requests only the list and the upgrade, and writes nothing. */
	uint64_t size = sn_journal_size(sn_wallet_journal(t.h.w));
	unsigned requests = t.chain.n_requests;
	t.now += 60;
	look();
	cr_assert(t.chain.n_asked == 3 && t.chain.n_requests == requests + 3);
	cr_assert_eq(sn_journal_size(sn_wallet_journal(t.h.w)), size);

	/* Only the new one is requested. */
	pay(cold_address(&t.alice, 0, 0), 44);
	look();
	cr_assert(t.chain.n_asked == 4 && t.h.w->n_incoming == 3 && unconfirmed() == 88);
	cr_assert_eq(t.h.w->incoming[0].time, NOW);

	/* The list is stored. */
	sn_wallet_close(t.h.w);
	cr_assert(!sn_wallet_open(&t.h.w, t.h.path, SN_WALLET_WRITE, HOT_PASSWORD, NULL, &t.err), "%s",
		  t.err.text);
	cr_assert(t.h.w->n_incoming == 3 && unconfirmed() == 88);

	/* One is mined, then the others. */
	app_chain_mine(&t.chain, 1, &t.bob);
	look();
	cr_assert(t.h.w->n_incoming == 2 && unconfirmed() == 77 && total() == 11);
	app_chain_mine(&t.chain, 3, &t.bob);
	look();
	cr_assert(t.h.w->n_incoming == 0 && unconfirmed() == 0 && total() == 88);
	cr_assert_eq(t.memory.pool.n, 0);
}

Test(hot_pool, what_leaves_is_forgotten_and_what_returns_is_incoming_again)
{
	struct sn_hash hash = pay(cold_address(&t.alice, 0, 0), 11);
	struct app_tx kept = {0};
	look();
	cr_assert_eq(unconfirmed(), 11);
	sn_put_bytes(&kept.whole, t.chain.pool[0].whole.data, t.chain.pool[0].whole.len);
	app_chain_flush_pool(&t.chain);
	look();
	cr_assert_eq(unconfirmed(), 0);

	/* Mined, then removed with the block: a daemon has it in its pool again. */
	struct sn_tx tx;
	cr_assert(!sn_tx_parse(&tx, kept.whole.data, kept.whole.len, false));
	app_chain_send(&t.chain, &tx);
	app_chain_mine(&t.chain, 1, &t.bob);
	look();
	cr_assert(unconfirmed() == 0 && total() == 11);
	app_chain_pop(&t.chain, 1);
	app_chain_mine(&t.chain, 1, &t.bob);
	app_chain_send(&t.chain, &tx);
	look();
	cr_assert(t.result.rollbacks == 1 && unconfirmed() == 11 && total() == 0);
	cr_assert(sn_hash_is_equal(&t.h.w->incoming[0].tx_hash, &hash));
	sn_tx_free(&tx);
	sn_buf_free(&kept.whole);
}

/* Several outputs for one address are one payment; for two addresses, two. */
Test(hot_pool, address_by_address)
{
	struct sn_unsigned_set set = cold_set(1);
	cold_spend_amount(&set.txs[0], &t.bob, COLD_XMR);
	cold_pay(&set.txs[0], cold_address(&t.alice, 0, 2), 1);
	cold_pay(&set.txs[0], cold_address(&t.alice, 1, 0), 20);
	cold_pay(&set.txs[0], cold_address(&t.alice, 0, 2), 300);
	cold_change(&set.txs[0], 0, 0);
	struct cold_result result = cold_sign(&t.bob, &set);
	app_chain_send(&t.chain, &result.txs[0]);
	look();
	cr_assert(t.h.w->n_incoming == 2 && unconfirmed() == 321);
	for (size_t i = 0; i < 2; i++)
		cr_assert_eq(t.h.w->incoming[i].amount, t.h.w->incoming[i].subaddress.major ? 20 : 301);
	cold_result_free(&result);
	cold_free(&set);
}

Test(hot_pool, our_own_is_not_incoming)
{
	struct own o;
	make_own(&o);
	submit(&o);
	app_chain_send(&t.chain, &o.result.txs[0]);
	look();
	struct sn_balance b;
	sn_balance(&b, t.h.w, -1, NOW);
	cr_assert(t.h.w->n_incoming == 0 && b.unconfirmed == 0 && t.chain.n_asked == 1);
	cr_assert(b.total == COLD_XMR - COLD_SMALL - COLD_FEE && b.pending_in == b.total &&
		  t.result.n_unknown == 0);
	free_own(&o);
}

static void expect_pending(uint64_t out, uint64_t change)
{
	struct sn_balance b;
	sn_balance(&b, t.h.w, -1, NOW);
	cr_assert(b.pending_out == out && b.pending_in == change && b.total == change && b.unlocked == 0 &&
		  b.unconfirmed == 0);
}

/* A transaction made elsewhere with the same keys, recognized by its key image, is pending, and its change is
 * not an incoming payment. */
Test(hot_pool, what_was_made_elsewhere_is_pending)
{
	struct own o;
	make_own(&o);
	cr_assert(!sn_wallet_set_payment(t.h.w, o.id, SN_PAYMENT_RELEASED, NULL, 0));
	app_chain_send(&t.chain, &o.result.txs[0]);
	look();
	cr_assert(t.h.w->n_incoming == 1 && total() == COLD_XMR); /* not recognizable yet */
	learn_image(&o);
	look();
	cr_assert(t.h.w->n_incoming == 0 && t.h.w->n_payments == 2 && n_useless() == 0);
	const struct sn_wallet_payment *p = sn_wallet_held_by(t.h.w, o.output);
	cr_assert(p && p->id == 2 && p->state == SN_PAYMENT_SUBMITTED &&
		  sn_hash_is_equal(&p->tx_hash, &o.hash));
	expect_pending(COLD_SMALL + COLD_FEE, COLD_XMR - COLD_SMALL - COLD_FEE);
	unsigned asked = t.chain.n_asked;
	look();
	cr_assert(t.h.w->n_payments == 2 && t.chain.n_asked == asked && t.result.n_unknown == 0);

	struct sn_transfer *transfers;
	size_t n;
	cr_assert(!sn_history(&transfers, &n, t.h.w, NULL, t.now, &t.err));
	cr_assert(n == 3 && transfers[2].kind == SN_TRANSFER_PENDING && transfers[2].amount == COLD_SMALL);
	cr_assert(transfers[2].fee == COLD_FEE && transfers[2].n_destinations == 0);
	free(transfers);

	/* It is a payment like others: missing when it leaves the pool, then dropped, and pending again when
	 * it is back. */
	app_chain_flush_pool(&t.chain);
	look();
	cr_assert(t.result.n_unseen == 1 && t.result.unseen == 2);
	cr_assert(!sn_wallet_set_payment(t.h.w, 2, SN_PAYMENT_RELEASED, NULL, 0));
	app_chain_send(&t.chain, &o.result.txs[0]);
	look();
	cr_assert(t.h.w->n_payments == 2 && sn_wallet_find_payment(t.h.w, 2)->state == SN_PAYMENT_SUBMITTED);
	app_chain_mine(&t.chain, 1, &t.bob);
	look();
	cr_assert(sn_wallet_find_payment(t.h.w, 2)->state == SN_PAYMENT_CONFIRMED);
	cr_assert_eq(total(), COLD_XMR - COLD_SMALL - COLD_FEE);
	free_own(&o);
}

/* The spent output is found later than its key image and the transaction. */
Test(hot_pool, made_elsewhere_of_what_is_found_later)
{
	struct own o;
	make_own(&o);
	cr_assert(!sn_wallet_set_payment(t.h.w, o.id, SN_PAYMENT_RELEASED, NULL, 0));
	learn_image(&o);
	struct sn_wallet_output output = t.h.w->outputs[o.output];
	cr_assert(!sn_wallet_rollback(t.h.w, output.height));
	cr_assert_eq(t.h.w->n_outputs, 0);
	app_chain_send(&t.chain, &o.result.txs[0]);
	look();
	cr_assert(t.h.w->n_payments == 1 && t.h.w->n_incoming == 1);
	cr_assert(!sn_wallet_set_incoming(t.h.w, NULL, 0));
	t.memory.pool.txs[0].is_of_use = false; /* as for a transaction without change */
	output.height = sn_wallet_height(t.h.w);
	hot_add(&t.h, &output);
	look();
	cr_assert(t.h.w->n_payments == 2 && sn_wallet_held_by(t.h.w, 0)->id == 2);
	free_own(&o);
}

/* If more is received than is known to be spent, both are listed, as in a block. */
Test(hot_pool, made_elsewhere_of_more_than_is_seen)
{
	struct own o;
	make_own(&o);
	cr_assert(!sn_wallet_set_payment(t.h.w, o.id, SN_PAYMENT_RELEASED, NULL, 0));
	learn_image(&o);
	t.h.w->outputs[o.output].amount = COLD_FEE + 1;
	app_chain_send(&t.chain, &o.result.txs[0]);
	look();
	expect_pending(COLD_FEE + 1, 0);
	t.h.w->outputs[o.output].amount = COLD_XMR;
	free_own(&o);
}

/* An output of a submitted payment, or spent in a block, is not given to another transaction that the daemon
 * reports. */
Test(hot_pool, a_rival_takes_nothing)
{
	struct own o;
	struct sn_hash other = hot_hash(99);
	make_own(&o);
	learn_image(&o);
	cr_assert(!sn_wallet_set_payment(t.h.w, o.id, SN_PAYMENT_SUBMITTED, &other, 0));
	app_chain_send(&t.chain, &o.result.txs[0]);
	look();
	cr_assert(t.h.w->n_payments == 1 && t.h.w->n_incoming == 0 && t.result.unseen == o.id);
	cr_assert(!sn_wallet_set_payment(t.h.w, o.id, SN_PAYMENT_RELEASED, NULL, 0));
	look();
	cr_assert(t.h.w->n_payments == 2 && state(&o) == SN_PAYMENT_RELEASED);
	cr_assert(!sn_wallet_set_payment(t.h.w, 2, SN_PAYMENT_RELEASED, NULL, 0));
	cr_assert(!sn_wallet_set_spent(t.h.w, o.output, 1, &other));
	look();
	cr_assert(t.h.w->n_payments == 2 && sn_wallet_find_payment(t.h.w, 2)->state == SN_PAYMENT_RELEASED);
	cr_assert(t.h.w->n_incoming == 0);
	free_own(&o);
}

/* A prepared payment of the same output stays prepared: the chain decides. */
Test(hot_pool, made_elsewhere_beside_one_that_was_prepared)
{
	struct own o;
	make_own(&o);
	learn_image(&o);
	app_chain_send(&t.chain, &o.result.txs[0]);
	look();
	cr_assert(t.h.w->n_payments == 2 && state(&o) == SN_PAYMENT_PREPARED);
	cr_assert(sn_wallet_held_by(t.h.w, o.output)->id == 2);
	free_own(&o);
}

/* Entries are examined again when new key images arrive, and count once, whatever their earlier
 * classification. */
Test(hot_pool, looked_at_again_and_counted_once)
{
	for (uint64_t i = 0; i < 40; i++)
		pay(cold_address(&t.alice, 0, 0), 10 + i);
	look();
	cr_assert(t.h.w->n_incoming == 40 && n_useless() == 0);
	uint64_t sum = unconfirmed();
	struct sn_point key = hot_key(1), image = hot_image(1);
	cr_assert(!sn_wallet_add_image(t.h.w, &key, &image));
	look();
	cr_assert(t.h.w->n_incoming == 40 && unconfirmed() == sum && t.chain.n_asked == 40);
	cr_assert_eq(n_useless(), 0);
}

/* A look that could not be stored has no effect, not even on the memory of the pool. */
Test(hot_pool, a_look_that_cannot_be_stored_is_forgotten)
{
	struct own o;
	struct rlimit old, tight;
	make_own(&o);
	cr_assert(!sn_wallet_set_payment(t.h.w, o.id, SN_PAYMENT_RELEASED, NULL, 0));
	app_chain_send(&t.chain, &o.result.txs[0]);
	look();
	cr_assert(t.h.w->n_incoming == 1 && n_useless() == 0); /* it is not recognizable as change yet */
	learn_image(&o);
	cr_assert(!sn_wallet_store(t.h.w, &t.err), "%s", t.err.text);

	signal(SIGXFSZ, SIG_IGN);
	cr_assert(getrlimit(RLIMIT_FSIZE, &old) == 0);
	tight = old;
	tight.rlim_cur = sn_journal_size(sn_wallet_journal(t.h.w));
	cr_assert(setrlimit(RLIMIT_FSIZE, &tight) == 0);
	struct sn_sync_options options = {.memory = &t.memory, .now = t.now};
	int ret = sn_sync(t.h.w, t.chain.daemon, &options, &t.result, &t.err);
	cr_assert(setrlimit(RLIMIT_FSIZE, &old) == 0);
	cr_assert_eq(ret, SN_IO, "%d: %s", ret, t.err.text);
	cr_assert(t.h.w->n_incoming == 1 && t.h.w->n_payments == 1 && n_useless() == 0 &&
		  t.chain.n_asked == 1);
	look();
	cr_assert(t.h.w->n_incoming == 0 && t.h.w->n_payments == 2 && t.chain.n_asked == 1);
	free_own(&o);
}

/* ---------------------------------------------------------------- a payment that is lost */

#define HOURS 3600

Test(hot_pool, a_payment_is_dropped_after_three_days)
{
	struct own o;
	make_own(&o);
	submit(&o);
	app_chain_send(&t.chain, &o.result.txs[0]);
	look();
	t.now += 100 * HOURS; /* in the pool during this time */
	look();
	cr_assert(state(&o) == SN_PAYMENT_SUBMITTED && t.result.n_unknown == 0);

	app_chain_flush_pool(&t.chain);
	look();
	cr_assert(t.result.n_unknown == 0 && t.result.n_unseen == 1 && t.result.unseen == o.id &&
		  t.result.n_dropped == 0);
	cr_assert_eq(sn_wallet_find_payment(t.h.w, o.id)->missing_since, t.now);
	t.now += 72 * HOURS - 1;
	look();
	cr_assert(state(&o) == SN_PAYMENT_SUBMITTED && t.result.n_unknown == 0 && total() < COLD_XMR);

	/* It comes back and leaves again: the time starts again. */
	app_chain_send(&t.chain, &o.result.txs[0]);
	look();
	cr_assert(t.result.n_unknown + t.result.n_unseen == 0 &&
		  sn_wallet_find_payment(t.h.w, o.id)->missing_since == 0);
	app_chain_flush_pool(&t.chain);
	t.now += 10;
	look();
	t.now += 72 * HOURS - 1;
	look();
	cr_assert(state(&o) == SN_PAYMENT_SUBMITTED && t.n_lines == 0);
	t.now++;
	look();
	/* The clock alone is not sufficient: it may have been set. */
	cr_assert(state(&o) == SN_PAYMENT_SUBMITTED);
	app_chain_mine(&t.chain, SN_POOL_LIFETIME_BLOCKS - 1, &t.bob);
	look();
	cr_assert(state(&o) == SN_PAYMENT_SUBMITTED && t.n_lines == 0 && t.result.n_unknown == 1);
	app_chain_mine(&t.chain, 1, &t.bob);
	look();
	cr_assert(state(&o) == SN_PAYMENT_RELEASED && t.result.n_dropped == 1 && t.result.dropped == o.id);
	cr_assert(t.result.n_unknown + t.result.n_unseen == 0 && total() == COLD_XMR &&
		  !sn_wallet_held_by(t.h.w, o.output));
	cr_assert(t.n_lines == 1 && strstr(t.log[0], "payment 1 ") && strstr(t.log[0], "72 hours"), "%s",
		  t.log[0]);
	look();
	cr_assert(t.result.n_dropped == 0 && t.n_lines == 1);

	/* A block contains it later. */
	app_chain_send(&t.chain, &o.result.txs[0]);
	look();
	cr_assert(t.h.w->n_incoming == 0);
	app_chain_mine(&t.chain, 1, &t.bob);
	look();
	cr_assert(state(&o) == SN_PAYMENT_CONFIRMED && total() == COLD_XMR - COLD_SMALL - COLD_FEE);
	struct sn_transfer *transfers;
	size_t n;
	cr_assert(!sn_history(&transfers, &n, t.h.w, NULL, t.now, &t.err));
	cr_assert(n == 2 && transfers[1].kind == SN_TRANSFER_OUT && transfers[1].amount == COLD_SMALL);
	free(transfers);
	free_own(&o);
}

/* A submitted payment may be hidden and still be mined: it counts as missing only after 15 minutes and ten
 * blocks of looks that did not find it. */
Test(hot_pool, a_payment_that_is_hidden_is_not_missing)
{
	struct own o;
	make_own(&o);
	submit(&o);
	cr_assert_eq(release(&o), SN_REFUSED);
	app_chain_mine(&t.chain, 2 * SN_STEM_BLOCKS, &t.bob); /* not since a look */
	t.now += SN_STEM_SECONDS;
	look();
	cr_assert(t.result.n_unseen == 1 && t.result.n_unknown == 0);
	cr_assert_eq(release(&o), SN_REFUSED);

	/* Blocks without the time, and the time without the blocks. */
	app_chain_mine(&t.chain, SN_STEM_BLOCKS, &t.bob);
	t.now += SN_STEM_SECONDS - 1;
	look();
	cr_assert(t.result.n_unseen == 1 && t.result.n_unknown == 0);
	cr_assert_eq(release(&o), SN_REFUSED);
	t.now -= SN_STEM_SECONDS; /* the clock is set back: the time starts again */
	look();
	t.now += SN_STEM_SECONDS;
	look();
	cr_assert(t.result.n_unseen == 1 && t.result.n_unknown == 0);
	app_chain_mine(&t.chain, SN_STEM_BLOCKS - 1, &t.bob);
	t.now += 60 * HOURS;
	look();
	cr_assert(t.result.n_unseen == 1 && t.result.n_unknown == 0);
	cr_assert_eq(release(&o), SN_REFUSED);

	/* Scanned without a look. */
	app_chain_mine(&t.chain, 1, &t.bob);
	cr_assert_eq(release(&o), SN_REFUSED);
	look();
	cr_assert(t.result.n_unseen == 0 && t.result.n_unknown == 1 && t.result.unknown == o.id);
	sn_wallet_close(t.h.w);
	cr_assert(!sn_wallet_open(&t.h.w, t.h.path, SN_WALLET_WRITE, HOT_PASSWORD, NULL, &t.err), "%s",
		  t.err.text);
	cr_assert(!release(&o), "%s", t.err.text);
	cr_assert(state(&o) == SN_PAYMENT_RELEASED && total() == COLD_XMR);
	free_own(&o);
}

/* If it is found or submitted again, the time starts again. */
Test(hot_pool, a_payment_that_was_missing_is_shown)
{
	struct own o;
	make_own(&o);
	submit(&o);
	look();
	app_chain_mine(&t.chain, SN_STEM_BLOCKS, &t.bob);
	t.now += SN_STEM_SECONDS;
	look();
	cr_assert_eq(t.result.n_unknown, 1);
	cr_assert(!sn_wallet_find_payment(t.h.w, o.id)->is_doubtful);
	app_chain_send(&t.chain, &o.result.txs[0]);
	cr_assert(!sn_wallet_set_unanswered(t.h.w, o.id, true));
	look();
	cr_assert_eq(t.result.n_unknown + t.result.n_unseen, 0);
	cr_assert(!sn_wallet_find_payment(t.h.w, o.id)->is_unanswered);
	cr_assert_eq(release(&o), SN_REFUSED);
	/* Another one may have been prepared in its place. */
	cr_assert(sn_wallet_find_payment(t.h.w, o.id)->is_doubtful);
	app_chain_flush_pool(&t.chain);
	look();
	cr_assert(t.result.n_unseen == 1 && t.result.n_unknown == 0);
	cr_assert_eq(release(&o), SN_REFUSED);
	free_own(&o);
}

/* The time continues from one program to the next. */
Test(hot_pool, time_of_missing_is_kept)
{
	struct own o;
	make_own(&o);
	submit(&o);
	look();
	sn_wallet_close(t.h.w);
	cr_assert(!sn_wallet_open(&t.h.w, t.h.path, SN_WALLET_WRITE, HOT_PASSWORD, NULL, &t.err), "%s",
		  t.err.text);
	t.now -= HOURS; /* the clock was set */
	look();
	cr_assert_eq(state(&o), SN_PAYMENT_SUBMITTED);
	app_chain_mine(&t.chain, SN_POOL_LIFETIME_BLOCKS, &t.bob);
	look();
	cr_assert_eq(state(&o), SN_PAYMENT_SUBMITTED); /* blocks alone are not sufficient */
	t.now += 73 * HOURS;
	look();
	cr_assert_eq(state(&o), SN_PAYMENT_RELEASED);
	free_own(&o);
}

/* A daemon that is behind may lack the block with the payment. */
Test(hot_pool, a_daemon_that_is_behind_drops_nothing)
{
	struct own o;
	make_own(&o);
	submit(&o);
	look();
	uint64_t since = t.now;
	app_chain_mine(&t.chain, SN_POOL_LIFETIME_BLOCKS, &t.bob);
	look();
	app_chain_pop(&t.chain, 1);
	t.now += 80 * HOURS;
	look();
	cr_assert(t.result.height > t.result.daemon_height && t.result.n_unseen == 1);
	cr_assert(state(&o) == SN_PAYMENT_SUBMITTED &&
		  sn_wallet_find_payment(t.h.w, o.id)->missing_since == since);
	app_chain_mine(&t.chain, 1, &t.bob);
	look();
	cr_assert_eq(state(&o), SN_PAYMENT_RELEASED);
	free_own(&o);
}

/* So may one at the wallet's height whose peers have more blocks. */
Test(hot_pool, a_daemon_that_synchronises_drops_nothing)
{
	struct own o;
	make_own(&o);
	submit(&o);
	t.chain.target_height = t.chain.n_blocks + 1;
	look();
	cr_assert(t.result.n_unseen == 1 && !sn_wallet_find_payment(t.h.w, o.id)->missing_since);
	t.chain.target_height = t.chain.n_blocks;
	look();
	cr_assert_eq(sn_wallet_find_payment(t.h.w, o.id)->missing_since, t.now);
	app_chain_mine(&t.chain, SN_POOL_LIFETIME_BLOCKS, &t.bob);
	t.now += 80 * HOURS;
	t.chain.target_height = t.chain.n_blocks + 1;
	look();
	cr_assert(state(&o) == SN_PAYMENT_SUBMITTED && t.result.n_unseen == 1 && t.result.n_dropped == 0);
	t.chain.target_height = 0;
	look();
	cr_assert(state(&o) == SN_PAYMENT_RELEASED && t.result.n_dropped == 1);
	free_own(&o);
}
