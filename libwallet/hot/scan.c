#include "hot/scan.h"

#include "base/parallel.h"
#include "chain/block.h"
#include "chain/consensus.h"
#include "chain/transaction.h"
#include "hot/found.h"
#include "hot/prepare.h"
#include "node/daemon_blocks.h"
#include "ringct/clsag.h"
#include "store/output_order.h"

#include <stdlib.h>
#include <string.h>

/* The transaction spends the output: other payments that reserved the output can never be mined. */
static int spend(struct sn_wallet *w, size_t output, const struct sn_prepared_tx *t, uint64_t height,
		 struct sn_sync_result *result)
{
	const struct sn_wallet_payment *rival;
	if (w->outputs[output].is_spent)
		return SN_OK;
	while ((rival = sn_wallet_held_by(w, output))) {
		int ret = sn_wallet_set_payment(w, rival->id, SN_PAYMENT_RELEASED, NULL, height);
		if (ret)
			return ret;
	}
	result->spent++;
	return sn_wallet_set_spent(w, output, height, &t->hash);
}

/* Whether the wallet has reported that the submitted payment was released, or advised to release it. */
static bool was_given_up(const struct sn_wallet_payment *p)
{
	return p->state == SN_PAYMENT_RELEASED || p->is_missing;
}

/* Confirm the payment of this transaction, even a released one: then another payment may have been prepared
 * in its place (hot/second_payment.h). The payment is found by its hash. Its inputs
 * are marked as spent even if their key images are missing: otherwise both its change and its inputs would
 * count. */
static int confirm_payments(struct sn_wallet *w, const struct sn_prepared_tx *t, uint64_t height,
			    bool *is_ours, struct sn_sync_result *result)
{
	const struct sn_wallet_payment *p;
	int ret = SN_OK;
	while (!ret && (p = sn_wallet_find_payment_of(w, &t->hash)) && p->state != SN_PAYMENT_CONFIRMED) {
		uint64_t id = p->id;
		*is_ours = true;
		ret = was_given_up(p) ? sn_wallet_set_doubtful(w, id, true) : SN_OK;
		if (!ret)
			ret = sn_wallet_set_payment(w, id, SN_PAYMENT_CONFIRMED, NULL, height);
		for (size_t i = 0; !ret && i < sn_wallet_find_payment(w, id)->n_inputs; i++) {
			size_t output = sn_wallet_find_key(w, &sn_wallet_find_payment(w, id)->inputs[i]);
			if (output != SIZE_MAX)
				ret = spend(w, output, t, height, result);
		}
	}
	return ret;
}

/* `*is_ours`: the transaction spends an output of ours. */
static int apply_spends(struct sn_wallet *w, const struct sn_prepared_tx *t, uint64_t height, bool *is_ours,
			struct sn_sync_result *result)
{
	*is_ours = false;
	int ret = confirm_payments(w, t, height, is_ours, result);
	const struct sn_point *images = sn_prepared_images(t);
	for (size_t i = 0; !ret && i < t->n_images; i++) {
		size_t output = sn_wallet_find_image(w, &images[i]);
		if (output == SIZE_MAX)
			continue;
		*is_ours = true;
		ret = spend(w, output, t, height, result);
	}
	return ret;
}

/* The values that the block gives. */
static void place(struct sn_wallet_output *out, const struct sn_prepared_tx *t,
		  const struct sn_prepared_block *block)
{
	out->tx_hash = t->hash;
	out->global_index = sn_daemon_index(&t->indices, out->index);
	out->height = block->height;
	out->time = block->timestamp;
}

/* A master wallet computes the key image at once, and so sees spends made by any software. */
static int add_found(struct sn_wallet *w, const struct sn_found *found)
{
	struct sn_point image;
	const bool has_image = w->account->has_spend_secret;
	int ret = has_image ? sn_found_image(&image, found, w->account) : SN_OK;
	if (ret)
		return ret;
	return found->output.is_carrot ? sn_wallet_add_carrot_output(w, &found->output, &found->enote,
								     has_image ? &image : NULL)
				       : sn_wallet_add_output(w, &found->output, has_image ? &image : NULL);
}

/* Whether one of these outputs, by global index, may be spent without this wallet noticing. */
static bool has_unseen(const struct sn_wallet *w, const uint64_t *ring, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct sn_wallet_output *o = sn_wallet_find_global(w, ring[i]);
		if (o && !o->has_image && !o->is_spent)
			return true;
	}
	return false;
}

bool sn_scan_may_be_ours(const struct sn_wallet *w, const struct sn_tx *tx)
{
	uint64_t ring[SN_RING_MAX];
	if (sn_wallet_sees_spends(w))
		return false;
	for (size_t i = 0; i < tx->n_inputs; i++) {
		size_t n = tx->inputs[i].ring_size;
		if (!n || n > SN_RING_MAX)
			return false;
		if (sn_wallet_find_image(w, &tx->inputs[i].key_image) != SIZE_MAX)
			continue;
		if (sn_tx_ring_indices(ring, tx, i) || !has_unseen(w, ring, n))
			return false;
	}
	return tx->n_inputs > 0;
}

