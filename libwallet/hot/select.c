#include "hot/select.h"

#include "chain/amount.h"
#include "hot/balance.h"
#include "hot/related.h"

#include <stdlib.h>

uint64_t sn_select_needed(const struct sn_select_target *t, size_t n)
{
	uint64_t sum = t->fee_more, all;
	if (t->fees)
		return n > t->max_inputs || __builtin_add_overflow(t->amount, t->fees[n - 1], &all)
			       ? UINT64_MAX
			       : all;
	if (__builtin_mul_overflow(sum, (uint64_t)(n - 1), &sum) ||
	    __builtin_add_overflow(sum, t->fee_first, &sum) || __builtin_add_overflow(sum, t->amount, &all))
		return UINT64_MAX;
	return all;
}

bool *sn_select_mark_must(const struct sn_wallet *w, const struct sn_select_target *targets, size_t n)
{
	bool *must = calloc(w->n_outputs + 1, sizeof *must);
	for (size_t i = 0; must && i < n; i++)
		for (size_t k = 0; k < targets[i].n_must; k++)
			must[targets[i].must[k]] = true;
	return must;
}

/* The spendable outputs of an account: first those that are worth spending, or must be spent, in the order of
 * the wallet. */
struct candidates {
	uint32_t *all; /* indices into w->outputs */
	size_t n_all, n_worth;
	bool *must; /* for each output of the wallet */
};

static int list_candidates(struct candidates *c, const struct sn_wallet *w, uint32_t account, uint64_t now,
			   const struct sn_select_target *targets, size_t n, struct sn_error *err)
{
	*c = (struct candidates){.all = calloc(w->n_outputs + 1, sizeof *c->all),
				 .must = sn_select_mark_must(w, targets, n)};
	if (!c->all || !c->must)
		return sn_error_memory(err);
	c->n_all = sn_select_all(c->all, w->n_outputs, w, account, now, targets[0].only);
	for (size_t i = 0; i < c->n_all; i++) {
		const uint32_t chosen = c->all[i];
		if (w->outputs[chosen].amount <= targets[0].dust && !c->must[chosen])
			continue;
		c->all[i] = c->all[c->n_worth];
		c->all[c->n_worth++] = chosen;
	}
	return SN_OK;
}

static void free_candidates(struct candidates *c)
{
	free(c->all);
	free(c->must);
}

/* ---------------------------------------------------------------- preferred outputs: one, or a pair */

#define PAIR_CANDIDATES 2000 /* the search is quadratic */

static size_t prefer_one(size_t *preferred, const struct sn_wallet *w, const uint32_t *candidates, size_t n,
			 uint64_t need)
{
	for (size_t i = 0; i < n; i++)
		if (w->outputs[candidates[i]].amount >= need) {
			preferred[0] = candidates[i];
			return 1;
		}
	return 0;
}

/* The least related pair of one address; of equal pairs the oldest. */
static size_t prefer_pair(size_t *preferred, const struct sn_wallet *w, const uint32_t *candidates, size_t n,
			  uint64_t need)
{
	int best = SN_SAME_TRANSACTION;
	if (n > PAIR_CANDIDATES)
		n = PAIR_CANDIDATES;
	for (size_t i = 0; i < n && best > 0; i++)
		for (size_t j = i + 1; j < n && best > 0; j++) {
			const struct sn_wallet_output *a = &w->outputs[candidates[i]];
			const struct sn_wallet_output *b = &w->outputs[candidates[j]];
			uint64_t sum;
			if (a->subaddress.minor != b->subaddress.minor ||
			    __builtin_add_overflow(a->amount, b->amount, &sum) || sum < need)
				continue;
			int related = sn_relatedness(a, b);
			if (related < best) {
				best = related;
				preferred[0] = candidates[i];
				preferred[1] = candidates[j];
			}
		}
	return best < SN_SAME_TRANSACTION ? 2 : 0;
}

/* ---------------------------------------------------------------- address by address */

struct address {
	uint32_t minor;
	uint64_t balance; /* spendable */
};

static int by_minor(const void *a, const void *b)
{
	const struct address *x = a, *y = b;
	return (x->minor > y->minor) - (x->minor < y->minor);
}

