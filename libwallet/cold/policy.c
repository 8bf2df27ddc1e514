#include "cold/policy.h"

#include "base/json.h"
#include "base/wide.h"
#include "chain/amount.h"
#include "chain/transaction.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* An entry of allowed_recipients: any address of this wallet. */
#define OWN "own"

/* A value of the key period: from midnight to midnight, in UTC. */
#define DAY "day"

#define BASIS_POINTS 10000 /* = 100 % */

enum limit {
	FEE_PER_TX,
	FEE_PER_SET,
	FEE_BASIS_POINTS,
	AMOUNT_PER_TX,
	AMOUNT_PER_SET,
	RECIPIENTS_PER_TX,
	RECIPIENTS_PER_SET,
	TXS_PER_SET,
	AMOUNT_PER_PERIOD,
	FEE_PER_PERIOD,
	TXS_PER_PERIOD,
	N_LIMITS
};

enum permission { UNLOCK_TIME, UNATTENDED, N_PERMISSIONS };

struct sn_policy {
	bool has_version;
	bool has_limit[N_LIMITS];
	uint64_t limit[N_LIMITS];
	bool has_period;
	uint64_t period; /* seconds; 0: DAY */
	bool permission[N_PERMISSIONS];
	bool has_recipients; /* the list exists; an empty list allows nobody */
	bool allows_own;
	struct sn_address *recipients; /* ascending, all of one network */
	size_t n_recipients;
	bool has_approvals;
	struct sn_approval_keys approvals;
};

static const struct {
	const char *name, *unit;
} limits[N_LIMITS] = {
	[FEE_PER_TX] = {"max_fee_per_transaction", "piconero"},
	[FEE_PER_SET] = {"max_fee_per_set", "piconero"},
	[FEE_BASIS_POINTS] = {"max_fee_basis_points", "basis points"},
	[AMOUNT_PER_TX] = {"max_amount_per_transaction", "piconero"},
	[AMOUNT_PER_SET] = {"max_amount_per_set", "piconero"},
	[RECIPIENTS_PER_TX] = {"max_recipients_per_transaction", "recipients"},
	[RECIPIENTS_PER_SET] = {"max_recipients_per_set", "recipients"},
	[TXS_PER_SET] = {"max_transactions_per_set", "transactions"},
	[AMOUNT_PER_PERIOD] = {"max_amount_per_period", "piconero"},
	[FEE_PER_PERIOD] = {"max_fee_per_period", "piconero"},
	[TXS_PER_PERIOD] = {"max_transactions_per_period", "transactions"},
};

static const enum limit period_limits[SN_PERIOD_LIMITS] = {
	[SN_PERIOD_AMOUNT] = AMOUNT_PER_PERIOD,
	[SN_PERIOD_FEE] = FEE_PER_PERIOD,
	[SN_PERIOD_TRANSACTIONS] = TXS_PER_PERIOD,
};

static const char *const permissions[N_PERMISSIONS] = {
	[UNLOCK_TIME] = "allow_unlock_time",
	[UNATTENDED] = "allow_unattended",
};

static const char version_key[] = "version";
static const char recipients_key[] = "allowed_recipients";
static const char period_key[] = "period";
static const char approvals_key[] = "approvals";

const char *sn_policy_key(size_t i)
{
	if (i < N_LIMITS)
		return limits[i].name;
	i -= N_LIMITS;
	if (i < N_PERMISSIONS)
		return permissions[i];
	i -= N_PERMISSIONS;
	static const char *const others[] = {version_key, recipients_key, period_key, approvals_key};
	return i < sizeof others / sizeof *others ? others[i] : NULL;
}

const char *sn_policy_period_key(enum sn_period_limit limit)
{
	return limits[period_limits[limit]].name;
}

/* ------------------------------------------------------------------ parsing */

static int compare_addresses(const void *a, const void *b)
{
	const struct sn_address *x = a, *y = b;
	if (x->network != y->network)
		return x->network < y->network ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	int order = memcmp(&x->spend, &y->spend, sizeof x->spend);
	if (!order)
		order = memcmp(&x->view, &y->view, sizeof x->view);
	return order ? order : memcmp(x->payment_id, y->payment_id, sizeof x->payment_id);
}

static int refuse_twice(const char *text, struct sn_error *err)
{
	return sn_error_set(err, SN_BAD_INPUT, "%s is listed twice in %s", text, recipients_key);
}

static int parse_recipient(struct sn_policy *policy, enum sn_network network, const cJSON *item,
			   struct sn_error *err)
{
	if (!cJSON_IsString(item))
		return sn_error_set(err, SN_BAD_INPUT, "not a string");
	if (!strcmp(item->valuestring, OWN)) {
		if (policy->allows_own)
			return refuse_twice("\"" OWN "\"", err);
		policy->allows_own = true;
		return SN_OK;
	}
	int ret = sn_address_parse_for(&policy->recipients[policy->n_recipients], item->valuestring, network,
				       err);
	policy->n_recipients += !ret;
	return ret;
}

