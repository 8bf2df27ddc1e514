#include "hot/prepare.h"

#include "base/clock.h"
#include "base/parallel.h"
#include "base/secret.h"
#include "chain/block.h"
#include "chain/carrot_scan.h"
#include "chain/output.h"
#include "crypto/derive.h"
#include "hot/distribution_check.h"
#include "kernel/derivations.h"
#include "node/daemon_blocks.h"

#include <stdlib.h>
#include <string.h>

/* Transactions, or bytes, in a full slice: enough for derivations to share work (kernel/derivations.h). The
 * work can be interrupted between two slices. */
#define SLICE_TXS 256
#define SLICE_BYTES (1u << 20)

struct points {
	struct sn_point *at;
	size_t n, cap;
};

/* Ephemeral keys of Carrot outputs, and later the secrets that we share with their senders. */
struct x25519_keys {
	struct sn_x25519 *at;
	size_t n, cap;
};

/* Consecutive blocks, processed by one thread at a time. */
struct sn_prepared_slice {
	const struct sn_scalar *view_secret;
	struct sn_prepared_block *blocks;
	size_t n_blocks, n_txs, n_bytes;
	bool has_hashes, lacks_hashes; /* of prunable parts */
	struct points keys, images;
	struct x25519_keys shared;
	struct sn_point *derivations; /* of keys */
	bool *is_valid;
	struct sn_output_leads leads;
	int ret;
	struct sn_error err;
	/* Only during processing: */
	struct sn_block *parsed_blocks;
	struct sn_tx *parsed_txs;
	size_t n_parsed_blocks, n_parsed_txs;
};

/* Make room for `more` elements of `size` bytes in an array that has `n`, and room for `*cap`. `array` points
 * to the pointer to the array. */
static int reserve(void *array, size_t *cap, size_t n, size_t more, size_t size)
{
	void **at = array;
	if (*at && more <= *cap - n)
		return SN_OK;
	const size_t larger = 2 * (*cap + more) + 64;
	void *moved = reallocarray(*at, larger, size);
	if (!moved)
		return SN_IO;
	*at = moved;
	*cap = larger;
	return SN_OK;
}

/* ------------------------------------------------------------------ check */

static int bad_block(struct sn_error *err, uint64_t height, const char *problem)
{
	return sn_error_set(err, SN_DAEMON, "the daemon sent an invalid block %llu: %s",
			    (unsigned long long)height, problem);
}

/* Store the data of a transaction, except its derivations. */
static int list(struct sn_prepared_slice *s, struct sn_prepared_tx *t, const struct sn_tx *tx)
{
	t->slice = s;
	t->keys_at = s->keys.n;
	t->images_at = s->images.n;
	t->shared_at = s->shared.n;
	const size_t n_keys = sn_output_scan_keys(NULL, 0, tx), n_shared = sn_carrot_scan_keys(NULL, 0, tx);
	if (reserve(&s->keys.at, &s->keys.cap, s->keys.n, n_keys, sizeof *s->keys.at) ||
	    reserve(&s->images.at, &s->images.cap, s->images.n, tx->n_inputs, sizeof *s->images.at) ||
	    (n_shared && reserve(&s->shared.at, &s->shared.cap, s->shared.n, n_shared, sizeof *s->shared.at)))
		return sn_error_memory(&s->err);
	struct sn_point *images = s->images.at + s->images.n;
	s->keys.n += sn_output_scan_keys(s->keys.at + s->keys.n, n_keys, tx);
	if (n_shared)
		s->shared.n += sn_carrot_scan_keys(s->shared.at + s->shared.n, n_shared, tx);
	for (size_t i = 0; i < tx->n_inputs; i++)
		if (tx->inputs[i].kind == SN_INPUT_KEY)
			images[t->n_images++] = tx->inputs[i].key_image;
	s->images.n += t->n_images;
	return SN_OK;
}

