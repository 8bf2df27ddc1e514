#include "hot_submit_setup.h"

#include "base/hex.h"
#include "cold/files.h"
#include "hot/balance.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The daemon reports that another wallet with the same keys spent the input. The payment stays submitted,
 * because this is unverified. The next sync scans all blocks again with the new key image: a start at the
 * output would disclose it. */
Test(hot_submit, spent_elsewhere)
{
	struct sn_balance before, after;
	t->h.w->outputs[0].height = 123;
	sn_balance(&before, t->h.w, -1, NOW);
	t->send[0] = REJECTED;
	cr_assert_eq(submit_signed(1), SN_REFUSED);
	cr_assert(t->err.reason == SN_REASON_SPENT && strstr(t->err.hint, "run wo-sync"), "%s", t->err.hint);
	cr_assert(t->sends == 1 && t->result.n == 0);
	submit_reopen();
	cr_assert_eq(submit_state_of(0), SN_PAYMENT_SUBMITTED);
	cr_assert(t->h.w->n_outputs == 2 && sn_wallet_height(t->h.w) == 200 && t->h.w->rescan_from == 1);
	sn_balance(&after, t->h.w, -1, NOW);
	cr_assert(after.total == before.total - after.pending_out &&
		  after.pending_out == COLD_SMALL + COLD_FEE);
	/* An honest daemon accepts it. */
	t->send[0] = ACCEPTED;
	cr_assert(!submit_signed(1) && t->result.txs[0].payment_id == t->ids[0], "%s", t->err.text);
}

/* If the key image was known during the scan, the wallet would have found a spend: no rescan. */
Test(hot_submit, spent_elsewhere_says_a_daemon_of_what_is_seen)
{
	struct sn_tx tx;
	cr_assert(!sn_tx_parse(&tx, t->set.txs[0].bytes, t->set.txs[0].len, false));
	cr_assert(!sn_wallet_add_image(t->h.w, &t->set.txs[0].spent[0], &tx.inputs[0].key_image));
	sn_tx_free(&tx);
	t->send[0] = REJECTED;
	cr_assert_eq(submit_signed(1), SN_REFUSED);
	cr_assert_eq(t->h.w->rescan_from, UINT64_MAX);
}

/* The daemon has the transaction, perhaps in a block that was scanned before its key image was known. The
 * wallet is unchanged until the next sync, which scans all blocks again: a start at the spent output would
 * disclose it. */
Test(hot_submit, known_says_the_daemon)
{
	t->h.w->outputs[0].height = 123;
	t->send[0] = KNOWN;
	cr_assert(!submit_signed(1), "%s", t->err.text);
	cr_assert(t->sends == 1 && t->result.txs[0].was_known);
	submit_reopen();
	cr_assert(t->h.w->n_outputs == 2 && sn_wallet_height(t->h.w) == 200 &&
		  submit_state_of(0) == SN_PAYMENT_SUBMITTED);
	cr_assert_eq(t->h.w->rescan_from, 1);
}

/* The disk is full after the first transmission, so the rescan for the second transaction, which the daemon
 * has, cannot be recorded. It stays submitted: its inputs are spent. */
Test(hot_submit, known_and_cannot_be_stored)
{
	t->send[1] = KNOWN;
	t->is_disk_full = true;
	int ret = submit_signed(2);
	submit_free_disk();
	cr_assert_eq(ret, SN_IO, "%d: %s", ret, t->err.text);
	cr_assert(t->sends == 2 && t->result.n == 2 && t->result.txs[1].was_known);
	submit_reopen();
	cr_assert(submit_state_of(0) == SN_PAYMENT_SUBMITTED && submit_state_of(1) == SN_PAYMENT_SUBMITTED);
	cr_assert(!sn_output_is_spendable(t->h.w, 1, NOW) && t->h.w->rescan_from == UINT64_MAX);
}

/* The wallet has scanned the block with the transaction, without the key image of its input: it is not sent,
 * and is confirmed in that block until a rollback. The change counts once. */
