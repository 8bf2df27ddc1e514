/* handoff/set_frame.h - the common frame of the unsigned and the signed set.
 *
 * A count of 1 to SN_SET_TXS_MAX, then the transactions, then nothing. Private to handoff/, except
 * SN_SET_TXS_MAX. */
#ifndef SN_HANDOFF_SET_FRAME_H
#define SN_HANDOFF_SET_FRAME_H

#include "base/bytes.h"
#include "base/error.h"

#include <stddef.h>

#define SN_SET_TXS_MAX 1000

/* One kind of set. `tx` is an element of its array of transactions. */
struct sn_set_frame {
	size_t tx_size;        /* in memory */
	size_t encoded_min;    /* the shortest encoding of a transaction */
	const char *malformed; /* prefix of the message if the bytes are wrong */
	const char *hint;
	void (*put)(struct sn_buf *out, const void *tx);
	int (*take)(void *tx, void *context, struct sn_reader *r, struct sn_error *err); /* decode one */
	void (*release)(void *tx); /* wipe and free; `tx` may be decoded in part */
};

/* Append the encoding of `n` transactions, which the caller has checked. Returns SN_IO if out of memory. */
int sn_set_frame_encode(struct sn_buf *out, const struct sn_set_frame *frame, const void *txs, size_t n,
			struct sn_error *err) SN_MUST_USE;

/* Decode exactly `len` bytes. `context` is passed to frame->take. Free *txs with sn_set_frame_free; on error
 * it is NULL, and *n is 0.
 *
 * Returns
 *   SN_BAD_INPUT  (SN_REASON_DAMAGED) not the encoding of a set
 *   SN_IO         out of memory */
int sn_set_frame_decode(void **txs, size_t *n, const struct sn_set_frame *frame, void *context,
			const void *data, size_t len, struct sn_error *err) SN_MUST_USE;

/* Wipe and free. `txs` may be NULL. */
void sn_set_frame_free(const struct sn_set_frame *frame, void *txs, size_t n);

#endif
