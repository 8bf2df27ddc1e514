/* tests/privacy/compare - fields of the transactions of two wallets, against each other.
 *
 *     compare [IGNORED] <LINES
 *
 * Each line is "ours|theirs FIELD VALUE". Fields whose names begin with "age" are numbers, the others
 * categories. The field IGNORED is printed, and its difference is no failure.
 *
 * Numbers are compared by the Kolmogorov-Smirnov test, categories by chi-squared against random
 * permutations. For categories it also prints how often a guess by the value is right, given the counts: 50 %
 * is chance. It fails if a difference is less likely than one in a thousand. */
#include "samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIELDS_MAX 32
#define VALUES_MAX 64

struct field {
	char name[32];
	char values[VALUES_MAX][48];
	size_t counts[2][VALUES_MAX], n_values;
	uint64_t *numbers[2];
	size_t n[2];
};

static struct field fields[FIELDS_MAX];
static size_t n_fields;

static struct field *find_field(const char *name)
{
	for (size_t i = 0; i < n_fields; i++)
		if (!strcmp(fields[i].name, name))
			return &fields[i];
	if (n_fields == FIELDS_MAX)
		exit(2);
	snprintf(fields[n_fields].name, sizeof fields->name, "%s", name);
	return &fields[n_fields++];
}

static void count(struct field *f, int who, const char *value)
{
	size_t i = 0;
	while (i < f->n_values && strcmp(f->values[i], value))
		i++;
	if (i == VALUES_MAX)
		i--; /* all the rest */
	else if (i == f->n_values)
		snprintf(f->values[f->n_values++], sizeof f->values[i], "%s", value);
	f->counts[who][i]++;
	f->n[who]++;
}

static void add_number(struct field *f, int who, const char *value)
{
	f->numbers[who] = reallocarray(f->numbers[who], f->n[who] + 1, sizeof **f->numbers);
	if (!f->numbers[who])
		exit(2);
	f->numbers[who][f->n[who]++] = strtoull(value, NULL, 10);
}

static bool judge_categories(const struct field *f)
{
	double p, right = 0;
	for (size_t i = 0; i < f->n_values; i++) {
		double ours = (double)f->counts[0][i] / (double)f->n[0],
		       theirs = (double)f->counts[1][i] / (double)f->n[1];
		right += (ours > theirs ? ours : theirs) / 2;
	}
	printf("%s, %zu of ours, %zu of theirs; a judge is right in %.1f %%\n", f->name, f->n[0], f->n[1],
	       100 * right);
	for (size_t i = 0; i < f->n_values; i++)
		printf("    %-40s %6zu %6zu\n", f->values[i], f->counts[0][i], f->counts[1][i]);
	double x = sample_permutation(f->counts[0], f->counts[1], f->n_values, &p);
	return sample_judge("    chi-squared, permuted", x, p);
}

static bool judge_numbers(const struct field *f)
{
	double distance, p = sample_orders(f->numbers[0], f->n[0], f->numbers[1], f->n[1], &distance);
	printf("%s, %zu of ours, %zu of theirs\n"
	       "    %-12s %8s %8s\n",
	       f->name, f->n[0], f->n[1], "quantile", "ours", "theirs");
	for (size_t i = 1; i < 10; i += 2)
		printf("    %zu0 %%         %8llu %8llu\n", i,
		       (unsigned long long)f->numbers[0][f->n[0] * i / 10],
		       (unsigned long long)f->numbers[1][f->n[1] * i / 10]);
	return sample_judge("    Kolmogorov-Smirnov", distance, p);
}

int main(int argc, char **argv)
{
	char who[16], name[32], value[48];
	bool ok = true;
	while (scanf("%15s %31s %47s", who, name, value) == 3) {
		struct field *f = find_field(name);
		int which = !strcmp(who, "theirs");
		if (!strncmp(name, "age", 3))
			add_number(f, which, value);
		else
			count(f, which, value);
	}
	for (size_t i = 0; i < n_fields; i++) {
		if (!fields[i].n[0] || !fields[i].n[1])
			return 2;
		bool passes = fields[i].n_values ? judge_categories(&fields[i]) : judge_numbers(&fields[i]);
		if (argc > 1 && !strcmp(fields[i].name, argv[1]))
			printf("    not judged\n");
		else
			ok &= passes;
	}
	return n_fields ? !ok : 2;
}
