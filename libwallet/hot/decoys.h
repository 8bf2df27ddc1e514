/* hot/decoys.h - the other fifteen of a ring.
 *
 * hot/decoy_picker.h draws them. The ring takes the first usable ones in the order in which they were drawn:
 * the later ones are drawn from what is left, and would make it a little less like the distribution.
 *
 * As the reference implementation does, so that rings do not show which wallet made them:
 * src/wallet/wallet2.cpp, gamma_picker and get_outs, of v0.18.3.2 and later (secret_picking_order); before,
 * the order was random. */
#ifndef SN_HOT_DECOYS_H
#define SN_HOT_DECOYS_H

#include "base/error.h"
#include "handoff/unsigned_set.h"
#include "node/daemon.h"
#include "node/daemon_outputs.h"
#include "store/wallet.h"

/* Make the rings of inputs[0..n-1], which spend w->outputs[outputs[i]]. Ours are asked for among the others,
 * in ascending order and with spares, so that the daemon does not learn which they are. An output that was
 * composed before is asked for with the decoys that it had then, and has as many of them as hot/kept_ring.h
 * says, one less where `is_other` (may be NULL) has its place set: then its ring is another one, whatever the
 * daemon says of its members. The rings are in the wallet file before the daemon is asked, since it learns
 * them whatever becomes of the payment; the lock of the wallet is held for that alone. `distribution`: the
 * daemon's own, of just now, and checked. SN_REFUSED when the chain is too young for a ring. SN_DAEMON when
 * its distribution makes no sense, when it has an output of ours, also one that is not spent, in another
 * block than this wallet, when it does not return our outputs as we know them, or too few usable others. The
 * second is refused after the daemon was asked, as ever: otherwise a daemon that lies about one block would
 * see by it whether an output there is ours. */
int sn_make_rings(struct sn_unsigned_input *inputs, const size_t *outputs, const bool *is_other, size_t n,
		  struct sn_wallet *w, struct sn_daemon *daemon,
		  const struct sn_daemon_distribution *distribution, struct sn_error *err) SN_MUST_USE;

#endif
