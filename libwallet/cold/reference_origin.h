/* cold/reference_origin.h - where an output comes from that a file of the reference wallet lists.
 *
 * Such a file gives the tx key R and all additional tx keys of the transaction, but neither the one that the
 * output was derived with, nor, in some places, the subaddress. For each possible R, the spend key of the
 * receiving address is B' = P - Hs(8aR ‖ i)·G. The caller knows which spend keys are its own. */
#ifndef SN_COLD_REFERENCE_ORIGIN_H
#define SN_COLD_REFERENCE_ORIGIN_H

#include "chain/account.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An output as listed. `index` is its position in its transaction. */
struct sn_reference_output {
	struct sn_point key; /* P */
	struct sn_point tx_key;
	const struct sn_point *additional;
	size_t n_additional;
	uint64_t index;
};

/* R, and the address that it leads to, if it is one of ours. */
struct sn_reference_origin {
	struct sn_point tx_key; /* R */
	struct sn_point spend;  /* B' */
};

#define SN_REFERENCE_ORIGINS_MAX 2

/* Store the origins that are possible: one for tx_key, and one for additional[index]. Keys that do not encode
 * a point are left out. Returns their number. The account may be view-only; its view key is secret. */
size_t sn_reference_origins(struct sn_reference_origin origins[static SN_REFERENCE_ORIGINS_MAX],
			    const struct sn_account *account, const struct sn_reference_output *output);

/* Find the origin whose address is `spend`. Returns NULL if there is none. */
const struct sn_reference_origin *sn_reference_origin_find(const struct sn_reference_origin *origins,
							   size_t n, const struct sn_point *spend);

#endif
