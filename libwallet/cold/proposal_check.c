#include "cold/proposal_check.h"

#include "base/seam.h"
#include "base/secret.h"
#include "chain/carrot_scan.h"
#include "chain/extra.h"
#include "chain/fcmp_rules.h"
#include "chain/fcmp_size.h"
#include "chain/spend_keys.h"
#include "cold/review_proposals.h"
#include "crypto/x25519.h"
#include "ringct/commitment.h"

#include <string.h>

#include <sodium.h>

static int refuse(const char *problem, struct sn_error *err)
{
	return sn_error_set(err, SN_REFUSED,
			    "self-check failed: the signed transaction %s; no output was written", problem);
}

/* ---------------------------------------------------------------- inputs and proofs */

/* Strictly descending key images, as many as inputs, each of an input: a permutation. */
static bool has_images(const struct sn_tx *tx, const struct sn_prepared_proposal *again)
{
	size_t found = 0;
	for (size_t i = 0; i < tx->n_inputs; i++)
		for (size_t j = 0; j < again->n; j++)
			found += sn_point_is_equal(&tx->inputs[i].key_image, &again->inputs[j].opened.image);
	return tx->n_inputs == again->n && found == again->n;
}

static bool balances(const struct sn_tx *tx, const struct sn_prepared_proposal *again)
{
	struct sn_point in[SN_FCMP_INPUTS_MAX], out[SN_TX_OUTPUTS_MAX];
	for (size_t i = 0; i < again->n; i++)
		in[i] = again->inputs[i].statement.input.c;
	for (size_t i = 0; i < tx->n_outputs; i++)
		out[i] = tx->outputs[i].commitment;
	return !sn_commitments_balance(in, again->n, out, tx->n_outputs, tx->fee);
}

static bool proofs_are_valid(const struct sn_signed_proposal *out, const struct sn_tx *tx,
			     const struct sn_prepared_proposal *again)
{
	struct sn_hash message;
	bool is_valid = !sn_tx_signable_hash(&message, tx) && out->n_inputs == again->n;
	for (size_t i = 0; is_valid && i < again->n; i++) {
		struct sn_sal_statement statement = again->inputs[i].statement;
		struct sn_sal proof;
		statement.message = message;
		is_valid = sn_point_is_equal(&out->inputs[i].key, &again->inputs[i].opened.output.o) &&
			   sn_point_is_equal(&out->inputs[i].image, &statement.image) &&
			   !sn_sal_load(&proof, out->inputs[i].proof, sizeof out->inputs[i].proof) &&
			   !sn_sal_verify(&proof, &statement, sn_fcmp);
	}
	return is_valid;
}

/* ---------------------------------------------------------------- outputs */

/* The parsed transaction, as its receivers see it. */
struct scan {
	const struct sn_tx *tx;
	struct sn_carrot_context context;
	struct sn_x25519 ephemeral_keys[SN_TX_OUTPUTS_MAX]; /* of each output */
	uint8_t payment_id[SN_PAYMENT_ID_BYTES];            /* encrypted */
	struct sn_carrot_owned owned[SN_TX_OUTPUTS_MAX];    /* n_owned that our view key opens; secret */
	size_t n_owned;
	bool is_taken[SN_TX_OUTPUTS_MAX]; /* an output that is expected */
	bool is_own[SN_TX_OUTPUTS_MAX];   /* and is ours, with this key image */
	struct sn_point images[SN_TX_OUTPUTS_MAX];
};

static bool scan_init(struct scan *s, const struct sn_tx *tx, const struct sn_account *account)
{
	struct sn_x25519 shared[SN_TX_OUTPUTS_MAX];
	struct sn_extra extra;
	*s = (struct scan){.tx = tx};
	const size_t n = sn_carrot_scan_keys(s->ephemeral_keys, SN_TX_OUTPUTS_MAX, tx);
	sn_extra_parse(&extra, tx->extra, tx->extra_len);
	sn_carrot_context_of(&s->context, tx);
	if (!extra.is_complete || n != (tx->n_outputs == 2 ? 1 : tx->n_outputs) ||
	    !sn_extra_encrypted_payment_id(s->payment_id, &extra))
		return false;
	for (size_t i = 0; i < n; i++)
		sn_x25519(&shared[i], &account->view_secret, &s->ephemeral_keys[i]);
	if (n == 1)
		s->ephemeral_keys[1] = s->ephemeral_keys[0];
	s->n_owned = sn_carrot_scan_open(s->owned, tx, shared, account);
	sn_wipe(shared, n * sizeof *shared);
	return true;
}

