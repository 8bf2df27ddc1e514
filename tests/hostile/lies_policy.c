/* Lies against a policy, and about outputs that earlier files spend. */
#include "hostile.h"

#include "crypto/group.h"

#include "../unit/cold_sets.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- policies */

static uint64_t sent(const struct sn_unsigned_tx *tx)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < tx->n_destinations; i++)
		sum += tx->destinations[i].amount;
	return sum;
}

static void policy_kept(struct forge *f)
{
	honest(f, (struct needs){0});
	any_rules(f);
}

static void policy_amount(struct forge *f)
{
	honest(f, (struct needs){0});
	any_rules(f);
	struct rules *r = &f->rules;
	*(one_in(f, 2) ? &r->max_amount_per_tx : &r->max_amount_per_set) = sent(some_tx(f)) - 1;
}

static void policy_fee(struct forge *f)
{
	honest(f, (struct needs){0});
	any_rules(f);
	const struct sn_unsigned_tx *tx = some_tx(f);
	if (one_in(f, 2))
		f->rules.max_fee_per_tx = tx->fee - 1;
	else
		f->rules.max_basis_points = ((unsigned __int128)tx->fee * 10000 - 1) / sent(tx);
}

static void policy_recipients(struct forge *f)
{
	honest(f, (struct needs){.destinations = 2});
	any_rules(f);
	f->rules.max_recipients_per_tx = some_tx(f)->n_destinations - 1;
}

static void policy_list_kept(struct forge *f)
{
	honest(f, (struct needs){.alone = true});
	any_rules(f);
	struct sn_unsigned_tx *tx = &f->set.txs[0];
	tx->n_destinations = 1;
	(void)balance(tx);
	any_rules(f);
	f->rules.has_list = true;
	f->rules.lists_own = one_in(f, 2);
	f->rules.allowed[f->rules.n_allowed++] = tx->destinations[0].address;
}

/* An address that is nearly one of the list. */
static void policy_list_broken(struct forge *f)
{
	policy_list_kept(f);
	struct sn_address *to = &f->set.txs[0].destinations[0].address;
	*to = f->rules.allowed[0] = with_payment_id(f);
	switch (below(f, 5)) {
	case 0:
		to->payment_id[below(f, 8)] ^= 1;
		break;
	case 1:
		to->kind = SN_ADDRESS_STANDARD;
		memset(to->payment_id, 0, sizeof to->payment_id);
		break;
	case 2:
		to->view = any_point(f);
		break;
	case 3:
		to->spend = any_point(f);
		break;
	default:
		*to = cold_address(&f->world->people[ALICE], 0, 0);
		f->rules.lists_own = false;
	}
}

static void policy_lock(struct forge *f)
{
	honest(f, (struct needs){0});
	any_rules(f);
	f->rules.allow_unlock_time = false;
	f->limits.allow_unlock_time = true;
	some_tx(f)->unlock_time = any_number(f, 0);
}

/* ---------------------------------------------------------------- several files */

/* This file is signed, and then another that spends its coins. */
static void double_spends(struct forge *f)
{
	honest(f, (struct needs){.change = true, .tell_apart = true});
	sign_before(f);
	struct sn_unsigned_tx *tx = some_tx(f);
	switch (below(f, 4)) {
	case 0:
		tx->fee--;
		break;
	case 1:
		tx->destinations[0].amount++;
		break;
	case 2:
		tx->inputs[0].global_index[15]++;
		break;
	default:
		tx->n_destinations = 1;
		tx->destinations[0] =
			(struct sn_unsigned_destination){some_recipient(f), tx->destinations[0].amount + 1};
	}
	(void)balance(tx);
}

/* The user allows the double-spend. The rings may be equal or have other members; there may be other coins.
 */
static void signed_all_the_same(struct forge *f)
{
	double_spends(f);
	f->insists = true;
	if (one_in(f, 3))
		decoy(f, some_input(f, &f->set.txs[0]))->key = any_point(f);
	if (one_in(f, 3) && spend_more(f, &f->set.txs[0]))
		(void)balance(&f->set.txs[0]);
}

