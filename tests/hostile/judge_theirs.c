/* Files of the reference wallet: what they ask for, and what the answer says to the online wallet. */
#include "judge.h"

#include "base/hex.h"
#include "crypto/derive.h"
#include "crypto/keccak.h"
#include "interop/output_export.h"

#include <stdlib.h>
#include <string.h>

static void *room(size_t n, size_t size)
{
	void *p = calloc(n + 1, size);
	if (!p)
		abort();
	return p;
}

/* ---------------------------------------------------------------- what is asked for */

/* Which own address received the output at real_output, and with which tx key. */
static bool find_origin(struct sn_unsigned_input *in, struct sn_scalar *shared, const struct world *world,
			const struct sn_tx_construction_data *data, const struct sn_tx_source_entry *source)
{
	const uint64_t index = source->real_output_in_tx_index;
	struct sn_point keys[2] = {source->real_out_tx_key}, key, image;
	size_t n = 1;
	if (index < source->n_real_out_additional_tx_keys)
		keys[n++] = source->real_out_additional_tx_keys[index];
	for (size_t i = 0; i <= data->n_subaddr_indices; i++)
		for (size_t j = 0; j < n; j++) {
			const struct sn_subaddress_index to = {
				data->subaddr_account, i ? (uint32_t)data->subaddr_indices[i - 1] : 0};
			if (own_output(&key, &image, shared, &world->people[ALICE], &keys[j], index, to) &&
			    sn_point_is_equal(&key, &source->outputs[source->real_output].member.key)) {
				in->tx_key = keys[j];
				in->subaddress = to;
				return true;
			}
		}
	return false;
}

static bool ask_input(struct sn_unsigned_input *in, const struct world *world,
		      const struct sn_tx_construction_data *data, const struct sn_tx_source_entry *source)
{
	struct sn_scalar shared, derived;
	if (!source->rct || source->real_output_in_tx_index > UINT32_MAX || source->n_outputs > SN_RING_MAX ||
	    !find_origin(in, &shared, world, data, source))
		return false;
	in->index = (uint32_t)source->real_output_in_tx_index;
	in->amount = source->amount;
	sn_commitment_mask(&derived, &shared);
	if (!memcmp(&derived, &source->mask, sizeof derived))
		in->mask_kind = SN_MASK_DERIVED;
	else if (source->mask.b[0] == 1 && !source->mask.b[1] &&
		 !memcmp(source->mask.b + 1, source->mask.b + 2, 30))
		in->mask_kind = SN_MASK_ONE;
	else
		in->mask_kind = SN_MASK_EXPLICIT;
	if (in->mask_kind == SN_MASK_EXPLICIT)
		in->mask = source->mask;
	in->n_ring = source->n_outputs;
	for (size_t i = 0; i < in->n_ring; i++) {
		in->global_index[i] = source->outputs[i].global_index;
		in->ring[i] = source->outputs[i].member;
	}
	return true;
}

/* The payment id in clear: zeros if there is none. False if extra has anything but keys and one of these. */
static bool read_id(uint8_t id[static SN_PAYMENT_ID_BYTES], const struct sn_archive_bytes *extra)
{
	size_t at = 0, n_ids = 0;
	memset(id, 0, SN_PAYMENT_ID_BYTES);
	while (at < extra->len) {
		const uint8_t *field = extra->at + at;
		const size_t left = extra->len - at;
		if (field[0] == 1 && left >= 33) {
			at += 33;
		} else if (field[0] == 4 && left >= 2) {
			size_t n = 0, len = 1;
			for (unsigned shift = 0; len < left && shift < 21; shift += 7) {
				n |= (size_t)(field[len] & 0x7f) << shift;
				if (!(field[len++] & 0x80))
					break;
			}
			at += len + 32 * n;
		} else if (left >= 11 && !memcmp(field, "\x02\x09\x01", 3)) {
			memcpy(id, field + 3, SN_PAYMENT_ID_BYTES);
			at += 11;
			n_ids++;
		} else {
			return false;
		}
	}
	return at == extra->len && n_ids <= 1;
}

