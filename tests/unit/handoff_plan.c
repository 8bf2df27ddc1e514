#include "handoff/plan.h"

#include "handoff_sets.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

/* Plans of all shapes. The tests of cold/ check that finished transactions match their plans. */

static struct sn_account ours, theirs, others;
static struct sn_unsigned_input inputs[SN_TX_INPUTS_MAX];
static struct sn_unsigned_destination destinations[SN_TX_OUTPUTS_MAX + 1];
static struct sn_unsigned_tx tx;
static struct sn_tx_plan plan;

static void account_of(struct sn_account *account, uint8_t n)
{
	uint8_t seed[32] = {n};
	sn_account_from_seed(account, SN_MAINNET, seed);
}

static void set_up(void)
{
	cr_assert(sodium_init() >= 0);
	account_of(&ours, 1);
	account_of(&theirs, 2);
	account_of(&others, 3);
	tx = (struct sn_unsigned_tx){.inputs = inputs,
				     .n_inputs = 1,
				     .destinations = destinations,
				     .fee = 30000000,
				     .has_change = true};
	tx.change = 1;
	/* Every offset takes one byte. */
	for (size_t i = 0; i < SN_TX_INPUTS_MAX; i++) {
		inputs[i].n_ring = SN_RING_SIZE;
		for (size_t j = 0; j < SN_RING_SIZE; j++)
			inputs[i].global_index[j] = j + 1;
	}
}

TestSuite(handoff_plan, .init = set_up);

static void pay(const struct sn_account *account, uint32_t major, uint32_t minor, uint64_t amount)
{
	struct sn_unsigned_destination *d = &destinations[tx.n_destinations++];
	sn_account_address(&d->address, account, (struct sn_subaddress_index){major, minor});
	d->amount = amount;
}

static void pay_integrated(const struct sn_account *account, uint8_t id, uint64_t amount)
{
	pay(account, 0, 0, amount);
	destinations[tx.n_destinations - 1].address.kind = SN_ADDRESS_INTEGRATED;
	memset(destinations[tx.n_destinations - 1].address.payment_id, id, SN_PAYMENT_ID_BYTES);
}

static void make_plan(void)
{
	struct sn_error err = {0};
	cr_assert(!sn_tx_plan(&plan, &ours, &tx, &err), "%s", err.text);
}

static void expect_refused(const char *words)
{
	struct sn_error err = {0};
	cr_assert_eq(sn_tx_plan(&plan, &ours, &tx, &err), SN_REFUSED, "not refused: %s", words);
	cr_assert(strstr(err.text, words), "\"%s\" does not say \"%s\"", err.text, words);
}

static bool is_view_of(const struct sn_address *address, const struct sn_account *account)
{
	return address && sn_point_is_equal(&address->view, &account->view_public);
}

/* One standard recipient and change: the shape of almost every transaction. */
Test(handoff_plan, everyday_payment_has_two_outputs)
{
	pay(&theirs, 0, 0, 7);
	make_plan();
	cr_assert_eq(plan.n_outputs, 2);
	cr_assert(plan.outputs[0].kind == SN_PLANNED_DESTINATION && plan.outputs[0].amount == 7);
	cr_assert(sn_address_is_equal(&plan.outputs[0].address, &destinations[0].address));
	cr_assert(plan.outputs[1].kind == SN_PLANNED_CHANGE && plan.outputs[1].amount == 1);
	cr_assert(sn_point_is_equal(&plan.outputs[1].address.spend, &ours.spend_public));
	cr_assert(!plan.tx_key_for && !plan.has_additional_keys);
	cr_assert(plan.has_payment_id && is_view_of(plan.payment_id_for, &theirs));
	cr_assert(sodium_is_zero(plan.payment_id, sizeof plan.payment_id));
	cr_assert_eq(plan.extra_size, 44);
	/* Prefix 1 + 1 + 1 + (1 + 1 + 1 + 16 + 32) + 1 + 2·35 + 1 + 44, base 1 + 4 + 2·40,
	 * proof 1 + 1 + 32·(6 + 14), signature 32·18 + 32, and the number of proofs. */
	cr_assert_eq(plan.weight, 170 + 85 + 1 + 642 + 608);
}

