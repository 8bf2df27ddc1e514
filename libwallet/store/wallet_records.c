#include "store/wallet_records.h"

#include "base/secret.h"
#include "chain/names_bytes.h"
#include "chain/subaddress_table.h"
#include "chain/varint.h"
#include "store/wallet_enotes.h"
#include "store/wallet_lookup.h"
#include "store/wallet_state.h"

/* Sizes of records; of an output, a payment or a ring without the variable parts. */
enum {
	BLOCK_BYTES = 1 + 8 + 32 + 8,
	OUTPUT_BYTES = 2 + 4 * 32 + 14, /* of the only one of its transaction, with small numbers */
	ENOTE_BYTES = 1 + 32 + SN_CARROT_ANCHOR_BYTES, /* more in a Carrot output */
	IMAGE_BYTES = 1 + 2 * 32,
	PAYMENT_BYTES = 1 + 8 + 1 + 4 * 8 + 32 + 2 * 4,
	RINGS_BYTES = 1 + 8 + 32,
	RING_BYTES = 1 + 32 + 3 + SN_WALLET_DECOYS * 3,
	FROZEN_BYTES = 1 + 32 + 1,
	NOTE_BYTES = 1 + 32 + 2, /* without the text */
	NOTICED_INCOMING_BYTES = 1 + 32,
	REQUEST_BYTES = 1 + 1 + 16 + 32 + 8 + 4 + 4,
	CONTACT_BYTES = 1 + 16 + 1 + 2 * 32,
	LABEL_BYTES = 1 + 2 + 16,
};

void sn_record_put_account(struct sn_buf *b, enum sn_role role, const struct sn_account *account,
			   uint64_t restore_height)
{
	sn_put_u8(b, SN_RECORD_ACCOUNT);
	sn_put_u64(b, restore_height);
	sn_put_bytes(b, account->view_secret.b, 32);
	sn_put_bytes(b, account->view_public.b, 32);
	sn_put_bytes(b, account->spend_public.b, 32);
	if (role == SN_ROLE_MASTER)
		sn_put_bytes(b, account->spend_secret.b, 32);
}

void sn_record_put_block(struct sn_buf *b, const struct sn_wallet_block *block)
{
	sn_put_u8(b, SN_RECORD_BLOCK);
	sn_put_u64(b, block->height);
	sn_put_bytes(b, block->hash.b, 32);
	sn_put_u64(b, block->n_outputs);
	sn_put_u32(b, block->n_coinbase);
}

static bool has_same_tx(const struct sn_wallet_output *o, const struct sn_wallet_output *before)
{
	return sn_hash_is_equal(&o->tx_hash, &before->tx_hash) && o->is_carrot == before->is_carrot &&
	       o->is_coinbase == before->is_coinbase && o->height == before->height &&
	       o->time == before->time && o->unlock_time == before->unlock_time;
}

/* Outputs of one transaction have one first key image. */
static void put_enote(struct sn_buf *b, const struct sn_wallet_enote *e, bool is_coinbase, bool same_tx)
{
	const bool is_special = e->kind == SN_CARROT_SPECIAL;
	sn_put_u8(b, (uint8_t)((is_special ? SN_RECORD_ENOTE_IS_SPECIAL : 0) |
			       (e->type == SN_CARROT_CHANGE ? SN_RECORD_ENOTE_IS_CHANGE : 0)));
	if (!is_coinbase && !same_tx)
		sn_put_bytes(b, e->first_image.b, sizeof e->first_image.b);
	if (!is_special)
		sn_put_bytes(b, e->anchor.b, sizeof e->anchor.b);
}

