/* cold/input.h - an input of an unsigned transaction, recomputed from our own keys.
 *
 * The unsigned set names the tx key, position, subaddress and amount of the output to spend. From these and
 * the account follow its one-time key, which must stand in the ring exactly once, and its mask, which must
 * open the commitment beside it. What does not follow is refused.
 *
 * The fifteen others are the hot machine's choice. Whether they are on the chain the network will say;
 * whether they are well chosen nobody can tell from one ring. What can be told here is that each could be the
 * one that is spent. */
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

/* Sixteen different members in strictly ascending order, each of which somebody could have made and could
 * spend: keys and commitments are points of the prime-order subgroup, not its identity. The chain has others,
 * which the reference wallet takes for no decoys either (src/wallet/wallet2.cpp, tx_add_fake_output): with
 * them a ring is smaller than it looks. SN_REFUSED with the reason. */
int sn_input_check_ring(const struct sn_unsigned_input *input, struct sn_error *err) SN_MUST_USE;

/* Open one input, whose ring may be any. SN_REFUSED with the reason. */
int sn_input_open(struct sn_opened_input *opened, const struct sn_account *account,
		  const struct sn_unsigned_input *input, struct sn_error *err) SN_MUST_USE;

#endif
