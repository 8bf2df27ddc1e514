/* Lies about what is paid: change, sums, fee, lock, recipients, payment ids; and what a policy says to it. */
#include "hostile.h"

#include "crypto/group.h"

#include "../unit/cold_sets.h"

#include <stdlib.h>
#include <string.h>

#define FEE_PER_BYTE_MAX ((uint64_t)10 * 1200000) /* what doc says the signer takes without being told */
#define WEIGHT_BELOW 40000                        /* an honest set's transactions weigh less */

/* ---------------------------------------------------------------- change */

static void change_to_another_address(struct forge *f)
{
	honest(f, (struct needs){.change = true});
	some_tx(f)->change_to.minor =
		one_in(f, 2) ? 1 + (uint32_t)below(f, 300) : UINT32_MAX - (uint32_t)below(f, 3);
}

static void change_to_another_account(struct forge *f)
{
	honest(f, (struct needs){.change = true});
	struct sn_unsigned_tx *tx = some_tx(f);
	uint32_t was = tx->change_to.major;
	do
		tx->change_to.major = (uint32_t)any_number(f, was);
	while (tx->change_to.major == was);
}

static void change_left_out(struct forge *f)
{
	honest(f, (struct needs){.change = true});
	struct sn_unsigned_tx *tx = some_tx(f);
	tx->has_change = false;
	tx->change = 0;
}

/* What the liar would like best: the change becomes a recipient. It is shown as one. */
static void change_as_recipient(struct forge *f)
{
	honest(f, (struct needs){.change = true, .tell_apart = true});
	struct sn_unsigned_tx *tx = some_tx(f);
	for (size_t i = 0; i < tx->n_destinations; i++)
		if (tx->destinations[i].address.kind == SN_ADDRESS_INTEGRATED)
			tx->destinations[i].address = some_recipient(f);
	if (tx->n_destinations > 15)
		tx->n_destinations = 15;
	pay(tx, some_recipient(f), tx->change);
	tx->has_change = false;
	tx->change = 0;
	(void)balance(tx);
}

/* ---------------------------------------------------------------- sums */

static void another_change(struct forge *f)
{
	honest(f, (struct needs){.change = true});
	struct sn_unsigned_tx *tx = some_tx(f);
	do
		tx->change = any_number(f, tx->change);
	while (!tx->change);
}

static void another_sum(struct forge *f)
{
	honest(f, (struct needs){0});
	struct sn_unsigned_destination *to = some_destination(f, some_tx(f));
	do
		to->amount = any_number(f, to->amount);
	while (!to->amount);
}

static void another_fee(struct forge *f)
{
	honest(f, (struct needs){0});
	struct sn_unsigned_tx *tx = some_tx(f);
	tx->fee = any_number(f, tx->fee);
}

/* Modulo 2^64 it adds up. */
static void outputs_wrap(struct forge *f)
{
	honest(f, (struct needs){.change = true, .destinations = 2});
	struct sn_unsigned_tx *tx = some_tx(f);
	uint64_t half = (uint64_t)1 << 63, part = 1 + below(f, half);
	switch (below(f, 4)) {
	case 0:
		tx->destinations[0].amount += half;
		tx->destinations[1].amount += half;
		break;
	case 1:
		tx->destinations[0].amount += part;
		tx->destinations[1].amount -= part;
		break;
	case 2:
		tx->change -= part;
		tx->destinations[0].amount += part;
		break;
	default:
		tx->change += half;
		tx->destinations[0].amount += half;
	}
}

static void fee_wraps(struct forge *f)
{
	honest(f, (struct needs){.change = true});
	struct sn_unsigned_tx *tx = some_tx(f);
	uint64_t more = one_in(f, 2) ? tx->change + 1 + below(f, tx->change) : UINT64_MAX - below(f, 1000);
	tx->fee = more;
	(void)balance(tx);
}

/* From one transaction into another: the set's sum is right, those of the two are not. */
static void from_one_to_another(struct forge *f)
{
	honest(f, (struct needs){.txs = 2, .change = true});
	uint64_t moved = 1 + below(f, f->set.txs[0].change - 1);
	f->set.txs[0].change -= moved;
	f->set.txs[1].change += moved;
}

/* ---------------------------------------------------------------- fee and lock */

