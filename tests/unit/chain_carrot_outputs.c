#include "chain/carrot_outputs.h"
#include "chain/carrot_scan.h"
#include "carrot_wallets.h"
#include "chain/fcmp_rules.h"
#include "chain/fcmp_size.h"
#include "chain/transaction.h"
#include "crypto/scalar.h"
#include "crypto_helpers.h"

#include <stdio.h>
#include <stdlib.h>

static const struct sn_subaddress_index primary = {0, 0};

/* ------------------------------------------------------------------ transactions of the vectors */

struct expected {
	const char *name;
	size_t n_payments, n_self_sends, n_inputs;
	struct {
		const char *account;
		struct sn_subaddress_index to;
	} payments[2];
	struct sn_carrot_self_send self_sends[2]; /* without amounts and secrets */
};

static const struct expected vectors[] = {
	{"tx1", 1, 1, 1, {{"rcv", {0, 0}}}, {{.type = SN_CARROT_CHANGE}}},
	{"tx2", 2, 1, 3, {{"rcv", {2, 3}}, {"rcv", {0, 0}}}, {{.to = {1, 0}, .type = SN_CARROT_CHANGE}}},
	{"tx3", 0, 2, 1, {{0}}, {{.to = {0, 1}, .type = SN_CARROT_PAYMENT}, {.type = SN_CARROT_CHANGE}}},
	{"tx4", 1, 1, 1, {{"rcv", {0, 0}}}, {{.type = SN_CARROT_CHANGE}}},
};

struct drawn {
	struct sn_carrot_payment payments[2];
	struct sn_carrot_self_send self_sends[2];
	struct sn_carrot_plan plan;
	struct sn_point images[3]; /* descending */
};

/* The amount of the output with this anchor; of the k-th self-send if there is none. */
static uint64_t amount_of(const char *name, size_t n, const struct sn_carrot_anchor *anchor)
{
	char output[64];
	for (size_t i = 0; i < n; i++) {
		struct sn_carrot_anchor a;
		carrot_value(&a, "%s.out.%zu.anchor", name, i);
		snprintf(output, sizeof output, "%s.out.%zu", name, i);
		if (!memcmp(&a, anchor, sizeof a))
			return carrot_u64(output, "a");
	}
	cr_assert_fail("%s has no such anchor", name);
	return 0;
}

static void draw(struct drawn *d, const struct expected *v)
{
	const size_t n = v->n_payments + v->n_self_sends;
	static const uint64_t amounts_tx3[2] = {1000000000, 0};
	*d = (struct drawn){.plan = {.payments = d->payments,
				     .n_payments = v->n_payments,
				     .self_sends = d->self_sends,
				     .n_self_sends = v->n_self_sends}};
	uint64_t paid = 0, all = 0;
	char name[64];
	for (size_t i = 0; i < n; i++) {
		snprintf(name, sizeof name, "%s.out.%zu", v->name, i);
		all += carrot_u64(name, "a");
	}
	for (size_t i = 0; i < v->n_payments; i++) {
		struct sn_carrot_payment *p = &d->payments[i];
		p->to = carrot_address(v->payments[i].account, v->payments[i].to);
		carrot_value(&p->anchor, "%s.anchor.%zu", v->name, i);
		p->amount = amount_of(v->name, n, &p->anchor);
		paid += p->amount;
	}
	if (!strcmp(v->name,
		    "tx1")) { /* its recipient has an integrated address: the unsigned bytes have the ID */
		size_t len;
		uint8_t *bytes = named_vector_all(&len, CARROT, "tx1.unsigned");
		d->payments[0].to.kind = SN_ADDRESS_INTEGRATED;
		for (size_t at = 0; at + 40 <= len; at++)
			if (!memcmp(bytes + at, d->payments[0].to.view.b, 32))
				memcpy(d->payments[0].to.payment_id, bytes + at + 32, 8);
		free(bytes);
	}
	for (size_t i = 0; i < v->n_self_sends; i++) {
		struct sn_carrot_self_send *s = &d->self_sends[i];
		*s = v->self_sends[i];
		s->has_ephemeral_secret = !(n == 2 && i + 1 == v->n_self_sends);
		carrot_value(&s->ephemeral_secret, "%s.d_e.%zu", v->name, i);
		s->amount = v->n_self_sends == 1 ? all - paid : i ? all - amounts_tx3[0] : amounts_tx3[0];
	}
	uint8_t order[3];
	named_vector(order, v->n_inputs, CARROT, "%s.order", v->name);
	for (size_t i = 0; i < v->n_inputs; i++)
		carrot_value(&d->images[i], "%s.in.%u.L", v->name, order[i]);
	d->plan.first_image = d->images[0];
	named_vector(d->plan.dummy_payment_id, 8, CARROT, "%s.dummy_pid", v->name);
}

