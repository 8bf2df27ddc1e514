#include "hot/release.h"

#include "hot/pool.h"

static int check_release(const struct sn_wallet *w, uint64_t id, bool even_if_pending, struct sn_error *err)
{
	const struct sn_wallet_payment *p = sn_wallet_find_payment(w, id);
	if (!p)
		return sn_error_set(err, SN_USAGE, "there is no payment %llu", (unsigned long long)id);
	if (p->state == SN_PAYMENT_CONFIRMED || p->state == SN_PAYMENT_RELEASED)
		return sn_error_set(
			err, SN_REFUSED, "payment %llu holds nothing that could be given back: it %s",
			(unsigned long long)id,
			p->state == SN_PAYMENT_RELEASED ? "was released already" : "is in a block");
	/* Who pays again while the network has the first one pays twice. */
	if (p->state == SN_PAYMENT_SUBMITTED && !p->is_missing && !even_if_pending)
		return sn_error_set(
			err, SN_REFUSED,
			"payment %llu was submitted and may still be mined; releasing it now can pay twice: wait "
			"until wo-sync (sneakernote: refresh) has not found it for %d minutes and %d blocks, or "
			"use --even-if-pending (RPC: \"even_if_pending\")",
			(unsigned long long)id, SN_STEM_SECONDS / 60, SN_STEM_BLOCKS);
	return SN_OK;
}

int sn_release(struct sn_wallet *w, uint64_t id, bool even_if_pending, size_t *released, struct sn_error *err)
{
	*released = 0;
	int ret = id ? check_release(w, id, even_if_pending, err) : SN_OK;
	if (ret)
		return ret;
	sn_wallet_change_begin(w);
	for (size_t i = 0; !ret && i < w->n_payments; i++) {
		const struct sn_wallet_payment *p = &w->payments[i];
		if (id ? p->id != id : p->state != SN_PAYMENT_PREPARED)
			continue;
		ret = sn_wallet_set_payment(w, p->id, SN_PAYMENT_RELEASED, NULL, 0);
		*released += !ret;
	}
	sn_wallet_change_end(w);
	return ret ? sn_error_memory(err) : SN_OK;
}

int sn_release_composed(struct sn_wallet *w, const struct sn_compose_result *composed, struct sn_error *err)
{
	int ret = SN_OK;
	sn_wallet_change_begin(w);
	for (size_t i = 0; !ret && i < composed->n; i++) {
		const struct sn_wallet_payment *p = sn_wallet_find_payment(w, composed->txs[i].id);
		if (p && p->state == SN_PAYMENT_PREPARED)
			ret = sn_wallet_set_payment(w, p->id, SN_PAYMENT_RELEASED, NULL, 0);
	}
	sn_wallet_change_end(w);
	return ret ? sn_error_memory(err) : SN_OK;
}
