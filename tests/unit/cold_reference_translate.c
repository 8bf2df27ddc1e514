/* Unsigned files of the reference wallet become sets of our own: honest ones with the right values, and each
 * lie is refused. */
#include "cold/reference_translate.h"

#include "cold_reference.h"
#include "cold_sets.h"
#include "crypto/scalar.h"
#include "handoff_ok.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

static struct reference_file file;
static struct sn_tx_construction_data *tx;
static struct sn_unsigned_set set;

static void open_file(const char *name)
{
	file = reference_open("0.18.4.0", name);
	tx = file.set.txes;
}

static void set_up(void)
{
	open_file("unsigned-many"); /* three recipients and change, one input */
}

static void set_up_two(void)
{
	open_file("unsigned-account1-one-subaddress"); /* one recipient and change, two inputs */
}

static void tear_down(void)
{
	sn_unsigned_set_free(&set);
	reference_free(&file);
}

static void expect_refused(const char *words)
{
	struct sn_error err = {0};
	cr_assert_eq(sn_reference_translate(&set, &file.account, &file.set, &err), SN_REFUSED, "%s", words);
	cr_assert(strstr(err.text, words), "\"%s\" does not say \"%s\"", err.text, words);
	cr_assert(!set.n && !set.txs);
}

static void translate(void)
{
	struct sn_error err = {0};
	sn_unsigned_set_free(&set);
	cr_assert(!sn_reference_translate(&set, &file.account, &file.set, &err), "%s", err.text);
}

static uint64_t sum_of_inputs(const struct sn_tx_construction_data *data)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < data->n_sources; i++)
		sum += data->sources[i].amount;
	return sum;
}

/* The reference wallet shuffles the outputs. */
static struct sn_tx_destination_entry *find_output(const struct sn_tx_destination_entry *wanted)
{
	struct sn_tx_destination_entry *entry = tx->splitted_dsts.entries;
	while (entry->amount != wanted->amount || !sn_point_is_equal(&entry->spend, &wanted->spend))
		entry++;
	return entry;
}

static bool pays(const struct sn_tx_destination_entry *to)
{
	const struct sn_unsigned_tx *t = set.txs;
	for (size_t i = 0; i < t->n_destinations; i++)
		if (t->destinations[i].amount == to->amount &&
		    sn_point_is_equal(&t->destinations[i].address.spend, &to->spend) &&
		    sn_point_is_equal(&t->destinations[i].address.view, &to->view))
			return true;
	return false;
}

/* What the reference wallet made is accepted, and a review of the translation adds up. */
Test(cold_reference_translate, files_of_the_reference_wallet_are_translated)
{
	struct interop_sample each = {0};
	size_t n = 0;
	while (interop_next(&each, SN_INTEROP_UNSIGNED_TX_SET)) {
		struct sn_review review;
		struct sn_error err = {0};
		file = reference_open(each.release, each.name);
		tx = file.set.txes;
		translate();
		cr_assert_eq(set.n, 1);
		cr_assert_eq(set.txs->n_inputs, tx->n_sources);
		cr_assert_eq(set.txs->change, tx->change_dts.amount);
		cr_assert_eq(set.txs->n_destinations, tx->dests.n);
		for (size_t i = 0; i < tx->dests.n; i++)
			cr_assert(pays(&tx->dests.entries[i]), "%s", each.name);
		for (size_t i = 0; i < tx->n_sources; i++)
			cr_assert_neq(set.txs->inputs[i].mask_kind, SN_MASK_EXPLICIT);
		cr_assert(!sn_review(&review, &file.account, &set, NULL, 1, &err), "%s: %s", each.name,
			  err.text);
		cr_assert_eq(review.inputs, sum_of_inputs(tx));
		/* The fee of these wallets is a multiple of the weight, so both weights are the same. */
		if (!strcmp(each.release, "0.18.4.0"))
			cr_assert_eq(review.fee % review.txs->weight, 0, "%s", each.name);
		sn_review_free(&review);
		tear_down();
		n++;
	}
	cr_assert_eq(n, 18);
}

Test(cold_reference_translate, a_view_only_account_is_sufficient, .init = set_up_two, .fini = tear_down)
{
	struct sn_account watch;
	struct sn_error err = {0};
	sn_account_watch_only(&watch, &file.account);
	ok(sn_reference_translate(&set, &watch, &file.set, &err));
}

/* ------------------------------------------------------------------ inputs */

Test(cold_reference_translate, an_output_of_others_is_refused, .init = set_up, .fini = tear_down)
{
	tx->sources->real_output = (tx->sources->real_output + 1) % tx->sources->n_outputs;
	expect_refused("input 1: it does not belong to this wallet");
}

