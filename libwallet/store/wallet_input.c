#include "store/wallet_input.h"

#include "store/wallet_enotes.h"

#include <string.h>

static void fill_old(struct sn_proposal_input *in, const struct sn_wallet_output *o)
{
	in->kind = SN_PROPOSAL_OLD;
	in->tx_key = o->tx_key;
	in->index = o->index;
	in->mask_kind = o->mask_kind;
	if (o->mask_kind == SN_MASK_EXPLICIT)
		in->mask = o->mask;
}

static void fill_carrot(struct sn_proposal_input *in, const struct sn_wallet_output *o,
			const struct sn_wallet_enote *enote)
{
	_Static_assert(sizeof in->anchor == sizeof enote->anchor.b, "sizes");
	_Static_assert(sizeof in->ephemeral == sizeof o->tx_key.b, "sizes");
	_Static_assert(sizeof in->payment_id == sizeof o->payment_id, "sizes");
	in->first_image = enote->first_image;
	if (enote->kind == SN_CARROT_SPECIAL) {
		in->kind = SN_PROPOSAL_SPECIAL;
		memcpy(in->ephemeral, o->tx_key.b, sizeof in->ephemeral);
		in->enote_type = enote->type;
		return;
	}
	in->kind = o->is_coinbase ? SN_PROPOSAL_COINBASE : SN_PROPOSAL_NORMAL;
	memcpy(in->anchor, enote->anchor.b, sizeof in->anchor);
	in->height = o->is_coinbase ? o->height : 0;
	in->has_payment_id = o->has_payment_id;
	if (o->has_payment_id)
		memcpy(in->payment_id, o->payment_id, sizeof in->payment_id);
}

void sn_wallet_proposal_input(struct sn_proposal_input *in, const struct sn_wallet *w,
			      const struct sn_wallet_output *o)
{
	const struct sn_wallet_enote *enote = sn_wallet_enote_of(w, o);
	*in = (struct sn_proposal_input){.key = o->key, .amount = o->amount, .subaddress = o->subaddress};
	if (enote)
		fill_carrot(in, o, enote);
	else
		fill_old(in, o);
}
