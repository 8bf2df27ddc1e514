#include "chain/carrot_enote.h"
#include "chain/carrot_make.h"
#include "carrot_fixture.h"
#include "crypto/fcmp_constants.h"
#include "crypto/group_mul.h"
#include "crypto/scalar.h"
#include "crypto/torsion.h"
#include "crypto/transcript.h"
#include "crypto/x25519.h"
#include "crypto_helpers.h"
#include "ringct/commitment.h"

#include <stdio.h>
#include <stdlib.h>

/* ------------------------------------------------------------------ the Carrot key hierarchy
 *
 * The library does not have it: no wallet of today uses it. Its vectors check tags and generators. */

struct hierarchy {
	struct sn_scalar prove_spend, generate_image, view; /* k_ps, k_gi, k_v */
	struct sn_hash view_balance, image_preimage, generate_address;
	struct sn_point partial, spend, account_view; /* K_ps, K_s, K_v = k_v·K_s */
	struct sn_hash preimage_1, preimage_2;
	struct sn_scalar subaddress; /* k_subscal */
};

static struct sn_hash hash(const char *tag, const uint8_t *key)
{
	struct sn_transcript t;
	struct sn_hash h;
	sn_transcript_init(&t, tag, key, sizeof h.b);
	sn_transcript_hash(&t, h.b);
	return h;
}

static struct sn_scalar scalar(const char *tag, const uint8_t *key, const struct sn_point *field)
{
	struct sn_transcript t;
	struct sn_scalar s;
	sn_transcript_init(&t, tag, key, SN_TRANSCRIPT_SCALAR);
	if (field)
		sn_transcript_put(&t, field->b, sizeof field->b);
	sn_transcript_scalar(&t, &s);
	return s;
}

static struct sn_point multiply(const struct sn_scalar *k, const struct sn_point *p)
{
	struct sn_ge ge;
	struct sn_point r;
	cr_assert_eq(sn_ge_decode(&ge, p), SN_OK);
	sn_ge_mul(&ge, k, &ge);
	sn_ge_encode(&r, &ge);
	return r;
}

static void derive_subaddress(struct hierarchy *h, uint32_t major, uint32_t minor)
{
	struct sn_transcript t;
	sn_transcript_init(&t, SN_CARROT_ADDRESS_INDEX_PREIMAGE_1, h->generate_address.b, 32);
	sn_transcript_put_u32(&t, major);
	sn_transcript_put_u32(&t, minor);
	sn_transcript_hash(&t, h->preimage_1.b);
	sn_transcript_init(&t, SN_CARROT_ADDRESS_INDEX_PREIMAGE_2, h->preimage_1.b, 32);
	sn_transcript_put_u32(&t, major);
	sn_transcript_put_u32(&t, minor);
	sn_transcript_put(&t, h->spend.b, 32);
	sn_transcript_put(&t, h->account_view.b, 32);
	sn_transcript_hash(&t, h->preimage_2.b);
	h->subaddress = scalar(SN_CARROT_SUBADDRESS_SCALAR, h->preimage_2.b, &h->spend);
}

static struct hierarchy derive_hierarchy(const struct sn_hash *master)
{
	struct hierarchy h = {
		.prove_spend = scalar(SN_CARROT_PROVE_SPEND_KEY, master->b, NULL),
		.view_balance = hash(SN_CARROT_VIEW_BALANCE_SECRET, master->b),
	};
	h.partial = multiply(&h.prove_spend, &sn_fcmp->t.encoded);
	h.image_preimage = hash(SN_CARROT_GENERATE_IMAGE_PREIMAGE_SECRET, h.view_balance.b);
	h.generate_image = scalar(SN_CARROT_GENERATE_IMAGE_KEY, h.image_preimage.b, &h.partial);
	h.view = scalar(SN_CARROT_INCOMING_VIEW_KEY, h.view_balance.b, NULL);
	h.generate_address = hash(SN_CARROT_GENERATE_ADDRESS_SECRET, h.view_balance.b);
	struct sn_carrot_extensions both = {h.generate_image, h.prove_spend};
	cr_assert_eq(sn_carrot_one_time_key(&h.spend, &sn_point_identity, &both), SN_OK);
	h.account_view = multiply(&h.view, &h.spend);
	return h;
}

/* The member equals the value. */
#define same(member, ...)                                                        \
	do {                                                                     \
		uint8_t want_[sizeof(member)];                                   \
		named_vector(want_, sizeof want_, CARROT, __VA_ARGS__);          \
		cr_assert(!memcmp(&(member), want_, sizeof want_), __VA_ARGS__); \
	} while (0)

