#include "chain/network.h"

#include <criterion/criterion.h>

Test(chain_network, names_and_numbers_name_the_same_network)
{
	for (unsigned i = 0; i < SN_NETWORKS; i++) {
		enum sn_network by_name, by_number;
		cr_assert_eq(sn_network_from_number(&by_number, i), SN_OK);
		cr_assert_eq(sn_network_from_name(&by_name, sn_network_name(by_number), NULL), SN_OK);
		cr_assert_eq(by_name, i);
		cr_assert_eq(by_number, i);
	}
	cr_assert_str_eq(sn_network_name(SN_MAINNET), "mainnet");
	cr_assert_str_eq(sn_network_name(SN_TESTNET), "testnet");
	cr_assert_str_eq(sn_network_name(SN_STAGENET), "stagenet");
	cr_assert_str_eq(sn_network_name((enum sn_network)3), "unknown network");
}

Test(chain_network, unknown_names_and_numbers_are_refused)
{
	const char *bad[] = {"", "main", "Mainnet", "mainnet ", "regtest"};
	enum sn_network network;
	struct sn_error err;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		cr_assert_eq(sn_network_from_name(&network, bad[i], &err), SN_BAD_INPUT);
	cr_assert_eq(sn_network_from_number(&network, 3), SN_BAD_INPUT);
	cr_assert_eq(sn_network_from_number(&network, 255), SN_BAD_INPUT);
}

/* Source: reference implementation, src/hardforks/hardforks.cpp, version 4. */
Test(chain_network, ringct_begins_at_the_height_of_its_hard_fork)
{
	cr_assert_eq(sn_network_ringct_height(SN_MAINNET), 1220516);
	cr_assert_eq(sn_network_ringct_height(SN_TESTNET), 801219);
	cr_assert_eq(sn_network_ringct_height(SN_STAGENET), 34000);
}