void sn_record_put_output(struct sn_buf *b, const struct sn_wallet_output *o,
			  const struct sn_wallet_enote *enote, const struct sn_wallet_output *before,
			  const struct sn_hash *spent_by)
{
	const bool same_tx = before && has_same_tx(o, before),
		   same_key = before && sn_point_is_equal(&o->tx_key, &before->tx_key);
	sn_put_u8(b, enote ? SN_RECORD_CARROT_OUTPUT : SN_RECORD_OUTPUT);
	sn_put_u8(b, (uint8_t)((o->is_coinbase ? SN_RECORD_OUTPUT_IS_COINBASE : 0) |
			       (o->is_rct ? SN_RECORD_OUTPUT_IS_RCT : 0) |
			       (o->has_payment_id ? SN_RECORD_OUTPUT_HAS_PAYMENT_ID : 0) |
			       (spent_by ? SN_RECORD_OUTPUT_IS_SPENT : 0) |
			       (same_tx ? SN_RECORD_OUTPUT_HAS_SAME_TX : 0) |
			       (same_key ? SN_RECORD_OUTPUT_HAS_SAME_TX_KEY : 0) |
			       SN_RECORD_OUTPUT_MASK_KIND * (unsigned)o->mask_kind));
	sn_put_bytes(b, o->key.b, 32);
	if (!same_key)
		sn_put_bytes(b, o->tx_key.b, 32);
	if (!same_tx) {
		sn_put_bytes(b, o->tx_hash.b, 32);
		sn_put_varint(b, o->height);
		sn_put_varint(b, o->time);
		sn_put_varint(b, o->unlock_time);
	}
	sn_put_varint(b, o->index);
	sn_put_varint(b, o->subaddress.major);
	sn_put_varint(b, o->subaddress.minor);
	sn_put_varint(b, o->amount);
	sn_put_bytes(b, o->mask.b, 32);
	sn_put_varint(b, o->global_index);
	if (o->has_payment_id)
		sn_put_bytes(b, o->payment_id, sizeof o->payment_id);
	if (spent_by) {
		sn_put_varint(b, o->spent_height);
		sn_put_bytes(b, spent_by->b, 32);
	}
	if (enote)
		put_enote(b, enote, o->is_coinbase, same_tx);
}

void sn_record_put_spent(struct sn_buf *b, size_t output, uint64_t height, const struct sn_hash *spent_by)
{
	sn_put_u8(b, SN_RECORD_SPENT);
	sn_put_u64(b, output);
	sn_put_u64(b, height);
	sn_put_bytes(b, spent_by->b, 32);
}

void sn_record_put_image(struct sn_buf *b, const struct sn_point *key, const struct sn_point *image)
{
	sn_put_u8(b, SN_RECORD_IMAGE);
	sn_put_bytes(b, key->b, 32);
	sn_put_bytes(b, image->b, 32);
}

void sn_record_put_relied(struct sn_buf *b, uint64_t n, const struct sn_key_images_sum *sum)
{
	sn_put_u8(b, SN_RECORD_RELIED);
	sn_put_u64(b, n);
	sn_put_bytes(b, sum->b, sizeof sum->b);
}

void sn_record_put_payment(struct sn_buf *b, const struct sn_wallet_payment *p)
{
	sn_put_u8(b, SN_RECORD_PAYMENT);
	sn_put_u64(b, p->id);
	sn_put_u8(b, (uint8_t)p->state);
	sn_put_u64(b, p->time);
	sn_put_u64(b, p->fee);
	sn_put_u64(b, p->change);
	sn_put_u64(b, p->height);
	sn_put_bytes(b, p->tx_hash.b, 32);
	sn_put_u32(b, (uint32_t)p->n_inputs);
	for (size_t i = 0; i < p->n_inputs; i++)
		sn_put_bytes(b, p->inputs[i].b, 32);
	sn_put_u32(b, (uint32_t)p->n_destinations);
	for (size_t i = 0; i < p->n_destinations; i++) {
		const struct sn_payment_destination *d = &p->destinations[i];
		sn_put_u8(b, (uint8_t)d->address.network);
		sn_put_u8(b, (uint8_t)d->address.kind);
		sn_put_bytes(b, d->address.spend.b, 32);
		sn_put_bytes(b, d->address.view.b, 32);
		sn_put_bytes(b, d->address.payment_id, SN_PAYMENT_ID_BYTES);
		sn_put_u64(b, d->amount);
	}
}