static int by_balance(const void *a, const void *b)
{
	const struct address *x = a, *y = b;
	return x->balance != y->balance ? (x->balance < y->balance) - (x->balance > y->balance)
					: by_minor(a, b);
}

/* A selection in progress. */
struct choice {
	struct sn_related from;
	struct address *addresses; /* in the order in which they are emptied */
	size_t n_addresses, at;
	size_t preferred[2], n_preferred; /* the last one goes first */
};

/* Add up the balances of each address. Returns the number of addresses. */
static size_t merge(struct address *addresses, size_t n)
{
	size_t merged = 0;
	if (n)
		qsort(addresses, n, sizeof *addresses, by_minor);
	for (size_t i = 0; i < n; i++) {
		struct address *last = merged ? &addresses[merged - 1] : NULL;
		if (!last || last->minor != addresses[i].minor)
			addresses[merged++] = addresses[i];
		else if (__builtin_add_overflow(last->balance, addresses[i].balance, &last->balance))
			last->balance = UINT64_MAX;
	}
	return merged;
}

#define FIRST_ROOM 4096

/* List each address of the free outputs once, with its spendable balance, the largest balance first. The list
 * is merged whenever it is full, so that it takes no more memory than a few times the number of addresses. */
static int rank_addresses(struct choice *c)
{
	size_t cap = 0, n = 0;
	for (size_t i = 0; i < c->from.n; i++) {
		if (n == cap && (n = merge(c->addresses, n)) >= cap / 2) {
			cap = cap ? 2 * cap : FIRST_ROOM;
			struct address *more = reallocarray(c->addresses, cap, sizeof *more);
			if (!more)
				return SN_IO;
			c->addresses = more;
		}
		const struct sn_wallet_output *o = &c->from.w->outputs[c->from.free[i]];
		c->addresses[n++] = (struct address){o->subaddress.minor, o->amount};
	}
	c->n_addresses = merge(c->addresses, n);
	if (c->n_addresses)
		qsort(c->addresses, c->n_addresses, sizeof *c->addresses, by_balance);
	return SN_OK;
}

/* The address of the preferred outputs changes places with the first one. */
static void put_first(struct choice *c, uint32_t minor)
{
	for (size_t i = 0; i < c->n_addresses; i++)
		if (c->addresses[i].minor == minor) {
			struct address first = c->addresses[0];
			c->addresses[0] = c->addresses[i];
			c->addresses[i] = first;
			return;
		}
}

/* Place of the next output: a preferred one, or one of the current address. SIZE_MAX: there is none. */
static size_t next_place(struct choice *c)
{
	size_t place;
	if (c->n_preferred) {
		size_t output = c->preferred[--c->n_preferred];
		for (place = 0; c->from.free[place] != output; place++)
			;
		return place;
	}
	for (; c->at < c->n_addresses; c->at++) {
		place = sn_related_next(&c->from, c->addresses[c->at].minor, SN_RELATED_BY_LOT);
		if (place != SIZE_MAX)
			return place;
	}
	return SIZE_MAX;
}

/* Bounds for a second input that is not needed. It hides the number of needed inputs, and cleans up: the
 * smallest of the least related outputs of the same address, if it is unrelated. Large outputs are kept while
 * there are few. Source: wallet2.cpp, should_pick_a_second_output, DEFAULT_MIN_OUTPUT_VALUE,
 * DEFAULT_MIN_OUTPUT_COUNT. */
#define LARGE 2000000000000ull
#define LARGE_KEPT 5

static size_t second_place(const struct choice *c, const struct sn_select_target *t, size_t first)
{
	const struct sn_wallet *w = c->from.w;
	const struct sn_wallet_output *o = &w->outputs[first];
	const uint32_t minor = o->subaddress.minor;
	uint64_t sum;
	size_t n_large = 0, place = sn_related_next(&c->from, minor, SN_RELATED_SMALLEST);
	if (place == SIZE_MAX)
		return SIZE_MAX;
	const struct sn_wallet_output *second = &w->outputs[c->from.free[place]];
	for (size_t i = 0; i < c->from.n; i++) {
		const struct sn_wallet_output *other = &w->outputs[c->from.free[i]];
		n_large += other->subaddress.minor == minor && other->amount >= LARGE;
	}
	bool is_kept = second->amount >= LARGE && n_large < LARGE_KEPT;
	bool is_enough =
		!__builtin_add_overflow(o->amount, second->amount, &sum) && sum >= sn_select_needed(t, 2);
	return is_kept || !is_enough || sn_relatedness(o, second) > 0 ? SIZE_MAX : place;
}