static void take_fee(struct forge *f, uint64_t fee)
{
	honest(f, (struct needs){.change = true, .alone = true});
	struct sn_unsigned_tx *tx = some_tx(f);
	(void)spend_more(f, tx);
	tx->n_destinations = 1;
	tx->destinations[0].amount = SN_DUST_BELOW;
	/* Half the coins are above 2 XMR; a bound may be 0.48 XMR. */
	tx->inputs[0] = f->world->coins[0][COINS_PER_ACCOUNT - 1];
	tx->n_inputs = 1;
	tx->change_to.major = 0;
	tx->fee = fee;
	(void)balance(tx);
}

static void fee_above_bound(struct forge *f)
{
	take_fee(f, FEE_PER_BYTE_MAX * WEIGHT_BELOW + below(f, COLD_XMR));
}

/* Above 200,000 for a unit of whatever weight, and within the bound of the least. */
static void fee_high(struct forge *f)
{
	take_fee(f, (uint64_t)200000 * WEIGHT_BELOW + below(f, FEE_PER_BYTE_MAX * 1000 / 4));
}

static void fee_eats_change(struct forge *f)
{
	honest(f, (struct needs){.alone = true});
	struct sn_unsigned_tx *tx = &f->set.txs[0];
	tx->inputs[0] = f->world->coins[0][COINS_PER_ACCOUNT - 1 - below(f, 4)];
	tx->n_inputs = tx->n_destinations = 1;
	tx->has_change = false;
	tx->change = 0;
	tx->destinations[0].amount = SN_DUST_BELOW;
	tx->fee = tx->inputs[0].amount - SN_DUST_BELOW;
}

/* By one, where the bound is told. */
static void fee_above_max_fee(struct forge *f)
{
	honest(f, (struct needs){0});
	f->limits.has_max_fee = true;
	f->limits.max_fee = some_tx(f)->fee - 1;
}

static void fee_at_max_fee(struct forge *f)
{
	honest(f, (struct needs){.alone = true});
	f->limits.has_max_fee = true;
	f->limits.max_fee = f->set.txs[0].fee;
}

static void fee_too_low(struct forge *f)
{
	honest(f, (struct needs){0});
	struct sn_unsigned_tx *tx = some_tx(f);
	tx->fee = one_in(f, 2) ? 0 : below(f, 1000000);
	(void)balance(tx);
}

static void locked(struct forge *f)
{
	honest(f, (struct needs){0});
	some_tx(f)->unlock_time = any_number(f, 0);
}

static void locked_as_allowed(struct forge *f)
{
	locked(f);
	f->limits.allow_unlock_time = true;
}

/* ---------------------------------------------------------------- recipients */

static struct sn_unsigned_destination *a_destination(struct forge *f)
{
	honest(f, (struct needs){0});
	return some_destination(f, some_tx(f));
}

static struct sn_point *some_key(struct forge *f, struct sn_address *to)
{
	return one_in(f, 2) ? &to->spend : &to->view;
}

static void key_no_point(struct forge *f)
{
	*some_key(f, &a_destination(f)->address) = no_point(f);
}

static void key_of_small_order(struct forge *f)
{
	*some_key(f, &a_destination(f)->address) = one_in(f, 4) ? sn_point_identity : torsion(f);
}

static void key_with_torsion(struct forge *f)
{
	struct sn_point *p = some_key(f, &a_destination(f)->address);
	*p = with_torsion(f, p);
}

static void own_primary_as_subaddress(struct forge *f)
{
	struct sn_address *to = &a_destination(f)->address;
	*to = cold_address(&f->world->people[ALICE], 0, 0);
	to->kind = SN_ADDRESS_SUBADDRESS;
}

static void own_subaddress_as_standard(struct forge *f)
{
	struct sn_address *to = &a_destination(f)->address;
	*to = cold_address(&f->world->people[ALICE], (uint32_t)below(f, 60), 1 + (uint32_t)below(f, 300));
	to->kind = one_in(f, 2) ? SN_ADDRESS_STANDARD : SN_ADDRESS_INTEGRATED;
}

