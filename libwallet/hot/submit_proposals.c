#include "hot/submit_proposals.h"

#include "base/secret.h"
#include "crypto/derive.h"
#include "crypto/fcmp_constants.h"
#include "handoff/envelope.h"
#include "handoff/proposal_tx.h"
#include "handoff/signed_proposals.h"
#include "hot/scan.h"
#include "hot/submit_check.h"
#include "ringct/commitment.h"
#include "ringct/sal.h"
#include "store/wallet_rollback.h"

#include <stdlib.h>
#include <string.h>

static int refuse_contradiction(struct sn_error *err)
{
	return sn_submit_foreign(err, "a key image contradicts the known one of that output");
}

static int check_image(const struct sn_wallet *w, const struct sn_point *key, const struct sn_point *image,
		       struct sn_error *err)
{
	bool known;
	if (!sn_key_image_is_valid(image))
		return sn_submit_foreign(err, "a key image is invalid");
	return sn_wallet_image_contradicts(w, key, image, &known) ? refuse_contradiction(err) : SN_OK;
}

static int by_bytes(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct sn_point));
}

/* No output is spent twice, in the whole set. */
static int check_once(const struct sn_signed_proposals *set, struct sn_error *err)
{
	size_t n = 0, at = 0;
	for (size_t i = 0; i < set->n; i++)
		n += set->txs[i].n_inputs;
	struct sn_point *keys = calloc(n, sizeof *keys);
	if (!keys)
		return sn_error_memory(err);
	for (size_t i = 0; i < set->n; i++)
		for (size_t j = 0; j < set->txs[i].n_inputs; j++)
			keys[at++] = set->txs[i].inputs[j].key;
	qsort(keys, n, sizeof *keys, by_bytes);
	bool is_twice = false;
	for (size_t i = 1; i < n; i++)
		is_twice |= sn_point_is_equal(&keys[i - 1], &keys[i]);
	free(keys);
	return is_twice ? sn_submit_foreign(err, "it spends an output twice") : SN_OK;
}

/* ---------------------------------------------------------------- inputs */

/* The inputs of a transaction, as this wallet knows them. Secret. */
struct inputs {
	size_t n;
	uint64_t sum;
	struct sn_point images[SN_FCMP_INPUTS_MAX];
	struct sn_output_tuple outputs[SN_FCMP_INPUTS_MAX];
	struct sn_scalar masks[SN_FCMP_INPUTS_MAX];
	struct sn_rerandomization r[SN_FCMP_INPUTS_MAX];
	struct sn_input_tuple spent[SN_FCMP_INPUTS_MAX];
};

static int find_inputs(struct inputs *in, const struct sn_wallet *w, const struct sn_signed_proposal *tx,
		       struct sn_error *err)
{
	*in = (struct inputs){.n = tx->n_inputs};
	for (size_t i = 0; i < tx->n_inputs; i++) {
		const struct sn_signed_input *from = &tx->inputs[i];
		const size_t output = sn_wallet_find_key(w, &from->key);
		if (output == SIZE_MAX)
			return sn_submit_unknown_output(err);
		const struct sn_wallet_output *o = &w->outputs[output];
		int ret = check_image(w, &o->key, &from->image, err);
		if (ret)
			return ret;
		if (__builtin_add_overflow(in->sum, o->amount, &in->sum))
			return sn_submit_foreign(err, "its amounts overflow");
		in->images[i] = from->image;
		in->masks[i] = o->mask;
		in->outputs[i].o = o->key;
		sn_image_generator(&in->outputs[i].i, &o->key, o->is_carrot, sn_fcmp);
		sn_commit(&in->outputs[i].c, &o->mask, o->amount);
	}
	return SN_OK;
}

/* ---------------------------------------------------------------- payments */

