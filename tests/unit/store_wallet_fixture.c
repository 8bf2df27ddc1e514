#include "store_wallet_fixture.h"

#include "store/output_index.h"
#include "store/wallet_notes.h"
#include "store/wallet_records.h"
#include "store/wallet_replay.h"
#include "store/wallet_state.h"

struct sn_account account_of(uint8_t mark)
{
	struct sn_account a = {.network = SN_STAGENET, .has_spend_secret = true};
	memset(a.view_secret.b, mark, 32);
	memset(a.view_public.b, mark + 1, 32);
	memset(a.spend_public.b, mark + 2, 32);
	crypto_generichash(a.spend_secret.b, 32, &mark, 1, NULL, 0);
	return a;
}

void create_wallet(const char *name, enum sn_role role)
{
	struct sn_account a = account_of(0x40);
	ok(sn_wallet_create(name, role, &a, 100, PASSWORD, SN_KDF_TEST, &err));
}

struct sn_wallet *open_wallet(const char *name, enum sn_wallet_mode mode)
{
	struct sn_wallet *w;
	ok(sn_wallet_open(&w, name, mode, PASSWORD, NULL, &err));
	return w;
}

struct sn_hash hash_of(uint64_t n)
{
	struct sn_hash h;
	crypto_generichash(h.b, 32, (const uint8_t *)&n, sizeof n, (const uint8_t *)"hash-hash-hash-h", 16);
	return h;
}

struct sn_point key_of(uint64_t n)
{
	struct sn_point p;
	crypto_generichash(p.b, 32, (const uint8_t *)&n, sizeof n, (const uint8_t *)"key-key-key-key-", 16);
	return p;
}

struct sn_point image_of(uint64_t n)
{
	struct sn_point p;
	crypto_generichash(p.b, 32, (const uint8_t *)&n, sizeof n, (const uint8_t *)"image-image-imag", 16);
	return p;
}

struct sn_wallet_output output_of(uint64_t n, uint64_t key, uint64_t height, uint64_t amount)
{
	struct sn_wallet_output o = {
		.key = key_of(key),
		.tx_key = key_of(~n),
		.tx_hash = hash_of(n),
		.index = (uint32_t)(n % 16),
		.subaddress = {.major = (uint32_t)(n % 3), .minor = (uint32_t)(n % 7)},
		.amount = amount,
		.mask_kind = (enum sn_mask_kind)(n % 3),
		.is_coinbase = n % 5 == 0,
		.is_rct = n % 11 != 0,
		.global_index = 1000 + n,
		.height = height,
		.time = 1600000000 + n,
		.unlock_time = n % 13 == 0 ? height + 60 : 0,
		.has_payment_id = n % 4 == 0,
	};
	memset(o.mask.b, (int)n, 32);
	if (o.has_payment_id)
		memset(o.payment_id, (int)n, sizeof o.payment_id);
	return o;
}

void add_block(struct sn_wallet *w, uint64_t height)
{
	struct sn_hash h = hash_of(height);
	ok(sn_wallet_add_block(w, height, &h, 0, 0));
}

void add_output(struct sn_wallet *w, uint64_t n, uint64_t key, uint64_t height, uint64_t amount)
{
	struct sn_wallet_output o = output_of(n, key, height, amount);
	ok(sn_wallet_add_output(w, &o, NULL));
}

struct sn_wallet_output carrot_output_of(uint64_t n, uint64_t height, struct sn_wallet_enote *enote)
{
	struct sn_wallet_output o = output_of(n, n, height, n);
	*enote = (struct sn_wallet_enote){.first_image = image_of(~n)};
	o.is_carrot = o.is_rct = true;
	enote->type = !o.is_coinbase && n % 3 == 0 ? SN_CARROT_CHANGE : SN_CARROT_PAYMENT;
	enote->kind = !o.is_coinbase && n % 2 == 0 ? SN_CARROT_SPECIAL : SN_CARROT_NORMAL;
	if (enote->kind == SN_CARROT_NORMAL)
		memset(enote->anchor.b, (int)n + 1, sizeof enote->anchor.b);
	if (o.is_coinbase)
		memset(enote->first_image.b, 0, sizeof enote->first_image.b);
	return o;
}

