/* hot/kept_ring.h - the decoys of an output that is composed again.
 *
 * A ring is drawn once for each output and kept in the wallet file. If a payment is composed again, with the
 * same daemon or with another, its outputs have the decoys that they had: two rings, or two requests, that
 * have only the output in common tell it. The reference wallet keeps its rings likewise
 * (src/wallet/ringdb.cpp; wallet2.cpp, get_outs).
 *
 * But a ring grows old. n blocks after it was drawn it has no decoy younger than that, and a fresh one mostly
 * does: a fresh ring without one is a matter of (1 - F(n))^15, F as in hot/decoy_chance.h. So an observer who
 * sees an old ring says with a likelihood ratio of 1.35 after 5 blocks, 8.8 after 60, 6,350 after 720 (a day)
 * that it was not drawn when it was sent. Therefore a kept ring ages as if it were drawn anew, with as little
 * change as that takes: the maximal coupling of the two distributions. A decoy that had the chance f of being
 * drawn then, and has the chance g now, stays with probability min(1, g/f); one that goes makes room for one
 * that is drawn now and taken with probability max(0, 1 - f/g). So each has exactly the chance of a fresh
 * decoy. Thomas Lindvall, "Lectures on the Coupling Method" (1992), I.5.
 *
 * At least SN_KEPT_DECOYS_LEAST decoys of the first ring stay in all later ones: the oldest, if fewer would.
 * However many rings or requests somebody compares, the output has as much company. Without this rule two
 * rings a month apart would have 2.2 decoys in common on average, three rings 0.3. Its cost: after a week or
 * more these decoys are too old. doc/rings.md has the figures; tests/privacy/rings.c computes and measures
 * them.
 *
 * After a reorganisation indices may stand for other outputs: those that are beyond the end are dropped, the
 * others, which are as good as any, stay, and our own is where the wallet has it. Where two payments that are
 * alike but for whom they pay are to have different rings (hot/rings.h), one decoy goes. */
#ifndef SN_HOT_KEPT_RING_H
#define SN_HOT_KEPT_RING_H

#include "base/error.h"
#include "hot/decoy_picker.h"
#include "store/wallet.h"

#define SN_KEPT_DECOYS_LEAST 3

/* Append to drawn[0..*n-1], which has the output itself, its decoys: those that stay, then those that take
 * the place of others, SN_WALLET_DECOYS in all or as many as there are without trouble. `is_other`: at least
 * one goes. */
void sn_kept_ring_draw(uint64_t *drawn, size_t *n, const struct sn_decoy_picker *p,
		       const struct sn_wallet_ring *before, bool is_other);

/* From decoys in any order. `before`: the ring that was kept until then, or NULL. */
void sn_kept_ring_set(struct sn_wallet_ring *ring, const struct sn_point *key,
		      const struct sn_wallet_ring *before, uint64_t height,
		      const uint64_t decoys[SN_WALLET_DECOYS]);

/* Put them into the wallet, and that into its file. SN_IO; then nothing changed. */
int sn_kept_rings_store(struct sn_wallet *w, const struct sn_wallet_ring *rings, size_t n,
			struct sn_error *err) SN_MUST_USE;

#endif