static int check_payments(const struct sn_signed_proposal *tx, uint64_t inputs, struct sn_error *err)
{
	const struct sn_proposal_payments *p = &tx->payments;
	uint64_t sum = p->fee, weight;
	bool overflows = false;
	for (size_t i = 0; i < p->n_destinations; i++)
		overflows |= __builtin_add_overflow(sum, p->destinations[i].amount, &sum);
	for (size_t i = 0; i < p->n_self_sends; i++)
		overflows |= __builtin_add_overflow(sum, p->self_sends[i].amount, &sum);
	if (overflows || sum != inputs)
		return sn_submit_foreign(err, "its amounts do not add up");
	if (sn_proposal_weight(&weight, tx->n_inputs, p))
		return sn_submit_foreign(err, "the network allows no such transaction");
	return sn_proposal_payments_check_together(p, err);
}

/* Whether the transaction pays us with each of its parts: destinations, then self-sends. */
static int find_own(bool *is_own, const struct sn_wallet *w, const struct sn_proposal_payments *p,
		    const struct sn_subaddress_table *table, struct sn_error *err)
{
	struct sn_subaddress_index index;
	for (size_t i = 0; i < p->n_destinations; i++)
		is_own[i] = sn_subaddress_table_find(&index, table, &p->destinations[i].address.spend);
	for (size_t i = 0; i < p->n_self_sends; i++) {
		struct sn_address address;
		sn_account_address(&address, w->account, p->self_sends[i].subaddress);
		if (!sn_subaddress_table_find(&index, table, &address.spend))
			return sn_submit_foreign(
				err, "it pays an own address for which this wallet does not scan");
		is_own[p->n_destinations + i] = true;
	}
	return SN_OK;
}

static int check_created(const struct sn_wallet *w, const struct sn_signed_proposal *tx,
			 const struct sn_carrot_outputs *outputs, const bool *is_own, struct sn_error *err)
{
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < tx->n_created; i++) {
		const struct sn_created_output *created = &tx->created[i];
		if (created->index >= outputs->n || !is_own[outputs->origin[created->index]])
			return sn_submit_foreign(err, "it lists a foreign output as ours");
		ret = check_image(w, &outputs->made[created->index].output.key, &created->image, err);
	}
	return ret;
}

/* ---------------------------------------------------------------- proofs */

static int rerandomize(struct inputs *in, const struct sn_proposal_tx *made,
		       const struct sn_carrot_seed *seed, struct sn_error *err)
{
	int ret = SN_OK;
	sn_proposal_tx_rerandomization(in->r, in->masks, in->n, made, seed);
	for (size_t i = 0; !ret && i < in->n; i++)
		ret = sn_rerandomize(&in->spent[i], &in->outputs[i], &in->r[i], sn_fcmp);
	return ret ? sn_submit_foreign(err, "an input cannot be rerandomized") : SN_OK;
}

static bool balances(const struct inputs *in, const struct sn_tx *tx)
{
	struct sn_point spent[SN_FCMP_INPUTS_MAX], paid[SN_TX_OUTPUTS_MAX];
	for (size_t i = 0; i < in->n; i++)
		spent[i] = in->spent[i].c;
	for (size_t i = 0; i < tx->n_outputs; i++)
		paid[i] = tx->outputs[i].commitment;
	return !sn_commitments_balance(spent, in->n, paid, tx->n_outputs, tx->fee);
}

static int check_proofs(const struct inputs *in, const struct sn_signed_proposal *tx,
			const struct sn_proposal_tx *made, struct sn_error *err)
{
	if (!balances(in, &made->tx))
		return sn_submit_foreign(err, "its commitments do not balance");
	for (size_t i = 0; i < in->n; i++) {
		const struct sn_sal_statement statement = {made->message, in->spent[i], in->images[i]};
		struct sn_sal proof;
		if (sn_sal_load(&proof, tx->inputs[i].proof, sizeof tx->inputs[i].proof) ||
		    sn_sal_verify(&proof, &statement, sn_fcmp))
			return sn_submit_foreign(err, "a proof is invalid");
	}
	return SN_OK;
}

