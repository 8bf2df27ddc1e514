/* Enotes that a sender forges: for each condition of the scan, one that fails it alone. */
#include "carrot_fixture.h"
#include "chain/carrot_make.h"
#include "chain/carrot_scan.h"
#include "crypto/scalar.h"
#include "crypto/x25519.h"
#include "crypto_helpers.h"
#include "ringct/commitment.h"

static const struct sn_subaddress_index primary = {0, 0};

#define ADDRESSES 4
static const struct sn_subaddress_index addresses[ADDRESSES] = {{0, 0}, {0, 1}, {1, 0}, {2, 3}};

/* An account with its table, and addresses to attack. */
struct victim {
	struct sn_account account;
	struct sn_subaddress_table table;
	struct sn_address address[ADDRESSES];
	struct sn_random random;
};

static struct victim new_victim(const char *test)
{
	struct victim v = {.account = carrot_account("rcv"), .random = test_random(test)};
	v.table = carrot_table(&v.account);
	for (size_t i = 0; i < ADDRESSES; i++)
		sn_account_address(&v.address[i], &v.account, addresses[i]);
	return v;
}

/* All that a sender chooses. Nothing needs to fit. */
struct forgery {
	struct sn_x25519 shared, ephemeral_key;
	struct sn_carrot_context context;
	struct sn_point spend;
	struct sn_carrot_anchor anchor;
	uint8_t payment_id[8];
	enum sn_carrot_type type;
	bool is_coinbase;
};

static struct sn_carrot_context random_context(struct sn_random *random)
{
	struct sn_carrot_context c = {{'R'}};
	sn_random_bytes(random, c.b + 1, 32);
	return c;
}

static struct carrot_enote forge(const struct forgery *f)
{
	struct carrot_enote e = {
		.output.is_carrot = true,
		.source = {.ephemeral_key = f->ephemeral_key, .context = f->context, .has_payment_id = true}};
	struct sn_tx_output *out = &e.output;
	struct sn_carrot_secret s;
	struct sn_carrot_extensions ext;
	struct sn_scalar mask;
	uint8_t amount[8] = {77};
	sn_carrot_secret(&s, &f->shared, &f->ephemeral_key, &f->context);
	sn_carrot_mask(&mask, &s, 77, &f->spend, f->type);
	sn_commit(&out->commitment, &mask, 77);
	sn_carrot_extensions(&ext, &s, &out->commitment);
	if (f->is_coinbase) {
		e.source.is_coinbase = true;
		out->amount = 77;
		sn_carrot_extensions_coinbase(&ext, &s, 77, &f->spend);
	}
	cr_assert_eq(sn_carrot_one_time_key(&out->key, &f->spend, &ext), SN_OK);
	sn_carrot_view_tag(out->carrot_view_tag, &f->shared, &f->context, &out->key);
	sn_carrot_crypt_amount(out->encrypted_amount, amount, &s, &out->key);
	sn_carrot_crypt_anchor(out->encrypted_anchor, f->anchor.b, &s, &out->key);
	sn_carrot_crypt_payment_id(e.source.encrypted_payment_id, f->payment_id, &s, &out->key);
	return e;
}

/* An honest payment to address number i, as a forgery. */
static struct forgery honest(struct victim *v, size_t i, struct sn_scalar *d_e)
{
	struct forgery f = {.context = random_context(&v->random), .spend = v->address[i].spend};
	sn_random_bytes(&v->random, f.anchor.b, sizeof f.anchor.b);
	sn_carrot_ephemeral_secret(d_e, &f.anchor, &f.context, &f.spend, f.payment_id);
	cr_assert_eq(sn_carrot_ephemeral_key(&f.ephemeral_key, d_e, &f.spend, i > 0), SN_OK);
	cr_assert_eq(sn_carrot_shared_secret(&f.shared, d_e, &v->address[i].view), SN_OK);
	return f;
}

static bool opens(const struct victim *v, struct carrot_enote *e)
{
	struct sn_carrot_owned owned;
	e->source.output = &e->output;
	struct sn_x25519 shared = carrot_shared(&v->account, e);
	return sn_carrot_open(&owned, &e->source, &shared, &v->account.spend_public);
}