Test(cold_reference_translate, tx_key_and_position_are_verified, .init = set_up, .fini = tear_down)
{
	const struct sn_point right = tx->sources->real_out_tx_key;
	tx->sources->real_out_tx_key = cold_random_point();
	expect_refused("input 1: it does not belong to this wallet");
	memset(&tx->sources->real_out_tx_key, 0xff, 32);
	expect_refused("input 1: it does not belong to this wallet");
	tx->sources->real_out_tx_key = right;
	tx->sources->real_output_in_tx_index++;
	expect_refused("input 1: it does not belong to this wallet");
	tx->sources->real_output_in_tx_index = 65536;
	expect_refused("input 1: its position in its transaction is 65536; at most 65535");
	tx->sources->real_output_in_tx_index = UINT64_MAX;
	expect_refused("input 1: its position");
}

Test(cold_reference_translate, the_key_can_be_an_additional_one, .init = set_up, .fini = tear_down)
{
	struct sn_tx_source_entry *source = tx->sources;
	const size_t n = source->real_output_in_tx_index + 1;
	struct sn_point *keys = calloc(n, sizeof *keys);
	keys[n - 1] = source->real_out_tx_key;
	free(source->real_out_additional_tx_keys);
	source->real_out_additional_tx_keys = keys;
	source->n_real_out_additional_tx_keys = n;
	source->real_out_tx_key = cold_random_point();
	translate();
	cr_assert(sn_point_is_equal(&set.txs->inputs->tx_key, &keys[n - 1]));
	keys[n - 1] = cold_random_point();
	expect_refused("input 1: it does not belong to this wallet");
}

Test(cold_reference_translate, the_subaddress_must_be_named, .init = set_up_two, .fini = tear_down)
{
	translate();
	const struct sn_subaddress_index first = set.txs->inputs[0].subaddress;
	cr_assert_eq(first.major, 1);
	tx->subaddr_account = 2;
	expect_refused("it does not belong to this wallet");
	tx->subaddr_account = 1;
	for (size_t i = 0; i < tx->n_subaddr_indices; i++)
		tx->subaddr_indices[i] = UINT32_MAX - i;
	expect_refused("it does not belong to this wallet");
}

Test(cold_reference_translate, more_addresses_than_inputs_are_refused, .init = set_up, .fini = tear_down)
{
	free(tx->subaddr_indices);
	tx->subaddr_indices = calloc(2, sizeof *tx->subaddr_indices);
	tx->subaddr_indices[1] = 1;
	tx->n_subaddr_indices = 2;
	expect_refused("transaction 1 names more addresses than it has inputs");
}

/* Before room is made for them: our inputs have room for the largest ring. */
Test(cold_reference_translate, too_many_inputs_are_refused, .init = set_up, .fini = tear_down)
{
	enum { TXS = SN_SET_INPUTS_MAX / SN_TX_INPUTS_MAX + 1 };
	static struct sn_tx_construction_data many[TXS];
	static struct sn_tx_source_entry sources[SN_TX_INPUTS_MAX];
	struct sn_tx_construction_data *one = file.set.txes;
	for (size_t i = 0; i < SN_TX_INPUTS_MAX; i++)
		sources[i] = tx->sources[0];
	for (size_t i = 0; i < TXS; i++) {
		many[i] = *tx;
		many[i].sources = sources;
		many[i].n_sources = SN_TX_INPUTS_MAX;
	}
	file.set.txes = many;
	file.set.n_txes = TXS;
	expect_refused("the set has 16896 inputs; at most 16384 are allowed");
	file.set.txes = one;
	file.set.n_txes = 1;
}

Test(cold_reference_translate, an_unordered_ring_is_refused, .init = set_up, .fini = tear_down)
{
	struct sn_tx_source_output *ring = tx->sources->outputs;
	ring[15].global_index = ring[14].global_index;
	expect_refused("the members of a ring are not in ascending order");
}

Test(cold_reference_translate, outputs_before_ringct_are_refused, .init = set_up, .fini = tear_down)
{
	tx->sources->rct = false;
	expect_refused("input 1: it spends an output from before RingCT");
}

