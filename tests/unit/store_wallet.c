#include "store/wallet.h"

#include "store/wallet_records.h"
#include "store/wallet_replay.h"
#include "store/wallet_state.h"
#include "chain/subaddress_table.h"
#include "store_helpers.h"

#include <signal.h>
#include <sys/resource.h>

TestSuite(store_wallet, .init = set_up, .fini = tear_down);

/* Keys that are none: nothing here computes with them. */
static struct sn_account account_of(uint8_t mark)
{
	struct sn_account a = {.network = SN_STAGENET, .has_spend_secret = true};
	memset(a.view_secret.b, mark, 32);
	memset(a.view_public.b, mark + 1, 32);
	memset(a.spend_public.b, mark + 2, 32);
	crypto_generichash(a.spend_secret.b, 32, &mark, 1, NULL, 0);
	return a;
}

static void create_wallet(const char *name, enum sn_role role)
{
	struct sn_account a = account_of(0x40);
	ok(sn_wallet_create(name, role, &a, 100, PASSWORD, SN_KDF_TEST, &err));
}

static struct sn_wallet *open_wallet(const char *name, enum sn_wallet_mode mode)
{
	struct sn_wallet *w;
	ok(sn_wallet_open(&w, name, mode, PASSWORD, NULL, &err));
	return w;
}

static struct sn_wallet *new_wallet(void)
{
	create_wallet(path, SN_ROLE_WATCH_ONLY);
	return open_wallet(path, SN_WALLET_WRITE);
}

static struct sn_hash hash_of(uint64_t n)
{
	struct sn_hash h;
	crypto_generichash(h.b, 32, (const uint8_t *)&n, sizeof n, (const uint8_t *)"hash-hash-hash-h", 16);
	return h;
}

static struct sn_point key_of(uint64_t n)
{
	struct sn_point p;
	crypto_generichash(p.b, 32, (const uint8_t *)&n, sizeof n, (const uint8_t *)"key-key-key-key-", 16);
	return p;
}

static struct sn_point image_of(uint64_t n)
{
	struct sn_point p;
	crypto_generichash(p.b, 32, (const uint8_t *)&n, sizeof n, (const uint8_t *)"image-image-imag", 16);
	return p;
}

/* Output n at this height, with one-time key `key`. */
static struct sn_wallet_output output_of(uint64_t n, uint64_t key, uint64_t height, uint64_t amount)
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

static void add_block(struct sn_wallet *w, uint64_t height)
{
	struct sn_hash h = hash_of(height);
	ok(sn_wallet_add_block(w, height, &h, 0));
}

static void add_output(struct sn_wallet *w, uint64_t n, uint64_t key, uint64_t height, uint64_t amount)
{
	struct sn_wallet_output o = output_of(n, key, height, amount);
	ok(sn_wallet_add_output(w, &o));
}

static void add_image(struct sn_wallet *w, uint64_t key)
{
	struct sn_point k = key_of(key), i = image_of(key);
	ok(sn_wallet_add_image(w, &k, &i));
}

static size_t find_key(const struct sn_wallet *w, uint64_t key)
{
	struct sn_point k = key_of(key);
	return sn_wallet_find_key(w, &k);
}

static size_t find_image(const struct sn_wallet *w, uint64_t key)
{
	struct sn_point i = image_of(key);
	return sn_wallet_find_image(w, &i);
}

static uint64_t add_payment(struct sn_wallet *w, uint64_t first_key, size_t n_inputs)
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
	       a->is_coinbase == b->is_coinbase && a->is_rct == b->is_rct &&
	       a->global_index == b->global_index && a->height == b->height && a->time == b->time &&
	       a->unlock_time == b->unlock_time && a->has_payment_id == b->has_payment_id &&
	       !memcmp(a->payment_id, b->payment_id, 8) && a->has_image == b->has_image &&
	       sn_point_is_equal(&a->image, &b->image) && a->is_spent == b->is_spent &&
	       a->spent_height == b->spent_height && sn_hash_is_equal(&a->spent_by, &b->spent_by);
}

static bool same_payment(const struct sn_wallet_payment *a, const struct sn_wallet_payment *b)
{
	if (a->id != b->id || a->state != b->state || a->time != b->time || a->fee != b->fee ||
	    a->change != b->change || a->height != b->height || !sn_hash_is_equal(&a->tx_hash, &b->tx_hash) ||
	    a->missing_since != b->missing_since || a->missing_height != b->missing_height ||
	    a->conflict_seen != b->conflict_seen || a->conflict_height != b->conflict_height ||
	    a->is_missing != b->is_missing || a->is_rejected != b->is_rejected ||
	    a->undone_at != b->undone_at || !sn_hash_is_equal(&a->rings, &b->rings) ||
	    a->n_inputs != b->n_inputs || a->n_destinations != b->n_destinations)
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

static bool same_incoming(const struct sn_wallet_incoming *a, const struct sn_wallet_incoming *b)
{
	return sn_hash_is_equal(&a->tx_hash, &b->tx_hash) && a->subaddress.major == b->subaddress.major &&
	       a->subaddress.minor == b->subaddress.minor && a->amount == b->amount && a->time == b->time &&
	       a->unlock_time == b->unlock_time && a->has_payment_id == b->has_payment_id &&
	       !memcmp(a->payment_id, b->payment_id, 8);
}

static struct sn_wallet_incoming incoming_of(uint64_t n)
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

/* Whether the two wallets say the same, down to the look-ups. */
static bool same_state(const struct sn_wallet *a, const struct sn_wallet *b)
{
	if (a->role != b->role || a->restore_height != b->restore_height || a->n_blocks != b->n_blocks ||
	    a->n_outputs != b->n_outputs || a->n_payments != b->n_payments || a->n_images != b->n_images ||
	    sn_wallet_height(a) != sn_wallet_height(b) || a->n_incoming != b->n_incoming ||
	    a->rescan_from != b->rescan_from || a->images_lost_below != b->images_lost_below)
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
	if (a->n_rings != b->n_rings)
		return false;
	for (size_t i = 0; i < a->n_rings; i++)
		if (memcmp(&a->rings[i], &b->rings[i], sizeof a->rings[i]) ||
		    sn_wallet_find_ring(b, &a->rings[i].key) != &b->rings[i])
			return false;
	for (size_t i = 0; i < a->n_incoming; i++)
		if (!same_incoming(&a->incoming[i], &b->incoming[i]))
			return false;
	for (size_t i = 0; i < a->n_outputs; i++) {
		const struct sn_wallet_payment *x = sn_wallet_held_by(a, i), *y = sn_wallet_held_by(b, i);
		if (!same_output(&a->outputs[i], &b->outputs[i]) ||
		    sn_wallet_is_burnt(a, i) != sn_wallet_is_burnt(b, i) || (x != NULL) != (y != NULL) ||
		    (x && x->id != y->id))
			return false;
	}
	return true;
}

/* The state on disk is that of w. */
static void expect_on_disk(const struct sn_wallet *w, const char *name)
{
	struct sn_wallet *r = open_wallet(name, SN_WALLET_READ);
	cr_assert(same_state(w, r), "the file differs from memory");
	sn_wallet_close(r);
}

static struct sn_wallet_ring ring_of(uint64_t n)
{
	struct sn_wallet_ring ring = {.key = key_of(n), .height = 1000 + n, .first_height = 900 + n / 2};
	for (size_t i = 0; i < SN_WALLET_DECOYS; i++)
		ring.decoys[i] = i ? ring.decoys[i - 1] + 1 + (n + 1) * i : n;
	return ring;
}

/* A bit of everything. */
static void fill(struct sn_wallet *w)
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
	struct sn_wallet_incoming in[3] = {incoming_of(500), incoming_of(501), incoming_of(502)};
	ok(sn_wallet_set_incoming(w, in, 3));
	ok(sn_wallet_want_rescan(w, 105));
}

static bool has_incoming(const struct sn_wallet *w, const struct sn_wallet_incoming *x)
{
	for (size_t i = 0; i < w->n_incoming; i++) {
		const struct sn_wallet_incoming *y = &w->incoming[i];
		if (sn_hash_is_equal(&y->tx_hash, &x->tx_hash) &&
		    sn_subaddress_is_equal(y->subaddress, x->subaddress) && y->amount == x->amount &&
		    y->time == x->time && y->unlock_time == x->unlock_time &&
		    y->has_payment_id == x->has_payment_id)
			return true;
	}
	return false;
}