/* RingCT outputs, including those of a version 2 coinbase, are numbered separately from all others. */
static int number_outputs(struct sn_prepared_slice *s, struct sn_prepared_tx *t, const struct sn_tx *tx,
			  uint64_t height)
{
	if (tx->version < 2 || !tx->n_outputs)
		return SN_OK;
	t->outputs_first = sn_daemon_index(&t->indices, 0);
	if (t->outputs_first >= SN_OUTPUTS_UNKNOWN - tx->n_outputs)
		return bad_block(&s->err, height, "an output index is too large");
	t->outputs_end = t->outputs_first + tx->n_outputs;
	for (size_t i = 1; i < tx->n_outputs; i++)
		if (sn_daemon_index(&t->indices, i) != t->outputs_first + i)
			return bad_block(&s->err, height,
					 "the output indices of a transaction are not consecutive");
	return SN_OK;
}

static int check_tx(struct sn_prepared_slice *s, const struct sn_prepared_block *block, size_t i)
{
	struct sn_prepared_tx *t = &block->txs[1 + i];
	const struct sn_daemon_tx *from = t->from = &block->from->txs[i];
	struct sn_tx *tx = &s->parsed_txs[s->n_parsed_txs];
	int ret = sn_tx_parse(tx, from->blob, from->len, true);
	if (ret)
		return ret == SN_IO ? sn_error_memory(&s->err)
				    : bad_block(&s->err, block->height, "a transaction does not parse");
	s->n_parsed_txs++;
	t->indices = from->indices;
	sn_block_tx_hash(&t->hash, &s->parsed_blocks[s->n_parsed_blocks - 1], i);
	/* A version 1 transaction cannot be hashed without its signatures, and old daemons do not send
	 * prunable hashes. A daemon that sends one must send all. */
	if (tx->version >= 2) {
		s->has_hashes |= from->prunable_hash != NULL;
		s->lacks_hashes |= from->prunable_hash == NULL;
	}
	if (tx->version >= 2 && from->prunable_hash) {
		struct sn_hash prunable, hash;
		memcpy(prunable.b, from->prunable_hash, sizeof prunable.b);
		if (sn_tx_hash_pruned(&hash, tx, &prunable) || !sn_hash_is_equal(&hash, &t->hash))
			return bad_block(&s->err, block->height,
					 "a transaction does not have the hash listed in the block");
	}
	if (t->indices.count != tx->n_outputs)
		return bad_block(&s->err, block->height, "a transaction came without its output indices");
	ret = number_outputs(s, t, tx, block->height);
	return ret ? ret : list(s, t, tx);
}

static int check_coinbase(struct sn_prepared_slice *s, const struct sn_prepared_block *block,
			  const struct sn_tx *tx)
{
	struct sn_prepared_tx *t = block->txs;
	t->indices = block->from->miner_indices;
	if (sn_tx_hash(&t->hash, tx))
		return sn_error_memory(&s->err);
	if (t->indices.count != tx->n_outputs)
		return bad_block(&s->err, block->height, "its coinbase came without output indices");
	int ret = number_outputs(s, t, tx, block->height);
	return ret ? ret : list(s, t, tx);
}

static int check_link(const struct sn_prepared_block *block, const struct sn_hash *previous,
		      struct sn_error *err)
{
	return sn_hash_is_equal(previous, &block->previous)
		       ? SN_OK
		       : bad_block(err, block->height, "it does not follow the one before");
}

