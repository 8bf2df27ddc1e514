/* store/wallet_scope.h - the heights and addresses that a wallet scans, and the limits of its knowledge. */
#ifndef SN_STORE_WALLET_SCOPE_H
#define SN_STORE_WALLET_SCOPE_H

#include "base/error.h"
#include "store/wallet_types.h"

/* Replace the restore height. SN_BAD_INPUT unless nothing is scanned (sn_wallet_reset). */
int sn_wallet_set_restore_height(struct sn_wallet *w, uint64_t height) SN_MUST_USE;

/* Set the look-ahead, to at least SN_LOOKAHEAD_MAJOR and SN_LOOKAHEAD_MINOR. If it grows, the blocks scanned
 * so far are `unscanned` until they are scanned again. */
int sn_wallet_set_lookahead(struct sn_wallet *w, uint32_t accounts, uint32_t addresses) SN_MUST_USE;

/* Scan for this address, which the user is about to see, and for the look-ahead behind it. If it was not
 * scanned for before, the blocks scanned so far are `unscanned`. SN_REFUSED if a table of all these addresses
 * would be larger than SN_SUBADDRESS_TABLE_MAX. */
int sn_wallet_show(struct sn_wallet *w, struct sn_subaddress_index index) SN_MUST_USE;

/* Whether sn_wallet_show of this address would change nothing. */
bool sn_wallet_is_shown(const struct sn_wallet *w, struct sn_subaddress_index index);

/* The accounts and addresses that are scanned for, without the look-ahead, by ascending account: those shown
 * or used, account 0, and the first SN_LOOKAHEAD_MINOR addresses of each. SN_IO. The caller frees `*used`. */
int sn_wallet_used(struct sn_wallet_shown **used, size_t *n, const struct sn_wallet *w) SN_MUST_USE;

/* The accounts that exist, and the number of addresses of each: one, or up to the last that was created,
 * shown beyond the look-ahead, or used. (*created)[i].account is i. SN_IO. The caller frees `*created`. */
int sn_wallet_created(struct sn_wallet_shown **created, size_t *n, const struct sn_wallet *w) SN_MUST_USE;

/* Create the next `n` addresses of the account, and scan for them as in sn_wallet_show. *first is the
 * index of the first. If `account` is the number of accounts, create this account with its address 0;
 * then `n` is 1. SN_BAD_INPUT for any other account that does not exist, and for n = 0; SN_REFUSED as in
 * sn_wallet_show. */
int sn_wallet_create_addresses(struct sn_wallet *w, uint32_t account, uint32_t n,
			       uint32_t *first) SN_MUST_USE;

/* SN_REFUSED if a table with this look-ahead would be larger than SN_SUBADDRESS_TABLE_MAX; SN_IO. */
int sn_wallet_check_lookahead(const struct sn_wallet *w, uint32_t accounts, uint32_t addresses) SN_MUST_USE;

/* Record the network upgrade after which this program cannot pay: the block at `height`, the last or the next
 * one or one below, is the first of this version. A rollback below it clears this; so does a later block at
 * that height, if the version was one that this program cannot read (SN_BLOCK_VERSION_MAX). Version 0: there
 * is no such block. SN_BAD_INPUT if `height` is above that of the next block. */
int sn_wallet_set_fork(struct sn_wallet *w, uint64_t height, uint8_t version) SN_MUST_USE;

/* Set is_sole (struct sn_wallet). */
int sn_wallet_set_sole(struct sn_wallet *w, bool is_sole) SN_MUST_USE;

/* Whether the wallet detects every transaction that spends one of its outputs: it has all key images, or is
 * the only file that pays (is_sole), and no image that it relied on is lost. */
bool sn_wallet_sees_spends(const struct sn_wallet *w);

/* Whether it has also scanned every block that may contain one: no rescan is in progress (scanned_to). */
bool sn_wallet_knows_spends(const struct sn_wallet *w);

/* Private to store/. */

/* Raise unscanned_below to `height`. */
int sn_wallet_set_unscanned(struct sn_wallet *w, uint64_t height) SN_MUST_USE;

/* Replay a record of sn_wallet_show. */
int sn_wallet_replay_shown(struct sn_wallet *w, uint32_t account, uint32_t addresses) SN_MUST_USE;

/* Blocks were added or removed: clear or lower the fields that refer to other heights, without a record. */
void sn_wallet_scope_at(struct sn_wallet *w);

#endif
