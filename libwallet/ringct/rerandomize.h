/* ringct/rerandomize.h - the tuples of FCMP++: an output, and the input that spends it.
 *
 *   output  O, I, C       one-time key O = x·G + y·T, generator I of the key image L = x·I, commitment C
 *   input   O~, I~, R, C~
 *           O~ = O + r_o·T,  I~ = I + r_i·U,  R = r_i·V + r_r_i·T,  C~ = C + r_c·G
 *
 * The membership proof shows that the input rerandomizes some output of the chain. The SA/L proof
 * (ringct/sal.h) shows that the spender knows x, and that L belongs to the output. T, U and V are in
 * crypto/fcmp_constants.h. All points have order l.
 *
 * Output and input tuples are public, the rest is secret. sn_rerandomize and sn_image_from_generator leave
 * secrets below the caller's frame: call sn_wipe_stack.
 *
 * Source: monero-oxide, fcmp++ (2a610e9f); for Hp2, Monero pull request 9559 of 2026-08-22. */
#ifndef SN_RINGCT_RERANDOMIZE_H
#define SN_RINGCT_RERANDOMIZE_H

#include "base/error.h"
#include "crypto/fcmp_constants.h"
#include "crypto/types.h"

#include <stddef.h>

struct sn_output_tuple {
	struct sn_point o, i, c;
};

struct sn_input_tuple {
	struct sn_point o, i, r, c; /* O~, I~, R, C~ */
};

/* Secret. */
struct sn_rerandomization {
	struct sn_scalar r_o, r_i, r_r_i, r_c;
};

/* I = Hp(O) for an output of before the fork, Hp2(O) for a Carrot output. */
void sn_image_generator(struct sn_point *i, const struct sn_point *o, bool is_carrot,
			const struct sn_fcmp_constants *constants);

/* L = x·I, constant time. Returns SN_BAD_INPUT if I is not a point of order l, or if x is 0 or not below l;
 * L is then zero. For an output of before the fork, L is that of sn_key_image. */
int sn_image_from_generator(struct sn_point *image, const struct sn_point *i,
			    const struct sn_scalar *x) SN_MUST_USE;

/* The input of an output, constant time. Returns SN_BAD_INPUT if a point of the output does not have order l,
 * a scalar is not below l, or r_o, r_i or r_r_i is 0; SN_REFUSED if a point of the input is the identity,
 * which does not happen by chance. The input is then zero. */
int sn_rerandomize(struct sn_input_tuple *input, const struct sn_output_tuple *output,
		   const struct sn_rerandomization *r, const struct sn_fcmp_constants *constants) SN_MUST_USE;

/* Set r_c of the last of n > 0 inputs, so that Σ C~ = Σ C + fee·H where the amounts balance:
 *
 *   r_c = Σ output masks - Σ input masks - Σ r_c of the other inputs
 *
 * Secret: all masks and r. */
void sn_rerandomization_balance(struct sn_rerandomization *r, const struct sn_scalar *input_masks, size_t n,
				const struct sn_scalar *output_masks, size_t n_outputs);

#endif