/* Does not check the link of the slice's first block. */
static int check_block(struct sn_prepared_slice *s, size_t i)
{
	struct sn_prepared_block *block = &s->blocks[i];
	struct sn_block *parsed = &s->parsed_blocks[i];
	int ret = sn_block_parse(parsed, block->from->blob, block->from->len);
	if (ret)
		return ret == SN_IO ? sn_error_memory(&s->err)
				    : bad_block(&s->err, block->height, "it does not parse");
	s->n_parsed_blocks++;
	block->previous = parsed->previous;
	block->timestamp = parsed->timestamp;
	block->version = parsed->major_version;
	ret = sn_block_id(&block->id, parsed);
	if (ret)
		return ret == SN_IO ? sn_error_memory(&s->err)
				    : bad_block(&s->err, block->height, "its id cannot be computed");
	if (sn_block_height(parsed) != block->height)
		return bad_block(&s->err, block->height, "it has a different height");
	if (i && check_link(block, &s->blocks[i - 1].id, &s->err))
		return SN_DAEMON;
	if (parsed->n_tx_hashes != block->from->tx_count)
		return bad_block(&s->err, block->height, "transactions are missing");

	ret = check_coinbase(s, block, &parsed->coinbase);
	for (size_t j = 0; !ret && j < block->from->tx_count; j++)
		ret = check_tx(s, block, j);
	return ret;
}

/* ------------------------------------------------------------------ derive */

static void find_carrot_leads(struct sn_prepared_slice *s, const struct sn_output_source *sources)
{
	sn_x25519_many(s->shared.at, s->shared.at, s->shared.n, s->view_secret);
	for (size_t i = 0; i < s->n_txs; i++) {
		struct sn_prepared_tx *t = &s->blocks->txs[i];
		t->has_carrot_lead = sn_carrot_has_lead(sources[i].tx, s->shared.at + t->shared_at);
	}
}

static int derive(struct sn_prepared_slice *s)
{
	struct sn_output_source *sources = calloc(s->n_txs, sizeof *sources);
	s->derivations = calloc(s->keys.n + 1, sizeof *s->derivations);
	s->is_valid = calloc(s->keys.n + 1, sizeof *s->is_valid);
	int ret = sources && s->derivations && s->is_valid ? SN_OK : SN_IO;
	if (!ret)
		ret = sn_derive_many(s->derivations, s->is_valid, s->keys.at, s->keys.n, s->view_secret);
	const struct sn_tx *tx = s->parsed_txs;
	const struct sn_block *block = s->parsed_blocks;
	for (size_t i = 0; !ret && i < s->n_txs; i++) {
		const struct sn_prepared_tx *t = &s->blocks->txs[i];
		sources[i] = (struct sn_output_source){t->from ? tx++ : &block++->coinbase,
						       s->derivations + t->keys_at, s->is_valid + t->keys_at};
	}
	if (!ret)
		ret = sn_output_leads_find(&s->leads, sources, s->n_txs);
	if (!ret && s->shared.n)
		find_carrot_leads(s, sources);
	free(sources);
	return ret ? sn_error_memory(&s->err) : SN_OK;
}

/* ------------------------------------------------------------------ slices */

/* Only the calling thread asks: the callback need not be thread-safe. */
static bool goes_on(struct sn_prepared *p)
{
	if (p->daemon && pthread_equal(p->caller, pthread_self()) &&
	    !sn_daemon_waits_on(p->daemon, sn_monotonic_ms() - p->start))
		atomic_store(&p->is_given_up, true);
	return !atomic_load(&p->is_given_up);
}

static void prepare_slice(void *context, size_t i)
{
	struct sn_prepared *p = context;
	struct sn_prepared_slice *s = &p->slices[i];
	if (!goes_on(p))
		return;
	s->parsed_blocks = calloc(s->n_blocks, sizeof *s->parsed_blocks);
	s->parsed_txs = calloc(s->n_txs, sizeof *s->parsed_txs);
	s->ret = s->parsed_blocks && s->parsed_txs ? SN_OK : sn_error_memory(&s->err);
	for (size_t j = 0; !s->ret && j < s->n_blocks; j++)
		s->ret = check_block(s, j);
	if (!s->ret)
		s->ret = derive(s);
	for (size_t j = 0; j < s->n_parsed_txs; j++)
		sn_tx_free(&s->parsed_txs[j]);
	for (size_t j = 0; j < s->n_parsed_blocks; j++)
		sn_block_free(&s->parsed_blocks[j]);
	free(s->parsed_txs);
	free(s->parsed_blocks);
	free(s->keys.at);
	s->keys.at = NULL;
}

