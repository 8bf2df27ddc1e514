/* Many files against the limits of a policy on a period: payments that are split, replaced and repeated,
 * while the clock runs, stands, goes back or jumps. */
#include "hostile.h"

#include <string.h>

#define DAY 86400
#define NOW 1700000000
#define TXS_MAX 3

/* What each file takes of the limits, and when. */
struct told {
	uint64_t time, use[3]; /* amount, fee, transactions */
};

struct story {
	struct told list[EARLIER_MAX + 1];
	size_t n; /* the last one is the file that the signer gets */
};

static uint64_t scale(const struct forge *f)
{
	return f->rules.period ? f->rules.period : DAY;
}

/* Forwards no further than the period lasts, if it must all be in one. */
static void move_clock(struct forge *f, const struct story *s, bool in_one_period)
{
	const uint64_t latest = s->n ? s->list[s->n - 1].time : 0;
	switch (below(f, 5)) {
	case 0:
		f->clock = below(f, 1000);
		break;
	case 1:
		f->clock -= below(f, f->clock / 2);
		break;
	case 2:
		break;
	case 3:
		f->clock = in_one_period ? latest : f->clock + below(f, 3 * scale(f));
		break;
	default:
		if (!in_one_period)
			f->clock = latest + below(f, scale(f));
		else if (s->n)
			f->clock = latest + below(f, f->rules.period
							     ? (s->list[0].time + f->rules.period - latest)
							     : DAY - latest % DAY);
	}
}

static bool is_within(const struct forge *f, uint64_t time, uint64_t now)
{
	return f->rules.period ? time + f->rules.period > now : time / DAY == now / DAY;
}

/* In the period that ends with file number i. */
static uint64_t used(const struct forge *f, const struct story *s, size_t i, size_t k)
{
	uint64_t sum = 0;
	for (size_t j = 0; j <= i; j++)
		if (is_within(f, s->list[j].time, s->list[i].time))
			sum += s->list[j].use[k];
	return sum;
}

static uint64_t most_used(const struct forge *f, const struct story *s, size_t n, size_t k)
{
	uint64_t most = 0;
	for (size_t i = 0; i < n; i++)
		most = used(f, s, i, k) > most ? used(f, s, i, k) : most;
	return most;
}

static void note(struct forge *f, struct story *s)
{
	struct told *t = &s->list[s->n];
	*t = (struct told){.time = f->clock, .use = {0, 0, f->set.n}};
	if (s->n && s->list[s->n - 1].time > t->time)
		t->time = s->list[s->n - 1].time;
	for (size_t i = 0; i < f->set.n; i++) {
		for (size_t j = 0; j < f->set.txs[i].n_destinations; j++)
			t->use[0] += f->set.txs[i].destinations[j].amount;
		t->use[1] += f->set.txs[i].fee;
	}
	s->n++;
}

/* Sign files of some of the coins, and make another one. The earlier files may be of either format. */
static void tell_story(struct forge *f, struct story *s, bool in_one_period, bool mixes)
{
	const size_t n_files = 2 + below(f, 5);
	size_t n_inputs[TXS_MAX];
	honest(f,
	       (struct needs){.txs = 1 + below(f, TXS_MAX), .inputs = 2, .change = true, .tell_apart = true});
	const size_t n_all = f->set.n;
	f->insists = f->has_rules = f->rules.has_period = true;
	f->mixes = mixes;
	f->rules.period = one_in(f, 2) ? 0 : 1 + below(f, 5000);
	f->rules.max_amount_per_tx = f->rules.max_amount_per_set = f->rules.max_fee_per_tx =
		f->rules.max_basis_points = f->rules.max_recipients_per_tx = NO_BOUND;
	for (size_t k = 0; k < 3; k++)
		f->rules.max_in_period[k] = NO_BOUND;
	f->clock = NOW + below(f, DAY);
	for (size_t at = 0; at <= n_files; at++) {
		f->set.n = 1 + below(f, n_all);
		for (size_t i = 0; i < n_all; i++) {
			n_inputs[i] = f->set.txs[i].n_inputs;
			if (i < f->set.n)
				spend_some(f, &f->set.txs[i]);
		}
		if (at)
			move_clock(f, s, in_one_period);
		note(f, s);
		if (at < n_files)
			sign_before(f);
		else
			forge_wire(f);
		for (size_t i = 0; i < n_all; i++)
			f->set.txs[i].n_inputs = n_inputs[i];
		f->set.n = n_all;
	}
	forge_seal(f);
}

static void limit(struct forge *f, const struct story *s, size_t n)
{
	const size_t always = below(f, 3);
	for (size_t k = 0; k < 3; k++)
		if (k == always || one_in(f, 3))
			f->rules.max_in_period[k] = most_used(f, s, n, k) + below(f, 2);
}

static void within(struct forge *f)
{
	struct story s = {.n = 0};
	tell_story(f, &s, one_in(f, 2), true);
	limit(f, &s, s.n);
}

/* The earlier files are within the limit, and with the last one they are not. */
static void beyond(struct forge *f)
{
	struct story s = {.n = 0};
	tell_story(f, &s, true, true);
	const size_t k = below(f, 3);
	const uint64_t earlier = most_used(f, &s, s.n - 1, k), all = used(f, &s, s.n - 1, k);
	f->rules.max_in_period[k] = one_in(f, 2) ? all - 1 : earlier + below(f, all - earlier);
}

/* Exactly at the limit or not: an earlier file is signed again. */
static void again(struct forge *f)
{
	struct story s = {.n = 0};
	tell_story(f, &s, one_in(f, 2), false);
	limit(f, &s, s.n - 1);
	const struct sn_buf *file = &f->earlier[below(f, f->n_earlier)];
	sn_buf_clear(&f->file);
	sn_put_bytes(&f->file, file->data, file->len);
}

const struct lie lies_period[] = {
	{.name = "many files within the limits of a period", .tell = within, .expected = ACCEPTED},
	{.name = "many files beyond the limits of a period",
	 .tell = beyond,
	 .words = "_per_period",
	 .weight = 20},
	{.name = "an earlier file at the limits of a period", .tell = again, .expected = ACCEPTED},
	{0},
};