void sn_record_put_payment_state(struct sn_buf *b, uint64_t id, enum sn_payment_state state,
				 const struct sn_hash *tx_hash, uint64_t height)
{
	sn_put_u8(b, SN_RECORD_PAYMENT_STATE);
	sn_put_u64(b, id);
	sn_put_u8(b, (uint8_t)state);
	sn_put_u64(b, height);
	sn_put_u8(b, tx_hash != NULL);
	if (tx_hash)
		sn_put_bytes(b, tx_hash->b, 32);
}

void sn_record_put_rings(struct sn_buf *b, uint64_t id, const struct sn_hash *rings)
{
	sn_put_u8(b, SN_RECORD_RINGS);
	sn_put_u64(b, id);
	sn_put_bytes(b, rings->b, 32);
}

void sn_record_put_change_keys(struct sn_buf *b, uint64_t id, const struct sn_point *keys, size_t n)
{
	sn_put_u8(b, SN_RECORD_CHANGE_KEYS);
	sn_put_u64(b, id);
	sn_put_u32(b, (uint32_t)n);
	for (size_t i = 0; i < n; i++)
		sn_put_bytes(b, keys[i].b, 32);
}

void sn_record_put_missing(struct sn_buf *b, uint64_t id, uint64_t since, uint64_t height, bool is_missing)
{
	sn_put_u8(b, SN_RECORD_MISSING);
	sn_put_u64(b, id);
	sn_put_u64(b, since);
	sn_put_u64(b, height);
	sn_put_u8(b, is_missing);
}

void sn_record_put_conflict(struct sn_buf *b, uint64_t id, uint64_t time, uint64_t height)
{
	sn_put_u8(b, SN_RECORD_CONFLICT);
	sn_put_u64(b, id);
	sn_put_u64(b, time);
	sn_put_u64(b, height);
}

void sn_record_put_flag(struct sn_buf *b, enum sn_record type, uint64_t id, bool flag)
{
	sn_put_u8(b, (uint8_t)type);
	sn_put_u64(b, id);
	sn_put_u8(b, flag);
}

void sn_record_put_undone(struct sn_buf *b, uint64_t id, uint64_t height)
{
	sn_put_u8(b, SN_RECORD_UNDONE);
	sn_put_u64(b, id);
	sn_put_u64(b, height);
}

void sn_record_put_request(struct sn_buf *b, const struct sn_wallet_request *request)
{
	sn_put_u8(b, SN_RECORD_REQUEST);
	sn_names_put_text(b, request->reference);
	sn_put_bytes(b, request->digest.b, 32);
	sn_put_u64(b, request->first);
	sn_put_u32(b, request->n);
	sn_put_u32(b, (uint32_t)request->unsigned_set.len);
	sn_put_bytes(b, request->unsigned_set.data, request->unsigned_set.len);
}

void sn_record_put_ring(struct sn_buf *b, const struct sn_wallet_ring *ring)
{
	uint64_t before = 0;
	sn_put_u8(b, SN_RECORD_RING);
	sn_put_bytes(b, ring->key.b, 32);
	sn_put_varint(b, ring->height);
	sn_put_u16(b, (uint16_t)ring->from_first);
	for (size_t i = 0; i < SN_WALLET_DECOYS; i++) {
		sn_put_varint(b, ring->decoys[i] - before);
		before = ring->decoys[i];
	}
}

void sn_record_put_height(struct sn_buf *b, enum sn_record type, uint64_t height)
{
	sn_put_u8(b, (uint8_t)type);
	sn_put_u64(b, height);
}

int sn_record_set_height(struct sn_wallet *w, uint64_t *field, enum sn_record type, uint64_t height)
{
	struct sn_wallet_store *s = w->store;
	size_t mark = s->pending.len;
	if (!s->is_replaying)
		sn_record_put_height(&s->pending, type, height);
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;
	*field = height;
	return SN_OK;
}

void sn_record_put_lookahead(struct sn_buf *b, uint32_t accounts, uint32_t addresses)
{
	sn_put_u8(b, SN_RECORD_LOOKAHEAD);
	sn_put_u32(b, accounts);
	sn_put_u32(b, addresses);
}

