/* Lies about payments in the format of the reference wallet, whose signer believes them, or believed them in
 * some release. */
#include "hostile.h"

#include "crypto/group.h"
#include "crypto/group_mul.h"

#include "../unit/cold_sets.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- change */

static struct sn_tx_construction_data *with_change(struct forge *f)
{
	honest_theirs(f, (struct needs){.change = true, .tell_apart = true});
	return their_tx(f);
}

static void set_keys(struct sn_tx_destination_entry *to, const struct sn_address *address)
{
	to->spend = address->spend;
	to->view = address->view;
	to->is_subaddress = address->kind == SN_ADDRESS_SUBADDRESS;
}

static void move_change(struct sn_tx_construction_data *tx, const struct sn_address *address)
{
	set_keys(their_change(tx), address);
	set_keys(&tx->change_dts, address);
}

/* Of anybody; or of one who knows the view key, and so pairs a key of his own with it. */
static void change_to_others(struct forge *f)
{
	struct sn_tx_construction_data *tx = with_change(f);
	struct sn_address to = some_recipient(f);
	struct sn_ge ge;
	switch (below(f, 4)) {
	case 0:
		to.spend = any_point(f);
		if (sn_ge_decode(&ge, &to.spend))
			abort();
		sn_ge_mul(&ge, &f->world->watch_only.view_secret, &ge);
		sn_ge_encode(&to.view, &ge);
		to.kind = one_in(f, 2) ? SN_ADDRESS_SUBADDRESS : SN_ADDRESS_STANDARD;
		break;
	case 1: /* our view key, their spend key; or the reverse */
		to = cold_address(&f->world->people[ALICE], tx->subaddr_account, 0);
		*(one_in(f, 2) ? &to.spend : &to.view) = any_point(f);
		break;
	default:
		break;
	}
	move_change(tx, &to);
	if (one_in(f, 2)) /* the words for it stay right */
		their_change(tx)->original = tx->change_dts.original = tx->dests.entries[0].original;
}

static void change_to_another_own(struct forge *f)
{
	struct sn_tx_construction_data *tx = with_change(f);
	struct sn_address to =
		one_in(f, 2) ? cold_address(&f->world->people[ALICE], tx->subaddr_account,
					    1 + (uint32_t)below(f, 300))
			     : cold_address(&f->world->people[ALICE],
					    (tx->subaddr_account + 1 + (uint32_t)below(f, 40)) % 50, 0);
	if (one_in(f, 8) && tx->subaddr_account)
		to = cold_address(&f->world->people[ALICE], 0, 0);
	move_change(tx, &to);
}

static void change_of_another_kind(struct forge *f)
{
	struct sn_tx_construction_data *tx = with_change(f);
	struct sn_tx_destination_entry *entry = their_change(tx);
	const bool is_kind = one_in(f, 2);
	const uint64_t which = below(f, 3);
	if (which != 0)
		*(is_kind ? &entry->is_subaddress : &entry->is_integrated) ^= true;
	if (which != 1)
		*(is_kind ? &tx->change_dts.is_subaddress : &tx->change_dts.is_integrated) ^= true;
}

static void change_not_among_outputs(struct forge *f)
{
	struct sn_tx_construction_data *tx = with_change(f);
	const uint64_t amount = any_number(f, tx->change_dts.amount);
	if (amount && one_in(f, 2))
		tx->change_dts.amount = amount;
	else
		their_change(tx)->amount -= 1 + below(f, their_change(tx)->amount - 1);
}

/* What a recipient gets is called change. */
static void recipient_called_change(struct forge *f)
{
	struct sn_tx_construction_data *tx = with_change(f);
	tx->change_dts = *their_payment(f, tx);
}

/* The change is a payment to ourselves then, and shown as one. */
static void change_not_called_change(struct forge *f)
{
	struct sn_tx_construction_data *tx = with_change(f);
	tx->change_dts.amount = 0;
	if (one_in(f, 2))
		tx->change_dts.spend = any_point(f);
}

