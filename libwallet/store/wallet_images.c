#include "store/wallet_images.h"

#include "base/bytes.h"
#include "store/output_index.h"
#include "store/wallet_lookup.h"
#include "store/wallet_pairs.h"
#include "store/wallet_records.h"
#include "store/wallet_rollback.h"
#include "store/wallet_state.h"

#include <stdlib.h>
#include <string.h>

/* The height of the lowest output with this key; UINT64_MAX: none. */
static uint64_t lowest_height(const struct sn_wallet *w, const struct sn_point *key)
{
	uint64_t lowest = UINT64_MAX;
	size_t first = sn_wallet_find_key(w, key);
	size_t i = first;
	if (first == SIZE_MAX)
		return lowest;
	do {
		if (w->outputs[i].height < lowest)
			lowest = w->outputs[i].height;
		i = w->store->next_same_key[i];
	} while (i != first);
	return lowest;
}

bool sn_wallet_lacks_images(const struct sn_wallet *w)
{
	return w->images_lost_below != 0;
}

int sn_wallet_set_images_lost(struct sn_wallet *w, uint64_t height)
{
	if (height && height <= w->images_lost_below)
		return SN_OK;
	return sn_record_set_height(w, &w->images_lost_below, SN_RECORD_IMAGES_LOST, height);
}

/* The file */

/* Sum of the first n pairs. */
static struct sn_key_images_sum sum_of(struct sn_wallet *w, size_t n)
{
	struct sn_wallet_store *s = w->store;
	if (n < s->sum.n)
		s->sum.n = 0;
	if (n > s->sum.n)
		sn_key_images_sum_add(&s->sum, (const uint8_t *)&w->images[s->sum.n], n - s->sum.n);
	return sn_key_images_sum(&s->sum);
}

/* Add pairs that were read from the file. A reader has the last stored state: a writer may be adding pairs to
 * the file at this moment. */
static int take_in(void *wallet, const uint8_t *bytes, size_t n, struct sn_error *err)
{
	struct sn_wallet *w = wallet;
	struct sn_wallet_store *s = w->store;
	const uint64_t room = s->mode == SN_WALLET_READ ? s->n_relied - w->n_images : UINT64_MAX;
	/* The bytes are the members in their order. */
	_Static_assert(sizeof(struct sn_wallet_image) == SN_KEY_IMAGES_PAIR_BYTES, "no padding");
	const int ret = sn_wallet_insert_pairs(w, (const struct sn_wallet_image *)bytes, n < room ? n : room);
	if (ret != SN_BAD_INPUT)
		return ret ? sn_error_memory(err) : SN_OK;
	return sn_error_because(err, SN_BAD_INPUT, SN_REASON_DAMAGED, "%s contains contradicting key images",
				s->images.path);
}

/* Go back to scan the block at `height` again. The daemon sees where the next scan starts. So it starts at a
 * multiple of SN_WALLET_SPARSE_STEP, which does not tell in which of these blocks our output is. */
static int go_back_for(struct sn_wallet *w, uint64_t height)
{
	return sn_wallet_go_back(w, height - height % SN_WALLET_SPARSE_STEP);
}

/* The wallet did not know the pairs from number `from` on: it may have missed spends since their outputs. */
static int scan_again(struct sn_wallet *w, size_t from)
{
	uint64_t lowest = UINT64_MAX;
	for (size_t i = from; i < w->n_images; i++) {
		uint64_t height = lowest_height(w, &w->images[i].key);
		if (height < lowest)
			lowest = height;
	}
	return lowest == UINT64_MAX ? SN_OK : go_back_for(w, lowest);
}

static int stop(const struct sn_wallet *w, size_t n, struct sn_error *err)
{
	const struct sn_log *log = sn_journal_log(w->store->journal);
	struct sn_error line;
	int ret = sn_error_set(&line, SN_NEEDS_REPAIR,
			       "UNRECOVERABLE ERROR, wallet stops: pending key images (%llu) "
			       "exceed the pending-key-images file container (%zu)",
			       (unsigned long long)w->store->n_relied, n);
	sn_log(log, SN_LOG_ERROR, "%s", line.text);
	sn_log(log, SN_LOG_ERROR,
	       "the master wallet can compute the missing key images: see doc/recovery.md");
	if (err)
		*err = line;
	return ret;
}

/* Whether the wallet has the pairs that it relies on and one for every output, and is as high as it was when
 * pairs were lost. */
static bool are_images_whole(const struct sn_wallet *w)
{
	bool is_whole = w->n_images >= w->store->n_relied && sn_wallet_height(w) >= w->images_lost_below;
	for (size_t i = 0; is_whole && i < w->n_outputs; i++)
		is_whole = w->outputs[i].has_image;
	return is_whole;
}

static int index_outputs(struct sn_wallet *w, struct sn_error *err)
{
	const int ret = sn_wallet_index_outputs(w);
	return ret == SN_BAD_INPUT ? sn_error_set(err, ret, "%s contains an output twice",
						  sn_journal_path(w->store->journal))
	       : ret               ? sn_error_memory(err)
				   : SN_OK;
}