Test(handoff_plan, weight_grows_with_inputs_and_outputs)
{
	pay(&theirs, 0, 0, 7);
	make_plan();
	size_t one = plan.weight;
	for (size_t n = 2; n <= 127; n++) {
		tx.n_inputs = n;
		make_plan();
		cr_assert_eq(plan.weight, one + (n - 1) * (51 + 608));
	}
	tx.n_inputs = 128; /* the number of inputs takes two bytes now */
	make_plan();
	cr_assert_eq(plan.weight, one + 127 * (51 + 608) + 1);

	/* Claw-back for 4, 8 and 16 padded outputs: 4/5 of what the proof saves, 320·n - 32·(6 + 2·rounds).
	 */
	static const struct {
		size_t padded, rounds, clawback;
	} proofs[] = {{4, 8, 460}, {8, 9, 1433}, {16, 10, 3430}}, *proof = proofs;
	tx.n_inputs = 1;
	for (size_t n = 3; n <= SN_TX_OUTPUTS_MAX; n++) {
		pay(&others, 0, 0, 1);
		make_plan();
		if (n > proof->padded)
			proof++;
		cr_assert_eq(plan.n_outputs, n);
		cr_assert_eq(plan.extra_size, 33);
		cr_assert_eq(plan.weight,
			     one - 11 + (n - 2) * 75 + 64 * (proof->rounds - 7) + proof->clawback,
			     "%zu outputs: %zu", n, plan.weight);
	}
}

Test(handoff_plan, weight_counts_every_varint)
{
	pay(&theirs, 0, 0, 7);
	make_plan();
	size_t before = plan.weight;
	tx.fee = 127;
	make_plan();
	cr_assert_eq(plan.weight, before - 3);
	tx.fee = UINT64_MAX;
	make_plan();
	cr_assert_eq(plan.weight, before + 6);
	tx.fee = 30000000;
	tx.unlock_time = 128;
	make_plan();
	cr_assert_eq(plan.weight, before + 1);
	tx.unlock_time = 0;
	/* Offsets are relative: the first counts whole, the others by their distance. */
	for (size_t j = 0; j < SN_RING_SIZE; j++)
		inputs[0].global_index[j] += 1ull << 28;
	make_plan();
	cr_assert_eq(plan.weight, before + 4);
	inputs[0].global_index[15] += 126;
	make_plan();
	cr_assert_eq(plan.weight, before + 4);
	inputs[0].global_index[15]++;
	make_plan();
	cr_assert_eq(plan.weight, before + 5);
}

Test(handoff_plan, lone_subaddress_has_its_own_tx_key)
{
	pay(&theirs, 0, 4, 7);
	make_plan();
	cr_assert(plan.tx_key_for &&
		  sn_point_is_equal(&plan.tx_key_for->spend, &destinations[0].address.spend));
	cr_assert(!plan.has_additional_keys);
	cr_assert(plan.has_payment_id &&
		  sn_point_is_equal(&plan.payment_id_for->view, &destinations[0].address.view));
	cr_assert_eq(plan.extra_size, 44);
	/* Twice the same is still one recipient; three outputs have no dummy payment id. */
	pay(&theirs, 0, 4, 8);
	make_plan();
	cr_assert(plan.tx_key_for && !plan.has_additional_keys && !plan.has_payment_id);
	cr_assert_eq(plan.extra_size, 33);
	/* Without change they are two, and do. */
	tx.has_change = false;
	make_plan();
	cr_assert(plan.tx_key_for && !plan.has_additional_keys && plan.has_payment_id);
	cr_assert_eq(plan.n_outputs, 2);
	cr_assert_eq(plan.extra_size, 44);
}

