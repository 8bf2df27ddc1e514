#include "chain/subaddress_table.h"

#include <criterion/criterion.h>

static struct sn_account account;

static void make_account(void)
{
	uint8_t seed[32] = {3, 1, 4};
	sn_account_from_seed(&account, SN_MAINNET, seed);
}

/* Whether the address of the account is found with its own index. */
static bool has(const struct sn_subaddress_table *table, uint32_t major, uint32_t minor)
{
	struct sn_address a;
	struct sn_subaddress_index index;
	sn_account_address(&a, &account, (struct sn_subaddress_index){major, minor});
	if (!sn_subaddress_table_find(&index, table, &a.spend))
		return false;
	cr_assert_eq(index.major, major);
	cr_assert_eq(index.minor, minor);
	return true;
}

Test(chain_subaddress_table, look_ahead_moves_with_the_addresses_in_use, .init = make_account)
{
	struct sn_subaddress_table t;
	cr_assert_eq(sn_subaddress_table_init(&t, &account, 3, 10), SN_OK);
	cr_assert_eq(t.n, 30);
	cr_assert(has(&t, 0, 0));
	cr_assert(has(&t, 0, 9));
	cr_assert(has(&t, 2, 9));
	cr_assert(!has(&t, 0, 10));
	cr_assert(!has(&t, 3, 0));

	/* An address further on in account 1 moves that account only. */
	cr_assert_eq(sn_subaddress_table_cover(&t, &account, (struct sn_subaddress_index){1, 9}), SN_OK);
	cr_assert(has(&t, 1, 18));
	cr_assert(!has(&t, 1, 19));
	cr_assert(has(&t, 3, 9)); /* account 1 in use: accounts up to 3 */
	cr_assert(!has(&t, 4, 0));
	cr_assert(!has(&t, 0, 10));

	/* Already covered. */
	size_t n = t.n;
	cr_assert_eq(sn_subaddress_table_cover(&t, &account, (struct sn_subaddress_index){1, 5}), SN_OK);
	cr_assert_eq(sn_subaddress_table_cover(&t, &account, (struct sn_subaddress_index){0, 0}), SN_OK);
	cr_assert_eq(t.n, n);

	/* Far beyond everything. */
	cr_assert_eq(sn_subaddress_table_cover(&t, &account, (struct sn_subaddress_index){20, 70}), SN_OK);
	cr_assert(has(&t, 20, 79));
	cr_assert(has(&t, 22, 9));
	cr_assert(has(&t, 10, 9));
	cr_assert(!has(&t, 10, 10));
	cr_assert(has(&t, 1, 18));
	sn_subaddress_table_free(&t);
	cr_assert(!has(&t, 0, 0));
}

Test(chain_subaddress_table, too_large_tables_are_refused, .init = make_account)
{
	struct sn_subaddress_table t;
	cr_assert_eq(sn_subaddress_table_init(&t, &account, 0, 1), SN_USAGE);
	cr_assert_eq(sn_subaddress_table_init(&t, &account, 1, 0), SN_USAGE);
	cr_assert_eq(sn_subaddress_table_init(&t, &account, 1, SN_SUBADDRESS_TABLE_MAX + 1), SN_USAGE);
	cr_assert_eq(sn_subaddress_table_init(&t, &account, UINT32_MAX, UINT32_MAX), SN_USAGE);

	cr_assert_eq(sn_subaddress_table_init(&t, &account, 2, 2), SN_OK);
	cr_assert_eq(sn_subaddress_table_cover(&t, &account, (struct sn_subaddress_index){UINT32_MAX, 0}),
		     SN_USAGE);
	cr_assert_eq(sn_subaddress_table_cover(&t, &account, (struct sn_subaddress_index){0, UINT32_MAX}),
		     SN_USAGE);
	cr_assert_eq(t.n, 4);
	cr_assert(has(&t, 1, 1));
	sn_subaddress_table_free(&t);
}

/* In reverse order, as threads may do. */
static void spread_backwards(size_t n, void (*work)(void *context, size_t i), void *context)
{
	while (n--)
		work(context, n);
}

/* Accounts whose addresses fill no part, and one that fills several, at once and later. */
Test(chain_subaddress_table, the_order_of_the_parts_does_not_matter, .init = make_account)
{
	struct sn_subaddress_table t, other;
	cr_assert_eq(sn_subaddress_table_init_spread(&t, &account, 5, 130, spread_backwards), SN_OK);
	cr_assert_eq(sn_subaddress_table_cover(&t, &account, (struct sn_subaddress_index){3, 700}), SN_OK);
	cr_assert_eq(t.n, 5 * 130 + 3 * 130 + 700);
	cr_assert_eq(sn_subaddress_table_init(&other, &account, 5, 130), SN_OK);
	cr_assert_eq(sn_subaddress_table_cover(&other, &account, (struct sn_subaddress_index){3, 700}),
		     SN_OK);
	cr_assert_eq(other.n, t.n);
	cr_assert_arr_eq(other.keys, t.keys, t.n * sizeof *t.keys);
	for (uint32_t major = 0; major < 8; major++)
		for (uint32_t minor = 0; minor < 130; minor += 43)
			cr_assert(has(&t, major, minor));
	for (uint32_t minor = 130; minor < 830; minor += 33)
		cr_assert(has(&t, 3, minor) && !has(&t, 2, minor) && !has(&t, 4, minor));
	cr_assert(has(&t, 3, 829) && !has(&t, 3, 830) && !has(&t, 8, 0));
	/* A key, 2 to 4 slots, and a run for some hundred keys. */
	cr_assert_leq(sn_subaddress_table_bytes(&t), t.n * 49);
	sn_subaddress_table_free(&t);
	sn_subaddress_table_free(&other);
}

Test(chain_subaddress_table, foreign_keys_are_not_found, .init = make_account)
{
	struct sn_subaddress_table t;
	struct sn_account other;
	struct sn_point keys[100];
	struct sn_subaddress_index index;
	uint8_t seed[32] = {2, 7, 1};
	cr_assert_eq(sn_subaddress_table_init(&t, &account, 5, 50), SN_OK);
	sn_account_from_seed(&other, SN_MAINNET, seed);
	cr_assert_eq(sn_account_spend_keys_many(keys, &other, 0, 0, 100), SN_OK);
	for (size_t i = 0; i < 100; i++)
		cr_assert(!sn_subaddress_table_find(&index, &t, &keys[i]));
	/* The first bytes of one of our keys, followed by other bytes. */
	cr_assert_eq(sn_account_spend_keys_many(keys, &account, 0, 0, 1), SN_OK);
	keys[0].b[31] ^= 1;
	cr_assert(!sn_subaddress_table_find(&index, &t, &keys[0]));
	sn_subaddress_table_free(&t);
}
