#include "rpc/methods_images.h"

#include "app/follow.h"
#include "app/key_images.h"
#include "base/hex.h"
#include "handoff/list_frame.h"
#include "rpc/methods_context.h"
#include "rpc/params.h"

#include <stdlib.h>

int sn_rpc_export_outputs(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_exported_list list = {0};
	struct sn_buf out = {0};
	bool is_unspent = false;
	int ret = sn_rpc_of_params(sn_json_opt_bool(params, "all", &list.all, err), err);
	if (!ret)
		ret = sn_rpc_of_params(sn_json_opt_bool(params, "unspent", &is_unspent, err), err);
	if (!ret && is_unspent && list.all)
		ret = sn_error_set(err, SN_USAGE, "\"all\" and \"unspent\" exclude each other");
	if (!ret)
		ret = is_unspent ? sn_session_export_unspent(m->session, &list, &out, err)
				 : sn_session_export_outputs(m->session, &list, &out, err);
	if (!ret)
		ret = sn_rpc_written(sn_json_add_hex(result, "outputs_data_hex", out.data, out.len) ||
					     sn_json_add_u64(result, "outputs", list.n) ||
					     sn_json_add_u64(result, "outputs_left", list.n_left) ||
					     sn_json_add_u64(result, "carrot_outputs", list.n_carrot),
				     err);
	sn_buf_free(&out);
	return ret;
}

static int read_image(struct sn_signed_key_image *image, const cJSON *item, struct sn_error *err)
{
	const char *text, *signature;
	int ret = sn_rpc_of_params(sn_json_get_string(item, "key_image", &text, err), err);
	if (!ret)
		ret = sn_rpc_of_params(sn_json_get_string(item, "signature", &signature, err), err);
	if (!ret && sn_hex_decode(&image->image, sizeof image->image, text))
		ret = sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_KEY_IMAGE,
				       "\"key_image\" is not 64 hexadecimal digits");
	if (!ret && sn_hex_decode(&image->signature, sizeof image->signature, signature))
		ret = sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_SIGNATURE,
				       "\"signature\" is not 128 hexadecimal digits");
	return ret;
}

static int read_images(struct sn_key_image_export *images, const cJSON *params, struct sn_error *err)
{
	const cJSON *array = NULL, *item;
	int ret = sn_rpc_of_params(sn_json_get_array(params, "signed_key_images", &array, err), err);
	if (!ret)
		ret = sn_rpc_get_u32(params, "offset", UINT32_MAX - SN_LIST_MAX, &images->offset, err);
	if (ret)
		return ret;
	const int n = cJSON_GetArraySize(array);
	if (n > SN_LIST_MAX)
		return sn_error_set(err, SN_USAGE, "\"signed_key_images\" has more than %d entries",
				    SN_LIST_MAX);
	images->images = calloc((size_t)n + 1, sizeof *images->images);
	if (!images->images)
		return sn_error_memory(err);
	cJSON_ArrayForEach(item, array)
	{
		ret = read_image(&images->images[images->n++], item, err);
		if (ret)
			return ret;
	}
	return SN_OK;
}

/* The sums of the first `n` outputs in the order of export_outputs, which has no Carrot outputs, without
 * frozen ones, and the height of the last. */
static int add_sums(cJSON *result, const struct sn_wallet *w, size_t n)
{
	uint64_t spent = 0, unspent = 0, height = 0;
	for (size_t i = 0, seen = 0; seen < n && i < w->n_outputs; i++) {
		const struct sn_wallet_output *o = &w->outputs[i];
		if (o->is_carrot)
			continue;
		seen++;
		height = o->height;
		if (!sn_wallet_is_frozen(w, &o->key))
			*(o->is_spent ? &spent : &unspent) += o->amount;
	}
	return sn_json_add_u64(result, "height", height) || sn_json_add_u64(result, "spent", spent) ||
			       sn_json_add_u64(result, "unspent", unspent)
		       ? SN_IO
		       : SN_OK;
}

int sn_rpc_import_key_images(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_key_image_export images = {0};
	struct sn_sync_result done;
	size_t n_new = 0;
	int ret = read_images(&images, params, err);
	if (!ret)
		ret = sn_session_import_key_images(m->session, &images, &n_new, err);
	if (!ret && n_new)
		ret = sn_session_refresh(m->session, NULL, &done, err);
	if (!ret) {
		const struct sn_wallet *w = sn_session_read(m->session);
		ret = sn_rpc_written(add_sums(result, w, images.offset + images.n), err);
		sn_session_read_end(m->session);
	}
	sn_key_image_export_free(&images);
	return ret;
}

int sn_rpc_rescan_spent(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_sync_result done;
	(void)params;
	(void)result;
	return sn_session_refresh(m->session, NULL, &done, err);
}
