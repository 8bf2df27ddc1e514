#include "interop/signed_tx_set.h"
#include "base/hex.h"
#include "base/secret.h"
#include "chain/varint.h"
#include "handoff/list_frame.h" /* SN_LIST_MAX */
#include "handoff/set_reader.h"
#include "handoff/signed_set.h" /* the limits */

#define SET_VERSION 0
#define KEY_IMAGE_TEXT_BYTES (1 + 64 + 2)

/* The shortest encodings. */
enum {
	TX_SIZE_MIN = 6,
	DESTINATION_SIZE_MIN = 68,
	PTX_SIZE_MIN = 1 + TX_SIZE_MIN + 8 + 8 + 1 + DESTINATION_SIZE_MIN + 1 + 1 + 32 + 1 + 1 +
		       SN_CONSTRUCTION_SIZE_MIN + 1,
	TX_KEY_IMAGE_SIZE = 1 + 64,
};

void sn_pending_tx_put_key_images(struct sn_buf *out, const struct sn_tx *tx)
{
	for (size_t i = 0; i < tx->n_inputs; i++) {
		char text[2 * 32 + 1];
		sn_hex_encode(text, tx->inputs[i].key_image.b, 32);
		sn_put_u8(out, '<');
		sn_put_bytes(out, text, sizeof text - 1);
		sn_put_bytes(out, "> ", 2);
	}
}

/* ------------------------------------------------------------------ reading */

static int read_tx_blob(struct sn_pending_tx *ptx, struct sn_reader *r, struct sn_error *err)
{
	const uint8_t *start = r->at;
	int ret = sn_tx_read(&ptx->tx, r, false);
	if (ret == SN_IO)
		return sn_error_memory(err);
	if (ret)
		return sn_error_set(err, SN_BAD_INPUT, "its signed transaction is truncated or malformed");
	ptx->tx_blob = (struct sn_archive_bytes){start, (size_t)(r->at - start)};
	if (ptx->tx_blob.len > SN_TX_BYTES_MAX)
		return sn_error_set(err, SN_BAD_INPUT,
				    "its signed transaction has %zu bytes; at most %u are allowed",
				    ptx->tx_blob.len, SN_TX_BYTES_MAX);
	return SN_OK;
}

/* From dust to selected_transfers. */
static int read_amounts(struct sn_pending_tx *ptx, struct sn_reader *r, struct sn_error *err)
{
	ptx->dust = sn_read_u64(r);
	ptx->fee = sn_read_u64(r);
	ptx->dust_added_to_fee = sn_archive_read_bool(r);
	int ret = sn_tx_destination_entry_read(&ptx->change_dts, r, err);
	if (ret)
		return sn_error_prefix(err, ret, "change_dts");
	return sn_archive_read_varints(&ptx->selected_transfers, &ptx->n_selected_transfers, r,
				       SN_TX_INPUTS_MAX, UINT64_MAX, "selected_transfers", err);
}

/* From key_images to dests. */
static int read_keys(struct sn_pending_tx *ptx, struct sn_reader *r, struct sn_error *err)
{
	int ret = sn_archive_read_bytes(&ptx->key_images, r, SN_TX_INPUTS_MAX * KEY_IMAGE_TEXT_BYTES,
					"bytes of key images", err);
	sn_read_copy(r, ptx->tx_key.b, 32);
	if (!ret)
		ret = sn_archive_read_points(&ptx->additional_tx_keys, &ptx->n_additional_tx_keys, r,
					     SN_INTEROP_ADDITIONAL_KEYS_MAX, "additional tx keys", err);
	if (ret)
		return ret;
	ret = sn_tx_destinations_read(&ptx->dests, r, err);
	return ret ? sn_error_prefix(err, ret, "dests") : SN_OK;
}

static int read_multisig(struct sn_pending_tx *ptx, struct sn_reader *r, struct sn_error *err)
{
	uint64_t n = sn_read_varint(r);
	if (n)
		return sn_error_set(err, SN_BAD_INPUT, "it is for a multisig wallet, which is not supported");
	if (ptx->version > 0)
		sn_read_copy(r, ptx->multisig_tx_key_entropy.b, 32);
	return sn_set_check_reader(r, err);
}

static int read_ptx(struct sn_pending_tx *ptx, struct sn_reader *r, struct sn_error *err)
{
	int ret = sn_archive_read_version(&ptx->version, r, 0, SN_PENDING_TX_VERSION, "it", err);
	if (!ret)
		ret = read_tx_blob(ptx, r, err);
	if (!ret)
		ret = read_amounts(ptx, r, err);
	if (!ret)
		ret = read_keys(ptx, r, err);
	if (ret)
		return ret;
	ret = sn_tx_construction_data_read(&ptx->construction_data, r, err);
	if (ret)
		return sn_error_prefix(err, ret, "construction_data");
	return read_multisig(ptx, r, err);
}

static int read_all_ptx(struct sn_signed_tx_set *set, struct sn_reader *r, struct sn_error *err)
{
	void *ptx;
	int ret = sn_set_read_array(&ptx, &set->n_ptx, r, 1, SN_SET_TXS_MAX, PTX_SIZE_MIN, sizeof *set->ptx,
				    "transactions", err);
	set->ptx = ptx;
	for (size_t i = 0; i < set->n_ptx && !ret; i++) {
		ret = read_ptx(&set->ptx[i], r, err);
		if (ret)
			sn_error_prefix(err, ret, "transaction %zu", i + 1);
	}
	return ret;
}

