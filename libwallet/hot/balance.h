/* hot/balance.h - what the wallet owns, by its file alone. */
#ifndef SN_HOT_BALANCE_H
#define SN_HOT_BALANCE_H

#include "chain/consensus.h"
#include "store/wallet.h"

/* Piconero. Outputs of version 1 transactions, from before RingCT, count in `total` but not in `unlocked`: no
 * payment can spend them yet. */
struct sn_balance {
	uint64_t total; /* outputs neither seen spent nor taken by a submitted payment, plus the change that
			   submitted payments will bring back, unless a later one spends that */
	uint64_t unlocked;    /* of it: old enough, not reserved */
	uint64_t reserved;    /* held by prepared payments; part of total */
	uint64_t pending_in;  /* change that submitted payments will bring back, which is part of total, and
				 `unconfirmed` */
	uint64_t unconfirmed; /* payments to us in the daemon's pool, as it says; not part of total */
	uint64_t pending_out; /* submitted and not confirmed: amounts and fees; not part of total */
	size_t n_waiting; /* of all accounts together only: submitted payments that are in no other figure:
			     what they spend was scanned once, but is in no block now, and no other payment of
			     these brings it: blocks were undone, or are scanned again */
	uint64_t without_image; /* sum of the outputs whose key image is not known: may have been spent
				   elsewhere */
	size_t n_without_image;
	uint64_t blocks_to_unlock; /* until everything that only waits for blocks is unlocked */
};

/* `now`: Unix seconds, for outputs that are locked until a time. `account`: one major index, or -1 for all.
 * Should memory run out, a submitted payment that spends the change of another one counts as waiting. */
void sn_balance(struct sn_balance *out, const struct sn_wallet *w, int64_t account, uint64_t now);

struct sn_account_balance {
	uint32_t account;
	struct sn_balance balance;
};

/* The same for each account that received anything, if unconfirmed, by ascending number. SN_IO when out of
 * memory. free(*accounts). */
int sn_balance_accounts(struct sn_account_balance **accounts, size_t *n, const struct sn_wallet *w,
			uint64_t now) SN_MUST_USE;

/* The unlock rules, for a chain of `height` blocks. */
bool sn_output_is_unlocked(const struct sn_wallet_output *output, uint64_t height, uint64_t now);

/* Owned, not burnt, not seen spent, not taken by a submitted payment: counts in the balance. */
bool sn_output_counts(const struct sn_wallet *w, size_t output);

/* Counts, unlocked, not reserved, RingCT: a payment can spend it. */
bool sn_output_is_spendable(const struct sn_wallet *w, size_t output, uint64_t now);

#endif
