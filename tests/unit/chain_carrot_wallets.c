/* Senders and receivers of Carrot outputs: each wallet finds its outputs, and no others. */
#include "carrot_wallets.h"
#include "chain/extra.h"
#include "chain/fcmp_rules.h"
#include "chain/output.h"
#include "chain/spend_keys.h"
#include "chain/transaction.h"
#include "crypto/derive.h"
#include "crypto/scalar.h"
#include "kernel/derivations.h"
#include "ringct/commitment.h"

#include <stdlib.h>

static const struct sn_subaddress_index primary = {0, 0};

/* What the wallet finds is output `origin` of the set. */
static void expect_found(const struct sn_carrot_owned *o, const struct carrot_set *s,
			 const struct sn_carrot_made *made, size_t origin, const struct sn_account *account)
{
	const uint8_t none[8] = {0}, *id = none;
	struct sn_spend_keys keys;
	struct sn_point c;
	cr_assert_eq(o->amount, made->amount);
	cr_assert_arr_eq(o->key.b, made->output.key.b, 32);
	cr_assert_arr_eq(o->mask.b, made->mask.b, 32);
	cr_assert_arr_eq(o->anchor.b, made->anchor.b, 16);
	cr_assert(!memcmp(&o->extensions, &made->extensions, sizeof made->extensions));
	sn_commit(&c, &o->mask, o->amount);
	cr_assert_arr_eq(c.b, o->commitment.b, 32);
	if (origin < s->plan.n_payments) {
		const struct sn_address *to = &s->payments[origin].to;
		cr_assert_eq(o->kind, SN_CARROT_NORMAL);
		cr_assert_eq(o->type, SN_CARROT_PAYMENT);
		cr_assert(sn_subaddress_is_equal(o->subaddress, s->payee_index[origin]));
		id = to->payment_id;
	} else {
		const struct sn_carrot_self_send *self = &s->self_sends[origin - s->plan.n_payments];
		cr_assert_eq(o->kind, SN_CARROT_SPECIAL);
		cr_assert_eq(o->type, self->type);
		cr_assert(sn_subaddress_is_equal(o->subaddress, self->to));
	}
	cr_assert_arr_eq(o->payment_id, id, 8);
	cr_assert_eq(o->has_payment_id, memcmp(id, none, 8) != 0);
	sn_spend_keys_carrot(&keys, account, o->subaddress, &o->extensions);
	cr_assert_eq(sn_spend_keys_check(&keys, &o->key), SN_OK);
}

/* Each wallet finds its outputs and no others, in the transaction as it is on the chain. */
static void check_set(struct carrot_world *w, const struct carrot_set *s)
{
	struct sn_carrot_outputs outputs;
	struct sn_carrot_owned owned[SN_TX_OUTPUTS_MAX];
	struct sn_tx tx, back;
	struct sn_buf extra = {0}, bytes = {0};
	cr_assert_eq(sn_carrot_outputs_make(&outputs, &s->plan, &w->account[0], NULL), SN_OK);
	carrot_build(&tx, &extra, &outputs, &s->plan.first_image, 1, 30000000);
	cr_assert_eq(sn_fcmp_check_rules(&tx, NULL), SN_OK);
	sn_tx_write(&bytes, &tx);
	cr_assert_eq(sn_tx_parse(&back, bytes.data, bytes.len, true), SN_OK);
	for (size_t i = 0; i < CARROT_WALLETS; i++) {
		size_t n, at = 0;
		cr_assert_eq(sn_carrot_scan_tx(owned, &n, &back, &w->account[i], &w->table[i]), SN_OK);
		for (size_t j = 0; j < outputs.n; j++) {
			const size_t origin = outputs.origin[j];
			if ((origin < s->plan.n_payments ? s->payee[origin] : 0) != i)
				continue;
			cr_assert(at < n && owned[at].index == j, "wallet %zu does not find output %zu", i,
				  j);
			expect_found(&owned[at++], s, &outputs.made[j], origin, &w->account[i]);
		}
		cr_assert_eq(at, n, "wallet %zu finds an output of somebody else", i);
	}
	sn_tx_free(&tx);
	sn_tx_free(&back);
	sn_buf_free(&extra);
	sn_buf_free(&bytes);
}

