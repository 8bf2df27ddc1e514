#include "store/wallet_pairs.h"

#include "store/wallet_lookup.h"
#include "store/wallet_records.h"
#include "store/wallet_state.h"

size_t sn_wallet_find_pair(const struct sn_wallet *w, const struct sn_point *key)
{
	struct sn_index_walk walk = sn_index_walk(&w->store->image_by_key, key->b, sizeof key->b);
	for (size_t i; (i = sn_index_next(&w->store->image_by_key, &walk)) != SIZE_MAX;)
		if (sn_point_is_equal(&w->images[i].key, key))
			return i;
	return SIZE_MAX;
}

size_t sn_wallet_find_pair_of_image(const struct sn_wallet *w, const struct sn_point *image)
{
	struct sn_index_walk walk = sn_index_walk(&w->store->image_by_image, image->b, sizeof image->b);
	for (size_t i; (i = sn_index_next(&w->store->image_by_image, &walk)) != SIZE_MAX;)
		if (sn_point_is_equal(&w->images[i].image, image))
			return i;
	return SIZE_MAX;
}

size_t sn_wallet_find_image(const struct sn_wallet *w, const struct sn_point *image)
{
	size_t pair = sn_wallet_find_pair_of_image(w, image);
	return pair == SIZE_MAX ? SIZE_MAX : sn_wallet_find_key(w, &w->images[pair].key);
}

bool sn_wallet_image_contradicts(const struct sn_wallet *w, const struct sn_point *key,
				 const struct sn_point *image, bool *known)
{
	size_t by_key = sn_wallet_find_pair(w, key);
	size_t by_image = sn_wallet_find_pair_of_image(w, image);
	*known = by_key != SIZE_MAX && by_key == by_image;
	return by_key != by_image;
}

int sn_wallet_make_room_for_pairs(struct sn_wallet *w, size_t n)
{
	struct sn_wallet_store *s = w->store;
	while (s->cap_images - w->n_images < n)
		if (sn_wallet_make_room(&w->images, &s->cap_images, s->cap_images, sizeof *w->images))
			return SN_IO;
	return sn_index_reserve(&s->image_by_key, n) || sn_index_reserve(&s->image_by_image, n) ? SN_IO
												: SN_OK;
}

void sn_wallet_set_image(struct sn_wallet *w, const struct sn_point *key, const struct sn_point *image)
{
	static const struct sn_point none;
	size_t first = sn_wallet_find_key(w, key);
	size_t i = first;
	if (first == SIZE_MAX)
		return;
	do {
		w->outputs[i].has_image = image != NULL;
		w->outputs[i].image = image ? *image : none;
		i = w->store->next_same_key[i];
	} while (i != first);
}

void sn_wallet_insert_pair(struct sn_wallet *w, const struct sn_point *key, const struct sn_point *image)
{
	struct sn_wallet_store *s = w->store;
	sn_index_add(&s->image_by_key, key->b, sizeof key->b, w->n_images);
	sn_index_add(&s->image_by_image, image->b, sizeof image->b, w->n_images);
	w->images[w->n_images++] = (struct sn_wallet_image){.key = *key, .image = *image};
	sn_wallet_set_image(w, key, image);
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
