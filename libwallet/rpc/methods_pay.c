#include "rpc/methods_pay.h"

#include "app/pay.h"
#include "cold/review_print.h"
#include "hot/report_balance.h"
#include "hot/report_payment.h"
#include "hot/request.h"
#include "rpc/methods_context.h"
#include "rpc/params.h"

#include <stdlib.h>

static int write_payment(cJSON *result, const struct sn_session_payment *p)
{
	if (!p->submitted.n)
		return sn_report_composed_json(result, &p->composed, &p->unsigned_set);
	int ret = sn_report_sent_json(result, &p->composed, &p->submitted, p->size);
	return ret || !cJSON_AddStringToObject(result, "tx_unsigned_hex", "") ? SN_IO : SN_OK;
}

/* Only the operator of the server, not a client, may disable a protection. */
static int get_respend(const struct sn_rpc_methods *m, bool *allow_respend, const cJSON *params,
		       struct sn_error *err)
{
	*allow_respend = false;
	int ret = sn_rpc_of_params(sn_json_opt_bool(params, "allow_respend", allow_respend, err), err);
	if (!ret && *allow_respend && !m->allow_respend)
		ret = sn_error_hint(
			err, sn_error_set(err, SN_REFUSED, "this server does not permit \"allow_respend\""),
			"start the server with --allow-respend");
	return ret;
}

/* Set the hint for a double-spend. */
static int advise(const struct sn_rpc_methods *m, int ret, struct sn_error *err)
{
	if (!ret || err->reason != SN_REASON_DOUBLE_SPEND)
		return ret;
	return sn_error_hint(
		err, ret,
		"submit the transaction signed before; to replace it, %suse \"allow_respend\": true",
		m->allow_respend ? "" : "start the server with --allow-respend and ");
}

/* Report each transaction, after a failure as well: one code does not show which transactions were sent, were
 * not sent, or may have been sent. Out of memory must not replace the error SN_REASON_MAYBE_SENT. */
static int report_sent(cJSON *result, const struct sn_submit_result *submitted, int ret, struct sn_error *err)
{
	bool has_some = submitted->n || submitted->n_failed;
	if ((!ret || has_some) && sn_report_submitted_json(result, submitted) &&
	    (!ret || err->reason != SN_REASON_MAYBE_SENT))
		return sn_error_memory(err);
	return ret;
}

/* Takes ownership of the request's destinations. */
static int pay(struct sn_rpc_methods *m, struct sn_payment_request *request, const cJSON *params,
	       cJSON *result, struct sn_error *err)
{
	struct sn_session_payment payment = {0};
	struct sn_approval approval = {0};
	int ret = get_respend(m, &approval.allow_respend, params, err);
	if (!ret)
		ret = advise(m,
			     sn_session_transfer(m->session, request, &m->limits, &approval, &payment, err),
			     err);
	if (!ret)
		ret = sn_rpc_written(write_payment(result, &payment), err);
	else
		ret = report_sent(result, &payment.submitted, ret, err);
	sn_session_payment_free(&payment);
	free((void *)request->destinations);
	return ret;
}

static int pay_destinations(struct sn_rpc_methods *m, bool may_be_several, const cJSON *params, cJSON *result,
			    struct sn_error *err)
{
	struct sn_payment_request request = {.mixin = SN_MIXIN, .may_be_several = may_be_several};
	int ret = sn_rpc_of_params(sn_payment_request_read(&request, sn_rpc_network(m->session), params, err),
				   err);
	return ret ? ret : pay(m, &request, params, result, err);
}

int sn_rpc_transfer(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	return pay_destinations(context, false, params, result, err);
}

int sn_rpc_transfer_split(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	return pay_destinations(context, true, params, result, err);
}

int sn_rpc_sweep_all(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_payment_request request = {.mixin = SN_MIXIN};
	int ret = sn_rpc_of_params(sn_sweep_request_read(&request, sn_rpc_network(m->session), params, err),
				   err);
	return ret ? ret : pay(m, &request, params, result, err);
}

