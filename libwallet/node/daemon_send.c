#include "node/daemon_send.h"
#include "base/hex.h"
#include "node/call.h"
#include "node/daemon.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FLAGS_MAX 3 /* an honest daemon sets one or two */

/* The flags of a rejection and their texts. Daemons also set `reason`, but not for every flag in all
 * versions.
 */
static const struct {
	const char *flag, *words;
} rejections[] = {
	{"double_spend", "an input is spent already"},
	{"fee_too_low", "the fee is too low"},
	{"low_mixin", "the ring has the wrong size"},
	{"invalid_input", "an input is invalid"},
	{"invalid_output", "an output is invalid"},
	{"too_big", "it is too big"},
	{"overspend", "it spends more than its inputs hold"},
	{"too_few_outputs", "it has too few outputs"},
	{"sanity_check_failed", "it fails the daemon's sanity check of the rings"},
	{"tx_extra_too_big", "its extra field is too long"},
	{"nonzero_unlock_time", "its unlock time is not zero"},
};

static int explain_rejection(const struct sn_daemon *d, const cJSON *answer, const char *status,
			     struct sn_error *err)
{
	char words[320] = "", text[128];
	bool is_spent = false;
	if (sn_json_opt_bool(answer, "double_spend", &is_spent, NULL))
		is_spent = false;
	for (size_t i = 0, n = 0; n < FLAGS_MAX && i < sizeof rejections / sizeof rejections[0]; i++) {
		bool is_set = false;
		size_t len = strlen(words);
		if (sn_json_opt_bool(answer, rejections[i].flag, &is_set, NULL) || !is_set)
			continue;
		snprintf(words + len, sizeof words - len, "%s%s", len ? ", " : "", rejections[i].words);
		n++;
	}
	if (!*words) {
		const char *reason = "";
		if (sn_json_opt_string(answer, "reason", &reason, NULL))
			reason = "";
		sn_daemon_quote(text, sizeof text, *reason ? reason : status,
				strlen(*reason ? reason : status));
		snprintf(words, sizeof words, "%s", text);
		if (!strcmp(words, "Failed"))
			snprintf(words, sizeof words, "no reason given");
	}
	return sn_error_because(err, SN_DAEMON, is_spent ? SN_REASON_SPENT : SN_REASON_REJECTED,
				"the daemon at %s rejects the transaction: %s", sn_daemon_address(d), words);
}

static int read_send(const struct sn_daemon *d, const cJSON *answer, enum sn_send_outcome *outcome,
		     bool *was_known, struct sn_error *err)
{
	const char *status;
	if (sn_json_get_string(answer, "status", &status, NULL))
		return sn_daemon_garbage(d, "/send_raw_transaction", err); /* the outcome stays unknown */
	if (!strcmp(status, "OK")) {
		*outcome = SN_SEND_ACCEPTED;
		if (sn_json_opt_bool(answer, "not_relayed", was_known, NULL))
			*was_known = false;
		return SN_OK;
	}
	/* An honest daemon that answers "BUSY" or "PAYMENT REQUIRED" has not processed the transaction. */
	if (strcmp(status, "Failed") != 0)
		return sn_daemon_check_status(d, "/send_raw_transaction", answer, err);
	*outcome = SN_SEND_REJECTED;
	return explain_rejection(d, answer, status, err);
}

int sn_daemon_send_transaction(struct sn_daemon *d, const void *tx, size_t len, enum sn_send_outcome *outcome,
			       bool *was_known, struct sn_error *err)
{
	*outcome = SN_SEND_NOT_SENT;
	*was_known = false;
	cJSON *answer = NULL, *request = cJSON_CreateObject();
	enum sn_http_progress progress;
	int ret;
	if (!request || sn_json_add_hex(request, "tx_as_hex", tx, len) ||
	    !cJSON_AddFalseToObject(request, "do_not_relay")) {
		ret = sn_error_memory(err);
		goto out;
	}
	ret = sn_daemon_call_json(d, "/send_raw_transaction", request, SN_DAEMON_REPLY_SMALL, &answer,
				  &progress, err);
	if (progress != SN_HTTP_NOT_SENT)
		*outcome = SN_SEND_UNKNOWN;
	if (!ret)
		ret = read_send(d, answer, outcome, was_known, err);
	if (ret && *outcome == SN_SEND_UNKNOWN && err)
		err->reason = SN_REASON_MAYBE_SENT;
out:
	cJSON_Delete(request);
	sn_json_free(answer);
	return ret;
}