Test(chain_carrot_enote, the_carrot_hierarchy_of_the_vectors_is_derived)
{
	struct sn_hash master;
	carrot_value(&master, "car.s_master");
	struct hierarchy h = derive_hierarchy(&master);
	same(h.prove_spend, "car.k_ps");
	same(h.view_balance, "car.s_vb");
	same(h.partial, "car.K_ps");
	same(h.image_preimage, "car.s_gp");
	same(h.generate_image, "car.k_gi");
	same(h.view, "car.k_v");
	same(h.generate_address, "car.s_ga");
	same(h.spend, "car.K_s");
	same(h.account_view, "car.K_v");
	static const struct sn_subaddress_index at[] = {{0, 1}, {1, 0}, {2, 3}, {UINT32_MAX, UINT32_MAX - 1}};
	for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
		derive_subaddress(&h, at[i].major, at[i].minor);
		struct sn_point spend = multiply(&h.subaddress, &h.spend);
		struct sn_point view = multiply(&h.subaddress, &h.account_view);
		same(h.subaddress, "car.%u/%u.k_subscal", at[i].major, at[i].minor);
		same(spend, "car.%u/%u.K_s", at[i].major, at[i].minor);
		same(view, "car.%u/%u.K_v", at[i].major, at[i].minor);
	}
}

Test(chain_carrot_enote, legacy_accounts_of_the_vectors_have_their_addresses)
{
	static const char *const names[] = {"rcv", "snd"};
	static const struct sn_subaddress_index at[] = {
		{0, 0}, {0, 1}, {1, 0}, {2, 3}, {UINT32_MAX, UINT32_MAX - 1}};
	for (size_t n = 0; n < 2; n++) {
		struct sn_account account = carrot_account(names[n]);
		for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
			struct sn_address address;
			struct sn_scalar m;
			sn_account_address(&address, &account, at[i]);
			same(address.spend, "%s.%u/%u.K_s", names[n], at[i].major, at[i].minor);
			same(address.view, "%s.%u/%u.K_v", names[n], at[i].major, at[i].minor);
			sn_account_subaddress_secret(&m, &account, at[i]);
			if (i)
				same(m, "%s.%u/%u.k_subext", names[n], at[i].major, at[i].minor);
		}
	}
}

/* ------------------------------------------------------------------ published values */

struct convergence {
	struct sn_account account;
	struct sn_point spend, view;
	struct sn_carrot_anchor anchor;
	struct sn_carrot_context context;
	uint8_t payment_id[8];
	struct sn_scalar d_e;
	struct sn_x25519 main_key, key, shared;
	struct sn_carrot_secret s;
};

#define AMOUNT 67000000000000

static struct convergence converge(void)
{
	struct sn_hash master;
	struct convergence c;
	carrot_value(&master, "conv.s_master");
	struct hierarchy h = derive_hierarchy(&master);
	derive_subaddress(&h, 5, 16);
	same(h.prove_spend, "conv.k_prove_spend");
	same(h.partial, "conv.partial_spend_pubkey");
	same(h.view_balance, "conv.s_view_balance");
	same(h.image_preimage, "conv.s_generate_image_preimage");
	same(h.generate_image, "conv.k_generate_image");
	same(h.view, "conv.k_view_incoming");
	same(h.generate_address, "conv.s_generate_address");
	same(h.spend, "conv.account_spend_pubkey");
	same(h.account_view, "conv.account_view_pubkey");
	same(h.preimage_1, "conv.address_index_preimage_1");
	same(h.preimage_2, "conv.address_index_preimage_2");
	same(h.subaddress, "conv.subaddress_scalar");
	cr_assert_eq(sn_account_from_view(&c.account, SN_MAINNET, &h.view, &h.spend, NULL), SN_OK);
	c.spend = multiply(&h.subaddress, &h.spend);
	c.view = multiply(&h.subaddress, &h.account_view);
	same(c.spend, "conv.subaddress_spend_pubkey");
	same(c.view, "conv.subaddress_view_pubkey");
	carrot_value(&c.anchor, "conv.anchor_norm");
	carrot_value(&c.context, "conv.input_context");
	named_vector(c.payment_id, 8, CARROT, "conv.payment_id");
	return c;
}

