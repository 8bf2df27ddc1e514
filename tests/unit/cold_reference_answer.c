/* From an unsigned file of the reference wallet to the signed file for it. */
#include "cold/reference_answer.h"

#include "cold/files.h"
#include "cold_reference.h"
#include "cold_sets.h"
#include "handoff_ok.h"
#include "interop/signed_tx_set.h"

#include <criterion/criterion.h>

#include <string.h>

/* One file, and its signed answer. */
static struct {
	struct reference_file file;
	struct sn_reference_request request;
	struct sn_unsigned_set set;
	struct sn_review review;
	struct sn_buf sealed, plaintext;
	struct sn_signed_tx_set answer;
	struct sn_error err;
} t;

static struct interop_sample outputs;

static void open_file(const char *release, const char *name)
{
	t.file = reference_open(release, name);
}

/* Use the output export of this name. */
static void use_outputs(const char *release, const char *name)
{
	outputs = interop_find(release, name);
	t.request.options.outputs_file = outputs.file.data;
	t.request.options.outputs_len = outputs.file.len;
}

static int review(void)
{
	struct sn_buf file = {0};
	reference_seal(&file, &t.file);
	int ret = sn_cold_open_and_review(&t.set, &t.request, &t.review, &t.file.account, NULL, file.data,
					  file.len, 1, &t.err);
	sn_buf_free(&file);
	return ret;
}

static size_t reports[16], n_reports;

static void on_report(void *context, size_t done, size_t total)
{
	cr_assert(context == reports && done == total && n_reports < 16);
	reports[n_reports++] = total;
}

static void expect_refused(const char *words, const char *hint)
{
	cr_assert_eq(review(), SN_REFUSED, "%s", words);
	cr_assert(strstr(t.err.text, words), "\"%s\" does not say \"%s\"", t.err.text, words);
	cr_assert(strstr(t.err.hint, hint), "\"%s\" does not say \"%s\"", t.err.hint, hint);
	cr_assert(!t.set.n && !t.review.n);
	sn_reference_request_free(&t.request);
}

static void sign(void)
{
	const struct sn_signing signing = {.jobs = 1, .reference = &t.request};
	struct sn_hash hash;
	cr_assert(!review(), "%s", t.err.text);
	cr_assert(t.request.is_used);
	cr_assert(!cold_set_sign(&t.sealed, &hash, &t.file.account, &t.set, NULL, &signing, &t.err), "%s",
		  t.err.text);
	cr_assert(!sn_sealed_file_open(&t.plaintext, SN_INTEROP_SIGNED_TX_SET, &t.file.key, t.sealed.data,
				       t.sealed.len, &t.err),
		  "%s", t.err.text);
	cr_assert(!sn_signed_tx_set_decode(&t.answer, t.plaintext.data, t.plaintext.len, &t.err), "%s",
		  t.err.text);
	struct sn_hash own;
	cr_assert(!sn_tx_hash(&own, &t.answer.ptx->tx) && sn_hash_is_equal(&own, &hash));
}

static void tear_down(void)
{
	sn_signed_tx_set_free(&t.answer);
	sn_buf_free(&t.plaintext);
	sn_buf_free(&t.sealed);
	sn_review_free(&t.review);
	sn_unsigned_set_free(&t.set);
	sn_reference_request_free(&t.request);
	reference_free(&t.file);
	interop_free(&outputs);
}

static void expect_same_destination(const struct sn_tx_destination_entry *a,
				    const struct sn_tx_destination_entry *b)
{
	struct sn_buf x = {0}, y = {0};
	sn_tx_destination_entry_put(&x, a);
	sn_tx_destination_entry_put(&y, b);
	cr_assert_eq(x.len, y.len);
	cr_assert_arr_eq(x.data, y.data, x.len);
	sn_buf_free(&x);
	sn_buf_free(&y);
}

