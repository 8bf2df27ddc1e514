#include "rpc/methods_notes.h"

#include "app/notes.h"
#include "base/hex.h"
#include "rpc/methods_context.h"
#include "rpc/params.h"
#include "store/wallet_notes.h"

#include <stdlib.h>

/* Read "txids". The caller frees the hashes, also after an error. */
static int read_hashes(struct sn_hash **hashes, size_t *n, const cJSON *params, struct sn_error *err)
{
	const cJSON *array = NULL, *item;
	int ret = sn_rpc_of_params(sn_json_get_array(params, "txids", &array, err), err);
	if (ret)
		return ret;
	*hashes = calloc((size_t)cJSON_GetArraySize(array) + 1, sizeof **hashes);
	if (!*hashes)
		return sn_error_memory(err);
	cJSON_ArrayForEach(item, array)
	{
		const char *text = cJSON_GetStringValue(item);
		if (!text || sn_hex_decode(&(*hashes)[(*n)++], sizeof **hashes, text))
			return sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_TXID,
						"an entry of \"txids\" is not 64 hexadecimal digits");
	}
	return SN_OK;
}

/* Read "notes", of which there must be `n`. The caller frees the list, but not the texts. */
static int read_notes(const char ***notes, size_t n, const cJSON *params, struct sn_error *err)
{
	const cJSON *array = NULL, *item;
	size_t i = 0;
	int ret = sn_rpc_of_params(sn_json_get_array(params, "notes", &array, err), err);
	if (!ret && (size_t)cJSON_GetArraySize(array) != n)
		ret = sn_error_set(err, SN_BAD_INPUT, "\"txids\" and \"notes\" have different lengths");
	if (ret)
		return ret;
	*notes = calloc(n + 1, sizeof **notes);
	if (!*notes)
		return sn_error_memory(err);
	cJSON_ArrayForEach(item, array)
	{
		(*notes)[i] = cJSON_GetStringValue(item);
		if (!(*notes)[i++])
			return sn_error_set(err, SN_USAGE, "\"notes\" must contain strings");
	}
	return SN_OK;
}

int sn_rpc_set_tx_notes(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_hash *hashes = NULL;
	const char **notes = NULL;
	size_t n = 0;
	(void)result;
	int ret = read_hashes(&hashes, &n, params, err);
	if (!ret)
		ret = read_notes(&notes, n, params, err);
	if (!ret)
		ret = sn_session_set_notes(m->session, hashes, notes, n, err);
	free(notes);
	free(hashes);
	return ret;
}

int sn_rpc_get_tx_notes(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_hash *hashes = NULL;
	size_t n = 0;
	int ret = read_hashes(&hashes, &n, params, err);
	cJSON *list = ret ? NULL : cJSON_AddArrayToObject(result, "notes");
	bool failed = !list;
	if (!ret) {
		const struct sn_wallet *w = sn_session_read(m->session);
		for (size_t i = 0; !failed && i < n; i++) {
			cJSON *note = cJSON_CreateString(sn_wallet_note(w, &hashes[i]));
			failed = !note || !cJSON_AddItemToArray(list, note);
		}
		sn_session_read_end(m->session);
	}
	free(hashes);
	return ret ? ret : sn_rpc_written(failed, err);
}