/* SN_CARROT_OUTPUTS is the number of outputs. */
static size_t number_of_outputs(void)
{
	const char *text = getenv("SN_CARROT_OUTPUTS");
	return text ? strtoull(text, NULL, 10) : 400;
}

Test(chain_carrot_wallets, receivers_find_their_outputs_and_nobody_else_does)
{
	static struct carrot_set s;
	struct carrot_world w;
	carrot_new_world(&w, "carrot outputs");
	for (size_t n_made = 0; n_made < number_of_outputs();) {
		size_t n = sn_random_below(&w.random, 3) ? 2 + sn_random_below(&w.random, 3)
							 : 2 + sn_random_below(&w.random, 15);
		carrot_random_set(&s, &w, n);
		check_set(&w, &s);
		n_made += n;
	}
	carrot_free_world(&w);
}

/* The same for coinbase transactions, with as many outputs. */
Test(chain_carrot_wallets, miners_find_their_outputs)
{
	struct carrot_world w;
	carrot_new_world(&w, "carrot coinbase");
	for (size_t n_made = 0; n_made < number_of_outputs() / 4;) {
		struct sn_tx_input input = {.kind = SN_INPUT_COINBASE};
		struct sn_tx_output outs[8];
		struct sn_carrot_made made[8];
		struct sn_carrot_owned owned[8];
		struct sn_point keys[8];
		size_t payee[8], n = 1 + sn_random_below(&w.random, 8), found;
		struct sn_buf extra = {0}, bytes = {0};
		struct sn_tx tx = {
			.version = 2, .inputs = &input, .outputs = outs, .n_inputs = 1, .n_outputs = n};
		struct sn_tx back;
		sn_random_bytes(&w.random, &input.height, 3);
		tx.unlock_time = input.height + 60;
		for (size_t i = 0; i < n; i++) {
			struct sn_address to;
			struct sn_carrot_anchor anchor;
			payee[i] = sn_random_below(&w.random, CARROT_WALLETS);
			sn_random_bytes(&w.random, anchor.b, sizeof anchor.b);
			sn_account_address(&to, &w.account[payee[i]], primary);
			cr_assert_eq(sn_carrot_make_coinbase(&made[i], &to, carrot_random_amount(&w.random),
							     &anchor, input.height),
				     SN_OK);
			outs[i] = made[i].output;
			memcpy(keys[i].b, made[i].ephemeral_key.b, 32);
		}
		sn_extra_write(&extra, n == 1 ? keys : NULL, keys, n == 1 ? 0 : n, NULL);
		tx.extra = extra.data;
		tx.extra_len = extra.len;
		sn_tx_write(&bytes, &tx);
		cr_assert_eq(sn_tx_parse(&back, bytes.data, bytes.len, false), SN_OK);
		for (size_t i = 0; i < CARROT_WALLETS; i++) {
			size_t at = 0;
			cr_assert_eq(sn_carrot_scan_tx(owned, &found, &back, &w.account[i], &w.table[i]),
				     SN_OK);
			for (size_t j = 0; j < n; j++) {
				if (payee[j] != i)
					continue;
				cr_assert(at < found && owned[at].index == j);
				cr_assert_eq(owned[at].amount, made[j].amount);
				cr_assert(owned[at].is_coinbase);
				cr_assert_arr_eq(owned[at++].mask.b, sn_scalar_one.b, 32);
			}
			cr_assert_eq(at, found);
		}
		n_made += n;
		sn_tx_free(&back);
		sn_buf_free(&extra);
		sn_buf_free(&bytes);
	}
	carrot_free_world(&w);
}

/* ------------------------------------------------------------------ keys in the extra field */

/* A transaction of three outputs to the same wallet, with another extra field. */
static size_t n_found(struct carrot_world *w, struct sn_tx *tx, const struct sn_buf *extra)
{
	struct sn_carrot_owned owned[8];
	size_t n;
	tx->extra = extra->data;
	tx->extra_len = extra->len;
	cr_assert_eq(sn_carrot_scan_tx(owned, &n, tx, &w->account[0], &w->table[0]), SN_OK);
	return n;
}