Test(store_wallet, incoming_until_a_block_holds_it)
{
	struct sn_wallet *w = new_wallet();
	struct sn_wallet_incoming in[3] = {incoming_of(1), incoming_of(1), incoming_of(2)};
	in[1].subaddress.minor++;
	ok(sn_wallet_set_incoming(w, in, 3));
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	/* The same again is no change. */
	uint64_t size = sn_journal_size(sn_wallet_journal(w));
	ok(sn_wallet_set_incoming(w, in, 3));
	ok(sn_wallet_store(w, &err));
	cr_assert_eq(sn_journal_size(sn_wallet_journal(w)), size);
	/* Each difference is one. */
	for (int i = 0; i < 7; i++) {
		struct sn_wallet_incoming x[3] = {in[0], in[1], in[2]};
		x[2].tx_hash.b[31] ^= i == 0;
		x[2].subaddress.major += i == 1;
		x[2].amount += i == 2;
		x[2].time += i == 3;
		x[2].unlock_time += i == 4;
		x[2].has_payment_id ^= i == 5;
		ok(sn_wallet_set_incoming(w, x, i == 6 ? 2 : 3));
		for (size_t k = 0; i < 6 && k < 3; k++)
			cr_assert(has_incoming(w, &x[k]), "%d, %zu", i, k);
		ok(sn_wallet_store(w, &err));
		expect_on_disk(w, path);
		ok(sn_wallet_set_incoming(w, in, 3));
	}
	/* The transaction has an output of ours: all that was told of it goes. */
	add_block(w, 100);
	add_output(w, 1, 1, 101, 5);
	cr_assert(w->n_incoming == 1 && w->incoming[0].amount == 1002);
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	ok(sn_wallet_rollback(w, 100));
	cr_assert_eq(w->n_incoming, 1);
	ok(sn_wallet_set_incoming(w, NULL, 0));
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);

	struct sn_wallet_incoming *many = calloc(SN_WALLET_INCOMING_MAX + 1, sizeof *many);
	fails(sn_wallet_set_incoming(w, many, SN_WALLET_INCOMING_MAX + 1), SN_BAD_INPUT);
	for (size_t i = 0; i < SN_WALLET_INCOMING_MAX; i++)
		many[i] = incoming_of(i);
	ok(sn_wallet_set_incoming(w, many, SN_WALLET_INCOMING_MAX));
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	free(many);
	sn_wallet_close(w);
}

static size_t find_incoming(const struct sn_wallet *w, const struct sn_wallet_incoming *in)
{
	for (size_t i = w->n_incoming; i-- > 0;)
		if (same_incoming(&w->incoming[i], in))
			return i;
	return 0;
}

/* Whatever the next list is, the file says the same; what stays costs no bytes. */
Test(store_wallet, incoming_changes)
{
	enum { ROUNDS = 200, ENTRY = 1 + 32 + 2 + 4 * 8, PLACE = 2, FRAME = 128 };
	struct sn_wallet *w = new_wallet();
	struct sn_wallet_incoming *list = calloc(SN_WALLET_INCOMING_MAX, sizeof *list);
	struct sn_wallet_incoming *told = calloc(SN_WALLET_INCOMING_MAX, sizeof *told);
	size_t n = SN_WALLET_INCOMING_MAX;
	uint64_t next = 0;
	cr_assert(list && told);
	for (size_t i = 0; i < n; i++)
		list[i] = incoming_of(next++);
	ok(sn_wallet_set_incoming(w, list, n));
	ok(sn_wallet_store(w, &err));
	for (int round = 0; round < ROUNDS; round++) {
		/* Some go, some come behind the rest. */
		size_t kept = 0, one_of = 1 + randombytes_uniform(20), come = randombytes_uniform(20);
		for (size_t i = 0; i < n; i++)
			if (randombytes_uniform((uint32_t)one_of))
				list[kept++] = list[i];
		size_t gone = n - kept;
		for (n = kept; come && n < SN_WALLET_INCOMING_MAX; come--)
			list[n++] = incoming_of(next++);
		/* In which order they are told does not matter. */
		memcpy(told, list, n * sizeof *list);
		for (size_t i = n; round % 2 && i > 1; i--) {
			size_t other_one = randombytes_uniform((uint32_t)i);
			struct sn_wallet_incoming x = told[i - 1];
			told[i - 1] = told[other_one];
			told[other_one] = x;
		}
		uint64_t before = sn_journal_size(sn_wallet_journal(w));
		ok(sn_wallet_set_incoming(w, told, n));
		cr_assert_eq(w->n_incoming, n);
		for (size_t i = 0; i < kept; i++)
			cr_assert(same_incoming(&w->incoming[i], &list[i]));
		for (size_t i = kept; i < n; i++)
			cr_assert(find_incoming(w, &list[i]) >= kept);
		memcpy(list, w->incoming, n * sizeof *list);
		ok(sn_wallet_store(w, &err));
		uint64_t after = sn_journal_size(sn_wallet_journal(w));
		if (after > before) /* else it was compacted */
			cr_assert(after - before <= (n - kept) * ENTRY + gone * PLACE + FRAME, "%d bytes",
				  (int)(after - before));
		expect_on_disk(w, path);
	}
	ok(sn_wallet_set_incoming(w, NULL, 0));
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);

	/* One that is there twice is so until it is there once. */
	list[0] = list[2] = incoming_of(1);
	list[1] = list[3] = incoming_of(2);
	for (size_t i = 4; i > 0; i--) {
		ok(sn_wallet_set_incoming(w, list, i));
		cr_assert_eq(w->n_incoming, i);
		ok(sn_wallet_store(w, &err));
		expect_on_disk(w, path);
	}
	/* And which one goes does not depend on how the lists are compared. */
	list[2] = list[1] = list[0];
	list[0] = list[3];
	list[3] = incoming_of(3);
	ok(sn_wallet_set_incoming(w, NULL, 0));
	ok(sn_wallet_set_incoming(w, list + 1, 3)); /* 1 1 3 */
	list[4] = list[1];
	ok(sn_wallet_set_incoming(w, list + 1, 4)); /* 1 1 3 1 */
	ok(sn_wallet_set_incoming(w, list + 2, 3)); /* the last of those alike goes */
	cr_assert(w->n_incoming == 3 && same_incoming(&w->incoming[0], &list[1]));
	cr_assert(same_incoming(&w->incoming[1], &list[1]) && same_incoming(&w->incoming[2], &list[3]));
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	free(list);
	free(told);
	sn_wallet_close(w);
}

/* A whole list of the longest entries that takes the place of another: less than a synchronisation may
 * append. */
Test(store_wallet, incoming_is_compact)
{
	struct sn_wallet *w = new_wallet();
	struct sn_wallet_incoming *list = calloc(SN_WALLET_INCOMING_MAX, sizeof *list);
	uint64_t before = 0, next = 0;
	cr_assert_not_null(list);
	for (int round = 0; round < 2; round++) {
		for (size_t i = 0; i < SN_WALLET_INCOMING_MAX; i++) {
			list[i] = incoming_of(2 * next++ + 1);
			list[i].subaddress = (struct sn_subaddress_index){(1 << 14) - 1, (1 << 14) - 1};
			list[i].amount = list[i].unlock_time = UINT64_MAX - i;
			list[i].time = 1700000000;
			cr_assert(list[i].has_payment_id);
		}
		before = sn_journal_size(sn_wallet_journal(w));
		ok(sn_wallet_set_incoming(w, list, SN_WALLET_INCOMING_MAX));
		ok(sn_wallet_store(w, &err));
		expect_on_disk(w, path);
	}
	uint64_t appended = sn_journal_size(sn_wallet_journal(w)) - before;
	cr_assert(appended > 0 && appended < 65536, "%d bytes", (int)appended);
	free(list);
	sn_wallet_close(w);
}

/* Places that are not there, or not in order, and a list too long: as a file may claim. */
Test(store_wallet, incoming_changes_that_cannot_be)
{
	static const struct {
		uint32_t gone[2];
		size_t n_gone, n_more;
		int ret;
	} cases[] = {
		{{0, 1}, 2, 0, SN_OK},
		{{2}, 1, 0, SN_BAD_INPUT},
		{{1, 0}, 2, 0, SN_BAD_INPUT},
		{{1, 1}, 2, 0, SN_BAD_INPUT},
		{{0, UINT32_MAX}, 2, 0, SN_BAD_INPUT},
		{{0}, 0, SN_WALLET_INCOMING_MAX - 2, SN_OK},
		{{0}, 0, SN_WALLET_INCOMING_MAX - 1, SN_BAD_INPUT},
		{{0}, 1, SN_WALLET_INCOMING_MAX - 1, SN_OK},
		{{0}, 1, SN_WALLET_INCOMING_MAX, SN_BAD_INPUT},
		{{0, 1}, 2, SN_WALLET_INCOMING_MAX, SN_OK},
	};
	struct sn_wallet_incoming *more = calloc(SN_WALLET_INCOMING_MAX, sizeof *more);
	struct sn_wallet_incoming two[2] = {incoming_of(1), incoming_of(2)};
	cr_assert_not_null(more);
	struct sn_wallet *w = new_wallet();
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sn_buf record = {0};
		ok(sn_wallet_set_incoming(w, two, 2));
		sn_record_put_incoming(&record, cases[i].gone, cases[i].n_gone, more, cases[i].n_more);
		cr_assert(!record.failed);
		int got = sn_records_replay(w, record.data, record.len);
		cr_assert_eq(got, cases[i].ret, "case %zu gave %d", i, got);
		cr_assert_eq(w->n_incoming, cases[i].ret ? 2 : 2 - cases[i].n_gone + cases[i].n_more);
		for (size_t len = 1; len < record.len && cases[i].ret == SN_OK; len += len < 200 ? 1 : 97) {
			ok(sn_wallet_set_incoming(w, two, 2));
			fails(sn_records_replay(w, record.data, len), SN_BAD_INPUT);
			cr_assert_eq(w->n_incoming, 2);
		}
		sn_buf_free(&record);
	}
	/* A flag, and a subaddress, that nothing has. */
	enum { FLAGS = 3, MAJOR = FLAGS + 1 + 32 };
	struct sn_buf record = {0};
	more[0].subaddress.major = UINT32_MAX;
	sn_record_put_incoming(&record, NULL, 0, more, 1);
	record.data[FLAGS] |= 8;
	fails(sn_records_replay(w, record.data, record.len), SN_BAD_INPUT);
	record.data[FLAGS] ^= 8;
	ok(sn_records_replay(w, record.data, record.len));
	record.data[MAJOR + 4] ^= 0x10;
	fails(sn_records_replay(w, record.data, record.len), SN_BAD_INPUT);
	sn_buf_free(&record);
	free(more);
	sn_wallet_close(w);
}

