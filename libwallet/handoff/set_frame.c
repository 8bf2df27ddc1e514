#include "handoff/set_frame.h"
#include "base/secret.h"
#include "chain/varint.h"
#include "handoff/set_reader.h"

#include <stdlib.h>

int sn_set_frame_encode(struct sn_buf *out, const struct sn_set_frame *frame, const void *txs, size_t n,
			struct sn_error *err)
{
	const uint8_t *at = txs;
	sn_put_varint(out, n);
	for (size_t i = 0; i < n; i++)
		frame->put(out, at + i * frame->tx_size);
	return out->failed ? sn_error_memory(err) : SN_OK;
}

int sn_set_frame_decode(void **txs, size_t *n, const struct sn_set_frame *frame, void *context,
			const void *data, size_t len, struct sn_error *err)
{
	struct sn_reader r;
	sn_reader_init(&r, data, len);
	int ret = sn_set_read_array(txs, n, &r, 1, SN_SET_TXS_MAX, frame->encoded_min, frame->tx_size,
				    "transactions", err);
	uint8_t *at = *txs;
	for (size_t i = 0; !ret && i < *n; i++) {
		ret = frame->take(at + i * frame->tx_size, context, &r, err);
		if (ret)
			sn_error_prefix(err, ret, "transaction %zu", i + 1);
	}
	if (!ret && !sn_reader_is_done(&r))
		ret = sn_error_set(err, SN_BAD_INPUT, "bytes follow the last transaction");
	if (ret) {
		sn_set_frame_free(frame, *txs, *n);
		*txs = NULL;
		*n = 0;
	}
	return ret == SN_BAD_INPUT ? sn_set_malformed(err, frame->malformed, frame->hint) : ret;
}

void sn_set_frame_free(const struct sn_set_frame *frame, void *txs, size_t n)
{
	uint8_t *at = txs;
	for (size_t i = 0; at && i < n; i++)
		frame->release(at + i * frame->tx_size);
	if (at)
		sn_wipe(at, n * frame->tx_size);
	free(at);
}
