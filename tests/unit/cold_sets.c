#include "cold_sets.h"
#include "seed.h"

#include "base/bytes.h"
#include "base/hex.h"
#include "chain/extra.h"
#include "chain/ringct_proofs.h"
#include "cold/files.h"
#include "crypto/derive.h"
#include "crypto/group.h"
#include "crypto/group_mul.h"
#include "crypto/keccak.h"
#include "crypto/scalar.h"
#include "handoff/envelope.h"
#include "ringct/bpp_verify.h"
#include "ringct/commitment.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

struct sn_account cold_account(const char *name)
{
	struct sn_account account;
	struct sn_hash seed;
	cr_assert(sodium_init() >= 0);
	sn_keccak256(&seed, name, strlen(name));
	sn_account_from_seed(&account, SN_MAINNET, seed.b);
	return account;
}

struct sn_address cold_address(const struct sn_account *account, uint32_t major, uint32_t minor)
{
	struct sn_address address;
	sn_account_address(&address, account, (struct sn_subaddress_index){major, minor});
	return address;
}

struct sn_address cold_integrated(const struct sn_account *account, uint64_t payment_id)
{
	struct sn_address address = cold_address(account, 0, 0);
	address.kind = SN_ADDRESS_INTEGRATED;
	sn_store_u64(address.payment_id, payment_id);
	return address;
}

static struct sn_random *stream(void)
{
	static struct sn_random random;
	static bool is_started;
	if (!is_started) {
		struct sn_scalar seed = {{7}};
		sn_store_u64(seed.b + 1, seed_number(NULL));
		sn_random_init(&random, "cold tests", &seed, "", 0);
		is_started = true;
	}
	return &random;
}

struct sn_scalar cold_random_scalar(void)
{
	struct sn_scalar s;
	sn_random_scalar(stream(), &s);
	return s;
}

struct sn_point cold_random_point(void)
{
	struct sn_point p;
	struct sn_scalar s = cold_random_scalar();
	sn_secret_to_public(&p, &s);
	return p;
}

struct sn_point cold_torsion_point(void)
{
	struct sn_point p;
	cr_assert(!sn_hex_decode(p.b, sizeof p.b,
				 "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"));
	return p;
}

/* R = r·D for a subaddress, r·G otherwise; P = Hs(8·r·A ‖ i)·G + B, as the sender computes it. */
static void send_to(struct sn_unsigned_input *in, struct sn_ring_member *member,
		    const struct sn_account *account, const struct cold_output *o)
{
	struct sn_address to = cold_address(account, o->to.major, o->to.minor);
	struct sn_scalar r = cold_random_scalar(), shared, mask;
	struct sn_point derivation;
	struct sn_ge p;
	if (sn_subaddress_is_primary(o->to)) {
		sn_secret_to_public(&in->tx_key, &r);
	} else {
		cr_assert(!sn_ge_decode(&p, &to.spend));
		sn_ge_mul(&p, &r, &p);
		sn_ge_encode(&in->tx_key, &p);
	}
	cr_assert(!sn_derive(&derivation, &to.view, &r));
	cr_assert(!sn_derive_public_key(&member->key, &derivation, o->index, &to.spend));
	sn_derivation_to_scalar(&shared, &derivation, o->index);
	if (o->mask_kind == SN_MASK_ONE) {
		mask = sn_scalar_one;
	} else if (o->mask_kind == SN_MASK_EXPLICIT) {
		mask = cold_random_scalar();
		in->mask = mask;
	} else {
		sn_commitment_mask(&mask, &shared);
	}
	sn_commit(&member->commitment, &mask, o->amount);
}

void cold_make_input(struct sn_unsigned_input *in, const struct sn_account *account,
		     const struct cold_output *o)
{
	*in = (struct sn_unsigned_input){
		.index = o->index,
		.subaddress = o->to,
		.amount = o->amount,
		.mask_kind = o->mask_kind,
		.n_ring = SN_RING_SIZE,
	};
	size_t real = sn_random_below(stream(), SN_RING_SIZE);
	uint64_t at = 100000000 + sn_random_below(stream(), 1000000);
	for (size_t i = 0; i < SN_RING_SIZE; i++) {
		in->global_index[i] = at;
		/* Distances whose encodings take 1, 2 and 3 bytes. */
		at += 1 + sn_random_below(stream(), 1u << (7 * (i % 3) + 6));
		in->ring[i] = (struct sn_ring_member){cold_random_point(), cold_random_point()};
	}
	send_to(in, &in->ring[real], account, o);
}