/* Sort the list and refuse duplicates, which are then neighbours. */
static int order_recipients(struct sn_policy *policy, struct sn_error *err)
{
	qsort(policy->recipients, policy->n_recipients, sizeof *policy->recipients, compare_addresses);
	for (size_t i = 1; i < policy->n_recipients; i++) {
		if (sn_address_is_equal(&policy->recipients[i - 1], &policy->recipients[i])) {
			char text[SN_ADDRESS_TEXT_MAX];
			sn_address_format(text, &policy->recipients[i]);
			return refuse_twice(text, err);
		}
	}
	return SN_OK;
}

static int parse_recipients(struct sn_policy *policy, enum sn_network network, const cJSON *list,
			    struct sn_error *err)
{
	if (!cJSON_IsArray(list))
		return sn_error_set(err, SN_BAD_INPUT, "%s must be an array of addresses", recipients_key);
	size_t n = (size_t)cJSON_GetArraySize(list), at = 0;
	policy->has_recipients = true;
	policy->recipients = calloc(n ? n : 1, sizeof *policy->recipients);
	if (!policy->recipients)
		return sn_error_memory(err);
	for (const cJSON *item = list->child; item; item = item->next) {
		at++;
		int ret = parse_recipient(policy, network, item, err);
		if (ret)
			return sn_error_prefix(err, ret, "%s, entry %zu", recipients_key, at);
	}
	return order_recipients(policy, err);
}

static int parse_version(struct sn_policy *policy, const cJSON *item, struct sn_error *err)
{
	uint64_t version;
	if (sn_json_as_u64(item, &version))
		return sn_error_set(err, SN_BAD_INPUT, "%s must be a whole number", version_key);
	if (version != SN_POLICY_VERSION)
		return sn_error_set(err, SN_BAD_INPUT, "unsupported %s %" PRIu64 "; this program supports %d",
				    version_key, version, SN_POLICY_VERSION);
	policy->has_version = true;
	return SN_OK;
}

static int parse_period(struct sn_policy *policy, const cJSON *item, struct sn_error *err)
{
	policy->has_period = true;
	if (cJSON_IsString(item) && !strcmp(item->valuestring, DAY))
		policy->period = 0;
	else if (sn_json_as_u64(item, &policy->period) || !policy->period)
		return sn_error_set(err, SN_BAD_INPUT,
				    "%s must be \"" DAY
				    "\", or a whole number of seconds from 1 to 18446744073709551615",
				    period_key);
	return SN_OK;
}

static int parse_approvals(struct sn_policy *policy, const cJSON *item, struct sn_error *err)
{
	policy->has_approvals = true;
	int ret = sn_approval_keys_parse(&policy->approvals, item, err);
	return ret ? sn_error_prefix(err, ret, "%s", approvals_key) : SN_OK;
}

static int parse_member(struct sn_policy *policy, enum sn_network network, const cJSON *item,
			struct sn_error *err)
{
	for (size_t i = 0; i < N_LIMITS; i++) {
		if (strcmp(item->string, limits[i].name) != 0)
			continue;
		policy->has_limit[i] = true;
		return sn_json_as_u64(item, &policy->limit[i])
			       ? sn_error_set(err, SN_BAD_INPUT,
					      "%s must be a whole number of %s, at most 18446744073709551615",
					      limits[i].name, limits[i].unit)
			       : SN_OK;
	}
	for (size_t i = 0; i < N_PERMISSIONS; i++) {
		if (strcmp(item->string, permissions[i]) != 0)
			continue;
		policy->permission[i] = cJSON_IsTrue(item);
		return cJSON_IsBool(item)
			       ? SN_OK
			       : sn_error_set(err, SN_BAD_INPUT, "%s must be true or false", permissions[i]);
	}
	if (!strcmp(item->string, version_key))
		return parse_version(policy, item, err);
	if (!strcmp(item->string, recipients_key))
		return parse_recipients(policy, network, item, err);
	if (!strcmp(item->string, period_key))
		return parse_period(policy, item, err);
	if (!strcmp(item->string, approvals_key))
		return parse_approvals(policy, item, err);
	return sn_error_hint(err, sn_error_set(err, SN_BAD_INPUT, "unknown key \"%.64s\"", item->string),
			     "see doc/reference/policy.md for the list of keys");
}