Test(hot_submit, seen_in_a_block)
{
	struct sn_tx tx;
	cr_assert(!sn_tx_parse(&tx, t->set.txs[0].bytes, t->set.txs[0].len, false));
	struct sn_wallet_output change = hot_output(&t->h, COLD_XMR - COLD_SMALL - COLD_FEE, 200);
	change.index = t->set.txs[0].created[0].index;
	change.key = tx.outputs[change.index].key;
	change.tx_hash = t->hashes[0];
	hot_add(&t->h, &change);
	hot_set_height(&t->h, 201);
	cr_assert(!sn_wallet_store(t->h.w, &t->err), "%s", t->err.text);
	sn_tx_free(&tx);

	cr_assert(!submit_signed(1), "%s", t->err.text);
	cr_assert(t->sends == 0 && t->result.txs[0].was_known);
	submit_reopen();
	cr_assert(submit_state_of(0) == SN_PAYMENT_CONFIRMED &&
		  sn_wallet_find_payment(t->h.w, t->ids[0])->height == 200);
	cr_assert(t->h.w->outputs[0].is_spent && t->h.w->outputs[0].spent_height == 200);
	struct sn_balance b;
	sn_balance(&b, t->h.w, -1, NOW);
	cr_assert(b.total == 2 * (uint64_t)COLD_XMR - COLD_SMALL - COLD_FEE && b.pending_in == 0);
	cr_assert(!sn_wallet_rollback(t->h.w, 200));
	sn_balance(&b, t->h.w, -1, NOW);
	cr_assert(submit_state_of(0) == SN_PAYMENT_SUBMITTED && !t->h.w->outputs[0].is_spent);
	cr_assert_eq(b.total, 2 * (uint64_t)COLD_XMR - COLD_SMALL - COLD_FEE);
}

/* The transaction has no outputs to us, but its spends were scanned: the wallet file was restored with key
 * images, and without the submission. */
Test(hot_submit, seen_spending_in_a_block)
{
	t->set.txs[0].n_created = 0;
	cr_assert(!sn_wallet_set_spent(t->h.w, 0, 199, &t->hashes[0]));
	cr_assert(!sn_wallet_store(t->h.w, &t->err), "%s", t->err.text);
	cr_assert(!submit_signed(1), "%s", t->err.text);
	cr_assert(t->sends == 0 && t->result.n == 1 && t->result.txs[0].was_known);
	submit_reopen();
	cr_assert(submit_state_of(0) == SN_PAYMENT_CONFIRMED &&
		  sn_wallet_find_payment(t->h.w, t->ids[0])->height == 199);
}

/* Confirmed in a scanned block: no daemon is asked. */
Test(hot_submit, again_when_mined)
{
	cr_assert(!submit_signed(1), "%s", t->err.text);
	cr_assert(!sn_wallet_set_spent(t->h.w, 0, 199, &t->hashes[0]));
	cr_assert(!sn_wallet_set_payment(t->h.w, t->ids[0], SN_PAYMENT_CONFIRMED, NULL, 199));
	char address[32];
	snprintf(address, sizeof address, "127.0.0.1:%u", server_dead_port());
	submit_open_daemon(address);
	cr_assert(!submit_signed(1), "%s", t->err.text);
	cr_assert(t->sends == 0 && t->result.n == 1 && t->result.txs[0].was_known);
	cr_assert(t->result.txs[0].payment_id == t->ids[0] && submit_state_of(0) == SN_PAYMENT_CONFIRMED);
	cr_assert_eq(t->h.w->n_payments, 2);
}

/* A set that spends one output twice is refused as a whole. */
Test(hot_submit, twice_in_one_set)
{
	struct sn_unsigned_set twice = {.txs = t->unsigned_set.txs, .n = 1};
	struct sn_signed_set second;
	t->unsigned_set.txs[0].fee++;
	t->unsigned_set.txs[0].change--;
	cr_assert(!sn_sign(&second, &t->alice, &twice, NULL, 1, &t->err), "%s", t->err.text);
	struct sn_signed_tx saved = t->set.txs[1];
	t->set.txs[1] = second.txs[0];
	int ret = submit_signed(2);
	t->set.txs[1] = saved;
	cr_assert_eq(ret, SN_REFUSED, "%s", t->err.text);
	cr_assert(t->sends == 0 && t->result.n == 0 && submit_state_of(0) == SN_PAYMENT_PREPARED &&
		  t->h.w->n_payments == 2);
	submit_reopen();
	cr_assert_eq(submit_state_of(0), SN_PAYMENT_PREPARED);
	sn_signed_set_free(&second);
}

/* ---------------------------------------------------------------- whose payment it is */

