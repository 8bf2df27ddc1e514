#include "store/wallet_replay.h"

#include "base/bytes.h"
#include "chain/names_bytes.h"
#include "chain/varint.h"
#include "store/wallet_blocks.h"
#include "store/wallet_change.h"
#include "store/wallet_frozen.h"
#include "store/wallet_images.h"
#include "store/wallet_incoming.h"
#include "store/wallet_names.h"
#include "store/wallet_notes.h"
#include "store/wallet_notices.h"
#include "store/wallet_outputs.h"
#include "store/wallet_pairs.h"
#include "store/wallet_payments.h"
#include "store/wallet_records.h"
#include "store/wallet_requests.h"
#include "store/wallet_rings.h"
#include "store/wallet_rollback.h"
#include "store/wallet_scope.h"
#include "store/wallet_state.h"

#include <stdlib.h>

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

static int replay_block(struct sn_wallet *w, struct sn_reader *r)
{
	struct sn_hash hash;
	uint64_t height = sn_read_u64(r);
	sn_read_copy(r, hash.b, 32);
	uint64_t n_outputs = sn_read_u64(r);
	uint32_t n_coinbase = sn_read_u32(r);
	return r->failed ? SN_BAD_INPUT : sn_wallet_add_block(w, height, &hash, n_outputs, n_coinbase);
}

static uint32_t read_index(struct sn_reader *r)
{
	const uint64_t v = sn_read_varint(r);
	if (v > UINT32_MAX)
		sn_reader_fail(r);
	return (uint32_t)v;
}

static struct sn_subaddress_index read_subaddress(struct sn_reader *r)
{
	const uint32_t major = read_index(r);
	return (struct sn_subaddress_index){major, read_index(r)};
}

/* What outputs of one transaction have in common. */
static void read_tx(struct sn_reader *r, struct sn_wallet_output *o, const struct sn_wallet_output *same)
{
	if (same) {
		o->tx_hash = same->tx_hash;
		o->height = same->height;
		o->time = same->time;
		o->unlock_time = same->unlock_time;
		return;
	}
	sn_read_copy(r, o->tx_hash.b, 32);
	o->height = sn_read_varint(r);
	o->time = sn_read_varint(r);
	o->unlock_time = sn_read_varint(r);
}

/* `same`: the enote before, of the same transaction, or NULL. */
static void read_enote(struct sn_reader *r, struct sn_wallet_enote *e, bool is_coinbase,
		       const struct sn_wallet_enote *same)
{
	const uint8_t flags = sn_read_u8(r);
	if (flags & ~(SN_RECORD_ENOTE_IS_SPECIAL | SN_RECORD_ENOTE_IS_CHANGE))
		sn_reader_fail(r);
	e->kind = flags & SN_RECORD_ENOTE_IS_SPECIAL ? SN_CARROT_SPECIAL : SN_CARROT_NORMAL;
	e->type = flags & SN_RECORD_ENOTE_IS_CHANGE ? SN_CARROT_CHANGE : SN_CARROT_PAYMENT;
	if (same)
		e->first_image = same->first_image;
	else if (!is_coinbase)
		sn_read_copy(r, e->first_image.b, sizeof e->first_image.b);
	if (e->kind == SN_CARROT_NORMAL)
		sn_read_copy(r, e->anchor.b, sizeof e->anchor.b);
}

