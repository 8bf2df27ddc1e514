#include "hot/reference_unsigned.h"

#include "chain/extra.h"
#include "cold/input.h"
#include "cold_sets.h"
#include "handoff_ok.h"
#include "hot_wallet.h"
#include "interop/sealed_file.h"
#include "interop/unsigned_tx_set.h"
#include "ringct/commitment.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

/* The file for the signer of the reference wallet: each member follows from the set and the wallet, and the
 * members agree as release 0.18.5.3 requires. What signers say to it is tested in
 * tests/interop/hot-to-peer.bats. */

static struct hot h;
static struct sn_account alice, bob;
static struct sn_unsigned_set unsigned_set;
static size_t *outputs[2];
static struct sn_buf file, plaintext;
static struct sn_unsigned_tx_set set;

static void set_up(void)
{
	alice = cold_account("alice");
	bob = cold_account("bob");
	hot_open(&h, &alice);
	unsigned_set = cold_set(2);
	unsigned_set.n = 1;
	for (size_t i = 0; i < 2; i++)
		outputs[i] = calloc(SN_TX_INPUTS_MAX, sizeof *outputs[i]);
}

static void tear_down(void)
{
	sn_unsigned_tx_set_free(&set);
	sn_buf_free(&plaintext);
	sn_buf_free(&file);
	for (size_t i = 0; i < 2; i++)
		free(outputs[i]);
	unsigned_set.n = 2;
	cold_free(&unsigned_set);
	hot_close(&h);
}

TestSuite(hot_reference_unsigned, .init = set_up, .fini = tear_down);

/* Transaction `at` spends one more output of the wallet. */
static void spend(size_t at, struct sn_subaddress_index to, uint64_t amount, enum sn_mask_kind mask_kind)
{
	struct sn_unsigned_tx *tx = &unsigned_set.txs[at];
	const struct cold_output o = {.to = to, .amount = amount, .mask_kind = mask_kind, .index = 3};
	struct sn_opened_input opened;
	cold_spend(tx, &alice, &o);
	const struct sn_unsigned_input *in = &tx->inputs[tx->n_inputs - 1];
	cr_assert(!sn_input_open(&opened, &alice, in, NULL));
	struct sn_wallet_output mine = hot_output(&h, amount, 1);
	mine.key = opened.key;
	mine.tx_key = in->tx_key;
	mine.index = in->index;
	mine.subaddress = to;
	mine.mask = opened.mask;
	mine.mask_kind = mask_kind;
	mine.global_index = in->global_index[opened.real];
	outputs[at][tx->n_inputs - 1] = hot_add(&h, &mine);
}

/* Make the file of the first `n` transactions, and decode it. */
static void make(enum sn_request_format format, size_t n)
{
	struct sn_interop_key key;
	struct sn_error err = {0};
	unsigned_set.n = n;
	ok(sn_reference_unsigned_make(&file, format, h.w, &unsigned_set, outputs, &err));
	ok(sn_interop_key_init(&key, &alice.view_secret, &err));
	ok(sn_sealed_file_open(&plaintext, SN_INTEROP_UNSIGNED_TX_SET, &key, file.data, file.len, &err));
	ok(sn_unsigned_tx_set_decode(&set, plaintext.data, plaintext.len, &err));
	cr_assert_eq(set.n_txes, n);
}

static bool is_same(const struct sn_tx_destination_entry *a, const struct sn_tx_destination_entry *b)
{
	struct sn_buf x = {0}, y = {0};
	sn_tx_destination_entry_put(&x, a);
	sn_tx_destination_entry_put(&y, b);
	bool result = x.len == y.len && !memcmp(x.data, y.data, x.len);
	sn_buf_free(&x);
	sn_buf_free(&y);
	return result;
}

/* The entry pays this address. */
static void expect_paid(const struct sn_tx_destination_entry *entry, const struct sn_address *to,
			uint64_t amount)
{
	cr_assert_eq(entry->amount, amount);
	cr_assert_arr_eq(entry->spend.b, to->spend.b, 32);
	cr_assert_arr_eq(entry->view.b, to->view.b, 32);
	cr_assert_eq(entry->is_subaddress, to->kind == SN_ADDRESS_SUBADDRESS);
	cr_assert_eq(entry->is_integrated, to->kind == SN_ADDRESS_INTEGRATED);
}

/* What every request has, and what 0.18.5.3 checks before and after signing. `from` is the first output of
 * this transaction in new_transfers. */
