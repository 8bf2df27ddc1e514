#include "chain/subaddress_table.h"
#include "chain/varint.h"
#include "store/wallet_internal.h"

#include <stdlib.h>
#include <string.h>

/* Types, and the flags in an output's record. Layout: doc/reference/wallet-file.md. */
enum record {
	RECORD_ACCOUNT = 1,
	RECORD_BLOCK = 2,
	RECORD_OUTPUT = 3,
	RECORD_SPENT = 4,
	RECORD_IMAGE = 5,
	RECORD_ROLLBACK = 6,
	RECORD_PAYMENT = 7,
	RECORD_PAYMENT_STATE = 8,
	RECORD_RELIED = 9,
	RECORD_MISSING = 10,
	RECORD_REJECTED = 11,
	RECORD_RINGS = 12,
	RECORD_RESCAN = 13,
	RECORD_IMAGES_LOST = 14,
	RECORD_UNDONE = 15,
	RECORD_INCOMING = 16,
	RECORD_CHANGE_KEYS = 17,
	RECORD_RING = 24,
	RECORD_RESTORE_HEIGHT = 20,
	RECORD_LOOKAHEAD = 21,
	RECORD_SHOWN = 22,
	RECORD_UNSCANNED = 23,
	RECORD_FORK = 26,
	RECORD_SOLE = 25,
	RECORD_SCANNED_TO = 27,
};

enum {
	OUTPUT_IS_COINBASE = 1,
	OUTPUT_IS_RCT = 2,
	OUTPUT_HAS_PAYMENT_ID = 4,
	OUTPUT_IS_SPENT = 8,
};

enum {
	INCOMING_HAS_PAYMENT_ID = 1,
	INCOMING_HAS_UNLOCK_TIME = 2,
	INCOMING_HAS_OTHER_TIME = 4, /* than the one before it in the record */
};

/* Sizes of records, of an output or a payment without its optional parts. */
enum {
	BLOCK_BYTES = 1 + 8 + 32,
	OUTPUT_BYTES = 3 + 3 * 32 + 3 * 4 + 8 + 32 + 4 * 8,
	IMAGE_BYTES = 1 + 2 * 32,
	PAYMENT_BYTES = 1 + 8 + 1 + 4 * 8 + 32 + 2 * 4,
	DESTINATION_BYTES = 2 + 2 * 32 + SN_PAYMENT_ID_BYTES + 8, /* in a payment */
	RINGS_BYTES = 1 + 8 + 32,
	RING_BYTES = 1 + 32 + 3 + SN_WALLET_DECOYS * 3,
	INCOMING_BYTES = 1 + 32 + 2 * 1 + 8, /* each at least */
};

void sn_record_put_account(struct sn_buf *b, enum sn_role role, const struct sn_account *account,
			   uint64_t restore_height)
{
	sn_put_u8(b, RECORD_ACCOUNT);
	sn_put_u64(b, restore_height);
	sn_put_bytes(b, account->view_secret.b, 32);
	sn_put_bytes(b, account->view_public.b, 32);
	sn_put_bytes(b, account->spend_public.b, 32);
	if (role == SN_ROLE_MASTER)
		sn_put_bytes(b, account->spend_secret.b, 32);
}

static int replay_account(struct sn_wallet *w, struct sn_reader *r)
{
	struct sn_account *a = w->account;
	w->restore_height = sn_read_u64(r);
	sn_read_copy(r, a->view_secret.b, 32);
	sn_read_copy(r, a->view_public.b, 32);
	sn_read_copy(r, a->spend_public.b, 32);
	a->has_spend_secret = w->role == SN_ROLE_MASTER;
	if (a->has_spend_secret)
		sn_read_copy(r, a->spend_secret.b, 32);
	return r->failed ? SN_BAD_INPUT : SN_OK;
}

void sn_record_put_block(struct sn_buf *b, const struct sn_wallet_block *block)
{
	sn_put_u8(b, RECORD_BLOCK);
	sn_put_u64(b, block->height);
	sn_put_bytes(b, block->hash.b, 32);
	sn_put_u64(b, block->n_outputs);
}

