#include "theirs.h"

#include "hostile.h"

#include "chain/varint.h"
#include "crypto/derive.h"
#include "interop/output_export.h"

#include "../unit/cold_sets.h"

#include <stdlib.h>
#include <string.h>

static void *room(size_t n, size_t size)
{
	void *p = calloc(n + 1, size);
	if (!p)
		abort();
	return p;
}

struct sn_archive_bytes say(struct forge *f, const void *data, size_t len)
{
	struct theirs *t = &f->theirs;
	uint8_t *at = t->arena + t->n_arena;
	if (len > sizeof t->arena - t->n_arena)
		abort();
	if (len)
		memcpy(at, data, len);
	t->n_arena += len;
	return (struct sn_archive_bytes){at, len};
}

static bool can_tx_be_theirs(const struct sn_unsigned_tx *tx)
{
	static const uint8_t no_id[SN_PAYMENT_ID_BYTES];
	for (size_t i = 0; i < tx->n_inputs; i++)
		if (tx->inputs[i].index > SN_INTEROP_OUTPUT_INDEX_MAX)
			return false;
	for (size_t i = 0; i < tx->n_destinations; i++)
		if (tx->destinations[i].address.kind == SN_ADDRESS_INTEGRATED &&
		    !memcmp(tx->destinations[i].address.payment_id, no_id, sizeof no_id))
			return false;
	return true;
}

bool can_be_theirs(const struct forge *f)
{
	for (size_t i = 0; i < f->set.n; i++)
		if (!can_tx_be_theirs(&f->set.txs[i]))
			return false;
	return true;
}

/* ---------------------------------------------------------------- the list of outputs */

/* What an input says that it spends. Returns false if that is not a point. */
static bool listed(struct sn_exported_transfer_details *o, const struct world *world,
		   const struct sn_unsigned_input *in)
{
	struct sn_address to =
		cold_address(&world->people[ALICE], in->subaddress.major, in->subaddress.minor);
	struct sn_point derivation;
	*o = (struct sn_exported_transfer_details){
		.internal_output_index = in->index,
		.global_output_index = in->global_index[0],
		.tx_pubkey = in->tx_key,
		.flags = SN_EXPORTED_RCT,
		.amount = in->amount,
		.subaddress = in->subaddress,
	};
	return in->index <= SN_INTEROP_OUTPUT_INDEX_MAX &&
	       !sn_derive(&derivation, &in->tx_key, &world->people[ALICE].view_secret) &&
	       !sn_derive_public_key(&o->pubkey, &derivation, in->index, &to.spend);
}

static size_t find_listed(const struct hot_list *list, const struct sn_point *key)
{
	size_t i = 0;
	while (i < list->n && !sn_point_is_equal(&list->outputs[i].pubkey, key))
		i++;
	return i;
}

static void add_listed(struct forge *f, const struct sn_unsigned_input *in)
{
	struct hot_list *list = &f->theirs.list;
	struct sn_exported_transfer_details o;
	if (list->n == HOT_LIST_ROOM || !listed(&o, f->world, in) || find_listed(list, &o.pubkey) < list->n)
		return;
	const size_t at = below(f, list->n + 1);
	memmove(&list->outputs[at + 1], &list->outputs[at], (list->n - at) * sizeof o);
	list->outputs[at] = o;
	list->n++;
}

static void make_list(struct forge *f)
{
	f->theirs.list.n = 0;
	for (size_t i = 0; i < f->set.n; i++)
		for (size_t j = 0; j < f->set.txs[i].n_inputs; j++)
			add_listed(f, &f->set.txs[i].inputs[j]);
	for (uint64_t n = below(f, 5); n; n--)
		add_listed(f, &f->world->coins[below(f, ALICES_ACCOUNTS)][below(f, COINS_PER_ACCOUNT)]);
}

/* The tx key may be any if the right one is among the additional keys. */
static void hide_tx_key(struct forge *f, struct sn_point *tx_key, struct sn_point **additional, size_t *n,
			uint64_t index)
{
	if (index > 20 || !one_in(f, 4))
		return;
	*n = index + 1 + below(f, 3);
	*additional = room(*n, sizeof **additional);
	for (size_t i = 0; i < *n; i++)
		(*additional)[i] = any_point(f);
	(*additional)[index] = *tx_key;
	if (one_in(f, 2))
		*tx_key = any_point(f);
}

