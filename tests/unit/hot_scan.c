#include "hot/scan.h"

#include "cold/input.h"
#include "hot/balance.h"
#include "hot_scan_fixture.h"

#include <unistd.h>

TestSuite(hot_scan, .init = set_up, .fini = tear_down);

/* ---------------------------------------------------------------- what is ours */

Test(hot_scan, coinbase)
{
	make_chain(3, 1 << 1);
	scan(0);
	cr_assert(t.result.blocks == 3 && t.result.received == 1 && t.result.spent == 0);
	cr_assert_eq(sn_wallet_height(t.h.w), 4);
	cr_assert(t.h.w->n_blocks == 3 && t.h.w->n_outputs == 1);
	for (size_t i = 0; i < 3; i++)
		cr_assert(sn_hash_is_equal(&t.h.w->blocks[i].hash, &t.blocks[i].id));
	const struct sn_wallet_output *o = &t.h.w->outputs[0];
	cr_assert(o->amount == REWARD + 1 && o->height == 2 && o->unlock_time == 62);
	cr_assert(o->is_coinbase && o->is_rct && o->mask_kind == SN_MASK_ONE);
	cr_assert(o->index == 0 && o->global_index == 1 && !o->has_image && !o->has_payment_id);
	cr_assert_eq(o->time, 1700000000 + 120);
	cr_assert(sn_subaddress_is_primary(o->subaddress));
}

/* A possible change of a payment made with another file has no payment ID; a transaction that spends another
 * wallet's output keeps it. */
Test(hot_scan, payment_id_of_what_may_be_change)
{
	struct cold_result paid = pay(cold_integrated(&t.alice, 0x1122334455667788), 33);
	const struct sn_tx *tx = &paid.txs[0];
	uint64_t ring[64];
	cr_assert(!sn_wallet_set_sole(t.h.w, false));
	for (size_t i = 0; i < tx->n_inputs; i++) {
		cr_assert(!sn_scan_may_be_ours(t.h.w, tx)); /* not in every ring yet */
		struct sn_wallet_output o = hot_output(&t.h, 7, 0);
		cr_assert(tx->inputs[i].ring_size <= 64 && !sn_tx_ring_indices(ring, tx, i));
		o.global_index = ring[tx->inputs[i].ring_size / 2];
		hot_add(&t.h, &o);
	}
	cr_assert(sn_scan_may_be_ours(t.h.w, tx));
	size_t n = t.h.w->n_outputs;
	add_tx(0, &paid, 0);
	make_chain(1, 0);
	scan(0);
	cr_assert(t.h.w->n_outputs == n + 1 && !t.h.w->outputs[n].has_payment_id);
	cr_assert(!sn_wallet_set_sole(t.h.w, true)); /* such a wallet would know its own payments */
	cr_assert(!sn_scan_may_be_ours(t.h.w, tx));
	/* Also during a rescan. */
	t.h.w->scanned_to = sn_wallet_height(t.h.w) + 1;
	cr_assert(!sn_wallet_knows_spends(t.h.w) && !sn_scan_may_be_ours(t.h.w, tx));
	cold_result_free(&paid);
}

Test(hot_scan, payments)
{
	struct cold_result to_primary = pay(cold_address(&t.alice, 0, 0), 11),
			   to_subaddress = pay(cold_address(&t.alice, 2, 5), 22),
			   to_integrated = pay(cold_integrated(&t.alice, 0x1122334455667788), 33),
			   to_bob = pay(cold_address(&t.bob, 0, 0), 44);
	add_tx(0, &to_bob, 0);
	add_tx(0, &to_primary, 0);
	add_tx(0, &to_subaddress, 0);
	add_tx(1, &to_integrated, 0);
	make_chain(2, 0);
	scan(0);
	cr_assert(t.result.received == 3 && t.h.w->n_outputs == 3);
	const struct cold_result *results[] = {&to_primary, &to_subaddress, &to_integrated};
	for (size_t i = 0; i < 3; i++) {
		const struct sn_wallet_output *o = &t.h.w->outputs[i];
		struct sn_hash hash;
		cr_assert(!sn_tx_hash(&hash, &results[i]->txs[0]));
		cr_assert(sn_hash_is_equal(&o->tx_hash, &hash));
		cr_assert(sn_point_is_equal(&o->key, &results[i]->txs[0].outputs[o->index].key));
		cr_assert_eq(o->amount, 11 * (i + 1));
		cr_assert(o->is_rct && !o->is_coinbase && o->mask_kind == SN_MASK_DERIVED);
		cr_assert_eq(o->height, i < 2 ? 1 : 2);
		/* After a coinbase and the payment to bob; after another coinbase. */
		cr_assert_eq(o->global_index, (i == 2 ? 8 : 3 + 2 * i) + o->index);
		cr_assert_eq(o->has_payment_id, i == 2);
	}
	cr_assert(t.h.w->outputs[1].subaddress.major == 2 && t.h.w->outputs[1].subaddress.minor == 5);
	cr_assert_eq(sn_load_u64(t.h.w->outputs[2].payment_id), 0x1122334455667788);
	cold_result_free(&to_primary);
	cold_result_free(&to_subaddress);
	cold_result_free(&to_integrated);
	cold_result_free(&to_bob);
}

