#include "kernel/sums.h"

#include "base/secret.h"
#include "crypto/group_formulas.h"
#include "kernel/multiexp.h"

enum {
	INTERLEAVED = 64, /* terms that share doublings: see multiexp.c */
	BATCH = 16,       /* tables made at once */
};

void sn_sums_tables(struct sn_table *t, const struct sn_ge *p, size_t n)
{
	struct sn_multiples m[BATCH];

	for (size_t at = 0; at < n; at += BATCH) {
		size_t count = n - at < BATCH ? n - at : BATCH;
		sn_multiples_make(m, p + at, count);
		for (size_t i = 0; i < count; i++)
			t[at + i].multiples = m[i];
	}
	sn_wipe(m, (n < BATCH ? n : BATCH) * sizeof *m);
}

/* Collect up to INTERLEAVED public or secret terms from terms[*at] on, and move *at behind the last one. */
static size_t take(const struct sn_sum_term **taken, const struct sn_sum_term *terms, size_t n, size_t *at,
		   bool is_public)
{
	size_t count = 0;

	for (; *at < n && count < INTERLEAVED; ++*at)
		if (terms[*at].is_public == is_public)
			taken[count++] = &terms[*at];
	return count;
}

static void add_secret(struct sn_ge *r, const struct sn_sum_term *const *terms, size_t n)
{
	struct sn_term secret[INTERLEAVED];
	struct sn_ge part;

	for (size_t i = 0; i < n; i++) {
		secret[i].multiples = &terms[i]->table->multiples;
		sn_digits_make(&secret[i].digits, &terms[i]->a);
	}
	sn_multiexp(&part, secret, n);
	sn_ge_add(r, r, &part);
	sn_wipe(secret, n * sizeof *secret);
	sn_wipe(&part, sizeof part);
}

static void add_public(struct sn_ge *r, const struct sn_sum_term *const *terms, size_t n)
{
	struct sn_public_term open[INTERLEAVED];
	struct sn_naf naf[INTERLEAVED];
	struct sn_ge part;

	for (size_t i = 0; i < n; i++) {
		sn_naf_make_vartime(&naf[i], &terms[i]->a, SN_NAF_WIDTH);
		open[i] = (struct sn_public_term){terms[i]->table->multiples.m, &naf[i]};
	}
	sn_multiexp_vartime(&part, open, n);
	sn_ge_add(r, r, &part);
	sn_wipe(&part, sizeof part);
}

void sn_sums_sum(struct sn_ge *r, const struct sn_sum_term *terms, size_t n)
{
	const struct sn_sum_term *taken[INTERLEAVED];
	size_t count;

	*r = sn_ge_identity;
	for (size_t at = 0; (count = take(taken, terms, n, &at, false));)
		add_secret(r, taken, count);
	for (size_t at = 0; (count = take(taken, terms, n, &at, true));)
		add_public(r, taken, count);
}

void sn_sums_select(struct sn_ge *r, const struct sn_table *const *t, const uint8_t *bit, size_t n)
{
	const struct sn_multiples *m[INTERLEAVED];
	struct sn_ge part;

	*r = sn_ge_identity;
	for (size_t at = 0; at < n; at += INTERLEAVED) {
		size_t count = n - at < INTERLEAVED ? n - at : INTERLEAVED;
		for (size_t i = 0; i < count; i++)
			m[i] = &t[at + i]->multiples;
		sn_multiples_select_sum(&part, m, bit + at, count);
		sn_ge_add(r, r, &part);
	}
	sn_wipe(&part, sizeof part);
}

void sn_sums_fold(struct sn_ge *r, size_t len, const struct sn_fold_points *points, const struct sn_naf *a,
		  size_t n)
{
	struct sn_public_term terms[SN_FOLD_MAX];

	for (size_t i = 0; i < len; i++) {
		for (size_t q = 0; q < n; q++)
			terms[q] = (struct sn_public_term){
				points->gen[q * points->of_scalar + i * points->of_sum]->multiples.m, &a[q]};
		sn_multiexp_vartime(&r[i], terms, n);
	}
}

void sn_sums_horner(struct sn_ge *r, const struct sn_ge *part, size_t n, size_t bits)
{
	struct sn_ge sum = part[n - 1];

	for (size_t i = n - 1; i-- > 0;) {
		sn_ge_double_times(&sum, bits);
		sn_ge_add(&sum, &sum, &part[i]);
	}
	*r = sum;
	sn_wipe(&sum, sizeof sum);
}
