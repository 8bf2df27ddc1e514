#include "rpc/monitor.h"

#include "base/clock.h"
#include "base/line.h"
#include "rpc/methods.h"

#include <inttypes.h>
#include <stdio.h>

/* ------------------------------------------------------------------ health */

/* Blocks that the wallet lacks, also those that its daemon lacks. */
static uint64_t lag(const struct sn_session_status *s)
{
	const uint64_t top = s->target_height > s->daemon_height ? s->target_height : s->daemon_height;
	return top > s->height ? top - s->height : 0;
}

/* Blocks of the wallet that its daemon lacks. */
static uint64_t lead(const struct sn_session_status *s)
{
	return s->height > s->daemon_height ? s->height - s->daemon_height : 0;
}

bool sn_rpc_health_problem(char text[static SN_RPC_HEALTH_TEXT], const struct sn_session_status *s,
			   uint64_t now_ms)
{
	const char *problem = NULL;
	text[0] = 0;
	if (s->has_failed && s->failure_code == SN_NEEDS_REPAIR)
		problem = "the wallet needs repair";
	else if (s->has_failed && s->failure_code == SN_DAEMON)
		problem = "the daemon does not answer";
	else if (s->has_failed)
		problem = "the last scan failed";
	else if (!s->answered_ms)
		problem = "the daemon has not answered yet";
	if (problem)
		snprintf(text, SN_RPC_HEALTH_TEXT, "%s", problem);
	else if (lag(s) > SN_RPC_HEALTH_LAG)
		snprintf(text, SN_RPC_HEALTH_TEXT, "%" PRIu64 " blocks behind", lag(s));
	else if (lead(s) > SN_RPC_HEALTH_LAG)
		snprintf(text, SN_RPC_HEALTH_TEXT, "the daemon is %" PRIu64 " blocks behind", lead(s));
	else if (now_ms - s->answered_ms > SN_RPC_HEALTH_SECONDS * 1000)
		snprintf(text, SN_RPC_HEALTH_TEXT, "the daemon has not answered for %" PRIu64 " seconds",
			 (now_ms - s->answered_ms) / 1000);
	return text[0];
}

/* As sn_rpc_health_problem; an offline server has no problem. */
static bool has_problem(char text[static SN_RPC_HEALTH_TEXT], struct sn_session *session,
			struct sn_session_status *status)
{
	sn_session_status(session, status);
	text[0] = 0;
	return !sn_session_is_offline(session) && sn_rpc_health_problem(text, status, sn_monotonic_ms());
}

static int write_health(void *context, unsigned *status, struct sn_buf *body)
{
	const struct sn_rpc_monitor *m = context;
	struct sn_session_status now;
	char problem[SN_RPC_HEALTH_TEXT];
	const bool is_ill = has_problem(problem, m->session, &now);
	*status = is_ill ? 503 : 200;
	sn_put_line(body, "%s", is_ill ? problem : "ok");
	return SN_OK;
}

/* ------------------------------------------------------------------ figures */

/* The head of a family of samples. */
static void put_family(struct sn_buf *out, const char *name, const char *type, const char *help)
{
	sn_put_line(out, "# TYPE sneakernote_%s %s", name, type);
	sn_put_line(out, "# HELP sneakernote_%s %s", name, help);
}

static void put_gauge(struct sn_buf *out, const char *name, const char *help, uint64_t value)
{
	put_family(out, name, "gauge", help);
	sn_put_line(out, "sneakernote_%s %" PRIu64, name, value);
}

static void put_counter(struct sn_buf *out, const char *name, const char *help, uint64_t value)
{
	put_family(out, name, "counter", help);
	sn_put_line(out, "sneakernote_%s_total %" PRIu64, name, value);
}

static void put_labelled(struct sn_buf *out, const char *name, const char *label, const char *value,
			 uint64_t number)
{
	sn_put_line(out, "sneakernote_%s{%s=\"%s\"} %" PRIu64, name, label, value, number);
}

static void put_build(struct sn_buf *out, const struct sn_wallet *w)
{
	put_family(out, "build", "info", "Program and wallet.");
	sn_put_line(out, "sneakernote_build_info{version=\"%s\",network=\"%s\",role=\"%s\"} 1",
		    PACKAGE_VERSION, sn_network_name(w->account->network),
		    w->role == SN_ROLE_MASTER ? "master" : "watch-only");
}

static void put_chain(struct sn_buf *out, const struct sn_session_status *s, bool is_healthy)
{
	put_gauge(out, "healthy", "1 if /healthz answers ok.", is_healthy);
	put_gauge(out, "wallet_height_blocks", "Height of the wallet: the next block to scan.", s->height);
	put_gauge(out, "daemon_height_blocks", "Height of the daemon at its last answer; 0: none yet.",
		  s->daemon_height);
	put_gauge(out, "lag_blocks", "Blocks of the network that the wallet has not scanned.", lag(s));
	put_gauge(out, "newest_block_timestamp_seconds",
		  "Time of the last block scanned since the start, in Unix seconds; 0: none yet.",
		  s->newest_time);
	put_counter(out, "scan_failures", "Scans that failed since the start.", s->n_failures);
	put_counter(out, "reorganizations", "Reorganizations of the chain seen since the start.",
		    s->n_reorganizations);
}

