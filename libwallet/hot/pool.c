#include "hot/pool.h"

#include "base/secret.h"
#include "chain/output.h"
#include "chain/transaction.h"
#include "crypto/derive.h"
#include "hot/scan.h"

#include <stdlib.h>
#include <string.h>

/* Hashes, ascending, each once. */
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
	struct sn_wallet_incoming *incoming; /* the new list, with room for SN_WALLET_INCOMING_MAX */
	size_t n_incoming;
	struct hash_set seen; /* in the pool, and nothing to tell of */
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

/* ------------------------------------------------------------------ payments to us */

/* Outputs that are known already, or come twice, can never be spent twice: only what is new is told. */
static bool is_new(const struct look *l, const struct sn_owned_output *owned, size_t i)
{
	for (size_t j = 0; j < i; j++)
		if (sn_point_is_equal(&owned[j].key, &owned[i].key))
			return false;
	return sn_wallet_find_key(l->w, &owned[i].key) == SIZE_MAX;
}

/* One entry for each address; what there is no room for is left out. */
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

/* Room for the derivations and the outputs of one transaction. */
struct workspace {
	struct sn_point *keys, *derivations;
	bool *is_valid;
	struct sn_owned_output *owned;
	size_t n_keys, n_outputs;
};

static int make_workspace(struct workspace *s, const struct sn_tx *tx)
{
	s->n_keys = sn_output_scan_keys(NULL, 0, tx);
	s->n_outputs = tx->n_outputs;
	s->keys = calloc(s->n_keys + 1, sizeof *s->keys);
	s->derivations = calloc(s->n_keys + 1, sizeof *s->derivations);
	s->is_valid = calloc(s->n_keys + 1, sizeof *s->is_valid);
	s->owned = calloc(s->n_outputs + 1, sizeof *s->owned);
	return s->keys && s->derivations && s->is_valid && s->owned ? SN_OK : SN_IO;
}

static void free_workspace(struct workspace *s)
{
	if (s->derivations)
		sn_wipe(s->derivations, s->n_keys * sizeof *s->derivations);
	if (s->owned)
		sn_wipe(s->owned, s->n_outputs * sizeof *s->owned);
	free(s->keys);
	free(s->derivations);
	free(s->is_valid);
	free(s->owned);
}

/* What was told before keeps its time. */
static uint64_t first_seen(const struct look *l, const struct sn_hash *hash)
{
	for (size_t i = 0; i < l->w->n_incoming; i++)
		if (sn_hash_is_equal(&l->w->incoming[i].tx_hash, hash))
			return l->w->incoming[i].time;
	return l->now;
}

static int find_outputs(struct look *l, const struct sn_hash *hash, const struct sn_tx *tx)
{
	const struct sn_account *account = l->w->account;
	struct workspace s = {0};
	struct sn_wallet_incoming in = {
		.tx_hash = *hash, .time = first_seen(l, hash), .unlock_time = tx->unlock_time};
	size_t n = 0, first = l->n_incoming;
	int ret = make_workspace(&s, tx);
	if (!ret) {
		sn_output_scan_keys(s.keys, s.n_keys, tx);
		ret = sn_derive_many(s.derivations, s.is_valid, s.keys, s.n_keys, &account->view_secret);
	}
	if (!ret)
		ret = sn_output_scan(s.owned, &n, tx, s.derivations, s.is_valid, &l->memory->table);
	if (!ret && n)
		in.has_payment_id = sn_output_payment_id(in.payment_id, tx, s.derivations, s.is_valid);
	for (size_t i = 0; !ret && i < n; i++) {
		in.subaddress = s.owned[i].subaddress;
		in.amount = s.owned[i].amount;
		if (is_new(l, s.owned, i))
			add_incoming(l, first, &in);
	}
	free_workspace(&s);
	return ret;
}

/* What a transaction made with our keys elsewhere brings back is change. */
static bool spends_ours(const struct sn_wallet *w, const struct sn_tx *tx)
{
	for (size_t i = 0; i < tx->n_inputs; i++)
		if (sn_wallet_find_image(w, &tx->inputs[i].key_image) != SIZE_MAX)
			return true;
	return false;
}

static bool is_payment(const struct sn_tx *tx)
{
	for (size_t i = 0; i < tx->n_inputs; i++)
		if (tx->inputs[i].kind != SN_INPUT_KEY)
			return false;
	return tx->version >= 2 && tx->n_inputs && tx->rct_type != SN_RCT_NULL;
}

