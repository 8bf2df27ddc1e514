#include "hot/own_addresses.h"

#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

struct sn_own_address_text {
	struct sn_subaddress_index index;
	char text[SN_ADDRESS_TEXT_MAX];
};

static int make_room(struct sn_own_addresses *own)
{
	if (own->n == SN_OWN_ADDRESSES_MAX) {
		sn_index_clear(&own->by_index);
		own->n = 0;
	}
	if (own->n == own->cap) {
		size_t cap = own->cap ? 2 * own->cap : 16;
		struct sn_own_address_text *list = reallocarray(own->list, cap, sizeof *list);
		if (!list)
			return SN_IO;
		own->list = list;
		own->cap = cap;
	}
	return sn_index_reserve(&own->by_index, 1);
}

static void lock(struct sn_own_addresses *own)
{
	if (own->mutex)
		pthread_mutex_lock(own->mutex);
}

static void unlock(struct sn_own_addresses *own)
{
	if (own->mutex)
		pthread_mutex_unlock(own->mutex);
}

/* Under the lock. */
static const struct sn_own_address_text *find(const struct sn_own_addresses *own,
					      struct sn_subaddress_index index, uint32_t hash)
{
	struct sn_index_walk walk = sn_index_walk(hash);
	for (size_t i; (i = sn_index_next(&own->by_index, &walk)) != SIZE_MAX;)
		if (sn_subaddress_is_equal(own->list[i].index, index))
			return &own->list[i];
	return NULL;
}

/* Another thread may have added it meanwhile. */
static int remember(struct sn_own_addresses *own, const struct sn_own_address_text *fresh, uint32_t hash)
{
	int ret = SN_OK;
	lock(own);
	if (!find(own, fresh->index, hash) && !(ret = make_room(own))) {
		sn_index_add(&own->by_index, hash, own->n);
		own->list[own->n++] = *fresh;
	}
	unlock(own);
	return ret;
}

/* Addresses are computed without the lock. */
const char *sn_own_address(char text[static SN_ADDRESS_TEXT_MAX], struct sn_own_addresses *own,
			   struct sn_subaddress_index index)
{
	struct sn_own_address_text fresh = {.index = index};
	struct sn_address address;
	uint8_t key[8];
	sn_store_u32(key, index.major);
	sn_store_u32(key + 4, index.minor);
	const uint32_t hash = sn_index_hash(key, sizeof key);
	lock(own);
	const struct sn_own_address_text *found = find(own, index, hash);
	if (found)
		memcpy(text, found->text, sizeof found->text);
	unlock(own);
	if (found)
		return text;
	sn_account_address(&address, own->account, index);
	sn_address_format(fresh.text, &address);
	if (remember(own, &fresh, hash))
		return NULL;
	memcpy(text, fresh.text, sizeof fresh.text);
	return text;
}

void sn_own_addresses_free(struct sn_own_addresses *own)
{
	sn_index_free(&own->by_index);
	free(own->list);
	*own = (struct sn_own_addresses){0};
}
