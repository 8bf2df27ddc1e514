#include "store/wallet_state.h"

#include "base/secret.h"
#include "chain/subaddress_table.h"
#include "store/wallet_lock.h"

#include <stdlib.h>
#include <string.h>

struct sn_wallet *sn_wallet_new(enum sn_role role)
{
	struct sn_wallet *w = calloc(1, sizeof *w);
	if (!w)
		return NULL;
	w->role = role;
	w->rescan_from = UINT64_MAX;
	w->lookahead_accounts = SN_LOOKAHEAD_MAJOR;
	w->lookahead_addresses = SN_LOOKAHEAD_MINOR;
	w->lock = sn_wallet_lock_new();
	w->store = aligned_alloc(_Alignof(struct sn_wallet_store), sizeof *w->store);
	if (w->store)
		memset(w->store, 0, sizeof *w->store);
	w->account = sn_secret_alloc(sizeof *w->account);
	if (!w->lock || !w->store || !w->account) {
		sn_wallet_free(w);
		return NULL;
	}
	return w;
}

void sn_wallet_payment_clear(struct sn_wallet_payment *payment)
{
	free(payment->inputs);
	free(payment->destinations);
	free(payment->change_keys);
	sn_wipe(payment, sizeof *payment);
}

void sn_wallet_free(struct sn_wallet *w)
{
	if (!w)
		return;
	for (size_t i = 0; i < w->n_payments; i++)
		sn_wallet_payment_clear(&w->payments[i]);
	for (size_t i = 0; i < w->n_requests; i++)
		sn_buf_free(&w->requests[i].unsigned_set);
	if (w->outputs)
		sn_wipe(w->outputs, w->n_outputs * sizeof *w->outputs);
	if (w->enotes)
		sn_wipe(w->enotes, w->n_enotes * sizeof *w->enotes);
	free(w->blocks);
	free(w->outputs);
	free(w->enotes);
	free(w->spends.outputs);
	free(w->spenders);
	free(w->by_global_index.outputs);
	free(w->payments);
	free(w->requests);
	free(w->incoming);
	free(w->images);
	free(w->rings);
	free(w->shown);
	free(w->frozen);
	for (size_t i = 0; i < w->n_notes; i++)
		free(w->notes[i].text);
	free(w->notes);
	free(w->noticed.incoming);
	sn_names_free(&w->names);
	sn_secret_free(w->account);
	if (w->store) {
		sn_buf_free(&w->store->pending);
		free(w->store->next_same_key);
		sn_index_free(&w->store->by_key);
		sn_index_free(&w->store->image_by_key);
		sn_index_free(&w->store->image_by_image);
		sn_index_free(&w->store->by_input);
		sn_index_free(&w->store->by_tx_hash);
		sn_index_free(&w->store->by_change);
		sn_index_free(&w->store->by_ring);
		free(w->store);
	}
	sn_wallet_lock_free(w->lock);
	free(w);
}

int sn_wallet_make_room(void *array, size_t *cap, size_t n, size_t size)
{
	if (n < *cap)
		return SN_OK;
	size_t larger = *cap ? *cap : 16;
	while (larger <= n && larger <= UINT32_MAX)
		larger *= 2;
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
	if (!s->pending.failed) {
		s->n_changes += s->pending.len != mark;
		return false;
	}
	s->pending.len = mark;
	s->pending.failed = false;
	return true;
}
