#include "store/wallet_payments.h"

#include "store/wallet_state.h"
#include "store_wallet_fixture.h"

TestSuite(store_wallet_payments, .init = set_up, .fini = tear_down);

Test(store_wallet_payments, payment_reserves_its_inputs_until_confirmed_or_released)
{
	struct sn_wallet *w = new_wallet();
	struct sn_hash tx = hash_of(9), zero = {{0}};
	for (uint64_t i = 0; i < 6; i++)
		add_output(w, i, i, 100, 5);
	uint64_t a = add_payment(w, 0, 2), b = add_payment(w, 2, 3);
	cr_assert(a == 1 && b == 2);
	cr_assert(sn_wallet_find_payment(w, 0) == NULL && sn_wallet_find_payment(w, 3) == NULL);
	cr_assert(sn_hash_is_equal(&sn_wallet_find_payment(w, a)->tx_hash, &zero));
	for (size_t i = 0; i < 6; i++) {
		const struct sn_wallet_payment *p = sn_wallet_held_by(w, i);
		cr_assert(i < 5 ? p && p->id == (i < 2 ? a : b) : p == NULL);
	}
	ok(sn_wallet_set_payment(w, a, SN_PAYMENT_SUBMITTED, &tx, 12345));
	cr_assert(sn_wallet_held_by(w, 0)->id == a && sn_wallet_find_payment(w, a)->height == 0);
	expect_stored(w);
	ok(sn_wallet_set_payment(w, a, SN_PAYMENT_CONFIRMED, NULL, 105));
	cr_assert(sn_hash_is_equal(&sn_wallet_find_payment(w, a)->tx_hash, &tx));
	cr_assert(sn_wallet_find_payment(w, a)->height == 105 && sn_wallet_held_by(w, 0) == NULL);
	ok(sn_wallet_set_payment(w, b, SN_PAYMENT_RELEASED, NULL, 0));
	cr_assert(sn_wallet_held_by(w, 2) == NULL);
	uint64_t c = add_payment(w, 2, 1);
	cr_assert(c == 3 && sn_wallet_held_by(w, 2)->id == c && sn_wallet_held_by(w, 3) == NULL);
	expect_stored(w);
	sn_wallet_close(w);
}

Test(store_wallet_payments, rejection_survives_other_states)
{
	struct sn_wallet *w = new_wallet();
	struct sn_hash hash = hash_of(1);
	uint64_t id = add_payment(w, 1, 1);
	fails(sn_wallet_set_doubtful(w, id + 1, true), SN_BAD_INPUT);
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_SUBMITTED, &hash, 0));
	ok(sn_wallet_set_doubtful(w, id, true));
	expect_stored(w);
	struct sn_wallet *copy = compacted_copy(w);
	cr_assert(copy->payments[0].is_doubtful);
	sn_wallet_free(copy);
	/* A rollback may restore a released payment. It was still rejected. */
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_RELEASED, NULL, 0));
	cr_assert(w->payments[0].is_doubtful);
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_CONFIRMED, NULL, 100));
	cr_assert(w->payments[0].is_doubtful);
	/* The daemon may have invented the block, and remove it. */
	ok(sn_wallet_rollback(w, 100));
	cr_assert(w->payments[0].is_doubtful && w->payments[0].state == SN_PAYMENT_SUBMITTED);
	sn_wallet_close(w);
}

Test(store_wallet_payments, answer_is_awaited_while_submitted)
{
	struct sn_wallet *w = new_wallet();
	struct sn_hash hash = hash_of(1);
	uint64_t id = add_payment(w, 1, 1);
	fails(sn_wallet_set_unanswered(w, id, true), SN_BAD_INPUT);
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_SUBMITTED, &hash, 0));
	ok(sn_wallet_set_unanswered(w, id, true));
	expect_stored(w);
	struct sn_wallet *copy = compacted_copy(w);
	cr_assert(copy->payments[0].is_unanswered);
	sn_wallet_free(copy);
	ok(sn_wallet_set_unanswered(w, id, false));
	expect_stored(w);
	cr_assert(!w->payments[0].is_unanswered);
	ok(sn_wallet_set_unanswered(w, id, true));
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_CONFIRMED, NULL, 100));
	ok(sn_wallet_rollback(w, 100));
	cr_assert(!w->payments[0].is_unanswered && w->payments[0].state == SN_PAYMENT_SUBMITTED);
	sn_wallet_close(w);
}