static int replay_block(struct sn_wallet *w, struct sn_reader *r)
{
	struct sn_hash hash;
	uint64_t height = sn_read_u64(r);
	sn_read_copy(r, hash.b, 32);
	uint64_t n_outputs = sn_read_u64(r);
	return r->failed ? SN_BAD_INPUT : sn_wallet_add_block(w, height, &hash, n_outputs);
}

void sn_record_put_output(struct sn_buf *b, const struct sn_wallet_output *o)
{
	sn_put_u8(b, RECORD_OUTPUT);
	sn_put_u8(b, (o->is_coinbase ? OUTPUT_IS_COINBASE : 0) | (o->is_rct ? OUTPUT_IS_RCT : 0) |
			     (o->has_payment_id ? OUTPUT_HAS_PAYMENT_ID : 0) |
			     (o->is_spent ? OUTPUT_IS_SPENT : 0));
	sn_put_u8(b, (uint8_t)o->mask_kind);
	sn_put_bytes(b, o->key.b, 32);
	sn_put_bytes(b, o->tx_key.b, 32);
	sn_put_bytes(b, o->tx_hash.b, 32);
	sn_put_u32(b, o->index);
	sn_put_u32(b, o->subaddress.major);
	sn_put_u32(b, o->subaddress.minor);
	sn_put_u64(b, o->amount);
	sn_put_bytes(b, o->mask.b, 32);
	sn_put_u64(b, o->global_index);
	sn_put_u64(b, o->height);
	sn_put_u64(b, o->time);
	sn_put_u64(b, o->unlock_time);
	if (o->has_payment_id)
		sn_put_bytes(b, o->payment_id, sizeof o->payment_id);
	if (o->is_spent) {
		sn_put_u64(b, o->spent_height);
		sn_put_bytes(b, o->spent_by.b, 32);
	}
}

static int replay_output(struct sn_wallet *w, struct sn_reader *r)
{
	struct sn_wallet_output o = {0};
	uint8_t flags = sn_read_u8(r);
	uint8_t mask_kind = sn_read_u8(r);
	sn_read_copy(r, o.key.b, 32);
	sn_read_copy(r, o.tx_key.b, 32);
	sn_read_copy(r, o.tx_hash.b, 32);
	o.index = sn_read_u32(r);
	o.subaddress.major = sn_read_u32(r);
	o.subaddress.minor = sn_read_u32(r);
	o.amount = sn_read_u64(r);
	sn_read_copy(r, o.mask.b, 32);
	o.global_index = sn_read_u64(r);
	o.height = sn_read_u64(r);
	o.time = sn_read_u64(r);
	o.unlock_time = sn_read_u64(r);
	o.mask_kind = (enum sn_mask_kind)mask_kind;
	o.is_coinbase = flags & OUTPUT_IS_COINBASE;
	o.is_rct = flags & OUTPUT_IS_RCT;
	o.has_payment_id = flags & OUTPUT_HAS_PAYMENT_ID;
	o.is_spent = flags & OUTPUT_IS_SPENT;
	if (o.has_payment_id)
		sn_read_copy(r, o.payment_id, sizeof o.payment_id);
	if (o.is_spent) {
		o.spent_height = sn_read_u64(r);
		sn_read_copy(r, o.spent_by.b, 32);
	}
	if (r->failed ||
	    (flags & ~(OUTPUT_IS_COINBASE | OUTPUT_IS_RCT | OUTPUT_HAS_PAYMENT_ID | OUTPUT_IS_SPENT)))
		return SN_BAD_INPUT;
	return sn_wallet_add_output(w, &o);
}

void sn_record_put_spent(struct sn_buf *b, size_t output, uint64_t height, const struct sn_hash *spent_by)
{
	sn_put_u8(b, RECORD_SPENT);
	sn_put_u64(b, output);
	sn_put_u64(b, height);
	sn_put_bytes(b, spent_by->b, 32);
}