static void expect_consistent(const struct sn_tx_construction_data *tx, const struct sn_unsigned_tx *asked,
			      size_t from)
{
	uint64_t sum = 0;
	cr_assert(tx->n_sources == asked->n_inputs && tx->n_selected_transfers == asked->n_inputs);
	for (size_t i = 0; i < tx->n_sources; i++) {
		const struct sn_tx_source_entry *source = &tx->sources[i];
		const struct sn_exported_transfer_details *o = &set.new_transfers.outputs[from + i];
		const struct sn_tx_source_output *real = &source->outputs[source->real_output];
		struct sn_point commitment;
		cr_assert_eq(tx->selected_transfers[i], from + i);
		cr_assert_eq(source->n_outputs, SN_RING_SIZE);
		cr_assert_eq(real->global_index, o->global_output_index);
		cr_assert_arr_eq(real->member.key.b, o->pubkey.b, 32);
		sn_commit(&commitment, &source->mask, source->amount);
		cr_assert_arr_eq(real->member.commitment.b, commitment.b, 32);
		cr_assert(source->rct && o->flags == SN_EXPORTED_RCT);
		cr_assert(source->amount == o->amount && o->amount == asked->inputs[i].amount);
		cr_assert(source->real_output_in_tx_index == o->internal_output_index &&
			  o->internal_output_index == 3);
		cr_assert_arr_eq(source->real_out_tx_key.b, asked->inputs[i].tx_key.b, 32);
		cr_assert_arr_eq(o->tx_pubkey.b, asked->inputs[i].tx_key.b, 32);
		cr_assert(!source->n_real_out_additional_tx_keys && !o->n_additional_tx_keys);
		sum += source->amount;
	}
	for (size_t i = 0; i < tx->splitted_dsts.n; i++)
		sum -= tx->splitted_dsts.entries[i].amount;
	cr_assert_eq(sum, asked->fee);

	/* All outputs are dests and the change, or the dummy. */
	bool has_more = tx->change_dts.amount || tx->dests.n == 1;
	cr_assert_eq(tx->splitted_dsts.n, tx->dests.n + has_more);
	for (size_t i = 0; i < tx->dests.n; i++)
		cr_assert(is_same(&tx->dests.entries[i], &tx->splitted_dsts.entries[i]));
	if (has_more)
		cr_assert(is_same(&tx->change_dts, &tx->splitted_dsts.entries[tx->dests.n]));
	cr_assert_eq(tx->dests.n, asked->n_destinations);
	for (size_t i = 0; i < tx->dests.n; i++)
		expect_paid(&tx->dests.entries[i], &asked->destinations[i].address,
			    asked->destinations[i].amount);
	cr_assert(tx->construction_flags == 3 && tx->range_proof_type == 3 && tx->bp_version == 4);
	cr_assert_eq(tx->unlock_time, asked->unlock_time);
}

/* The extra has one valid tx key and, unless NULL, this payment ID in clear. */
static void expect_extra(const struct sn_tx_construction_data *tx, const uint8_t *id)
{
	struct sn_extra extra;
	struct sn_point key;
	struct sn_ge ge;
	sn_extra_parse(&extra, tx->extra.at, tx->extra.len);
	cr_assert(extra.is_complete && extra.n_tx_keys == 1 && !extra.n_additional);
	cr_assert_eq(sn_extra_tx_keys(&key, 1, &extra), 1);
	cr_assert(!sn_ge_decode(&ge, &key));
	cr_assert_eq(extra.has_nonce, id != NULL);
	uint8_t found[SN_PAYMENT_ID_BYTES];
	cr_assert_eq(sn_extra_encrypted_payment_id(found, &extra), id != NULL);
	if (id)
		cr_assert_arr_eq(found, id, sizeof found);
}

static const uint8_t dummy_id[SN_PAYMENT_ID_BYTES];
static const struct sn_subaddress_index primary;

Test(hot_reference_unsigned, everyday)
{
	spend(0, primary, COLD_XMR, SN_MASK_DERIVED);
	cold_pay(&unsigned_set.txs[0], cold_address(&bob, 0, 0), COLD_SMALL);
	cold_change(&unsigned_set.txs[0], 0, 0);
	make(SN_REQUEST_MONERO, 1);
	struct sn_address change = cold_address(&alice, 0, 0);
	cr_assert_eq(set.version, SN_UNSIGNED_TX_SET_NEW);
	cr_assert(set.new_transfers.has_total && set.new_transfers.version == 1);
	cr_assert(set.new_transfers.offset == 0 && set.new_transfers.total == 1 && set.new_transfers.n == 1);
	expect_consistent(&set.txes[0], &unsigned_set.txs[0], 0);
	expect_paid(&set.txes[0].change_dts, &change, unsigned_set.txs[0].change);
	expect_extra(&set.txes[0], dummy_id);
	cr_assert_eq(set.txes[0].dests.entries[0].original.len, 0);
}

