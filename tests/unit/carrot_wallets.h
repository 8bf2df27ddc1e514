/* Three wallets that pay each other by Carrot outputs, in transactions without proofs. */
#ifndef SN_TESTS_CARROT_WALLETS_H
#define SN_TESTS_CARROT_WALLETS_H

#include "carrot_fixture.h"
#include "chain/carrot_outputs.h"
#include "crypto/random.h"

#define CARROT_WALLETS 3

struct carrot_world {
	struct sn_random random;
	struct sn_account account[CARROT_WALLETS];
	struct sn_subaddress_table table[CARROT_WALLETS];
};

void carrot_new_world(struct carrot_world *w, const char *test);
void carrot_free_world(struct carrot_world *w);

/* 0, the largest amount, a small one, or any. */
uint64_t carrot_random_amount(struct sn_random *g);

/* A valid set of outputs that wallet 0 makes. */
struct carrot_set {
	struct sn_carrot_payment payments[SN_TX_OUTPUTS_MAX];
	struct sn_carrot_self_send self_sends[SN_TX_OUTPUTS_MAX];
	size_t payee[SN_TX_OUTPUTS_MAX]; /* wallet of each payment */
	struct sn_subaddress_index payee_index[SN_TX_OUTPUTS_MAX];
	struct sn_carrot_plan plan; /* points to the lists above */
};

/* n outputs to addresses of all kinds. */
void carrot_random_set(struct carrot_set *s, struct carrot_world *w, size_t n);

/* Draw payment i, to an integrated address at most if there is none yet. */
void carrot_random_payment(struct carrot_set *s, struct carrot_world *w, size_t i, bool *has_integrated);

/* A pruned transaction of these outputs. `extra` must outlive it. */
void carrot_build(struct sn_tx *tx, struct sn_buf *extra, const struct sn_carrot_outputs *outputs,
		  const struct sn_point *images, size_t n_inputs, uint64_t fee);

#endif