/* Some of the coins, in another order, and an amount of one's own. */
void spend_some(struct forge *f, struct sn_unsigned_tx *tx)
{
	uint64_t sum = 0, n = tx->n_inputs;
	for (size_t i = 0; i + 1 < n; i++) {
		size_t j = i + below(f, n - i);
		struct sn_unsigned_input swapped = tx->inputs[i];
		tx->inputs[i] = tx->inputs[j];
		tx->inputs[j] = swapped;
	}
	tx->n_inputs = 1 + below(f, one_in(f, 2) ? 1 : n);
	for (size_t i = 0; i < tx->n_inputs; i++)
		sum += tx->inputs[i].amount;
	tx->n_destinations = 1;
	tx->destinations[0].address = some_recipient(f);
	tx->destinations[0].amount = SN_DUST_BELOW + below(f, (sum - tx->fee) / 2);
	tx->has_change = true;
	(void)balance(tx);
}

/* Transactions and coins of one set in many files, some at a time. A file may spend the coins of others, or
 * be related to them through third files. Sometimes one is signed again. */
static void signed_many_times(struct forge *f)
{
	size_t n_inputs[3], n_all, n_files = one_in(f, 4) ? 17 + below(f, EARLIER_MAX - 16) : 2 + below(f, 5);
	honest(f, (struct needs){.txs = 1 + below(f, 3), .inputs = 2, .change = true, .tell_apart = true});
	n_all = f->set.n;
	f->insists = true;
	for (size_t at = 0; at <= n_files; at++) {
		for (size_t i = 0; i + 1 < n_all; i++) {
			size_t j = i + below(f, n_all - i);
			struct sn_unsigned_tx swapped = f->set.txs[i];
			f->set.txs[i] = f->set.txs[j];
			f->set.txs[j] = swapped;
		}
		f->set.n = 1 + below(f, n_all);
		for (size_t i = 0; i < n_all; i++) {
			n_inputs[i] = f->set.txs[i].n_inputs;
			if (i < f->set.n)
				spend_some(f, &f->set.txs[i]);
		}
		if (at < n_files)
			sign_before(f);
		else
			forge_wire(f);
		for (size_t i = 0; i < n_all; i++)
			f->set.txs[i].n_inputs = n_inputs[i];
		f->set.n = n_all;
	}
	if (!one_in(f, 6))
		return;
	f->insists = one_in(f, 2);
	const struct sn_buf *again = &f->earlier[below(f, f->n_earlier)];
	sn_put_bytes(&f->file, again->data, again->len);
	f->is_sealed = true;
}

const struct lie lies_policy[] = {
	{.name = "a policy that is kept", .tell = policy_kept, .expected = ACCEPTED, .weight = 4},
	{.name = "more than a policy's amount", .tell = policy_amount, .words = "policy:"},
	{.name = "more than a policy's fee", .tell = policy_fee, .words = "policy|above the bound"},
	{.name = "more recipients than a policy's", .tell = policy_recipients, .words = "policy:"},
	{.name = "a recipient of the policy's list",
	 .tell = policy_list_kept,
	 .expected = ACCEPTED,
	 .weight = 4},
	{.name = "a recipient nearly of the policy's list",
	 .tell = policy_list_broken,
	 .words = "is not in allowed_recipients"},
	{.name = "an unlock time against the policy", .tell = policy_lock, .words = "unlock"},
	{.name = "spent in an earlier file", .tell = double_spends, .words = "double-spend: transaction "},
	{.name = "spent in an earlier file, and allowed", .tell = signed_all_the_same, .expected = ACCEPTED},
	{.name = "spent in many earlier files, and allowed",
	 .tell = signed_many_times,
	 .expected = ACCEPTED,
	 .weight = 20},
	{0},
};
