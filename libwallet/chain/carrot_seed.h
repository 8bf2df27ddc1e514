/* chain/carrot_seed.h - the random values of a transaction of RingCT type 7, expanded from one seed.
 *
 *   anchor of payment i       H_16[seed]("Hot-cold normal janus anchor", u8(i))
 *   d_e of self-send i        H_scalar[seed]("Hot-cold special ephemeral privkey", u8(i))
 *   encrypted payment ID      H_8[seed]("Hot-cold dummy encrypted payment id")
 *   r_o, r_i, r_r_i, r_c      H_scalar[seed]("Hot-cold rerandomization scalar", u16(i), 'o', 'i', 'r', 'c')
 *     of input i
 *
 * i counts from 0 in the order of the proposal, not of the transaction. The signer makes the seed
 * (cold/proposal_seed.h) and gives it to the online machine, which expands it to the same values. The r_c of
 * the last input is not used: sn_rerandomization_balance computes it (ringct/rerandomize.h). H:
 * crypto/transcript.h; the tags: crypto/fcmp_constants.h.
 *
 * The seed and all results are secret: they show which outputs are spent and what they hold.
 *
 * Source: the branch of Monero's FCMP++ test network, July 2026, hot-cold wallets. */
#ifndef SN_CHAIN_CARROT_SEED_H
#define SN_CHAIN_CARROT_SEED_H

#include "chain/carrot_enote.h"
#include "ringct/rerandomize.h"

struct sn_carrot_seed {
	uint8_t b[32];
};

void sn_carrot_seed_anchor(struct sn_carrot_anchor *anchor, const struct sn_carrot_seed *seed, uint8_t i);

void sn_carrot_seed_ephemeral_secret(struct sn_scalar *d_e, const struct sn_carrot_seed *seed, uint8_t i);

/* The encrypted payment ID of a transaction that pays no integrated address. */
void sn_carrot_seed_payment_id(uint8_t id[static SN_PAYMENT_ID_BYTES], const struct sn_carrot_seed *seed);

void sn_carrot_seed_rerandomization(struct sn_rerandomization *r, const struct sn_carrot_seed *seed,
				    uint16_t i);

#endif
