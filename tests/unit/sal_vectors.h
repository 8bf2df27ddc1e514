/* The SA/L proofs of tests/vectors/carrot.txt and carrot_sal.txt. A missing value fails the test. */
#ifndef SN_TESTS_SAL_VECTORS_H
#define SN_TESTS_SAL_VECTORS_H

#include "sal_spend.h"

#define SAL_SPENDS 6

/* The point of order 2; P + Q; -P. */
extern const struct sn_point point_order_2;
struct sn_point point_plus(const struct sn_point *p, const struct sn_point *q);
struct sn_point point_negative(const struct sn_point *p);

struct sal_spend_vector {
	const char *tx; /* its name, and the number of the input in it */
	int number;
	struct sal_spend spend;
	bool is_carrot;
	struct sn_sal_nonces nonces;
	struct sn_scalar e, mask;
	struct sn_sal proof;
};

/* Input `index` < SAL_SPENDS of the transactions tx1 to tx4: with all secrets. tx4 has the old constants. */
void sal_spend_vector(struct sal_spend_vector *v, size_t index);

/* The mask of output `number` of such a transaction. */
void sal_output_mask(struct sn_scalar *mask, const char *tx, int number);

#define SAL_STORED 3

/* A published proof, index < SAL_STORED, with the old constants. */
void sal_stored_vector(struct sn_sal_statement *statement, struct sn_sal *proof, size_t index);

#endif