/* The preferred outputs are meant for the last transaction. An earlier one takes what it needs of them. */
static bool pick(struct choice *c, size_t *picked, size_t *n, const struct sn_select_target *t, bool is_last)
{
	uint64_t sum = 0;
	*n = 0;
	sn_related_begin(&c->from);
	if (t->n_must > t->max_inputs)
		return false;
	for (size_t i = 0; i < t->n_must; i++) {
		picked[(*n)++] = t->must[i];
		sn_related_note(&c->from, t->must[i]);
		if (__builtin_add_overflow(sum, c->from.w->outputs[t->must[i]].amount, &sum))
			return false;
	}
	if (*n && sum >= sn_select_needed(t, *n) && !(is_last && c->n_preferred))
		return true;
	while (*n < t->max_inputs) {
		size_t place = next_place(c);
		if (place == SIZE_MAX)
			return false;
		picked[*n] = sn_related_take(&c->from, place);
		if (__builtin_add_overflow(sum, c->from.w->outputs[picked[(*n)++]].amount, &sum))
			return false;
		if (sum >= sn_select_needed(t, *n) && !(is_last && c->n_preferred))
			return true;
	}
	return false;
}

/* The amount that all transactions need together, by the estimate of the first, besides the outputs that they
 * must spend. */
static uint64_t preferred_amount(const struct sn_wallet *w, const struct sn_select_target *targets, size_t n)
{
	uint64_t sum = targets[0].fee_preferred, own = 0;
	for (size_t i = 0; i < n; i++) {
		if (__builtin_add_overflow(sum, targets[i].amount, &sum))
			return UINT64_MAX;
		for (size_t k = 0; k < targets[i].n_must; k++)
			if (__builtin_add_overflow(sum, targets[i].fee_more, &sum) ||
			    __builtin_add_overflow(own, w->outputs[targets[i].must[k]].amount, &own))
				return UINT64_MAX;
	}
	return sum > own ? sum - own : 0;
}

/* Takes over `candidates`. `*found` is false if the selection fails. */
static int pick_in_turn(size_t *picked, size_t *ends, bool *found, const struct sn_wallet *w,
			struct candidates *candidates, const struct sn_select_target *targets, size_t n,
			struct sn_error *err)
{
	struct choice c = {.n_addresses = 0};
	const uint64_t need = preferred_amount(w, targets, n);
	uint32_t *free_ones = candidates->all;
	size_t n_free = 0;
	candidates->all = NULL;
	for (size_t i = 0; i < candidates->n_worth; i++)
		if (!candidates->must[free_ones[i]])
			free_ones[n_free++] = free_ones[i];
	int ret = sn_related_init(&c.from, w, free_ones, n_free, err);
	if (!ret && rank_addresses(&c))
		ret = sn_error_memory(err);
	if (ret)
		goto out;
	if (need)
		c.n_preferred = prefer_one(c.preferred, w, c.from.free, c.from.n, need);
	if (need && !c.n_preferred && targets[0].max_inputs >= 2)
		c.n_preferred = prefer_pair(c.preferred, w, c.from.free, c.from.n, need);
	if (c.n_preferred)
		put_first(&c, w->outputs[c.preferred[0]].subaddress.minor);
	else if (targets[0].n_must)
		put_first(&c, w->outputs[targets[0].must[0]].subaddress.minor);
	size_t used = 0, count = 0;
	*found = true;
	for (size_t i = 0; *found && i < n; i++) {
		*found = pick(&c, picked + used, &count, &targets[i], i + 1 == n);
		used += count;
		ends[i] = used;
	}
	const struct sn_select_target *last = &targets[n - 1];
	if (*found && count == 1 && last->max_inputs >= 2 && last->may_add) {
		size_t place = second_place(&c, last, picked[used - 1]);
		if (place != SIZE_MAX) {
			picked[used++] = sn_related_take(&c.from, place);
			ends[n - 1] = used;
		}
	}
out:
	sn_related_free(&c.from);
	free(c.addresses);
	return ret;
}