void add_carrot_output(struct sn_wallet *w, uint64_t n, uint64_t height)
{
	struct sn_wallet_enote enote;
	struct sn_wallet_output o = carrot_output_of(n, height, &enote);
	ok(sn_wallet_add_carrot_output(w, &o, &enote, NULL));
}

void add_image(struct sn_wallet *w, uint64_t key)
{
	struct sn_point k = key_of(key), i = image_of(key);
	ok(sn_wallet_add_image(w, &k, &i));
}

size_t find_key(const struct sn_wallet *w, uint64_t key)
{
	struct sn_point k = key_of(key);
	return sn_wallet_find_key(w, &k);
}

size_t find_image(const struct sn_wallet *w, uint64_t key)
{
	struct sn_point i = image_of(key);
	return sn_wallet_find_image(w, &i);
}

uint64_t add_payment(struct sn_wallet *w, uint64_t first_key, size_t n_inputs)
{
	struct sn_point inputs[8];
	struct sn_payment_destination to[2] = {
		{.address = {.network = SN_STAGENET, .kind = SN_ADDRESS_SUBADDRESS}, .amount = 7},
		{.address = {.network = SN_STAGENET, .kind = SN_ADDRESS_INTEGRATED}, .amount = 8},
	};
	memset(to[1].address.payment_id, 9, SN_PAYMENT_ID_BYTES);
	to[0].address.spend = key_of(first_key + 100);
	for (size_t i = 0; i < n_inputs; i++)
		inputs[i] = key_of(first_key + i);
	struct sn_wallet_payment p = {
		.state = SN_PAYMENT_PREPARED,
		.time = 1700000000,
		.fee = 30,
		.change = 5,
		.inputs = inputs,
		.n_inputs = n_inputs,
		.destinations = to,
		.n_destinations = 2,
	};
	if (n_inputs % 2)
		p.rings = hash_of(first_key);
	uint64_t id = 0;
	ok(sn_wallet_add_payment(w, &p, &id));
	return id;
}

static bool same_output(const struct sn_wallet_output *a, const struct sn_wallet_output *b)
{
	return sn_point_is_equal(&a->key, &b->key) && sn_point_is_equal(&a->tx_key, &b->tx_key) &&
	       sn_hash_is_equal(&a->tx_hash, &b->tx_hash) && a->index == b->index &&
	       a->subaddress.major == b->subaddress.major && a->subaddress.minor == b->subaddress.minor &&
	       a->amount == b->amount && !memcmp(&a->mask, &b->mask, 32) && a->mask_kind == b->mask_kind &&
	       a->is_coinbase == b->is_coinbase && a->is_rct == b->is_rct && a->is_carrot == b->is_carrot &&
	       a->global_index == b->global_index && a->height == b->height && a->time == b->time &&
	       a->unlock_time == b->unlock_time && a->has_payment_id == b->has_payment_id &&
	       !memcmp(a->payment_id, b->payment_id, 8) && a->has_image == b->has_image &&
	       a->pair == b->pair && a->is_spent == b->is_spent && a->spent_height == b->spent_height;
}

static bool same_enote(const struct sn_wallet *a, const struct sn_wallet *b, size_t i)
{
	const struct sn_wallet_enote *x = sn_wallet_enote_of(a, &a->outputs[i]),
				     *y = sn_wallet_enote_of(b, &b->outputs[i]);
	return x && y ? x->output == i && y->output == i && x->kind == y->kind && x->type == y->type &&
				sn_point_is_equal(&x->first_image, &y->first_image) &&
				!memcmp(&x->anchor, &y->anchor, sizeof x->anchor)
		      : !x && !y && !a->outputs[i].is_carrot;
}

static bool same_spender(const struct sn_wallet *a, const struct sn_wallet *b, size_t i)
{
	const struct sn_hash *x = sn_wallet_spent_by(a, &a->outputs[i]),
			     *y = sn_wallet_spent_by(b, &b->outputs[i]);
	return x && y ? sn_hash_is_equal(x, y) : !x && !y;
}

