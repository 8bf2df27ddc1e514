#include "hot/kept_ring.h"

#include "cold_sets.h"
#include "hot/decoy_chance.h"
#include "hot/decoys.h"
#include "node/daemon_outputs.h"
#include "hot_chain.h"
#include "hot_wallet.h"
#include "seed.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#define BLOCKS 3000
#define EACH 20
#define OWN 20000

static struct hot h;
static struct chain chain;
static struct sn_unsigned_input input;
static struct sn_error err;

static void set_up(void)
{
	struct sn_account account = cold_account("alice");
	seed_libsodium(NULL);
	hot_open(&h, &account);
	chain_start(&chain, h.w, BLOCKS, EACH);
}

static void tear_down(void)
{
	chain_stop(&chain);
	hot_close(&h);
}

TestSuite(hot_kept_ring, .init = set_up, .fini = tear_down);

static size_t add_ours(uint64_t index)
{
	return chain_add_own(&chain, &h, 1000 + index, index);
}

static int make(size_t output, bool is_other)
{
	struct sn_daemon_distribution d = chain_distribution(&chain);
	chain.n_asked = 0;
	int ret = sn_make_rings(&input, &output, &is_other, false, 1, h.w, chain.daemon, &d, &err);
	sn_daemon_distribution_free(&d);
	return ret;
}

static void grow(size_t n)
{
	chain.per_block = reallocarray(chain.per_block, chain.n_blocks + n, sizeof *chain.per_block);
	cr_assert_not_null(chain.per_block);
	for (size_t i = 0; i < n; i++)
		chain.per_block[chain.n_blocks++] = EACH;
}

static size_t in_common(const uint64_t *a, size_t n_a, const uint64_t *b, size_t n_b)
{
	size_t n = 0;
	for (size_t i = 0; i < n_a; i++)
		for (size_t j = 0; j < n_b; j++)
			n += a[i] == b[j];
	return n;
}

/* Move the members of a[0..n-1] that are in `b` to the front. Returns their number. */
static size_t intersect(uint64_t *a, size_t n, const uint64_t *b, size_t n_b)
{
	size_t left = 0;
	for (size_t i = 0; i < n; i++)
		if (in_common(&a[i], 1, b, n_b))
			a[left++] = a[i];
	return left;
}

/* Make the request and the ring for the second time. */
static size_t make_again(size_t output, bool is_other)
{
	uint64_t before[SN_RING_SIZE];
	memcpy(before, input.global_index, sizeof before);
	cr_assert(!make(output, is_other), "%s", err.text);
	cr_assert_eq(chain.n_asked, 75);
	cr_assert_eq(in_common(before, SN_RING_SIZE, chain.asked, chain.n_asked), SN_RING_SIZE,
		     "the whole ring is asked for again");
	cr_assert_eq(in_common(input.global_index, SN_RING_SIZE, chain.asked, chain.n_asked), SN_RING_SIZE);
	return in_common(before, SN_RING_SIZE, input.global_index, SN_RING_SIZE);
}

Test(hot_kept_ring, the_same_again)
{
	const size_t ours = add_ours(OWN), other = add_ours(OWN + 1);
	cr_assert(!make(ours, false));
	for (int i = 0; i < 5; i++)
		cr_assert_eq(make_again(ours, false), SN_RING_SIZE);
	cr_assert_eq(make_again(ours, true), SN_RING_SIZE - 1);
	/* Another output has its own ring. */
	uint64_t before[SN_RING_SIZE];
	memcpy(before, input.global_index, sizeof before);
	cr_assert(!make(other, false));
	cr_assert_leq(in_common(before, SN_RING_SIZE, input.global_index, SN_RING_SIZE), 4);
}

/* The ring is in the file before the daemon is asked: a daemon that cuts the connection does not see two
 * rings. */
