/* The review, as a person or a script has it before saying yes. */
#include "judge.h"

#include "base/hex.h"
#include "base/json.h"
#include "chain/amount.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sodium.h>

#define DUST_BELOW 14000000
#define HIGH_FEE_ABOVE 200000 /* piconero for a unit of weight */

static bool get_address(struct sn_address *address, const cJSON *object, const char *key)
{
	const char *text;
	return !sn_json_get_string(object, key, &text, NULL) &&
	       !sn_address_parse_for(address, text, SN_MAINNET, NULL);
}

static bool get_index(struct sn_subaddress_index *index, const cJSON *object, const char *key)
{
	const cJSON *item;
	uint64_t major, minor;
	if (sn_json_get_object(object, key, &item, NULL) || sn_json_get_u64(item, "major", &major, NULL) ||
	    sn_json_get_u64(item, "minor", &minor, NULL) || major > UINT32_MAX || minor > UINT32_MAX)
		return false;
	*index = (struct sn_subaddress_index){(uint32_t)major, (uint32_t)minor};
	return true;
}

/* The member, if it is there. */
static bool get_name(char name[static 80], const cJSON *item, const char *key)
{
	const char *text;
	if (!sn_json_has(item, key))
		return true;
	if (*name || sn_json_get_string(item, key, &text, NULL) || !*text || strlen(text) >= 80)
		return false;
	strcpy(name, text);
	return true;
}

static bool get_destination(struct shown_destination *d, const cJSON *item)
{
	static const char *const kinds[] = {"standard", "subaddress", "integrated"};
	const char *kind;
	uint8_t id[SN_PAYMENT_ID_BYTES];
	if (!get_address(&d->address, item, "address") || sn_json_get_u64(item, "amount", &d->amount, NULL) ||
	    sn_json_get_string(item, "kind", &kind, NULL) || sn_json_get_bool(item, "own", &d->own, NULL) ||
	    sn_json_get_bool(item, "duplicate", &d->duplicate, NULL) ||
	    sn_json_get_bool(item, "dust", &d->dust, NULL))
		return false;
	if (d->own != sn_json_has(item, "subaddr_index") ||
	    (d->own && !get_index(&d->own_index, item, "subaddr_index")))
		return false;
	d->is_lookalike = sn_json_has(item, "lookalike_of");
	if (!get_name(d->name, item, "name") || !get_name(d->name, item, "lookalike_of") ||
	    !get_name(d->label, item, "label"))
		return false;
	bool has_id = d->address.kind == SN_ADDRESS_INTEGRATED;
	if (has_id != sn_json_has(item, "payment_id") ||
	    (has_id && (sn_json_get_hex(item, "payment_id", id, sizeof id, NULL) ||
			memcmp(id, d->address.payment_id, sizeof id))))
		return false;
	return !strcmp(kind, kinds[d->address.kind]);
}

static bool get_numbers(struct shown_tx *tx, const cJSON *item)
{
	return !sn_json_get_u64(item, "amount", &tx->sent, NULL) &&
	       !sn_json_get_u64(item, "fee", &tx->fee, NULL) &&
	       !sn_json_get_u64(item, "change_amount", &tx->change, NULL) &&
	       !sn_json_get_u64(item, "amount_in", &tx->inputs_sum, NULL) &&
	       !sn_json_get_u64(item, "amount_left", &tx->left, NULL) &&
	       !sn_json_get_u64(item, "fee_per_byte", &tx->fee_per_byte, NULL) &&
	       !sn_json_get_u64(item, "fee_basis_points", &tx->basis_points, NULL) &&
	       !sn_json_get_bool(item, "fee_is_high", &tx->fee_is_high, NULL) &&
	       !sn_json_get_u64(item, "inputs", &tx->n_inputs, NULL) &&
	       !sn_json_get_u64(item, "own_decoys", &tx->own_decoys, NULL) &&
	       !sn_json_get_u64(item, "account_index", &tx->account, NULL) &&
	       !sn_json_get_u64(item, "weight", &tx->weight, NULL) &&
	       !sn_json_get_u64(item, "unlock_time", &tx->unlock_time, NULL);
}

