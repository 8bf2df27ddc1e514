/* hot/related.h - pick outputs one by one, each as unrelated as possible to the earlier ones.
 *
 * Inputs spent together are linked. Outputs of one transaction, of one block, of adjacent blocks, or less
 * than ten blocks apart are probably linked already, so spending them together reveals little more. Source:
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
	uint32_t *free;   /* indices into w->outputs that are not picked yet, ascending */
	uint32_t *minor;  /* for each: the minor index of its address */
	uint8_t *related; /* for each: its highest relatedness to an output picked since sn_related_begin */
	size_t n;
};

/* Takes over `free`, which ascends. SN_IO. Free the result, even after an error. */
int sn_related_init(struct sn_related *r, const struct sn_wallet *w, uint32_t *free, size_t n,
		    struct sn_error *err) SN_MUST_USE;
void sn_related_free(struct sn_related *r);

/* Begin a new transaction: earlier picks no longer count. */
void sn_related_begin(struct sn_related *r);

enum sn_related_choice {
	SN_RELATED_BY_LOT,   /* at random among the least related ones */
	SN_RELATED_SMALLEST, /* the smallest of these; of equal ones the first */
};

/* The place in r->free of the next output, received by the address with this minor index; -1: by any.
 * SIZE_MAX if none is left. */
size_t sn_related_next(const struct sn_related *r, int64_t minor, enum sn_related_choice choice);

/* The output, which is not in r->free, is picked. */
void sn_related_note(struct sn_related *r, size_t output);

/* Remove it from r->free, and note it. Returns the index of the output. */
size_t sn_related_take(struct sn_related *r, size_t place);

#endif
