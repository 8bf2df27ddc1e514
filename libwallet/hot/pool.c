#include "hot/pool.h"

#include "chain/transaction.h"
#include "hot/found.h"
#include "hot/pool_kept.h"
#include "hot/scan.h"
#include "node/daemon_pool.h"

#include <stdlib.h>
#include <string.h>

/* Hashes, ascending, without duplicates. */
struct hash_set {
	struct sn_hash *at;
	size_t n;
};

struct look {
	struct sn_wallet *w;
	struct sn_daemon *daemon;
	const struct sn_sync_options *options;
	struct sn_sync_memory *memory;
	struct sn_sync_result *result;
	uint64_t now;
	struct hash_set pool;
	struct sn_wallet_incoming *earlier; /* the wallet's list from earlier looks, by hash */
	size_t n_earlier;
	struct sn_wallet_incoming *incoming; /* the new list, with room for SN_WALLET_INCOMING_MAX */
	size_t n_incoming;
};

static int compare_hashes(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct sn_hash));
}

static void sort_hashes(struct hash_set *set)
{
	size_t kept = 0;
	if (set->n)
		qsort(set->at, set->n, sizeof *set->at, compare_hashes);
	for (size_t i = 0; i < set->n; i++)
		if (!kept || !sn_hash_is_equal(&set->at[kept - 1], &set->at[i]))
			set->at[kept++] = set->at[i];
	set->n = kept;
}

static bool has_hash(const struct sn_hash *hashes, size_t n, const struct sn_hash *hash)
{
	return n && bsearch(hash, hashes, n, sizeof *hashes, compare_hashes);
}

static int compare_earlier(const void *a, const void *b)
{
	const struct sn_wallet_incoming *x = a, *y = b;
	return memcmp(&x->tx_hash, &y->tx_hash, sizeof x->tx_hash);
}

/* An earlier entry of this transaction, or NULL. */
static const struct sn_wallet_incoming *find_earlier(const struct look *l, const struct sn_hash *hash)
{
	const struct sn_wallet_incoming key = {.tx_hash = *hash};
	return l->n_earlier ? bsearch(&key, l->earlier, l->n_earlier, sizeof *l->earlier, compare_earlier)
			    : NULL;
}

/* ------------------------------------------------------------------ payments to us */

/* An output whose key is already known or occurs twice cannot be spent in addition: only new keys count. */
static bool is_new(const struct look *l, const struct sn_found_list *found, size_t i)
{
	for (size_t j = 0; j < i; j++)
		if (sn_point_is_equal(&found->at[j].output.key, &found->at[i].output.key))
			return false;
	return sn_wallet_find_key(l->w, &found->at[i].output.key) == SIZE_MAX;
}

/* One entry for each address. Entries beyond the maximum are omitted. */
static void add_incoming(struct look *l, size_t first, const struct sn_wallet_incoming *in)
{
	for (size_t i = first; i < l->n_incoming; i++) {
		struct sn_wallet_incoming *same = &l->incoming[i];
		if (!sn_subaddress_is_equal(same->subaddress, in->subaddress))
			continue;
		if (__builtin_add_overflow(same->amount, in->amount, &same->amount))
			same->amount = UINT64_MAX;
		return;
	}
	if (l->n_incoming < SN_WALLET_INCOMING_MAX)
		l->incoming[l->n_incoming++] = *in;
}

/* An entry that existed before keeps its time. */
static int list_incoming(struct look *l, const struct sn_hash *hash, const struct sn_tx *tx)
{
	const struct sn_wallet_incoming *before = find_earlier(l, hash);
	struct sn_wallet_incoming in = {
		.tx_hash = *hash, .time = before ? before->time : l->now, .unlock_time = tx->unlock_time};
	struct sn_found_list found;
	size_t first = l->n_incoming;
	int ret = sn_found_scan_tx(&found, tx, l->w->account, &l->memory->table);
	const bool is_change = found.n && sn_scan_may_be_ours(l->w, tx);
	for (size_t i = 0; !ret && i < found.n; i++) {
		const struct sn_wallet_output *o = &found.at[i].output;
		in.subaddress = o->subaddress;
		in.amount = o->amount;
		in.has_payment_id = o->has_payment_id && (!is_change || o->is_carrot);
		memset(in.payment_id, 0, sizeof in.payment_id);
		if (in.has_payment_id)
			memcpy(in.payment_id, o->payment_id, sizeof in.payment_id);
		if (is_new(l, &found, i))
			add_incoming(l, first, &in);
	}
	sn_found_free(&found);
	return ret;
}