/* Names and their number, or neither. */
static bool get_earlier(struct shown_earlier *earlier, const cJSON *item, const char *key, const char *count)
{
	const cJSON *list, *name;
	if (!sn_json_has(item, key))
		return !sn_json_has(item, count);
	if (sn_json_get_array(item, key, &list, NULL) || sn_json_get_u64(item, count, &earlier->n, NULL))
		return false;
	cJSON_ArrayForEach(name,
			   list) if (earlier->n_hashes == SN_REVIEW_EARLIER_MAX || !cJSON_IsString(name) ||
				     sn_hex_decode(&earlier->hashes[earlier->n_hashes++],
						   sizeof(struct sn_hash), name->valuestring)) return false;
	return earlier->n > 0;
}

static bool get_tx(struct shown_tx *tx, const cJSON *item)
{
	const cJSON *destinations, *d;
	if (!get_numbers(tx, item) || sn_json_get_array(item, "destinations", &destinations, NULL))
		return false;
	cJSON_ArrayForEach(d, destinations) if (tx->n == SN_TX_OUTPUTS_MAX ||
						!get_destination(&tx->destinations[tx->n++], d)) return false;
	if (!get_earlier(&tx->double_spends, item, "double_spends", "double_spends_count") ||
	    !get_earlier(&tx->still_valid, item, "still_valid", "still_valid_count"))
		return false;
	tx->has_change = sn_json_has(item, "change_address");
	if (tx->has_change != sn_json_has(item, "change_subaddr_index") || tx->has_change != (tx->change > 0))
		return false;
	return !tx->has_change || (get_address(&tx->change_address, item, "change_address") &&
				   get_index(&tx->change_to, item, "change_subaddr_index"));
}

static bool get_period(struct shown_period *p, const cJSON *root)
{
	static const char *const keys[] = {"amount", "fee", "transactions"};
	const cJSON *period, *limit;
	p->is_there = sn_json_has(root, "period");
	if (!p->is_there)
		return true;
	if (sn_json_get_object(root, "period", &period, NULL) ||
	    sn_json_get_u64(period, "since", &p->since, NULL) ||
	    sn_json_get_bool(period, "signed_before", &p->signed_before, NULL))
		return false;
	for (size_t i = 0; i < 3; i++) {
		p->has[i] = sn_json_has(period, keys[i]);
		if (p->has[i] && (sn_json_get_object(period, keys[i], &limit, NULL) ||
				  sn_json_get_u64(limit, "used", &p->used[i], NULL) ||
				  sn_json_get_u64(limit, "max", &p->max[i], NULL) ||
				  sn_json_get_u64(limit, "left", &p->left[i], NULL)))
			return false;
	}
	return true;
}

static bool get_review(struct shown *shown, const cJSON *root)
{
	const cJSON *txs, *item;
	if (sn_json_get_array(root, "transactions", &txs, NULL))
		return false;
	cJSON_ArrayForEach(item,
			   txs) if (shown->n == 8 || !get_tx(&shown->txs[shown->n++], item)) return false;
	shown->is_proposal = cJSON_IsTrue(cJSON_GetObjectItem(root, "proposal"));
	return shown->n && get_period(&shown->period, root) &&
	       !sn_json_get_u64(root, "amount", &shown->sent, NULL) &&
	       !sn_json_get_u64(root, "fee", &shown->fee, NULL) &&
	       !sn_json_get_u64(root, "change_amount", &shown->change, NULL) &&
	       !sn_json_get_u64(root, "amount_in", &shown->inputs_sum, NULL) &&
	       !sn_json_get_u64(root, "amount_left", &shown->left, NULL) &&
	       !sn_json_get_u64(root, "fee_basis_points", &shown->basis_points, NULL);
}

