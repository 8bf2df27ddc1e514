/* CLSAG, Bulletproofs+ and SA/L: ours, and where Debian's monero-tests are installed, the reference
 * implementation's in turn with ours. It has no row for signing with CLSAG: one of the two verifications of
 * test_sig_clsag<16, 2, 2> stands for it, which does about the same. Its row for 15 outputs is padded to 16
 * as ours is. It has no SA/L yet.
 *
 * Of each the least time of a call counts, which others on the machine add least to. */
#include "bench.h"

#include "base/bytes.h"
#include "crypto/derive.h"
#include "crypto/random.h"
#include "crypto/scalar.h"
#include "kernel/kernel.h"
#include "ringct/bpp_generators.h"
#include "ringct/bpp_prove.h"
#include "ringct/bpp_verify.h"
#include "ringct/bulletproof_plus.h"
#include "ringct/clsag.h"
#include "ringct/commitment.h"
#include "sal_spend.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PERFORMANCE_TESTS "/usr/lib/monero/tests/bin/performance_tests"
#define RING 16
#define ROUNDS 2

/* The first proof of a process, times a later one. */
#define FIRST_GOAL 1.5
#define FIRST_PROCESSES 9
#define FIRST_LATER 20

static struct {
	struct sn_random random;
	struct sn_hash message;
	struct sn_ring_member ring[RING];
	struct sn_point image, pseudo_commitment;
	struct sn_scalar x, z;
	struct sn_clsag sig;
	uint64_t amounts[SN_BPP_OUTPUTS_MAX];
	struct sn_scalar masks[SN_BPP_OUTPUTS_MAX];
	struct sn_point commitments[SN_BPP_OUTPUTS_MAX];
	struct sn_bpp proof;
	struct sal_spend spend;
	struct sn_sal sal;
} data;

static void must(int ret)
{
	if (ret < 0) {
		fprintf(stderr, "bench: a RingCT function failed\n");
		abort();
	}
}

static void make_data(void)
{
	struct sn_scalar seed = {{1}}, key, mask;

	sn_random_init(&data.random, "bench", &seed, NULL, 0);
	for (size_t i = 0; i < RING; i++) {
		sn_random_scalar(&data.random, &key);
		sn_secret_to_public(&data.ring[i].key, &key);
		sn_random_scalar(&data.random, &mask);
		sn_commit(&data.ring[i].commitment, &mask, 1000);
	}
	data.x = key; /* the last one is ours */
	sn_key_image(&data.image, &data.ring[RING - 1].key, &key);
	sn_random_scalar(&data.random, &key);
	sn_commit(&data.pseudo_commitment, &key, 1000);
	sn_scalar_sub(&data.z, &mask, &key);
	for (size_t i = 0; i < SN_BPP_OUTPUTS_MAX; i++) {
		sn_random_bytes(&data.random, &data.amounts[i], sizeof data.amounts[i]);
		sn_random_scalar(&data.random, &data.masks[i]);
		sn_commit(&data.commitments[i], &data.masks[i], data.amounts[i]);
	}
	sal_spend_make(&data.spend, &data.random, true, sn_fcmp);
}

static void clsag_sign(size_t n)
{
	must(sn_clsag_sign(&data.sig, &data.message, data.ring, n, n - 1, &data.image,
			   &data.pseudo_commitment, &data.x, &data.z, &data.random));
}

static void clsag_verify(size_t n)
{
	must(sn_clsag_verify(&data.sig, &data.message, data.ring, n, &data.image, &data.pseudo_commitment));
}

static void bpp_prove(size_t n)
{
	must(sn_bpp_prove(&data.proof, data.amounts, data.masks, n, &data.random));
}

static void bpp_verify(size_t n)
{
	must(sn_bpp_verify(&data.proof, data.commitments, n));
}

/* The tuple and the key image of the input, computed before its proof. */
static void sal_tuple(size_t n)
{
	(void)n;
	must(sal_spend_state(&data.spend));
}

static void sal_prove(size_t n)
{
	(void)n;
	must(sal_spend_prove(&data.sal, &data.spend));
}

static void sal_verify(size_t n)
{
	(void)n;
	must(sal_spend_verify(&data.sal, &data.spend));
}

