/* Random lies in the format of the reference wallet: lies of our own format in theirs, values of the
 * structure, and bytes. */
#include "hostile.h"

#include "crypto/scalar.h"

#include "../unit/cold_sets.h"

#include <stdlib.h>
#include <string.h>

static void in_their_format(struct forge *f, const struct lie *lies)
{
	size_t n = 0;
	while (lies[n].name)
		n++;
	do {
		struct forge again;
		forge_init(&again, f->world, &f->random, 0);
		again.random = f->random;
		forge_free(f);
		*f = again;
		f->mixes = true;
		lies[below(f, n)].tell(f);
	} while (f->is_wire || f->is_sealed || !f->set.n);
	theirs(f);
}

static void lies_of_inputs(struct forge *f)
{
	in_their_format(f, lies_inputs);
}

static void lies_of_payments(struct forge *f)
{
	in_their_format(f, lies_payment);
}

static void lies_of_recipients(struct forge *f)
{
	in_their_format(f, lies_recipients);
}

static void lies_of_policies(struct forge *f)
{
	in_their_format(f, lies_policy);
}

static void lies_at_random(struct forge *f)
{
	in_their_format(f, lies_random);
}

static void allow_something(struct forge *f)
{
	f->limits.allow_dust = one_in(f, 4);
	f->limits.allow_unlock_time = one_in(f, 4);
	f->theirs.options.no_key_images = one_in(f, 8);
	f->theirs.claims_another_list = true;
	if (one_in(f, 8))
		any_rules(f);
}

static void any_theirs(struct forge *f)
{
	honest_theirs(f, (struct needs){0});
	if (one_in(f, 3)) {
		export_outputs(f, 0, f->theirs.list.n);
		leave_out(f, below(f, f->theirs.list.n));
	}
	allow_something(f);
}

static uint64_t other_number(struct forge *f, uint64_t now)
{
	struct sn_tx_construction_data *tx = their_tx(f);
	switch (below(f, 6)) {
	case 0:
		return tx->sources[below(f, tx->n_sources)].amount;
	case 1:
		return tx->splitted_dsts.entries[below(f, tx->splitted_dsts.n)].amount;
	case 2:
		return tx->change_dts.amount;
	default:
		return any_number(f, now);
	}
}

static void change_point(struct forge *f, struct sn_point *p)
{
	struct sn_tx_construction_data *tx = their_tx(f);
	switch (below(f, 6)) {
	case 0:
		*p = one_in(f, 2) ? no_point(f) : torsion(f);
		break;
	case 1:
		p->b[below(f, 32)] ^= (uint8_t)(1 << below(f, 8));
		break;
	case 2:
		*p = tx->splitted_dsts.entries[below(f, tx->splitted_dsts.n)].spend;
		break;
	case 3:
		*p = tx->change_dts.spend;
		break;
	case 4:
		*p = tx->sources[0].outputs[below(f, tx->sources[0].n_outputs)].member.key;
		break;
	default:
		*p = any_point(f);
	}
}

static void change_entry(struct forge *f, struct sn_tx_destination_entry *to)
{
	switch (below(f, 6)) {
	case 0:
		change_point(f, &to->spend);
		break;
	case 1:
		change_point(f, &to->view);
		break;
	case 2:
		to->is_subaddress = !to->is_subaddress;
		break;
	case 3:
		to->is_integrated = !to->is_integrated;
		break;
	default:
		to->amount = one_in(f, 2) ? other_number(f, to->amount) : 1 + below(f, 2 * to->amount + 1);
	}
}

static void change_source(struct forge *f, struct sn_tx_source_entry *source)
{
	struct sn_tx_source_output *member = &source->outputs[below(f, source->n_outputs)];
	switch (below(f, 9)) {
	case 0:
		source->real_output = one_in(f, 8) ? any_number(f, source->real_output) : below(f, 16);
		break;
	case 1:
		change_point(f, &source->real_out_tx_key);
		break;
	case 2:
		source->n_real_out_additional_tx_keys = 0;
		break;
	case 3:
		source->real_output_in_tx_index = any_number(f, source->real_output_in_tx_index);
		break;
	case 4:
		source->amount = other_number(f, source->amount);
		break;
	case 5:
		source->mask = one_in(f, 2) ? any_scalar(f) : sn_scalar_one;
		break;
	case 6:
		member->global_index = any_number(f, member->global_index);
		break;
	case 7:
		change_point(f, &member->member.key);
		break;
	default:
		change_point(f, &member->member.commitment);
	}
}

static void change_list(struct forge *f, struct sn_exported_transfers *list)
{
	struct sn_exported_transfer_details *o = &list->outputs[below(f, list->n ? list->n : 1)];
	switch (list->n ? below(f, 8) : 6 + below(f, 2)) {
	case 0:
		change_point(f, &o->pubkey);
		break;
	case 1:
		change_point(f, &o->tx_pubkey);
		break;
	case 2:
		o->internal_output_index = (uint32_t)below(f, 65536);
		break;
	case 3:
		o->subaddress.minor = (uint32_t)any_number(f, o->subaddress.minor);
		break;
	case 4:
		o->flags = (uint8_t)below(f, 256);
		o->amount = any_number(f, o->amount);
		break;
	case 5:
		list->n--;
		break;
	case 6:
		list->offset = any_number(f, list->offset);
		break;
	default:
		list->total = any_number(f, list->total);
	}
}