static void expect_written(const struct sn_buf *b, const char *name, const char *part)
{
	size_t len;
	uint8_t *want = named_vector_all(&len, CARROT, "%s.%s", name, part);
	cr_assert_eq(b->len, len, "%s.%s: %zu bytes", name, part, b->len);
	cr_assert(!memcmp(b->data, want, len), "%s.%s", name, part);
	free(want);
}

static void expect_made(const struct sn_carrot_made *made, const char *name, size_t i)
{
	struct sn_scalar mask;
	struct sn_carrot_anchor anchor;
	struct sn_x25519 key;
	char output[64];
	snprintf(output, sizeof output, "%s.out.%zu", name, i);
	carrot_value(&mask, "%s.k_a", output);
	carrot_value(&anchor, "%s.anchor", output);
	carrot_value(&key, "%s.D_e", output);
	cr_assert(!memcmp(made->mask.b, mask.b, 32), "%s", output);
	cr_assert_arr_eq(made->anchor.b, anchor.b, 16);
	cr_assert_arr_eq(made->ephemeral_key.b, key.b, 32);
	cr_assert_eq(made->amount, carrot_u64(output, "a"));
}

Test(chain_carrot_outputs, transactions_of_the_vectors_are_made)
{
	struct sn_account account = carrot_account("snd"), watch;
	sn_account_watch_only(&watch, &account);
	for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) {
		const struct expected *v = &vectors[k];
		struct drawn d;
		struct sn_carrot_outputs outputs;
		struct sn_tx tx;
		struct sn_buf extra = {0}, part = {0};
		struct sn_hash m, want;
		uint64_t weight;
		draw(&d, v);
		cr_assert_eq(sn_carrot_outputs_make(&outputs, &d.plan, &watch, NULL), SN_OK, "%s", v->name);
		cr_assert_eq(outputs.n, v->n_payments + v->n_self_sends);
		for (size_t i = 0; i < outputs.n; i++)
			expect_made(&outputs.made[i], v->name, i);
		carrot_build(&tx, &extra, &outputs, d.images, v->n_inputs, carrot_u64(v->name, "fee"));
		expect_written(&extra, v->name, "extra");
		sn_tx_write_prefix(&part, &tx);
		expect_written(&part, v->name, "prefix");
		sn_buf_clear(&part);
		sn_tx_write_base(&part, &tx);
		expect_written(&part, v->name, "base");
		cr_assert_eq(sn_tx_signable_hash(&m, &tx), SN_OK);
		carrot_value(&want, "%s.m", v->name);
		cr_assert_arr_eq(m.b, want.b, 32);
		cr_assert_eq(sn_fcmp_check_rules(&tx, NULL), SN_OK);
		cr_assert_eq(sn_fcmp_weight(&weight, tx.n_inputs, tx.n_outputs, tx.extra_len), SN_OK);
		cr_assert_eq(weight, carrot_u64(v->name, "weight"));
		cr_assert_eq(weight * 20000, tx.fee);
		sn_buf_free(&part);
		sn_buf_free(&extra);
		sn_tx_free(&tx);
	}
}

/* Whichever comes first, and whichever has the secret: D_e belongs to the address of the payment. */
Test(chain_carrot_outputs, two_self_sends_have_the_ephemeral_key_of_the_payment)
{
	struct carrot_world w;
	static struct carrot_set s;
	struct sn_carrot_outputs outputs;
	carrot_new_world(&w, "two self-sends");
	for (int way = 0; way < 4; way++) {
		const size_t payment = way & 1, secret = way >> 1;
		struct sn_address to;
		struct sn_x25519 key;
		do
			carrot_random_set(&s, &w, 2);
		while (s.plan.n_payments);
		s.self_sends[payment].type = SN_CARROT_PAYMENT;
		s.self_sends[!payment].type = SN_CARROT_CHANGE;
		s.self_sends[0].to = (struct sn_subaddress_index){1, 2};
		s.self_sends[1].to = (struct sn_subaddress_index){2, 1};
		s.self_sends[secret].has_ephemeral_secret = true;
		s.self_sends[!secret].has_ephemeral_secret = false;
		sn_account_address(&to, &w.account[0], s.self_sends[payment].to);
		cr_assert_eq(sn_carrot_ephemeral_key(&key, &s.self_sends[secret].ephemeral_secret, &to.spend,
						     true),
			     SN_OK);
		cr_assert_eq(sn_carrot_outputs_make(&outputs, &s.plan, &w.account[0], NULL), SN_OK);
		for (size_t i = 0; i < 2; i++)
			cr_assert_arr_eq(outputs.made[i].ephemeral_key.b, key.b, 32);
	}
	carrot_free_world(&w);
}

