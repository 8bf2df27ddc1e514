#include "hot/sweep.h"

#include "handoff/envelope.h"
#include "handoff/unsigned_set.h"
#include "hot/balance.h"
#include "hot/related.h"

#include <assert.h>
#include <stdlib.h>

/* Maximum number of bytes in an unsigned set (handoff/unsigned_set.c): of an input, with all numbers at their
 * longest; of a transaction with one destination. */
enum {
	INPUT_BYTES_MAX = 32 + 3 * 5 + 10 + 1 + 32 + 1 + SN_RING_SIZE * (10 + 64),
	TX_BYTES_MAX = 2 + 1 + (1 + 64 + SN_PAYMENT_ID_BYTES + 10) + 10 + 2 * 5 + 10 + 10,
};

static_assert(SN_SWEEP_INPUTS_MAX <= SN_SET_INPUTS_MAX, "a set may hold as many");
static_assert(2 + SN_SET_TXS_MAX * TX_BYTES_MAX + SN_SWEEP_INPUTS_MAX * INPUT_BYTES_MAX <=
		      SN_ENVELOPE_CONTENT_MAX,
	      "a file has room for all of it");

/* An output for sorting, with the group with which it may share a transaction. The primary address is
 * last. */
struct candidate {
	uint32_t account, address;
	size_t output;
};

static bool is_of_one_group(const struct candidate *a, const struct candidate *b)
{
	return a->account == b->account && a->address == b->address;
}

static int by_group(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;
	if (x->account != y->account)
		return x->account < y->account ? -1 : 1;
	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	return (x->output > y->output) - (x->output < y->output);
}

void sn_output_sum_add(struct sn_output_sum *sum, uint64_t amount)
{
	sum->n++;
	if (__builtin_add_overflow(sum->amount, amount, &sum->amount))
		sum->amount = UINT64_MAX;
}

/* Distribute the outputs of one group over transactions, as far as there is room. */
static int divide_group(struct sn_sweep *sweep, const struct sn_wallet *w, const struct candidate *own,
			size_t n, size_t max_inputs, struct sn_error *err)
{
	uint32_t *outputs = calloc(n, sizeof *outputs);
	struct sn_related r = {0};
	if (!outputs)
		return sn_error_memory(err);
	for (size_t i = 0; i < n; i++)
		outputs[i] = (uint32_t)own[i].output;
	int ret = sn_related_init(&r, w, outputs, n, err);
	size_t used = sweep->n_txs ? sweep->ends[sweep->n_txs - 1] : 0;
	while (!ret && r.n && sweep->n_txs < SN_SET_TXS_MAX && used < SN_SWEEP_INPUTS_MAX) {
		sn_related_begin(&r);
		for (size_t i = 0; i < max_inputs && r.n && used < SN_SWEEP_INPUTS_MAX; i++)
			sweep->picked[used++] =
				sn_related_take(&r, sn_related_next(&r, -1, SN_RELATED_BY_LOT));
		sweep->ends[sweep->n_txs++] = used;
	}
	for (size_t i = 0; !ret && i < r.n; i++)
		sn_output_sum_add(&sweep->rest, w->outputs[r.free[i]].amount);
	sn_related_free(&r);
	return ret;
}

int sn_sweep_plan(struct sn_sweep *sweep, const struct sn_wallet *w, uint64_t now,
		  const struct sn_sweep_terms *terms, struct sn_error *err)
{
	struct candidate *all = calloc(w->n_outputs + 1, sizeof *all);
	size_t n = 0, next;
	int ret = SN_OK;
	*sweep = (struct sn_sweep){
		.picked = calloc(SN_SWEEP_INPUTS_MAX, sizeof *sweep->picked),
		.ends = calloc(SN_SET_TXS_MAX, sizeof *sweep->ends),
	};
	if (!all || !sweep->picked || !sweep->ends) {
		free(all);
		return sn_error_memory(err);
	}
	for (size_t i = 0; i < w->n_outputs; i++) {
		const struct sn_wallet_output *o = &w->outputs[i];
		if ((terms->account >= 0 && o->subaddress.major != terms->account) ||
		    (terms->only && !terms->only[i]) || !sn_output_is_spendable(w, i, now))
			continue;
		if (o->amount <= terms->dust) {
			sn_output_sum_add(&sweep->dust, o->amount);
			continue;
		}
		uint32_t address =
			terms->join_addresses ? 0 : o->subaddress.minor - 1; /* 0 becomes the highest */
		all[n++] = (struct candidate){o->subaddress.major, address, i};
	}
	qsort(all, n, sizeof *all, by_group);
	for (size_t i = 0; !ret && i < n; i = next) {
		for (next = i; next < n && is_of_one_group(&all[next], &all[i]); next++)
			;
		ret = divide_group(sweep, w, all + i, next - i, terms->max_inputs, err);
	}
	free(all);
	return ret;
}

void sn_sweep_free(struct sn_sweep *sweep)
{
	free(sweep->picked);
	free(sweep->ends);
	*sweep = (struct sn_sweep){0};
}
