#include "hot/decoy_picker.h"
#include "hot/decoys.h"

#include "cold_sets.h"
#include "crypto/group.h"
#include "node/daemon_outputs.h"
#include "hot_chain.h"
#include "hot_wallet.h"
#include "seed.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#define DRAWS 20000
#define MANY_DRAWS 100000 /* enough to distinguish a shape of 19.28 from one of 19.1 */
#define YOUNGEST_DEPTH 9  /* blocks at the top with too young outputs */

static void set_up(void)
{
	seed_libsodium(NULL);
	cr_assert(sodium_init() >= 0);
}

TestSuite(hot_decoys, .init = set_up);

/* A chain of `count` blocks with `each` outputs. */
static struct sn_daemon_distribution even_chain(size_t count, uint64_t each)
{
	struct sn_daemon_distribution d = {.cumulative = calloc(count, sizeof *d.cumulative), .count = count};
	cr_assert_not_null(d.cumulative);
	for (size_t i = 0; i < count; i++)
		d.cumulative[i] = (i + 1) * each;
	return d;
}

/* ---------------------------------------------------------------- the formula, once more */

/* Density of the gamma distribution with shape 19.28 and rate 1.61. */
static double density(double x)
{
	return x <= 0 ? 0 : exp(19.28 * log(1.61) + 18.28 * log(x) - 1.61 * x - lgamma(19.28));
}

/* Simpson's rule over [0, x]. */
static double below(double x)
{
	const int steps = 4000;
	double h = x / steps, sum = density(0) + density(x);
	for (int i = 1; i < steps; i++)
		sum += density(i * h) * (i % 2 ? 4 : 2);
	return x <= 0 ? 0 : sum * h / 3;
}

/* Probability that the drawn age, in seconds above the youngest spendable output, is below t. */
static double younger_than(double t)
{
	double too_young = below(log(1200));
	if (t <= 0)
		return 0;
	return too_young * fmin(1, t / 1800) + below(log(t + 1200)) - too_young;
}

/* Six standard deviations and one for rounding: a random failure once in a billion. */
static void expect_count(size_t count, double probability, size_t draws, const char *what, double which)
{
	double expected = probability * (double)draws;
	double tolerance = 6 * sqrt(expected * (1 - probability)) + 1;
	cr_assert(fabs((double)count - expected) <= tolerance, "%s %g: %zu of %zu, not %.1f ± %.1f", what,
		  which, count, draws, expected, tolerance);
}

Test(hot_decoys, formula_of_the_test_is_sound)
{
	cr_assert_float_eq(below(60), 1, 1e-6);
	/* mean 19.28/1.61 = 11.975: half an hour to years. */
	double mean = 0;
	for (int i = 0; i < 60000; i++)
		mean += (i + 0.5) / 1000 * density((i + 0.5) / 1000) / 1000;
	cr_assert_float_eq(mean, 19.28 / 1.61, 1e-4);
}

/* ---------------------------------------------------------------- the picker */

Test(hot_decoys, ages_are_distributed_as_people_spend)
{
	/* 10 outputs per block, one in 12 seconds. */
	static const double bounds[] = {
		600,    1800,    7200,    21600,    43200,    86400,    259200,
		604800, 2592000, 7776000, 15552000, 31536000, 63072000, 120000000 - 9 * 120};
	const size_t n_bounds = sizeof bounds / sizeof *bounds;
	struct sn_daemon_distribution d = even_chain(1000000, 10);
	struct sn_decoy_picker p;
	struct sn_error err = {0};
	size_t counts[sizeof bounds / sizeof *bounds + 1] = {0};
	cr_assert(!sn_decoy_picker_init(&p, &d, &err), "%s", err.text);
	cr_assert_float_eq(p.average_gap, 12, 1e-9);
	cr_assert_eq(p.n_outputs, 10 * (1000000 - YOUNGEST_DEPTH));
	for (size_t i = 0; i < MANY_DRAWS; i++) {
		uint64_t pick = sn_decoy_pick(&p);
		size_t band = n_bounds;
		if (pick != UINT64_MAX) {
			cr_assert_lt(pick, p.n_outputs);
			double age = 120 * (double)(p.n_blocks - 1 - pick / 10);
			for (band = 0; age >= bounds[band]; band++)
				;
			cr_assert_lt(band, n_bounds);
		}
		counts[band]++;
	}
	size_t younger = 0;
	for (size_t i = 0; i < n_bounds; i++) {
		younger += counts[i];
		expect_count(younger, younger_than(bounds[i]), MANY_DRAWS, "age below", bounds[i]);
	}
	cr_assert_eq(younger + counts[n_bounds], MANY_DRAWS);
	free(d.cumulative);
}