Test(chain_carrot_enote, published_values_are_derived)
{
	static const uint8_t zeros[16];
	struct convergence c = converge();
	struct sn_x25519 again;
	struct sn_scalar mask;
	struct sn_carrot_extensions ext;
	struct sn_point commitment, key;
	struct sn_carrot_anchor special;
	uint8_t bytes[16], tag[3];

	sn_carrot_ephemeral_secret(&c.d_e, &c.anchor, &c.context, &c.spend, c.payment_id);
	same(c.d_e, "conv.enote_ephemeral_privkey");
	cr_assert_eq(sn_carrot_ephemeral_key(&c.main_key, &c.d_e, &c.spend, false), SN_OK);
	same(c.main_key, "conv.enote_ephemeral_pubkey_cryptonote");
	cr_assert_eq(sn_carrot_ephemeral_key(&c.key, &c.d_e, &c.spend, true), SN_OK);
	same(c.key, "conv.enote_ephemeral_pubkey_subaddress");
	cr_assert_eq(sn_carrot_shared_secret(&c.shared, &c.d_e, &c.view), SN_OK);
	same(c.shared, "conv.s_sender_receiver");
	sn_x25519(&again, &c.account.view_secret, &c.key);
	cr_assert_arr_eq(again.b, c.shared.b, 32);
	sn_carrot_secret(&c.s, &c.shared, &c.key, &c.context);
	same(c.s, "conv.s_sender_receiver_ctx");

	sn_carrot_mask(&mask, &c.s, AMOUNT, &c.spend, SN_CARROT_CHANGE);
	same(mask, "conv.amount_blinding_factor_change");
	sn_carrot_mask(&mask, &c.s, AMOUNT, &c.spend, SN_CARROT_PAYMENT);
	same(mask, "conv.amount_blinding_factor_payment");
	sn_commit(&commitment, &mask, AMOUNT);
	same(commitment, "conv.amount_commitment");
	sn_carrot_extensions_coinbase(&ext, &c.s, AMOUNT, &c.spend);
	cr_assert_eq(sn_carrot_one_time_key(&key, &c.spend, &ext), SN_OK);
	same(key, "conv.onetime_address_coinbase");
	sn_carrot_extensions(&ext, &c.s, &commitment);
	cr_assert_eq(sn_carrot_one_time_key(&key, &c.spend, &ext), SN_OK);
	same(key, "conv.onetime_address");

	sn_carrot_view_tag(tag, &c.shared, &c.context, &key);
	same(tag, "conv.view_tag");
	sn_carrot_crypt_anchor(bytes, zeros, &c.s, &key);
	same(bytes, "conv.anchor_encryption_mask");
	uint8_t eight[8];
	sn_carrot_crypt_amount(eight, zeros, &c.s, &key);
	same(eight, "conv.amount_encryption_mask");
	sn_carrot_crypt_payment_id(eight, zeros, &c.s, &key);
	same(eight, "conv.payment_id_encryption_mask");
	sn_carrot_anchor_special(&special, &c.account.view_secret, &c.main_key, &c.context, &key);
	same(special, "conv.anchor_special");
}

/* ------------------------------------------------------------------ making enotes */

static void same_made(const struct sn_carrot_made *made, const char *name, bool is_coinbase)
{
	same(made->ephemeral_key, "%s.D_e", name);
	same(made->mask, "%s.k_a", name);
	same(made->extensions.g, "%s.k_g", name);
	same(made->extensions.t, "%s.k_t", name);
	same(made->anchor, "%s.anchor", name);
	same(made->output.key, "%s.K_o", name);
	same(made->output.carrot_view_tag, "%s.vt", name);
	same(made->output.encrypted_anchor, "%s.anchor_enc", name);
	cr_assert_eq(made->amount, carrot_u64(name, "a"));
	cr_assert(made->output.is_carrot && !made->output.has_view_tag);
	if (is_coinbase) {
		cr_assert_eq(made->output.amount, made->amount);
		return;
	}
	uint8_t amount[8];
	memcpy(amount, made->output.encrypted_amount, sizeof amount);
	cr_assert_eq(made->output.amount, 0);
	same(amount, "%s.a_enc", name);
	same(made->output.commitment, "%s.C_a", name);
	same(made->encrypted_payment_id, "%s.pid_enc", name);
}