/* ------------------------------------------------------------------ refused sets */

static void refused(struct carrot_world *w, const struct carrot_set *s, const char *why)
{
	static const struct sn_carrot_outputs none;
	struct sn_carrot_outputs outputs;
	struct sn_error err = {0};
	cr_assert_eq(sn_carrot_outputs_make(&outputs, &s->plan, &w->account[0], &err), SN_BAD_INPUT, "%s",
		     why);
	cr_assert(!memcmp(&outputs, &none, sizeof none), "%s", why);
	cr_assert(*err.text, "%s", why);
}

/* A set of these numbers of payments and self-sends that is accepted. */
static void good(struct carrot_set *s, struct carrot_world *w, size_t n_payments, size_t n_self_sends)
{
	struct sn_carrot_outputs outputs;
	do
		carrot_random_set(s, w, n_payments + n_self_sends);
	while (s->plan.n_payments != n_payments);
	s->plan.payments = s->payments;
	cr_assert_eq(sn_carrot_outputs_make(&outputs, &s->plan, &w->account[0], NULL), SN_OK);
}

/* What a recipient opens who knows the sender's primary address: the s_sr of a self-send, with his d_e. */
static size_t count_seen_by_recipient(struct carrot_world *w, const struct carrot_set *s, struct sn_tx *tx)
{
	struct sn_carrot_owned owned[SN_TX_OUTPUTS_MAX], seen;
	struct sn_address sender;
	struct sn_x25519 shared, keys[SN_TX_OUTPUTS_MAX];
	struct sn_scalar d_e;
	size_t n_owned, n = 0;
	const size_t payee = s->payee[0], n_keys = sn_carrot_scan_keys(keys, SN_TX_OUTPUTS_MAX, tx);
	sn_account_address(&sender, &w->account[0], primary);
	cr_assert(!sn_carrot_scan_tx(owned, &n_owned, tx, &w->account[payee], &w->table[payee]));
	cr_assert_eq(n_owned, 1);
	sn_carrot_ephemeral_secret(&d_e, &owned->anchor, &owned->context, &owned->spend, owned->payment_id);
	cr_assert(!sn_carrot_shared_secret(&shared, &d_e, &sender.view));
	for (size_t i = 0; i < tx->n_outputs; i++) {
		const struct sn_carrot_source from = {.output = &tx->outputs[i],
						      .ephemeral_key = keys[n_keys > 1 ? i : 0],
						      .context = owned->context};
		if (!sn_carrot_open(&seen, &from, &shared, &sender.spend))
			continue;
		cr_assert(sn_point_is_equal(&seen.spend, &sender.spend) && seen.type == SN_CARROT_CHANGE);
		cr_assert_eq(seen.amount, s->self_sends[0].amount);
		n++;
	}
	return n;
}

/* A limit of the scheme, not of the code: the header says what it means. */
Test(chain_carrot_outputs, a_recipient_who_knows_the_sender_sees_the_change_of_two_outputs)
{
	struct carrot_world w;
	static struct carrot_set s;
	carrot_new_world(&w, "recipient");
	for (size_t n_self = 1; n_self <= 2; n_self++) {
		struct sn_carrot_outputs outputs;
		struct sn_tx tx;
		struct sn_buf extra = {0};
		struct sn_error err = {0};
		bool has_integrated = true;
		const struct sn_point image = w.account[1].spend_public;
		s = (struct carrot_set){.plan = {.payments = s.payments,
						 .n_payments = 1,
						 .self_sends = s.self_sends,
						 .n_self_sends = n_self,
						 .first_image = image}};
		carrot_random_payment(&s, &w, 0, &has_integrated);
		s.payee[0] = 1;
		sn_account_address(&s.payments[0].to, &w.account[1], primary);
		for (size_t i = 0; i < n_self; i++) {
			s.self_sends[i] = (struct sn_carrot_self_send){.amount = 5 + i,
								       .type = SN_CARROT_CHANGE,
								       .has_ephemeral_secret = n_self > 1};
			sn_random_scalar(&w.random, &s.self_sends[i].ephemeral_secret);
		}
		cr_assert(!sn_carrot_outputs_make(&outputs, &s.plan, &w.account[0], &err), "%s", err.text);
		carrot_build(&tx, &extra, &outputs, &image, 1, 1);
		cr_assert_eq(count_seen_by_recipient(&w, &s, &tx), n_self == 1);
		sn_tx_free(&tx);
		sn_buf_free(&extra);
	}
	carrot_free_world(&w);
}

