#include "store/wallet_pairs.h"

#include "store/wallet_lookup.h"
#include "store/wallet_records.h"
#include "store/wallet_state.h"

struct pair_hashes {
	uint32_t key, image;
};

static struct pair_hashes hash_pair(const struct sn_point *key, const struct sn_point *image)
{
	return (struct pair_hashes){.key = sn_index_hash(key->b, sizeof key->b),
				    .image = sn_index_hash(image->b, sizeof image->b)};
}

size_t sn_wallet_find_pair_hashed(const struct sn_wallet *w, const struct sn_point *key, uint32_t hash)
{
	struct sn_index_walk walk = sn_index_walk(hash);
	for (size_t i; (i = sn_index_next(&w->store->image_by_key, &walk)) != SIZE_MAX;)
		if (sn_point_is_equal(&w->images[i].key, key))
			return i;
	return SIZE_MAX;
}

size_t sn_wallet_find_pair(const struct sn_wallet *w, const struct sn_point *key)
{
	return sn_wallet_find_pair_hashed(w, key, sn_index_hash(key->b, sizeof key->b));
}

static size_t find_pair_of_image(const struct sn_wallet *w, const struct sn_point *image, uint32_t hash)
{
	struct sn_index_walk walk = sn_index_walk(hash);
	for (size_t i; (i = sn_index_next(&w->store->image_by_image, &walk)) != SIZE_MAX;)
		if (sn_point_is_equal(&w->images[i].image, image))
			return i;
	return SIZE_MAX;
}

size_t sn_wallet_find_pair_of_image(const struct sn_wallet *w, const struct sn_point *image)
{
	return find_pair_of_image(w, image, sn_index_hash(image->b, sizeof image->b));
}

size_t sn_wallet_find_image(const struct sn_wallet *w, const struct sn_point *image)
{
	size_t pair = sn_wallet_find_pair_of_image(w, image);
	return pair == SIZE_MAX ? SIZE_MAX : sn_wallet_find_key(w, &w->images[pair].key);
}

static bool contradicts(const struct sn_wallet *w, const struct sn_point *key, const struct sn_point *image,
			struct pair_hashes hashes, bool *known)
{
	size_t by_key = sn_wallet_find_pair_hashed(w, key, hashes.key);
	size_t by_image = find_pair_of_image(w, image, hashes.image);
	*known = by_key != SIZE_MAX && by_key == by_image;
	return by_key != by_image;
}

bool sn_wallet_image_contradicts(const struct sn_wallet *w, const struct sn_point *key,
				 const struct sn_point *image, bool *known)
{
	return contradicts(w, key, image, hash_pair(key, image), known);
}

int sn_wallet_make_room_for_pairs(struct sn_wallet *w, size_t n)
{
	struct sn_wallet_store *s = w->store;
	if (n && (sn_wallet_make_room(&w->images, &s->cap_images, w->n_images + n - 1, sizeof *w->images) ||
		  sn_index_reserve(&s->image_by_key, n) || sn_index_reserve(&s->image_by_image, n)))
		return SN_IO;
	return SN_OK;
}

const struct sn_point *sn_wallet_image_of(const struct sn_wallet *w, const struct sn_wallet_output *o)
{
	return o->has_image ? &w->images[o->pair].image : NULL;
}

void sn_wallet_set_image(struct sn_wallet *w, const struct sn_point *key, size_t pair)
{
	size_t first = sn_wallet_find_key(w, key);
	size_t i = first;
	if (first == SIZE_MAX)
		return;
	do {
		w->outputs[i].has_image = pair != SIZE_MAX;
		w->outputs[i].pair = pair != SIZE_MAX ? (uint32_t)pair : 0;
		i = w->store->next_same_key[i];
	} while (i != first);
}

static void insert_pair(struct sn_wallet *w, const struct sn_point *key, const struct sn_point *image,
			struct pair_hashes hashes)
{
	struct sn_wallet_store *s = w->store;
	sn_index_add(&s->image_by_key, hashes.key, w->n_images);
	sn_index_add(&s->image_by_image, hashes.image, w->n_images);
	w->images[w->n_images] = (struct sn_wallet_image){.key = *key, .image = *image};
	sn_wallet_set_image(w, key, w->n_images++);
}

void sn_wallet_insert_pair(struct sn_wallet *w, const struct sn_point *key, const struct sn_point *image)
{
	insert_pair(w, key, image, hash_pair(key, image));
}

bool sn_wallet_notes_images(const struct sn_wallet *w)
{
	return w->role == SN_ROLE_MASTER && !w->store->is_replaying;
}

int sn_wallet_add_image(struct sn_wallet *w, const struct sn_point *key, const struct sn_point *image)
{
	struct sn_wallet_store *s = w->store;
	bool known;
	if (sn_wallet_image_contradicts(w, key, image, &known))
		return SN_BAD_INPUT;
	if (known)
		return SN_OK;
	if (sn_wallet_make_room_for_pairs(w, 1))
		return SN_IO;
	size_t mark = s->pending.len;
	if (sn_wallet_notes_images(w))
		sn_record_put_image(&s->pending, key, image);
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;
	sn_wallet_insert_pair(w, key, image);
	return SN_OK;
}

/* The hashes of some pairs are computed, and their slots in the tables fetched, before they are needed. */
#define AHEAD 16

int sn_wallet_insert_pairs(struct sn_wallet *w, const struct sn_wallet_image *pairs, size_t n)
{
	struct pair_hashes hashes[AHEAD];
	bool known;
	if (sn_wallet_make_room_for_pairs(w, n))
		return SN_IO;
	for (size_t i = 0, ahead = 0; i < n; i++) {
		for (; ahead < n && ahead < i + AHEAD; ahead++) {
			struct pair_hashes *h = &hashes[ahead % AHEAD];
			*h = hash_pair(&pairs[ahead].key, &pairs[ahead].image);
			sn_index_prefetch(&w->store->image_by_key, h->key);
			sn_index_prefetch(&w->store->image_by_image, h->image);
		}
		const struct pair_hashes h = hashes[i % AHEAD];
		if (contradicts(w, &pairs[i].key, &pairs[i].image, h, &known) || known)
			return SN_BAD_INPUT;
		insert_pair(w, &pairs[i].key, &pairs[i].image, h);
	}
	return SN_OK;
}