static void put_payments(struct sn_buf *out, const struct sn_wallet *w)
{
	uint64_t prepared = 0, submitted = 0, missing = 0, outputs = 0;
	for (size_t i = 0; i < w->n_payments; i++) {
		const struct sn_wallet_payment *p = &w->payments[i];
		if (p->state == SN_PAYMENT_PREPARED)
			prepared++;
		else if (p->state == SN_PAYMENT_SUBMITTED && p->is_missing)
			missing++;
		else if (p->state == SN_PAYMENT_SUBMITTED)
			submitted++;
		else
			continue;
		outputs += p->n_inputs;
	}
	put_family(out, "reservations", "gauge", "Payments that reserve outputs, by state.");
	put_labelled(out, "reservations", "state", "prepared", prepared);
	put_labelled(out, "reservations", "state", "submitted", submitted);
	put_labelled(out, "reservations", "state", "missing", missing);
	put_gauge(out, "reserved_outputs", "Outputs that these payments reserve.", outputs);
}

static void put_notices(struct sn_buf *out, const struct sn_session_status *s)
{
	put_family(out, "notices", "counter", "Notices delivered since the start.");
	for (int kind = 0; kind < SN_NOTICE_KINDS; kind++)
		if (s->notices[kind].is_active)
			put_labelled(out, "notices_total", "kind", sn_notice_name(kind),
				     s->notices[kind].delivered);
	put_family(out, "notice_failures", "counter", "Attempts to deliver a notice that failed.");
	for (int kind = 0; kind < SN_NOTICE_KINDS; kind++)
		if (s->notices[kind].is_active)
			put_labelled(out, "notice_failures_total", "kind", sn_notice_name(kind),
				     s->notices[kind].n_failures);
	put_family(out, "notice_failing", "gauge", "1: the last attempt to deliver a notice failed.");
	for (int kind = 0; kind < SN_NOTICE_KINDS; kind++)
		if (s->notices[kind].is_active)
			put_labelled(out, "notice_failing", "kind", sn_notice_name(kind),
				     s->notices[kind].has_failed);
}

static void put_calls(struct sn_buf *out, const struct sn_rpc_method_counts *counts)
{
	const struct sn_jsonrpc_method *methods = sn_rpc_methods_table();
	put_family(out, "rpc_calls", "counter", "Calls of a method since the start, also those that failed.");
	for (size_t i = 0; methods[i].name; i++)
		put_labelled(out, "rpc_calls_total", "method", methods[i].name, counts->calls[i]);
	put_family(out, "rpc_errors", "counter", "Calls of a method that failed since the start.");
	for (size_t i = 0; methods[i].name; i++)
		put_labelled(out, "rpc_errors_total", "method", methods[i].name, counts->errors[i]);
}

static void put_http(struct sn_buf *out, const struct sn_rpc_http_counts *counts)
{
	static const char *const classes[SN_RPC_HTTP_CLASSES] = {[2] = "2xx", [4] = "4xx", [5] = "5xx"};
	put_family(out, "http_answers", "counter", "Answers to HTTP requests since the start, by status.");
	for (size_t i = 0; i < SN_RPC_HTTP_CLASSES; i++)
		if (classes[i])
			put_labelled(out, "http_answers_total", "status", classes[i], counts->answers[i]);
	put_counter(out, "failed_logins", "Requests with a wrong login since the start.",
		    counts->failed_logins);
}

static int write_metrics(void *context, unsigned *status, struct sn_buf *out)
{
	const struct sn_rpc_monitor *m = context;
	struct sn_session_status now;
	char problem[SN_RPC_HEALTH_TEXT];
	(void)status;
	const bool is_healthy = !has_problem(problem, m->session, &now);
	const struct sn_wallet *w = sn_session_read(m->session);
	put_build(out, w);
	put_payments(out, w);
	sn_session_read_end(m->session);
	if (!sn_session_is_offline(m->session)) {
		put_chain(out, &now, is_healthy);
		put_notices(out, &now);
	}
	put_calls(out, m->methods);
	put_http(out, m->http);
	sn_put_line(out, "# EOF");
	return SN_OK;
}

const struct sn_rpc_page sn_rpc_monitor_pages[] = {
	{"/healthz", "text/plain; charset=utf-8", write_health},
	{"/metrics", "application/openmetrics-text; version=1.0.0; charset=utf-8", write_metrics},
	{0},
};