/* Whatever change_dts calls change, all else is paid. That it is ours is for the judge of outputs to see. */
static bool ask_outputs(struct sn_unsigned_tx *tx, const struct sn_tx_construction_data *data)
{
	static const uint8_t no_id[SN_PAYMENT_ID_BYTES];
	const struct sn_tx_destination_entry *change = &data->change_dts;
	uint8_t id[SN_PAYMENT_ID_BYTES];
	bool is_taken = false;
	if (!read_id(id, &data->extra))
		return false;
	const bool has_id = memcmp(id, no_id, sizeof id) != 0;
	tx->destinations = room(data->splitted_dsts.n, sizeof *tx->destinations);
	for (size_t i = 0; i < data->splitted_dsts.n; i++) {
		const struct sn_tx_destination_entry *entry = &data->splitted_dsts.entries[i];
		if (!is_taken && entry->amount == change->amount &&
		    sn_point_is_equal(&entry->spend, &change->spend) &&
		    sn_point_is_equal(&entry->view, &change->view)) {
			is_taken = true;
			continue;
		}
		struct sn_unsigned_destination *to = &tx->destinations[tx->n_destinations++];
		to->amount = entry->amount;
		to->address = (struct sn_address){.network = SN_MAINNET,
						  .kind = SN_ADDRESS_STANDARD,
						  .spend = entry->spend,
						  .view = entry->view};
		if (entry->is_subaddress)
			to->address.kind = SN_ADDRESS_SUBADDRESS;
		else if (entry->is_integrated || (has_id && data->splitted_dsts.n == 1 + (size_t)is_taken))
			to->address.kind = SN_ADDRESS_INTEGRATED;
	}
	tx->has_change = change->amount > 0;
	tx->change = change->amount;
	tx->change_to.major = tx->has_change ? data->subaddr_account : 0;
	if (tx->n_destinations == 1 && has_id && tx->destinations->address.kind == SN_ADDRESS_STANDARD)
		tx->destinations->address.kind = SN_ADDRESS_INTEGRATED;
	for (size_t i = 0; i < tx->n_destinations; i++)
		if (tx->destinations[i].address.kind == SN_ADDRESS_INTEGRATED)
			memcpy(tx->destinations[i].address.payment_id, id, sizeof id);
	return is_taken == (tx->has_change || tx->n_destinations == 1);
}

static bool ask_tx(struct sn_unsigned_tx *tx, const struct world *world,
		   const struct sn_tx_construction_data *data)
{
	uint64_t in = 0, out = 0;
	tx->inputs = room(data->n_sources, sizeof *tx->inputs);
	tx->n_inputs = data->n_sources;
	for (size_t i = 0; i < data->n_sources; i++) {
		if (!ask_input(&tx->inputs[i], world, data, &data->sources[i]) ||
		    __builtin_add_overflow(in, data->sources[i].amount, &in))
			return false;
	}
	for (size_t i = 0; i < data->splitted_dsts.n; i++)
		if (__builtin_add_overflow(out, data->splitted_dsts.entries[i].amount, &out))
			return false;
	tx->fee = in - out;
	tx->unlock_time = data->unlock_time;
	return in >= out && ask_outputs(tx, data);
}

static bool ask(struct verdict *v, struct opened *o, const struct world *world)
{
	struct sn_buf content = {0};
	o->asked.txs = room(o->theirs.n_txes, sizeof *o->asked.txs);
	for (size_t i = 0; i < o->theirs.n_txes; i++) {
		o->asked.n++;
		if (!ask_tx(&o->asked.txs[i], world, &o->theirs.txes[i]))
			return wrong(v,
				     "it was signed, and transaction %zu of their file cannot be asked for",
				     i + 1);
	}
	if (sn_unsigned_set_encode(&content, &o->asked, NULL))
		return wrong(v, "it was signed, and our format does not have it");
	sn_keccak256(&o->digest, content.data, content.len);
	sn_buf_free(&content);
	return true;
}

/* ---------------------------------------------------------------- the answer */