/* The payment ID of our own transaction was encrypted for the recipient: for our change it has no meaning.
 * That of a Carrot output belongs to this output. */
static int apply_tx_outputs(struct sn_wallet *w, struct sn_subaddress_table *table, const struct sn_tx *tx,
			    const struct sn_prepared_tx *t, const struct sn_prepared_block *block,
			    bool is_ours, struct sn_sync_result *result)
{
	struct sn_found_source from = {.tx = sn_prepared_source(t, tx), .shared = sn_prepared_shared(t)};
	struct sn_found_list found;
	from.leads = sn_prepared_leads(t, &from.n_leads);
	int ret = sn_found_scan(&found, &from, w->account, table);
	const bool is_change = is_ours || (found.n && sn_scan_may_be_ours(w, tx));
	for (size_t i = 0; !ret && i < found.n; i++) {
		struct sn_wallet_output *output = &found.at[i].output;
		place(output, t, block);
		output->has_payment_id &= !is_change || output->is_carrot;
		ret = add_found(w, &found.at[i]);
		int covered = ret ? SN_OK : sn_subaddress_table_cover(table, w->account, output->subaddress);
		result->is_table_full |= covered == SN_USAGE;
		if (covered == SN_IO)
			ret = SN_IO;
		result->received++;
	}
	sn_found_free(&found);
	return ret;
}

/* A Carrot lead is wrong by chance in one of 2^24 cases only. */
static bool leads_to_us(const struct sn_subaddress_table *table, const struct sn_prepared_tx *t)
{
	size_t n;
	if (t->has_carrot_lead)
		return true;
	const struct sn_output_lead *leads = sn_prepared_leads(t, &n);
	struct sn_subaddress_index ignored;
	for (size_t i = 0; i < n; i++)
		if (sn_subaddress_table_find(&ignored, table, &leads[i].spend))
			return true;
	return false;
}

static int apply_outputs(struct sn_wallet *w, struct sn_subaddress_table *table,
			 const struct sn_prepared_tx *t, const struct sn_prepared_block *block, bool is_ours,
			 struct sn_sync_result *result)
{
	struct sn_block parsed = {0};
	struct sn_tx tx = {0};
	if (!leads_to_us(table, t))
		return SN_OK;
	int ret = t->from ? sn_tx_parse(&tx, t->from->blob, t->from->len, true)
			  : sn_block_parse(&parsed, block->from->blob, block->from->len);
	if (!ret)
		ret = apply_tx_outputs(w, table, t->from ? &tx : &parsed.coinbase, t, block, is_ours, result);
	sn_tx_free(&tx);
	sn_block_free(&parsed);
	return ret;
}

/* RingCT outputs in the chain up to the block, which follows the wallet's last one. */
static uint64_t count_outputs(const struct sn_wallet *w, const struct sn_prepared_block *block)
{
	uint64_t n = w->n_blocks ? w->blocks[w->n_blocks - 1].n_outputs : 0;
	for (size_t i = 0; i < block->n_txs; i++)
		if (block->txs[i].outputs_end > n)
			n = block->txs[i].outputs_end;
	return n;
}

/* RingCT outputs of the coinbase transaction, which is the first of the block. */
static uint32_t count_coinbase(const struct sn_prepared_block *block)
{
	return block->n_txs ? (uint32_t)(block->txs[0].outputs_end - block->txs[0].outputs_first) : 0;
}

/* Record the first block of an upgrade after which this program cannot pay. Its chain may be replaced by one
 * without the upgrade. */
static int note_version(struct sn_wallet *w, const struct sn_prepared_block *block)
{
	if (block->version <= SN_PAYMENT_VERSION_MAX)
		return w->fork_version ? sn_wallet_set_fork(w, 0, 0) : SN_OK;
	return w->fork_version ? SN_OK : sn_wallet_set_fork(w, block->height, block->version);
}

static int apply(struct sn_wallet *w, struct sn_subaddress_table *table, const struct sn_prepared *p,
		 size_t first, struct sn_sync_result *result)
{
	int ret = SN_OK;
	for (size_t i = first; !ret && i < p->n_blocks; i++) {
		const struct sn_prepared_block *block = &p->blocks[i];
		for (size_t j = 0; !ret && j < block->n_txs; j++) {
			const struct sn_prepared_tx *t = &block->txs[j];
			bool is_ours;
			ret = apply_spends(w, t, block->height, &is_ours, result);
			if (!ret)
				ret = apply_outputs(w, table, t, block, is_ours, result);
		}
		if (!ret)
			ret = sn_wallet_add_block(w, block->height, &block->id, count_outputs(w, block),
						  count_coinbase(block));
		if (!ret)
			ret = note_version(w, block);
		result->blocks++;
		result->newest_time = block->timestamp;
		result->transactions += block->n_txs;
	}
	return ret;
}

