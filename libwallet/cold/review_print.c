#include "cold/review_print.h"

#include "cold/approvals.h"
#include "cold/review.h"
#include "chain/consensus.h"
#include "base/date.h"
#include "base/json.h"
#include "base/hex.h"
#include "chain/amount.h"
#include "chain/transaction.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void put_line(struct sn_buf *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void put_line(struct sn_buf *out, const char *fmt, ...)
{
	char line[256];
	va_list ap;
	va_start(ap, fmt);
	int n = vsnprintf(line, sizeof line - 1, fmt, ap);
	va_end(ap);
	size_t len = n < 0 ? 0 : (size_t)n < sizeof line - 1 ? (size_t)n : sizeof line - 2;
	line[len++] = '\n';
	sn_put_bytes(out, line, len);
}

/* Amounts are aligned: 8 digits before the point are enough for any amount. */
static void put_amount(struct sn_buf *out, const char *label, uint64_t amount, const char *remark)
{
	char text[SN_AMOUNT_TEXT_MAX];
	sn_amount_format(text, (struct sn_amount){amount});
	put_line(out, "  %-8s%21s XMR%s%s", label, text, *remark ? "  " : "", remark);
}

static const char *kind_name(enum sn_address_kind kind)
{
	switch (kind) {
	case SN_ADDRESS_SUBADDRESS:
		return "subaddress";
	case SN_ADDRESS_INTEGRATED:
		return "integrated address";
	default:
		return "standard address";
	}
}

/* In groups of five characters, which are easy to compare. */
static void put_address(struct sn_buf *out, const struct sn_address *address)
{
	char text[SN_ADDRESS_TEXT_MAX], grouped[2 * SN_ADDRESS_TEXT_MAX];
	sn_address_format(text, address);
	size_t at = 0, column = 0;
	for (size_t i = 0; text[i]; i++) {
		grouped[at++] = text[i];
		if ((i + 1) % 5)
			continue;
		grouped[at++] = ' ';
		if (++column % 10 == 0 && text[i + 1]) {
			grouped[at - 1] = 0;
			put_line(out, "          %s", grouped);
			at = 0;
		}
	}
	grouped[at && grouped[at - 1] == ' ' ? at - 1 : at] = 0;
	put_line(out, "          %s", grouped);
}

static void put_destination(struct sn_buf *out, const struct sn_review_destination *d, enum sn_review_use use)
{
	char remark[80 + SN_NAME_MAX];
	const char *kind = kind_name(d->address.kind);
	if (d->is_own && *d->label)
		snprintf(remark, sizeof remark, "to our own address %u/%u \"%s\" (%s)", d->own_index.major,
			 d->own_index.minor, d->label, kind);
	else if (d->is_own)
		snprintf(remark, sizeof remark, "to our own address %u/%u (%s)", d->own_index.major,
			 d->own_index.minor, kind);
	else if (d->acquaintance == SN_CONTACT || d->acquaintance == SN_CONTACT_WITH_ID)
		snprintf(remark, sizeof remark, "to \"%s\" in your address book (%s)", d->name, kind);
	else
		snprintf(remark, sizeof remark, "to the %s", kind);
	put_amount(out, "send", d->amount, remark);
	put_address(out, &d->address);
	if (d->address.kind == SN_ADDRESS_INTEGRATED) {
		char id[2 * SN_PAYMENT_ID_BYTES + 1];
		sn_hex_encode(id, d->address.payment_id, SN_PAYMENT_ID_BYTES);
		put_line(out, "          with payment ID %s", id);
	}
	if (d->acquaintance == SN_LOOKALIKE)
		put_line(out, "  LOOKALIKE  looks like \"%s\" in your address book, but is another address",
			 d->name);
	if (d->is_duplicate)
		put_line(out, "  TWICE   the same recipient is already listed above");
	if (d->is_dust)
		put_line(out, "  DUST    less than it costs to spend; %s",
			 use == SN_REVIEW_TO_SIGN ? "allowed by --allow-dust"
						  : "cold-sign requires --allow-dust");
}

