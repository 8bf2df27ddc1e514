/* hot/goal.h - a state of the wallet to wait for: a confirmed transaction, or unlocked money.
 *
 * Both are computed from the wallet file alone. While the wallet must scan blocks again
 * (sn_wallet_want_rescan), no goal is reached. */
#ifndef SN_HOT_GOAL_H
#define SN_HOT_GOAL_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/json.h"
#include "store/wallet.h"

struct sn_goal {
	enum {
		SN_GOAL_NONE,
		SN_GOAL_CONFIRMED, /* `tx_hash` has `confirmations`: 1 in the top block */
		SN_GOAL_UNLOCKED,  /* `account` has `unlocked` piconero that a payment can spend */
	} kind;
	struct sn_hash tx_hash;
	uint64_t confirmations;
	uint32_t account;
	uint64_t unlocked;
};

struct sn_goal_state {
	bool is_reached;
	/* the transaction is a payment that was released because the block at `height` spends an output of it
	 * in another transaction */
	bool is_lost;
	bool is_known;          /* the transaction pays this wallet or was made by it, in a block or not */
	uint64_t payment;       /* id of our payment; 0 if it is none */
	uint64_t height;        /* of the block of the transaction; 0: in no block */
	uint64_t confirmations; /* 0: in no block */
	uint64_t unlocked;      /* piconero */
};

/* `now` is in Unix seconds. SN_GOAL_NONE is never reached. */
void sn_goal_look(struct sn_goal_state *state, const struct sn_goal *goal, const struct sn_wallet *w,
		  uint64_t now);

/* The state as one clause without a newline: "transaction ... has 3 of 10 confirmations". */
int sn_report_goal_text(struct sn_buf *out, const struct sn_goal *goal,
			const struct sn_goal_state *state) SN_MUST_USE;

/* Members: event ("reached"), and tx_hash, height, confirmations; or account_index, unlocked_balance. */
int sn_report_goal_json(cJSON *object, const struct sn_goal *goal,
			const struct sn_goal_state *state) SN_MUST_USE;

#endif