/* What is not the transaction that was asked for, or cannot be shown to be, is as if it were not there. */
static int scan_tx(struct look *l, const struct sn_daemon_pool_tx *from)
{
	struct sn_tx tx;
	struct sn_hash hash;
	int ret = sn_tx_parse(&tx, from->blob, from->len, true);
	if (ret)
		return ret == SN_IO ? SN_IO : SN_OK;
	if (is_payment(&tx) && from->has_prunable_hash && !spends_ours(l->w, &tx)) {
		ret = sn_tx_hash_pruned(&hash, &tx, &from->prunable_hash);
		if (!ret && sn_hash_is_equal(&hash, &from->hash))
			ret = find_outputs(l, &hash, &tx);
	}
	sn_tx_free(&tx);
	return ret;
}

static bool is_incoming(const struct look *l, const struct sn_hash *hash)
{
	for (size_t i = 0; i < l->n_incoming; i++)
		if (sn_hash_is_equal(&l->incoming[i].tx_hash, hash))
			return true;
	return false;
}

static int scan_some(struct look *l, const struct sn_hash *hashes, size_t n, struct sn_error *err)
{
	struct sn_daemon_pool_txs txs;
	int ret = sn_daemon_get_pool_transactions(l->daemon, hashes, n, &txs, err);
	if (ret)
		return ret;
	for (size_t i = 0; !ret && i < txs.count; i++)
		ret = scan_tx(l, &txs.txs[i]) ? sn_error_memory(err) : SN_OK;
	sn_daemon_pool_txs_free(&txs);
	for (size_t i = 0; !ret && i < n; i++)
		if (!is_incoming(l, &hashes[i]))
			l->seen.at[l->seen.n++] = hashes[i];
	return ret;
}

static bool goes_on(const struct look *l)
{
	const struct sn_sync_progress progress = {sn_wallet_height(l->w), l->result->daemon_height};
	return !l->options || !l->options->progress || l->options->progress(l->options->context, &progress);
}

static bool is_among(const struct sn_hash *hashes, size_t n, const struct sn_hash *hash)
{
	for (size_t i = 0; i < n; i++)
		if (sn_hash_is_equal(&hashes[i], hash))
			return true;
	return false;
}

static struct sn_hash top_of(const struct sn_wallet *w)
{
	static const struct sn_hash none;
	return w->n_blocks ? w->blocks[w->n_blocks - 1].hash : none;
}

/* Whether something has changed by which a payment to us may turn out to be change of ours, or to be known already. */
static bool is_changed(const struct look *l)
{
	struct sn_hash top = top_of(l->w);
	return l->memory->n_images != l->w->n_images || !sn_hash_is_equal(&l->memory->top, &top);
}

/* What was told before and still is in the pool stays, or is looked at again, first of all; what nobody looked at is
 * asked for. `fresh` has room for all of the pool, and so has l->seen: nothing goes into both, for what is in `fresh` may be
 * put into l->seen later. */
static size_t sort_out(struct look *l, struct sn_hash *fresh)
{
	const struct sn_wallet *w = l->w;
	const struct sn_sync_memory *m = l->memory;
	bool looks_again = is_changed(l);
	size_t n = 0, n_again;
	for (size_t i = 0; i < w->n_incoming; i++) {
		const struct sn_hash *hash = &w->incoming[i].tx_hash;
		if (!has_hash(l->pool.at, l->pool.n, hash) || sn_wallet_find_payment_of(w, hash))
			continue;
		if (!looks_again)
			l->incoming[l->n_incoming++] = w->incoming[i];
		else if (!is_among(fresh, n, hash))
			fresh[n++] = *hash;
	}
	n_again = n;
	for (size_t i = 0; i < l->pool.n; i++) {
		const struct sn_hash *hash = &l->pool.at[i];
		if (is_among(fresh, n_again, hash))
			continue;
		if (has_hash(m->seen, m->n_seen, hash))
			l->seen.at[l->seen.n++] = *hash;
		else if (!is_incoming(l, hash) && !sn_wallet_find_payment_of(w, hash))
			fresh[n++] = *hash;
	}
	return n < SN_POOL_SCAN_MAX ? n : SN_POOL_SCAN_MAX;
}

static int scan_pool(struct look *l, struct sn_error *err)
{
	struct sn_hash *fresh = calloc(l->pool.n + 1, sizeof *fresh);
	l->seen.at = calloc(l->pool.n + 1, sizeof *l->seen.at);
	l->incoming = calloc(SN_WALLET_INCOMING_MAX, sizeof *l->incoming);
	int ret = fresh && l->seen.at && l->incoming ? SN_OK : sn_error_memory(err);
	size_t n = ret ? 0 : sort_out(l, fresh);
	if (n)
		ret = sn_scan_need_table(l->memory, l->w, err);
	for (size_t at = 0; !ret && at < n; at += SN_DAEMON_POOL_QUERY) {
		if (at && !goes_on(l)) {
			l->result->interrupted = true;
			break;
		}
		ret = scan_some(l, fresh + at, n - at < SN_DAEMON_POOL_QUERY ? n - at : SN_DAEMON_POOL_QUERY, err);
	}
	free(fresh);
	if (ret)
		return ret;
	sort_hashes(&l->seen);
	free(l->memory->seen);
	l->memory->seen = l->seen.at;
	l->memory->n_seen = l->seen.n;
	l->memory->n_images = l->w->n_images;
	l->memory->top = top_of(l->w);
	l->seen = (struct hash_set){0};
	sn_wallet_change_begin(l->w);
	ret = sn_wallet_set_incoming(l->w, l->incoming, l->n_incoming);
	sn_wallet_change_end(l->w);
	return ret ? sn_error_memory(err) : SN_OK;
}