static int parse_root(struct sn_policy *policy, enum sn_network network, const cJSON *root,
		      struct sn_error *err)
{
	if (!cJSON_IsObject(root))
		return sn_error_set(err, SN_BAD_INPUT, "not a JSON object");
	for (const cJSON *item = root->child; item; item = item->next) {
		int ret = parse_member(policy, network, item, err);
		if (ret)
			return ret;
	}
	if (!policy->has_version)
		return sn_error_hint(err, sn_error_set(err, SN_BAD_INPUT, "%s is missing", version_key),
				     "add \"%s\": %d", version_key, SN_POLICY_VERSION);
	for (size_t i = 0; i < SN_PERIOD_LIMITS; i++)
		if (policy->has_limit[period_limits[i]] && !policy->has_period)
			return sn_error_hint(err,
					     sn_error_set(err, SN_BAD_INPUT, "%s requires %s",
							  limits[period_limits[i]].name, period_key),
					     "add \"%s\": \"" DAY "\", or a number of seconds", period_key);
	return SN_OK;
}

int sn_policy_parse(struct sn_policy **out, enum sn_network network, const char *text, size_t len,
		    struct sn_error *err)
{
	cJSON *root = NULL;
	struct sn_policy *policy = NULL;
	int ret;
	*out = NULL;
	if (len > SN_POLICY_BYTES_MAX) {
		ret = sn_error_set(err, SN_BAD_INPUT, "more than %d bytes", SN_POLICY_BYTES_MAX);
		goto out;
	}
	ret = sn_json_parse(&root, text, len, err);
	if (ret)
		goto out;
	policy = calloc(1, sizeof *policy);
	ret = policy ? parse_root(policy, network, root, err) : sn_error_memory(err);
	if (ret)
		goto out;
	*out = policy;
	policy = NULL;
out:
	sn_policy_free(policy);
	sn_json_free(root);
	return ret ? sn_error_prefix(err, ret, "policy") : SN_OK;
}

void sn_policy_free(struct sn_policy *policy)
{
	if (policy)
		free(policy->recipients);
	free(policy);
}

/* ------------------------------------------------------------------ rules */

bool sn_policy_allows_unattended(const struct sn_policy *policy)
{
	return policy && policy->permission[UNATTENDED];
}

bool sn_policy_allows_unlock_time(const struct sn_policy *policy)
{
	return policy && policy->permission[UNLOCK_TIME];
}

void sn_policy_apply(struct sn_limits *limits, const struct sn_policy *policy)
{
	limits->policy = policy;
	limits->policy_fee = 0;
	limits->has_policy_fee = policy && sn_policy_max_fee(policy, &limits->policy_fee);
}

bool sn_policy_max_fee(const struct sn_policy *policy, uint64_t *max_fee)
{
	if (!policy || !policy->has_limit[FEE_PER_TX])
		return false;
	*max_fee = policy->limit[FEE_PER_TX];
	return true;
}

const struct sn_approval_keys *sn_policy_approval_keys(const struct sn_policy *policy)
{
	return policy && policy->has_approvals ? &policy->approvals : NULL;
}

bool sn_policy_period(const struct sn_policy *policy, struct sn_policy_period *period)
{
	bool is_limited = false;
	*period = (struct sn_policy_period){.seconds = policy ? policy->period : 0};
	for (size_t i = 0; policy && i < SN_PERIOD_LIMITS; i++) {
		period->has[i] = policy->has_limit[period_limits[i]];
		period->limit[i] = policy->limit[period_limits[i]];
		is_limited |= period->has[i];
	}
	return is_limited;
}

static bool is_above(const struct sn_policy *policy, enum limit limit, uint64_t value)
{
	return policy->has_limit[limit] && value > policy->limit[limit];
}

static int check_money(const struct sn_policy *policy, enum limit limit, const char *name, uint64_t value,
		       struct sn_error *err)
{
	if (!is_above(policy, limit, value))
		return SN_OK;
	char text[SN_AMOUNT_TEXT_MAX], bound[SN_AMOUNT_TEXT_MAX];
	sn_amount_format(text, (struct sn_amount){value});
	sn_amount_format(bound, (struct sn_amount){policy->limit[limit]});
	return sn_error_set(err, SN_REFUSED, "%s of %s XMR is above %s, %s XMR", name, text,
			    limits[limit].name, bound);
}

static int check_count(const struct sn_policy *policy, enum limit limit, size_t n, struct sn_error *err)
{
	if (!is_above(policy, limit, n))
		return SN_OK;
	return sn_error_set(err, SN_REFUSED, "%zu %s are more than %s, %" PRIu64, n, limits[limit].unit,
			    limits[limit].name, policy->limit[limit]);
}

/* The fee is an integer, so fee > points · sent / 10000 is equivalent to fee > that quotient, rounded down.
 * A quotient above 64 bits is no bound for a fee. */
