/* hot/related.h - outputs picked one by one, each as little related as can be to those picked before.
 *
 * Inputs that are spent together are seen to belong together. Outputs of one transaction, of one block, of
 * the next block, or less than ten blocks apart are likely to do so anyway, and say little else. Source:
 * reference implementation, src/wallet/wallet2.cpp, get_output_relatedness, pop_best_value_from. */
#ifndef SN_HOT_RELATED_H
#define SN_HOT_RELATED_H

#include "base/error.h"
#include "store/wallet.h"

/* From 0, unrelated, to SN_SAME_TRANSACTION. */
#define SN_SAME_TRANSACTION 4
int sn_relatedness(const struct sn_wallet_output *a, const struct sn_wallet_output *b);

struct sn_related {
	const struct sn_wallet *w;
	size_t *free; /* indices into w->outputs that nothing has picked yet */
	int *related; /* of each, the most that it is to those picked since sn_related_begin */
	size_t n;
};

/* From `free`, which is copied. SN_IO. Free the result, after a failure too. */
int sn_related_init(struct sn_related *r, const struct sn_wallet *w, const size_t *free, size_t n,
		    struct sn_error *err) SN_MUST_USE;
void sn_related_free(struct sn_related *r);

/* A new transaction: what was picked before does not count any more. */
void sn_related_begin(struct sn_related *r);

enum sn_related_choice {
	SN_RELATED_BY_LOT,   /* among the least related ones */
	SN_RELATED_SMALLEST, /* of these; the first of equals */
};

/* The place in r->free of the next one that the address with this minor index received, -1: any; SIZE_MAX
 * when none is left. */
size_t sn_related_next(const struct sn_related *r, int64_t minor, enum sn_related_choice choice);

/* Take it from r->free; returns which output it is. */
size_t sn_related_take(struct sn_related *r, size_t place);

#endif
