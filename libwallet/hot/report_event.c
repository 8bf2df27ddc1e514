#include "hot/report_event.h"

#include "base/hex.h"
#include "chain/amount.h"
#include "hot/pool.h"
#include "hot/report_internal.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

int sn_report_event_json(cJSON *object, struct sn_own_addresses *own, const struct sn_event *event)
{
	bool done = sn_report_string(object, "event", sn_event_name(event->kind)) &&
		    (event->kind == SN_EVENT_REORGANIZED ? sn_report_u64(object, "height", event->height)
							 : sn_report_transfer(object, own, &event->transfer));
	return done ? SN_OK : SN_IO;
}

int sn_report_event_line(struct sn_buf *out, struct sn_own_addresses *own, const struct sn_event *event)
{
	cJSON *object = cJSON_CreateObject();
	int ret = sn_report_event_json(object, own, event);
	if (!ret)
		ret = sn_json_print(out, object, false);
	sn_json_free(object);
	sn_put_u8(out, '\n');
	return ret ? ret : sn_report_done(out);
}

static void put(struct sn_buf *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void put(struct sn_buf *out, const char *fmt, ...)
{
	char text[256];
	va_list ap;
	va_start(ap, fmt);
	const int len = vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	sn_put_bytes(out, text, (size_t)len);
}

static void put_xmr(struct sn_buf *out, const char *before, uint64_t pico)
{
	char text[SN_AMOUNT_TEXT_MAX];
	sn_amount_format(text, (struct sn_amount){pico});
	put(out, "%s%s XMR", before, text);
}

static void put_hex(struct sn_buf *out, const char *before, const void *data, size_t len)
{
	char text[2 * sizeof(struct sn_hash) + 1];
	sn_hex_encode(text, data, len);
	put(out, "%s%s", before, text);
}

/* Why the transfer of a DROPPED event was dropped. */
static void put_reason(struct sn_buf *out, const struct sn_transfer *t)
{
	if (t->kind == SN_TRANSFER_POOL)
		put(out, ": it left the daemon's pool, and is in no block");
	else if (t->kind == SN_TRANSFER_PENDING)
		put(out, ": the daemon has not shown it for %d minutes and %d blocks", SN_STEM_SECONDS / 60,
		    SN_STEM_BLOCKS);
	else
		put(out, ": its outputs are released");
}

static void put_transfer(struct sn_buf *out, const struct sn_transfer *t)
{
	const bool is_received = t->kind == SN_TRANSFER_IN || t->kind == SN_TRANSFER_POOL;
	if (t->payment)
		put(out, " payment %" PRIu64 ",", t->payment);
	put_xmr(out, " ", t->amount);
	if (is_received)
		put(out, " at address %" PRIu32 "/%" PRIu32, t->subaddress.major, t->subaddress.minor);
	else
		put(out, " from account %" PRIu32, t->subaddress.major);
	if (t->fee)
		put_xmr(out, ", fee ", t->fee);
	if (t->has_payment_id)
		put_hex(out, ", payment ID ", t->payment_id, sizeof t->payment_id);
	if (t->height)
		put(out, ", height %" PRIu64, t->height);
	if (t->confirmations)
		put(out, ", %" PRIu64 " confirmation%s", t->confirmations, SN_PLURAL(t->confirmations));
	put_hex(out, ", tx_hash ", &t->tx_hash, sizeof t->tx_hash);
}

int sn_report_event_text(struct sn_buf *out, const struct sn_event *event)
{
	put(out, "%s:", sn_event_name(event->kind));
	if (event->kind == SN_EVENT_REORGANIZED)
		put(out, " blocks from %" PRIu64 " on were replaced", event->height);
	else
		put_transfer(out, &event->transfer);
	if (event->kind == SN_EVENT_DROPPED)
		put_reason(out, &event->transfer);
	put(out, "\n");
	return sn_report_done(out);
}
