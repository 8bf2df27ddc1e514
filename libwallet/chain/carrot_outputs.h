/* chain/carrot_outputs.h - makes all outputs of a transaction of RingCT type 7, in their order.
 *
 * There are 2 to 16 outputs, and at least one is a self-send. All ephemeral keys D_e differ, except in a
 * transaction of two outputs, which has one:
 *
 *   one payment, one self-send   that of the payment
 *   two self-sends               made with one secret d_e, for the address of the self-send of type payment;
 *                                the other self-send is change, otherwise both could have the same keys
 *
 * So with one payment, its recipient knows d_e. If he also knows the primary address of the sender, he
 * computes s_sr = X(d_e, convert(K_v)) of the self-send as well: he sees its amount, and that it is change.
 * All wallets with today's keys have this limit. It does not concern three outputs or more.
 *
 * With three outputs or more, each self-send has a secret d_e of its own, and D_e is made for its address.
 * The outputs are sorted by their one-time keys. One encrypted payment ID stands in the extra field: that of
 * the integrated address, otherwise 8 bytes that the caller draws.
 *
 * Anchors and d_e come from the caller: random, never used twice. They and the masks are secret. The first
 * key image determines all outputs, so only the owner of the spend secret can plan them.
 *
 * Source: Monero pull request 9559 of 2026-08-22, src/carrot_core, output_set_finalization.cpp; and the
 * branch of Monero's FCMP++ test network, July 2026, src/carrot_impl. */
#ifndef SN_CHAIN_CARROT_OUTPUTS_H
#define SN_CHAIN_CARROT_OUTPUTS_H

#include "base/bytes.h"
#include "chain/carrot_make.h"
#include "chain/consensus.h"

struct sn_carrot_payment {
	struct sn_address to;
	uint64_t amount;
	struct sn_carrot_anchor anchor; /* not zero */
};

struct sn_carrot_self_send {
	struct sn_subaddress_index to;
	uint64_t amount;
	enum sn_carrot_type type;
	bool has_ephemeral_secret; /* false if D_e comes from the other output */
	struct sn_scalar ephemeral_secret;
};

struct sn_carrot_plan {
	const struct sn_carrot_payment *payments;
	size_t n_payments;
	const struct sn_carrot_self_send *self_sends;
	size_t n_self_sends;
	struct sn_point first_image; /* the largest key image of the inputs, which is that of input 0 */
	uint8_t dummy_payment_id[SN_PAYMENT_ID_BYTES]; /* encrypted; random bytes */
};

struct sn_carrot_outputs {
	size_t n;
	struct sn_carrot_made made[SN_TX_OUTPUTS_MAX]; /* ascending by one-time key */
	size_t origin[SN_TX_OUTPUTS_MAX];              /* the payments, then the self-sends of the plan */
	uint8_t encrypted_payment_id[SN_PAYMENT_ID_BYTES];
};

/* Make the outputs. The account, which may be watch-only, makes the self-sends. Returns SN_BAD_INPUT for a
 * plan that breaks a rule above, an address that is not payable, a zero or repeated anchor, two integrated
 * addresses, or equal ephemeral keys, one-time keys or masks; `outputs` is then zero. Constant time in the
 * secrets. Wipe `outputs`. */
int sn_carrot_outputs_make(struct sn_carrot_outputs *outputs, const struct sn_carrot_plan *plan,
			   const struct sn_account *account, struct sn_error *err) SN_MUST_USE;

/* Append the extra field: the ephemeral keys (01, or 04 for several), the encrypted payment ID. */
void sn_carrot_outputs_write_extra(struct sn_buf *extra, const struct sn_carrot_outputs *outputs);

/* The size of the extra field for 2 to 16 outputs. */
size_t sn_carrot_extra_size(size_t n_outputs);

/* Copy the outputs into a transaction of sn_tx_init_fcmp, which has as many. */
void sn_carrot_outputs_fill(struct sn_tx *tx, const struct sn_carrot_outputs *outputs);

#endif
