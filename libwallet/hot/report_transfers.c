#include "hot/report_transfers.h"

#include "base/hex.h"
#include "hot/balance.h"
#include "hot/own_addresses.h"
#include "hot/report_internal.h"
#include "store/wallet_notes.h"
#include "store/output_order.h"

#include <stdlib.h>
#include <string.h>

/* The block reward never falls below this: 0.6 XMR (reference implementation, src/cryptonote_config.h). */
#define TAIL_REWARD UINT64_C(600000000000)

#define ID_TEXT (2 * SN_PAYMENT_ID_BYTES + 1)

struct report {
	const struct sn_wallet *w;
	struct sn_own_addresses *own;
	struct sn_buf text;
};

static struct report begin(const struct sn_wallet *w, struct sn_own_addresses *own)
{
	return (struct report){.w = w, .own = own};
}

static int end(struct report *r, bool done)
{
	sn_buf_free(&r->text);
	return done ? SN_OK : SN_IO;
}

/* Add `item` to the list, and free it. */
static bool push(struct report *r, cJSON *list, cJSON *item, bool is_complete)
{
	bool done = is_complete && sn_report_push_raw(list, &r->text, item);
	sn_json_free(item);
	return done;
}

static bool is_received(const struct sn_transfer *t)
{
	return t->kind == SN_TRANSFER_IN || t->kind == SN_TRANSFER_POOL;
}

/* ------------------------------------------------------------------ transfers */

/* Released after it had been submitted. */
static bool is_failed(const struct sn_transfer *t)
{
	static const struct sn_hash none;
	return t->kind == SN_TRANSFER_RELEASED && !sn_hash_is_equal(&t->tx_hash, &none);
}

static const char *type_of(const struct sn_transfer *t)
{
	if (is_failed(t))
		return "failed";
	return t->is_coinbase ? "block" : sn_transfer_kind_name(t->kind);
}

/* The number of blocks after which undoing the payment would cost more in rewards than it is worth. */
static uint64_t threshold(const struct sn_transfer *t, uint64_t height)
{
	uint64_t blocks = t->amount / TAIL_REWARD + (t->amount % TAIL_REWARD > 0);
	if (t->unlock_time < SN_UNLOCK_TIME_IS_HEIGHT_BELOW && t->unlock_time > height &&
	    t->unlock_time - height > blocks)
		blocks = t->unlock_time - height;
	return blocks;
}

/* Whether the transfer received the output, or the output is the change at the same address. */
static bool is_of(const struct sn_wallet *w, size_t output, const struct sn_transfer *t)
{
	const struct sn_wallet_output *o = &w->outputs[output];
	return sn_hash_is_equal(&o->tx_hash, &t->tx_hash) &&
	       sn_subaddress_is_equal(o->subaddress, t->subaddress) && !sn_wallet_is_burnt(w, output);
}

/* The amounts of the outputs that were received. */
static bool add_amounts(cJSON *item, const struct sn_wallet *w, const struct sn_transfer *t)
{
	cJSON *list = sn_report_add_array(item, "amounts");
	if (t->n_outputs <= 1)
		return list && !sn_json_push_u64(list, t->amount);
	const size_t first = sn_wallet_outputs_from(w, t->height);
	uint64_t change = 0 - t->amount;
	for (size_t i = first; i < w->n_outputs && w->outputs[i].height == t->height; i++)
		change += is_of(w, i, t) ? w->outputs[i].amount : 0;
	bool done = list;
	for (size_t i = first; done && i < w->n_outputs && w->outputs[i].height == t->height; i++) {
		const uint64_t amount = w->outputs[i].amount;
		if (!is_of(w, i, t))
			continue;
		if (change && amount == change)
			change = 0;
		else
			done = !sn_json_push_u64(list, amount);
	}
	return done;
}

static bool push_index(cJSON *list, struct sn_subaddress_index index)
{
	cJSON *item = sn_report_push_object(list);
	return sn_report_u64(item, "major", index.major) && sn_report_u64(item, "minor", index.minor);
}

