/* Lies about payments: change, sums, fee and lock. */
#include "hostile.h"

#include "crypto/group.h"

#include "../unit/cold_sets.h"

#include <stdlib.h>
#include <string.h>

#define FEE_PER_BYTE_MAX ((uint64_t)10 * 1200000) /* the documented default bound */
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

/* The change becomes a recipient. The review shows it as one. */
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

/* Above 200,000 per unit for any weight, and within the bound for the least weight. */
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

/* By one, where the bound is known. */
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
	{0},
};
