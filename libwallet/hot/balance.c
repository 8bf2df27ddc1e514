#include "hot/balance.h"
#include "chain/transaction.h"

#include <stdlib.h>
#include <string.h>

uint64_t sn_output_unlock_height(const struct sn_wallet_output *o)
{
	uint64_t height = o->height + (o->is_coinbase ? SN_COINBASE_AGE : SN_SPENDABLE_AGE);
	if (o->unlock_time < SN_UNLOCK_TIME_IS_HEIGHT_BELOW && o->unlock_time > height)
		height = o->unlock_time;
	return height;
}

bool sn_output_is_unlocked(const struct sn_wallet_output *o, uint64_t height, uint64_t now)
{
	if (o->unlock_time >= SN_UNLOCK_TIME_IS_HEIGHT_BELOW && now < o->unlock_time)
		return false;
	return height >= sn_output_unlock_height(o);
}

/* sn_output_counts; `holder`: the payment that spends it (sn_wallet_held_by), set only if it counts. */
static bool counts(const struct sn_wallet *w, size_t output, const struct sn_wallet_payment **holder)
{
	if (w->outputs[output].is_spent || sn_wallet_is_burnt(w, output))
		return false;
	*holder = sn_wallet_held_by(w, output);
	return !*holder || (*holder)->state == SN_PAYMENT_PREPARED;
}

bool sn_output_counts(const struct sn_wallet *w, size_t output)
{
	const struct sn_wallet_payment *holder;
	return counts(w, output, &holder);
}

bool sn_output_is_spendable(const struct sn_wallet *w, size_t output, uint64_t now)
{
	const struct sn_wallet_output *o = &w->outputs[output];
	const struct sn_wallet_payment *holder;
	return o->is_rct && counts(w, output, &holder) && !holder && !sn_wallet_is_frozen(w, &o->key) &&
	       sn_output_is_unlocked(o, sn_wallet_height(w), now);
}

/* The sum of valid outputs is below the money supply. The coinbase of a hostile daemon may not be. */
static void add(uint64_t *sum, uint64_t amount)
{
	if (__builtin_add_overflow(*sum, amount, sum))
		*sum = UINT64_MAX;
}

/* Contribution of a submitted payment to the balance. The outputs that it spends are not part of the
 * balance. */
struct pending {
	/* every output that it spends is scanned and unspent, or is the change of an earlier payment with
	 * is_there */
	bool is_there;
	uint64_t in;  /* change */
	uint64_t out; /* amounts and fee */
	/* change of earlier payments that this payment spends: it does not return to the balance */
	uint64_t borrowed;
	int64_t account; /* account of the spent outputs; -1: unknown */
};

/* `before` has the earlier payments, or is NULL: then a payment that spends their change has is_there false.
 * The outputs that a payment spends were scanned when it was prepared, so a payment follows the payments
 * whose change it spends. */
static struct pending look_at_payment(const struct sn_wallet *w, const struct sn_wallet_payment *p,
				      const struct pending *before)
{
	struct pending q = {.is_there = true, .in = p->change, .out = p->fee, .account = -1};
	uint64_t scanned = 0, all = p->change;
	for (size_t i = 0; i < p->n_destinations; i++)
		add(&q.out, p->destinations[i].amount);
	add(&all, q.out);
	for (size_t i = p->n_inputs; i-- > 0;) {
		size_t output = sn_wallet_find_key(w, &p->inputs[i]);
		const struct sn_wallet_payment *from =
			output == SIZE_MAX ? sn_wallet_find_change(w, &p->inputs[i]) : NULL;
		q.is_there &= sn_wallet_holder_of(w, &p->inputs[i]) == p;
		if (output != SIZE_MAX) {
			q.is_there &= !w->outputs[output].is_spent;
			q.account = w->outputs[output].subaddress.major;
			add(&scanned, w->outputs[output].amount);
		} else {
			q.is_there &= before && from && from < p && before[from - w->payments].is_there;
			q.account = q.is_there ? before[from - w->payments].account : -1;
		}
	}
	if (!q.is_there)
		q.account = -1;
	q.borrowed = all - (scanned < all ? scanned : all);
	return q;
}

