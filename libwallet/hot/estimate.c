#include "hot/estimate.h"

#include "hot/compose.h"
#include "hot/compose_begin.h"
#include "hot/compose_tx.h"

/* The number of outputs in the chain is known from the scanned blocks. If it is not, more than there are:
 * only the lengths of indices depend on it. */
#define MANY_OUTPUTS ((1ull << 28) - 1)

static uint64_t index_bound(const struct sn_wallet *w)
{
	const uint64_t n = w->n_blocks ? w->blocks[w->n_blocks - 1].n_outputs : 0;
	return n ? n : MANY_OUTPUTS;
}

static void add_txs(struct sn_estimate *e, const struct sn_unsigned_set *set)
{
	e->n_txs = set->n;
	for (size_t i = 0; i < set->n; i++) {
		const struct sn_unsigned_tx *tx = &set->txs[i];
		e->n_inputs += tx->n_inputs;
		e->fee += tx->fee;
		e->change += tx->change;
		for (size_t k = 0; k < tx->n_destinations; k++)
			e->amount += tx->destinations[k].amount;
	}
}

static int estimate_one(struct sn_estimate *e, struct sn_composer *c, const struct sn_daemon_info *info,
			struct sn_error *err)
{
	struct sn_compose_result result = {0};
	sn_compose_clear(c);
	c->priority = e->priority;
	c->without_change = false;
	int ret = sn_compose_select(c, &result, info, err);
	if (!ret)
		ret = sn_compose_tx_check_dust(c, err);
	if (!ret)
		add_txs(e, &c->set);
	sn_compose_result_free(&result);
	return ret;
}

/* Whether the fee of this priority is too high for the funds, or for a recipient who pays it. */
static bool is_too_dear(int ret, const struct sn_error *err)
{
	return ret == SN_REFUSED &&
	       (err->reason == SN_REASON_NOT_ENOUGH || err->reason == SN_REASON_NOT_ENOUGH_UNLOCKED ||
		err->reason == SN_REASON_FEE);
}

/* With an exact fee, the priority does not matter. */
static int estimate_all(struct sn_estimate *list, size_t *n, struct sn_composer *c,
			const struct sn_daemon_info *info, struct sn_error *err)
{
	const struct sn_payment_request *r = c->request;
	const unsigned automatic = c->priority, first = r->fee ? 0 : r->priority ? r->priority : 1;
	const unsigned last = r->fee ? 0 : r->priority ? r->priority : SN_ESTIMATES_MAX;
	for (unsigned priority = first; priority <= last; priority++) {
		struct sn_estimate e = {.priority = priority,
					.is_automatic = priority && !r->priority && priority == automatic};
		int ret = estimate_one(&e, c, info, err);
		if (ret && (!*n || !is_too_dear(ret, err)))
			return ret;
		if (!ret)
			list[(*n)++] = e;
	}
	return SN_OK;
}

int sn_estimate(struct sn_estimate list[SN_ESTIMATES_MAX], size_t *n, struct sn_wallet *w,
		struct sn_daemon *daemon, const struct sn_payment_request *request, uint64_t now,
		struct sn_error *err)
{
	struct sn_composer c = {.w = w,
				.daemon = daemon,
				.request = request,
				.now = now,
				.priority = request->priority,
				.index_bound = index_bound(w)};
	struct sn_daemon_info info;
	struct sn_duplicates duplicates;
	struct sn_error why = {0};
	*n = 0;
	sn_daemon_set_apart(daemon, true);
	int ret = sn_compose_begin(&c, &info, &duplicates, &why);
	if (!ret)
		ret = estimate_all(list, n, &c, &info, &why);
	sn_daemon_set_apart(daemon, false);
	sn_compose_end(&c);
	if (ret && err)
		*err = why;
	return ret;
}
