#include "rpc/methods_pay.h"

#include "app/pay.h"
#include "chain/transaction.h"
#include "hot/fee.h"
#include "hot/outputs.h"
#include "hot/report_balance.h"
#include "hot/report_payment.h"
#include "hot/request.h"
#include "rpc/methods_context.h"
#include "rpc/params.h"
#include "rpc/pay_common.h"

#include <stdlib.h>

/* `is_list`: the method may make several transactions, and reports lists. */
static int write_payment(cJSON *result, const struct sn_payment_request *request,
			 const struct sn_session_payment *p, bool is_list)
{
	const bool was_sent = p->submitted.n;
	int ret = was_sent ? sn_report_sent_json(result, &p->composed, &p->submitted, p->size)
			   : sn_report_composed_json(result, &p->composed, &p->unsigned_set);
	if (!ret && was_sent && !cJSON_AddStringToObject(result, "tx_unsigned_hex", ""))
		ret = SN_IO;
	return ret ? ret
		   : sn_report_reference_json(result, &p->composed, request,
					      was_sent ? NULL : &p->unsigned_set, is_list);
}

/* Takes ownership of the request's destinations. `is_list` as in write_payment. */
static int pay(struct sn_rpc_methods *m, struct sn_payment_request *request, bool is_list,
	       const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_session_payment payment = {0};
	struct sn_approval approval = {0};
	uint32_t *addresses;
	int ret = sn_rpc_pay_params(request, &addresses, m, params, err);
	if (!ret)
		ret = sn_rpc_get_respend(m, &approval.allow_respend, params, err);
	if (!ret)
		ret = sn_rpc_advise(
			m, sn_session_transfer(m->session, request, &m->limits, &approval, &payment, err),
			err);
	if (!ret)
		ret = sn_rpc_written(write_payment(result, request, &payment, is_list), err);
	else
		ret = sn_rpc_report_sent(result, &payment.submitted, ret, err);
	sn_session_payment_free(&payment);
	free(addresses);
	free((void *)request->destinations);
	return ret;
}

static int pay_destinations(struct sn_rpc_methods *m, bool may_be_several, const cJSON *params, cJSON *result,
			    struct sn_error *err)
{
	struct sn_payment_request request = {.mixin = SN_MIXIN, .may_be_several = may_be_several};
	int ret = sn_rpc_of_params(sn_payment_request_read(&request, sn_rpc_network(m->session), params, err),
				   err);
	return ret ? ret : pay(m, &request, may_be_several, params, result, err);
}

int sn_rpc_transfer(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	return pay_destinations(context, false, params, result, err);
}

int sn_rpc_transfer_split(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	return pay_destinations(context, true, params, result, err);
}

static int read_sweep(struct sn_payment_request *request, struct sn_rpc_methods *m, const cJSON *params,
		      struct sn_error *err)
{
	*request = (struct sn_payment_request){.mixin = SN_MIXIN};
	int ret = sn_rpc_of_params(sn_sweep_request_read(request, sn_rpc_network(m->session), params, err),
				   err);
	if (!ret)
		ret = sn_rpc_of_params(
			sn_json_opt_amount(params, "below_amount", &request->choice.below, err), err);
	if (ret) {
		free((void *)request->destinations);
		request->destinations = NULL;
	}
	return ret;
}

int sn_rpc_sweep_all(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_payment_request request;
	int ret = read_sweep(&request, m, params, err);
	return ret ? ret : pay(m, &request, true, params, result, err);
}

/* The account of the output with this name. */
static int account_of(uint32_t *account, struct sn_session *s, const char *name, struct sn_error *err)
{
	size_t output;
	const struct sn_wallet *w = sn_session_read(s);
	int ret = sn_output_find(&output, w, name, err);
	if (!ret)
		*account = w->outputs[output].subaddress.major;
	sn_session_read_end(s);
	if (ret == SN_USAGE) {
		err->reason = SN_REASON_BAD_KEY_IMAGE;
		ret = SN_BAD_INPUT;
	}
	return ret;
}

int sn_rpc_sweep_single(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_payment_request request;
	const char *name;
	uint32_t n_outputs = 1;
	int ret = sn_rpc_of_params(sn_json_get_string(params, "key_image", &name, err), err);
	if (!ret)
		ret = sn_rpc_get_u32(params, "outputs", 1, &n_outputs, err);
	if (!ret)
		ret = read_sweep(&request, m, params, err);
	if (ret)
		return ret;
	request.choice.outputs = &name;
	request.choice.n_outputs = 1;
	request.one_account = true;
	ret = account_of(&request.account, m->session, name, err);
	if (ret) {
		free((void *)request.destinations);
		return ret;
	}
	return pay(m, &request, false, params, result, err);
}

int sn_rpc_estimate_tx_size_and_weight(void *context, const cJSON *params, cJSON *result,
				       struct sn_error *err)
{
	uint32_t n_inputs = 0, n_outputs = 0, ring_size = SN_RING_SIZE;
	bool is_rct = true;
	(void)context;
	int ret = sn_rpc_get_u32(params, "n_inputs", SN_TX_INPUTS_MAX, &n_inputs, err);
	if (!ret)
		ret = sn_rpc_get_u32(params, "n_outputs", SN_TX_OUTPUTS_MAX, &n_outputs, err);
	if (!ret)
		ret = sn_rpc_get_u32(params, "ring_size", SN_RING_SIZE, &ring_size, err);
	if (!ret)
		ret = sn_rpc_of_params(sn_json_opt_bool(params, "rct", &is_rct, err), err);
	if (!ret && (!n_inputs || n_outputs < 2 || (ring_size && ring_size != SN_RING_SIZE) || !is_rct))
		ret = sn_error_set(
			err, SN_USAGE,
			"n_inputs must be at least 1, n_outputs at least 2, ring_size %d, and rct true",
			SN_RING_SIZE);
	if (ret)
		return ret;
	/* As the reference wallet: with the tx public key, and a payment ID. */
	const uint64_t weight = sn_fee_estimate_weight(n_inputs, n_outputs, 34 + 10);
	return sn_rpc_written(sn_json_add_u64(result, "size", weight - sn_tx_weight_clawback(n_outputs)) ||
				      sn_json_add_u64(result, "weight", weight),
			      err);
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
