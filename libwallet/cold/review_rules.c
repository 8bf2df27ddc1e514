#include "cold/review_rules.h"

#include "base/seam.h"
#include "base/secret.h"
#include "chain/subaddress_table.h"
#include "chain/transaction.h"
#include "cold/jobs.h"
#include "cold/policy.h"
#include "crypto/group.h"
#include "crypto/group_mul.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int add(uint64_t *sum, uint64_t amount, struct sn_error *err)
{
	if (__builtin_add_overflow(*sum, amount, sum))
		return sn_error_set(err, SN_REFUSED, "the sum of the amounts overflows");
	return SN_OK;
}

/* Whether view = a·spend, as for our subaddresses. This is necessary, not sufficient: the online machine
 * knows `a` as well. It avoids building the table for addresses of others. */
static bool may_be_own(const struct sn_account *account, const struct sn_address *address)
{
	struct sn_ge spend;
	struct sn_point view;
	if (sn_ge_decode(&spend, &address->spend))
		return false;
	sn_ge_mul(&spend, &account->view_secret, &spend);
	sn_ge_encode(&view, &spend);
	/* Here and below, comparisons need not be constant time: the review shows which addresses and outputs
	 * are ours, and the online machine knows them. */
	SN_PUBLIC(&view, sizeof view);
	bool is_equal = sn_point_is_equal(&view, &address->view);
	sn_wipe(&spend, sizeof spend);
	sn_wipe(&view, sizeof view);
	return is_equal;
}

/* Our subaddresses. The table is built at the first use. */
struct sn_review_own {
	struct sn_subaddress_table table;
	uint32_t *accounts; /* of the first input of each transaction */
	size_t n_accounts;
	bool is_large;
	pthread_mutex_t mutex;
};

/* The number of subaddresses to search in each account. Beyond it, a subaddress with our view key is reported
 * as an address of others. */
#define OWN_ADDRESSES (1u << 17)

/* Extend the table to account 0 and the accounts that the set spends from. If memory runs out, subaddresses
 * beyond the table are not found. */
static void look_further(struct sn_review_own *own, const struct sn_account *account)
{
	const struct sn_subaddress_index first = {0, OWN_ADDRESSES - 1};
	int full = sn_subaddress_table_cover(&own->table, account, first);
	for (size_t i = 0; !full && i < own->n_accounts; i++) {
		const struct sn_subaddress_index last = {own->accounts[i], OWN_ADDRESSES - 1};
		full = sn_subaddress_table_cover(&own->table, account, last);
	}
	own->is_large = true;
}

static int find_subaddress(struct sn_review_destination *destination, const struct sn_account *account,
			   struct sn_review_own *own, struct sn_error *err)
{
	pthread_mutex_lock(&own->mutex);
	int failed = !own->table.n &&
		     sn_subaddress_table_init(&own->table, account, SN_LOOKAHEAD_MAJOR, SN_LOOKAHEAD_MINOR);
	for (;;) {
		destination->is_own =
			!failed && sn_subaddress_table_find(&destination->own_index, &own->table,
							    &destination->address.spend);
		if (failed || destination->is_own || own->is_large)
			break;
		look_further(own, account);
	}
	pthread_mutex_unlock(&own->mutex);
	return failed ? sn_error_memory(err) : SN_OK;
}

static int find_own(struct sn_review_destination *destination, const struct sn_account *account,
		    struct sn_review_own *own, struct sn_error *err)
{
	if (sn_point_is_equal(&destination->address.spend, &account->spend_public) &&
	    sn_point_is_equal(&destination->address.view, &account->view_public)) {
		destination->is_own = true;
		/* The primary address would not find a payment to a subaddress. */
		return destination->address.kind != SN_ADDRESS_SUBADDRESS
			       ? SN_OK
			       : sn_error_set(err, SN_REFUSED,
					      "our own primary address is declared as a subaddress");
	}
	if (!may_be_own(account, &destination->address))
		return SN_OK;
	/* A subaddress would not find a payment to a standard address. */
	if (destination->address.kind != SN_ADDRESS_SUBADDRESS)
		return sn_error_set(err, SN_REFUSED, "our own subaddress is declared as a standard address");
	return find_subaddress(destination, account, own, err);
}