/* Within a block all outputs have the same probability. */
Test(hot_decoys, even_within_a_block)
{
	struct sn_daemon_distribution d = even_chain(200000, 8);
	struct sn_decoy_picker p;
	size_t counts[8] = {0}, n = 0;
	cr_assert(!sn_decoy_picker_init(&p, &d, NULL));
	while (n < DRAWS) {
		uint64_t pick = sn_decoy_pick(&p);
		if (pick == UINT64_MAX)
			continue;
		counts[pick % 8]++;
		n++;
	}
	for (size_t i = 0; i < 8; i++)
		expect_count(counts[i], 1.0 / 8, DRAWS, "place", (double)i);
	free(d.cumulative);
}

/* A short chain with blocks of all sizes, including empty ones: each block is drawn as often as in the
 * reference implementation, which takes the first block that brings the number of outputs to at least the
 * drawn index. */
Test(hot_decoys, uneven_blocks)
{
	enum { COUNT = 80 };
	static const uint64_t sizes[] = {3, 0, 1, 7, 1, 0, 0, 30, 2, 1};
	uint32_t cumulative[COUNT];
	double expected[COUNT] = {0}, all = 0;
	size_t counts[COUNT] = {0}, n = 0;
	uint64_t sum = 0;
	for (size_t i = 0; i < COUNT; i++) {
		sum += sizes[i % 10];
		cumulative[i] = sum;
	}
	struct sn_daemon_distribution d = {.cumulative = cumulative, .count = COUNT};
	struct sn_decoy_picker p;
	cr_assert(!sn_decoy_picker_init(&p, &d, NULL));
	cr_assert_eq(p.n_blocks, COUNT - YOUNGEST_DEPTH);
	double gap = 120.0 * COUNT / (double)sum;
	cr_assert_float_eq(p.average_gap, gap, 1e-9);
	for (uint64_t back = 0; back < p.n_outputs; back++) {
		double chance = younger_than((double)(back + 1) * gap) - younger_than((double)back * gap);
		/* Too young ages are drawn in whole seconds; the difference is far below the tolerance. */
		size_t block = 0;
		while (cumulative[block] < p.n_outputs - 1 - back)
			block++;
		expected[block] += chance;
		all += chance;
	}
	while (n < DRAWS) {
		uint64_t pick = sn_decoy_pick(&p);
		if (pick == UINT64_MAX)
			continue;
		cr_assert_lt(pick, p.n_outputs);
		size_t block = 0;
		while (cumulative[block] <= pick)
			block++;
		cr_assert_lt(block, p.n_blocks);
		counts[block]++;
		n++;
	}
	for (size_t i = 0; i < p.n_blocks; i++)
		expect_count(counts[i], expected[i] / all, DRAWS, "block", (double)i);
}

/* Only the average of the last year counts. */
Test(hot_decoys, average_gap_is_of_the_last_year)
{
	const size_t year = 365 * 720, count = 2 * year;
	struct sn_daemon_distribution d = even_chain(count, 1);
	struct sn_decoy_picker p;
	for (size_t i = 0; i < year; i++)
		d.cumulative[year + i] = year + 40 * (i + 1);
	cr_assert(!sn_decoy_picker_init(&p, &d, NULL));
	cr_assert_float_eq(p.average_gap, 3, 1e-9);
	d.count = year;
	cr_assert(!sn_decoy_picker_init(&p, &d, NULL));
	cr_assert_float_eq(p.average_gap, 120, 1e-9);
	d.count = year + 1;
	cr_assert(!sn_decoy_picker_init(&p, &d, NULL));
	cr_assert_float_eq(p.average_gap, 120.0 * year / (year + 39), 1e-9);
	free(d.cumulative);
}