/* The look-ahead advances with receiving addresses, within one answer. */
Test(hot_scan, look_ahead_moves_on)
{
	struct cold_result near = pay(cold_address(&t.alice, 0, 9), 1),
			   next = pay(cold_address(&t.alice, 0, 18), 2),
			   far = pay(cold_address(&t.alice, 0, 28), 3);
	add_tx(0, &near, 0);
	add_tx(1, &next, 0);
	add_tx(2, &far, 0);
	make_chain(3, 0);
	scan(0);
	cr_assert_eq(t.h.w->n_outputs, 2);
	cr_assert(t.h.w->outputs[1].subaddress.minor == 18 && t.h.w->outputs[1].amount == 2);
	cold_result_free(&near);
	cold_result_free(&next);
	cold_result_free(&far);
}

/* The same one-time key twice: a second coinbase made with the same secret. Both are recorded, one counts. */
Test(hot_scan, same_key_twice)
{
	struct sn_buf coinbases[2] = {{0}};
	struct sn_scalar r = cold_random_scalar();
	t.answer.count = 2;
	for (size_t i = 0; i < 2; i++)
		put_coinbase(&coinbases[i], &t.alice, height_of(i), &r, REWARD + i);
	link_blocks(0, coinbases);
	scan(0);
	cr_assert_eq(t.h.w->n_outputs, 2);
	cr_assert(sn_point_is_equal(&t.h.w->outputs[0].key, &t.h.w->outputs[1].key));
	cr_assert(sn_wallet_is_burnt(t.h.w, 0) && !sn_wallet_is_burnt(t.h.w, 1)); /* the larger one counts */
	sn_buf_free(&coinbases[0]);
	sn_buf_free(&coinbases[1]);
}

/* ---------------------------------------------------------------- what was spent */

/* Alice has two outputs and spends one of them to bob; the wallet knows its key image. */
struct spending {
	struct sn_unsigned_set set;
	struct cold_result result;
	size_t output;
};

static void make_spending(struct spending *s, uint64_t amount)
{
	s->set = cold_set(1);
	cold_spend_amount(&s->set.txs[0], &t.alice, COLD_XMR);
	cold_pay(&s->set.txs[0], cold_address(&t.bob, 0, 0), amount);
	cold_change(&s->set.txs[0], 0, 0);
	s->result = cold_sign(&t.alice, &s->set);
	struct sn_wallet_output o = hot_output(&t.h, COLD_XMR, 0);
	o.key = s->result.set.txs[0].spent[0];
	s->output = hot_add(&t.h, &o);
	cr_assert(!sn_wallet_add_image(t.h.w, &o.key, &s->result.txs[0].inputs[0].key_image));
}

static void free_spending(struct spending *s)
{
	cold_result_free(&s->result);
	cold_free(&s->set);
}

Test(hot_scan, spent_output)
{
	struct spending s;
	struct sn_hash hash;
	make_spending(&s, 1000);
	cr_assert(!sn_tx_hash(&hash, &s.result.txs[0]));
	add_tx(1, &s.result, 0);
	make_chain(2, 0);
	scan(0);
	const struct sn_wallet_output *o = &t.h.w->outputs[s.output];
	cr_assert(t.result.spent == 1 && t.result.received == 1);
	cr_assert(o->is_spent && o->spent_height == 2 &&
		  sn_hash_is_equal(sn_wallet_spent_by(t.h.w, o), &hash));
	cr_assert_eq(t.h.w->outputs[1].amount, COLD_XMR - 1000 - COLD_FEE);
	free_spending(&s);
}