Test(chain_carrot_wallets, the_extra_field_decides_which_key_belongs_to_which_output)
{
	struct carrot_world w;
	static struct carrot_set s;
	struct sn_carrot_outputs outputs;
	struct sn_tx tx;
	struct sn_buf extra = {0}, other = {0};
	struct sn_point keys[4];
	struct sn_x25519 listed[4];
	carrot_new_world(&w, "extra field");
	do
		carrot_random_set(&s, &w, 3);
	while (s.plan.n_self_sends != 3);
	cr_assert_eq(sn_carrot_outputs_make(&outputs, &s.plan, &w.account[0], NULL), SN_OK);
	carrot_build(&tx, &extra, &outputs, &s.plan.first_image, 1, 1);
	for (size_t i = 0; i < 3; i++)
		memcpy(keys[i].b, outputs.made[i].ephemeral_key.b, 32);
	keys[3] = keys[0];
	cr_assert_eq(n_found(&w, &tx, &extra), 3);
	cr_assert_eq(sn_carrot_scan_keys(listed, 4, &tx), 3);
	cr_assert(!memcmp(&listed[2], &keys[2], 32));
	cr_assert_eq(sn_carrot_scan_keys(listed, 1, &tx), 3);

	/* Another number of keys: none counts. */
	sn_extra_write(&other, NULL, keys, 2, NULL);
	cr_assert_eq(n_found(&w, &tx, &other), 0);
	cr_assert_eq(sn_carrot_scan_keys(listed, 4, &tx), 0);
	sn_buf_clear(&other);
	sn_extra_write(&other, NULL, keys, 4, NULL);
	cr_assert_eq(n_found(&w, &tx, &other), 0);
	/* No keys. */
	sn_buf_clear(&other);
	cr_assert_eq(n_found(&w, &tx, &other), 0);
	/* Keys of other outputs. */
	struct sn_point swapped[3] = {keys[1], keys[0], keys[2]};
	sn_extra_write(&other, NULL, swapped, 3, NULL);
	cr_assert_eq(n_found(&w, &tx, &other), 1);
	/* Field 01 serves for all outputs, and before field 04. */
	sn_buf_clear(&other);
	sn_extra_write(&other, &keys[1], keys, 3, NULL);
	cr_assert_eq(n_found(&w, &tx, &other), 1);
	/* Only the first field 01. */
	sn_buf_clear(&other);
	sn_extra_write(&other, &keys[1], NULL, 0, NULL);
	sn_extra_write(&other, &keys[0], NULL, 0, NULL);
	cr_assert_eq(n_found(&w, &tx, &other), 1);
	/* In a coinbase transaction, field 01 belongs to output 0. */
	sn_tx_free(&tx);
	struct sn_tx_input input = {.kind = SN_INPUT_COINBASE, .height = 5};
	struct sn_tx_output outs[2];
	struct sn_carrot_made made;
	struct sn_address to;
	sn_account_address(&to, &w.account[0], primary);
	struct sn_carrot_anchor anchor = {{9}};
	cr_assert_eq(sn_carrot_make_coinbase(&made, &to, 5, &anchor, 5), SN_OK);
	outs[0] = outs[1] = made.output;
	tx = (struct sn_tx){.version = 2, .inputs = &input, .outputs = outs, .n_inputs = 1, .n_outputs = 2};
	memcpy(keys[0].b, made.ephemeral_key.b, 32);
	keys[1] = keys[0];
	sn_buf_clear(&other);
	sn_extra_write(&other, &keys[0], NULL, 0, NULL);
	cr_assert_eq(n_found(&w, &tx, &other), 1);
	/* Twins: the scanner finds both, and its caller counts one. */
	sn_buf_clear(&other);
	sn_extra_write(&other, NULL, keys, 2, NULL);
	cr_assert_eq(n_found(&w, &tx, &other), 2);
	sn_buf_free(&extra);
	sn_buf_free(&other);
	carrot_free_world(&w);
}