Test(hot_decoys, chains_that_are_too_young)
{
	struct sn_decoy_picker p;
	struct sn_error err = {0};
	for (size_t count = 1; count < 10; count++) {
		struct sn_daemon_distribution d = even_chain(count, 100);
		cr_assert_eq(sn_decoy_picker_init(&p, &d, &err), SN_REFUSED);
		cr_assert(strstr(err.text, "rings of 16"), "%s", err.text);
		free(d.cumulative);
	}
	/* Long enough, but too few outputs are old enough. */
	struct sn_daemon_distribution d = even_chain(24, 1);
	cr_assert_eq(sn_decoy_picker_init(&p, &d, &err), SN_REFUSED);
	cr_assert(strstr(err.text, "too few outputs"), "%s", err.text);
	free(d.cumulative);
	d = even_chain(25, 1);
	cr_assert(!sn_decoy_picker_init(&p, &d, &err), "%s", err.text);
	cr_assert_eq(p.n_outputs, 16);
	free(d.cumulative);
	/* No outputs in the last year: no average. */
	d = even_chain(365 * 720 + 100, 0);
	for (size_t i = 0; i < d.count; i++)
		d.cumulative[i] = 1000;
	cr_assert_eq(sn_decoy_picker_init(&p, &d, &err), SN_REFUSED);
	free(d.cumulative);
}

/* On the smallest possible chain, all drawn outputs exist. */
Test(hot_decoys, never_out_of_range)
{
	for (size_t count = 10; count < 60; count++) {
		struct sn_daemon_distribution d = even_chain(count, 1 + count % 5);
		struct sn_decoy_picker p;
		if (!sn_decoy_picker_init(&p, &d, NULL))
			for (size_t i = 0; i < 1000; i++) {
				uint64_t pick = sn_decoy_pick(&p);
				cr_assert(pick == UINT64_MAX || pick < p.n_outputs);
			}
		free(d.cumulative);
	}
	/* A first block without outputs. */
	uint32_t cumulative[30] = {0};
	for (size_t i = 1; i < 30; i++)
		cumulative[i] = i;
	struct sn_daemon_distribution d = {.cumulative = cumulative, .count = 30};
	struct sn_decoy_picker p;
	cr_assert(!sn_decoy_picker_init(&p, &d, NULL));
	for (size_t i = 0; i < DRAWS; i++) {
		uint64_t pick = sn_decoy_pick(&p);
		cr_assert(pick == UINT64_MAX || pick < p.n_outputs);
	}
}

/* ---------------------------------------------------------------- rings */

static struct hot h;
static struct chain chain;

static void set_up_rings(void)
{
	struct sn_account account = cold_account("alice");
	seed_libsodium(NULL);
	hot_open(&h, &account);
}

static void tear_down_rings(void)
{
	chain_stop(&chain);
	hot_close(&h);
}

TestSuite(hot_rings, .init = set_up_rings, .fini = tear_down_rings);

static size_t add_ours(uint64_t index)
{
	return chain_add_own(&chain, &h, 1000 + index, index);
}

static int make(struct sn_unsigned_input *inputs, const size_t *outputs, size_t n, struct sn_error *err)
{
	struct sn_daemon_distribution d = chain_distribution(&chain);
	int ret = sn_make_rings(inputs, outputs, NULL, false, n, h.w, chain.daemon, &d, err);
	sn_daemon_distribution_free(&d);
	return ret;
}

/* Reproducible randomness. */
static uint64_t random_state;

static void replay_buf(void *out, size_t len)
{
	uint8_t *p = out;
	for (size_t i = 0; i < len; i++) {
		random_state = random_state * 6364136223846793005u + 1442695040888963407u;
		p[i] = (uint8_t)(random_state >> 56);
	}
}

static const char *replay_name(void)
{
	return "replay";
}

static uint32_t replay_random(void)
{
	uint32_t v;
	replay_buf(&v, sizeof v);
	return v;
}

static struct randombytes_implementation replay = {
	.implementation_name = replay_name, .random = replay_random, .buf = replay_buf};

static bool every_third(uint64_t index)
{
	return index % 3 == 0;
}

static bool is_among(uint64_t x, const uint64_t *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (list[i] == x)
			return true;
	return false;
}

#define ASKED (24 + 1 + 50) /* per ring, as in the reference implementation */

