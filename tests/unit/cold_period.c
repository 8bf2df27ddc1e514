/* The limits of a policy on a period: edges, clocks, sums; and random steps compared with a model. */
#include "cold_period.h"
#include "seed.h"

TestSuite(cold_period, .init = set_up_period, .fini = tear_down_period, .timeout = 120);

static struct sn_review_period result;

static int check(const struct sn_policy *policy, uint64_t clock, uint64_t amount, uint64_t fee, uint64_t n)
{
	const uint64_t wanted[SN_PERIOD_LIMITS] = {amount, fee, n};
	err = (struct sn_error){0};
	return sn_period_check(&result, policy, journal, clock, wanted, &err);
}

static void allows(const struct sn_policy *policy, uint64_t clock, uint64_t amount, uint64_t fee, uint64_t n)
{
	cr_assert_eq(check(policy, clock, amount, fee, n), SN_OK, "%s", err.text);
	cr_assert(result.is_limited && result.is_checked && result.is_counted == !n);
}

/* One of the messages, and the hint. */
static void refuses(const struct sn_policy *policy, uint64_t clock, uint64_t amount, uint64_t fee, uint64_t n,
		    const char *text, const char *hint)
{
	cr_assert_eq(check(policy, clock, amount, fee, n), SN_REFUSED);
	cr_assert_str_eq(err.text, text);
	cr_assert_str_eq(err.hint, hint);
}

Test(cold_period, limits_are_inclusive)
{
	struct sn_policy *policy =
		policy_parse("{\"version\":1,\"period\":100,\"max_amount_per_period\":5000000000000,"
			     "\"max_fee_per_period\":30000000,\"max_transactions_per_period\":4}");
	allows(policy, NOON, 5000000000000, 30000000, 4);
	refuses(policy, NOON, 5000000000001, 0, 1,
		"policy: the amount of 5.000000000001 XMR, plus 0.000000000000 XMR signed since 2023-11-15 11:58:21Z, "
		"is above max_amount_per_period, 5.000000000000 XMR",
		"the limit never allows this file: pay less in one file, or raise the limit in the policy");
	enter(NOON, 1000000000000, 10000000);
	enter(NOON + 10, 2000000000000, 10000000);
	for (int turn = 0; turn < 2; turn++) {
		allows(policy, NOON + 20, 2000000000000, 10000000, 2);
		cr_assert(result.since == NOON + 20 - 99);
		for (size_t i = 0; i < SN_PERIOD_LIMITS; i++)
			cr_assert(result.has[i] && result.used[i] == result.limit[i]);
		refuses(policy, NOON + 20, 2000000000001, 0, 1,
			"policy: the amount of 2.000000000001 XMR, plus 3.000000000000 XMR signed since 2023-11-15 11:58:41Z, "
			"is above max_amount_per_period, 5.000000000000 XMR",
			"sign this file at 2023-11-15 12:01:40Z or later");
		refuses(policy, NOON + 20, 0, 10000001, 1,
			"policy: the fee of 0.000010000001 XMR, plus 0.000020000000 XMR signed since 2023-11-15 11:58:41Z, "
			"is above max_fee_per_period, 0.000030000000 XMR",
			"sign this file at 2023-11-15 12:01:40Z or later");
		refuses(policy, NOON + 20, 0, 0, 3,
			"policy: 3 transactions, plus 2 signed since 2023-11-15 11:58:41Z, are more than "
			"max_transactions_per_period, 4",
			"sign this file at 2023-11-15 12:01:40Z or later");
		reopen_journal();
	}
	/* The hint is the time at which all limits allow it. */
	refuses(policy, NOON + 20, 2000000000001, 0, 4,
		"policy: the amount of 2.000000000001 XMR, plus 3.000000000000 XMR signed since 2023-11-15 11:58:41Z, "
		"is above max_amount_per_period, 5.000000000000 XMR",
		"sign this file at 2023-11-15 12:01:50Z or later");
	cr_assert_eq(check(policy, NOON + 109, 2000000000001, 0, 4), SN_REFUSED);
	allows(policy, NOON + 110, 2000000000001, 0, 4);
	sn_policy_free(policy);
}

Test(cold_period, zero_allows_nothing_new)
{
	struct sn_policy *policy =
		policy_parse("{\"version\":1,\"period\":\"day\",\"max_transactions_per_period\":0}");
	cr_assert_eq(check(policy, NOON, 1, 1, 1), SN_REFUSED);
	cr_assert(strstr(err.text, "policy: 1 transaction, plus 0 signed since 2023-11-15 00:00:00Z"), "%s",
		  err.text);
	allows(policy, NOON, 0, 0, 0);
	sn_policy_free(policy);
}

