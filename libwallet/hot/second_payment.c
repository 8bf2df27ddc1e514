#include "hot/second_payment.h"

#include "chain/consensus.h"
#include "hot/payment_pairs.h"
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
			    : (p->is_doubtful || p->is_unanswered) && p->state == SN_PAYMENT_SUBMITTED &&
				      !p->is_missing;
}

static int refuse(const struct sn_wallet_payment *p, uint64_t now, struct sn_error *err)
{
	/* The clock was set back: the waiting time starts again at the next synchronization. */
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
	ret = sn_error_set(err, SN_REFUSED,
			   "payment %llu to the same recipient %s: paying again can pay twice",
			   (unsigned long long)p->id,
			   p->is_doubtful ? "failed, but may still be mined"
					  : "was sent, but no daemon has answered, so it may be mined");
	return sn_error_hint(
		err, ret,
		"%ssubmit its signed file again; or run wo-sync (sneakernote: refresh) until the payment counts as missing, "
		"after %d minutes and %d blocks; or, if you are sure that the network does not have it, release payment "
		"%llu with --even-if-pending (RPC: \"even_if_pending\")",
		clock, SN_STEM_SECONDS / 60, SN_STEM_BLOCKS, (unsigned long long)p->id);
}

/* `q` was reported as failed, and a payment that is prepared when the chain has `height` blocks may have been
 * prepared without knowledge of the block that has it: the daemon may have been that many blocks ahead of the
 * wallet (hot/distribution_check.h). */
static bool has_returned(const struct sn_wallet_payment *q, uint64_t height)
{
	return q->is_doubtful && q->state == SN_PAYMENT_CONFIRMED && q->height + SN_SPENDABLE_AGE > height;
}

/* Later, sn_second_payment_check_submit would refuse it. */
static int refuse_early(const struct sn_wallet_payment *q, struct sn_error *err)
{
	int ret = sn_error_set(
		err, SN_REFUSED,
		"payment %llu to the same recipient was reported as failed, but is now in block %llu: paying again "
		"can pay twice",
		(unsigned long long)q->id, (unsigned long long)q->height);
	return sn_error_hint(
		err, ret,
		"to pay the recipient twice, first run wo-sync (sneakernote: refresh) until it has scanned block %llu",
		(unsigned long long)(q->height + SN_SPENDABLE_AGE - 1));
}

static int check_one(const struct sn_wallet *w, const struct sn_wallet_payment *p,
		     const struct sn_payment_request *request, uint64_t now, struct sn_error *err)
{
	const bool in_doubt = is_in_doubt(w, p, now), returned = has_returned(p, sn_wallet_height(w));
	for (size_t i = 0; (in_doubt || returned) && i < request->n_destinations; i++)
		if (sn_payment_pays(p, &request->destinations[i].address, in_doubt))
			return in_doubt ? refuse(p, now, err) : refuse_early(p, err);
	return SN_OK;
}

int sn_second_payment_check(const struct sn_wallet *w, const struct sn_payment_request *request, uint64_t now,
			    struct sn_error *err)
{
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < w->n_payments; i++)
		ret = check_one(w, &w->payments[i], request, now, err);
	return ret;
}

/* ------------------------------------------------------------------ before it is sent */

/* Whether both pay one recipient whose address is known. */
static bool pay_the_same(const struct sn_wallet_payment *p, const struct sn_wallet_payment *q)
{
	for (size_t i = 0; i < p->n_destinations; i++)
		if (sn_payment_pays(q, &p->destinations[i].address, false))
			return true;
	return false;
}

/* The number of blocks in the daemon's chain when the payment was prepared, at most; `unknown` without kept
 * rings. */
static uint64_t prepared_at(const struct sn_wallet *w, const struct sn_wallet_payment *p, uint64_t unknown)
{
	uint64_t height = 0;
	for (size_t i = 0; i < p->n_inputs; i++) {
		const struct sn_wallet_ring *ring = sn_wallet_find_ring(w, &p->inputs[i]);
		if (!ring)
			return unknown;
		if (ring->height > height)
			height = ring->height;
	}
	return height;
}

/* `q` was prepared after `p` was released, or counted as missing. */
static bool is_in_place_of(const struct sn_wallet *w, const struct sn_wallet_payment *q,
			   const struct sn_wallet_payment *p)
{
	if (q->id < p->id || q->state == SN_PAYMENT_RELEASED)
		return false;
	return p->state == SN_PAYMENT_RELEASED ||
	       prepared_at(w, q, UINT64_MAX) >= p->missing_height + SN_STEM_BLOCKS;
}

