#include "hot/reference_unsigned.h"

#include "base/secret.h"
#include "chain/extra.h"
#include "crypto/derive.h"
#include "crypto/random.h"
#include "handoff/plan.h"
#include "interop/sealed_file.h"
#include "interop/unsigned_tx_set.h"

#include <stdlib.h>
#include <string.h>

#define RANGE_PROOF_PADDED_BULLETPROOF 3
#define BP_VERSION_PLUS_CLSAG 4

/* An integrated address is the only recipient of its transaction. */
struct texts {
	char address[SN_ADDRESS_TEXT_MAX];
	struct sn_buf extra;
};

struct request {
	const struct sn_wallet *w;
	struct sn_unsigned_tx_set set;
	struct texts *texts; /* views of the set point into them; one element per transaction */
	struct sn_point tx_key;
	struct sn_address dummy;
};

static struct sn_point random_key(struct sn_random *random)
{
	struct sn_scalar secret;
	struct sn_point key;
	sn_random_scalar(random, &secret);
	sn_secret_to_public(&key, &secret);
	sn_wipe(&secret, sizeof secret);
	return key;
}

/* The signer replaces the tx key. The secret keys are wiped: an output to the dummy has no amount. */
static int make_keys(struct request *q, const struct sn_unsigned_set *set, struct sn_error *err)
{
	struct sn_buf context = {0};
	struct sn_random random;
	int ret = sn_unsigned_set_encode(&context, set, err);
	if (!ret) {
		sn_random_init(&random, "reference unsigned", &q->w->account->view_secret, context.data,
			       context.len);
		q->tx_key = random_key(&random);
		q->dummy.spend = random_key(&random);
		q->dummy.view = random_key(&random);
		sn_random_wipe(&random);
	}
	sn_buf_free(&context);
	return ret;
}

/* ------------------------------------------------------------------ inputs */

static int fill_source(struct sn_tx_source_entry *source, const struct sn_unsigned_input *in,
		       const struct sn_wallet_output *o, struct sn_error *err)
{
	source->outputs = calloc(in->n_ring, sizeof *source->outputs);
	if (!source->outputs)
		return sn_error_memory(err);
	source->n_outputs = source->real_output = in->n_ring;
	for (size_t i = 0; i < in->n_ring; i++) {
		source->outputs[i] = (struct sn_tx_source_output){in->global_index[i], in->ring[i]};
		if (in->global_index[i] == o->global_index)
			source->real_output = i;
	}
	source->real_out_tx_key = o->tx_key;
	source->real_output_in_tx_index = o->index;
	source->amount = o->amount;
	source->rct = o->is_rct;
	source->mask = o->mask;
	return SN_OK;
}

static void fill_exported(struct sn_exported_transfer_details *exported, const struct sn_wallet_output *o)
{
	*exported = (struct sn_exported_transfer_details){
		.pubkey = o->key,
		.internal_output_index = o->index,
		.global_output_index = o->global_index,
		.tx_pubkey = o->tx_key,
		.flags = o->is_rct ? SN_EXPORTED_RCT : 0,
		.amount = o->amount,
		.subaddress = o->subaddress,
	};
}

