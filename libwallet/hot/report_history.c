#include "hot/report_history.h"
#include "base/hex.h"
#include "base/line.h"
#include "chain/amount.h"
#include "hot/own_addresses.h"
#include "hot/report_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define HASH_TEXT (2 * sizeof(struct sn_hash) + 1)

static bool has_hash(const struct sn_transfer *t)
{
	static const struct sn_hash none;
	return !sn_hash_is_equal(&t->tx_hash, &none);
}

static bool is_in_block(const struct sn_transfer *t)
{
	return t->kind == SN_TRANSFER_IN || t->kind == SN_TRANSFER_OUT;
}

/* To us, in a block or not. */
static bool is_received(const struct sn_transfer *t)
{
	return t->kind == SN_TRANSFER_IN || t->kind == SN_TRANSFER_POOL;
}

static void put_text(struct sn_buf *out, const char *text)
{
	sn_put_bytes(out, text, strlen(text));
}

/* JSON */

static bool add_destinations(cJSON *item, const struct sn_names *names, const struct sn_transfer *t)
{
	cJSON *list = sn_report_add_array(item, "destinations");
	bool done = list;
	for (size_t i = 0; done && i < t->n_destinations; i++) {
		cJSON *destination = sn_report_push_object(list);
		const struct sn_contact *contact = sn_names_find_address(names, &t->destinations[i].address);
		done = sn_report_address(destination, "address", &t->destinations[i].address) &&
		       sn_report_u64(destination, "amount", t->destinations[i].amount) &&
		       (!contact || sn_report_string(destination, "name", contact->name));
	}
	return done;
}

static bool add_received(cJSON *item, struct sn_own_addresses *own, const struct sn_transfer *t)
{
	char text[SN_ADDRESS_TEXT_MAX];
	const char *address = sn_own_address(text, own, t->subaddress);
	const char *label = sn_names_label(own->names, t->subaddress);
	return address && (!label || sn_report_string(item, "label", label)) &&
	       sn_report_string(item, "address", address) &&
	       sn_report_index(item, "subaddr_index", t->subaddress) &&
	       sn_report_u64(item, "unlock_time", t->unlock_time) &&
	       sn_report_bool(item, "unlocked", t->is_unlocked) &&
	       sn_report_bool(item, "coinbase", t->is_coinbase);
}

bool sn_report_transfer(cJSON *object, struct sn_own_addresses *own, const struct sn_transfer *t)
{
	char hash[HASH_TEXT] = "";
	if (has_hash(t))
		sn_hex_encode(hash, &t->tx_hash, sizeof t->tx_hash);
	return sn_report_string(object, "type", sn_transfer_kind_name(t->kind)) &&
	       sn_report_string(object, "tx_hash", hash) &&
	       (!t->payment || sn_report_u64(object, "id", t->payment)) &&
	       (!t->reference || sn_report_string(object, "reference", t->reference)) &&
	       (!t->is_rejected || sn_report_bool(object, "rejected", true)) &&
	       sn_report_u64(object, "height", t->height) &&
	       sn_report_u64(object, "confirmations", t->confirmations) &&
	       sn_report_u64(object, "timestamp", t->time) && sn_report_u64(object, "amount", t->amount) &&
	       sn_report_u64(object, "fee", t->fee) &&
	       sn_report_u64(object, "account_index", t->subaddress.major) &&
	       (!t->has_payment_id ||
		sn_report_hex(object, "payment_id", t->payment_id, sizeof t->payment_id)) &&
	       (is_received(t) ? add_received(object, own, t) : add_destinations(object, own->names, t));
}

/* Returns NULL when out of memory. */
static cJSON *new_transfer(struct sn_own_addresses *own, const struct sn_transfer *t)
{
	cJSON *item = cJSON_CreateObject();
	if (!sn_report_transfer(item, own, t)) {
		sn_json_free(item);
		item = NULL;
	}
	return item;
}

/* Append the text of a transfer. */
static void put_json(struct sn_buf *out, struct sn_own_addresses *own, const struct sn_transfer *t,
		     bool pretty)
{
	cJSON *item = new_transfer(own, t);
	if (!item || sn_json_print(out, item, pretty))
		out->failed = true;
	sn_json_free(item);
}