/* One entry for each payment; zero unless it is submitted. Returns NULL when out of memory. */
static struct pending *look_at_payments(const struct sn_wallet *w)
{
	struct pending *list = calloc(w->n_payments + 1, sizeof *list);
	for (size_t i = 0; list && i < w->n_payments; i++)
		if (w->payments[i].state == SN_PAYMENT_SUBMITTED)
			list[i] = look_at_payment(w, &w->payments[i], list);
	return list;
}

static void take(uint64_t *sum, uint64_t amount)
{
	*sum -= amount < *sum ? amount : *sum;
}

static void add_payment(struct sn_balance *b, const struct pending *q)
{
	if (!q->is_there) {
		b->n_waiting++;
		return;
	}
	add(&b->total, q->in);
	take(&b->total, q->borrowed);
	add(&b->pending_in, q->in);
	take(&b->pending_in, q->borrowed);
	add(&b->pending_out, q->out);
}

static void add_incoming(struct sn_balance *b, const struct sn_wallet_incoming *in)
{
	add(&b->pending_in, in->amount);
	add(&b->unconfirmed, in->amount);
}

static void add_output(struct sn_balance *b, const struct sn_wallet *w, size_t output, uint64_t now)
{
	const struct sn_wallet_output *o = &w->outputs[output];
	const struct sn_wallet_payment *holder;
	uint64_t height = sn_wallet_height(w);
	if (!counts(w, output, &holder))
		return;
	add(&b->total, o->amount);
	if (holder)
		add(&b->reserved, o->amount);
	else if (sn_wallet_is_frozen(w, &o->key))
		add(&b->frozen, o->amount);
	else if (o->is_rct && sn_output_is_unlocked(o, height, now))
		add(&b->unlocked, o->amount);
	else if (sn_output_unlock_height(o) > height &&
		 sn_output_unlock_height(o) - height > b->blocks_to_unlock)
		b->blocks_to_unlock = sn_output_unlock_height(o) - height;
	if (!o->has_image) {
		add(&b->without_image, o->amount);
		b->n_without_image++;
	}
}

void sn_balance(struct sn_balance *b, const struct sn_wallet *w, int64_t account, uint64_t now)
{
	memset(b, 0, sizeof *b);
	for (size_t i = 0; i < w->n_outputs; i++)
		if (account < 0 || w->outputs[i].subaddress.major == (uint64_t)account)
			add_output(b, w, i, now);
	struct pending *pending = look_at_payments(w);
	for (size_t i = 0; i < w->n_payments; i++) {
		if (w->payments[i].state != SN_PAYMENT_SUBMITTED)
			continue;
		struct pending q = pending ? pending[i] : look_at_payment(w, &w->payments[i], NULL);
		if (account < 0 || q.account == account)
			add_payment(b, &q);
	}
	free(pending);
	for (size_t i = 0; i < w->n_incoming; i++)
		if (account < 0 || w->incoming[i].subaddress.major == (uint64_t)account)
			add_incoming(b, &w->incoming[i]);
}

static int compare_accounts(const void *a, const void *b)
{
	const struct sn_account_balance *x = a, *y = b;
	return (x->account > y->account) - (x->account < y->account);
}

static struct sn_balance *find_account(struct sn_account_balance *list, size_t n, int64_t account)
{
	const struct sn_account_balance key = {.account = (uint32_t)account};
	struct sn_account_balance *found =
		account < 0 || !n ? NULL : bsearch(&key, list, n, sizeof *list, compare_accounts);
	return found ? &found->balance : NULL;
}

/* Sorted, without duplicates, with empty balances. */
static int list_accounts(struct sn_account_balance **accounts, size_t *n, const struct sn_wallet *w)
{
	size_t cap = 0;
	*accounts = NULL;
	*n = 0;
	for (size_t i = 0; i < w->n_outputs + w->n_incoming; i++) {
		uint32_t major = i < w->n_outputs ? w->outputs[i].subaddress.major
						  : w->incoming[i - w->n_outputs].subaddress.major;
		if (find_account(*accounts, *n, major))
			continue;
		if (*n == cap) {
			cap = cap ? 2 * cap : 16;
			struct sn_account_balance *more = reallocarray(*accounts, cap, sizeof *more);
			if (!more)
				return SN_IO;
			*accounts = more;
		}
		size_t at = *n;
		for (; at && (*accounts)[at - 1].account > major; at--)
			(*accounts)[at] = (*accounts)[at - 1];
		(*accounts)[at] = (struct sn_account_balance){.account = major};
		++*n;
	}
	return SN_OK;
}

