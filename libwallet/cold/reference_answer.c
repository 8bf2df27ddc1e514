#include "cold/reference_answer.h"

#include "base/seam.h"
#include "base/secret.h"
#include "cold/restore.h"
#include "crypto/scalar.h"
#include "interop/signed_tx_set.h"

#include <stdlib.h>

/* Parts of the answer that are not parts of the request. */
struct parts {
	struct sn_signed_tx_set answer;
	struct sn_buf *texts; /* of the key images of each transaction */
	struct sn_listed_image *images;
};

/* The transaction keys of the sender are not returned. */
static void fill_pending(struct sn_pending_tx *ptx, const struct sn_tx_construction_data *data, uint64_t fee,
			 const struct sn_signed_tx *signed_tx, const struct sn_buf *text)
{
	*ptx = (struct sn_pending_tx){
		.version = SN_PENDING_TX_VERSION,
		.tx_blob = {signed_tx->bytes, signed_tx->len},
		.fee = fee,
		.change_dts = data->change_dts,
		.selected_transfers = data->selected_transfers,
		.n_selected_transfers = data->n_selected_transfers,
		.key_images = {text->data, text->len},
		.tx_key = sn_scalar_one,
		.dests = data->dests,
		.construction_data = *data,
	};
}

static int add_tx(struct parts *parts, size_t i, const struct sn_reference_request *request,
		  const struct sn_unsigned_set *set, const struct sn_signed_tx *signed_tx,
		  struct sn_error *err)
{
	struct sn_signed_tx_set *answer = &parts->answer;
	struct sn_tx tx;
	int ret = sn_tx_parse(&tx, signed_tx->bytes, signed_tx->len, false);
	if (ret)
		return ret == SN_IO ? sn_error_memory(err)
				    : sn_error_set(err, SN_REFUSED,
						   "internal error: the signed transaction does not parse");
	sn_pending_tx_put_key_images(&parts->texts[i], &tx);
	for (size_t j = 0; j < signed_tx->n_created; j++) {
		const struct sn_created_output *created = &signed_tx->created[j];
		answer->tx_key_images[answer->n_tx_key_images++] =
			(struct sn_tx_key_image){tx.outputs[created->index].key, created->image};
	}
	sn_tx_free(&tx);
	if (parts->texts[i].failed)
		return sn_error_memory(err);
	fill_pending(&answer->ptx[i], &request->set.txes[i], set->txs[i].fee, signed_tx, &parts->texts[i]);
	return SN_OK;
}

static void add_listed(struct parts *parts, const struct sn_reference_request *request)
{
	struct sn_signed_tx_set *answer = &parts->answer;
	for (size_t i = 0; i < request->listed.n; i++) {
		const struct sn_listed_image *image = &parts->images[i];
		if (request->is_by_index)
			answer->key_images[answer->n_key_images++] = image->image;
		else
			answer->tx_key_images[answer->n_tx_key_images++] =
				(struct sn_tx_key_image){image->key, image->image};
	}
}

static int make_parts(struct parts *parts, const struct sn_account *account,
		      const struct sn_reference_request *request, const struct sn_unsigned_set *set,
		      const struct sn_signed_set *signed_set, struct sn_error *err)
{
	struct sn_signed_tx_set *answer = &parts->answer;
	const size_t n_listed = request->listed.n;
	size_t n_created = 0;
	for (size_t i = 0; i < signed_set->n; i++)
		n_created += signed_set->txs[i].n_created;
	answer->n_ptx = signed_set->n;
	answer->ptx = calloc(signed_set->n, sizeof *answer->ptx);
	answer->key_images = calloc(n_listed + 1, sizeof *answer->key_images);
	answer->tx_key_images = calloc(n_created + n_listed + 1, sizeof *answer->tx_key_images);
	parts->texts = calloc(signed_set->n, sizeof *parts->texts);
	parts->images = calloc(n_listed + 1, sizeof *parts->images);
	if (!answer->ptx || !answer->key_images || !answer->tx_key_images || !parts->texts || !parts->images)
		return sn_error_memory(err);
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < signed_set->n; i++)
		ret = add_tx(parts, i, request, set, &signed_set->txs[i], err);
	if (!ret)
		ret = sn_restore_compute(parts->images, account, &request->listed, request->options.progress,
					 err);
	if (!ret)
		add_listed(parts, request);
	return ret;
}

/* The members of `ptx` belong to the request and to the signed set. */
static void parts_free(struct parts *parts, size_t n)
{
	for (size_t i = 0; parts->texts && i < n; i++)
		sn_buf_free(&parts->texts[i]);
	free(parts->texts);
	sn_archive_free(parts->answer.ptx, n, sizeof *parts->answer.ptx); /* has masks */
	free(parts->answer.key_images);
	free(parts->answer.tx_key_images);
	free(parts->images);
}

int sn_reference_answer(struct sn_buf *out, const struct sn_account *account,
			const struct sn_reference_request *request, const struct sn_unsigned_set *set,
			const struct sn_signed_set *signed_set, struct sn_error *err)
{
	struct parts parts = {0};
	struct sn_buf plaintext = {0};
	int ret = sn_reference_request_check(request, err);
	if (!ret)
		ret = make_parts(&parts, account, request, set, signed_set, err);
	if (!ret)
		ret = sn_signed_tx_set_encode(&plaintext, &parts.answer, err);
	SN_FAULT_POINT("answer", plaintext.data, plaintext.len);
	if (!ret)
		ret = sn_sealed_file_make(out, SN_INTEROP_SIGNED_TX_SET, request->key, plaintext.data,
					  plaintext.len, err);
	sn_buf_free(&plaintext);
	parts_free(&parts, signed_set->n);
	return ret == SN_USAGE ? SN_REFUSED : ret;
}
