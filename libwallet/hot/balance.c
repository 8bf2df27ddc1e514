#include "hot/balance.h"
#include "chain/transaction.h"
#include "store/index.h"

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

/* One entry for each payment; without an account unless it is submitted. Returns NULL when out of memory. */
static struct pending *look_at_payments(const struct sn_wallet *w)
{
	struct pending *list = calloc(w->n_payments + 1, sizeof *list);
	for (size_t i = 0; list && i < w->n_payments; i++)
		list[i] = w->payments[i].state == SN_PAYMENT_SUBMITTED
				  ? look_at_payment(w, &w->payments[i], list)
				  : (struct pending){.account = -1};
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

/* Returns whether the output counts. */
static bool add_output(struct sn_balance *b, const struct sn_wallet *w, size_t output, uint64_t now)
{
	const struct sn_wallet_output *o = &w->outputs[output];
	const struct sn_wallet_payment *holder;
	uint64_t height = sn_wallet_height(w);
	if (!counts(w, output, &holder))
		return false;
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
	return true;
}

void sn_balance(struct sn_balance *b, const struct sn_wallet *w, int64_t account, uint64_t now)
{
	memset(b, 0, sizeof *b);
	for (size_t i = 0; i < w->n_outputs; i++)
		if (account < 0 || w->outputs[i].subaddress.major == (uint64_t)account)
			(void)add_output(b, w, i, now);
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

/* ------------------------------------------------------------------ all accounts and addresses */

static void add_up(struct sn_balance *b, const struct sn_balance *part)
{
	add(&b->total, part->total);
	add(&b->unlocked, part->unlocked);
	add(&b->reserved, part->reserved);
	add(&b->frozen, part->frozen);
	add(&b->pending_in, part->pending_in);
	add(&b->unconfirmed, part->unconfirmed);
	add(&b->pending_out, part->pending_out);
	add(&b->without_image, part->without_image);
	b->n_waiting += part->n_waiting;
	b->n_without_image += part->n_without_image;
	if (part->blocks_to_unlock > b->blocks_to_unlock)
		b->blocks_to_unlock = part->blocks_to_unlock;
}

static int compare_accounts(const void *a, const void *b)
{
	const struct sn_account_balance *x = a, *y = b;
	return (x->account > y->account) - (x->account < y->account);
}

static int compare_addresses(const void *a, const void *b)
{
	const struct sn_subaddress_index x = ((const struct sn_address_balance *)a)->address,
					 y = ((const struct sn_address_balance *)b)->address;
	return x.major != y.major ? (x.major > y.major) - (x.major < y.major)
				  : (x.minor > y.minor) - (x.minor < y.minor);
}

static struct sn_balance *account_of(const struct sn_balances *b, uint32_t account)
{
	const struct sn_account_balance key = {.account = account};
	struct sn_account_balance *found =
		b->n_accounts ? bsearch(&key, b->accounts, b->n_accounts, sizeof key, compare_accounts)
			      : NULL;
	return found ? &found->balance : NULL;
}

struct sn_balance sn_balances_of_account(const struct sn_balances *b, uint32_t account)
{
	const struct sn_balance *found = account_of(b, account);
	return found ? *found : (struct sn_balance){0};
}

struct sn_address_balance sn_balances_of_address(const struct sn_balances *b,
						 struct sn_subaddress_index address)
{
	const struct sn_address_balance key = {.address = address},
					*found = b->n_addresses ? bsearch(&key, b->addresses, b->n_addresses,
									  sizeof key, compare_addresses)
								: NULL;
	return found ? *found : key;
}

/* The addresses so far, in any order. */
struct gathering {
	struct sn_address_balance *list;
	size_t n, cap;
	struct sn_index places; /* by address */
};

/* The entry of an address, which is added if it is new. NULL when out of memory. */
static struct sn_address_balance *entry_of(struct gathering *g, struct sn_subaddress_index address)
{
	const struct sn_address_balance new = {.address = address};
	const uint32_t hash = sn_index_hash(&address, sizeof address);
	struct sn_index_walk walk = sn_index_walk(hash);
	for (size_t i; (i = sn_index_next(&g->places, &walk)) != SIZE_MAX;)
		if (sn_subaddress_is_equal(g->list[i].address, address))
			return &g->list[i];
	if (g->n == g->cap) {
		const size_t cap = g->cap ? 2 * g->cap : 64;
		struct sn_address_balance *more = reallocarray(g->list, cap, sizeof *more);
		if (!more)
			return NULL;
		g->list = more;
		g->cap = cap;
	}
	if (sn_index_reserve(&g->places, 1))
		return NULL;
	sn_index_add(&g->places, hash, g->n);
	g->list[g->n] = new;
	return &g->list[g->n++];
}

/* The figures change when an output unlocks. */
static void set_times(struct sn_balances *b, uint64_t unlock_time, uint64_t now)
{
	if (unlock_time < SN_UNLOCK_TIME_IS_HEIGHT_BELOW)
		return;
	if (unlock_time <= now && unlock_time > b->from)
		b->from = unlock_time;
	if (unlock_time > now && unlock_time < b->until)
		b->until = unlock_time;
}

/* Add the outputs, and an empty entry for each other address that a figure of its account comes from. */
static int gather(struct sn_balances *b, struct gathering *g, const struct sn_wallet *w,
		  const struct pending *pending, uint64_t now)
{
	b->from = 0;
	b->until = UINT64_MAX;
	struct sn_address_balance *entry = NULL;
	for (size_t i = 0; i < w->n_outputs; i++) {
		const struct sn_subaddress_index address = w->outputs[i].subaddress;
		if (!entry || !sn_subaddress_is_equal(entry->address, address))
			entry = entry_of(g, address);
		if (!entry)
			return SN_IO;
		entry->n_unspent += add_output(&entry->balance, w, i, now);
		set_times(b, w->outputs[i].unlock_time, now);
	}
	for (size_t i = 0; i < w->n_payments; i++)
		if (pending[i].account >= 0 &&
		    !entry_of(g, (struct sn_subaddress_index){(uint32_t)pending[i].account, 0}))
			return SN_IO;
	for (size_t i = 0; i < w->n_incoming; i++)
		if (!entry_of(g, w->incoming[i].subaddress))
			return SN_IO;
	if (g->n)
		qsort(g->list, g->n, sizeof *g->list, compare_addresses);
	return SN_OK;
}

/* Each account once, with the balance of its outputs. */
static int list_accounts(struct sn_balances *b, const struct gathering *g)
{
	size_t n = 0;
	for (size_t i = 0; i < g->n; i++)
		n += !i || g->list[i].address.major != g->list[i - 1].address.major;
	b->accounts = calloc(n + 1, sizeof *b->accounts);
	if (!b->accounts)
		return SN_IO;
	for (size_t i = 0; i < g->n; i++) {
		if (!i || g->list[i].address.major != g->list[i - 1].address.major)
			b->accounts[b->n_accounts++].account = g->list[i].address.major;
		add_up(&b->accounts[b->n_accounts - 1].balance, &g->list[i].balance);
	}
	return SN_OK;
}

static int make(struct sn_balances *b, struct gathering *g, const struct sn_wallet *w,
		const struct pending *pending, uint64_t now)
{
	if (!pending || gather(b, g, w, pending, now) || list_accounts(b, g))
		return SN_IO;
	b->addresses = g->list;
	b->n_addresses = g->n;
	/* For payments, the sum of the accounts is wrong: one may spend the change of another account's. */
	for (size_t i = 0; i < b->n_accounts; i++)
		add_up(&b->all, &b->accounts[i].balance);
	for (size_t i = 0; i < w->n_payments; i++) {
		if (w->payments[i].state != SN_PAYMENT_SUBMITTED)
			continue;
		add_payment(&b->all, &pending[i]);
		if (pending[i].account < 0)
			continue;
		const struct sn_address_balance key = {.address = {(uint32_t)pending[i].account, 0}};
		struct sn_address_balance *first =
			bsearch(&key, g->list, g->n, sizeof key, compare_addresses);
		add_payment(&first->balance, &pending[i]);
		add_payment(account_of(b, key.address.major), &pending[i]);
	}
	for (size_t i = 0; i < w->n_incoming; i++) {
		add_incoming(&b->all, &w->incoming[i]);
		add_incoming(account_of(b, w->incoming[i].subaddress.major), &w->incoming[i]);
	}
	b->n_addresses = 0;
	for (size_t i = 0; i < g->n; i++)
		if (g->list[i].balance.total)
			b->addresses[b->n_addresses++] = g->list[i];
	return SN_OK;
}

int sn_balances_make(struct sn_balances *b, const struct sn_wallet *w, uint64_t now)
{
	struct gathering g = {0};
	struct pending *pending = look_at_payments(w);
	*b = (struct sn_balances){0};
	int ret = make(b, &g, w, pending, now);
	b->addresses = g.list;
	if (ret)
		sn_balances_free(b);
	sn_index_free(&g.places);
	free(pending);
	return ret;
}

void sn_balances_free(struct sn_balances *b)
{
	free(b->accounts);
	free(b->addresses);
	*b = (struct sn_balances){0};
}