Test(handoff_plan, subaddress_among_several_needs_additional_keys)
{
	/* two subaddresses */
	pay(&theirs, 0, 4, 7);
	pay(&theirs, 0, 5, 7);
	make_plan();
	cr_assert(!plan.tx_key_for && plan.has_additional_keys && !plan.has_payment_id);
	cr_assert_eq(plan.extra_size, 33 + 2 + 3 * 32);
	/* of one wallet: a standard and a subaddress */
	tx.n_destinations = 1;
	pay(&theirs, 0, 0, 7);
	make_plan();
	cr_assert(!plan.tx_key_for && plan.has_additional_keys);
	/* no change: two outputs, two recipients, so no payment id that could be for both */
	tx.has_change = false;
	make_plan();
	cr_assert(plan.has_additional_keys && !plan.has_payment_id);
	cr_assert_eq(plan.extra_size, 33 + 2 + 2 * 32);
	/* standard ones only */
	tx.n_destinations = 0;
	pay(&theirs, 0, 0, 7);
	pay(&others, 0, 0, 7);
	make_plan();
	cr_assert(!plan.tx_key_for && !plan.has_additional_keys && !plan.has_payment_id);
	cr_assert_eq(plan.extra_size, 33);
}

/* Change is not a recipient, even if its address is a subaddress or is paid as well. */
Test(handoff_plan, change_does_not_count_as_a_recipient)
{
	tx.change_to = (struct sn_subaddress_index){3, 0};
	pay(&theirs, 0, 0, 7);
	make_plan();
	cr_assert(!plan.tx_key_for && !plan.has_additional_keys);
	cr_assert(plan.outputs[1].address.kind == SN_ADDRESS_SUBADDRESS);
	cr_assert(is_view_of(plan.payment_id_for, &theirs));
	/* a subaddress of theirs, besides: the only one */
	tx.n_destinations = 0;
	pay(&theirs, 0, 1, 7);
	make_plan();
	cr_assert(plan.tx_key_for && !plan.has_additional_keys);
	/* to the address of the change: there is no other recipient */
	tx.n_destinations = 0;
	pay(&ours, 3, 0, 7);
	make_plan();
	cr_assert(!plan.tx_key_for && !plan.has_additional_keys && plan.has_payment_id);
	cr_assert(sn_point_is_equal(&plan.payment_id_for->view, &destinations[0].address.view));
	/* that, and theirs */
	pay(&theirs, 0, 1, 7);
	make_plan();
	cr_assert(plan.tx_key_for &&
		  sn_point_is_equal(&plan.tx_key_for->spend, &destinations[1].address.spend));
	/* to another address of ours */
	tx.n_destinations = 0;
	pay(&ours, 3, 1, 7);
	make_plan();
	cr_assert(plan.tx_key_for &&
		  sn_point_is_equal(&plan.tx_key_for->spend, &destinations[0].address.spend));
}

Test(handoff_plan, payment_without_change_gets_a_dummy)
{
	tx.has_change = false;
	pay(&theirs, 0, 0, 7);
	make_plan();
	cr_assert_eq(plan.n_outputs, 2);
	cr_assert(plan.outputs[1].kind == SN_PLANNED_DUMMY && plan.outputs[1].amount == 0);
	cr_assert(plan.has_payment_id && is_view_of(plan.payment_id_for, &theirs));
	cr_assert_eq(plan.extra_size, 44);
	/* to a subaddress: the dummy is no second recipient */
	tx.n_destinations = 0;
	pay(&theirs, 1, 0, 7);
	make_plan();
	cr_assert(plan.n_outputs == 2 && plan.tx_key_for && !plan.has_additional_keys);
	/* two destinations keep each other company */
	pay(&theirs, 1, 0, 7);
	make_plan();
	cr_assert_eq(plan.n_outputs, 2);
	cr_assert_eq(plan.outputs[1].kind, SN_PLANNED_DESTINATION);
}

Test(handoff_plan, payment_id_is_planned_like_the_reference_wallet)
{
	uint8_t id[SN_PAYMENT_ID_BYTES];
	memset(id, 9, sizeof id);
	pay_integrated(&theirs, 9, 7);
	make_plan();
	cr_assert(plan.has_payment_id && is_view_of(plan.payment_id_for, &theirs));
	cr_assert(!memcmp(plan.payment_id, id, sizeof id));
	cr_assert_eq(plan.extra_size, 44);
	/* the same keys twice: one recipient, and a real payment ID remains with three outputs */
	pay_integrated(&theirs, 9, 7);
	make_plan();
	cr_assert(plan.n_outputs == 3 && plan.has_payment_id && !memcmp(plan.payment_id, id, sizeof id));
	cr_assert_eq(plan.extra_size, 44);
	destinations[1].address.payment_id[3]++;
	expect_refused("cannot share a transaction");
	/* several recipients: it would be ambiguous */
	tx.n_destinations = 1;
	pay(&others, 0, 0, 7);
	expect_refused("cannot share a transaction");
	/* to ourselves: encrypted for ourselves */
	tx.n_destinations = 0;
	pay_integrated(&ours, 9, 7);
	make_plan();
	cr_assert(plan.has_payment_id && is_view_of(plan.payment_id_for, &ours));
	cr_assert(!memcmp(plan.payment_id, id, sizeof id));
}