static void change_tx(struct forge *f, struct sn_tx_construction_data *tx)
{
	switch (below(f, 8)) {
	case 0:
		tx->subaddr_account = (uint32_t)any_number(f, tx->subaddr_account);
		break;
	case 1:
		tx->subaddr_indices[below(f, tx->n_subaddr_indices)] = (uint32_t)any_number(f, 0);
		break;
	case 2:
		tx->unlock_time = any_number(f, tx->unlock_time);
		break;
	case 3:
		tx->selected_transfers[below(f, tx->n_selected_transfers)] = below(f, 8);
		break;
	case 4:
		tx->extra.len = below(f, tx->extra.len + 1);
		break;
	case 5: {
		struct sn_tx_destination_entry *a = &tx->splitted_dsts.entries[0],
					       *b = &tx->splitted_dsts.entries[tx->splitted_dsts.n - 1],
					       was = *a;
		*a = *b;
		*b = was;
		break;
	}
	case 6:
		tx->change_dts = tx->splitted_dsts.entries[below(f, tx->splitted_dsts.n)];
		break;
	default:
		tx->construction_flags = (uint8_t)below(f, 4);
	}
}

static void change_something(struct forge *f)
{
	struct sn_tx_construction_data *tx = their_tx(f);
	switch (below(f, 8)) {
	case 0:
	case 1:
		change_entry(f, &tx->splitted_dsts.entries[below(f, tx->splitted_dsts.n)]);
		break;
	case 2:
		change_entry(f, &tx->change_dts);
		break;
	case 3:
	case 4:
		change_source(f, their_source(f, tx));
		break;
	case 5:
		change_list(f, &f->theirs.set.new_transfers);
		break;
	case 6:
		if (tx->dests.n)
			change_entry(f, &tx->dests.entries[below(f, tx->dests.n)]);
		break;
	default:
		change_tx(f, tx);
	}
}

static void one_thing(struct forge *f)
{
	any_theirs(f);
	change_something(f);
}

static void some_things(struct forge *f)
{
	any_theirs(f);
	for (uint64_t n = 2 + below(f, 2); n; n--)
		change_something(f);
}

/* Change and its entry alike; or only what is paid. */
static void outputs_alone(struct forge *f)
{
	any_theirs(f);
	struct sn_tx_construction_data *tx = their_tx(f);
	for (uint64_t n = 1 + below(f, 2); n; n--) {
		struct sn_tx_destination_entry *entry =
			&tx->splitted_dsts.entries[below(f, tx->splitted_dsts.n)];
		const bool is_change = entry->amount == tx->change_dts.amount &&
				       sn_point_is_equal(&entry->spend, &tx->change_dts.spend);
		change_entry(f, entry);
		if (is_change)
			tx->change_dts = *entry;
	}
}

static void some_bits(struct forge *f)
{
	any_theirs(f);
	theirs_encode(f);
	struct sn_buf *b = &f->theirs.plaintext;
	for (uint64_t n = one_in(f, 2) ? 1 : 1 + below(f, 4); n; n--)
		b->data[below(f, b->len)] ^= (uint8_t)(1 << below(f, 8));
}

static void shifted(struct forge *f)
{
	any_theirs(f);
	theirs_encode(f);
	struct sn_buf *b = &f->theirs.plaintext;
	size_t at = below(f, b->len);
	if (one_in(f, 2)) {
		sn_put_u8(b, 0);
		memmove(b->data + at + 1, b->data + at, b->len - at - 1);
		b->data[at] = (uint8_t)below(f, 256);
	} else {
		memmove(b->data + at, b->data + at + 1, b->len - at - 1);
		b->len--;
	}
}

static void sealed_otherwise(struct forge *f)
{
	any_theirs(f);
	switch (below(f, 4)) {
	case 0:
		f->theirs.kind = SN_INTEROP_SIGNED_TX_SET + below(f, 3);
		break;
	case 1:
		if (sn_interop_key_init(&f->theirs.key, &f->world->people[BOB].view_secret, NULL))
			abort();
		break;
	case 2:
		theirs_seal(f);
		f->file.data[23 + below(f, f->file.len - 23)] ^= (uint8_t)(1 << below(f, 8));
		break;
	default:
		theirs_seal(f);
		f->file.len = 23 + below(f, f->file.len - 23);
	}
}

const struct lie lies_their_bytes[] = {
	{.name = "theirs: lies about inputs", .tell = lies_of_inputs, .expected = EITHER, .weight = 40},
	{.name = "theirs: lies about payments", .tell = lies_of_payments, .expected = EITHER, .weight = 40},
	{.name = "theirs: lies about recipients",
	 .tell = lies_of_recipients,
	 .expected = EITHER,
	 .weight = 40},
	{.name = "theirs: lies against policies", .tell = lies_of_policies, .expected = EITHER, .weight = 40},
	{.name = "theirs: sets at random", .tell = lies_at_random, .expected = EITHER, .weight = 40},
	{.name = "theirs: one thing changed", .tell = one_thing, .expected = EITHER, .weight = 80},
	{.name = "theirs: some things changed", .tell = some_things, .expected = EITHER, .weight = 60},
	{.name = "theirs: outputs changed", .tell = outputs_alone, .expected = EITHER, .weight = 40},
	{.name = "theirs: some bits of the bytes changed",
	 .tell = some_bits,
	 .expected = EITHER,
	 .weight = 80},
	{.name = "theirs: a byte more or less", .tell = shifted, .expected = EITHER, .weight = 30},
	{.name = "theirs: sealed otherwise",
	 .tell = sealed_otherwise,
	 .code = SN_BAD_INPUT,
	 .words = "",
	 .weight = 10},
	{0},
};