Test(hot_kept_ring, is_there_when_the_daemon_is_gone)
{
	const size_t ours = add_ours(OWN);
	uint64_t asked[75];
	chain.refuses_outputs = true;
	cr_assert_eq(make(ours, false), SN_DAEMON);
	memcpy(asked, chain.asked, sizeof asked);
	cr_assert_eq(chain.n_asked, 75);
	cr_assert(!sn_wallet_revert(h.w, &err), "%s", err.text);
	cr_assert_eq(h.w->n_rings, 1);
	chain.refuses_outputs = false;
	add_ours(OWN); /* the reverted wallet was never stored with it */
	cr_assert(!make(0, false), "%s", err.text);
	cr_assert_eq(in_common(asked, 75, input.global_index, SN_RING_SIZE), SN_RING_SIZE);
}

static bool is_young_coinbase(uint64_t index)
{
	return index / EACH + SN_COINBASE_AGE > BLOCKS && index % EACH < EACH - 1;
}

/* The wallet knows these outputs, so the ring that it stores before the request has none of them. */
Test(hot_kept_ring, locked_coinbase_outputs_are_asked_for_but_not_kept)
{
	size_t n_locked = 0;
	for (uint64_t height = BLOCKS - 100; height < BLOCKS; height++) {
		struct sn_hash hash = hot_hash(height);
		cr_assert(!sn_wallet_add_block(h.w, height, &hash, EACH * (height + 1), EACH - 1));
	}
	chain.is_locked = is_young_coinbase;
	for (int i = 0; i < 50; i++) {
		const size_t ours = add_ours(OWN + (uint64_t)i);
		chain.refuses_outputs = true;
		cr_assert_eq(make(ours, false), SN_DAEMON);
		chain.refuses_outputs = false;
		cr_assert(!make(ours, false), "%s", err.text);
		for (size_t j = 0; j < chain.n_asked; j++)
			n_locked += is_young_coinbase(chain.asked[j]);
	}
	cr_assert_gt(n_locked, 0);
}

/* The output is never the only common member, at any age, and the ring has a current distribution. */
Test(hot_kept_ring, ages)
{
	static const struct {
		size_t blocks;
		double stay; /* on average */
	} cases[] = {{1, 14.6}, {5, 14}, {60, 11.5}, {720, 6.5}};
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		double sum = 0;
		const int n = 40;
		for (int i = 0; i < n; i++)
			cr_assert(!make(add_ours(OWN + 100 * c + (size_t)i), false), "%s", err.text);
		grow(cases[c].blocks);
		for (int i = 0; i < n; i++) {
			size_t output = h.w->n_outputs - n + (size_t)i;
			const struct sn_wallet_ring *ring =
				sn_wallet_find_ring(h.w, &h.w->outputs[output].key);
			uint64_t before[SN_WALLET_DECOYS];
			cr_assert_not_null(ring);
			memcpy(before, ring->decoys, sizeof before);
			cr_assert(!make(output, false), "%s", err.text);
			size_t stay = in_common(before, SN_WALLET_DECOYS, input.global_index, SN_RING_SIZE);
			cr_assert_geq(stay, SN_KEPT_DECOYS_LEAST);
			sum += (double)stay;
		}
		/* Six standard deviations of 600 decoys, each of which stays or goes. */
		double p = cases[c].stay / 15, spread = 6 * sqrt(p * (1 - p) / (15 * n)) * 15 + 0.6;
		cr_assert(fabs(sum / n - cases[c].stay) < spread, "%zu blocks: %.2f stay", cases[c].blocks,
			  sum / n);
	}
}

/* In two rings, in all rings and in all requests, the output is never the only common member. */
Test(hot_kept_ring, many_times)
{
	const size_t ours = add_ours(OWN);
	uint64_t rings[SN_RING_SIZE], requests[75];
	size_t in_rings = SN_RING_SIZE, in_requests = 75;
	cr_assert(!make(ours, false));
	memcpy(rings, input.global_index, sizeof rings);
	memcpy(requests, chain.asked, sizeof requests);
	for (int i = 0; i < 10; i++) {
		grow(3000);
		cr_assert(!make(ours, i % 2), "%s", err.text);
		in_rings = intersect(rings, in_rings, input.global_index, SN_RING_SIZE);
		in_requests = intersect(requests, in_requests, chain.asked, chain.n_asked);
	}
	cr_assert_geq(in_rings, 1 + SN_KEPT_DECOYS_LEAST);
	cr_assert_geq(in_requests, 1 + SN_KEPT_DECOYS_LEAST);
}