int sn_balance_accounts(struct sn_account_balance **accounts, size_t *n, const struct sn_wallet *w,
			uint64_t now)
{
	struct pending *pending = look_at_payments(w);
	if (!pending || list_accounts(accounts, n, w)) {
		free(pending);
		free(*accounts);
		*accounts = NULL;
		return SN_IO;
	}
	for (size_t i = 0; i < w->n_outputs; i++)
		add_output(find_account(*accounts, *n, w->outputs[i].subaddress.major), w, i, now);
	for (size_t i = 0; i < w->n_payments; i++) {
		bool is_submitted = w->payments[i].state == SN_PAYMENT_SUBMITTED;
		struct sn_balance *b = is_submitted ? find_account(*accounts, *n, pending[i].account) : NULL;
		if (b)
			add_payment(b, &pending[i]);
	}
	free(pending);
	for (size_t i = 0; i < w->n_incoming; i++)
		add_incoming(find_account(*accounts, *n, w->incoming[i].subaddress.major), &w->incoming[i]);
	return SN_OK;
}

int sn_balance_compare_addresses(const void *a, const void *b)
{
	const struct sn_subaddress_index x = ((const struct sn_address_balance *)a)->address,
					 y = ((const struct sn_address_balance *)b)->address;
	return x.major != y.major ? (x.major > y.major) - (x.major < y.major)
				  : (x.minor > y.minor) - (x.minor < y.minor);
}

/* Add up entries of the same address, and drop those without money. Returns the number of those left. */
static size_t merge_addresses(struct sn_address_balance *list, size_t n)
{
	size_t kept = 0;
	for (size_t i = 0; i < n; i++) {
		struct sn_address_balance *b = kept ? &list[kept - 1] : NULL;
		if (!b || sn_balance_compare_addresses(b, &list[i])) {
			list[kept++] = list[i];
			continue;
		}
		add(&b->balance.total, list[i].balance.total);
		add(&b->balance.unlocked, list[i].balance.unlocked);
		add(&b->balance.reserved, list[i].balance.reserved);
		add(&b->balance.frozen, list[i].balance.frozen);
		add(&b->balance.pending_in, list[i].balance.pending_in);
		if (list[i].balance.blocks_to_unlock > b->balance.blocks_to_unlock)
			b->balance.blocks_to_unlock = list[i].balance.blocks_to_unlock;
		b->n_unspent += list[i].n_unspent;
	}
	n = kept;
	kept = 0;
	for (size_t i = 0; i < n; i++)
		if (list[i].balance.total)
			list[kept++] = list[i];
	return kept;
}

int sn_balance_addresses(struct sn_address_balance **addresses, size_t *n, const struct sn_wallet *w,
			 int64_t account, uint64_t now)
{
	struct pending *pending = look_at_payments(w);
	struct sn_address_balance *list = calloc(w->n_outputs + w->n_payments + 1, sizeof *list);
	*addresses = NULL;
	*n = 0;
	if (!pending || !list) {
		free(pending);
		free(list);
		return SN_IO;
	}
	for (size_t i = 0; i < w->n_outputs; i++) {
		if ((account >= 0 && w->outputs[i].subaddress.major != (uint64_t)account) ||
		    !sn_output_counts(w, i))
			continue;
		list[*n].address = w->outputs[i].subaddress;
		list[*n].n_unspent = 1;
		add_output(&list[(*n)++].balance, w, i, now);
	}
	for (size_t i = 0; i < w->n_payments; i++) {
		if (w->payments[i].state != SN_PAYMENT_SUBMITTED || pending[i].account < 0 ||
		    (account >= 0 && pending[i].account != account))
			continue;
		list[*n].address.major = (uint32_t)pending[i].account;
		add_payment(&list[(*n)++].balance, &pending[i]);
	}
	free(pending);
	qsort(list, *n, sizeof *list, sn_balance_compare_addresses);
	*n = merge_addresses(list, *n);
	*addresses = list;
	return SN_OK;
}
