#include "hot/goal.h"

#include "base/hex.h"
#include "chain/amount.h"
#include "hot/balance.h"
#include "hot/report_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void set_height(struct sn_goal_state *state, const struct sn_wallet *w, uint64_t height)
{
	const uint64_t top = sn_wallet_height(w);
	state->is_known = true;
	state->height = height;
	state->confirmations = top > height ? top - height : 0;
}

/* A transaction that pays us, or that spends our outputs. */
static void find_in_blocks(struct sn_goal_state *state, const struct sn_hash *hash, const struct sn_wallet *w)
{
	for (size_t i = 0; i < w->n_outputs; i++) {
		const struct sn_wallet_output *o = &w->outputs[i];
		if (sn_hash_is_equal(&o->tx_hash, hash))
			set_height(state, w, o->height);
		else if (o->is_spent && sn_hash_is_equal(sn_wallet_spent_by(w, o), hash))
			set_height(state, w, o->spent_height);
	}
}

static void look_at_payment(struct sn_goal_state *state, const struct sn_wallet_payment *p,
			    const struct sn_wallet *w)
{
	state->is_known = true;
	state->payment = p->id;
	if (p->state == SN_PAYMENT_CONFIRMED)
		set_height(state, w, p->height);
	state->is_lost = p->state == SN_PAYMENT_RELEASED && p->height;
	if (state->is_lost)
		state->height = p->height;
}

static void look_at_transaction(struct sn_goal_state *state, const struct sn_goal *goal,
				const struct sn_wallet *w)
{
	const struct sn_wallet_payment *p = sn_wallet_find_payment_of(w, &goal->tx_hash);
	if (p)
		look_at_payment(state, p, w);
	if (!state->height)
		find_in_blocks(state, &goal->tx_hash, w);
	for (size_t i = 0; !state->is_known && i < w->n_incoming; i++)
		state->is_known = sn_hash_is_equal(&w->incoming[i].tx_hash, &goal->tx_hash);
	state->is_reached = state->confirmations && state->confirmations >= goal->confirmations;
}

void sn_goal_look(struct sn_goal_state *state, const struct sn_goal *goal, const struct sn_wallet *w,
		  uint64_t now)
{
	*state = (struct sn_goal_state){0};
	if (goal->kind == SN_GOAL_CONFIRMED) {
		look_at_transaction(state, goal, w);
	} else if (goal->kind == SN_GOAL_UNLOCKED) {
		struct sn_balance balance;
		sn_balance(&balance, w, goal->account, now);
		state->unlocked = balance.unlocked;
		state->is_reached = balance.unlocked >= goal->unlocked;
	}
	state->is_reached &= w->rescan_from == UINT64_MAX && !w->scanned_to;
}

static void put_transaction(char *text, size_t size, const struct sn_goal *goal,
			    const struct sn_goal_state *state)
{
	char hash[2 * sizeof goal->tx_hash + 1];
	sn_hex_encode(hash, &goal->tx_hash, sizeof goal->tx_hash);
	if (state->is_reached)
		snprintf(text, size,
			 "transaction %s has %" PRIu64 " confirmation%s, in the block at height %" PRIu64,
			 hash, state->confirmations, SN_PLURAL(state->confirmations), state->height);
	else if (state->is_lost)
		snprintf(text, size,
			 "transaction %s of payment %" PRIu64
			 " cannot be confirmed: another one, in the block at height %" PRIu64
			 ", spends an output of it",
			 hash, state->payment, state->height);
	else if (state->confirmations)
		snprintf(text, size, "transaction %s has %" PRIu64 " of %" PRIu64 " confirmation%s", hash,
			 state->confirmations, goal->confirmations, SN_PLURAL(goal->confirmations));
	else
		snprintf(text, size, "transaction %s %s", hash,
			 state->is_known ? "is in no block" : "is unknown to the wallet");
}

static void put_money(char *text, size_t size, const struct sn_goal *goal, const struct sn_goal_state *state)
{
	char has[SN_AMOUNT_TEXT_MAX], wanted[SN_AMOUNT_TEXT_MAX];
	sn_amount_format(has, (struct sn_amount){state->unlocked});
	sn_amount_format(wanted, (struct sn_amount){goal->unlocked});
	snprintf(text, size, "account %" PRIu32 " has %s XMR unlocked%s%s%s", goal->account, has,
		 state->is_reached ? "" : ", not ", state->is_reached ? "" : wanted,
		 state->is_reached ? "" : " XMR");
}

int sn_report_goal_text(struct sn_buf *out, const struct sn_goal *goal, const struct sn_goal_state *state)
{
	char text[320];
	if (goal->kind == SN_GOAL_CONFIRMED)
		put_transaction(text, sizeof text, goal, state);
	else
		put_money(text, sizeof text, goal, state);
	sn_put_bytes(out, text, strlen(text));
	return sn_report_done(out);
}

int sn_report_goal_json(cJSON *object, const struct sn_goal *goal, const struct sn_goal_state *state)
{
	bool done = sn_report_string(object, "event", "reached");
	if (goal->kind == SN_GOAL_CONFIRMED)
		done = done && sn_report_hex(object, "tx_hash", &goal->tx_hash, sizeof goal->tx_hash) &&
		       sn_report_u64(object, "height", state->height) &&
		       sn_report_u64(object, "confirmations", state->confirmations);
	else
		done = done && sn_report_u64(object, "account_index", goal->account) &&
		       sn_report_u64(object, "unlocked_balance", state->unlocked);
	return done ? SN_OK : SN_IO;
}
