#include "handoff/signed_set.h"
#include "base/secret.h"
#include "chain/varint.h"
#include "handoff/set_reader.h"

#include <stdlib.h>

/* The fewest bytes that each can take. */
enum {
	CREATED_SIZE = 1 + 32,
	TX_SIZE_MIN = 1 + 1 + 1 + 32 + 1,
};

_Static_assert(SN_TX_OUTPUTS_MAX <= 0x80, "a position takes one byte");

static int check_tx(const struct sn_signed_tx *tx, struct sn_error *err)
{
	int ret = sn_set_check_count(tx->len, 1, SN_TX_BYTES_MAX, "bytes", SN_USAGE, err);
	if (!ret)
		ret = sn_set_check_count(tx->n_spent, 1, SN_TX_INPUTS_MAX, "spent keys", SN_USAGE, err);
	if (!ret)
		ret = sn_set_check_count(tx->n_created, 0, SN_TX_OUTPUTS_MAX, "own outputs", SN_USAGE, err);
	for (size_t i = 0, next = 0; i < tx->n_created && !ret; i++) {
		size_t index = tx->created[i].index;
		if (index < next || index >= SN_TX_OUTPUTS_MAX)
			ret = sn_error_set(err, SN_USAGE, "positions of its own outputs do not ascend");
		next = index + 1;
	}
	return ret;
}

static void encode_tx(struct sn_buf *out, const struct sn_signed_tx *tx)
{
	sn_put_varint(out, tx->len);
	sn_put_bytes(out, tx->bytes, tx->len);
	sn_put_varint(out, tx->n_spent);
	for (size_t i = 0; i < tx->n_spent; i++)
		sn_put_bytes(out, tx->spent[i].b, 32);
	sn_put_varint(out, tx->n_created);
	for (size_t i = 0; i < tx->n_created; i++) {
		sn_put_varint(out, tx->created[i].index);
		sn_put_bytes(out, tx->created[i].image.b, 32);
	}
}

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
	sn_put_varint(out, set->n);
	for (size_t i = 0; i < set->n; i++)
		encode_tx(out, &set->txs[i]);
	return out->failed ? sn_error_memory(err) : SN_OK;
}

static int decode_created(struct sn_signed_tx *tx, struct sn_reader *r, struct sn_error *err)
{
	size_t n;
	int ret = sn_set_read_count(&n, r, 0, SN_TX_OUTPUTS_MAX, CREATED_SIZE, "own outputs", err);
	if (ret || n == 0)
		return ret;
	tx->created = calloc(n, sizeof tx->created[0]);
	if (!tx->created)
		return sn_error_memory(err);
	tx->n_created = n;
	for (size_t i = 0; i < n; i++) {
		tx->created[i].index = (uint32_t)sn_set_read_number(r, SN_TX_OUTPUTS_MAX - 1);
		sn_read_copy(r, tx->created[i].image.b, 32);
		if (!r->failed && i > 0 && tx->created[i].index <= tx->created[i - 1].index)
			return sn_error_set(err, SN_BAD_INPUT, "positions of its own outputs do not ascend");
	}
	return sn_set_check_reader(r, err);
}

static int decode_tx(struct sn_signed_tx *tx, struct sn_reader *r, struct sn_error *err)
{
	size_t n;
	int ret = sn_set_read_count(&n, r, 1, SN_TX_BYTES_MAX, 1, "bytes", err);
	if (ret)
		return ret;
	tx->bytes = malloc(n);
	if (!tx->bytes)
		return sn_error_memory(err);
	tx->len = n;
	sn_read_copy(r, tx->bytes, n);

	ret = sn_set_read_count(&n, r, 1, SN_TX_INPUTS_MAX, 32, "spent keys", err);
	if (ret)
		return ret;
	tx->spent = calloc(n, sizeof tx->spent[0]);
	if (!tx->spent)
		return sn_error_memory(err);
	tx->n_spent = n;
	for (size_t i = 0; i < n; i++)
		sn_read_copy(r, tx->spent[i].b, 32);
	return decode_created(tx, r, err);
}

int sn_signed_set_decode(struct sn_signed_set *set, const void *data, size_t len, struct sn_error *err)
{
	*set = (struct sn_signed_set){0};
	struct sn_reader r;
	sn_reader_init(&r, data, len);
	size_t n;
	int ret = sn_set_read_count(&n, &r, 1, SN_SET_TXS_MAX, TX_SIZE_MIN, "transactions", err);
	if (ret)
		goto out;
	set->txs = calloc(n, sizeof set->txs[0]);
	if (!set->txs) {
		ret = sn_error_memory(err);
		goto out;
	}
	set->n = n;
	for (size_t i = 0; i < n && !ret; i++) {
		ret = decode_tx(&set->txs[i], &r, err);
		if (ret)
			sn_error_prefix(err, ret, "transaction %zu", i + 1);
	}
	if (!ret && !sn_reader_is_done(&r))
		ret = sn_error_set(err, SN_BAD_INPUT, "bytes follow its last transaction");
out:
	if (ret)
		sn_signed_set_free(set);
	if (ret == SN_BAD_INPUT)
		ret = sn_set_malformed(err, "the signed set is malformed, make it again");
	return ret;
}

void sn_signed_set_free(struct sn_signed_set *set)
{
	for (size_t i = 0; i < set->n; i++) {
		struct sn_signed_tx *tx = &set->txs[i];
		if (tx->bytes)
			sn_wipe(tx->bytes, tx->len);
		if (tx->spent)
			sn_wipe(tx->spent, tx->n_spent * sizeof tx->spent[0]);
		if (tx->created)
			sn_wipe(tx->created, tx->n_created * sizeof tx->created[0]);
		free(tx->bytes);
		free(tx->spent);
		free(tx->created);
	}
	if (set->txs)
		sn_wipe(set->txs, set->n * sizeof set->txs[0]);
	free(set->txs);
	*set = (struct sn_signed_set){0};
}