static bool take_image(struct scan *s, size_t i, const struct sn_carrot_owned *owned,
		       struct sn_subaddress_index index, const struct sn_account *account)
{
	struct sn_spend_keys keys;
	struct sn_point generator;
	sn_spend_keys_carrot(&keys, account, index, &owned->extensions);
	sn_image_generator(&generator, &owned->key, true, sn_fcmp);
	bool is_right = !sn_spend_keys_check(&keys, &owned->key) &&
			!sn_image_from_generator(&s->images[i], &generator, &keys.x);
	/* Part of the signed set. */
	SN_PUBLIC(&s->images[i], sizeof s->images[i]);
	s->is_own[i] = is_right;
	sn_wipe(&keys, sizeof keys);
	return is_right;
}

/* An output that we expect to receive. */
struct expected {
	struct sn_subaddress_index index;
	uint64_t amount;
	enum sn_carrot_type type;
	enum sn_carrot_kind kind;
};

/* Whether it is the expected one. The results are public: the review shows what is ours. */
static bool is_received(struct sn_carrot_owned *owned, const struct expected *e,
			const struct sn_account *account)
{
	struct sn_address address;
	sn_account_address(&address, account, e->index);
	int differs = sodium_memcmp(owned->spend.b, address.spend.b, 32) | (owned->amount != e->amount) |
		      (owned->type != e->type);
	bool is_it = !differs;
	SN_PUBLIC(&is_it, sizeof is_it);
	if (!is_it)
		return false;
	/* The one of our address. */
	SN_PUBLIC(&owned->spend, sizeof owned->spend);
	return sn_carrot_check_anchor(owned, account) && owned->kind == e->kind;
}

#define ANY SIZE_MAX

/* Find it, at this output or at ANY that is not found yet. */
static bool find_received(struct scan *s, size_t at, const struct expected *e,
			  const struct sn_account *account)
{
	for (size_t k = 0; k < s->n_owned; k++) {
		const size_t i = s->owned[k].index;
		if ((at == ANY ? s->is_taken[i] : i != at) || !is_received(&s->owned[k], e, account))
			continue;
		s->is_taken[i] = true;
		return take_image(s, i, &s->owned[k], e->index, account);
	}
	return false;
}

static bool output_is_equal(const struct sn_tx_output *a, const struct sn_tx_output *b)
{
	return a->amount == 0 && b->amount == 0 && a->is_carrot && sn_point_is_equal(&a->key, &b->key) &&
	       !memcmp(a->carrot_view_tag, b->carrot_view_tag, sizeof a->carrot_view_tag) &&
	       !memcmp(a->encrypted_anchor, b->encrypted_anchor, sizeof a->encrypted_anchor) &&
	       sn_point_is_equal(&a->commitment, &b->commitment) &&
	       !memcmp(a->encrypted_amount, b->encrypted_amount, 8);
}

/* Make the output of a recipient again, and find it at output *at. */
static bool find_sent(size_t *at, struct scan *s, const struct sn_address *to, uint64_t amount,
		      const struct sn_carrot_anchor *anchor)
{
	struct sn_carrot_made made;
	bool is_found = false;
	if (sn_carrot_make_normal(&made, to, amount, anchor, &s->context))
		return false;
	for (size_t i = 0; !is_found && i < s->tx->n_outputs; i++) {
		is_found = !s->is_taken[i] && output_is_equal(&s->tx->outputs[i], &made.output) &&
			   !memcmp(s->ephemeral_keys[i].b, made.ephemeral_key.b, 32) &&
			   (to->kind != SN_ADDRESS_INTEGRATED || sodium_is_zero(to->payment_id, 8) ||
			    !memcmp(s->payment_id, made.encrypted_payment_id, 8));
		s->is_taken[i] |= is_found;
		*at = i;
	}
	sn_wipe(&made, sizeof made);
	return is_found;
}