static int replay_any_output(struct sn_wallet *w, struct sn_reader *r, bool is_carrot)
{
	const struct sn_wallet_output *before = w->n_outputs ? &w->outputs[w->n_outputs - 1] : NULL;
	struct sn_wallet_output o = {.is_carrot = is_carrot};
	struct sn_wallet_enote enote = {0};
	const uint8_t flags = sn_read_u8(r);
	const bool same_tx = flags & SN_RECORD_OUTPUT_HAS_SAME_TX,
		   same_key = flags & SN_RECORD_OUTPUT_HAS_SAME_TX_KEY;
	if (((same_tx || same_key) && !before) || (same_tx && before->is_carrot != is_carrot))
		return SN_BAD_INPUT;
	o.mask_kind = (enum sn_mask_kind)(flags / SN_RECORD_OUTPUT_MASK_KIND);
	o.is_coinbase = flags & SN_RECORD_OUTPUT_IS_COINBASE;
	o.is_rct = flags & SN_RECORD_OUTPUT_IS_RCT;
	o.has_payment_id = flags & SN_RECORD_OUTPUT_HAS_PAYMENT_ID;
	const bool is_spent = flags & SN_RECORD_OUTPUT_IS_SPENT;
	uint64_t spent_height = 0;
	struct sn_hash spent_by;
	sn_read_copy(r, o.key.b, 32);
	if (same_key)
		o.tx_key = before->tx_key;
	else
		sn_read_copy(r, o.tx_key.b, 32);
	read_tx(r, &o, same_tx ? before : NULL);
	o.index = read_index(r);
	o.subaddress = read_subaddress(r);
	o.amount = sn_read_varint(r);
	sn_read_copy(r, o.mask.b, 32);
	o.global_index = sn_read_varint(r);
	if (o.has_payment_id)
		sn_read_copy(r, o.payment_id, sizeof o.payment_id);
	if (is_spent) {
		spent_height = sn_read_varint(r);
		sn_read_copy(r, spent_by.b, 32);
	}
	if (is_carrot)
		read_enote(r, &enote, o.is_coinbase, same_tx ? &w->enotes[w->n_enotes - 1] : NULL);
	int ret = r->failed   ? SN_BAD_INPUT
		  : is_carrot ? sn_wallet_add_carrot_output(w, &o, &enote, NULL)
			      : sn_wallet_add_output(w, &o, NULL);
	if (!ret && is_spent)
		ret = sn_wallet_set_spent(w, w->n_outputs - 1, spent_height, &spent_by);
	return ret;
}

static int replay_output(struct sn_wallet *w, struct sn_reader *r)
{
	return replay_any_output(w, r, false);
}

