#include "daemon_answer.h"
#include "fuzz.h"
#include "node/http.h"

static const uint8_t *body;
static size_t body_len;

void daemon_answer(const uint8_t *data, size_t len)
{
	body = data;
	body_len = len;
}

/* As http.c does it: nothing, or too much, is no answer. */
int __wrap_sn_http_post(struct sn_http *h, const char *path, const char *content_type, const void *data, size_t len,
			size_t cap, struct sn_buf *reply, enum sn_http_progress *progress, struct sn_error *err)
{
	(void)h, (void)path, (void)content_type;
	FUZZ_CHECK(data || !len);
	if (progress)
		*progress = SN_HTTP_ANSWERED;
	if (!body_len || body_len > cap)
		return sn_error_set(err, SN_DAEMON, "the daemon sends nothing, or too much");
	sn_put_bytes(reply, body, body_len);
	return SN_OK;
}

const char *__wrap_sn_http_address(const struct sn_http *h)
{
	(void)h;
	return "127.0.0.1:18081";
}

void __wrap_sn_http_set_patience(struct sn_http *h, bool (*waits_on)(void *context, uint64_t ms), void *context)
{
	(void)h, (void)waits_on, (void)context;
}
