/* chain/restore_height.h - the height of a date, without a daemon.
 *
 * A table has a block from the end of each month before. Between two entries, the height is interpolated;
 * after the last one, a block takes 120 s. A margin is subtracted, so that the result is below the first
 * block of the day in any time zone, as far as the source goes:
 *
 *   mainnet    2,880 blocks, about 4 days, and 1/200 of the blocks after the table
 *   stagenet   10,080 blocks, about 14 days, and 1/10 of the blocks after the table, because its blocks are
 *              irregular
 *   testnet    no table: the height is 0
 *
 * Source: github.com/feather-wallet/feather, src/assets/restore_heights_monero_mainnet.txt and
 * restore_heights_monero_stagenet.txt, of July 2026, with every 1,500th block. Compared with all its
 * lines, the heights without the margin are at most 453 (stagenet: 426) blocks too high, and at most 959
 * (stagenet: 6,009) if the table ended at any earlier month since May 2016, when a block took 120 s
 * already. */
#ifndef SN_CHAIN_RESTORE_HEIGHT_H
#define SN_CHAIN_RESTORE_HEIGHT_H

#include "chain/network.h"

#include <stdbool.h>
#include <stdint.h>

/* A height below the first block of the day that contains the Unix time `time`. Always below 2^32. */
uint64_t sn_restore_height(enum sn_network network, uint64_t time);

/* The Unix time of the last entry of the table; 0 without a table. */
uint64_t sn_restore_height_table_end(enum sn_network network);

/* The height for a wallet that is made at the time `now`. A clock that is before the end of the table is
 * wrong: then the height of that end is used, and *is_clock_wrong set. */
uint64_t sn_restore_height_now(enum sn_network network, uint64_t now, bool *is_clock_wrong);

#endif