/* The recipient applies the payment ID to all outputs that it receives: the same keys without it, or another
 * address of the same wallet, in either order. With our own address, it would be encrypted for the other one.
 */
Test(handoff_plan, integrated_address_is_paid_alone)
{
	for (size_t i = 0; i < 2; i++) {
		tx.n_destinations = 0;
		pay_integrated(&theirs, 9, 7);
		pay_integrated(&theirs, 9, 7);
		destinations[i].address.kind = SN_ADDRESS_STANDARD;
		memset(destinations[i].address.payment_id, 0, SN_PAYMENT_ID_BYTES);
		expect_refused("cannot share a transaction");
		pay(&theirs, 1, 2, 7);
		destinations[i] = destinations[2];
		tx.n_destinations = 2;
		expect_refused("cannot share a transaction");
		pay(&ours, tx.change_to.major, tx.change_to.minor, 7);
		destinations[i] = destinations[2];
		tx.n_destinations = 2;
		expect_refused("cannot share a transaction");
	}
	tx.n_destinations = 0;
	pay_integrated(&ours, 9, 7);
	pay(&theirs, 0, 0, 7);
	expect_refused("cannot share a transaction");
	tx.n_destinations = 1;
	pay(&ours, 0, 0, 7);
	expect_refused("cannot share a transaction");
	tx.n_destinations = 1;
	pay(&ours, 2, 1, 7);
	expect_refused("cannot share a transaction");
}

Test(handoff_plan, impossible_transactions_are_refused)
{
	expect_refused("no recipient");
	pay(&theirs, 0, 0, 7);
	tx.n_inputs = 0;
	expect_refused("no input");
	tx.n_inputs = 1;
	for (size_t i = 1; i < SN_TX_OUTPUTS_MAX; i++)
		pay(&theirs, 0, 0, 7);
	expect_refused("17 outputs");
	tx.has_change = false;
	make_plan();
	cr_assert_eq(plan.n_outputs, SN_TX_OUTPUTS_MAX);
	pay(&theirs, 0, 0, 7);
	expect_refused("17 outputs");
}

/* Whichever comes first, of recipients or with the change. */
Test(handoff_plan, one_pair_of_keys_has_one_kind_of_address)
{
	for (uint32_t minor = 0; minor < 2; minor++) {
		tx.n_destinations = 0;
		pay(&theirs, 0, minor, 7);
		pay(&others, 0, 0, 7);
		pay(&theirs, 0, minor, 7);
		make_plan();
		destinations[2].address.kind = minor ? SN_ADDRESS_STANDARD : SN_ADDRESS_SUBADDRESS;
		expect_refused("occur as a subaddress and as a standard address");
	}
	tx.n_destinations = 0;
	pay(&ours, 0, 0, 7);
	make_plan();
	destinations[0].address.kind = SN_ADDRESS_SUBADDRESS;
	expect_refused("occur as a subaddress and as a standard address");
}

/* Hot and cold side see the same plan: a watch-only account makes no difference. */
Test(handoff_plan, plan_does_not_need_the_spend_key)
{
	struct sn_account watch;
	struct sn_tx_plan again;
	sn_account_watch_only(&watch, &ours);
	tx.change_to = (struct sn_subaddress_index){1, 0};
	pay(&theirs, 0, 3, 7);
	pay(&others, 0, 0, 7);
	make_plan();
	cr_assert(!sn_tx_plan(&again, &watch, &tx, NULL));
	cr_assert(again.weight == plan.weight && again.n_outputs == plan.n_outputs &&
		  again.has_additional_keys == plan.has_additional_keys);
	for (size_t i = 0; i < plan.n_outputs; i++)
		cr_assert(sn_address_is_equal(&again.outputs[i].address, &plan.outputs[i].address));
}