struct sn_unsigned_set cold_set(size_t n_txs)
{
	struct sn_unsigned_set set = {.txs = calloc(n_txs, sizeof *set.txs), .n = n_txs};
	cr_assert_not_null(set.txs);
	for (size_t i = 0; i < n_txs; i++) {
		set.txs[i].inputs = calloc(SN_TX_OUTPUTS_MAX, sizeof *set.txs[i].inputs);
		set.txs[i].destinations = calloc(SN_TX_OUTPUTS_MAX + 1, sizeof *set.txs[i].destinations);
		set.txs[i].fee = COLD_FEE;
		cr_assert(set.txs[i].inputs && set.txs[i].destinations);
	}
	return set;
}

void cold_free(struct sn_unsigned_set *set)
{
	sn_unsigned_set_free(set);
}

void cold_spend(struct sn_unsigned_tx *tx, const struct sn_account *account, const struct cold_output *o)
{
	cr_assert(tx->n_inputs < SN_TX_OUTPUTS_MAX);
	cold_make_input(&tx->inputs[tx->n_inputs++], account, o);
}

void cold_spend_amount(struct sn_unsigned_tx *tx, const struct sn_account *account, uint64_t amount)
{
	cold_spend(tx, account, &(struct cold_output){.amount = amount, .index = 1});
}

void cold_pay(struct sn_unsigned_tx *tx, struct sn_address to, uint64_t amount)
{
	cr_assert(tx->n_destinations <= SN_TX_OUTPUTS_MAX);
	tx->destinations[tx->n_destinations++] = (struct sn_unsigned_destination){to, amount};
}

uint64_t cold_inputs(const struct sn_unsigned_tx *tx)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < tx->n_inputs; i++)
		sum += tx->inputs[i].amount;
	return sum;
}

void cold_change(struct sn_unsigned_tx *tx, uint32_t major, uint32_t minor)
{
	uint64_t rest = cold_inputs(tx) - tx->fee;
	for (size_t i = 0; i < tx->n_destinations; i++)
		rest -= tx->destinations[i].amount;
	cr_assert(rest > 0 && rest < cold_inputs(tx));
	tx->has_change = true;
	tx->change = rest;
	tx->change_to = (struct sn_subaddress_index){major, minor};
}

struct sn_unsigned_set cold_everyday(const struct sn_account *account, struct sn_address to)
{
	struct sn_unsigned_set set = cold_set(1);
	cold_spend_amount(&set.txs[0], account, COLD_XMR);
	cold_pay(&set.txs[0], to, COLD_XMR / 4);
	cold_change(&set.txs[0], 0, 0);
	return set;
}

/* ---------------------------------------------------------------- view of an observer */

/* The input of the unsigned transaction with this ring. */
static const struct sn_unsigned_input *find_input(const struct sn_unsigned_tx *unsigned_tx,
						  const struct sn_tx *tx, size_t i)
{
	uint64_t indices[SN_RING_MAX];
	const struct sn_unsigned_input *found = NULL;
	cr_assert_eq(tx->inputs[i].ring_size, SN_RING_SIZE);
	cr_assert(!sn_tx_ring_indices(indices, tx, i));
	for (size_t j = 0; j < unsigned_tx->n_inputs; j++)
		if (!memcmp(indices, unsigned_tx->inputs[j].global_index, SN_RING_SIZE * sizeof *indices)) {
			cr_assert_null(found);
			found = &unsigned_tx->inputs[j];
		}
	cr_assert_not_null(found, "input %zu has a ring of its own", i);
	return found;
}

static void check_inputs(const struct sn_account *account, const struct sn_unsigned_tx *unsigned_tx,
			 const struct sn_signed_tx *signed_tx, const struct sn_tx *tx)
{
	cr_assert_eq(tx->n_inputs, unsigned_tx->n_inputs);
	cr_assert_eq(signed_tx->n_spent, tx->n_inputs);
	for (size_t i = 0; i < tx->n_inputs; i++) {
		const struct sn_tx_input *in = &tx->inputs[i];
		cr_assert(in->kind == SN_INPUT_KEY && in->amount == 0);
		cr_assert(sn_key_image_is_valid(&in->key_image));
		if (i)
			cr_assert(memcmp(tx->inputs[i - 1].key_image.b, in->key_image.b, 32) > 0,
				  "key images do not descend");
		const struct sn_unsigned_input *from = find_input(unsigned_tx, tx, i);
		size_t n = 0;
		for (size_t j = 0; j < SN_RING_SIZE; j++)
			n += sn_point_is_equal(&from->ring[j].key, &signed_tx->spent[i]);
		cr_assert_eq(n, 1, "what input %zu spends is not in its ring", i);

		/* The key image is that of the output spent: I = x·Hp(P). */
		struct sn_scalar spend, x;
		struct sn_point derivation, p, image;
		sn_account_spend_secret(&spend, account, from->subaddress);
		cr_assert(!sn_derive(&derivation, &from->tx_key, &account->view_secret));
		sn_derive_secret_key(&x, &derivation, from->index, &spend);
		sn_secret_to_public(&p, &x);
		cr_assert(sn_point_is_equal(&p, &signed_tx->spent[i]));
		sn_key_image(&image, &p, &x);
		cr_assert(sn_point_is_equal(&image, &in->key_image));
	}
}

