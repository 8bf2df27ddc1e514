/* Lies about inputs and outputs in the format of the reference wallet, and honest files of it. */
#include "hostile.h"

#include "crypto/scalar.h"
#include "interop/output_export.h"

#include "../unit/cold_sets.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- honest files */

static void nothing_wrong(struct forge *f)
{
	honest_theirs(f, (struct needs){0});
}

/* Release 0.18.0.0: a pair, and outputs without subaddress, of which we find those of our table. */
static void of_an_old_release(struct forge *f)
{
	honest_theirs(f, (struct needs){.alone = true});
	struct sn_unsigned_tx_set *set = &f->theirs.set;
	const struct hot_list *list = &f->theirs.list;
	bool is_in_table = true;
	for (size_t i = 0; i < list->n; i++)
		is_in_table &=
			list->outputs[i].subaddress.major < 50 && list->outputs[i].subaddress.minor < 200;
	set->version = SN_UNSIGNED_TX_SET_OLD;
	set->new_transfers.has_total = false;
	set->new_transfers.version = 0;
	if (!is_in_table || one_in(f, 3))
		leave_out(f, list->n);
	set->new_transfers.has_total = false;
	set->new_transfers.version = set->new_transfers.n ? 0 : 1;
}

static void without_key_images(struct forge *f)
{
	honest_theirs(f, (struct needs){0});
	f->theirs.options.no_key_images = true;
	leave_out(f, below(f, f->theirs.list.n + 1));
}

static void with_an_export(struct forge *f)
{
	honest_theirs(f, (struct needs){0});
	const size_t n = f->theirs.list.n, left_out = below(f, n + 1);
	leave_out(f, left_out);
	export_outputs(f, 0, left_out + below(f, n - left_out + 1));
}

static void without_the_export(struct forge *f)
{
	honest_theirs(f, (struct needs){0});
	leave_out(f, 1 + below(f, f->theirs.list.n));
	if (one_in(f, 2))
		export_outputs(f, f->theirs.set.new_transfers.offset, f->theirs.set.new_transfers.n);
}

/* ---------------------------------------------------------------- inputs */

static struct sn_tx_source_entry *a_source(struct forge *f)
{
	honest_theirs(f, (struct needs){0});
	return their_source(f, their_tx(f));
}

static void source_amount(struct forge *f)
{
	struct sn_tx_source_entry *source = a_source(f);
	source->amount += one_in(f, 2) ? 1 + below(f, COLD_XMR) : (uint64_t)1 << (41 + below(f, 21));
}

static void source_mask(struct forge *f)
{
	struct sn_tx_source_entry *source = a_source(f);
	const struct sn_scalar was = source->mask;
	source->mask = one_in(f, 3) ? sn_scalar_one : one_in(f, 2) ? sn_scalar_zero : any_scalar(f);
	if (sn_scalar_is_equal(&was, &source->mask))
		source->mask = any_scalar(f);
}

static void mask_not_reduced(struct forge *f)
{
	struct sn_tx_source_entry *source = a_source(f);
	memset(source->mask.b + 16, 0xff, 16);
}

/* Sums stay right: of the amounts, of the masks, of both. */
static void sources_cancel_out(struct forge *f)
{
	honest_theirs(f, (struct needs){.inputs = 2});
	struct sn_tx_construction_data *tx = their_tx(f);
	struct sn_tx_source_entry *a = &tx->sources[0], *b = &tx->sources[1];
	const uint64_t amount = 1 + below(f, (a->amount < b->amount ? a->amount : b->amount) - 1),
		       how = below(f, 4);
	if (how != 1) {
		a->amount += amount;
		b->amount -= amount;
	}
	if (how != 0) {
		const struct sn_scalar s = any_scalar(f);
		sn_scalar_add(&a->mask, &a->mask, &s);
		sn_scalar_sub(&b->mask, &b->mask, &s);
	}
	if (how == 3) {
		const uint64_t was = a->amount;
		a->amount = b->amount;
		b->amount = was;
	}
}

static void another_real_output(struct forge *f)
{
	struct sn_tx_source_entry *source = a_source(f);
	source->real_output = (source->real_output + 1 + below(f, 15)) % 16;
}

static void real_output_beyond(struct forge *f)
{
	struct sn_tx_source_entry *source = a_source(f);
	source->real_output = one_in(f, 2) ? 16 + below(f, 2) : UINT64_MAX - below(f, 2);
}

