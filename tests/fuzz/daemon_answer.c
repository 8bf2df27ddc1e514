#include "daemon_answer.h"
#include "fuzz.h"
#include "node/http.h"

static const uint8_t *body;
static size_t body_len;
static daemon_answerer answer_by;
static void *answer_context;

void daemon_answer(const uint8_t *data, size_t len)
{
	body = data;
	body_len = len;
}

void daemon_answer_by(daemon_answerer answerer, void *context)
{
	answer_by = answerer;
	answer_context = context;
}

/* As http.c does it: nothing, or too much, is no answer. */
int __wrap_sn_http_post(struct sn_http *h, const char *path, const char *content_type, const void *data,
			size_t len, size_t cap, struct sn_buf *reply, enum sn_http_progress *progress,
			struct sn_error *err)
{
	(void)h, (void)content_type;
	FUZZ_CHECK(data || !len);
	if (progress)
		*progress = SN_HTTP_ANSWERED;
	if (answer_by)
		answer_by(answer_context, path, data, len, reply);
	else if (body_len)
		sn_put_bytes(reply, body, body_len);
	FUZZ_CHECK(!reply->failed);
	if (reply->len && reply->len <= cap)
		return SN_OK;
	sn_buf_clear(reply);
	return sn_error_because(err, SN_DAEMON, SN_REASON_UNREACHABLE,
				"the daemon sends nothing, or too much");
}

const char *__wrap_sn_http_address(const struct sn_http *h)
{
	(void)h;
	return "127.0.0.1:18081";
}

void __wrap_sn_http_set_patience(struct sn_http *h, bool (*waits_on)(void *context, uint64_t ms),
				 void *context)
{
	(void)h, (void)waits_on, (void)context;
}

/* Connections do not break. */
bool __wrap_sn_http_was_cut(const struct sn_http *h)
{
	(void)h;
	return false;
}

void __wrap_sn_http_set_apart(struct sn_http *h, bool is_apart)
{
	(void)h, (void)is_apart;
}