static int replay_spent(struct sn_wallet *w, struct sn_reader *r)
{
	struct sn_hash spent_by;
	uint64_t output = sn_read_u64(r);
	uint64_t height = sn_read_u64(r);
	sn_read_copy(r, spent_by.b, 32);
	if (r->failed || output >= w->n_outputs)
		return SN_BAD_INPUT;
	return sn_wallet_set_spent(w, (size_t)output, height, &spent_by);
}

void sn_record_put_image(struct sn_buf *b, const struct sn_point *key, const struct sn_point *image)
{
	sn_put_u8(b, RECORD_IMAGE);
	sn_put_bytes(b, key->b, 32);
	sn_put_bytes(b, image->b, 32);
}

static int replay_image(struct sn_wallet *w, struct sn_reader *r)
{
	struct sn_point key, image;
	sn_read_copy(r, key.b, 32);
	sn_read_copy(r, image.b, 32);
	return r->failed || w->role != SN_ROLE_MASTER ? SN_BAD_INPUT : sn_wallet_add_image(w, &key, &image);
}

void sn_record_put_relied(struct sn_buf *b, uint64_t n, const struct sn_key_images_sum *sum)
{
	sn_put_u8(b, RECORD_RELIED);
	sn_put_u64(b, n);
	sn_put_bytes(b, sum->b, sizeof sum->b);
}

static int replay_relied(struct sn_wallet *w, struct sn_reader *r)
{
	struct sn_wallet_store *s = w->store;
	s->n_relied = sn_read_u64(r);
	sn_read_copy(r, s->relied_sum.b, sizeof s->relied_sum.b);
	return r->failed || w->role != SN_ROLE_WATCH_ONLY ? SN_BAD_INPUT : SN_OK;
}

void sn_record_put_rollback(struct sn_buf *b, uint64_t height)
{
	sn_put_u8(b, RECORD_ROLLBACK);
	sn_put_u64(b, height);
}

static int replay_rollback(struct sn_wallet *w, struct sn_reader *r)
{
	uint64_t height = sn_read_u64(r);
	return r->failed ? SN_BAD_INPUT : sn_wallet_rollback(w, height);
}