Test(chain_carrot_enote, normal_enotes_of_the_vectors_are_made)
{
	static const struct {
		const char *name, *account;
		struct sn_subaddress_index to;
	} all[] = {{"enote.main", "rcv", {0, 0}}, {"enote.sub", "rcv", {2, 3}},
		   {"enote.int", "rcv", {0, 0}},  {"enote.cmain", "car", {0, 0}},
		   {"enote.csub", "car", {2, 3}}, {"enote.cint", "car", {0, 0}}};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		struct sn_address to = carrot_address(all[i].account, all[i].to);
		struct sn_carrot_anchor anchor;
		struct sn_carrot_context context;
		struct sn_carrot_made made;
		struct sn_scalar d_e;
		struct sn_x25519 shared;
		struct sn_carrot_secret s;
		carrot_value(&anchor, "%s.anchor", all[i].name);
		carrot_value(&context, "%s.input_context", all[i].name);
		if (named_vector_find(to.payment_id, 8, CARROT, "%s.pid", all[i].name))
			to.kind = SN_ADDRESS_INTEGRATED;
		cr_assert_eq(
			sn_carrot_make_normal(&made, &to, carrot_u64(all[i].name, "a"), &anchor, &context),
			SN_OK);
		same_made(&made, all[i].name, false);
		cr_assert_eq(made.type, SN_CARROT_PAYMENT);
		sn_carrot_ephemeral_secret(&d_e, &anchor, &context, &to.spend, to.payment_id);
		same(d_e, "%s.d_e", all[i].name);
		cr_assert_eq(sn_carrot_shared_secret(&shared, &d_e, &to.view), SN_OK);
		same(shared, "%s.s_sr", all[i].name);
		sn_carrot_secret(&s, &shared, &made.ephemeral_key, &context);
		same(s, "%s.s_sr_ctx", all[i].name);
	}
}

static const struct {
	const char *name;
	struct sn_subaddress_index to;
	enum sn_carrot_type type;
} self_sends[] = {{"chg", {0, 0}, SN_CARROT_CHANGE},
		  {"chgsub", {1, 0}, SN_CARROT_CHANGE},
		  {"self", {0, 1}, SN_CARROT_PAYMENT},
		  {"zero", {0, 0}, SN_CARROT_CHANGE}};

Test(chain_carrot_enote, special_and_internal_enotes_of_the_vectors_are_made)
{
	struct sn_account account = carrot_account("snd");
	struct sn_hash view_balance;
	carrot_value(&view_balance, "car.s_vb");
	for (size_t i = 0; i < sizeof self_sends / sizeof *self_sends; i++) {
		for (int is_special = 0; is_special < 2; is_special++) {
			char name[64];
			struct sn_carrot_context context;
			struct sn_scalar d_e;
			struct sn_x25519 key;
			struct sn_carrot_made made;
			static const struct sn_carrot_anchor message;
			struct sn_address to = carrot_address(is_special ? "snd" : "car", self_sends[i].to);
			snprintf(name, sizeof name, "%s.%s", is_special ? "special" : "internal",
				 self_sends[i].name);
			uint64_t amount = carrot_u64(name, "a");
			carrot_value(&context, "%s.input_context", name);
			carrot_value(&d_e, "%s.d_e", name);
			cr_assert_eq(sn_carrot_ephemeral_key(&key, &d_e, &to.spend,
							     to.kind == SN_ADDRESS_SUBADDRESS),
				     SN_OK);
			if (is_special)
				cr_assert_eq(sn_carrot_make_special(&made, &account, self_sends[i].to, amount,
								    self_sends[i].type, &key, &context),
					     SN_OK);
			else
				cr_assert_eq(sn_carrot_make_internal(&made, view_balance.b, &to.spend, amount,
								     self_sends[i].type, &message, &key,
								     &context),
					     SN_OK);
			same_made(&made, name, false);
			cr_assert_eq(made.type, self_sends[i].type);
		}
	}
}

Test(chain_carrot_enote, coinbase_enotes_of_the_vectors_are_made)
{
	static const char *const names[][2] = {{"coinbase", "rcv"}, {"ccoinbase", "car"}};
	for (size_t i = 0; i < 2; i++) {
		struct sn_address to = carrot_address(names[i][1], (struct sn_subaddress_index){0, 0});
		struct sn_carrot_anchor anchor;
		struct sn_carrot_made made;
		struct sn_carrot_context context;
		carrot_value(&anchor, "%s.anchor", names[i][0]);
		cr_assert_eq(sn_carrot_make_coinbase(&made, &to, 600000000000, &anchor, 3700123), SN_OK);
		same_made(&made, names[i][0], true);
		sn_carrot_context_coinbase(&context, 3700123);
		same(context, "%s.input_context", names[i][0]);
		/* Nobody would find an enote to these. */
		to.kind = SN_ADDRESS_SUBADDRESS;
		cr_assert_eq(sn_carrot_make_coinbase(&made, &to, 1, &anchor, 1), SN_BAD_INPUT);
		to.kind = SN_ADDRESS_INTEGRATED;
		to.payment_id[0] = 1;
		cr_assert_eq(sn_carrot_make_coinbase(&made, &to, 1, &anchor, 1), SN_BAD_INPUT);
	}
}