/* Without a limit, or without a journal, nothing is checked. */
Test(cold_period, policies_without_such_a_limit)
{
	struct sn_policy *none = policy_parse("{\"version\":1,\"period\":5,\"max_fee_per_set\":1}"),
			 *fee = policy_parse("{\"version\":1,\"period\":5,\"max_fee_per_period\":1}");
	struct sn_signing_journal *own = journal;
	cr_assert(!check(NULL, NOON, 9, 9, 9) && !result.is_limited && !result.is_checked);
	cr_assert(!check(none, NOON, 9, 9, 9) && !result.is_limited && !result.is_checked);
	cr_assert(!sn_period_need_journal(NULL, NULL, &err) && !sn_period_need_journal(none, NULL, &err));
	cr_assert(!sn_period_need_journal(fee, journal, &err));
	cr_assert_eq(sn_period_need_journal(fee, NULL, &err), SN_REFUSED);
	cr_assert(strstr(err.text, "max_fee_per_period requires the signing journal") && *err.hint, "%s",
		  err.text);
	journal = NULL;
	cr_assert(!check(fee, NOON, 9, 9, 9) && result.is_limited && !result.is_checked);
	journal = own;
	cr_assert_eq(check(fee, NOON, 9, 9, 9), SN_REFUSED);
	cr_assert(!result.has[SN_PERIOD_AMOUNT] && result.has[SN_PERIOD_FEE] &&
		  !result.has[SN_PERIOD_TRANSACTIONS]);
	sn_policy_free(none);
	sn_policy_free(fee);
}

Test(cold_period, day_ends_at_midnight_in_utc)
{
	struct sn_policy *policy =
		policy_parse("{\"version\":1,\"period\":\"day\",\"max_amount_per_period\":10}");
	const uint64_t midnight = NOON + DAY / 2;
	enter(NOON - DAY / 2 - 1, 10, 0); /* the day before */
	enter(NOON - DAY / 2, 4, 0);
	enter(midnight - 1, 4, 0);
	allows(policy, midnight - 1, 2, 0, 1);
	cr_assert_eq(result.since, NOON - DAY / 2);
	cr_assert_eq(check(policy, midnight - 1, 3, 0, 1), SN_REFUSED);
	cr_assert_str_eq(err.hint, "sign this file at 2023-11-16 00:00:00Z or later");
	allows(policy, midnight, 10, 0, 1);
	cr_assert(result.since == midnight && result.used[SN_PERIOD_AMOUNT] == 10);
	cr_assert_eq(check(policy, midnight, 11, 0, 1), SN_REFUSED);
	sn_policy_free(policy);
}

Test(cold_period, window_slides)
{
	struct sn_policy *policy = policy_parse("{\"version\":1,\"period\":60,\"max_amount_per_period\":10}");
	for (uint64_t i = 0; i < 10; i++)
		enter(NOON + 6 * i, 1, 0);
	for (uint64_t t = 54; t < 130; t++) {
		const uint64_t free = t < 60 ? 0 : t >= 114 ? 10 : (t - 54) / 6;
		allows(policy, NOON + t, free, 0, 1);
		cr_assert(check(policy, NOON + t, free + 1, 0, 1) == SN_REFUSED, "%u", (unsigned)t);
	}
	struct sn_policy *second = policy_parse("{\"version\":1,\"period\":1,\"max_amount_per_period\":10}");
	cr_assert_eq(check(second, NOON + 54, 10, 0, 1), SN_REFUSED);
	allows(second, NOON + 55, 10, 0, 1);
	sn_policy_free(second);
	sn_policy_free(policy);
}

