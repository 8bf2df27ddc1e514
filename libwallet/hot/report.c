#include "hot/report_internal.h"

#include "hot/pool.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

void sn_report_line(struct sn_buf *out, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	char *line = n < 0 ? NULL : (char *)sn_buf_grow(out, (size_t)n + 1);
	if (!line) {
		out->failed = true;
		return;
	}
	va_start(ap, fmt);
	vsnprintf(line, (size_t)n + 1, fmt, ap);
	va_end(ap);
	line[n] = '\n'; /* where the NUL was */
}

int sn_report_done(const struct sn_buf *out)
{
	return out->failed ? SN_IO : SN_OK;
}

cJSON *sn_report_add_array(cJSON *object, const char *key)
{
	return object ? cJSON_AddArrayToObject(object, key) : NULL;
}

cJSON *sn_report_push_object(cJSON *array)
{
	cJSON *item = array ? cJSON_CreateObject() : NULL;
	if (item && !cJSON_AddItemToArray(array, item)) {
		cJSON_Delete(item);
		item = NULL;
	}
	return item;
}

bool sn_report_u64(cJSON *object, const char *key, uint64_t value)
{
	return object && !sn_json_add_u64(object, key, value);
}

bool sn_report_hex(cJSON *object, const char *key, const void *data, size_t len)
{
	return object && !sn_json_add_hex(object, key, data, len);
}

bool sn_report_string(cJSON *object, const char *key, const char *text)
{
	return object && cJSON_AddStringToObject(object, key, text);
}

bool sn_report_bool(cJSON *object, const char *key, bool value)
{
	return object && cJSON_AddBoolToObject(object, key, value);
}

bool sn_report_address(cJSON *object, const char *key, const struct sn_address *address)
{
	char text[SN_ADDRESS_TEXT_MAX];
	sn_address_format(text, address);
	return sn_report_string(object, key, text);
}

bool sn_report_index(cJSON *object, const char *key, struct sn_subaddress_index index)
{
	cJSON *item = object ? cJSON_AddObjectToObject(object, key) : NULL;
	return sn_report_u64(item, "major", index.major) && sn_report_u64(item, "minor", index.minor);
}

int sn_report_address_json(cJSON *object, const struct sn_address *address, struct sn_subaddress_index index)
{
	bool done = sn_report_address(object, "address", address) &&
		    sn_report_u64(object, "account_index", index.major) &&
		    sn_report_u64(object, "address_index", index.minor) &&
		    (address->kind != SN_ADDRESS_INTEGRATED ||
		     sn_report_hex(object, "payment_id", address->payment_id, sizeof address->payment_id)) &&
		    sn_report_string(object, "network", sn_network_name(address->network));
	return done ? SN_OK : SN_IO;
}

int sn_report_address_text(struct sn_buf *out, const struct sn_address *address)
{
	char text[SN_ADDRESS_TEXT_MAX];
	sn_address_format(text, address);
	sn_report_line(out, "%s", text);
	return sn_report_done(out);
}

int sn_report_sync_json(cJSON *object, const struct sn_sync_result *r)
{
	bool done = sn_report_u64(object, "height", r->height) && sn_report_u64(object, "blocks", r->blocks) &&
		    sn_report_u64(object, "received", r->received) && sn_report_u64(object, "spent", r->spent) &&
		    sn_report_u64(object, "daemon_height", r->daemon_height) &&
		    sn_report_u64(object, "target_height", r->target_height) &&
		    sn_report_bool(object, "reorganised", r->rollbacks > 0) &&
		    (!r->rollbacks || sn_report_u64(object, "fork_height", r->fork_height)) &&
		    sn_report_u64(object, "unseen_payments", r->n_unseen) &&
		    sn_report_u64(object, "unknown_payments", r->n_unknown) &&
		    sn_report_u64(object, "dropped_payments", r->n_dropped) &&
		    sn_report_bool(object, "interrupted", r->interrupted);
	return done ? SN_OK : SN_IO;
}

int sn_report_sync_notes(struct sn_buf *out, const struct sn_sync_result *r)
{
	if (r->rollbacks)
		sn_report_line(out, "the chain was reorganised: blocks from %" PRIu64 " on were replaced",
			       r->fork_height);
	if (r->is_table_full)
		sn_report_line(out, "the table of addresses is full: addresses beyond it are not scanned for");
	if (r->interrupted)
		sn_report_line(out, "interrupted; what was scanned is stored");
	if (r->height > r->daemon_height && !r->interrupted)
		sn_report_line(out, "the daemon is behind: it has %" PRIu64 " block%s, this wallet saw %" PRIu64,
			       r->daemon_height, SN_PLURAL(r->daemon_height), r->height);
	else if (r->target_height > r->daemon_height)
		sn_report_line(out,
			       "the daemon itself is still synchronising: it has %" PRIu64 " of %" PRIu64 " blocks",
			       r->daemon_height, r->target_height);
	if (r->n_unseen)
		sn_report_line(out,
			       "payment %" PRIu64 " was submitted, and the daemon does not show it yet: it may be on its way all "
			       "the same; do not pay again, run wo-sync later",
			       r->unseen);
	if (r->n_unseen > 1)
		sn_report_line(out, "and %zu more payment%s like it", r->n_unseen - 1, SN_PLURAL(r->n_unseen - 1));
	if (r->n_unknown)
		sn_report_line(out,
			       "payment %" PRIu64 " was submitted, but for %d minutes and %d blocks the daemon has not shown "
			       "it: submit it again, or give it up with wo-transfer --release=%" PRIu64,
			       r->unknown, SN_STEM_SECONDS / 60, SN_STEM_BLOCKS, r->unknown);
	if (r->n_unknown > 1)
		sn_report_line(out, "and %zu more payment%s like it", r->n_unknown - 1, SN_PLURAL(r->n_unknown - 1));
	return sn_report_done(out);
}

int sn_report_sync_text(struct sn_buf *out, const struct sn_sync_result *r, const char *address)
{
	int ret = sn_report_sync_notes(out, r);
	sn_report_line(out,
		       "at height %" PRIu64 " of %s: %" PRIu64 " block%s scanned, %" PRIu64 " output%s received, "
		       "%" PRIu64 " spent",
		       r->height, address, r->blocks, SN_PLURAL(r->blocks), r->received, SN_PLURAL(r->received),
		       r->spent);
	return ret ? ret : sn_report_done(out);
}
