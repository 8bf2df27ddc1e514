#include "interop/unsigned_tx_set.h"
#include "chain/varint.h"
#include "handoff/set_frame.h" /* SN_SET_TXS_MAX */
#include "handoff/set_reader.h"

static int read_tx(struct sn_tx_construction_data *tx, struct sn_reader *r, struct sn_error *err)
{
	int ret = sn_tx_construction_data_read(tx, r, err);
	if (!ret && !tx->n_sources)
		ret = sn_error_set(err, SN_BAD_INPUT, "it has no sources");
	if (!ret && !tx->splitted_dsts.n)
		ret = sn_error_set(err, SN_BAD_INPUT, "it has no splitted_dsts");
	return ret;
}

static int read_txes(struct sn_unsigned_tx_set *set, struct sn_reader *r, struct sn_error *err)
{
	void *txes;
	int ret = sn_set_read_array(&txes, &set->n_txes, r, 1, SN_SET_TXS_MAX, SN_CONSTRUCTION_SIZE_MIN,
				    sizeof *set->txes, "transactions", err);
	set->txes = txes;
	for (size_t i = 0; i < set->n_txes && !ret; i++) {
		ret = read_tx(&set->txes[i], r, err);
		if (ret)
			sn_error_prefix(err, ret, "transaction %zu", i + 1);
	}
	return ret;
}

static int take(void *value, struct sn_reader *r, struct sn_error *err)
{
	struct sn_unsigned_tx_set *set = value;
	*set = (struct sn_unsigned_tx_set){0};
	int ret = sn_archive_read_version(&set->version, r, SN_UNSIGNED_TX_SET_OLD, SN_UNSIGNED_TX_SET_NEW,
					  "it", err);
	if (!ret)
		ret = read_txes(set, r, err);
	if (ret)
		return ret;
	ret = sn_exported_transfers_read(&set->new_transfers, r, err);
	if (!ret && set->new_transfers.has_total != (set->version == SN_UNSIGNED_TX_SET_NEW))
		ret = sn_error_set(err, SN_BAD_INPUT, "it does not have the form of set version %d",
				   set->version);
	return ret ? sn_error_prefix(err, ret, "new_transfers") : SN_OK;
}

static void put(struct sn_buf *out, const void *value)
{
	const struct sn_unsigned_tx_set *set = value;
	sn_put_varint(out, set->version);
	sn_put_varint(out, set->n_txes);
	for (size_t i = 0; i < set->n_txes; i++)
		sn_tx_construction_data_put(out, &set->txes[i]);
	sn_exported_transfers_put(out, &set->new_transfers);
}

static void release(void *value)
{
	struct sn_unsigned_tx_set *set = value;
	for (size_t i = 0; i < set->n_txes; i++)
		sn_tx_construction_data_free(&set->txes[i]);
	sn_archive_free(set->txes, set->n_txes, sizeof *set->txes);
	sn_exported_transfers_free(&set->new_transfers);
	*set = (struct sn_unsigned_tx_set){0};
}

static const struct sn_archive_format format = {
	.name = "the unsigned transaction set",
	.size = sizeof(struct sn_unsigned_tx_set),
	.take = take,
	.put = put,
	.release = release,
};

int sn_unsigned_tx_set_encode(struct sn_buf *out, const struct sn_unsigned_tx_set *set, struct sn_error *err)
{
	return sn_archive_encode(out, &format, set, err);
}

int sn_unsigned_tx_set_decode(struct sn_unsigned_tx_set *set, const void *data, size_t len,
			      struct sn_error *err)
{
	return sn_archive_decode(set, &format, data, len, err);
}

void sn_unsigned_tx_set_free(struct sn_unsigned_tx_set *set)
{
	release(set);
}
