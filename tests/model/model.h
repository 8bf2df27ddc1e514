/* The reference model of balances: the expected state of a watch-only wallet, computed from the events
 * (world.h) and the wallet's knowledge of them. It keeps no sums: each is computed anew from the blocks that
 * the wallet has scanned, the pool at its last look, the payments made with it, and its key images.
 *
 * The rules are those of the headers of store/wallet.h, hot/balance.h, hot/sync.h, hot/pool.h and
 * hot/submit.h, implemented again as simply as possible: arrays, linear search, no files. */
#ifndef TESTS_MODEL_MODEL_H
#define TESTS_MODEL_MODEL_H

#include "hot/balance.h"
#include "hot/history.h"
#include "world.h"

#define MODEL_PAYMENTS_MAX 1024
#define MODEL_INCOMING_MAX 256

#define MODEL_PAYEES_MAX 2

struct model_payment {
	enum sn_payment_state state;
	size_t inputs[WORLD_SPENDS_MAX], n_inputs; /* coins */
	uint64_t amount, fee, change;
	struct sn_hash rings; /* as composed; zero: recorded from a signed file */
	size_t tx;            /* WORLD_NONE until submitted */
	bool was_sent;        /* before it was released in favour of a rival */
	uint64_t height;      /* of its block, or of the rival's block; otherwise 0 */
	uint64_t missing_since, missing_height;
	uint64_t conflict_seen, conflict_height;
	uint64_t undone_at; /* the removed block that had it; 0: none */
	bool is_missing, is_doubtful, is_unanswered;
	struct sn_address payees[MODEL_PAYEES_MAX];
	size_t n_payees; /* 0: unknown */
};

struct model_incoming {
	size_t tx;
	struct sn_subaddress_index to;
	uint64_t amount;
};

struct model {
	const struct world *world;
	size_t restore_height;
	size_t view[WORLD_HEIGHT_MAX]; /* blocks scanned by the wallet; 0 is the genesis block, which is not
					  scanned */
	size_t height;                 /* next height to scan; the restore height at first */
	size_t highest;                /* maximum so far: the wallet keeps few blocks far below it */
	bool has_image[WORLD_COINS_MAX];
	bool is_frozen[WORLD_COINS_MAX];
	size_t spent_by[WORLD_COINS_MAX]; /* as seen by the wallet; WORLD_NONE: unspent */
	struct model_payment payments[MODEL_PAYMENTS_MAX];
	size_t n_payments;
	struct model_incoming incoming[MODEL_INCOMING_MAX];
	size_t n_incoming;
	size_t rescan_from; /* WORLD_NONE: the next sync continues where the last one ended */
	size_t scanned_to;  /* height before a rescan, until it is reached; otherwise 0 */
};

void model_start(struct model *m, const struct world *w, size_t restore_height);

/* Whether the wallet has scanned a block. */
bool model_has_blocks(const struct model *m);

/* Height at which the wallet has seen the transaction; 0: not seen. */
size_t model_find(const struct model *m, size_t tx);

/* Global index of an output seen by the wallet; WORLD_NONE otherwise. */
size_t model_index(const struct model *m, size_t coin);

/* Forget all blocks from `height` on. */
void model_rollback(struct model *m, size_t height);

/* The same without a change of the chain. */
void model_go_back(struct model *m, size_t height);
/* Whether a rollback to this height may have to go further back, because older blocks are not kept. */
bool model_is_pruned(const struct model *m, size_t height);
/* Follow the daemon's chain to its end, or its first `top` blocks. If it is behind, nothing changes. *fork is
 * the height at which it leaves the scanned chain. */
void model_follow(struct model *m, size_t top, size_t *fork);
/* After model_follow without a failure: record payments released because of a block. */
void model_note_beaten(struct model *m, uint64_t now);
/* Then: read the pool. */
void model_look_at_pool(struct model *m, uint64_t now, bool is_readable);

void model_learn_image(struct model *m, size_t coin);
/* Forget the blocks from `height` on, unless it is SIZE_MAX, and those below it that belong to the same
 * thousand. */
void model_go_back_for(struct model *m, size_t height);
/* ki-restore with all scanned outputs: every image becomes known, and blocks from the lowest new one on are
 * forgotten, as above. */
void model_repair(struct model *m);

/* Forget what was observed of a payment: it changes its state, or is sent again. */
void model_forget_missing(struct model_payment *p);

/* The holder of a coin: a submitted payment, otherwise the first prepared one; or WORLD_NONE. */
size_t model_holder(const struct model *m, size_t coin);
void model_release_rivals(struct model *m, size_t payment, enum sn_payment_state up_to, size_t height);
/* A payment released in favour of another one becomes prepared again, unless one of its coins is spent or
 * held. */
void model_prepare_again(struct model *m, size_t payment);

/* Whether a payment from `account` can spend the coin. */
bool model_is_spendable(const struct model *m, size_t coin, uint32_t account, uint64_t now);

/* Known key images, also of outputs that were not scanned yet. */
size_t model_count_images(const struct model *m);

/* Whether the balance includes a submitted payment. */
bool model_is_there(const struct model *m, size_t payment);

/* `account` -1: all. */
void model_balance(struct sn_balance *out, const struct model *m, int64_t account, uint64_t now);

/* Number, amounts and fees for each kind of transfer. IN and OUT depend on how they are distinguished, so
 * only their difference is computed, in `in`. */
struct model_history {
	size_t n[SN_TRANSFER_RELEASED + 1];
	uint64_t amount[SN_TRANSFER_RELEASED + 1], fee[SN_TRANSFER_RELEASED + 1];
	int64_t settled; /* received in blocks minus sent in blocks, with fees */
};
void model_history(struct model_history *out, const struct model *m);

#endif