static bool is_found(const struct victim *v, struct carrot_enote *e)
{
	struct sn_carrot_owned owned;
	e->source.output = &e->output;
	bool is_ours = carrot_scan(&owned, e, &v->account, &v->table);
	if (is_ours)
		carrot_expect_remade(&v->account, &owned);
	return is_ours;
}

/* A sender pays the spend key of one address with the view key of another: is it one owner? Whatever secret
 * and whatever anchor he takes, only honest enotes are found. */
Test(chain_carrot_attacks, janus_attacks_find_nothing)
{
	struct victim v = new_victim("janus");
	for (size_t a = 0; a < ADDRESSES; a++) {
		for (size_t b = 0; b < ADDRESSES; b++) {
			for (int way = 0; way < 4; way++) {
				struct sn_scalar d_e;
				struct forgery f = honest(&v, a, &d_e);
				/* d_e: from the anchor with the key of a, with that of b, for a payment ID,
				 * or free */
				f.payment_id[0] = way == 2;
				sn_carrot_ephemeral_secret(&d_e, &f.anchor, &f.context,
							   &v.address[way == 1 ? b : a].spend, f.payment_id);
				if (way == 3)
					sn_random_scalar(&v.random, &d_e);
				cr_assert_eq(sn_carrot_ephemeral_key(&f.ephemeral_key, &d_e,
								     &v.address[b].spend, b > 0),
					     SN_OK);
				cr_assert_eq(sn_carrot_shared_secret(&f.shared, &d_e, &v.address[b].view),
					     SN_OK);
				struct carrot_enote e = forge(&f);
				cr_assert(opens(&v, &e), "%zu %zu %d: the attack does not reach the anchor",
					  a, b, way);
				cr_assert_eq(is_found(&v, &e), a == b && way < 3, "%zu %zu %d", a, b, way);
			}
		}
	}
	sn_subaddress_table_free(&v.table);
}

/* The primary address has D_e = d_e·B, a subaddress d_e·K_s. */
Test(chain_carrot_attacks, a_wrong_kind_of_ephemeral_key_finds_nothing)
{
	struct victim v = new_victim("kinds");
	for (size_t a = 0; a < ADDRESSES; a++) {
		struct sn_scalar d_e;
		struct forgery f = honest(&v, a, &d_e);
		cr_assert_eq(sn_carrot_ephemeral_key(&f.ephemeral_key, &d_e, &f.spend, a == 0), SN_OK);
		struct carrot_enote e = forge(&f);
		cr_assert(!is_found(&v, &e));
		/* Even if the shared secret is that of the receiver. */
		sn_x25519(&f.shared, &v.account.view_secret, &f.ephemeral_key);
		e = forge(&f);
		cr_assert(opens(&v, &e));
		cr_assert(!is_found(&v, &e));
	}
	sn_subaddress_table_free(&v.table);
}

/* The same one-time key under another context is not found, even if the sender corrects the view tag. */
Test(chain_carrot_attacks, the_same_key_in_another_transaction_is_not_found)
{
	struct victim v = new_victim("burning");
	for (size_t a = 0; a < ADDRESSES; a++) {
		struct sn_scalar d_e;
		struct forgery f = honest(&v, a, &d_e);
		struct carrot_enote e = forge(&f);
		cr_assert(is_found(&v, &e));
		e.source.context = random_context(&v.random);
		cr_assert(!is_found(&v, &e));
		sn_carrot_view_tag(e.output.carrot_view_tag, &f.shared, &e.source.context, &e.output.key);
		cr_assert(!opens(&v, &e));
		/* As a coinbase enote of the amount. */
		sn_carrot_context_coinbase(&e.source.context, 7);
		e.source.is_coinbase = true;
		e.output.amount = 77;
		sn_carrot_view_tag(e.output.carrot_view_tag, &f.shared, &e.source.context, &e.output.key);
		cr_assert(!opens(&v, &e));
	}
	sn_subaddress_table_free(&v.table);
}

/* Each bit of the enote, of D_e and of the context counts. One of the payment ID's does not, if the address
 * is not integrated. */
