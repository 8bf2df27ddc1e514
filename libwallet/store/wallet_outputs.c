#include "store/wallet_outputs.h"

#include "base/secret.h"
#include "store/output_index.h"
#include "store/output_order.h"
#include "store/wallet_enotes.h"
#include "store/wallet_incoming.h"
#include "store/wallet_pairs.h"
#include "store/wallet_payments.h"
#include "store/wallet_records.h"
#include "store/wallet_state.h"

#include <string.h>

/* `enote`: NULL unless it is a Carrot output. */
static int add(struct sn_wallet *w, const struct sn_wallet_output *output,
	       const struct sn_wallet_enote *enote, const struct sn_point *image)
{
	struct sn_wallet_store *s = w->store;
	struct sn_wallet_output o = *output;
	bool known = true;
	if (w->n_outputs && o.height < w->outputs[w->n_outputs - 1].height)
		return SN_BAD_INPUT;
	/* In a replay, sn_wallet_index_outputs finds outputs that are there twice. */
	if ((unsigned)o.mask_kind > SN_MASK_EXPLICIT || (!s->is_replaying && sn_wallet_has_output(w, &o)))
		return SN_BAD_INPUT;
	if (o.is_carrot != (enote != NULL) || (enote && !sn_wallet_enote_is_canonical(enote, &o)))
		return SN_BAD_INPUT;
	if (image && sn_wallet_image_contradicts(w, &o.key, image, &known))
		return SN_BAD_INPUT;

	/* Absent values are zero, so that memory and a reloaded file compare equal. */
	if (!o.has_payment_id)
		memset(o.payment_id, 0, sizeof o.payment_id);
	o.is_spent = false;
	o.spent_height = 0;
	o.spender = 0;
	o.has_image = false;
	o.pair = 0;
	if (!s->is_replaying)
		sn_wallet_take_image(w, &o);

	if (sn_wallet_make_room(&w->outputs, &s->cap_outputs, w->n_outputs, sizeof *w->outputs) ||
	    (enote && sn_wallet_make_room(&w->enotes, &s->cap_enotes, w->n_enotes, sizeof *w->enotes)) ||
	    (!s->is_replaying && (sn_wallet_make_room_to_index(w, 1) || sn_wallet_make_room_in_orders(w))) ||
	    (!known && sn_wallet_make_room_for_pairs(w, 1)))
		return SN_IO;
	size_t mark = s->pending.len;
	if (!s->is_replaying) {
		if (!known && sn_wallet_notes_images(w))
			sn_record_put_image(&s->pending, &o.key, image);
		sn_record_put_output(&s->pending, &o, enote,
				     w->n_outputs ? &w->outputs[w->n_outputs - 1] : NULL, NULL);
	}
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;
	w->outputs[w->n_outputs++] = o;
	if (enote)
		sn_wallet_append_enote(w, enote);
	if (!s->is_replaying) {
		sn_wallet_index_output(w, w->n_outputs - 1);
		sn_wallet_insert_global(w, w->n_outputs - 1);
	}
	sn_wallet_drop_incoming(w, &o.tx_hash);
	if (!known)
		sn_wallet_insert_pair(w, &o.key, image);
	return SN_OK;
}

int sn_wallet_add_output(struct sn_wallet *w, const struct sn_wallet_output *output,
			 const struct sn_point *image)
{
	return add(w, output, NULL, image);
}

int sn_wallet_add_carrot_output(struct sn_wallet *w, const struct sn_wallet_output *output,
				const struct sn_wallet_enote *enote, const struct sn_point *image)
{
	return add(w, output, enote, image);
}

/* Most transactions that spend several outputs do so one after the other. There is room. */
static uint32_t note_spender(struct sn_wallet *w, const struct sn_hash *hash)
{
	if (!w->n_spenders || !sn_hash_is_equal(&w->spenders[w->n_spenders - 1], hash))
		w->spenders[w->n_spenders++] = *hash;
	return (uint32_t)(w->n_spenders - 1);
}

int sn_wallet_set_spent(struct sn_wallet *w, size_t output, uint64_t height, const struct sn_hash *spent_by)
{
	struct sn_wallet_store *s = w->store;
	if (output >= w->n_outputs)
		return SN_BAD_INPUT;
	struct sn_wallet_output *o = &w->outputs[output];
	if (o->is_spent)
		return o->spent_height == height && sn_hash_is_equal(&w->spenders[o->spender], spent_by)
			       ? SN_OK
			       : SN_BAD_INPUT;
	/* After a replay, sn_wallet_order_outputs orders all. */
	if (sn_wallet_make_room(&w->spenders, &s->cap_spenders, w->n_spenders, sizeof *w->spenders) ||
	    (!s->is_replaying && sn_wallet_make_room_in_orders(w)))
		return SN_IO;
	size_t mark = s->pending.len;
	if (!s->is_replaying)
		sn_record_put_spent(&s->pending, output, height, spent_by);
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;
	o->is_spent = true;
	o->spent_height = height;
	o->spender = note_spender(w, spent_by);
	sn_wallet_raise_conflicts(w, &o->key, height);
	sn_wallet_index_spent(w, output);
	if (!s->is_replaying)
		sn_wallet_insert_spend(w, output);
	return SN_OK;
}

void sn_wallet_drop_outputs(struct sn_wallet *w, uint64_t height)
{
	bool has_changed = false;
	while (w->n_outputs && w->outputs[w->n_outputs - 1].height >= height) {
		w->n_outputs--;
		sn_wipe(&w->outputs[w->n_outputs], sizeof *w->outputs);
		has_changed = true;
	}
	sn_wallet_drop_enotes(w);
	for (size_t i = 0; i < w->n_outputs; i++) {
		struct sn_wallet_output *o = &w->outputs[i];
		if (!o->is_spent || o->spent_height < height)
			continue;
		o->is_spent = false;
		o->spent_height = 0;
		o->spender = 0;
		has_changed = true;
	}
	if (!has_changed)
		return;
	sn_wallet_index_anew(w);
	sn_wallet_drop_from_orders(w);
}
