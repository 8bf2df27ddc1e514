#include "store/index.h"

#include <sodium.h>

#include <criterion/criterion.h>

static void start(void)
{
	cr_assert(sodium_init() >= 0);
}

TestSuite(store_index, .init = start);

static bool has(const struct sn_index *ix, uint32_t key, size_t place)
{
	struct sn_index_walk walk = sn_index_walk(sn_index_hash(&key, sizeof key));
	for (size_t i; (i = sn_index_next(ix, &walk)) != SIZE_MAX;)
		if (i == place)
			return true;
	return false;
}

Test(store_index, finds_what_was_added_and_nothing_else)
{
	struct sn_index ix = {0};
	uint32_t n = 10000;
	cr_assert(!has(&ix, 0, 0));
	sn_index_clear(&ix);
	for (uint32_t i = 0; i < n; i++) {
		cr_assert(sn_index_reserve(&ix, 1) == SN_OK);
		sn_index_add(&ix, sn_index_hash(&i, sizeof i), 2 * i);
	}
	for (uint32_t i = 0; i < n; i++)
		cr_assert(has(&ix, i, 2 * i) && !has(&ix, i, 2 * i + 1));
	size_t candidates = 0;
	for (uint32_t i = n; i < 2 * n; i++) {
		struct sn_index_walk walk = sn_index_walk(sn_index_hash(&i, sizeof i));
		while (sn_index_next(&ix, &walk) != SIZE_MAX)
			candidates++;
	}
	cr_assert(candidates < 3, "%zu", candidates); /* 10^8 tries with probability 2^-32 */
	sn_index_clear(&ix);
	cr_assert(!has(&ix, 0, 0) && !has(&ix, 1, 2));
	sn_index_free(&ix);
}

Test(store_index, keeps_several_places_of_one_key_and_exchanges_one)
{
	struct sn_index ix = {0};
	uint32_t key = 7;
	cr_assert(sn_index_reserve(&ix, 100) == SN_OK);
	for (size_t i = 0; i < 100; i++)
		sn_index_add(&ix, sn_index_hash(&key, sizeof key), i);
	sn_index_change(&ix, sn_index_hash(&key, sizeof key), 50, 1000);
	for (size_t i = 0; i < 100; i++)
		cr_assert(has(&ix, key, i) == (i != 50));
	cr_assert(has(&ix, key, 1000));
	sn_index_free(&ix);
}

Test(store_index, is_used_again)
{
	struct sn_index ix = {0};
	uint32_t key = 7;
	for (size_t i = 0; i < 3; i++) {
		cr_assert(sn_index_reserve(&ix, 100) == SN_OK);
		sn_index_add(&ix, sn_index_hash(&key, sizeof key), i);
		cr_assert(has(&ix, key, i) && !has(&ix, key, i + 1) && (i == 0 || !has(&ix, key, i - 1)));
		sn_index_free(&ix);
		cr_assert(ix.n_slots == 0 && !has(&ix, key, i));
		sn_index_free(&ix);
	}
}

Test(store_index, refuses_more_than_it_can_count)
{
	struct sn_index ix = {0};
	cr_assert(sn_index_reserve(&ix, SIZE_MAX) == SN_IO);
	cr_assert(sn_index_reserve(&ix, SIZE_MAX / 2) == SN_IO);
	cr_assert(ix.n_slots == 0);
}