/* The chain is shorter, and our output has another index: all decoys that still exist stay. */
Test(hot_kept_ring, after_a_reorganisation)
{
	const size_t ours = add_ours(OWN);
	cr_assert(!make(ours, false));
	uint64_t before[SN_RING_SIZE];
	memcpy(before, input.global_index, sizeof before);
	chain.n_blocks -= 300;
	h.w->outputs[ours].global_index = OWN - 1;
	h.w->outputs[ours].height = (OWN - 1) / EACH;
	h.w->outputs[ours].key = chain_key(OWN - 1);
	struct sn_wallet_ring ring = *h.w->rings;
	ring.key = h.w->outputs[ours].key;
	cr_assert(!sn_wallet_set_ring(h.w, &ring));
	cr_assert(!make(ours, false), "%s", err.text);
	const uint64_t end = (chain.n_blocks - 9) * EACH;
	size_t still_there = 0;
	for (size_t i = 0; i < SN_RING_SIZE; i++) {
		still_there += before[i] < end && before[i] != OWN;
		cr_assert_lt(input.global_index[i], end);
	}
	cr_assert_geq(in_common(before, SN_RING_SIZE, input.global_index, SN_RING_SIZE), still_there);
	cr_assert_eq(in_common((uint64_t[]){OWN - 1}, 1, input.global_index, SN_RING_SIZE), 1);
}

static uint64_t locked;

static bool is_locked(uint64_t index)
{
	return index == locked;
}

/* The daemon sees the same outcome for each member, ours included, and the ring stays. */
Test(hot_kept_ring, locked_member_is_refused_whichever_it_is)
{
	const size_t ours = add_ours(OWN);
	uint64_t before[SN_RING_SIZE];
	char first[sizeof err.text] = "";
	cr_assert(!make(ours, false), "%s", err.text);
	memcpy(before, input.global_index, sizeof before);
	chain.is_locked = is_locked;
	for (size_t i = 0; i < SN_RING_SIZE; i++) {
		const unsigned n = chain.n_outputs;
		locked = before[i];
		cr_assert_eq(make(ours, false), SN_DAEMON);
		if (!i)
			strcpy(first, err.text);
		cr_assert_str_eq(err.text, first);
		cr_assert_eq(chain.n_outputs, n + 1);
	}
	locked = UINT64_MAX;
	cr_assert(!make(ours, false), "%s", err.text);
	cr_assert_eq(in_common(before, SN_RING_SIZE, input.global_index, SN_RING_SIZE), SN_RING_SIZE);
}

/* Whatever the height does: a daemon can keep it as it is. */
Test(hot_kept_ring, three_decoys_stay_in_100_rings)
{
	static const size_t between[] = {0, 1, 10};
	for (size_t b = 0; b < 3; b++)
		for (uint64_t k = 0; k < 10; k++) {
			const struct sn_point key = {{1}};
			struct sn_wallet_ring ring, before;
			uint64_t left[SN_WALLET_DECOYS], drawn[SN_RING_SIZE] = {OWN};
			size_t n = 1, n_left = SN_WALLET_DECOYS;
			struct sn_daemon_distribution d = chain_distribution(&chain);
			struct sn_decoy_picker p;
			d.count -= 1000;
			cr_assert(!sn_decoy_picker_init(&p, &d, &err));
			while (n < SN_RING_SIZE) {
				drawn[n] = sn_decoy_pick(&p);
				n += drawn[n] < p.n_outputs && !in_common(&drawn[n], 1, drawn, n);
			}
			sn_kept_ring_set(&ring, &key, NULL, d.count, drawn + 1);
			memcpy(left, ring.decoys, sizeof left);
			for (int i = 0; i < 100; i++) {
				before = ring;
				d.count += between[b];
				cr_assert(!sn_decoy_picker_init(&p, &d, &err));
				n = 1;
				sn_kept_ring_draw(drawn, &n, &p, &before, true);
				cr_assert_eq(n, SN_RING_SIZE);
				cr_assert_lt(in_common(before.decoys, SN_WALLET_DECOYS, drawn + 1,
						       SN_WALLET_DECOYS),
					     SN_WALLET_DECOYS);
				sn_kept_ring_set(&ring, &key, &before, d.count, drawn + 1);
				n_left = intersect(left, n_left, ring.decoys, SN_WALLET_DECOYS);
			}
			cr_assert_geq(n_left, SN_KEPT_DECOYS_LEAST);
			sn_daemon_distribution_free(&d);
		}
}

