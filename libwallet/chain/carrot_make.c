#include "chain/carrot_make.h"
#include "base/bytes.h"
#include "base/seam.h"
#include "base/secret.h"
#include "crypto/scalar.h"
#include "crypto/x25519.h"
#include "ringct/commitment.h"

#include <sodium.h>

static const uint8_t no_payment_id[SN_PAYMENT_ID_BYTES];

/* What the kinds of enotes differ in. */
struct draft {
	struct sn_x25519 shared; /* s_sr */
	struct sn_x25519 ephemeral_key;
	const struct sn_carrot_context *context;
	struct sn_point spend;
	uint64_t amount;
	enum sn_carrot_type type;
	bool is_coinbase;
	const struct sn_carrot_anchor *anchor; /* NULL: special */
	const struct sn_scalar *view_secret;   /* for a special enote */
	const uint8_t *payment_id;
};

/* Mask, commitment, extensions, one-time key: each follows from those before. */
static int make_keys(struct sn_carrot_made *made, const struct draft *d, const struct sn_carrot_secret *s)
{
	struct sn_tx_output *out = &made->output;
	struct sn_point commitment;
	if (d->is_coinbase) {
		out->amount = d->amount;
		made->mask = sn_scalar_one;
		sn_carrot_extensions_coinbase(&made->extensions, s, d->amount, &d->spend);
	} else {
		sn_carrot_mask(&made->mask, s, d->amount, &d->spend, d->type);
		sn_commit(&commitment, &made->mask, d->amount);
		/* The transaction has the commitment. */
		SN_PUBLIC(&commitment, sizeof commitment);
		out->commitment = commitment;
		sn_carrot_extensions(&made->extensions, s, &out->commitment);
	}
	return sn_carrot_one_time_key(&out->key, &d->spend, &made->extensions);
}

static int make(struct sn_carrot_made *made, const struct draft *d)
{
	struct sn_carrot_secret s;
	uint8_t amount[8];
	*made = (struct sn_carrot_made){.output = {.is_carrot = true},
					.ephemeral_key = d->ephemeral_key,
					.amount = d->amount,
					.type = d->type};
	struct sn_tx_output *out = &made->output;
	sn_carrot_secret(&s, &d->shared, &d->ephemeral_key, d->context);
	int ret = make_keys(made, d, &s);
	if (ret)
		goto out;
	sn_carrot_view_tag(out->carrot_view_tag, &d->shared, d->context, &out->key);
	if (d->anchor)
		made->anchor = *d->anchor;
	else
		sn_carrot_anchor_special(&made->anchor, d->view_secret, &d->ephemeral_key, d->context,
					 &out->key);
	sn_carrot_crypt_anchor(out->encrypted_anchor, made->anchor.b, &s, &out->key);
	if (!d->is_coinbase) {
		sn_store_u64(amount, d->amount);
		sn_carrot_crypt_amount(out->encrypted_amount, amount, &s, &out->key);
		sn_carrot_crypt_payment_id(made->encrypted_payment_id, d->payment_id, &s, &out->key);
	}
	/* They are parts of the transaction. */
	SN_PUBLIC(out, sizeof *out);
	SN_PUBLIC(made->encrypted_payment_id, sizeof made->encrypted_payment_id);
out:
	sn_wipe(&s, sizeof s);
	sn_wipe(amount, sizeof amount);
	if (ret)
		sn_wipe(made, sizeof *made);
	return ret;
}

/* A normal enote: d_e follows from the anchor. `view` is the view key of the address. */
static int make_normal(struct sn_carrot_made *made, struct draft *d, bool is_subaddress,
		       const struct sn_point *view)
{
	struct sn_scalar d_e;
	sn_carrot_ephemeral_secret(&d_e, d->anchor, d->context, &d->spend, d->payment_id);
	int ret = sn_carrot_ephemeral_key(&d->ephemeral_key, &d_e, &d->spend, is_subaddress);
	/* The transaction has D_e. */
	SN_PUBLIC(&d->ephemeral_key, sizeof d->ephemeral_key);
	if (!ret)
		ret = sn_carrot_shared_secret(&d->shared, &d_e, view);
	if (!ret)
		ret = make(made, d);
	sn_wipe(&d_e, sizeof d_e);
	sn_wipe(d, sizeof *d);
	return ret;
}