bool read_review(struct verdict *v, struct shown *shown, const struct sn_buf *json)
{
	cJSON *root;
	if (sn_json_parse(&root, (const char *)json->data, json->len, NULL))
		return wrong(v, "the review is no JSON");
	bool is_right = get_review(shown, root);
	sn_json_free(root);
	return is_right || wrong(v, "the review's JSON lacks something or has it in another form");
}

/* ---------------------------------------------------------------- figures */

typedef unsigned __int128 wide;

static bool is_share(uint64_t basis_points, uint64_t fee, uint64_t amount)
{
	wide up = (wide)fee * 10000;
	return amount && basis_points == (up + amount - 1) / amount;
}

/* No sum can wrap here. */
static bool judge_sums(struct verdict *v, const struct shown *shown)
{
	wide all[5] = {0};
	for (size_t i = 0; i < shown->n; i++) {
		const struct shown_tx *tx = &shown->txs[i];
		wide sent = 0, own = 0;
		for (size_t j = 0; j < tx->n; j++) {
			sent += tx->destinations[j].amount;
			own += tx->destinations[j].own ? tx->destinations[j].amount : 0;
		}
		if (!tx->n || sent != tx->sent || own + tx->change != tx->left ||
		    sent + tx->change + tx->fee != tx->inputs_sum)
			return wrong(v, "the figures shown do not add up");
		if (!is_share(tx->basis_points, tx->fee, tx->sent) || !tx->weight ||
		    tx->fee_per_byte != ((wide)tx->fee + tx->weight - 1) / tx->weight)
			return wrong(v, "the fee is not shown in its proportion");
		if (tx->fee_is_high != (tx->fee > (wide)tx->weight * HIGH_FEE_ABOVE))
			return wrong(v, "that the fee is high is not shown, or shown and not so");
		all[0] += sent;
		all[1] += tx->fee;
		all[2] += tx->change;
		all[3] += tx->inputs_sum;
		all[4] += tx->left;
	}
	if (all[0] != shown->sent || all[1] != shown->fee || all[2] != shown->change ||
	    all[3] != shown->inputs_sum || all[4] != shown->left ||
	    !is_share(shown->basis_points, shown->fee, shown->sent))
		return wrong(v, "the sums of the set are wrong");
	return true;
}

/* ---------------------------------------------------------------- permissions */

static bool judge_limits(struct verdict *v, const struct forge *f, const struct shown_tx *tx)
{
	uint64_t bound = f->limits.has_max_fee ? f->limits.max_fee : tx->weight * 12000000;
	bool may_lock = f->limits.allow_unlock_time || (f->has_rules && f->rules.allow_unlock_time);
	if (f->has_rules && f->rules.max_fee_per_tx != NO_BOUND &&
	    (!f->limits.has_max_fee || f->rules.max_fee_per_tx < bound))
		bound = f->rules.max_fee_per_tx;
	if (tx->fee > bound)
		return wrong(v, "the fee is above the bound");
	if (tx->unlock_time && (!may_lock || (f->has_rules && !f->rules.allow_unlock_time)))
		return wrong(v, "it is locked, and nobody allowed it");
	if (tx->has_change && (tx->change_to.major != tx->account || tx->change_to.minor))
		return wrong(v, "the change does not come back to where the inputs are from");
	for (size_t i = 0; i < tx->n; i++) {
		const struct shown_destination *d = &tx->destinations[i];
		if (!d->amount || d->dust != (d->amount < DUST_BELOW) || (d->dust && !f->limits.allow_dust))
			return wrong(v, "an amount of nothing or dust, or not shown as that");
		if (!crypto_core_ed25519_is_valid_point(d->address.spend.b) ||
		    !crypto_core_ed25519_is_valid_point(d->address.view.b))
			return wrong(v, "a recipient's key is no point of the group");
	}
	return true;
}

static bool is_listed(const struct rules *r, const struct shown_destination *d)
{
	for (size_t i = 0; i < r->n_allowed; i++)
		if (sn_address_is_equal(&r->allowed[i], &d->address))
			return true;
	return d->own && r->lists_own;
}