/* What a kernel is to reach, times the rival. */
static const struct goal {
	const char *kernel, *id;
	double ratio;
} goals[] = {
	{"avx2", "clsag-sign", 3.5},
	{"avx2", "bpp-prove-1", 10},
	{"avx2", "bpp-prove-2", 10},
	{"avx2", "bpp-prove-16", 10},
};

/* In an order in which a verification follows what makes its input. */
static const struct row {
	const char *name, *id; /* for people, for bench_ratio */
	void (*run)(size_t n);
	size_t n;
	const char *rival; /* NULL: the same as the row before, "": none */
	double share;      /* of the rival's time */
} rows[] = {
	{"CLSAG sign, ring 16", "clsag-sign", clsag_sign, RING, "test_sig_clsag<16, 2, 2>", 0.5},
	{"CLSAG verify, ring 16", "clsag-verify", clsag_verify, RING, NULL, 0.5},
	{"Bulletproof+ prove, 1 output", "bpp-prove-1", bpp_prove, 1, "test_bulletproof_plus<false, 1>", 1},
	{"Bulletproof+ verify, 1 output", "bpp-verify-1", bpp_verify, 1, "test_bulletproof_plus<true, 1>", 1},
	{"Bulletproof+ prove, 2 outputs", "bpp-prove-2", bpp_prove, 2, "test_bulletproof_plus<false, 2>", 1},
	{"Bulletproof+ verify, 2 outputs", "bpp-verify-2", bpp_verify, 2, "test_bulletproof_plus<true, 2>",
	 1},
	{"Bulletproof+ prove, 16 outputs", "bpp-prove-16", bpp_prove, 16, "test_bulletproof_plus<false, 15>",
	 1},
	{"Bulletproof+ verify, 16 outputs", "bpp-verify-16", bpp_verify, 16,
	 "test_bulletproof_plus<true, 15>", 1},
	{"SA/L tuple and key image", "sal-tuple", sal_tuple, 1, "", 1},
	{"SA/L prove", "sal-prove", sal_prove, 1, "", 1},
	{"SA/L verify", "sal-verify", sal_verify, 1, "", 1},
};
#define ROWS (sizeof rows / sizeof *rows)

static double time_once(const struct row *row)
{
	double start = bench_now_us();
	row->run(row->n);
	return bench_now_us() - start;
}

/* The rival repeats a call for seconds, too. */
#define ROW_US 250000
#define ROW_CALLS 256

static double time_row(const struct row *row)
{
	double least = 0, start = bench_now_us();
	size_t n = 0;

	do
		bench_keep_least(&least, time_once(row));
	while (++n < ROW_CALLS && (n < 3 || bench_now_us() - start < ROW_US));
	return least;
}

void bench_signing_parts(struct bench_signing_parts *us, size_t outputs)
{
	static bool has_data;
	if (!has_data)
		make_data();
	has_data = true;
	us->sign = time_row(&(struct row){.run = clsag_sign, .n = RING});
	us->verify = time_row(&(struct row){.run = clsag_verify, .n = RING});
	us->prove = time_row(&(struct row){.run = bpp_prove, .n = outputs});
	us->verify_proof = time_row(&(struct row){.run = bpp_verify, .n = outputs});
}

/* The rival's least time in microseconds, or 0 if it did not say. */
static double time_rival(const char *name)
{
	char command[256], line[256];
	unsigned long value;
	double us = 0;

	snprintf(command, sizeof command, PERFORMANCE_TESTS " --stats --filter='%s' 2>/dev/null", name);
	FILE *f = popen(command, "r");
	if (!f)
		return 0;
	while (fgets(line, sizeof line, f)) {
		const char *at = strstr(line, "(min ");
		if (at && sscanf(at, "(min %lu", &value) == 1)
			us = (double)value * (strstr(line, " ms/call") ? 1000 : 1);
	}
	pclose(f);
	return us;
}

static double process_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