Test(store_wallet, rejected)
{
	struct sn_wallet *w = new_wallet();
	struct sn_hash hash = hash_of(1);
	uint64_t id = add_payment(w, 1, 1);
	fails(sn_wallet_set_rejected(w, id + 1, true), SN_BAD_INPUT);
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_SUBMITTED, &hash, 0));
	ok(sn_wallet_set_rejected(w, id, true));
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	/* The same when the file is written anew. */
	struct sn_buf all = {0};
	sn_records_put_all(&all, w);
	struct sn_wallet *copy = sn_wallet_new(SN_ROLE_WATCH_ONLY);
	ok(sn_records_replay(copy, all.data, all.len));
	cr_assert(copy->payments[0].is_rejected);
	sn_wallet_free(copy);
	sn_buf_free(&all);
	/* What is given up for a rival may come back with a rollback: rejected it was all the same. */
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_RELEASED, NULL, 0));
	cr_assert(w->payments[0].is_rejected);
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_CONFIRMED, NULL, 100));
	cr_assert(w->payments[0].is_rejected);
	/* It could be a block that the daemon made up and takes back. */
	ok(sn_wallet_rollback(w, 100));
	cr_assert(w->payments[0].is_rejected && w->payments[0].state == SN_PAYMENT_SUBMITTED);
	sn_wallet_close(w);
}

/* The block that beat a rejected payment is taken back, but meanwhile another payment holds the same output:
 * the rejected one stays in doubt. */
Test(store_wallet, rejected_and_beaten)
{
	struct sn_wallet *w = new_wallet();
	struct sn_hash hash = hash_of(1);
	uint64_t rejected = add_payment(w, 1, 1), other = add_payment(w, 1, 1), third = add_payment(w, 2, 1);
	cr_assert(sn_point_is_equal(&w->payments[0].inputs[0], &w->payments[1].inputs[0]));
	for (uint64_t height = 90; height < 110; height++) {
		hash = hash_of(height);
		ok(sn_wallet_add_block(w, height, &hash, 0));
	}
	ok(sn_wallet_set_payment(w, rejected, SN_PAYMENT_SUBMITTED, &hash, 0));
	ok(sn_wallet_set_rejected(w, rejected, true));
	ok(sn_wallet_set_payment(w, rejected, SN_PAYMENT_RELEASED, NULL, 105));
	ok(sn_wallet_set_payment(w, third, SN_PAYMENT_RELEASED, NULL, 105));
	ok(sn_wallet_rollback(w, 103));
	cr_assert(w->payments[0].state == SN_PAYMENT_RELEASED && w->payments[0].height == 103);
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	/* With the output free again it goes on. */
	ok(sn_wallet_set_payment(w, other, SN_PAYMENT_RELEASED, NULL, 0));
	ok(sn_wallet_rollback(w, 102));
	cr_assert(w->payments[0].state == SN_PAYMENT_SUBMITTED && w->payments[0].height == 0);
	sn_wallet_close(w);
}

/* The time of the block with the conflict belongs to that block: it goes when the block or the state goes. */
Test(store_wallet, conflict_is_noted_while_released_for_a_block)
{
	struct sn_wallet *w = new_wallet();
	struct sn_hash hash = hash_of(1);
	const uint64_t id = add_payment(w, 1, 1);
	const struct sn_wallet_payment *p = &w->payments[0];
	for (uint64_t height = 100; height < 110; height++)
		add_block(w, height);
	cr_assert(!sn_payment_was_submitted(p));
	fails(sn_wallet_set_conflict_seen(w, id, 5), SN_BAD_INPUT);
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_SUBMITTED, &hash, 0));
	cr_assert(sn_payment_was_submitted(p));
	fails(sn_wallet_set_conflict_seen(w, id, 5), SN_BAD_INPUT);
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_RELEASED, NULL, 0));
	fails(sn_wallet_set_conflict_seen(w, id, 5), SN_BAD_INPUT);
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_RELEASED, NULL, 105));
	fails(sn_wallet_set_missing(w, id, 5), SN_BAD_INPUT);
	fails(sn_wallet_set_conflict_seen(w, id, 0), SN_BAD_INPUT);
	fails(sn_wallet_set_conflict_seen(w, id + 1, 5), SN_BAD_INPUT);
	ok(sn_wallet_set_conflict_seen(w, id, 5));
	cr_assert(p->conflict_seen == 5 && p->conflict_height == 110 && !p->missing_since);
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);

	/* A rollback above the block keeps the time, one below clears it. */
	ok(sn_wallet_rollback(w, 106));
	cr_assert(p->state == SN_PAYMENT_RELEASED && p->conflict_seen == 5);
	ok(sn_wallet_set_conflict_seen(w, id, 5));
	cr_assert_eq(p->conflict_height, 106);
	ok(sn_wallet_rollback(w, 105));
	cr_assert(p->state == SN_PAYMENT_SUBMITTED && !p->conflict_seen && !p->conflict_height);
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_RELEASED, NULL, 104));
	ok(sn_wallet_set_conflict_seen(w, id, 6));
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_RELEASED, NULL, 0));
	cr_assert(!p->conflict_seen && !p->conflict_height);
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	sn_wallet_close(w);
}

/* Key images that were lost on a longer chain can be restored on the shorter one. */
Test(store_wallet, images_lost_on_a_longer_chain)
{
	struct sn_wallet *w = new_wallet();
	struct sn_hash hash = hash_of(1);
	ok(sn_wallet_add_block(w, 500, &hash, 0));
	ok(sn_wallet_set_images_lost(w, 501));
	ok(sn_wallet_reset(w));
	ok(sn_wallet_add_block(w, 300, &hash, 0));
	ok(sn_wallet_end_rescan(w));
	cr_assert(!w->scanned_to && w->images_lost_below == 301);
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	sn_wallet_close(w);
}

/* A payment remembers the height of the block that held it, until a block holds it again or it is given up.
 */
Test(store_wallet, undone_payment)
{
	struct sn_wallet *w = new_wallet();
	struct sn_hash hash = hash_of(1);
	uint64_t id = add_payment(w, 1, 1);
	for (uint64_t height = 90; height < 110; height++) {
		hash = hash_of(height);
		ok(sn_wallet_add_block(w, height, &hash, 0));
	}
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_SUBMITTED, &hash, 0));
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_CONFIRMED, NULL, 105));
	ok(sn_wallet_rollback(w, 100));
	cr_assert(w->payments[0].state == SN_PAYMENT_SUBMITTED && w->payments[0].undone_at == 105);
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	struct sn_buf all = {0};
	sn_records_put_all(&all, w);
	struct sn_wallet *copy = sn_wallet_new(SN_ROLE_WATCH_ONLY);
	ok(sn_records_replay(copy, all.data, all.len));
	cr_assert_eq(copy->payments[0].undone_at, 105);
	sn_wallet_free(copy);
	sn_buf_free(&all);
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_CONFIRMED, NULL, 102));
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	/* A lower one that is taken back, too, does not lower it. */
	ok(sn_wallet_rollback(w, 100));
	cr_assert(w->payments[0].state == SN_PAYMENT_SUBMITTED && w->payments[0].undone_at == 105);
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_RELEASED, NULL, 0));
	cr_assert_eq(w->payments[0].undone_at, 0);
	sn_wallet_close(w);
}

/* A wallet that begins above the height where it stood has nothing to scan again. */
Test(store_wallet, restore_height_above_a_rescan)
{
	struct sn_wallet *w = new_wallet();
	struct sn_hash hash = hash_of(1);
	ok(sn_wallet_add_block(w, 500, &hash, 0));
	ok(sn_wallet_reset(w));
	cr_assert_eq(w->scanned_to, 501);
	ok(sn_wallet_set_restore_height(w, 400));
	cr_assert_eq(w->scanned_to, 501);
	ok(sn_wallet_set_restore_height(w, 501));
	cr_assert_eq(w->scanned_to, 0);
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	sn_wallet_close(w);
}

