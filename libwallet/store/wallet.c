#include "store/wallet.h"

#include "base/secret.h"
#include "chain/subaddress_table.h"
#include "store/wallet_internal.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Every change goes in the same order: check, make room in arrays and tables, note the record, and only then
 * touch anything. What can fail comes before what cannot, so that a failure changes nothing. */

/* A pthread_rwlock_t alone lets readers that come one after the other keep a change waiting for ever, in musl
 * always and in glibc by default. Here all come in through `turn`: readers leave it at once, a change when no
 * reader is left. */
struct sn_wallet_lock {
	pthread_mutex_t turn;
	pthread_rwlock_t readers;
};

static struct sn_wallet_lock *new_lock(void)
{
	struct sn_wallet_lock *lock = malloc(sizeof *lock);
	if (!lock || pthread_mutex_init(&lock->turn, NULL)) {
		free(lock);
		return NULL;
	}
	if (pthread_rwlock_init(&lock->readers, NULL)) {
		pthread_mutex_destroy(&lock->turn);
		free(lock);
		return NULL;
	}
	return lock;
}

static void free_lock(struct sn_wallet_lock *lock)
{
	if (!lock)
		return;
	pthread_rwlock_destroy(&lock->readers);
	pthread_mutex_destroy(&lock->turn);
	free(lock);
}

/* These fail only when they nest, or on what is no lock: our own mistakes. */
static void must(int ret)
{
	assert(ret == 0);
	(void)ret;
}

void sn_wallet_read_begin(const struct sn_wallet *w)
{
	must(pthread_mutex_lock(&w->lock->turn));
	must(pthread_rwlock_rdlock(&w->lock->readers));
	must(pthread_mutex_unlock(&w->lock->turn));
}

void sn_wallet_read_end(const struct sn_wallet *w)
{
	must(pthread_rwlock_unlock(&w->lock->readers));
}

void sn_wallet_change_begin(struct sn_wallet *w)
{
	must(pthread_mutex_lock(&w->lock->turn));
	must(pthread_rwlock_wrlock(&w->lock->readers));
	must(pthread_mutex_unlock(&w->lock->turn));
}

void sn_wallet_change_end(struct sn_wallet *w)
{
	must(pthread_rwlock_unlock(&w->lock->readers));
}

struct sn_wallet *sn_wallet_new(enum sn_role role)
{
	struct sn_wallet *w = calloc(1, sizeof *w);
	if (!w)
		return NULL;
	w->role = role;
	w->rescan_from = UINT64_MAX;
	w->lookahead_accounts = SN_LOOKAHEAD_MAJOR;
	w->lookahead_addresses = SN_LOOKAHEAD_MINOR;
	w->lock = new_lock();
	w->store = calloc(1, sizeof *w->store);
	w->account = sn_secret_alloc(sizeof *w->account);
	if (!w->lock || !w->store || !w->account) {
		sn_wallet_free(w);
		return NULL;
	}
	return w;
}

void sn_wallet_free(struct sn_wallet *w)
{
	if (!w)
		return;
	for (size_t i = 0; i < w->n_payments; i++)
		sn_wallet_payment_clear(&w->payments[i]);
	if (w->outputs)
		sn_wipe(w->outputs, w->n_outputs * sizeof *w->outputs);
	free(w->blocks);
	free(w->outputs);
	free(w->payments);
	free(w->incoming);
	free(w->images);
	free(w->rings);
	free(w->shown);
	sn_secret_free(w->account);
	if (w->store) {
		sn_buf_free(&w->store->pending);
		free(w->store->next_same_key);
		sn_index_free(&w->store->by_key);
		sn_index_free(&w->store->by_place);
		sn_index_free(&w->store->image_by_key);
		sn_index_free(&w->store->image_by_image);
		sn_index_free(&w->store->by_input);
		sn_index_free(&w->store->by_tx_hash);
		sn_index_free(&w->store->by_change);
		sn_index_free(&w->store->by_ring);
		free(w->store);
	}
	free_lock(w->lock);
	free(w);
}

