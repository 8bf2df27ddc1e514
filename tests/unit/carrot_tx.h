/* Transactions of RingCT type 7 with any enotes, and proofs of the right size. */
#ifndef TESTS_UNIT_CARROT_TX_H
#define TESTS_UNIT_CARROT_TX_H

#include "chain/carrot_outputs.h"

struct carrot_tx {
	struct sn_tx tx;
	struct sn_buf extra, prunable;
};

/* A random anchor. */
struct sn_carrot_anchor carrot_anchor(void);

/* With these key images, and these enotes in this order. They have one ephemeral key if all are equal.
 * `payment_id`: encrypted; NULL: none. */
struct carrot_tx carrot_tx(const struct sn_point *images, size_t n_images, const struct sn_carrot_made *made,
			   size_t n_made, const uint8_t *payment_id);
void carrot_tx_free(struct carrot_tx *t);

/* One enote of the amount to the address, and one to somebody. */
struct carrot_tx carrot_tx_to(const struct sn_point *image, const struct sn_address *to, uint64_t amount);

/* A normal payment of `amount`, and change, as the sender's wallet makes it. */
struct carrot_tx carrot_tx_pay(const struct sn_account *from, const struct sn_point *images, size_t n_images,
			       const struct sn_address *to, uint64_t amount, uint64_t change);

#endif