void sn_record_put_shown(struct sn_buf *b, uint32_t account, uint32_t addresses)
{
	sn_put_u8(b, SN_RECORD_SHOWN);
	sn_put_u32(b, account);
	sn_put_u32(b, addresses);
}

void sn_record_put_fork(struct sn_buf *b, uint64_t height, uint8_t version)
{
	sn_put_u8(b, SN_RECORD_FORK);
	sn_put_u64(b, height);
	sn_put_u8(b, version);
}

void sn_record_put_sole(struct sn_buf *b, bool is_sole)
{
	sn_put_u8(b, SN_RECORD_SOLE);
	sn_put_u8(b, is_sole);
}

void sn_record_put_noticed(struct sn_buf *b, enum sn_record type, uint64_t height, const struct sn_hash *hash)
{
	sn_record_put_height(b, type, height);
	sn_put_bytes(b, hash->b, 32);
}

void sn_record_put_noticed_incoming(struct sn_buf *b, const struct sn_hash *tx_hash)
{
	sn_put_u8(b, SN_RECORD_NOTICED_INCOMING);
	sn_put_bytes(b, tx_hash->b, 32);
}

void sn_record_put_frozen(struct sn_buf *b, const struct sn_point *key, bool is_frozen)
{
	sn_put_u8(b, SN_RECORD_FROZEN);
	sn_put_bytes(b, key->b, 32);
	sn_put_u8(b, is_frozen);
}

static void put_entry(struct sn_buf *b, const struct sn_wallet_incoming *in, uint64_t time_before)
{
	bool has_other_time = in->time != time_before;
	sn_put_u8(b, (in->has_payment_id ? SN_RECORD_INCOMING_HAS_PAYMENT_ID : 0) |
			     (in->unlock_time ? SN_RECORD_INCOMING_HAS_UNLOCK_TIME : 0) |
			     (has_other_time ? SN_RECORD_INCOMING_HAS_OTHER_TIME : 0));
	sn_put_bytes(b, in->tx_hash.b, 32);
	sn_put_varint(b, in->subaddress.major);
	sn_put_varint(b, in->subaddress.minor);
	sn_put_u64(b, in->amount);
	if (has_other_time)
		sn_put_u64(b, in->time);
	if (in->unlock_time)
		sn_put_u64(b, in->unlock_time);
	if (in->has_payment_id)
		sn_put_bytes(b, in->payment_id, sizeof in->payment_id);
}

void sn_record_put_incoming(struct sn_buf *b, const uint32_t *gone, size_t n_gone,
			    const struct sn_wallet_incoming *more, size_t n_more)
{
	sn_put_u8(b, SN_RECORD_INCOMING);
	sn_put_varint(b, n_gone);
	for (size_t i = 0; i < n_gone; i++)
		sn_put_varint(b, gone[i]);
	sn_put_varint(b, n_more);
	for (size_t i = 0; i < n_more; i++)
		put_entry(b, &more[i], i ? more[i - 1].time : 0);
}

void sn_record_put_contact(struct sn_buf *b, const char *name, const struct sn_address *address)
{
	sn_put_u8(b, SN_RECORD_CONTACT);
	sn_names_put_contact(b, name, address);
}

void sn_record_put_contact_removed(struct sn_buf *b, const char *name)
{
	sn_put_u8(b, SN_RECORD_CONTACT_REMOVED);
	sn_names_put_text(b, name);
}

void sn_record_put_label(struct sn_buf *b, struct sn_subaddress_index at, const char *text)
{
	sn_put_u8(b, SN_RECORD_LABEL);
	sn_names_put_label(b, at, text);
}

void sn_record_put_note(struct sn_buf *b, const struct sn_hash *tx_hash, const char *text)
{
	const size_t len = strlen(text);
	sn_put_u8(b, SN_RECORD_NOTE);
	sn_put_bytes(b, tx_hash->b, 32);
	sn_put_u16(b, (uint16_t)len);
	sn_put_bytes(b, text, len);
}