/* Nobody finds what is sent there; but it is there that it goes, and that is what is shown. */
static void another_kind_of_address(struct forge *f)
{
	honest(f, (struct needs){.tell_apart = true});
	struct sn_unsigned_tx *tx = some_tx(f);
	struct sn_address *to = &tx->destinations[0].address;
	tx->n_destinations = 1;
	(void)balance(tx);
	to->kind = to->kind == SN_ADDRESS_SUBADDRESS ? SN_ADDRESS_STANDARD : SN_ADDRESS_SUBADDRESS;
}

static void keys_of_two(struct forge *f)
{
	honest(f, (struct needs){.tell_apart = true});
	struct sn_address *to = &some_destination(f, some_tx(f))->address, other = some_recipient(f);
	if (one_in(f, 2))
		to->view = other.view;
	else
		to->spend = other.spend;
}

/* Ours and the liar's: it looks at the view key alone, or at the spend key alone. */
static void keys_of_us_and_them(struct forge *f)
{
	honest(f, (struct needs){.tell_apart = true});
	struct sn_address *to = &some_destination(f, some_tx(f))->address;
	struct sn_address own = cold_address(&f->world->people[ALICE], 0, (uint32_t)below(f, 3));
	if (one_in(f, 2))
		to->view = own.view;
	else
		to->spend = own.spend;
}

/* The keys of a recipient under two kinds of address, of which one is not theirs. */
static void two_kinds_of_address(struct forge *f)
{
	honest(f, (struct needs){.destinations = 2, .tell_apart = true});
	struct sn_unsigned_tx *tx = some_tx(f);
	size_t i = below(f, tx->n_destinations), j = (i + 1) % tx->n_destinations;
	struct sn_address *to = &tx->destinations[i].address;
	*to = tx->destinations[j].address;
	to->kind = to->kind == SN_ADDRESS_SUBADDRESS ? SN_ADDRESS_STANDARD : SN_ADDRESS_SUBADDRESS;
}

static void stranger(struct forge *f)
{
	struct sn_address *to = &a_destination(f)->address;
	*some_key(f, to) = any_point(f);
}

static void own_recipient(struct forge *f)
{
	honest(f, (struct needs){0});
	struct sn_unsigned_tx *tx = some_tx(f);
	struct sn_unsigned_destination *to = some_destination(f, tx);
	bool is_primary = one_in(f, 2);
	to->address = cold_address(&f->world->people[ALICE], is_primary ? 0 : (uint32_t)below(f, 60),
				   is_primary ? 0 : (uint32_t)below(f, 300));
	if (one_in(f, 4) && tx->change_to.major < UINT32_MAX)
		to->address = cold_address(&f->world->people[ALICE], tx->change_to.major, 0);
	if (tx->n_destinations == 1 && is_primary && to->address.kind == SN_ADDRESS_STANDARD)
		to->address.kind = one_in(f, 2) ? SN_ADDRESS_STANDARD : SN_ADDRESS_INTEGRATED;
}

/* What looks like our change is paid to a recipient first. */
static void recipient_is_change_address(struct forge *f)
{
	honest(f, (struct needs){.change = true, .destinations = 1 + below(f, 2)});
	struct sn_unsigned_tx *tx = some_tx(f);
	some_destination(f, tx)->address = cold_address(&f->world->people[ALICE], tx->change_to.major, 0);
}

static void pays_nothing(struct forge *f)
{
	honest(f, (struct needs){0});
	struct sn_unsigned_tx *tx = some_tx(f);
	some_destination(f, tx)->amount = 0;
	if (tx->has_change)
		(void)balance(tx);
}

static void dust(struct forge *f)
{
	honest(f, (struct needs){.change = true});
	struct sn_unsigned_tx *tx = some_tx(f);
	some_destination(f, tx)->amount = 1 + below(f, SN_DUST_BELOW - 1);
	(void)balance(tx);
}

static void dust_as_allowed(struct forge *f)
{
	dust(f);
	f->limits.allow_dust = true;
}

static void paid_again(struct forge *f)
{
	honest(f, (struct needs){.change = true, .tell_apart = true});
	struct sn_unsigned_tx *to = some_tx(f);
	const struct sn_unsigned_tx *from = &f->set.txs[0];
	struct sn_address address = from->destinations[0].address;
	if (to->n_destinations > 14 || address.kind == SN_ADDRESS_INTEGRATED ||
	    to->destinations[0].address.kind == SN_ADDRESS_INTEGRATED)
		address = to->destinations[0].address;
	if (to->n_destinations < 15)
		pay(to, address, SN_DUST_BELOW + below(f, COLD_SMALL));
	(void)balance(to);
}