static void no_tx_key(struct forge *f)
{
	struct sn_tx_source_entry *source = a_source(f);
	source->real_out_tx_key = one_in(f, 2) ? any_point(f) : no_point(f);
	free(source->real_out_additional_tx_keys);
	source->real_out_additional_tx_keys = NULL;
	source->n_real_out_additional_tx_keys = 0;
}

/* The right one is at another place. */
static void additional_key_elsewhere(struct forge *f)
{
	struct sn_tx_source_entry *source = a_source(f);
	const size_t n = source->real_output_in_tx_index + 2;
	struct sn_point *keys = calloc(n, sizeof *keys), right = source->real_out_tx_key;
	if (!keys)
		abort();
	if (source->n_real_out_additional_tx_keys)
		right = source->real_out_additional_tx_keys[source->real_output_in_tx_index];
	for (size_t i = 0; i < n; i++)
		keys[i] = any_point(f);
	keys[n - 1] = right;
	source->real_out_tx_key = any_point(f);
	free(source->real_out_additional_tx_keys);
	source->real_out_additional_tx_keys = keys;
	source->n_real_out_additional_tx_keys = n;
}

static void another_position(struct forge *f)
{
	struct sn_tx_source_entry *source = a_source(f);
	source->real_output_in_tx_index = any_number(f, source->real_output_in_tx_index);
}

static void position_wraps(struct forge *f)
{
	a_source(f)->real_output_in_tx_index += (uint64_t)1 << 32;
}

static void other_addresses(struct forge *f)
{
	honest_theirs(f, (struct needs){0});
	struct sn_tx_construction_data *tx = their_tx(f);
	if (one_in(f, 2)) {
		tx->subaddr_account ^= (uint32_t)1 << below(f, 32);
		return;
	}
	bool are_primary = true;
	for (size_t i = 0; i < tx->n_subaddr_indices; i++) {
		are_primary &= !tx->subaddr_indices[i];
		tx->subaddr_indices[i] = UINT32_MAX - below(f, 2);
	}
	if (are_primary)
		tx->subaddr_account ^= 1;
}

static void many_addresses(struct forge *f)
{
	honest_theirs(f, (struct needs){0});
	struct sn_tx_construction_data *tx = their_tx(f);
	const size_t n = tx->n_sources + 1 + below(f, 400);
	free(tx->subaddr_indices);
	tx->subaddr_indices = calloc(n, sizeof *tx->subaddr_indices);
	if (!tx->subaddr_indices)
		abort();
	for (size_t i = 0; i < n; i++)
		tx->subaddr_indices[i] = UINT32_MAX - i;
	tx->n_subaddr_indices = n;
}

static void before_ringct(struct forge *f)
{
	a_source(f)->rct = false;
}

static void ring_in_disorder(struct forge *f)
{
	struct sn_tx_source_entry *source = a_source(f);
	const size_t i = below(f, 15);
	const struct sn_tx_source_output was = source->outputs[i];
	if (one_in(f, 3)) {
		source->outputs[i].global_index = source->outputs[i + 1].global_index;
		return;
	}
	source->outputs[i] = source->outputs[i + 1];
	source->outputs[i + 1] = was;
	source->real_output += source->real_output == i ? 1 : source->real_output == i + 1 ? -1 : 0;
}

static void ring_of_another_size(struct forge *f)
{
	struct sn_tx_source_entry *source = a_source(f);
	struct sn_tx_source_output *larger, *first = source->outputs;
	switch (below(f, 3)) {
	case 0:
		first[0] = first[source->real_output];
		source->real_output = 0;
		source->n_outputs = 1;
		break;
	case 1:
		if (source->real_output == 15)
			first[source->real_output = 14] = first[15];
		source->n_outputs = 15;
		break;
	default:
		larger = calloc(17, sizeof *larger);
		if (!larger)
			abort();
		memcpy(larger, first, 16 * sizeof *larger);
		larger[16] = (struct sn_tx_source_output){first[15].global_index + 1,
							  {any_point(f), any_point(f)}};
		free(first);
		source->outputs = larger;
		source->n_outputs = 17;
	}
}

static void ring_member_twice(struct forge *f)
{
	struct sn_tx_source_entry *source = a_source(f);
	const size_t to = (source->real_output + 1 + below(f, 15)) % 16;
	source->outputs[to].member =
		source->outputs[one_in(f, 2) ? source->real_output
					     : (to + 1 + (to + 1) % 16 / 16 + below(f, 14)) % 16]
			.member;
}