/* ------------------------------------------------------------------ payments with our keys */

static bool is_carried_out(const struct sn_wallet_payment *p)
{
	return p && (p->state == SN_PAYMENT_SUBMITTED || p->state == SN_PAYMENT_CONFIRMED);
}

/* The transaction is not a payment if a block or a submitted payment spends its inputs. */
static bool are_free(const struct sn_wallet *w, const struct sn_wallet_payment *p)
{
	for (size_t i = 0; i < p->n_inputs; i++) {
		size_t output = sn_wallet_find_key(w, &p->inputs[i]);
		if (output != SIZE_MAX &&
		    (w->outputs[output].is_spent || is_carried_out(sn_wallet_held_by(w, output))))
			return false;
	}
	return true;
}

/* Write our outputs that the transaction spends, as far as key images are known, to p->inputs, which has
 * room. Returns their sum. */
static uint64_t list_inputs(struct sn_wallet_payment *p, const struct sn_wallet *w, const struct sn_tx *tx)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < tx->n_inputs; i++) {
		size_t output = sn_wallet_find_image(w, &tx->inputs[i].key_image);
		bool is_listed = output == SIZE_MAX;
		for (size_t j = 0; !is_listed && j < p->n_inputs; j++)
			is_listed = sn_point_is_equal(&p->inputs[j], &w->outputs[output].key);
		if (is_listed)
			continue;
		p->inputs[p->n_inputs++] = w->outputs[output].key;
		if (__builtin_add_overflow(sum, w->outputs[output].amount, &sum))
			sum = UINT64_MAX;
	}
	return sum;
}

/* All outputs to us count as change, except if some inputs are not known to be ours (hot/history.h). */
static int adopt(struct look *l, const struct sn_hash *hash, const struct sn_tx *tx,
		 struct sn_wallet_payment *p, uint64_t spent)
{
	struct sn_payment_destination somebody = {0};
	struct sn_point *keys = calloc(tx->n_outputs + 1, sizeof *keys);
	struct sn_found_list found = {0};
	uint64_t id, back = 0, gone;
	size_t n = 0;
	int ret = keys ? sn_found_scan_tx(&found, tx, l->w->account, &l->memory->table) : SN_IO;
	for (size_t i = 0; !ret && i < found.n; i++) {
		if (!is_new(l, &found, i))
			continue;
		if (__builtin_add_overflow(back, found.at[i].output.amount, &back))
			back = UINT64_MAX;
		keys[n++] = found.at[i].output.key;
	}
	sn_found_free(&found);
	if (ret) {
		free(keys);
		return ret;
	}
	p->state = SN_PAYMENT_SUBMITTED;
	p->tx_hash = *hash;
	p->time = l->now;
	if (!__builtin_add_overflow(back, tx->fee, &gone) && gone <= spent)
		p->change = back;
	p->fee = tx->fee < spent ? tx->fee : spent;
	somebody.amount = spent - p->change - p->fee;
	p->destinations = &somebody;
	p->n_destinations = somebody.amount ? 1 : 0;
	ret = sn_wallet_add_payment(l->w, p, &id);
	if (!ret && p->change)
		ret = sn_wallet_set_change_keys(l->w, id, keys, n);
	free(keys);
	return ret;
}

/* The wallet has reported that the payment failed or was released: its recipients stay blocked
 * (hot/second_payment.h). */
static int resume(struct sn_wallet *w, const struct sn_wallet_payment *p)
{
	const uint64_t id = p->id;
	const bool was_submitted = sn_payment_was_submitted(p);
	int ret = sn_wallet_set_payment(w, id, SN_PAYMENT_SUBMITTED, NULL, 0);
	return ret || !was_submitted ? ret : sn_wallet_set_doubtful(w, id, true);
}

/* If the transaction is a released payment of this wallet, or was made elsewhere with the same keys, it
 * becomes a submitted payment. If another payment has its inputs, it does not, but counts as ours. */