int sn_wallet_make_room(void *array, size_t *cap, size_t n, size_t size)
{
	if (n < *cap)
		return SN_OK;
	size_t larger = *cap ? 2 * *cap : 16;
	void **p = array;
	void *q = larger <= UINT32_MAX ? reallocarray(*p, larger, size) : NULL;
	if (!q)
		return SN_IO;
	*p = q;
	*cap = larger;
	return SN_OK;
}

bool sn_wallet_note_failed(struct sn_wallet_store *s, size_t mark)
{
	if (!s->pending.failed)
		return false;
	s->pending.len = mark;
	s->pending.failed = false;
	return true;
}

/* Blocks */

uint64_t sn_wallet_height(const struct sn_wallet *w)
{
	uint64_t height = w->n_blocks ? w->blocks[w->n_blocks - 1].height + 1 : 0;
	return height > w->restore_height ? height : w->restore_height;
}

/* Drop what has left the dense part, but for the first block of each step. The blocks before n_settled_blocks
 * went through this: only the few behind them are looked at. */
void sn_wallet_prune_blocks(struct sn_wallet *w)
{
	size_t from = w->store->n_settled_blocks, to = from, kept = from;
	uint64_t tip = w->n_blocks ? w->blocks[w->n_blocks - 1].height : 0;
	while (to < w->n_blocks && tip - w->blocks[to].height >= SN_WALLET_DENSE_BLOCKS) {
		uint64_t step = w->blocks[to].height / SN_WALLET_SPARSE_STEP;
		if (kept == 0 || w->blocks[kept - 1].height / SN_WALLET_SPARSE_STEP != step)
			w->blocks[kept++] = w->blocks[to];
		to++;
	}
	if (kept < to)
		memmove(w->blocks + kept, w->blocks + to, (w->n_blocks - to) * sizeof *w->blocks);
	w->n_blocks -= to - kept;
	w->store->n_settled_blocks = kept;
}

int sn_wallet_add_block(struct sn_wallet *w, uint64_t height, const struct sn_hash *hash, uint64_t n_outputs)
{
	const struct sn_wallet_block block = {.height = height, .hash = *hash, .n_outputs = n_outputs};
	struct sn_wallet_store *s = w->store;
	if (height == UINT64_MAX || (w->n_blocks && height <= w->blocks[w->n_blocks - 1].height))
		return SN_BAD_INPUT;
	if (sn_wallet_make_room(&w->blocks, &s->cap_blocks, w->n_blocks, sizeof *w->blocks))
		return SN_IO;
	size_t mark = s->pending.len;
	if (!s->is_replaying)
		sn_record_put_block(&s->pending, &block);
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;
	w->blocks[w->n_blocks++] = block;
	/* Pruning moves all of the dense part: while a file is replayed, where nobody looks, not for each
	 * block. */
	if (!s->is_replaying || w->n_blocks - s->n_settled_blocks >= 8 * SN_WALLET_DENSE_BLOCKS)
		sn_wallet_prune_blocks(w);
	sn_wallet_scope_at(w);
	return SN_OK;
}

/* Look-ups */

size_t sn_wallet_find_key(const struct sn_wallet *w, const struct sn_point *key)
{
	struct sn_index_walk walk = sn_index_walk(&w->store->by_key, key->b, sizeof key->b);
	for (size_t i; (i = sn_index_next(&w->store->by_key, &walk)) != SIZE_MAX;)
		if (sn_point_is_equal(&w->outputs[i].key, key))
			return i;
	return SIZE_MAX;
}

size_t sn_wallet_find_image(const struct sn_wallet *w, const struct sn_point *image)
{
	size_t pair = sn_wallet_find_pair_of_image(w, image);
	return pair == SIZE_MAX ? SIZE_MAX : sn_wallet_find_key(w, &w->images[pair].key);
}

bool sn_wallet_is_burnt(const struct sn_wallet *w, size_t output)
{
	return sn_wallet_find_key(w, &w->outputs[output].key) != output;
}

size_t sn_wallet_next_of_key(const struct sn_wallet *w, size_t output)
{
	return w->store->next_same_key[output];
}

/* Where an output stands on the chain, as bytes to hash. */
struct place {
	uint8_t b[36];
};