void sn_record_put_payment(struct sn_buf *b, const struct sn_wallet_payment *p)
{
	sn_put_u8(b, RECORD_PAYMENT);
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

static void read_destination(struct sn_reader *r, struct sn_payment_destination *d)
{
	/* sn_wallet_add_payment refuses numbers that mean nothing. */
	d->address.network = (enum sn_network)sn_read_u8(r);
	d->address.kind = (enum sn_address_kind)sn_read_u8(r);
	sn_read_copy(r, d->address.spend.b, 32);
	sn_read_copy(r, d->address.view.b, 32);
	sn_read_copy(r, d->address.payment_id, SN_PAYMENT_ID_BYTES);
	d->amount = sn_read_u64(r);
}

static int replay_payment(struct sn_wallet *w, struct sn_reader *r)
{
	struct sn_wallet_payment p = {0};
	int ret = SN_BAD_INPUT;
	uint64_t id;
	p.id = sn_read_u64(r);
	p.state = (enum sn_payment_state)sn_read_u8(r);
	p.time = sn_read_u64(r);
	p.fee = sn_read_u64(r);
	p.change = sn_read_u64(r);
	p.height = sn_read_u64(r);
	sn_read_copy(r, p.tx_hash.b, 32);

	p.n_inputs = sn_read_u32(r);
	if (r->failed || p.n_inputs > r->left / 32)
		goto out;
	p.inputs = calloc(p.n_inputs + 1, sizeof *p.inputs);
	if (!p.inputs) {
		ret = SN_IO;
		goto out;
	}
	for (size_t i = 0; i < p.n_inputs; i++)
		sn_read_copy(r, p.inputs[i].b, 32);

	p.n_destinations = sn_read_u32(r);
	if (r->failed || p.n_destinations > r->left / DESTINATION_BYTES)
		goto out;
	p.destinations = calloc(p.n_destinations + 1, sizeof *p.destinations);
	if (!p.destinations) {
		ret = SN_IO;
		goto out;
	}
	for (size_t i = 0; i < p.n_destinations; i++)
		read_destination(r, &p.destinations[i]);
	if (!r->failed && p.id == w->n_payments + 1)
		ret = sn_wallet_add_payment(w, &p, &id);
out:
	sn_wallet_payment_clear(&p);
	return ret;
}

void sn_record_put_payment_state(struct sn_buf *b, uint64_t id, enum sn_payment_state state,
				 const struct sn_hash *tx_hash, uint64_t height)
{
	sn_put_u8(b, RECORD_PAYMENT_STATE);
	sn_put_u64(b, id);
	sn_put_u8(b, (uint8_t)state);
	sn_put_u64(b, height);
	sn_put_u8(b, tx_hash != NULL);
	if (tx_hash)
		sn_put_bytes(b, tx_hash->b, 32);
}

static int replay_payment_state(struct sn_wallet *w, struct sn_reader *r)
{
	struct sn_hash tx_hash;
	uint64_t id = sn_read_u64(r);
	uint8_t state = sn_read_u8(r);
	uint64_t height = sn_read_u64(r);
	uint8_t has_hash = sn_read_u8(r);
	if (has_hash)
		sn_read_copy(r, tx_hash.b, 32);
	if (r->failed || has_hash > 1)
		return SN_BAD_INPUT;
	return sn_wallet_set_payment(w, id, (enum sn_payment_state)state, has_hash ? &tx_hash : NULL, height);
}

void sn_record_put_rings(struct sn_buf *b, uint64_t id, const struct sn_hash *rings)
{
	sn_put_u8(b, RECORD_RINGS);
	sn_put_u64(b, id);
	sn_put_bytes(b, rings->b, 32);
}

static int replay_rings(struct sn_wallet *w, struct sn_reader *r)
{
	struct sn_hash rings;
	uint64_t id = sn_read_u64(r);
	sn_read_copy(r, rings.b, 32);
	return r->failed ? SN_BAD_INPUT : sn_wallet_set_rings(w, id, &rings);
}

void sn_record_put_change_keys(struct sn_buf *b, uint64_t id, const struct sn_point *keys, size_t n)
{
	sn_put_u8(b, RECORD_CHANGE_KEYS);
	sn_put_u64(b, id);
	sn_put_u32(b, (uint32_t)n);
	for (size_t i = 0; i < n; i++)
		sn_put_bytes(b, keys[i].b, 32);
}

static int replay_change_keys(struct sn_wallet *w, struct sn_reader *r)
{
	uint64_t id = sn_read_u64(r);
	uint32_t n = sn_read_u32(r);
	if (r->failed || n > r->left / 32)
		return SN_BAD_INPUT;
	struct sn_point *keys = calloc((size_t)n + 1, sizeof *keys);
	if (!keys)
		return SN_IO;
	for (uint32_t i = 0; i < n; i++)
		sn_read_copy(r, keys[i].b, 32);
	int ret = sn_wallet_set_change_keys(w, id, keys, n);
	free(keys);
	return ret;
}

void sn_record_put_missing(struct sn_buf *b, uint64_t id, uint64_t since, uint64_t height, bool is_missing)
{
	sn_put_u8(b, RECORD_MISSING);
	sn_put_u64(b, id);
	sn_put_u64(b, since);
	sn_put_u64(b, height);
	sn_put_u8(b, is_missing);
}

static int replay_missing(struct sn_wallet *w, struct sn_reader *r)
{
	uint64_t id = sn_read_u64(r);
	uint64_t since = sn_read_u64(r);
	uint64_t height = sn_read_u64(r);
	uint8_t is_missing = sn_read_u8(r);
	if (r->failed || is_missing > 1 || (is_missing && !since))
		return SN_BAD_INPUT;
	return sn_wallet_set_missing_at(w, id, since, height, is_missing);
}

void sn_record_put_rejected(struct sn_buf *b, uint64_t id, bool is_rejected)
{
	sn_put_u8(b, RECORD_REJECTED);
	sn_put_u64(b, id);
	sn_put_u8(b, is_rejected);
}

static int replay_rejected(struct sn_wallet *w, struct sn_reader *r)
{
	uint64_t id = sn_read_u64(r);
	uint8_t is_rejected = sn_read_u8(r);
	return r->failed || is_rejected > 1 ? SN_BAD_INPUT : sn_wallet_set_rejected(w, id, is_rejected);
}

void sn_record_put_undone(struct sn_buf *b, uint64_t id, uint64_t height)
{
	sn_put_u8(b, RECORD_UNDONE);
	sn_put_u64(b, id);
	sn_put_u64(b, height);
}

static int replay_undone(struct sn_wallet *w, struct sn_reader *r)
{
	uint64_t id = sn_read_u64(r);
	uint64_t height = sn_read_u64(r);
	return r->failed ? SN_BAD_INPUT : sn_wallet_replay_undone(w, id, height);
}

void sn_record_put_ring(struct sn_buf *b, const struct sn_wallet_ring *ring)
{
	uint64_t before = 0;
	sn_put_u8(b, RECORD_RING);
	sn_put_bytes(b, ring->key.b, 32);
	sn_put_varint(b, ring->height);
	sn_put_varint(b, ring->height - ring->first_height);
	for (size_t i = 0; i < SN_WALLET_DECOYS; i++) {
		sn_put_varint(b, ring->decoys[i] - before);
		before = ring->decoys[i];
	}
}

static int replay_ring(struct sn_wallet *w, struct sn_reader *r)
{
	struct sn_wallet_ring ring;
	uint64_t sum = 0;
	sn_read_copy(r, ring.key.b, 32);
	ring.height = sn_read_varint(r);
	if (__builtin_sub_overflow(ring.height, sn_read_varint(r), &ring.first_height))
		return SN_BAD_INPUT;
	for (size_t i = 0; i < SN_WALLET_DECOYS; i++) {
		if (__builtin_add_overflow(sum, sn_read_varint(r), &sum))
			return SN_BAD_INPUT;
		ring.decoys[i] = sum;
	}
	return r->failed ? SN_BAD_INPUT : sn_wallet_set_ring(w, &ring);
}

void sn_record_put_rescan(struct sn_buf *b, uint64_t height)
{
	sn_put_u8(b, RECORD_RESCAN);
	sn_put_u64(b, height);
}

static int replay_rescan(struct sn_wallet *w, struct sn_reader *r)
{
	uint64_t height = sn_read_u64(r);
	return r->failed ? SN_BAD_INPUT : sn_wallet_want_rescan(w, height);
}

void sn_record_put_images_lost(struct sn_buf *b, uint64_t height)
{
	sn_put_u8(b, RECORD_IMAGES_LOST);
	sn_put_u64(b, height);
}

static int replay_images_lost(struct sn_wallet *w, struct sn_reader *r)
{
	uint64_t height = sn_read_u64(r);
	return r->failed || w->role != SN_ROLE_WATCH_ONLY ? SN_BAD_INPUT
							  : sn_wallet_set_images_lost(w, height);
}

void sn_record_put_restore_height(struct sn_buf *b, uint64_t height)
{
	sn_put_u8(b, RECORD_RESTORE_HEIGHT);
	sn_put_u64(b, height);
}

static int replay_restore_height(struct sn_wallet *w, struct sn_reader *r)
{
	uint64_t height = sn_read_u64(r);
	return r->failed ? SN_BAD_INPUT : sn_wallet_set_restore_height(w, height);
}

void sn_record_put_lookahead(struct sn_buf *b, uint32_t accounts, uint32_t addresses)
{
	sn_put_u8(b, RECORD_LOOKAHEAD);
	sn_put_u32(b, accounts);
	sn_put_u32(b, addresses);
}

static int replay_lookahead(struct sn_wallet *w, struct sn_reader *r)
{
	uint32_t accounts = sn_read_u32(r), addresses = sn_read_u32(r);
	return r->failed ? SN_BAD_INPUT : sn_wallet_set_lookahead(w, accounts, addresses);
}

void sn_record_put_shown(struct sn_buf *b, uint32_t account, uint32_t addresses)
{
	sn_put_u8(b, RECORD_SHOWN);
	sn_put_u32(b, account);
	sn_put_u32(b, addresses);
}

static int replay_shown(struct sn_wallet *w, struct sn_reader *r)
{
	uint32_t account = sn_read_u32(r), addresses = sn_read_u32(r);
	return r->failed ? SN_BAD_INPUT : sn_wallet_replay_shown(w, account, addresses);
}

void sn_record_put_unscanned(struct sn_buf *b, uint64_t height)
{
	sn_put_u8(b, RECORD_UNSCANNED);
	sn_put_u64(b, height);
}

static int replay_unscanned(struct sn_wallet *w, struct sn_reader *r)
{
	uint64_t height = sn_read_u64(r);
	return r->failed ? SN_BAD_INPUT : sn_wallet_set_unscanned(w, height);
}

void sn_record_put_scanned_to(struct sn_buf *b, uint64_t height)
{
	sn_put_u8(b, RECORD_SCANNED_TO);
	sn_put_u64(b, height);
}

static int replay_scanned_to(struct sn_wallet *w, struct sn_reader *r)
{
	uint64_t height = sn_read_u64(r);
	if (r->failed)
		return SN_BAD_INPUT;
	return height ? sn_wallet_set_scanned_to(w, height) : sn_wallet_end_rescan(w);
}

void sn_record_put_fork(struct sn_buf *b, uint64_t height, uint8_t version)
{
	sn_put_u8(b, RECORD_FORK);
	sn_put_u64(b, height);
	sn_put_u8(b, version);
}

static int replay_fork(struct sn_wallet *w, struct sn_reader *r)
{
	uint64_t height = sn_read_u64(r);
	uint8_t version = sn_read_u8(r);
	return r->failed ? SN_BAD_INPUT : sn_wallet_set_fork(w, height, version);
}

void sn_record_put_sole(struct sn_buf *b, bool is_sole)
{
	sn_put_u8(b, RECORD_SOLE);
	sn_put_u8(b, is_sole);
}

static int replay_sole(struct sn_wallet *w, struct sn_reader *r)
{
	uint8_t is_sole = sn_read_u8(r);
	return r->failed || is_sole > 1 ? SN_BAD_INPUT : sn_wallet_set_sole(w, is_sole);
}

static void put_entry(struct sn_buf *b, const struct sn_wallet_incoming *in, uint64_t time_before)
{
	bool has_other_time = in->time != time_before;
	sn_put_u8(b, (in->has_payment_id ? INCOMING_HAS_PAYMENT_ID : 0) |
			     (in->unlock_time ? INCOMING_HAS_UNLOCK_TIME : 0) |
			     (has_other_time ? INCOMING_HAS_OTHER_TIME : 0));
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

static void read_entry(struct sn_reader *r, struct sn_wallet_incoming *in, uint64_t time_before)
{
	uint8_t flags = sn_read_u8(r);
	sn_read_copy(r, in->tx_hash.b, 32);
	uint64_t major = sn_read_varint(r), minor = sn_read_varint(r);
	if (flags & ~(INCOMING_HAS_PAYMENT_ID | INCOMING_HAS_UNLOCK_TIME | INCOMING_HAS_OTHER_TIME) ||
	    major > UINT32_MAX || minor > UINT32_MAX)
		sn_reader_fail(r);
	in->subaddress = (struct sn_subaddress_index){(uint32_t)major, (uint32_t)minor};
	in->amount = sn_read_u64(r);
	in->time = flags & INCOMING_HAS_OTHER_TIME ? sn_read_u64(r) : time_before;
	in->unlock_time = flags & INCOMING_HAS_UNLOCK_TIME ? sn_read_u64(r) : 0;
	in->has_payment_id = flags & INCOMING_HAS_PAYMENT_ID;
	if (in->has_payment_id)
		sn_read_copy(r, in->payment_id, sizeof in->payment_id);
}

void sn_record_put_incoming(struct sn_buf *b, const uint32_t *gone, size_t n_gone,
			    const struct sn_wallet_incoming *more, size_t n_more)
{
	sn_put_u8(b, RECORD_INCOMING);
	sn_put_varint(b, n_gone);
	for (size_t i = 0; i < n_gone; i++)
		sn_put_varint(b, gone[i]);
	sn_put_varint(b, n_more);
	for (size_t i = 0; i < n_more; i++)
		put_entry(b, &more[i], i ? more[i - 1].time : 0);
}

static int replay_incoming(struct sn_wallet *w, struct sn_reader *r)
{
	int ret = SN_BAD_INPUT;
	struct sn_wallet_incoming *more = NULL;
	size_t n_more, n_gone = sn_read_count(r, 1);
	uint32_t *gone = calloc(n_gone + 1, sizeof *gone);
	if (!gone)
		return SN_IO;
	for (size_t i = 0; i < n_gone; i++) {
		uint64_t place = sn_read_varint(r);
		gone[i] = place < UINT32_MAX ? (uint32_t)place : UINT32_MAX;
	}
	n_more = sn_read_count(r, INCOMING_BYTES);
	more = calloc(n_more + 1, sizeof *more);
	if (!more)
		ret = SN_IO;
	for (size_t i = 0; more && i < n_more; i++)
		read_entry(r, &more[i], i ? more[i - 1].time : 0);
	if (more && !r->failed)
		ret = sn_wallet_change_incoming(w, gone, n_gone, more, n_more);
	free(gone);
	free(more);
	return ret;
}

static bool has_rings(const struct sn_wallet_payment *p)
{
	static const struct sn_hash none;
	return !sn_hash_is_equal(&p->rings, &none);
}

void sn_records_put_all(struct sn_buf *b, const struct sn_wallet *w)
{
	sn_record_put_account(b, w->role, w->account, w->restore_height);
	if (w->role == SN_ROLE_WATCH_ONLY)
		sn_record_put_relied(b, w->store->n_relied, &w->store->relied_sum);
	if (w->lookahead_accounts != SN_LOOKAHEAD_MAJOR || w->lookahead_addresses != SN_LOOKAHEAD_MINOR)
		sn_record_put_lookahead(b, w->lookahead_accounts, w->lookahead_addresses);
	for (size_t i = 0; i < w->n_shown; i++)
		sn_record_put_shown(b, w->shown[i].account, w->shown[i].addresses);
	if (w->is_sole)
		sn_record_put_sole(b, true);
	for (size_t i = 0; w->role == SN_ROLE_MASTER && i < w->n_images; i++)
		sn_record_put_image(b, &w->images[i].key, &w->images[i].image);
	for (size_t i = 0; i < w->n_blocks; i++)
		sn_record_put_block(b, &w->blocks[i]);
	for (size_t i = 0; i < w->n_outputs; i++)
		sn_record_put_output(b, &w->outputs[i]);
	for (size_t i = 0; i < w->n_payments; i++) {
		const struct sn_wallet_payment *p = &w->payments[i];
		sn_record_put_payment(b, p);
		if (has_rings(p))
			sn_record_put_rings(b, p->id, &p->rings);
		if (p->n_change_keys)
			sn_record_put_change_keys(b, p->id, p->change_keys, p->n_change_keys);
		if (p->missing_since)
			sn_record_put_missing(b, p->id, p->missing_since, p->missing_height, p->is_missing);
		if (p->is_rejected)
			sn_record_put_rejected(b, p->id, true);
		if (p->undone_at)
			sn_record_put_undone(b, p->id, p->undone_at);
	}
	for (size_t i = 0; i < w->n_rings; i++)
		sn_record_put_ring(b, &w->rings[i]);
	if (w->unscanned_below)
		sn_record_put_unscanned(b, w->unscanned_below);
	if (w->fork_version)
		sn_record_put_fork(b, w->fork_height, w->fork_version);
	if (w->rescan_from != UINT64_MAX)
		sn_record_put_rescan(b, w->rescan_from);
	if (w->images_lost_below)
		sn_record_put_images_lost(b, w->images_lost_below);
	if (w->scanned_to)
		sn_record_put_scanned_to(b, w->scanned_to);
	if (w->n_incoming)
		sn_record_put_incoming(b, NULL, 0, w->incoming, w->n_incoming);
}

uint64_t sn_records_size(const struct sn_wallet *w)
{
	uint64_t n_images = w->role == SN_ROLE_MASTER ? w->n_images : 1;
	uint64_t size = n_images * IMAGE_BYTES + (uint64_t)w->n_blocks * BLOCK_BYTES +
			(uint64_t)w->n_outputs * OUTPUT_BYTES + (uint64_t)w->n_payments * PAYMENT_BYTES;
	for (size_t i = 0; i < w->n_payments; i++)
		size += (w->payments[i].n_inputs + w->payments[i].n_change_keys) * (uint64_t)32 +
			w->payments[i].n_destinations * (uint64_t)DESTINATION_BYTES +
			(has_rings(&w->payments[i]) ? RINGS_BYTES : 0);
	return size + w->n_incoming * (uint64_t)INCOMING_BYTES + w->n_rings * (uint64_t)RING_BYTES;
}

int sn_records_replay(struct sn_wallet *w, const uint8_t *data, size_t len)
{
	static int (*const replay[])(struct sn_wallet *, struct sn_reader *) = {
		[RECORD_BLOCK] = replay_block,
		[RECORD_OUTPUT] = replay_output,
		[RECORD_SPENT] = replay_spent,
		[RECORD_IMAGE] = replay_image,
		[RECORD_ROLLBACK] = replay_rollback,
		[RECORD_PAYMENT] = replay_payment,
		[RECORD_PAYMENT_STATE] = replay_payment_state,
		[RECORD_RELIED] = replay_relied,
		[RECORD_MISSING] = replay_missing,
		[RECORD_REJECTED] = replay_rejected,
		[RECORD_UNDONE] = replay_undone,
		[RECORD_RINGS] = replay_rings,
		[RECORD_RESCAN] = replay_rescan,
		[RECORD_IMAGES_LOST] = replay_images_lost,
		[RECORD_INCOMING] = replay_incoming,
		[RECORD_CHANGE_KEYS] = replay_change_keys,
		[RECORD_RING] = replay_ring,
		[RECORD_RESTORE_HEIGHT] = replay_restore_height,
		[RECORD_LOOKAHEAD] = replay_lookahead,
		[RECORD_SHOWN] = replay_shown,
		[RECORD_UNSCANNED] = replay_unscanned,
		[RECORD_FORK] = replay_fork,
		[RECORD_SOLE] = replay_sole,
		[RECORD_SCANNED_TO] = replay_scanned_to,
	};
	struct sn_reader r;
	sn_reader_init(&r, data, len);
	int ret = SN_OK;
	w->store->is_replaying = true;
	while (!ret && r.left) {
		uint8_t type = sn_read_u8(&r);
		if (!w->store->has_account)
			ret = type == RECORD_ACCOUNT ? replay_account(w, &r) : SN_BAD_INPUT;
		else if (type < sizeof replay / sizeof replay[0] && replay[type])
			ret = replay[type](w, &r);
		else
			ret = SN_BAD_INPUT;
		w->store->has_account = true;
	}
	sn_wallet_prune_blocks(w);
	w->store->is_replaying = false;
	return ret;
}