/* The block with the conflict is removed, but another payment now reserves the output. */
Test(store_wallet_payments, released_payment_stays_released_while_its_input_is_reserved)
{
	struct sn_wallet *w = new_wallet();
	struct sn_hash hash = hash_of(1);
	uint64_t rejected = add_payment(w, 1, 1), other = add_payment(w, 1, 1), third = add_payment(w, 2, 1);
	cr_assert(sn_point_is_equal(&w->payments[0].inputs[0], &w->payments[1].inputs[0]));
	for (uint64_t height = 90; height < 110; height++) {
		hash = hash_of(height);
		ok(sn_wallet_add_block(w, height, &hash, 0, 0));
	}
	ok(sn_wallet_set_payment(w, rejected, SN_PAYMENT_SUBMITTED, &hash, 0));
	ok(sn_wallet_set_doubtful(w, rejected, true));
	ok(sn_wallet_set_payment(w, rejected, SN_PAYMENT_RELEASED, NULL, 105));
	ok(sn_wallet_set_payment(w, third, SN_PAYMENT_RELEASED, NULL, 105));
	ok(sn_wallet_rollback(w, 103));
	cr_assert(w->payments[0].state == SN_PAYMENT_RELEASED && w->payments[0].height == 105);
	cr_assert_eq(w->payments[2].height, 0);
	expect_stored(w);
	/* When the output is released, the payment resumes. */
	ok(sn_wallet_set_payment(w, other, SN_PAYMENT_RELEASED, NULL, 0));
	ok(sn_wallet_rollback(w, 102));
	cr_assert(w->payments[0].state == SN_PAYMENT_SUBMITTED && w->payments[0].height == 0);
	sn_wallet_close(w);
}

Test(store_wallet_payments, time_of_a_conflict_belongs_to_its_block)
{
	struct sn_wallet *w = new_wallet();
	struct sn_hash hash = hash_of(1);
	const uint64_t id = add_payment(w, 1, 1);
	const struct sn_wallet_payment *p = &w->payments[0];
	for (uint64_t height = 100; height < 110; height++)
		add_block(w, height);
	cr_assert(!sn_payment_was_submitted(p));
	fails(sn_wallet_set_conflict_seen(w, id, 5), SN_BAD_INPUT);
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_SUBMITTED, &hash, 0));
	cr_assert(sn_payment_was_submitted(p));
	fails(sn_wallet_set_conflict_seen(w, id, 5), SN_BAD_INPUT);
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_RELEASED, NULL, 0));
	fails(sn_wallet_set_conflict_seen(w, id, 5), SN_BAD_INPUT);
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_RELEASED, NULL, 105));
	fails(sn_wallet_set_missing(w, id, 5), SN_BAD_INPUT);
	fails(sn_wallet_set_conflict_seen(w, id, 0), SN_BAD_INPUT);
	fails(sn_wallet_set_conflict_seen(w, id + 1, 5), SN_BAD_INPUT);
	ok(sn_wallet_set_conflict_seen(w, id, 5));
	cr_assert(p->conflict_seen == 5 && p->conflict_height == 110 && !p->missing_since);
	expect_stored(w);

	/* A rollback above the block keeps the time, one below clears it. */
	ok(sn_wallet_rollback(w, 106));
	cr_assert(p->state == SN_PAYMENT_RELEASED && p->conflict_seen == 5);
	ok(sn_wallet_set_conflict_seen(w, id, 5));
	cr_assert_eq(p->conflict_height, 106);
	ok(sn_wallet_rollback(w, 105));
	cr_assert(p->state == SN_PAYMENT_SUBMITTED && !p->conflict_seen && !p->conflict_height);
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_RELEASED, NULL, 104));
	ok(sn_wallet_set_conflict_seen(w, id, 6));
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_RELEASED, NULL, 0));
	cr_assert(!p->conflict_seen && !p->conflict_height);
	expect_stored(w);
	sn_wallet_close(w);
}

/* The payment is not missing before the wallet is above that height. */
Test(store_wallet_payments, payment_remembers_the_height_of_a_removed_block)
{
	struct sn_wallet *w = new_wallet();
	struct sn_hash hash = hash_of(1);
	uint64_t id = add_payment(w, 1, 1);
	for (uint64_t height = 90; height < 110; height++) {
		hash = hash_of(height);
		ok(sn_wallet_add_block(w, height, &hash, 0, 0));
	}
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_SUBMITTED, &hash, 0));
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_CONFIRMED, NULL, 105));
	ok(sn_wallet_rollback(w, 100));
	cr_assert(w->payments[0].state == SN_PAYMENT_SUBMITTED && w->payments[0].undone_at == 105);
	expect_stored(w);
	struct sn_wallet *copy = compacted_copy(w);
	cr_assert_eq(copy->payments[0].undone_at, 105);
	sn_wallet_free(copy);
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_CONFIRMED, NULL, 102));
	expect_stored(w);
	/* A removed block below does not lower it. */
	ok(sn_wallet_rollback(w, 100));
	cr_assert(w->payments[0].state == SN_PAYMENT_SUBMITTED && w->payments[0].undone_at == 105);
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_RELEASED, NULL, 0));
	cr_assert_eq(w->payments[0].undone_at, 0);
	sn_wallet_close(w);
}

