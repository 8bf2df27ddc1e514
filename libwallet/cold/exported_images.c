#include "cold/exported_images.h"

#include "base/seam.h"
#include "base/secret.h"
#include "cold/own_output.h"
#include "cold/reference_images.h"
#include "crypto/derive.h"
#include "handoff/list_frame.h"
#include "interop/output_export.h"
#include "interop/sealed_file.h"

#include <stdint.h>
#include <stdlib.h>

#define BATCH 256 /* outputs between two reports of progress */

#define LIST_AGAIN                                                                                       \
	"run ki-restore --list --all --format=monero, import that file into the signer, and export the " \
	"key images again"

/* ------------------------------------------------------------------ offline */

static int sign_one(struct sn_signed_key_image *image, const struct sn_account *master,
		    const struct sn_listed_output *o, struct sn_error *err)
{
	struct sn_scalar x = {{0}};
	struct sn_point derivation;
	int ret = sn_derive(&derivation, &o->tx_key, &master->view_secret);
	if (!ret && !sn_own_output_secret(&x, master, &o->key, &derivation, o->index, o->subaddress))
		ret = SN_REFUSED;
	if (!ret) {
		sn_key_image(&image->image, &o->key, &x);
		SN_PUBLIC(&image->image, sizeof image->image); /* in the file */
		ret = sn_key_image_signature_make(&image->signature, &image->image, &o->key, &x);
	}
	if (ret)
		ret = sn_error_set(
			err, SN_REFUSED,
			"self-check failed: the signature of a key image is invalid; no output was written");
	sn_wipe(&x, sizeof x);
	sn_wipe(&derivation, sizeof derivation);
	return ret;
}

int sn_exported_images_compute(struct sn_signed_key_image *images, const struct sn_account *master,
			       const struct sn_exported_transfers *transfers,
			       const struct sn_restore_progress *progress, struct sn_error *err)
{
	struct sn_reference_list list;
	int ret = sn_reference_list_init(&list, master, transfers, progress, err);
	for (size_t i = 0; !ret && i < transfers->n; i++) {
		ret = sign_one(&images[i], master, &list.outputs.outputs[i], err);
		if (!ret && progress && progress->report && ((i + 1) % BATCH == 0 || i + 1 == transfers->n))
			progress->report(progress->context, i + 1, transfers->n);
	}
	sn_reference_list_free(&list);
	return ret;
}

static struct sn_archive_owner owner_of(const struct sn_account *account)
{
	return (struct sn_archive_owner){account->spend_public, account->view_public};
}

static int open_outputs(struct sn_output_export *outputs, struct sn_buf *plaintext,
			const struct sn_interop_key *key, const struct sn_account *master, const void *file,
			size_t len, struct sn_error *err)
{
	const struct sn_archive_owner owner = owner_of(master);
	int ret = sn_sealed_file_open(plaintext, SN_INTEROP_OUTPUT_EXPORT, key, file, len, err);
	if (!ret)
		ret = sn_output_export_decode(outputs, plaintext->data, plaintext->len, err);
	if (!ret)
		ret = sn_archive_check_owner(&outputs->owner, &owner, err);
	if (!ret && outputs->transfers.offset > UINT32_MAX - outputs->transfers.n)
		ret = sn_error_because(err, SN_BAD_INPUT, SN_REASON_DAMAGED,
				       "the output export begins with output %llu, but a key image export "
				       "has numbers up to %lu",
				       (unsigned long long)outputs->transfers.offset,
				       (unsigned long)UINT32_MAX);
	return ret;
}