static bool push_transfer(cJSON *list, struct sn_buf *text, struct sn_own_addresses *own,
			  const struct sn_transfer *t)
{
	cJSON *item = new_transfer(own, t);
	bool done = item && sn_report_push_raw(list, text, item);
	sn_json_free(item);
	return done;
}

int sn_report_history_json(cJSON *object, const struct sn_wallet *w, const struct sn_transfer *transfers,
			   size_t n)
{
	struct sn_own_addresses own = {.account = w->account, .names = &w->names};
	struct sn_buf text = {0};
	cJSON *list = sn_report_add_array(object, "transfers");
	bool done = list;
	for (size_t i = 0; done && i < n; i++)
		done = push_transfer(list, &text, &own, &transfers[i]);
	sn_buf_free(&text);
	sn_own_addresses_free(&own);
	return done ? SN_OK : SN_IO;
}

/* Indent like cJSON for an array element of a member of the outermost object: by two more tabs. */
static void put_indented(struct sn_buf *out, struct sn_buf *text)
{
	sn_put_u8(text, 0);
	if (text->failed) {
		out->failed = true;
		return;
	}
	for (const char *at = (const char *)text->data; *at;) {
		size_t len = strcspn(at, "\n");
		sn_put_bytes(out, at, len);
		at += len;
		if (*at) {
			put_text(out, "\n\t\t");
			at++;
		}
	}
}

/* Text */

#define TABLE "%-16s %8s %8s %-8s %21s %17s  %s"

static void put_transfer(struct sn_buf *out, const struct sn_transfer *t)
{
	char date[SN_REPORT_DATE_TEXT], height[24] = "-", confirmations[24] = "-", hash[HASH_TEXT] = "-";
	char amount[SN_AMOUNT_TEXT_MAX], fee[SN_AMOUNT_TEXT_MAX] = "-";
	sn_report_date(date, "%Y-%m-%d %H:%M", t->time, "-");
	if (is_in_block(t)) {
		snprintf(height, sizeof height, "%" PRIu64, t->height);
		snprintf(confirmations, sizeof confirmations, "%" PRIu64, t->confirmations);
	}
	sn_amount_format(amount, (struct sn_amount){t->amount});
	if (t->fee)
		sn_amount_format(fee, (struct sn_amount){t->fee});
	if (has_hash(t))
		sn_hex_encode(hash, &t->tx_hash, sizeof t->tx_hash);
	sn_put_line(out, TABLE, date, height, confirmations, sn_transfer_kind_name(t->kind), amount, fee,
		    hash);
}

/* A name in brackets, after a blank; "" for NULL. */
static const char *in_brackets(char text[static SN_NAME_MAX + 4], const char *name)
{
	*text = 0;
	if (name)
		snprintf(text, SN_NAME_MAX + 4, " (%s)", name);
	return text;
}