static void check_proofs(const struct sn_unsigned_tx *unsigned_tx, const struct sn_tx *tx)
{
	struct sn_ringct_proofs proofs;
	struct sn_point commitments[SN_TX_OUTPUTS_MAX];
	struct sn_hash message;
	cr_assert(!sn_ringct_proofs_parse(&proofs, tx));
	cr_assert_eq(proofs.n_bpps, 1);
	for (size_t i = 0; i < tx->n_outputs; i++)
		commitments[i] = tx->outputs[i].commitment;
	cr_assert(!sn_bpp_verify(proofs.bpps, commitments, tx->n_outputs));
	cr_assert(!sn_commitments_balance(proofs.pseudo_outs, tx->n_inputs, commitments, tx->n_outputs,
					  tx->fee));
	cr_assert(!sn_tx_signing_hash(&message, tx, proofs.bpps, 1));
	for (size_t i = 0; i < tx->n_inputs; i++) {
		cr_assert(!sn_clsag_verify(&proofs.clsags[i], &message, find_input(unsigned_tx, tx, i)->ring,
					   SN_RING_SIZE, &tx->inputs[i].key_image, &proofs.pseudo_outs[i]));
		for (size_t j = 0; j < i; j++)
			cr_assert(!sn_point_is_equal(&proofs.pseudo_outs[i], &proofs.pseudo_outs[j]));
	}
	sn_ringct_proofs_free(&proofs);
}

/* Fields in the order 01, 04, 02, and nothing else. */
static void check_extra(const struct sn_tx_plan *plan, const struct sn_tx *tx)
{
	struct sn_reader r;
	struct sn_extra_field field;
	sn_reader_init(&r, tx->extra, tx->extra_len);
	cr_assert(sn_extra_next(&field, &r));
	cr_assert(field.tag == SN_EXTRA_TX_KEY && field.len == 32);
	if (plan->has_additional_keys) {
		cr_assert(sn_extra_next(&field, &r));
		cr_assert(field.tag == SN_EXTRA_ADDITIONAL_KEYS && field.len == 32 * tx->n_outputs);
	}
	if (plan->has_payment_id) {
		cr_assert(sn_extra_next(&field, &r));
		cr_assert(field.tag == SN_EXTRA_NONCE && field.len == 9 && field.data[0] == 1);
	}
	cr_assert(!sn_extra_next(&field, &r) && sn_reader_is_done(&r));
	cr_assert_eq(tx->extra_len, plan->extra_size);
}

static void check_tx(const struct sn_account *account, const struct sn_unsigned_tx *unsigned_tx,
		     const struct sn_signed_tx *signed_tx, const struct sn_tx *tx)
{
	struct sn_tx_plan plan;
	struct sn_buf again = {0};
	uint64_t weight;
	cr_assert(!sn_tx_plan(&plan, account, unsigned_tx, NULL));
	cr_assert(tx->version == 2 && tx->rct_type == SN_RCT_BULLETPROOF_PLUS && !tx->is_pruned);
	cr_assert_eq(tx->fee, unsigned_tx->fee);
	cr_assert_eq(tx->unlock_time, unsigned_tx->unlock_time);
	cr_assert_eq(tx->n_outputs, plan.n_outputs);
	cr_assert_geq(tx->n_outputs, 2);
	for (size_t i = 0; i < tx->n_outputs; i++) {
		cr_assert(tx->outputs[i].amount == 0 && tx->outputs[i].has_view_tag);
		for (size_t j = 0; j < i; j++)
			cr_assert(!sn_point_is_equal(&tx->outputs[i].key, &tx->outputs[j].key));
	}
	cr_assert(!sn_tx_weight(&weight, tx));
	cr_assert_eq(weight, plan.weight, "weighs %zu, planned %zu", (size_t)weight, plan.weight);
	sn_tx_write(&again, tx);
	cr_assert(again.len == signed_tx->len && !memcmp(again.data, signed_tx->bytes, again.len));
	sn_buf_free(&again);
	check_extra(&plan, tx);
	check_inputs(account, unsigned_tx, signed_tx, tx);
	check_proofs(unsigned_tx, tx);
	cold_expect_created(account, signed_tx, tx);
}

