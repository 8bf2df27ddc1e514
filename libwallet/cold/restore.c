#include "cold/restore.h"

#include "base/secret.h"
#include "cold/exported_images.h"
#include "cold/own_output.h"
#include "crypto/derive.h"
#include "handoff/envelope.h"
#include "handoff/list_frame.h"
#include "interop/sealed_file.h"
#include "kernel/derivations.h"

#include <stdlib.h>

#define BATCH 256 /* outputs: their derivations share a field inversion */

static int check_account(const struct sn_wallet *w, const struct sn_account *master, struct sn_error *err)
{
	if (w->account->network != master->network ||
	    !sn_point_is_equal(&w->account->spend_public, &master->spend_public) ||
	    !sn_point_is_equal(&w->account->view_public, &master->view_public))
		return sn_error_because(
			err, SN_BAD_INPUT, SN_REASON_FOREIGN,
			"%s is the watch-only wallet of another master wallet: the keys differ",
			sn_journal_path(sn_wallet_journal(w)));
	return SN_OK;
}

/* Compute the key image of `o`. Returns false if the output does not belong to the account. */
static bool compute(struct sn_point *image, const struct sn_account *master, const struct sn_listed_output *o,
		    const struct sn_point *derivation)
{
	struct sn_scalar x;
	bool is_ours = sn_own_output_secret(&x, master, &o->key, derivation, o->index, o->subaddress);
	if (is_ours)
		sn_key_image(image, &o->key, &x);
	sn_wipe(&x, sizeof x);
	return is_ours;
}

int sn_restore_compute(struct sn_listed_image *images, const struct sn_account *master,
		       const struct sn_output_list *list, const struct sn_restore_progress *progress,
		       struct sn_error *err)
{
	struct sn_point keys[BATCH], derivations[BATCH];
	bool is_valid[BATCH];
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < list->n; i += BATCH) {
		size_t n = list->n - i < BATCH ? list->n - i : BATCH;
		for (size_t j = 0; j < n; j++)
			keys[j] = list->outputs[i + j].tx_key;
		if (sn_derive_many(derivations, is_valid, keys, n, &master->view_secret))
			ret = sn_error_memory(err);
		for (size_t j = 0; !ret && j < n; j++) {
			const struct sn_listed_output *o = &list->outputs[i + j];
			images[i + j].key = o->key;
			if (!is_valid[j] || !compute(&images[i + j].image, master, o, &derivations[j]))
				ret = sn_error_set(
					err, SN_REFUSED,
					"an output of the watch-only wallet does not belong to the master "
					"wallet: one of the two is inconsistent");
		}
		if (!ret && progress && progress->report)
			progress->report(progress->context, i + n, list->n);
	}
	sn_wipe(derivations, sizeof derivations);
	return ret;
}

static bool is_chosen(const struct sn_wallet_output *o, enum sn_restore_choice choice)
{
	return choice == SN_RESTORE_ALL || (choice == SN_RESTORE_UNSPENT ? !o->is_spent : !o->has_image);
}

/* List the first `max` chosen outputs of the wallet, sorted by one-time key. */
static int list_outputs(struct sn_output_list *list, size_t *n_left, const struct sn_wallet *w,
			enum sn_restore_choice choice, size_t max, struct sn_error *err)
{
	*n_left = 0;
	*list = (struct sn_output_list){.outputs = calloc(w->n_outputs + 1, sizeof *list->outputs)};
	if (!list->outputs)
		return sn_error_memory(err);
	for (size_t i = 0; i < w->n_outputs; i++) {
		const struct sn_wallet_output *o = &w->outputs[i];
		if (!is_chosen(o, choice))
			continue;
		if (list->n == max)
			++*n_left;
		else
			list->outputs[list->n++] = (struct sn_listed_output){o->key, o->tx_key, o->index,
									     o->subaddress, o->tx_hash};
	}
	if (sn_output_list_sort(list)) {
		sn_output_list_free(list);
		return sn_error_memory(err);
	}
	return SN_OK;
}