static int ascending(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

/* The minor indices of the inputs, each once. All inputs belong to one account. */
static void fill_subaddresses(struct sn_tx_construction_data *tx, const struct sn_unsigned_tx *from)
{
	size_t kept = 0;
	tx->subaddr_account = from->inputs[0].subaddress.major;
	for (size_t i = 0; i < from->n_inputs; i++)
		tx->subaddr_indices[i] = from->inputs[i].subaddress.minor;
	qsort(tx->subaddr_indices, from->n_inputs, sizeof *tx->subaddr_indices, ascending);
	for (size_t i = 0; i < from->n_inputs; i++)
		if (!i || tx->subaddr_indices[i] != tx->subaddr_indices[kept - 1])
			tx->subaddr_indices[kept++] = tx->subaddr_indices[i];
	tx->n_subaddr_indices = kept;
}

static int fill_inputs(struct request *q, struct sn_tx_construction_data *tx,
		       const struct sn_unsigned_tx *from, const size_t *outputs, struct sn_error *err)
{
	struct sn_exported_transfers *list = &q->set.new_transfers;
	tx->sources = calloc(from->n_inputs, sizeof *tx->sources);
	tx->selected_transfers = calloc(from->n_inputs, sizeof *tx->selected_transfers);
	tx->subaddr_indices = calloc(from->n_inputs, sizeof *tx->subaddr_indices);
	if (!tx->sources || !tx->selected_transfers || !tx->subaddr_indices)
		return sn_error_memory(err);
	for (size_t i = 0; i < from->n_inputs; i++) {
		const struct sn_wallet_output *o = &q->w->outputs[outputs[i]];
		int ret = fill_source(&tx->sources[tx->n_sources++], &from->inputs[i], o, err);
		if (ret)
			return ret;
		tx->selected_transfers[tx->n_selected_transfers++] = list->n;
		fill_exported(&list->outputs[list->n++], o);
	}
	fill_subaddresses(tx, from);
	return SN_OK;
}

/* ------------------------------------------------------------------ outputs */

static struct sn_tx_destination_entry destination(const struct sn_address *address, uint64_t amount)
{
	return (struct sn_tx_destination_entry){
		.amount = amount,
		.spend = address->spend,
		.view = address->view,
		.is_subaddress = address->kind == SN_ADDRESS_SUBADDRESS,
		.is_integrated = address->kind == SN_ADDRESS_INTEGRATED,
	};
}

/* The reference wallet finds the payment ID of an integrated address in its text. */
static struct sn_tx_destination_entry paid(const struct sn_planned_output *output, struct texts *texts)
{
	struct sn_tx_destination_entry entry = destination(&output->address, output->amount);
	if (!entry.is_integrated)
		return entry;
	sn_address_format(texts->address, &output->address);
	entry.original = (struct sn_archive_bytes){(const uint8_t *)texts->address, strlen(texts->address)};
	return entry;
}

static int fill_outputs(struct request *q, struct sn_tx_construction_data *tx, struct texts *texts,
			const struct sn_tx_plan *plan, struct sn_error *err)
{
	struct sn_tx_destinations *all = &tx->splitted_dsts, *dests = &tx->dests;
	all->entries = calloc(plan->n_outputs, sizeof *all->entries);
	dests->entries = calloc(plan->n_outputs, sizeof *dests->entries);
	if (!all->entries || !dests->entries)
		return sn_error_memory(err);
	for (size_t i = 0; i < plan->n_outputs; i++) {
		const struct sn_planned_output *output = &plan->outputs[i];
		switch (output->kind) {
		case SN_PLANNED_DESTINATION:
			all->entries[i] = dests->entries[dests->n++] = paid(output, texts);
			break;
		case SN_PLANNED_CHANGE:
			all->entries[i] = tx->change_dts = destination(&output->address, output->amount);
			break;
		case SN_PLANNED_DUMMY:
			all->entries[i] = tx->change_dts = destination(&q->dummy, 0);
			break;
		}
		all->n++;
	}
	sn_extra_write(&texts->extra, &q->tx_key, NULL, 0, plan->has_payment_id ? plan->payment_id : NULL);
	if (texts->extra.failed)
		return sn_error_memory(err);
	tx->extra = (struct sn_archive_bytes){texts->extra.data, texts->extra.len};
	return SN_OK;
}

/* ------------------------------------------------------------------ the set */

static int fill_tx(struct request *q, size_t at, const struct sn_unsigned_tx *from, const size_t *outputs,
		   struct sn_error *err)
{
	struct sn_tx_construction_data *tx = &q->set.txes[at];
	struct sn_tx_plan plan;
	int ret = sn_tx_plan(&plan, q->w->account, from, err);
	if (!ret)
		ret = fill_inputs(q, tx, from, outputs, err);
	if (!ret)
		ret = fill_outputs(q, tx, &q->texts[at], &plan, err);
	tx->unlock_time = from->unlock_time;
	tx->construction_flags = SN_CONSTRUCTION_USE_RCT | SN_CONSTRUCTION_USE_VIEW_TAGS;
	tx->range_proof_type = RANGE_PROOF_PADDED_BULLETPROOF;
	tx->bp_version = BP_VERSION_PLUS_CLSAG;
	return ret;
}

static int fill(struct request *q, enum sn_request_format format, const struct sn_unsigned_set *set,
		size_t *const *outputs, struct sn_error *err)
{
	const bool is_old = format == SN_REQUEST_MONERO_0_18_0;
	size_t n = 0;
	for (size_t i = 0; i < set->n; i++)
		n += set->txs[i].n_inputs;
	q->set.version = is_old ? SN_UNSIGNED_TX_SET_OLD : SN_UNSIGNED_TX_SET_NEW;
	q->set.new_transfers.has_total = !is_old;
	q->set.new_transfers.version = !is_old;
	q->set.new_transfers.total = n;
	q->set.new_transfers.outputs = calloc(n + 1, sizeof *q->set.new_transfers.outputs);
	q->set.txes = calloc(set->n, sizeof *q->set.txes);
	q->texts = calloc(set->n, sizeof *q->texts);
	if (!q->set.new_transfers.outputs || !q->set.txes || !q->texts)
		return sn_error_memory(err);
	int ret = make_keys(q, set, err);
	for (size_t i = 0; !ret && i < set->n; i++) {
		q->set.n_txes++;
		ret = fill_tx(q, i, &set->txs[i], outputs[i], err);
	}
	return ret;
}

static int seal(struct sn_buf *out, const struct request *q, struct sn_error *err)
{
	struct sn_interop_key key = {0};
	struct sn_buf plaintext = {0};
	int ret = sn_unsigned_tx_set_encode(&plaintext, &q->set, err);
	if (!ret)
		ret = sn_interop_key_init(&key, &q->w->account->view_secret, err);
	if (!ret)
		ret = sn_sealed_file_make(out, SN_INTEROP_UNSIGNED_TX_SET, &key, plaintext.data,
					  plaintext.len, err);
	sn_interop_key_wipe(&key);
	sn_buf_free(&plaintext);
	return ret;
}

int sn_reference_unsigned_make(struct sn_buf *out, enum sn_request_format format, const struct sn_wallet *w,
			       const struct sn_unsigned_set *set, size_t *const *outputs,
			       struct sn_error *err)
{
	struct request q = {.w = w};
	int ret = fill(&q, format, set, outputs, err);
	if (!ret)
		ret = seal(out, &q, err);
	for (size_t i = 0; q.texts && i < set->n; i++)
		sn_buf_free(&q.texts[i].extra);
	free(q.texts);
	sn_unsigned_tx_set_free(&q.set);
	return ret;
}