static bool same_payment(const struct sn_wallet_payment *a, const struct sn_wallet_payment *b)
{
	if (a->id != b->id || a->state != b->state || a->time != b->time || a->fee != b->fee ||
	    a->change != b->change || a->height != b->height || !sn_hash_is_equal(&a->tx_hash, &b->tx_hash) ||
	    a->missing_since != b->missing_since || a->missing_height != b->missing_height ||
	    a->conflict_seen != b->conflict_seen || a->conflict_height != b->conflict_height ||
	    a->is_missing != b->is_missing || a->is_doubtful != b->is_doubtful ||
	    a->is_unanswered != b->is_unanswered || a->undone_at != b->undone_at ||
	    !sn_hash_is_equal(&a->rings, &b->rings) || a->n_inputs != b->n_inputs ||
	    a->n_destinations != b->n_destinations)
		return false;
	for (size_t i = 0; i < a->n_inputs; i++)
		if (!sn_point_is_equal(&a->inputs[i], &b->inputs[i]))
			return false;
	for (size_t i = 0; i < a->n_destinations; i++) {
		const struct sn_payment_destination *x = &a->destinations[i], *y = &b->destinations[i];
		if (x->address.network != y->address.network || x->address.kind != y->address.kind ||
		    !sn_point_is_equal(&x->address.spend, &y->address.spend) ||
		    !sn_point_is_equal(&x->address.view, &y->address.view) ||
		    memcmp(x->address.payment_id, y->address.payment_id, SN_PAYMENT_ID_BYTES) ||
		    x->amount != y->amount)
			return false;
	}
	return true;
}

bool same_incoming(const struct sn_wallet_incoming *a, const struct sn_wallet_incoming *b)
{
	return sn_hash_is_equal(&a->tx_hash, &b->tx_hash) && a->subaddress.major == b->subaddress.major &&
	       a->subaddress.minor == b->subaddress.minor && a->amount == b->amount && a->time == b->time &&
	       a->unlock_time == b->unlock_time && a->has_payment_id == b->has_payment_id &&
	       !memcmp(a->payment_id, b->payment_id, 8);
}

struct sn_wallet_incoming incoming_of(uint64_t n)
{
	struct sn_wallet_incoming in = {
		.tx_hash = hash_of(n),
		.subaddress = {.major = (uint32_t)(n % 3), .minor = (uint32_t)(n % 7)},
		.amount = 1000 + n,
		.time = 1700000000 + n,
		.unlock_time = n % 5,
		.has_payment_id = n % 2,
	};
	if (in.has_payment_id)
		memset(in.payment_id, (int)n, sizeof in.payment_id);
	return in;
}

static bool same_request(const struct sn_wallet_request *a, const struct sn_wallet_request *b)
{
	return !strcmp(a->reference, b->reference) && sn_hash_is_equal(&a->digest, &b->digest) &&
	       a->first == b->first && a->n == b->n && a->unsigned_set.len == b->unsigned_set.len &&
	       (!a->unsigned_set.len ||
		!memcmp(a->unsigned_set.data, b->unsigned_set.data, a->unsigned_set.len));
}

static bool same_noticed(const struct sn_wallet_noticed *a, const struct sn_wallet_noticed *b)
{
	return a->has_blocks == b->has_blocks && a->has_txs == b->has_txs && a->next_block == b->next_block &&
	       sn_hash_is_equal(&a->last_block, &b->last_block) && a->tx_height == b->tx_height &&
	       sn_hash_is_equal(&a->tx_hash, &b->tx_hash) && a->n_incoming == b->n_incoming &&
	       (!a->n_incoming || !memcmp(a->incoming, b->incoming, a->n_incoming * sizeof *a->incoming));
}