Test(hot_reference_unsigned, for_0_18_0)
{
	spend(0, primary, COLD_XMR, SN_MASK_ONE);
	cold_pay(&unsigned_set.txs[0], cold_address(&bob, 0, 1), COLD_SMALL);
	cold_change(&unsigned_set.txs[0], 0, 0);
	make(SN_REQUEST_MONERO_0_18_0, 1);
	cr_assert_eq(set.version, SN_UNSIGNED_TX_SET_OLD);
	cr_assert(!set.new_transfers.has_total && set.new_transfers.version == 0);
	cr_assert(set.new_transfers.offset == 0 && set.new_transfers.n == 1);
	expect_consistent(&set.txes[0], &unsigned_set.txs[0], 0);
}

/* The indices of the addresses ascend, each once; the change goes to the account's first address. */
Test(hot_reference_unsigned, account_with_subaddresses)
{
	spend(0, (struct sn_subaddress_index){2, 7}, COLD_XMR, SN_MASK_DERIVED);
	spend(0, (struct sn_subaddress_index){2, 0}, COLD_XMR, SN_MASK_EXPLICIT);
	spend(0, (struct sn_subaddress_index){2, 7}, COLD_XMR, SN_MASK_DERIVED);
	cold_pay(&unsigned_set.txs[0], cold_address(&bob, 0, 0), COLD_SMALL);
	cold_pay(&unsigned_set.txs[0], cold_address(&bob, 0, 3), COLD_SMALL);
	cold_change(&unsigned_set.txs[0], 2, 0);
	make(SN_REQUEST_MONERO, 1);
	struct sn_address change = cold_address(&alice, 2, 0);
	const struct sn_tx_construction_data *tx = &set.txes[0];
	expect_consistent(tx, &unsigned_set.txs[0], 0);
	expect_paid(&tx->change_dts, &change, unsigned_set.txs[0].change);
	expect_extra(tx, NULL); /* two recipients */
	cr_assert_eq(tx->subaddr_account, 2);
	cr_assert_eq(tx->n_subaddr_indices, 2);
	cr_assert(tx->subaddr_indices[0] == 0 && tx->subaddr_indices[1] == 7);
	const struct sn_exported_transfers *list = &set.new_transfers;
	cr_assert(list->n == 3 && list->outputs[0].subaddress.major == 2 &&
		  list->outputs[0].subaddress.minor == 7 && list->outputs[1].subaddress.minor == 0);
}

Test(hot_reference_unsigned, integrated_address)
{
	struct sn_address to = cold_integrated(&bob, 0x0123456789abcdef);
	char text[SN_ADDRESS_TEXT_MAX];
	spend(0, primary, COLD_XMR, SN_MASK_DERIVED);
	cold_pay(&unsigned_set.txs[0], to, COLD_SMALL);
	cold_change(&unsigned_set.txs[0], 0, 0);
	make(SN_REQUEST_MONERO, 1);
	sn_address_format(text, &to);
	expect_consistent(&set.txes[0], &unsigned_set.txs[0], 0);
	expect_extra(&set.txes[0], to.payment_id);
	const struct sn_archive_bytes *original = &set.txes[0].dests.entries[0].original;
	cr_assert_eq(original->len, strlen(text));
	cr_assert_arr_eq(original->at, text, original->len);
	cr_assert(!set.txes[0].change_dts.is_integrated && !set.txes[0].change_dts.original.len);
}

/* Without change a single destination has a dummy beside it: the same address in the whole set, so that the
 * signer sees one change address; not one of ours. */
Test(hot_reference_unsigned, dummies)
{
	for (size_t i = 0; i < 2; i++) {
		spend(i, (struct sn_subaddress_index){0, (uint32_t)i}, COLD_XMR, SN_MASK_DERIVED);
		cold_pay(&unsigned_set.txs[i], cold_address(&bob, 0, 0), COLD_XMR - COLD_FEE);
		unsigned_set.txs[i].fee = COLD_FEE;
	}
	make(SN_REQUEST_MONERO, 2);
	cr_assert(set.new_transfers.n == 2 && set.new_transfers.total == 2);
	struct sn_address change = cold_address(&alice, 0, 0);
	for (size_t i = 0; i < 2; i++) {
		const struct sn_tx_destination_entry *dummy = &set.txes[i].change_dts;
		struct sn_ge ge;
		expect_consistent(&set.txes[i], &unsigned_set.txs[i], i);
		expect_extra(&set.txes[i], dummy_id);
		cr_assert(dummy->amount == 0 && is_same(dummy, &set.txes[0].change_dts));
		cr_assert(!sn_ge_decode(&ge, &dummy->spend) && !sn_ge_decode(&ge, &dummy->view));
		cr_assert(!sn_point_is_equal(&dummy->spend, &change.spend) &&
			  !sn_point_is_equal(&dummy->spend, &dummy->view));
	}
}