int sn_review_input(struct sn_review_tx *out, struct sn_subaddress_index from, uint64_t amount, bool is_first,
		    struct sn_error *err)
{
	if (is_first)
		out->account = from.major;
	if (from.major != out->account)
		return sn_error_set(
			err, SN_REFUSED,
			"the inputs belong to different accounts; the transaction would link them");
	return add(&out->inputs, amount, err);
}

/* Copies, because the wallet may change before the review is confirmed. */
static void find_name(struct sn_review_destination *d, const struct sn_names *names)
{
	const struct sn_contact *contact;
	const char *label = names && d->is_own ? sn_names_label(names, d->own_index) : NULL;
	d->acquaintance = sn_names_recognize(&contact, names, &d->address);
	if (d->is_own && d->acquaintance == SN_LOOKALIKE) {
		d->acquaintance = SN_STRANGER;
		contact = NULL;
	}
	if (contact)
		memcpy(d->name, contact->name, sizeof d->name);
	if (label)
		memcpy(d->label, label, strlen(label));
}

static int review_destination(struct sn_review_destination *d, const struct sn_account *account,
			      struct sn_review_own *own, struct sn_error *err)
{
	if (d->address.network != account->network)
		return sn_error_set(err, SN_REFUSED, "the recipient's address belongs to another network");
	if (d->amount == 0)
		return sn_error_set(err, SN_REFUSED, "the recipient gets nothing: the amount is zero");
	if (!sn_address_is_payable(&d->address))
		return sn_error_set(err, SN_REFUSED, "the keys of the recipient's address are invalid");
	d->is_dust = d->amount < SN_DUST_BELOW;
	return find_own(d, account, own, err);
}

int sn_review_destinations(struct sn_review_tx *out, const struct sn_review_job *job, struct sn_error *err)
{
	for (size_t i = 0; i < out->n_destinations; i++) {
		struct sn_review_destination *d = &out->destinations[i];
		int ret = review_destination(d, job->account, job->own, err);
		if (ret)
			return out->n_destinations > 1 ? sn_error_prefix(err, ret, "recipient %zu", i + 1)
						       : ret;
		find_name(d, job->limits ? job->limits->names : NULL);
		ret = add(&out->sent, d->amount, err);
		if (!ret && d->is_own)
			ret = add(&out->left, d->amount, err);
		if (ret)
			return ret;
	}
	return SN_OK;
}

int sn_review_change(struct sn_review_tx *out, const struct sn_account *account, uint64_t change,
		     struct sn_subaddress_index to, struct sn_error *err)
{
	if (to.major != out->account || to.minor != 0)
		return sn_error_set(
			err, SN_REFUSED,
			"the change goes to address %u/%u, not to %u/0, the primary address of the inputs' account",
			to.major, to.minor, out->account);
	if (!change)
		return SN_OK;
	out->has_change = true;
	out->change = change;
	out->change_to = to;
	sn_account_address(&out->change_address, account, to);
	return add(&out->left, out->change, err);
}

static int check_weight(size_t weight, size_t max, struct sn_error *err)
{
	if (weight <= max)
		return SN_OK;
	return sn_error_set(
		err, SN_REFUSED,
		"the transaction has too many inputs: its weight is %zu bytes, and the network accepts at most %zu",
		weight, max);
}

static int check_lock(const struct sn_review_tx *out, const struct sn_limits *limits, struct sn_error *err)
{
	if (!out->unlock_time || (limits && limits->allow_unlock_time) ||
	    (limits && limits->policy && sn_policy_allows_unlock_time(limits->policy)))
		return SN_OK;
	const bool has_policy = limits && limits->policy;
	int ret = sn_error_set(err, SN_REFUSED,
			       "all outputs, including the change, would be locked until %s %llu%s",
			       sn_unlock_time_unit(out->unlock_time), (unsigned long long)out->unlock_time,
			       has_policy ? ", and the policy does not set allow_unlock_time" : "");
	return has_policy ? ret : sn_error_hint(err, ret, "use --allow-unlock-time to sign");
}