/* A released payment that is submitted keeps its identity. */
Test(hot_submit, released_payment)
{
	cr_assert(!sn_wallet_set_payment(t->h.w, t->ids[0], SN_PAYMENT_RELEASED, NULL, 0));
	cr_assert(!submit_signed(1), "%s", t->err.text);
	cr_assert(t->h.w->n_payments == 2 && t->result.txs[0].payment_id == t->ids[0]);
	cr_assert_eq(submit_state_of(0), SN_PAYMENT_SUBMITTED);
	cr_assert_eq(t->result.n_released, 0);
}

/* Two payments of the same amount and fee from the same output to two recipients differ in their decoys. */
Test(hot_submit, same_amounts_for_somebody_else)
{
	struct sn_unsigned_tx other = t->unsigned_set.txs[0];
	struct sn_unsigned_input input = other.inputs[0];
	input.global_index[input.n_ring - 1]++;
	other.inputs = &input;
	cr_assert(!sn_wallet_set_payment(t->h.w, t->ids[0], SN_PAYMENT_RELEASED, NULL, 0));
	uint64_t rival = submit_prepare(&other, 0, COLD_SMALL, "carol");
	cr_assert(!submit_signed(1), "%s", t->err.text);
	submit_reopen();
	cr_assert(t->h.w->n_payments == 3 && t->result.txs[0].payment_id == t->ids[0]);
	cr_assert(submit_state_of(0) == SN_PAYMENT_SUBMITTED);
	cr_assert(sn_wallet_find_payment(t->h.w, rival)->state == SN_PAYMENT_RELEASED);
}

/* A sweep of the same output has the same rings and the same fee, but no change. */
Test(hot_submit, sweep_of_the_same_output)
{
	struct sn_unsigned_tx sweep = t->unsigned_set.txs[0];
	cr_assert(!sn_wallet_set_payment(t->h.w, t->ids[0], SN_PAYMENT_RELEASED, NULL, 0));
	sweep.change = 0;
	uint64_t rival = submit_prepare(&sweep, 0, COLD_SMALL + t->unsigned_set.txs[0].change, "carol");
	cr_assert(!submit_signed(1), "%s", t->err.text);
	cr_assert(t->result.txs[0].payment_id == t->ids[0] && submit_state_of(0) == SN_PAYMENT_SUBMITTED);
	cr_assert(sn_wallet_find_payment(t->h.w, rival)->state == SN_PAYMENT_RELEASED);
}

/* A payment without known decoys may be another one: its recipient is not listed. */
Test(hot_submit, payment_without_rings)
{
	size_t first = 0;
	cr_assert(!sn_wallet_set_payment(t->h.w, t->ids[0], SN_PAYMENT_RELEASED, NULL, 0));
	hot_pay(&t->h, SN_PAYMENT_PREPARED, &first, 1, COLD_SMALL, t->unsigned_set.txs[0].fee,
		t->unsigned_set.txs[0].change);
	cr_assert(!sn_wallet_store(t->h.w, NULL));
	t->unsigned_set.txs[0].inputs[0].global_index[t->unsigned_set.txs[0].inputs[0].n_ring - 1]++;
	sn_signed_set_free(&t->set);
	cr_assert(!sn_sign(&t->set, &t->alice, &t->unsigned_set, NULL, 1, &t->err), "%s", t->err.text);
	cr_assert(!submit_signed(1), "%s", t->err.text);
	cr_assert(t->h.w->n_payments == 4 && t->result.txs[0].payment_id == 4);
	struct sn_address none = {0};
	const struct sn_wallet_payment *p = sn_wallet_find_payment(t->h.w, 4);
	cr_assert(p->n_destinations == 1 && !memcmp(&p->destinations[0].address.spend, &none.spend, 32));
	cr_assert(submit_state_of(0) == SN_PAYMENT_RELEASED &&
		  t->h.w->payments[2].state == SN_PAYMENT_RELEASED);
}

/* The wallet file has no such payment: the amounts are known nevertheless. Its own prepared payment of the
 * same output is released. */
Test(hot_submit, payment_that_was_not_prepared_here)
{
	sn_signed_set_free(&t->set);
	t->unsigned_set.txs[0].fee++;
	t->unsigned_set.txs[0].change--;
	cr_assert(!sn_sign(&t->set, &t->alice, &t->unsigned_set, NULL, 1, &t->err), "%s", t->err.text);
	cr_assert(!submit_signed(1), "%s", t->err.text);
	cr_assert_eq(t->h.w->n_payments, 3);
	const struct sn_wallet_payment *p = sn_wallet_find_payment(t->h.w, t->result.txs[0].payment_id);
	cr_assert(p->id == 3 && p->state == SN_PAYMENT_SUBMITTED && p->n_inputs == 1);
	cr_assert(p->fee == COLD_FEE + 1 && p->change == COLD_XMR - COLD_SMALL - COLD_FEE - 1);
	cr_assert(p->n_destinations == 1 && p->destinations[0].amount == COLD_SMALL);
	cr_assert(submit_state_of(0) == SN_PAYMENT_RELEASED && submit_state_of(1) == SN_PAYMENT_PREPARED);
	cr_assert(t->result.n_released == 1 && t->result.released[0] == t->ids[0]);
}

