#include "node/daemon_images.h"
#include "node/call.h"

#include <string.h>

/* Per request. Daemons with restricted RPC allow 5,000. */
#define MAX_IMAGES 1000

/* 0: unspent, 1: in the chain, 2: in the pool. */
static int read_states(const struct sn_daemon *d, const char *path, const cJSON *answer, bool is_spent[],
		       size_t count, struct sn_error *err)
{
	const cJSON *list = NULL, *item;
	size_t i = 0;
	if (sn_json_opt_array(answer, "spent_status", &list, NULL) || !list ||
	    (size_t)cJSON_GetArraySize(list) != count)
		return sn_daemon_garbage(d, path, err);
	cJSON_ArrayForEach(item, list)
	{
		if (!cJSON_IsNumber(item) || item->valueint < 0 || item->valueint > 2)
			return sn_daemon_garbage(d, path, err);
		is_spent[i++] = item->valueint != 0;
	}
	return SN_OK;
}

static int get_some(struct sn_daemon *d, const struct sn_point images[], size_t count, bool is_spent[],
		    struct sn_error *err)
{
	static const char path[] = "/is_key_image_spent";
	cJSON *request = cJSON_CreateObject(), *answer = NULL;
	int ret = !request || sn_daemon_add_hex_array(request, "key_images", images->b, count)
			  ? sn_error_memory(err)
			  : sn_daemon_call_json(d, path, request, SN_DAEMON_REPLY_SMALL, &answer, NULL, err);
	if (!ret)
		ret = sn_daemon_check_status(d, path, answer, err);
	if (!ret)
		ret = read_states(d, path, answer, is_spent, count, err);
	sn_json_free(request);
	sn_json_free(answer);
	return ret;
}

int sn_daemon_get_spent(struct sn_daemon *d, const struct sn_point images[], size_t count, bool is_spent[],
			struct sn_error *err)
{
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < count; i += MAX_IMAGES)
		ret = get_some(d, images + i, count - i < MAX_IMAGES ? count - i : MAX_IMAGES, is_spent + i,
			       err);
	return ret;
}