/* The part of the list from `from` on, `n` outputs. */
static void put_list(struct forge *f, struct sn_exported_transfers *to, size_t from, size_t n)
{
	const struct hot_list *list = &f->theirs.list;
	sn_exported_transfers_free(to);
	*to = (struct sn_exported_transfers){
		.has_total = true,
		.version = 1,
		.offset = from,
		.total = list->n,
		.outputs = room(n, sizeof *to->outputs),
		.n = n,
	};
	for (size_t i = 0; i < n; i++) {
		struct sn_exported_transfer_details *o = &to->outputs[i];
		*o = list->outputs[from + i];
		hide_tx_key(f, &o->tx_pubkey, &o->additional_tx_keys, &o->n_additional_tx_keys,
			    o->internal_output_index);
	}
}

void leave_out(struct forge *f, size_t n)
{
	put_list(f, &f->theirs.set.new_transfers, n, f->theirs.list.n - n);
}

void export_outputs(struct forge *f, size_t from, size_t n)
{
	const struct sn_account *alice = &f->world->people[ALICE];
	struct theirs *t = &f->theirs;
	struct sn_output_export export = {.owner = {alice->spend_public, alice->view_public}};
	struct sn_buf plaintext = {0};
	put_list(f, &export.transfers, from, n);
	sn_buf_free(&t->outputs_file);
	if (sn_output_export_encode(&plaintext, &export, NULL) ||
	    sn_sealed_file_make(&t->outputs_file, SN_INTEROP_OUTPUT_EXPORT, &f->world->key, plaintext.data,
				plaintext.len, NULL))
		abort();
	t->options.outputs_file = t->outputs_file.data;
	t->options.outputs_len = t->outputs_file.len;
	sn_buf_free(&plaintext);
	sn_output_export_free(&export);
}

/* ---------------------------------------------------------------- a set of ours in their format */

static void put_source(struct forge *f, struct sn_tx_source_entry *to, const struct sn_unsigned_input *in,
		       const struct sn_point *key)
{
	struct sn_point derivation;
	struct sn_scalar shared;
	to->outputs = room(in->n_ring, sizeof *to->outputs);
	to->n_outputs = in->n_ring;
	for (size_t i = 0; i < in->n_ring; i++) {
		to->outputs[i] = (struct sn_tx_source_output){in->global_index[i], in->ring[i]};
		if (sn_point_is_equal(&in->ring[i].key, key))
			to->real_output = i;
	}
	to->real_out_tx_key = in->tx_key;
	to->real_output_in_tx_index = in->index;
	hide_tx_key(f, &to->real_out_tx_key, &to->real_out_additional_tx_keys,
		    &to->n_real_out_additional_tx_keys, in->index);
	to->amount = in->amount;
	to->rct = true;
	to->mask = in->mask_kind == SN_MASK_ONE ? (struct sn_scalar){{1}} : in->mask;
	if (in->mask_kind == SN_MASK_DERIVED &&
	    !sn_derive(&derivation, &in->tx_key, &f->world->people[ALICE].view_secret)) {
		sn_derivation_to_scalar(&shared, &derivation, in->index);
		sn_commitment_mask(&to->mask, &shared);
	}
}

static void put_address(struct forge *f, struct sn_tx_destination_entry *to, const struct sn_address *address,
			uint64_t amount)
{
	*to = (struct sn_tx_destination_entry){
		.amount = amount,
		.spend = address->spend,
		.view = address->view,
		.is_subaddress = address->kind == SN_ADDRESS_SUBADDRESS,
		.is_integrated = address->kind == SN_ADDRESS_INTEGRATED,
	};
	(void)f;
}

static void put_payment(struct forge *f, struct sn_tx_destination_entry *to,
			const struct sn_unsigned_destination *from)
{
	char text[SN_ADDRESS_TEXT_MAX];
	put_address(f, to, &from->address, from->amount);
	sn_address_format(text, &from->address);
	to->original = say(f, text, strlen(text));
}