static bool judge_rules(struct verdict *v, const struct rules *r, const struct shown *shown)
{
	if (shown->sent > r->max_amount_per_set)
		return wrong(v, "the policy does not allow so much in a set");
	for (size_t i = 0; i < shown->n; i++) {
		const struct shown_tx *tx = &shown->txs[i];
		if (tx->sent > r->max_amount_per_tx || tx->n > r->max_recipients_per_tx ||
		    (r->max_basis_points != NO_BOUND &&
		     (wide)tx->fee * 10000 > (wide)tx->sent * r->max_basis_points))
			return wrong(v, "the policy does not allow so much");
		for (size_t j = 0; r->has_list && j < tx->n; j++)
			if (!is_listed(r, &tx->destinations[j]))
				return wrong(v, "the policy does not list a recipient");
	}
	return true;
}

static bool judge_duplicates(struct verdict *v, const struct shown *shown)
{
	const struct shown_destination *seen[8 * SN_TX_OUTPUTS_MAX];
	size_t n = 0;
	for (size_t i = 0; i < shown->n; i++)
		for (size_t j = 0; j < shown->txs[i].n; j++) {
			const struct shown_destination *d = &shown->txs[i].destinations[j];
			bool is_duplicate = false;
			for (size_t k = 0; k < n; k++)
				is_duplicate |=
					sn_point_is_equal(&seen[k]->address.spend, &d->address.spend) &&
					sn_point_is_equal(&seen[k]->address.view, &d->address.view);
			if (is_duplicate != d->duplicate)
				return wrong(
					v,
					"that a recipient stands there twice is not shown, or shown and not so");
			seen[n++] = d;
		}
	return true;
}

/* ---------------------------------------------------------------- names */

static size_t common_start(const char *a, const char *b)
{
	size_t n = 0;
	while (a[n] && a[n] == b[n])
		n++;
	return n;
}

static size_t common_end(const char *a, const char *b)
{
	const char *p = a + strlen(a), *q = b + strlen(b);
	size_t n = 0;
	while (p > a && q > b && *--p == *--q)
		n++;
	return n;
}

static bool resembles(const struct sn_contact *contact, const struct sn_address *to)
{
	char text[SN_ADDRESS_TEXT_MAX], theirs[SN_ADDRESS_TEXT_MAX];
	sn_address_format(text, to);
	sn_address_format(theirs, &contact->address);
	const size_t start = common_start(text, theirs), end = common_end(text, theirs);
	return sn_point_is_equal(&contact->address.spend, &to->spend) ||
	       sn_point_is_equal(&contact->address.view, &to->view) || start >= 5 || end >= 4 ||
	       start + end >= 6;
}

/* A name is shown for its own address only, or for one with a payment ID; and every resemblance is. */
static bool name_is_right(const struct sn_names *book, const struct shown_destination *d)
{
	const struct sn_contact *same = NULL, *identified = NULL;
	bool is_like = false, is_like_shown = false;
	for (size_t i = 0; book && i < book->n_contacts; i++) {
		const struct sn_contact *contact = &book->contacts[i];
		struct sn_address plain = d->address;
		plain.kind = SN_ADDRESS_STANDARD;
		memset(plain.payment_id, 0, sizeof plain.payment_id);
		if (sn_address_is_equal(&contact->address, &d->address))
			same = contact;
		else if (d->address.kind == SN_ADDRESS_INTEGRATED &&
			 sn_address_is_equal(&contact->address, &plain))
			identified = contact;
		else if (!d->own && resembles(contact, &d->address)) {
			is_like = true;
			is_like_shown |= !strcmp(contact->name, d->name);
		}
	}
	same = same ? same : identified;
	if (same || !is_like)
		return !d->is_lookalike && !strcmp(d->name, same ? same->name : "");
	return d->is_lookalike && is_like_shown;
}

