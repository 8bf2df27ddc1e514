/* handoff/fountain_choose.h - choose the fragments of a part. */
#ifndef SN_HANDOFF_FOUNTAIN_CHOOSE_H
#define SN_HANDOFF_FOUNTAIN_CHOOSE_H

#include "base/error.h"

#include <stdint.h>

/* Store the fragments of part `sequence` in words[], as a set of n_fragments bits, least significant first,
 * in (n_fragments + 63) / 64 words. Returns SN_IO if out of memory. */
int sn_fountain_choose(uint64_t *words, uint32_t sequence, uint32_t n_fragments,
		       uint32_t checksum) SN_MUST_USE;

#endif
