#include "hot/report_balance.h"
#include "base/line.h"
#include "chain/amount.h"
#include "hot/balance.h"
#include "hot/fork.h"
#include "hot/report_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The sum of the scanned inputs of a prepared payment. */
static uint64_t reserved_by(const struct sn_wallet *w, const struct sn_wallet_payment *payment)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < payment->n_inputs; i++) {
		size_t output = sn_wallet_find_key(w, &payment->inputs[i]);
		if (output != SIZE_MAX && sn_wallet_held_by(w, output) == payment)
			sum += w->outputs[output].amount;
	}
	return sum;
}

static bool is_any_prepared(const struct sn_wallet *w)
{
	for (size_t i = 0; i < w->n_payments; i++)
		if (w->payments[i].state == SN_PAYMENT_PREPARED)
			return true;
	return false;
}

static void put_amount(struct sn_buf *out, const char *label, uint64_t pico)
{
	char text[SN_AMOUNT_TEXT_MAX];
	sn_amount_format(text, (struct sn_amount){pico});
	sn_put_line(out, "%-18s%22s XMR", label, text);
}

int sn_report_unscanned(struct sn_buf *out, uint64_t unscanned_below)
{
	if (unscanned_below)
		sn_put_line(
			out,
			"blocks below height %" PRIu64
			" were not scanned for all addresses: if you gave out one of the newer addresses before, run sneakernote --wallet-file=FILE --daemon-address=HOST:PORT --resync-and-exit",
			unscanned_below);
	return sn_report_done(out);
}

int sn_report_wallet_notes(struct sn_buf *out, const struct sn_wallet *w)
{
	struct sn_error fork;
	if (sn_fork_check_wallet(w, &fork))
		sn_put_line(out, "%s; %s", fork.text, fork.hint);
	if (sn_wallet_lacks_images(w))
		sn_put_line(out,
			    "key images are missing: the balance is unreliable until you run ki-restore");
	return sn_report_unscanned(out, w->unscanned_below);
}

/* If the figure may include spent outputs, or lacks blocks that must be scanned again, its line says so.
 * `certain` is the part of the balance that is certainly unspent; NULL: not known. */
static void put_figure(struct sn_buf *out, const char *label, uint64_t pico, const struct sn_wallet *w,
		       bool is_known, const uint64_t *certain)
{
	char text[SN_AMOUNT_TEXT_MAX], least[SN_AMOUNT_TEXT_MAX];
	if (w->scanned_to) {
		sn_put_line(out,
			    "%-18snot known: blocks %" PRIu64 " to %" PRIu64
			    " must be scanned again: run wo-sync",
			    label, sn_wallet_height(w), w->scanned_to - 1);
		return;
	}
	if (is_known || !pico) {
		put_amount(out, label, pico);
		return;
	}
	sn_amount_format(text, (struct sn_amount){pico});
	if (!certain) {
		sn_put_line(out, "%-18s%22s XMR at most", label, text);
		return;
	}
	sn_amount_format(least, (struct sn_amount){*certain});
	sn_put_line(
		out,
		"%-18s%22s XMR at most, %s XMR at least: for the exact balance run ki-restore -w FILE --list",
		label, text, least);
}

/* A line for each account, if there are several, or one has a label. */
static void put_accounts(struct sn_buf *out, const struct sn_wallet *w, const struct sn_balances *balances,
			 bool is_known)
{
	const size_t n = w->scanned_to ? 0 : balances->n_accounts; /* 0: no figure is known */
	for (size_t i = 0; i < n; i++) {
		const struct sn_account_balance *account = &balances->accounts[i];
		const char *label =
			sn_names_label(&w->names, (struct sn_subaddress_index){account->account, 0});
		char amount[SN_AMOUNT_TEXT_MAX], name[24];
		if (n == 1 && !label)
			break;
		snprintf(name, sizeof name, "  account %" PRIu32, account->account);
		sn_amount_format(amount, (struct sn_amount){account->balance.total});
		sn_put_line(out, "%-18s%22s XMR%s%s%s%s", name, amount,
			    is_known || !account->balance.total ? "" : " at most", label ? " (" : "",
			    label ? label : "", label ? ")" : "");
	}
}

