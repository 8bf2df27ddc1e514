#include "hot/own_addresses.h"

#include "base/bytes.h"

#include <stdlib.h>

struct sn_own_address_text {
	struct sn_subaddress_index index;
	char text[SN_ADDRESS_TEXT_MAX];
};

static int make_room(struct sn_own_addresses *own)
{
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

const char *sn_own_address(struct sn_own_addresses *own, struct sn_subaddress_index index)
{
	struct sn_address address;
	uint8_t key[8];
	sn_store_u32(key, index.major);
	sn_store_u32(key + 4, index.minor);
	struct sn_index_walk walk = sn_index_walk(sn_index_hash(key, sizeof key));
	for (size_t i; (i = sn_index_next(&own->by_index, &walk)) != SIZE_MAX;)
		if (sn_subaddress_is_equal(own->list[i].index, index))
			return own->list[i].text;
	if (make_room(own))
		return NULL;
	struct sn_own_address_text *fresh = &own->list[own->n];
	fresh->index = index;
	sn_account_address(&address, own->account, index);
	sn_address_format(fresh->text, &address);
	sn_index_add(&own->by_index, sn_index_hash(key, sizeof key), own->n++);
	return fresh->text;
}

void sn_own_addresses_free(struct sn_own_addresses *own)
{
	sn_index_free(&own->by_index);
	free(own->list);
	*own = (struct sn_own_addresses){0};
}