/* The review compares amount and mask with the commitment. */
Test(cold_reference_translate, amount_and_mask_must_open_the_commitment, .init = set_up, .fini = tear_down)
{
	struct sn_review review;
	struct sn_error err = {0};
	tx->sources->amount += COLD_XMR;
	translate();
	cr_assert_eq(sn_review(&review, &file.account, &set, NULL, 1, &err), SN_REFUSED);
	cr_assert(strstr(err.text, "the amount of an input does not open its commitment"), "%s", err.text);
	tx->sources->amount -= COLD_XMR;
	tx->sources->mask = cold_random_scalar();
	translate();
	cr_assert_eq(set.txs->inputs->mask_kind, SN_MASK_EXPLICIT);
	cr_assert_eq(sn_review(&review, &file.account, &set, NULL, 1, &err), SN_REFUSED);
	cr_assert(strstr(err.text, "the amount of an input does not open its commitment"), "%s", err.text);
	memset(&tx->sources->mask, 0xff, 32);
	expect_refused("input 1: its mask is not below the group order");
}

/* ------------------------------------------------------------------ outputs */

Test(cold_reference_translate, change_to_others_is_refused, .init = set_up, .fini = tear_down)
{
	struct sn_tx_destination_entry *change = find_output(&tx->change_dts);
	change->spend = tx->change_dts.spend = cold_random_point();
	change->view = tx->change_dts.view = cold_random_point();
	expect_refused("the change does not go to 0/0, the primary address of the inputs' account");
}

Test(cold_reference_translate, change_to_another_own_address_is_refused, .init = set_up, .fini = tear_down)
{
	struct sn_tx_destination_entry *change = find_output(&tx->change_dts);
	struct sn_address other;
	sn_account_address(&other, &file.account, (struct sn_subaddress_index){0, 7});
	change->spend = tx->change_dts.spend = other.spend;
	change->view = tx->change_dts.view = other.view;
	change->is_subaddress = tx->change_dts.is_subaddress = true;
	expect_refused("the change does not go to 0/0");
}

Test(cold_reference_translate, change_that_is_not_an_output_is_refused, .init = set_up, .fini = tear_down)
{
	tx->change_dts.amount++;
	expect_refused("the change is not among the outputs");
	tx->change_dts.amount--;
	tx->change_dts.is_subaddress = true;
	expect_refused("the change does not go to 0/0");
	tx->change_dts.is_subaddress = false;
	find_output(&tx->change_dts)->is_subaddress = true;
	expect_refused("the change is not among the outputs");
}

/* dests and original can claim anything. */
Test(cold_reference_translate, only_splitted_dsts_count, .init = set_up, .fini = tear_down)
{
	static const uint8_t claim[] = "4AAAA";
	struct sn_buf honest = {0}, lie = {0};
	struct sn_error err = {0};
	translate();
	ok(sn_unsigned_set_encode(&honest, &set, &err));
	for (size_t i = 0; i < tx->dests.n; i++) {
		tx->dests.entries[i].spend = cold_random_point();
		tx->dests.entries[i].amount = 1;
	}
	for (size_t i = 0; i < tx->splitted_dsts.n; i++)
		tx->splitted_dsts.entries[i].original = (struct sn_archive_bytes){claim, sizeof claim - 1};
	tx->selected_transfers[0] = UINT64_MAX;
	translate();
	ok(sn_unsigned_set_encode(&lie, &set, &err));
	cr_assert_eq(honest.len, lie.len);
	cr_assert_arr_eq(honest.data, lie.data, lie.len);
	sn_buf_free(&honest);
	sn_buf_free(&lie);
}

Test(cold_reference_translate, kinds_of_addresses_come_from_the_flags, .init = set_up, .fini = tear_down)
{
	struct sn_tx_destination_entry *to = tx->splitted_dsts.entries;
	if (to == find_output(&tx->change_dts))
		to++;
	translate();
	to->is_subaddress = !set.txs->destinations[0].address.kind;
	translate();
	cr_assert_eq(set.txs->destinations[0].address.kind,
		     to->is_subaddress ? SN_ADDRESS_SUBADDRESS : SN_ADDRESS_STANDARD);
	to->is_subaddress = false;
	to->is_integrated = true;
	expect_refused("an address is declared integrated, but tx extra has no payment ID");
	to->is_subaddress = true;
	expect_refused(": an address is declared both a subaddress and an integrated address");
}

static void set_extra(const char *bytes, size_t len)
{
	tx->extra = (struct sn_archive_bytes){(const uint8_t *)bytes, len};
}

#define EXTRA(text) set_extra(text, sizeof(text) - 1)