/* All payments, and the change or the dummy at any place among them. */
static void put_outputs(struct forge *f, struct sn_tx_construction_data *to, const struct sn_unsigned_tx *tx)
{
	const size_t n = tx->n_destinations;
	to->dests.entries = room(n, sizeof *to->dests.entries);
	to->splitted_dsts.entries = room(n + 1, sizeof *to->splitted_dsts.entries);
	to->dests.n = n;
	for (size_t i = 0; i < n; i++) {
		put_payment(f, &to->dests.entries[i], &tx->destinations[i]);
		to->splitted_dsts.entries[i] = to->dests.entries[i];
	}
	to->splitted_dsts.n = n;
	if (tx->has_change) {
		struct sn_address own =
			cold_address(&f->world->people[ALICE], tx->change_to.major, tx->change_to.minor);
		put_address(f, &to->change_dts, &own, tx->change);
	} else if (n == 1) {
		to->change_dts.spend = any_point(f);
		to->change_dts.view = any_point(f);
	} else {
		return;
	}
	const size_t at = below(f, n + 1);
	struct sn_tx_destination_entry *entries = to->splitted_dsts.entries;
	memmove(&entries[at + 1], &entries[at], (n - at) * sizeof *entries);
	entries[at] = to->change_dts;
	to->splitted_dsts.n++;
}