int sn_wallet_load_images(struct sn_wallet *w, struct sn_error *err)
{
	struct sn_wallet_store *s = w->store;
	const struct sn_log *log = sn_journal_log(s->journal);
	struct sn_error trouble = {0};
	if (w->role != SN_ROLE_WATCH_ONLY)
		return index_outputs(w, err);
	int ret = sn_key_images_read(&s->images, w->account, take_in, w, &trouble);
	if (ret && ret != SN_BAD_INPUT) {
		if (err)
			*err = trouble;
		return ret;
	}
	const int failed = index_outputs(w, err);
	if (failed)
		return failed;

	size_t known = w->n_images < s->n_relied ? w->n_images : (size_t)s->n_relied;
	struct sn_key_images_sum sum = sum_of(w, known);
	const char *path = s->images.path;
	if (known == s->n_relied && memcmp(&sum, &s->relied_sum, sizeof sum)) {
		known = 0; /* the wallet relies on other pairs */
		sn_error_set(&trouble, SN_BAD_INPUT, "%s was written by another copy of the wallet", path);
	} else if (!ret && s->images.is_unusable) {
		/* The reason was logged when the file was opened. */
		sn_error_set(&trouble, SN_BAD_INPUT, "%s cannot be used", path);
	} else if (!ret && known < s->n_relied) {
		sn_error_set(&trouble, SN_BAD_INPUT, "%s is %s", path,
			     s->images.journal ? "older than the wallet" : "missing");
	}
	bool is_bad = s->images.is_unusable || known < s->n_relied;
	if (is_bad)
		sn_log(log, SN_LOG_ERROR, "%s", trouble.text);
	if (is_bad && s->mode != SN_WALLET_REPAIR)
		return stop(w, s->images.is_unusable ? w->n_images : known, err);
	if (is_bad)
		sn_log(log, SN_LOG_ERROR,
		       "continuing for repair: %llu key image%s needed, %zu found; the balance may contain spent outputs "
		       "until ki-restore has computed the others",
		       (unsigned long long)s->n_relied, SN_PLURAL(s->n_relied), known);
	else if (w->n_images > known)
		sn_log(log, SN_LOG_WARNING,
		       "%s has %zu key image%s that the wallet did not know: adding %s, and scanning blocks again",
		       path, w->n_images - known, SN_PLURAL(w->n_images - known),
		       w->n_images - known == 1 ? "it" : "them");
	s->n_filed = s->images.is_unusable ? 0 : w->n_images;
	/* An interrupted restore may have written all pairs, in another order: then none are lost. */
	bool is_whole = are_images_whole(w);
	uint64_t height = sn_wallet_height(w);
	if (known < s->n_relied && !is_whole && sn_wallet_set_images_lost(w, height ? height : 1))
		return sn_error_memory(err);
	if (s->mode != SN_WALLET_READ && is_whole && w->images_lost_below && sn_wallet_set_images_lost(w, 0))
		return sn_error_memory(err);
	return scan_again(w, known) ? sn_error_memory(err) : SN_OK;
}

int sn_wallet_check_images(const struct sn_wallet *w, struct sn_error *err)
{
	const struct sn_wallet_store *s = w->store;
	bool is_in_use = s->mode != SN_WALLET_READ && s->images.journal && !s->images.is_unusable;
	return is_in_use && !sn_journal_is_at_path(s->images.journal) ? stop(w, 0, err) : SN_OK;
}

int sn_wallet_store_images(struct sn_wallet *w, struct sn_key_images_sum *sum, struct sn_error *err)
{
	struct sn_wallet_store *s = w->store;
	s->n_filed_before = s->n_filed;
	if (w->role != SN_ROLE_WATCH_ONLY)
		return SN_OK;
	if (s->images.is_unusable || !s->images.journal)
		s->n_filed = s->n_filed_before = 0;
	if (s->images.is_unusable || w->n_images > s->n_filed) {
		struct sn_buf pairs = {0};
		for (size_t i = s->n_filed; i < w->n_images; i++) {
			sn_put_bytes(&pairs, w->images[i].key.b, 32);
			sn_put_bytes(&pairs, w->images[i].image.b, 32);
		}
		int ret = pairs.failed
				  ? sn_error_memory(err)
				  : sn_key_images_append(&s->images, s->journal, w->account, &pairs, err);
		sn_buf_free(&pairs);
		if (ret)
			return ret;
		s->n_filed = w->n_images;
	}
	*sum = sum_of(w, w->n_images);
	return SN_OK;
}

void sn_wallet_take_back_images(struct sn_wallet *w)
{
	struct sn_wallet_store *s = w->store;
	if (s->n_filed > s->n_filed_before && !sn_journal_has_tail(s->journal) &&
	    !sn_key_images_take_back(&s->images, NULL))
		s->n_filed = s->n_filed_before;
	s->n_filed_before = s->n_filed;
}

/* Repair */

static int by_key(const void *a, const void *b)
{
	const struct sn_wallet_image *const *x = a, *const *y = b;
	return memcmp((*x)->key.b, (*y)->key.b, 32);
}

