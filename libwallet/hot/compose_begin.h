/* hot/compose_begin.h - the common part of hot/compose.h and hot/estimate.h: checks, the fees of the
 * daemon, and the selection of inputs. Nothing is reserved, and the daemon is not asked for decoys. */
#ifndef SN_HOT_COMPOSE_BEGIN_H
#define SN_HOT_COMPOSE_BEGIN_H

#include "base/error.h"
#include "hot/compose_result.h"
#include "hot/compose_tx.h"
#include "node/daemon_info.h"

/* Check the request and the wallet; ask the daemon for its state (*info) and its fees; decide the priority;
 * make c->only and c->replacement. `c` has w, daemon, request, now and priority. Errors as sn_compose. */
int sn_compose_begin(struct sn_composer *c, struct sn_daemon_info *info, struct sn_duplicates *duplicates,
		     struct sn_error *err) SN_MUST_USE;

/* Fill c->set by sn_compose_payment or sn_compose_sweep. c->index_bound is known. If the wallet is behind the
 * daemon, an error about missing funds says so. */
int sn_compose_select(struct sn_composer *c, struct sn_compose_result *result,
		      const struct sn_daemon_info *info, struct sn_error *err) SN_MUST_USE;

/* Empty c->set, for another selection. */
void sn_compose_clear(struct sn_composer *c);

/* Free what these functions made. */
void sn_compose_end(struct sn_composer *c);

#endif
