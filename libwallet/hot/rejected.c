#include "hot/rejected.h"

#include "hot/pool.h"
#include "hot/request.h"

/* A block that holds a rival of it, and for which it was given up, may be replaced by one that holds it. */
static bool is_beaten(const struct sn_wallet *w, const struct sn_wallet_payment *p)
{
	return p->state == SN_PAYMENT_RELEASED && p->height &&
	       sn_wallet_height(w) < p->height + SN_STEM_BLOCKS;
}

static bool is_in_doubt(const struct sn_wallet *w, const struct sn_wallet_payment *p)
{
	return p->is_rejected && (is_beaten(w, p) || (p->state == SN_PAYMENT_SUBMITTED && !p->is_missing));
}

static int refuse(const struct sn_wallet *w, const struct sn_wallet_payment *p, struct sn_error *err)
{
	if (is_beaten(w, p))
		return sn_error_set(
			err, SN_REFUSED,
			"payment %llu to the same recipient was rejected by a daemon that may have forwarded it, and "
			"block %llu spends one of its inputs: paying again can pay twice if that block is replaced; "
			"wait until wo-sync has scanned %d blocks above it",
			(unsigned long long)p->id, (unsigned long long)p->height, SN_STEM_BLOCKS - 1);
	return sn_error_set(
		err, SN_REFUSED,
		"payment %llu to the same recipient was rejected by a daemon that may have forwarded "
		"it: paying again can pay twice; submit its signed file again, wait until wo-sync "
		"(sneakernote: refresh) has not found it for %d minutes and %d blocks, or, if you "
		"trust that daemon, release it with --even-if-pending (RPC: \"even_if_pending\")",
		(unsigned long long)p->id, SN_STEM_SECONDS / 60, SN_STEM_BLOCKS);
}

/* Of a payment that was prepared with another wallet file, to whom it goes is not known: it may be anybody.
 */
static bool does_pay(const struct sn_wallet_payment *p, const struct sn_address *to)
{
	static const struct sn_point nobody;
	for (size_t i = 0; i < p->n_destinations; i++) {
		const struct sn_address *a = &p->destinations[i].address;
		if (sn_point_is_equal(&a->spend, &nobody) ||
		    (sn_point_is_equal(&a->spend, &to->spend) && sn_point_is_equal(&a->view, &to->view)))
			return true;
	}
	return false;
}

int sn_rejected_check(const struct sn_wallet *w, const struct sn_payment_request *request,
		      struct sn_error *err)
{
	for (size_t i = 0; i < w->n_payments; i++)
		for (size_t k = 0; is_in_doubt(w, &w->payments[i]) && k < request->n_destinations; k++)
			if (does_pay(&w->payments[i], &request->destinations[k].address))
				return refuse(w, &w->payments[i], err);
	return SN_OK;
}
