/* Proposal sets and signed proposals: they survive the encoding, and every other encoding is refused. */
#include "handoff/envelope.h"
#include "handoff_sets.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

static void encode(struct sn_buf *out, const struct sn_proposal_set *set)
{
	struct sn_error err = {0};
	cr_assert(!sn_proposal_set_encode(out, set, SN_STAGENET, &err), "%s", err.text);
}

static void encode_signed(struct sn_buf *out, const struct sn_signed_proposals *set)
{
	struct sn_error err = {0};
	cr_assert(!sn_signed_proposals_encode(out, set, SN_STAGENET, &err), "%s", err.text);
}

static bool is_same_payments(const struct sn_proposal_payments *a, const struct sn_proposal_payments *b)
{
	bool is_same = a->n_destinations == b->n_destinations && a->n_self_sends == b->n_self_sends &&
		       a->fee == b->fee;
	for (size_t i = 0; is_same && i < a->n_destinations; i++)
		is_same = sn_address_is_equal(&a->destinations[i].address, &b->destinations[i].address) &&
			  a->destinations[i].amount == b->destinations[i].amount;
	for (size_t i = 0; is_same && i < a->n_self_sends; i++)
		is_same = sn_subaddress_is_equal(a->self_sends[i].subaddress, b->self_sends[i].subaddress) &&
			  a->self_sends[i].enote_type == b->self_sends[i].enote_type &&
			  a->self_sends[i].amount == b->self_sends[i].amount;
	return is_same;
}

Test(handoff_proposals, encoded_sets_decode_to_the_same_set)
{
	struct test_random g = test_random(31);
	for (int i = 0; i < 300; i++) {
		struct sn_proposal_set set = test_proposal_set(&g, SN_STAGENET, 1 + test_below(&g, 4)), back;
		struct sn_buf bytes = {0};
		struct sn_error err = {0};
		encode(&bytes, &set);
		cr_assert(!sn_proposal_set_decode(&back, SN_STAGENET, bytes.data, bytes.len, &err), "%s",
			  err.text);
		cr_assert_eq(set.n, back.n);
		for (size_t k = 0; k < set.n; k++) {
			const struct sn_proposal *a = &set.proposals[k], *b = &back.proposals[k];
			cr_assert(a->n_inputs == b->n_inputs);
			for (size_t j = 0; j < a->n_inputs; j++)
				cr_assert(test_is_same_input(&a->inputs[j], &b->inputs[j]));
			cr_assert(is_same_payments(&a->payments, &b->payments));
		}
		sn_buf_free(&bytes);
		sn_proposal_set_free(&set);
		sn_proposal_set_free(&back);
	}
}

Test(handoff_proposals, encoded_signed_proposals_decode_to_the_same_set)
{
	struct test_random g = test_random(32);
	for (int i = 0; i < 300; i++) {
		struct sn_signed_proposals set =
			test_signed_proposals(&g, SN_STAGENET, 1 + test_below(&g, 4));
		struct sn_signed_proposals back;
		struct sn_buf bytes = {0};
		struct sn_error err = {0};
		encode_signed(&bytes, &set);
		cr_assert(!sn_signed_proposals_decode(&back, SN_STAGENET, bytes.data, bytes.len, &err), "%s",
			  err.text);
		cr_assert_eq(set.n, back.n);
		for (size_t k = 0; k < set.n; k++) {
			const struct sn_signed_proposal *a = &set.txs[k], *b = &back.txs[k];
			cr_assert(a->n_inputs == b->n_inputs && a->n_created == b->n_created);
			cr_assert(!memcmp(a->inputs, b->inputs, a->n_inputs * sizeof a->inputs[0]));
			cr_assert(!memcmp(a->created, b->created, a->n_created * sizeof a->created[0]));
			cr_assert(!memcmp(a->seed, b->seed, 32));
			cr_assert(is_same_payments(&a->payments, &b->payments));
		}
		sn_buf_free(&bytes);
		sn_signed_proposals_free(&set);
		sn_signed_proposals_free(&back);
	}
}

