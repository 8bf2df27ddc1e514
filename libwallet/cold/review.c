#include "cold/review.h"

#include "chain/transaction.h"
#include "cold/policy.h"
#include "base/seam.h"
#include "base/secret.h"
#include "base/wide.h"
#include "chain/amount.h"
#include "chain/subaddress_table.h"
#include "cold/input.h"
#include "cold/jobs.h"
#include "crypto/group.h"
#include "crypto/group_mul.h"
#include "handoff/plan.h"

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
struct own {
	struct sn_subaddress_table table;
	const struct sn_unsigned_set *set;
	bool is_large;
	pthread_mutex_t mutex;
};

/* The number of subaddresses to search in each account. Beyond it, a subaddress with our view key is reported
 * as an address of others. */
#define OWN_ADDRESSES (1u << 17)

/* Extend the table to account 0 and the accounts that the set spends from. If memory runs out, subaddresses
 * beyond the table are not found. */
static void look_further(struct own *own, const struct sn_account *account)
{
	const struct sn_subaddress_index first = {0, OWN_ADDRESSES - 1};
	int full = sn_subaddress_table_cover(&own->table, account, first);
	for (size_t i = 0; !full && i < own->set->n; i++) {
		const struct sn_unsigned_tx *tx = &own->set->txs[i];
		const struct sn_subaddress_index last = {tx->n_inputs ? tx->inputs[0].subaddress.major : 0,
							 OWN_ADDRESSES - 1};
		full = sn_subaddress_table_cover(&own->table, account, last);
	}
	own->is_large = true;
}

static int find_subaddress(struct sn_review_destination *destination, const struct sn_account *account,
			   struct own *own, struct sn_error *err)
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
		    struct own *own, struct sn_error *err)
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

/* An output that the set spends, and the transaction that spends it. */
struct spent {
	struct sn_point key;
	size_t tx;
};

/* Check the rings, then open the inputs before the first bad ring: of several bad inputs, the first counts.
 */
static int open_inputs(struct sn_opened_input *opened, size_t *bad, const struct sn_account *account,
		       const struct sn_unsigned_tx *tx, struct sn_error *err)
{
	struct sn_error of_ring = {0};
	size_t good = 0;
	int ret = SN_OK;
	while (good < tx->n_inputs && !(ret = sn_input_check_ring(&tx->inputs[good], &of_ring)))
		good++;
	int opening = sn_inputs_open(opened, bad, account, tx->inputs, good, err);
	if (opening || !ret)
		return opening;
	*bad = good;
	if (err)
		*err = of_ring;
	return ret;
}

static int review_input(struct sn_review_tx *out, const struct sn_opened_input *opened, bool is_first,
			struct sn_error *err)
{
	const struct sn_unsigned_input *input = opened->input;
	if (is_first)
		out->account = input->subaddress.major;
	if (input->subaddress.major != out->account)
		return sn_error_set(
			err, SN_REFUSED,
			"the inputs belong to different accounts; the transaction would link them");
	return add(&out->inputs, input->amount, err);
}

static int review_inputs(struct sn_review_tx *out, struct spent *spent, const struct sn_account *account,
			 const struct sn_unsigned_tx *tx, struct sn_error *err)
{
	struct sn_opened_input *opened = calloc(tx->n_inputs ? tx->n_inputs : 1, sizeof *opened);
	size_t bad = 0;
	if (!opened)
		return sn_error_memory(err);
	out->n_inputs = tx->n_inputs;
	int ret = open_inputs(opened, &bad, account, tx, err);
	for (size_t i = 0; !ret && i < tx->n_inputs; i++) {
		spent[i].key = opened[i].key;
		SN_PUBLIC(&spent[i].key, sizeof spent[i].key);
		bad = i;
		ret = review_input(out, &opened[i], i == 0, err);
	}
	sn_wipe(opened, tx->n_inputs * sizeof *opened);
	free(opened);
	return ret && ret != SN_IO && tx->n_inputs > 1 ? sn_error_prefix(err, ret, "input %zu", bad + 1)
						       : ret;
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
			      struct own *own, struct sn_error *err)
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