/* ------------------------------------------------------------------ refusals */

Test(chain_carrot_enote, keys_that_are_no_address_are_refused)
{
	static const struct sn_carrot_made none;
	struct sn_random random = test_random("carrot addresses");
	struct sn_address good = carrot_address("rcv", (struct sn_subaddress_index){2, 3}), bad;
	struct sn_carrot_anchor anchor = {{1}}, zero = {{0}};
	struct sn_carrot_context context = {{'R'}};
	struct sn_carrot_made made;
	struct sn_x25519 key;
	struct sn_scalar d_e;
	sn_random_scalar(&random, &d_e);
	cr_assert_eq(sn_carrot_make_normal(&made, &good, 1, &anchor, &context), SN_OK);
	cr_assert_eq(sn_carrot_make_normal(&made, &good, 1, &zero, &context), SN_BAD_INPUT, "anchor");
	cr_assert(!memcmp(&made, &none, sizeof made));
	for (int which = 0; which < 2; which++) {
		for (int i = 0; i < 10; i++) {
			struct sn_ge p, t;
			bad = good;
			struct sn_point *changed = which ? &bad.spend : &bad.view;
			if (i < 8) { /* the eight points of small order, then a sum with one */
				*changed = point_from_hex(torsion_hex[i]);
			} else if (i == 8) {
				t = torsion_point(3);
				cr_assert_eq(sn_ge_decode(&p, changed), SN_OK);
				sn_ge_add(&p, &p, &t);
				sn_ge_encode(changed, &p);
			} else {
				memset(changed->b, 0xff, 32);
			}
			cr_assert_eq(sn_carrot_make_normal(&made, &bad, 1, &anchor, &context), SN_BAD_INPUT,
				     "key %d of kind %d", i, which);
			if (!which)
				cr_assert_eq(sn_carrot_shared_secret(&key, &d_e, changed), SN_BAD_INPUT);
		}
	}
	cr_assert_eq(sn_carrot_ephemeral_key(&key, &d_e, &sn_point_identity, true), SN_BAD_INPUT);
	memset(bad.spend.b, 0xff, 32);
	cr_assert_eq(sn_carrot_ephemeral_key(&key, &d_e, &bad.spend, true), SN_BAD_INPUT);
	struct sn_carrot_extensions ext = {d_e, d_e};
	struct sn_point p;
	cr_assert_eq(sn_carrot_one_time_key(&p, &bad.spend, &ext), SN_BAD_INPUT);
	cr_assert_eq(sn_carrot_spend_key(&p, &bad.spend, &ext), SN_BAD_INPUT);
}

Test(chain_carrot_enote, internal_enotes_without_an_ephemeral_key_are_refused)
{
	static const struct sn_x25519 none;
	static const struct sn_carrot_anchor anchor;
	struct sn_account account = carrot_account("snd");
	struct sn_carrot_context context = {{'R'}};
	struct sn_carrot_made made;
	cr_assert_eq(sn_carrot_make_internal(&made, account.view_secret.b, &account.spend_public, 1,
					     SN_CARROT_CHANGE, &anchor, &none, &context),
		     SN_BAD_INPUT);
}

/* The context is that of the first input. */
Test(chain_carrot_enote, the_context_names_the_transaction)
{
	struct sn_tx_input inputs[2] = {{.kind = SN_INPUT_KEY, .key_image = {{5, 6}}},
					{.kind = SN_INPUT_KEY, .key_image = {{1}}}};
	struct sn_tx tx = {.n_inputs = 2, .inputs = inputs};
	struct sn_carrot_context context, want;
	sn_carrot_context_of(&context, &tx);
	sn_carrot_context(&want, &inputs[0].key_image);
	cr_assert_arr_eq(context.b, want.b, sizeof want.b);
	cr_assert(context.b[0] == 'R' && context.b[1] == 5 && context.b[2] == 6);
	inputs[0] = (struct sn_tx_input){.kind = SN_INPUT_COINBASE, .height = 0x0102030405060708};
	tx.n_inputs = 1;
	sn_carrot_context_of(&context, &tx);
	sn_carrot_context_coinbase(&want, 0x0102030405060708);
	cr_assert_arr_eq(context.b, want.b, sizeof want.b);
	cr_assert(context.b[0] == 'C' && context.b[1] == 8 && context.b[8] == 1 && context.b[9] == 0);
}