static bool same_destination(const struct sn_tx_destination_entry *a, const struct sn_tx_destination_entry *b)
{
	return a->amount == b->amount && sn_point_is_equal(&a->spend, &b->spend) &&
	       sn_point_is_equal(&a->view, &b->view) && a->is_subaddress == b->is_subaddress &&
	       a->is_integrated == b->is_integrated && a->original.len == b->original.len &&
	       (!a->original.len || !memcmp(a->original.at, b->original.at, a->original.len));
}

/* Every word of the request comes back as it was: history and balance of the online wallet depend on it. */
static bool judge_echo(struct verdict *v, const struct sn_pending_tx *ptx,
		       const struct sn_tx_construction_data *asked)
{
	const struct sn_archive_bytes *echo = &ptx->construction_data.encoded;
	if (echo->len != asked->encoded.len || memcmp(echo->at, asked->encoded.at, echo->len))
		return wrong(v, "the construction data come back changed");
	if (!same_destination(&ptx->change_dts, &asked->change_dts) || ptx->dests.n != asked->dests.n ||
	    ptx->n_selected_transfers != asked->n_selected_transfers ||
	    (ptx->n_selected_transfers && memcmp(ptx->selected_transfers, asked->selected_transfers,
						 ptx->n_selected_transfers * sizeof(uint64_t))))
		return wrong(v, "change, destinations or selected outputs come back changed");
	for (size_t i = 0; i < asked->dests.n; i++)
		if (!same_destination(&ptx->dests.entries[i], &asked->dests.entries[i]))
			return wrong(v, "a destination comes back changed");
	return true;
}

static bool judge_pending(struct verdict *v, const struct sn_pending_tx *ptx)
{
	static const struct sn_scalar zero, one = {{1}};
	const char *at = (const char *)ptx->key_images.at;
	if (ptx->version != 1 || ptx->dust || ptx->dust_added_to_fee || ptx->fee != ptx->tx.fee ||
	    ptx->n_additional_tx_keys || memcmp(&ptx->tx_key, &one, sizeof one) ||
	    memcmp(&ptx->multisig_tx_key_entropy, &zero, sizeof zero))
		return wrong(v, "the answer has another fee, or a key that it should not have");
	if (ptx->key_images.len != 67 * ptx->tx.n_inputs)
		return wrong(v, "the text of key images has another length");
	for (size_t i = 0; i < ptx->tx.n_inputs; i++, at += 67) {
		char text[65];
		sn_hex_encode(text, ptx->tx.inputs[i].key_image.b, 32);
		if (at[0] != '<' || memcmp(at + 1, text, 64) || at[65] != '>' || at[66] != ' ')
			return wrong(v, "the text of key images has other ones");
	}
	return true;
}

/* Of our own format there would be these as well: which key each input spends, and which outputs are ours. */
static void take_apart(struct sn_signed_tx *to, const struct world *world, const struct sn_pending_tx *ptx,
		       const struct sn_unsigned_tx *asked, const struct sn_signed_tx_set *answer)
{
	const struct sn_tx *tx = &ptx->tx;
	to->bytes = room(ptx->tx_blob.len, 1);
	to->len = ptx->tx_blob.len;
	memcpy(to->bytes, ptx->tx_blob.at, to->len);
	to->spent = room(tx->n_inputs, sizeof *to->spent);
	to->n_spent = tx->n_inputs;
	for (size_t i = 0; i < tx->n_inputs; i++)
		for (size_t j = 0; j < asked->n_inputs; j++) {
			const struct sn_unsigned_input *in = &asked->inputs[j];
			struct sn_point key, image;
			struct sn_scalar shared;
			if (own_output(&key, &image, &shared, &world->people[ALICE], &in->tx_key, in->index,
				       in->subaddress) &&
			    sn_point_is_equal(&image, &tx->inputs[i].key_image))
				to->spent[i] = key;
		}
	to->created = room(tx->n_outputs, sizeof *to->created);
	for (size_t i = 0; i < tx->n_outputs; i++)
		for (size_t j = 0; j < answer->n_tx_key_images; j++)
			if (sn_point_is_equal(&answer->tx_key_images[j].key, &tx->outputs[i].key)) {
				to->created[to->n_created++] = (struct sn_created_output){
					(uint32_t)i, answer->tx_key_images[j].image};
				break;
			}
}