Test(chain_carrot_outputs, numbers_of_outputs_are_checked)
{
	struct carrot_world w;
	static struct carrot_set s;
	carrot_new_world(&w, "numbers");
	good(&s, &w, 1, 1);
	s.plan.n_self_sends = 0;
	refused(&w, &s, "one output");
	s.plan.n_payments = 0;
	refused(&w, &s, "no output");
	good(&s, &w, 3, 1);
	s.plan.n_self_sends = 0;
	refused(&w, &s, "no self-send");
	good(&s, &w, 8, 8);
	s.plan.n_payments = 9;
	carrot_random_payment(&s, &w, 8, &(bool){true});
	refused(&w, &s, "17 outputs");
	s.plan.n_payments = SIZE_MAX;
	refused(&w, &s, "a sum that overflows");
	carrot_free_world(&w);
}

Test(chain_carrot_outputs, anchors_and_addresses_are_checked)
{
	struct carrot_world w;
	static struct carrot_set s;
	carrot_new_world(&w, "anchors");
	good(&s, &w, 3, 1);
	s.payments[2].anchor = s.payments[0].anchor;
	refused(&w, &s, "an anchor twice");
	s.payments[2].anchor = (struct sn_carrot_anchor){{0}};
	refused(&w, &s, "no anchor");
	good(&s, &w, 3, 1);
	s.payments[1].to.view = point_from_hex(torsion_hex[1]);
	refused(&w, &s, "small order");
	good(&s, &w, 2, 1);
	for (int i = 0; i < 2; i++) {
		sn_account_address(&s.payments[i].to, &w.account[1], primary);
		s.payments[i].to.kind = SN_ADDRESS_INTEGRATED;
		s.payments[i].to.payment_id[0] = 1;
	}
	refused(&w, &s, "two payment IDs");
	carrot_free_world(&w);
}

Test(chain_carrot_outputs, self_sends_are_checked)
{
	struct carrot_world w;
	static struct carrot_set s;
	carrot_new_world(&w, "self-sends");
	good(&s, &w, 1, 1);
	s.self_sends[0].has_ephemeral_secret = true;
	refused(&w, &s, "one payment: the self-send has a secret");
	good(&s, &w, 0, 2);
	s.self_sends[0].type = s.self_sends[1].type;
	refused(&w, &s, "two of one type");
	good(&s, &w, 0, 2);
	s.self_sends[0].has_ephemeral_secret = s.self_sends[1].has_ephemeral_secret = true;
	refused(&w, &s, "two secrets");
	s.self_sends[0].has_ephemeral_secret = s.self_sends[1].has_ephemeral_secret = false;
	refused(&w, &s, "no secret");
	good(&s, &w, 2, 1);
	s.self_sends[0].has_ephemeral_secret = false;
	refused(&w, &s, "three outputs: no secret");
	good(&s, &w, 2, 1);
	s.self_sends[0].ephemeral_secret = sn_scalar_zero;
	refused(&w, &s, "a secret of zero");
	s.self_sends[0].to = (struct sn_subaddress_index){1, 1};
	refused(&w, &s, "a secret of zero for a subaddress");
	good(&s, &w, 1, 2);
	s.self_sends[1].to = s.self_sends[0].to;
	s.self_sends[1].ephemeral_secret = s.self_sends[0].ephemeral_secret;
	refused(&w, &s, "the same ephemeral key twice");
	good(&s, &w, 1, 2);
	s.self_sends[1].type = (enum sn_carrot_type)2;
	refused(&w, &s, "a type that does not exist");
	carrot_free_world(&w);
}

/* A payment of the sender to himself, and a self-send of the same amount and type to the same address, would
 * have the same keys. */
Test(chain_carrot_outputs, equal_outputs_are_refused)
{
	struct carrot_world w;
	static struct carrot_set s;
	struct sn_carrot_outputs outputs;
	carrot_new_world(&w, "equal");
	good(&s, &w, 1, 1);
	sn_account_address(&s.payments[0].to, &w.account[0], primary);
	s.self_sends[0].to = primary;
	s.self_sends[0].amount = s.payments[0].amount;
	s.self_sends[0].type = SN_CARROT_PAYMENT;
	refused(&w, &s, "equal outputs");
	s.self_sends[0].type = SN_CARROT_CHANGE;
	cr_assert_eq(sn_carrot_outputs_make(&outputs, &s.plan, &w.account[0], NULL), SN_OK);
	carrot_free_world(&w);
}
