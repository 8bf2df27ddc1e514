#include "hot/ring_sanity.h"

#include "cold_sets.h"
#include "hot_chain.h"
#include "hot_wallet.h"

#include "hot/decoys.h"
#include "node/daemon_outputs.h"

#include <criterion/criterion.h>

/* n different members, up to `top`. */
static bool is_sane(size_t n, uint64_t top, uint64_t available)
{
	uint64_t indices[64];
	for (size_t i = 0; i < n; i++)
		indices[i] = top - i;
	return sn_rings_are_sane(indices, n, available);
}

Test(hot_ring_sanity, median_is_young)
{
	/* 16 members, from 7 above the lower middle one down. */
	cr_assert(is_sane(16, 6000 + 8, 10000)); /* 6000 and 6001 in the middle */
	cr_assert(is_sane(16, 6000 + 8, 10001)); /* 60 % rounded down */
}

Test(hot_ring_sanity, median_is_old)
{
	cr_assert(!is_sane(16, 6000 + 7, 10000)); /* 5999.5 */
	cr_assert(is_sane(17, 6000 + 8, 10000));
	cr_assert(!is_sane(17, 5999 + 8, 10000));
}

Test(hot_ring_sanity, where_nothing_is_asked_for)
{
	cr_assert(is_sane(10, 100, 1000000) && !is_sane(11, 100, 1000000));
	cr_assert(is_sane(16, 100, 9999) && !is_sane(16, 100, 10000));
}

Test(hot_ring_sanity, members_that_repeat)
{
	uint64_t indices[32];
	for (size_t different = 24; different <= 26; different++) {
		for (size_t i = 0; i < 32; i++)
			indices[i] = 90000 + i % different;
		cr_assert_eq(sn_rings_are_sane(indices, 32, 100000), different >= 25, "%zu",
			     different); /* 25.6, rounded down */
	}
}

/* On this short chain with many outputs, most drawn rings are too old. None of these is composed. */
Test(hot_ring_sanity, rings_that_are_made)
{
	struct hot h;
	struct chain chain;
	struct sn_account account = cold_account("alice");
	struct sn_unsigned_input input;
	struct sn_error err;
	hot_open(&h, &account);
	chain_start(&chain, h.w, 600, 20);
	struct sn_daemon_distribution d = chain_distribution(&chain);
	for (uint64_t i = 0; i < 40; i++) {
		size_t own = chain_add_own(&chain, &h, 1000 + i, 300 * i);
		for (int again = 0; again < 2; again++) { /* also the kept ring */
			cr_assert(!sn_make_rings(&input, &own, NULL, false, 1, h.w, chain.daemon, &d, &err),
				  "%s", err.text);
			size_t n_young = 0;
			for (size_t j = 0; j < SN_RING_SIZE; j++)
				n_young += input.global_index[j] >= d.cumulative[d.count - 10] * 6 / 10;
			cr_assert_geq(n_young,
				      SN_RING_SIZE / 2 - 1); /* one of the two in the middle may be older */
			uint64_t indices[SN_RING_SIZE];
			for (size_t j = 0; j < SN_RING_SIZE; j++)
				indices[j] = input.global_index[j];
			cr_assert(sn_rings_are_sane(indices, SN_RING_SIZE, d.cumulative[d.count - 10]));
		}
	}
	sn_daemon_distribution_free(&d);
	chain_stop(&chain);
	hot_close(&h);
}