/* A view of a set with rings. */
static struct sn_cold_set of_rings(const struct sn_unsigned_set *set)
{
	return (struct sn_cold_set){.rings = *set, .digest = set->digest};
}

int cold_set_check_journal(struct sn_review *review, const struct sn_account *account,
			   const struct sn_unsigned_set *set, const struct sn_limits *limits,
			   const struct sn_signing *signing, struct sn_error *err)
{
	const struct sn_cold_set rings = of_rings(set);
	return sn_cold_set_check_journal(review, account, &rings, limits, signing, err);
}

int cold_set_sign(struct sn_buf *out, struct sn_hash *hashes, const struct sn_account *account,
		  const struct sn_unsigned_set *set, const struct sn_limits *limits,
		  const struct sn_signing *signing, struct sn_error *err)
{
	const struct sn_cold_set rings = of_rings(set);
	return sn_cold_set_sign(out, hashes, account, &rings, limits, signing, err);
}

int cold_set_try(struct sn_buf *out, struct sn_hash *hashes, const struct sn_account *account,
		 const struct sn_unsigned_set *set, const struct sn_limits *limits,
		 const struct sn_signing *signing, struct sn_error *err)
{
	const struct sn_cold_set rings = of_rings(set);
	return sn_cold_set_try(out, hashes, account, &rings, limits, signing, err);
}

struct cold_result cold_sign(const struct sn_account *account, const struct sn_unsigned_set *set)
{
	struct cold_result result;
	struct sn_error err = {0};
	const struct sn_limits limits = {.allow_unlock_time = true, .allow_dust = true};
	cr_assert(!sn_sign(&result.set, account, set, &limits, 1, &err), "%s", err.text);
	cr_assert_eq(result.set.n, set->n);
	result.txs = calloc(set->n, sizeof *result.txs);
	cr_assert_not_null(result.txs);
	for (size_t i = 0; i < set->n; i++) {
		const struct sn_signed_tx *signed_tx = &result.set.txs[i];
		cr_assert(!sn_tx_parse(&result.txs[i], signed_tx->bytes, signed_tx->len, false));
		check_tx(account, &set->txs[i], signed_tx, &result.txs[i]);
	}
	return result;
}

void cold_result_free(struct cold_result *result)
{
	for (size_t i = 0; i < result->set.n; i++)
		sn_tx_free(&result->txs[i]);
	free(result->txs);
	sn_signed_set_free(&result->set);
}

/* ---------------------------------------------------------------- view of the recipients */

size_t cold_receive(struct sn_owned_output *owned, const struct sn_account *account, const struct sn_tx *tx)
{
	struct sn_subaddress_table table;
	size_t n;
	cr_assert(tx->n_outputs <= SN_TX_OUTPUTS_MAX);
	cr_assert(!sn_subaddress_table_init(&table, account, 4, 20));
	cr_assert(!sn_output_scan_tx(owned, &n, tx, account, &table));
	sn_subaddress_table_free(&table);
	return n;
}

size_t cold_expect_one(const struct sn_account *account, const struct sn_tx *tx, uint32_t major,
		       uint32_t minor, uint64_t amount)
{
	struct sn_owned_output owned[SN_TX_OUTPUTS_MAX];
	size_t n = cold_receive(owned, account, tx);
	cr_assert_eq(n, 1, "%zu outputs found, not 1", n);
	cr_assert(owned[0].subaddress.major == major && owned[0].subaddress.minor == minor);
	cr_assert_eq(owned[0].amount, amount);
	cr_assert(owned[0].is_rct && !owned[0].is_coinbase && owned[0].mask_kind == SN_MASK_DERIVED);
	return owned[0].index;
}

void cold_expect_none(const struct sn_account *account, const struct sn_tx *tx)
{
	struct sn_owned_output owned[SN_TX_OUTPUTS_MAX];
	cr_assert_eq(cold_receive(owned, account, tx), 0);
}