Test(cold_reference_translate, only_known_fields_of_extra_are_accepted, .init = set_up, .fini = tear_down)
{
	EXTRA("");
	translate();
	EXTRA("\x02\x09\x01\0\0\0\0\0\0\0\0");
	translate();
	EXTRA("\x02\x09\x01\0\0\0\0\0\0\0\1");
	expect_refused("tx extra has a payment ID, but no recipient is an integrated address");
	EXTRA("\x02\x09\x01\0\0\0\0\0\0\0\0\x02\x09\x01\0\0\0\0\0\0\0\0");
	expect_refused("tx extra has a nonce that is not the payment ID of an integrated address");
	EXTRA("\x02\x21\0ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef");
	expect_refused("tx extra has a nonce that is not the payment ID of an integrated address");
	EXTRA("\xde\x01\x00");
	expect_refused("tx extra has an unknown field, of type 222");
	EXTRA("\x00\x00\x00");
	expect_refused("tx extra has an unknown field, of type 0");
	EXTRA("\x01\x00");
	expect_refused("tx extra cannot be parsed");
}

/* A sweep of the reference wallet does not set the flag. */
Test(cold_reference_translate, a_payment_id_makes_the_only_recipient_integrated)
{
	open_file("unsigned-integrated");
	translate();
	const struct sn_address to = set.txs->destinations->address;
	cr_assert_eq(to.kind, SN_ADDRESS_INTEGRATED);
	cr_assert_arr_eq(to.payment_id, "\x01\x23\x45\x67\x89\xab\xcd\xef", 8);
	for (size_t i = 0; i < tx->splitted_dsts.n; i++)
		tx->splitted_dsts.entries[i].is_integrated = false;
	translate();
	cr_assert(sn_address_is_equal(&to, &set.txs->destinations->address));
	tear_down();
}

Test(cold_reference_translate, a_dummy_belongs_to_one_recipient_without_change)
{
	open_file("unsigned-sweep-zero-change");
	translate();
	cr_assert(!set.txs->has_change && set.txs->n_destinations == 1);
	cr_assert_eq(tx->splitted_dsts.n, 2);
	tx->splitted_dsts.n = 1;
	expect_refused("it has one output; the network requires two");
	tx->splitted_dsts.n = 2;
	tear_down();
}

Test(cold_reference_translate, a_payment_to_the_change_address_stays_a_payment, .init = set_up,
     .fini = tear_down)
{
	struct sn_tx_destination_entry *to = find_output(&tx->dests.entries[0]);
	const uint64_t amount = to->amount;
	*to = *find_output(&tx->change_dts);
	to->amount = amount;
	translate();
	cr_assert_eq(set.txs->n_destinations, 3);
	cr_assert(pays(to));
	cr_assert(set.txs->has_change);
}

Test(cold_reference_translate, outputs_above_the_inputs_are_refused, .init = set_up, .fini = tear_down)
{
	struct sn_tx_destination_entry *to = find_output(&tx->dests.entries[0]);
	to->amount += sum_of_inputs(tx);
	expect_refused("the outputs are more than the inputs");
	to->amount = UINT64_MAX;
	expect_refused("the sum of the amounts overflows");
}

/* ------------------------------------------------------------------ the whole */

Test(cold_reference_translate, other_kinds_of_transactions_are_refused, .init = set_up, .fini = tear_down)
{
	tx->construction_flags = 1;
	expect_refused("it is a kind of transaction that the network has rejected");
	tx->construction_flags = 3;
	tx->bp_version = 3;
	expect_refused("it is a kind of transaction that the network has rejected");
	tx->bp_version = 4;
	tx->range_proof_type = 0;
	expect_refused("it is a kind of transaction that the network has rejected");
}

Test(cold_reference_translate, the_unlock_time_is_kept_for_the_review, .init = set_up, .fini = tear_down)
{
	struct sn_review review;
	struct sn_error err = {0};
	tx->unlock_time = 4000000;
	translate();
	cr_assert_eq(sn_review(&review, &file.account, &set, NULL, 1, &err), SN_REFUSED);
	cr_assert(strstr(err.text, "would be locked until"), "%s", err.text);
}

/* Two transactions that spend one output. */
Test(cold_reference_translate, an_output_spent_twice_is_refused_by_the_review, .init = set_up,
     .fini = tear_down)
{
	struct sn_review review;
	struct sn_error err = {0};
	struct sn_tx_construction_data both[2] = {*tx, *tx}, *one = file.set.txes;
	file.set.txes = both;
	file.set.n_txes = 2;
	translate();
	cr_assert_eq(sn_review(&review, &file.account, &set, NULL, 1, &err), SN_REFUSED);
	cr_assert(strstr(err.text, "the same output is spent twice, by transactions 1 and 2"), "%s",
		  err.text);
	file.set.txes = one;
	file.set.n_txes = 1;
}