static int roll_back(struct sn_wallet *w, uint64_t height, struct sn_sync_result *result)
{
	if (height >= sn_wallet_height(w))
		return SN_OK;
	if (!result->rollbacks++ || height < result->fork_height)
		result->fork_height = height;
	/* A rescan does not change the chain, and its blocks need no second notice. */
	const bool is_rescan = w->rescan_from != UINT64_MAX || w->scanned_to;
	int ret = is_rescan ? SN_OK : sn_wallet_rewind_noticed_blocks(w, height);
	return ret ? ret : sn_wallet_rollback(w, height);
}

/* If the table is full, the scan uses the addresses that it has. */
static int cover(struct sn_subaddress_table *table, const struct sn_wallet *w,
		 const struct sn_wallet_shown *used, size_t n)
{
	int ret = SN_OK;
	for (size_t i = 0; ret != SN_IO && i < n; i++)
		ret = sn_subaddress_table_cover(
			table, w->account,
			(struct sn_subaddress_index){used[i].account, used[i].addresses - 1});
	return ret == SN_IO ? SN_IO : SN_OK;
}

static int cover_used(struct sn_subaddress_table *table, const struct sn_wallet *w)
{
	struct sn_wallet_shown *used = NULL;
	size_t n = 0;
	int ret = sn_wallet_used(&used, &n, w);
	if (!ret)
		ret = cover(table, w, used, n);
	free(used);
	return ret;
}

int sn_scan_table_init(struct sn_subaddress_table *table, const struct sn_wallet *w)
{
	int ret = sn_subaddress_table_init_spread(table, w->account, w->lookahead_accounts,
						  w->lookahead_addresses, sn_parallel);
	return ret ? ret : cover_used(table, w);
}

int sn_scan_need_table(struct sn_sync_memory *memory, const struct sn_wallet *w, struct sn_error *err)
{
	struct sn_subaddress_table *table = &memory->table;
	if (memory->has_table && table->ahead_major == w->lookahead_accounts &&
	    table->ahead_minor == w->lookahead_addresses)
		return cover_used(table, w) ? sn_error_memory(err) : SN_OK;
	sn_subaddress_table_free(table);
	memory->has_table = !sn_scan_table_init(table, w);
	if (!memory->has_table)
		sn_subaddress_table_free(table);
	return memory->has_table ? SN_OK : sn_error_memory(err);
}

/* RingCT outputs below the block at `height`. A kept block without a count is older than RingCT, or was kept
 * by an older version of this program, which did not count. */
static uint64_t outputs_before(const struct sn_wallet *w, const struct sn_wallet_block *previous,
			       uint64_t height)
{
	if (previous && previous->n_outputs)
		return previous->n_outputs;
	bool has_none = height <= 1 || (previous && height <= sn_network_ringct_height(w->account->network));
	return has_none ? 0 : SN_OUTPUTS_UNKNOWN;
}

static void free_prepared(void *work)
{
	sn_prepared_free(work);
	free(work);
}

void sn_scan_ahead(void *context, struct sn_daemon_blocks *answer)
{
	const struct sn_wallet *w = context;
	struct sn_prepared *p = calloc(1, sizeof *p);
	if (p && !sn_prepare_all(p, answer, &w->account->view_secret, NULL)) {
		answer->work = p;
		answer->free_work = free_prepared;
	} else if (p) {
		free_prepared(p);
	}
}

/* The work on the answer, unless its last blocks were removed since then. */
static struct sn_prepared *done_ahead(const struct sn_daemon_blocks *answer)
{
	struct sn_prepared *p = answer->work;
	return p && p->n_blocks == answer->count ? p : NULL;
}

int sn_scan_blocks(struct sn_wallet *w, struct sn_subaddress_table *table,
		   const struct sn_daemon_blocks *answer, size_t first,
		   const struct sn_wallet_block *previous, struct sn_sync_result *result,
		   struct sn_error *err)
{
	struct sn_prepared own = {0};
	const struct sn_prepared *ahead = done_ahead(answer), *p = ahead ? ahead : &own;
	const struct sn_hash *link = previous ? &previous->hash : NULL;
	uint64_t height = previous ? previous->height + 1 : answer->start_height + first;
	uint64_t n_outputs = outputs_before(w, previous, height);
	int ret = ahead ? sn_prepared_judge(ahead, first, link, n_outputs, err)
			: sn_prepare(&own, answer, first, height, link, n_outputs, &w->account->view_secret,
				     err);
	if (ret)
		goto out;

	sn_wallet_change_begin(w);
	ret = roll_back(w, height, result);
	if (!ret)
		ret = apply(w, table, p, ahead ? first : 0, result);
	if (ret) {
		struct sn_error ignored;
		ret = ret == SN_IO
			      ? sn_error_memory(err)
			      : sn_error_set(err, SN_DAEMON,
					     "the daemon sent blocks that contradict those it sent before");
		(void)!sn_wallet_revert(w, &ignored);
	}
	sn_wallet_change_end(w);
out:
	sn_prepared_free(&own);
	return ret;
}
