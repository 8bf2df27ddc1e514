#include "hot/sweep.h"

#include "handoff/envelope.h"
#include "handoff/unsigned_set.h"
#include "hot/balance.h"

#include <assert.h>
#include <stdlib.h>

/* The most bytes in an unsigned set (handoff/unsigned_set.c): of an input, numbers at their longest; of a transaction that
 * pays one destination. */
enum {
	INPUT_BYTES_MAX = 32 + 3 * 5 + 10 + 1 + 32 + 1 + SN_RING_SIZE * (10 + 64),
	TX_BYTES_MAX = 2 + 1 + (1 + 64 + SN_PAYMENT_ID_BYTES + 10) + 10 + 2 * 5 + 10 + 10,
};

static_assert(SN_SWEEP_INPUTS_MAX <= SN_SET_INPUTS_MAX, "a set may hold as many");
static_assert(2 + SN_SET_TXS_MAX * TX_BYTES_MAX + SN_SWEEP_INPUTS_MAX * INPUT_BYTES_MAX <= SN_ENVELOPE_CONTENT_MAX,
	      "a file has room for all of it");

/* What is to be sorted: an output and its account. */
struct candidate {
	uint32_t account;
	size_t output;
};

static int by_account(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;
	if (x->account != y->account)
		return x->account < y->account ? -1 : 1;
	return (x->output > y->output) - (x->output < y->output);
}

void sn_output_sum_add(struct sn_output_sum *sum, uint64_t amount)
{
	sum->n++;
	if (__builtin_add_overflow(sum->amount, amount, &sum->amount))
		sum->amount = UINT64_MAX;
}

/* One account's outputs, as far as there is room. */
static void divide_account(struct sn_sweep *sweep, const struct sn_wallet *w, const struct candidate *own,
			   size_t n, size_t max_inputs)
{
	size_t used = sweep->n_txs ? sweep->ends[sweep->n_txs - 1] : 0;
	size_t room = SN_SWEEP_INPUTS_MAX - used, take = n < room ? n : room;
	if ((take + max_inputs - 1) / max_inputs > SN_SET_TXS_MAX - sweep->n_txs)
		take = (SN_SET_TXS_MAX - sweep->n_txs) * max_inputs;
	size_t parts = (take + max_inputs - 1) / max_inputs;
	for (size_t i = 0; i < take; i++)
		sweep->picked[used + i] = own[i].output;
	for (size_t i = 0; i < parts; i++)
		sweep->ends[sweep->n_txs++] = used + take * (i + 1) / parts;
	for (size_t i = take; i < n; i++)
		sn_output_sum_add(&sweep->rest, w->outputs[own[i].output].amount);
}

int sn_sweep_plan(struct sn_sweep *sweep, const struct sn_wallet *w, int64_t account, uint64_t now,
		  size_t max_inputs, uint64_t dust, struct sn_error *err)
{
	struct candidate *all = calloc(w->n_outputs + 1, sizeof *all);
	size_t n = 0, next;
	*sweep = (struct sn_sweep){
		.picked = calloc(SN_SWEEP_INPUTS_MAX, sizeof *sweep->picked),
		.ends = calloc(SN_SET_TXS_MAX, sizeof *sweep->ends),
	};
	if (!all || !sweep->picked || !sweep->ends) {
		free(all);
		return sn_error_memory(err);
	}
	for (size_t i = 0; i < w->n_outputs; i++) {
		if (account >= 0 && w->outputs[i].subaddress.major != account)
			continue;
		if (!sn_output_is_spendable(w, i, now))
			continue;
		if (w->outputs[i].amount > dust)
			all[n++] = (struct candidate){w->outputs[i].subaddress.major, i};
		else
			sn_output_sum_add(&sweep->dust, w->outputs[i].amount);
	}
	qsort(all, n, sizeof *all, by_account);
	for (size_t i = 0; i < n; i = next) {
		for (next = i; next < n && all[next].account == all[i].account; next++)
			;
		divide_account(sweep, w, all + i, next - i, max_inputs);
	}
	free(all);
	return SN_OK;
}

void sn_sweep_free(struct sn_sweep *sweep)
{
	free(sweep->picked);
	free(sweep->ends);
	*sweep = (struct sn_sweep){0};
}