static int check_fee_share(const struct sn_policy *policy, const struct sn_review_tx *tx,
			   struct sn_error *err)
{
	uint64_t points = policy->limit[FEE_BASIS_POINTS];
	uint64_t bound = sn_wide_div(sn_wide_mul(tx->sent, points), BASIS_POINTS);
	if (!policy->has_limit[FEE_BASIS_POINTS] || tx->fee <= bound)
		return SN_OK;
	char fee_text[SN_AMOUNT_TEXT_MAX], bound_text[SN_AMOUNT_TEXT_MAX], sent_text[SN_AMOUNT_TEXT_MAX];
	sn_amount_format(fee_text, (struct sn_amount){tx->fee});
	sn_amount_format(bound_text, (struct sn_amount){bound});
	sn_amount_format(sent_text, (struct sn_amount){tx->sent});
	return sn_error_set(
		err, SN_REFUSED,
		"the fee of %s XMR is above %s: %" PRIu64 ".%02" PRIu64 " %% of the amount of %s XMR is "
		"%s XMR",
		fee_text, limits[FEE_BASIS_POINTS].name, points / 100, points % 100, sent_text, bound_text);
}

bool sn_policy_lists(const struct sn_policy *policy, const struct sn_address *address)
{
	return policy && policy->n_recipients &&
	       bsearch(address, policy->recipients, policy->n_recipients, sizeof *address, compare_addresses);
}

static bool is_recipient(const struct sn_policy *policy, const struct sn_review_destination *d)
{
	if (d->is_own && policy->allows_own)
		return true;
	return sn_policy_lists(policy, &d->address);
}

static int check_recipients(const struct sn_policy *policy, const struct sn_review_tx *tx,
			    struct sn_error *err)
{
	for (size_t i = 0; policy->has_recipients && i < tx->n_destinations; i++) {
		const struct sn_review_destination *d = &tx->destinations[i];
		if (is_recipient(policy, d))
			continue;
		char address[SN_ADDRESS_TEXT_MAX], amount[SN_AMOUNT_TEXT_MAX];
		sn_address_format(address, &d->address);
		sn_amount_format(amount, (struct sn_amount){d->amount});
		return sn_error_set(
			err, SN_REFUSED, "recipient %zu of %zu, with %s XMR, is not in %s: %s%s", i + 1,
			tx->n_destinations, amount, recipients_key, address,
			d->is_own ? ", an address of this wallet; the list does not have \"" OWN "\"" : "");
	}
	return SN_OK;
}

static int check_unlock_time(const struct sn_policy *policy, const struct sn_review_tx *tx,
			     struct sn_error *err)
{
	if (!tx->unlock_time || policy->permission[UNLOCK_TIME])
		return SN_OK;
	return sn_error_set(err, SN_REFUSED,
			    "the outputs would be locked until %s %" PRIu64 ", and %s is not true",
			    sn_unlock_time_unit(tx->unlock_time), tx->unlock_time, permissions[UNLOCK_TIME]);
}

static int check_tx(const struct sn_policy *policy, const struct sn_review_tx *tx, struct sn_error *err)
{
	int ret = check_recipients(policy, tx, err);
	if (!ret)
		ret = check_count(policy, RECIPIENTS_PER_TX, tx->n_destinations, err);
	if (!ret)
		ret = check_money(policy, AMOUNT_PER_TX, "the amount", tx->sent, err);
	if (!ret)
		ret = check_money(policy, FEE_PER_TX, "the fee", tx->fee, err);
	if (!ret)
		ret = check_fee_share(policy, tx, err);
	return ret ? ret : check_unlock_time(policy, tx, err);
}

static int check_set(const struct sn_policy *policy, const struct sn_review *review, struct sn_error *err)
{
	size_t n_recipients = 0;
	for (size_t i = 0; i < review->n; i++)
		n_recipients += review->txs[i].n_destinations;
	int ret = check_count(policy, TXS_PER_SET, review->n, err);
	if (!ret)
		ret = check_count(policy, RECIPIENTS_PER_SET, n_recipients, err);
	if (!ret)
		ret = check_money(policy, AMOUNT_PER_SET, "the total amount", review->sent, err);
	return ret ? ret : check_money(policy, FEE_PER_SET, "the total fee", review->fee, err);
}

int sn_policy_check(const struct sn_policy *policy, const struct sn_review *review, struct sn_error *err)
{
	int ret = SN_OK;
	if (!policy)
		return SN_OK;
	for (size_t i = 0; !ret && i < review->n; i++) {
		ret = check_tx(policy, &review->txs[i], err);
		if (ret && review->n > 1)
			ret = sn_error_prefix(err, ret, "transaction %zu of %zu", i + 1, review->n);
	}
	if (!ret)
		ret = check_set(policy, review, err);
	return ret ? sn_error_prefix(err, ret, "policy") : SN_OK;
}
