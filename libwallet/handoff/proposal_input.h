/* handoff/proposal_input.h - the entry of an own output: of an input in a proposal, and of a Carrot output in
 * an output list.
 *
 * It has the values from which the signer computes the one-time key again. With another value, the signer
 * computes another key and refuses. Layout: doc/reference/formats.md. */
#ifndef SN_HANDOFF_PROPOSAL_INPUT_H
#define SN_HANDOFF_PROPOSAL_INPUT_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/account.h"
#include "chain/address.h"
#include "ringct/commitment.h"

/* The numbers are part of the format. */
enum sn_proposal_input_kind {
	SN_PROPOSAL_OLD = 0,      /* an output from before the upgrade */
	SN_PROPOSAL_NORMAL = 1,   /* a Carrot output from anyone */
	SN_PROPOSAL_SPECIAL = 2,  /* a Carrot output from ourselves, for example change */
	SN_PROPOSAL_COINBASE = 3, /* a Carrot output of a coinbase transaction */
};

struct sn_proposal_input {
	struct sn_point key; /* one-time key */
	enum sn_proposal_input_kind kind;
	uint64_t amount;
	struct sn_subaddress_index subaddress; /* the one that received it; (0, 0) for a coinbase output */
	/* An old output. */
	struct sn_point tx_key;
	uint32_t index; /* position in its transaction */
	enum sn_mask_kind mask_kind;
	struct sn_scalar mask; /* only when explicit */
	/* A Carrot output. */
	struct sn_point first_image; /* the first key image of its transaction; not of a coinbase output */
	uint64_t height;             /* of its block; only of a coinbase output */
	uint8_t anchor[16];          /* not of a special output, whose anchor the signer computes */
	uint8_t ephemeral[32];       /* D_e, the X25519 key; only of a special output */
	uint8_t enote_type;          /* 0: payment, 1: change; only of a special output */
	bool has_payment_id;         /* only of a normal output */
	uint8_t payment_id[SN_PAYMENT_ID_BYTES];
};

/* The shortest encoding: a coinbase output. */
#define SN_PROPOSAL_INPUT_MIN (1 + 32 + 1 + 1 + 16)

/* Returns SN_USAGE if the entry has no encoding: a number has no meaning, an explicit mask is not below l, or
 * a coinbase output does not belong to the primary address. */
int sn_proposal_input_check(const struct sn_proposal_input *in, struct sn_error *err) SN_MUST_USE;

/* Append the encoding of an entry that passes sn_proposal_input_check. */
void sn_proposal_input_put(struct sn_buf *out, const struct sn_proposal_input *in);

/* Read an entry into `in`, which is zero. Bytes that are no canonical encoding fail the reader. */
void sn_proposal_input_read(struct sn_proposal_input *in, struct sn_reader *r);

#endif
