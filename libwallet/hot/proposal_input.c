#include "hot/proposal_input.h"

#include "store/wallet_enotes.h"

#include <string.h>

static void describe_old(struct sn_proposal_input *in, const struct sn_wallet_output *o)
{
	in->kind = SN_PROPOSAL_OLD;
	in->tx_key = o->tx_key;
	in->index = o->index;
	in->mask_kind = o->mask_kind;
	if (o->mask_kind == SN_MASK_EXPLICIT)
		in->mask = o->mask;
}

static void describe_carrot(struct sn_proposal_input *in, const struct sn_wallet_output *o,
			    const struct sn_wallet_enote *e)
{
	_Static_assert(sizeof in->anchor == sizeof e->anchor.b, "sizes");
	_Static_assert(sizeof in->ephemeral == sizeof o->tx_key.b, "sizes");
	in->kind = o->is_coinbase                 ? SN_PROPOSAL_COINBASE
		   : e->kind == SN_CARROT_SPECIAL ? SN_PROPOSAL_SPECIAL
						  : SN_PROPOSAL_NORMAL;
	if (o->is_coinbase)
		in->height = o->height;
	else
		in->first_image = e->first_image;
	if (in->kind == SN_PROPOSAL_SPECIAL) {
		memcpy(in->ephemeral, o->tx_key.b, sizeof in->ephemeral); /* D_e */
		in->enote_type = e->type;
		return;
	}
	memcpy(in->anchor, e->anchor.b, sizeof in->anchor);
	in->has_payment_id = in->kind == SN_PROPOSAL_NORMAL && o->has_payment_id;
	if (in->has_payment_id)
		memcpy(in->payment_id, o->payment_id, sizeof in->payment_id);
}

void sn_proposal_input_of(struct sn_proposal_input *in, const struct sn_wallet *w, size_t output)
{
	const struct sn_wallet_output *o = &w->outputs[output];
	const struct sn_wallet_enote *e = sn_wallet_enote_of(w, o);
	*in = (struct sn_proposal_input){.key = o->key, .amount = o->amount, .subaddress = o->subaddress};
	if (e)
		describe_carrot(in, o, e);
	else
		describe_old(in, o);
}