/* The online wallet takes history and balance from these. */
static void expect_echo(void)
{
	const struct sn_pending_tx *ptx = t.answer.ptx;
	const struct sn_tx_construction_data *asked = t.file.set.txes;
	struct sn_buf text = {0};
	cr_assert_eq(t.answer.n_ptx, 1);
	cr_assert_eq(ptx->version, 1);
	cr_assert_eq(ptx->construction_data.encoded.len, asked->encoded.len);
	cr_assert_arr_eq(ptx->construction_data.encoded.at, asked->encoded.at, asked->encoded.len);
	expect_same_destination(&ptx->change_dts, &asked->change_dts);
	cr_assert_eq(ptx->dests.n, asked->dests.n);
	for (size_t i = 0; i < asked->dests.n; i++)
		expect_same_destination(&ptx->dests.entries[i], &asked->dests.entries[i]);
	cr_assert_eq(ptx->n_selected_transfers, asked->n_selected_transfers);
	cr_assert_arr_eq(ptx->selected_transfers, asked->selected_transfers,
			 asked->n_selected_transfers * sizeof *asked->selected_transfers);
	cr_assert(ptx->fee == ptx->tx.fee && ptx->fee == t.review.fee);
	sn_pending_tx_put_key_images(&text, &ptx->tx);
	cr_assert_eq(text.len, ptx->key_images.len);
	cr_assert_arr_eq(text.data, ptx->key_images.at, text.len);
	sn_buf_free(&text);
}

static bool spends(const struct sn_tx *tx, const struct sn_point *image)
{
	for (size_t i = 0; i < tx->n_inputs; i++)
		if (sn_point_is_equal(&tx->inputs[i].key_image, image))
			return true;
	return false;
}

/* The signer of the reference wallet made `name` of the same file: the same inputs are spent, and the key
 * images are the same, as far as both have them. */
static void expect_like(const char *release, const char *name)
{
	struct interop_sample theirs = interop_find(release, name);
	struct sn_signed_tx_set signed_set;
	struct sn_error err = {0};
	ok(sn_signed_tx_set_decode(&signed_set, theirs.plaintext.data, theirs.plaintext.len, &err));
	const struct sn_tx *tx = &t.answer.ptx->tx, *other = &signed_set.ptx->tx;
	cr_assert_eq(tx->n_inputs, other->n_inputs);
	for (size_t i = 0; i < tx->n_inputs; i++)
		cr_assert(spends(other, &tx->inputs[i].key_image));
	cr_assert(tx->n_outputs == other->n_outputs && tx->fee == other->fee);
	cr_assert_eq(tx->extra_len, other->extra_len);
	for (size_t i = 0; i < t.answer.n_key_images && i < signed_set.n_key_images; i++)
		cr_assert(sn_point_is_equal(&t.answer.key_images[i], &signed_set.key_images[i]), "%zu", i);
	sn_signed_tx_set_free(&signed_set);
	interop_free(&theirs);
}

/* The change is an output of ours: its one-time key is in the transaction. */
static void expect_created(size_t n)
{
	const struct sn_tx *tx = &t.answer.ptx->tx;
	size_t found = 0;
	for (size_t i = 0; i < t.answer.n_tx_key_images; i++)
		for (size_t j = 0; j < tx->n_outputs; j++)
			found += sn_point_is_equal(&t.answer.tx_key_images[i].key, &tx->outputs[j].key);
	cr_assert_eq(found, n);
}

Test(cold_reference_answer, a_list_from_the_first_output_on_is_sufficient, .fini = tear_down)
{
	open_file("0.18.4.0", "unsigned-standard-1");
	sign();
	expect_echo();
	expect_like("0.18.4.0", "signed-standard-1");
	expect_created(1);
	cr_assert_eq(t.answer.n_key_images, 7);
	cr_assert(spends(&t.answer.ptx->tx, &t.answer.key_images[0]));
}

Test(cold_reference_answer, an_output_export_completes_the_list, .fini = tear_down)
{
	open_file("0.18.4.0", "unsigned-many");
	use_outputs("0.18.4.0", "outputs-all");
	sign();
	expect_echo();
	expect_like("0.18.4.0", "signed-many-additional-keys");
	expect_created(1);
	cr_assert_eq(t.answer.n_key_images, 8);
	cr_assert(spends(&t.answer.ptx->tx, &t.answer.key_images[4]));
}