static int take_over(struct look *l, const struct sn_hash *hash, const struct sn_tx *tx, bool *is_ours)
{
	const struct sn_wallet_payment *known = sn_wallet_find_payment_of(l->w, hash);
	struct sn_wallet_payment p = {.inputs = calloc(tx->n_inputs + 1, sizeof *p.inputs)};
	int ret = p.inputs ? SN_OK : SN_IO;
	uint64_t spent = ret || known ? 0 : list_inputs(&p, l->w, tx);
	*is_ours = known || p.n_inputs;
	if (!ret && *is_ours && !is_carried_out(known) && are_free(l->w, known ? known : &p)) {
		sn_wallet_change_begin(l->w);
		ret = known ? resume(l->w, known) : adopt(l, hash, tx, &p, spent);
		sn_wallet_change_end(l->w);
	}
	free(p.inputs);
	return ret;
}

/* ------------------------------------------------------------------ looking */

static bool is_payment(const struct sn_tx *tx)
{
	for (size_t i = 0; i < tx->n_inputs; i++)
		if (tx->inputs[i].kind != SN_INPUT_KEY)
			return false;
	return tx->version >= 2 && tx->n_inputs && tx->rct_type != SN_RCT_NULL;
}

/* A transaction that is not verifiably the requested one is ignored. */
static int scan_tx(struct look *l, struct sn_pool_tx *from)
{
	struct sn_tx tx;
	struct sn_hash hash;
	size_t n_before = l->n_incoming;
	from->is_looked_at = true;
	from->is_of_use = from->is_ours = false;
	int ret = sn_tx_parse(&tx, from->blob, from->len, true);
	if (ret)
		return ret == SN_IO ? SN_IO : SN_OK;
	if (is_payment(&tx) && from->has_prunable_hash) {
		ret = sn_tx_hash_pruned(&hash, &tx, &from->prunable_hash);
		if (!ret && sn_hash_is_equal(&hash, &from->hash)) {
			ret = take_over(l, &hash, &tx, &from->is_ours);
			if (!ret && !from->is_ours)
				ret = list_incoming(l, &hash, &tx);
		}
	}
	from->is_of_use = l->n_incoming > n_before;
	sn_tx_free(&tx);
	return ret;
}

static bool goes_on(const struct look *l)
{
	const struct sn_sync_progress progress = {.height = sn_wallet_height(l->w),
						  .target = l->result->daemon_height,
						  .transactions = l->result->transactions};
	return !l->options || !l->options->progress || l->options->progress(l->options->context, &progress);
}

/* Fetch all transactions of the pool that are not kept yet, ours or not. */
static int fetch(struct look *l, const struct sn_hash *missing, size_t n, struct sn_error *err)
{
	struct sn_pool_kept *kept = &l->memory->pool;
	int ret = SN_OK;
	for (size_t at = 0; !ret && at < n && kept->bytes < SN_POOL_KEPT_BYTES; at += SN_DAEMON_POOL_QUERY) {
		size_t some = n - at < SN_DAEMON_POOL_QUERY ? n - at : SN_DAEMON_POOL_QUERY;
		struct sn_daemon_pool_txs txs;
		if (at && !goes_on(l)) {
			l->result->interrupted = true;
			return SN_OK;
		}
		ret = sn_daemon_get_pool_transactions(l->daemon, missing + at, some, &txs, err);
		for (size_t i = 0; !ret && i < txs.count; i++)
			if (sn_pool_kept_add(kept, &txs.txs[i]))
				ret = sn_error_memory(err);
		sn_daemon_pool_txs_free(&txs);
	}
	return ret;
}

static struct sn_hash top_of(const struct sn_wallet *w)
{
	static const struct sn_hash none;
	return w->n_blocks ? w->blocks[w->n_blocks - 1].hash : none;
}

/* Mark the transactions that must be examined. Those that spend our outputs always are: their payment may
 * have been released. Incoming payments are examined again after a new block, which may contain or spend
 * them. New outputs or key images can concern any transaction. Returns whether any is marked. */
static bool unsettle(struct look *l)
{
	const struct sn_wallet *w = l->w;
	const struct sn_sync_memory *m = l->memory;
	struct sn_hash top = top_of(w);
	bool knows_others = m->n_images != w->n_images || m->n_outputs != w->n_outputs;
	bool has_moved = !sn_hash_is_equal(&m->top, &top);
	size_t n = 0;
	for (size_t i = 0; i < m->pool.n; i++) {
		struct sn_pool_tx *tx = &m->pool.txs[i];
		if (knows_others || tx->is_ours || (has_moved && tx->is_of_use))
			tx->is_looked_at = false;
		n += !tx->is_looked_at;
	}
	return n > 0;
}

