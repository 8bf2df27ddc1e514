/* Flip bits in memory while a file is opened, reviewed and signed. The output must be either empty or the
 * bytes of an undisturbed run: never an invalid transaction, never a different transaction of the same file.
 *
 * The flips happen at the signer's fault points (base/seam.h). At each point the process forks for every
 * flip: the child flips one bit and continues, the parent waits and continues undisturbed. The flips are in
 * the value of the point, and at every point also in the account and the unsigned set, permanently or until
 * the next point. The outcomes of the children are counted. A child that crashes or hangs has no output,
 * because the output leaves the process after the work returns.
 *
 * flips.h has the variables that flip more of them. */
#include "flips.h"
#include "guard.h"
#include "seam.h"

#include "base/bytes.h"
#include "cold/files.h"
#include "handoff/envelope.h"

#include "../unit/cold_reference.h"
#include "../unit/cold_sets.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct sn_account alice, bob;

static struct {
	struct sn_buf file;
	struct sn_buf expected;
	struct sn_hash expected_hashes[2];
	bool is_reference; /* a file of the reference wallet */
} payment;

static void add_set(struct sn_unsigned_set *set)
{
	flips_add_region("held: set", set, sizeof *set);
	for (size_t i = 0; i < set->n; i++) {
		struct sn_unsigned_tx *tx = &set->txs[i];
		flips_add_region("held: transaction", tx, sizeof *tx);
		flips_add_region("held: recipients", tx->destinations,
				 tx->n_destinations * sizeof *tx->destinations);
		for (size_t j = 0; j < tx->n_inputs; j++) {
			struct sn_unsigned_input *input = &tx->inputs[j];
			flips_add_region("held: input", input,
					 offsetof(struct sn_unsigned_input, global_index));
			flips_add_region("held: ring", input->global_index,
					 input->n_ring * sizeof *input->global_index);
			flips_add_region("held: ring", input->ring, input->n_ring * sizeof *input->ring);
		}
	}
}

static enum outcome judge(int ret, const struct sn_buf *out, const struct sn_hash *hashes, size_t n_hashes)
{
	if (ret)
		return out->len ? LEAKED : REFUSED;
	return out->len == payment.expected.len && !memcmp(out->data, payment.expected.data, out->len) &&
			       !memcmp(hashes, payment.expected_hashes, n_hashes * sizeof *hashes)
		       ? IDENTICAL
		       : OTHER;
}

/* What the signer keeps of a file of the reference wallet for the answer. */
static void add_reference(struct sn_reference_request *reference)
{
	struct sn_unsigned_tx_set *theirs = &reference->set;
	flips_add_region("held: request", reference, sizeof *reference);
	flips_add_region("held: plaintext", reference->plaintext.data, reference->plaintext.len);
	flips_add_region("held: listed outputs", reference->listed.outputs,
			 reference->listed.n * sizeof *reference->listed.outputs);
	for (size_t i = 0; i < theirs->n_txes; i++) {
		struct sn_tx_construction_data *data = &theirs->txes[i];
		flips_add_region("held: their transaction", data, sizeof *data);
		flips_add_region("held: their outputs", data->splitted_dsts.entries,
				 data->splitted_dsts.n * sizeof *data->splitted_dsts.entries);
		flips_add_region("held: their dests", data->dests.entries,
				 data->dests.n * sizeof *data->dests.entries);
		flips_add_region("held: their sources", data->sources,
				 data->n_sources * sizeof *data->sources);
		flips_add_region("held: their selection", data->selected_transfers,
				 data->n_selected_transfers * sizeof *data->selected_transfers);
	}
}

static enum outcome open_and_sign(size_t n_txs, struct sn_buf *out, struct sn_error *err)
{
	struct sn_reference_request reference = {.is_used = false};
	struct sn_unsigned_set set;
	struct sn_review review;
	struct sn_hash hashes[2] = {{{0}}, {{0}}};
	flips.n_regions = 0;
	flips_add_region("held: account", &alice, sizeof alice);
	guard.signing.reference = &reference;
	guard.signing.jobs = 1;
	const struct sn_signing *signing =
		guard.signing.journal || payment.is_reference ? &guard.signing : NULL;
	flips_add_region("held: limits", &guard.limits, sizeof guard.limits);
	if (signing)
		/* Without the pointer at its end: if it leads elsewhere, the same transaction comes out in
		 * our own format. */
		flips_add_region("held: journal", &guard.signing, offsetof(struct sn_signing, reference));
	int ret = sn_cold_open_and_review(&set, &reference, &review, &alice, &guard.limits, payment.file.data,
					  payment.file.len, 1, err);
	if (!ret) {
		if (!flips.is_child)
			add_set(&set);
		if (!flips.is_child && payment.is_reference)
			add_reference(&reference);
		/* For flips while the user reads and confirms. */
		if (seam_hook)
			seam_hook("between review and signing", review.txs, sizeof *review.txs);
		if (signing)
			ret = cold_set_check_journal(&review, &alice, &set, &guard.limits, signing, err);
		if (!ret)
			ret = cold_set_sign(out, hashes, &alice, &set, &guard.limits, signing, err);
	}
	enum outcome outcome = judge(ret, out, hashes, n_txs);
	if (flips.is_child)
		_exit(STATUS_BASE + outcome);
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
	sn_reference_request_free(&reference);
	if (!payment.expected.len) {
		memcpy(payment.expected_hashes, hashes, n_txs * sizeof *hashes);
		sn_put_bytes(&payment.expected, out->data, out->len);
	}
	return outcome;
}