/* All outputs have the probability with which they are drawn. */
Test(hot_kept_ring, chances)
{
	struct sn_daemon_distribution d = chain_distribution(&chain);
	struct sn_decoy_picker p;
	double sum = 0;
	const size_t draws = 40000, band = 200 * EACH;
	size_t counts[BLOCKS / 200 + 1] = {0};
	cr_assert(!sn_decoy_picker_init(&p, &d, &err));
	for (size_t i = 0; i < draws;) {
		uint64_t pick = sn_decoy_pick(&p);
		if (pick >= p.n_outputs)
			continue;
		counts[pick / band]++;
		i++;
	}
	for (uint64_t i = 0; i < p.n_outputs; i += band) {
		double chance = 0;
		for (uint64_t j = i; j < i + band && j < p.n_outputs; j += EACH)
			chance += EACH * sn_decoy_chance(&p, j);
		sum += chance;
		double expected = chance * (double)draws;
		cr_assert_float_eq((double)counts[i / band], expected, 6 * sqrt(expected) + 1);
	}
	cr_assert_float_eq(sum, 1, 1e-9);
	cr_assert_eq(sn_decoy_chance(&p, p.n_outputs), 0);
	sn_daemon_distribution_free(&d);
}

/* The values of doc/rings.md: the inverse probability that all decoys of a fresh ring are at least this
 * number of blocks older than the youngest possible decoy. */
Test(hot_decoy_chance, ratios_of_the_document)
{
	static const struct {
		double blocks, ratio;
	} stated[] = {{5, 1.35}, {30, 3.95}, {60, 8.79}, {180, 73.6}, {720, 6350}};
	for (size_t i = 0; i < sizeof stated / sizeof *stated; i++) {
		double none =
			pow(1 - sn_decoy_younger(stated[i].blocks * SN_BLOCK_SECONDS), SN_WALLET_DECOYS);
		cr_assert_float_eq(1 / none, stated[i].ratio, stated[i].ratio / 200, "%g: %g",
				   stated[i].blocks, 1 / none);
	}
}

/* The same by drawing, on a chain of equal blocks. */
Test(hot_kept_ring, ratios_as_drawn)
{
	struct sn_decoy_picker p;
	struct sn_daemon_distribution d = {.count = 300000};
	unsigned n = 0, n_without = 0;
	d.cumulative = calloc(d.count, sizeof *d.cumulative);
	cr_assert_not_null(d.cumulative);
	for (size_t i = 0; i < d.count; i++)
		d.cumulative[i] = 60 * (i + 1);
	cr_assert(!sn_decoy_picker_init(&p, &d, &err), "%s", err.text);
	for (; n < 20000; n++) {
		bool is_young = false;
		for (size_t k = 0; k < SN_WALLET_DECOYS;) {
			uint64_t pick = sn_decoy_pick(&p);
			k += pick < p.n_outputs;
			is_young |= pick < p.n_outputs && pick >= p.n_outputs - 60 * 60;
		}
		n_without += !is_young;
	}
	sn_daemon_distribution_free(&d);
	/* Ages above that of the chain are drawn again: 2,094 of them, plus or minus 43. An endless chain has
	 * 2,275. */
	double young =
		sn_decoy_younger(60.0 * SN_BLOCK_SECONDS) / sn_decoy_younger(300000.0 * SN_BLOCK_SECONDS);
	double without = pow(1 - young, SN_WALLET_DECOYS);
	cr_assert_float_eq(n_without, n * without, 6 * sqrt(n * without * (1 - without)), "%u, not %g",
			   n_without, n * without);
}
