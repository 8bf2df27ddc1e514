#include "store/wallet_enotes.h"

#include "base/secret.h"

#include <sodium.h>

const struct sn_wallet_enote *sn_wallet_enote_of(const struct sn_wallet *w, const struct sn_wallet_output *o)
{
	const size_t output = (size_t)(o - w->outputs);
	size_t low = 0, high = o->is_carrot ? w->n_enotes : 0;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (w->enotes[middle].output < output)
			low = middle + 1;
		else
			high = middle;
	}
	return low < w->n_enotes && w->enotes[low].output == output ? &w->enotes[low] : NULL;
}

bool sn_wallet_enote_is_canonical(const struct sn_wallet_enote *enote, const struct sn_wallet_output *o)
{
	if (enote->kind > SN_CARROT_SPECIAL || enote->type > SN_CARROT_CHANGE || !o->is_rct)
		return false;
	if (enote->kind == SN_CARROT_SPECIAL &&
	    (o->is_coinbase || !sodium_is_zero(enote->anchor.b, sizeof enote->anchor.b)))
		return false;
	return !o->is_coinbase || (enote->type == SN_CARROT_PAYMENT &&
				   sodium_is_zero(enote->first_image.b, sizeof enote->first_image.b));
}

void sn_wallet_append_enote(struct sn_wallet *w, const struct sn_wallet_enote *enote)
{
	w->enotes[w->n_enotes] = *enote;
	w->enotes[w->n_enotes++].output = (uint32_t)(w->n_outputs - 1);
}

void sn_wallet_drop_enotes(struct sn_wallet *w)
{
	while (w->n_enotes && w->enotes[w->n_enotes - 1].output >= w->n_outputs)
		sn_wipe(&w->enotes[--w->n_enotes], sizeof *w->enotes);
}
