/* hot/history.h - list of transfers, computed from the wallet file alone. */
#ifndef SN_HOT_HISTORY_H
#define SN_HOT_HISTORY_H

#include "base/error.h"
#include "store/wallet.h"

enum sn_transfer_kind {
	SN_TRANSFER_IN = 1,   /* received, in a block */
	SN_TRANSFER_OUT,      /* our payment, in a block */
	SN_TRANSFER_PENDING,  /* our payment, submitted, in no block yet */
	SN_TRANSFER_POOL,     /* to us, in no block yet: unconfirmed, reported by the daemon */
	SN_TRANSFER_PREPARED, /* our payment, not submitted: it reserves its inputs */
	SN_TRANSFER_RELEASED, /* our payment, released */
};

/* One transaction, seen from one account. Received outputs of one transaction make one transfer for each
 * subaddress; change makes none. A payment to ourselves makes an OUT and an IN transfer. An output that
 * cannot be spent because another one has the same key is omitted.
 *
 * A transaction may spend our outputs without being a payment of this wallet: it was made elsewhere with the
 * same keys, and not completely recognized while it was in the pool. It makes an OUT transfer without
 * destinations. All outputs to us count as change, and `amount` is the loss, including the unknown fee. If
 * more is received than is known to be spent, because a key image is missing, it makes an OUT and an IN
 * transfer.
 *
 * Invariant: the sum of IN amounts, minus the amounts and fees of OUT and PENDING, is the balance. */
struct sn_transfer {
	enum sn_transfer_kind kind;
	struct sn_hash tx_hash; /* zero while prepared */
	uint64_t payment;       /* id of our payment; 0 if it is none */
	uint64_t height;        /* of its block; 0 without one */
	uint64_t confirmations; /* 1: the top block */
	/* Unix seconds: when our payment was prepared, or a payment to us was first seen in the pool;
	 * otherwise the time of the block; 0: unknown */
	uint64_t time;
	uint64_t block_time;                   /* of its block, in Unix seconds; 0: unknown */
	size_t n_outputs;                      /* in: received outputs */
	uint64_t amount;                       /* in, pool: received; out: to the destinations */
	uint64_t fee;                          /* out only; 0: unknown, and part of `amount` */
	struct sn_subaddress_index subaddress; /* in, pool: the receiving address; out: account, 0 */
	bool has_payment_id;                   /* in: of the transaction; out: of an integrated destination */
	uint8_t payment_id[8];
	uint64_t unlock_time; /* in, pool: as in the transaction */
	bool is_unlocked;     /* in: can be spent now, unless it is spent or reserved */
	bool is_coinbase;
	/* our payment: as in the wallet (store/wallet_types.h), unless it is in a block */
	bool is_rejected;
	const struct sn_payment_destination *destinations; /* out: views into the wallet; none if unknown */
	size_t n_destinations;
	const char *reference; /* our payment: of its request; a view into the wallet; NULL: none */
};

/* Selects transfers. Zero-initialized: all. */
struct sn_history_filter {
	unsigned kinds;      /* sum of 1 << kind; 0: all */
	bool no_abandoned;   /* omit payments that were released and never submitted */
	uint64_t min_height; /* omit transfers in blocks below; those without a block stay */
	bool has_max_height; /* and in blocks above max_height */
	uint64_t max_height;
	const struct sn_hash *tx_hash; /* only those of this transaction; NULL: all */
	bool has_account;
	uint32_t account;
	const uint32_t *addresses; /* of received transfers, only those to these of the account; ascending */
	size_t n_addresses;        /* 0: all */
	size_t limit;              /* keep only this number of last transfers; 0: no limit */
};

/* List the selected transfers, all if `filter` is NULL: those in blocks by height, then the others by time.
 * With a limit or a lowest height, the time does not depend on how many there are below. `now` is in Unix
 * seconds. Free *transfers with free(). SN_IO when out of memory. */
int sn_history(struct sn_transfer **transfers, size_t *n, const struct sn_wallet *w,
	       const struct sn_history_filter *filter, uint64_t now, struct sn_error *err) SN_MUST_USE;

/* Move the selected transfers to the beginning of the array, in order. Returns their number. */
size_t sn_history_keep(struct sn_transfer *transfers, size_t n, const struct sn_history_filter *filter);

/* "in", "out", "pending", "pool", "prepared", "released". */
const char *sn_transfer_kind_name(enum sn_transfer_kind kind);

#endif