/* The ring has the own output and the first fifteen usable ones in the order of drawing; the request is
 * ascending. */
Test(hot_rings, first_that_were_drawn)
{
	struct sn_unsigned_input inputs[2];
	struct sn_error err = {0};
	chain_start(&chain, h.w, 2000, 3);
	chain.is_locked = every_third;
	const size_t outputs[2] = {add_ours(4000), add_ours(7)};
	randombytes_set_implementation(&replay);
	random_state = seed_number("first_that_were_drawn");
	cr_assert(!make(inputs, outputs, 2, &err), "%s", err.text);
	cr_assert(chain.n_outputs == 1 && chain.n_asked == 2 * ASKED);

	struct sn_daemon_distribution d = chain_distribution(&chain);
	struct sn_decoy_picker p;
	cr_assert(!sn_decoy_picker_init(&p, &d, &err));
	random_state = seed_number("first_that_were_drawn");
	for (size_t i = 0; i < 2; i++) {
		uint64_t own = h.w->outputs[outputs[i]].global_index, drawn[ASKED] = {own};
		const uint64_t *asked = chain.asked + ASKED * i;
		for (size_t n = 1; n < ASKED;) {
			uint64_t pick = sn_decoy_pick(&p);
			if (pick != UINT64_MAX && !is_among(pick, drawn, n))
				drawn[n++] = pick;
		}
		for (size_t j = 0; j < ASKED; j++) {
			cr_assert(is_among(drawn[j], asked, ASKED));
			cr_assert(j == 0 || asked[j] > asked[j - 1]);
		}
		cr_assert_eq(inputs[i].n_ring, SN_RING_SIZE);
		for (size_t j = 0, n = 0; n < SN_RING_SIZE; j++) {
			if (every_third(drawn[j]))
				continue;
			cr_assert(is_among(drawn[j], inputs[i].global_index, SN_RING_SIZE), "%zu", j);
			n++;
		}
		for (size_t j = 0; j < SN_RING_SIZE; j++) {
			struct sn_point key = chain_key(inputs[i].global_index[j]);
			cr_assert(j == 0 || inputs[i].global_index[j] > inputs[i].global_index[j - 1]);
			cr_assert(sn_point_is_equal(&inputs[i].ring[j].key, &key));
		}
	}
	sn_daemon_distribution_free(&d);
}

/* So few outputs that all are requested: any of them may become decoys, not always the oldest. */
Test(hot_rings, smallest_chains)
{
	struct sn_unsigned_input input;
	struct sn_error err = {0};
	chain_start(&chain, h.w, 84, 1); /* 75 are old enough */
	bool seen[75] = {false};
	for (uint64_t i = 0; i < 60; i++) {
		const size_t ours = add_ours(i);
		chain.n_asked = 0;
		cr_assert(!make(&input, &ours, 1, &err), "%s", err.text);
		cr_assert(input.n_ring == SN_RING_SIZE && chain.n_asked == 75);
		cr_assert(is_among(i, input.global_index, SN_RING_SIZE));
		for (size_t j = 0; j < SN_RING_SIZE; j++)
			seen[input.global_index[j]] |= input.global_index[j] != i;
	}
	/* The probability that one of them is never drawn is 74 · (59/74)^60 = 10⁻⁴; three of them never. */
	size_t missed = 0;
	for (size_t i = 0; i < 75; i++)
		missed += !seen[i];
	cr_assert_leq(missed, 2);
}

Test(hot_rings, one_more_than_the_smallest)
{
	struct sn_unsigned_input input;
	struct sn_error err = {0};
	chain_start(&chain, h.w, 85, 1);
	const size_t ours = add_ours(40);
	for (int i = 0; i < 5; i++)
		cr_assert(!make(&input, &ours, 1, &err), "%s", err.text);
}

/* The daemon cannot have this output yet, so a request would stand out. The daemon does not learn that it was
 * wanted. */
Test(hot_rings, does_not_ask_for_what_is_not_there)
{
	struct sn_unsigned_input inputs[2];
	struct sn_error err = {0};
	chain_start(&chain, h.w, 200, 2);
	const size_t outputs[2] = {add_ours(5), add_ours(2 * 191)}, last = add_ours(2 * 191 - 1);
	cr_assert_eq(make(inputs, outputs, 2, &err), SN_DAEMON);
	cr_assert(strstr(err.text, "is missing or too young in the chain of the daemon"), "%s", err.text);
	cr_assert_eq(chain.n_outputs, 1);
	for (size_t i = 0; i < chain.n_asked; i++)
		cr_assert_lt(chain.asked[i], 2 * 191);
	cr_assert(!make(inputs, &last, 1, &err), "%s", err.text);
}

