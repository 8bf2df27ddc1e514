/* The reference model of balances: what a watch-only wallet must say, from what has happened (world.h) and
 * from what the wallet can know of it. It keeps no sum: each is added up anew, from the blocks that the
 * wallet has seen, the pool at its last look, the payments that were made with it, and the key images that it
 * was given.
 *
 * The rules are those of the headers store/wallet.h, hot/balance.h, hot/sync.h, hot/pool.h and hot/submit.h,
 * written down once more as plainly as possible: arrays, linear search, no files. */
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
	size_t composed; /* number of the composition that it came from; WORLD_NONE: it was made out of a
			    signed file */
	size_t tx;       /* WORLD_NONE until submitted */
	bool was_sent;   /* before it was given up for a rival */
	uint64_t height; /* of its block, or of the rival for whose sake it was given up; else 0 */
	uint64_t missing_since, missing_height;
	uint64_t conflict_seen, conflict_height;
	uint64_t undone_at; /* the block that held it, which is gone; 0: none */
	bool is_missing, is_rejected;
	struct sn_address payees[MODEL_PAYEES_MAX];
	size_t n_payees; /* 0: not known */
};

struct model_incoming {
	size_t tx;
	struct sn_subaddress_index to;
	uint64_t amount;
};

struct model {
	const struct world *world;
	size_t restore_height;
	size_t view[WORLD_HEIGHT_MAX]; /* blocks that the wallet has seen; 0 is the genesis block, which it
					  does not look at */
	size_t height;                 /* where it goes on; the restore height when it has seen none */
	size_t highest;                /* that it ever was: of blocks far below that the wallet keeps few */
	bool has_image[WORLD_COINS_MAX];
	size_t spent_by[WORLD_COINS_MAX]; /* as the wallet has seen it; WORLD_NONE: unspent */
	struct model_payment payments[MODEL_PAYMENTS_MAX];
	size_t n_payments;
	struct model_incoming incoming[MODEL_INCOMING_MAX];
	size_t n_incoming;
	size_t rescan_from; /* WORLD_NONE: the next look at the chain goes on where the last one ended */
	size_t scanned_to;  /* the height before blocks were to be scanned again, until that is reached; 0: it
			       is */
};

void model_start(struct model *m, const struct world *w, size_t restore_height);

/* Whether it has seen a block. */
bool model_has_blocks(const struct model *m);

/* Where the wallet has seen the transaction; 0: it has not. */
size_t model_find(const struct model *m, size_t tx);

/* The global index of an output, where the wallet has seen it; WORLD_NONE. */
size_t model_index(const struct model *m, size_t coin);

/* Forget all that was seen from `height` on. */
void model_rollback(struct model *m, size_t height);

/* The same, when the chain did not change. */
void model_go_back(struct model *m, size_t height);
/* Whether the wallet may have to go back further than to this height, for want of older blocks. */
bool model_is_pruned(const struct model *m, size_t height);
/* Follow the daemon's chain to its end, or to `top` blocks of it; when that is behind nothing changes.
 * `*fork` receives where it leaves what was seen. */
void model_follow(struct model *m, size_t top, size_t *fork);
/* After that, if nothing failed: note what was given up for a block. */
void model_note_beaten(struct model *m, uint64_t now);
/* After that: look at the pool. */
void model_look_at_pool(struct model *m, uint64_t now, bool is_readable);

void model_learn_image(struct model *m, size_t coin);
/* ki-restore with all outputs seen: every image is known, and what was seen is forgotten from the lowest new
 * one on. */
void model_repair(struct model *m);

/* Who holds it: a submitted payment, else the first prepared one; WORLD_NONE. */
size_t model_holder(const struct model *m, size_t coin);
void model_release_rivals(struct model *m, size_t payment, enum sn_payment_state up_to, size_t height);
/* One that was given up for the sake of another is prepared again, if nothing that it spends is spent or
 * held. */
void model_prepare_again(struct model *m, size_t payment);

/* What is known of images; of outputs that were not seen yet too. */
size_t model_count_images(const struct model *m);

/* Of a submitted payment: whether the balance reckons with it. */
bool model_is_there(const struct model *m, size_t payment);

/* `account` -1: all. */
void model_balance(struct sn_balance *out, const struct model *m, int64_t account, uint64_t now);

/* By kind of transfer: how many, their amounts, their fees; of IN and OUT, which depend on how they are told
 * apart, only what came less what went can be said: in `in`. */
struct model_history {
	size_t n[SN_TRANSFER_RELEASED + 1];
	uint64_t amount[SN_TRANSFER_RELEASED + 1], fee[SN_TRANSFER_RELEASED + 1];
	int64_t settled; /* came in blocks, less what went in blocks, with fees */
};
void model_history(struct model_history *out, const struct model *m);

#endif