Test(store_wallet, missing_while_submitted)
{
	struct sn_wallet *w = new_wallet();
	struct sn_hash hash = hash_of(1), second = hash_of(2), none = {{0}};
	uint64_t id = add_payment(w, 1, 1);
	cr_assert(sn_wallet_find_payment_of(w, &hash) == NULL && sn_wallet_find_payment_of(w, &none) == NULL);
	fails(sn_wallet_set_missing(w, id, 5), SN_BAD_INPUT);
	fails(sn_wallet_declare_missing(w, id), SN_BAD_INPUT);
	fails(sn_wallet_set_missing(w, id + 1, 5), SN_BAD_INPUT);
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_SUBMITTED, &hash, 0));
	cr_assert(sn_wallet_find_payment_of(w, &hash)->id == id);
	ok(sn_wallet_set_missing(w, id, 5));
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	/* It leaves the state, and that is over. */
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_PREPARED, NULL, 0));
	cr_assert_eq(w->payments[0].missing_since, 0);
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_SUBMITTED, &second, 0));
	cr_assert(w->payments[0].missing_since == 0 && sn_wallet_find_payment_of(w, &hash) == NULL);
	cr_assert(sn_wallet_find_payment_of(w, &second)->id == id);
	/* Of two with one hash the one that is not confirmed. */
	uint64_t twin = add_payment(w, 3, 1);
	ok(sn_wallet_set_payment(w, twin, SN_PAYMENT_SUBMITTED, &second, 0));
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_CONFIRMED, NULL, 100));
	cr_assert(sn_wallet_find_payment_of(w, &second)->id == twin);
	ok(sn_wallet_set_payment(w, twin, SN_PAYMENT_CONFIRMED, NULL, 100));
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_SUBMITTED, NULL, 0));
	cr_assert(sn_wallet_find_payment_of(w, &second)->id == id);
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	sn_wallet_close(w);
}

Test(store_wallet, both_roles)
{
	static const enum sn_role roles[] = {SN_ROLE_MASTER, SN_ROLE_WATCH_ONLY};
	for (int i = 0; i < 2; i++) {
		struct sn_account a = account_of(0x40);
		create_wallet(path, roles[i]);
		struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
		cr_assert(w->role == roles[i] && w->restore_height == 100 && sn_wallet_height(w) == 100);
		cr_assert(w->account->network == SN_STAGENET);
		cr_assert(w->account->has_spend_secret == (i == 0));
		if (i)
			memset(&a.spend_secret, 0, 32);
		cr_assert(!memcmp(&w->account->spend_secret, &a.spend_secret, 32));
		cr_assert(!memcmp(&w->account->view_secret, &a.view_secret, 32));
		cr_assert(!memcmp(&w->account->view_public, &a.view_public, 32));
		cr_assert(!memcmp(&w->account->spend_public, &a.spend_public, 32));
		fill(w);
		ok(sn_wallet_store(w, &err));
		expect_on_disk(w, path);
		sn_wallet_close(w);
		struct sn_wallet *none;
		fails(sn_wallet_open(&none, path, SN_WALLET_READ, "wrong", NULL, &err), SN_BAD_PASSWORD);
		cr_assert(none == NULL);
		unlink(path);
	}
	struct sn_account a = account_of(1);
	a.has_spend_secret = false;
	fails(sn_wallet_create(path, SN_ROLE_MASTER, &a, 0, PASSWORD, SN_KDF_TEST, &err), SN_BAD_INPUT);
	cr_assert(access(path, F_OK) != 0);
}

/* Append all that the file holds, unsealed. */
static void unseal(const char *name, struct sn_buf *out)
{
	struct sn_journal *j;
	struct sn_buf commit = {0};
	bool at_end = false;
	ok(sn_journal_open(&j, name, false, PASSWORD, NULL, NULL, &err));
	for (;;) {
		ok(sn_journal_read(j, &commit, &at_end, &err));
		if (at_end)
			break;
		sn_put_bytes(out, commit.data, commit.len);
	}
	sn_journal_close(j);
	sn_buf_free(&commit);
}

Test(store_wallet, watch_only_file_holds_no_spend_secret)
{
	struct sn_account a = account_of(0x40);
	for (int master = 0; master < 2; master++) {
		create_wallet(path, master ? SN_ROLE_MASTER : SN_ROLE_WATCH_ONLY);
		struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
		fill(w);
		ok(sn_wallet_store(w, &err));
		struct sn_buf snapshot = {0};
		sn_records_put_all(&snapshot, w);
		sn_wallet_close(w);
		struct sn_buf file = slurp(path), records = {0};
		unseal(path, &records);
		/* Not even a piece of it; and the master's does hold it, or the search would prove nothing.
		 */
		bool found = false;
		for (size_t i = 0; i + 8 <= 32; i++) {
			cr_assert(!memmem(file.data, file.len, a.spend_secret.b + i, 8));
			found |= memmem(records.data, records.len, a.spend_secret.b + i, 8) != NULL;
			found |= memmem(snapshot.data, snapshot.len, a.spend_secret.b + i, 8) != NULL;
		}
		cr_assert(found == master);
		cr_assert(!memmem(file.data, file.len, a.view_secret.b, 32));
		sn_buf_free(&file);
		sn_buf_free(&records);
		sn_buf_free(&snapshot);
		unlink(path);
	}
}

/* Of a master wallet, whose key images are in the same file; for the others see store_key_images.c. */
Test(store_wallet, every_truncation_gives_an_earlier_state_or_nothing)
{
	create_wallet(path, SN_ROLE_MASTER);
	struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
	size_t ends[3];
	struct sn_wallet *states[3];
	for (int i = 0; i < 3; i++) {
		if (i == 1)
			fill(w);
		if (i == 2)
			add_output(w, 1, 50, 200, 1);
		ok(sn_wallet_store(w, &err));
		ends[i] = sn_journal_size(sn_wallet_journal(w));
		struct sn_buf b = slurp(path);
		spill(other, b.data, b.len);
		states[i] = open_wallet(other, SN_WALLET_READ);
		sn_buf_free(&b);
	}
	sn_wallet_close(w);
	struct sn_buf file = slurp(path);
	for (size_t len = 0; len <= file.len; len++) {
		spill(path, file.data, len);
		int state = -1;
		for (int i = 0; i < 3; i++)
			if (len >= ends[i])
				state = i;
		int ret = sn_wallet_open(&w, path, SN_WALLET_READ, PASSWORD, NULL, &err);
		cr_assert(ret == (state < 0 ? SN_BAD_INPUT : SN_OK));
		cr_assert(ret ? w == NULL : same_state(w, states[state]));
		sn_wallet_close(w);
	}
	for (int i = 0; i < 3; i++)
		sn_wallet_close(states[i]);
	sn_buf_free(&file);
}

Test(store_wallet, key_image_file_is_no_wallet)
{
	struct sn_wallet *w = new_wallet(), *none;
	ok(sn_journal_create_like(other, SN_JOURNAL_KEY_IMAGES, sn_wallet_journal(w), "x", 1, &err));
	fails(sn_wallet_open(&none, other, SN_WALLET_READ, PASSWORD, NULL, &err), SN_BAD_INPUT);
	sn_wallet_close(w);
}