/* The recipients of the review, whose first ones are the destinations of the proposal. */
static bool finds_payments(struct scan *s, const struct sn_prepared_proposal *again,
			   const struct sn_account *account, size_t n, const struct sn_review_tx *review)
{
	bool is_right = n <= review->n_destinations;
	for (size_t i = 0; is_right && i < n; i++) {
		const struct sn_review_destination *d = &review->destinations[i];
		struct sn_carrot_anchor anchor;
		size_t at;
		sn_carrot_seed_anchor(&anchor, &again->seed, (uint8_t)i);
		is_right = find_sent(&at, s, &d->address, d->amount, &anchor);
		if (is_right && d->is_own) {
			const struct expected e = {d->own_index, d->amount, SN_CARROT_PAYMENT,
						   SN_CARROT_NORMAL};
			is_right = find_received(s, at, &e, account);
		}
	}
	return is_right;
}

static bool finds_self_sends(struct scan *s, const struct sn_account *account,
			     const struct sn_proposal_payments *p)
{
	bool is_right = true;
	for (size_t i = 0; is_right && i < p->n_self_sends; i++) {
		const struct sn_proposal_self_send *to = &p->self_sends[i];
		const struct expected e = {to->subaddress, to->amount, (enum sn_carrot_type)to->enote_type,
					   SN_CARROT_SPECIAL};
		is_right = find_received(s, ANY, &e, account);
	}
	return is_right;
}

static bool finds_outputs(struct scan *s, const struct sn_tx *tx, const struct sn_prepared_proposal *again,
			  const struct sn_account *account, const struct sn_proposal_payments *p,
			  const struct sn_review_tx *review)
{
	bool is_right = scan_init(s, tx, account) &&
			finds_payments(s, again, account, p->n_destinations, review) &&
			finds_self_sends(s, account, p);
	for (size_t i = 0; is_right && i < tx->n_outputs; i++)
		is_right = s->is_taken[i];
	sn_wipe(s->owned, sizeof s->owned);
	return is_right;
}

/* ---------------------------------------------------------------- all of it */

static bool is_planned(const struct sn_tx *tx, const struct sn_proposal_payments *p,
		       const struct sn_review_tx *review)
{
	uint64_t weight;
	return tx->n_outputs == p->n_destinations + p->n_self_sends && tx->fee == review->fee &&
	       !sn_fcmp_weight(&weight, tx->n_inputs, tx->n_outputs, tx->extra_len) &&
	       weight == review->weight;
}

static int check_parsed(struct scan *s, const struct sn_signed_proposal *out, const struct sn_tx *tx,
			const struct sn_prepared_proposal *again, const struct sn_account *account,
			const struct sn_proposal *proposal, const struct sn_review_tx *review,
			struct sn_error *err)
{
	const struct sn_proposal_payments *p = &proposal->payments;
	if (sn_fcmp_check_rules(tx, NULL) || !is_planned(tx, p, review) || !has_images(tx, again) ||
	    !sn_review_is_of_proposal(review, account, proposal))
		return refuse("differs from the request", err);
	if (!balances(tx, again) || !proofs_are_valid(out, tx, again))
		return refuse("does not verify", err);
	if (!finds_outputs(s, tx, again, account, p, review))
		return refuse("does not have the expected outputs", err);
	return SN_OK;
}

int sn_check_proposal(struct sn_signed_proposal *out, const struct sn_prepared_proposal *prepared,
		      const struct sn_prepared_proposal *again, const struct sn_account *account,
		      const struct sn_proposal *proposal, const struct sn_review_tx *review,
		      struct sn_error *err)
{
	struct sn_buf bytes = {0};
	struct sn_tx tx;
	struct scan scan;
	out->n_created = 0;
	if (!sn_prepared_proposals_are_equal(prepared, again))
		return refuse("differs when it is made again", err);
	sn_tx_write(&bytes, &prepared->made.tx);
	SN_FAULT_POINT("bytes", bytes.data, bytes.len);
	int ret = bytes.failed ? SN_IO : sn_tx_parse(&tx, bytes.data, bytes.len, true);
	if (ret) {
		sn_buf_free(&bytes);
		return ret == SN_IO ? sn_error_memory(err) : refuse("does not parse", err);
	}
	ret = check_parsed(&scan, out, &tx, again, account, proposal, review, err);
	for (size_t i = 0; !ret && i < tx.n_outputs; i++)
		if (scan.is_own[i])
			out->created[out->n_created++] =
				(struct sn_created_output){.index = (uint32_t)i, .image = scan.images[i]};
	sn_tx_free(&tx);
	sn_buf_free(&bytes);
	return ret;
}