static void too_many_outputs(struct forge *f)
{
	honest(f, (struct needs){.change = true, .alone = true});
	struct sn_unsigned_tx *tx = &f->set.txs[0];
	size_t n = one_in(f, 2) ? 16 : 17 + below(f, SN_SET_DESTINATIONS_MAX - 16);
	tx->destinations[0].address = some_recipient(f);
	while (tx->n_destinations < n)
		pay(tx, some_recipient(f), SN_DUST_BELOW);
	(void)balance(tx);
}

static void most_outputs(struct forge *f)
{
	honest(f, (struct needs){.change = true, .alone = true, .tell_apart = true});
	struct sn_unsigned_tx *tx = &f->set.txs[0];
	tx->destinations[0].address = some_recipient(f);
	while (tx->n_destinations < 15)
		pay(tx, some_recipient(f), SN_DUST_BELOW);
	(void)balance(tx);
}

static void beyond_the_format(struct forge *f)
{
	honest(f, (struct needs){.alone = true});
	struct sn_unsigned_tx *tx = &f->set.txs[0];
	while (tx->n_destinations <= SN_SET_DESTINATIONS_MAX)
		pay(tx, some_recipient(f), SN_DUST_BELOW);
	(void)balance(tx);
}

static void no_recipient(struct forge *f)
{
	honest(f, (struct needs){.change = true});
	struct sn_unsigned_tx *tx = some_tx(f);
	tx->n_destinations = 0;
	(void)balance(tx);
}

/* ---------------------------------------------------------------- payment ids */

static struct sn_address with_payment_id(struct forge *f)
{
	return cold_integrated(&f->world->people[BOB + below(f, 2)], 1 + below(f, UINT64_MAX));
}

static void two_payment_ids(struct forge *f)
{
	honest(f, (struct needs){.destinations = 2});
	struct sn_unsigned_tx *tx = some_tx(f);
	struct sn_address to = with_payment_id(f);
	tx->destinations[0].address = to;
	to.payment_id[below(f, 8)] ^= (uint8_t)(1 << below(f, 8));
	tx->destinations[1].address = one_in(f, 2) ? to : with_payment_id(f);
}

static void payment_id_among_others(struct forge *f)
{
	honest(f, (struct needs){.destinations = 2, .tell_apart = true});
	struct sn_unsigned_tx *tx = some_tx(f);
	struct sn_address to = with_payment_id(f), other;
	do
		other = some_recipient(f);
	while (sn_point_is_equal(&other.spend, &to.spend));
	for (size_t i = 0; i < tx->n_destinations; i++)
		tx->destinations[i].address = to;
	tx->destinations[below(f, tx->n_destinations)].address = other;
}

static void payment_id_twice(struct forge *f)
{
	honest(f, (struct needs){.destinations = 2});
	struct sn_unsigned_tx *tx = some_tx(f);
	struct sn_address to = with_payment_id(f);
	for (size_t i = 0; i < tx->n_destinations; i++)
		tx->destinations[i].address = to;
}

/* The recipient assigns the id to both, and the review calls one of them a standard address. */
static void payment_id_and_the_same_without(struct forge *f)
{
	payment_id_twice(f);
	struct sn_unsigned_tx *tx = &f->set.txs[0];
	for (size_t i = 1; i < f->set.n; i++)
		if (f->set.txs[i].destinations[0].address.kind == SN_ADDRESS_INTEGRATED &&
		    f->set.txs[i].n_destinations > 1)
			tx = &f->set.txs[i];
	struct sn_address *to = &some_destination(f, tx)->address;
	to->kind = SN_ADDRESS_STANDARD;
	memset(to->payment_id, 0, SN_PAYMENT_ID_BYTES);
}

/* A subaddress of the same wallet, as far as anybody here can know. */
static void payment_id_and_a_subaddress(struct forge *f)
{
	honest(f, (struct needs){.destinations = 2, .tell_apart = true});
	struct sn_unsigned_tx *tx = some_tx(f);
	size_t person = BOB + below(f, 2), i = below(f, tx->n_destinations);
	for (size_t j = 0; j < tx->n_destinations; j++)
		tx->destinations[j].address =
			i == j ? cold_integrated(&f->world->people[person], 1 + below(f, UINT64_MAX))
			       : cold_address(&f->world->people[person], (uint32_t)below(f, 8),
					      1 + (uint32_t)below(f, 15));
}