static bool read_answer(struct verdict *v, struct opened *o, const struct world *world)
{
	const size_t n = o->answer.n_ptx;
	if (n != o->theirs.n_txes)
		return wrong(v, "not as many transactions as asked for");
	o->signed_set.txs = room(n, sizeof *o->signed_set.txs);
	o->signed_set.n = n;
	for (size_t i = 0; i < n; i++) {
		const struct sn_pending_tx *ptx = &o->answer.ptx[i];
		if (!judge_echo(v, ptx, &o->theirs.txes[i]) || !judge_pending(v, ptx))
			return false;
		take_apart(&o->signed_set.txs[i], world, ptx, &o->asked.txs[i], &o->answer);
	}
	return true;
}

bool open_theirs(struct verdict *v, struct opened *o, const struct world *world, const struct files *files)
{
	const struct sn_buf *file = files->file, *answer = files->signed_file;
	o->is_theirs = true;
	if (sn_sealed_file_open(&o->plaintext, SN_INTEROP_UNSIGNED_TX_SET, &world->key, file->data, file->len,
				NULL) ||
	    sn_unsigned_tx_set_decode(&o->theirs, o->plaintext.data, o->plaintext.len, NULL))
		return wrong(v, "it was signed, and it is no unsigned file of the reference wallet");
	if (sn_sealed_file_open(&o->answer_plaintext, SN_INTEROP_SIGNED_TX_SET, &world->key, answer->data,
				answer->len, NULL) ||
	    sn_signed_tx_set_decode(&o->answer, o->answer_plaintext.data, o->answer_plaintext.len, NULL))
		return wrong(v, "what came out is no signed file of the reference wallet");
	return ask(v, o, world) && read_answer(v, o, world);
}

void close_theirs(struct opened *o)
{
	sn_unsigned_tx_set_free(&o->theirs);
	sn_signed_tx_set_free(&o->answer);
	sn_buf_free(&o->plaintext);
	sn_buf_free(&o->answer_plaintext);
}

/* ---------------------------------------------------------------- key images */

/* By the keys of the world: of the address that is named, or of any of its table. */
static bool image_of(struct sn_point *image, const struct world *world,
		     const struct sn_exported_transfer_details *listed, bool is_named)
{
	const struct sn_account *alice = &world->people[ALICE];
	struct sn_point keys[2] = {listed->tx_pubkey};
	const uint32_t index = listed->internal_output_index;
	size_t n = 1;
	if (index < listed->n_additional_tx_keys)
		keys[n++] = listed->additional_tx_keys[index];
	for (size_t i = 0; i < n; i++) {
		struct sn_subaddress_index to = listed->subaddress;
		struct sn_point derivation, spend, key;
		struct sn_scalar shared;
		if (!is_named && (sn_derive(&derivation, &keys[i], &alice->view_secret) ||
				  sn_derive_spend_key(&spend, &derivation, index, &listed->pubkey) ||
				  !sn_subaddress_table_find(&to, &world->tables[ALICE], &spend)))
			continue;
		if (own_output(&key, image, &shared, alice, &keys[i], index, to) &&
		    sn_point_is_equal(&key, &listed->pubkey))
			return true;
	}
	return false;
}

static const struct sn_exported_transfer_details *at_index(const struct sn_exported_transfers *list,
							   uint64_t i)
{
	return i >= list->offset && i - list->offset < list->n ? &list->outputs[i - list->offset] : NULL;
}