/* Keep earlier entries that need not be examined again, and those whose transaction could not be fetched
 * yet. */
static void keep_earlier(struct look *l)
{
	for (size_t i = 0; i < l->n_earlier; i++) {
		const struct sn_wallet_incoming *in = &l->earlier[i];
		const struct sn_pool_tx *tx = sn_pool_kept_find(&l->memory->pool, &in->tx_hash);
		bool is_kept = tx ? tx->is_looked_at : has_hash(l->pool.at, l->pool.n, &in->tx_hash);
		if (is_kept && !is_carried_out(sn_wallet_find_payment_of(l->w, &in->tx_hash)))
			l->incoming[l->n_incoming++] = *in;
	}
}

/* Earlier entries first: there may not be room for all. */
static int scan_kept(struct look *l, struct sn_error *err)
{
	struct sn_pool_kept *kept = &l->memory->pool;
	if (unsettle(l) && sn_scan_need_table(l->memory, l->w, err))
		return SN_IO;
	keep_earlier(l);
	for (int is_earlier = 1; is_earlier >= 0; is_earlier--)
		for (size_t i = 0; i < kept->n; i++) {
			struct sn_pool_tx *tx = &kept->txs[i];
			if (!tx->is_looked_at && (find_earlier(l, &tx->hash) != NULL) == is_earlier &&
			    scan_tx(l, tx))
				return sn_error_memory(err);
		}
	return SN_OK;
}

static int make_room(struct look *l, struct sn_error *err)
{
	l->incoming = calloc(SN_WALLET_INCOMING_MAX, sizeof *l->incoming);
	l->earlier = calloc(l->w->n_incoming + 1, sizeof *l->earlier);
	if (!l->incoming || !l->earlier)
		return sn_error_memory(err);
	l->n_earlier = l->w->n_incoming;
	if (l->n_earlier) {
		memcpy(l->earlier, l->w->incoming, l->n_earlier * sizeof *l->earlier);
		qsort(l->earlier, l->n_earlier, sizeof *l->earlier, compare_earlier);
	}
	return SN_OK;
}

/* Until one of these changes, the next look need not examine the same transactions again. */
static void remember(struct look *l)
{
	struct sn_sync_memory *m = l->memory;
	m->n_images = l->w->n_images;
	m->n_outputs = l->w->n_outputs;
	m->top = top_of(l->w);
}

/* After an error the earlier list stays. */
static int scan_pool(struct look *l, struct sn_error *err)
{
	struct sn_hash *missing = calloc(l->pool.n + 1, sizeof *missing);
	int ret = missing ? make_room(l, err) : sn_error_memory(err);
	if (!ret)
		ret = fetch(l, missing, sn_pool_kept_update(&l->memory->pool, missing, l->pool.at, l->pool.n),
			    err);
	free(missing);
	if (!ret)
		ret = scan_kept(l, err);
	if (ret)
		return ret;
	remember(l);
	sn_wallet_change_begin(l->w);
	ret = sn_wallet_set_incoming(l->w, l->incoming, l->n_incoming);
	sn_wallet_change_end(l->w);
	return ret ? sn_error_memory(err) : SN_OK;
}

/* ------------------------------------------------------------------ our own payments */

/* A daemon that is behind has not seen the block that may contain the payment. Neither has a wallet during a
 * rescan, nor one that removed the block with the payment, until it has scanned that height again. */
static bool is_current(const struct look *l, const struct sn_wallet_payment *p)
{
	const struct sn_sync_result *r = l->result;
	uint64_t height = sn_wallet_height(l->w);
	return !l->w->scanned_to && height > p->undone_at && r->daemon_height >= height &&
	       r->target_height <= r->daemon_height;
}

/* No look has found the payment for this time and this number of blocks. */
static bool is_unseen_for(const struct look *l, const struct sn_wallet_payment *p, uint64_t seconds,
			  uint64_t blocks)
{
	uint64_t height = sn_wallet_height(l->w);
	return l->now >= p->missing_since && l->now - p->missing_since >= seconds &&
	       height >= p->missing_height && height - p->missing_height >= blocks;
}