static void put_fee(struct sn_buf *out, uint64_t fee, uint64_t sent, const struct sn_review_tx *tx)
{
	uint64_t share = sn_review_fee_share(fee, sent);
	char remark[120], rate[60] = "";
	if (tx)
		snprintf(rate, sizeof rate, ", %llu piconero per byte",
			 (unsigned long long)sn_review_fee_per_byte(tx));
	snprintf(remark, sizeof remark, "%llu.%02llu %% of the amount%s", (unsigned long long)(share / 100),
		 (unsigned long long)(share % 100), rate);
	put_amount(out, "fee", fee, remark);
	if (tx && sn_review_fee_is_high(tx))
		put_line(out, "  HIGH    more than %d times the lowest fee, which is %d piconero per byte",
			 SN_HIGH_FEE_FACTOR, SN_LOWEST_FEE_PER_BYTE);
}

static void put_lock(struct sn_buf *out, uint64_t unlock_time, enum sn_review_use use)
{
	char when[SN_UNLOCK_DATE_MAX];
	if (!sn_unlock_time_date(when, unlock_time))
		snprintf(when, sizeof when, "the date is unknown offline");
	put_line(out, "  LOCKED  all outputs, including the change, are locked until %s %llu: %s",
		 sn_unlock_time_unit(unlock_time), (unsigned long long)unlock_time, when);
	put_line(
		out,
		use == SN_REVIEW_TO_SIGN
			? "          allowed by --allow-unlock-time or the policy"
			: "          cold-sign requires --allow-unlock-time or, with a policy, allow_unlock_time");
}

static void put_earlier(struct sn_buf *out, const struct sn_review_earlier *earlier)
{
	for (size_t i = 0; i < earlier->n && i < SN_REVIEW_EARLIER_MAX; i++) {
		const struct sn_review_signed *tx = &earlier->txs[i];
		char text[2 * sizeof tx->hash + 1];
		sn_hex_encode(text, &tx->hash, sizeof tx->hash);
		put_line(out, "          %s%s", text, tx->is_proposal ? " (proposal)" : "");
	}
	if (earlier->n > SN_REVIEW_EARLIER_MAX)
		put_line(out, "          and %zu earlier one%s, not shown",
			 earlier->n - SN_REVIEW_EARLIER_MAX, SN_PLURAL(earlier->n - SN_REVIEW_EARLIER_MAX));
}

/* The text does not name the permission: it is --allow-respend, or a session in which the earlier transaction
 * was never sent (app/session.h). */
static void put_double_spends(struct sn_buf *out, const struct sn_review_tx *tx, enum sn_review_use use)
{
	const char *permission = "cold-sign requires --allow-respend";
	const size_t n = tx->double_spends.n;
	if (n == 1)
		put_line(out, "  DOUBLE-SPEND  another signed transaction spends the same output:");
	else
		put_line(out, "  DOUBLE-SPEND  %zu other signed transactions spend the same outputs:", n);
	put_earlier(out, &tx->double_spends);
	if (tx->is_signed_again)
		permission = "this file was signed before, and may be signed again";
	else if (use == SN_REVIEW_TO_SIGN)
		permission = "allowed";
	put_line(out,
		 n == 1 ? "          %s; only one of the two can be mined"
			: "          %s; this one cannot be mined if any of those is",
		 permission);
}

static void put_still_valid(struct sn_buf *out, const struct sn_review_earlier *earlier)
{
	put_line(out,
		 "  STILL VALID  %zu earlier transaction%s can be mined as well as this one: "
		 "a recipient may be paid twice",
		 earlier->n, SN_PLURAL(earlier->n));
	put_earlier(out, earlier);
}

static void put_own_decoys(struct sn_buf *out, size_t n)
{
	put_line(out, "  TRACES  %zu of the decoys %s spent by this file: an observer can exclude %s", n,
		 n == 1 ? "is" : "are", n == 1 ? "it" : "them");
}