static int compare_u32(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

/* The addresses whose outputs a payment spends. Returns their number. */
static size_t list_inputs(uint32_t *minors, const struct report *r, const struct sn_wallet_payment *p)
{
	size_t n = 0;
	for (size_t i = 0; i < p->n_inputs; i++) {
		const size_t at = sn_wallet_find_key(r->w, &p->inputs[i]);
		if (at != SIZE_MAX)
			minors[n++] = r->w->outputs[at].subaddress.minor;
	}
	return n;
}

/* The addresses whose outputs a transfer spends; this wallet file may not have prepared it. The caller frees
 * the list. Returns NULL when out of memory. */
static uint32_t *list_spent(const struct report *r, const struct sn_transfer *t, size_t *n)
{
	const struct sn_wallet_payment *p = t->payment ? sn_wallet_find_payment(r->w, t->payment) : NULL;
	size_t n_spends = 0;
	const size_t first = p ? 0U : sn_wallet_spends_of(r->w, t->height, &t->tx_hash, &n_spends);
	uint32_t *minors = calloc((p ? p->n_inputs : n_spends) + 1, sizeof *minors);
	if (minors && p)
		n_spends = list_inputs(minors, r, p);
	for (size_t i = 0; minors && !p && i < n_spends; i++)
		minors[i] = sn_wallet_spend_at(r->w, first + i)->subaddress.minor;
	*n = n_spends;
	return minors;
}

/* The addresses of the account whose outputs the transfer spends. */
static bool push_spent(cJSON *list, const struct report *r, const struct sn_transfer *t)
{
	size_t found = 0;
	uint32_t *minors = list_spent(r, t, &found);
	bool done = minors;
	if (done)
		qsort(minors, found, sizeof *minors, compare_u32);
	for (size_t i = 0; done && i < found; i++)
		if (!i || minors[i] != minors[i - 1])
			done = push_index(list, (struct sn_subaddress_index){t->subaddress.major, minors[i]});
	free(minors);
	return done;
}

static bool add_addresses(cJSON *item, struct report *r, const struct sn_transfer *t)
{
	char text[SN_ADDRESS_TEXT_MAX];
	const char *address = sn_own_address(text, r->own, t->subaddress);
	cJSON *list = sn_report_add_array(item, "subaddr_indices");
	return address && list && sn_report_string(item, "address", address) &&
	       sn_report_index(item, "subaddr_index", t->subaddress) &&
	       (is_received(t) ? push_index(list, t->subaddress) : push_spent(list, r, t));
}

static bool add_sent(cJSON *item, const struct sn_wallet *w, const struct sn_transfer *t)
{
	const struct sn_wallet_payment *p = t->payment ? sn_wallet_find_payment(w, t->payment) : NULL;
	cJSON *list = t->n_destinations ? sn_report_add_array(item, "destinations") : NULL;
	bool done = (!t->n_destinations || list) && sn_report_u64(item, "fee", t->fee) &&
		    sn_report_u64(item, "change_amount", p ? p->change : 0) &&
		    (!t->payment || sn_report_u64(item, "id", t->payment)) &&
		    (!t->reference || sn_report_string(item, "reference", t->reference)) &&
		    (!t->is_rejected || sn_report_bool(item, "rejected", true));
	for (size_t i = 0; done && i < t->n_destinations; i++) {
		cJSON *to = sn_report_push_object(list);
		done = sn_report_u64(to, "amount", t->destinations[i].amount) &&
		       sn_report_address(to, "address", &t->destinations[i].address);
	}
	return done;
}

static void format_id(char text[static ID_TEXT], const struct sn_transfer *t)
{
	static const uint8_t none[SN_PAYMENT_ID_BYTES];
	sn_hex_encode(text, t->has_payment_id ? t->payment_id : none, SN_PAYMENT_ID_BYTES);
}

/* Returns false when out of memory. */
static bool fill(cJSON *item, struct report *r, const struct sn_transfer *t)
{
	char id[ID_TEXT];
	const bool is_mined = t->kind == SN_TRANSFER_IN || t->kind == SN_TRANSFER_OUT;
	const bool is_locked = t->kind == SN_TRANSFER_IN    ? !t->is_unlocked
			       : t->kind == SN_TRANSFER_OUT ? t->confirmations < SN_SPENDABLE_AGE
							    : true;
	format_id(id, t);
	return sn_report_hex(item, "txid", &t->tx_hash, sizeof t->tx_hash) &&
	       sn_report_string(item, "type", type_of(t)) && sn_report_u64(item, "amount", t->amount) &&
	       sn_report_u64(item, "height", t->height) &&
	       sn_report_u64(item, "confirmations", t->confirmations) &&
	       sn_report_u64(item, "timestamp", is_mined && t->block_time ? t->block_time : t->time) &&
	       sn_report_string(item, "payment_id", id) &&
	       sn_report_string(item, "note", sn_wallet_note(r->w, &t->tx_hash)) &&
	       sn_report_u64(item, "unlock_time", t->unlock_time) &&
	       sn_report_bool(item, "locked", is_locked) &&
	       sn_report_bool(item, "double_spend_seen", false) &&
	       sn_report_u64(item, "suggested_confirmations_threshold",
			     threshold(t, sn_wallet_height(r->w))) &&
	       add_addresses(item, r, t) &&
	       (is_received(t) ? add_amounts(item, r->w, t) : add_sent(item, r->w, t));
}

static bool push_transfer(struct report *r, cJSON *list, const struct sn_transfer *t)
{
	cJSON *item = cJSON_CreateObject();
	return push(r, list, item, item && fill(item, r, t));
}

int sn_report_transfer_lists_json(cJSON *object, const struct sn_wallet *w, struct sn_own_addresses *own,
				  const struct sn_transfer *transfers, size_t n)
{
	struct report r = begin(w, own);
	cJSON *lists[SN_TRANSFER_RELEASED + 2] = {0};
	bool done = object;
	for (size_t i = 0; done && i < n; i++) {
		const struct sn_transfer *t = &transfers[i];
		const size_t which = is_failed(t) ? SN_TRANSFER_RELEASED + 1 : t->kind;
		if (!lists[which])
			lists[which] = sn_report_add_array(
				object, is_failed(t) ? "failed" : sn_transfer_kind_name(t->kind));
		done = lists[which] && push_transfer(&r, lists[which], t);
	}
	return end(&r, done);
}

int sn_report_transfers_json(cJSON *object, const struct sn_wallet *w, struct sn_own_addresses *own,
			     const struct sn_transfer *transfers, size_t n)
{
	struct report r = begin(w, own);
	cJSON *first = cJSON_AddObjectToObject(object, "transfer");
	cJSON *list = sn_report_add_array(object, "transfers");
	bool done = first && list && n && fill(first, &r, &transfers[0]);
	for (size_t i = 0; done && i < n; i++)
		done = push_transfer(&r, list, &transfers[i]);
	return end(&r, done);
}

/* ------------------------------------------------------------------ received */

static bool push_payment(struct report *r, cJSON *list, const struct sn_transfer *t, const char *payment_id)
{
	char id[65], short_id[ID_TEXT];
	format_id(short_id, t);
	memset(id, '0', sizeof id - 1);
	id[sizeof id - 1] = 0;
	memcpy(id, short_id, sizeof short_id - 1);
	char text[SN_ADDRESS_TEXT_MAX];
	const char *address = sn_own_address(text, r->own, t->subaddress);
	cJSON *item = cJSON_CreateObject();
	bool done = address && sn_report_string(item, "payment_id", payment_id ? payment_id : id) &&
		    sn_report_hex(item, "tx_hash", &t->tx_hash, sizeof t->tx_hash) &&
		    sn_report_u64(item, "amount", t->amount) &&
		    sn_report_u64(item, "block_height", t->height) &&
		    sn_report_u64(item, "unlock_time", t->unlock_time) &&
		    sn_report_bool(item, "locked", !t->is_unlocked) &&
		    sn_report_index(item, "subaddr_index", t->subaddress) &&
		    sn_report_string(item, "address", address);
	return push(r, list, item, done);
}

int sn_report_payments_json(cJSON *object, const struct sn_wallet *w, struct sn_own_addresses *own,
			    const struct sn_transfer *transfers, size_t n, const char *payment_id)
{
	struct report r = begin(w, own);
	cJSON *list = cJSON_GetObjectItemCaseSensitive(object, "payments");
	bool done = true;
	for (size_t i = 0; done && i < n; i++) {
		if (transfers[i].kind != SN_TRANSFER_IN)
			continue;
		if (!list)
			list = sn_report_add_array(object, "payments");
		done = list && push_payment(&r, list, &transfers[i], payment_id);
	}
	return end(&r, done);
}

static bool push_output(struct report *r, cJSON *list, size_t at, bool is_spent, uint64_t now)
{
	const struct sn_wallet_output *o = &r->w->outputs[at];
	const struct sn_point *known = sn_wallet_image_of(r->w, o);
	char image[2 * sizeof *known + 1] = "";
	cJSON *item = cJSON_CreateObject();
	if (known)
		sn_hex_encode(image, known, sizeof *known);
	bool done = sn_report_u64(item, "amount", o->amount) && sn_report_bool(item, "spent", is_spent) &&
		    sn_report_u64(item, "global_index", o->global_index) &&
		    sn_report_hex(item, "tx_hash", &o->tx_hash, sizeof o->tx_hash) &&
		    sn_report_index(item, "subaddr_index", o->subaddress) &&
		    sn_report_string(item, "key_image", image) &&
		    sn_report_hex(item, "pubkey", &o->key, sizeof o->key) &&
		    sn_report_u64(item, "block_height", o->height) &&
		    sn_report_bool(item, "frozen", sn_wallet_is_frozen(r->w, &o->key)) &&
		    sn_report_bool(item, "unlocked", sn_output_is_unlocked(o, sn_wallet_height(r->w), now));
	return push(r, list, item, done);
}

int sn_report_incoming_json(cJSON *object, const struct sn_wallet *w, uint32_t account,
			    const uint32_t *addresses, size_t n, const bool *spent, uint64_t now)
{
	struct report r = begin(w, NULL);
	cJSON *list = NULL;
	bool done = object;
	for (size_t i = 0; done && i < w->n_outputs; i++) {
		const bool is_spent = !sn_output_counts(w, i);
		if (w->outputs[i].subaddress.major != account || (spent && *spent != is_spent) ||
		    (n && !sn_index_is_in_sorted(addresses, n, w->outputs[i].subaddress.minor)))
			continue;
		if (!list)
			list = sn_report_add_array(object, "transfers");
		done = list && push_output(&r, list, i, is_spent, now);
	}
	return end(&r, done);
}

/* ------------------------------------------------------------------ balances */

static bool push_balance(struct report *r, cJSON *list, const struct sn_address_balance *b)
{
	char text[SN_ADDRESS_TEXT_MAX];
	const char *address = sn_own_address(text, r->own, b->address);
	const char *label = sn_names_label(&r->w->names, b->address);
	cJSON *item = cJSON_CreateObject();
	bool done = address && sn_report_u64(item, "account_index", b->address.major) &&
		    sn_report_u64(item, "address_index", b->address.minor) &&
		    sn_report_string(item, "address", address) &&
		    sn_report_u64(item, "balance", b->balance.total) &&
		    sn_report_u64(item, "unlocked_balance", b->balance.unlocked) &&
		    sn_report_u64(item, "blocks_to_unlock", b->balance.blocks_to_unlock) &&
		    sn_report_u64(item, "time_to_unlock", 0) &&
		    sn_report_string(item, "label", label ? label : "") &&
		    sn_report_u64(item, "num_unspent_outputs", b->n_unspent);
	return push(r, list, item, done);
}

int sn_report_per_subaddress_json(cJSON *object, const struct sn_wallet *w, struct sn_own_addresses *own,
				  const struct sn_balances *balances, int64_t account,
				  const uint32_t *addresses, size_t n)
{
	struct report r = begin(w, own);
	cJSON *array = NULL;
	bool done = object && (!n || (array = sn_report_add_array(object, "per_subaddress")));
	for (size_t i = 0; done && !n && i < balances->n_addresses; i++) {
		const struct sn_address_balance *b = &balances->addresses[i];
		if (account >= 0 && b->address.major != account)
			continue;
		if (!array)
			array = sn_report_add_array(object, "per_subaddress");
		done = array && push_balance(&r, array, b);
	}
	for (size_t i = 0; done && i < n; i++) {
		const struct sn_address_balance b = sn_balances_of_address(
			balances, (struct sn_subaddress_index){(uint32_t)account, addresses[i]});
		done = push_balance(&r, array, &b);
	}
	return end(&r, done);
}