static void put_details(struct sn_buf *out, const struct sn_names *names, const struct sn_transfer *t)
{
	const char *label = is_received(t) ? sn_names_label(names, t->subaddress) : NULL;
	char name[SN_NAME_MAX + 4];
	char id[2 * sizeof t->payment_id + 1];
	if (is_received(t) && (label || !sn_subaddress_is_primary(t->subaddress)))
		sn_put_line(out, "    at address %" PRIu32 "/%" PRIu32 "%s", t->subaddress.major,
			    t->subaddress.minor, in_brackets(name, label));
	if (t->is_coinbase)
		sn_put_line(out, "    mined");
	if (t->kind == SN_TRANSFER_IN && !t->is_unlocked)
		sn_put_line(out, "    not unlocked yet");
	if (t->kind == SN_TRANSFER_POOL)
		sn_put_line(out, "    unconfirmed: in no block yet, not part of the balance");
	if (t->kind == SN_TRANSFER_PREPARED)
		sn_put_line(out,
			    "    payment %" PRIu64 " reserves its inputs until it is submitted or released",
			    t->payment);
	if (t->kind == SN_TRANSFER_PENDING && t->payment)
		sn_put_line(out, "    payment %" PRIu64, t->payment);
	if (t->is_rejected && t->kind == SN_TRANSFER_PENDING)
		sn_put_line(out, "    failed, but may still be mined");
	if (t->has_payment_id) {
		sn_hex_encode(id, t->payment_id, sizeof t->payment_id);
		sn_put_line(out, "    payment ID %s", id);
	}
	for (size_t i = 0; i < t->n_destinations; i++) {
		char amount[SN_AMOUNT_TEXT_MAX], address[SN_ADDRESS_TEXT_MAX];
		sn_amount_format(amount, (struct sn_amount){t->destinations[i].amount});
		sn_address_format(address, &t->destinations[i].address);
		const struct sn_contact *contact = sn_names_find_address(names, &t->destinations[i].address);
		sn_put_line(out, "    %s to %s%s", amount, address,
			    in_brackets(name, contact ? contact->name : NULL));
	}
	if (t->kind == SN_TRANSFER_OUT && !t->payment)
		sn_put_line(out, "    not made with this wallet file; the amount includes the fee");
}

/* CSV */

/* Written with a leading comma: every field but the first. */
static void put_field(struct sn_buf *out, const char *text)
{
	put_text(out, ",");
	put_text(out, text);
}

/* A label can contain commas, but no quotation marks (chain/names.h). */
static void put_label(struct sn_buf *out, const char *label)
{
	const bool has_comma = strchr(label, ',');
	put_text(out, has_comma ? ",\"" : ",");
	put_text(out, label);
	put_text(out, has_comma ? "\"" : "");
}

static void put_number(struct sn_buf *out, bool is_known, uint64_t number)
{
	char text[24];
	snprintf(text, sizeof text, "%" PRIu64, number);
	put_field(out, is_known ? text : "");
}

static void put_xmr(struct sn_buf *out, uint64_t pico)
{
	char text[SN_AMOUNT_TEXT_MAX];
	sn_amount_format(text, (struct sn_amount){pico});
	put_field(out, text);
}

static void put_hex(struct sn_buf *out, bool is_known, const void *data, size_t len)
{
	char text[HASH_TEXT] = "";
	if (is_known)
		sn_hex_encode(text, data, len);
	put_field(out, text);
}

static void put_row(struct sn_buf *out, struct sn_own_addresses *own, const struct sn_transfer *t)
{
	char date[SN_REPORT_DATE_TEXT], own_text[SN_ADDRESS_TEXT_MAX];
	bool is_in = is_received(t);
	const char *receiver = is_in ? sn_own_address(own_text, own, t->subaddress) : "";
	if (!receiver) {
		out->failed = true;
		return;
	}
	sn_report_date(date, "%Y-%m-%dT%H:%M:%SZ", t->time, "");
	put_text(out, date);
	put_number(out, is_in_block(t), t->height);
	put_number(out, is_in_block(t), t->confirmations);
	put_field(out, sn_transfer_kind_name(t->kind));
	put_xmr(out, t->amount);
	put_xmr(out, t->fee);
	put_hex(out, has_hash(t), &t->tx_hash, sizeof t->tx_hash);
	put_number(out, t->payment, t->payment);
	put_number(out, true, t->subaddress.major);
	put_number(out, is_in, t->subaddress.minor);
	put_field(out, receiver);
	put_hex(out, t->has_payment_id, t->payment_id, sizeof t->payment_id);
	put_text(out, ",");
	for (size_t i = 0; i < t->n_destinations; i++) {
		char amount[SN_AMOUNT_TEXT_MAX], address[SN_ADDRESS_TEXT_MAX];
		sn_amount_format(amount, (struct sn_amount){t->destinations[i].amount});
		sn_address_format(address, &t->destinations[i].address);
		put_text(out, i ? " " : "");
		put_text(out, address);
		put_text(out, "=");
		put_text(out, amount);
	}
	const char *label = is_in ? sn_names_label(own->names, t->subaddress) : NULL;
	put_label(out, label ? label : "");
	put_text(out, "\n");
}