static bool judge_names(struct verdict *v, const struct forge *f, const struct shown *shown)
{
	const struct sn_names *book = f->limits.names;
	for (size_t i = 0; i < shown->n; i++)
		for (size_t j = 0; j < shown->txs[i].n; j++) {
			const struct shown_destination *d = &shown->txs[i].destinations[j];
			const char *label = book && d->own ? sn_names_label(book, d->own_index) : NULL;
			if (!name_is_right(book, d))
				return wrong(v, "a recipient has a name that is not the owner's for it");
			if (strcmp(d->label, label ? label : "") != 0)
				return wrong(v, "the label of an own address is not the owner's");
		}
	return true;
}

/* ---------------------------------------------------------------- the text */

/* The text, item by item: a line that begins with a word, and those that go on further in, without blanks. */
struct page {
	const char *at;
	char item[1600];
};

/* Take the next item if its word is `label`. */
static bool take_item(struct page *p, const char *label)
{
	size_t n = 0, len = strlen(label);
	const char *at = p->at + strspn(p->at, " ");
	if (strncmp(at, label, len) || at[len] != ' ')
		return false;
	do {
		for (; *at && *at != '\n'; at++)
			if (*at != ' ' && n + 1 < sizeof p->item)
				p->item[n++] = *at;
		at += *at == '\n';
	} while (strspn(at, " ") >= 10);
	p->item[n] = 0;
	p->at = at;
	return true;
}

