/* What was signed moves no more than the review shows. The judge has the chain (the coins), the keys of
 * everybody, and makes the transaction as the online machine would: from payments, seed and key images. */
#include "proposals.h"

#include "chain/carrot_scan.h"
#include "chain/fcmp_rules.h"
#include "chain/spend_keys.h"
#include "handoff/proposal_tx.h"
#include "ringct/commitment.h"
#include "ringct/sal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

bool wrong(struct verdict *v, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(v->text, sizeof v->text, fmt, ap);
	va_end(ap);
	return false;
}

/* ---------------------------------------------------------------- the network */

static const struct coin *find_coin(const struct market *m, const struct sn_point *key)
{
	for (size_t i = 0; i < COINS; i++)
		if (sn_point_is_equal(&m->coins[i].input.key, key))
			return &m->coins[i];
	return NULL;
}

struct tuples {
	struct sn_input_tuple tuple[SN_FCMP_INPUTS_MAX];
	struct sn_point c_tilde[SN_FCMP_INPUTS_MAX];
};

/* The tuples that membership proofs exist for: of outputs on the chain. */
static bool make_tuples(struct tuples *t, const struct market *m, const struct sn_signed_proposal *tx,
			const struct sn_rerandomization *r)
{
	for (size_t i = 0; i < tx->n_inputs; i++) {
		const struct coin *coin = find_coin(m, &tx->inputs[i].key);
		struct sn_output_tuple output;
		if (!coin)
			return false; /* made up: not on the chain */
		output.o = coin->input.key;
		output.c = coin->commitment;
		sn_image_generator(&output.i, &output.o, coin->input.kind != SN_PROPOSAL_OLD, sn_fcmp);
		if (sn_rerandomize(&t->tuple[i], &output, &r[i], sn_fcmp))
			return false;
		t->c_tilde[i] = t->tuple[i].c;
	}
	return true;
}

/* Whether a membership proof can make this a transaction: all outputs are on the chain, and all proofs hold.
 */
static bool network_takes(const struct market *m, const struct sn_signed_proposal *tx,
			  const struct sn_proposal_tx *made)
{
	struct sn_rerandomization r[SN_FCMP_INPUTS_MAX];
	struct sn_scalar masks[SN_FCMP_INPUTS_MAX], output_masks[SN_TX_OUTPUTS_MAX];
	struct sn_point commitments[SN_TX_OUTPUTS_MAX];
	struct sn_carrot_seed seed;
	struct tuples *t = malloc(sizeof *t);
	bool is_taken = t != NULL;
	memcpy(seed.b, tx->seed, sizeof seed.b);
	for (size_t i = 0; is_taken && i < tx->n_inputs; i++) {
		const struct coin *coin = find_coin(m, &tx->inputs[i].key);
		is_taken = coin != NULL;
		sn_carrot_seed_rerandomization(&r[i], &seed, (uint16_t)i);
		if (is_taken)
			masks[i] = coin->mask;
	}
	for (size_t i = 0; i < made->outputs.n; i++) {
		output_masks[i] = made->outputs.made[i].mask;
		commitments[i] = made->tx.outputs[i].commitment;
	}
	if (is_taken) {
		sn_rerandomization_balance(r, masks, tx->n_inputs, output_masks, made->outputs.n);
		is_taken = make_tuples(t, m, tx, r) &&
			   !sn_commitments_balance(t->c_tilde, tx->n_inputs, commitments, made->outputs.n,
						   made->tx.fee);
	}
	for (size_t i = 0; is_taken && i < tx->n_inputs; i++) {
		struct sn_sal proof;
		const struct sn_sal_statement statement = {made->message, t->tuple[i], tx->inputs[i].image};
		is_taken = !sn_sal_load(&proof, tx->inputs[i].proof, sizeof tx->inputs[i].proof) &&
			   !sn_sal_verify(&proof, &statement, sn_fcmp);
	}
	free(t);
	return is_taken;
}

enum truth { TRUE, FALSE, UNKNOWN };

/* What the request says of the coins. If it is true, the network must take the transaction; if an output is
 * made up or has another amount, it must not. A wrong mask is harmless: the last r_c may correct it. */
