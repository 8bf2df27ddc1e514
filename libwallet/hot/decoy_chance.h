/* hot/decoy_chance.h - how likely an output is to be drawn as a decoy.
 *
 * With ages as in hot/decoy_picker.h: F(t), the chance of an age below t seconds behind the youngest
 * spendable output, is
 *
 *   F(t) = G(ln 1200) · min(1, t / 1800) + G(ln(t + 1200)) - G(ln 1200)
 *
 * where G is the distribution function of the gamma distribution (shape 19.28, rate 1.61). */
#ifndef SN_HOT_DECOY_CHANCE_H
#define SN_HOT_DECOY_CHANCE_H

#include "hot/decoy_picker.h"

/* F(t). */
double sn_decoy_younger(double seconds);

/* That one draw which need not be repeated is this output; 0 when it cannot be. */
double sn_decoy_chance(const struct sn_decoy_picker *p, uint64_t index);

#endif
