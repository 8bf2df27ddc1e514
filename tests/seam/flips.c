#include "flips.h"

#include "guard.h"

#include "../unit/seed.h"

#include <criterion/criterion.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const outcome_names[OUTCOMES] = {"refused", "identical", "unrelated", "crashed",
						    "hung",    "other",     "leaked",    "forgotten"};

#define SECONDS_MAX 20 /* for a child */

struct flips flips;

static size_t below(size_t bound)
{
	return (size_t)sn_random_below(&flips.random, bound);
}

void flips_start(size_t one_in, size_t bytes_per_point)
{
	const char *how = getenv("SN_BIT_FLIPS");
	flips.random = seed_stream("bit flips");
	flips.one_in = how ? 1 : one_in;
	flips.bytes_per_point = !how                 ? bytes_per_point
				: strcmp(how, "all") ? strtoull(how, NULL, 10)
						     : SIZE_MAX;
	flips.bytes_held = flips.bytes_per_point < 32 ? flips.bytes_per_point : 32;
	/* A number of inputs that was hit asks for gigabytes, and gets them sorted. */
	cr_assert(!setrlimit(RLIMIT_AS, &(struct rlimit){1 << 29, 1 << 29}));
	cr_assert(!setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0}));
}

struct tally *flips_tally_of(const char *name)
{
	for (size_t i = 0; i < flips.n_tallies; i++)
		if (!strcmp(flips.tallies[i].name, name))
			return &flips.tallies[i];
	cr_assert(flips.n_tallies < TALLIES_MAX);
	flips.tallies[flips.n_tallies] = (struct tally){.name = name};
	return &flips.tallies[flips.n_tallies++];
}

static enum outcome outcome_of(int status)
{
	if (WIFSIGNALED(status))
		return WTERMSIG(status) == SIGALRM ? HUNG : CRASHED;
	int code = WEXITSTATUS(status) - STATUS_BASE;
	return code >= 0 && code < OUTCOMES ? (enum outcome)code : CRASHED;
}

/* Returns in the child, too, once the bit is flipped. */
static void flip(struct tally *tally, uint8_t *region, size_t offset, bool for_good)
{
	uint8_t *at = region + offset, mask = (uint8_t)(1 << below(8));
	int status;
	const off_t size = guard_journal_size();
	fflush(NULL);
	pid_t child = fork();
	cr_assert(child >= 0);
	if (!child) {
		flips.is_child = true;
		flips.flips_back = for_good ? NULL : at;
		flips.mask = mask;
		signal(SIGALRM, SIG_DFL);
		alarm(SECONDS_MAX);
		*at ^= mask;
		return;
	}
	cr_assert(waitpid(child, &status, 0) == child);
	enum outcome outcome = outcome_of(status);
	if (guard.expected) {
		if (outcome == IDENTICAL && !guard_journal_is_right())
			outcome = FORGOTTEN;
		/* For the next child, and for us. */
		cr_assert(!truncate(guard.journal_path, size));
	}
	tally->flips++;
	tally->outcomes[outcome]++;
	if (outcome >= HUNG && !flips.only)
		fprintf(stderr, "# %s: %s, the %zuth time, byte %zu, mask %#x, %s\n", outcome_names[outcome],
			tally->name, tally->reached, offset, mask,
			for_good ? "for good" : "until the next point");
}

static bool is_always(const char *name)
{
	return flips.always && !strncmp(name, flips.always, strlen(flips.always));
}

static void flip_named(const char *name, uint8_t *at, size_t len)
{
	struct tally *tally = flips_tally_of(name);
	size_t n = len < flips.bytes_per_point || is_always(name) ? len : flips.bytes_per_point;
	tally->reached++;
	for (size_t i = 0; i < n && !flips.is_child; i++)
		flip(tally, at, n == len ? i : below(len), true);
}

static void flip_held(const struct region *region)
{
	struct tally *tally = flips_tally_of(region->name);
	tally->reached++;
	for (size_t i = 0; i < flips.bytes_held && !flips.is_child; i++)
		flip(tally, region->at, below(region->len), below(2));
}

void flips_at_point(const char *name, void *at, size_t len)
{
	if (flips.is_child) {
		if (flips.flips_back)
			*flips.flips_back ^= flips.mask;
		flips.flips_back = NULL;
		return;
	}
	if (flips.only ? strcmp(name, flips.only) != 0 : below(flips.one_in) != 0 && !is_always(name))
		return;
	flip_named(name, at, len);
	if (!flips.only && !flips.is_child)
		flip_held(&flips.regions[below(flips.n_regions)]);
}

void flips_add_region(const char *name, void *at, size_t len)
{
	cr_assert(flips.n_regions < REGIONS_MAX);
	flips.regions[flips.n_regions++] = (struct region){name, at, len};
}

size_t flips_count(enum outcome outcome)
{
	size_t n = 0;
	for (size_t i = 0; i < flips.n_tallies; i++)
		n += flips.tallies[i].outcomes[outcome];
	return n;
}

void flips_print(const char *what)
{
	struct tally all = {.name = "in all"};
	fprintf(stderr, "# bit flips, %s\n# %-27s %7s %7s", what, "where", "reached", "flips");
	for (size_t k = 0; k < OUTCOMES; k++)
		fprintf(stderr, " %9s", outcome_names[k]);
	for (size_t i = 0; i <= flips.n_tallies; i++) {
		const struct tally *t = i < flips.n_tallies ? &flips.tallies[i] : &all;
		fprintf(stderr, "\n# %-27s %7zu %7zu", t->name, t->reached, t->flips);
		for (size_t k = 0; k < OUTCOMES; k++)
			fprintf(stderr, " %9zu", t->outcomes[k]);
		if (t == &all)
			break;
		all.reached += t->reached;
		all.flips += t->flips;
		for (size_t k = 0; k < OUTCOMES; k++)
			all.outcomes[k] += t->outcomes[k];
	}
	fprintf(stderr, "\n");
}
