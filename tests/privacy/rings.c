/* tests/privacy/rings - rings that are kept: how they age, and what a daemon sees of them. And the table of
 * doc/rings.md.
 *
 *     rings [OUTPUTS [SEED [LEAST_P]]] <doc/rings.md
 *
 * By default OUTPUTS of each age are 2,000, SEED is random, and LEAST_P is 0.001.
 *
 * Each line of the table, "| blocks | time | likelihood ratio | decoys that stay |", is computed by the
 * simulation of the reference wallet (simulation.h) for blocks of equal size:
 *
 *   ratio = (1 - F(120 n))^-15: a ring that was drawn n blocks ago has no decoy younger than n blocks with
 *           probability 1, a fresh ring with probability (1 - F(120 n))^15
 *   stay  = the mean number of decoys that stay, each with probability min(1, g/f), or SN_KEPT_DECOYS_LEAST
 *           if fewer stay
 *
 * The figures must be those of the document. Then libwallet draws rings, keeps them, and draws them again n
 * blocks later: the mean of those that stay must be that of the table, no ring may have less than
 * SN_KEPT_DECOYS_LEAST in common with the one before, and up to a day the ages of its decoys must be those of
 * rings drawn by the simulation at that time. */
#include "samples.h"
#include "simulation.h"

#include "hot/kept_ring.h"
#include "node/daemon_outputs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCKS 700000
#define EACH 60
#define DECOYS SN_WALLET_DECOYS
#define AGES_MAX 16
#define DAY 720

/* One line of the table. */
struct figures {
	size_t blocks;
	double ratio, stay;
};

/* ---------------------------------------------------------------- by the simulation */

static double ratio_of(size_t blocks)
{
	return pow(1 - sim_younger(120.0 * (double)blocks), -DECOYS);
}

/* The chance of the block that is `age` blocks older than the youngest one. */
static double chance_of(size_t age)
{
	return sim_younger(120.0 * (double)(age + 1)) - sim_younger(120.0 * (double)age);
}

/* The mean of those that stay: their number follows the binomial distribution. */
static double stay_of(size_t blocks)
{
	double p = 0, mean = 0, binomial = 1;
	/* All ages that there are on the chain: those that are older are not drawn. */
	const size_t n_blocks = BLOCKS - SIM_TOO_YOUNG - blocks;
	for (size_t age = 0; age < n_blocks; age++)
		p += fmin(chance_of(age), chance_of(age + blocks));
	p /= sim_younger(120.0 * (double)n_blocks);
	for (int k = 0; k <= DECOYS; k++) {
		mean += binomial * pow(p, k) * pow(1 - p, DECOYS - k) *
			(k < SN_KEPT_DECOYS_LEAST ? SN_KEPT_DECOYS_LEAST : k);
		binomial = binomial * (DECOYS - k) / (k + 1);
	}
	return mean;
}

/* ---------------------------------------------------------------- the document */

/* "6,300" too. */
static bool read_figure(char **text, double *x)
{
	char digits[32];
	size_t n = 0;
	for (; **text && **text != '|'; ++*text)
		if (**text != ',' && **text != ' ' && n < sizeof digits - 1)
			digits[n++] = **text;
	digits[n] = 0;
	char *end = digits;
	*x = strtod(digits, &end);
	return n && !*end && *(*text)++ == '|';
}

static size_t read_table(struct figures *table)
{
	char line[1024];
	size_t n = 0;
	while (n < AGES_MAX && fgets(line, sizeof line, stdin)) {
		char *at = line + 1;
		double blocks;
		if (line[0] != '|' || !read_figure(&at, &blocks) || !(at = strchr(at, '|')))
			continue;
		at++;
		if (!read_figure(&at, &table[n].ratio) || !read_figure(&at, &table[n].stay))
			continue;
		table[n++].blocks = (size_t)blocks;
	}
	return n;
}

/* Is the figure rounded to one decimal, or to three digits? */
static bool is_rounded(double figure, double computed)
{
	return fabs(figure - computed) <= fmax(0.0501, 0.00501 * computed);
}

/* ---------------------------------------------------------------- libwallet */

static bool is_among(const uint64_t *list, size_t n, uint64_t x)
{
	for (size_t i = 0; i < n; i++)
		if (list[i] == x)
			return true;
	return false;
}