Test(chain_carrot_attacks, flipped_bits_find_nothing)
{
	struct victim v = new_victim("flips");
	for (size_t a = 0; a < 2; a++) {
		struct sn_scalar d_e;
		struct forgery f = honest(&v, a, &d_e);
		struct carrot_enote good = forge(&f), e;
		const struct {
			size_t at, len;
		} parts[] = {{offsetof(struct carrot_enote, output.key), 32},
			     {offsetof(struct carrot_enote, output.commitment), 32},
			     {offsetof(struct carrot_enote, output.carrot_view_tag), 3},
			     {offsetof(struct carrot_enote, output.encrypted_anchor), 16},
			     {offsetof(struct carrot_enote, output.encrypted_amount), 8},
			     {offsetof(struct carrot_enote, source.ephemeral_key), 32},
			     {offsetof(struct carrot_enote, source.context), 33},
			     {offsetof(struct carrot_enote, source.encrypted_payment_id), 8}};
		const size_t n_parts = sizeof parts / sizeof *parts;
		cr_assert(is_found(&v, &good));
		for (size_t part = 0; part < n_parts; part++) {
			for (size_t bit = 0; bit < 8 * parts[part].len; bit++) {
				e = good;
				((uint8_t *)&e)[parts[part].at + bit / 8] ^= (uint8_t)(1 << bit % 8);
				cr_assert_eq(is_found(&v, &e), part == n_parts - 1, "part %zu, bit %zu", part,
					     bit);
			}
		}
	}
	sn_subaddress_table_free(&v.table);
}

/* The code of a special enote proves that k_v made it. */
Test(chain_carrot_attacks, special_enotes_need_the_view_secret)
{
	struct victim v = new_victim("special");
	for (size_t a = 0; a < ADDRESSES; a++) {
		struct sn_scalar d_e;
		struct forgery f = honest(&v, a, &d_e);
		struct sn_carrot_made made;
		struct carrot_enote e = {.source = {.context = f.context, .ephemeral_key = f.ephemeral_key}};
		struct sn_account stranger = carrot_account("snd");
		cr_assert_eq(sn_carrot_make_special(&made, &v.account, addresses[a], 77, SN_CARROT_CHANGE,
						    &f.ephemeral_key, &f.context),
			     SN_OK);
		e.output = made.output;
		cr_assert(is_found(&v, &e));
		for (size_t bit = 0; bit < 128; bit++) {
			e.output.encrypted_anchor[bit / 8] ^= (uint8_t)(1 << bit % 8);
			cr_assert(!is_found(&v, &e));
			e.output.encrypted_anchor[bit / 8] ^= (uint8_t)(1 << bit % 8);
		}
		/* With the code of another key. */
		e = forge(&f);
		sn_carrot_anchor_special(&f.anchor, &stranger.view_secret, &f.ephemeral_key, &f.context,
					 &e.output.key);
		e = forge(&f);
		cr_assert(opens(&v, &e));
		cr_assert(!is_found(&v, &e));
		/* With that of the owner it would be. */
		sn_carrot_anchor_special(&f.anchor, &v.account.view_secret, &f.ephemeral_key, &f.context,
					 &e.output.key);
		e = forge(&f);
		cr_assert(is_found(&v, &e));
	}
	sn_subaddress_table_free(&v.table);
}

/* A miner has no self-sends: the code of the owner does not replace the anchor. */
Test(chain_carrot_attacks, coinbase_enotes_are_never_special)
{
	struct victim v = new_victim("coinbase");
	struct sn_carrot_anchor anchor = {{1}};
	struct sn_carrot_made made;
	struct sn_carrot_secret s;
	struct carrot_enote e = {.source = {.is_coinbase = true}};
	cr_assert_eq(sn_carrot_make_coinbase(&made, &v.address[0], 9, &anchor, 7), SN_OK);
	e.output = made.output;
	e.source.ephemeral_key = made.ephemeral_key;
	sn_carrot_context_coinbase(&e.source.context, 7);
	cr_assert(is_found(&v, &e));
	struct sn_x25519 shared = carrot_shared(&v.account, &e);
	sn_carrot_secret(&s, &shared, &e.source.ephemeral_key, &e.source.context);
	sn_carrot_anchor_special(&anchor, &v.account.view_secret, &e.source.ephemeral_key, &e.source.context,
				 &e.output.key);
	sn_carrot_crypt_anchor(e.output.encrypted_anchor, anchor.b, &s, &e.output.key);
	cr_assert(opens(&v, &e));
	cr_assert(!is_found(&v, &e));
	sn_subaddress_table_free(&v.table);
}