static int cut(struct sn_prepared *p, const struct sn_daemon_blocks *answer, size_t first, uint64_t height,
	       const struct sn_scalar *view_secret)
{
	size_t n_txs = 0;
	p->n_blocks = answer->count - first;
	for (size_t i = first; i < answer->count; i++)
		n_txs += 1 + answer->blocks[i].tx_count;
	p->blocks = calloc(p->n_blocks + 1, sizeof *p->blocks);
	p->txs = calloc(n_txs + 1, sizeof *p->txs);
	p->slices = calloc(p->n_blocks + 1, sizeof *p->slices);
	if (!p->blocks || !p->txs || !p->slices)
		return SN_IO;
	struct sn_prepared_tx *txs = p->txs;
	struct sn_prepared_slice *s = NULL;
	for (size_t i = 0; i < p->n_blocks; i++) {
		const struct sn_daemon_block *from = &answer->blocks[first + i];
		struct sn_prepared_block *block = &p->blocks[i];
		*block = (struct sn_prepared_block){
			.from = from, .height = height + i, .txs = txs, .n_txs = 1 + from->tx_count};
		txs += block->n_txs;
		if (!s || s->n_txs >= SLICE_TXS || s->n_bytes >= SLICE_BYTES) {
			s = &p->slices[p->n_slices++];
			*s = (struct sn_prepared_slice){.view_secret = view_secret, .blocks = block};
		}
		s->n_blocks++;
		s->n_txs += block->n_txs;
		s->n_bytes += from->len;
		for (size_t j = 0; j < from->tx_count; j++)
			s->n_bytes += from->txs[j].len;
	}
	return SN_OK;
}

/* The chain has `*count` RingCT outputs before this block, or SN_OUTPUTS_UNKNOWN. Advance the count to its
 * end. */
static int check_numbers(const struct sn_prepared_block *block, uint64_t *count, struct sn_error *err)
{
	for (size_t i = 0; i < block->n_txs; i++) {
		const struct sn_prepared_tx *t = &block->txs[i];
		if (!t->outputs_end)
			continue;
		if (*count != SN_OUTPUTS_UNKNOWN && t->outputs_first != *count)
			return bad_block(err, block->height,
					 "its output indices do not continue those of the previous blocks");
		*count = t->outputs_end;
	}
	return SN_OK;
}

/* Of the blocks from `first` on. If the first number is wrong, an earlier daemon may have sent wrong
 * numbers. */
static int check_all_numbers(const struct sn_prepared_slice *s, const struct sn_prepared_block *first,
			     uint64_t outputs_before, uint64_t *count, struct sn_error *err)
{
	for (size_t i = 0; i < s->n_blocks; i++) {
		int ret = &s->blocks[i] < first ? SN_OK : check_numbers(&s->blocks[i], count, err);
		if (ret)
			return *count == outputs_before ? sn_distribution_contradiction(err) : ret;
	}
	return SN_OK;
}

/* The link of the block `first`, unless it is the slice's first one, whose link was checked. */
static int check_first_link(const struct sn_prepared_slice *s, const struct sn_prepared_block *first,
			    const struct sn_hash *previous, struct sn_error *err)
{
	const bool is_here = first > s->blocks && first < s->blocks + s->n_blocks;
	return previous && is_here ? check_link(first, previous, err) : SN_OK;
}

