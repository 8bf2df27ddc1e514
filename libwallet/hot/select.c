#include "hot/select.h"

#include "chain/amount.h"
#include "hot/balance.h"

#include <sodium.h>
#include <stdlib.h>

/* How much two outputs give away about belonging together, from 0 to 5. */
static int relatedness(const struct sn_wallet_output *a, const struct sn_wallet_output *b)
{
	if (sn_hash_is_equal(&a->tx_hash, &b->tx_hash))
		return 5;
	uint64_t distance = a->height > b->height ? a->height - b->height : b->height - a->height;
	return distance == 0 ? 4 : distance == 1 ? 3 : distance < 10 ? 1 : 0;
}

uint64_t sn_select_needed(const struct sn_select_target *t, size_t n)
{
	uint64_t sum = t->fee_more, all;
	if (__builtin_mul_overflow(sum, (uint64_t)(n - 1), &sum) ||
	    __builtin_add_overflow(sum, t->fee_first, &sum) || __builtin_add_overflow(sum, t->amount, &all))
		return UINT64_MAX;
	return all;
}

/* Oldest that suffices alone. */
static bool pick_one(size_t *picked, const struct sn_wallet *w, const size_t *candidates, size_t n,
		     const struct sn_select_target *t)
{
	for (size_t i = 0; i < n; i++)
		if (w->outputs[candidates[i]].amount >= sn_select_needed(t, 1)) {
			picked[0] = candidates[i];
			return true;
		}
	return false;
}

/* Move what is worth spending to the front, in its order; returns how many those are. */
static size_t dust_last(const struct sn_wallet *w, size_t *candidates, size_t n, uint64_t dust)
{
	size_t worth = 0;
	for (size_t i = 0; i < n; i++) {
		size_t chosen = candidates[i];
		if (w->outputs[chosen].amount <= dust)
			continue;
		candidates[i] = candidates[worth];
		candidates[worth++] = chosen;
	}
	return worth;
}

#define PAIR_CANDIDATES 2000 /* the search is quadratic */

static bool pick_pair(size_t *picked, const struct sn_wallet *w, const size_t *candidates, size_t n,
		      const struct sn_select_target *t)
{
	int best = 5;
	if (n > PAIR_CANDIDATES)
		n = PAIR_CANDIDATES;
	for (size_t i = 0; i < n && best > 0; i++)
		for (size_t j = i + 1; j < n && best > 0; j++) {
			const struct sn_wallet_output *a = &w->outputs[candidates[i]];
			const struct sn_wallet_output *b = &w->outputs[candidates[j]];
			uint64_t sum;
			if (a->subaddress.minor != b->subaddress.minor ||
			    __builtin_add_overflow(a->amount, b->amount, &sum) || sum < sn_select_needed(t, 2))
				continue;
			int related = relatedness(a, b);
			if (related < best) {
				best = related;
				picked[0] = candidates[i];
				picked[1] = candidates[j];
			}
		}
	return best < 5;
}

static size_t largest(const struct sn_wallet *w, const size_t *candidates, size_t n)
{
	size_t at = 0;
	for (size_t i = 1; i < n; i++)
		if (w->outputs[candidates[i]].amount > w->outputs[candidates[at]].amount)
			at = i;
	return at;
}

/* Position of a random one among the least related that `minor` received; n when it has none left. */
static size_t least_related(const struct sn_wallet *w, const size_t *candidates, const int *related, size_t n,
			    uint32_t minor)
{
	int best = 6;
	size_t count = 0, choice = n;
	for (size_t i = 0; i < n; i++) {
		if (related[i] > best || w->outputs[candidates[i]].subaddress.minor != minor)
			continue;
		if (related[i] < best) {
			best = related[i];
			count = 0;
		}
		/* Reservoir sampling: each of `count` equals is kept with probability 1/count. */
		if (randombytes_uniform((uint32_t)++count) == 0)
			choice = i;
	}
	return choice;
}

/* Add one by one, one subaddress after the other, beginning with that of the largest output: addresses spent
 * together are seen to belong together. `largest_first` instead when that would take too many. */
static bool pick_many(size_t *picked, size_t *n_picked, const struct sn_wallet *w, size_t *candidates,
		      int *related, size_t n, const struct sn_select_target *t, bool largest_first)
{
	uint64_t sum = 0;
	uint32_t minor = n ? w->outputs[candidates[largest(w, candidates, n)]].subaddress.minor : 0;
	*n_picked = 0;
	for (size_t i = 0; i < n; i++)
		related[i] = 0;
	while (n > 0 && *n_picked < t->max_inputs) {
		size_t at = largest_first ? n : least_related(w, candidates, related, n, minor);
		if (at == n) {
			at = largest(w, candidates, n);
			minor = w->outputs[candidates[at]].subaddress.minor;
		}
		size_t chosen = candidates[at];
		candidates[at] = candidates[--n];
		related[at] = related[n];
		candidates[n] = chosen; /* kept behind the end: a second attempt finds all of them */
		picked[(*n_picked)++] = chosen;
		if (__builtin_add_overflow(sum, w->outputs[chosen].amount, &sum))
			return false;
		if (sum >= sn_select_needed(t, *n_picked))
			return true;
		for (size_t i = 0; i < n; i++) {
			int r = relatedness(&w->outputs[candidates[i]], &w->outputs[chosen]);
			if (r > related[i])
				related[i] = r;
		}
	}
	return false;
}