static void put_tx(struct sn_buf *out, const struct sn_review_tx *tx, enum sn_review_use use)
{
	char remark[80];
	for (size_t j = 0; j < tx->n_destinations; j++)
		put_destination(out, &tx->destinations[j], use);
	put_fee(out, tx->fee, tx->sent, tx);
	if (tx->has_change) {
		snprintf(remark, sizeof remark, "back to our own address %u/%u", tx->change_to.major,
			 tx->change_to.minor);
		put_amount(out, "change", tx->change, remark);
		put_address(out, &tx->change_address);
	}
	snprintf(remark, sizeof remark, "from %zu input%s of our account %u", tx->n_inputs,
		 SN_PLURAL(tx->n_inputs), tx->account);
	put_amount(out, "total", tx->inputs, remark);
	put_amount(out, "left", tx->left, "of these inputs stays in this wallet");
	if (tx->unlock_time)
		put_lock(out, tx->unlock_time, use);
	if (tx->own_decoys)
		put_own_decoys(out, tx->own_decoys);
	if (tx->double_spends.n)
		put_double_spends(out, tx, use);
	if (tx->still_valid.n)
		put_still_valid(out, &tx->still_valid);
}

static const char *const marks[] = {"HIGH",         "TWICE",       "DUST",   "LOCKED",
				    "DOUBLE-SPEND", "STILL VALID", "TRACES", "LOOKALIKE"};
#define N_MARKS (sizeof marks / sizeof *marks)

/* Count each mark of the transaction. Returns false if it has none. */
static bool count_marks(size_t counts[N_MARKS], const struct sn_review_tx *tx)
{
	bool is_twice = false, is_dust = false, is_marked = false;
	for (size_t i = 0; i < tx->n_destinations; i++) {
		is_twice |= tx->destinations[i].is_duplicate;
		is_dust |= tx->destinations[i].is_dust;
	}
	const bool has[N_MARKS] = {sn_review_fee_is_high(tx),
				   is_twice,
				   is_dust,
				   tx->unlock_time != 0,
				   tx->double_spends.n != 0,
				   tx->still_valid.n != 0,
				   tx->own_decoys != 0,
				   sn_review_lookalikes(tx) != 0};
	for (size_t i = 0; i < N_MARKS; i++) {
		counts[i] += has[i];
		is_marked |= has[i];
	}
	return is_marked;
}

/* A list of all marks, because the marks themselves may have scrolled away. */
static void put_marked(struct sn_buf *out, const struct sn_review *review)
{
	size_t counts[N_MARKS] = {0}, n_marked = 0, at = 0;
	char list[N_MARKS * sizeof "18446744073709551615 DOUBLE-SPEND, "];
	for (size_t i = 0; i < review->n; i++)
		n_marked += count_marks(counts, &review->txs[i]);
	for (size_t i = 0; i < N_MARKS; i++)
		if (counts[i])
			at += (size_t)snprintf(list + at, sizeof list - at, "%s%zu %s", at ? ", " : "",
					       counts[i], marks[i]);
	if (n_marked)
		put_line(out, "  MARKED  %zu of %zu transaction%s: %s", n_marked, review->n,
			 SN_PLURAL(review->n), list);
}

static void put_sums(struct sn_buf *out, const struct sn_review *review)
{
	size_t n_recipients = 0;
	for (size_t i = 0; i < review->n; i++)
		n_recipients += review->txs[i].n_destinations;
	put_line(out, "all %zu transactions, %zu recipient%s", review->n, n_recipients,
		 SN_PLURAL(n_recipients));
	put_amount(out, "send", review->sent, "");
	put_fee(out, review->fee, review->sent, NULL);
	put_amount(out, "change", review->change, "");
	put_amount(out, "total", review->inputs, "");
	put_amount(out, "left", review->left, "of these inputs stays in this wallet");
}