static void two_changes(struct forge *f)
{
	struct sn_tx_construction_data *tx = with_change(f);
	const struct sn_tx_destination_entry *change = their_change(tx);
	struct sn_tx_destination_entry *payment = their_payment(f, tx);
	const uint64_t amount = payment->amount;
	*payment = *change;
	if (one_in(f, 2))
		payment->amount = amount;
}

static void dummy_with_money(struct forge *f)
{
	struct sn_tx_construction_data *tx = with_change(f);
	struct sn_address nobody = some_recipient(f);
	nobody.spend = any_point(f);
	nobody.view = any_point(f);
	move_change(tx, &nobody);
	if (one_in(f, 2))
		tx->change_dts.amount = 0;
}

/* ---------------------------------------------------------------- words that nobody checks */

static struct sn_archive_bytes any_text(struct forge *f)
{
	char text[SN_ADDRESS_TEXT_MAX];
	struct sn_address other = some_recipient(f);
	switch (below(f, 4)) {
	case 0:
		return say(f, "", 0);
	case 1:
		return say(f, "\033[2J\0\xff<script>\n", 14);
	case 2:
		other = cold_address(&f->world->people[ALICE], 0, 0);
		break;
	default:
		break;
	}
	sn_address_format(text, &other);
	return say(f, text, strlen(text));
}

static void other_originals(struct forge *f)
{
	honest_theirs(f, (struct needs){0});
	for (size_t i = 0; i < f->theirs.set.n_txes; i++) {
		struct sn_tx_construction_data *tx = &f->theirs.set.txes[i];
		for (size_t j = 0; j < tx->splitted_dsts.n; j++)
			tx->splitted_dsts.entries[j].original = any_text(f);
		for (size_t j = 0; j < tx->dests.n; j++)
			tx->dests.entries[j].original = any_text(f);
		tx->change_dts.original = any_text(f);
	}
}

/* The user of some programs sees these alone. */
static void other_dests(struct forge *f)
{
	honest_theirs(f, (struct needs){0});
	struct sn_tx_construction_data *tx = their_tx(f);
	struct sn_tx_destination_entry *entry = &tx->dests.entries[below(f, tx->dests.n)];
	struct sn_address to = some_recipient(f);
	switch (below(f, 5)) {
	case 0:
		tx->dests.n = 0;
		break;
	case 1:
		set_keys(entry, &to);
		break;
	case 2:
		entry->amount = any_number(f, entry->amount);
		break;
	case 3:
		*entry = tx->change_dts;
		break;
	default:
		entry->is_integrated = !entry->is_integrated;
		entry->is_subaddress = !entry->is_subaddress;
	}
}

/* What is paid is what splitted_dsts say, and that is shown: here the attacker's address. */
static void others_paid_than_asked(struct forge *f)
{
	honest_theirs(f, (struct needs){.tell_apart = true});
	struct sn_tx_construction_data *tx = their_tx(f);
	struct sn_tx_destination_entry *entry = their_payment(f, tx);
	struct sn_address to = some_recipient(f);
	set_keys(entry, &to);
	entry->is_integrated = false;
}

/* ---------------------------------------------------------------- kinds of addresses, payment IDs */

static void another_kind(struct forge *f)
{
	honest_theirs(f, (struct needs){.tell_apart = true});
	their_payment(f, their_tx(f))->is_subaddress ^= true;
}

static void both_kinds(struct forge *f)
{
	honest_theirs(f, (struct needs){0});
	struct sn_tx_destination_entry *entry = their_payment(f, their_tx(f));
	entry->is_subaddress = entry->is_integrated = true;
}

static void set_extra(struct forge *f, struct sn_tx_construction_data *tx, const void *bytes, size_t len)
{
	tx->extra = say(f, bytes, len);
}