static enum truth truth_of(const struct market *m, const struct sn_proposal *asked)
{
	bool has_masks = true;
	for (size_t i = 0; i < asked->n_inputs; i++) {
		const struct sn_proposal_input *in = &asked->inputs[i];
		const struct coin *coin = find_coin(m, &in->key);
		if (!coin || in->amount != coin->input.amount)
			return FALSE;
		has_masks &= in->kind != SN_PROPOSAL_OLD || in->mask_kind == coin->input.mask_kind;
	}
	return has_masks ? TRUE : UNKNOWN;
}

/* ---------------------------------------------------------------- the receivers */

/* All that anybody receives. */
struct received {
	struct sn_carrot_owned enotes[PEOPLE][SN_TX_OUTPUTS_MAX];
	size_t n[PEOPLE];
	bool is_counted[PEOPLE][SN_TX_OUTPUTS_MAX];
};

static bool receive(struct received *got, const struct market *m, const struct sn_tx *tx)
{
	memset(got, 0, sizeof *got);
	for (size_t i = 0; i < PEOPLE; i++)
		if (sn_carrot_scan_tx(got->enotes[i], &got->n[i], tx, &m->people[i], &m->tables[i]))
			return false;
	return true;
}

/* An enote, not counted yet, for this address. */
static bool take(struct received *got, const struct market *m, const struct sn_address *to, uint64_t amount)
{
	for (size_t i = 0; i < PEOPLE; i++)
		for (size_t k = 0; k < got->n[i]; k++) {
			const struct sn_carrot_owned *o = &got->enotes[i][k];
			struct sn_address address;
			sn_account_address(&address, &m->people[i], o->subaddress);
			if (got->is_counted[i][k] || o->amount != amount ||
			    !sn_address_has_same_keys(&address, to) ||
			    memcmp(o->payment_id, to->payment_id, sizeof o->payment_id))
				continue;
			got->is_counted[i][k] = true;
			return true;
		}
	return false;
}

/* Its owner can find what is paid to it: it is as its wallet gave it, except the payment ID. */
static bool is_known(const struct market *m, const struct sn_address *to)
{
	struct sn_subaddress_index index;
	struct sn_address address;
	for (size_t i = 0; i < PEOPLE; i++) {
		if (!sn_subaddress_table_find(&index, &m->tables[i], &to->spend))
			continue;
		sn_account_address(&address, &m->people[i], index);
		return sn_address_has_same_keys(&address, to) &&
		       (address.kind == SN_ADDRESS_SUBADDRESS) == (to->kind == SN_ADDRESS_SUBADDRESS);
	}
	return false;
}

/* Each piconero is where the review says. A recipient whom nobody knows (after a change of bits) is unseen.
 */
static bool judge_money(struct verdict *v, const struct market *m, const struct sn_tx *tx,
			const struct shown_tx *shown, struct received *got)
{
	size_t n_unseen = 0, n_left = 0, n_got = 0;
	if (!receive(got, m, tx))
		return wrong(v, "out of memory");
	for (size_t i = 0; i < shown->n; i++) {
		const struct shown_destination *d = &shown->destinations[i];
		if (!is_known(m, &d->address))
			n_unseen++;
		else if (!take(got, m, &d->address, d->amount))
			return wrong(v, "recipient %zu of the review receives nothing", i + 1);
	}
	if (shown->has_change && !take(got, m, &shown->change_address, shown->change))
		return wrong(v, "the change is not received");
	for (size_t i = 0; i < PEOPLE; i++)
		for (size_t k = 0; k < got->n[i]; k++, n_got++)
			if (!got->is_counted[i][k]) {
				n_left++;
				if (i != ALICE || got->enotes[i][k].amount)
					return wrong(v,
						     "an output is received that the review does not show");
			}
	if (n_left > !shown->has_change || n_got + n_unseen != tx->n_outputs)
		return wrong(v, "%zu of %zu outputs are received", n_got, tx->n_outputs);
	if (tx->fee != shown->fee)
		return wrong(v, "the fee is not the one of the review");
	return true;
}