static int by_image(const void *a, const void *b)
{
	const struct sn_wallet_image *const *x = a, *const *y = b;
	return memcmp((*x)->image.b, (*y)->image.b, 32);
}

/* SN_BAD_INPUT if a key has two images among the pairs, or an image two keys. */
static int check_each_other(const struct sn_wallet_image *pairs, size_t n)
{
	const struct sn_wallet_image **sorted = calloc(n + 1, sizeof *sorted);
	if (!sorted)
		return SN_IO;
	int ret = SN_OK;
	for (size_t i = 0; i < n; i++)
		sorted[i] = &pairs[i];
	for (int round = 0; round < 2; round++) {
		qsort(sorted, n, sizeof *sorted, round ? by_image : by_key);
		for (size_t i = 1; i < n; i++)
			if (sn_point_is_equal(&sorted[i]->key, &sorted[i - 1]->key) !=
			    sn_point_is_equal(&sorted[i]->image, &sorted[i - 1]->image))
				ret = SN_BAD_INPUT;
	}
	free(sorted);
	return ret;
}

/* Remove the marked pairs. The key-image file, which contains them, must be rewritten. */
static void drop_pairs(struct sn_wallet *w, const bool *is_wrong)
{
	struct sn_wallet_store *s = w->store;
	size_t n = w->n_images;
	sn_index_clear(&s->image_by_key);
	sn_index_clear(&s->image_by_image);
	w->n_images = 0;
	for (size_t i = 0; i < n; i++) {
		struct sn_wallet_image pair = w->images[i];
		if (is_wrong[i])
			sn_wallet_set_image(w, &pair.key, SIZE_MAX);
		else
			sn_wallet_insert_pair(w, &pair.key, &pair.image);
	}
	s->n_filed = 0;
	s->sum.n = 0;
	s->images.is_unusable = s->images.journal != NULL;
}

/* Mark all outputs with this key. */
static void mark_outputs(bool *marks, const struct sn_wallet *w, const struct sn_point *key, bool mark)
{
	size_t first = sn_wallet_find_key(w, key);
	size_t i = first;
	if (first == SIZE_MAX)
		return;
	do {
		marks[i] = mark;
		i = w->store->next_same_key[i];
	} while (i != first);
}

int sn_wallet_restore_images(struct sn_wallet *w, const struct sn_wallet_image *pairs, size_t n,
			     size_t *n_new)
{
	bool *is_wrong = calloc(w->n_images + 1, sizeof *is_wrong);
	bool *has_image = calloc(w->n_outputs + 1, sizeof *has_image);
	bool any_wrong = false, known;
	uint64_t lowest = UINT64_MAX;
	*n_new = 0;
	int ret = is_wrong && has_image ? check_each_other(pairs, n) : SN_IO;
	if (!ret)
		ret = sn_wallet_make_room_for_pairs(w, n);
	if (ret)
		goto out;
	for (size_t i = 0; i < w->n_outputs; i++)
		has_image[i] = w->outputs[i].has_image;
	for (size_t i = 0; i < n; i++) {
		bool contradicts = sn_wallet_image_contradicts(w, &pairs[i].key, &pairs[i].image, &known);
		if (known)
			continue;
		uint64_t height = lowest_height(w, &pairs[i].key);
		lowest = height < lowest ? height : lowest;
		if (contradicts) {
			size_t at[2] = {sn_wallet_find_pair(w, &pairs[i].key),
					sn_wallet_find_pair_of_image(w, &pairs[i].image)};
			for (int k = 0; k < 2; k++)
				if (at[k] != SIZE_MAX)
					is_wrong[at[k]] = any_wrong = true;
		}
	}
	if (any_wrong && w->role == SN_ROLE_MASTER) {
		ret = SN_BAD_INPUT; /* its pairs are records, and it computed all of them itself */
		goto out;
	}
	/* Check all outputs before the rollback: some with lost images may not be scanned again. */
	for (size_t i = 0; i < w->n_images; i++)
		if (is_wrong[i])
			mark_outputs(has_image, w, &w->images[i].key, false);
	for (size_t i = 0; i < n; i++)
		mark_outputs(has_image, w, &pairs[i].key, true);
	bool is_whole = sn_wallet_height(w) >= w->images_lost_below;
	for (size_t i = 0; is_whole && i < w->n_outputs; i++)
		is_whole = has_image[i];
	if (lowest != UINT64_MAX)
		ret = go_back_for(w, lowest);
	if (!ret && is_whole && w->images_lost_below)
		ret = sn_wallet_set_images_lost(w, 0);
	if (ret)
		goto out;
	if (any_wrong)
		drop_pairs(w, is_wrong);
	for (size_t i = 0; !ret && i < n; i++) {
		(void)sn_wallet_image_contradicts(w, &pairs[i].key, &pairs[i].image, &known);
		if (known)
			continue;
		ret = sn_wallet_add_image(w, &pairs[i].key, &pairs[i].image);
		++*n_new;
	}
out:
	free(is_wrong);
	free(has_image);
	return ret;
}
