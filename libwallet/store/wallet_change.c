#include "store/wallet_change.h"

#include "store/wallet_payments.h"
#include "store/wallet_records.h"
#include "store/wallet_state.h"

#include <stdlib.h>
#include <string.h>

static bool returns_to(const struct sn_wallet_payment *p, const struct sn_point *key)
{
	for (size_t i = 0; i < p->n_change_keys; i++)
		if (sn_point_is_equal(&p->change_keys[i], key))
			return true;
	return false;
}

int sn_wallet_set_change_keys(struct sn_wallet *w, uint64_t id, const struct sn_point *keys, size_t n)
{
	struct sn_wallet_store *s = w->store;
	struct sn_wallet_payment *p = sn_wallet_find_payment(w, id);
	if (!p || n > UINT32_MAX)
		return SN_BAD_INPUT;
	if (n == p->n_change_keys && (!n || !memcmp(keys, p->change_keys, n * sizeof *keys)))
		return SN_OK;
	struct sn_point *copy = calloc(n + 1, sizeof *copy);
	if (!copy || sn_index_reserve(&s->by_change, n)) {
		free(copy);
		return SN_IO;
	}
	size_t mark = s->pending.len;
	if (!s->is_replaying)
		sn_record_put_change_keys(&s->pending, id, keys, n);
	if (sn_wallet_note_failed(s, mark)) {
		free(copy);
		return SN_IO;
	}
	for (size_t i = 0; i < n; i++) {
		copy[i] = keys[i];
		sn_index_add(&s->by_change, sn_index_hash(keys[i].b, sizeof keys[i].b), id - 1);
	}
	free(p->change_keys);
	p->change_keys = copy;
	p->n_change_keys = n;
	return SN_OK;
}

const struct sn_wallet_payment *sn_wallet_find_change(const struct sn_wallet *w, const struct sn_point *key)
{
	struct sn_index_walk walk = sn_index_walk(sn_index_hash(key->b, sizeof key->b));
	for (size_t i; (i = sn_index_next(&w->store->by_change, &walk)) != SIZE_MAX;)
		if (w->payments[i].state == SN_PAYMENT_SUBMITTED && returns_to(&w->payments[i], key))
			return &w->payments[i];
	return NULL;
}
