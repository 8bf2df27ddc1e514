/* handoff/fountain_choose.h - the choice of the fragments that make up a part. */
#ifndef SN_HANDOFF_FOUNTAIN_CHOOSE_H
#define SN_HANDOFF_FOUNTAIN_CHOOSE_H

#include "base/error.h"

#include <stdint.h>

/* The fragments that part `sequence` is made of, as a bit set of n_fragments bits in words[] (least
 * significant first, room for (n_fragments + 63) / 64). SN_IO when out of memory. */
int sn_fountain_choose(uint64_t *words, uint32_t sequence, uint32_t n_fragments,
		       uint32_t checksum) SN_MUST_USE;

#endif
