#include "hot/compose_begin.h"

#include "hot/choice.h"
#include "hot/compose_inputs.h"
#include "hot/fork_daemon.h"
#include "hot/priority.h"
#include "hot/replacement.h"
#include "hot/second_payment.h"
#include "hot/sync.h"
#include "node/daemon_load.h"

#include <inttypes.h>
#include <stdlib.h>

int sn_compose_begin(struct sn_composer *c, struct sn_daemon_info *info, struct sn_duplicates *duplicates,
		     struct sn_error *err)
{
	int ret = sn_payment_request_check(c->request, c->w->account->network, err);
	if (!ret)
		ret = sn_payment_request_duplicates(duplicates, c->request, err);
	if (!ret)
		ret = sn_second_payment_check(c->w, c->request, c->now, err);
	if (!ret)
		ret = sn_check_network(c->w, c->daemon, info, err);
	if (!ret && sn_wallet_lacks_images(c->w))
		ret = sn_error_hint(
			err,
			sn_error_set(err, SN_NEEDS_REPAIR,
				     "key images are missing: outputs that count as unspent may be spent"),
			"run ki-restore, then wo-sync (sneakernote: refresh)");
	if (!ret && c->w->scanned_to)
		ret = sn_error_hint(err,
				    sn_error_set(err, SN_REFUSED,
						 "blocks %" PRIu64 " to %" PRIu64 " must be scanned again",
						 sn_wallet_height(c->w), c->w->scanned_to - 1),
				    "run wo-sync (sneakernote: refresh)");
	if (!ret && !c->w->n_blocks)
		ret = sn_error_hint(err,
				    sn_error_set(err, SN_REFUSED, "the wallet has never been synchronized"),
				    "run wo-sync (sneakernote: refresh)");
	if (!ret)
		ret = sn_choice_make(&c->only, c->w, c->request, c->now, err);
	if (!ret && !c->request->even_if_pending && !c->request->sweep_all)
		ret = sn_replacement_plan(&c->replacement, c->w, c->request, c->only, c->now, err);
	if (!ret)
		ret = sn_compose_has_proposals(c) ? sn_check_readable(c->w, c->daemon, err)
						  : sn_check_fork(c->w, c->daemon, err);
	if (!ret)
		ret = sn_daemon_get_fees(c->daemon, &c->fees, err);
	if (!ret && !c->request->fee && !c->request->priority)
		ret = sn_priority_usual(&c->priority, c->daemon, info, &c->fees, err);
	return ret;
}

/* The missing funds may have arrived after the last synchronization. */
static int explain_if_behind(int ret, const struct sn_wallet *w, const struct sn_daemon_info *info,
			     struct sn_error *err)
{
	if (!err || sn_wallet_height(w) >= info->height ||
	    (err->reason != SN_REASON_NOT_ENOUGH && err->reason != SN_REASON_NOT_ENOUGH_UNLOCKED))
		return ret;
	sn_error_append(err, ret, "; scanned up to height %llu, the daemon is at %llu",
			(unsigned long long)sn_wallet_height(w), (unsigned long long)info->height);
	return sn_error_hint(err, ret, "run wo-sync (sneakernote: refresh)");
}

int sn_compose_select(struct sn_composer *c, struct sn_compose_result *result,
		      const struct sn_daemon_info *info, struct sn_error *err)
{
	int ret = c->request->sweep_all ? sn_compose_sweep(c, result, err) : sn_compose_payment(c, err);
	return ret ? explain_if_behind(ret, c->w, info, err) : SN_OK;
}

void sn_compose_clear(struct sn_composer *c)
{
	for (size_t i = 0; c->outputs && i < c->set.n; i++)
		free(c->outputs[i]);
	free(c->outputs);
	c->outputs = NULL;
	sn_unsigned_set_free(&c->set);
}

void sn_compose_end(struct sn_composer *c)
{
	sn_compose_clear(c);
	sn_replacement_free(&c->replacement);
	free(c->only);
	c->only = NULL;
}
