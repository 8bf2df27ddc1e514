#include "rpc/pay_common.h"

#include "hot/report_payment.h"
#include "rpc/params.h"

#include <stdlib.h>

/* The bytes, the key and the metadata of a transaction exist only on the machine that signs it. */
static int check_flags(const cJSON *params, struct sn_error *err)
{
	static const char *const flags[] = {"get_tx_key", "get_tx_keys", "get_tx_hex", "get_tx_metadata"};
	bool ignored;
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < sizeof flags / sizeof *flags; i++)
		ret = sn_rpc_of_params(sn_json_opt_bool(params, flags[i], &ignored, err), err);
	return ret;
}

/* A watch-only wallet never relays what it composes. */
static int check_relay(struct sn_session *s, const cJSON *params, struct sn_error *err)
{
	bool do_not_relay = false;
	int ret = sn_rpc_of_params(sn_json_opt_bool(params, "do_not_relay", &do_not_relay, err), err);
	const bool is_master = sn_session_read(s)->role == SN_ROLE_MASTER;
	sn_session_read_end(s);
	if (!ret && do_not_relay && is_master)
		ret = sn_error_hint(
			err,
			sn_error_set(
				err, SN_REFUSED,
				"do_not_relay cannot be used: a master wallet with a daemon sends a payment at once"),
			"prepare it with the watch-only wallet");
	return ret;
}

static int check_payment_id(const cJSON *params, struct sn_error *err)
{
	const char *id = "";
	int ret = sn_rpc_of_params(sn_json_opt_string(params, "payment_id", &id, err), err);
	if (!ret && *id)
		ret = sn_error_hint(err,
				    sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_PAYMENT_ID,
						     "a payment ID outside of the address is obsolete"),
				    "pay to an integrated address");
	return ret;
}

/* The recipients share the fee: all of them, or none. */
static int read_subtraction(struct sn_payment_request *request, const cJSON *params, struct sn_error *err)
{
	uint32_t *list;
	size_t n;
	int ret = sn_rpc_get_indices(params, "subtract_fee_from_outputs", &list, &n, err);
	bool is_complete = n == request->n_destinations;
	for (size_t i = 0; is_complete && i < n; i++)
		is_complete = sn_index_is_among(list, n, (uint32_t)i);
	if (!ret && n && !is_complete)
		ret = sn_error_set(
			err, SN_USAGE,
			"\"subtract_fee_from_outputs\" must name each of the %zu destinations once",
			request->n_destinations);
	free(list);
	request->subtract_fee |= !ret && n;
	return ret;
}

int sn_rpc_pay_params(struct sn_payment_request *request, uint32_t **addresses, struct sn_rpc_methods *m,
		      const cJSON *params, struct sn_error *err)
{
	size_t n = 0;
	*addresses = NULL;
	int ret = check_flags(params, err);
	if (!ret)
		ret = check_relay(m->session, params, err);
	if (!ret)
		ret = check_payment_id(params, err);
	if (!ret)
		ret = read_subtraction(request, params, err);
	if (!ret)
		ret = sn_rpc_get_indices(params, "subaddr_indices", addresses, &n, err);
	if (!ret && n) {
		request->choice.addresses = *addresses;
		request->choice.n_addresses = n;
	}
	return ret;
}

int sn_rpc_get_respend(const struct sn_rpc_methods *m, bool *allow_respend, const cJSON *params,
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

int sn_rpc_advise(const struct sn_rpc_methods *m, int ret, struct sn_error *err)
{
	if (!ret || err->reason != SN_REASON_DOUBLE_SPEND)
		return ret;
	return sn_error_hint(
		err, ret,
		"submit the transaction signed before, unless it is a proposal; to replace it, %suse \"allow_respend\": true",
		m->allow_respend ? "" : "start the server with --allow-respend and ");
}

int sn_rpc_report_sent(cJSON *result, const struct sn_submit_result *submitted, int ret, struct sn_error *err)
{
	bool has_some = submitted->n || submitted->n_failed || submitted->n_proposals;
	if ((!ret || has_some) && sn_report_submitted_json(result, submitted) &&
	    (!ret || err->reason != SN_REASON_MAYBE_SENT))
		return sn_error_memory(err);
	return ret;
}