/* ---------------------------------------------------------------- when that takes too many */

static int by_amount_down(const void *a, const void *b)
{
	const struct address *x = a, *y = b;
	return (x->balance < y->balance) - (x->balance > y->balance);
}

/* Select as few inputs as possible. */
static int pick_largest(size_t *picked, size_t *n, bool *found, const struct sn_wallet *w,
			const struct candidates *candidates, const struct sn_select_target *t,
			struct sn_error *err)
{
	const uint32_t *worth = candidates->all;
	const size_t n_worth = candidates->n_worth;
	/* Each entry has its place in `worth` instead of an address. */
	struct address *order = calloc(n_worth + 1, sizeof *order);
	uint64_t sum = 0;
	if (!order)
		return sn_error_memory(err);
	for (size_t i = 0; i < n_worth; i++)
		order[i] = (struct address){(uint32_t)i, w->outputs[worth[i]].amount};
	qsort(order, n_worth, sizeof *order, by_amount_down);
	*found = false;
	*n = 0;
	bool is_possible = t->n_must <= t->max_inputs;
	for (size_t i = 0; is_possible && i < t->n_must; i++) {
		picked[(*n)++] = t->must[i];
		is_possible = !__builtin_add_overflow(sum, w->outputs[t->must[i]].amount, &sum);
	}
	for (size_t i = 0; is_possible && !*found && i < n_worth && *n < t->max_inputs; i++) {
		if (candidates->must[worth[order[i].minor]])
			continue;
		picked[(*n)++] = worth[order[i].minor];
		if (__builtin_add_overflow(sum, order[i].balance, &sum))
			break;
		*found = sum >= sn_select_needed(t, *n);
	}
	free(order);
	return SN_OK;
}

/* Whether the funds suffice once all locked and reserved outputs and pending change are available. Frozen
 * outputs stay frozen. */
static bool is_matter_of_time(const struct sn_wallet *w, uint32_t account, uint64_t now, uint64_t have,
			      uint64_t need)
{
	struct sn_balance b;
	uint64_t all;
	sn_balance(&b, w, account, now);
	return __builtin_add_overflow(have, b.total - b.unlocked - b.frozen, &all) || all >= need;
}

/* The same for outputs that the user has chosen: without change. */
static bool are_chosen_in_time(const struct sn_wallet *w, uint32_t account, uint64_t now, uint64_t have,
			       uint64_t need, const bool *only)
{
	for (size_t i = 0; i < w->n_outputs; i++)
		if (only[i] && w->outputs[i].subaddress.major == account && sn_output_counts(w, i) &&
		    !sn_wallet_is_frozen(w, &w->outputs[i].key) && !sn_output_is_spendable(w, i, now) &&
		    __builtin_add_overflow(have, w->outputs[i].amount, &have))
			return true;
	return have >= need;
}

/* The sum of the candidates; saturates. */
static uint64_t sum_of(const struct sn_wallet *w, const uint32_t *candidates, size_t n)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < n; i++)
		if (__builtin_add_overflow(sum, w->outputs[candidates[i]].amount, &sum))
			return UINT64_MAX;
	return sum;
}

