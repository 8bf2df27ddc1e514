/* hot/history.h - what came and what went, by the wallet file alone. */
#ifndef SN_HOT_HISTORY_H
#define SN_HOT_HISTORY_H

#include "base/error.h"
#include "store/wallet.h"

enum sn_transfer_kind {
	SN_TRANSFER_IN = 1,   /* received, in a block */
	SN_TRANSFER_OUT,      /* our payment, in a block */
	SN_TRANSFER_PENDING,  /* our payment, submitted, in no block yet */
	SN_TRANSFER_POOL,     /* to us, in no block yet: unconfirmed, as the daemon says */
	SN_TRANSFER_PREPARED, /* our payment, not submitted: it holds its inputs */
	SN_TRANSFER_RELEASED, /* our payment, given up */
};

/* One transaction as seen from one account. What comes to us of one transaction is one transfer for each
 * subaddress; change is none. What a payment of ours sends to ourselves goes out and comes in. An output that
 * can never be spent, since another one has its key, is left out.
 *
 * A transaction that spends ours and that no payment of this wallet explains (made with the same keys
 * elsewhere, and not seen with all that it spends while it was in the pool) is an OUT transfer without
 * destinations: all that comes back to us is taken for change, and `amount` is what is gone, the fee, which
 * is not known, included. Where more comes back than is seen spent, for want of a key image, it goes out and
 * comes in as it is seen.
 *
 * So in every case what came in, less what went out and its fees (IN, OUT, PENDING), is the balance. */
struct sn_transfer {
	enum sn_transfer_kind kind;
	struct sn_hash tx_hash;                /* zero while prepared */
	uint64_t payment;                      /* id of our payment; 0 when it is none */
	uint64_t height;                       /* of its block; 0 when in none */
	uint64_t confirmations;                /* 1: the top block */
	uint64_t time;                         /* Unix seconds: when our payment was prepared, or one to us
						  was seen in the pool first; else of the block, 0: unknown */
	uint64_t amount;                       /* in, pool: received; out: to the destinations */
	uint64_t fee;                          /* out only; 0: unknown, part of `amount` */
	struct sn_subaddress_index subaddress; /* in, pool: that received; out: account, 0 */
	bool has_payment_id; /* in: of the transaction; out: of an integrated address that it pays */
	uint8_t payment_id[8];
	uint64_t unlock_time; /* in, pool: as in the transaction */
	bool is_unlocked;     /* in: can be spent now, were it not spent or held */
	bool is_coinbase;
	bool is_rejected; /* our payment: the daemon that it was sent to last rejected it, and may have
			     forwarded it */
	const struct sn_payment_destination
		*destinations; /* out: views into the wallet; none where not known */
	size_t n_destinations;
};

/* All transfers: those in blocks by height, then those in none by time. `now`: Unix seconds. SN_IO when out
 * of memory. free(*transfers). */
int sn_history(struct sn_transfer **transfers, size_t *n, const struct sn_wallet *w, uint64_t now,
	       struct sn_error *err) SN_MUST_USE;

/* Which transfers are wanted. Zero-initialised: all. */
struct sn_history_filter {
	unsigned kinds;      /* sum of 1 << kind; 0: all */
	bool no_abandoned;   /* leave out payments that were released and never submitted */
	uint64_t min_height; /* leave out those in blocks below; those in none stay */
	bool has_max_height; /* and in blocks above: */
	uint64_t max_height;
	bool has_account;
	uint32_t account;
	size_t limit; /* the last ones, this many; 0: no limit */
};

/* Keep what is wanted, in order, at the beginning of the array; returns how many. */
size_t sn_history_keep(struct sn_transfer *transfers, size_t n, const struct sn_history_filter *filter);

/* "in", "out", "pending", "pool", "prepared", "released". */
const char *sn_transfer_kind_name(enum sn_transfer_kind kind);

#endif
