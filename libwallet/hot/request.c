#include "hot/request.h"
#include "chain/amount.h"
#include "handoff/plan.h"

#include <stdlib.h>
#include <string.h>

static const char *const payment_members[] = {
	"destinations",  "fee",    "mixin",           "ring_size",      "unlock_time", "priority",
	"account_index", "format", "even_if_pending", "replace_decoys", "reference",   NULL};
static const char *const destination_members[] = {"amount", "address", NULL};

static int read_destination(struct sn_payment_destination *d, const cJSON *item, enum sn_network network,
			    struct sn_error *err)
{
	const char *address;
	int ret = sn_json_only_keys(item, destination_members, err);
	if (!ret)
		ret = sn_json_get_amount(item, "amount", &d->amount, err);
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

int sn_payment_request_set_reference(struct sn_payment_request *request, const char *reference,
				     struct sn_error *err)
{
	int ret = sn_reference_check(reference, err);
	if (!ret)
		strcpy(request->reference, reference);
	return ret;
}

/* Members common to payments and sweeps. */
static int read_terms(struct sn_payment_request *request, const cJSON *object, struct sn_error *err)
{
	uint64_t priority = request->priority, account = request->account, ring_size = request->mixin + 1;
	const char *format = NULL, *reference = NULL;
	int ret = sn_json_opt_u64(object, "fee", &request->fee, err);
	if (!ret)
		ret = sn_json_opt_u64(object, "mixin", &request->mixin, err);
	bool has_ring_size = sn_json_has(object, "ring_size");
	if (!ret)
		ret = sn_json_opt_u64(object, "ring_size", &ring_size, err);
	if (!ret && has_ring_size && ring_size == 0)
		ret = sn_error_set(err, SN_BAD_INPUT, "\"ring_size\" is 0: a ring has at least one member");
	if (!ret && has_ring_size && sn_json_has(object, "mixin") && request->mixin != ring_size - 1)
		ret = sn_error_set(
			err, SN_BAD_INPUT,
			"\"mixin\" and \"ring_size\" contradict each other: the ring size is the mixin plus 1");
	if (!ret)
		ret = sn_json_opt_u64(object, "unlock_time", &request->unlock_time, err);
	if (!ret)
		ret = sn_json_opt_u64(object, "priority", &priority, err);
	if (!ret && priority > 4)
		ret = sn_error_set(err, SN_BAD_INPUT, "\"priority\" is above 4");
	if (!ret)
		ret = sn_json_opt_u64(object, "account_index", &account, err);
	if (!ret && sn_json_has(object, "account_index") && account >= UINT32_MAX)
		ret = sn_error_set(err, SN_BAD_INPUT, "\"account_index\" is above %u", UINT32_MAX - 1);
	if (!ret)
		ret = sn_json_opt_bool(object, "even_if_pending", &request->even_if_pending, err);
	if (!ret)
		ret = sn_json_opt_bool(object, "replace_decoys", &request->replace_decoys, err);
	if (!ret)
		ret = sn_json_opt_string(object, "format", &format, err);
	if (!ret && format)
		ret = sn_request_format_parse(&request->format, format, err);
	if (!ret)
		ret = sn_json_opt_string(object, "reference", &reference, err);
	if (!ret && reference)
		ret = sn_payment_request_set_reference(request, reference, err);
	if (ret)
		return ret;
	if (has_ring_size)
		request->mixin = ring_size - 1;
	request->priority = (unsigned)priority;
	request->account = (uint32_t)account;
	return SN_OK;
}

int sn_payment_request_read(struct sn_payment_request *request, enum sn_network network, const cJSON *object,
			    struct sn_error *err)
{
	int ret = read_terms(request, object, err);
	return ret ? ret : read_destinations(request, object, network, err);
}

int sn_sweep_request_read(struct sn_payment_request *request, enum sn_network network, const cJSON *object,
			  struct sn_error *err)
{
	const char *address;
	struct sn_payment_destination to = {0};
	int ret = read_terms(request, object, err);
	if (!ret)
		ret = sn_json_opt_bool(object, "subaddr_indices_all", &request->join_addresses, err);
	if (!ret)
		ret = sn_json_get_string(object, "address", &address, err);
	if (!ret)
		ret = sn_address_parse_for(&to.address, address, network, err);
	if (ret)
		return ret;
	struct sn_payment_destination *list = malloc(sizeof *list);
	if (!list)
		return sn_error_memory(err);
	*list = to;
	request->sweep_all = true;
	request->one_account = sn_json_has(object, "account_index");
	request->destinations = list;
	request->n_destinations = 1;
	return SN_OK;
}

int sn_payment_request_json(struct sn_payment_request *request, enum sn_network network, const char *text,
			    size_t len, struct sn_error *err)
{
	cJSON *root;
	int ret = sn_json_parse(&root, text, len, err);
	if (!ret && !cJSON_IsObject(root))
		ret = sn_error_set(
			err, SN_BAD_INPUT,
			"the payment is not of the form {\"destinations\": [{\"amount\": PICONERO, \"address\": ADDRESS}]}");
	if (!ret)
		ret = sn_json_only_keys(root, payment_members, err);
	if (!ret)
		ret = sn_payment_request_read(request, network, root, err);
	sn_json_free(root);
	return ret;
}

/* A destination and its position. */
struct placed {
	const struct sn_address *address;
	size_t at;
};

static int compare_keys(const struct sn_address *a, const struct sn_address *b)
{
	int order = memcmp(a->spend.b, b->spend.b, sizeof a->spend.b);
	return order ? order : memcmp(a->view.b, b->view.b, sizeof a->view.b);
}

static int by_keys(const void *a, const void *b)
{
	const struct placed *p = a, *q = b;
	int order = compare_keys(p->address, q->address);
	return order ? order : (p->at > q->at) - (p->at < q->at);
}

int sn_payment_request_duplicates(struct sn_duplicates *duplicates, const struct sn_payment_request *request,
				  struct sn_error *err)
{
	size_t n = request->n_destinations, original = 0;
	*duplicates = (struct sn_duplicates){0};
	struct placed *list = calloc(n + 1, sizeof *list);
	if (!list)
		return sn_error_memory(err);
	for (size_t i = 0; i < n; i++)
		list[i] = (struct placed){&request->destinations[i].address, i};
	qsort(list, n, sizeof *list, by_keys);
	for (size_t i = 1; i < n; i++) {
		if (compare_keys(list[original].address, list[i].address)) {
			original = i;
			continue;
		}
		if (duplicates->n++ == 0 || list[i].at < duplicates->first) {
			duplicates->first = list[i].at;
			duplicates->of = list[original].at;
		}
	}
	free(list);
	return SN_OK;
}

static int check_destination(const struct sn_payment_request *r, size_t i, enum sn_network network,
			     struct sn_error *err)
{
	const struct sn_payment_destination *d = &r->destinations[i];
	if (d->address.network != network)
		return sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_ADDRESS,
					"the address is for %s; this wallet is on %s",
					sn_network_name(d->address.network), sn_network_name(network));
	if (!r->sweep_all && d->amount == 0)
		return sn_error_set(err, SN_USAGE, "an amount is zero");
	return SN_OK;
}