/* ------------------------------------------------------------------ our own payments */

/* Does the daemon know where it is? The pool as it was told may lack what is in a block since. */
static int find_payment(const struct look *l, const struct sn_wallet_payment *p, bool *is_known, struct sn_error *err)
{
	struct sn_daemon_tx_status status;
	*is_known = has_hash(l->pool.at, l->pool.n, &p->tx_hash);
	if (*is_known)
		return SN_OK;
	int ret = sn_daemon_find_transactions(l->daemon, &p->tx_hash, 1, &status, err);
	*is_known = !ret && status.place != SN_TX_MISSING;
	return ret;
}

/* One that is behind has not seen the block that may hold the payment. */
static bool is_current(const struct look *l)
{
	const struct sn_sync_result *r = l->result;
	return r->daemon_height >= sn_wallet_height(l->w) && r->target_height <= r->daemon_height;
}

static int note_missing(struct look *l, uint64_t id)
{
	const struct sn_wallet_payment *p = sn_wallet_find_payment(l->w, id);
	if (is_current(l) && !p->missing_since)
		return sn_wallet_set_missing(l->w, id, l->now);
	uint64_t height = sn_wallet_height(l->w);
	if (is_current(l) && l->now >= p->missing_since && l->now - p->missing_since >= SN_POOL_LIFETIME &&
	    height >= p->missing_height && height - p->missing_height >= SN_POOL_LIFETIME_BLOCKS) {
		if (!l->result->n_dropped++)
			l->result->dropped = id;
		return sn_wallet_set_payment(l->w, id, SN_PAYMENT_RELEASED, NULL, 0);
	}
	return SN_OK;
}

/* Which submitted payments does the daemon know nothing of? They may never have arrived, or were dropped. */
static int look_for_payments(struct look *l, struct sn_error *err)
{
	struct sn_wallet *w = l->w;
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < w->n_payments; i++) {
		uint64_t id = w->payments[i].id;
		bool is_known;
		if (w->payments[i].state != SN_PAYMENT_SUBMITTED)
			continue;
		ret = find_payment(l, &w->payments[i], &is_known, err);
		if (ret)
			return ret;
		sn_wallet_change_begin(w);
		ret = is_known ? sn_wallet_set_missing(w, id, 0) : note_missing(l, id);
		sn_wallet_change_end(w);
		if (ret)
			return sn_error_memory(err);
		if (w->payments[i].state == SN_PAYMENT_SUBMITTED && !is_known && !l->result->n_unknown++)
			l->result->unknown = id;
	}
	return ret;
}

/* ------------------------------------------------------------------ both */

/* Without its pool a daemon is good for everything else: whoever watches the log hears of it once. */
static int tell_failure(struct look *l, int ret, const struct sn_error *why, struct sn_error *err)
{
	if (ret == SN_DAEMON && why->reason != SN_REASON_UNREACHABLE) {
		if (!l->memory->has_failed)
			sn_log(l->options ? l->options->log : NULL, SN_LOG_WARNING,
			       "incoming payments are shown when a block holds them, not before: %s", why->text);
		l->memory->has_failed = true;
		return SN_OK;
	}
	if (ret && err)
		*err = *why;
	return ret;
}

int sn_pool_look(struct sn_wallet *w, struct sn_daemon *daemon, const struct sn_sync_options *options,
		 struct sn_sync_memory *memory, uint64_t now, struct sn_sync_result *result, struct sn_error *err)
{
	struct look l = {.w = w, .daemon = daemon, .options = options, .memory = memory, .result = result, .now = now};
	struct sn_error why = {0};
	int ret = sn_daemon_get_pool(daemon, &l.pool.at, &l.pool.n, &why);
	bool has_pool = !ret;
	ret = tell_failure(&l, ret, &why, err);
	sort_hashes(&l.pool);
	if (!ret)
		ret = look_for_payments(&l, err);
	int scanned = !ret && has_pool ? scan_pool(&l, &why) : SN_OK;
	if (!ret && has_pool && !scanned)
		memory->has_failed = false;
	else if (!ret)
		ret = tell_failure(&l, scanned, &why, err);
	free(l.pool.at);
	free(l.seen.at);
	free(l.incoming);
	return ret;
}