static int review_destinations(struct sn_review_tx *out, const struct sn_account *account, struct own *own,
			       const struct sn_unsigned_tx *tx, const struct sn_limits *limits,
			       struct sn_error *err)
{
	out->destinations = calloc(tx->n_destinations ? tx->n_destinations : 1, sizeof *out->destinations);
	if (!out->destinations)
		return sn_error_memory(err);
	out->n_destinations = tx->n_destinations;
	for (size_t i = 0; i < tx->n_destinations; i++) {
		struct sn_review_destination *d = &out->destinations[i];
		d->address = tx->destinations[i].address;
		d->amount = tx->destinations[i].amount;
		int ret = review_destination(d, account, own, err);
		if (ret)
			return tx->n_destinations > 1 ? sn_error_prefix(err, ret, "recipient %zu", i + 1)
						      : ret;
		find_name(d, limits ? limits->names : NULL);
		ret = add(&out->sent, d->amount, err);
		if (!ret && d->is_own)
			ret = add(&out->left, d->amount, err);
		if (ret)
			return ret;
	}
	return SN_OK;
}

static int review_change(struct sn_review_tx *out, const struct sn_account *account,
			 const struct sn_unsigned_tx *tx, struct sn_error *err)
{
	out->has_change = tx->has_change;
	if (!tx->has_change)
		return SN_OK;
	if (tx->change == 0)
		return sn_error_set(err, SN_REFUSED, "the change is zero");
	if (tx->change_to.major != out->account || tx->change_to.minor != 0)
		return sn_error_set(
			err, SN_REFUSED,
			"the change goes to address %u/%u, not to %u/0, the primary address of the inputs' account",
			tx->change_to.major, tx->change_to.minor, out->account);
	out->change = tx->change;
	out->change_to = tx->change_to;
	sn_account_address(&out->change_address, account, tx->change_to);
	return add(&out->left, out->change, err);
}

uint64_t sn_review_fee_per_byte(const struct sn_review_tx *tx)
{
	return tx->weight ? tx->fee / tx->weight + (tx->fee % tx->weight != 0) : 0;
}

bool sn_review_fee_is_high(const struct sn_review_tx *tx)
{
	return tx->fee > (uint64_t)tx->weight * SN_LOWEST_FEE_PER_BYTE * SN_HIGH_FEE_FACTOR;
}

size_t sn_review_lookalikes(const struct sn_review_tx *tx)
{
	size_t n = 0;
	for (size_t i = 0; i < tx->n_destinations; i++)
		n += tx->destinations[i].acquaintance == SN_LOOKALIKE;
	return n;
}

uint64_t sn_review_fee_share(uint64_t fee, uint64_t amount)
{
	if (!amount)
		return fee ? UINT64_MAX : 0;
	return sn_wide_div(sn_wide_add(sn_wide_mul(fee, 10000), amount - 1), amount);
}