static void set_id(struct forge *f, struct sn_tx_construction_data *tx, uint64_t id)
{
	uint8_t nonce[11] = {2, 9, 1};
	memcpy(nonce + 3, &id, sizeof id);
	set_extra(f, tx, nonce, sizeof nonce);
}

static void integrated_without_id(struct forge *f)
{
	honest_theirs(f, (struct needs){0});
	struct sn_tx_construction_data *tx = their_tx(f);
	struct sn_tx_destination_entry *entry = their_payment(f, tx);
	entry->is_subaddress = false;
	entry->is_integrated = true;
	if (one_in(f, 2))
		set_extra(f, tx, "", 0);
	else
		set_id(f, tx, 0);
}

/* Of another customer: the address that is shown has it. */
static void id_of_others(struct forge *f)
{
	honest_theirs(f, (struct needs){.alone = true, .tell_apart = true});
	struct sn_tx_construction_data *tx = their_tx(f);
	if (f->set.txs[0].n_destinations > 1)
		return;
	struct sn_tx_destination_entry *entry = their_payment(f, tx);
	struct sn_address bob = cold_address(&f->world->people[BOB], 0, 0);
	set_keys(entry, &bob);
	entry->is_integrated = one_in(f, 2);
	set_id(f, tx, 1 + below(f, UINT64_MAX));
}

static void id_for_a_subaddress(struct forge *f)
{
	honest_theirs(f, (struct needs){.alone = true, .tell_apart = true});
	struct sn_tx_construction_data *tx = their_tx(f);
	for (size_t i = 0; i < tx->splitted_dsts.n; i++) {
		struct sn_tx_destination_entry *entry = &tx->splitted_dsts.entries[i];
		if (f->set.txs[0].n_destinations > 1)
			entry->is_integrated = false;
		else if (entry == their_payment(f, tx)) {
			entry->is_subaddress = true;
			entry->is_integrated = false;
		}
	}
	set_id(f, tx, 1 + below(f, UINT64_MAX));
}

static void id_among_several(struct forge *f)
{
	honest_theirs(f, (struct needs){.alone = true, .destinations = 2, .tell_apart = true});
	struct sn_tx_construction_data *tx = their_tx(f);
	struct sn_tx_destination_entry *entry = their_payment(f, tx);
	entry->is_subaddress = false;
	entry->is_integrated = true;
	set_id(f, tx, 1 + below(f, UINT64_MAX));
}

static void unknown_in_extra(struct forge *f)
{
	static const struct {
		const char *bytes;
		size_t len;
	} fields[] = {
		{"\xde\x04"
		 "data",
		 6},
		{"\x03\x21"
		 "0123456789012345678901234567890123",
		 35},
		{"\x00\x00\x00\x00", 4},
		{"\x02\x21\x00"
		 "01234567890123456789012345678901",
		 35},
		{"\x02\x02\x01\x00", 4},
		{"\x02\x00", 2},
		{"\x02\x04"
		 "text",
		 6},
		{"\x02\x0a\x01"
		 "123456789",
		 12},
		{"\x02\x09\x02"
		 "12345678",
		 11},
	};
	honest_theirs(f, (struct needs){0});
	struct sn_tx_construction_data *tx = their_tx(f);
	const size_t i = below(f, sizeof fields / sizeof *fields), at = one_in(f, 2) ? tx->extra.len : 0;
	uint8_t bytes[1400];
	memcpy(bytes, tx->extra.at, at);
	memcpy(bytes + at, fields[i].bytes, fields[i].len);
	memcpy(bytes + at + fields[i].len, tx->extra.at + at, tx->extra.len - at);
	set_extra(f, tx, bytes, tx->extra.len + fields[i].len);
}

static void two_nonces(struct forge *f)
{
	honest_theirs(f, (struct needs){.alone = true, .tell_apart = true});
	struct sn_tx_construction_data *tx = their_tx(f);
	uint8_t nonces[22] = {2, 9, 1, [11] = 2, 9, 1};
	if (one_in(f, 2))
		nonces[3] = (uint8_t)below(f, 256);
	if (one_in(f, 2))
		nonces[14] = (uint8_t)below(f, 256);
	set_extra(f, tx, nonces, sizeof nonces);
}