Test(store_wallet_payments, only_submitted_payments_are_missing)
{
	struct sn_wallet *w = new_wallet();
	struct sn_hash hash = hash_of(1), second = hash_of(2), none = {{0}};
	uint64_t id = add_payment(w, 1, 1);
	cr_assert(sn_wallet_find_payment_of(w, &hash) == NULL && sn_wallet_find_payment_of(w, &none) == NULL);
	fails(sn_wallet_set_missing(w, id, 5), SN_BAD_INPUT);
	fails(sn_wallet_declare_missing(w, id), SN_BAD_INPUT);
	fails(sn_wallet_set_missing(w, id + 1, 5), SN_BAD_INPUT);
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_SUBMITTED, &hash, 0));
	cr_assert(sn_wallet_find_payment_of(w, &hash)->id == id);
	ok(sn_wallet_set_missing(w, id, 5));
	expect_stored(w);
	/* Another state clears the time. */
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_PREPARED, NULL, 0));
	cr_assert_eq(w->payments[0].missing_since, 0);
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_SUBMITTED, &second, 0));
	cr_assert(w->payments[0].missing_since == 0 && sn_wallet_find_payment_of(w, &hash) == NULL);
	cr_assert(sn_wallet_find_payment_of(w, &second)->id == id);
	/* Of two payments with one hash, the one that is not confirmed is found. */
	uint64_t twin = add_payment(w, 3, 1);
	ok(sn_wallet_set_payment(w, twin, SN_PAYMENT_SUBMITTED, &second, 0));
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_CONFIRMED, NULL, 100));
	cr_assert(sn_wallet_find_payment_of(w, &second)->id == twin);
	ok(sn_wallet_set_payment(w, twin, SN_PAYMENT_CONFIRMED, NULL, 100));
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_SUBMITTED, NULL, 0));
	cr_assert(sn_wallet_find_payment_of(w, &second)->id == id);
	expect_stored(w);
	sn_wallet_close(w);
}

/* A payment is not restored if another block or payment uses one of its inputs. */
Test(store_wallet_payments, rollback_restores_payments_released_for_a_block)
{
	struct sn_wallet *w = new_wallet();
	struct sn_hash first = hash_of(1), rival = hash_of(2);
	for (uint64_t h = 100; h < 110; h++) {
		add_output(w, h, h, h, h);
		add_block(w, h);
	}
	uint64_t sent = add_payment(w, 100, 1), prepared = add_payment(w, 101, 1),
		 early = add_payment(w, 102, 1), by_hand = add_payment(w, 103, 1),
		 taken = add_payment(w, 104, 2), spent = add_payment(w, 106, 2);
	ok(sn_wallet_set_payment(w, sent, SN_PAYMENT_SUBMITTED, &first, 0));
	for (size_t i = 0; i < 5; i++)
		if (i != 3)
			ok(sn_wallet_set_spent(w, i, i == 2 ? 107 : 108, &rival));
	ok(sn_wallet_set_spent(w, 6, 107, &first)); /* that block remains */
	ok(sn_wallet_set_spent(w, 7, 108, &rival));
	ok(sn_wallet_set_payment(w, sent, SN_PAYMENT_RELEASED, NULL, 108));
	ok(sn_wallet_set_payment(w, prepared, SN_PAYMENT_RELEASED, NULL, 108));
	ok(sn_wallet_set_payment(w, early, SN_PAYMENT_RELEASED, NULL, 107));
	ok(sn_wallet_set_payment(w, by_hand, SN_PAYMENT_RELEASED, NULL, 0));
	ok(sn_wallet_set_payment(w, taken, SN_PAYMENT_RELEASED, NULL, 108));
	ok(sn_wallet_set_payment(w, spent, SN_PAYMENT_RELEASED, NULL, 108));
	uint64_t next = add_payment(w, 105, 1); /* reserves the other input of `taken` */
	expect_stored(w);
	for (int i = 0; i < 2; i++) {
		ok(sn_wallet_rollback(w, 108));
		cr_assert(sn_wallet_find_payment(w, sent)->state == SN_PAYMENT_SUBMITTED);
		cr_assert(sn_hash_is_equal(&sn_wallet_find_payment(w, sent)->tx_hash, &first));
		cr_assert(sn_wallet_find_payment(w, sent)->height == 0);
		cr_assert(sn_wallet_find_payment(w, prepared)->state == SN_PAYMENT_PREPARED);
		cr_assert(sn_wallet_find_payment(w, early)->state == SN_PAYMENT_RELEASED);
		cr_assert(sn_wallet_find_payment(w, by_hand)->state == SN_PAYMENT_RELEASED);
		cr_assert(sn_wallet_find_payment(w, taken)->state == SN_PAYMENT_RELEASED);
		cr_assert(sn_wallet_find_payment(w, spent)->state == SN_PAYMENT_RELEASED);
		cr_assert(sn_wallet_find_payment(w, next)->state == SN_PAYMENT_PREPARED);
		if (i == 0)
			ok(sn_wallet_revert(w, &err));
	}
	expect_stored(w);
	sn_wallet_close(w);
}