static struct place place_of(const struct sn_wallet_output *o)
{
	struct place p;
	memcpy(p.b, o->tx_hash.b, 32);
	sn_store_u32(p.b + 32, o->index);
	return p;
}

static bool has_output_at(const struct sn_wallet *w, const struct sn_wallet_output *o)
{
	struct place p = place_of(o);
	struct sn_index_walk walk = sn_index_walk(&w->store->by_place, p.b, sizeof p.b);
	for (size_t i; (i = sn_index_next(&w->store->by_place, &walk)) != SIZE_MAX;)
		if (w->outputs[i].index == o->index && sn_hash_is_equal(&w->outputs[i].tx_hash, &o->tx_hash))
			return true;
	return false;
}

/* Outputs */

/* Of two outputs with one key, whether a counts rather than b. A total order: the result does not
 * depend on the way by which the wallet came to its state. */
static bool counts_before(const struct sn_wallet *w, size_t a, size_t b)
{
	const struct sn_wallet_output *x = &w->outputs[a], *y = &w->outputs[b];
	if (x->is_spent != y->is_spent)
		return x->is_spent;
	if (x->amount != y->amount)
		return x->amount > y->amount;
	return a < b;
}

/* There is room in the tables. */
static void index_output(struct sn_wallet *w, size_t i)
{
	struct sn_wallet_store *s = w->store;
	struct sn_point *key = &w->outputs[i].key;
	struct place p = place_of(&w->outputs[i]);
	sn_index_add(&s->by_place, p.b, sizeof p.b, i);
	size_t counting = sn_wallet_find_key(w, key);
	if (counting == SIZE_MAX) {
		s->next_same_key[i] = i;
		sn_index_add(&s->by_key, key->b, sizeof key->b, i);
		return;
	}
	s->next_same_key[i] = s->next_same_key[counting];
	s->next_same_key[counting] = i;
	if (counts_before(w, i, counting))
		sn_index_change(&s->by_key, key->b, sizeof key->b, counting, i);
}

static void rebuild_output_tables(struct sn_wallet *w)
{
	sn_index_clear(&w->store->by_key);
	sn_index_clear(&w->store->by_place);
	for (size_t i = 0; i < w->n_outputs; i++)
		index_output(w, i);
}

static int make_room_for_output(struct sn_wallet *w)
{
	struct sn_wallet_store *s = w->store;
	size_t cap = s->cap_outputs;
	if (sn_wallet_make_room(&s->next_same_key, &cap, w->n_outputs, sizeof *s->next_same_key) ||
	    sn_wallet_make_room(&w->outputs, &s->cap_outputs, w->n_outputs, sizeof *w->outputs) ||
	    sn_index_reserve(&s->by_key, 1) || sn_index_reserve(&s->by_place, 1))
		return SN_IO;
	return SN_OK;
}

int sn_wallet_add_output(struct sn_wallet *w, const struct sn_wallet_output *output)
{
	struct sn_wallet_store *s = w->store;
	struct sn_wallet_output o = *output;
	bool known = true;
	if (w->n_outputs && o.height < w->outputs[w->n_outputs - 1].height)
		return SN_BAD_INPUT;
	if ((unsigned)o.mask_kind > SN_MASK_EXPLICIT || has_output_at(w, &o))
		return SN_BAD_INPUT;
	if (o.has_image && sn_wallet_image_contradicts(w, &o.key, &o.image, &known))
		return SN_BAD_INPUT;

	/* What a flag says is not there is zero: memory and a reloaded file compare equal. */
	if (!o.has_payment_id)
		memset(o.payment_id, 0, sizeof o.payment_id);
	if (!o.is_spent) {
		o.spent_height = 0;
		memset(&o.spent_by, 0, sizeof o.spent_by);
	}
	size_t pair = sn_wallet_find_pair(w, &o.key);
	if (pair != SIZE_MAX) {
		o.has_image = true;
		o.image = w->images[pair].image;
	} else if (!o.has_image) {
		memset(&o.image, 0, sizeof o.image);
	}

	if (make_room_for_output(w) || (!known && sn_wallet_make_room_for_pairs(w, 1)))
		return SN_IO;
	size_t mark = s->pending.len;
	if (!s->is_replaying) {
		if (!known && sn_wallet_notes_images(w))
			sn_record_put_image(&s->pending, &o.key, &o.image);
		sn_record_put_output(&s->pending, &o);
	}
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;
	w->outputs[w->n_outputs++] = o;
	index_output(w, w->n_outputs - 1);
	sn_wallet_drop_incoming(w, &o.tx_hash);
	if (!known)
		sn_wallet_insert_pair(w, &o.key, &o.image);
	return SN_OK;
}