/* Eight outputs of the export, and two of the file. */
Test(cold_reference_answer, export_and_file_are_joined, .fini = tear_down)
{
	open_file("0.18.4.0", "unsigned-integrated");
	use_outputs("0.18.4.0", "outputs-all");
	sign();
	expect_echo();
	cr_assert_eq(t.answer.n_key_images, 10);
	cr_assert(spends(&t.answer.ptx->tx, &t.answer.key_images[2]));
	cr_assert(spends(&t.answer.ptx->tx, &t.answer.key_images[9]));
}

/* Two openings of two lists, and two signatures. */
Test(cold_reference_answer, each_pass_over_the_outputs_reports_progress, .fini = tear_down)
{
	const struct sn_restore_progress progress = {on_report, reports};
	const size_t expected[] = {8, 2, 8, 2, 10, 10};
	t.request.options.progress = &progress;
	open_file("0.18.4.0", "unsigned-integrated");
	use_outputs("0.18.4.0", "outputs-all");
	sign();
	cr_assert_eq(n_reports, sizeof expected / sizeof *expected);
	cr_assert_arr_eq(reports, expected, sizeof expected);
}

Test(cold_reference_answer, without_a_list_the_command_is_named, .fini = tear_down)
{
	open_file("0.18.4.0", "unsigned-many");
	expect_refused("the answer must have the key images of the first 5 outputs of the online wallet",
		       "run \"export_outputs all FILE\" in the online wallet, then use --outputs=FILE");
	t.request.options.no_key_images = true;
	sign();
	expect_echo();
	cr_assert_eq(t.answer.n_key_images, 0);
	expect_created(1);
	cr_assert_eq(t.answer.n_tx_key_images, 2); /* the change, and the output that the file lists */
}

Test(cold_reference_answer, a_list_that_does_not_begin_with_the_first_output_is_refused, .fini = tear_down)
{
	open_file("0.18.4.0", "unsigned-many");
	use_outputs("0.18.4.0", "outputs-start-2-count-3");
	expect_refused("only 0 are listed", "export_outputs all");
}

/* Releases of that time accept an answer without key images. */
Test(cold_reference_answer, an_old_file_needs_no_list, .fini = tear_down)
{
	open_file("0.18.0.0", "unsigned-many");
	sign();
	expect_echo();
	expect_like("0.18.0.0", "signed-many-additional-keys");
	cr_assert_eq(t.answer.n_key_images, 0);
}

/* Outputs of version 0 do not name their subaddress. */
Test(cold_reference_answer, an_old_list_is_searched_for_subaddresses, .fini = tear_down)
{
	open_file("0.18.0.0", "unsigned-many");
	use_outputs("0.18.0.0", "outputs-all");
	sign();
	expect_like("0.18.0.0", "signed-many-additional-keys");
	cr_assert_gt(t.answer.n_key_images, 4);
}

/* They may be beyond the look-ahead. The payment does not depend on them. */
Test(cold_reference_answer, an_old_list_may_have_unknown_subaddresses, .fini = tear_down)
{
	open_file("0.18.0.0", "unsigned-standard-1");
	t.file.set.new_transfers.outputs[1].internal_output_index++;
	sign();
	expect_echo();
	expect_like("0.18.0.0", "signed-standard-1");
	cr_assert_eq(t.answer.n_key_images, 0);
	cr_assert_eq(t.answer.n_tx_key_images, 1); /* the change */
	tear_down();
	t.sealed = t.plaintext = (struct sn_buf){0};
	open_file("0.18.0.0", "unsigned-standard-1");
	t.file.set.new_transfers.version = 1; /* it names 0/0 */
	t.file.set.new_transfers.outputs[1].internal_output_index++;
	expect_refused("output 1 of the online wallet's list does not belong to this wallet", "");
}

Test(cold_reference_answer, a_list_of_another_time_is_refused, .fini = tear_down)
{
	open_file("0.18.4.0", "unsigned-many");
	use_outputs("0.18.4.0", "outputs-all");
	t.file.set.txes->selected_transfers[0] = 3;
	expect_refused(
		"the list of outputs does not match the unsigned file: output 3 is not the one that the payment spends",
		"prepare the payment and export the outputs again");
}

