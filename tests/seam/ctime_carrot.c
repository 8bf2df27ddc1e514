/* Carrot enotes: scanned with the view secret, made with anchors and ephemeral secrets, spent. */
#include "ctime.h"

#include "chain/carrot_outputs.h"
#include "chain/carrot_scan.h"
#include "chain/spend_keys.h"

#include <string.h>

enum { PAYMENTS = 2, SELF_SENDS = 2 };

/* The account is the sender, and the receiver of all payments: the primary address with a payment ID, and a
 * subaddress. */
struct set {
	struct sn_carrot_payment payments[PAYMENTS];
	struct sn_carrot_self_send self_sends[SELF_SENDS];
	struct sn_carrot_plan plan;
	struct sn_carrot_outputs outputs;
};

static struct sn_account plain_account(void)
{
	struct sn_account account = secret_account();
	SN_PUBLIC(&account, sizeof account);
	return account;
}

static void plan(struct set *s, const struct sn_account *account, size_t n_payments, size_t n_self_sends)
{
	static const struct sn_subaddress_index at[] = {{0, 0}, {1, 2}};
	*s = (struct set){.plan = {.payments = s->payments,
				   .self_sends = s->self_sends,
				   .n_payments = n_payments,
				   .n_self_sends = n_self_sends,
				   .first_image = point("L"),
				   .dummy_payment_id = "dummyid"}};
	for (size_t i = 0; i < PAYMENTS; i++) {
		sn_account_address(&s->payments[i].to, account, at[i]);
		s->payments[i].amount = 123 + i;
		memcpy(s->payments[i].anchor.b, number(i ? "anchor 1" : "anchor 0").b, 16);
		SN_SECRET(&s->payments[i].anchor, sizeof s->payments[i].anchor);
	}
	s->payments[0].to.kind = SN_ADDRESS_INTEGRATED;
	memcpy(s->payments[0].to.payment_id, "12345678", 8);
	for (size_t i = 0; i < SELF_SENDS; i++)
		s->self_sends[i] = (struct sn_carrot_self_send){
			.to = at[1 - i],
			.amount = 7 * i,
			.type = i ? SN_CARROT_CHANGE : SN_CARROT_PAYMENT,
			.has_ephemeral_secret = n_payments + n_self_sends > 2 || (!n_payments && !i),
			.ephemeral_secret = secret_number(i ? "d_e 1" : "d_e 0")};
}

/* One payment and change; two self-sends; all four. */
static void make(void)
{
	static const size_t numbers[][2] = {{1, 1}, {0, 2}, {2, 2}};
	struct sn_account account = plain_account();
	static struct set s;
	SN_SECRET(&account.spend_secret, sizeof account.spend_secret);
	SN_SECRET(&account.view_secret, sizeof account.view_secret);
	for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
		struct sn_buf extra = {0};
		plan(&s, &account, numbers[k][0], numbers[k][1]);
		expect(!sn_carrot_outputs_make(&s.outputs, &s.plan, &account, NULL),
		       "the outputs are refused");
		expect(s.outputs.n == numbers[k][0] + numbers[k][1], "the number of outputs");
		for (size_t i = 0; i < s.outputs.n; i++) {
			const struct sn_carrot_made *made = &s.outputs.made[i];
			expect_secret(&made->mask, sizeof made->mask, "the mask");
			expect_secret(&made->anchor, sizeof made->anchor, "the anchor");
			expect_secret(&made->extensions, sizeof made->extensions, "the extensions");
		}
		sn_carrot_outputs_write_extra(&extra, &s.outputs);
		expect(!extra.failed && extra.len == sn_carrot_extra_size(s.outputs.n), "the extra field");
		sn_buf_free(&extra);
	}
}

static void make_coinbase(void)
{
	struct sn_account account = plain_account();
	struct sn_address to;
	struct sn_carrot_anchor anchor = {{1, 2, 3}};
	struct sn_carrot_made made;
	sn_account_address(&to, &account, (struct sn_subaddress_index){0, 0});
	SN_SECRET(&anchor, sizeof anchor);
	expect(!sn_carrot_make_coinbase(&made, &to, 600000000000, &anchor, 3700123), "coinbase");
	expect_secret(&made.extensions, sizeof made.extensions, "the extensions");
}

/* A transaction to ourselves, scanned with a view secret that is marked. */
static void scan(void)
{
	struct sn_account account = plain_account();
	struct sn_subaddress_table table;
	static struct set s;
	static struct sn_carrot_owned owned[PAYMENTS + SELF_SENDS];
	struct sn_tx tx;
	struct sn_buf extra = {0};
	size_t n;
	plan(&s, &account, PAYMENTS, SELF_SENDS);
	SN_PUBLIC(&s, sizeof s);
	expect(!sn_subaddress_table_init(&table, &account, 2, 3), "memory");
	expect(!sn_carrot_outputs_make(&s.outputs, &s.plan, &account, NULL), "the outputs are refused");
	SN_PUBLIC(&s, sizeof s);
	expect(!sn_tx_init_fcmp(&tx, 1, s.outputs.n), "memory");
	tx.inputs[0].key_image = s.plan.first_image;
	sn_carrot_outputs_fill(&tx, &s.outputs);
	sn_carrot_outputs_write_extra(&extra, &s.outputs);
	tx.extra = extra.data;
	tx.extra_len = extra.len;

	SN_SECRET(&account.spend_secret, sizeof account.spend_secret);
	SN_SECRET(&account.view_secret, sizeof account.view_secret);
	expect(!sn_carrot_scan_tx(owned, &n, &tx, &account, &table), "memory");
	expect(n == s.outputs.n, "an output is not found");
	for (size_t i = 0; i < n; i++) {
		struct sn_spend_keys keys;
		expect_secret(&owned[i].mask, sizeof owned[i].mask, "the mask");
		expect_secret(&owned[i].amount, sizeof owned[i].amount, "the amount");
		expect_secret(&owned[i].anchor, sizeof owned[i].anchor, "the anchor");
		sn_spend_keys_carrot(&keys, &account, owned[i].subaddress, &owned[i].extensions);
		expect_secret(&keys, sizeof keys, "the keys that spend");
		expect(!sn_spend_keys_check(&keys, &owned[i].key), "the keys spend the output");
	}
	sn_tx_free(&tx);
	sn_buf_free(&extra);
	sn_subaddress_table_free(&table);
}

const struct section ctime_carrot[] = {
	{"carrot-make", make},
	{"carrot-coinbase", make_coinbase},
	{"carrot-scan", scan},
	{NULL, NULL},
};