static void draw_first(uint64_t *drawn, const struct sn_decoy_picker *p)
{
	for (size_t n = 1; n < 1 + DECOYS;) {
		uint64_t pick = sn_decoy_pick(p);
		if (pick < p->n_outputs && !is_among(drawn, n, pick))
			drawn[n++] = pick;
	}
}

/* `n` rings, drawn for the chain without its last `blocks` and again for all of it. */
struct aged {
	double stay;       /* on average */
	size_t least;      /* of any */
	uint64_t *heights; /* of the decoys that they have then */
};

static void age_rings(struct aged *a, const struct sim_chain *c, size_t n, size_t blocks)
{
	struct sn_daemon_distribution now = {.cumulative = c->cumulative, .count = c->n_blocks}, then = now;
	struct sn_decoy_picker p, before;
	then.count -= blocks;
	if (sn_decoy_picker_init(&p, &now, NULL) || sn_decoy_picker_init(&before, &then, NULL))
		exit(2);
	*a = (struct aged){.least = DECOYS, .heights = calloc(n, DECOYS * sizeof *a->heights)};
	if (!a->heights)
		exit(2);
	for (size_t i = 0; i < n; i++) {
		const struct sn_point key = {0};
		struct sn_wallet_ring ring;
		uint64_t drawn[1 + DECOYS];
		size_t n_drawn = 1, common = 0;
		drawn[0] = sim_random() % before.n_outputs;
		draw_first(drawn, &before);
		sn_kept_ring_set(&ring, &key, NULL, then.count, drawn + 1);
		sn_kept_ring_draw(drawn, &n_drawn, &p, &ring, false);
		if (n_drawn != 1 + DECOYS)
			exit(2);
		for (size_t j = 0; j < DECOYS; j++) {
			common += is_among(ring.decoys, DECOYS, drawn[1 + j]);
			a->heights[i * DECOYS + j] = sim_block_of(c, drawn[1 + j]);
		}
		a->stay += (double)common / (double)n;
		a->least = common < a->least ? common : a->least;
	}
}

static bool judge_age(const struct sim_chain *c, size_t n, const struct figures *f)
{
	struct aged a;
	double distance, ratio = ratio_of(f->blocks), stay = stay_of(f->blocks);
	age_rings(&a, c, n, f->blocks);
	bool is_documented = is_rounded(f->ratio, ratio) && is_rounded(f->stay, stay);
	/* Of 15 that stay or go the variance is at most 15/4. Six standard errors: less than 2 in a billion.
	 */
	bool is_near = fabs(a.stay - stay) <= 6 * sqrt(3.75 / (double)n) + 0.01;
	bool ok = is_documented && is_near && a.least >= SN_KEPT_DECOYS_LEAST;
	printf("%6zu blocks: ratio %.4g (%g); stay %.2f (%g), ours %.2f, never less than %zu  %s\n",
	       f->blocks, ratio, f->ratio, stay, f->stay, a.stay, a.least, ok ? "ok" : "FAIL");
	if (f->blocks <= DAY) {
		uint64_t *fresh = calloc(n, DECOYS * sizeof *fresh);
		if (!fresh)
			exit(2);
		for (size_t i = 0; i < n * DECOYS; i++)
			fresh[i] = sim_block_of(c, sim_draw(c));
		double p = sample_orders(a.heights, n * DECOYS, fresh, n * DECOYS, &distance);
		ok &= sample_judge("    ages: Kolmogorov-Smirnov", distance, p);
		free(fresh);
	}
	free(a.heights);
	return ok;
}

int main(int argc, char **argv)
{
	size_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 2000, n_ages;
	struct figures table[AGES_MAX];
	struct sim_chain chain;
	bool ok = true;
	if (n < 50)
		return 2;
	if (argc > 3)
		sample_least_p = strtod(argv[3], NULL);
	sim_start(argc > 2 ? strtoull(argv[2], NULL, 10) : 0);
	n_ages = read_table(table);
	sim_chain_make(&chain, BLOCKS, EACH);
	printf("%zu rings of each age; in parentheses what doc/rings.md says\n", n);
	for (size_t i = 0; i < n_ages; i++)
		ok &= judge_age(&chain, n, &table[i]);
	sim_chain_free(&chain);
	return n_ages ? !ok : 2;
}