/* Position and key image of each of Alice's outputs. */
static bool judge_created(struct verdict *v, const struct market *m, const struct sn_signed_proposal *tx,
			  const struct received *got)
{
	if (tx->n_created != got->n[ALICE])
		return wrong(v, "%zu own outputs are named, of %zu", tx->n_created, got->n[ALICE]);
	for (size_t i = 0; i < tx->n_created; i++) {
		const struct sn_carrot_owned *o = &got->enotes[ALICE][i];
		struct sn_spend_keys keys;
		struct sn_point generator, image;
		sn_spend_keys_carrot(&keys, &m->people[ALICE], o->subaddress, &o->extensions);
		sn_image_generator(&generator, &o->key, true, sn_fcmp);
		if (sn_spend_keys_check(&keys, &o->key) ||
		    sn_image_from_generator(&image, &generator, &keys.x) ||
		    tx->created[i].index != o->index || !sn_point_is_equal(&tx->created[i].image, &image))
			return wrong(v, "the key image of own output %zu is wrong", i);
	}
	return true;
}

/* ---------------------------------------------------------------- all of it */

static bool is_answer(const struct sn_proposal *asked, const struct sn_signed_proposal *tx)
{
	struct sn_buf a = {0}, b = {0};
	bool is_it = asked->n_inputs == tx->n_inputs;
	for (size_t i = 0; is_it && i < tx->n_inputs; i++)
		is_it = sn_point_is_equal(&asked->inputs[i].key, &tx->inputs[i].key);
	sn_proposal_payments_put(&a, &asked->payments);
	sn_proposal_payments_put(&b, &tx->payments);
	is_it = is_it && a.len == b.len && !memcmp(a.data, b.data, a.len);
	sn_buf_free(&a);
	sn_buf_free(&b);
	return is_it;
}

static bool judge_tx(struct verdict *v, const struct market *m, const struct sn_proposal *asked,
		     const struct sn_signed_proposal *tx, const struct sn_hash *hash,
		     const struct shown_tx *shown)
{
	struct sn_proposal_tx made;
	struct sn_account watch_only;
	struct received *got = malloc(sizeof *got);
	struct sn_point images[SN_FCMP_INPUTS_MAX];
	struct sn_carrot_seed seed;
	bool is_right = got && is_answer(asked, tx);
	if (!is_right) {
		free(got);
		return wrong(v, "the answer is not one to the request");
	}
	memcpy(seed.b, tx->seed, sizeof seed.b);
	for (size_t i = 0; i < tx->n_inputs; i++)
		images[i] = tx->inputs[i].image;
	sn_account_watch_only(&watch_only, &m->people[ALICE]);
	if (sn_proposal_tx_make(&made, &watch_only, &tx->payments, &seed, images, tx->n_inputs, NULL))
		is_right = wrong(v, "the online machine cannot make the transaction");
	else if (!sn_hash_is_equal(hash, &made.message))
		is_right = wrong(v, "the hash that was reported is another one");
	else if (sn_fcmp_check_rules(&made.tx, NULL))
		is_right = wrong(v, "a rule of the network is broken");
	else if (truth_of(m, asked) == TRUE && !network_takes(m, tx, &made))
		is_right = wrong(v, "the network would refuse it, though the request is true");
	else if (truth_of(m, asked) == FALSE && network_takes(m, tx, &made))
		is_right = wrong(v, "the network would take it, though the request lies");
	else
		is_right = judge_money(v, m, &made.tx, shown, got) && judge_created(v, m, tx, got);
	sn_proposal_tx_free(&made);
	free(got);
	return is_right;
}

void judge_proposals(struct verdict *v, const struct market *market, const struct sn_proposal_set *asked,
		     const struct sn_signed_proposals *answer, const struct sn_hash *hashes,
		     const struct sn_buf *json, const struct sn_buf *text)
{
	const struct forge usual = {.limits = {0}};
	struct shown *shown = calloc(1, sizeof *shown);
	*v = (struct verdict){.text = ""};
	if (!shown || !read_review(v, shown, json)) {
		free(shown);
		return;
	}
	bool is_right = judge_review(v, &usual, shown, text);
	if (is_right && !shown->is_proposal)
		is_right = wrong(v, "the review does not show that it is a proposal");
	if (is_right && (shown->n != asked->n || answer->n != asked->n))
		is_right = wrong(v, "another number of transactions");
	for (size_t i = 0; is_right && i < asked->n; i++)
		is_right = judge_tx(v, market, &asked->proposals[i], &answer->txs[i], &hashes[i],
				    &shown->txs[i]);
	free(shown);
}
