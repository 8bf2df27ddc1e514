/* Lies about recipients and payment IDs. */
#include "hostile.h"

#include "crypto/group.h"

#include "../unit/cold_sets.h"

#include <stdlib.h>
#include <string.h>

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

/* Nobody finds this output, but the payment goes there, as the review shows. */
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

/* The keys of a recipient as two kinds of address, of which one is not the recipient's. */
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

/* The address of our change is also a recipient. */
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

/* The recipient applies the ID to both, and the review shows one of them as a standard address. */
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

/* Our address is that of the change, which does not count: the ID would be encrypted for the other recipient.
 */
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

const struct lie lies_recipients[] = {
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
	 .words = "destinations; 1 to 64 are allowed"},
	{.name = "no recipient",
	 .tell = no_recipient,
	 .code = SN_BAD_INPUT,
	 .words = "destinations; 1 to 64 are allowed"},
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
	{0},
};