/* Ours is the change's address, which is no recipient of its own: the id would be encrypted for the other
 * one. */
static void own_payment_id_for_another(struct forge *f)
{
	honest(f, (struct needs){.change = true, .destinations = 2, .tell_apart = true});
	struct sn_unsigned_tx *tx = some_tx(f);
	size_t i = below(f, tx->n_destinations), j = (i + 1) % tx->n_destinations;
	for (size_t k = 0; k < tx->n_destinations; k++)
		tx->destinations[k].address = tx->destinations[j].address;
	tx->destinations[i].address = cold_integrated(&f->world->people[ALICE], 1 + below(f, UINT64_MAX));
}

static void another_payment_id(struct forge *f)
{
	honest(f, (struct needs){.alone = true});
	struct sn_unsigned_tx *tx = &f->set.txs[0];
	tx->n_destinations = 1;
	tx->destinations[0].address = with_payment_id(f);
	if (one_in(f, 4))
		tx->destinations[0].address = cold_integrated(&f->world->people[ALICE], below(f, UINT64_MAX));
	(void)balance(tx);
}

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

/* ---------------------------------------------------------------- one file after another */

/* The set as it is now is signed before. */
static void sign_before(struct forge *f)
{
	forge_wire(f);
	forge_seal(f);
	if (f->n_earlier == EARLIER_MAX)
		abort();
	f->earlier[f->n_earlier++] = f->file;
	f->file = (struct sn_buf){0};
	wire_free(&f->wire);
	f->is_wire = f->is_sealed = false;
}

/* This file is signed, and then another that spends its coins. */
static void signed_away(struct forge *f)
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

/* The user insists on the other. Both rings may be the same, or have other members; other coins may stand
 * beside. */
static void signed_all_the_same(struct forge *f)
{
	signed_away(f);
	f->insists = true;
	if (one_in(f, 3))
		decoy(f, some_input(f, &f->set.txs[0]))->key = any_point(f);
	if (one_in(f, 3) && spend_more(f, &f->set.txs[0]))
		(void)balance(&f->set.txs[0]);
}

/* Some of the coins, in another order, and an amount of one's own. */
static void spend_some(struct forge *f, struct sn_unsigned_tx *tx)
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

/* Of the transactions and coins of one set: some at a time, in many files, each of which may spend what
 * others spend, or spend what only others connect it with. Now and then one of these is signed again. */
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

