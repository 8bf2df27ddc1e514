#include "hot/batch_selection.h"

#include "chain/amount.h"

#include <stdlib.h>
#include <string.h>

/* An output or a transaction. */
struct ranked {
	uint64_t amount; /* its value, or the amount needed */
	size_t at;
};

struct division {
	const struct sn_wallet *w;
	const struct sn_select_target *targets;
	const struct ranked *order; /* transactions, smallest amount first */
	size_t n;
	struct ranked *free; /* unused outputs, smallest first */
	size_t n_free;
	size_t *picked, *starts,
		/* indices of the transactions in selection order; transaction i has counts[i] outputs from
		 * starts[i] */
		*counts;
	size_t n_picked;
	bool *must; /* outputs that one of the transactions must spend: sn_select_mark_must */
};

static int by_amount(const void *a, const void *b)
{
	const struct ranked *p = a, *q = b;
	if (p->amount != q->amount)
		return p->amount < q->amount ? -1 : 1;
	return p->at < q->at ? -1 : p->at > q->at;
}

/* Index of the first free output of at least `amount`, or n_free. */
static size_t smallest_from(const struct division *d, uint64_t amount)
{
	size_t low = 0, high = d->n_free;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (d->free[middle].amount >= amount)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static void take(struct division *d, size_t at)
{
	d->picked[d->n_picked++] = d->free[at].at;
	memmove(&d->free[at], &d->free[at + 1], (--d->n_free - at) * sizeof *d->free);
}

static bool serve(struct division *d, size_t tx)
{
	const struct sn_select_target *t = &d->targets[tx];
	uint64_t sum = 0;
	d->starts[tx] = d->n_picked;
	d->counts[tx] = t->n_must;
	for (size_t i = 0; i < t->n_must; i++) {
		d->picked[d->n_picked++] = t->must[i];
		if (__builtin_add_overflow(sum, d->w->outputs[t->must[i]].amount, &sum))
			return false;
	}
	if (t->n_must && t->n_must <= t->max_inputs && sum >= sn_select_needed(t, t->n_must))
		return true;
	while (d->counts[tx] < t->max_inputs && d->n_free) {
		uint64_t needed = sn_select_needed(t, ++d->counts[tx]);
		size_t at = smallest_from(d, needed - sum);
		bool is_enough = at < d->n_free;
		if (!is_enough)
			at = d->n_free - 1;
		if (__builtin_add_overflow(sum, d->free[at].amount, &sum))
			return false;
		take(d, at);
		if (is_enough)
			return true;
	}
	return false;
}

/* Returns the number of transactions that get enough. */
static size_t divide(struct division *d, bool dearest_first)
{
	d->n_picked = 0;
	for (size_t i = 0; i < d->n; i++)
		if (!serve(d, d->order[dearest_first ? d->n - 1 - i : i].at))
			return i;
	return d->n;
}

static void hand_over(struct sn_batch_selection *chosen, const struct division *d)
{
	size_t end = 0;
	for (size_t i = 0; i < d->n; i++) {
		memcpy(chosen->picked + end, d->picked + d->starts[i], d->counts[i] * sizeof *chosen->picked);
		chosen->ends[i] = end += d->counts[i];
	}
}

static int refuse(const struct ranked *order, size_t n, size_t n_outputs, size_t served, uint32_t account,
		  struct sn_error *err)
{
	char least[SN_AMOUNT_TEXT_MAX], most[SN_AMOUNT_TEXT_MAX];
	sn_amount_format(least, (struct sn_amount){order[0].amount});
	sn_amount_format(most, (struct sn_amount){order[n - 1].amount});
	return sn_error_hint(
		err,
		sn_error_set(
			err, SN_REFUSED,
			"%s: %zu transactions of %s to %s XMR need separate outputs; the %zu unlocked output%s of account %u cover%s %zu of them",
			n_outputs < n ? "too few outputs" : "the outputs cannot be divided in this way", n,
			least, most, n_outputs, SN_PLURAL(n_outputs), account, n_outputs == 1 ? "s" : "",
			served),
		"first pay your own address the missing number of such amounts, up to 15 at once; retry 10 blocks later");
}

/* Add the targets, as if they were one transaction. */
static struct sn_select_target sum_of(const struct sn_select_target *targets, size_t n)
{
	struct sn_select_target sum = {.fee_more = targets[0].fee_more,
				       .dust = targets[0].dust,
				       .max_inputs = SIZE_MAX,
				       .only = targets[0].only};
	for (size_t i = 0; i < n; i++)
		if (__builtin_add_overflow(sum.amount, targets[i].amount, &sum.amount) ||
		    __builtin_add_overflow(sum.fee_first, targets[i].fee_first, &sum.fee_first))
			sum.amount = UINT64_MAX;
	return sum;
}

/* Make all outputs free that are worth spending, and that no transaction must spend. Returns their number. */
static size_t rank_outputs(struct division *d, const uint32_t *spendable, size_t n, uint64_t dust)
{
	d->n_free = 0;
	for (size_t i = 0; i < n; i++) {
		uint64_t amount = d->w->outputs[spendable[i]].amount;
		if (amount > dust && !d->must[spendable[i]])
			d->free[d->n_free++] = (struct ranked){amount, spendable[i]};
	}
	qsort(d->free, d->n_free, sizeof *d->free, by_amount);
	return d->n_free;
}

int sn_select_batch(struct sn_batch_selection *chosen, const struct sn_wallet *w, uint32_t account,
		    uint64_t now, const struct sn_select_target *targets, size_t n, struct sn_error *err)
{
	*chosen = (struct sn_batch_selection){.picked = calloc(w->n_outputs + 1, sizeof *chosen->picked),
					      .ends = calloc(n, sizeof *chosen->ends)};
	uint32_t *spendable = calloc(w->n_outputs + 1, sizeof *spendable);
	struct ranked *order = calloc(n, sizeof *order);
	struct division d = {
		.w = w,
		.targets = targets,
		.order = order,
		.n = n,
		.free = calloc(w->n_outputs + 1, sizeof *d.free),
		.picked = calloc(w->n_outputs + 1, sizeof *d.picked),
		.starts = calloc(n, sizeof *d.starts),
		.counts = calloc(n, sizeof *d.counts),
		.must = sn_select_mark_must(w, targets, n),
	};
	int ret = SN_OK;
	if (!chosen->picked || !chosen->ends || !spendable || !order || !d.free || !d.picked || !d.starts ||
	    !d.counts || !d.must) {
		ret = sn_error_memory(err);
		goto out;
	}
	const struct sn_select_target sum = sum_of(targets, n);
	bool found;
	ret = sn_select_check_money(w, account, now, &sum, err);
	if (!ret)
		ret = sn_select_in_turn(chosen->picked, chosen->ends, &found, w, account, now, targets, n,
					err);
	if (ret || (found && chosen->ends[n - 1] <= SN_BATCH_INPUTS_MAX))
		goto out;
	for (size_t i = 0; i < n; i++)
		order[i] = (struct ranked){sn_select_needed(&targets[i], 1), i};
	qsort(order, n, sizeof *order, by_amount);

	size_t n_spendable = sn_select_all(spendable, w->n_outputs, w, account, now, sum.only), n_worth = 0,
	       served = 0;
	for (int attempt = 0; attempt < 2 && served < n; attempt++) {
		n_worth = rank_outputs(&d, spendable, n_spendable, sum.dust);
		size_t now_served = divide(&d, attempt == 0);
		if (now_served > served)
			served = now_served;
	}
	if (served < n)
		ret = refuse(order, n, n_worth, served, account, err);
	else if (d.n_picked > SN_BATCH_INPUTS_MAX)
		ret = sn_error_hint(
			err,
			sn_error_set(err, SN_REFUSED,
				     "the payment needs more than %d inputs, too many for one file",
				     SN_BATCH_INPUTS_MAX),
			"pay fewer recipients at once");
	else
		hand_over(chosen, &d);
out:
	free(spendable);
	free(order);
	free(d.free);
	free(d.picked);
	free(d.starts);
	free(d.counts);
	free(d.must);
	return ret;
}

void sn_batch_selection_free(struct sn_batch_selection *chosen)
{
	free(chosen->picked);
	free(chosen->ends);
	*chosen = (struct sn_batch_selection){0};
}