/* Time stands still until the clock passes the latest entry. */
Test(cold_period, clock_that_goes_back_frees_nothing)
{
	struct sn_policy *day =
		policy_parse("{\"version\":1,\"period\":\"day\",\"max_amount_per_period\":1000000000000}");
	struct sn_policy *window =
		policy_parse("{\"version\":1,\"period\":60,\"max_amount_per_period\":1000000000000}");
	enter(NOON, 600000000000, 0);
	static const uint64_t clocks[] = {0, 1, 12, NOON - DAY, NOON - 61, NOON - 1};
	for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
		allows(day, clocks[i], 400000000000, 0, 1);
		allows(window, clocks[i], 400000000000, 0, 1);
		cr_assert_eq(check(day, clocks[i], 400000000001, 0, 1), SN_REFUSED);
		cr_assert_eq(check(window, clocks[i], 400000000001, 0, 1), SN_REFUSED);
	}
	refuses(window, 12, 400000000001, 0, 1,
		"policy: the amount of 0.400000000001 XMR, plus 0.600000000000 XMR signed since 2023-11-15 11:59:01Z, "
		"is above max_amount_per_period, 1.000000000000 XMR",
		"check the clock: it shows 1970-01-01 00:00:12Z, but the last signature was made at 2023-11-15 "
		"12:00:00Z; the limit allows this file from 2023-11-15 12:01:00Z on; if the clock is right, use cold-sign "
		"--correct-times");
	sn_policy_free(day);
	sn_policy_free(window);
}

/* It begins one new period. After it goes back, everything counts in that one. */
Test(cold_period, clock_that_jumps_forward_frees_once)
{
	struct sn_policy *policy = policy_parse("{\"version\":1,\"period\":60,\"max_amount_per_period\":10}");
	const uint64_t far = NOON + 1000 * DAY;
	enter(NOON, 10, 0);
	cr_assert_eq(check(policy, NOON + 1, 1, 0, 1), SN_REFUSED);
	allows(policy, far, 10, 0, 1);
	enter(far, 6, 0);
	for (uint64_t clock = NOON; clock < far; clock += 10 * DAY) {
		allows(policy, clock, 4, 0, 1);
		cr_assert_eq(check(policy, clock, 5, 0, 1), SN_REFUSED);
	}
	enter(sn_signing_journal_time(journal, NOON + 70), 4, 0);
	cr_assert_eq(check(policy, NOON + 999 * DAY, 1, 0, 1), SN_REFUSED);
	cr_assert_eq(check(policy, far + 59, 1, 0, 1), SN_REFUSED);
	allows(policy, far + 60, 10, 0, 1);
	sn_policy_free(policy);
}

/* After the correction, what was signed at the wrong time counts as signed now, and time goes on. */
Test(cold_period, corrected_times_count_as_now)
{
	struct sn_policy *policy = policy_parse("{\"version\":1,\"period\":60,\"max_amount_per_period\":10}");
	enter(NOON, 3, 0);
	enter(NOON + 1000 * DAY, 6, 0);
	cr_assert(!sn_signing_journal_correct_times(journal, NOON + 50, &err));
	for (int turn = 0; turn < 2; turn++) {
		allows(policy, NOON + 50, 1, 0, 1);
		cr_assert_eq(check(policy, NOON + 50, 2, 0, 1), SN_REFUSED);
		allows(policy, NOON + 60, 4, 0, 1); /* the first entry has left the period */
		cr_assert_eq(check(policy, NOON + 109, 5, 0, 1), SN_REFUSED);
		allows(policy, NOON + 110, 10, 0, 1);
		reopen_journal();
	}
	sn_policy_free(policy);
}

Test(cold_period, sums_and_times_do_not_overflow)
{
	struct sn_policy *most = policy_parse("{\"version\":1,\"period\":18446744073709551615,"
					      "\"max_amount_per_period\":18446744073709551615,"
					      "\"max_fee_per_period\":18446744073709551615}");
	struct sn_policy *day = policy_parse(
		"{\"version\":1,\"period\":\"day\",\"max_amount_per_period\":18446744073709551615}");
	enter(0, UINT64_MAX, 1);
	allows(most, 0, 0, 1, 1);
	cr_assert_eq(check(most, 5, 1, 0, 1), SN_REFUSED);
	cr_assert_eq(result.used[SN_PERIOD_AMOUNT], UINT64_MAX);
	cr_assert_eq(check(most, UINT64_MAX - 1, 1, 0, 1), SN_REFUSED);
	allows(most, UINT64_MAX, UINT64_MAX, UINT64_MAX, 1); /* the first second after this period */
	cr_assert_eq(check(most, 5, 0, UINT64_MAX, 1), SN_REFUSED);
	enter(0, UINT64_MAX, UINT64_MAX);
	enter(7, UINT64_MAX, UINT64_MAX);
	cr_assert_eq(check(most, 7, UINT64_MAX, UINT64_MAX, UINT64_MAX), SN_REFUSED);
	for (size_t i = 0; i < SN_PERIOD_TRANSACTIONS; i++)
		cr_assert_eq(result.used[i], UINT64_MAX);
	cr_assert_eq(check(day, DAY - 1, 1, 0, 1), SN_REFUSED);
	allows(day, DAY, UINT64_MAX, 0, 1);
	/* The last second that there is. */
	enter(UINT64_MAX, 1, 0);
	cr_assert_eq(check(day, 0, UINT64_MAX, 0, 1), SN_REFUSED);
	cr_assert_eq(check(day, UINT64_MAX, UINT64_MAX, 0, 1), SN_REFUSED);
	allows(day, UINT64_MAX, UINT64_MAX - 1, 0, 1);
	cr_assert_eq(check(most, UINT64_MAX, UINT64_MAX, 0, 1), SN_REFUSED);
	sn_policy_free(most);
	sn_policy_free(day);
}