/* Get the members about a file of the reference wallet. `outputs` keeps the output export. */
static int get_reference(struct sn_reference_options *options, struct sn_buf *outputs, const cJSON *params,
			 struct sn_error *err)
{
	int ret = sn_rpc_of_params(sn_json_opt_bool(params, "no_key_images", &options->no_key_images, err),
				   err);
	if (!ret && cJSON_HasObjectItem(params, "outputs_data_hex"))
		ret = sn_rpc_get_file(outputs, params, "outputs_data_hex", err);
	options->outputs_file = outputs->data;
	options->outputs_len = outputs->len;
	return ret;
}

int sn_rpc_sign_transfer(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_session_signed s = {0};
	struct sn_approval approval = {0};
	struct sn_buf file = {0}, outputs = {0};
	int ret = sn_rpc_get_file(&file, params, "tx_unsigned_hex", err);
	if (!ret)
		ret = get_reference(&approval.reference, &outputs, params, err);
	if (!ret)
		ret = get_respend(m, &approval.allow_respend, params, err);
	if (!ret)
		ret = advise(m,
			     sn_session_sign(m->session, file.data, file.len, &m->limits, &approval, &s, err),
			     err);
	if (!ret)
		ret = sn_rpc_written(sn_signed_json(result, &s.review, s.hashes, s.review.n, &s.signed_set),
				     err);
	sn_session_signed_free(&s);
	sn_buf_free(&outputs);
	sn_buf_free(&file);
	return ret;
}

static bool refuse_old(void *context, const char *warning)
{
	(void)context;
	(void)warning;
	return false;
}

int sn_rpc_submit_transfer(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	const struct sn_submit_watch refusal = {.go_on = refuse_old};
	struct sn_submit_result submitted = {0};
	struct sn_buf file = {0};
	bool refuses_old = false;
	int ret = sn_rpc_get_file(&file, params, "tx_signed_hex", err);
	if (!ret)
		ret = sn_rpc_of_params(sn_json_opt_bool(params, "refuse_old", &refuses_old, err), err);
	if (!ret)
		ret = sn_session_submit(m->session, file.data, file.len, refuses_old ? &refusal : NULL,
					&submitted, err);
	ret = report_sent(result, &submitted, ret, err);
	sn_submit_result_free(&submitted);
	sn_buf_free(&file);
	return ret;
}

int sn_rpc_describe_transfer(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_review review = {0};
	struct sn_buf file = {0};
	int ret = sn_rpc_get_file(&file, params, "tx_unsigned_hex", err);
	if (!ret)
		ret = sn_session_describe(m->session, file.data, file.len, &m->limits, &review, err);
	if (!ret)
		ret = sn_rpc_written(sn_review_members(result, &review), err);
	sn_review_free(&review);
	sn_buf_free(&file);
	return ret;
}

int sn_rpc_release_reserved(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	uint64_t id = 0;
	bool all = false, even_if_pending = false;
	size_t released = 0;
	int ret = sn_rpc_of_params(sn_json_opt_u64(params, "id", &id, err), err);
	if (!ret)
		ret = sn_rpc_of_params(sn_json_opt_bool(params, "all", &all, err), err);
	if (!ret)
		ret = sn_rpc_of_params(sn_json_opt_bool(params, "even_if_pending", &even_if_pending, err),
				       err);
	/* For the session, id 0 means all payments; a client must request that explicitly. */
	if (!ret && (all ? sn_json_has(params, "id") : id == 0))
		ret = sn_error_set(err, SN_USAGE, "use either \"id\", at least 1, or \"all\": true");
	if (!ret && all && even_if_pending)
		ret = sn_error_set(err, SN_USAGE, "\"even_if_pending\" requires \"id\"");
	if (!ret)
		ret = sn_session_release(m->session, id, even_if_pending, &released, err);
	return ret ? ret : sn_rpc_written(sn_report_released_json(result, released), err);
}
