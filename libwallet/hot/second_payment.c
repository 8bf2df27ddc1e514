#include "hot/second_payment.h"

#include "hot/pool.h"
#include "hot/request.h"

/* The payment was submitted, and released because a block spends one of its inputs in another transaction. */
static bool is_beaten(const struct sn_wallet_payment *p)
{
	return p->state == SN_PAYMENT_RELEASED && p->height && sn_payment_was_submitted(p);
}

/* False also if the clock or the wallet went back since then. */
static bool is_noted(const struct sn_wallet *w, const struct sn_wallet_payment *p, uint64_t now)
{
	return p->conflict_seen && p->conflict_seen <= now && p->conflict_height <= sn_wallet_height(w);
}

static bool is_settled(const struct sn_wallet *w, const struct sn_wallet_payment *p, uint64_t now)
{
	return is_noted(w, p, now) && now - p->conflict_seen >= SN_STEM_SECONDS &&
	       sn_wallet_height(w) >= p->height + SN_STEM_BLOCKS;
}

static bool is_in_doubt(const struct sn_wallet *w, const struct sn_wallet_payment *p, uint64_t now)
{
	return is_beaten(p) ? !is_settled(w, p, now)
			    : p->is_doubtful && p->state == SN_PAYMENT_SUBMITTED && !p->is_missing;
}

static int refuse(const struct sn_wallet_payment *p, uint64_t now, struct sn_error *err)
{
	/* The clock was set back: the waiting time starts again at the next synchronisation. */
	const uint64_t since = is_beaten(p) ? p->conflict_seen : p->missing_since;
	const char *clock = since > now ? "check the clock of this machine; " : "";
	int ret;
	if (is_beaten(p)) {
		ret = sn_error_set(
			err, SN_REFUSED,
			"payment %llu to the same recipient was submitted, and block %llu spends one of its inputs: "
			"paying again can pay twice if that block is replaced",
			(unsigned long long)p->id, (unsigned long long)p->height);
		return sn_error_hint(
			err, ret,
			"%srun wo-sync (sneakernote: refresh) until it has scanned %d blocks above block %llu, for at least %d minutes",
			clock, SN_STEM_BLOCKS - 1, (unsigned long long)p->height, SN_STEM_SECONDS / 60);
	}
	ret = sn_error_set(
		err, SN_REFUSED,
		"payment %llu to the same recipient failed, but may still be mined: paying again can pay twice",
		(unsigned long long)p->id);
	return sn_error_hint(
		err, ret,
		"%ssubmit its signed file again; or run wo-sync (sneakernote: refresh) until the payment counts as missing, "
		"after %d minutes and %d blocks; or, if you are sure that the network does not have it, release payment "
		"%llu with --even-if-pending (RPC: \"even_if_pending\")",
		clock, SN_STEM_SECONDS / 60, SN_STEM_BLOCKS, (unsigned long long)p->id);
}

/* A payment prepared with another wallet file has unknown recipients: it may pay anyone. */
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

int sn_second_payment_check(const struct sn_wallet *w, const struct sn_payment_request *request, uint64_t now,
			    struct sn_error *err)
{
	for (size_t i = 0; i < w->n_payments; i++)
		for (size_t k = 0; is_in_doubt(w, &w->payments[i], now) && k < request->n_destinations; k++)
			if (does_pay(&w->payments[i], &request->destinations[k].address))
				return refuse(&w->payments[i], now, err);
	return SN_OK;
}

int sn_second_payment_note(struct sn_wallet *w, uint64_t now, struct sn_error *err)
{
	int ret = SN_OK;
	sn_wallet_change_begin(w);
	for (size_t i = 0; !ret && i < w->n_payments; i++) {
		const struct sn_wallet_payment *p = &w->payments[i];
		if (is_beaten(p) && !is_noted(w, p, now))
			ret = sn_wallet_set_conflict_seen(w, p->id, now);
	}
	sn_wallet_change_end(w);
	return ret ? sn_error_memory(err) : SN_OK;
}