/* After a reorganization of the chain, for example. The online wallet would believe the key images. */
Test(cold_reference_answer, an_export_that_differs_from_the_file_is_refused, .fini = tear_down)
{
	open_file("0.18.4.0", "unsigned-standard-1");
	use_outputs("0.18.4.0", "outputs-all");
	struct sn_exported_transfer_details *listed = t.file.set.new_transfers.outputs, other = listed[5];
	listed[5] = listed[6];
	listed[6] = other;
	expect_refused(
		"the list of outputs does not match the unsigned file: output 5 is not the one in the file",
		"prepare the payment and export the outputs again");
}

/* Eight outputs in the export, and seven when the payment was prepared. */
Test(cold_reference_answer, an_export_counts_up_to_the_length_of_the_list, .fini = tear_down)
{
	open_file("0.18.4.0", "unsigned-standard-1");
	use_outputs("0.18.4.0", "outputs-all");
	sign();
	cr_assert_eq(t.file.set.new_transfers.total, 7);
	cr_assert_eq(t.answer.n_key_images, 7);
}

Test(cold_reference_answer, a_list_of_another_wallet_is_refused, .fini = tear_down)
{
	open_file("0.18.4.0", "unsigned-many");
	use_outputs("0.18.0.0", "outputs-all");
	cr_assert_eq(review(), SN_BAD_INPUT);
	cr_assert(strstr(t.err.text, "the file of --outputs: "), "%s", t.err.text);
}

Test(cold_reference_answer, a_listed_output_of_others_is_refused, .fini = tear_down)
{
	open_file("0.18.4.0", "unsigned-standard-1");
	t.file.set.new_transfers.outputs[2].subaddress.minor++;
	expect_refused("output 2 of the online wallet's list does not belong to this wallet", "");
	t.file.set.new_transfers.outputs[2].subaddress = (struct sn_subaddress_index){UINT32_MAX, UINT32_MAX};
	expect_refused("output 2 of the online wallet's list does not belong to this wallet", "");
}

Test(cold_reference_answer, the_same_file_gives_the_same_bytes, .fini = tear_down)
{
	struct sn_buf first = {0};
	open_file("0.18.4.0", "unsigned-standard-1");
	sign();
	sn_put_bytes(&first, t.sealed.data, t.sealed.len);
	tear_down();
	t.sealed = t.plaintext = (struct sn_buf){0};
	open_file("0.18.4.0", "unsigned-standard-1");
	sign();
	cr_assert_eq(first.len, t.sealed.len);
	cr_assert_arr_eq(first.data, t.sealed.data, first.len);
	sn_buf_free(&first);
}

Test(cold_reference_answer, hexadecimal_text_is_recognised, .fini = tear_down)
{
	struct sn_buf file = {0}, text = {0};
	open_file("0.18.4.0", "unsigned-standard-1");
	reference_seal(&file, &t.file);
	for (size_t i = 0; i < file.len; i++) {
		char digits[3];
		snprintf(digits, sizeof digits, "%02X", file.data[i]);
		sn_put_bytes(&text, digits, 2);
	}
	cr_assert(sn_reference_is_file(text.data, text.len));
	cr_assert(!sn_cold_open_and_review(&t.set, &t.request, &t.review, &t.file.account, NULL, text.data,
					   text.len, 1, &t.err),
		  "%s", t.err.text);
	sn_buf_free(&file);
	sn_buf_free(&text);
}

Test(cold_reference_answer, another_kind_of_file_is_named, .fini = tear_down)
{
	open_file("0.18.4.0", "unsigned-standard-1");
	use_outputs("0.18.4.0", "outputs-all");
	cr_assert_eq(sn_cold_open_and_review(&t.set, &t.request, &t.review, &t.file.account, NULL,
					     outputs.file.data, outputs.file.len, 1, &t.err),
		     SN_BAD_INPUT);
	cr_assert(strstr(t.err.text, "output export"), "%s", t.err.text);
}