/* Flip every bit, and truncate at every byte: the decoder refuses, or the encoder writes the same bytes. The
 * input is copied to a block of exactly its size, so that a sanitizer notices a read past its end. */
static bool is_refused(bool is_signed, const void *data, size_t len)
{
	struct sn_proposal_set set = {0};
	struct sn_signed_proposals done = {0};
	struct sn_buf again = {0};
	struct sn_error err = {0};
	void *copy = malloc(len ? len : 1);
	cr_assert_not_null(copy);
	memcpy(copy, data, len);
	int ret = is_signed ? sn_signed_proposals_decode(&done, SN_STAGENET, copy, len, &err)
			    : sn_proposal_set_decode(&set, SN_STAGENET, copy, len, &err);
	if (ret) {
		cr_assert_eq(ret, SN_BAD_INPUT);
		cr_assert_eq(err.reason, SN_REASON_DAMAGED, "%s", err.text);
		cr_assert(!set.proposals && !done.txs);
	} else {
		if (is_signed)
			encode_signed(&again, &done);
		else
			encode(&again, &set);
		cr_assert(again.len == len && !memcmp(again.data, copy, len));
	}
	free(copy);
	sn_buf_free(&again);
	sn_proposal_set_free(&set);
	sn_signed_proposals_free(&done);
	return ret != SN_OK;
}

static void change_all(bool is_signed, struct sn_buf *bytes)
{
	size_t refused = 0;
	cr_assert(!is_refused(is_signed, bytes->data, bytes->len));
	for (size_t len = 0; len < bytes->len; len++)
		cr_assert(is_refused(is_signed, bytes->data, len), "%zu of %zu bytes", len, bytes->len);
	for (size_t at = 0; at < bytes->len; at++)
		for (int bit = 0; bit < 8; bit++) {
			bytes->data[at] ^= (uint8_t)(1 << bit);
			refused += is_refused(is_signed, bytes->data, bytes->len);
			bytes->data[at] ^= (uint8_t)(1 << bit);
		}
	cr_assert_geq(refused, 8 * 4); /* the counts at least */
	sn_put_u8(bytes, 0);
	cr_assert(is_refused(is_signed, bytes->data, bytes->len), "a byte follows");
	sn_buf_free(bytes);
}

Test(handoff_proposals, changed_bytes_are_refused_or_canonical)
{
	struct test_random g = test_random(33);
	struct sn_buf bytes = {0};
	struct sn_proposal_set set = test_proposal_set(&g, SN_STAGENET, 3);
	encode(&bytes, &set);
	change_all(false, &bytes);
	sn_proposal_set_free(&set);

	struct sn_signed_proposals done = test_signed_proposals(&g, SN_STAGENET, 2);
	encode_signed(&bytes, &done);
	change_all(true, &bytes);
	sn_signed_proposals_free(&done);
}

static void refuse(const struct sn_proposal_set *set, const char *words)
{
	struct sn_buf bytes = {0};
	struct sn_error err = {0};
	cr_assert_eq(sn_proposal_set_encode(&bytes, set, SN_STAGENET, &err), SN_USAGE, "%s", words);
	cr_assert(strstr(err.text, words), "%s", err.text);
	cr_assert_eq(bytes.len, 0);
}