/* The same, and it is so, or begins so. */
static bool says(struct page *p, const char *label, bool is_all, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

static bool says(struct page *p, const char *label, bool is_all, const char *fmt, ...)
{
	char expected[sizeof p->item];
	va_list ap;
	if (!take_item(p, label))
		return false;
	va_start(ap, fmt);
	int n = vsnprintf(expected, sizeof expected, fmt, ap);
	va_end(ap);
	return n > 0 && (size_t)n < sizeof expected && !strncmp(p->item, expected, (size_t)n) &&
	       (!is_all || !p->item[n]);
}

static const char *in_xmr(char text[static SN_AMOUNT_TEXT_MAX], uint64_t amount)
{
	sn_amount_format(text, (struct sn_amount){amount});
	return text;
}

/* Recipient, amount and marks. */
static bool text_pays(struct page *p, const struct shown_destination *d)
{
	static const char *const kinds[] = {"standardaddress", "subaddress", "integratedaddress"};
	const char *kind = kinds[d->address.kind];
	char address[SN_ADDRESS_TEXT_MAX], amount[SN_AMOUNT_TEXT_MAX], to[200], id[40] = "";
	if (d->own && *d->label)
		snprintf(to, sizeof to, "ourownaddress%u/%u\"%s\"(%s)", d->own_index.major,
			 d->own_index.minor, d->label, kind);
	else if (d->own)
		snprintf(to, sizeof to, "ourownaddress%u/%u(%s)", d->own_index.major, d->own_index.minor,
			 kind);
	else if (*d->name && !d->is_lookalike)
		snprintf(to, sizeof to, "\"%s\"inyouraddressbook(%s)", d->name, kind);
	else
		snprintf(to, sizeof to, "the%s", kind);
	if (d->address.kind == SN_ADDRESS_INTEGRATED) {
		strcpy(id, "withpaymentID");
		sn_hex_encode(id + strlen(id), d->address.payment_id, SN_PAYMENT_ID_BYTES);
	}
	sn_address_format(address, &d->address);
	return says(p, "send", true, "send%sXMRto%s%s%s", in_xmr(amount, d->amount), to, address, id) &&
	       (!d->is_lookalike ||
		says(p, "LOOKALIKE", true, "LOOKALIKElookslike\"%s\"inyouraddressbook,butisanotheraddress",
		     d->name)) &&
	       take_item(p, "TWICE") == d->duplicate && take_item(p, "DUST") == d->dust;
}

static bool text_has_change(struct page *p, const struct shown_tx *tx)
{
	char address[SN_ADDRESS_TEXT_MAX], amount[SN_AMOUNT_TEXT_MAX];
	sn_address_format(address, &tx->change_address);
	return says(p, "change", true, "change%sXMRbacktoourownaddress%u/%u%s", in_xmr(amount, tx->change),
		    tx->change_to.major, tx->change_to.minor, address);
}

/* The hashes, and the number of the others. */
static bool text_names(struct page *p, const char *label, const char *begins,
		       const struct shown_earlier *earlier)
{
	char names[sizeof p->item] = "";
	size_t len = 0;
	if (!earlier->n)
		return !take_item(p, label);
	for (size_t i = 0; i < earlier->n_hashes; i++, len += 2 * sizeof earlier->hashes[i])
		sn_hex_encode(names + len, &earlier->hashes[i], sizeof earlier->hashes[i]);
	if (earlier->n > earlier->n_hashes)
		snprintf(names + len, sizeof names - len, "and%" PRIu64 "earlierone%s,notshown",
			 earlier->n - earlier->n_hashes, earlier->n - earlier->n_hashes == 1 ? "" : "s");
	return says(p, label, false, "%s", begins) && strstr(p->item, names) &&
	       !strstr(p->item, "notshown") == (earlier->n == earlier->n_hashes);
}

static bool text_has_earlier(struct page *p, const struct shown_tx *tx)
{
	char number[80], double_spend[80];
	snprintf(number, sizeof number, "STILLVALID%" PRIu64 "earliertransaction%scanbemined",
		 tx->still_valid.n, tx->still_valid.n == 1 ? "" : "s");
	if (tx->double_spends.n == 1)
		snprintf(double_spend, sizeof double_spend, "DOUBLE-SPENDanothersignedtransaction");
	else
		snprintf(double_spend, sizeof double_spend, "DOUBLE-SPEND%" PRIu64 "othersignedtransactions",
			 tx->double_spends.n);
	return text_names(p, "DOUBLE-SPEND", double_spend, &tx->double_spends) &&
	       text_names(p, "STILL VALID", number, &tx->still_valid);
}

static bool text_has_tx(struct page *p, const struct shown_tx *tx)
{
	char amount[SN_AMOUNT_TEXT_MAX];
	for (size_t i = 0; i < tx->n; i++)
		if (!text_pays(p, &tx->destinations[i]))
			return false;
	if (!says(p, "fee", false, "fee%sXMR", in_xmr(amount, tx->fee)) ||
	    take_item(p, "HIGH") != tx->fee_is_high || (tx->has_change && !text_has_change(p, tx)) ||
	    !says(p, "total", false, "total%sXMRfrom%" PRIu64 "input", in_xmr(amount, tx->inputs_sum),
		  tx->n_inputs) ||
	    !says(p, "left", false, "left%sXMR", in_xmr(amount, tx->left)))
		return false;
	if (tx->unlock_time) {
		char until[40];
		snprintf(until, sizeof until, "%s%" PRIu64 ":",
			 tx->unlock_time < 500000000 ? "block" : "Unixtime", tx->unlock_time);
		if (!take_item(p, "LOCKED") || !strstr(p->item, until))
			return false;
	}
	return (!tx->own_decoys ||
		says(p, "TRACES", false, "TRACES%" PRIu64 "ofthedecoys", tx->own_decoys)) &&
	       text_has_earlier(p, tx);
}

/* The line at the end of the text that counts the marks. */
static bool text_counts_marks(struct page *p, const struct shown *shown)
{
	static const char *const names[] = {"HIGH",         "TWICE",      "DUST",   "LOCKED",
					    "DOUBLE-SPEND", "STILLVALID", "TRACES", "LOOKALIKE"};
	size_t counts[8] = {0}, n = 0, len = 0;
	char list[190] = "";
	for (size_t i = 0; i < shown->n; i++) {
		const struct shown_tx *tx = &shown->txs[i];
		bool has[8] = {tx->fee_is_high,
			       false,
			       false,
			       tx->unlock_time != 0,
			       tx->double_spends.n != 0,
			       tx->still_valid.n != 0,
			       tx->own_decoys != 0,
			       false};
		bool any = false;
		for (size_t j = 0; j < tx->n; j++) {
			has[1] |= tx->destinations[j].duplicate;
			has[2] |= tx->destinations[j].dust;
			has[7] |= tx->destinations[j].is_lookalike;
		}
		for (size_t j = 0; j < 8; j++) {
			counts[j] += has[j];
			any |= has[j];
		}
		n += any;
	}
	for (size_t j = 0; j < 8; j++)
		if (counts[j])
			len += (size_t)snprintf(list + len, sizeof list - len, "%s%zu%s", len ? "," : "",
						counts[j], names[j]);
	return n ? says(p, "MARKED", true, "MARKED%zuof%zutransaction%s:%s", n, shown->n,
			shown->n == 1 ? "" : "s", list)
		 : !take_item(p, "MARKED");
}

/* What the policy leaves for the period. */
static bool text_has_period(struct page *p, const struct shown_period *period)
{
	static const char *const labels[] = {"amount", "fee"};
	char since[40], used[SN_AMOUNT_TEXT_MAX], max[SN_AMOUNT_TEXT_MAX], left[SN_AMOUNT_TEXT_MAX];
	const time_t seconds = (time_t)period->since;
	struct tm utc;
	if (!period->is_there)
		return !take_item(p, "limits");
	if (!gmtime_r(&seconds, &utc) || !strftime(since, sizeof since, "%Y-%m-%d%H:%M:%SZ", &utc) ||
	    !says(p, "limits", true, "limitssince%s,%s", since,
		  period->signed_before ? "whichcountthisfilealready" : "withthisfile"))
		return false;
	for (size_t i = 0; i < 2; i++)
		if (period->has[i] && !says(p, labels[i], true, "%s%sXMRof%sXMR;%sXMRleft", labels[i],
					    in_xmr(used, period->used[i]), in_xmr(max, period->max[i]),
					    in_xmr(left, period->left[i])))
			return false;
	return !period->has[2] || says(p, "count", true, "count%" PRIu64 "of%" PRIu64 ";%" PRIu64 "left",
				       period->used[2], period->max[2], period->left[2]);
}

/* The text must have exactly the expected contents, in order. */
static bool text_says(const char *text, const struct shown *shown)
{
	char amount[SN_AMOUNT_TEXT_MAX];
	struct page p = {.at = text};
	for (size_t i = 0; i < shown->n; i++)
		if (!says(&p, "transaction", true, "transaction%zuof%zu", i + 1, shown->n) ||
		    !text_has_tx(&p, &shown->txs[i]))
			return false;
	if (shown->n > 1 && (!says(&p, "all", false, "all%zutransactions,", shown->n) ||
			     !says(&p, "send", true, "send%sXMR", in_xmr(amount, shown->sent)) ||
			     !says(&p, "fee", false, "fee%sXMR", in_xmr(amount, shown->fee)) ||
			     !says(&p, "change", true, "change%sXMR", in_xmr(amount, shown->change)) ||
			     !says(&p, "total", true, "total%sXMR", in_xmr(amount, shown->inputs_sum)) ||
			     !says(&p, "left", false, "left%sXMR", in_xmr(amount, shown->left))))
		return false;
	return text_has_period(&p, &shown->period) &&
	       (!shown->is_proposal || says(&p, "PROPOSAL", false, "PROPOSAL")) &&
	       text_counts_marks(&p, shown) && !*p.at;
}

static bool judge_text(struct verdict *v, const struct shown *shown, const struct sn_buf *text)
{
	char *ended = strndup((const char *)text->data, text->len);
	if (!ended)
		abort();
	bool is_right = text_says(ended, shown);
	free(ended);
	return is_right || wrong(v, "the review's text does not say what its JSON says, or more");
}

bool judge_review(struct verdict *v, const struct forge *f, const struct shown *shown,
		  const struct sn_buf *text)
{
	for (size_t i = 0; i < shown->n; i++)
		if (!judge_limits(v, f, &shown->txs[i]))
			return false;
	return judge_sums(v, shown) && judge_duplicates(v, shown) && judge_names(v, f, shown) &&
	       (!f->has_rules || judge_rules(v, &f->rules, shown)) && judge_text(v, shown, text);
}