int sn_exported_images_answer(struct sn_buf *out, const struct sn_account *master, const void *file,
			      size_t len, const struct sn_restore_progress *progress, size_t *n,
			      struct sn_error *err)
{
	struct sn_output_export outputs = {0};
	struct sn_key_image_export answer = {.owner = owner_of(master)};
	struct sn_interop_key *key = sn_secret_alloc(sizeof *key); /* 100,000 outputs take half a minute */
	struct sn_buf plaintext = {0};
	*n = 0;
	int ret = key ? sn_interop_key_init(key, &master->view_secret, err) : sn_error_memory(err);
	if (ret || (ret = open_outputs(&outputs, &plaintext, key, master, file, len, err)))
		goto out;
	answer.offset = (uint32_t)outputs.transfers.offset;
	answer.n = outputs.transfers.n;
	answer.images = calloc(answer.n + 1, sizeof *answer.images);
	sn_buf_clear(&plaintext);
	ret = answer.images
		      ? sn_exported_images_compute(answer.images, master, &outputs.transfers, progress, err)
		      : sn_error_memory(err);
	if (!ret)
		ret = sn_key_image_export_encode(&plaintext, &answer, err);
	if (!ret)
		ret = sn_sealed_file_make(out, SN_INTEROP_KEY_IMAGE_EXPORT, key, plaintext.data,
					  plaintext.len, err);
	if (!ret)
		*n = answer.n;
out:
	sn_key_image_export_free(&answer);
	sn_output_export_free(&outputs);
	sn_secret_free(key);
	sn_buf_free(&plaintext);
	return ret;
}

/* ------------------------------------------------------------------ online */

static struct sn_exported_transfer_details export_output(const struct sn_wallet_output *o)
{
	/* Where the tx key is an additional one, it is the only one that derives the output. */
	return (struct sn_exported_transfer_details){
		.pubkey = o->key,
		.internal_output_index = o->index,
		.global_output_index = o->global_index,
		.tx_pubkey = o->tx_key,
		.flags = (uint8_t)((o->is_spent ? SN_EXPORTED_SPENT : 0) | (o->is_rct ? SN_EXPORTED_RCT : 0) |
				   (o->has_image ? SN_EXPORTED_KEY_IMAGE_KNOWN
						 : SN_EXPORTED_KEY_IMAGE_REQUESTED)),
		.amount = o->amount,
		.subaddress = o->subaddress,
	};
}

/* The outputs that the reference wallet knows: all but Carrot outputs, in the order of the wallet. NULL if
 * out of memory. */
static const struct sn_wallet_output **find_known(const struct sn_wallet *w, size_t *n)
{
	const struct sn_wallet_output **known = calloc(w->n_outputs - w->n_enotes + 1, sizeof *known);
	*n = 0;
	for (size_t i = 0; known && i < w->n_outputs; i++)
		if (!w->outputs[i].is_carrot)
			known[(*n)++] = &w->outputs[i];
	return known;
}

static size_t count_carrot(const struct sn_wallet *w, bool all)
{
	size_t n = 0;
	for (size_t i = 0; i < w->n_enotes; i++)
		n += all || !w->outputs[w->enotes[i].output].has_image;
	return n;
}

/* Choose offset and n of the list. */
static void choose(struct sn_exported_list *list, const struct sn_wallet_output *const *outputs, size_t n)
{
	size_t first = 0, n_lacking = 0;
	while (first < n && outputs[first]->has_image)
		first++;
	list->offset = list->all || (first < n && n <= SN_LIST_MAX) ? 0 : first;
	list->n = n - list->offset;
	if (list->n > SN_LIST_MAX)
		list->n = SN_LIST_MAX;
	for (size_t i = list->offset + list->n; i < n; i++)
		n_lacking += !outputs[i]->has_image;
	list->n_left = list->all ? n - list->n : n_lacking;
}

int sn_exported_images_list(struct sn_buf *out, const struct sn_wallet *w, struct sn_exported_list *list,
			    struct sn_error *err)
{
	struct sn_output_export outputs = {.owner = owner_of(w->account)};
	struct sn_exported_transfers *t = &outputs.transfers;
	struct sn_interop_key key = {0};
	struct sn_buf plaintext = {0};
	list->offset = list->n = list->n_left = list->n_carrot = 0;
	int ret = sn_restore_check_wallet(w, err);
	if (ret)
		return ret;
	size_t n_known;
	const struct sn_wallet_output **known = find_known(w, &n_known);
	if (!known)
		return sn_error_memory(err);
	choose(list, known, n_known);
	list->n_carrot = count_carrot(w, list->all);
	*t = (struct sn_exported_transfers){
		.has_total = !list->is_old,
		.version = !list->is_old,
		.offset = list->offset,
		.total = list->offset + list->n,
		.n = list->n,
		.outputs = calloc(list->n + 1, sizeof *t->outputs),
	};
	for (size_t i = 0; t->outputs && i < t->n; i++)
		t->outputs[i] = export_output(known[t->offset + i]);
	ret = t->outputs ? sn_output_export_encode(&plaintext, &outputs, err) : sn_error_memory(err);
	if (!ret)
		ret = sn_interop_key_init(&key, &w->account->view_secret, err);
	if (!ret)
		ret = sn_sealed_file_make(out, SN_INTEROP_OUTPUT_EXPORT, &key, plaintext.data, plaintext.len,
					  err);
	sn_interop_key_wipe(&key);
	sn_output_export_free(&outputs);
	free(known);
	sn_buf_free(&plaintext);
	return ret;
}