Test(handoff_proposals, sets_outside_of_the_limits_are_not_encoded)
{
	struct test_random g = test_random(34);
	struct sn_proposal_set set = test_proposal_set(&g, SN_STAGENET, 1);
	struct sn_proposal *p = &set.proposals[0];
	struct sn_proposal_input *in = &p->inputs[0];
	const struct sn_proposal_payments payments = p->payments;
	const struct sn_proposal_input input = *in;

	p->payments.n_self_sends = 0;
	refuse(&set, "0 self-sends");
	p->payments.n_self_sends = 1;
	p->payments.n_destinations = 0;
	refuse(&set, "1 outputs");
	p->payments.n_destinations = SN_TX_OUTPUTS_MAX;
	refuse(&set, "17 outputs");
	p->payments.n_destinations = 1;
	p->payments.destinations[0].address.network = SN_TESTNET;
	refuse(&set, "another network");
	p->payments.destinations[0].address.network = SN_STAGENET;
	p->payments.self_sends[0].enote_type = 2;
	refuse(&set, "self-send 1 has an invalid enote type");
	p->payments.self_sends[0].enote_type = 0;

	in->kind = SN_PROPOSAL_COINBASE;
	in->subaddress.minor = 1;
	refuse(&set, "input 1: a coinbase output belongs to the primary address");
	in->kind = SN_PROPOSAL_OLD;
	in->mask_kind = SN_MASK_EXPLICIT;
	memset(in->mask.b, 0xff, 32);
	refuse(&set, "the mask is invalid");
	in->kind = SN_PROPOSAL_SPECIAL;
	in->enote_type = 2;
	refuse(&set, "the enote type is invalid");
	in->kind = (enum sn_proposal_input_kind)4;
	refuse(&set, "the kind of input is invalid");
	*in = input;
	p->n_inputs = SN_FCMP_INPUTS_MAX + 1;
	refuse(&set, "129 inputs");
	p->n_inputs = 1;
	set.n = 0;
	refuse(&set, "0 transactions");
	set.n = 1;
	p->payments = payments;
	sn_proposal_set_free(&set);
}

/* One input, one payment and change, with amounts of up to 2^49 piconero (562 XMR). */
Test(handoff_proposals, an_ordinary_payment_has_the_smallest_sizes)
{
	struct test_random g = test_random(35);
	const struct sn_scalar view_secret = {{7}};
	struct sn_proposal_input in = {
		.kind = SN_PROPOSAL_NORMAL, .amount = UINT64_C(1) << 48, .subaddress = {3, 200}};
	struct sn_proposal_destination to = {
		.address = {.network = SN_STAGENET, .kind = SN_ADDRESS_INTEGRATED},
		.amount = UINT64_C(1) << 47};
	struct sn_proposal_self_send change = {
		.subaddress = {3, 0}, .enote_type = 1, .amount = UINT64_C(1) << 46};
	struct sn_proposal p = {&in, 1, {&to, 1, &change, 1, 200000000}};
	struct sn_created_output created = {.index = 1};
	struct sn_signed_input signed_input;
	struct sn_signed_proposal tx = {.inputs = &signed_input,
					.n_inputs = 1,
					.payments = p.payments,
					.created = &created,
					.n_created = 1};
	struct sn_buf bytes = {0}, file = {0};
	test_fill(&g, &signed_input, sizeof signed_input);
	in.has_payment_id = true;
	encode(&bytes, &(struct sn_proposal_set){&p, 1});
	cr_assert(!sn_envelope_seal(&file, SN_ENVELOPE_PROPOSALS, SN_STAGENET, &view_secret, bytes.data,
				    bytes.len, NULL));
	cr_assert_eq(file.len, SN_ENVELOPE_PROPOSAL);
	cr_assert_leq(file.len, 300);
	sn_buf_clear(&bytes);
	sn_buf_clear(&file);
	encode_signed(&bytes, &(struct sn_signed_proposals){&tx, 1});
	cr_assert(!sn_envelope_seal(&file, SN_ENVELOPE_SIGNED_PROPOSALS, SN_STAGENET, &view_secret,
				    bytes.data, bytes.len, NULL));
	cr_assert_eq(file.len, SN_ENVELOPE_SIGNED_PROPOSAL);
	cr_assert_leq(file.len, 700);
	sn_buf_free(&bytes);
	sn_buf_free(&file);
}