static int check_dust(const struct sn_review_tx *out, const struct sn_limits *limits, struct sn_error *err)
{
	for (size_t i = 0; i < out->n_destinations; i++) {
		int ret = sn_limits_check_dust(limits, out->destinations[i].amount, err);
		if (ret)
			return out->n_destinations > 1 ? sn_error_prefix(err, ret, "recipient %zu", i + 1)
						       : ret;
	}
	return SN_OK;
}

static int check_lookalikes(const struct sn_review_tx *out, const struct sn_limits *limits,
			    struct sn_error *err)
{
	if (!limits || (!limits->refuse_lookalikes && !limits->policy))
		return SN_OK;
	for (size_t i = 0; i < out->n_destinations; i++) {
		const struct sn_review_destination *d = &out->destinations[i];
		char text[SN_ADDRESS_TEXT_MAX];
		if (d->acquaintance != SN_LOOKALIKE || sn_policy_lists(limits->policy, &d->address))
			continue;
		sn_address_format(text, &d->address);
		int ret = sn_error_set(
			err, SN_REFUSED,
			"the recipient's address looks like that of \"%s\" in the address book, but is a different one: %s",
			d->name, text);
		if (out->n_destinations > 1)
			ret = sn_error_prefix(err, ret, "recipient %zu", i + 1);
		return sn_error_hint(
			err, ret,
			"compare it with an address received by another channel; if it is right, give it a name with wallet-names --add=NAME --allow-lookalike");
	}
	return SN_OK;
}

int sn_review_sums(const struct sn_review_tx *out, struct sn_error *err)
{
	uint64_t total = out->sent;
	int ret = add(&total, out->change, err);
	if (!ret)
		ret = add(&total, out->fee, err);
	if (ret)
		return ret;
	if (total != out->inputs)
		return sn_error_set(err, SN_REFUSED, "the inputs do not equal recipients, change and fee");
	return SN_OK;
}

int sn_review_limits(const struct sn_review_tx *out, size_t weight_max, const struct sn_limits *limits,
		     struct sn_error *err)
{
	int ret = check_weight(out->weight, weight_max, err);
	if (!ret)
		ret = sn_limits_check_fee(limits, out->fee, out->weight, err);
	if (!ret)
		ret = check_lock(out, limits, err);
	if (!ret)
		ret = check_dust(out, limits, err);
	return ret ? ret : check_lookalikes(out, limits, err);
}

static int add_totals(struct sn_review *review, struct sn_error *err)
{
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < review->n; i++) {
		const struct sn_review_tx *tx = &review->txs[i];
		ret = add(&review->inputs, tx->inputs, err);
		if (!ret)
			ret = add(&review->sent, tx->sent, err);
		if (!ret)
			ret = add(&review->change, tx->change, err);
		if (!ret)
			ret = add(&review->left, tx->left, err);
		if (!ret)
			ret = add(&review->fee, tx->fee, err);
	}
	return ret;
}

static int by_key(const void *a, const void *b)
{
	const struct sn_review_spent *p = a, *q = b;
	int order = memcmp(p->key.b, q->key.b, sizeof p->key.b);
	return order ? order : (p->tx > q->tx) - (p->tx < q->tx);
}

/* Check that no output is spent twice, in one transaction or in the set. Sorts `spent`. */
static int check_spent_once(struct sn_review_spent *spent, size_t n, struct sn_error *err)
{
	qsort(spent, n, sizeof *spent, by_key);
	for (size_t i = 1; i < n; i++) {
		if (!sn_point_is_equal(&spent[i - 1].key, &spent[i].key))
			continue;
		if (spent[i - 1].tx == spent[i].tx)
			return sn_error_set(
				err, SN_REFUSED,
				"the same output is spent twice, by two inputs of transaction %zu",
				spent[i].tx + 1);
		return sn_error_set(err, SN_REFUSED,
				    "the same output is spent twice, by transactions %zu and %zu",
				    spent[i - 1].tx + 1, spent[i].tx + 1);
	}
	return SN_OK;
}

/* A recipient, and its position in the whole set. */
struct placed {
	struct sn_review_destination *destination;
	size_t place;
};