/* So many outputs in the youngest blocks that no draw reaches the old enough ones. */
Test(hot_rings, distribution_that_makes_no_sense)
{
	struct sn_unsigned_input input;
	struct sn_error err = {0};
	chain_start(&chain, h.w, 100, 2);
	chain.per_block[99] = 4000000000;
	const size_t ours = add_ours(5);
	cr_assert_eq(make(&input, &ours, 1, &err), SN_DAEMON);
	cr_assert(strstr(err.text, "sent an impossible output distribution"), "%s", err.text);
	cr_assert(strstr(err.text, chain.server.address), "%s", err.text);
	cr_assert_eq(chain.n_outputs, 0);
}

/* One of four outputs is valid. */
static void spoil_three_of_four(uint64_t index, struct answer_output *out)
{
	const struct sn_point torsion = cold_torsion_point();
	struct sn_point *what = index / 4 % 2 ? &out->key : &out->commitment;
	struct sn_ge p, t;
	switch (index % 4) {
	case 1:
		memset(what, 0xff, sizeof *what); /* not a point */
		break;
	case 2:
		*what = torsion;
		break;
	case 3:
		cr_assert(!sn_ge_decode(&p, what) && !sn_ge_decode(&t, &torsion));
		sn_ge_add(&p, &p, &t);
		sn_ge_encode(what, &p);
		break;
	}
}

/* The signer refuses members with a torsion component, which identifies them as decoys: neither such a key
 * nor such a commitment is ever used. */
Test(hot_rings, members_that_no_wallet_makes)
{
	struct sn_unsigned_input input;
	struct sn_error err = {0};
	chain_start(&chain, h.w, 4000, 2);
	chain.spoil = spoil_three_of_four;
	const size_t ours = add_ours(100);
	unsigned n_made = 0;
	for (int i = 0; i < 20; i++) {
		int ret = make(&input, &ours, 1, &err);
		cr_assert(!ret || strstr(err.text, "usable outputs; a ring needs 16"), "%s", err.text);
		for (size_t j = 0; !ret && j < SN_RING_SIZE; j++)
			cr_assert_eq(input.global_index[j] % 4, 0, "%d", (int)input.global_index[j]);
		n_made += !ret;
	}
	cr_assert(n_made > 0);
}

static bool nearly_all(uint64_t index)
{
	return index % 100 >= 5;
}

static bool ours_only(uint64_t index)
{
	return index == 5;
}

Test(hot_rings, unusable_answers)
{
	struct sn_unsigned_input input;
	struct sn_error err = {0};
	chain_start(&chain, h.w, 1000, 2);
	chain.is_locked = nearly_all;
	const size_t ours = add_ours(100);
	cr_assert_eq(make(&input, &ours, 1, &err), SN_DAEMON);
	cr_assert(strstr(err.text, "usable outputs; a ring needs 16"), "%s", err.text);
	chain.is_locked = ours_only;
	const size_t locked = add_ours(5);
	cr_assert_eq(make(&input, &locked, 1, &err), SN_DAEMON);
	cr_assert(strstr(err.text, "ring member is locked or unusable"), "%s", err.text);
	cr_assert_eq(h.w->rescan_from, UINT64_MAX);
	/* Another key, then another amount. */
	const size_t other_key = add_ours(9);
	h.w->outputs[other_key].key = chain_key(8);
	cr_assert_eq(make(&input, &other_key, 1, &err), SN_DAEMON);
	cr_assert(strstr(err.text, "different output in place of ours"), "%s", err.text);
	const size_t first = add_ours(11), second = add_ours(11);
	h.w->outputs[second].amount++;
	cr_assert(!make(&input, &first, 1, &err), "%s", err.text);
	cr_assert_eq(make(&input, &second, 1, &err), SN_DAEMON);
	cr_assert(strstr(err.text, "different output in place of ours"), "%s", err.text);
}
