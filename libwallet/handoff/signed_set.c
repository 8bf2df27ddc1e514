#include "handoff/signed_set.h"
#include "base/secret.h"
#include "chain/varint.h"
#include "handoff/set_frame.h"
#include "handoff/set_reader.h"

#include <stdlib.h>

/* The shortest encodings. */
enum {
	TX_SIZE_MIN = 1 + 1 + 1 + 32 + 1,
};

static int check_tx(const struct sn_signed_tx *tx, struct sn_error *err)
{
	int ret = sn_set_check_count(tx->len, 1, SN_TX_BYTES_MAX, "bytes", SN_USAGE, err);
	if (!ret)
		ret = sn_set_check_count(tx->n_spent, 1, SN_TX_INPUTS_MAX, "spent keys", SN_USAGE, err);
	if (!ret)
		ret = sn_created_check(tx->created, tx->n_created, err);
	return ret;
}

static void put(struct sn_buf *out, const void *element)
{
	const struct sn_signed_tx *tx = element;
	sn_put_varint(out, tx->len);
	sn_put_bytes(out, tx->bytes, tx->len);
	sn_put_varint(out, tx->n_spent);
	for (size_t i = 0; i < tx->n_spent; i++)
		sn_put_bytes(out, tx->spent[i].b, 32);
	sn_created_put(out, tx->created, tx->n_created);
}

static int take(void *element, void *context, struct sn_reader *r, struct sn_error *err)
{
	struct sn_signed_tx *tx = element;
	void *bytes, *spent;
	(void)context;
	int ret = sn_set_read_array(&bytes, &tx->len, r, 1, SN_TX_BYTES_MAX, 1, 1, "bytes", err);
	tx->bytes = bytes;
	if (ret)
		return ret;
	sn_read_copy(r, tx->bytes, tx->len);

	ret = sn_set_read_array(&spent, &tx->n_spent, r, 1, SN_TX_INPUTS_MAX, 32, sizeof tx->spent[0],
				"spent keys", err);
	tx->spent = spent;
	if (ret)
		return ret;
	for (size_t i = 0; i < tx->n_spent; i++)
		sn_read_copy(r, tx->spent[i].b, 32);
	return sn_created_read(&tx->created, &tx->n_created, r, err);
}

static void release(void *element)
{
	struct sn_signed_tx *tx = element;
	if (tx->bytes)
		sn_wipe(tx->bytes, tx->len);
	if (tx->spent)
		sn_wipe(tx->spent, tx->n_spent * sizeof tx->spent[0]);
	free(tx->bytes);
	free(tx->spent);
	sn_created_free(tx->created, tx->n_created);
}

static const struct sn_set_frame frame = {
	.tx_size = sizeof(struct sn_signed_tx),
	.encoded_min = TX_SIZE_MIN,
	.malformed = "malformed signed set",
	.hint = "sign the unsigned file again",
	.put = put,
	.take = take,
	.release = release,
};

int sn_signed_set_encode(struct sn_buf *out, const struct sn_signed_set *set, struct sn_error *err)
{
	int ret = sn_set_check_count(set->n, 1, SN_SET_TXS_MAX, "transactions", SN_USAGE, err);
	if (ret)
		return ret;
	for (size_t i = 0; i < set->n; i++) {
		ret = check_tx(&set->txs[i], err);
		if (ret)
			return sn_error_prefix(err, ret, "transaction %zu", i + 1);
	}
	return sn_set_frame_encode(out, &frame, set->txs, set->n, err);
}

int sn_signed_set_decode(struct sn_signed_set *set, const void *data, size_t len, struct sn_error *err)
{
	void *txs;
	int ret = sn_set_frame_decode(&txs, &set->n, &frame, NULL, data, len, err);
	set->txs = txs;
	return ret;
}

void sn_signed_set_free(struct sn_signed_set *set)
{
	sn_set_frame_free(&frame, set->txs, set->n);
	*set = (struct sn_signed_set){0};
}