int sn_restore_into(struct sn_wallet *w, const struct sn_account *master,
		    const struct sn_restore_progress *progress, size_t *n_new, struct sn_error *err)
{
	struct sn_output_list list = {0};
	struct sn_listed_image *images = NULL;
	size_t n_left;
	*n_new = 0;
	int ret;
	if ((ret = sn_restore_check_wallet(w, err)) || (ret = check_account(w, master, err)) ||
	    (ret = list_outputs(&list, &n_left, w, SN_RESTORE_ALL, SIZE_MAX, err)))
		return ret;
	images = calloc(list.n + 1, sizeof *images);
	ret = images ? sn_restore_compute(images, master, &list, progress, err) : sn_error_memory(err);
	if (!ret)
		ret = sn_restore_store(w, images, list.n, n_new, err);
	free(images);
	sn_output_list_free(&list);
	return ret;
}

int sn_restore_list(struct sn_buf *out, const struct sn_wallet *w, enum sn_restore_choice choice, size_t *n,
		    size_t *n_left, struct sn_error *err)
{
	struct sn_output_list list = {0};
	struct sn_buf content = {0};
	const struct sn_account *a = w->account;
	*n = *n_left = 0;
	int ret;
	if ((ret = sn_restore_check_wallet(w, err)) ||
	    (ret = list_outputs(&list, n_left, w, choice, SN_LIST_MAX, err)))
		return ret;
	ret = sn_output_list_encode(&content, &list, err);
	if (!ret)
		ret = sn_envelope_seal(out, SN_ENVELOPE_OUTPUT_LIST, a->network, &a->view_secret,
				       content.data, content.len, err);
	*n = list.n;
	sn_output_list_free(&list);
	sn_buf_free(&content);
	return ret;
}

int sn_restore_open_list(struct sn_output_list *list, const struct sn_account *account, const void *file,
			 size_t len, struct sn_error *err)
{
	struct sn_buf content = {0};
	*list = (struct sn_output_list){0};
	int ret = sn_envelope_open(&content, SN_ENVELOPE_OUTPUT_LIST, account->network, &account->view_secret,
				   file, len, err);
	if (!ret)
		ret = sn_output_list_decode(list, content.data, content.len, err);
	sn_buf_free(&content);
	return ret;
}

int sn_restore_answer(struct sn_buf *out, const struct sn_account *master, const void *file, size_t len,
		      const struct sn_restore_progress *progress, size_t *n, struct sn_error *err)
{
	if (sn_interop_is_file(file, len))
		return sn_exported_images_answer(out, master, file, len, progress, n, err);
	struct sn_output_list list = {0};
	struct sn_image_list answer = {0};
	struct sn_buf content = {0};
	*n = 0;
	int ret = sn_restore_open_list(&list, master, file, len, err);
	if (ret)
		goto out;
	answer.n = *n = list.n;
	answer.images = calloc(list.n + 1, sizeof *answer.images);
	ret = answer.images ? sn_restore_compute(answer.images, master, &list, progress, err)
			    : sn_error_memory(err);
	if (!ret)
		ret = sn_image_list_encode(&content, &answer, err);
	if (!ret)
		ret = sn_envelope_seal(out, SN_ENVELOPE_KEY_IMAGES, master->network, &master->view_secret,
				       content.data, content.len, err);
out:
	sn_image_list_free(&answer);
	sn_output_list_free(&list);
	sn_buf_free(&content);
	return ret;
}

int sn_restore_import(struct sn_wallet *w, const void *file, size_t len, size_t *n_new, struct sn_error *err)
{
	if (sn_interop_is_file(file, len))
		return sn_exported_images_import(w, file, len, n_new, err);
	struct sn_image_list answer = {0};
	struct sn_buf content = {0};
	const struct sn_account *a = w->account;
	*n_new = 0;
	int ret = sn_restore_check_wallet(w, err);
	if (!ret)
		ret = sn_envelope_open(&content, SN_ENVELOPE_KEY_IMAGES, a->network, &a->view_secret, file,
				       len, err);
	if (!ret)
		ret = sn_image_list_decode(&answer, content.data, content.len, err);
	for (size_t i = 0; !ret && i < answer.n; i++)
		if (!sn_key_image_is_valid(&answer.images[i].image))
			ret = sn_error_because(err, SN_BAD_INPUT, SN_REASON_DAMAGED,
					       "the file has an invalid key image");
	if (!ret)
		ret = sn_restore_store(w, answer.images, answer.n, n_new, err);
	sn_image_list_free(&answer);
	sn_buf_free(&content);
	return ret;
}