/* Whether destination `i` and the first one may share a transaction. The error names the integrated one. */
static int check_sharing(const struct sn_payment_request *r, size_t i, struct sn_error *err)
{
	const struct sn_address *first = &r->destinations[0].address, *this = &r->destinations[i].address;
	if (sn_plan_may_share(first, this))
		return SN_OK;
	int ret = sn_plan_refuse_sharing(err);
	return sn_error_prefix(err, ret, "destination %zu", this->kind == SN_ADDRESS_INTEGRATED ? i + 1 : 1);
}

int sn_payment_request_check(const struct sn_payment_request *r, enum sn_network network,
			     struct sn_error *err)
{
	struct sn_amount sum = {0};
	if (r->mixin != SN_MIXIN)
		return sn_error_hint(
			err,
			sn_error_set(err, SN_USAGE,
				     "mixin %llu is not allowed: every input must have exactly %d decoys",
				     (unsigned long long)r->mixin, SN_MIXIN),
			"omit the mixin");
	if (r->priority > 4)
		return sn_error_set(err, SN_USAGE, "priority %u is out of range: 0 (automatic) or 1 to 4",
				    r->priority);
	if (r->format == SN_REQUEST_MONERO && r->unlock_time)
		return sn_error_hint(
			err,
			sn_error_set(
				err, SN_USAGE,
				"an unlock time cannot be used with format \"monero\": its signers refuse it"),
			"omit the unlock time");
	if (r->format == SN_REQUEST_PROPOSALS && (r->unlock_time || r->reference[0]))
		return sn_error_set(err, SN_USAGE,
				    "a proposal has no unlock time, and no reference: it is not recorded");
	if (r->n_destinations == 0)
		return sn_error_set(err, SN_USAGE, "no destination given");
	if (r->sweep_all && r->n_destinations != 1)
		return sn_error_set(err, SN_USAGE, "a sweep must have exactly one destination");
	if (r->n_destinations > SN_TX_DESTINATIONS_MAX && !r->may_be_several)
		return sn_error_hint(
			err,
			sn_error_set(
				err, SN_USAGE,
				"%zu destinations are too many: a transaction has at most %d besides the change",
				r->n_destinations, SN_TX_DESTINATIONS_MAX),
			"use wo-transfer --destinations=FILE (RPC: transfer_split), which makes several transactions");
	if (r->n_destinations > SN_DESTINATIONS_MAX)
		return sn_error_set(err, SN_USAGE, "%zu destinations are too many for one file: at most %d",
				    r->n_destinations, SN_DESTINATIONS_MAX);
	for (size_t i = 0; i < r->n_destinations; i++) {
		int ret = check_destination(r, i, network, err);
		if (ret)
			return r->n_destinations > 1 ? sn_error_prefix(err, ret, "destination %zu", i + 1)
						     : ret;
		if ((ret = check_sharing(r, i, err)))
			return ret;
		if (!r->sweep_all && sn_amount_add(&sum, sum, (struct sn_amount){r->destinations[i].amount}))
			return sn_error_set(err, SN_USAGE,
					    "the sum of the amounts is larger than the money supply");
	}
	return SN_OK;
}