const struct lie lies_payment[] = {
	{.name = "change to another address of ours",
	 .tell = change_to_another_address,
	 .words = "the change goes to address"},
	{.name = "change to another account of ours",
	 .tell = change_to_another_account,
	 .words = "the change goes to address"},
	{.name = "change left out", .tell = change_left_out, .words = "the inputs do not equal"},
	{.name = "change paid to a recipient",
	 .tell = change_as_recipient,
	 .expected = ACCEPTED,
	 .weight = 4},
	{.name = "another amount of change",
	 .tell = another_change,
	 .words = "the inputs do not equal|the sum of the amounts overflows"},
	{.name = "another amount of a recipient",
	 .tell = another_sum,
	 .words = "the inputs do not equal|the sum of the amounts overflows"},
	{.name = "another fee",
	 .tell = another_fee,
	 .words = "the inputs do not equal|the sum of the amounts overflows"},
	{.name = "outputs that add up beyond 2^64",
	 .tell = outputs_wrap,
	 .words = "the sum of the amounts overflows"},
	{.name = "a fee that adds up beyond 2^64",
	 .tell = fee_wraps,
	 .words = "the sum of the amounts overflows"},
	{.name = "from one transaction into another",
	 .tell = from_one_to_another,
	 .words = "the inputs do not equal"},
	{.name = "a fee above the bound", .tell = fee_above_bound, .words = "is above the bound"},
	{.name = "a fee that is high", .tell = fee_high, .expected = ACCEPTED, .weight = 4},
	{.name = "a fee that eats the change", .tell = fee_eats_change, .words = "is above the bound"},
	{.name = "a fee above --max-fee", .tell = fee_above_max_fee, .words = "is above the bound"},
	{.name = "a fee as high as --max-fee", .tell = fee_at_max_fee, .expected = ACCEPTED, .weight = 4},
	{.name = "a fee too low", .tell = fee_too_low, .expected = ACCEPTED, .weight = 4},
	{.name = "an unlock time", .tell = locked, .words = "would be locked until"},
	{.name = "an unlock time that is allowed",
	 .tell = locked_as_allowed,
	 .expected = ACCEPTED,
	 .weight = 4},
	{.name = "a recipient's key that is no point", .tell = key_no_point, .words = "address are invalid"},
	{.name = "a recipient's key of small order",
	 .tell = key_of_small_order,
	 .words = "address are invalid"},
	{.name = "a recipient's key with a torsion part",
	 .tell = key_with_torsion,
	 .words = "address are invalid"},
	{.name = "our primary address as a subaddress",
	 .tell = own_primary_as_subaddress,
	 .words = "is declared as a subaddress"},
	{.name = "our subaddress as a standard one",
	 .tell = own_subaddress_as_standard,
	 .words = "is declared as a standard"},
	{.name = "another kind of address",
	 .tell = another_kind_of_address,
	 .expected = ACCEPTED,
	 .weight = 4},
	{.name = "one pair of keys, two kinds of address",
	 .tell = two_kinds_of_address,
	 .words = "as a subaddress and as a standard address"},
	{.name = "an address of two people's keys", .tell = keys_of_two, .expected = EITHER, .weight = 4},
	{.name = "an address of our keys and theirs",
	 .tell = keys_of_us_and_them,
	 .expected = EITHER,
	 .weight = 4},
	{.name = "an address of no one known", .tell = stranger, .expected = EITHER, .weight = 4},
	{.name = "an own address as recipient", .tell = own_recipient, .expected = ACCEPTED, .weight = 3},
	{.name = "the change address as recipient",
	 .tell = recipient_is_change_address,
	 .expected = ACCEPTED,
	 .weight = 3},
	{.name = "an amount of zero", .tell = pays_nothing, .words = "the amount is zero"},
	{.name = "dust", .tell = dust, .words = "gets dust"},
	{.name = "dust that is allowed", .tell = dust_as_allowed, .expected = ACCEPTED, .weight = 4},
	{.name = "a recipient twice", .tell = paid_again, .expected = ACCEPTED, .weight = 4},
	{.name = "more than 16 outputs", .tell = too_many_outputs, .words = "the chain allows 16"},
	{.name = "16 outputs", .tell = most_outputs, .expected = ACCEPTED, .weight = 2},
	{.name = "more recipients than the format knows",
	 .tell = beyond_the_format,
	 .code = SN_BAD_INPUT,
	 .words = "destinations; allowed are"},
	{.name = "no recipient",
	 .tell = no_recipient,
	 .code = SN_BAD_INPUT,
	 .words = "destinations; allowed are"},
	{.name = "two payment ids", .tell = two_payment_ids, .words = "cannot share a transaction"},
	{.name = "a payment id among several recipients",
	 .tell = payment_id_among_others,
	 .words = "cannot share a transaction"},
	{.name = "a payment id twice", .tell = payment_id_twice, .expected = ACCEPTED, .weight = 4},
	{.name = "a payment id, and the same address without",
	 .tell = payment_id_and_the_same_without,
	 .words = "cannot share a transaction"},
	{.name = "a payment id, and a subaddress of the same wallet",
	 .tell = payment_id_and_a_subaddress,
	 .words = "cannot share a transaction"},
	{.name = "an own payment id for another",
	 .tell = own_payment_id_for_another,
	 .words = "cannot share a transaction"},
	{.name = "another payment id", .tell = another_payment_id, .expected = ACCEPTED, .weight = 4},
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
	{.name = "spent in an earlier file", .tell = signed_away, .words = "double-spend: transaction "},
	{.name = "spent in an earlier file, and allowed", .tell = signed_all_the_same, .expected = ACCEPTED},
	{.name = "spent in many earlier files, and allowed",
	 .tell = signed_many_times,
	 .expected = ACCEPTED,
	 .weight = 20},
	{0},
};
