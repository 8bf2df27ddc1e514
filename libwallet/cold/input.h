/* cold/input.h - an input of an unsigned transaction, recomputed from our own keys.
 *
 * The unsigned set gives the tx key, position, subaddress and amount of the output to spend. The account and
 * these values determine its one-time key, which must occur in the ring exactly once, and its mask, which
 * must open the commitment of that ring member. Everything else is refused.
 *
 * The online machine chooses the fifteen decoys. The network checks that they are on the chain. Their quality
 * cannot be judged from one ring. The signer checks that each could be the real input. */
#ifndef SN_COLD_INPUT_H
#define SN_COLD_INPUT_H

#include "base/error.h"
#include "chain/account.h"
#include "handoff/unsigned_set.h"

/* Secret, except `key`: wipe it. */
struct sn_opened_input {
	const struct sn_unsigned_input *input;
	size_t real;           /* position of our ring member */
	struct sn_point key;   /* P */
	struct sn_scalar mask; /* C = mask·G + amount·H */
	struct sn_scalar x;    /* P = x·G; zero for a watch-only account */
	struct sn_point image; /* x·Hp(P); zero for a watch-only account */
};

/* Check that the ring has sixteen different members in strictly ascending order, and that each could be
 * spent: keys and commitments are points of the prime-order subgroup, and not its identity. The chain
 * contains other points. An observer excludes them as decoys, and the reference wallet does not use them
 * either (src/wallet/wallet2.cpp, tx_add_fake_output). Returns SN_REFUSED. */
int sn_input_check_ring(const struct sn_unsigned_input *input, struct sn_error *err) SN_MUST_USE;

/* Open n inputs. The rings need not pass sn_input_check_ring. Inputs that are opened together take less time.
 * Returns SN_REFUSED with the number of the first bad input in *bad, or SN_IO. */
int sn_inputs_open(struct sn_opened_input *opened, size_t *bad, const struct sn_account *account,
		   const struct sn_unsigned_input *inputs, size_t n, struct sn_error *err) SN_MUST_USE;

/* The same for one input. */
int sn_input_open(struct sn_opened_input *opened, const struct sn_account *account,
		  const struct sn_unsigned_input *input, struct sn_error *err) SN_MUST_USE;

#endif