/* An enote that opens, but is not ours, changes nothing for the others. */
Test(chain_carrot_wallets, refused_enotes_do_not_affect_the_others)
{
	static const struct sn_carrot_owned none;
	struct carrot_world w;
	static struct carrot_set s;
	struct sn_carrot_outputs outputs;
	static struct sn_carrot_owned owned[4];
	struct sn_x25519 shared[4];
	struct sn_tx tx;
	struct sn_buf extra = {0};
	carrot_new_world(&w, "others");
	do
		carrot_random_set(&s, &w, 4);
	while (s.plan.n_self_sends != 4);
	cr_assert_eq(sn_carrot_outputs_make(&outputs, &s.plan, &w.account[0], NULL), SN_OK);
	carrot_build(&tx, &extra, &outputs, &s.plan.first_image, 1, 1);
	cr_assert_eq(sn_carrot_scan_keys(shared, 4, &tx), 4);
	sn_x25519_many(shared, shared, 4, &w.account[0].view_secret);
	for (unsigned bad = 0; bad < 16; bad++) {
		for (size_t i = 0; i < 4; i++)
			tx.outputs[i].encrypted_anchor[0] ^= bad >> i & 1;
		size_t n = sn_carrot_scan_open(owned, &tx, shared, &w.account[0]), at = 0;
		cr_assert_eq(n, 4);
		n = sn_carrot_scan_select(owned, n, &w.account[0], &w.table[0]);
		for (size_t i = 0; i < 4; i++) {
			if (bad >> i & 1)
				tx.outputs[i].encrypted_anchor[0] ^= 1;
			else
				cr_assert(at < n && owned[at++].index == i, "%u: output %zu", bad, i);
		}
		cr_assert_eq(at, n);
		for (size_t i = n; i < 4; i++)
			cr_assert(!memcmp(&owned[i], &none, sizeof none));
	}
	sn_tx_free(&tx);
	sn_buf_free(&extra);
	carrot_free_world(&w);
}

/* The scanner for old outputs leaves such a transaction alone, although field 01 may encode a point. */
Test(chain_carrot_wallets, the_scanner_for_old_outputs_finds_nothing)
{
	struct carrot_world w;
	static struct carrot_set s;
	struct sn_carrot_outputs outputs;
	struct sn_owned_output owned[2];
	struct sn_tx tx;
	struct sn_buf extra = {0}, other = {0};
	struct sn_point derivation;
	uint64_t amount;
	uint8_t id[SN_PAYMENT_ID_BYTES];
	bool is_valid = true;
	size_t n;
	carrot_new_world(&w, "old scanner");
	carrot_random_set(&s, &w, 2);
	cr_assert_eq(sn_carrot_outputs_make(&outputs, &s.plan, &w.account[0], NULL), SN_OK);
	carrot_build(&tx, &extra, &outputs, &s.plan.first_image, 1, 1);
	sn_extra_write(&other, &sn_point_base, NULL, 0, (const uint8_t *)"12345678");
	tx.extra = other.data;
	tx.extra_len = other.len;
	cr_assert_eq(sn_output_scan_keys(NULL, 0, &tx), 0);
	cr_assert_eq(sn_output_scan_tx(owned, &n, &tx, &w.account[0], &w.table[0]), SN_OK);
	cr_assert_eq(n, 0);
	cr_assert_eq(sn_derive(&derivation, &sn_point_base, &w.account[0].view_secret), SN_OK);
	cr_assert(!sn_output_payment_id(id, &tx, &derivation, &is_valid));
	/* All of an old output but its kind. */
	struct sn_scalar shared, mask;
	struct sn_tx_output *out = &tx.outputs[0];
	cr_assert_eq(sn_derive_public_key(&out->key, &derivation, 0, &w.account[0].spend_public), SN_OK);
	sn_derivation_to_scalar(&shared, &derivation, 0);
	sn_commitment_mask(&mask, &shared);
	sn_commit(&out->commitment, &mask, 5);
	sn_amount_crypt8(out->encrypted_amount, (const uint8_t[8]){5}, &shared);
	cr_assert_eq(sn_output_scan(owned, &n, &tx, &derivation, &is_valid, &w.table[0]), SN_OK);
	cr_assert_eq(n, 0);
	cr_assert(!sn_output_received(&amount, &tx, 0, &derivation, &w.account[0].spend_public));
	sn_tx_free(&tx);
	sn_buf_free(&extra);
	sn_buf_free(&other);
	carrot_free_world(&w);
}