static int make_payment(struct sn_carrot_made *made, const struct sn_address *to, uint64_t amount,
			const struct sn_carrot_anchor *anchor, const struct sn_carrot_context *context,
			bool is_coinbase)
{
	struct draft d = {.context = context,
			  .spend = to->spend,
			  .amount = amount,
			  .type = SN_CARROT_PAYMENT,
			  .is_coinbase = is_coinbase,
			  .anchor = anchor,
			  .payment_id = to->kind == SN_ADDRESS_INTEGRATED ? to->payment_id : no_payment_id};
	*made = (struct sn_carrot_made){0};
	bool is_zero = sodium_is_zero(anchor->b, sizeof anchor->b);
	SN_PUBLIC(&is_zero, sizeof is_zero); /* the caller made a mistake */
	if (is_zero || !sn_address_is_payable(to))
		return SN_BAD_INPUT;
	return make_normal(made, &d, to->kind == SN_ADDRESS_SUBADDRESS, &to->view);
}

int sn_carrot_make_normal(struct sn_carrot_made *made, const struct sn_address *to, uint64_t amount,
			  const struct sn_carrot_anchor *anchor, const struct sn_carrot_context *context)
{
	return make_payment(made, to, amount, anchor, context, false);
}

int sn_carrot_make_coinbase(struct sn_carrot_made *made, const struct sn_address *to, uint64_t amount,
			    const struct sn_carrot_anchor *anchor, uint64_t height)
{
	struct sn_carrot_context context;
	*made = (struct sn_carrot_made){0};
	if (to->kind != SN_ADDRESS_STANDARD)
		return SN_BAD_INPUT;
	sn_carrot_context_coinbase(&context, height);
	return make_payment(made, to, amount, anchor, &context, true);
}

int sn_carrot_remake(struct sn_carrot_made *made, const struct sn_account *account,
		     const struct sn_carrot_received *received)
{
	struct sn_address to;
	struct draft d = {.context = &received->context,
			  .amount = received->amount,
			  .type = received->type,
			  .is_coinbase = received->is_coinbase,
			  .anchor = &received->anchor,
			  .payment_id = received->payment_id};
	*made = (struct sn_carrot_made){0};
	if (received->is_coinbase && !sn_subaddress_is_primary(received->to))
		return SN_BAD_INPUT;
	sn_account_address(&to, account, received->to);
	d.spend = to.spend;
	return make_normal(made, &d, to.kind == SN_ADDRESS_SUBADDRESS, &to.view);
}

int sn_carrot_make_special(struct sn_carrot_made *made, const struct sn_account *account,
			   struct sn_subaddress_index to, uint64_t amount, enum sn_carrot_type type,
			   const struct sn_x25519 *ephemeral_key, const struct sn_carrot_context *context)
{
	struct sn_address address;
	sn_account_address(&address, account, to);
	struct draft d = {.ephemeral_key = *ephemeral_key,
			  .context = context,
			  .spend = address.spend,
			  .amount = amount,
			  .type = type,
			  .view_secret = &account->view_secret,
			  .payment_id = no_payment_id};
	sn_x25519(&d.shared, &account->view_secret, ephemeral_key);
	int ret = make(made, &d);
	sn_wipe(&d, sizeof d);
	return ret;
}

int sn_carrot_make_internal(struct sn_carrot_made *made, const uint8_t view_balance_secret[static 32],
			    const struct sn_point *spend, uint64_t amount, enum sn_carrot_type type,
			    const struct sn_carrot_anchor *anchor, const struct sn_x25519 *ephemeral_key,
			    const struct sn_carrot_context *context)
{
	struct draft d = {.ephemeral_key = *ephemeral_key,
			  .context = context,
			  .spend = *spend,
			  .amount = amount,
			  .type = type,
			  .anchor = anchor,
			  .payment_id = no_payment_id};
	*made = (struct sn_carrot_made){0};
	if (sodium_is_zero(ephemeral_key->b, sizeof ephemeral_key->b))
		return SN_BAD_INPUT;
	memcpy(d.shared.b, view_balance_secret, sizeof d.shared.b);
	int ret = make(made, &d);
	sn_wipe(&d, sizeof d);
	return ret;
}