Test(hot_reference_unsigned, two_destinations_without_change)
{
	struct sn_address nobody = {0};
	spend(0, primary, COLD_XMR, SN_MASK_DERIVED);
	cold_pay(&unsigned_set.txs[0], cold_address(&bob, 0, 0), COLD_SMALL);
	cold_pay(&unsigned_set.txs[0], cold_address(&bob, 1, 0), COLD_XMR - COLD_SMALL - COLD_FEE);
	unsigned_set.txs[0].fee = COLD_FEE;
	make(SN_REQUEST_MONERO, 1);
	expect_consistent(&set.txes[0], &unsigned_set.txs[0], 0);
	expect_paid(&set.txes[0].change_dts, &nobody, 0);
	expect_extra(&set.txes[0], NULL);
}

Test(hot_reference_unsigned, same_call_gives_same_bytes)
{
	struct sn_buf again = {0};
	struct sn_error err = {0};
	spend(0, primary, COLD_XMR, SN_MASK_DERIVED);
	cold_pay(&unsigned_set.txs[0], cold_address(&bob, 0, 0), COLD_XMR - COLD_FEE);
	unsigned_set.txs[0].fee = COLD_FEE;
	make(SN_REQUEST_MONERO, 1);
	ok(sn_reference_unsigned_make(&again, SN_REQUEST_MONERO, h.w, &unsigned_set, outputs, &err));
	cr_assert(again.len == file.len && !memcmp(again.data, file.data, file.len));
	/* Another payment has another dummy. */
	struct sn_point dummy = set.txes[0].change_dts.spend;
	unsigned_set.txs[0].destinations[0].amount--;
	unsigned_set.txs[0].fee++;
	sn_buf_clear(&file);
	sn_buf_clear(&plaintext);
	sn_unsigned_tx_set_free(&set);
	make(SN_REQUEST_MONERO, 1);
	cr_assert(!sn_point_is_equal(&set.txes[0].change_dts.spend, &dummy));
	sn_buf_free(&again);
}

static void expect_refused(int code, const char *words)
{
	struct sn_error err = {0};
	sn_put_u8(&file, 1);
	int ret = sn_reference_unsigned_make(&file, SN_REQUEST_MONERO, h.w, &unsigned_set, outputs, &err);
	cr_assert_eq(ret, code, "%d: %s", ret, err.text);
	cr_assert(strstr(err.text, words), "\"%s\" does not say \"%s\"", err.text, words);
	cr_assert_eq(file.len, 1);
}

Test(hot_reference_unsigned, ring_lacks_the_output)
{
	spend(0, primary, COLD_XMR, SN_MASK_DERIVED);
	cold_pay(&unsigned_set.txs[0], cold_address(&bob, 0, 0), COLD_SMALL);
	cold_change(&unsigned_set.txs[0], 0, 0);
	h.w->outputs[0].global_index++;
	expect_refused(SN_USAGE, "real_output is 16, but the ring has 16 members");
	h.w->outputs[0].global_index--;
}

Test(hot_reference_unsigned, refused_by_the_plan)
{
	spend(0, primary, COLD_XMR, SN_MASK_DERIVED);
	cold_pay(&unsigned_set.txs[0], cold_address(&bob, 0, 0), COLD_SMALL);
	cold_pay(&unsigned_set.txs[0], cold_integrated(&bob, 1), COLD_SMALL);
	cold_change(&unsigned_set.txs[0], 0, 0);
	expect_refused(SN_REFUSED, "an integrated address cannot share");
}

Test(hot_reference_unsigned, names_of_formats)
{
	static const char *const bad[] = {"", "Monero", "monero ", "monero-0.18", "monero-0.18.1"};
	enum sn_request_format format = SN_REQUEST_MONERO_0_18_0;
	struct sn_error err = {0};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		cr_assert_eq(sn_request_format_parse(&format, bad[i], &err), SN_BAD_INPUT);
	cr_assert_eq(format, SN_REQUEST_MONERO_0_18_0);
	ok(sn_request_format_parse(&format, "monero", &err));
	cr_assert_eq(format, SN_REQUEST_MONERO);
	ok(sn_request_format_parse(&format, "monero-0.18.0", &err));
	cr_assert_eq(format, SN_REQUEST_MONERO_0_18_0);
	ok(sn_request_format_parse(&format, "sneakernote", &err));
	cr_assert_eq(format, SN_REQUEST_SNEAKERNOTE);
}
