#include "store/wallet_rings.h"

#include "store_wallet_fixture.h"

TestSuite(store_wallet_rings, .init = set_up, .fini = tear_down);

/* A rollback keeps the rings. Their number is bounded. */
Test(store_wallet_rings, latest_ring_of_each_output_is_kept)
{
	struct sn_wallet *w = new_wallet();
	fill(w);
	struct sn_wallet_ring ring = ring_of(5);
	ring.height++;
	ring.decoys[14] = UINT64_MAX;
	ok(sn_wallet_set_ring(w, &ring));
	cr_assert(w->n_rings == 3 && sn_wallet_find_ring(w, &ring.key)->height == ring.height);
	const struct sn_point other = key_of(6);
	cr_assert_null(sn_wallet_find_ring(w, &other));
	struct sn_wallet_ring bad = ring;
	bad.decoys[3] = bad.decoys[4];
	cr_assert_eq(sn_wallet_set_ring(w, &bad), SN_BAD_INPUT);
	bad = ring;
	bad.from_first = 0x8000;
	cr_assert_eq(sn_wallet_set_ring(w, &bad), SN_BAD_INPUT);
	ok(sn_wallet_reset(w));
	expect_stored(w);
	for (uint64_t i = 10; w->n_rings < SN_WALLET_RINGS_MAX; i++) {
		ring = ring_of(100 + i);
		ok(sn_wallet_set_ring(w, &ring));
	}
	ring = ring_of(1);
	ok(sn_wallet_set_ring(w, &ring));
	cr_assert_eq(w->n_rings, SN_WALLET_RINGS_MAX - SN_WALLET_RINGS_MAX / 4 + 1);
	const struct sn_point first = key_of(5);
	cr_assert(!sn_wallet_find_ring(w, &first) && sn_wallet_find_ring(w, &ring.key));
	expect_stored(w);
	sn_wallet_close(w);
}
