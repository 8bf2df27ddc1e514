#include "rpc/methods_text.h"

#include "base/hex.h"
#include "chain/payment_uri.h"
#include "rpc/methods_context.h"
#include "rpc/params.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

static int add_address(cJSON *object, const char *key, const struct sn_address *address)
{
	char text[SN_ADDRESS_TEXT_MAX];
	sn_address_format(text, address);
	return cJSON_AddStringToObject(object, key, text) ? SN_OK : SN_IO;
}

/* ------------------------------------------------------------------ addresses */

int sn_rpc_validate_address(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_address address;
	const char *text;
	bool any_network = false;
	int ret = sn_rpc_of_params(sn_json_get_string(params, "address", &text, err), err);
	if (!ret)
		ret = sn_rpc_of_params(sn_json_opt_bool(params, "any_net_type", &any_network, err), err);
	if (ret)
		return ret;
	ret = any_network ? sn_address_parse(&address, text, err)
			  : sn_address_parse_for(&address, text, sn_rpc_network(m->session), err);
	bool failed =
		!cJSON_AddBoolToObject(result, "valid", !ret) ||
		!cJSON_AddBoolToObject(result, "integrated", !ret && address.kind == SN_ADDRESS_INTEGRATED) ||
		!cJSON_AddBoolToObject(result, "subaddress", !ret && address.kind == SN_ADDRESS_SUBADDRESS) ||
		!cJSON_AddStringToObject(result, "nettype", ret ? "" : sn_network_name(address.network)) ||
		!cJSON_AddStringToObject(result, "openalias_address", "") ||
		(ret && !cJSON_AddStringToObject(result, "reason", err->text));
	return sn_rpc_written(failed, err);
}

/* Read the payment ID, or draw one. */
static int get_payment_id(uint8_t id[static SN_PAYMENT_ID_BYTES], const cJSON *params, struct sn_error *err)
{
	const char *text = "";
	int ret = sn_rpc_of_params(sn_json_opt_string(params, "payment_id", &text, err), err);
	if (ret)
		return ret;
	if (!*text)
		randombytes_buf(id, SN_PAYMENT_ID_BYTES);
	else if (sn_hex_decode(id, SN_PAYMENT_ID_BYTES, text))
		return sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_PAYMENT_ID,
					"\"payment_id\" is not 16 hexadecimal digits");
	return SN_OK;
}

/* Read the standard address to extend; by default that of the wallet. */
static int get_standard(struct sn_address *address, struct sn_session *s, const cJSON *params,
			struct sn_error *err)
{
	const char *text = "";
	int ret = sn_rpc_of_params(sn_json_opt_string(params, "standard_address", &text, err), err);
	if (ret)
		return ret;
	if (!*text) {
		sn_account_address(address, sn_session_read(s)->account, (struct sn_subaddress_index){0, 0});
		sn_session_read_end(s);
		return SN_OK;
	}
	ret = sn_address_parse_for(address, text, sn_rpc_network(s), err);
	if (!ret && address->kind != SN_ADDRESS_STANDARD)
		ret = sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_ADDRESS, "\"standard_address\" is %s",
				       address->kind == SN_ADDRESS_SUBADDRESS
					       ? "a subaddress"
					       : "an integrated address already");
	return ret;
}

int sn_rpc_make_integrated_address(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_address address;
	uint8_t id[SN_PAYMENT_ID_BYTES];
	int ret = get_payment_id(id, params, err);
	if (!ret)
		ret = get_standard(&address, m->session, params, err);
	if (ret)
		return ret;
	address.kind = SN_ADDRESS_INTEGRATED;
	memcpy(address.payment_id, id, sizeof id);
	return sn_rpc_written(add_address(result, "integrated_address", &address) ||
				      sn_json_add_hex(result, "payment_id", id, sizeof id),
			      err);
}

int sn_rpc_split_integrated_address(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_address address;
	int ret = sn_rpc_get_address(&address, m->session, params, "integrated_address", err);
	if (!ret && address.kind != SN_ADDRESS_INTEGRATED)
		ret = sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_ADDRESS,
				       "\"integrated_address\" is not an integrated address");
	if (ret)
		return ret;
	struct sn_address standard = {
		.network = address.network,
		.kind = SN_ADDRESS_STANDARD,
		.spend = address.spend,
		.view = address.view,
	};
	return sn_rpc_written(
		add_address(result, "standard_address", &standard) ||
			!cJSON_AddBoolToObject(result, "is_subaddress", false) ||
			sn_json_add_hex(result, "payment_id", address.payment_id, sizeof address.payment_id),
		err);
}

/* ------------------------------------------------------------------ payment requests */

/* Give an error about a URI its reason. */
static int of_uri(int ret, struct sn_error *err)
{
	if (ret == SN_BAD_INPUT)
		err->reason = SN_REASON_BAD_URI;
	return ret;
}

static int get_text(char *out, const cJSON *params, const char *key, struct sn_error *err)
{
	const char *text = "";
	int ret = sn_rpc_of_params(sn_json_opt_string(params, key, &text, err), err);
	if (!ret && strlen(text) >= SN_PAYMENT_URI_TEXT_MAX)
		ret = sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_URI, "\"%s\" is longer than %d bytes",
				       key, SN_PAYMENT_URI_TEXT_MAX - 1);
	if (!ret)
		snprintf(out, SN_PAYMENT_URI_TEXT_MAX, "%s", text);
	return ret;
}

int sn_rpc_make_uri(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_payment_uri uri = {0};
	const char *payment_id = "";
	struct sn_buf text = {0};
	int ret = of_uri(sn_rpc_get_address(&uri.address, m->session, params, "address", err), err);
	if (!ret)
		ret = sn_rpc_of_params(sn_json_opt_amount(params, "amount", &uri.amount, err), err);
	if (!ret)
		ret = get_text(uri.recipient_name, params, "recipient_name", err);
	if (!ret)
		ret = get_text(uri.tx_description, params, "tx_description", err);
	if (!ret)
		ret = sn_rpc_of_params(sn_json_opt_string(params, "payment_id", &payment_id, err), err);
	if (!ret && *payment_id)
		ret = sn_error_hint(err,
				    sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_URI,
						     "a payment ID outside of the address is obsolete"),
				    "use an integrated address: \"make_integrated_address\"");
	if (ret)
		return ret;
	ret = sn_payment_uri_format(&text, &uri);
	sn_put_u8(&text, 0);
	ret = sn_rpc_written(ret || text.failed || !cJSON_AddStringToObject(result, "uri", (char *)text.data),
			     err);
	sn_buf_free(&text);
	return ret;
}

int sn_rpc_parse_uri(void *context, const cJSON *params, cJSON *result, struct sn_error *err)
{
	struct sn_rpc_methods *m = context;
	struct sn_payment_uri uri;
	const char *text;
	int ret = sn_rpc_of_params(sn_json_get_string(params, "uri", &text, err), err);
	if (!ret)
		ret = of_uri(sn_payment_uri_parse(&uri, text, sn_rpc_network(m->session), err), err);
	if (ret)
		return ret;
	cJSON *item = cJSON_AddObjectToObject(result, "uri");
	bool failed = !item || add_address(item, "address", &uri.address) ||
		      sn_json_add_u64(item, "amount", uri.amount) ||
		      !cJSON_AddStringToObject(item, "payment_id", "") ||
		      !cJSON_AddStringToObject(item, "recipient_name", uri.recipient_name) ||
		      !cJSON_AddStringToObject(item, "tx_description", uri.tx_description);
	return sn_rpc_written(failed, err);
}
