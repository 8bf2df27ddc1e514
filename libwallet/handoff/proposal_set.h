/* handoff/proposal_set.h - the request to the signer after the network upgrade to FCMP++: 1 to SN_SET_TXS_MAX
 * transaction proposals.
 *
 * A proposal has no rings, and no value that the signer can compute. An input has the values from which the
 * signer computes its one-time key again; with another value, it computes another key and refuses. The signer
 * makes the outputs: they depend on the key images. The encoding is canonical: the decoder refuses bytes that
 * the encoder would not write. Layout: doc/reference/formats.md. */
#ifndef SN_HANDOFF_PROPOSAL_SET_H
#define SN_HANDOFF_PROPOSAL_SET_H

#include "base/bytes.h"
#include "base/error.h"
#include "handoff/proposal_input.h"
#include "handoff/proposal_payments.h"
#include "handoff/set_frame.h" /* SN_SET_TXS_MAX */

#define SN_PROPOSAL_SET_INPUTS_MAX 16384 /* sum over all proposals; bounds the memory that a file can claim */

struct sn_proposal {
	struct sn_proposal_input *inputs;
	size_t n_inputs;
	struct sn_proposal_payments payments;
};

struct sn_proposal_set {
	struct sn_proposal *proposals;
	size_t n;
};

/* Append the encoding of one proposal, which must be within the limits of sn_proposal_set_encode. The signer
 * derives the randomness of the transaction from these bytes. */
void sn_proposal_put(struct sn_buf *out, const struct sn_proposal *proposal);

/* Append the canonical encoding. A proposal has 1 to SN_FCMP_INPUTS_MAX inputs, at least one self-send,
 * and 2 to SN_TX_OUTPUTS_MAX destinations and self-sends together.
 *
 * Returns
 *   SN_USAGE  the set is outside of the limits; an explicit mask is not below l; a number has no meaning; or
 *             addresses belong to different networks
 *   SN_IO     out of memory */
int sn_proposal_set_encode(struct sn_buf *out, const struct sn_proposal_set *set, enum sn_network network,
			   struct sn_error *err) SN_MUST_USE;

/* Decode exactly `len` bytes. Keys, amounts and sums are not checked here, but by the signer. Free with
 * sn_proposal_set_free; on error the set is empty.
 *
 * Returns
 *   SN_BAD_INPUT  not a canonical encoding
 *   SN_IO         out of memory */
int sn_proposal_set_decode(struct sn_proposal_set *set, enum sn_network network, const void *data, size_t len,
			   struct sn_error *err) SN_MUST_USE;

/* Wipe and free; the set is empty afterwards. */
void sn_proposal_set_free(struct sn_proposal_set *set);

#endif