/* A payment to ourselves is not change; change with its own amount is the output with that amount. */
Test(hot_submit, change_beside_a_payment_to_ourselves)
{
	struct sn_owned_output owned[SN_TX_OUTPUTS_MAX];
	struct sn_tx tx;
	struct sn_unsigned_tx *unsigned_tx = &t->unsigned_set.txs[0];
	uint64_t change = unsigned_tx->change;
	sn_signed_set_free(&t->set);
	unsigned_tx->destinations[0].address = cold_address(&t->alice, 0, 3);
	cr_assert(!sn_sign(&t->set, &t->alice, &t->unsigned_set, NULL, 1, &t->err), "%s", t->err.text);
	cr_assert(!submit_signed(2), "%s", t->err.text);
	for (size_t i = 0; i < 2; i++) {
		const struct sn_wallet_payment *p = sn_wallet_find_payment(t->h.w, t->ids[i]);
		size_t own = 2 - i, at = 0;
		cr_assert(!sn_tx_parse(&tx, t->set.txs[i].bytes, t->set.txs[i].len, false));
		cr_assert_eq(cold_receive(owned, &t->alice, &tx), own);
		while (owned[at].amount != (i ? p->change : change))
			at++;
		cr_assert(at < own && p->state == SN_PAYMENT_SUBMITTED && p->n_change_keys == 1, "%zu",
			  p->n_change_keys);
		cr_assert(sn_point_is_equal(&p->change_keys[0], &tx.outputs[owned[at].index].key));
		sn_tx_free(&tx);
	}
}

/* The first payment was released for another one with the same output. Now the first one is submitted without
 * success. */
static void expect_rival_as_before(const char *answer, enum sn_payment_state after)
{
	struct sn_unsigned_tx other = t->unsigned_set.txs[0];
	struct sn_unsigned_input input = other.inputs[0];
	input.global_index[input.n_ring - 1]++;
	other.inputs = &input;
	cr_assert(!sn_wallet_set_payment(t->h.w, t->ids[0], SN_PAYMENT_RELEASED, NULL, 0));
	uint64_t rival = submit_prepare(&other, 0, COLD_SMALL, "carol");
	cr_assert(!sn_wallet_store(t->h.w, &t->err), "%s", t->err.text);
	t->send[0] = answer;
	t->send[1] = ACCEPTED;
	cr_assert_eq(submit_signed(2), !strcmp(answer, REJECTED) ? SN_REFUSED : SN_DAEMON);
	cr_assert_eq(t->result.n_released, after == SN_PAYMENT_RELEASED);
	submit_reopen();
	cr_assert_eq(sn_wallet_find_payment(t->h.w, rival)->state, after);
	cr_assert_eq(submit_state_of(0),
		     after == SN_PAYMENT_RELEASED ? SN_PAYMENT_SUBMITTED : SN_PAYMENT_RELEASED);
}

Test(hot_submit, rival_of_what_was_rejected)
{
	expect_rival_as_before(REJECTED, SN_PAYMENT_RELEASED);
	cr_assert(t->result.n == 1 && submit_state_of(1) == SN_PAYMENT_SUBMITTED);
}

Test(hot_submit, rival_of_what_was_not_sent)
{
	t->gone_after = QUESTIONS;
	expect_rival_as_before(ACCEPTED, SN_PAYMENT_PREPARED);
	cr_assert_eq(submit_state_of(1), SN_PAYMENT_PREPARED);
}

Test(hot_submit, rival_of_what_may_be_on_its_way)
{
	expect_rival_as_before("{", SN_PAYMENT_RELEASED);
}

