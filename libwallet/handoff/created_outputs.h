/* handoff/created_outputs.h - the own outputs of a signed transaction: position and key image of each. */
#ifndef SN_HANDOFF_CREATED_OUTPUTS_H
#define SN_HANDOFF_CREATED_OUTPUTS_H

#include "base/bytes.h"
#include "base/error.h"
#include "crypto/types.h"

#include <stddef.h>

struct sn_created_output {
	uint32_t index; /* position in the transaction, strictly increasing */
	struct sn_point image;
};

/* Check that there are at most SN_TX_OUTPUTS_MAX, and that the positions ascend. Returns SN_USAGE if not. */
int sn_created_check(const struct sn_created_output *created, size_t n, struct sn_error *err) SN_MUST_USE;

void sn_created_put(struct sn_buf *out, const struct sn_created_output *created, size_t n);

/* Free *created. On error it can be decoded in part. Returns SN_BAD_INPUT, or SN_IO if out of memory. */
int sn_created_read(struct sn_created_output **created, size_t *n, struct sn_reader *r,
		    struct sn_error *err) SN_MUST_USE;

/* Wipe and free. `created` may be NULL. */
void sn_created_free(struct sn_created_output *created, size_t n);

#endif
