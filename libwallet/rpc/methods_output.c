#include "rpc/methods_output.h"

#include "app/outputs.h"
#include "hot/outputs.h"
#include "rpc/methods_context.h"
#include "rpc/params.h"

/* Convert the error of a name that is not that of an output. */
static int of_name(int ret, struct sn_error *err)
{
	if (ret == SN_USAGE) {
		err->reason = SN_REASON_BAD_KEY_IMAGE;
		ret = SN_BAD_INPUT;
	}
	return ret;
}

static int freeze(struct sn_rpc_methods *m, bool is_frozen, const cJSON *params, struct sn_error *err)
{
	const char *name;
	size_t changed;
	int ret = sn_rpc_of_params(sn_json_get_string(params, "key_image", &name, err), err);
	return ret ? ret : of_name(sn_session_freeze(m->session, &name, 1, is_frozen, &changed, err), err);
}

int sn_rpc_freeze(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	(void)result;
	return freeze(context, true, params, err);
}

int sn_rpc_thaw(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	(void)result;
	return freeze(context, false, params, err);
}

int sn_rpc_frozen(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	const char *name;
	bool is_frozen = false;
	int ret = sn_rpc_of_params(sn_json_get_string(params, "key_image", &name, err), err);
	if (ret)
		return ret;
	ret = of_name(sn_output_is_frozen(&is_frozen, sn_session_read(m->session), name, err), err);
	sn_session_read_end(m->session);
	return ret ? ret : sn_rpc_written(!cJSON_AddBoolToObject(result, "frozen", is_frozen), err);
}