int sn_report_balance_text(struct sn_buf *out, const struct sn_wallet *w, uint64_t now)
{
	struct sn_balances balances;
	if (sn_balances_make(&balances, w, now))
		out->failed = true;
	const struct sn_balance b = balances.all;
	bool is_known = sn_wallet_knows_spends(w);
	(void)!sn_report_wallet_notes(out, w);
	const uint64_t certain = b.total > b.without_image ? b.total - b.without_image : 0;
	put_figure(out, "balance", b.total, w, is_known, &certain);
	put_accounts(out, w, &balances, is_known);
	put_figure(out, "unlocked balance", b.unlocked, w, is_known, NULL);
	if (b.blocks_to_unlock)
		sn_put_line(out, "  outputs locked by height unlock within %" PRIu64 " block%s",
			    b.blocks_to_unlock, SN_PLURAL(b.blocks_to_unlock));
	if (b.pending_in)
		put_amount(out, "pending in", b.pending_in);
	if (b.unconfirmed)
		put_amount(out, "  unconfirmed", b.unconfirmed);
	if (b.pending_out)
		put_amount(out, "pending out", b.pending_out);
	if (b.n_waiting)
		sn_put_line(
			out,
			"  %zu submitted payment%s not counted: no scanned block contains the outputs that %s; run wo-sync",
			b.n_waiting, b.n_waiting == 1 ? " is" : "s are",
			b.n_waiting == 1 ? "it spends" : "they spend");
	if (is_any_prepared(w))
		put_amount(out, "reserved", b.reserved);
	for (size_t i = 0; i < w->n_payments; i++) {
		const struct sn_wallet_payment *payment = &w->payments[i];
		char label[32];
		if (payment->state != SN_PAYMENT_PREPARED)
			continue;
		snprintf(label, sizeof label, "  payment %" PRIu64, payment->id);
		put_amount(out, label, reserved_by(w, payment));
	}
	if (b.frozen)
		put_amount(out, "frozen", b.frozen);
	if (b.n_without_image) {
		put_amount(out, "without key image", b.without_image);
		if (is_known)
			sn_put_line(
				out,
				"  %zu output%s, normal for a wallet used alone; if another wallet has the same seed, run ki-restore",
				b.n_without_image, SN_PLURAL(b.n_without_image));
	}
	if (w->role == SN_ROLE_MASTER && !w->n_blocks)
		sn_put_line(out, "never scanned: the watch-only wallet has the balance");
	else if (!w->n_blocks)
		sn_put_line(out, "no block scanned yet: run wo-sync, which starts at height %" PRIu64,
			    sn_wallet_height(w));
	else
		sn_put_line(out, "scanned up to height %" PRIu64, sn_wallet_height(w));
	sn_balances_free(&balances);
	return sn_report_done(out);
}

static bool add_balance(cJSON *object, const struct sn_balance *b)
{
	return sn_report_u64(object, "balance", b->total) &&
	       sn_report_u64(object, "unlocked_balance", b->unlocked) &&
	       sn_report_u64(object, "reserved", b->reserved) && sn_report_u64(object, "frozen", b->frozen) &&
	       sn_report_u64(object, "pending_in", b->pending_in) &&
	       sn_report_u64(object, "unconfirmed_in", b->unconfirmed) &&
	       sn_report_u64(object, "pending_out", b->pending_out) &&
	       sn_report_u64(object, "payments_waiting", b->n_waiting) &&
	       sn_report_u64(object, "outputs_without_key_image", b->n_without_image) &&
	       sn_report_u64(object, "amount_without_key_image", b->without_image) &&
	       sn_report_u64(object, "blocks_to_unlock", b->blocks_to_unlock);
}

static bool add_accounts(cJSON *object, const struct sn_wallet *w, const struct sn_balances *balances)
{
	cJSON *list = sn_report_add_array(object, "per_account");
	bool done = list;
	for (size_t i = 0; done && i < balances->n_accounts; i++) {
		const struct sn_account_balance *account = &balances->accounts[i];
		cJSON *item = sn_report_push_object(list);
		const char *label =
			sn_names_label(&w->names, (struct sn_subaddress_index){account->account, 0});
		done = sn_report_u64(item, "account_index", account->account) &&
		       (!label || sn_report_string(item, "label", label)) &&
		       add_balance(item, &account->balance);
	}
	return done;
}

static bool add_reservations(cJSON *object, const struct sn_wallet *w)
{
	cJSON *list = sn_report_add_array(object, "reservations");
	bool done = list;
	for (size_t i = 0; done && i < w->n_payments; i++) {
		const struct sn_wallet_payment *payment = &w->payments[i];
		if (payment->state != SN_PAYMENT_PREPARED)
			continue;
		cJSON *item = sn_report_push_object(list);
		done = sn_report_u64(item, "id", payment->id) &&
		       sn_report_u64(item, "timestamp", payment->time) &&
		       sn_report_u64(item, "reserved", reserved_by(w, payment)) &&
		       sn_report_u64(item, "fee", payment->fee) &&
		       sn_report_u64(item, "change_amount", payment->change);
	}
	return done;
}

static bool add_state(cJSON *object, const struct sn_wallet *w)
{
	return sn_report_u64(object, "height", sn_wallet_height(w)) &&
	       sn_report_bool(object, "needs_key_images", sn_wallet_lacks_images(w)) &&
	       sn_report_bool(object, "spent_outputs_known", sn_wallet_knows_spends(w)) &&
	       sn_report_u64(object, "rescan_to", w->scanned_to) &&
	       sn_report_u64(object, "unscanned_below", w->unscanned_below) &&
	       sn_report_bool(object, "needs_update", sn_fork_is_unreadable(w)) &&
	       sn_report_bool(object, "payments_disabled", w->fork_version);
}

int sn_report_account_balance_json(cJSON *object, const struct sn_wallet *w,
				   const struct sn_balances *balances, uint32_t account)
{
	const struct sn_balance b = sn_balances_of_account(balances, account);
	bool done = sn_report_u64(object, "account_index", account) && add_balance(object, &b) &&
		    add_state(object, w);
	return done ? SN_OK : SN_IO;
}

int sn_report_balances_json(cJSON *object, const struct sn_wallet *w, const struct sn_balances *balances)
{
	bool done = add_balance(object, &balances->all) && add_state(object, w) &&
		    add_accounts(object, w, balances) && add_reservations(object, w);
	return done ? SN_OK : SN_IO;
}

int sn_report_balance_json(cJSON *object, const struct sn_wallet *w, uint64_t now)
{
	struct sn_balances balances;
	if (sn_balances_make(&balances, w, now))
		return SN_IO;
	int ret = sn_report_balances_json(object, w, &balances);
	sn_balances_free(&balances);
	return ret;
}
