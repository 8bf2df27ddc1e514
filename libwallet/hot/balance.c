#include "hot/balance.h"
#include "chain/transaction.h"

#include <stdlib.h>
#include <string.h>

/* First height at which an output waiting only for blocks can be spent. */
static uint64_t unlock_height(const struct sn_wallet_output *o)
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
	return height >= unlock_height(o);
}

bool sn_output_counts(const struct sn_wallet *w, size_t output)
{
	if (w->outputs[output].is_spent || sn_wallet_is_burnt(w, output))
		return false;
	const struct sn_wallet_payment *holder = sn_wallet_held_by(w, output);
	return !holder || holder->state == SN_PAYMENT_PREPARED;
}

bool sn_output_is_spendable(const struct sn_wallet *w, size_t output, uint64_t now)
{
	const struct sn_wallet_output *o = &w->outputs[output];
	return o->is_rct && sn_output_counts(w, output) && !sn_wallet_held_by(w, output) &&
	       sn_output_is_unlocked(o, sn_wallet_height(w), now);
}

/* Our money is less than all there is; a lying daemon's coinbase may not be. */
static void add(uint64_t *sum, uint64_t amount)
{
	if (__builtin_add_overflow(*sum, amount, sum))
		*sum = UINT64_MAX;
}

/* The account that a payment spends from: that of its first input. */
static int64_t payment_account(const struct sn_wallet *w, const struct sn_wallet_payment *p)
{
	size_t output = p->n_inputs ? sn_wallet_find_key(w, &p->inputs[0]) : SIZE_MAX;
	return output == SIZE_MAX ? -1 : (int64_t)w->outputs[output].subaddress.major;
}

static void add_payment(struct sn_balance *b, const struct sn_wallet_payment *p)
{
	add(&b->total, p->change);
	add(&b->pending_in, p->change);
	add(&b->pending_out, p->fee);
	for (size_t i = 0; i < p->n_destinations; i++)
		add(&b->pending_out, p->destinations[i].amount);
}

static void add_incoming(struct sn_balance *b, const struct sn_wallet_incoming *in)
{
	add(&b->pending_in, in->amount);
	add(&b->unconfirmed, in->amount);
}

static void add_output(struct sn_balance *b, const struct sn_wallet *w, size_t output, uint64_t now)
{
	const struct sn_wallet_output *o = &w->outputs[output];
	uint64_t height = sn_wallet_height(w);
	if (!sn_output_counts(w, output))
		return;
	add(&b->total, o->amount);
	if (sn_wallet_held_by(w, output))
		add(&b->reserved, o->amount);
	else if (o->is_rct && sn_output_is_unlocked(o, height, now))
		add(&b->unlocked, o->amount);
	else if (unlock_height(o) > height && unlock_height(o) - height > b->blocks_to_unlock)
		b->blocks_to_unlock = unlock_height(o) - height;
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
	for (size_t i = 0; i < w->n_payments; i++)
		if (w->payments[i].state == SN_PAYMENT_SUBMITTED &&
		    (account < 0 || payment_account(w, &w->payments[i]) == account))
			add_payment(b, &w->payments[i]);
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

/* Sorted, each once, with nothing in them. */
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

int sn_balance_accounts(struct sn_account_balance **accounts, size_t *n, const struct sn_wallet *w, uint64_t now)
{
	if (list_accounts(accounts, n, w)) {
		free(*accounts);
		*accounts = NULL;
		return SN_IO;
	}
	for (size_t i = 0; i < w->n_outputs; i++)
		add_output(find_account(*accounts, *n, w->outputs[i].subaddress.major), w, i, now);
	for (size_t i = 0; i < w->n_payments; i++) {
		const struct sn_wallet_payment *p = &w->payments[i];
		struct sn_balance *b = p->state == SN_PAYMENT_SUBMITTED
					       ? find_account(*accounts, *n, payment_account(w, p))
					       : NULL;
		if (b)
			add_payment(b, p);
	}
	for (size_t i = 0; i < w->n_incoming; i++)
		add_incoming(find_account(*accounts, *n, w->incoming[i].subaddress.major), &w->incoming[i]);
	return SN_OK;
}