static int replay_carrot_output(struct sn_wallet *w, struct sn_reader *r)
{
	return replay_any_output(w, r, true);
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

static int replay_image(struct sn_wallet *w, struct sn_reader *r)
{
	struct sn_point key, image;
	sn_read_copy(r, key.b, 32);
	sn_read_copy(r, image.b, 32);
	return r->failed ? SN_BAD_INPUT : sn_wallet_add_image(w, &key, &image);
}

static int replay_relied(struct sn_wallet *w, struct sn_reader *r)
{
	struct sn_wallet_store *s = w->store;
	s->n_relied = sn_read_u64(r);
	sn_read_copy(r, s->relied_sum.b, sizeof s->relied_sum.b);
	return r->failed ? SN_BAD_INPUT : SN_OK;
}

static void read_destination(struct sn_reader *r, struct sn_payment_destination *d)
{
	/* sn_wallet_add_payment checks both numbers. */
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
	if (r->failed || p.n_destinations > r->left / SN_RECORD_DESTINATION_BYTES)
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

static int replay_rings(struct sn_wallet *w, struct sn_reader *r)
{
	struct sn_hash rings;
	uint64_t id = sn_read_u64(r);
	sn_read_copy(r, rings.b, 32);
	return r->failed ? SN_BAD_INPUT : sn_wallet_set_rings(w, id, &rings);
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

static int replay_conflict(struct sn_wallet *w, struct sn_reader *r)
{
	uint64_t id = sn_read_u64(r);
	uint64_t time = sn_read_u64(r);
	uint64_t height = sn_read_u64(r);
	return r->failed ? SN_BAD_INPUT : sn_wallet_set_conflict_seen_at(w, id, time, height);
}

static int replay_flag(struct sn_wallet *w, struct sn_reader *r,
		       int (*set)(struct sn_wallet *w, uint64_t id, bool flag))
{
	uint64_t id = sn_read_u64(r);
	uint8_t flag = sn_read_u8(r);
	return r->failed || flag > 1 ? SN_BAD_INPUT : set(w, id, flag);
}

static int replay_doubtful(struct sn_wallet *w, struct sn_reader *r)
{
	return replay_flag(w, r, sn_wallet_set_doubtful);
}

static int replay_unanswered(struct sn_wallet *w, struct sn_reader *r)
{
	return replay_flag(w, r, sn_wallet_set_unanswered);
}

static int replay_undone(struct sn_wallet *w, struct sn_reader *r)
{
	uint64_t id = sn_read_u64(r);
	uint64_t height = sn_read_u64(r);
	return r->failed ? SN_BAD_INPUT : sn_wallet_replay_undone(w, id, height);
}

static int replay_ring(struct sn_wallet *w, struct sn_reader *r)
{
	struct sn_wallet_ring ring;
	uint64_t sum = 0;
	sn_read_copy(r, ring.key.b, 32);
	ring.height = sn_read_varint(r);
	ring.from_first = sn_read_u16(r);
	for (size_t i = 0; i < SN_WALLET_DECOYS; i++) {
		if (__builtin_add_overflow(sum, sn_read_varint(r), &sum))
			return SN_BAD_INPUT;
		ring.decoys[i] = sum;
	}
	return r->failed ? SN_BAD_INPUT : sn_wallet_set_ring(w, &ring);
}

static int replay_lookahead(struct sn_wallet *w, struct sn_reader *r)
{
	uint32_t accounts = sn_read_u32(r), addresses = sn_read_u32(r);
	return r->failed ? SN_BAD_INPUT : sn_wallet_set_lookahead(w, accounts, addresses);
}

static int replay_shown(struct sn_wallet *w, struct sn_reader *r)
{
	uint32_t account = sn_read_u32(r), addresses = sn_read_u32(r);
	return r->failed ? SN_BAD_INPUT : sn_wallet_replay_shown(w, account, addresses);
}

static int set_scanned_to(struct sn_wallet *w, uint64_t height)
{
	return height ? sn_wallet_set_scanned_to(w, height) : sn_wallet_end_rescan(w);
}

static int replay_fork(struct sn_wallet *w, struct sn_reader *r)
{
	uint64_t height = sn_read_u64(r);
	uint8_t version = sn_read_u8(r);
	return r->failed ? SN_BAD_INPUT : sn_wallet_set_fork(w, height, version);
}

static int replay_sole(struct sn_wallet *w, struct sn_reader *r)
{
	uint8_t is_sole = sn_read_u8(r);
	return r->failed || is_sole > 1 ? SN_BAD_INPUT : sn_wallet_set_sole(w, is_sole);
}

static int replay_state(struct sn_wallet *w, struct sn_reader *r)
{
	const uint8_t is_begin = sn_read_u8(r);
	if (r->failed || is_begin > 1 || is_begin == w->store->is_incomplete)
		return SN_BAD_INPUT;
	w->store->is_incomplete = is_begin;
	return SN_OK;
}

static int replay_frozen(struct sn_wallet *w, struct sn_reader *r)
{
	struct sn_point key;
	sn_read_copy(r, key.b, 32);
	uint8_t is_frozen = sn_read_u8(r);
	return r->failed || is_frozen > 1 ? SN_BAD_INPUT : sn_wallet_set_frozen(w, &key, is_frozen);
}

_Static_assert(SN_REFERENCE_MAX == SN_NAME_MAX, "sn_names_read_text reads a reference");

static int replay_request(struct sn_wallet *w, struct sn_reader *r)
{
	struct sn_wallet_request request = {0};
	sn_names_read_text(r, request.reference, false);
	sn_read_copy(r, request.digest.b, 32);
	request.first = sn_read_u64(r);
	request.n = sn_read_u32(r);
	const uint32_t len = sn_read_u32(r);
	const uint8_t *data = sn_read_view(r, len);
	if (r->failed)
		return SN_BAD_INPUT;
	sn_put_bytes(&request.unsigned_set, data, len);
	int ret = request.unsigned_set.failed ? SN_IO : sn_wallet_add_request(w, &request);
	sn_buf_free(&request.unsigned_set);
	return ret;
}

static void read_entry(struct sn_reader *r, struct sn_wallet_incoming *in, uint64_t time_before)
{
	uint8_t flags = sn_read_u8(r);
	sn_read_copy(r, in->tx_hash.b, 32);
	if (flags & ~(SN_RECORD_INCOMING_HAS_PAYMENT_ID | SN_RECORD_INCOMING_HAS_UNLOCK_TIME |
		      SN_RECORD_INCOMING_HAS_OTHER_TIME))
		sn_reader_fail(r);
	in->subaddress = read_subaddress(r);
	in->amount = sn_read_u64(r);
	in->time = flags & SN_RECORD_INCOMING_HAS_OTHER_TIME ? sn_read_u64(r) : time_before;
	in->unlock_time = flags & SN_RECORD_INCOMING_HAS_UNLOCK_TIME ? sn_read_u64(r) : 0;
	in->has_payment_id = flags & SN_RECORD_INCOMING_HAS_PAYMENT_ID;
	if (in->has_payment_id)
		sn_read_copy(r, in->payment_id, sizeof in->payment_id);
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
	n_more = sn_read_count(r, SN_RECORD_INCOMING_BYTES);
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

static int replay_contact(struct sn_wallet *w, struct sn_reader *r)
{
	char name[SN_NAME_MAX + 1];
	struct sn_address address;
	sn_names_read_contact(r, name, &address, w->account->network);
	return r->failed ? SN_BAD_INPUT : sn_wallet_add_contact(w, name, &address, NULL);
}

static int replay_contact_removed(struct sn_wallet *w, struct sn_reader *r)
{
	char name[SN_NAME_MAX + 1];
	sn_names_read_text(r, name, false);
	return r->failed ? SN_BAD_INPUT : sn_wallet_remove_contact(w, name, NULL);
}

static int replay_label(struct sn_wallet *w, struct sn_reader *r)
{
	char text[SN_NAME_MAX + 1];
	const struct sn_subaddress_index at = read_subaddress(r);
	sn_names_read_text(r, text, true);
	return r->failed ? SN_BAD_INPUT : sn_wallet_set_label(w, at, text, NULL);
}

static int replay_note(struct sn_wallet *w, struct sn_reader *r)
{
	char text[SN_NOTE_MAX + 1];
	struct sn_hash tx_hash;
	sn_read_copy(r, tx_hash.b, 32);
	const size_t len = sn_read_u16(r);
	if (len > SN_NOTE_MAX)
		return SN_BAD_INPUT;
	sn_read_copy(r, text, len);
	text[len] = '\0';
	return r->failed || strlen(text) != len ? SN_BAD_INPUT : sn_wallet_set_note(w, &tx_hash, text, NULL);
}

static int replay_noticed_blocks(struct sn_wallet *w, struct sn_reader *r)
{
	struct sn_hash last;
	uint64_t next = sn_read_u64(r);
	sn_read_copy(r, last.b, 32);
	return r->failed ? SN_BAD_INPUT : sn_wallet_set_noticed_blocks(w, next, &last);
}

static int replay_noticed_txs(struct sn_wallet *w, struct sn_reader *r)
{
	struct sn_hash hash;
	uint64_t height = sn_read_u64(r);
	sn_read_copy(r, hash.b, 32);
	return r->failed ? SN_BAD_INPUT : sn_wallet_set_noticed_txs(w, height, &hash);
}

static int replay_noticed_incoming(struct sn_wallet *w, struct sn_reader *r)
{
	struct sn_hash tx_hash;
	sn_read_copy(r, tx_hash.b, 32);
	return r->failed ? SN_BAD_INPUT : sn_wallet_set_noticed_incoming(w, &tx_hash);
}

/* How to apply a record, by its type. */
struct kind {
	int (*replay)(struct sn_wallet *w, struct sn_reader *r);
	int (*set_height)(struct sn_wallet *w, uint64_t height); /* instead: the record is a height */
	enum sn_role only; /* if not 0: refused in a wallet of the other role */
};

static const struct kind kinds[SN_RECORD_END] = {
	[SN_RECORD_BLOCK] = {.replay = replay_block},
	[SN_RECORD_OUTPUT] = {.replay = replay_output},
	[SN_RECORD_SPENT] = {.replay = replay_spent},
	[SN_RECORD_IMAGE] = {.replay = replay_image, .only = SN_ROLE_MASTER},
	[SN_RECORD_ROLLBACK] = {.set_height = sn_wallet_rollback},
	[SN_RECORD_PAYMENT] = {.replay = replay_payment},
	[SN_RECORD_PAYMENT_STATE] = {.replay = replay_payment_state},
	[SN_RECORD_RELIED] = {.replay = replay_relied, .only = SN_ROLE_WATCH_ONLY},
	[SN_RECORD_MISSING] = {.replay = replay_missing},
	[SN_RECORD_DOUBTFUL] = {.replay = replay_doubtful},
	[SN_RECORD_RINGS] = {.replay = replay_rings},
	[SN_RECORD_RESCAN] = {.set_height = sn_wallet_want_rescan},
	[SN_RECORD_IMAGES_LOST] = {.set_height = sn_wallet_set_images_lost, .only = SN_ROLE_WATCH_ONLY},
	[SN_RECORD_UNDONE] = {.replay = replay_undone},
	[SN_RECORD_INCOMING] = {.replay = replay_incoming},
	[SN_RECORD_CHANGE_KEYS] = {.replay = replay_change_keys},
	[SN_RECORD_RESTORE_HEIGHT] = {.set_height = sn_wallet_set_restore_height},
	[SN_RECORD_LOOKAHEAD] = {.replay = replay_lookahead},
	[SN_RECORD_SHOWN] = {.replay = replay_shown},
	[SN_RECORD_UNSCANNED] = {.set_height = sn_wallet_set_unscanned},
	[SN_RECORD_RING] = {.replay = replay_ring},
	[SN_RECORD_SOLE] = {.replay = replay_sole},
	[SN_RECORD_FORK] = {.replay = replay_fork},
	[SN_RECORD_SCANNED_TO] = {.set_height = set_scanned_to},
	[SN_RECORD_CONFLICT] = {.replay = replay_conflict},
	[SN_RECORD_UNANSWERED] = {.replay = replay_unanswered},
	[SN_RECORD_STATE] = {.replay = replay_state},
	[SN_RECORD_CARROT_OUTPUT] = {.replay = replay_carrot_output},
	[SN_RECORD_FROZEN] = {.replay = replay_frozen},
	[SN_RECORD_REQUEST] = {.replay = replay_request},
	[SN_RECORD_CONTACT] = {.replay = replay_contact},
	[SN_RECORD_CONTACT_REMOVED] = {.replay = replay_contact_removed},
	[SN_RECORD_LABEL] = {.replay = replay_label},
	[SN_RECORD_NOTE] = {.replay = replay_note},
	[SN_RECORD_NOTICED_BLOCKS] = {.replay = replay_noticed_blocks},
	[SN_RECORD_NOTICED_TXS] = {.replay = replay_noticed_txs},
	[SN_RECORD_NOTICED_INCOMING] = {.replay = replay_noticed_incoming},
};

static int replay_record(struct sn_wallet *w, uint8_t type, struct sn_reader *r)
{
	if (!w->store->has_account)
		return type == SN_RECORD_ACCOUNT ? replay_account(w, r) : SN_BAD_INPUT;
	const struct kind none = {0}, *kind = type < SN_RECORD_END ? &kinds[type] : &none;
	if (kind->only && kind->only != w->role)
		return SN_BAD_INPUT;
	if (kind->replay)
		return kind->replay(w, r);
	if (!kind->set_height)
		return SN_BAD_INPUT;
	uint64_t height = sn_read_u64(r);
	return r->failed ? SN_BAD_INPUT : kind->set_height(w, height);
}

int sn_records_replay(struct sn_wallet *w, const uint8_t *data, size_t len)
{
	struct sn_reader r;
	int ret = SN_OK;
	sn_reader_init(&r, data, len);
	w->store->is_replaying = true;
	while (!ret && r.left) {
		uint8_t type = sn_read_u8(&r);
		ret = replay_record(w, type, &r);
		if (ret == SN_REFUSED) /* a rule of chain/names.h */
			ret = SN_BAD_INPUT;
		w->store->has_account = true;
	}
	sn_wallet_prune_blocks(w);
	w->store->is_replaying = false;
	return ret;
}
