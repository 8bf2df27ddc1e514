#include "rpc/methods_server.h"

#include "app/follow.h"
#include "hot/fork.h"
#include "hot/report.h"
#include "rpc/errors.h"
#include "rpc/methods_context.h"
#include "rpc/params.h"

#include <string.h>

static int write_failure(cJSON *result, int ret, const struct sn_error *err)
{
	cJSON *failure = cJSON_AddObjectToObject(result, "failure");
	bool failed = !cJSON_AddNumberToObject(failure, "code", sn_rpc_error_code(ret, err)) ||
		      !cJSON_AddStringToObject(failure, "message", err->text) ||
		      (err->hint[0] && !cJSON_AddStringToObject(failure, "hint", err->hint));
	return failed ? SN_IO : SN_OK;
}

/* {"tx": {"delivered": ..., "failures": ..., "failure": {...}}, ...}: the kinds that are delivered. */
static int write_notices(cJSON *result, const struct sn_session_status *status)
{
	cJSON *notices = cJSON_AddObjectToObject(result, "notices");
	for (int kind = 0; notices && kind < SN_NOTICE_KINDS; kind++) {
		const struct sn_session_deliveries *d = &status->notices[kind];
		if (!d->is_active)
			continue;
		cJSON *object = cJSON_AddObjectToObject(notices, sn_notice_name(kind));
		if (!object || sn_json_add_u64(object, "delivered", d->delivered) ||
		    sn_json_add_u64(object, "failures", d->n_failures) ||
		    (d->has_failed && write_failure(object, d->failure_code, &d->failure)))
			return SN_IO;
	}
	return notices ? SN_OK : SN_IO;
}

static bool has_notices(const struct sn_session_status *status)
{
	for (int kind = 0; kind < SN_NOTICE_KINDS; kind++)
		if (status->notices[kind].is_active)
			return true;
	return false;
}

int sn_rpc_get_wallet_info(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_session_status status;
	(void)params;
	const struct sn_wallet *w = sn_session_read(m->session);
	bool is_master = w->role == SN_ROLE_MASTER;
	enum sn_network network = w->account->network;
	bool needs_update = sn_fork_is_unreadable(w), payments_disabled = w->fork_version;
	sn_session_read_end(m->session);
	sn_session_status(m->session, &status);

	needs_update |= status.has_failed && status.failure.reason == SN_REASON_FORK;
	payments_disabled |= needs_update;
	bool failed = !cJSON_AddBoolToObject(result, "needs_update", needs_update) ||
		      !cJSON_AddBoolToObject(result, "payments_disabled", payments_disabled) ||
		      !cJSON_AddStringToObject(result, "role", is_master ? "master" : "watch-only") ||
		      !cJSON_AddStringToObject(result, "network", sn_network_name(network)) ||
		      !cJSON_AddStringToObject(result, "version", PACKAGE_VERSION) ||
		      !cJSON_AddBoolToObject(result, "is_offline", sn_session_is_offline(m->session)) ||
		      !cJSON_AddBoolToObject(result, "is_following", status.is_following) ||
		      !cJSON_AddBoolToObject(result, "is_synchronized", status.is_synchronized) ||
		      sn_json_add_u64(result, "height", status.height) ||
		      sn_json_add_u64(result, "daemon_height", status.daemon_height) ||
		      sn_json_add_u64(result, "target_height", status.target_height) ||
		      (has_notices(&status) && write_notices(result, &status)) ||
		      (status.has_failed && write_failure(result, status.failure_code, &status.failure));
	return sn_rpc_written(failed, err);
}

/* Clients call this to find out whether a wallet is watch-only. */
int sn_rpc_query_key(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	const char *type;
	(void)result;
	int ret = sn_rpc_of_params(sn_json_get_string(params, "key_type", &type, err), err);
	if (ret)
		return ret;
	const bool is_master = sn_session_read(m->session)->role == SN_ROLE_MASTER;
	sn_session_read_end(m->session);
	return is_master || !strcmp(type, "view_key")
		       ? sn_error_because(err, SN_REFUSED, SN_REASON_DENIED,
					  "secret keys do not leave the wallet file over JSON-RPC")
		       : sn_error_because(err, SN_BAD_INPUT, SN_REASON_WRONG_ROLE,
					  "a watch-only wallet has neither spend key nor seed");
}

int sn_rpc_get_height(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	(void)params;
	const uint64_t height = sn_wallet_height(sn_session_read(m->session));
	sn_session_read_end(m->session);
	return sn_rpc_written(sn_json_add_u64(result, "height", height), err);
}

int sn_rpc_get_version(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	(void)context;
	(void)params;
	bool failed = sn_json_add_u64(result, "version", SN_RPC_VERSION_MAJOR << 16 | SN_RPC_VERSION_MINOR) ||
		      !cJSON_AddStringToObject(result, "program", PACKAGE_NAME) ||
		      !cJSON_AddStringToObject(result, "program_version", PACKAGE_VERSION);
	return sn_rpc_written(failed, err);
}

int sn_rpc_refresh(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_sync_result done = {0};
	(void)params;
	int ret = sn_session_refresh(m->session, NULL, &done, err);
	return ret ? ret : sn_rpc_written(sn_report_sync_json(result, &done), err);
}

int sn_rpc_store(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	(void)params;
	(void)result;
	return sn_session_store(m->session, err);
}
