/* hot/decoy_chance.h - the probability that an output is drawn as a decoy.
 *
 * With ages as in hot/decoy_picker.h, the probability of an age less than t seconds above that of the
 * youngest spendable output is
 *
 *   F(t) = G(ln 1200) · min(1, t / 1800) + G(ln(t + 1200)) - G(ln 1200)
 *
 * where G is the distribution function of the gamma distribution (shape 19.28, rate 1.61). */
#ifndef SN_HOT_DECOY_CHANCE_H
#define SN_HOT_DECOY_CHANCE_H

#include "hot/decoy_picker.h"

/* Returns F(t). */
double sn_decoy_younger(double seconds);

/* The probability that a draw that need not be repeated returns this output; 0 if that is impossible. */
double sn_decoy_chance(const struct sn_decoy_picker *p, uint64_t index);

#endif
