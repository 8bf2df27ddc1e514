/* handoff/signed_proposals.h - the signer's answer to a proposal set: proofs, and what is needed to build the
 * transactions again.
 *
 * The signer cannot make membership proofs: they need the chain. So a signed proposal is not a transaction.
 * It has the outputs' seed, from which every watch-only wallet with the same keys computes the outputs and
 * the rerandomized inputs; and for each input a key image and an SA/L proof. Of the inputs it has the
 * one-time keys only: the wallet knows the rest. The encoding is canonical. Layout: doc/reference/formats.md.
 */
#ifndef SN_HANDOFF_SIGNED_PROPOSALS_H
#define SN_HANDOFF_SIGNED_PROPOSALS_H

#include "base/bytes.h"
#include "base/error.h"
#include "handoff/created_outputs.h"
#include "handoff/proposal_set.h" /* the limits */
#include "ringct/sal.h"

struct sn_signed_input {
	struct sn_point key; /* the one-time key that it spends */
	struct sn_point image;
	uint8_t proof[SN_SAL_BYTES];
};

struct sn_signed_proposal {
	struct sn_signed_input *inputs; /* in the order of the proposal */
	size_t n_inputs;
	struct sn_proposal_payments payments; /* those of the proposal */
	uint8_t seed[32];                     /* anchors, ephemeral keys and rerandomization follow from it */
	struct sn_created_output *created;    /* own outputs: position after sorting, and key image */
	size_t n_created;
};

struct sn_signed_proposals {
	struct sn_signed_proposal *txs;
	size_t n;
};

/* Append the canonical encoding. The limits are those of sn_proposal_set_encode; each own output has a key
 * image, with ascending positions below SN_TX_OUTPUTS_MAX.
 *
 * Returns
 *   SN_USAGE  the set is outside of the limits
 *   SN_IO     out of memory */
int sn_signed_proposals_encode(struct sn_buf *out, const struct sn_signed_proposals *set,
			       enum sn_network network, struct sn_error *err) SN_MUST_USE;

/* Decode exactly `len` bytes. Points and proofs are not checked here, but before use. Free with
 * sn_signed_proposals_free; on error the set is empty.
 *
 * Returns
 *   SN_BAD_INPUT  not a canonical encoding
 *   SN_IO         out of memory */
int sn_signed_proposals_decode(struct sn_signed_proposals *set, enum sn_network network, const void *data,
			       size_t len, struct sn_error *err) SN_MUST_USE;

/* Wipe and free; the set is empty afterwards. */
void sn_signed_proposals_free(struct sn_signed_proposals *set);

#endif
