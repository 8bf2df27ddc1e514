/* handoff/output_list.h - outputs whose key images the watch-only wallet asks for.
 *
 * Per output its one-time key, and what the signer needs to find the secret key of that: the transaction key,
 * the position, the subaddress. Strictly ascending by one-time key, so that one set of outputs has one
 * encoding. Layout: doc/reference/formats.md. */
#ifndef SN_HANDOFF_OUTPUT_LIST_H
#define SN_HANDOFF_OUTPUT_LIST_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/account.h"
#include "crypto/types.h"

#include <stddef.h>
#include <stdint.h>

struct sn_listed_output {
	struct sn_point key;    /* one-time key P */
	struct sn_point tx_key; /* R that it was made with */
	uint32_t index;         /* position in its transaction */
	struct sn_subaddress_index subaddress;
};

struct sn_output_list {
	struct sn_listed_output *outputs;
	size_t n;
};

/* Sort by one-time key. Of several with the same key, which have one key image, the first stays. SN_IO when
 * out of memory; the list is then as it was. */
int sn_output_list_sort(struct sn_output_list *list) SN_MUST_USE;

/* Append the canonical encoding. SN_USAGE when there are more than SN_LIST_MAX, or they do not ascend; SN_IO
 * when out of memory. */
int sn_output_list_encode(struct sn_buf *out, const struct sn_output_list *list,
			  struct sn_error *err) SN_MUST_USE;

/* Decode exactly `len` bytes. SN_BAD_INPUT on anything that encode would not have written. On success free
 * with sn_output_list_free; after a failure the list is empty. Points are taken as they are. */
int sn_output_list_decode(struct sn_output_list *list, const void *data, size_t len,
			  struct sn_error *err) SN_MUST_USE;

/* Wipes, and leaves an empty list. */
void sn_output_list_free(struct sn_output_list *list);

#endif
