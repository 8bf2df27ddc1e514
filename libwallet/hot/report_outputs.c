#include "hot/report_outputs.h"
#include "base/hex.h"
#include "base/line.h"
#include "chain/amount.h"
#include "hot/report_internal.h"

#include <inttypes.h>
#include <stdio.h>

#define POINT_TEXT (2 * sizeof(struct sn_point) + 1)

/* JSON */

static bool add_spend(cJSON *item, const struct sn_output_view *l)
{
	return !l->spent_by || (sn_report_u64(item, "spent_height", l->output->spent_height) &&
				sn_report_hex(item, "spent_by", l->spent_by, sizeof *l->spent_by));
}

static bool add_output(cJSON *item, const struct sn_output_view *l)
{
	const struct sn_wallet_output *o = l->output;
	return sn_report_hex(item, "pubkey", &o->key, sizeof o->key) &&
	       (!l->image || sn_report_hex(item, "key_image", l->image, sizeof *l->image)) &&
	       sn_report_u64(item, "amount", o->amount) &&
	       sn_report_string(item, "state", sn_output_state_name(l->state)) &&
	       sn_report_bool(item, "frozen", l->is_frozen) &&
	       (!l->payment || sn_report_u64(item, "id", l->payment)) &&
	       sn_report_index(item, "subaddr_index", o->subaddress) &&
	       sn_report_hex(item, "tx_hash", &o->tx_hash, sizeof o->tx_hash) &&
	       sn_report_u64(item, "height", o->height) &&
	       sn_report_u64(item, "confirmations", l->confirmations) &&
	       sn_report_u64(item, "unlock_height", l->unlock_height) &&
	       sn_report_u64(item, "unlock_time", o->unlock_time) &&
	       sn_report_bool(item, "coinbase", o->is_coinbase) &&
	       sn_report_bool(item, "carrot", o->is_carrot) && add_spend(item, l);
}

/* Add the output as one node of text: a tree of nodes takes many times the memory. */
static bool push_output(cJSON *list, struct sn_buf *text, const struct sn_output_view *l)
{
	cJSON *object = cJSON_CreateObject(), *item = NULL;
	sn_buf_clear(text);
	if (add_output(object, l) && !sn_json_print(text, object, false)) {
		sn_put_u8(text, 0);
		item = text->failed ? NULL : cJSON_CreateRaw((const char *)text->data);
	}
	sn_json_free(object);
	if (item && cJSON_AddItemToArray(list, item))
		return true;
	sn_json_free(item);
	return false;
}

int sn_report_outputs_json(cJSON *object, const struct sn_output_view *list, size_t n)
{
	struct sn_buf text = {0};
	cJSON *array = sn_report_add_array(object, "outputs");
	bool done = array;
	for (size_t i = 0; done && i < n; i++)
		done = push_output(array, &text, &list[i]);
	sn_buf_free(&text);
	return done ? SN_OK : SN_IO;
}

/* Text */

#define TABLE "%-9s %21s %8s %8s  %-29s %s"

static void describe_state(char text[static 64], const struct sn_output_view *l)
{
	char date[SN_REPORT_DATE_TEXT];
	int n = snprintf(text, 64, "%s", sn_output_state_name(l->state));
	char *end = text + n;
	const size_t left = 64 - (size_t)n;
	if (l->state == SN_OUTPUT_SPENT)
		snprintf(end, left, " at height %" PRIu64, l->output->spent_height);
	else if (l->state == SN_OUTPUT_PENDING || l->state == SN_OUTPUT_RESERVED)
		snprintf(end, left, ", payment %" PRIu64, l->payment);
	else if (l->state == SN_OUTPUT_LOCKED && l->unlock_height)
		snprintf(end, left, " until height %" PRIu64, l->unlock_height);
	else if (l->state == SN_OUTPUT_LOCKED) {
		sn_report_date(date, "%Y-%m-%d %H:%M", l->output->unlock_time, "a distant time");
		snprintf(end, left, " until %s", date);
	}
}

static void put_output(struct sn_buf *out, const struct sn_output_view *l)
{
	const struct sn_wallet_output *o = l->output;
	char address[24], amount[SN_AMOUNT_TEXT_MAX], height[24], confirmations[24], state[64];
	char key[POINT_TEXT], image[POINT_TEXT];
	snprintf(address, sizeof address, "%" PRIu32 "/%" PRIu32, o->subaddress.major, o->subaddress.minor);
	sn_amount_format(amount, (struct sn_amount){o->amount});
	snprintf(height, sizeof height, "%" PRIu64, o->height);
	snprintf(confirmations, sizeof confirmations, "%" PRIu64, l->confirmations);
	describe_state(state, l);
	sn_hex_encode(key, &o->key, sizeof o->key);
	sn_put_line(out, TABLE, address, amount, height, confirmations, state, key);
	if (!l->image)
		return;
	sn_hex_encode(image, l->image, sizeof *l->image);
	sn_put_line(out, "    key image %s", image);
}

int sn_report_outputs_text(struct sn_buf *out, const struct sn_wallet *w, const struct sn_output_view *list,
			   size_t n)
{
	char text[SN_AMOUNT_TEXT_MAX], unknown[64] = "", scanned[SN_REPORT_SCANNED_TEXT];
	uint64_t sum = 0;
	size_t n_unknown = 0;
	if (n)
		sn_put_line(out, TABLE, "address", "amount", "height", "confirms", "state", "one-time key");
	for (size_t i = 0; i < n; i++) {
		put_output(out, &list[i]);
		n_unknown += !list[i].output->has_image;
		if (__builtin_add_overflow(sum, list[i].output->amount, &sum))
			sum = UINT64_MAX;
	}
	sn_amount_format(text, (struct sn_amount){sum});
	if (n_unknown)
		snprintf(unknown, sizeof unknown, ", %zu without a known key image", n_unknown);
	sn_report_scanned(scanned, w);
	sn_put_line(out, "%zu output%s, %s XMR%s, %s", n, SN_PLURAL(n), text, unknown, scanned);
	return sn_report_done(out);
}

/* Frozen and thawed outputs */

int sn_report_frozen_json(cJSON *object, bool is_frozen, size_t changed)
{
	return sn_report_u64(object, is_frozen ? "frozen" : "thawed", changed) ? SN_OK : SN_IO;
}

int sn_report_frozen_text(struct sn_buf *out, bool is_frozen, size_t n, size_t changed)
{
	sn_put_line(out, "%zu output%s %s", changed, SN_PLURAL(changed), is_frozen ? "frozen" : "thawed");
	if (changed < n)
		sn_put_line(out, "%zu of the named outputs %s %s", n - changed,
			    n - changed == 1 ? "was" : "were", is_frozen ? "already frozen" : "not frozen");
	return sn_report_done(out);
}
