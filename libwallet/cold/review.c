#include "cold/review.h"

#include "base/seam.h"
#include "base/secret.h"
#include "base/wide.h"
#include "cold/input.h"
#include "cold/review_rules.h"
#include "handoff/plan.h"

#include <stdlib.h>
#include <string.h>

uint64_t sn_review_fee_per_byte(const struct sn_review_tx *tx)
{
	return tx->weight ? tx->fee / tx->weight + (tx->fee % tx->weight != 0) : 0;
}

bool sn_review_fee_is_high(const struct sn_review_tx *tx)
{
	return tx->fee > (uint64_t)tx->weight * SN_LOWEST_FEE_PER_BYTE * SN_HIGH_FEE_FACTOR;
}

size_t sn_review_lookalikes(const struct sn_review_tx *tx)
{
	size_t n = 0;
	for (size_t i = 0; i < tx->n_destinations; i++)
		n += tx->destinations[i].acquaintance == SN_LOOKALIKE;
	return n;
}

uint64_t sn_review_fee_share(uint64_t fee, uint64_t amount)
{
	if (!amount)
		return fee ? UINT64_MAX : 0;
	return sn_wide_div(sn_wide_add(sn_wide_mul(fee, 10000), amount - 1), amount);
}

/* Check the rings, then open the inputs before the first bad ring: of several bad inputs, the first counts.
 */
static int open_inputs(struct sn_opened_input *opened, size_t *bad, const struct sn_account *account,
		       const struct sn_unsigned_tx *tx, struct sn_error *err)
{
	struct sn_error of_ring = {0};
	size_t good = 0;
	int ret = SN_OK;
	while (good < tx->n_inputs && !(ret = sn_input_check_ring(&tx->inputs[good], &of_ring)))
		good++;
	int opening = sn_inputs_open(opened, bad, account, tx->inputs, good, err);
	if (opening || !ret)
		return opening;
	*bad = good;
	if (err)
		*err = of_ring;
	return ret;
}

static int review_inputs(struct sn_review_tx *out, struct sn_review_spent *spent,
			 const struct sn_account *account, const struct sn_unsigned_tx *tx,
			 struct sn_error *err)
{
	struct sn_opened_input *opened = calloc(tx->n_inputs ? tx->n_inputs : 1, sizeof *opened);
	size_t bad = 0;
	if (!opened)
		return sn_error_memory(err);
	out->n_inputs = tx->n_inputs;
	int ret = open_inputs(opened, &bad, account, tx, err);
	for (size_t i = 0; !ret && i < tx->n_inputs; i++) {
		spent[i].key = opened[i].key;
		SN_PUBLIC(&spent[i].key, sizeof spent[i].key);
		bad = i;
		ret = sn_review_input(out, tx->inputs[i].subaddress, tx->inputs[i].amount, i == 0, err);
	}
	sn_wipe(opened, tx->n_inputs * sizeof *opened);
	free(opened);
	return ret && ret != SN_IO && tx->n_inputs > 1 ? sn_error_prefix(err, ret, "input %zu", bad + 1)
						       : ret;
}

static int review_destinations(struct sn_review_tx *out, const struct sn_review_job *job,
			       const struct sn_unsigned_tx *tx, struct sn_error *err)
{
	out->destinations = calloc(tx->n_destinations ? tx->n_destinations : 1, sizeof *out->destinations);
	if (!out->destinations)
		return sn_error_memory(err);
	out->n_destinations = tx->n_destinations;
	for (size_t i = 0; i < tx->n_destinations; i++) {
		out->destinations[i].address = tx->destinations[i].address;
		out->destinations[i].amount = tx->destinations[i].amount;
	}
	return sn_review_destinations(out, job, err);
}

static int review_change(struct sn_review_tx *out, const struct sn_account *account,
			 const struct sn_unsigned_tx *tx, struct sn_error *err)
{
	if (!tx->has_change)
		return SN_OK;
	if (tx->change == 0)
		return sn_error_set(err, SN_REFUSED, "the change is zero");
	return sn_review_change(out, account, tx->change, tx->change_to, err);
}

static int review_tx(struct sn_review_tx *out, struct sn_review_spent *spent, const struct sn_review_job *job,
		     size_t i, struct sn_error *err)
{
	const struct sn_unsigned_set *set = job->set;
	const struct sn_unsigned_tx *tx = &set->txs[i];
	struct sn_tx_plan plan;
	int ret = review_inputs(out, spent, job->account, tx, err);
	if (!ret)
		ret = review_destinations(out, job, tx, err);
	if (!ret)
		ret = review_change(out, job->account, tx, err);
	out->fee = tx->fee;
	out->unlock_time = tx->unlock_time;
	if (!ret)
		ret = sn_review_sums(out, err);
	if (!ret)
		ret = sn_tx_plan(&plan, job->account, tx, err);
	if (ret)
		return ret;
	out->weight = plan.weight;
	return sn_review_limits(out, SN_TX_WEIGHT_MAX, job->limits, err);
}

static size_t n_inputs(const void *set, size_t i)
{
	return ((const struct sn_unsigned_set *)set)->txs[i].n_inputs;
}

static uint32_t account_of(const void *set, size_t i)
{
	const struct sn_unsigned_tx *tx = &((const struct sn_unsigned_set *)set)->txs[i];
	return tx->n_inputs ? tx->inputs[0].subaddress.major : 0;
}

static int by_point(const void *key, const void *spent)
{
	return memcmp(key, ((const struct sn_review_spent *)spent)->key.b, sizeof(struct sn_point));
}

/* Count ring members in `spent`, except the real one of each input. They are useless as decoys: an observer
 * who sees that another transaction spends them excludes them. */
static size_t count_own_decoys(const struct sn_unsigned_tx *tx, const struct sn_review_spent *spent, size_t n)
{
	size_t found = 0;
	for (size_t i = 0; i < tx->n_inputs; i++)
		for (size_t j = 0; j < tx->inputs[i].n_ring; j++)
			found += bsearch(tx->inputs[i].ring[j].key.b, spent, n, sizeof *spent, by_point) !=
				 NULL;
	return found - tx->n_inputs;
}

static void finish(struct sn_review *review, const void *set, const struct sn_review_spent *spent, size_t n)
{
	for (size_t i = 0; i < review->n; i++)
		review->txs[i].own_decoys =
			count_own_decoys(&((const struct sn_unsigned_set *)set)->txs[i], spent, n);
}

int sn_review(struct sn_review *review, const struct sn_account *account, const struct sn_unsigned_set *set,
	      const struct sn_limits *limits, unsigned jobs, struct sn_error *err)
{
	static const struct sn_review_format rings = {n_inputs, account_of, review_tx, finish};
	return sn_review_run(review, &rings, account, set, set->n, limits, jobs, err);
}
