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

struct sn_address_balance {
	struct sn_subaddress_index address;
	struct sn_balance balance; /* only total, unlocked, reserved, frozen, blocks_to_unlock, pending_in */
	size_t n_unspent;          /* outputs of `total` */
};

/* All balances of a wallet. The change of submitted payments counts for the address 0 of their account. */
struct sn_balances {
	struct sn_balance all;
	struct sn_account_balance *accounts; /* that received anything, confirmed or not; by number */
	size_t n_accounts;
	struct sn_address_balance *addresses; /* whose total is not 0; by index */
	size_t n_addresses;
	uint64_t from, until; /* until the wallet changes, they are the same for from <= now < until */
};

/* Compute them in one pass; `now` as for sn_balance. Free them. SN_IO when out of memory. */
int sn_balances_make(struct sn_balances *out, const struct sn_wallet *w, uint64_t now) SN_MUST_USE;
void sn_balances_free(struct sn_balances *balances);

/* The balance of one account or address; zeros if it is in no list. */
struct sn_balance sn_balances_of_account(const struct sn_balances *balances, uint32_t account);
struct sn_address_balance sn_balances_of_address(const struct sn_balances *balances,
						 struct sn_subaddress_index address);

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
