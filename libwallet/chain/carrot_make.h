/* chain/carrot_make.h - makes one Carrot enote, as its sender.
 *
 * Derivations: carrot_enote.h. An enote that cannot be found by its receiver is lost money, and no rule of
 * the chain detects it. For the outputs of a transaction: carrot_outputs.h. */
#ifndef SN_CHAIN_CARROT_MAKE_H
#define SN_CHAIN_CARROT_MAKE_H

#include "chain/account.h"
#include "chain/carrot_enote.h"

/* An enote with the secrets that its sender knows: wipe it. */
struct sn_carrot_made {
	struct sn_tx_output output;     /* as in the transaction */
	struct sn_x25519 ephemeral_key; /* D_e */
	uint8_t encrypted_payment_id[SN_PAYMENT_ID_BYTES];
	uint64_t amount;
	enum sn_carrot_type type;
	struct sn_scalar mask; /* k_a; coinbase: 1 */
	struct sn_carrot_anchor anchor;
	struct sn_carrot_extensions extensions;
};

/* A normal enote: a payment to the address. Returns SN_BAD_INPUT if the anchor is zero, or the address is not
 * payable (sn_address_is_payable). */
int sn_carrot_make_normal(struct sn_carrot_made *made, const struct sn_address *to, uint64_t amount,
			  const struct sn_carrot_anchor *anchor,
			  const struct sn_carrot_context *context) SN_MUST_USE;

/* An enote of the coinbase transaction at this height. Returns SN_BAD_INPUT also for a subaddress or an
 * integrated address: their owners would not find it. */
int sn_carrot_make_coinbase(struct sn_carrot_made *made, const struct sn_address *to, uint64_t amount,
			    const struct sn_carrot_anchor *anchor, uint64_t height) SN_MUST_USE;

/* What the receiver knows of a normal enote (carrot_scan.h). */
struct sn_carrot_received {
	struct sn_subaddress_index to;
	uint64_t amount;
	enum sn_carrot_type type;
	struct sn_carrot_anchor anchor;
	uint8_t payment_id[SN_PAYMENT_ID_BYTES]; /* zero if there is none */
	struct sn_carrot_context context;
	bool is_coinbase;
};

/* Make a received normal enote again, for its spender. If a value is false, it is another enote, with another
 * one-time key. Unlike sn_carrot_make_normal, this allows all that the scan accepts from other senders: an
 * anchor of zero, a payment ID with a subaddress, change. Returns SN_BAD_INPUT for a coinbase enote to a
 * subaddress. */
int sn_carrot_remake(struct sn_carrot_made *made, const struct sn_account *account,
		     const struct sn_carrot_received *received) SN_MUST_USE;

/* A special enote: a self-send to an address of the account, which may be watch-only. Anyone may know the
 * secret of D_e. Any D_e is allowed, because the scan finds any; sn_carrot_outputs_make refuses zero. Returns
 * SN_BAD_INPUT if the spend key of the account does not encode a point. */
int sn_carrot_make_special(struct sn_carrot_made *made, const struct sn_account *account,
			   struct sn_subaddress_index to, uint64_t amount, enum sn_carrot_type type,
			   const struct sn_x25519 *ephemeral_key,
			   const struct sn_carrot_context *context) SN_MUST_USE;

/* An internal enote to the address with this spend key, by its view-balance secret. The anchor is a message
 * to oneself. Returns SN_BAD_INPUT if D_e is zero, or the key does not encode a point. */
int sn_carrot_make_internal(struct sn_carrot_made *made, const uint8_t view_balance_secret[static 32],
			    const struct sn_point *spend, uint64_t amount, enum sn_carrot_type type,
			    const struct sn_carrot_anchor *anchor, const struct sn_x25519 *ephemeral_key,
			    const struct sn_carrot_context *context) SN_MUST_USE;

#endif
