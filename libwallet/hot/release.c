#include "hot/release.h"

#include "hot/pool.h"

/* If the network has the first payment, a second one pays twice. */
static int refuse_pending(const struct sn_wallet *w, const struct sn_wallet_payment *p, struct sn_error *err)
{
	int ret = sn_error_set(
		err, SN_REFUSED,
		"payment %llu was submitted and may still be mined: if you release it and pay again, you may pay twice",
		(unsigned long long)p->id);
	if (p->undone_at && sn_wallet_height(w) <= p->undone_at) {
		sn_error_append(err, ret, "; block %llu, which contained it, was replaced",
				(unsigned long long)p->undone_at);
		return sn_error_hint(
			err, ret,
			"submit its signed file again; or run wo-sync (sneakernote: refresh) until it has scanned block %llu "
			"and the payment counts as missing (not found for %d minutes and %d blocks); or, if you are sure that the "
			"network does not have it, use --even-if-pending (RPC: \"even_if_pending\")",
			(unsigned long long)p->undone_at, SN_STEM_SECONDS / 60, SN_STEM_BLOCKS);
	}
	return sn_error_hint(
		err, ret,
		"run wo-sync (sneakernote: refresh) until the payment counts as missing, after %d minutes and %d blocks; or, "
		"if you are sure that the network does not have it, use --even-if-pending (RPC: \"even_if_pending\")",
		SN_STEM_SECONDS / 60, SN_STEM_BLOCKS);
}

static int check_release(const struct sn_wallet *w, uint64_t id, bool even_if_pending, struct sn_error *err)
{
	const struct sn_wallet_payment *p = sn_wallet_find_payment(w, id);
	if (!p)
		return sn_error_hint(
			err,
			sn_error_set(err, SN_USAGE, "payment %llu does not exist", (unsigned long long)id),
			"wo-history lists the payments and their IDs (sneakernote: history)");
	if (p->state == SN_PAYMENT_RELEASED)
		return sn_error_set(err, SN_REFUSED, "payment %llu is already released",
				    (unsigned long long)id);
	if (p->state == SN_PAYMENT_CONFIRMED)
		return sn_error_set(err, SN_REFUSED, "payment %llu is in a block and cannot be released",
				    (unsigned long long)id);
	if (p->state == SN_PAYMENT_SUBMITTED && !p->is_missing && !even_if_pending)
		return refuse_pending(w, p, err);
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