static int by_recipient(const void *a, const void *b)
{
	const struct placed *p = a, *q = b;
	const struct sn_address *to = &p->destination->address, *also_to = &q->destination->address;
	int order = memcmp(to->spend.b, also_to->spend.b, sizeof to->spend.b);
	if (!order)
		order = memcmp(to->view.b, also_to->view.b, sizeof to->view.b);
	return order ? order : (p->place > q->place) - (p->place < q->place);
}

static int mark_duplicates(struct sn_review *review, struct sn_error *err)
{
	size_t n = 0, at = 0;
	for (size_t i = 0; i < review->n; i++)
		n += review->txs[i].n_destinations;
	struct placed *list = calloc(n ? n : 1, sizeof *list);
	if (!list)
		return sn_error_memory(err);
	for (size_t i = 0; i < review->n; i++)
		for (size_t j = 0; j < review->txs[i].n_destinations; j++, at++)
			list[at] = (struct placed){&review->txs[i].destinations[j], at};
	qsort(list, n, sizeof *list, by_recipient);
	for (size_t i = 1; i < n; i++)
		list[i].destination->is_duplicate = sn_address_has_same_keys(
			&list[i - 1].destination->address, &list[i].destination->address);
	free(list);
	return SN_OK;
}

/* The checks that need all transactions. */
static int review_whole(struct sn_review *review, const struct sn_review_job *job,
			struct sn_review_spent *spent, size_t n, struct sn_error *err)
{
	int ret = check_spent_once(spent, n, err);
	if (!ret && job->format->finish)
		job->format->finish(review, job->set, spent, n);
	if (!ret)
		ret = add_totals(review, err);
	if (!ret)
		ret = mark_duplicates(review, err);
	if (!ret && job->limits && job->limits->policy)
		ret = sn_policy_check(job->limits->policy, review, err);
	return ret;
}

struct work {
	const struct sn_review_job *job;
	struct sn_review_tx *out;
	struct sn_review_spent *spent; /* of all transactions, in order */
	size_t n;
};

static int review_one(void *context, size_t i, struct sn_error *err)
{
	const struct work *work = context;
	const struct sn_review_job *job = work->job;
	struct sn_review_spent *spent = work->spent;
	for (size_t j = 0; j < i; j++)
		spent += job->format->n_inputs(job->set, j);
	for (size_t j = 0; j < job->format->n_inputs(job->set, i); j++)
		spent[j].tx = i;
	int ret = job->format->review(&work->out[i], spent, job, i, err);
	return ret && work->n > 1 ? sn_error_prefix(err, ret, "transaction %zu of %zu", i + 1, work->n) : ret;
}

int sn_review_run(struct sn_review *review, const struct sn_review_format *format,
		  const struct sn_account *account, const void *set, size_t n, const struct sn_limits *limits,
		  unsigned jobs, struct sn_error *err)
{
	*review = (struct sn_review){0};
	struct sn_review_own own = {.mutex = PTHREAD_MUTEX_INITIALIZER};
	size_t n_inputs = 0;
	for (size_t i = 0; i < n; i++)
		n_inputs += format->n_inputs(set, i);
	struct sn_review_spent *spent = calloc(n_inputs ? n_inputs : 1, sizeof *spent);
	own.accounts = calloc(n ? n : 1, sizeof *own.accounts);
	review->txs = calloc(n ? n : 1, sizeof *review->txs);

	int ret = SN_OK;
	if (!spent || !own.accounts || !review->txs) {
		ret = sn_error_memory(err);
		goto out;
	}
	review->n = own.n_accounts = n;
	for (size_t i = 0; i < n; i++)
		own.accounts[i] = format->account(set, i);
	const struct sn_review_job job = {format, account, &own, set, limits};
	struct work work = {&job, review->txs, spent, n};
	ret = sn_jobs_run(jobs, n, review_one, &work, err);
	if (!ret)
		ret = review_whole(review, &job, spent, n_inputs, err);
out:
	sn_subaddress_table_free(&own.table);
	free(own.accounts);
	free(spent);
	if (ret)
		sn_review_free(review);
	return ret;
}