static void records_that_make_no_sense(enum sn_role role)
{
	struct sn_buf b = {0};
	create_wallet(path, role);
	struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
	fill(w);
	ok(sn_wallet_store(w, &err));
	sn_records_put_all(&b, w);
	/* Each end of a record is a good end; all others are not. */
	size_t good = 0;
	for (size_t len = 0; len <= b.len; len++) {
		struct sn_wallet *r = sn_wallet_new(role);
		uint8_t *exact = malloc(len ? len : 1); /* for the tools that watch reads */
		memcpy(exact, b.data, len);
		int ret = sn_records_replay(r, exact, len);
		cr_assert(ret == SN_OK || ret == SN_BAD_INPUT);
		good += ret == SN_OK;
		free(exact);
		sn_wallet_free(r);
	}
	size_t of_images = role == SN_ROLE_MASTER ? w->n_images : 1;
	cr_assert(good == 1 + 1 + of_images + w->n_blocks + w->n_outputs + w->n_payments + w->n_rings + 4,
		  "%zu", good);

	const struct {
		size_t len;
		uint8_t data[80];
	} bad[] = {
		{1, {0}}, /* no such type */
		{1, {99}},
		{137, {1}},                             /* a second account */
		{65, {role == SN_ROLE_MASTER ? 0 : 5}}, /* a pair that belongs into the other file */
		{41, {role == SN_ROLE_MASTER ? 9 : 0}}, /* how many are relied on there */
		{49, {4, 200}},                         /* an output that is not there */
		{19, {8, 200, 0, 0, 0, 0, 0, 0, 0, 2}}, /* a payment that is not there */
		{19, {8, 1, 0, 0, 0, 0, 0, 0, 0, 0}},   /* state 0 */
		{19, {8, 1, 0, 0, 0, 0, 0, 0, 0, 5}},   /* state 5 */
		{78, {7, 3, 0, 0, 0, 0, 0, 0, 0, 1, [74] = 255, 255, 255, 255}}, /* four billion inputs */
		{25, {10, 200, 0, 0, 0, 0, 0, 0, 0, 1}},   /* a payment that is not there is missing */
		{25, {10, 2, 0, 0, 0, 0, 0, 0, 0, 1}},     /* one that was not submitted */
		{41, {12, 200}},                           /* rings of a payment that is not there */
		{41, {12, 1}},                             /* of one that is not the last */
		{9, {role == SN_ROLE_MASTER ? 14 : 0, 1}}, /* a master wallet computes its images */
		{5, {11, 255, 255, 255, 255}},             /* four billion payments to us */
		{5, {11, 1}},                              /* one, which does not follow */
		{78, {11, 1, [69] = 2}},                   /* neither with a payment id nor without */
	};
	uint8_t *bytes = calloc(1, 256);
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		memset(bytes, 0, 256);
		memcpy(bytes, bad[i].data, sizeof bad[i].data);
		cr_assert(sn_records_replay(w, bytes, bad[i].len) == SN_BAD_INPUT, "%zu", i);
	}
	/* Payments that do not follow the last one, though they are whole. */
	for (size_t i = 0; i < 3; i++) {
		struct sn_wallet_payment p = w->payments[0];
		struct sn_buf record = {0};
		p.id = i == 0 ? 1 : i == 1 ? w->n_payments : w->n_payments + 2;
		sn_record_put_payment(&record, &p);
		cr_assert(sn_records_replay(w, record.data, record.len) == SN_BAD_INPUT, "%zu", i);
		sn_buf_free(&record);
	}
	expect_on_disk(w, path); /* nothing of it was applied */
	sn_wallet_close(w);
	free(bytes);
	sn_buf_free(&b);
	unlink(path);
	unlink_beside(path, ".outkey2ki");
}

Test(store_wallet, records_that_make_no_sense)
{
	records_that_make_no_sense(SN_ROLE_MASTER);
	records_that_make_no_sense(SN_ROLE_WATCH_ONLY);
}

Test(store_wallet, blocks_are_dense_at_the_end_and_sparse_before)
{
	struct sn_wallet *w = new_wallet();
	for (uint64_t h = 1500; h < 6200; h++)
		add_block(w, h);
	/* 1500, 2000, 3000, 4000, 5000, and 5480 to 6199. */
	cr_assert(w->n_blocks == 5 + SN_WALLET_DENSE_BLOCKS, "%zu", w->n_blocks);
	static const uint64_t sparse[] = {1500, 2000, 3000, 4000, 5000};
	for (size_t i = 0; i < w->n_blocks; i++) {
		uint64_t h = i < 5 ? sparse[i] : 6200 - SN_WALLET_DENSE_BLOCKS + (i - 5);
		struct sn_hash hash = hash_of(h);
		cr_assert(w->blocks[i].height == h && sn_hash_is_equal(&w->blocks[i].hash, &hash));
	}
	cr_assert(sn_wallet_height(w) == 6200);
	struct sn_hash h = hash_of(0);
	cr_assert(sn_wallet_add_block(w, 6199, &h, 0) == SN_BAD_INPUT);
	cr_assert(sn_wallet_add_block(w, UINT64_MAX, &h, 0) == SN_BAD_INPUT);
	ok(sn_wallet_rollback(w, 4500));
	cr_assert(w->n_blocks == 4 && sn_wallet_height(w) == 4001);
	for (uint64_t i = 4001; i < 7000; i++)
		add_block(w, i);
	cr_assert(w->n_blocks == 6 + SN_WALLET_DENSE_BLOCKS && w->blocks[5].height == 6000);
	add_block(w, 1000000); /* a gap: the first of each step stays, whatever was left out */
	cr_assert(w->n_blocks == 7 && w->blocks[5].height == 6000);
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	sn_wallet_close(w);
}

/* One long commit with all of it is replayed to the same blocks. */
Test(store_wallet, blocks_replayed_at_once)
{
	struct sn_wallet *w = new_wallet();
	uint64_t back[] = {12000, 11500, 9000, 3500, 0};
	for (size_t i = 0; i < sizeof back / sizeof *back; i++) {
		for (uint64_t h = sn_wallet_height(w); h < 13000; h++)
			add_block(w, h);
		ok(sn_wallet_rollback(w, back[i]));
	}
	for (uint64_t h = sn_wallet_height(w); h < 8000; h++)
		add_block(w, h);
	ok(sn_wallet_rollback(w, 7500));
	ok(sn_wallet_rollback(w, 5500)); /* only blocks that are not dense are left */
	ok(sn_wallet_rollback(w, 2500));
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	for (uint64_t h = sn_wallet_height(w); h < 20000; h++)
		add_block(w, h);
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	sn_wallet_close(w);
}

Test(store_wallet, rollback)
{
	struct sn_wallet *w = new_wallet();
	struct sn_hash by = hash_of(1);
	for (uint64_t h = 100; h < 120; h++) {
		add_output(w, h, h, h, h);
		add_block(w, h);
	}
	for (uint64_t h = 100; h < 110; h++)
		ok(sn_wallet_set_spent(w, h - 100, h + 8, &by));
	uint64_t early = add_payment(w, 100, 2), late = add_payment(w, 104, 2);
	ok(sn_wallet_set_payment(w, early, SN_PAYMENT_CONFIRMED, &by, 111));
	ok(sn_wallet_set_payment(w, late, SN_PAYMENT_CONFIRMED, &by, 112));
	add_image(w, 115);
	ok(sn_wallet_store(w, &err));

	ok(sn_wallet_rollback(w, 112));
	cr_assert(w->n_blocks == 12 && sn_wallet_height(w) == 112 && w->n_outputs == 12);
	for (size_t i = 0; i < 12; i++)
		cr_assert(w->outputs[i].is_spent == (i < 4));
	cr_assert(find_key(w, 111) == 11 && find_key(w, 112) == SIZE_MAX && find_image(w, 115) == SIZE_MAX);
	cr_assert(sn_wallet_find_payment(w, early)->state == SN_PAYMENT_CONFIRMED);
	cr_assert(sn_wallet_find_payment(w, late)->state == SN_PAYMENT_SUBMITTED);
	cr_assert(sn_wallet_find_payment(w, late)->height == 0);
	cr_assert(sn_wallet_held_by(w, 4) == sn_wallet_find_payment(w, late));
	cr_assert(w->n_images == 1);
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);

	/* The chain goes on differently; what comes again gets its image again. */
	add_output(w, 1000, 115, 113, 5);
	cr_assert(find_image(w, 115) == 12 && w->outputs[12].has_image);
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);

	ok(sn_wallet_rollback(w, 0));
	cr_assert(w->n_blocks == 0 && w->n_outputs == 0 && sn_wallet_height(w) == 100 && w->n_images == 1);
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	sn_wallet_close(w);
}

/* What a block released comes back with it, unless it could no longer be carried out. */
Test(store_wallet, rollback_of_a_rival)
{
	struct sn_wallet *w = new_wallet();
	struct sn_hash first = hash_of(1), rival = hash_of(2);
	for (uint64_t h = 100; h < 110; h++) {
		add_output(w, h, h, h, h);
		add_block(w, h);
	}
	uint64_t sent = add_payment(w, 100, 1), prepared = add_payment(w, 101, 1),
		 early = add_payment(w, 102, 1), by_hand = add_payment(w, 103, 1),
		 taken = add_payment(w, 104, 2), spent = add_payment(w, 106, 2);
	ok(sn_wallet_set_payment(w, sent, SN_PAYMENT_SUBMITTED, &first, 0));
	for (size_t i = 0; i < 5; i++)
		if (i != 3)
			ok(sn_wallet_set_spent(w, i, i == 2 ? 107 : 108, &rival));
	ok(sn_wallet_set_spent(w, 6, 107, &first)); /* and that block stays */
	ok(sn_wallet_set_spent(w, 7, 108, &rival));
	ok(sn_wallet_set_payment(w, sent, SN_PAYMENT_RELEASED, NULL, 108));
	ok(sn_wallet_set_payment(w, prepared, SN_PAYMENT_RELEASED, NULL, 108));
	ok(sn_wallet_set_payment(w, early, SN_PAYMENT_RELEASED, NULL, 107));
	ok(sn_wallet_set_payment(w, by_hand, SN_PAYMENT_RELEASED, NULL, 0));
	ok(sn_wallet_set_payment(w, taken, SN_PAYMENT_RELEASED, NULL, 108));
	ok(sn_wallet_set_payment(w, spent, SN_PAYMENT_RELEASED, NULL, 108));
	uint64_t next = add_payment(w, 105, 1); /* of what it would have spent besides */
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	for (int i = 0; i < 2; i++) {
		ok(sn_wallet_rollback(w, 108));
		cr_assert(sn_wallet_find_payment(w, sent)->state == SN_PAYMENT_SUBMITTED);
		cr_assert(sn_hash_is_equal(&sn_wallet_find_payment(w, sent)->tx_hash, &first));
		cr_assert(sn_wallet_find_payment(w, sent)->height == 0);
		cr_assert(sn_wallet_find_payment(w, prepared)->state == SN_PAYMENT_PREPARED);
		cr_assert(sn_wallet_find_payment(w, early)->state == SN_PAYMENT_RELEASED);
		cr_assert(sn_wallet_find_payment(w, by_hand)->state == SN_PAYMENT_RELEASED);
		cr_assert(sn_wallet_find_payment(w, taken)->state == SN_PAYMENT_RELEASED);
		cr_assert(sn_wallet_find_payment(w, spent)->state == SN_PAYMENT_RELEASED);
		cr_assert(sn_wallet_find_payment(w, next)->state == SN_PAYMENT_PREPARED);
		if (i == 0)
			ok(sn_wallet_revert(w, &err));
	}
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	sn_wallet_close(w);
}