/* The first `n` candidates are worth spending; the others are dust. */
static int check_money(const struct sn_wallet *w, const uint32_t *candidates, size_t n, size_t n_all,
		       uint32_t account, uint64_t now, const struct sn_select_target *t, struct sn_error *err)
{
	uint64_t have = sum_of(w, candidates, n), dust = sum_of(w, candidates + n, n_all - n);
	uint64_t need = sn_select_needed(t, 1);
	uint64_t need_all = n ? sn_select_needed(t, n < t->max_inputs ? n : t->max_inputs) : need;
	char have_text[SN_AMOUNT_TEXT_MAX], need_text[SN_AMOUNT_TEXT_MAX], dust_text[SN_AMOUNT_TEXT_MAX];
	if (n && have >= need_all)
		return SN_OK;
	sn_amount_format(have_text, (struct sn_amount){have});
	need = have < need ? need : need_all;
	sn_amount_format(need_text, (struct sn_amount){need});
	sn_amount_format(dust_text, (struct sn_amount){dust});
	bool is_there_in_time = t->only ? are_chosen_in_time(w, account, now, have, need, t->only)
					: is_matter_of_time(w, account, now, have, need);
	int ret = sn_error_because(
		err, SN_REFUSED, is_there_in_time ? SN_REASON_NOT_ENOUGH_UNLOCKED : SN_REASON_NOT_ENOUGH,
		"insufficient %sfunds in %saccount %u: %s XMR available, %s%s XMR needed%s%s%s%s",
		is_there_in_time ? "unlocked " : "", t->only ? "the chosen outputs of " : "", account,
		have_text, t->fee_more ? "about " : "", need_text, t->fee_first ? " with the fee" : "",
		dust ? " (" : "", dust ? dust_text : "",
		dust ? " XMR more are in outputs that cost more to spend than they are worth)" : "");
	struct sn_balance b;
	if (t->only)
		return sn_error_hint(err, ret, "choose more outputs; wo-outputs lists them");
	sn_balance(&b, w, account, now);
	if (b.reserved)
		return sn_error_hint(err, ret, "wo-balance shows the outputs reserved for prepared payments");
	return b.frozen ? sn_error_hint(err, ret, "wo-outputs shows the frozen outputs") : ret;
}

static int refuse(const struct sn_wallet *w, const uint32_t *candidates, size_t n, size_t n_all,
		  uint32_t account, uint64_t now, const struct sn_select_target *t, struct sn_error *err)
{
	int ret = check_money(w, candidates, n, n_all, account, now, t, err);
	if (ret)
		return ret;
	return sn_error_hint(
		err,
		sn_error_set(err, SN_REFUSED,
			     "this payment needs more than %zu inputs, too many for one transaction",
			     t->max_inputs),
		"send less, or first join outputs with --sweep-all to your own address");
}

int sn_select_check_money(const struct sn_wallet *w, uint32_t account, uint64_t now,
			  const struct sn_select_target *target, struct sn_error *err)
{
	struct candidates c;
	/* The number of inputs is unknown; it is at least one. */
	struct sn_select_target least = *target;
	least.max_inputs = 1;
	int ret = list_candidates(&c, w, account, now, target, 1, err);
	if (!ret)
		ret = check_money(w, c.all, c.n_worth, c.n_all, account, now, &least, err);
	free_candidates(&c);
	return ret;
}

size_t sn_select_all(uint32_t *picked, size_t cap, const struct sn_wallet *w, uint32_t account, uint64_t now,
		     const bool *only)
{
	size_t n = 0;
	for (size_t i = 0; i < w->n_outputs && n < cap; i++)
		if (w->outputs[i].subaddress.major == account && (!only || only[i]) &&
		    sn_output_is_spendable(w, i, now))
			picked[n++] = (uint32_t)i;
	return n;
}

int sn_select_in_turn(size_t *picked, size_t *ends, bool *found, const struct sn_wallet *w, uint32_t account,
		      uint64_t now, const struct sn_select_target *targets, size_t n, struct sn_error *err)
{
	struct candidates c;
	int ret = list_candidates(&c, w, account, now, targets, n, err);
	if (!ret)
		ret = pick_in_turn(picked, ends, found, w, &c, targets, n, err);
	free_candidates(&c);
	return ret;
}

int sn_select(size_t *picked, size_t *n, const struct sn_wallet *w, uint32_t account, uint64_t now,
	      const struct sn_select_target *target, struct sn_error *err)
{
	bool found = false;
	struct candidates c;
	int ret = sn_select_in_turn(picked, n, &found, w, account, now, target, 1, err);
	if (ret || found)
		return ret;
	ret = list_candidates(&c, w, account, now, target, 1, err);
	if (!ret)
		ret = pick_largest(picked, n, &found, w, &c, target, err);
	/* Dust is normally not spent, but a single output of it may cover everything. */
	if (!ret && !found && !target->n_must &&
	    (found = prefer_one(picked, w, c.all, c.n_all, sn_select_needed(target, 1))))
		*n = 1;
	if (!ret && !found)
		ret = refuse(w, c.all, c.n_worth, c.n_all, account, now, target, err);
	free_candidates(&c);
	return ret;
}
