#include "cold/proposal_input.h"

#include "base/seam.h"
#include "base/secret.h"
#include "chain/carrot_make.h"
#include "crypto/derive.h"
#include "crypto/scalar.h"
#include "ringct/commitment.h"

#include <string.h>

#include <sodium.h>

/* What the account says of an input. All but the commitment is secret. */
struct rebuilt {
	struct sn_point key, commitment;
	struct sn_scalar mask;
	struct sn_spend_keys keys;
};

static const struct sn_scalar *old_mask(struct sn_scalar *derived, const struct sn_proposal_input *in,
					const struct sn_scalar *shared)
{
	if (in->mask_kind == SN_MASK_ONE)
		return &sn_scalar_one;
	if (in->mask_kind == SN_MASK_EXPLICIT)
		return &in->mask;
	sn_commitment_mask(derived, shared);
	return derived;
}

static int rebuild_old(struct rebuilt *r, const struct sn_account *account,
		       const struct sn_proposal_input *in)
{
	struct sn_address address;
	struct sn_point derivation;
	struct sn_scalar shared, derived;
	sn_account_address(&address, account, in->subaddress);
	int ret = sn_derive(&derivation, &in->tx_key, &account->view_secret);
	if (!ret)
		ret = sn_derive_public_key(&r->key, &derivation, in->index, &address.spend);
	if (!ret) {
		sn_derivation_to_scalar(&shared, &derivation, in->index);
		r->mask = *old_mask(&derived, in, &shared);
		sn_commit(&r->commitment, &r->mask, in->amount);
		if (account->has_spend_secret)
			sn_spend_keys_old(&r->keys, account, in->subaddress, &derivation, in->index);
	}
	sn_wipe(&derivation, sizeof derivation);
	sn_wipe(&shared, sizeof shared);
	sn_wipe(&derived, sizeof derived);
	return ret;
}

static int remake_special(struct sn_carrot_made *made, const struct sn_account *account,
			  const struct sn_proposal_input *in)
{
	struct sn_x25519 key;
	struct sn_carrot_context context;
	_Static_assert(sizeof key.b == sizeof in->ephemeral, "sizes");
	memcpy(key.b, in->ephemeral, sizeof key.b);
	sn_carrot_context(&context, &in->first_image);
	return sn_carrot_make_special(made, account, in->subaddress, in->amount,
				      (enum sn_carrot_type)in->enote_type, &key, &context);
}

/* The entry does not say whether the sender made it as change, as nobody should. */
static int remake_normal(struct sn_carrot_made *made, const struct sn_account *account,
			 const struct sn_proposal_input *in)
{
	struct sn_carrot_received received = {
		.to = in->subaddress, .amount = in->amount, .is_coinbase = in->kind == SN_PROPOSAL_COINBASE};
	_Static_assert(sizeof received.anchor.b == sizeof in->anchor, "sizes");
	memcpy(received.anchor.b, in->anchor, sizeof received.anchor.b);
	memcpy(received.payment_id, in->payment_id, sizeof received.payment_id);
	if (received.is_coinbase)
		sn_carrot_context_coinbase(&received.context, in->height);
	else
		sn_carrot_context(&received.context, &in->first_image);
	int ret = sn_carrot_remake(made, account, &received);
	if (!ret && !received.is_coinbase && !sn_point_is_equal(&made->output.key, &in->key)) {
		received.type = SN_CARROT_CHANGE;
		ret = sn_carrot_remake(made, account, &received);
	}
	sn_wipe(&received, sizeof received);
	return ret;
}

static int rebuild_carrot(struct rebuilt *r, const struct sn_account *account,
			  const struct sn_proposal_input *in)
{
	struct sn_carrot_made made;
	int ret = in->kind == SN_PROPOSAL_SPECIAL ? remake_special(&made, account, in)
						  : remake_normal(&made, account, in);
	if (ret)
		return ret;
	r->key = made.output.key;
	r->mask = made.mask;
	sn_commit(&r->commitment, &r->mask, in->amount);
	if (account->has_spend_secret)
		sn_spend_keys_carrot(&r->keys, account, in->subaddress, &made.extensions);
	sn_wipe(&made, sizeof made);
	return SN_OK;
}

static int refuse_foreign(struct sn_error *err)
{
	return sn_error_set(
		err, SN_REFUSED,
		"an input does not belong to this wallet: its one-time key does not follow from its values");
}

static int take_keys(struct sn_opened_proposal_input *opened, const struct rebuilt *r, struct sn_error *err)
{
	opened->keys = r->keys;
	if (sn_spend_keys_check(&opened->keys, &opened->output.o))
		return sn_error_set(
			err, SN_REFUSED,
			"the spend key does not match the output: the wallet file is inconsistent");
	if (sn_image_from_generator(&opened->image, &opened->output.i, &opened->keys.x))
		return sn_error_set(err, SN_REFUSED, "an input has no key image");
	SN_FAULT_POINT("key image", &opened->image, sizeof opened->image);
	/* Part of the transaction. */
	SN_PUBLIC(&opened->image, sizeof opened->image);
	return SN_OK;
}

static int open_one(struct sn_opened_proposal_input *opened, struct rebuilt *r,
		    const struct sn_account *account, const struct sn_proposal_input *in,
		    struct sn_error *err)
{
	*opened = (struct sn_opened_proposal_input){.input = in};
	*r = (struct rebuilt){0};
	int ret = in->kind == SN_PROPOSAL_OLD ? rebuild_old(r, account, in) : rebuild_carrot(r, account, in);
	SN_FAULT_POINT("rebuilt input", r, sizeof *r);
	bool is_ours = !ret && sodium_memcmp(r->key.b, in->key.b, sizeof in->key.b) == 0;
	/* The result decides about a refusal. */
	SN_PUBLIC(&is_ours, sizeof is_ours);
	if (!is_ours)
		return refuse_foreign(err);
	opened->output = (struct sn_output_tuple){.o = in->key, .c = r->commitment};
	/* On the chain. */
	SN_PUBLIC(&opened->output.c, sizeof opened->output.c);
	sn_image_generator(&opened->output.i, &in->key, in->kind != SN_PROPOSAL_OLD, sn_fcmp);
	opened->mask = r->mask;
	return account->has_spend_secret ? take_keys(opened, r, err) : SN_OK;
}

int sn_proposal_inputs_open(struct sn_opened_proposal_input *opened, size_t *bad,
			    const struct sn_account *account, const struct sn_proposal_input *inputs,
			    size_t n, struct sn_error *err)
{
	struct rebuilt r;
	int ret = SN_OK;
	*bad = n;
	for (size_t i = 0; !ret && i < n; i++) {
		ret = open_one(&opened[i], &r, account, &inputs[i], err);
		if (ret)
			*bad = i;
	}
	sn_wipe(&r, sizeof r);
	sn_wipe_stack();
	if (ret)
		sn_wipe(opened, n * sizeof *opened);
	return ret;
}