/* Report the first error, in the order of the chain. */
int sn_prepared_judge(const struct sn_prepared *p, size_t first, const struct sn_hash *previous,
		      uint64_t outputs_before, struct sn_error *err)
{
	const struct sn_prepared_block *from = p->blocks + first;
	const struct sn_hash *link = NULL;
	uint64_t count = outputs_before;
	bool has_hashes = false, lacks_hashes = false;
	for (size_t i = 0; i < p->n_slices; i++) {
		const struct sn_prepared_slice *s = &p->slices[i];
		bool is_first_bad = s->ret && s->n_parsed_blocks < 2;
		link = s->blocks == from ? previous : link;
		if (link && !is_first_bad && check_link(s->blocks, link, err))
			return SN_DAEMON;
		if (s->ret && err)
			*err = s->err;
		if (s->ret)
			return s->ret;
		has_hashes |= s->has_hashes;
		lacks_hashes |= s->lacks_hashes;
		if (has_hashes && lacks_hashes)
			return bad_block(err, s->blocks->height,
					 "a transaction came without its prunable hash");
		if (check_first_link(s, from, previous, err) ||
		    check_all_numbers(s, from, outputs_before, &count, err))
			return SN_DAEMON;
		link = &s->blocks[s->n_blocks - 1].id;
	}
	return SN_OK;
}

static int prepare(struct sn_prepared *p, const struct sn_daemon_blocks *answer, size_t first,
		   uint64_t height, const struct sn_scalar *view_secret, struct sn_error *err)
{
	*p = (struct sn_prepared){0};
	if (cut(p, answer, first, height, view_secret))
		return sn_error_memory(err);
	p->daemon = answer->daemon;
	p->caller = pthread_self();
	p->start = sn_monotonic_ms();
	/* Before the threads start: they might leave no slice to the caller. */
	if (goes_on(p))
		sn_parallel(p->n_slices, prepare_slice, p);
	return atomic_load(&p->is_given_up) ? sn_daemon_given_up(p->daemon, err) : SN_OK;
}

int sn_prepare_all(struct sn_prepared *p, const struct sn_daemon_blocks *answer,
		   const struct sn_scalar *view_secret, struct sn_error *err)
{
	return prepare(p, answer, 0, answer->start_height, view_secret, err);
}

int sn_prepare(struct sn_prepared *p, const struct sn_daemon_blocks *answer, size_t first, uint64_t height,
	       const struct sn_hash *previous, uint64_t outputs_before, const struct sn_scalar *view_secret,
	       struct sn_error *err)
{
	int ret = prepare(p, answer, first, height, view_secret, err);
	return ret ? ret : sn_prepared_judge(p, 0, previous, outputs_before, err);
}

void sn_prepared_free(struct sn_prepared *p)
{
	for (size_t i = 0; i < p->n_slices; i++) {
		struct sn_prepared_slice *s = &p->slices[i];
		if (s->derivations)
			sn_wipe(s->derivations, s->keys.n * sizeof *s->derivations);
		if (s->shared.at)
			sn_wipe(s->shared.at, s->shared.n * sizeof *s->shared.at);
		free(s->shared.at);
		free(s->derivations);
		free(s->is_valid);
		sn_output_leads_free(&s->leads);
		free(s->images.at);
	}
	free(p->slices);
	free(p->txs);
	free(p->blocks);
	*p = (struct sn_prepared){0};
}

const struct sn_point *sn_prepared_images(const struct sn_prepared_tx *tx)
{
	return tx->slice->images.at + tx->images_at;
}

const struct sn_output_lead *sn_prepared_leads(const struct sn_prepared_tx *tx, size_t *n)
{
	const struct sn_output_leads *leads = &tx->slice->leads;
	const size_t *at = &leads->at[tx - tx->slice->blocks->txs];
	*n = at[1] - at[0];
	return *n ? leads->leads + at[0] : NULL;
}

struct sn_output_source sn_prepared_source(const struct sn_prepared_tx *tx, const struct sn_tx *parsed)
{
	return (struct sn_output_source){parsed, tx->slice->derivations + tx->keys_at,
					 tx->slice->is_valid + tx->keys_at};
}

const struct sn_x25519 *sn_prepared_shared(const struct sn_prepared_tx *tx)
{
	return tx->has_carrot_lead ? tx->slice->shared.at + tx->shared_at : NULL;
}