int sn_wallet_set_spent(struct sn_wallet *w, size_t output, uint64_t height, const struct sn_hash *spent_by)
{
	struct sn_wallet_store *s = w->store;
	if (output >= w->n_outputs)
		return SN_BAD_INPUT;
	struct sn_wallet_output *o = &w->outputs[output];
	if (o->is_spent)
		return o->spent_height == height && sn_hash_is_equal(&o->spent_by, spent_by) ? SN_OK
											     : SN_BAD_INPUT;
	size_t mark = s->pending.len;
	if (!s->is_replaying)
		sn_record_put_spent(&s->pending, output, height, spent_by);
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;
	o->is_spent = true;
	o->spent_height = height;
	o->spent_by = *spent_by;
	size_t counting = sn_wallet_find_key(w, &o->key);
	if (counts_before(w, output, counting))
		sn_index_change(&s->by_key, o->key.b, sizeof o->key.b, counting, output);
	return SN_OK;
}

/* Rollback */

int sn_wallet_rollback(struct sn_wallet *w, uint64_t height)
{
	struct sn_wallet_store *s = w->store;
	const uint64_t before = sn_wallet_height(w);
	size_t mark = s->pending.len;
	if (!s->is_replaying)
		sn_record_put_rollback(&s->pending, height);
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;

	sn_wallet_prune_blocks(w);
	while (w->n_blocks && w->blocks[w->n_blocks - 1].height >= height)
		w->n_blocks--;
	if (s->n_settled_blocks > w->n_blocks)
		s->n_settled_blocks = w->n_blocks;
	/* Between pruned blocks scanning goes on further down; what it finds again must not be here. */
	if (height > sn_wallet_height(w))
		height = sn_wallet_height(w);

	bool outputs_changed = false;
	while (w->n_outputs && w->outputs[w->n_outputs - 1].height >= height) {
		w->n_outputs--;
		sn_wipe(&w->outputs[w->n_outputs], sizeof *w->outputs);
		outputs_changed = true;
	}
	for (size_t i = 0; i < w->n_outputs; i++) {
		struct sn_wallet_output *o = &w->outputs[i];
		if (!o->is_spent || o->spent_height < height)
			continue;
		o->is_spent = false;
		o->spent_height = 0;
		memset(&o->spent_by, 0, sizeof o->spent_by);
		outputs_changed = true;
	}
	if (outputs_changed)
		rebuild_output_tables(w);
	sn_wallet_undo_payments(w, height);
	/* A rescan that was wanted: the chain did not change. */
	if (w->rescan_from != UINT64_MAX && height <= w->rescan_from && before > w->scanned_to)
		w->scanned_to = before;
	if (height <= w->rescan_from)
		w->rescan_from = UINT64_MAX;
	sn_wallet_scope_at(w);
	return SN_OK;
}

int sn_wallet_want_rescan(struct sn_wallet *w, uint64_t height)
{
	struct sn_wallet_store *s = w->store;
	uint64_t first = w->restore_height ? w->restore_height : 1; /* nothing below is ever scanned */
	if (height < first)
		height = first;
	if (height >= sn_wallet_height(w) || height >= w->rescan_from)
		return SN_OK;
	size_t mark = s->pending.len;
	if (!s->is_replaying)
		sn_record_put_rescan(&s->pending, height);
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;
	w->rescan_from = height;
	return SN_OK;
}

int sn_wallet_reset(struct sn_wallet *w)
{
	return sn_wallet_go_back(w, 0);
}
