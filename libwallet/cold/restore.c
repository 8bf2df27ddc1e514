#include "cold/restore.h"

#include "base/secret.h"
#include "cold/exported_images.h"
#include "cold/own_output.h"
#include "cold/proposal_input.h"
#include "crypto/derive.h"
#include "handoff/envelope.h"
#include "handoff/list_frame.h"
#include "interop/sealed_file.h"
#include "kernel/derivations.h"

#include <stdlib.h>
#include <string.h>

#define BATCH 256       /* outputs: their derivations share a field inversion */
#define CARROT_BATCH 64 /* Carrot outputs between two reports of progress */

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

static int refuse_foreign(struct sn_error *err)
{
	return sn_error_set(err, SN_REFUSED,
			    "an output of the watch-only wallet does not belong to the master "
			    "wallet: one of the two is inconsistent");
}

static void report(const struct sn_restore_progress *progress, size_t done, const struct sn_output_list *list)
{
	if (progress && progress->report)
		progress->report(progress->context, done, list->n + list->n_carrot);
}

static int compute_old(struct sn_listed_image *images, const struct sn_account *master,
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
				ret = refuse_foreign(err);
		}
		if (!ret)
			report(progress, i + n, list);
	}
	sn_wipe(derivations, sizeof derivations);
	return ret;
}

static int compute_carrot(struct sn_listed_image *images, const struct sn_account *master,
			  const struct sn_output_list *list, const struct sn_restore_progress *progress,
			  struct sn_error *err)
{
	int ret = SN_OK;
	size_t bad;
	if (!list->n_carrot)
		return SN_OK;
	struct sn_opened_proposal_input *opened = sn_secret_alloc(CARROT_BATCH * sizeof *opened);
	if (!opened)
		return sn_error_memory(err);
	for (size_t i = 0; !ret && i < list->n_carrot; i += CARROT_BATCH) {
		size_t n = list->n_carrot - i < CARROT_BATCH ? list->n_carrot - i : CARROT_BATCH;
		ret = sn_proposal_inputs_open(opened, &bad, master, &list->carrot[i], n, err);
		if (ret == SN_REFUSED)
			refuse_foreign(err);
		for (size_t j = 0; !ret && j < n; j++)
			images[i + j] = (struct sn_listed_image){list->carrot[i + j].key, opened[j].image};
		if (!ret)
			report(progress, list->n + i + n, list);
	}
	sn_secret_free(opened);
	return ret;
}

int sn_restore_compute(struct sn_listed_image *images, const struct sn_account *master,
		       const struct sn_output_list *list, const struct sn_restore_progress *progress,
		       struct sn_error *err)
{
	int ret = compute_old(images, master, list, progress, err);
	return ret ? ret : compute_carrot(images + list->n, master, list, progress, err);
}

static bool is_chosen(const struct sn_wallet_output *o, enum sn_restore_choice choice)
{
	return choice == SN_RESTORE_ALL ||
	       (choice == SN_RESTORE_UNSPENT ? !o->is_spent && !o->is_carrot : !o->has_image);
}

static void list_one(struct sn_output_list *list, const struct sn_wallet *w, const struct sn_wallet_output *o)
{
	if (o->is_carrot)
		sn_wallet_proposal_input(&list->carrot[list->n_carrot++], w, o);
	else
		list->outputs[list->n++] =
			(struct sn_listed_output){o->key, o->tx_key, o->index, o->subaddress, o->tx_hash};
}

/* List the first `max` chosen outputs of the wallet, sorted by one-time key. */
static int list_outputs(struct sn_output_list *list, size_t *n_left, const struct sn_wallet *w,
			enum sn_restore_choice choice, size_t max, struct sn_error *err)
{
	*n_left = 0;
	*list = (struct sn_output_list){
		.outputs = calloc(w->n_outputs - w->n_enotes + 1, sizeof *list->outputs),
		.carrot = calloc(w->n_enotes + 1, sizeof *list->carrot),
	};
	bool is_short = !list->outputs || !list->carrot;
	for (size_t i = 0; !is_short && i < w->n_outputs; i++) {
		const struct sn_wallet_output *o = &w->outputs[i];
		if (!is_chosen(o, choice))
			continue;
		if (list->n + list->n_carrot == max)
			++*n_left;
		else
			list_one(list, w, o);
	}
	if (is_short || sn_output_list_sort(list)) {
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
	const size_t n = list.n + list.n_carrot;
	images = calloc(n + 1, sizeof *images);
	ret = images ? sn_restore_compute(images, master, &list, progress, err) : sn_error_memory(err);
	if (!ret)
		ret = sn_restore_store(w, images, n, n_new, err);
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
	*n = list.n + list.n_carrot;
	sn_output_list_free(&list);
	sn_buf_free(&content);
	return ret;
}

size_t sn_restore_count_unlisted(const struct sn_wallet *w)
{
	size_t n = 0;
	for (size_t i = 0; i < w->n_enotes; i++)
		n += !w->outputs[w->enotes[i].output].is_spent;
	return n;
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

static int by_key(const void *a, const void *b)
{
	const struct sn_listed_image *x = a, *y = b;
	return memcmp(x->key.b, y->key.b, sizeof x->key.b);
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
	answer.n = *n = list.n + list.n_carrot;
	answer.images = calloc(answer.n + 1, sizeof *answer.images);
	ret = answer.images ? sn_restore_compute(answer.images, master, &list, progress, err)
			    : sn_error_memory(err);
	if (!ret) {
		qsort(answer.images, answer.n, sizeof *answer.images, by_key);
		ret = sn_image_list_encode(&content, &answer, err);
	}
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