static int check_weight(size_t weight, struct sn_error *err)
{
	if (weight <= SN_TX_WEIGHT_MAX)
		return SN_OK;
	return sn_error_set(
		err, SN_REFUSED,
		"the transaction has too many inputs: its weight is %zu bytes, and the network accepts at most %d",
		weight, SN_TX_WEIGHT_MAX);
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

static int review_tx(struct sn_review_tx *out, struct spent *spent, const struct sn_account *account,
		     struct own *own, const struct sn_unsigned_tx *tx, const struct sn_limits *limits,
		     struct sn_error *err)
{
	int ret = review_inputs(out, spent, account, tx, err);
	if (!ret)
		ret = review_destinations(out, account, own, tx, limits, err);
	if (ret)
		return ret;

	ret = review_change(out, account, tx, err);
	if (ret)
		return ret;
	out->fee = tx->fee;
	out->unlock_time = tx->unlock_time;

	uint64_t total = out->sent;
	ret = add(&total, out->change, err);
	if (!ret)
		ret = add(&total, out->fee, err);
	if (ret)
		return ret;
	if (total != out->inputs)
		return sn_error_set(err, SN_REFUSED, "the inputs do not equal recipients, change and fee");

	struct sn_tx_plan plan;
	ret = sn_tx_plan(&plan, account, tx, err);
	if (ret)
		return ret;
	out->weight = plan.weight;
	ret = check_weight(out->weight, err);
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
	const struct spent *p = a, *q = b;
	int order = memcmp(p->key.b, q->key.b, sizeof p->key.b);
	return order ? order : (p->tx > q->tx) - (p->tx < q->tx);
}

/* Check that no output is spent twice, in one transaction or in the set. Sorts `spent`. */
static int check_spent_once(struct spent *spent, size_t n, struct sn_error *err)
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

static int by_point(const void *key, const void *spent)
{
	return memcmp(key, ((const struct spent *)spent)->key.b, sizeof(struct sn_point));
}

/* Count ring members in `spent`, except the real one of each input. They are useless as decoys: an observer
 * who sees that another transaction spends them excludes them. */
static size_t count_own_decoys(const struct sn_unsigned_tx *tx, const struct spent *spent, size_t n)
{
	size_t found = 0;
	for (size_t i = 0; i < tx->n_inputs; i++)
		for (size_t j = 0; j < tx->inputs[i].n_ring; j++)
			found += bsearch(tx->inputs[i].ring[j].key.b, spent, n, sizeof *spent, by_point) !=
				 NULL;
	return found - tx->n_inputs;
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
static int review_whole(struct sn_review *review, struct spent *spent, size_t n,
			const struct sn_unsigned_set *set, const struct sn_limits *limits,
			struct sn_error *err)
{
	int ret = check_spent_once(spent, n, err);
	for (size_t i = 0; !ret && i < set->n; i++)
		review->txs[i].own_decoys = count_own_decoys(&set->txs[i], spent, n);
	if (!ret)
		ret = add_totals(review, err);
	if (!ret)
		ret = mark_duplicates(review, err);
	if (!ret && limits && limits->policy)
		ret = sn_policy_check(limits->policy, review, err);
	return ret;
}

struct job {
	struct sn_review_tx *out;
	struct spent *spent; /* of all transactions, in order */
	const struct sn_account *account;
	struct own *own;
	const struct sn_unsigned_set *set;
	const struct sn_limits *limits;
};

static int review_one(void *context, size_t i, struct sn_error *err)
{
	const struct job *job = context;
	struct spent *spent = job->spent;
	for (size_t j = 0; j < i; j++)
		spent += job->set->txs[j].n_inputs;
	for (size_t j = 0; j < job->set->txs[i].n_inputs; j++)
		spent[j].tx = i;
	int ret = review_tx(&job->out[i], spent, job->account, job->own, &job->set->txs[i], job->limits, err);
	return ret && job->set->n > 1
		       ? sn_error_prefix(err, ret, "transaction %zu of %zu", i + 1, job->set->n)
		       : ret;
}

int sn_review(struct sn_review *review, const struct sn_account *account, const struct sn_unsigned_set *set,
	      const struct sn_limits *limits, unsigned jobs, struct sn_error *err)
{
	*review = (struct sn_review){0};
	struct own own = {.set = set, .mutex = PTHREAD_MUTEX_INITIALIZER};
	size_t n_inputs = 0;
	for (size_t i = 0; i < set->n; i++)
		n_inputs += set->txs[i].n_inputs;
	struct spent *spent = calloc(n_inputs ? n_inputs : 1, sizeof *spent);
	review->txs = calloc(set->n ? set->n : 1, sizeof *review->txs);

	int ret = SN_OK;
	if (!spent || !review->txs) {
		ret = sn_error_memory(err);
		goto out;
	}
	review->n = set->n;
	struct job job = {review->txs, spent, account, &own, set, limits};
	ret = sn_jobs_run(jobs, set->n, review_one, &job, err);
	if (!ret)
		ret = review_whole(review, spent, n_inputs, set, limits, err);
out:
	sn_subaddress_table_free(&own.table);
	free(spent);
	if (ret)
		sn_review_free(review);
	return ret;
}

void sn_review_free(struct sn_review *review)
{
	for (size_t i = 0; review->txs && i < review->n; i++)
		free(review->txs[i].destinations);
	free(review->txs);
	*review = (struct sn_review){0};
}