static int read_tx_key_images(struct sn_signed_tx_set *set, struct sn_reader *r, struct sn_error *err)
{
	void *pairs;
	int ret = sn_set_read_array(&pairs, &set->n_tx_key_images, r, 0, SN_LIST_MAX, TX_KEY_IMAGE_SIZE,
				    sizeof *set->tx_key_images, "tx_key_images", err);
	set->tx_key_images = pairs;
	for (size_t i = 0; i < set->n_tx_key_images; i++) {
		sn_archive_read_arity(r, 2);
		sn_read_copy(r, set->tx_key_images[i].key.b, 32);
		sn_read_copy(r, set->tx_key_images[i].image.b, 32);
	}
	return ret;
}

static int take(void *value, struct sn_reader *r, struct sn_error *err)
{
	struct sn_signed_tx_set *set = value;
	uint8_t version;
	*set = (struct sn_signed_tx_set){0};
	int ret = sn_archive_read_version(&version, r, SET_VERSION, SET_VERSION, "it", err);
	if (!ret)
		ret = read_all_ptx(set, r, err);
	if (!ret)
		ret = sn_archive_read_points(&set->key_images, &set->n_key_images, r, SN_LIST_MAX,
					     "key images", err);
	return ret ? ret : read_tx_key_images(set, r, err);
}

/* ------------------------------------------------------------------ writing */

static void put_ptx(struct sn_buf *out, const struct sn_pending_tx *ptx)
{
	sn_put_varint(out, ptx->version);
	sn_put_bytes(out, ptx->tx_blob.at, ptx->tx_blob.len);
	sn_put_u64(out, ptx->dust);
	sn_put_u64(out, ptx->fee);
	sn_archive_put_bool(out, ptx->dust_added_to_fee);
	sn_tx_destination_entry_put(out, &ptx->change_dts);
	sn_archive_put_varints(out, ptx->selected_transfers, ptx->n_selected_transfers);
	sn_archive_put_bytes(out, &ptx->key_images);
	sn_put_bytes(out, ptx->tx_key.b, 32);
	sn_archive_put_points(out, ptx->additional_tx_keys, ptx->n_additional_tx_keys);
	sn_tx_destinations_put(out, &ptx->dests);
	sn_tx_construction_data_put(out, &ptx->construction_data);
	sn_put_varint(out, 0); /* multisig_sigs */
	if (ptx->version > 0)
		sn_put_bytes(out, ptx->multisig_tx_key_entropy.b, 32);
}

static void put(struct sn_buf *out, const void *value)
{
	const struct sn_signed_tx_set *set = value;
	sn_put_varint(out, SET_VERSION);
	sn_put_varint(out, set->n_ptx);
	for (size_t i = 0; i < set->n_ptx; i++)
		put_ptx(out, &set->ptx[i]);
	sn_archive_put_points(out, set->key_images, set->n_key_images);
	sn_put_varint(out, set->n_tx_key_images);
	for (size_t i = 0; i < set->n_tx_key_images; i++) {
		sn_put_varint(out, 2);
		sn_put_bytes(out, set->tx_key_images[i].key.b, 32);
		sn_put_bytes(out, set->tx_key_images[i].image.b, 32);
	}
}

static void free_ptx(struct sn_pending_tx *ptx)
{
	sn_tx_free(&ptx->tx);
	sn_archive_free(ptx->selected_transfers, ptx->n_selected_transfers, sizeof *ptx->selected_transfers);
	sn_archive_free(ptx->additional_tx_keys, ptx->n_additional_tx_keys, sizeof *ptx->additional_tx_keys);
	sn_tx_destinations_free(&ptx->dests);
	sn_tx_construction_data_free(&ptx->construction_data);
}

static void release(void *value)
{
	struct sn_signed_tx_set *set = value;
	for (size_t i = 0; i < set->n_ptx; i++)
		free_ptx(&set->ptx[i]);
	sn_archive_free(set->ptx, set->n_ptx, sizeof *set->ptx);
	sn_archive_free(set->key_images, set->n_key_images, sizeof *set->key_images);
	sn_archive_free(set->tx_key_images, set->n_tx_key_images, sizeof *set->tx_key_images);
	*set = (struct sn_signed_tx_set){0};
}

static const struct sn_archive_format format = {
	.name = "the signed transaction set",
	.size = sizeof(struct sn_signed_tx_set),
	.take = take,
	.put = put,
	.release = release,
};

int sn_signed_tx_set_encode(struct sn_buf *out, const struct sn_signed_tx_set *set, struct sn_error *err)
{
	return sn_archive_encode(out, &format, set, err);
}

int sn_signed_tx_set_decode(struct sn_signed_tx_set *set, const void *data, size_t len, struct sn_error *err)
{
	return sn_archive_decode(set, &format, data, len, err);
}

void sn_signed_tx_set_free(struct sn_signed_tx_set *set)
{
	release(set);
}