/* They have no payment ID, and pay no subaddress. */
Test(chain_carrot_attacks, coinbase_enotes_pay_the_primary_address_alone)
{
	struct victim v = new_victim("coinbase address");
	for (size_t a = 0; a < ADDRESSES; a++) {
		for (uint8_t id = 0; id < 2; id++) {
			struct sn_scalar d_e;
			struct forgery f = honest(&v, a, &d_e);
			f.is_coinbase = true;
			f.payment_id[0] = id;
			sn_carrot_context_coinbase(&f.context, 7);
			sn_carrot_ephemeral_secret(&d_e, &f.anchor, &f.context, &f.spend, f.payment_id);
			cr_assert_eq(sn_carrot_ephemeral_key(&f.ephemeral_key, &d_e, &f.spend, a > 0), SN_OK);
			cr_assert_eq(sn_carrot_shared_secret(&f.shared, &d_e, &v.address[a].view), SN_OK);
			struct carrot_enote e = forge(&f);
			cr_assert_eq(is_found(&v, &e), a == 0 && !id, "%zu %u", a, id);
		}
	}
	sn_subaddress_table_free(&v.table);
}

/* A spend key with a torsion component, or of small order: the enote opens, but the key is not ours. */
Test(chain_carrot_attacks, torsion_finds_nothing)
{
	struct victim v = new_victim("torsion");
	for (size_t a = 0; a < ADDRESSES; a++) {
		for (int i = 0; i < 8; i++) {
			struct sn_scalar d_e;
			struct forgery f = honest(&v, a, &d_e);
			struct sn_ge p, t = torsion_point(i);
			cr_assert_eq(sn_ge_decode(&p, &f.spend), SN_OK);
			sn_ge_add(&p, &p, &t);
			sn_ge_encode(&f.spend, &p);
			struct carrot_enote e = forge(&f);
			cr_assert(opens(&v, &e));
			cr_assert_eq(is_found(&v, &e), i == 0);
			sn_ge_encode(&f.spend, &t);
			e = forge(&f);
			cr_assert(!is_found(&v, &e));
			/* The one-time key alone. */
			f = honest(&v, a, &d_e);
			e = forge(&f);
			cr_assert_eq(sn_ge_decode(&p, &e.output.key), SN_OK);
			sn_ge_add(&p, &p, &t);
			sn_ge_encode(&e.output.key, &p);
			sn_carrot_view_tag(e.output.carrot_view_tag, &f.shared, &f.context, &e.output.key);
			cr_assert_eq(is_found(&v, &e), i == 0);
		}
	}
	sn_subaddress_table_free(&v.table);
}

/* D_e of small order: anyone knows the shared secret of the receiver. D_e with bit 255, and D_e from p on:
 * X25519 reduces it, the hashes do not. A sender can make such an enote that opens, but none that is
 * found. */
Test(chain_carrot_attacks, degenerate_ephemeral_keys_find_nothing)
{
	static const char *const keys[] = {
		"0000000000000000000000000000000000000000000000000000000000000000",
		"0100000000000000000000000000000000000000000000000000000000000000",
		"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
		"5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
		"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"f6ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
		"0900000000000000000000000000000000000000000000000000000000000080",
		"0000000000000000000000000000000000000000000000000000000000000080",
	};
	const size_t n = sizeof keys / sizeof *keys;
	struct victim v = new_victim("degenerate");
	for (size_t a = 0; a < ADDRESSES; a++) {
		for (size_t i = 0; i <= n; i++) {
			struct sn_scalar d_e;
			struct forgery f = honest(&v, a, &d_e);
			if (i < n)
				memcpy(f.ephemeral_key.b, point_from_hex(keys[i]).b, 32);
			else
				f.ephemeral_key.b[31] |= 0x80;
			/* The sender cannot compute this for all keys; the receiver does. */
			sn_x25519(&f.shared, &v.account.view_secret, &f.ephemeral_key);
			struct carrot_enote e = forge(&f);
			cr_assert(opens(&v, &e));
			cr_assert(!is_found(&v, &e), "key %zu", i);
		}
	}
	sn_subaddress_table_free(&v.table);
}