static bool has_reservations(const struct sn_wallet *w, uint32_t account, uint64_t now)
{
	struct sn_balance b;
	sn_balance(&b, w, account, now);
	return b.reserved > 0;
}

/* Would it suffice, were all that is locked, reserved or on its way back as change there already? */
static bool is_matter_of_time(const struct sn_wallet *w, uint32_t account, uint64_t now, uint64_t have, uint64_t need)
{
	struct sn_balance b;
	uint64_t all;
	sn_balance(&b, w, account, now);
	return __builtin_add_overflow(have, b.total - b.unlocked, &all) || all >= need;
}

/* What candidates add up to; saturates. */
static uint64_t sum_of(const struct sn_wallet *w, const size_t *candidates, size_t n)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < n; i++)
		if (__builtin_add_overflow(sum, w->outputs[candidates[i]].amount, &sum))
			return UINT64_MAX;
	return sum;
}

/* The first `n` candidates are worth spending, the dust follows. */
static int check_money(const struct sn_wallet *w, const size_t *candidates, size_t n, size_t n_all, uint32_t account,
		       uint64_t now, const struct sn_select_target *t, struct sn_error *err)
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
	bool is_there_in_time = is_matter_of_time(w, account, now, have, need);
	return sn_error_because(err, SN_REFUSED,
				is_there_in_time ? SN_REASON_NOT_ENOUGH_UNLOCKED : SN_REASON_NOT_ENOUGH,
				"not enough %smoney in account %u: %s XMR can be spent now, %s are needed with "
				"the fee%s%s%s%s",
				is_there_in_time ? "unlocked " : "", account, have_text, need_text, dust ? " (another " : "", dust ? dust_text : "",
				dust ? " are in outputs that cost more to spend than they hold)" : "",
				has_reservations(w, account, now) ? "; more is reserved for prepared payments, see wo-balance" : "");
}

static int refuse(const struct sn_wallet *w, const size_t *candidates, size_t n, size_t n_all, uint32_t account,
		  uint64_t now, const struct sn_select_target *t, struct sn_error *err)
{
	int ret = check_money(w, candidates, n, n_all, account, now, t, err);
	return ret ? ret
		   : sn_error_set(err, SN_REFUSED,
				  "this payment needs more than %zu inputs, too large for one transaction: "
				  "send less, or join outputs with --sweep-all to an own address first",
				  t->max_inputs);
}

int sn_select_check_money(const struct sn_wallet *w, uint32_t account, uint64_t now,
			  const struct sn_select_target *target, struct sn_error *err)
{
	size_t *candidates = calloc(w->n_outputs + 1, sizeof *candidates);
	if (!candidates)
		return sn_error_memory(err);
	size_t n_all = sn_select_all(candidates, w->n_outputs, w, account, now);
	size_t worth = dust_last(w, candidates, n_all, target->dust);
	/* Whether it takes all of them is not known: that one suffices at least. */
	struct sn_select_target least = *target;
	least.max_inputs = 1;
	int ret = check_money(w, candidates, worth, n_all, account, now, &least, err);
	free(candidates);
	return ret;
}

size_t sn_select_all(size_t *picked, size_t cap, const struct sn_wallet *w, uint32_t account, uint64_t now)
{
	size_t n = 0;
	for (size_t i = 0; i < w->n_outputs && n < cap; i++)
		if (w->outputs[i].subaddress.major == account && sn_output_is_spendable(w, i, now))
			picked[n++] = i;
	return n;
}

int sn_select(size_t *picked, size_t *n, const struct sn_wallet *w, uint32_t account, uint64_t now,
	      const struct sn_select_target *target, struct sn_error *err)
{
	int ret = SN_OK;
	size_t *candidates = calloc(w->n_outputs + 1, sizeof *candidates);
	int *related = calloc(w->n_outputs + 1, sizeof *related);
	if (!candidates || !related) {
		ret = sn_error_memory(err);
		goto out;
	}
	size_t n_all = sn_select_all(candidates, w->n_outputs, w, account, now);
	if (pick_one(picked, w, candidates, n_all, target)) {
		*n = 1;
		goto out;
	}
	size_t worth = dust_last(w, candidates, n_all, target->dust);
	if (target->max_inputs >= 2 && pick_pair(picked, w, candidates, worth, target))
		*n = 2;
	else if (!pick_many(picked, n, w, candidates, related, worth, target, false) &&
		 !pick_many(picked, n, w, candidates, related, worth, target, true))
		ret = refuse(w, candidates, worth, n_all, account, now, target, err);
out:
	free(candidates);
	free(related);
	return ret;
}