/* The amounts that the limits on a period leave. */
static void put_period(struct sn_buf *out, const struct sn_review_period *p)
{
	static const char *const labels[] = {[SN_PERIOD_AMOUNT] = "amount", [SN_PERIOD_FEE] = "fee"};
	char since[SN_DATE_TEXT_MAX], limit[SN_AMOUNT_TEXT_MAX], left[SN_AMOUNT_TEXT_MAX], remark[120];
	if (!p->is_limited)
		return;
	if (!p->is_checked) {
		put_line(out, "limits on a period: not checked, because there is no signing journal");
		return;
	}
	sn_date_time_format(since, p->since);
	put_line(out, "limits since %s, %s", since,
		 p->is_counted ? "which count this file already" : "with this file");
	for (size_t i = 0; i < SN_PERIOD_LIMITS; i++) {
		const uint64_t rest = p->limit[i] > p->used[i] ? p->limit[i] - p->used[i] : 0;
		if (!p->has[i])
			continue;
		if (i == SN_PERIOD_TRANSACTIONS) {
			put_line(out, "  %-8s%8" PRIu64 "%19sof %" PRIu64 "; %" PRIu64 " left", "count",
				 p->used[i], "", p->limit[i], rest);
			continue;
		}
		sn_amount_format(limit, (struct sn_amount){p->limit[i]});
		sn_amount_format(left, (struct sn_amount){rest});
		snprintf(remark, sizeof remark, "of %s XMR; %s XMR left", limit, left);
		put_amount(out, labels[i], p->used[i], remark);
	}
}

static void put_approvals(struct sn_buf *out, const struct sn_review_approvals *a)
{
	if (!a->required)
		return;
	put_line(out, "approvals: %zu given, %zu required", sn_approvals_count(a), a->required);
	for (size_t i = 0; i < a->n; i++)
		put_line(out, "  %-12s %s", a->is_given[i] ? "approved by" : "not by", a->names[i]);
}

/* Nothing else tells it from a payment with rings. */
static void put_proposals(struct sn_buf *out, size_t n)
{
	put_line(
		out,
		"  PROPOSAL  for the next network upgrade, whose constants may still change: no release can send %s yet",
		n == 1 ? "it" : "them");
}

int sn_review_text(struct sn_buf *out, const struct sn_review *review, enum sn_review_use use)
{
	for (size_t i = 0; i < review->n; i++) {
		put_line(out, "transaction %zu of %zu", i + 1, review->n);
		put_tx(out, &review->txs[i], use);
	}
	if (review->n > 1)
		put_sums(out, review);
	put_period(out, &review->period);
	put_approvals(out, &review->approvals);
	if (review->has_proposals)
		put_proposals(out, review->n);
	put_marked(out, review); /* last, just above the confirmation prompt */
	return out->failed ? SN_IO : SN_OK;
}

static int add_address(cJSON *object, const char *key, const struct sn_address *address)
{
	char text[SN_ADDRESS_TEXT_MAX];
	sn_address_format(text, address);
	return cJSON_AddStringToObject(object, key, text) ? SN_OK : SN_IO;
}

static int add_index(cJSON *object, const char *key, struct sn_subaddress_index index)
{
	cJSON *item = cJSON_AddObjectToObject(object, key);
	bool failed = !item || sn_json_add_u64(item, "major", index.major) ||
		      sn_json_add_u64(item, "minor", index.minor);
	return failed ? SN_IO : SN_OK;
}

static int json_destination(cJSON *array, const struct sn_review_destination *d)
{
	cJSON *item = cJSON_CreateObject();
	if (!item || !cJSON_AddItemToArray(array, item)) {
		cJSON_Delete(item);
		return SN_IO;
	}
	bool failed = add_address(item, "address", &d->address) ||
		      sn_json_add_u64(item, "amount", d->amount) ||
		      !cJSON_AddStringToObject(item, "kind",
					       d->address.kind == SN_ADDRESS_SUBADDRESS   ? "subaddress"
					       : d->address.kind == SN_ADDRESS_INTEGRATED ? "integrated"
											  : "standard") ||
		      !cJSON_AddBoolToObject(item, "own", d->is_own) ||
		      !cJSON_AddBoolToObject(item, "duplicate", d->is_duplicate) ||
		      !cJSON_AddBoolToObject(item, "dust", d->is_dust);
	if (!failed && d->address.kind == SN_ADDRESS_INTEGRATED)
		failed = sn_json_add_hex(item, "payment_id", d->address.payment_id, SN_PAYMENT_ID_BYTES);
	if (!failed && *d->name)
		failed = !cJSON_AddStringToObject(
			item, d->acquaintance == SN_LOOKALIKE ? "lookalike_of" : "name", d->name);
	if (!failed && *d->label)
		failed = !cJSON_AddStringToObject(item, "label", d->label);
	if (!failed && d->is_own)
		failed = add_index(item, "subaddr_index", d->own_index);
	return failed ? SN_IO : SN_OK;
}