static void commitment_of_another(struct forge *f)
{
	struct sn_tx_source_entry *source = a_source(f);
	source->outputs[source->real_output].member.commitment =
		source->outputs[(source->real_output + 1 + below(f, 15)) % 16].member.commitment;
}

static void rings_of_the_attacker(struct forge *f)
{
	honest_theirs(f, (struct needs){0});
	struct sn_tx_source_entry *source = their_source(f, their_tx(f));
	for (size_t i = 0; i < source->n_outputs; i++) {
		if (i == source->real_output)
			continue;
		source->outputs[i].member = (struct sn_ring_member){any_point(f), any_point(f)};
	}
}

/* ---------------------------------------------------------------- several transactions, several files */

static void one_input_twice(struct forge *f)
{
	honest_theirs(f, (struct needs){.txs = 2});
	struct sn_unsigned_tx_set *set = &f->theirs.set;
	const size_t i = below(f, set->n_txes), j = (i + 1 + below(f, set->n_txes - 1)) % set->n_txes;
	f->set.txs[j].inputs[0] = f->set.txs[i].inputs[0];
	f->set.txs[j].n_inputs = 1;
	if (f->set.txs[j].has_change)
		f->set.txs[j].change_to.major = f->set.txs[j].inputs[0].subaddress.major;
	for (size_t k = 0; k < f->set.txs[j].n_destinations; k++)
		f->set.txs[j].destinations[k].amount = SN_DUST_BELOW;
	(void)balance(&f->set.txs[j]);
	theirs(f);
}

static void spent_before(struct forge *f)
{
	honest_theirs(f, (struct needs){.change = true, .tell_apart = true});
	f->mixes = true;
	sign_before(f);
	struct sn_unsigned_tx *tx = some_tx(f);
	if (one_in(f, 2))
		tx->fee--;
	else
		tx->destinations[0].amount++;
	(void)balance(tx);
	theirs(f);
}

static void spent_before_and_allowed(struct forge *f)
{
	spent_before(f);
	f->insists = true;
}

/* ---------------------------------------------------------------- the list of outputs */

static struct sn_exported_transfer_details *some_listed(struct forge *f)
{
	honest_theirs(f, (struct needs){0});
	return &f->theirs.set.new_transfers.outputs[below(f, f->theirs.set.new_transfers.n)];
}

static void foreign_output_listed(struct forge *f)
{
	struct sn_exported_transfer_details *o = some_listed(f);
	switch (below(f, 5)) {
	case 0:
		o->pubkey = one_in(f, 2) ? any_point(f) : no_point(f);
		break;
	case 1:
		o->tx_pubkey = any_point(f);
		o->n_additional_tx_keys = 0;
		break;
	case 2:
		o->internal_output_index = (o->internal_output_index + 1 + (uint32_t)below(f, 9)) % 65536;
		break;
	case 3:
		o->subaddress.major = UINT32_MAX - 1 - (uint32_t)below(f, 9);
		break;
	default:
		o->subaddress.minor = UINT32_MAX - (uint32_t)below(f, 9);
	}
}

static void list_beyond_its_length(struct forge *f)
{
	honest_theirs(f, (struct needs){0});
	struct sn_exported_transfers *list = &f->theirs.set.new_transfers;
	if (one_in(f, 2))
		list->total = below(f, list->n);
	else
		list->offset = UINT64_MAX - below(f, list->n);
}

static void list_far_away(struct forge *f)
{
	honest_theirs(f, (struct needs){0});
	struct sn_exported_transfers *list = &f->theirs.set.new_transfers;
	list->total = UINT64_MAX - below(f, 2);
	list->offset = list->total - list->n - below(f, 2);
	f->theirs.claims_another_list = true;
}

static void list_is_shifted(struct forge *f)
{
	honest_theirs(f, (struct needs){0});
	struct sn_exported_transfers *list = &f->theirs.set.new_transfers;
	f->theirs.claims_another_list = true;
	export_outputs(f, 0, list->n);
	list->offset++;
	list->total++;
}

static void output_listed_twice(struct forge *f)
{
	do
		honest_theirs(f, (struct needs){0});
	while (f->theirs.list.n < 2);
	struct sn_exported_transfers *list = &f->theirs.set.new_transfers;
	struct sn_exported_transfer_details *from = &list->outputs[0], *to = &list->outputs[list->n - 1];
	f->theirs.claims_another_list = true;
	free(to->additional_tx_keys);
	*to = *from;
	to->additional_tx_keys = calloc(to->n_additional_tx_keys + 1, sizeof *to->additional_tx_keys);
	if (!to->additional_tx_keys)
		abort();
	if (to->n_additional_tx_keys)
		memcpy(to->additional_tx_keys, from->additional_tx_keys,
		       to->n_additional_tx_keys * sizeof *to->additional_tx_keys);
}