void sn_record_put_names(struct sn_buf *b, const struct sn_names *names)
{
	for (size_t i = 0; i < names->n_contacts; i++)
		sn_record_put_contact(b, names->contacts[i].name, &names->contacts[i].address);
	for (size_t i = 0; i < names->n_labels; i++)
		sn_record_put_label(b, names->labels[i].at, names->labels[i].text);
}

static bool has_rings(const struct sn_wallet_payment *p)
{
	static const struct sn_hash none;
	return !sn_hash_is_equal(&p->rings, &none);
}

/* The records of the whole state: all in one buffer, or in parts. */
struct parts {
	struct sn_buf *b;
	sn_records_put_part *put; /* NULL: in one buffer */
	void *context;
	int ret;
	struct sn_error *err;
};

#define PART_BYTES (1 << 20)

static void put_part(struct parts *p)
{
	if (!p->ret)
		p->ret = p->b->failed ? sn_error_memory(p->err) : p->put(p->context, p->b, p->err);
	sn_wipe(p->b->data, p->b->len);
	sn_buf_clear(p->b);
}

/* A part may end here. */
static void end_part(struct parts *p)
{
	if (p->put && p->b->len >= PART_BYTES)
		put_part(p);
}

static void put_state(struct sn_buf *b, bool is_begin)
{
	sn_put_u8(b, SN_RECORD_STATE);
	sn_put_u8(b, is_begin);
}

static void put_all(struct parts *parts, const struct sn_wallet *w)
{
	struct sn_buf *b = parts->b;
	sn_record_put_account(b, w->role, w->account, w->restore_height);
	put_state(b, true);
	if (w->role == SN_ROLE_WATCH_ONLY)
		sn_record_put_relied(b, w->store->n_relied, &w->store->relied_sum);
	if (w->lookahead_accounts != SN_LOOKAHEAD_MAJOR || w->lookahead_addresses != SN_LOOKAHEAD_MINOR)
		sn_record_put_lookahead(b, w->lookahead_accounts, w->lookahead_addresses);
	for (size_t i = 0; i < w->n_shown; i++)
		sn_record_put_shown(b, w->shown[i].account, w->shown[i].addresses);
	if (w->is_sole)
		sn_record_put_sole(b, true);
	sn_record_put_names(b, &w->names);
	for (size_t i = 0; w->role == SN_ROLE_MASTER && i < w->n_images; i++) {
		sn_record_put_image(b, &w->images[i].key, &w->images[i].image);
		end_part(parts);
	}
	/* Before the blocks: a replay then keeps those without a notice. */
	if (w->noticed.has_blocks)
		sn_record_put_noticed(b, SN_RECORD_NOTICED_BLOCKS, w->noticed.next_block,
				      &w->noticed.last_block);
	for (size_t i = 0; i < w->n_blocks; i++) {
		sn_record_put_block(b, &w->blocks[i]);
		end_part(parts);
	}
	for (size_t i = 0; i < w->n_outputs; i++) {
		sn_record_put_output(b, &w->outputs[i], sn_wallet_enote_of(w, &w->outputs[i]),
				     i ? &w->outputs[i - 1] : NULL, sn_wallet_spent_by(w, &w->outputs[i]));
		end_part(parts);
	}
	for (size_t i = 0; i < w->n_payments; i++) {
		const struct sn_wallet_payment *p = &w->payments[i];
		sn_record_put_payment(b, p);
		if (has_rings(p))
			sn_record_put_rings(b, p->id, &p->rings);
		if (p->n_change_keys)
			sn_record_put_change_keys(b, p->id, p->change_keys, p->n_change_keys);
		if (p->missing_since)
			sn_record_put_missing(b, p->id, p->missing_since, p->missing_height, p->is_missing);
		if (p->conflict_seen)
			sn_record_put_conflict(b, p->id, p->conflict_seen, p->conflict_height);
		if (p->is_doubtful)
			sn_record_put_flag(b, SN_RECORD_DOUBTFUL, p->id, true);
		if (p->is_unanswered)
			sn_record_put_flag(b, SN_RECORD_UNANSWERED, p->id, true);
		if (p->undone_at)
			sn_record_put_undone(b, p->id, p->undone_at);
		end_part(parts);
	}
	for (size_t i = 0; i < w->n_requests; i++) {
		sn_record_put_request(b, &w->requests[i]);
		end_part(parts);
	}
	for (size_t i = 0; i < w->n_rings; i++) {
		sn_record_put_ring(b, &w->rings[i]);
		end_part(parts);
	}
	for (size_t i = 0; i < w->n_frozen; i++)
		sn_record_put_frozen(b, &w->frozen[i], true);
	for (size_t i = 0; i < w->n_notes; i++) {
		sn_record_put_note(b, &w->notes[i].tx_hash, w->notes[i].text);
		end_part(parts);
	}
	if (w->unscanned_below)
		sn_record_put_height(b, SN_RECORD_UNSCANNED, w->unscanned_below);
	if (w->fork_version)
		sn_record_put_fork(b, w->fork_height, w->fork_version);
	if (w->rescan_from != UINT64_MAX)
		sn_record_put_height(b, SN_RECORD_RESCAN, w->rescan_from);
	if (w->images_lost_below)
		sn_record_put_height(b, SN_RECORD_IMAGES_LOST, w->images_lost_below);
	if (w->scanned_to)
		sn_record_put_height(b, SN_RECORD_SCANNED_TO, w->scanned_to);
	if (w->n_incoming)
		sn_record_put_incoming(b, NULL, 0, w->incoming, w->n_incoming);
	if (w->noticed.has_txs)
		sn_record_put_noticed(b, SN_RECORD_NOTICED_TXS, w->noticed.tx_height, &w->noticed.tx_hash);
	for (size_t i = 0; i < w->noticed.n_incoming; i++)
		sn_record_put_noticed_incoming(b, &w->noticed.incoming[i]);
	put_state(b, false);
}