static bool covers(const struct sn_wallet *w, uint32_t account, uint32_t addresses)
{
	struct sn_wallet_shown *used;
	size_t n;
	bool found = false;
	ok(sn_wallet_used(&used, &n, w));
	for (size_t i = 0; i < n; i++)
		found |= used[i].account == account && used[i].addresses == addresses;
	free(used);
	return found;
}

Test(store_wallet, addresses_that_were_shown)
{
	const struct sn_subaddress_index near = {49, 199}, next = {0, 398}, far = {0, 900}, other = {70, 3};
	struct sn_wallet *w = new_wallet();
	ok(sn_wallet_show(w, near));
	cr_assert(w->n_shown == 0 && sn_wallet_is_shown(w, near) && !sn_wallet_is_shown(w, next) &&
		  covers(w, 0, 200));
	add_block(w, 100);
	ok(sn_wallet_show(w, next)); /* was scanned for already */
	cr_assert(w->n_shown == 1 && w->unscanned_below == 0 && covers(w, 0, 399));
	ok(sn_wallet_show(w, far));
	cr_assert(w->unscanned_below == 101 && covers(w, 0, 901));
	ok(sn_wallet_show(w, other));
	cr_assert(covers(w, 70, 200) && sn_wallet_is_shown(w, other) && w->n_shown == 2);
	cr_assert_eq(sn_wallet_show(w, (struct sn_subaddress_index){0, SN_SUBADDRESS_TABLE_MAX}), SN_REFUSED);
	cr_assert_eq(sn_wallet_show(w, (struct sn_subaddress_index){UINT32_MAX, 0}), SN_REFUSED);
	cr_assert_eq(sn_wallet_set_lookahead(w, 49, 200), SN_BAD_INPUT);
	cr_assert_eq(sn_wallet_check_lookahead(w, 50, 100000), SN_REFUSED);
	ok(sn_wallet_set_lookahead(w, 50, 300));
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	ok(sn_wallet_reset(w)); /* all is scanned anew */
	cr_assert(w->unscanned_below == 0 && w->n_shown == 2 && w->lookahead_addresses == 300);
	ok(sn_wallet_set_restore_height(w, 50));
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	add_block(w, 100);
	cr_assert_eq(sn_wallet_set_restore_height(w, 60), SN_BAD_INPUT);
	ok(sn_wallet_set_lookahead(w, 51, 200));
	cr_assert_eq(w->unscanned_below, 101);
	ok(sn_wallet_rollback(w, 100));
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	sn_wallet_close(w);
}

Test(store_wallet, fork_until_another_block_comes)
{
	struct sn_wallet *w = new_wallet();
	for (uint64_t h = 100; h < 110; h++)
		add_block(w, h);
	cr_assert_eq(sn_wallet_set_fork(w, 109, 17), SN_BAD_INPUT);
	cr_assert_eq(sn_wallet_set_fork(w, 110, 0), SN_BAD_INPUT);
	for (int by_block = 0; by_block < 2; by_block++) {
		ok(sn_wallet_set_fork(w, sn_wallet_height(w), 17));
		ok(sn_wallet_store(w, &err));
		expect_on_disk(w, path);
		cr_assert_eq(w->fork_version, 17);
		if (by_block)
			add_block(w, sn_wallet_height(w));
		else
			ok(sn_wallet_rollback(w, 105));
		cr_assert(w->fork_version == 0 && w->fork_height == 0);
		ok(sn_wallet_store(w, &err));
		expect_on_disk(w, path);
	}
	sn_wallet_close(w);
}

Test(store_wallet, rescan_is_wanted_until_it_begins)
{
	struct sn_wallet *w = new_wallet();
	for (uint64_t h = 100; h < 110; h++)
		add_block(w, h);
	ok(sn_wallet_want_rescan(w, 110)); /* nothing there was scanned */
	cr_assert_eq(w->rescan_from, UINT64_MAX);
	ok(sn_wallet_want_rescan(w, 105));
	ok(sn_wallet_want_rescan(w, 107));
	cr_assert(w->rescan_from == 105 && sn_wallet_height(w) == 110);
	ok(sn_wallet_rollback(w, 106)); /* not deep enough */
	cr_assert_eq(w->rescan_from, 105);
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	ok(sn_wallet_rollback(w, 105));
	cr_assert_eq(w->rescan_from, UINT64_MAX);
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	sn_wallet_close(w);
}

Test(store_wallet, rollback_between_sparse_blocks_drops_what_is_scanned_again)
{
	struct sn_wallet *w = new_wallet();
	for (uint64_t h = 100; h < 3000; h++) {
		if (h % 100 == 0)
			add_output(w, h, h, h, h);
		add_block(w, h);
	}
	ok(sn_wallet_rollback(w, 1500));
	cr_assert(sn_wallet_height(w) == 1001);
	cr_assert(w->n_outputs == 10 && w->outputs[9].height == 1000);
	for (uint64_t h = 1001; h < 1600; h++) {
		if (h % 100 == 0)
			add_output(w, h, h, h, h);
		add_block(w, h);
	}
	cr_assert(w->n_outputs == 15);
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	sn_wallet_close(w);
}

Test(store_wallet, of_outputs_with_one_key_one_counts)
{
	struct sn_wallet *w = new_wallet();
	struct sn_hash by = hash_of(1);
	add_output(w, 0, 7, 100, 50);
	add_output(w, 1, 7, 101, 80);
	add_output(w, 2, 7, 102, 80);
	add_output(w, 3, 8, 103, 99);
	add_output(w, 4, 7, 104, 60);
	cr_assert(find_key(w, 7) == 1 && find_key(w, 8) == 3);
	for (size_t i = 0; i < 5; i++)
		cr_assert(sn_wallet_is_burnt(w, i) == (i != 1 && i != 3));
	add_image(w, 7); /* all of them have the one image */
	for (size_t i = 0; i < 5; i++)
		cr_assert(w->outputs[i].has_image == (i != 3));
	cr_assert(find_image(w, 7) == 1);
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);

	for (uint64_t h = 100; h < 102; h++)
		add_block(w, h);
	ok(sn_wallet_rollback(w, 101));
	cr_assert(find_key(w, 7) == 0 && !sn_wallet_is_burnt(w, 0) && find_image(w, 7) == 0);

	/* Money that comes to a spent key is lost, however much it is. */
	ok(sn_wallet_set_spent(w, 0, 101, &by));
	add_output(w, 5, 7, 102, 1000);
	cr_assert(find_key(w, 7) == 0 && sn_wallet_is_burnt(w, 1));
	add_output(w, 6, 9, 102, 10);
	add_output(w, 7, 9, 102, 20);
	cr_assert(find_key(w, 9) == 3);
	ok(sn_wallet_set_spent(w, 2, 103, &by));
	cr_assert(find_key(w, 9) == 2 && sn_wallet_is_burnt(w, 3));
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	sn_wallet_close(w);
}

Test(store_wallet, images_before_and_after_outputs)
{
	struct sn_wallet *w = new_wallet();
	struct sn_point k1 = key_of(1), i1 = image_of(1), k2 = key_of(2), i2 = image_of(2);
	add_image(w, 1);
	cr_assert(w->n_images == 1 && find_image(w, 1) == SIZE_MAX);
	add_output(w, 1, 1, 100, 5);
	cr_assert(w->outputs[0].has_image && sn_point_is_equal(&w->outputs[0].image, &i1) &&
		  find_image(w, 1) == 0);
	add_output(w, 2, 2, 100, 5);
	cr_assert(!w->outputs[1].has_image && find_image(w, 2) == SIZE_MAX);
	add_image(w, 2);
	cr_assert(w->outputs[1].has_image && sn_point_is_equal(&w->outputs[1].image, &i2) &&
		  find_image(w, 2) == 1);
	add_image(w, 2); /* again: nothing */
	cr_assert(w->n_images == 2);
	/* One that comes with its image adds a pair. */
	struct sn_wallet_output o = output_of(3, 3, 100, 5);
	o.has_image = true;
	o.image = image_of(3);
	ok(sn_wallet_add_output(w, &o));
	cr_assert(w->n_images == 3 && find_image(w, 3) == 2);
	/* Contradictions. */
	cr_assert(sn_wallet_add_image(w, &k1, &i2) == SN_BAD_INPUT);
	cr_assert(sn_wallet_add_image(w, &k2, &i1) == SN_BAD_INPUT);
	struct sn_point k9 = key_of(9), i9 = image_of(9);
	cr_assert(sn_wallet_add_image(w, &k9, &i1) == SN_BAD_INPUT);
	cr_assert(sn_wallet_add_image(w, &k1, &i9) == SN_BAD_INPUT);
	o = output_of(4, 4, 100, 5);
	o.has_image = true;
	o.image = i1;
	cr_assert(sn_wallet_add_output(w, &o) == SN_BAD_INPUT);
	cr_assert(w->n_images == 3 && w->n_outputs == 3);
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	sn_wallet_close(w);
}