static bool have_same_recipients(const struct sn_wallet_payment *p, const struct sn_wallet_payment *q)
{
	if (p->n_destinations != q->n_destinations)
		return false;
	for (size_t i = 0; i < p->n_destinations; i++)
		if (p->destinations[i].amount != q->destinations[i].amount ||
		    !sn_address_is_equal(&p->destinations[i].address, &q->destinations[i].address))
			return false;
	return true;
}

/* Whether `successor` pays the same as `p`, and only one of the two can be mined. */
static bool is_made_again_as(const struct sn_wallet_payment *p, const struct sn_wallet_payment *successor)
{
	return p->id < successor->id && have_same_recipients(p, successor) &&
	       sn_payments_exclude_each_other(p, successor);
}

/* `q` is in place of `p`. Whether both were made again: `p` as another payment, and as `q` a payment that was
 * prepared with or before `p`. Then each recipient is paid as often as at first, whichever of them are
 * mined. */
static bool are_both_made_again(const struct sn_wallet *w, const struct sn_wallet_payment *q,
				const struct sn_wallet_payment *p)
{
	bool is_p = false, is_q = false;
	for (size_t i = 0; i < w->n_payments; i++) {
		const struct sn_wallet_payment *r = &w->payments[i];
		const bool is_later = is_in_place_of(w, r, p);
		is_p |= is_later && r != q && is_made_again_as(p, r);
		is_q |= !is_later && r != p && is_made_again_as(r, q);
	}
	return is_p && is_q;
}

static int refuse_returned(const struct sn_wallet_payment *q, const struct sn_wallet_payment *p,
			   struct sn_error *err)
{
	return sn_error_hint(
		err,
		sn_error_set(
			err, SN_REFUSED,
			"payment %llu to the same recipient was reported as failed, but is now in block %llu: submitting payment %llu would pay twice",
			(unsigned long long)q->id, (unsigned long long)q->height, (unsigned long long)p->id),
		"to pay the recipient twice, release payment %llu, and prepare it again when block %llu is scanned",
		(unsigned long long)p->id, (unsigned long long)(q->height + SN_SPENDABLE_AGE - 1));
}

static int refuse_replaced(const struct sn_wallet_payment *q, const struct sn_wallet_payment *p,
			   struct sn_error *err)
{
	int ret = sn_error_set(
		err, SN_REFUSED,
		"payment %llu to the same recipient was prepared after payment %llu %s: submitting both would pay twice",
		(unsigned long long)q->id, (unsigned long long)p->id,
		p->state == SN_PAYMENT_RELEASED ? "was released" : "was not found");
	if (q->state == SN_PAYMENT_PREPARED)
		return sn_error_hint(
			err, ret, "if nobody has the signed file of payment %llu, release payment %llu first",
			(unsigned long long)q->id, (unsigned long long)q->id);
	return sn_error_hint(err, ret, "to pay the recipient twice, prepare another payment");
}

static bool is_one_of(const uint64_t *ids, size_t n, uint64_t id)
{
	for (size_t i = 0; i < n; i++)
		if (ids[i] == id)
			return true;
	return false;
}

int sn_second_payment_check_submit(const struct sn_wallet *w, uint64_t id, const uint64_t *same,
				   size_t n_same, uint64_t now, struct sn_error *err)
{
	const struct sn_wallet_payment *p = sn_wallet_find_payment(w, id);
	if (!p || p->state == SN_PAYMENT_CONFIRMED || (p->state == SN_PAYMENT_SUBMITTED && !p->is_missing))
		return SN_OK;
	for (size_t i = 0; i < w->n_payments; i++) {
		const struct sn_wallet_payment *q = &w->payments[i];
		if (is_one_of(same, n_same, q->id) || !pay_the_same(p, q) ||
		    sn_payments_exclude_each_other(p, q))
			continue;
		if (is_in_doubt(w, q, now))
			return refuse(q, now, err);
		if (has_returned(q, prepared_at(w, p, 0)))
			return refuse_returned(q, p, err);
		if (p->state != SN_PAYMENT_PREPARED && is_in_place_of(w, q, p) &&
		    !are_both_made_again(w, q, p))
			return refuse_replaced(q, p, err);
	}
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