void sn_records_put_all(struct sn_buf *b, const struct sn_wallet *w)
{
	struct parts parts = {.b = b};
	put_all(&parts, w);
}

int sn_records_put_parts(const struct sn_wallet *w, sn_records_put_part *put, void *context,
			 struct sn_error *err)
{
	struct sn_buf b = {0};
	struct parts parts = {.b = &b, .put = put, .context = context, .err = err};
	put_all(&parts, w);
	put_part(&parts);
	sn_buf_free(&b);
	return parts.ret;
}

uint64_t sn_records_size(const struct sn_wallet *w)
{
	uint64_t n_images = w->role == SN_ROLE_MASTER ? w->n_images : 1;
	uint64_t size = n_images * IMAGE_BYTES + (uint64_t)w->n_blocks * BLOCK_BYTES +
			(uint64_t)w->n_outputs * OUTPUT_BYTES + (uint64_t)w->n_enotes * ENOTE_BYTES +
			(uint64_t)w->n_payments * PAYMENT_BYTES;
	for (size_t i = 0; i < w->n_payments; i++)
		size += (w->payments[i].n_inputs + w->payments[i].n_change_keys) * (uint64_t)32 +
			w->payments[i].n_destinations * (uint64_t)SN_RECORD_DESTINATION_BYTES +
			(has_rings(&w->payments[i]) ? RINGS_BYTES : 0);
	for (size_t i = 0; i < w->n_requests; i++)
		size += REQUEST_BYTES + w->requests[i].unsigned_set.len;
	for (size_t i = 0; i < w->n_notes; i++)
		size += NOTE_BYTES + strlen(w->notes[i].text);
	size += w->names.n_contacts * (uint64_t)CONTACT_BYTES + w->names.n_labels * (uint64_t)LABEL_BYTES;
	return size + w->n_incoming * (uint64_t)SN_RECORD_INCOMING_BYTES + w->n_rings * (uint64_t)RING_BYTES +
	       w->n_frozen * (uint64_t)FROZEN_BYTES +
	       w->noticed.n_incoming * (uint64_t)NOTICED_INCOMING_BYTES;
}
