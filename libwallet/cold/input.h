/* cold/input.h - an input of an unsigned transaction, recomputed from our own keys.
 *
 * The unsigned set names the tx key, position, subaddress and amount of the output to spend. From these and the account
 * follow its one-time key, which must stand in the ring exactly once, and its mask, which must open
 * the commitment beside it. What does not follow is refused. */
#ifndef SN_COLD_INPUT_H
#define SN_COLD_INPUT_H

#include "base/error.h"
#include "chain/account.h"
#include "handoff/unsigned_set.h"

/* Secret but for `key`: wipe it. */
struct sn_opened_input {
	const struct sn_unsigned_input *input;
	size_t real;           /* which ring member is ours */
	struct sn_point key;   /* P */
	struct sn_scalar mask; /* C = mask·G + amount·H */
	struct sn_scalar x;    /* P = x·G; zero for a watch-only account */
	struct sn_point image; /* x·Hp(P); zero for a watch-only account */
};

/* Open one input. SN_REFUSED with the reason. */
int sn_input_open(struct sn_opened_input *opened, const struct sn_account *account,
		  const struct sn_unsigned_input *input, struct sn_error *err) SN_MUST_USE;

#endif