static void start(size_t one_in, size_t bytes_per_point)
{
	flips_start(one_in, bytes_per_point);
	alice = cold_account("alice");
	bob = cold_account("bob");
}

/* Check the undisturbed output: each transaction equals the result of cold_sign, which checks it. */
static void check_undisturbed(const struct sn_unsigned_set *set)
{
	struct sn_buf content = {0};
	struct sn_signed_set signed_set;
	struct cold_result looked_at = cold_sign(&alice, set);
	cr_assert(!sn_envelope_open(&content, SN_ENVELOPE_SIGNED_SET, SN_MAINNET, &alice.view_secret,
				    payment.expected.data, payment.expected.len, NULL));
	cr_assert(!sn_signed_set_decode(&signed_set, content.data, content.len, NULL));
	cr_assert_eq(signed_set.n, looked_at.set.n);
	for (size_t i = 0; i < signed_set.n; i++) {
		struct sn_hash hash;
		cr_assert(
			signed_set.txs[i].len == looked_at.set.txs[i].len &&
			!memcmp(signed_set.txs[i].bytes, looked_at.set.txs[i].bytes, signed_set.txs[i].len));
		cr_assert(!sn_tx_hash(&hash, &looked_at.txs[i]));
		cr_assert(sn_hash_is_equal(&hash, &payment.expected_hashes[i]));
	}
	sn_signed_set_free(&signed_set);
	cold_result_free(&looked_at);
	sn_buf_free(&content);
}

static void disturb_file(const char *what, size_t n_txs)
{
	struct sn_buf out = {0};
	struct sn_error err = {0};
	seam_hook = flips_at_point;
	enum outcome outcome = open_and_sign(n_txs, &out, &err);
	seam_hook = NULL;
	flips_print(what);
	cr_assert(outcome == IDENTICAL, "the parent was disturbed: %s", err.text);
	cr_assert(flips.n_tallies > 25, "only %zu points were reached: is the seam switched on?",
		  flips.n_tallies);
	cr_assert(flips_count(REFUSED) > flips_count(IDENTICAL), "hardly anything was noticed");
	cr_assert(flips_count(OTHER) == 0, "another transaction came out of the same file");
	cr_assert(flips_count(LEAKED) == 0, "something came out in spite of an error");
	cr_assert(flips_count(FORGOTTEN) == 0, "something came out that the journal does not know");
	cr_assert(flips_count(HUNG) == 0);
	sn_buf_free(&out);
	sn_buf_free(&payment.file);
	sn_buf_free(&payment.expected);
}

/* Undisturbed; it makes the tables that stay for the next time, too. */
static void sign_undisturbed(size_t n_txs)
{
	struct sn_buf out = {0};
	struct sn_error err = {0};
	(void)open_and_sign(n_txs, &out, &err);
	cr_assert(out.len, "%s", err.text);
	sn_buf_free(&out);
}

static void disturb(const char *what, struct sn_unsigned_set *set)
{
	struct sn_buf content = {0};
	struct sn_error err = {0};
	cr_assert(!sn_unsigned_set_encode(&content, set, &err), "%s", err.text);
	cr_assert(!sn_envelope_seal(&payment.file, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &alice.view_secret,
				    content.data, content.len, NULL));
	sign_undisturbed(set->n);
	check_undisturbed(set);
	if (guard.signing.journal)
		guard_expect_this_journal(payment.expected_hashes, set->n);
	disturb_file(what, set->n);
	sn_buf_free(&content);
	cold_free(set);
}

/* One input, two outputs, a payment id. */
Test(bit_flips, everyday_payment)
{
	start(1, 2);
	struct sn_unsigned_set set = cold_everyday(&alice, cold_integrated(&bob, 7));
	disturb("1 input, 2 outputs", &set);
}