static void extra_of_no_fields(struct forge *f)
{
	honest_theirs(f, (struct needs){0});
	struct sn_tx_construction_data *tx = their_tx(f);
	uint8_t bytes[64] = {1};
	sn_random_bytes(&f->random, bytes + 1, sizeof bytes - 1);
	bytes[33] = 4;
	bytes[34] = (uint8_t)(2 + below(f, 100));
	set_extra(f, tx, bytes, one_in(f, 2) ? 1 + below(f, 32) : 34 + below(f, 30));
}

/* Keys that are there several times, or as many as there are outputs anywhere. */
static void other_keys_in_extra(struct forge *f)
{
	honest_theirs(f, (struct needs){.alone = true, .destinations = 2, .tell_apart = true});
	struct sn_tx_construction_data *tx = their_tx(f);
	uint8_t bytes[33 * 20 + 2];
	size_t len = 0;
	for (uint64_t n = below(f, 10); n; n--, len += 32) {
		bytes[len++] = 1;
		sn_random_bytes(&f->random, bytes + len, 32);
	}
	bytes[len++] = 4;
	bytes[len++] = (uint8_t)below(f, 8);
	for (size_t n = bytes[len - 1]; n; n--, len += 32)
		sn_random_bytes(&f->random, bytes + len, 32);
	set_extra(f, tx, bytes, len);
}

/* ---------------------------------------------------------------- kind, lock and fee of a transaction */

static void of_another_kind(struct forge *f)
{
	honest_theirs(f, (struct needs){0});
	struct sn_tx_construction_data *tx = their_tx(f);
	switch (below(f, 3)) {
	case 0:
		tx->construction_flags ^= (uint8_t)(1 << below(f, 8));
		break;
	case 1:
		tx->range_proof_type = any_number(f, tx->range_proof_type);
		break;
	default:
		tx->bp_version = any_number(f, tx->bp_version);
	}
}

static void locked(struct forge *f)
{
	honest_theirs(f, (struct needs){0});
	their_tx(f)->unlock_time = any_number(f, 0);
}

static void locked_as_allowed(struct forge *f)
{
	locked(f);
	f->limits.allow_unlock_time = true;
}

static void small_change(struct forge *f)
{
	struct sn_tx_construction_data *tx = with_change(f);
	const uint64_t amount = 1 + below(f, 1000);
	their_change(tx)->amount = amount;
	tx->change_dts.amount = amount;
}

static void outputs_above_inputs(struct forge *f)
{
	honest_theirs(f, (struct needs){0});
	their_payment(f, their_tx(f))->amount += (uint64_t)1 << (45 + below(f, 19));
}

static void no_second_output(struct forge *f)
{
	do
		honest_theirs(f, (struct needs){.alone = true, .tell_apart = true});
	while (f->set.txs[0].has_change || f->set.txs[0].n_destinations != 1);
	struct sn_tx_construction_data *tx = their_tx(f);
	tx->splitted_dsts.entries[0] = *their_payment(f, tx);
	tx->splitted_dsts.n = 1;
}

static void dummy_among_several(struct forge *f)
{
	do
		honest_theirs(f, (struct needs){.alone = true, .destinations = 3, .tell_apart = true});
	while (f->set.txs[0].has_change);
	struct sn_tx_construction_data *tx = their_tx(f);
	their_payment(f, tx)->amount = 0;
	for (size_t i = 0; i < tx->splitted_dsts.n; i++)
		if (!tx->splitted_dsts.entries[i].amount)
			tx->change_dts = tx->splitted_dsts.entries[i];
}

