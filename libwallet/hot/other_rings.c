#include "hot/other_rings.h"

#include "hot/reserve.h"

#include <string.h>

static bool pays_others(const struct sn_wallet_payment *p, const struct sn_unsigned_tx *tx)
{
	struct sn_address a, b;
	if (p->n_destinations != tx->n_destinations)
		return true;
	for (size_t i = 0; i < tx->n_destinations; i++) {
		a = p->destinations[i].address;
		b = tx->destinations[i].address;
		if (p->destinations[i].amount != tx->destinations[i].amount || a.kind != b.kind ||
		    !sn_address_has_same_keys(&a, &b) ||
		    memcmp(a.payment_id, b.payment_id, sizeof a.payment_id))
			return true;
	}
	return false;
}

static bool is_mistaken_for(const struct sn_wallet *w, const struct sn_wallet_payment *p,
			    const struct sn_unsigned_tx *tx, const size_t *outputs)
{
	uint64_t paid = 0, pays = 0; /* sn_payment_request_check excludes overflow */
	for (size_t i = 0; i < p->n_destinations; i++)
		paid += p->destinations[i].amount;
	for (size_t i = 0; i < tx->n_destinations; i++)
		pays += tx->destinations[i].amount;
	if (p->n_inputs != tx->n_inputs || paid != pays)
		return false;
	for (size_t i = 0; i < tx->n_inputs; i++) {
		bool is_there = false;
		for (size_t j = 0; j < p->n_inputs; j++)
			is_there |= sn_point_is_equal(&p->inputs[j], &w->outputs[outputs[i]].key);
		if (!is_there)
			return false;
	}
	return pays_others(p, tx);
}

bool sn_other_rings_needed(const struct sn_wallet *w, const struct sn_unsigned_tx *tx, const size_t *outputs)
{
	for (size_t i = 0; i < w->n_payments; i++)
		if (w->payments[i].state == SN_PAYMENT_RELEASED &&
		    is_mistaken_for(w, &w->payments[i], tx, outputs))
			return true;
	return false;
}

int sn_other_rings_check(const struct sn_wallet *w, const struct sn_unsigned_tx *tx, const size_t *outputs,
			 struct sn_daemon *daemon, struct sn_error *err)
{
	struct sn_hash rings;
	sn_reserve_hash_rings(&rings, tx);
	for (size_t i = 0; i < w->n_payments; i++) {
		const struct sn_wallet_payment *p = &w->payments[i];
		if (p->state == SN_PAYMENT_RELEASED && sn_hash_is_equal(&p->rings, &rings) &&
		    is_mistaken_for(w, p, tx, outputs))
			return sn_error_hint(
				err,
				sn_error_set(
					err, SN_DAEMON,
					"the answers of the daemon at %s give this payment the same rings as payment %llu, which was released and pays other recipients",
					sn_daemon_address(daemon), (unsigned long long)p->id),
				"prepare the payment again, or with another daemon");
	}
	return SN_OK;
}