bool same_state(const struct sn_wallet *a, const struct sn_wallet *b)
{
	if (a->role != b->role || a->restore_height != b->restore_height || a->n_blocks != b->n_blocks ||
	    a->n_outputs != b->n_outputs || a->n_enotes != b->n_enotes || a->n_payments != b->n_payments ||
	    a->n_images != b->n_images || sn_wallet_height(a) != sn_wallet_height(b) ||
	    a->n_incoming != b->n_incoming || a->rescan_from != b->rescan_from ||
	    a->images_lost_below != b->images_lost_below)
		return false;
	if (a->lookahead_accounts != b->lookahead_accounts ||
	    a->lookahead_addresses != b->lookahead_addresses || a->n_shown != b->n_shown ||
	    a->unscanned_below != b->unscanned_below || a->fork_version != b->fork_version ||
	    a->fork_height != b->fork_height || a->is_sole != b->is_sole || a->scanned_to != b->scanned_to)
		return false;
	for (size_t i = 0; i < a->n_shown; i++)
		if (a->shown[i].account != b->shown[i].account ||
		    a->shown[i].addresses != b->shown[i].addresses)
			return false;
	if (memcmp(&a->account->view_secret, &b->account->view_secret, 32) ||
	    memcmp(&a->account->spend_secret, &b->account->spend_secret, 32) ||
	    a->account->network != b->account->network ||
	    !sn_point_is_equal(&a->account->spend_public, &b->account->spend_public) ||
	    !sn_point_is_equal(&a->account->view_public, &b->account->view_public))
		return false;
	for (size_t i = 0; i < a->n_blocks; i++)
		if (a->blocks[i].height != b->blocks[i].height ||
		    !sn_hash_is_equal(&a->blocks[i].hash, &b->blocks[i].hash))
			return false;
	for (size_t i = 0; i < a->n_images; i++)
		if (memcmp(&a->images[i], &b->images[i], sizeof a->images[i]))
			return false;
	for (size_t i = 0; i < a->n_payments; i++)
		if (!same_payment(&a->payments[i], &b->payments[i]))
			return false;
	for (size_t i = 0; i < a->n_payments; i++) {
		const struct sn_wallet_payment *x = sn_wallet_find_payment_of(a, &a->payments[i].tx_hash),
					       *y = sn_wallet_find_payment_of(b, &a->payments[i].tx_hash);
		if ((x != NULL) != (y != NULL) ||
		    (x && !sn_hash_is_equal(&x->tx_hash, &a->payments[i].tx_hash)))
			return false;
	}
	if (a->names.n_contacts != b->names.n_contacts || a->names.n_labels != b->names.n_labels)
		return false;
	for (size_t i = 0; i < a->names.n_contacts; i++)
		if (strcmp(a->names.contacts[i].name, b->names.contacts[i].name) != 0 ||
		    !sn_address_is_equal(&a->names.contacts[i].address, &b->names.contacts[i].address))
			return false;
	for (size_t i = 0; i < a->names.n_labels; i++)
		if (memcmp(&a->names.labels[i], &b->names.labels[i], sizeof a->names.labels[i]))
			return false;
	if (a->n_rings != b->n_rings)
		return false;
	for (size_t i = 0; i < a->n_rings; i++)
		if (memcmp(&a->rings[i], &b->rings[i], sizeof a->rings[i]) ||
		    sn_wallet_find_ring(b, &a->rings[i].key) != &b->rings[i])
			return false;
	if (a->n_requests != b->n_requests)
		return false;
	for (size_t i = 0; i < a->n_requests; i++)
		if (!same_request(&a->requests[i], &b->requests[i]))
			return false;
	if (a->n_notes != b->n_notes)
		return false;
	for (size_t i = 0; i < a->n_notes; i++)
		if (strcmp(a->notes[i].text, sn_wallet_note(b, &a->notes[i].tx_hash)) != 0)
			return false;
	if (a->n_frozen != b->n_frozen)
		return false;
	for (size_t i = 0; i < a->n_frozen; i++)
		if (!sn_wallet_is_frozen(b, &a->frozen[i]))
			return false;
	if (!same_noticed(&a->noticed, &b->noticed))
		return false;
	for (size_t i = 0; i < a->n_incoming; i++)
		if (!same_incoming(&a->incoming[i], &b->incoming[i]))
			return false;
	for (size_t i = 0; i < a->n_outputs; i++) {
		const struct sn_wallet_payment *x = sn_wallet_held_by(a, i), *y = sn_wallet_held_by(b, i);
		if (!same_output(&a->outputs[i], &b->outputs[i]) || !same_spender(a, b, i) ||
		    !same_enote(a, b, i) || sn_wallet_is_burnt(a, i) != sn_wallet_is_burnt(b, i) ||
		    (x != NULL) != (y != NULL) || (x && x->id != y->id))
			return false;
	}
	return true;
}

