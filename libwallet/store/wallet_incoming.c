/* What is in no block: what the daemon's pool holds for us, and payments of ours that it does not hold. */
#include "store/wallet_internal.h"

#include <stdlib.h>
#include <string.h>

static bool is_same(const struct sn_wallet_incoming *a, const struct sn_wallet_incoming *b)
{
	return sn_hash_is_equal(&a->tx_hash, &b->tx_hash) && a->subaddress.major == b->subaddress.major &&
	       a->subaddress.minor == b->subaddress.minor && a->amount == b->amount && a->time == b->time &&
	       a->unlock_time == b->unlock_time && a->has_payment_id == b->has_payment_id &&
	       !memcmp(a->payment_id, b->payment_id, sizeof a->payment_id);
}

static bool is_same_list(const struct sn_wallet *w, const struct sn_wallet_incoming *incoming, size_t n)
{
	bool is_it = n == w->n_incoming;
	for (size_t i = 0; is_it && i < n; i++)
		is_it = is_same(&w->incoming[i], &incoming[i]);
	return is_it;
}

int sn_wallet_set_incoming(struct sn_wallet *w, const struct sn_wallet_incoming *incoming, size_t n)
{
	struct sn_wallet_store *s = w->store;
	if (n > SN_WALLET_INCOMING_MAX)
		return SN_BAD_INPUT;
	if (is_same_list(w, incoming, n))
		return SN_OK;
	struct sn_wallet_incoming *list = calloc(n + 1, sizeof *list);
	if (!list)
		return SN_IO;
	for (size_t i = 0; i < n; i++) {
		list[i] = incoming[i];
		if (!list[i].has_payment_id)
			memset(list[i].payment_id, 0, sizeof list[i].payment_id);
	}
	size_t mark = s->pending.len;
	if (!s->is_replaying)
		sn_record_put_incoming(&s->pending, list, n);
	if (sn_wallet_note_failed(s, mark)) {
		free(list);
		return SN_IO;
	}
	free(w->incoming);
	w->incoming = list;
	w->n_incoming = n;
	return SN_OK;
}

/* Follows from the record of the output: there is none of its own. */
void sn_wallet_drop_incoming(struct sn_wallet *w, const struct sn_hash *tx_hash)
{
	size_t kept = 0;
	for (size_t i = 0; i < w->n_incoming; i++)
		if (!sn_hash_is_equal(&w->incoming[i].tx_hash, tx_hash))
			w->incoming[kept++] = w->incoming[i];
	w->n_incoming = kept;
}

int sn_wallet_set_missing(struct sn_wallet *w, uint64_t id, uint64_t since)
{
	return sn_wallet_set_missing_at(w, id, since, since ? sn_wallet_height(w) : 0);
}

int sn_wallet_set_missing_at(struct sn_wallet *w, uint64_t id, uint64_t since, uint64_t height)
{
	struct sn_wallet_store *s = w->store;
	struct sn_wallet_payment *p = sn_wallet_find_payment(w, id);
	if (!p || p->state != SN_PAYMENT_SUBMITTED)
		return SN_BAD_INPUT;
	if (p->missing_since == since)
		return SN_OK;
	size_t mark = s->pending.len;
	if (!s->is_replaying)
		sn_record_put_missing(&s->pending, id, since, height);
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;
	p->missing_since = since;
	p->missing_height = height;
	return SN_OK;
}