/* A file of our own format, and theirs with the same payment; or theirs twice, with other words. */
static void same_payment_before(struct forge *f)
{
	honest_theirs(f, (struct needs){.tell_apart = true});
	if (one_in(f, 3)) {
		theirs_seal(f);
		f->earlier[f->n_earlier++] = f->file;
		f->file = (struct sn_buf){0};
		f->is_sealed = f->theirs.is_plaintext = false;
		their_tx(f)->dests.n = 0;
		their_tx(f)->change_dts.original = any_text(f);
		return;
	}
	f->is_theirs = false;
	sign_before(f);
	f->is_theirs = true;
}

static const char not_change[] = "the change does not go to";

const struct lie lies_their_payments[] = {
	{.name = "theirs: change to others", .tell = change_to_others, .words = not_change, .weight = 40},
	{.name = "theirs: change to another own address",
	 .tell = change_to_another_own,
	 .words = not_change,
	 .weight = 20},
	{.name = "theirs: change of another kind",
	 .tell = change_of_another_kind,
	 .words = "the change does not go to|the change is not among"},
	{.name = "theirs: change that is no output",
	 .tell = change_not_among_outputs,
	 .words = "the change is not among the outputs"},
	{.name = "theirs: a recipient called change", .tell = recipient_called_change, .words = not_change},
	{.name = "theirs: change not called change", .tell = change_not_called_change, .expected = EITHER},
	{.name = "theirs: two changes", .tell = two_changes, .expected = EITHER},
	{.name = "theirs: a dummy that gets money", .tell = dummy_with_money, .expected = EITHER},
	{.name = "theirs: other words for addresses", .tell = other_originals, .expected = ACCEPTED},
	{.name = "theirs: other dests", .tell = other_dests, .expected = ACCEPTED, .weight = 20},
	{.name = "theirs: others paid than asked for", .tell = others_paid_than_asked, .expected = EITHER},
	{.name = "theirs: another kind of address", .tell = another_kind, .expected = EITHER},
	{.name = "theirs: an address of both kinds", .tell = both_kinds, .words = "declared both"},
	{.name = "theirs: integrated without payment id",
	 .tell = integrated_without_id,
	 .words = "declared integrated, but tx extra has no payment ID"},
	{.name = "theirs: a payment id of others", .tell = id_of_others, .expected = ACCEPTED},
	{.name = "theirs: a payment id for a subaddress",
	 .tell = id_for_a_subaddress,
	 .words = "tx extra has a payment ID, but no recipient"},
	{.name = "theirs: a payment id among several",
	 .tell = id_among_several,
	 .words = "cannot share a transaction|as a subaddress and as a standard address"},
	{.name = "theirs: unknown fields in extra",
	 .tell = unknown_in_extra,
	 .words = "tx extra has an unknown field|tx extra has a nonce|tx extra cannot be parsed"},
	{.name = "theirs: two nonces in extra", .tell = two_nonces, .words = "tx extra has a nonce"},
	{.name = "theirs: extra that is none",
	 .tell = extra_of_no_fields,
	 .words = "tx extra cannot be parsed|tx extra has"},
	{.name = "theirs: other keys in extra", .tell = other_keys_in_extra, .expected = EITHER},
	{.name = "theirs: transactions of another kind",
	 .tell = of_another_kind,
	 .words = "is a kind of transaction"},
	{.name = "theirs: an unlock time", .tell = locked, .words = "would be locked until"},
	{.name = "theirs: an unlock time that is allowed", .tell = locked_as_allowed, .expected = ACCEPTED},
	{.name = "theirs: small change", .tell = small_change, .words = "is above the bound"},
	{.name = "theirs: outputs above the inputs",
	 .tell = outputs_above_inputs,
	 .words = "are more than the inputs|overflows"},
	{.name = "theirs: no second output", .tell = no_second_output, .words = "the network requires two"},
	{.name = "theirs: a dummy among several",
	 .tell = dummy_among_several,
	 .words = "beside several recipients"},
	{.name = "theirs: the same payment before", .tell = same_payment_before, .expected = ACCEPTED},
	{0},
};