/* With a journal and a policy: the journal, read later, has every transaction of the output. */
Test(bit_flips, with_journal_and_policy)
{
	start(3, 2);
	guard_set_up(
		&alice,
		"{\"version\": 1, \"max_amount_per_set\": 1000000000000000, \"max_fee_per_transaction\": 100000000000, "
		"\"period\": \"day\", \"max_amount_per_period\": 1000000000000000}");
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 1));
	flips.always = "journal's ";
	disturb("with a journal and a policy", &set);
	cr_assert(flips_tally_of("journal's entries")->flips > 0 &&
		  flips_tally_of("journal's records")->flips > 0);
	guard_tear_down();
}

/* Two transactions; inputs of subaddresses with other kinds of masks; additional tx keys; no change. */
Test(bit_flips, set_of_two)
{
	start(4, 1);
	struct sn_unsigned_set set = cold_set(2);
	cold_spend(&set.txs[0], &alice,
		   &(struct cold_output){
			   .amount = COLD_XMR, .to = {0, 3}, .mask_kind = SN_MASK_EXPLICIT, .index = 2});
	cold_spend(&set.txs[0], &alice, &(struct cold_output){.amount = COLD_XMR, .mask_kind = SN_MASK_ONE});
	cold_pay(&set.txs[0], cold_address(&bob, 0, 1), COLD_XMR);
	cold_pay(&set.txs[0], cold_address(&bob, 0, 0), COLD_XMR - COLD_FEE);
	cold_spend_amount(&set.txs[1], &alice, COLD_XMR);
	cold_pay(&set.txs[1], cold_address(&bob, 0, 2), COLD_XMR - COLD_FEE);
	disturb("2 transactions, 3 inputs, 4 outputs", &set);
}

/* A file of the reference wallet, with listed outputs. The translation is signed like any other set: here are
 * the request that is kept for the answer, and the answer. */
Test(bit_flips, file_of_the_reference_wallet)
{
	start(3, 2);
	struct reference_file sample = reference_open("0.18.4.0", "unsigned-standard-1");
	alice = sample.account;
	reference_seal(&payment.file, &sample);
	payment.is_reference = true;
	sign_undisturbed(1);
	disturb_file("of the reference wallet", 1);
	cr_assert(flips_tally_of("answer")->flips > 0 && flips_tally_of("listed outputs")->flips > 0);
	reference_free(&sample);
}

/* A different payment ID is equally valid: only the second opening of the file detects it. */
static const uint8_t *payment_id;

static void change_payment_id(const char *name, void *data, size_t len)
{
	uint8_t *at = strcmp(name, "content") ? NULL : memmem(data, len, payment_id, SN_PAYMENT_ID_BYTES);
	if (at)
		at[0] ^= 1;
}

Test(bit_flips, other_valid_content_is_refused)
{
	start(1, 1);
	struct sn_address to = cold_integrated(&bob, UINT64_C(0x0123456789abcdef));
	struct sn_unsigned_set set = cold_everyday(&alice, to), opened;
	struct sn_buf content = {0}, file = {0};
	struct sn_review review;
	struct sn_error err = {0};
	cr_assert(!sn_unsigned_set_encode(&content, &set, &err), "%s", err.text);
	cr_assert(!sn_envelope_seal(&file, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &alice.view_secret,
				    content.data, content.len, NULL));
	payment_id = to.payment_id;
	seam_hook = change_payment_id;
	cr_assert_eq(
		sn_cold_open_and_review(&opened, NULL, &review, &alice, NULL, file.data, file.len, 1, &err),
		SN_REFUSED);
	seam_hook = NULL;
	cr_assert(strstr(err.text, "self-check"), "%s", err.text);
	sn_buf_free(&file);
	sn_buf_free(&content);
	cold_free(&set);
}

/* This test can fail: with a single signing, a flip in the random stream makes a different transaction, which
 * passes the self-check. */
Test(bit_flips, signing_once_would_miss_a_flip)
{
	start(1, 4);
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_signed_set signed_set;
	struct sn_error err = {0};
	cr_assert(!sn_sign(&signed_set, &alice, &set, NULL, 1, &err), "%s", err.text);
	sn_put_bytes(&payment.expected, signed_set.txs->bytes, signed_set.txs->len);
	sn_signed_set_free(&signed_set);

	seam_hook = flips_at_point;
	flips.only = "stream";
	int ret = sn_sign(&signed_set, &alice, &set, NULL, 1, &err);
	struct sn_buf out = {0};
	if (!ret)
		sn_put_bytes(&out, signed_set.txs->bytes, signed_set.txs->len);
	enum outcome outcome = judge(ret, &out, NULL, 0);
	if (flips.is_child)
		_exit(STATUS_BASE + outcome);
	seam_hook = NULL;
	flips_print("signed once, which is not how it is done");
	cr_assert(outcome == IDENTICAL);
	cr_assert(flips_count(OTHER) > 0, "not one other transaction");
	sn_signed_set_free(&signed_set);
	sn_buf_free(&out);
	sn_buf_free(&payment.expected);
	cold_free(&set);
}
