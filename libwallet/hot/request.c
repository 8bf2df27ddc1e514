#include "hot/compose.h"

#include "base/json.h"

#include <stdlib.h>

static const char *const members[] = {"destinations", "fee",	  "mixin",	    "ring_size",
				      "unlock_time",  "priority", "account_index", NULL};
static const char *const destination_members[] = {"amount", "address", NULL};

static int read_destination(struct sn_payment_destination *d, const cJSON *item, enum sn_network network,
			    struct sn_error *err)
{
	const char *address;
	int ret = sn_json_only_keys(item, destination_members, err);
	if (!ret)
		ret = sn_json_get_u64(item, "amount", &d->amount, err);
	if (!ret)
		ret = sn_json_get_string(item, "address", &address, err);
	if (!ret)
		ret = sn_address_parse_for(&d->address, address, network, err);
	return ret;
}

static int read_destinations(struct sn_payment_request *request, const cJSON *root, enum sn_network network,
			     struct sn_error *err)
{
	const cJSON *array, *item;
	int ret = sn_json_get_array(root, "destinations", &array, err);
	if (ret)
		return ret;
	size_t n = (size_t)cJSON_GetArraySize(array), i = 0;
	struct sn_payment_destination *list = calloc(n + 1, sizeof *list);
	if (!list)
		return sn_error_memory(err);
	cJSON_ArrayForEach(item, array)
	{
		ret = read_destination(&list[i], item, network, err);
		if (ret) {
			ret = sn_error_prefix(err, ret, "destination %zu", i + 1);
			free(list);
			return ret;
		}
		i++;
	}
	request->destinations = list;
	request->n_destinations = n;
	return SN_OK;
}

int sn_payment_request_json(struct sn_payment_request *request, enum sn_network network, const char *text, size_t len,
			    struct sn_error *err)
{
	cJSON *root = NULL;
	uint64_t priority = request->priority, account = request->account, ring_size = 0;
	int ret = sn_json_parse(&root, text, len, err);
	if (ret)
		return ret;
	ret = sn_json_only_keys(root, members, err);
	if (!ret)
		ret = sn_json_opt_u64(root, "fee", &request->fee, err);
	if (!ret)
		ret = sn_json_opt_u64(root, "mixin", &request->mixin, err);
	if (!ret)
		ret = sn_json_opt_u64(root, "ring_size", &ring_size, err);
	if (!ret)
		ret = sn_json_opt_u64(root, "unlock_time", &request->unlock_time, err);
	if (!ret)
		ret = sn_json_opt_u64(root, "priority", &priority, err);
	if (!ret)
		ret = sn_json_opt_u64(root, "account_index", &account, err);
	if (!ret && ring_size)
		request->mixin = ring_size - 1;
	if (!ret && (priority > 4 || account > UINT32_MAX))
		ret = sn_error_set(err, SN_BAD_INPUT, priority > 4 ? "\"priority\" is above 4"
								   : "\"account_index\" is too large");
	request->priority = (unsigned)priority;
	request->account = (uint32_t)account;
	if (!ret)
		ret = read_destinations(request, root, network, err);
	sn_json_free(root);
	return ret;
}
