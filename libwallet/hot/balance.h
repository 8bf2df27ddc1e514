/* hot/balance.h - balance, computed from the wallet file alone. */
#ifndef SN_HOT_BALANCE_H
#define SN_HOT_BALANCE_H

#include "chain/consensus.h"
#include "store/wallet.h"

/* Amounts in piconero. Outputs of version 1 transactions (before RingCT) count in `total` but not in
 * `unlocked`: payments cannot spend them yet. */
struct sn_balance {
	/* unspent outputs that no submitted payment spends, plus the change of submitted payments, unless a
	 * later payment spends that change */
	uint64_t total;
	uint64_t unlocked; /* part of total: old enough, not reserved and not frozen */
	uint64_t reserved; /* reserved for prepared payments; part of total */
	uint64_t frozen;   /* frozen, and not reserved; part of total */
	/* change of submitted payments, which is part of total, plus `unconfirmed` */
	uint64_t pending_in;
	uint64_t unconfirmed; /* payments to us in the daemon's pool, unverified; not part of total */
	uint64_t pending_out; /* submitted, unconfirmed payments: amounts and fees; not part of total */
	/* only for all accounts together: submitted payments that are in no other figure. The outputs that
	 * they spend were scanned once, but are in no block now and are not the change of such a payment:
	 * blocks were removed, or are scanned again */
	size_t n_waiting;
	/* sum of the outputs without a known key image: they may have been spent elsewhere */
	uint64_t without_image;
	size_t n_without_image;
	uint64_t blocks_to_unlock; /* until all outputs that are locked only by height are unlocked, except
				      reserved and frozen ones */
};

/* Compute the balance of `account` (major index), or of all accounts if it is -1. `now` (Unix seconds) is for
 * outputs that are locked until a time. When out of memory, a submitted payment that spends the change of
 * another one counts as waiting. */
void sn_balance(struct sn_balance *out, const struct sn_wallet *w, int64_t account, uint64_t now);

struct sn_account_balance {
	uint32_t account;
	struct sn_balance balance;
};

/* Compute the balance of each account that has received anything, confirmed or not, by ascending number. Free
 * *accounts with free(). SN_IO when out of memory. */
int sn_balance_accounts(struct sn_account_balance **accounts, size_t *n, const struct sn_wallet *w,
			uint64_t now) SN_MUST_USE;

struct sn_address_balance {
	struct sn_subaddress_index address;
	struct sn_balance balance; /* only total, unlocked, reserved, frozen, blocks_to_unlock, pending_in */
	size_t n_unspent;          /* outputs of `total` */
};

/* Compare two sn_address_balance by their addresses. */
int sn_balance_compare_addresses(const void *a, const void *b);

/* Compute the balances of the addresses of `account`, or of all accounts if it is -1, whose total is not
 * 0, by ascending index. The change of submitted payments counts for the account's address 0. Free
 * *addresses with free(). SN_IO when out of memory. */
int sn_balance_addresses(struct sn_address_balance **addresses, size_t *n, const struct sn_wallet *w,
			 int64_t account, uint64_t now) SN_MUST_USE;

/* The height of the chain from which the unlock rules let it spend the output, unless a time locks it. */
uint64_t sn_output_unlock_height(const struct sn_wallet_output *output);

/* Whether the unlock rules let a chain of `height` blocks spend the output. */
bool sn_output_is_unlocked(const struct sn_wallet_output *output, uint64_t height, uint64_t now);

/* Whether the output counts in the balance: owned, not burnt, not spent in a block or by a submitted
 * payment. */
bool sn_output_counts(const struct sn_wallet *w, size_t output);

/* Whether a payment can spend the output: it counts, and is unlocked, unreserved, not frozen and RingCT. */
bool sn_output_is_spendable(const struct sn_wallet *w, size_t output, uint64_t now);

#endif