/* The owner may make special enotes with any D_e. What the scan finds can be made again, to be spent. */
Test(chain_carrot_attacks, special_enotes_may_have_any_ephemeral_key)
{
	static const int values[] = {0x00, 0xff};
	struct victim v = new_victim("any key");
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		struct sn_carrot_made made;
		struct carrot_enote e = {.source.context = random_context(&v.random)};
		memset(e.source.ephemeral_key.b, values[i], 32);
		cr_assert_eq(sn_carrot_make_special(&made, &v.account, primary, 0, SN_CARROT_CHANGE,
						    &e.source.ephemeral_key, &e.source.context),
			     SN_OK);
		e.output = made.output;
		cr_assert(is_found(&v, &e));
	}
	sn_subaddress_table_free(&v.table);
}

/* What our wallets do not make, but the scan of other wallets accepts: an anchor of zero, a payment ID with a
 * subaddress, a payment that calls itself change. It is found and can be spent. */
Test(chain_carrot_attacks, unusual_enotes_are_found)
{
	struct victim v = new_victim("unusual");
	for (size_t a = 0; a < ADDRESSES; a++) {
		for (int way = 0; way < 3; way++) {
			struct sn_scalar d_e;
			struct forgery f = honest(&v, a, &d_e);
			if (way == 0)
				f.anchor = (struct sn_carrot_anchor){{0}};
			if (way == 1)
				f.payment_id[3] = 1;
			if (way == 2)
				f.type = SN_CARROT_CHANGE;
			sn_carrot_ephemeral_secret(&d_e, &f.anchor, &f.context, &f.spend, f.payment_id);
			cr_assert_eq(sn_carrot_ephemeral_key(&f.ephemeral_key, &d_e, &f.spend, a > 0), SN_OK);
			cr_assert_eq(sn_carrot_shared_secret(&f.shared, &d_e, &v.address[a].view), SN_OK);
			struct carrot_enote e = forge(&f);
			cr_assert(is_found(&v, &e), "%zu %d", a, way);
		}
	}
	sn_subaddress_table_free(&v.table);
}

Test(chain_carrot_attacks, a_key_that_is_no_point_finds_nothing)
{
	struct victim v = new_victim("no point");
	struct sn_scalar d_e;
	struct forgery f = honest(&v, 0, &d_e);
	struct carrot_enote e = forge(&f);
	memset(e.output.key.b, 0xff, 32);
	sn_carrot_view_tag(e.output.carrot_view_tag, &f.shared, &f.context, &e.output.key);
	cr_assert(!is_found(&v, &e));
	sn_subaddress_table_free(&v.table);
}

/* A payment ID that the sender did not use, or used elsewhere. */
Test(chain_carrot_attacks, payment_ids_belong_to_the_anchor)
{
	struct victim v = new_victim("payment ids");
	struct sn_carrot_context context = random_context(&v.random);
	struct sn_carrot_anchor anchor = {{1}};
	struct sn_carrot_made made;
	struct sn_carrot_owned owned;
	struct sn_address to = v.address[0];
	to.kind = SN_ADDRESS_INTEGRATED;
	memcpy(to.payment_id, "12345678", 8);
	cr_assert_eq(sn_carrot_make_normal(&made, &to, 5, &anchor, &context), SN_OK);
	struct carrot_enote e = {
		.output = made.output,
		.source = {.ephemeral_key = made.ephemeral_key, .context = context, .has_payment_id = true}};
	e.source.output = &e.output;
	memcpy(e.source.encrypted_payment_id, made.encrypted_payment_id, 8);
	cr_assert(carrot_scan(&owned, &e, &v.account, &v.table));
	cr_assert_arr_eq(owned.payment_id, "12345678", 8);
	e.source.encrypted_payment_id[7] ^= 1;
	cr_assert(!is_found(&v, &e));
	e.source.has_payment_id = false;
	cr_assert(!is_found(&v, &e));
	/* Not integrated: the dummy in the transaction is ignored. */
	to.kind = SN_ADDRESS_STANDARD;
	memset(to.payment_id, 0, 8);
	cr_assert_eq(sn_carrot_make_normal(&made, &to, 5, &anchor, &context), SN_OK);
	e = (struct carrot_enote){.output = made.output,
				  .source = {.ephemeral_key = made.ephemeral_key,
					     .context = context,
					     .has_payment_id = true,
					     .encrypted_payment_id = "dummy"}};
	e.source.output = &e.output;
	cr_assert(carrot_scan(&owned, &e, &v.account, &v.table));
	uint8_t none[8] = {0};
	cr_assert_arr_eq(owned.payment_id, none, 8);
	sn_subaddress_table_free(&v.table);
}