Test(store_wallet, broken_invariants_change_nothing)
{
	struct sn_wallet *w = new_wallet();
	fill(w);
	ok(sn_wallet_store(w, &err));
	struct sn_hash by = hash_of(77), another = hash_of(78);
	struct sn_wallet_output o = output_of(109, 40, 109, 1);
	cr_assert(sn_wallet_add_output(w, &o) == SN_BAD_INPUT); /* same place on the chain */
	o = output_of(500, 40, 108, 1);
	cr_assert(sn_wallet_add_output(w, &o) == SN_BAD_INPUT); /* below the last */
	o = output_of(500, 40, 110, 1);
	o.mask_kind = (enum sn_mask_kind)3;
	cr_assert(sn_wallet_add_output(w, &o) == SN_BAD_INPUT);
	cr_assert(sn_wallet_set_spent(w, w->n_outputs, 108, &by) == SN_BAD_INPUT);
	cr_assert(sn_wallet_set_spent(w, 5, 108, &another) == SN_BAD_INPUT);
	ok(sn_wallet_set_spent(w, 5, 108, &by));
	struct sn_wallet_payment p = {.state = (enum sn_payment_state)9};
	uint64_t id;
	cr_assert(sn_wallet_add_payment(w, &p, &id) == SN_BAD_INPUT);
	struct sn_payment_destination d = {.address.network = (enum sn_network)3};
	p = (struct sn_wallet_payment){.state = SN_PAYMENT_PREPARED, .destinations = &d, .n_destinations = 1};
	cr_assert(sn_wallet_add_payment(w, &p, &id) == SN_BAD_INPUT);
	cr_assert(sn_wallet_set_payment(w, 3, SN_PAYMENT_RELEASED, NULL, 0) == SN_BAD_INPUT);
	cr_assert(sn_wallet_set_payment(w, 0, SN_PAYMENT_RELEASED, NULL, 0) == SN_BAD_INPUT);
	cr_assert(sn_wallet_set_payment(w, 1, (enum sn_payment_state)0, NULL, 0) == SN_BAD_INPUT);
	expect_on_disk(w, path);
	struct sn_buf before = slurp(path);
	ok(sn_wallet_store(w, &err));
	struct sn_buf after = slurp(path);
	cr_assert(before.len == after.len);
	sn_buf_free(&before);
	sn_buf_free(&after);
	sn_wallet_close(w);
}

Test(store_wallet, life_of_a_payment)
{
	struct sn_wallet *w = new_wallet();
	struct sn_hash tx = hash_of(9), zero = {{0}};
	for (uint64_t i = 0; i < 6; i++)
		add_output(w, i, i, 100, 5);
	uint64_t a = add_payment(w, 0, 2), b = add_payment(w, 2, 3);
	cr_assert(a == 1 && b == 2);
	cr_assert(sn_wallet_find_payment(w, 0) == NULL && sn_wallet_find_payment(w, 3) == NULL);
	cr_assert(sn_hash_is_equal(&sn_wallet_find_payment(w, a)->tx_hash, &zero));
	for (size_t i = 0; i < 6; i++) {
		const struct sn_wallet_payment *p = sn_wallet_held_by(w, i);
		cr_assert(i < 5 ? p && p->id == (i < 2 ? a : b) : p == NULL);
	}
	ok(sn_wallet_set_payment(w, a, SN_PAYMENT_SUBMITTED, &tx, 12345));
	cr_assert(sn_wallet_held_by(w, 0)->id == a && sn_wallet_find_payment(w, a)->height == 0);
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	ok(sn_wallet_set_payment(w, a, SN_PAYMENT_CONFIRMED, NULL, 105));
	cr_assert(sn_hash_is_equal(&sn_wallet_find_payment(w, a)->tx_hash, &tx));
	cr_assert(sn_wallet_find_payment(w, a)->height == 105 && sn_wallet_held_by(w, 0) == NULL);
	ok(sn_wallet_set_payment(w, b, SN_PAYMENT_RELEASED, NULL, 0));
	cr_assert(sn_wallet_held_by(w, 2) == NULL);
	uint64_t c = add_payment(w, 2, 1);
	cr_assert(c == 3 && sn_wallet_held_by(w, 2)->id == c && sn_wallet_held_by(w, 3) == NULL);
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	sn_wallet_close(w);
}

Test(store_wallet, revert)
{
	struct sn_wallet *w = new_wallet();
	fill(w);
	ok(sn_wallet_store(w, &err));
	const struct sn_account *account = w->account;
	struct sn_account copy = *account;
	add_output(w, 900, 90, 300, 1);
	add_payment(w, 0, 1);
	ok(sn_wallet_rollback(w, 103));
	ok(sn_wallet_revert(w, &err));
	expect_on_disk(w, path);
	cr_assert(w->account == account && !memcmp(account, &copy, sizeof copy));
	cr_assert(w->n_outputs == 10 && find_key(w, 90) == SIZE_MAX);
	/* It is still a wallet that can be written. */
	struct sn_buf before = slurp(path);
	ok(sn_wallet_store(w, &err));
	add_output(w, 901, 91, 300, 1);
	ok(sn_wallet_store(w, &err));
	struct sn_buf after = slurp(path);
	cr_assert(after.len > before.len && !memcmp(after.data, before.data, before.len));
	expect_on_disk(w, path);
	sn_buf_free(&before);
	sn_buf_free(&after);
	sn_wallet_close(w);
}

/* The file cannot be read again: memory stays, and what was given up never gets to the disk. */
Test(store_wallet, revert_that_fails)
{
	struct sn_wallet *w = new_wallet();
	fill(w);
	ok(sn_wallet_store(w, &err));
	struct sn_buf good = slurp(path);
	int fd = open(path, O_RDWR);
	add_output(w, 900, 90, 300, 1);
	for (size_t at = 200; at < good.len; at += 97) {
		uint8_t bad = good.data[at] ^ 1;
		cr_assert(pwrite(fd, &bad, 1, (off_t)at) == 1);
		if (sn_wallet_revert(w, &err) == SN_OK) { /* the last commit: it counts as torn */
			cr_assert(pwrite(fd, &good.data[at], 1, (off_t)at) == 1);
			break;
		}
		cr_assert(w->n_outputs == 11 && find_key(w, 90) == 10);
		cr_assert_eq(sn_journal_size(sn_wallet_journal(w)), good.len);
		fails(sn_wallet_store(w, &err), SN_IO);
		cr_assert(strstr(err.text, "nothing was written"), "%s", err.text);
		cr_assert(pwrite(fd, &good.data[at], 1, (off_t)at) == 1);
		fails(sn_wallet_store(w, &err), SN_IO); /* still */
	}
	ok(sn_wallet_revert(w, &err));
	cr_assert(find_key(w, 90) == SIZE_MAX);
	add_block(w, 301);
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	close(fd);
	sn_buf_free(&good);
	sn_wallet_close(w);
}

Test(store_wallet, reader_cannot_store)
{
	create_wallet(path, SN_ROLE_WATCH_ONLY);
	struct sn_wallet *w = open_wallet(path, SN_WALLET_READ);
	ok(sn_wallet_store(w, &err)); /* nothing changed */
	add_block(w, 100);
	fails(sn_wallet_store(w, &err), SN_IO);
	ok(sn_wallet_revert(w, &err));
	cr_assert(w->n_blocks == 0);
	sn_wallet_close(w);
}

Test(store_wallet, failed_store_can_be_tried_again)
{
	struct rlimit old, tight;
	struct sn_wallet *w = new_wallet();
	signal(SIGXFSZ, SIG_IGN);
	cr_assert(getrlimit(RLIMIT_FSIZE, &old) == 0);
	fill(w);
	struct sn_buf before = slurp(path);
	tight = old;
	tight.rlim_cur = before.len + 500;
	cr_assert(setrlimit(RLIMIT_FSIZE, &tight) == 0);
	fails(sn_wallet_store(w, &err), SN_IO);
	cr_assert(setrlimit(RLIMIT_FSIZE, &old) == 0);
	struct sn_buf after = slurp(path);
	cr_assert(before.len == after.len && !memcmp(before.data, after.data, before.len));
	add_block(w, 200);
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	sn_wallet_close(w);
	sn_buf_free(&before);
	sn_buf_free(&after);
}