/* It needs the outputs of both: it is released if one of them was sent. */
Test(hot_submit, rival_of_two)
{
	size_t both[] = {0, 1};
	for (size_t i = 0; i < 2; i++)
		cr_assert(!sn_wallet_set_payment(t->h.w, t->ids[i], SN_PAYMENT_RELEASED, NULL, 0));
	uint64_t rival = hot_pay(&t->h, SN_PAYMENT_PREPARED, both, 2, 1, 1, 2 * (uint64_t)COLD_XMR - 2);
	cr_assert(!sn_wallet_store(t->h.w, &t->err), "%s", t->err.text);
	t->send[0] = t->send[1] = REJECTED;
	cr_assert_eq(submit_signed(2), SN_REFUSED);
	cr_assert(t->result.n_released == 1 && t->result.released[0] == rival);
	t->send[1] = ACCEPTED;
	cr_assert_eq(submit_signed(2), SN_REFUSED);
	cr_assert(t->result.n == 1 && t->result.n_released == 0);
	submit_reopen();
	cr_assert_eq(sn_wallet_find_payment(t->h.w, rival)->state, SN_PAYMENT_RELEASED);
}

/* It needs the first one's output, and another one that is spent, or unknown: if it is spent, the payment
 * stays released even if the first one is not sent. */
static void expect_rival_of_spent(bool is_spent)
{
	struct sn_hash other = hot_hash(5);
	size_t both[] = {0, hot_add_amount(&t->h, COLD_XMR, 1)};
	cr_assert(!sn_wallet_set_payment(t->h.w, t->ids[0], SN_PAYMENT_RELEASED, NULL, 0));
	uint64_t rival = hot_pay(&t->h, SN_PAYMENT_PREPARED, both, 2, 1, 1, 2 * (uint64_t)COLD_XMR - 2);
	if (is_spent)
		cr_assert(!sn_wallet_set_spent(t->h.w, both[1], 150, &other));
	cr_assert(!sn_wallet_store(t->h.w, &t->err), "%s", t->err.text);
	t->gone_after = QUESTIONS;
	cr_assert_eq(submit_signed(1), SN_DAEMON);
	cr_assert_eq(t->result.n_released, is_spent);
	submit_reopen();
	cr_assert_eq(sn_wallet_find_payment(t->h.w, rival)->state,
		     is_spent ? SN_PAYMENT_RELEASED : SN_PAYMENT_PREPARED);
}

Test(hot_submit, rival_of_a_spent_output)
{
	expect_rival_of_spent(true);
}

Test(hot_submit, rival_of_an_unspent_output)
{
	expect_rival_of_spent(false);
}

/* A submitted payment stays submitted, whatever another daemon answers. */
Test(hot_submit, rejected_again)
{
	cr_assert(!submit_signed(1), "%s", t->err.text);
	t->send[0] = REJECTED;
	cr_assert(submit_signed(1) == SN_DAEMON && t->err.reason == SN_REASON_MAYBE_SENT, "%s", t->err.text);
	cr_assert(strstr(t->err.text, "submitted before") && strstr(t->err.text, "do not pay again"), "%s",
		  t->err.text);
	submit_reopen();
	cr_assert_eq(submit_state_of(0), SN_PAYMENT_SUBMITTED);
}

/* Another transaction for the same output, after one was submitted, would conflict. */
Test(hot_submit, second_transaction_for_the_same_output)
{
	cr_assert(!submit_signed(1), "%s", t->err.text);
	sn_signed_set_free(&t->set);
	t->unsigned_set.txs[0].fee++;
	t->unsigned_set.txs[0].change--;
	cr_assert(!sn_sign(&t->set, &t->alice, &t->unsigned_set, NULL, 1, &t->err), "%s", t->err.text);
	char hex[65], words[128];
	sn_hex_encode(hex, t->hashes[0].b, 32);
	snprintf(words, sizeof words, "already spent by transaction %s; nothing was sent", hex);
	cr_assert_eq(submit_signed(1), SN_REFUSED);
	cr_assert(strstr(t->err.text, words), "%s", t->err.text);
	cr_assert_eq(t->sends, 0);
	cr_assert(submit_state_of(0) == SN_PAYMENT_SUBMITTED && t->h.w->n_images == 2);
	/* The same for one found on the chain. */
	struct sn_hash other = hot_hash(1);
	cr_assert(!sn_wallet_set_payment(t->h.w, t->ids[0], SN_PAYMENT_RELEASED, NULL, 0));
	cr_assert(!sn_wallet_set_spent(t->h.w, 0, 150, &other));
	cr_assert_eq(submit_signed(1), SN_REFUSED);
	cr_assert(strstr(t->err.text, "already spent"), "%s", t->err.text);
}
