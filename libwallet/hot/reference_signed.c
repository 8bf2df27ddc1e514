#include "hot/reference_signed.h"

#include "handoff/set_reader.h"
#include "interop/sealed_file.h"

#include <stdlib.h>
#include <string.h>

#define HINT "sign the unsigned file again"

/* ------------------------------------------------------------------ inputs */

static bool has_ring(const struct sn_tx_source_entry *source, const uint64_t *indices, size_t n)
{
	if (source->n_outputs != n)
		return false;
	for (size_t i = 0; i < n; i++)
		if (source->outputs[i].global_index != indices[i])
			return false;
	return true;
}

/* Signers write the sources in the order of the inputs or of the unsigned set. Equal rings are in the order
 * of the inputs. */
static const struct sn_tx_source_entry *find_source(const struct sn_tx_construction_data *data, bool *is_used,
						    size_t input, const uint64_t *indices, size_t n)
{
	size_t found = SIZE_MAX;
	if (input < data->n_sources && !is_used[input] && has_ring(&data->sources[input], indices, n))
		found = input;
	for (size_t i = 0; found == SIZE_MAX && i < data->n_sources; i++)
		if (!is_used[i] && has_ring(&data->sources[i], indices, n))
			found = i;
	if (found == SIZE_MAX)
		return NULL;
	is_used[found] = true;
	return &data->sources[found];
}

static int translate_inputs(struct sn_signed_tx *tx, const struct sn_pending_tx *from, struct sn_error *err)
{
	const struct sn_tx_construction_data *data = &from->construction_data;
	int ret = sn_set_check_count(from->tx.n_inputs, 1, SN_TX_INPUTS_MAX, "inputs", SN_BAD_INPUT, err);
	if (ret)
		return ret;
	bool *is_used = calloc(data->n_sources + 1, sizeof *is_used);
	tx->spent = calloc(from->tx.n_inputs, sizeof *tx->spent);
	ret = is_used && tx->spent ? SN_OK : sn_error_memory(err);
	for (size_t i = 0; !ret && i < from->tx.n_inputs; i++) {
		uint64_t indices[SN_RING_MAX];
		const size_t n = from->tx.inputs[i].ring_size;
		const struct sn_tx_source_entry *source = NULL;
		if (n <= SN_RING_MAX && !sn_tx_ring_indices(indices, &from->tx, i))
			source = find_source(data, is_used, i, indices, n);
		if (!source) {
			ret = sn_error_set(err, SN_BAD_INPUT,
					   "no source in construction_data has the ring of input %zu", i + 1);
			break;
		}
		tx->spent[tx->n_spent++] = source->outputs[source->real_output].member.key;
	}
	free(is_used);
	return ret;
}

/* ------------------------------------------------------------------ own outputs */

static int by_key(const void *a, const void *b)
{
	const struct sn_tx_key_image *x = a, *y = b;
	int order = memcmp(x->key.b, y->key.b, sizeof x->key.b);
	return order ? order : memcmp(x->image.b, y->image.b, sizeof x->image.b);
}

static int key_only(const void *key, const void *entry)
{
	const struct sn_tx_key_image *e = entry;
	return memcmp(key, e->key.b, sizeof e->key.b);
}

/* No image is proved: of two for an output, at least one is wrong. `images` is sorted. */
static int check_images(const struct sn_tx_key_image *images, size_t n, struct sn_error *err)
{
	for (size_t i = 1; i < n; i++)
		if (sn_point_is_equal(&images[i - 1].key, &images[i].key) &&
		    !sn_point_is_equal(&images[i - 1].image, &images[i].image))
			return sn_error_set(err, SN_BAD_INPUT, "two different key images of one output");
	return SN_OK;
}

static int translate_outputs(struct sn_signed_tx *tx, const struct sn_tx *from,
			     const struct sn_tx_key_image *images, size_t n_images, struct sn_error *err)
{
	tx->created = calloc(SN_TX_OUTPUTS_MAX, sizeof *tx->created);
	if (!tx->created)
		return sn_error_memory(err);
	for (size_t i = 0; i < from->n_outputs && i < SN_TX_OUTPUTS_MAX; i++) {
		const struct sn_tx_key_image *found =
			n_images ? bsearch(from->outputs[i].key.b, images, n_images, sizeof *images, key_only)
				 : NULL;
		if (found)
			tx->created[tx->n_created++] = (struct sn_created_output){(uint32_t)i, found->image};
	}
	return SN_OK;
}

/* ------------------------------------------------------------------ the set */

static int translate_tx(struct sn_signed_tx *tx, const struct sn_pending_tx *from,
			const struct sn_tx_key_image *images, size_t n_images, struct sn_error *err)
{
	int ret = translate_inputs(tx, from, err);
	if (!ret)
		ret = translate_outputs(tx, &from->tx, images, n_images, err);
	if (ret)
		return ret;
	tx->bytes = malloc(from->tx_blob.len);
	if (!tx->bytes)
		return sn_error_memory(err);
	memcpy(tx->bytes, from->tx_blob.at, from->tx_blob.len);
	tx->len = from->tx_blob.len;
	return SN_OK;
}

int sn_reference_signed_translate(struct sn_signed_set *set, const struct sn_signed_tx_set *from,
				  struct sn_error *err)
{
	const size_t n = from->n_tx_key_images;
	struct sn_tx_key_image *images = calloc(n + 1, sizeof *images);
	*set = (struct sn_signed_set){.txs = calloc(from->n_ptx, sizeof *set->txs)};
	int ret = images && set->txs ? SN_OK : sn_error_memory(err);
	if (images && n) {
		memcpy(images, from->tx_key_images, n * sizeof *images);
		qsort(images, n, sizeof *images, by_key);
	}
	if (!ret)
		ret = check_images(images, n, err);
	for (size_t i = 0; !ret && i < from->n_ptx; i++) {
		set->n++;
		ret = translate_tx(&set->txs[i], &from->ptx[i], images, n, err);
		if (ret)
			sn_error_prefix(err, ret, "transaction %zu", i + 1);
	}
	sn_archive_free(images, n + 1, sizeof *images);
	if (ret)
		sn_signed_set_free(set);
	return ret == SN_BAD_INPUT ? sn_set_malformed(err, "the signed file cannot be read", HINT) : ret;
}

static int translate(struct sn_buf *content, const struct sn_buf *plaintext, struct sn_error *err)
{
	struct sn_signed_tx_set from;
	struct sn_signed_set set = {0};
	int ret = sn_signed_tx_set_decode(&from, plaintext->data, plaintext->len, err);
	if (ret)
		return ret;
	ret = sn_reference_signed_translate(&set, &from, err);
	if (!ret)
		ret = sn_signed_set_encode(content, &set, err);
	sn_signed_set_free(&set);
	sn_signed_tx_set_free(&from);
	return ret;
}

int sn_reference_signed_open(struct sn_buf *content, const struct sn_account *account, const void *file,
			     size_t len, struct sn_error *err)
{
	struct sn_interop_key key = {0};
	struct sn_buf plaintext = {0};
	int ret = sn_interop_key_init(&key, &account->view_secret, err);
	if (!ret)
		ret = sn_sealed_file_open(&plaintext, SN_INTEROP_SIGNED_TX_SET, &key, file, len, err);
	if (!ret)
		ret = translate(content, &plaintext, err);
	sn_interop_key_wipe(&key);
	sn_buf_free(&plaintext);
	return ret;
}