static int push_hash(cJSON *array, const struct sn_hash *hash)
{
	char text[2 * sizeof *hash + 1];
	sn_hex_encode(text, hash, sizeof *hash);
	cJSON *item = cJSON_CreateString(text);
	if (!item || !cJSON_AddItemToArray(array, item)) {
		cJSON_Delete(item);
		return SN_IO;
	}
	return SN_OK;
}

static int json_earlier(cJSON *object, const char *key, const char *count,
			const struct sn_review_earlier *earlier)
{
	cJSON *array = cJSON_AddArrayToObject(object, key);
	int ret = array ? SN_OK : SN_IO;
	for (size_t i = 0; !ret && i < earlier->n && i < SN_REVIEW_EARLIER_MAX; i++)
		ret = push_hash(array, &earlier->txs[i].hash);
	return ret ? ret : sn_json_add_u64(object, count, earlier->n);
}

static int json_tx(cJSON *array, const struct sn_review_tx *tx)
{
	cJSON *item = cJSON_CreateObject();
	if (!item || !cJSON_AddItemToArray(array, item)) {
		cJSON_Delete(item);
		return SN_IO;
	}
	cJSON *destinations = cJSON_AddArrayToObject(item, "destinations");
	bool failed = !destinations;
	for (size_t i = 0; !failed && i < tx->n_destinations; i++)
		failed = json_destination(destinations, &tx->destinations[i]);
	failed = failed || sn_json_add_u64(item, "amount", tx->sent) ||
		 sn_json_add_u64(item, "fee", tx->fee) || sn_json_add_u64(item, "change_amount", tx->change);
	if (!failed && tx->has_change)
		failed = add_address(item, "change_address", &tx->change_address) ||
			 add_index(item, "change_subaddr_index", tx->change_to);
	if (!failed && tx->double_spends.n)
		failed = json_earlier(item, "double_spends", "double_spends_count", &tx->double_spends);
	if (!failed && tx->still_valid.n)
		failed = json_earlier(item, "still_valid", "still_valid_count", &tx->still_valid);
	return failed || sn_json_add_u64(item, "amount_in", tx->inputs) ||
			       sn_json_add_u64(item, "amount_left", tx->left) ||
			       sn_json_add_u64(item, "fee_per_byte", sn_review_fee_per_byte(tx)) ||
			       sn_json_add_u64(item, "fee_basis_points",
					       sn_review_fee_share(tx->fee, tx->sent)) ||
			       !cJSON_AddBoolToObject(item, "fee_is_high", sn_review_fee_is_high(tx)) ||
			       sn_json_add_u64(item, "inputs", tx->n_inputs) ||
			       sn_json_add_u64(item, "own_decoys", tx->own_decoys) ||
			       sn_json_add_u64(item, "account_index", tx->account) ||
			       sn_json_add_u64(item, "weight", tx->weight) ||
			       sn_json_add_u64(item, "unlock_time", tx->unlock_time)
		       ? SN_IO
		       : SN_OK;
}