static int open_images(struct sn_key_image_export *images, const struct sn_account *account, const void *file,
		       size_t len, struct sn_error *err)
{
	const struct sn_archive_owner owner = owner_of(account);
	struct sn_interop_key key;
	struct sn_buf plaintext = {0};
	int ret = sn_interop_key_init(&key, &account->view_secret, err);
	if (!ret)
		ret = sn_sealed_file_open(&plaintext, SN_INTEROP_KEY_IMAGE_EXPORT, &key, file, len, err);
	if (!ret)
		ret = sn_key_image_export_decode(images, plaintext.data, plaintext.len, err);
	if (!ret)
		ret = sn_archive_check_owner(&images->owner, &owner, err);
	sn_interop_key_wipe(&key);
	sn_buf_free(&plaintext);
	return ret;
}

static int unknown_output(const struct sn_wallet *w, size_t i, size_t n, struct sn_error *err)
{
	return sn_error_hint(
		err,
		sn_error_because(err, SN_BAD_INPUT, SN_REASON_FOREIGN,
				 "the file has the key image of output %zu, but this wallet has %zu output%s",
				 i, n, SN_PLURAL(n)),
		w->scanned_to ? "run wo-sync (sneakernote: refresh) first" : LIST_AGAIN);
}

/* Verify that the images belong to the outputs with their numbers, and store the keys in keys[images->n]. A
 * repaired wallet lacks outputs until it has scanned blocks again, but knows their pairs. */
static int check_images(struct sn_point *keys, const struct sn_key_image_export *images,
			const struct sn_wallet *w, const struct sn_wallet_output *const *known,
			size_t n_known, struct sn_error *err)
{
	for (size_t i = 0; i < images->n; i++) {
		const size_t number = (size_t)images->offset + i;
		if (number < n_known) {
			keys[i] = known[number]->key;
			continue;
		}
		const size_t pair = sn_wallet_find_pair_of_image(w, &images->images[i].image);
		if (pair == SIZE_MAX)
			return unknown_output(w, number, n_known, err);
		keys[i] = w->images[pair].key;
	}
	int ret = sn_key_image_export_verify(images, keys, images->n, err);
	return ret ? sn_error_hint(err, ret, LIST_AGAIN) : SN_OK;
}

int sn_exported_images_store(struct sn_wallet *w, const struct sn_key_image_export *images, size_t *n_new,
			     struct sn_error *err)
{
	*n_new = 0;
	int ret = sn_restore_check_wallet(w, err);
	if (ret)
		return ret;
	size_t n_known;
	const struct sn_wallet_output **known = find_known(w, &n_known);
	struct sn_point *keys = calloc(images->n + 1, sizeof *keys);
	struct sn_listed_image *listed = calloc(images->n + 1, sizeof *listed);
	ret = known && keys && listed ? check_images(keys, images, w, known, n_known, err)
				      : sn_error_memory(err);
	for (size_t i = 0; !ret && i < images->n; i++)
		listed[i] = (struct sn_listed_image){keys[i], images->images[i].image};
	if (!ret)
		ret = sn_restore_store(w, listed, images->n, n_new, err);
	free(known);
	free(listed);
	free(keys);
	return ret;
}

int sn_exported_images_import(struct sn_wallet *w, const void *file, size_t len, size_t *n_new,
			      struct sn_error *err)
{
	struct sn_key_image_export images = {0};
	*n_new = 0;
	int ret = sn_restore_check_wallet(w, err);
	if (!ret)
		ret = open_images(&images, w->account, file, len, err);
	if (!ret)
		ret = sn_exported_images_store(w, &images, n_new, err);
	sn_key_image_export_free(&images);
	return ret;
}
