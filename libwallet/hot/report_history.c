#include "base/hex.h"
#include "chain/amount.h"
#include "hot/report_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define HASH_TEXT (2 * sizeof(struct sn_hash) + 1)
#define DATE_TEXT 40

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

/* The address worked out last: it costs some 50 us, and most often the next one is the same. */
struct memo {
	bool is_set;
	struct sn_subaddress_index index;
	char text[SN_ADDRESS_TEXT_MAX];
};

/* The address that received; for what went out there is none to tell, since inputs may be of several. */
static const char *own_address(struct memo *memo, const struct sn_wallet *w, const struct sn_transfer *t)
{
	struct sn_address address;
	if (!memo->is_set || memo->index.major != t->subaddress.major || memo->index.minor != t->subaddress.minor) {
		sn_account_address(&address, w->account, t->subaddress);
		sn_address_format(memo->text, &address);
		memo->index = t->subaddress;
		memo->is_set = true;
	}
	return memo->text;
}

/* UTC; `unknown` for a time that is not known, or that no calendar has. */
static void format_date(char text[static DATE_TEXT], const char *format, uint64_t seconds, const char *unknown)
{
	time_t time = (time_t)seconds;
	struct tm tm;
	if (!seconds || seconds > UINT32_MAX || !gmtime_r(&time, &tm) || !strftime(text, DATE_TEXT, format, &tm))
		snprintf(text, DATE_TEXT, "%s", unknown);
}

/* JSON */

static bool add_destinations(cJSON *item, const struct sn_transfer *t)
{
	cJSON *list = sn_report_add_array(item, "destinations");
	bool done = list;
	for (size_t i = 0; done && i < t->n_destinations; i++) {
		cJSON *destination = sn_report_push_object(list);
		done = sn_report_address(destination, "address", &t->destinations[i].address) &&
		       sn_report_u64(destination, "amount", t->destinations[i].amount);
	}
	return done;
}

static bool add_received(cJSON *item, struct memo *memo, const struct sn_wallet *w, const struct sn_transfer *t)
{
	return sn_report_string(item, "address", own_address(memo, w, t)) &&
	       sn_report_index(item, "subaddr_index", t->subaddress) &&
	       sn_report_u64(item, "unlock_time", t->unlock_time) &&
	       sn_report_bool(item, "unlocked", t->is_unlocked) && sn_report_bool(item, "coinbase", t->is_coinbase);
}

static bool add_transfer(cJSON *list, struct memo *memo, const struct sn_wallet *w, const struct sn_transfer *t)
{
	cJSON *item = sn_report_push_object(list);
	char hash[HASH_TEXT] = "";
	if (has_hash(t))
		sn_hex_encode(hash, &t->tx_hash, sizeof t->tx_hash);
	bool done = sn_report_string(item, "type", sn_transfer_kind_name(t->kind)) &&
		    sn_report_string(item, "tx_hash", hash) &&
		    (!t->payment || sn_report_u64(item, "id", t->payment)) &&
		    sn_report_u64(item, "height", t->height) &&
		    sn_report_u64(item, "confirmations", t->confirmations) &&
		    sn_report_u64(item, "timestamp", t->time) && sn_report_u64(item, "amount", t->amount) &&
		    sn_report_u64(item, "fee", t->fee) && sn_report_u64(item, "account_index", t->subaddress.major) &&
		    (!t->has_payment_id ||
		     sn_report_hex(item, "payment_id", t->payment_id, sizeof t->payment_id));
	return done && (is_received(t) ? add_received(item, memo, w, t) : add_destinations(item, t));
}

int sn_report_history_json(cJSON *object, const struct sn_wallet *w, const struct sn_transfer *transfers, size_t n)
{
	struct memo memo = {0};
	cJSON *list = sn_report_add_array(object, "transfers");
	bool done = list;
	for (size_t i = 0; done && i < n; i++)
		done = add_transfer(list, &memo, w, &transfers[i]);
	return done ? SN_OK : SN_IO;
}

/* Text */

#define TABLE "%-16s %8s %8s %-8s %21s %17s  %s"

