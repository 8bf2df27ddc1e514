/* hot/kept_ring.h - the decoys of an output that is composed again.
 *
 * A ring is drawn once for each output and kept in the wallet file. If a payment is composed again, with the
 * same daemon or another, its outputs keep their decoys. Otherwise two rings, or two requests, would have
 * only the real output in common. The reference wallet keeps its rings as well (src/wallet/ringdb.cpp;
 * wallet2.cpp, get_outs).
 *
 * But a ring grows old. n blocks after it was drawn, it has no decoy younger than n blocks. A fresh ring
 * lacks them only with probability (1 - F(n))^15, F as in hot/decoy_chance.h. An observer can therefore
 * recognize an old ring, with a likelihood ratio of 1.35 after 5 blocks, 8.8 after 60, 6,350 after 720 (a
 * day). So a kept ring changes as if it were drawn anew, with the fewest replacements: the maximal coupling
 * of the two distributions. A decoy with probability f of being drawn then, and g now, stays with probability
 * min(1, g/f). Each dropped decoy is replaced by one that is drawn now and accepted with probability max(0, 1
 * - f/g). So each decoy has exactly the distribution of a fresh one. Thomas Lindvall, "Lectures on the
 * Coupling Method" (1992), I.5.
 *
 * At least SN_KEPT_DECOYS_LEAST decoys of the first ring stay in all later ones: the oldest, if fewer would
 * stay. They remain in the intersection of any number of rings or requests. Without this rule two rings a
 * month apart would have 2.2 decoys in common on average, three rings 0.3. The cost: after a week or more
 * these decoys are too old. doc/rings.md has the figures; tests/privacy/rings.c computes and measures them.
 *
 * After a reorganization, indices may refer to other outputs. Indices beyond the end are dropped, the first
 * ring's too: a daemon that makes the wallet follow a much shorter chain sees two requests with only our
 * output in common. To refuse such a chain would let an invented longer one block the output. The others
 * stay, because any output is equally good; the wallet knows the index of our own output. If two payments
 * that differ only in the recipients need different rings (hot/rings.h), one decoy is dropped.
 *
 * A decoy that stays and is unusable for good would block its output: if the user allows it, hot/decoys.h
 * replaces up to SN_KEPT_REPLACED_MAX of them. One decoy of the first ring always stays. */
#ifndef SN_HOT_KEPT_RING_H
#define SN_HOT_KEPT_RING_H

#include "base/error.h"
#include "hot/decoy_picker.h"
#include "store/wallet.h"

#define SN_KEPT_DECOYS_LEAST 3
#define SN_KEPT_REPLACED_MAX 2

/* drawn[0..*n-1] contains the output itself. Append its decoys: those that stay, then replacements, up to
 * SN_WALLET_DECOYS or as many as the chain has. `is_other`: drop at least one. Returns the number of decoys
 * that stay. */
size_t sn_kept_ring_draw(uint64_t *drawn, size_t *n, const struct sn_decoy_picker *p,
			 const struct sn_wallet_ring *before, bool is_other);

/* Fill `ring` from decoys in any order. `before` is the ring kept until now, or NULL for a first ring. */
void sn_kept_ring_set(struct sn_wallet_ring *ring, const struct sn_point *key,
		      const struct sn_wallet_ring *before, uint64_t height,
		      const uint64_t decoys[SN_WALLET_DECOYS]);

/* Put the rings into the wallet and store it. SN_IO; then nothing is changed. */
int sn_kept_rings_store(struct sn_wallet *w, const struct sn_wallet_ring *rings, size_t n,
			struct sn_error *err) SN_MUST_USE;

#endif