/* Each in processor time, which other processes do not add to. */
void bench_signing(void)
{
	static const struct row parts[] = {
		{.run = clsag_sign, .n = RING},
		{.run = clsag_verify, .n = RING},
		{.run = bpp_prove, .n = 2},
		{.run = bpp_verify, .n = 2},
	};
	make_data();
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		double least = 0;
		for (size_t k = 0; k < FIRST_LATER; k++) {
			double start = process_us();
			parts[i].run(parts[i].n);
			bench_keep_least(&least, process_us() - start);
		}
		printf("%.0f%c", least, i + 1 < sizeof parts / sizeof *parts ? ' ' : '\n');
	}
}

/* In a process of its own, which has made no proof: "FIRST THEN", in microseconds of processor time, which
 * other processes do not add to. */
void bench_first_proof(size_t outputs)
{
	double first, then = 0, start;

	make_data();
	start = process_us();
	bpp_prove(outputs);
	first = process_us() - start;
	for (size_t i = 0; i < FIRST_LATER; i++) {
		start = process_us();
		bpp_prove(outputs);
		bench_keep_least(&then, process_us() - start);
	}
	printf("%.0f %.0f\n", first, then);
}

/* The least of several processes, whose first proof makes tables of the generators. */
static void bench_first(void)
{
	static const size_t outputs[] = {1, 2, 16};
	char self[4096], command[sizeof self + 64];
	ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);

	self[len < 0 ? 0 : len] = '\0';
	for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
		double first = 0, then = 0, us[2];
		snprintf(command, sizeof command, "'%s' --first-proof %zu", self, outputs[i]);
		for (size_t k = 0; k < FIRST_PROCESSES; k++) {
			FILE *f = popen(command, "r");
			if (!f || fscanf(f, "%lf %lf", &us[0], &us[1]) != 2 || pclose(f))
				must(-1);
			bench_keep_least(&first, us[0]);
			bench_keep_least(&then, us[1]);
		}
		double ratio = first / then;
		printf("Bulletproof+ prove, %2zu output%s %9.0f us for the first of a process, then %9.0f us, "
		       "%.2f times, goal %.1f: %s\n",
		       outputs[i], outputs[i] == 1 ? ", " : "s,", first, then, ratio, FIRST_GOAL,
		       ratio <= FIRST_GOAL ? "reached" : "MISSED");
	}
}

static void print_goal(const char *id, double ratio)
{
	for (size_t i = 0; i < sizeof goals / sizeof *goals; i++)
		if (strcmp(goals[i].kernel, sn_kernel()->name) == 0 && strcmp(goals[i].id, id) == 0)
			printf(", goal %.1f: %s", goals[i].ratio,
			       ratio >= goals[i].ratio ? "reached" : "MISSED");
}

static void print_row(FILE *ratios, const struct row *row, double ours, double theirs)
{
	printf("%-32s %9.0f us", row->name, ours);
	if (theirs) {
		printf(", monero-tests %9.0f us%s, ratio %.2f", theirs,
		       row->share < 1 ? " (half of sig_clsag<16, 2, 2>)" : "", theirs / ours);
		print_goal(row->id, theirs / ours);
		bench_ratio(ratios, row->id, theirs / ours);
	}
	putchar('\n');
}

bool bench_ringct(FILE *ratios)
{
	bool has_rival = access(PERFORMANCE_TESTS, X_OK) == 0;
	double ours[ROWS] = {0}, theirs[ROWS] = {0}, rival_us = 0;

	bench_first();
	make_data();
	for (size_t k = 0; k < ROUNDS; k++) {
		for (size_t i = 0; i < ROWS; i++) {
			/* Before and after the rival, so that a drifting clock meets both. */
			bench_keep_least(&ours[i], time_row(&rows[i]));
			if (!has_rival)
				continue;
			if (rows[i].rival)
				rival_us = *rows[i].rival ? time_rival(rows[i].rival) : 0;
			bench_keep_least(&ours[i], time_row(&rows[i]));
			if (rival_us)
				bench_keep_least(&theirs[i], rival_us * rows[i].share);
		}
	}
	for (size_t i = 0; i < ROWS; i++)
		print_row(ratios, &rows[i], ours[i], theirs[i]);
	if (!has_rival)
		puts("No comparison: " PERFORMANCE_TESTS " is not installed (package monero-tests).");
	sn_bpp_generators_free();
	return has_rival;
}