/* The chain was reorganized between export and payment, or between payment and answer: other outputs follow
 * the first ones. Their key images would be believed. */
static void export_of_another_time(struct forge *f)
{
	do
		honest_theirs(f, (struct needs){0});
	while (f->theirs.list.n < 3);
	struct hot_list *list = &f->theirs.list, before = *list;
	const size_t n = list->n, from = 1 + below(f, n - 1);
	for (size_t i = from; i < n; i++)
		list->outputs[i] = before.outputs[from + n - 1 - i];
	export_outputs(f, 0, n); /* of the other time */
	*list = before;
	leave_out(f, from);
	if (one_in(f, 2)) { /* the list was longer at that time */
		struct sn_exported_transfers *now = &f->theirs.set.new_transfers;
		now->n -= now->n > 1;
		now->total = now->offset + now->n;
		list->n = (size_t)now->total;
	}
}

/* The other time's list is longer, and what follows is what no list has yet. */
static void export_is_longer(struct forge *f)
{
	do
		honest_theirs(f, (struct needs){0});
	while (f->theirs.list.n < 3);
	const size_t n = f->theirs.list.n;
	export_outputs(f, 0, n);
	struct sn_exported_transfers *now = &f->theirs.set.new_transfers;
	now->n = 1 + below(f, n - 1);
	now->total = now->n;
	f->theirs.list.n = now->n;
}

static void export_of_another_wallet(struct forge *f)
{
	honest_theirs(f, (struct needs){0});
	export_outputs(f, 0, f->theirs.list.n);
	struct theirs *t = &f->theirs;
	struct sn_buf plaintext = {0}, file = {0};
	struct sn_interop_key bobs;
	if (sn_sealed_file_open(&plaintext, SN_INTEROP_OUTPUT_EXPORT, &f->world->key, t->outputs_file.data,
				t->outputs_file.len, NULL))
		abort();
	plaintext.data[below(f, 64)] ^= 1;
	if (one_in(f, 2)) {
		if (sn_sealed_file_make(&file, SN_INTEROP_OUTPUT_EXPORT, &f->world->key, plaintext.data,
					plaintext.len, NULL))
			abort();
	} else {
		if (sn_interop_key_init(&bobs, &f->world->people[BOB].view_secret, NULL) ||
		    sn_sealed_file_make(&file, SN_INTEROP_OUTPUT_EXPORT, &bobs, plaintext.data, plaintext.len,
					NULL))
			abort();
	}
	sn_buf_free(&plaintext);
	sn_buf_free(&t->outputs_file);
	t->outputs_file = file;
	t->options.outputs_file = file.data;
	t->options.outputs_len = file.len;
}

static void other_selected(struct forge *f)
{
	honest_theirs(f, (struct needs){.inputs = 2});
	struct sn_tx_construction_data *tx = their_tx(f);
	if (one_in(f, 2))
		tx->n_selected_transfers = below(f, tx->n_selected_transfers);
	else
		tx->selected_transfers[0] = tx->selected_transfers[1];
}

static void selected_far_away(struct forge *f)
{
	honest_theirs(f, (struct needs){0});
	struct sn_tx_construction_data *tx = their_tx(f);
	tx->selected_transfers[below(f, tx->n_selected_transfers)] =
		one_in(f, 2) ? UINT64_MAX - below(f, 2) : f->theirs.list.n + below(f, 3);
}

/* An output that is listed and not spent. */
static void selected_not_spent(struct forge *f)
{
	do
		honest_theirs(f, (struct needs){0});
	while (f->theirs.list.n < 2);
	struct sn_tx_construction_data *tx = their_tx(f);
	const size_t n = f->theirs.list.n, which = below(f, tx->n_selected_transfers);
	uint64_t other = (tx->selected_transfers[which] + 1) % n;
	for (size_t tries = 0; tries < n; tries++, other = (other + 1) % n) {
		bool is_spent = false;
		for (size_t i = 0; i < tx->n_sources; i++)
			is_spent |= tx->selected_transfers[i] == other;
		if (!is_spent)
			break;
	}
	tx->selected_transfers[which] = other;
	/* Otherwise all that is listed is spent here. */
}