/* Nothing is new: not even a limit that was lowered since refuses it. */
Test(cold_period, what_was_counted_is_not_counted_again)
{
	struct sn_policy *policy = policy_parse("{\"version\":1,\"period\":60,\"max_amount_per_period\":10}");
	enter(NOON, 500, 0);
	allows(policy, NOON, 0, 0, 0);
	cr_assert(result.used[SN_PERIOD_AMOUNT] == 500 && result.limit[SN_PERIOD_AMOUNT] == 10);
	cr_assert_eq(check(policy, NOON, 0, 0, 1), SN_REFUSED);
	sn_policy_free(policy);
}

/* ------------------------------------------------------------------ random steps */

enum { STEPS = 1500 };

static struct sn_random draw;

static uint64_t below(uint64_t bound)
{
	uint64_t value;
	sn_random_bytes(&draw, &value, sizeof value);
	return value % bound;
}

/* What the model remembers of a signature. */
struct signature {
	uint64_t name, time, amount, fee;
};

static struct model {
	struct signature list[6 * STEPS];
	size_t n;
	uint64_t latest;
} models[2]; /* of the wallet, and of another file with the same keys */

static void remember(struct model *m, struct signature s)
{
	m->list[m->n++] = s;
	if (s.time > m->latest)
		m->latest = s.time;
}

/* Written without a subtraction of times, and without the sums of period.c. */
static bool model_allows(const struct model *m, uint64_t seconds, const uint64_t limit[3], uint64_t now,
			 const uint64_t wanted[3])
{
	uint64_t used[3] = {0};
	for (size_t i = 0; i < m->n; i++) {
		const struct signature *s = &m->list[i];
		if (seconds ? s->time + seconds <= now : s->time < now / DAY * DAY)
			continue;
		used[0] += s->amount;
		used[1] += s->fee;
		used[2]++;
	}
	return used[0] + wanted[0] <= limit[0] && used[1] + wanted[1] <= limit[1] &&
	       used[2] + wanted[2] <= limit[2];
}

static void adopt_other(const char *path)
{
	struct sn_adoption adoption;
	size_t n_new = 0;
	cr_assert(!sn_signing_journal_adopt(journal, master, path, "y", &adoption, &err), "%s", err.text);
	for (size_t i = 0; i < models[1].n; i++) {
		bool is_known = false;
		for (size_t k = 0; k < models[0].n; k++)
			is_known |= models[0].list[k].name == models[1].list[i].name;
		if (!is_known)
			remember(&models[0], models[1].list[i]);
		n_new += !is_known;
	}
	cr_assert_eq(adoption.n_new, n_new);
}

/* The clock runs, stands, goes back, jumps, or starts at 1970. `scale` is about a period. */
static void move_clock(uint64_t *clock, uint64_t *real, uint64_t scale)
{
	*real += below(scale / 8);
	switch (below(12)) {
	case 0:
		*clock = below(scale);
		break;
	case 1:
		*clock -= below(*clock < 3 * scale ? *clock + 1 : 3 * scale);
		break;
	case 2:
		*clock += below(3 * scale);
		break;
	case 3:
	case 4:
		*clock = *real;
		break;
	case 5:
		*clock += below(50) ? 0 : 100 * scale;
		break;
	case 6:
		*real += below(50) ? 0 : 100 * scale;
		break;
	default:
		*clock += below(scale / 8);
	}
}