static bool judge_by_index(struct verdict *v, const struct forge *f, const struct opened *o,
			   const struct sn_exported_transfers *exported)
{
	const struct theirs *t = &f->theirs;
	const struct sn_exported_transfers *listed = &o->theirs.new_transfers;
	for (size_t i = 0; i < o->answer.n_key_images; i++) {
		const struct sn_exported_transfer_details *of = at_index(listed, i);
		struct sn_point image;
		if (!of)
			of = at_index(exported, i);
		if (!of || !image_of(&image, f->world, of, of->subaddress.minor || listed->version) ||
		    !sn_point_is_equal(&image, &o->answer.key_images[i]))
			return wrong(v, "key image %zu is not that of the output that is listed there", i);
		if (t->claims_another_list)
			continue;
		if (i >= t->list.n || !image_of(&image, f->world, &t->list.outputs[i], true) ||
		    !sn_point_is_equal(&image, &o->answer.key_images[i]))
			return wrong(v, "key image %zu is not that of the online wallet's output there", i);
	}
	return true;
}

static bool is_image_of_input(const struct sn_tx *tx, const struct sn_point *image)
{
	for (size_t i = 0; i < tx->n_inputs; i++)
		if (sn_point_is_equal(&tx->inputs[i].key_image, image))
			return true;
	return false;
}

/* Of each output that is selected, which releases from 0.18.5.3 on require. */
static bool judge_selected(struct verdict *v, const struct forge *f, const struct opened *o)
{
	const bool is_required = !f->theirs.options.no_key_images && o->theirs.version == 2;
	for (size_t i = 0; i < o->answer.n_ptx; i++) {
		const struct sn_pending_tx *ptx = &o->answer.ptx[i];
		for (size_t j = 0; j < ptx->n_selected_transfers; j++) {
			const uint64_t index = ptx->selected_transfers[j];
			if (index >= o->answer.n_key_images) {
				if (is_required || o->answer.n_key_images)
					return wrong(v, "a selected output has no key image");
			} else if (!is_image_of_input(&ptx->tx, &o->answer.key_images[index])) {
				return wrong(v, "a selected output is not the one that is spent");
			}
		}
	}
	return true;
}

/* By one-time key: outputs of the transactions, or listed ones. */
static bool judge_by_key(struct verdict *v, const struct forge *f, const struct opened *o)
{
	const struct sn_exported_transfers *listed = &o->theirs.new_transfers;
	for (size_t i = 0; i < o->answer.n_tx_key_images; i++) {
		const struct sn_tx_key_image *pair = &o->answer.tx_key_images[i];
		bool is_known = false;
		for (size_t j = 0; j < o->answer.n_ptx; j++)
			for (size_t k = 0; k < o->answer.ptx[j].tx.n_outputs; k++)
				is_known |=
					sn_point_is_equal(&o->answer.ptx[j].tx.outputs[k].key, &pair->key);
		for (size_t j = 0; j < listed->n && !is_known; j++) {
			struct sn_point image;
			is_known = sn_point_is_equal(&listed->outputs[j].pubkey, &pair->key) &&
				   image_of(&image, f->world, &listed->outputs[j], listed->version) &&
				   sn_point_is_equal(&image, &pair->image);
		}
		if (!is_known)
			return wrong(
				v,
				"a key image of an output that is neither made nor listed, or a false one");
	}
	return true;
}

bool judge_answer(struct verdict *v, const struct forge *f, const struct opened *o)
{
	const struct theirs *t = &f->theirs;
	struct sn_output_export export = {0};
	struct sn_buf plaintext = {0};
	if (t->outputs_file.len && (sn_sealed_file_open(&plaintext, SN_INTEROP_OUTPUT_EXPORT, &f->world->key,
							t->outputs_file.data, t->outputs_file.len, NULL) ||
				    sn_output_export_decode(&export, plaintext.data, plaintext.len, NULL)))
		return wrong(v, "it was signed, and the file of outputs is none");
	bool is_right = (!t->options.no_key_images || !o->answer.n_key_images ||
			 wrong(v, "key images by index, which were not wanted")) &&
			judge_by_index(v, f, o, &export.transfers) && judge_selected(v, f, o) &&
			judge_by_key(v, f, o);
	sn_output_export_free(&export);
	sn_buf_free(&plaintext);
	return is_right;
}