/* Change whose key image came with the signed file is spent in the next transaction. */
Test(hot_scan, received_and_spent_in_one_answer)
{
	struct spending s;
	make_spending(&s, 1000);
	const struct sn_signed_tx *signed_tx = &s.result.set.txs[0];
	uint32_t index = signed_tx->created[0].index;
	cr_assert(!sn_wallet_add_image(t.h.w, &s.result.txs[0].outputs[index].key,
				       &signed_tx->created[0].image));

	struct sn_unsigned_set second = cold_set(1);
	struct sn_unsigned_tx *tx = &second.txs[0];
	struct sn_owned_output owned[SN_TX_OUTPUTS_MAX];
	cr_assert_eq(cold_receive(owned, &t.alice, &s.result.txs[0]), 1);
	cold_spend_amount(tx, &t.alice, 5); /* the ring contains it */
	tx->inputs[0].tx_key = owned[0].tx_key;
	tx->inputs[0].index = index;
	tx->inputs[0].amount = owned[0].amount;
	tx->inputs[0].ring[7] = (struct sn_ring_member){owned[0].key, owned[0].commitment};
	cold_pay(tx, cold_address(&t.bob, 0, 0), 77);
	cold_change(tx, 0, 0);
	struct cold_result result = cold_sign(&t.alice, &second);

	add_tx(0, &s.result, 0);
	add_tx(0, &result, 0);
	make_chain(1, 0);
	scan(0);
	cr_assert(t.result.received == 2 && t.result.spent == 2);
	cr_assert(t.h.w->n_outputs == 3 && t.h.w->outputs[1].is_spent && !t.h.w->outputs[2].is_spent);
	cold_result_free(&result);
	cold_free(&second);
	free_spending(&s);
}

/* A master wallet computes the same key images as its signer. */
Test(hot_scan, master_wallet)
{
	struct sn_wallet *watch = t.h.w;
	struct sn_subaddress_index to[] = {{0, 0}, {0, 7}, {2, 5}};
	char path[sizeof t.h.path + 8];
	snprintf(path, sizeof path, "%s.master", t.h.path);
	cr_assert(!sn_wallet_create(path, SN_ROLE_MASTER, &t.alice, 0, HOT_PASSWORD, SN_KDF_TEST, &t.err));
	cr_assert(!sn_wallet_open(&t.h.w, path, SN_WALLET_WRITE, HOT_PASSWORD, NULL, &t.err), "%s",
		  t.err.text);
	struct cold_result payments[3];
	for (size_t i = 0; i < 3; i++) {
		payments[i] = pay(cold_address(&t.alice, to[i].major, to[i].minor), 1000 + i);
		add_tx(i, &payments[i], 0);
	}
	make_chain(3, 1 << 1);
	scan(0);
	cr_assert(t.h.w->n_outputs == 4 && t.h.w->n_images == 4);
	for (size_t i = 0; i < 4; i++) {
		const struct sn_wallet_output *o = &t.h.w->outputs[i];
		struct sn_unsigned_input in = {0};
		struct sn_opened_input opened;
		struct cold_output made = {o->subaddress, o->amount, o->mask_kind, o->index};
		cold_make_input(&in, &t.alice, &made);
		in.tx_key = o->tx_key;
		sn_commit(&in.ring[7].commitment, &o->mask, o->amount);
		in.ring[7].key = o->key;
		cr_assert(!sn_input_open(&opened, &t.alice, &in, &t.err), "%s", t.err.text);
		const struct sn_point *image = sn_wallet_image_of(t.h.w, o);
		cr_assert(image && sn_point_is_equal(image, &opened.image));
		cr_assert_eq(sn_wallet_find_image(t.h.w, &opened.image), i);
		cr_assert(i == 0 || !sn_point_is_equal(image, sn_wallet_image_of(t.h.w, o - 1)));
	}
	for (size_t i = 0; i < 3; i++)
		cold_result_free(&payments[i]);
	sn_wallet_close(t.h.w);
	unlink(path);
	t.h.w = watch;
}

