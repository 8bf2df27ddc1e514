/* hot/events.h - what happened to a wallet between two moments, for programs that follow the chain.
 *
 * The events are the differences of two histories (hot/history.h) and of two lists of blocks. It does not
 * matter which program changed the wallet between the two moments. The state of the first moment is in
 * memory; each comparison replaces it, so that each event is made once.
 *
 * Invariant: at any time, the amounts of RECEIVED minus those of REMOVED events of transfers to us are the
 * difference of the received amounts in blocks. RECEIVED and UNLOCKED are made for each transfer to us once,
 * unless a reorganization removes it in between. */
#ifndef SN_HOT_EVENTS_H
#define SN_HOT_EVENTS_H

#include "base/error.h"
#include "hot/history.h"
#include "store/wallet.h"

/* In the order in which the events of one comparison are listed, RECEIVED and CONFIRMED by height. */
enum sn_event_kind {
	SN_EVENT_REORGANIZED = 1, /* blocks from `height` on were replaced */
	SN_EVENT_REMOVED, /* the block of a transfer was replaced, and the transfer is not in its place */
	/* A submitted payment was released, or counts as missing (transfer.kind: PENDING). Or a transfer to
	 * us left the daemon's pool, and no block has it (POOL): reported with the next block. */
	SN_EVENT_DROPPED,
	SN_EVENT_SUBMITTED,   /* our payment was submitted, or was found after it counted as missing */
	SN_EVENT_UNCONFIRMED, /* to us, in the daemon's pool: may never be mined */
	SN_EVENT_RECEIVED,    /* to us, in a block */
	SN_EVENT_CONFIRMED,   /* our payment, in a block */
	SN_EVENT_UNLOCKED,    /* received, and can be spent now, unless it is spent or reserved */
};

struct sn_event {
	enum sn_event_kind kind;
	uint64_t height; /* REORGANIZED: see above. Otherwise that of the transfer */
	/* REORGANIZED: none. REMOVED: as it was before, without confirmations. Destinations are views into
	 * the wallet */
	struct sn_transfer transfer;
};

/* The state of a wallet at one moment. Zero-initialized: before sn_events_begin. */
struct sn_events {
	struct sn_events_item *items; /* private */
	size_t n_items;
	struct sn_wallet_block *blocks;
	size_t n_blocks;
	uint64_t height;
};

/* Store the state of the wallet. `now` is in Unix seconds. SN_IO when out of memory; `e` is unchanged
 * then. */
int sn_events_begin(struct sn_events *e, const struct sn_wallet *w, uint64_t now,
		    struct sn_error *err) SN_MUST_USE;

/* List what happened since the state, and replace the state. Free *list with free(). While the wallet must
 * scan blocks again (sn_wallet_want_rescan), nothing is listed, and the state stays. SN_IO when out of
 * memory; the state stays. */
int sn_events_next(struct sn_events *e, struct sn_event **list, size_t *n, const struct sn_wallet *w,
		   uint64_t now, struct sn_error *err) SN_MUST_USE;

void sn_events_free(struct sn_events *e);

/* "reorganized", "removed", "dropped", "submitted", "unconfirmed", "received", "confirmed", "unlocked". */
const char *sn_event_name(enum sn_event_kind kind);

#endif