/* ---------------------------------------------------------------- one transaction, and all of them */

/* A rule of the network refuses the transaction, although the signer checks the same rules. */
static int blame_file(int ret, struct sn_error *err)
{
	if (ret != SN_REFUSED || !err || err->reason == SN_REASON_FOREIGN)
		return ret;
	const struct sn_error why = *err;
	return sn_submit_foreign(err, why.text);
}

static int check_made(struct inputs *in, struct sn_proposal_tx *made, const struct sn_wallet *w,
		      const struct sn_signed_proposal *tx, const struct sn_subaddress_table *table,
		      struct sn_error *err)
{
	bool is_own[SN_TX_OUTPUTS_MAX] = {false};
	struct sn_carrot_seed seed;
	memcpy(seed.b, tx->seed, sizeof seed.b);
	int ret = find_inputs(in, w, tx, err);
	if (!ret)
		ret = check_payments(tx, in->sum, err);
	if (!ret)
		ret = find_own(is_own, w, &tx->payments, table, err);
	if (!ret)
		ret = sn_proposal_tx_make(made, w->account, &tx->payments, &seed, in->images, in->n, err);
	if (!ret)
		ret = rerandomize(in, made, &seed, err);
	if (!ret)
		ret = check_proofs(in, tx, made, err);
	if (!ret)
		ret = check_created(w, tx, &made->outputs, is_own, err);
	sn_wipe(&seed, sizeof seed);
	return blame_file(ret, err);
}

/* Key images of outputs that are not on the chain, with their keys. */
struct images {
	struct sn_wallet_image *list;
	size_t n;
};

static void note(struct images *images, const struct sn_signed_proposal *tx,
		 const struct sn_carrot_outputs *outputs)
{
	for (size_t i = 0; i < tx->n_inputs; i++)
		images->list[images->n++] = (struct sn_wallet_image){tx->inputs[i].key, tx->inputs[i].image};
	for (size_t i = 0; i < tx->n_created; i++)
		images->list[images->n++] = (struct sn_wallet_image){
			outputs->made[tx->created[i].index].output.key, tx->created[i].image};
}

/* Whether a scanned block spends an output that the transaction spends. */
static bool is_spent(const struct sn_wallet *w, const struct sn_signed_proposal *tx)
{
	bool is = false;
	for (size_t i = 0; i < tx->n_inputs; i++) {
		const size_t output = sn_wallet_find_key(w, &tx->inputs[i].key);
		is |= output != SIZE_MAX && w->outputs[output].is_spent;
	}
	return is;
}

static int check_one(struct sn_checked_proposal *checked, struct images *images, const struct sn_wallet *w,
		     const struct sn_signed_proposal *tx, const struct sn_subaddress_table *table,
		     struct sn_error *err)
{
	struct sn_proposal_tx made = {0};
	struct inputs *in = calloc(1, sizeof *in);
	int ret = in ? check_made(in, &made, w, tx, table, err) : sn_error_memory(err);
	if (!ret) {
		note(images, tx, &made.outputs);
		*checked = (struct sn_checked_proposal){.signable_hash = made.message,
							.amount = sn_proposal_payments_sent(&tx->payments),
							.fee = tx->payments.fee};
	}
	if (in)
		sn_wipe(in, sizeof *in);
	free(in);
	sn_proposal_tx_free(&made);
	return ret;
}

static int check_all(struct sn_checked_proposal *checked, struct images *images, const struct sn_wallet *w,
		     const struct sn_signed_proposals *set, const struct sn_subaddress_table *table,
		     struct sn_error *err)
{
	size_t n = 0;
	for (size_t i = 0; i < set->n; i++)
		n += set->txs[i].n_inputs + set->txs[i].n_created;
	images->list = calloc(n, sizeof *images->list);
	int ret = images->list && checked ? check_once(set, err) : sn_error_memory(err);
	for (size_t i = 0; !ret && i < set->n; i++) {
		ret = check_one(&checked[i], images, w, &set->txs[i], table, err);
		if (ret && set->n > 1)
			ret = sn_error_prefix(err, ret, "transaction %zu of %zu", i + 1, set->n);
	}
	return ret;
}

