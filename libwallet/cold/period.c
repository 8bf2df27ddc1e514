#include "cold/period.h"

#include "base/date.h"
#include "base/wide.h"
#include "chain/amount.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define DAY_SECONDS 86400

static uint64_t part(const struct sn_signing_entry *entry, enum sn_period_limit limit)
{
	return limit == SN_PERIOD_AMOUNT ? entry->amount : limit == SN_PERIOD_FEE ? entry->fee : 1;
}

/* `time` is not later than `now`. */
static bool is_within(const struct sn_policy_period *period, uint64_t time, uint64_t now)
{
	return period->seconds ? now - time < period->seconds : time / DAY_SECONDS == now / DAY_SECONDS;
}

static uint64_t begin(const struct sn_policy_period *period, uint64_t now)
{
	if (!period->seconds)
		return now - now % DAY_SECONDS;
	return now >= period->seconds ? now - period->seconds + 1 : 0;
}

/* The first second at which `time` is no longer within the period; UINT64_MAX: none that counts. */
static uint64_t end(const struct sn_policy_period *period, uint64_t time)
{
	const uint64_t left = period->seconds ? period->seconds : DAY_SECONDS - time % DAY_SECONDS;
	return time > UINT64_MAX - left ? UINT64_MAX : time + left;
}

/* Whether more was used than the limit allows. The journal has fewer than 2^64 entries, so no sum of them
 * overflows. */
static bool is_above(struct sn_wide used, uint64_t limit)
{
	return used.high || used.low > limit;
}

static int by_time(const void *a, const void *b)
{
	const struct sn_signing_entry *const *x = a, *const *y = b;
	return ((*x)->time > (*y)->time) - ((*x)->time < (*y)->time);
}

/* Find the time from which on all limits allow `wanted`: the oldest entries leave the period first. Or set
 * `*is_ever` to false: they never do. */
static int find_time(uint64_t *time, bool *is_ever, const struct sn_policy_period *period,
		     const struct sn_signing_journal *journal, uint64_t now,
		     const struct sn_wide used[SN_PERIOD_LIMITS],
		     const uint64_t wanted[static SN_PERIOD_LIMITS], struct sn_error *err)
{
	size_t n, n_within = 0;
	const struct sn_signing_entry *entries = sn_signing_journal_entries(journal, &n);
	const struct sn_signing_entry **within = calloc(n + 1, sizeof *within);
	*time = now;
	*is_ever = true;
	if (!within)
		return sn_error_memory(err);
	for (size_t i = 0; i < n; i++)
		if (is_within(period, entries[i].time, now))
			within[n_within++] = &entries[i];
	qsort(within, n_within, sizeof *within, by_time);
	for (size_t i = 0; i < SN_PERIOD_LIMITS; i++) {
		struct sn_wide left = used[i];
		size_t at = 0;
		if (!period->has[i])
			continue;
		for (; at < n_within && is_above(sn_wide_add(left, wanted[i]), period->limit[i]); at++)
			left = sn_wide_sub(left, part(within[at], i));
		*is_ever &= wanted[i] <= period->limit[i];
		if (at && end(period, within[at - 1]->time) > *time)
			*time = end(period, within[at - 1]->time);
	}
	free(within);
	return SN_OK;
}

static int set_message(enum sn_period_limit limit, uint64_t bound, uint64_t used, uint64_t wanted,
		       uint64_t since, struct sn_error *err)
{
	static const char *const names[] = {[SN_PERIOD_AMOUNT] = "amount", [SN_PERIOD_FEE] = "fee"};
	char date[SN_DATE_TEXT_MAX], texts[3][SN_AMOUNT_TEXT_MAX];
	const uint64_t amounts[] = {wanted, used, bound};
	sn_date_time_format(date, since);
	if (limit == SN_PERIOD_TRANSACTIONS)
		return sn_error_set(err, SN_REFUSED,
				    "policy: %" PRIu64 " transaction%s, plus %" PRIu64
				    " signed since %s, are more than %s, %" PRIu64,
				    wanted, SN_PLURAL(wanted), used, date, sn_policy_period_key(limit),
				    bound);
	for (size_t i = 0; i < 3; i++)
		sn_amount_format(texts[i], (struct sn_amount){amounts[i]});
	return sn_error_set(err, SN_REFUSED,
			    "policy: the %s of %s XMR, plus %s XMR signed since %s, is above %s, %s XMR",
			    names[limit], texts[0], texts[1], date, sn_policy_period_key(limit), texts[2]);
}