static void put_transfer(struct sn_buf *out, const struct sn_transfer *t)
{
	char date[DATE_TEXT], height[24] = "-", confirmations[24] = "-", hash[HASH_TEXT] = "-";
	char amount[SN_AMOUNT_TEXT_MAX], fee[SN_AMOUNT_TEXT_MAX] = "-";
	format_date(date, "%Y-%m-%d %H:%M", t->time, "-");
	if (is_in_block(t)) {
		snprintf(height, sizeof height, "%" PRIu64, t->height);
		snprintf(confirmations, sizeof confirmations, "%" PRIu64, t->confirmations);
	}
	sn_amount_format(amount, (struct sn_amount){t->amount});
	if (t->fee)
		sn_amount_format(fee, (struct sn_amount){t->fee});
	if (has_hash(t))
		sn_hex_encode(hash, &t->tx_hash, sizeof t->tx_hash);
	sn_report_line(out, TABLE, date, height, confirmations, sn_transfer_kind_name(t->kind), amount, fee, hash);
}

static void put_details(struct sn_buf *out, const struct sn_transfer *t)
{
	char id[2 * sizeof t->payment_id + 1];
	if (is_received(t) && !sn_subaddress_is_primary(t->subaddress))
		sn_report_line(out, "    at address %" PRIu32 "/%" PRIu32, t->subaddress.major, t->subaddress.minor);
	if (t->is_coinbase)
		sn_report_line(out, "    mined");
	if (t->kind == SN_TRANSFER_IN && !t->is_unlocked)
		sn_report_line(out, "    not unlocked yet");
	if (t->kind == SN_TRANSFER_POOL)
		sn_report_line(out, "    unconfirmed: in no block yet, and no part of the balance");
	if (t->kind == SN_TRANSFER_PREPARED)
		sn_report_line(out, "    payment %" PRIu64 " holds its inputs until it is submitted or released",
			       t->payment);
	if (t->has_payment_id) {
		sn_hex_encode(id, t->payment_id, sizeof t->payment_id);
		sn_report_line(out, "    with payment id %s", id);
	}
	for (size_t i = 0; i < t->n_destinations; i++) {
		char amount[SN_AMOUNT_TEXT_MAX], address[SN_ADDRESS_TEXT_MAX];
		sn_amount_format(amount, (struct sn_amount){t->destinations[i].amount});
		sn_address_format(address, &t->destinations[i].address);
		sn_report_line(out, "    %s to %s", amount, address);
	}
	if (t->kind == SN_TRANSFER_OUT && !t->payment)
		sn_report_line(out, "    not made by this wallet file; its fee is part of the amount");
}

int sn_report_history_text(struct sn_buf *out, const struct sn_wallet *w, const struct sn_transfer *transfers,
			   size_t n)
{
	if (n)
		sn_report_line(out, TABLE, "date (UTC)", "height", "confirms", "", "amount", "fee", "tx_hash");
	for (size_t i = 0; i < n; i++) {
		put_transfer(out, &transfers[i]);
		put_details(out, &transfers[i]);
	}
	sn_report_line(out, "%zu transfer%s, scanned up to height %" PRIu64, n, SN_PLURAL(n), sn_wallet_height(w));
	return sn_report_done(out);
}

/* CSV */

static void put_text(struct sn_buf *out, const char *text)
{
	sn_put_bytes(out, text, strlen(text));
}

/* What stands before every field but the first. */
static void put_field(struct sn_buf *out, const char *text)
{
	put_text(out, ",");
	put_text(out, text);
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

static void put_row(struct sn_buf *out, struct memo *memo, const struct sn_wallet *w, const struct sn_transfer *t)
{
	char date[DATE_TEXT];
	bool is_in = is_received(t);
	format_date(date, "%Y-%m-%dT%H:%M:%SZ", t->time, "");
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
	put_field(out, is_in ? own_address(memo, w, t) : "");
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
	put_text(out, "\n");
}

int sn_report_history_csv(struct sn_buf *out, const struct sn_wallet *w, const struct sn_transfer *transfers, size_t n)
{
	struct memo memo = {0};
	put_text(out, "date,height,confirmations,type,amount,fee,tx_hash,id,account_index,address_index,address,"
		      "payment_id,destinations\n");
	for (size_t i = 0; i < n; i++)
		put_row(out, &memo, w, &transfers[i]);
	return sn_report_done(out);
}
