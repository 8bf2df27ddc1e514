/* handoff/output_list.h - outputs whose key images the watch-only wallet requests, or that it lists for a
 * proof of reserves.
 *
 * Each output has its one-time key and the values that determine its secret key. Of an output from before the
 * network upgrade to FCMP++, these are tx key, position and subaddress; its transaction hash serves only
 * proofs of reserves. A Carrot output has those of an input of a proposal. The list has old outputs, then
 * Carrot outputs, each strictly ascending by one-time key, so that a set of outputs has one encoding. Layout:
 * doc/reference/formats.md. */
#ifndef SN_HANDOFF_OUTPUT_LIST_H
#define SN_HANDOFF_OUTPUT_LIST_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/account.h"
#include "crypto/types.h"
#include "handoff/proposal_input.h"

#include <stddef.h>
#include <stdint.h>

struct sn_listed_output {
	struct sn_point key;    /* one-time key P */
	struct sn_point tx_key; /* R of its transaction */
	uint32_t index;         /* position in its transaction */
	struct sn_subaddress_index subaddress;
	struct sn_hash tx_hash;
};

struct sn_output_list {
	struct sn_listed_output *outputs; /* old outputs */
	size_t n;
	struct sn_proposal_input *carrot; /* Carrot outputs: none has the kind SN_PROPOSAL_OLD */
	size_t n_carrot;
};

/* Sort both parts by one-time key. Of outputs with the same key, which have the same key image, keep the
 * first. Returns SN_IO if out of memory; the list is then unchanged. */
int sn_output_list_sort(struct sn_output_list *list) SN_MUST_USE;

/* Append the canonical encoding.
 *
 * Returns
 *   SN_USAGE  more than SN_LIST_MAX outputs; they do not ascend; an output is in both parts; or a Carrot
 *             output has no encoding
 *   SN_IO     out of memory */
int sn_output_list_encode(struct sn_buf *out, const struct sn_output_list *list,
			  struct sn_error *err) SN_MUST_USE;

/* Decode exactly `len` bytes. Points are not checked. Free with sn_output_list_free; on error the list is
 * empty.
 *
 * Returns
 *   SN_BAD_INPUT  not a canonical encoding
 *   SN_IO         out of memory */
int sn_output_list_decode(struct sn_output_list *list, const void *data, size_t len,
			  struct sn_error *err) SN_MUST_USE;

/* Wipe and free; the list is empty afterwards. */
void sn_output_list_free(struct sn_output_list *list);

#endif
