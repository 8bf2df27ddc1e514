#include "hot/choice.h"

#include "hot/outputs.h"

#include <stdlib.h>

static bool is_in_account(const struct sn_payment_request *r, const struct sn_wallet_output *o)
{
	return (r->sweep_all && !r->one_account) || o->subaddress.major == r->account;
}

static int choose_named(bool *only, const struct sn_wallet *w, const struct sn_payment_request *r,
			const char *name, uint64_t now, struct sn_error *err)
{
	size_t output;
	int ret = sn_output_find(&output, w, name, err);
	if (ret)
		return ret;
	const struct sn_wallet_output *o = &w->outputs[output];
	if (only[output])
		return sn_error_set(err, SN_USAGE, "output %s is named twice", name);
	if (!is_in_account(r, o))
		return sn_error_hint(err,
				     sn_error_set(err, SN_REFUSED, "output %s belongs to account %u", name,
						  o->subaddress.major),
				     "spend from this account: --account=%u", o->subaddress.major);
	only[output] = true;
	return sn_output_check_unlocked(w, output, name, now, err);
}

int sn_choice_make(bool **only, const struct sn_wallet *w, const struct sn_payment_request *request,
		   uint64_t now, struct sn_error *err)
{
	const struct sn_input_choice *choice = &request->choice;
	int ret = SN_OK;
	*only = NULL;
	if (!choice->n_outputs && !choice->n_addresses && !choice->below)
		return SN_OK;
	bool *chosen = calloc(w->n_outputs + 1, sizeof *chosen);
	if (!chosen)
		return sn_error_memory(err);
	for (size_t i = 0; !ret && i < choice->n_outputs; i++)
		ret = choose_named(chosen, w, request, choice->outputs[i], now, err);
	for (size_t i = 0; !choice->n_outputs && i < w->n_outputs; i++) {
		const struct sn_wallet_output *o = &w->outputs[i];
		chosen[i] = is_in_account(request, o) &&
			    (!choice->n_addresses || sn_index_is_among(choice->addresses, choice->n_addresses,
								       o->subaddress.minor)) &&
			    (!choice->below || o->amount < choice->below);
	}
	if (ret)
		free(chosen);
	else
		*only = chosen;
	return ret;
}