Test(store_wallet, compaction_keeps_everything_and_shrinks)
{
	struct sn_wallet *w = new_wallet();
	fill(w);
	uint64_t size = 0, largest = 0;
	bool shrank = false;
	for (uint64_t h = 200; h < 20000 && !(shrank && size > 200000); h++) {
		add_block(w, h);
		if (h % 20)
			continue;
		ok(sn_wallet_store(w, &err));
		uint64_t now = sn_journal_size(sn_wallet_journal(w));
		if (now < size) {
			shrank = true;
			expect_on_disk(w, path);
			cr_assert(now < 64 * 1024);
		}
		size = now;
		if (size > largest)
			largest = size;
	}
	cr_assert(shrank && largest < 270 * 1024, "%llu", (unsigned long long)largest);
	expect_on_disk(w, path);
	struct stat st;
	cr_assert(stat(path, &st) == 0 && (st.st_mode & 0777) == 0600);
	struct sn_wallet *second;
	fails(sn_wallet_open(&second, path, SN_WALLET_WRITE, PASSWORD, NULL, &err), SN_IO);
	sn_wallet_close(w);
}

Test(store_wallet, failed_compaction_is_no_failure)
{
	struct sn_wallet *w = new_wallet();
	char temporary[sizeof path + 16];
	snprintf(temporary, sizeof temporary, "%s.compact", path);
	cr_assert(mkdir(temporary, 0700) == 0); /* in the way */
	for (uint64_t h = 200; h < 10000; h++) {
		add_block(w, h);
		if (h % 100 == 0)
			ok(sn_wallet_store(w, &err));
	}
	cr_assert(sn_journal_size(sn_wallet_journal(w)) > 300 * 1024);
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	cr_assert(rmdir(temporary) == 0);
	for (uint64_t h = 10000; h < 20000; h++)
		add_block(w, h);
	ok(sn_wallet_store(w, &err));
	cr_assert(sn_journal_size(sn_wallet_journal(w)) < 64 * 1024);
	expect_on_disk(w, path);
	sn_wallet_close(w);
}

/* What the look-ups say, found out by looking at everything. */
static void check_look_ups(const struct sn_wallet *w, uint64_t n_keys)
{
	for (uint64_t key = 0; key < n_keys; key++) {
		struct sn_point k = key_of(key);
		size_t best = SIZE_MAX;
		for (size_t i = 0; i < w->n_outputs; i++) {
			const struct sn_wallet_output *o = &w->outputs[i];
			if (!sn_point_is_equal(&o->key, &k))
				continue;
			if (best == SIZE_MAX || (o->is_spent && !w->outputs[best].is_spent) ||
			    (o->is_spent == w->outputs[best].is_spent && o->amount > w->outputs[best].amount))
				best = i;
		}
		cr_assert(find_key(w, key) == best);
		bool known = false;
		for (size_t i = 0; i < w->n_images; i++)
			known |= sn_point_is_equal(&w->images[i].key, &k);
		cr_assert(find_image(w, key) == (known ? best : SIZE_MAX));
		for (size_t i = 0; i < w->n_outputs; i++)
			if (sn_point_is_equal(&w->outputs[i].key, &k))
				cr_assert(w->outputs[i].has_image == known);
	}
}

/* Any sequence of changes, stores, reverts and reopenings: file and memory never differ. */
static void random_walk(enum sn_role role, int steps)
{
	enum { KEYS = 60 };
	create_wallet(path, role);
	struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
	uint64_t next = 0;
	for (int step = 0; step < steps; step++) {
		uint64_t height = sn_wallet_height(w);
		struct sn_hash by = hash_of(randombytes_uniform(1000000));
		uint64_t key = randombytes_uniform(KEYS);
		int ret = SN_OK;
		switch (randombytes_uniform(19)) {
		case 18:
			ret = sn_wallet_set_conflict_seen(
				w, 1 + randombytes_uniform((uint32_t)w->n_payments + 1), key % 3);
			break;
		case 16:
			ret = sn_wallet_set_missing(w, 1 + randombytes_uniform((uint32_t)w->n_payments + 1),
						    key % 3);
			break;
		case 17:
			ok(sn_wallet_want_rescan(w, randombytes_uniform((uint32_t)height + 2)));
			break;
		case 0:
		case 1:
		case 2:
		case 3: {
			uint64_t n = 1 + randombytes_uniform(300);
			for (uint64_t i = 0; i < n; i++)
				add_block(w, height + i);
			break;
		}
		case 4:
		case 5:
		case 6:
		case 7: {
			struct sn_wallet_output o = output_of(next++, key, height, randombytes_uniform(4));
			ret = sn_wallet_add_output(w, &o);
			add_block(w, height);
			break;
		}
		case 8:
			add_image(w, key);
			break;
		case 9:
			if (find_image(w, key) != SIZE_MAX)
				ret = sn_wallet_set_spent(w, find_image(w, key), height, &by);
			add_block(w, height);
			break;
		case 10:
			add_payment(w, key, 1 + randombytes_uniform(5));
			break;
		case 11:
			ret = sn_wallet_set_payment(w, 1 + randombytes_uniform((uint32_t)w->n_payments + 1),
						    (enum sn_payment_state)(1 + randombytes_uniform(4)),
						    key % 2 ? &by : NULL, height);
			break;
		case 12: {
			uint64_t back = randombytes_uniform(key == 0 ? 5000 : 30);
			ok(sn_wallet_rollback(w, height > back ? height - back : 0));
			break;
		}
		case 13:
			ok(sn_wallet_store(w, &err));
			break;
		case 14:
			if (key == 1)
				ok(sn_wallet_revert(w, &err));
			break;
		case 15:
			if (key < 3) {
				ok(sn_wallet_store(w, &err));
				expect_on_disk(w, path);
				check_look_ups(w, KEYS);
			}
			if (key == 1) {
				sn_wallet_close(w);
				w = open_wallet(path, SN_WALLET_WRITE);
			}
			break;
		}
		cr_assert(ret == SN_OK || ret == SN_BAD_INPUT);
	}
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	/* Replaying a snapshot gives the same again; its size was well guessed. */
	struct sn_buf all = {0};
	sn_records_put_all(&all, w);
	uint64_t guess = sn_records_size(w);
	cr_assert(guess <= all.len + 24 && all.len - 137 <= guess + guess / 3);
	struct sn_wallet *r = sn_wallet_new(role);
	r->account->network = SN_STAGENET;
	for (size_t i = 0; role == SN_ROLE_WATCH_ONLY && i < w->n_images; i++)
		ok(sn_wallet_add_image(r, &w->images[i].key, &w->images[i].image));
	cr_assert(sn_records_replay(r, all.data, all.len) == SN_OK && same_state(w, r));
	sn_wallet_free(r);
	sn_buf_free(&all);
	sn_wallet_close(w);
	unlink(path);
	unlink_beside(path, ".outkey2ki");
}

Test(store_wallet, random_walk, .timeout = 60)
{
	seed_libsodium("random_walk");
	random_walk(SN_ROLE_WATCH_ONLY, 4000);
	random_walk(SN_ROLE_MASTER, 2000);
}

/* The last one of each output, whatever becomes of the chain; and no more than there may be. */
Test(store_wallet, rings)
{
	struct sn_wallet *w = new_wallet();
	fill(w);
	struct sn_wallet_ring ring = ring_of(5);
	ring.height++;
	ring.decoys[14] = UINT64_MAX;
	ok(sn_wallet_set_ring(w, &ring));
	cr_assert(w->n_rings == 3 && sn_wallet_find_ring(w, &ring.key)->height == ring.height);
	const struct sn_point other = key_of(6);
	cr_assert_null(sn_wallet_find_ring(w, &other));
	struct sn_wallet_ring bad = ring;
	bad.decoys[3] = bad.decoys[4];
	cr_assert_eq(sn_wallet_set_ring(w, &bad), SN_BAD_INPUT);
	bad = ring;
	bad.first_height = bad.height + 1;
	cr_assert_eq(sn_wallet_set_ring(w, &bad), SN_BAD_INPUT);
	ok(sn_wallet_reset(w));
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	for (uint64_t i = 10; w->n_rings < SN_WALLET_RINGS_MAX; i++) {
		ring = ring_of(100 + i);
		ok(sn_wallet_set_ring(w, &ring));
	}
	ring = ring_of(1);
	ok(sn_wallet_set_ring(w, &ring));
	cr_assert_eq(w->n_rings, SN_WALLET_RINGS_MAX - SN_WALLET_RINGS_MAX / 4 + 1);
	const struct sn_point first = key_of(5);
	cr_assert(!sn_wallet_find_ring(w, &first) && sn_wallet_find_ring(w, &ring.key));
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
	sn_wallet_close(w);
}