static int set_hint(bool is_ever, uint64_t time, uint64_t now, uint64_t clock, struct sn_error *err)
{
	char date[SN_DATE_TEXT_MAX], shown[SN_DATE_TEXT_MAX], latest[SN_DATE_TEXT_MAX];
	sn_date_time_format(date, time);
	sn_date_time_format(shown, clock);
	sn_date_time_format(latest, now);
	if (!is_ever)
		return sn_error_hint(
			err, SN_REFUSED,
			"the limit never allows this file: pay less in one file, or raise the limit in the policy");
	if (clock < now)
		return sn_error_hint(
			err, SN_REFUSED,
			"check the clock: it shows %s, but the last signature was made at %s; the limit allows this file from %s on; if the clock is right, use cold-sign --correct-times",
			shown, latest, date);
	return sn_error_hint(err, SN_REFUSED, "sign this file at %s or later", date);
}

int sn_period_check(struct sn_review_period *result, const struct sn_policy *policy,
		    const struct sn_signing_journal *journal, uint64_t clock,
		    const uint64_t wanted[static SN_PERIOD_LIMITS], struct sn_error *err)
{
	struct sn_policy_period period;
	size_t n;
	struct sn_wide used[SN_PERIOD_LIMITS] = {0};
	*result = (struct sn_review_period){.is_limited = sn_policy_period(policy, &period)};
	if (!result->is_limited || !journal)
		return SN_OK;
	const uint64_t now = sn_signing_journal_time(journal, clock);
	const struct sn_signing_entry *entries = sn_signing_journal_entries(journal, &n);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < SN_PERIOD_LIMITS && is_within(&period, entries[i].time, now); k++)
			used[k] = sn_wide_add(used[k], part(&entries[i], k));

	result->is_checked = true;
	result->is_counted = !wanted[SN_PERIOD_TRANSACTIONS];
	result->since = begin(&period, now);
	for (size_t k = 0; k < SN_PERIOD_LIMITS; k++) {
		result->has[k] = period.has[k];
		result->limit[k] = period.limit[k];
		result->used[k] = sn_wide_to_u64(sn_wide_add(used[k], wanted[k]));
	}
	for (size_t k = 0; !result->is_counted && k < SN_PERIOD_LIMITS; k++) {
		uint64_t time = now;
		bool is_ever = true;
		if (!period.has[k] || !is_above(sn_wide_add(used[k], wanted[k]), period.limit[k]))
			continue;
		int ret = find_time(&time, &is_ever, &period, journal, now, used, wanted, err);
		if (ret)
			return ret;
		set_message(k, period.limit[k], sn_wide_to_u64(used[k]), wanted[k], result->since, err);
		return set_hint(is_ever, time, now, clock, err);
	}
	return SN_OK;
}

int sn_period_need_journal(const struct sn_policy *policy, const struct sn_signing_journal *journal,
			   struct sn_error *err)
{
	struct sn_policy_period period;
	if (journal || !sn_policy_period(policy, &period))
		return SN_OK;
	size_t k = 0;
	while (!period.has[k])
		k++;
	return sn_error_hint(
		err,
		sn_error_set(err, SN_REFUSED,
			     "policy: %s requires the signing journal, which counts signed transactions",
			     sn_policy_period_key(k)),
		"use the wallet file (-w), without --no-journal");
}