/* The first payment id, in clear; or that of nobody, if there are two outputs. The keys are of a trial. */
static void put_extra(struct forge *f, struct sn_tx_construction_data *to, const struct sn_unsigned_tx *tx)
{
	uint8_t bytes[1 + 32 + 2 + 16 * 32 + 11] = {1}, id[SN_PAYMENT_ID_BYTES] = {0};
	size_t len = 33;
	bool has_id = to->splitted_dsts.n == 2;
	struct sn_point key = any_point(f);
	memcpy(bytes + 1, key.b, 32);
	if (one_in(f, 3) && to->splitted_dsts.n <= 16) {
		bytes[len++] = 4;
		bytes[len++] = (uint8_t)to->splitted_dsts.n;
		for (size_t i = 0; i < to->splitted_dsts.n; i++, len += 32) {
			key = any_point(f);
			memcpy(bytes + len, key.b, 32);
		}
	}
	for (size_t i = tx->n_destinations; i-- > 0;)
		if (tx->destinations[i].address.kind == SN_ADDRESS_INTEGRATED) {
			memcpy(id, tx->destinations[i].address.payment_id, sizeof id);
			has_id = true;
		}
	if (has_id) {
		memcpy(bytes + len, "\x02\x09\x01", 3);
		memcpy(bytes + len + 3, id, sizeof id);
		len += 11;
	}
	to->extra = say(f, bytes, len);
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

static void put_inputs(struct forge *f, struct sn_tx_construction_data *to, const struct sn_unsigned_tx *tx)
{
	const size_t n = tx->n_inputs;
	size_t n_minors = 0;
	to->sources = room(n, sizeof *to->sources);
	to->selected_transfers = room(n, sizeof *to->selected_transfers);
	to->subaddr_indices = room(n, sizeof *to->subaddr_indices);
	to->n_sources = to->n_selected_transfers = n;
	to->subaddr_account = n ? tx->inputs[0].subaddress.major : 0;
	for (size_t i = 0; i < n; i++) {
		struct sn_exported_transfer_details o;
		const bool is_listed = listed(&o, f->world, &tx->inputs[i]);
		put_source(f, &to->sources[i], &tx->inputs[i], &o.pubkey);
		to->selected_transfers[i] = is_listed ? find_listed(&f->theirs.list, &o.pubkey) : 0;
		to->subaddr_indices[i] = tx->inputs[i].subaddress.minor;
	}
	qsort(to->subaddr_indices, n, sizeof *to->subaddr_indices, by_value);
	for (size_t i = 0; i < n; i++)
		if (!i || to->subaddr_indices[i] != to->subaddr_indices[i - 1])
			to->subaddr_indices[n_minors++] = to->subaddr_indices[i];
	to->n_subaddr_indices = n_minors;
}

void theirs(struct forge *f)
{
	struct theirs *t = &f->theirs;
	const bool had_options = t->options.no_key_images;
	theirs_free(t);
	*t = (struct theirs){.kind = SN_INTEROP_UNSIGNED_TX_SET, .key = f->world->key};
	t->options.no_key_images = had_options;
	f->is_theirs = true;
	make_list(f);
	t->set.version = SN_UNSIGNED_TX_SET_NEW;
	t->set.txes = room(f->set.n, sizeof *t->set.txes);
	t->set.n_txes = f->set.n;
	for (size_t i = 0; i < f->set.n; i++) {
		struct sn_tx_construction_data *to = &t->set.txes[i];
		put_inputs(f, to, &f->set.txs[i]);
		put_outputs(f, to, &f->set.txs[i]);
		put_extra(f, to, &f->set.txs[i]);
		to->unlock_time = f->set.txs[i].unlock_time;
		to->construction_flags = SN_CONSTRUCTION_USE_RCT | SN_CONSTRUCTION_USE_VIEW_TAGS;
		to->range_proof_type = 3;
		to->bp_version = 4;
	}
	leave_out(f, 0);
}

void honest_theirs(struct forge *f, struct needs needs)
{
	do {
		sn_unsigned_set_free(&f->set);
		honest(f, needs);
	} while (!can_be_theirs(f));
	theirs(f);
}

/* ---------------------------------------------------------------- bytes */

static void encode(struct sn_buf *out, const struct sn_unsigned_tx_set *set)
{
	sn_put_varint(out, set->version);
	sn_put_varint(out, set->n_txes);
	for (size_t i = 0; i < set->n_txes; i++)
		sn_tx_construction_data_put(out, &set->txes[i]);
	sn_exported_transfers_put(out, &set->new_transfers);
	if (out->failed)
		abort();
}

void theirs_encode(struct forge *f)
{
	sn_buf_free(&f->theirs.plaintext);
	encode(&f->theirs.plaintext, &f->theirs.set);
	f->theirs.is_plaintext = true;
}

void theirs_seal(struct forge *f)
{
	struct theirs *t = &f->theirs;
	if (!t->is_plaintext)
		theirs_encode(f);
	if (sn_sealed_file_make(&f->file, t->kind, &t->key, t->plaintext.data, t->plaintext.len, NULL))
		abort();
	f->is_sealed = true;
}

void theirs_free(struct theirs *t)
{
	sn_unsigned_tx_set_free(&t->set);
	sn_buf_free(&t->plaintext);
	sn_buf_free(&t->outputs_file);
}

/* ---------------------------------------------------------------- places to lie at */

struct sn_tx_construction_data *their_tx(struct forge *f)
{
	return &f->theirs.set.txes[below(f, f->theirs.set.n_txes)];
}

struct sn_tx_source_entry *their_source(struct forge *f, struct sn_tx_construction_data *tx)
{
	return &tx->sources[below(f, tx->n_sources)];
}

static bool is_change(const struct sn_tx_construction_data *tx, const struct sn_tx_destination_entry *entry)
{
	return entry->amount == tx->change_dts.amount &&
	       sn_point_is_equal(&entry->spend, &tx->change_dts.spend) &&
	       sn_point_is_equal(&entry->view, &tx->change_dts.view);
}

struct sn_tx_destination_entry *their_change(struct sn_tx_construction_data *tx)
{
	for (size_t i = 0; i < tx->splitted_dsts.n; i++)
		if (is_change(tx, &tx->splitted_dsts.entries[i]))
			return &tx->splitted_dsts.entries[i];
	abort();
}

struct sn_tx_destination_entry *their_payment(struct forge *f, struct sn_tx_construction_data *tx)
{
	const size_t n = tx->splitted_dsts.n, start = below(f, n);
	for (size_t i = 0; i < n; i++) {
		struct sn_tx_destination_entry *entry = &tx->splitted_dsts.entries[(start + i) % n];
		if (!is_change(tx, entry))
			return entry;
	}
	abort();
}

bool theirs_conflict(struct sn_buf *file, const struct world *world, const struct sn_buf *of)
{
	struct sn_buf plaintext = {0}, changed = {0};
	struct sn_unsigned_tx_set set;
	if (sn_sealed_file_open(&plaintext, SN_INTEROP_UNSIGNED_TX_SET, &world->key, of->data, of->len,
				NULL) ||
	    sn_unsigned_tx_set_decode(&set, plaintext.data, plaintext.len, NULL))
		abort();
	struct sn_tx_construction_data *tx = &set.txes[set.n_txes - 1];
	uint64_t fee = 0;
	for (size_t i = 0; i < tx->n_sources; i++)
		fee += tx->sources[i].amount;
	for (size_t i = 0; i < tx->splitted_dsts.n; i++)
		fee -= tx->splitted_dsts.entries[i].amount;
	if (tx->change_dts.amount) {
		their_change(tx)->amount++;
		tx->change_dts.amount++;
	} else {
		size_t i = 0;
		while (!tx->splitted_dsts.entries[i].amount)
			i++;
		tx->splitted_dsts.entries[i].amount++;
	}
	encode(&changed, &set);
	if (sn_sealed_file_make(file, SN_INTEROP_UNSIGNED_TX_SET, &world->key, changed.data, changed.len,
				NULL))
		abort();
	sn_buf_free(&plaintext);
	sn_buf_free(&changed);
	sn_unsigned_tx_set_free(&set);
	return fee > 0;
}
