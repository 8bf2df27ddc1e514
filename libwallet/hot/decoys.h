/* hot/decoys.h - the fifteen decoys of a ring.
 *
 * hot/decoy_picker.h draws them. The ring takes the first usable ones in the order of drawing: later draws
 * exclude earlier ones, so they follow the distribution slightly less.
 *
 * This equals the reference implementation, so that rings do not identify the wallet software:
 * src/wallet/wallet2.cpp, gamma_picker and get_outs, v0.18.3.2 and later (secret_picking_order); earlier
 * versions used a random order. */
#ifndef SN_HOT_DECOYS_H
#define SN_HOT_DECOYS_H

#include "base/error.h"
#include "handoff/unsigned_set.h"
#include "node/daemon.h"
#include "node/daemon_outputs.h"
#include "store/wallet.h"

/* Make the rings of inputs[0..n-1], which spend w->outputs[outputs[i]]. `distribution` is the daemon's
 * current one, already checked.
 *
 * Our outputs are requested among the others, in ascending order and with spares, so that the daemon cannot
 * recognize them. The request for an output that was composed before contains its earlier decoys, and its
 * ring keeps as many of them as hot/kept_ring.h requires. If `is_other` is not NULL and is_other[i] is set,
 * the ring drops at least one of them: it then differs from the earlier ring, whatever the daemon answers.
 *
 * `may_replace`: replace up to SN_KEPT_REPLACED_MAX kept decoys of each ring that the daemon reports as
 * locked or unusable, by spares of the same request, but not the last decoy that has been in every ring. The
 * daemon learns that none of them is our output, so the user must allow it.
 *
 * The rings are stored in the wallet file before the daemon is asked, because the daemon learns them even if
 * the payment is never made. The wallet lock is held only for storing.
 *
 * Returns
 *   SN_REFUSED  the chain is too young for a ring
 *   SN_DAEMON   the distribution is impossible or has an output of ours, spent or not, in a different block
 *               than this wallet; or the daemon returns our outputs differently, or too few usable others,
 *               or reports our output or a kept decoy as locked or unusable, or two of them with one key: the
 *               same error for each of them
 * A distribution that contradicts the wallet is refused after the request, because an earlier refusal would
 * tell the daemon whether an output of ours is in that block. */
int sn_make_rings(struct sn_unsigned_input *inputs, const size_t *outputs, const bool *is_other,
		  bool may_replace, size_t n, struct sn_wallet *w, struct sn_daemon *daemon,
		  const struct sn_daemon_distribution *distribution, struct sn_error *err) SN_MUST_USE;

#endif