static const char not_ours[] = "does not belong to this wallet";
static const char not_opened[] = "does not open its commitment";
static const char no_list[] = "the answer must have the key images of the first";

const struct lie lies_their_inputs[] = {
	{.name = "theirs: no lie", .tell = nothing_wrong, .expected = ACCEPTED, .weight = 40},
	{.name = "theirs: an old release", .tell = of_an_old_release, .expected = ACCEPTED, .weight = 4},
	{.name = "theirs: without key images", .tell = without_key_images, .expected = ACCEPTED},
	{.name = "theirs: with an export of outputs",
	 .tell = with_an_export,
	 .expected = ACCEPTED,
	 .weight = 20},
	{.name = "theirs: outputs that no list has", .tell = without_the_export, .words = no_list},
	{.name = "theirs: fewer selected outputs", .tell = other_selected, .expected = ACCEPTED},
	{.name = "theirs: selected outputs far away", .tell = selected_far_away, .words = no_list},
	{.name = "theirs: a selected output not spent", .tell = selected_not_spent, .expected = EITHER},
	{.name = "theirs: rings of the attacker's", .tell = rings_of_the_attacker, .expected = ACCEPTED},
	{.name = "theirs: another amount of an input",
	 .tell = source_amount,
	 .words = "does not open its commitment|is above the bound|overflows"},
	{.name = "theirs: another mask of an input", .tell = source_mask, .words = not_opened},
	{.name = "theirs: a mask that is not reduced",
	 .tell = mask_not_reduced,
	 .words = "mask is not below"},
	{.name = "theirs: inputs that cancel out",
	 .tell = sources_cancel_out,
	 .words = not_opened,
	 .weight = 20},
	{.name = "theirs: another real_output", .tell = another_real_output, .words = not_ours},
	{.name = "theirs: real_output beyond the ring",
	 .tell = real_output_beyond,
	 .code = SN_BAD_INPUT,
	 .words = "real_output is"},
	{.name = "theirs: another tx key", .tell = no_tx_key, .words = not_ours},
	{.name = "theirs: an additional key elsewhere", .tell = additional_key_elsewhere, .words = not_ours},
	{.name = "theirs: another position",
	 .tell = another_position,
	 .words = "does not belong to this wallet|its position in its transaction"},
	{.name = "theirs: a position that wraps",
	 .tell = position_wraps,
	 .words = "its position in its transaction"},
	{.name = "theirs: other addresses", .tell = other_addresses, .words = not_ours},
	{.name = "theirs: many addresses, far away",
	 .tell = many_addresses,
	 .words = "names more addresses than it has inputs"},
	{.name = "theirs: an output before RingCT", .tell = before_ringct, .words = "before RingCT"},
	{.name = "theirs: a ring in disorder", .tell = ring_in_disorder, .words = "not in ascending order"},
	{.name = "theirs: a ring of another size",
	 .tell = ring_of_another_size,
	 .words = "the chain requires 16"},
	{.name = "theirs: a ring member twice", .tell = ring_member_twice, .words = "the same output twice"},
	{.name = "theirs: a commitment of another", .tell = commitment_of_another, .words = not_opened},
	{.name = "theirs: an input in two transactions",
	 .tell = one_input_twice,
	 .words = "spent twice, by transactions"},
	{.name = "theirs: spent in an earlier file",
	 .tell = spent_before,
	 .words = "double-spend: transaction "},
	{.name = "theirs: spent in an earlier file, and allowed",
	 .tell = spent_before_and_allowed,
	 .expected = ACCEPTED},
	{.name = "theirs: a foreign output in the list", .tell = foreign_output_listed, .words = not_ours},
	{.name = "theirs: a list beyond its length",
	 .tell = list_beyond_its_length,
	 .code = SN_BAD_INPUT,
	 .words = " fit in a list of"},
	{.name = "theirs: a list far away", .tell = list_far_away, .words = no_list},
	{.name = "theirs: a list that is shifted", .tell = list_is_shifted, .expected = EITHER},
	{.name = "theirs: an output twice in the list", .tell = output_listed_twice, .expected = EITHER},
	{.name = "theirs: an export of another time",
	 .tell = export_of_another_time,
	 .expected = EITHER,
	 .weight = 20},
	{.name = "theirs: an export that is longer", .tell = export_is_longer, .expected = EITHER},
	{.name = "theirs: an export of another wallet",
	 .tell = export_of_another_wallet,
	 .code = SN_BAD_INPUT,
	 .words = "the file of --outputs: "},
	{0},
};