/* Whether a scanned block may spend one of these outputs without this wallet noticing. */
static bool has_unseen(const struct sn_wallet *w, const struct images *images)
{
	bool is_one = false;
	for (size_t i = 0; i < images->n; i++) {
		const size_t output = sn_wallet_find_key(w, &images->list[i].key);
		is_one |= output != SIZE_MAX && !w->outputs[output].has_image;
	}
	return is_one;
}

/* Either all are stored, or none. The rescan starts at the restore height: a start at an output would tell
 * the daemon where the output is. */
static int store(struct sn_wallet *w, const struct images *images, struct sn_error *err)
{
	int ret = SN_OK;
	sn_wallet_change_begin(w);
	if (has_unseen(w, images))
		ret = sn_wallet_want_rescan(w, 0);
	for (size_t i = 0; !ret && i < images->n; i++)
		ret = sn_wallet_add_image(w, &images->list[i].key, &images->list[i].image);
	if (ret)
		ret = ret == SN_BAD_INPUT ? refuse_contradiction(err) : sn_error_memory(err);
	ret = sn_wallet_settle(w, ret, !ret, err);
	sn_wallet_change_end(w);
	return ret;
}

static int open_set(struct sn_signed_proposals *set, const struct sn_account *account, const void *file,
		    size_t len, struct sn_error *err)
{
	struct sn_buf content = {0};
	int ret = sn_envelope_open(&content, SN_ENVELOPE_SIGNED_PROPOSALS, account->network,
				   &account->view_secret, file, len, err);
	if (!ret)
		ret = sn_signed_proposals_decode(set, account->network, content.data, content.len, err);
	sn_buf_free(&content);
	return ret;
}

static int report(struct sn_submit_result *result, const struct sn_wallet *w,
		  const struct sn_signed_proposals *set, struct sn_error *err)
{
	size_t n_spent = 0;
	result->n_proposals = set->n;
	for (size_t i = 0; i < set->n; i++)
		n_spent += result->proposals[i].is_spent = is_spent(w, &set->txs[i]);
	if (n_spent == set->n)
		return sn_error_hint(
			err,
			sn_error_because(
				err, SN_REFUSED, SN_REASON_SPENT,
				"the signed file is valid, but blocks already spend its inputs: it cannot be sent"),
			"destroy the file");
	return sn_error_hint(
		err,
		sn_error_because(
			err, SN_REFUSED, SN_REASON_FORK,
			"the signed file is valid, but membership proofs are not built in yet: its key images are stored, and nothing was sent"),
		"a rehearsal ends here; a later release can send the payment: keep the file secret, or destroy it");
}

int sn_submit_proposals(struct sn_submit_result *result, struct sn_wallet *w, const void *file, size_t len,
			struct sn_error *err)
{
	struct sn_signed_proposals set = {0};
	struct sn_subaddress_table table = {0};
	struct images images = {0};
	*result = (struct sn_submit_result){0};
	int ret = open_set(&set, w->account, file, len, err);
	if (!ret && sn_scan_table_init(&table, w))
		ret = sn_error_memory(err);
	if (!ret) {
		result->proposals = calloc(set.n, sizeof *result->proposals);
		ret = check_all(result->proposals, &images, w, &set, &table, err);
	}
	if (!ret)
		ret = store(w, &images, err);
	if (!ret)
		ret = report(result, w, &set, err);
	free(images.list);
	sn_subaddress_table_free(&table);
	sn_signed_proposals_free(&set);
	if (!result->n_proposals) {
		free(result->proposals);
		result->proposals = NULL;
	}
	return ret;
}