void cold_expect_created(const struct sn_account *account, const struct sn_signed_tx *signed_tx,
			 const struct sn_tx *tx)
{
	struct sn_owned_output owned[SN_TX_OUTPUTS_MAX];
	size_t n = cold_receive(owned, account, tx);
	cr_assert_eq(signed_tx->n_created, n, "%zu outputs of ours, %zu named", n, signed_tx->n_created);
	for (size_t i = 0; i < n; i++) {
		struct sn_scalar spend, x;
		struct sn_point derivation, p, image;
		cr_assert_eq(signed_tx->created[i].index, owned[i].index);
		sn_account_spend_secret(&spend, account, owned[i].subaddress);
		cr_assert(!sn_derive(&derivation, &owned[i].tx_key, &account->view_secret));
		sn_derive_secret_key(&x, &derivation, owned[i].index, &spend);
		sn_secret_to_public(&p, &x);
		cr_assert(sn_point_is_equal(&p, &owned[i].key));
		sn_key_image(&image, &p, &x);
		cr_assert(sn_point_is_equal(&image, &signed_tx->created[i].image));
	}
}

bool cold_seal(struct sn_buf *file, const struct sn_account *account, const struct sn_unsigned_set *set)
{
	struct sn_buf content = {0};
	/* The format has no network of an address: it is that of the envelope. */
	bool can_say_it = !sn_unsigned_set_encode(&content, set, NULL) &&
			  set->txs[0].destinations[0].address.network == account->network;
	if (can_say_it)
		cr_assert(!sn_envelope_seal(file, SN_ENVELOPE_UNSIGNED_SET, account->network,
					    &account->view_secret, content.data, content.len, NULL));
	sn_buf_free(&content);
	return can_say_it;
}

/* `words` must occur in the message and the hint, "MESSAGE\nhint: HINT". */
static void expect_words(const struct sn_error *err, const char *words)
{
	char both[sizeof err->text + sizeof err->hint + 8];
	snprintf(both, sizeof both, "%s\nhint: %s", err->text, err->hint);
	cr_assert(strstr(both, words), "\"%s\" does not say \"%s\"", both, words);
}

/* The same set, from the file of the online machine. */
static void expect_file_refused(const struct sn_account *account, const struct sn_buf *file,
				const struct sn_limits *limits, const char *words)
{
	struct sn_unsigned_set set;
	struct sn_review review;
	struct sn_error err = {0};
	cr_assert_eq(
		sn_cold_open_and_review(&set, NULL, &review, account, limits, file->data, file->len, 1, &err),
		SN_REFUSED, "not refused: %s (%s)", words, err.text);
	expect_words(&err, words);
	cr_assert(!set.n && !set.txs && !review.n && !review.txs);
}

void cold_expect_refused(const struct sn_account *account, const struct sn_unsigned_set *set,
			 const struct sn_limits *limits, const char *words)
{
	struct sn_error err = {0};
	struct sn_review review;
	struct sn_signed_set out;
	cr_assert_eq(sn_review(&review, account, set, limits, 1, &err), SN_REFUSED, "not refused: %s", words);
	expect_words(&err, words);
	cr_assert(review.n == 0 && !review.txs);
	err.text[0] = 0;
	cr_assert_eq(sn_sign(&out, account, set, limits, 1, &err), SN_REFUSED, "signed: %s", words);
	expect_words(&err, words);
	cr_assert(out.n == 0 && !out.txs);

	struct sn_buf file = {0};
	if (cold_seal(&file, account, set))
		expect_file_refused(account, &file, limits, words);
	sn_buf_free(&file);
}

struct sn_extra cold_extra_of(const struct sn_tx *tx)
{
	struct sn_extra extra;
	sn_extra_parse(&extra, tx->extra, tx->extra_len);
	cr_assert(extra.is_complete);
	return extra;
}

struct sn_point cold_tx_key_of(const struct sn_tx *tx)
{
	struct sn_point key;
	struct sn_extra extra = cold_extra_of(tx);
	cr_assert_eq(sn_extra_tx_keys(&key, 1, &extra), 1);
	return key;
}

struct sn_review cold_review_of(const struct sn_account *account, const struct sn_unsigned_set *set)
{
	const struct sn_limits relaxed = {.allow_unlock_time = true, .allow_dust = true};
	struct sn_review review;
	struct sn_error err = {0};
	cr_assert(!sn_review(&review, account, set, &relaxed, 1, &err), "%s", err.text);
	return review;
}