/* Reports in any form */

struct writer {
	struct sn_buf *out;
	const struct sn_report_sink *sink; /* may be NULL */
	struct sn_own_addresses own;
	struct sn_buf item;
};

static void put_beginning(struct sn_buf *out, enum sn_report_form form, size_t n)
{
	if (form == SN_REPORT_JSON)
		put_text(out, "{\n\t\"transfers\":\t[");
	else if (form == SN_REPORT_CSV)
		put_text(
			out,
			"date,height,confirmations,type,amount,fee,tx_hash,id,account_index,address_index,address,"
			"payment_id,destinations,label\n");
	else if (n)
		sn_put_line(out, TABLE, "date (UTC)", "height", "confirms", "", "amount", "fee", "tx_hash");
}

static void put_one(struct writer *x, enum sn_report_form form, const struct sn_transfer *t, bool is_first)
{
	if (form == SN_REPORT_JSON) {
		put_text(x->out, is_first ? "" : ", ");
		sn_buf_clear(&x->item);
		put_json(&x->item, &x->own, t, true);
		put_indented(x->out, &x->item);
	} else if (form == SN_REPORT_CSV) {
		put_row(x->out, &x->own, t);
	} else {
		put_transfer(x->out, t);
		put_details(x->out, x->own.names, t);
	}
}

static void put_count(struct sn_buf *out, const struct sn_wallet *w, size_t n)
{
	char scanned[SN_REPORT_SCANNED_TEXT];
	sn_report_scanned(scanned, w);
	sn_put_line(out, "%zu transfer%s, %s", n, SN_PLURAL(n), scanned);
}

static void put_end(struct sn_buf *out, enum sn_report_form form, const struct sn_wallet *w, size_t n)
{
	if (form == SN_REPORT_JSON)
		put_text(out, "]\n}\n");
	else if (form == SN_REPORT_TEXT)
		put_count(out, w, n);
}

#define PIECE 65536

/* Pass the collected text to the sink, if it has at least `least` bytes. */
static int flush(struct writer *x, size_t least, struct sn_error *err)
{
	if (x->out->failed)
		return sn_error_memory(err);
	if (!x->sink || x->out->len < least)
		return SN_OK;
	int ret = x->sink->put(x->sink->context, (const char *)x->out->data, x->out->len);
	sn_buf_clear(x->out);
	return ret;
}

static int write_history(struct writer *x, enum sn_report_form form, const struct sn_wallet *w,
			 const struct sn_transfer *transfers, size_t n, struct sn_error *err)
{
	x->own.account = w->account;
	x->own.names = &w->names;
	put_beginning(x->out, form, n);
	int ret = flush(x, PIECE, err);
	for (size_t i = 0; !ret && i < n; i++) {
		put_one(x, form, &transfers[i], i == 0);
		ret = flush(x, PIECE, err);
	}
	if (!ret) {
		put_end(x->out, form, w, n);
		ret = flush(x, 1, err);
	}
	sn_buf_free(&x->item);
	sn_own_addresses_free(&x->own);
	return ret;
}

int sn_report_history_write(const struct sn_report_sink *sink, enum sn_report_form form,
			    const struct sn_wallet *w, const struct sn_transfer *transfers, size_t n,
			    struct sn_error *err)
{
	struct sn_buf out = {0};
	struct writer x = {.out = &out, .sink = sink};
	int ret = write_history(&x, form, w, transfers, n, err);
	sn_buf_free(&out);
	return ret;
}

int sn_report_history_text(struct sn_buf *out, const struct sn_wallet *w, const struct sn_transfer *transfers,
			   size_t n)
{
	struct writer x = {.out = out};
	return write_history(&x, SN_REPORT_TEXT, w, transfers, n, NULL);
}

int sn_report_history_csv(struct sn_buf *out, const struct sn_wallet *w, const struct sn_transfer *transfers,
			  size_t n)
{
	struct writer x = {.out = out};
	return write_history(&x, SN_REPORT_CSV, w, transfers, n, NULL);
}
