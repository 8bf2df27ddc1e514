#include "hot/submit_age.h"

#include "hot/balance.h"
#include "node/daemon_outputs.h"

#include <stdio.h>

#define HOUR 3600
#define BLOCKS_PER_HOUR (HOUR / SN_BLOCK_SECONDS)

/* Limits for a warning. The age of a payment prepared by this wallet is known. Otherwise the decoys are the
 * only evidence: one of 70 fresh rings has none of the last six hours (doc/rings.md). */
#define OLD_HOURS 1
#define OLD_HOURS_OF_DECOYS 6

/* Blocks between the youngest ring member of the transaction and the youngest possible member of a ring made
 * now. */
static uint64_t missing_blocks(const struct sn_tx *tx, const struct sn_daemon_distribution *d)
{
	uint64_t youngest = 0, indices[SN_RING_MAX];
	for (size_t i = 0; i < tx->n_inputs; i++) {
		size_t n = tx->inputs[i].ring_size;
		if (n && n <= SN_RING_MAX && !sn_tx_ring_indices(indices, tx, i) && indices[n - 1] > youngest)
			youngest = indices[n - 1];
	}
	size_t above = 0;
	while (above + 1 < d->count && d->cumulative[d->count - 2 - above] > youngest)
		above++;
	return above + 1 > SN_SPENDABLE_AGE ? above + 1 - SN_SPENDABLE_AGE : 0;
}

static void keep_longest(uint64_t *hours, uint64_t more)
{
	if (more > *hours)
		*hours = more;
}

/* A daemon that does not answer is no reason to delay a payment. */
static int look_at_decoys(uint64_t *hours, const struct candidate *candidates, size_t n,
			  struct sn_daemon *daemon, struct sn_error *err)
{
	struct sn_daemon_distribution d;
	struct sn_error why;
	int ret = sn_daemon_get_distribution(daemon, &d, &why);
	if (ret == SN_IO && err)
		*err = why;
	if (ret)
		return ret == SN_IO ? ret : SN_OK;
	for (size_t i = 0; i < n; i++)
		if (!candidates[i].failed && !candidates[i].is_submitted && !candidates[i].payment_id)
			keep_longest(hours, missing_blocks(&candidates[i].tx, &d) / BLOCKS_PER_HOUR);
	sn_daemon_distribution_free(&d);
	return SN_OK;
}

#define CONSEQUENCE \
	": observers of the chain can tell that the payment was signed offline; see \"If a file has become too old\" in doc/rings.md"

int sn_submit_warning(char text[static SN_SUBMIT_WARNING_MAX], const struct candidate *candidates, size_t n,
		      const struct sn_wallet *w, struct sn_daemon *daemon, uint64_t now, struct sn_error *err)
{
	uint64_t known = 0, unknown = 0;
	bool has_unknown = false;
	text[0] = 0;
	for (size_t i = 0; i < n; i++) {
		const struct candidate *c = &candidates[i];
		if (c->failed || c->is_submitted)
			continue;
		const struct sn_wallet_payment *p = sn_wallet_find_payment(w, c->payment_id);
		has_unknown |= !p;
		if (p && now > p->time)
			keep_longest(&known, (now - p->time) / HOUR);
	}
	int ret = has_unknown ? look_at_decoys(&unknown, candidates, n, daemon, err) : SN_OK;
	if (ret)
		return ret;
	if (known >= OLD_HOURS)
		snprintf(
			text, SN_SUBMIT_WARNING_MAX,
			"this payment was prepared %llu hour%s ago, and its rings have no younger decoys" CONSEQUENCE,
			(unsigned long long)known, SN_PLURAL(known));
	else if (unknown >= OLD_HOURS_OF_DECOYS)
		snprintf(
			text, SN_SUBMIT_WARNING_MAX,
			"the rings of this payment have no decoy from the last %llu hours or more" CONSEQUENCE,
			(unsigned long long)unknown);
	return SN_OK;
}