void expect_on_disk(const struct sn_wallet *w, const char *name)
{
	struct sn_wallet *r = open_wallet(name, SN_WALLET_READ);
	cr_assert(same_state(w, r), "the file differs from memory");
	sn_wallet_close(r);
}

struct sn_wallet_ring ring_of(uint64_t n)
{
	struct sn_wallet_ring ring = {.key = key_of(n), .height = 1000 + n, .from_first = 0x7fff >> n % 15};
	for (size_t i = 0; i < SN_WALLET_DECOYS; i++)
		ring.decoys[i] = i ? ring.decoys[i - 1] + 1 + (n + 1) * i : n;
	return ring;
}

void add_request(struct sn_wallet *w, const char *reference, uint64_t first)
{
	struct sn_wallet_request request = {
		.digest = hash_of(first), .first = first, .n = (uint32_t)(w->n_payments + 1 - first)};
	strcpy(request.reference, reference);
	sn_put_bytes(&request.unsigned_set, "unsigned", 8);
	ok(sn_wallet_add_request(w, &request));
	sn_buf_free(&request.unsigned_set);
}

void fill(struct sn_wallet *w)
{
	for (uint64_t i = 0; i < 3; i++) {
		struct sn_wallet_ring ring = ring_of(5 * i);
		ok(sn_wallet_set_ring(w, &ring));
	}
	add_image(w, 3);
	for (uint64_t h = 100; h < 110; h++) {
		add_output(w, h, h - 100, h, 10 * h);
		add_block(w, h);
	}
	add_image(w, 5);
	struct sn_hash by = hash_of(77);
	ok(sn_wallet_set_spent(w, find_key(w, 5), 108, &by));
	uint64_t id = add_payment(w, 1, 3);
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_SUBMITTED, &by, 0));
	ok(sn_wallet_set_missing(w, id, 1700000001));
	ok(sn_wallet_declare_missing(w, id));
	add_payment(w, 6, 2);
	add_request(w, "invoice 17", id + 1);
	struct sn_wallet_incoming in[3] = {incoming_of(500), incoming_of(501), incoming_of(502)};
	ok(sn_wallet_set_incoming(w, in, 3));
	for (uint64_t i = 2; i < 5; i++) {
		struct sn_point key = key_of(i);
		ok(sn_wallet_set_frozen(w, &key, true));
		const struct sn_hash noted = {{key.b[0], key.b[1]}};
		ok(sn_wallet_set_note(w, &noted, "note", &err));
	}
	ok(sn_wallet_set_noticed_blocks(w, 30000, &by));
	ok(sn_wallet_set_noticed_txs(w, 107, &by));
	ok(sn_wallet_set_noticed_incoming(w, &in[1].tx_hash));
	ok(sn_wallet_want_rescan(w, 105));
	const struct sn_address address = {
		.network = w->account->network, .spend = key_of(1), .view = key_of(2)};
	ok(sn_wallet_add_contact(w, "Alice", &address, NULL));
	ok(sn_wallet_set_label(w, (struct sn_subaddress_index){0, 3}, "Rent", NULL));
}

struct sn_wallet *compacted_copy(const struct sn_wallet *w)
{
	struct sn_buf all = {0};
	struct sn_wallet *copy = sn_wallet_new(w->role);
	copy->account->network = w->account->network;
	for (size_t i = 0; w->role == SN_ROLE_WATCH_ONLY && i < w->n_images; i++)
		ok(sn_wallet_add_image(copy, &w->images[i].key, &w->images[i].image));
	sn_records_put_all(&all, w);
	ok(sn_records_replay(copy, all.data, all.len));
	ok(sn_wallet_index_outputs(copy));
	sn_buf_free(&all);
	return copy;
}

struct sn_buf unseal(const char *name)
{
	struct sn_journal *j;
	struct sn_buf commit = {0}, all = {0};
	bool at_end = false;
	ok(sn_journal_open(&j, name, false, PASSWORD, NULL, NULL, &err));
	for (;;) {
		ok(sn_journal_read(j, &commit, &at_end, &err));
		if (at_end)
			break;
		sn_put_bytes(&all, commit.data, commit.len);
	}
	sn_journal_close(j);
	sn_buf_free(&commit);
	return all;
}