Test(hot_scan, payment_is_settled)
{
	static const enum sn_payment_state after[] = {SN_PAYMENT_CONFIRMED, SN_PAYMENT_RELEASED,
						      SN_PAYMENT_RELEASED};
	struct spending s[3];
	uint64_t ids[3];
	struct sn_hash hash, other = hot_hash(1);
	for (size_t i = 0; i < 3; i++) {
		make_spending(&s[i], 1000 + i);
		ids[i] = hot_pay(&t.h, SN_PAYMENT_PREPARED, &s[i].output, 1, 1000 + i, COLD_FEE, 1);
		add_tx(0, &s[i].result, 0);
	}
	/* ours; submitted as another transaction; not submitted */
	cr_assert(!sn_tx_hash(&hash, &s[0].result.txs[0]));
	cr_assert(!sn_wallet_set_payment(t.h.w, ids[0], SN_PAYMENT_SUBMITTED, &hash, 0));
	cr_assert(!sn_wallet_set_payment(t.h.w, ids[1], SN_PAYMENT_SUBMITTED, &other, 0));
	make_chain(1, 0);
	scan(0);
	cr_assert_eq(t.result.spent, 3);
	for (size_t i = 0; i < 3; i++) {
		const struct sn_wallet_payment *p = sn_wallet_find_payment(t.h.w, ids[i]);
		cr_assert_eq(p->state, after[i], "payment %zu: %d", i, p->state);
		cr_assert(t.h.w->outputs[s[i].output].is_spent);
		free_spending(&s[i]);
	}
	cr_assert_eq(sn_wallet_find_payment(t.h.w, ids[0])->height, 1);
}

/* The key image of the input is unknown: the hash suffices, in any state of the payment. */
Test(hot_scan, payment_is_known_by_its_hash)
{
	static const enum sn_payment_state before[] = {SN_PAYMENT_SUBMITTED, SN_PAYMENT_RELEASED,
						       SN_PAYMENT_PREPARED};
	struct cold_result payments[3];
	struct sn_unsigned_set sets[3];
	size_t outputs[3], stranger = hot_add_amount(&t.h, COLD_XMR, 0);
	uint64_t ids[3], rival;
	for (size_t i = 0; i < 3; i++) {
		sets[i] = cold_set(1);
		cold_spend_amount(&sets[i].txs[0], &t.alice, COLD_XMR);
		cold_pay(&sets[i].txs[0], cold_address(&t.bob, 0, 0), 1000);
		cold_change(&sets[i].txs[0], 0, 0);
		payments[i] = cold_sign(&t.alice, &sets[i]);
		struct sn_wallet_output o = hot_output(&t.h, COLD_XMR, 0);
		struct sn_hash hash;
		o.key = payments[i].set.txs[0].spent[0];
		outputs[i] = hot_add(&t.h, &o);
		cr_assert(!sn_tx_hash(&hash, &payments[i].txs[0]));
		ids[i] = hot_pay(&t.h, SN_PAYMENT_PREPARED, &outputs[i], 1, 1000, COLD_FEE,
				 COLD_XMR - 1000 - COLD_FEE);
		cr_assert(!sn_wallet_set_payment(t.h.w, ids[i], before[i], &hash, 0));
		add_tx(1, &payments[i], 0);
	}
	size_t both[] = {outputs[1], stranger};
	rival = hot_pay(&t.h, SN_PAYMENT_PREPARED, both, 2, 1, 1, 1);
	make_chain(3, 0);
	scan(0);
	cr_assert(t.result.spent == 3 && t.result.received == 3 && t.h.w->n_images == 0);
	struct sn_balance b;
	sn_balance(&b, t.h.w, -1, 0);
	cr_assert_eq(b.total, COLD_XMR + 3 * (COLD_XMR - 1000 - COLD_FEE));
	cr_assert(b.pending_in == 0 && b.pending_out == 0);
	for (size_t i = 0; i < 3; i++) {
		const struct sn_wallet_payment *p = sn_wallet_find_payment(t.h.w, ids[i]);
		const struct sn_wallet_output *o = &t.h.w->outputs[outputs[i]];
		cr_assert(p->state == SN_PAYMENT_CONFIRMED && p->height == 2);
		cr_assert(o->is_spent && o->spent_height == 2 &&
			  sn_hash_is_equal(sn_wallet_spent_by(t.h.w, o), &p->tx_hash));
		/* A released one may have been paid again. */
		cr_assert_eq(p->is_doubtful, before[i] == SN_PAYMENT_RELEASED);
	}
	cr_assert_eq(sn_wallet_find_payment(t.h.w, rival)->state, SN_PAYMENT_RELEASED);

	/* The block is removed. */
	cr_assert(!sn_wallet_rollback(t.h.w, 2));
	sn_balance(&b, t.h.w, -1, 0);
	cr_assert(b.total == COLD_XMR + 3 * (COLD_XMR - 1000 - COLD_FEE) &&
		  b.pending_out == 3 * (1000 + COLD_FEE));
	for (size_t i = 0; i < 3; i++) {
		cr_assert_eq(sn_wallet_find_payment(t.h.w, ids[i])->state, SN_PAYMENT_SUBMITTED);
		cr_assert(!t.h.w->outputs[outputs[i]].is_spent);
		cold_result_free(&payments[i]);
		cold_free(&sets[i]);
	}
}
