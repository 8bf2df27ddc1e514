#include "chain/network.h"

static const char *const names[SN_NETWORKS] = {"mainnet", "testnet", "stagenet"};

/* Computed from the genesis transactions and nonces in the reference implementation, src/cryptonote_config.h.
 * tests/unit/chain_block.c repeats the computation. */
static const struct sn_hash genesis[SN_NETWORKS] = {
	{{0x41, 0x80, 0x15, 0xbb, 0x9a, 0xe9, 0x82, 0xa1, 0x97, 0x5d, 0xa7, 0xd7, 0x92, 0x77, 0xc2, 0x70,
	  0x57, 0x27, 0xa5, 0x68, 0x94, 0xba, 0x0f, 0xb2, 0x46, 0xad, 0xaa, 0xbb, 0x1f, 0x46, 0x32, 0xe3}},
	{{0x48, 0xca, 0x7c, 0xd3, 0xc8, 0xde, 0x5b, 0x6a, 0x4d, 0x53, 0xd2, 0x86, 0x1f, 0xbd, 0xae, 0xdc,
	  0xa1, 0x41, 0x55, 0x35, 0x59, 0xf9, 0xbe, 0x95, 0x20, 0x06, 0x80, 0x53, 0xcd, 0xa8, 0x43, 0x0b}},
	{{0x76, 0xee, 0x3c, 0xc9, 0x86, 0x46, 0x29, 0x22, 0x06, 0xcd, 0x3e, 0x86, 0xf7, 0x4d, 0x88, 0xb4,
	  0xdc, 0xc1, 0xd9, 0x37, 0x08, 0x86, 0x45, 0xe9, 0xb0, 0xcb, 0xca, 0x84, 0xb7, 0xce, 0x74, 0xeb}},
};

static const uint64_t ringct_height[SN_NETWORKS] = {1220516, 801219, 34000};

const char *sn_network_name(enum sn_network network)
{
	return (unsigned)network < SN_NETWORKS ? names[network] : "unknown network";
}

int sn_network_from_name(enum sn_network *network, const char *name, struct sn_error *err)
{
	for (unsigned i = 0; i < SN_NETWORKS; i++) {
		if (!strcmp(name, names[i])) {
			*network = (enum sn_network)i;
			return SN_OK;
		}
	}
	return sn_error_hint(err, sn_error_set(err, SN_BAD_INPUT, "unknown network \"%s\"", name),
			     "use mainnet, testnet or stagenet");
}

int sn_network_from_number(enum sn_network *network, unsigned number)
{
	if (number >= SN_NETWORKS)
		return SN_BAD_INPUT;
	*network = (enum sn_network)number;
	return SN_OK;
}

const struct sn_hash *sn_network_genesis(enum sn_network network)
{
	return &genesis[(unsigned)network < SN_NETWORKS ? network : SN_MAINNET];
}

uint64_t sn_network_ringct_height(enum sn_network network)
{
	return ringct_height[(unsigned)network < SN_NETWORKS ? network : SN_MAINNET];
}