static void run_model(uint64_t seconds, const char *other_path, struct sn_signing_journal *other)
{
	const uint64_t limit[3] = {1000 + below(1000), 100 + below(100), 10 + below(30)};
	struct sn_policy *policy =
		seconds ? policy_parse("{\"version\":1,\"period\":%llu,\"max_amount_per_period\":%llu,"
				       "\"max_fee_per_period\":%llu,\"max_transactions_per_period\":%llu}",
				       (unsigned long long)seconds, (unsigned long long)limit[0],
				       (unsigned long long)limit[1], (unsigned long long)limit[2])
			: policy_parse("{\"version\":1,\"period\":\"day\",\"max_amount_per_period\":%llu,"
				       "\"max_fee_per_period\":%llu,\"max_transactions_per_period\":%llu}",
				       (unsigned long long)limit[0], (unsigned long long)limit[1],
				       (unsigned long long)limit[2]);
	uint64_t clock = NOON, real = NOON;
	size_t n_allowed = 0, n_refused = 0;
	for (size_t step = 0; step < STEPS; step++) {
		uint64_t wanted[3] = {below(300), below(30), 1 + (below(8) ? 0 : below(4))};
		move_clock(&clock, &real, seconds ? seconds : DAY);
		const uint64_t now = clock > models[0].latest ? clock : models[0].latest;
		const bool expected = model_allows(&models[0], seconds, limit, now, wanted);
		int ret = check(policy, clock, wanted[0], wanted[1], wanted[2]);
		cr_assert(ret == (expected ? SN_OK : SN_REFUSED), "step %zu: %s", step, err.text);
		n_allowed += expected;
		n_refused += !expected;
		if (!expected && below(4) == 0 && models[0].latest <= clock)
			continue; /* nothing is recorded */
		for (uint64_t i = 0; expected && i < wanted[2]; i++) {
			const struct signature s = {++n_entries, now, i ? 0 : wanted[0], i ? 0 : wanted[1]};
			enter_as(journal, s.name, sn_signing_journal_time(journal, clock), s.amount, s.fee);
			remember(&models[0], s);
		}
		if (other && below(20) == 0) {
			/* The other file signs something of its own, or the same. */
			const bool is_same = models[0].n && below(2);
			struct signature s = {++n_entries, 0, below(100), below(10)};
			if (is_same)
				s = models[0].list[below(models[0].n)];
			s.time = sn_signing_journal_time(other, clock);
			bool is_known = false;
			for (size_t k = 0; k < models[1].n; k++)
				is_known |= models[1].list[k].name == s.name;
			if (!is_known) {
				enter_as(other, s.name, s.time, s.amount, s.fee);
				remember(&models[1], s);
			}
		}
		if (other && below(60) == 0)
			adopt_other(other_path);
		if (below(100) == 0)
			reopen_journal();
		/* No period of the recorded time has more than the limits. */
		const uint64_t nothing[3] = {0};
		if (!other)
			cr_assert(model_allows(&models[0], seconds, limit,
					       clock > models[0].latest ? clock : models[0].latest, nothing));
	}
	cr_assert(n_allowed > STEPS / 20 && n_refused > STEPS / 20, "%zu allowed, %zu refused", n_allowed,
		  n_refused);
	sn_policy_free(policy);
}

Test(cold_period, random_steps_agree_with_a_model)
{
	draw = seed_stream("random_steps_agree_with_a_model");
	run_model(200 + below(1000), NULL, NULL);
}

Test(cold_period, random_steps_within_days_agree_with_a_model)
{
	draw = seed_stream("random_steps_within_days_agree_with_a_model");
	run_model(0, NULL, NULL);
}

/* Journals of another wallet file of the same seed phrase are adopted in between. */
Test(cold_period, random_steps_with_adopted_journals_agree_with_a_model)
{
	char path[sizeof wallet_path + 8], other_path[sizeof path + 8];
	struct sn_wallet *w;
	struct sn_signing_journal *other;
	draw = seed_stream("random_steps_with_adopted_journals_agree_with_a_model");
	snprintf(path, sizeof path, "%s-other", wallet_path);
	snprintf(other_path, sizeof other_path, "%s.signed", path);
	cr_assert(!sn_wallet_create(path, SN_ROLE_MASTER, &alice, 0, "y", SN_KDF_TEST, &err));
	cr_assert(!sn_wallet_open(&w, path, SN_WALLET_READ, "y", NULL, &err));
	cr_assert(!sn_signing_journal_open(&other, w, true, &err), "%s", err.text);
	run_model(300 + below(300), other_path, other);
	sn_signing_journal_close(other);
	sn_wallet_close(w);
	unlink(path);
	unlink(other_path);
}
