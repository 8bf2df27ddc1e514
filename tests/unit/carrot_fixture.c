#include "carrot_fixture.h"

#include "base/bytes.h"
#include "chain/carrot_make.h"
#include "crypto/x25519.h"

uint64_t carrot_u64(const char *name, const char *member)
{
	uint8_t bytes[8];
	named_vector(bytes, sizeof bytes, CARROT, "%s.%s", name, member);
	return sn_load_u64(bytes);
}

struct sn_account carrot_account(const char *name)
{
	struct sn_account account;
	struct sn_scalar spend, view;
	struct sn_point key;
	carrot_value(&key, "%s.K_s", name);
	carrot_value(&view, "%s.k_v", name);
	if (named_vector_find(spend.b, sizeof spend.b, CARROT, "%s.k_s", name)) {
		sn_account_from_seed(&account, SN_MAINNET, spend.b);
		cr_assert_arr_eq(account.spend_secret.b, spend.b, 32);
	} else {
		cr_assert_eq(sn_account_from_view(&account, SN_MAINNET, &view, &key, NULL), SN_OK);
	}
	cr_assert_arr_eq(account.view_secret.b, view.b, 32);
	cr_assert_arr_eq(account.spend_public.b, key.b, 32);
	return account;
}

struct sn_subaddress_table carrot_table(const struct sn_account *account)
{
	struct sn_subaddress_table table;
	cr_assert_eq(sn_subaddress_table_init(&table, account, 3, 4), SN_OK);
	return table;
}

struct sn_address carrot_address(const char *account, struct sn_subaddress_index j)
{
	struct sn_address a = {.network = SN_MAINNET,
			       .kind = sn_subaddress_is_primary(j) ? SN_ADDRESS_STANDARD
								   : SN_ADDRESS_SUBADDRESS};
	carrot_value(&a.spend, "%s.%u/%u.K_s", account, j.major, j.minor);
	carrot_value(&a.view, "%s.%u/%u.K_v", account, j.major, j.minor);
	return a;
}

struct carrot_enote *carrot_enote(const char *name)
{
	struct carrot_enote *e = calloc(1, sizeof *e);
	cr_assert_not_null(e);
	struct sn_tx_output *out = &e->output;
	out->is_carrot = true;
	carrot_value(&out->key, "%s.K_o", name);
	named_vector(out->carrot_view_tag, 3, CARROT, "%s.vt", name);
	named_vector(out->encrypted_anchor, 16, CARROT, "%s.anchor_enc", name);
	e->source.output = out;
	carrot_value(&e->source.ephemeral_key, "%s.D_e", name);
	carrot_value(&e->source.context, "%s.input_context", name);
	e->source.is_coinbase = e->source.context.b[0] == 'C';
	if (e->source.is_coinbase) {
		out->amount = carrot_u64(name, "a");
		return e;
	}
	carrot_value(&out->commitment, "%s.C_a", name);
	named_vector(out->encrypted_amount, 8, CARROT, "%s.a_enc", name);
	e->source.has_payment_id =
		named_vector_find(e->source.encrypted_payment_id, 8, CARROT, "%s.pid_enc", name);
	return e;
}

struct sn_x25519 carrot_shared(const struct sn_account *account, const struct carrot_enote *e)
{
	struct sn_x25519 shared;
	sn_x25519(&shared, &account->view_secret, &e->source.ephemeral_key);
	return shared;
}

bool carrot_scan(struct sn_carrot_owned *owned, const struct carrot_enote *e,
		 const struct sn_account *account, const struct sn_subaddress_table *table)
{
	struct sn_x25519 shared = carrot_shared(account, e);
	return sn_carrot_open(owned, &e->source, &shared, &account->spend_public) &&
	       sn_subaddress_table_find(&owned->subaddress, table, &owned->spend) &&
	       sn_carrot_check_anchor(owned, account);
}

void carrot_expect_remade(const struct sn_account *account, const struct sn_carrot_owned *o)
{
	struct sn_carrot_made made;
	struct sn_carrot_received r = {.to = o->subaddress,
				       .amount = o->amount,
				       .type = o->type,
				       .anchor = o->anchor,
				       .context = o->context,
				       .is_coinbase = o->is_coinbase};
	memcpy(r.payment_id, o->payment_id, sizeof r.payment_id);
	if (o->kind == SN_CARROT_SPECIAL)
		cr_assert_eq(sn_carrot_make_special(&made, account, o->subaddress, o->amount, o->type,
						    &o->ephemeral_key, &o->context),
			     SN_OK);
	else
		cr_assert_eq(sn_carrot_remake(&made, account, &r), SN_OK);
	cr_assert_arr_eq(made.output.key.b, o->key.b, 32);
	cr_assert_arr_eq(made.mask.b, o->mask.b, 32);
	cr_assert(!memcmp(&made.extensions, &o->extensions, sizeof made.extensions));
	cr_assert_arr_eq(made.ephemeral_key.b, o->ephemeral_key.b, 32);
}
