#include "base/hex.h"
#include "node/call.h"
#include "node/daemon.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ broadcast */

/* The flags of a rejection, in words. Daemons set `reason` too, but not for every flag in every version. */
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
	for (size_t i = 0; i < sizeof rejections / sizeof rejections[0]; i++) {
		bool is_set = false;
		size_t len = strlen(words);
		if (!sn_json_opt_bool(answer, rejections[i].flag, &is_set, NULL) && is_set)
			snprintf(words + len, sizeof words - len, "%s%s", len ? ", " : "",
				 rejections[i].words);
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
		     struct sn_error *err)
{
	const char *status;
	if (sn_json_get_string(answer, "status", &status, NULL))
		return sn_daemon_garbage(d, "/send_raw_transaction", err); /* outcome stays unknown */
	if (!strcmp(status, "OK")) {
		/* Also with "not_relayed": that is what a transaction gets that is in the pool already. */
		*outcome = SN_SEND_ACCEPTED;
		return SN_OK;
	}
	if (!strcmp(status, "BUSY")) {
		*outcome = SN_SEND_NOT_SENT;
		return sn_daemon_check_status(d, "/send_raw_transaction", answer, err);
	}
	*outcome = SN_SEND_REJECTED;
	return explain_rejection(d, answer, status, err);
}

int sn_daemon_send_transaction(struct sn_daemon *d, const void *tx, size_t len, enum sn_send_outcome *outcome,
			       struct sn_error *err)
{
	*outcome = SN_SEND_NOT_SENT;
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
		ret = read_send(d, answer, outcome, err);
	if (ret && *outcome == SN_SEND_UNKNOWN && err)
		err->reason = SN_REASON_MAYBE_SENT;
out:
	cJSON_Delete(request);
	sn_json_free(answer);
	return ret;
}

/* ------------------------------------------------------------------ where is it now */

/* Per request: restricted daemons refuse more. */
#define MAX_TX_QUERY 100
#define MAX_KEY_IMAGES 5000

/* Each hash must be in one of the two lists of the answer. */
static bool read_found(const cJSON *answer, const struct sn_hash hashes[], size_t count,
		       struct sn_daemon_tx_status out[])
{
	const cJSON *txs = NULL, *missed = NULL, *item;
	bool is_told[MAX_TX_QUERY] = {false};
	if (sn_json_opt_array(answer, "txs", &txs, NULL) ||
	    sn_json_opt_array(answer, "missed_tx", &missed, NULL))
		return false;
	cJSON_ArrayForEach(item, txs) {
		struct sn_hash hash;
		struct sn_daemon_tx_status x = {.place = SN_TX_IN_BLOCK};
		bool in_pool;
		if (sn_json_get_hex(item, "tx_hash", hash.b, 32, NULL) ||
		    sn_json_get_bool(item, "in_pool", &in_pool, NULL) ||
		    sn_json_opt_bool(item, "double_spend_seen", &x.double_spend_seen, NULL) ||
		    (!in_pool && sn_json_get_u64(item, "block_height", &x.height, NULL)))
			return false;
		if (in_pool)
			x.place = SN_TX_IN_POOL;
		for (size_t i = 0; i < count; i++) {
			if (sn_hash_is_equal(&hash, &hashes[i])) {
				out[i] = x;
				is_told[i] = true;
			}
		}
	}
	cJSON_ArrayForEach(item, missed) {
		struct sn_hash hash;
		if (!cJSON_IsString(item) || sn_hex_decode(hash.b, 32, item->valuestring))
			return false;
		for (size_t i = 0; i < count; i++)
			is_told[i] |= sn_hash_is_equal(&hash, &hashes[i]);
	}
	for (size_t i = 0; i < count; i++)
		if (!is_told[i])
			return false;
	return true;
}

static int find_some(struct sn_daemon *d, const struct sn_hash hashes[], size_t count,
		     struct sn_daemon_tx_status out[], struct sn_error *err)
{
	cJSON *answer;
	int ret = sn_daemon_call_get_transactions(d, hashes, count, &answer, err);
	if (!ret && !read_found(answer, hashes, count, out))
		ret = sn_daemon_garbage(d, SN_DAEMON_GET_TRANSACTIONS, err);
	sn_json_free(answer);
	return ret;
}

int sn_daemon_find_transactions(struct sn_daemon *d, const struct sn_hash hashes[], size_t count,
				struct sn_daemon_tx_status out[], struct sn_error *err)
{
	int ret = SN_OK;
	memset(out, 0, count * sizeof out[0]);
	for (size_t i = 0; i < count && !ret; i += MAX_TX_QUERY) {
		size_t n = count - i < MAX_TX_QUERY ? count - i : MAX_TX_QUERY;
		ret = find_some(d, hashes + i, n, out + i, err);
	}
	if (ret)
		memset(out, 0, count * sizeof out[0]);
	return ret;
}

static bool read_spent(const cJSON *answer, size_t count, enum sn_spent_status out[])
{
	const cJSON *list = NULL, *item;
	size_t n = 0;
	uint64_t status;
	if (sn_json_opt_array(answer, "spent_status", &list, NULL))
		return false;
	cJSON_ArrayForEach(item, list) {
		if (n == count || sn_json_as_u64(item, &status) || status > SN_SPENT_IN_POOL)
			return false;
		out[n++] = (enum sn_spent_status)status;
	}
	return n == count;
}

static int get_some_spent(struct sn_daemon *d, const struct sn_point key_images[], size_t count,
			  enum sn_spent_status out[], struct sn_error *err)
{
	static const char path[] = "/is_key_image_spent";
	cJSON *answer = NULL, *request = cJSON_CreateObject();
	int ret;
	if (!request || sn_daemon_add_hex_array(request, "key_images", (const uint8_t *)key_images, count)) {
		ret = sn_error_memory(err);
		goto out;
	}
	ret = sn_daemon_call_json(d, path, request, SN_DAEMON_REPLY_SMALL, &answer, NULL, err);
	if (!ret)
		ret = sn_daemon_check_status(d, path, answer, err);
	if (!ret && !read_spent(answer, count, out))
		ret = sn_daemon_garbage(d, path, err);
out:
	cJSON_Delete(request);
	sn_json_free(answer);
	return ret;
}

int sn_daemon_get_spent(struct sn_daemon *d, const struct sn_point key_images[], size_t count,
			enum sn_spent_status out[], struct sn_error *err)
{
	int ret = SN_OK;
	for (size_t i = 0; i < count && !ret; i += MAX_KEY_IMAGES) {
		size_t n = count - i < MAX_KEY_IMAGES ? count - i : MAX_KEY_IMAGES;
		ret = get_some_spent(d, key_images + i, n, out + i, err);
	}
	if (ret)
		memset(out, 0, count * sizeof out[0]);
	return ret;
}