/* Nothing without a limit on a period that was checked. */
static int json_period(cJSON *object, const struct sn_review_period *p)
{
	static const char *const names[] = {[SN_PERIOD_AMOUNT] = "amount",
					    [SN_PERIOD_FEE] = "fee",
					    [SN_PERIOD_TRANSACTIONS] = "transactions"};
	if (!p->is_checked)
		return SN_OK;
	cJSON *period = cJSON_AddObjectToObject(object, "period");
	bool failed = !period || sn_json_add_u64(period, "since", p->since) ||
		      !cJSON_AddBoolToObject(period, "signed_before", p->is_counted);
	for (size_t i = 0; !failed && i < SN_PERIOD_LIMITS; i++) {
		cJSON *item = p->has[i] ? cJSON_AddObjectToObject(period, names[i]) : NULL;
		if (p->has[i])
			failed = !item || sn_json_add_u64(item, "used", p->used[i]) ||
				 sn_json_add_u64(item, "max", p->limit[i]) ||
				 sn_json_add_u64(item, "left",
						 p->limit[i] > p->used[i] ? p->limit[i] - p->used[i] : 0);
	}
	return failed ? SN_IO : SN_OK;
}

static int json_approvers(cJSON *object, const char *key, const struct sn_review_approvals *a, bool given)
{
	cJSON *names = cJSON_AddArrayToObject(object, key);
	bool failed = !names;
	for (size_t i = 0; !failed && i < a->n; i++) {
		const struct sn_buf name = {.data = (uint8_t *)a->names[i], .len = strlen(a->names[i])};
		failed = a->is_given[i] == given && sn_json_push_string(names, &name);
	}
	return failed ? SN_IO : SN_OK;
}

/* Nothing unless the policy demands approvals. */
static int json_approvals(cJSON *object, const struct sn_review_approvals *a)
{
	if (!a->required)
		return SN_OK;
	cJSON *approvals = cJSON_AddObjectToObject(object, "approvals");
	bool failed = !approvals || sn_json_add_u64(approvals, "required", a->required) ||
		      json_approvers(approvals, "approved_by", a, true) ||
		      json_approvers(approvals, "not_approved_by", a, false);
	return failed ? SN_IO : SN_OK;
}

int sn_review_members(cJSON *object, const struct sn_review *review)
{
	cJSON *txs = cJSON_AddArrayToObject(object, "transactions");
	bool failed = !txs;
	for (size_t i = 0; !failed && i < review->n; i++)
		failed = json_tx(txs, &review->txs[i]);
	if (!failed && review->has_proposals)
		failed = !cJSON_AddTrueToObject(object, "proposal");
	return failed || sn_json_add_u64(object, "amount", review->sent) ||
			       sn_json_add_u64(object, "fee", review->fee) ||
			       sn_json_add_u64(object, "change_amount", review->change) ||
			       sn_json_add_u64(object, "amount_in", review->inputs) ||
			       sn_json_add_u64(object, "amount_left", review->left) ||
			       sn_json_add_u64(object, "fee_basis_points",
					       sn_review_fee_share(review->fee, review->sent)) ||
			       json_period(object, &review->period) ||
			       json_approvals(object, &review->approvals)
		       ? SN_IO
		       : SN_OK;
}

int sn_review_json(struct sn_buf *out, const struct sn_review *review)
{
	cJSON *root = cJSON_CreateObject();
	bool failed = sn_review_members(root, review) || sn_json_print(out, root, true);
	sn_json_free(root);
	return failed ? SN_IO : SN_OK;
}

int sn_signed_json(cJSON *object, const struct sn_review *review, const struct sn_hash *hashes, size_t n,
		   const struct sn_buf *signed_set)
{
	const char *one = review->has_proposals ? "signable_hash" : "tx_hash";
	const char *all = review->has_proposals ? "signable_hash_list" : "tx_hash_list";
	if (!object || (n == 1 && sn_json_add_hex(object, one, hashes, sizeof *hashes)))
		return SN_IO;
	cJSON *list = cJSON_AddArrayToObject(object, all);
	for (size_t i = 0; i < n; i++)
		if (push_hash(list, &hashes[i]))
			return SN_IO;
	bool failed = !list || sn_json_add_u64(object, "amount", review->sent) ||
		      sn_json_add_u64(object, "fee", review->fee) || json_period(object, &review->period) ||
		      json_approvals(object, &review->approvals);
	if (!failed && signed_set)
		failed = sn_json_add_hex(object, "tx_signed_hex", signed_set->data, signed_set->len);
	return failed ? SN_IO : SN_OK;
}
