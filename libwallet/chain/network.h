/* chain/network.h - the three public Monero networks.
 *
 * A private chain (monerod --regtest) counts as mainnet: it has the same address prefixes and genesis block.
 * The numbers are part of the file formats. */
#ifndef SN_CHAIN_NETWORK_H
#define SN_CHAIN_NETWORK_H

#include "base/error.h"
#include "crypto/types.h"

#include <stdint.h>

enum sn_network {
	SN_MAINNET = 0,
	SN_TESTNET = 1,
	SN_STAGENET = 2,
};

#define SN_NETWORKS 3

/* "mainnet", "testnet" or "stagenet"; "unknown network" for any other number. */
const char *sn_network_name(enum sn_network network);

/* The network of that name. Returns SN_BAD_INPUT for any other text; the hint lists the names. */
int sn_network_from_name(enum sn_network *network, const char *name, struct sn_error *err) SN_MUST_USE;

/* The network of a number read from a file. Returns SN_BAD_INPUT for an unknown number. */
int sn_network_from_number(enum sn_network *network, unsigned number) SN_MUST_USE;

/* The id of the network's block 0, which identifies a daemon's network. */
const struct sn_hash *sn_network_genesis(enum sn_network network);

/* The height of the first block that may contain RingCT outputs: the network upgrade to version 4. On a
 * private chain, block 1 already contains some. Source: reference implementation,
 * src/hardforks/hardforks.cpp. */
uint64_t sn_network_ringct_height(enum sn_network network);

#endif
