/* The limits of a policy on a period, by the judge's own memory of what was signed. */
#include "judge.h"

#define DAY 86400

typedef unsigned __int128 wide;

/* Counted from the time on at which the period begins; nothing in the memory is later than now. */
static uint64_t first_second(const struct rules *r, uint64_t now)
{
	if (!r->period)
		return now / DAY * DAY;
	return now < r->period ? 0 : now - r->period + 1;
}

static void count_set(wide use[static 3], const struct sn_unsigned_set *asked)
{
	for (size_t i = 0; i < asked->n; i++) {
		for (size_t j = 0; j < asked->txs[i].n_destinations; j++)
			use[0] += asked->txs[i].destinations[j].amount;
		use[1] += asked->txs[i].fee;
		use[2]++;
	}
}

bool judge_period(struct verdict *v, const struct forge *f, const struct past *past,
		  const struct sn_unsigned_set *asked, const struct sn_hash *digest,
		  const struct shown_period *shown)
{
	const struct rules *r = &f->rules;
	const bool is_known = past_knows(past, digest);
	wide use[3] = {0};
	if (!f->has_rules || !r->has_period)
		return !shown->is_there || wrong(v, "it shows limits that nobody set");
	const uint64_t since = first_second(r, past_time(past, f->clock));
	for (size_t i = 0; i < past->n; i++)
		for (size_t k = 0; k < 3 && past->txs[i].time >= since; k++)
			use[k] += past->txs[i].use[k];
	if (!is_known)
		count_set(use, asked);
	for (size_t k = 0; k < 3; k++) {
		const uint64_t max = r->max_in_period[k];
		if (max != NO_BOUND && !is_known && use[k] > max)
			return wrong(v, "the policy does not allow so much in a period");
		if (shown->has[k] != (max != NO_BOUND) ||
		    (shown->has[k] && (shown->max[k] != max || shown->used[k] != use[k] ||
				       shown->left[k] != (use[k] < max ? max - (uint64_t)use[k] : 0))))
			return wrong(v, "what is left of a limit is not shown, or not right");
	}
	return (shown->is_there && shown->since == since && shown->signed_before == is_known) ||
	       wrong(v, "the period is not shown, or not right");
}
