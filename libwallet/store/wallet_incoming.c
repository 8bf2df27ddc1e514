#include "store/wallet_incoming.h"

#include "store/wallet_notices.h"
#include "store/wallet_records.h"
#include "store/wallet_state.h"

#include <stdlib.h>
#include <string.h>

#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

static int compare(const struct sn_wallet_incoming *a, const struct sn_wallet_incoming *b)
{
	int order = memcmp(a->tx_hash.b, b->tx_hash.b, sizeof a->tx_hash.b);
	if (!order)
		order = COMPARE(a->subaddress.major, b->subaddress.major);
	if (!order)
		order = COMPARE(a->subaddress.minor, b->subaddress.minor);
	if (!order)
		order = COMPARE(a->amount, b->amount);
	if (!order)
		order = COMPARE(a->time, b->time);
	if (!order)
		order = COMPARE(a->unlock_time, b->unlock_time);
	if (!order)
		order = COMPARE(a->has_payment_id, b->has_payment_id);
	return order ? order : memcmp(a->payment_id, b->payment_id, sizeof a->payment_id);
}

/* Identical entries are ordered by position, so that the result does not depend on qsort. */
static int compare_pointed(const void *a, const void *b)
{
	const struct sn_wallet_incoming *const *x = a, *const *y = b;
	int order = compare(*x, *y);
	return order ? order : COMPARE(*x, *y);
}

/* Pointers to the entries of a list, sorted; NULL when out of memory. */
static const struct sn_wallet_incoming **sort(const struct sn_wallet_incoming *list, size_t n)
{
	const struct sn_wallet_incoming **sorted = calloc(n + 1, sizeof *sorted);
	for (size_t i = 0; sorted && i < n; i++)
		sorted[i] = &list[i];
	if (sorted && n)
		qsort(sorted, n, sizeof *sorted, compare_pointed);
	return sorted;
}

/* Mark the entries that are in both lists. */
static int match(bool *in_a, const struct sn_wallet_incoming *a, size_t n_a, bool *in_b,
		 const struct sn_wallet_incoming *b, size_t n_b)
{
	const struct sn_wallet_incoming **x = sort(a, n_a), **y = sort(b, n_b);
	int ret = x && y ? SN_OK : SN_IO;
	for (size_t i = 0, k = 0; !ret && i < n_a && k < n_b;) {
		int order = compare(x[i], y[k]);
		if (!order)
			in_a[x[i] - a] = in_b[y[k] - b] = true;
		i += order <= 0;
		k += order >= 0;
	}
	free(x);
	free(y);
	return ret;
}

/* Apply a change that was checked: remove the entries at the positions `gone`, which ascend, then append. */
static int change(struct sn_wallet *w, const uint32_t *gone, size_t n_gone,
		  const struct sn_wallet_incoming *more, size_t n_more)
{
	struct sn_wallet_store *s = w->store;
	size_t n = 0, next = 0;
	struct sn_wallet_incoming *list = calloc(w->n_incoming - n_gone + n_more + 1, sizeof *list);
	if (!list)
		return SN_IO;
	for (size_t i = 0; i < w->n_incoming; i++)
		if (next < n_gone && gone[next] == i)
			next++;
		else
			list[n++] = w->incoming[i];
	if (n_more)
		memcpy(list + n, more, n_more * sizeof *more);
	size_t mark = s->pending.len;
	if (!s->is_replaying)
		sn_record_put_incoming(&s->pending, gone, n_gone, more, n_more);
	if (sn_wallet_note_failed(s, mark)) {
		free(list);
		return SN_IO;
	}
	free(w->incoming);
	w->incoming = list;
	w->n_incoming = n + n_more;
	sn_wallet_forget_noticed_incoming(w);
	return SN_OK;
}

int sn_wallet_change_incoming(struct sn_wallet *w, const uint32_t *gone, size_t n_gone,
			      const struct sn_wallet_incoming *more, size_t n_more)
{
	if (n_gone > w->n_incoming || n_more > SN_WALLET_INCOMING_MAX - (w->n_incoming - n_gone))
		return SN_BAD_INPUT;
	for (size_t i = 0; i < n_gone; i++)
		if (gone[i] >= w->n_incoming || (i && gone[i] <= gone[i - 1]))
			return SN_BAD_INPUT;
	return change(w, gone, n_gone, more, n_more);
}

int sn_wallet_set_incoming(struct sn_wallet *w, const struct sn_wallet_incoming *incoming, size_t n)
{
	if (n > SN_WALLET_INCOMING_MAX)
		return SN_BAD_INPUT;
	struct sn_wallet_incoming *list = calloc(n + 1, sizeof *list);
	uint32_t *gone = calloc(w->n_incoming + 1, sizeof *gone);
	bool *stays = calloc(w->n_incoming + 1, sizeof *stays), *is_there = calloc(n + 1, sizeof *is_there);
	size_t n_gone = 0, n_more = 0;
	int ret = list && gone && stays && is_there ? SN_OK : SN_IO;
	for (size_t i = 0; !ret && i < n; i++) {
		list[i] = incoming[i];
		if (!list[i].has_payment_id)
			memset(list[i].payment_id, 0, sizeof list[i].payment_id);
	}
	if (!ret)
		ret = match(stays, w->incoming, w->n_incoming, is_there, list, n);
	for (size_t i = 0; !ret && i < w->n_incoming; i++)
		if (!stays[i])
			gone[n_gone++] = (uint32_t)i;
	for (size_t i = 0; !ret && i < n; i++)
		if (!is_there[i])
			list[n_more++] = list[i];
	if (!ret && (n_gone || n_more))
		ret = change(w, gone, n_gone, list, n_more);
	free(list);
	free(gone);
	free(stays);
	free(is_there);
	return ret;
}

void sn_wallet_drop_incoming(struct sn_wallet *w, const struct sn_hash *tx_hash)
{
	size_t kept = 0;
	for (size_t i = 0; i < w->n_incoming; i++)
		if (!sn_hash_is_equal(&w->incoming[i].tx_hash, tx_hash))
			w->incoming[kept++] = w->incoming[i];
	w->n_incoming = kept;
	sn_wallet_forget_noticed_incoming(w);
}