static int note_missing(struct look *l, uint64_t id)
{
	const struct sn_wallet_payment *p = sn_wallet_find_payment(l->w, id);
	if (!is_current(l, p))
		return SN_OK;
	if (!p->missing_since || l->now < p->missing_since)
		return sn_wallet_set_missing(l->w, id, l->now);
	if (is_unseen_for(l, p, SN_POOL_LIFETIME, SN_POOL_LIFETIME_BLOCKS)) {
		if (!l->result->n_dropped++)
			l->result->dropped = id;
		return sn_wallet_set_payment(l->w, id, SN_PAYMENT_RELEASED, NULL, 0);
	}
	return is_unseen_for(l, p, SN_STEM_SECONDS, SN_STEM_BLOCKS) ? sn_wallet_declare_missing(l->w, id)
								    : SN_OK;
}

/* Count for the report, unless it was released. */
static void count_unseen(struct sn_sync_result *result, const struct sn_wallet_payment *p)
{
	if (p->state != SN_PAYMENT_SUBMITTED)
		return;
	if (p->is_missing && !result->n_unknown++)
		result->unknown = p->id;
	if (!p->is_missing && !result->n_unseen++)
		result->unseen = p->id;
}

/* The pool has the payment. If it counted as missing, another one may have been prepared in its place. */
static int note_found(struct look *l, uint64_t id)
{
	int ret =
		sn_wallet_find_payment(l->w, id)->is_missing ? sn_wallet_set_doubtful(l->w, id, true) : SN_OK;
	if (!ret)
		ret = sn_wallet_set_unanswered(l->w, id, false);
	return ret ? ret : sn_wallet_set_missing(l->w, id, 0);
}

/* Find submitted payments that are not in the pool: they never arrived, or were dropped. */
static int look_for_payments(struct look *l, struct sn_error *err)
{
	struct sn_wallet *w = l->w;
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < w->n_payments; i++) {
		uint64_t id = w->payments[i].id;
		bool is_known = has_hash(l->pool.at, l->pool.n, &w->payments[i].tx_hash);
		if (w->payments[i].state != SN_PAYMENT_SUBMITTED)
			continue;
		sn_wallet_change_begin(w);
		ret = is_known ? note_found(l, id) : note_missing(l, id);
		sn_wallet_change_end(w);
		if (ret)
			return sn_error_memory(err);
		if (!is_known)
			count_unseen(l->result, &w->payments[i]);
	}
	return ret;
}

/* ------------------------------------------------------------------ both */

/* A daemon without a readable pool still serves for everything else. Log the failure once. */
static int log_failure(struct look *l, int ret, const struct sn_error *why, struct sn_error *err)
{
	if (ret == SN_DAEMON && why->reason != SN_REASON_UNREACHABLE) {
		if (!l->memory->has_failed)
			sn_log(l->options ? l->options->log : NULL, SN_LOG_WARNING,
			       "cannot read the daemon's pool; incoming payments are shown only when they are in a block: %s",
			       why->text);
		l->memory->has_failed = true;
		return SN_OK;
	}
	if (ret && err)
		*err = *why;
	return ret;
}

int sn_pool_look(struct sn_wallet *w, struct sn_daemon *daemon, const struct sn_sync_options *options,
		 struct sn_sync_memory *memory, uint64_t now, struct sn_sync_result *result,
		 struct sn_error *err)
{
	struct look l = {
		.w = w, .daemon = daemon, .options = options, .memory = memory, .result = result, .now = now};
	struct sn_error why = {0};
	int ret = sn_daemon_get_pool(daemon, &l.pool.at, &l.pool.n, &why);
	bool has_pool = !ret;
	ret = log_failure(&l, ret, &why, err);
	sort_hashes(&l.pool);
	if (!ret && has_pool)
		ret = look_for_payments(&l, err);
	int scanned = !ret && has_pool ? scan_pool(&l, &why) : SN_OK;
	if (!ret && has_pool && !scanned)
		memory->has_failed = false;
	else if (!ret)
		ret = log_failure(&l, scanned, &why, err);
	free(l.pool.at);
	free(l.incoming);
	free(l.earlier);
	return ret;
}
