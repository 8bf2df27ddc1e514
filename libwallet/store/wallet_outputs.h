/* store/wallet_outputs.h - the wallet's outputs, and the transactions that spend them. */
#ifndef SN_STORE_WALLET_OUTPUTS_H
#define SN_STORE_WALLET_OUTPUTS_H

#include "base/error.h"
#include "store/wallet_types.h"

/* Add an output that is no Carrot output; heights ascend. It gets the known key image of its key. A new
 * `image` of the output becomes a known pair; NULL: its image is unknown. `has_image` and `pair` of `output`
 * are ignored. */
int sn_wallet_add_output(struct sn_wallet *w, const struct sn_wallet_output *output,
			 const struct sn_point *image) SN_MUST_USE;

/* The same for a Carrot output; `enote->output` is ignored. SN_BAD_INPUT also if `enote` has values that only
 * other outputs have. */
int sn_wallet_add_carrot_output(struct sn_wallet *w, const struct sn_wallet_output *output,
				const struct sn_wallet_enote *enote,
				const struct sn_point *image) SN_MUST_USE;

/* Mark the output as spent at `height`. SN_BAD_INPUT if another transaction or height is recorded. */
int sn_wallet_set_spent(struct sn_wallet *w, size_t output, uint64_t height,
			const struct sn_hash *spent_by) SN_MUST_USE;

/* Private to store/. */

/* Drop the outputs and the spends at `height` and above, without a record. */
void sn_wallet_drop_outputs(struct sn_wallet *w, uint64_t height);

#endif
