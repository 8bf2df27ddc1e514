#include "hot/report.h"
#include "base/line.h"
#include "hot/pool.h"
#include "hot/report_internal.h"

#include <inttypes.h>
#include <stdio.h>

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
	sn_put_line(out, "%s", text);
	return sn_report_done(out);
}

int sn_report_request_json(cJSON *object, const struct sn_payment_uri *uri, struct sn_subaddress_index index)
{
	struct sn_buf text = {0};
	int ret = sn_payment_uri_format(&text, uri);
	sn_put_u8(&text, 0);
	if (!ret)
		ret = sn_report_address_json(object, &uri->address, index);
	if (!ret && (text.failed || !sn_report_string(object, "uri", (char *)text.data)))
		ret = SN_IO;
	sn_buf_free(&text);
	return ret;
}

int sn_report_request_text(struct sn_buf *out, const struct sn_payment_uri *uri)
{
	int ret = sn_payment_uri_format(out, uri);
	sn_put_u8(out, '\n');
	return ret ? ret : sn_report_done(out);
}

int sn_report_sync_json(cJSON *object, const struct sn_sync_result *r)
{
	bool done =
		sn_report_u64(object, "height", r->height) && sn_report_u64(object, "blocks", r->blocks) &&
		sn_report_u64(object, "received", r->received) && sn_report_u64(object, "spent", r->spent) &&
		sn_report_u64(object, "daemon_height", r->daemon_height) &&
		sn_report_u64(object, "target_height", r->target_height) &&
		sn_report_u64(object, "rescan_to", r->rescan_to) &&
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
		sn_put_line(out, "the chain was reorganized: blocks from %" PRIu64 " on were replaced",
			    r->fork_height);
	if (r->is_table_full)
		sn_put_line(out, "the address table is full: the wallet does not scan for further addresses");
	if (r->interrupted)
		sn_put_line(out, "interrupted; the scanned blocks are stored");
	if (r->height > r->daemon_height && !r->interrupted)
		sn_put_line(out,
			    "the daemon is behind: it has %" PRIu64
			    " block%s, this wallet has scanned %" PRIu64,
			    r->daemon_height, SN_PLURAL(r->daemon_height), r->height);
	else if (r->rescan_to && !r->interrupted)
		sn_put_line(
			out,
			"blocks %" PRIu64 " to %" PRIu64
			" must be scanned again before the balance is known, and the daemon does not have them: "
			"run wo-sync (sneakernote: refresh) later; if this message repeats, check the clock of this machine",
			r->height, r->rescan_to - 1);
	else if (r->target_height > r->daemon_height)
		sn_put_line(out,
			    "the daemon is still synchronizing: it has %" PRIu64 " of %" PRIu64 " blocks",
			    r->daemon_height, r->target_height);
	if (r->n_unseen)
		sn_put_line(
			out,
			"payment %" PRIu64
			" was submitted, and the daemon does not show it yet: it may still be mined; do not pay again, run "
			"wo-sync (sneakernote: refresh) later",
			r->unseen);
	if (r->n_unseen > 1)
		sn_put_line(out, "the same applies to %zu more payment%s", r->n_unseen - 1,
			    SN_PLURAL(r->n_unseen - 1));
	if (r->n_unknown)
		sn_put_line(out,
			    "payment %" PRIu64
			    " was submitted, but the daemon has not shown it for %d minutes and %d blocks: "
			    "submit it again, or release it with wo-transfer --release=%" PRIu64
			    " (sneakernote: release %" PRIu64 ")",
			    r->unknown, SN_STEM_SECONDS / 60, SN_STEM_BLOCKS, r->unknown, r->unknown);
	if (r->n_unknown > 1)
		sn_put_line(out, "the same applies to %zu more payment%s", r->n_unknown - 1,
			    SN_PLURAL(r->n_unknown - 1));
	return sn_report_done(out);
}

int sn_report_sync_text(struct sn_buf *out, const struct sn_sync_result *r, const char *address)
{
	int ret = sn_report_sync_notes(out, r);
	sn_put_line(out,
		    "at height %" PRIu64 " of %s: %" PRIu64 " block%s scanned, %" PRIu64
		    " output%s received, "
		    "%" PRIu64 " spent",
		    r->height, address, r->blocks, SN_PLURAL(r->blocks), r->received, SN_PLURAL(r->received),
		    r->spent);
	return ret ? ret : sn_report_done(out);
}
