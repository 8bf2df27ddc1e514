#include "optic/payload.h"

#include "base/hex.h"
#include "handoff/envelope.h"

#include <stdbool.h>
#include <string.h>

#define MAGIC_LEN (sizeof SN_ENVELOPE_MAGIC - 1)

static bool is_space(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* The digits of `text`, without its white space. */
static void strip(struct sn_buf *digits, const uint8_t *text, size_t len, size_t most)
{
	for (size_t i = 0; i < len && digits->len < most; i++)
		if (!is_space(text[i]))
			sn_put_u8(digits, text[i]);
}

static bool is_hex_text(const uint8_t *text, size_t len)
{
	struct sn_buf start = {0}, magic = {0};
	strip(&start, text, len, 2 * MAGIC_LEN);
	bool is = start.len == 2 * MAGIC_LEN && !sn_hex_decode_buf(&magic, (char *)start.data, start.len) &&
		  magic.len == MAGIC_LEN && !memcmp(magic.data, SN_ENVELOPE_MAGIC, MAGIC_LEN);
	sn_buf_free(&start);
	sn_buf_free(&magic);
	return is;
}

int sn_payload_read(struct sn_buf *out, const void *file, size_t len, struct sn_error *err)
{
	struct sn_buf digits = {0};
	size_t before = out->len;
	int ret = SN_OK;
	if (is_hex_text(file, len)) {
		strip(&digits, file, len, SIZE_MAX);
		ret = digits.failed ? SN_IO : sn_hex_decode_buf(out, (char *)digits.data, digits.len);
	} else {
		sn_put_bytes(out, file, len);
	}
	if (ret == SN_BAD_INPUT)
		ret = sn_error_hint(
			err,
			sn_error_because(
				err, ret, SN_REASON_BAD_HEX,
				"the file is corrupt: it begins as hexadecimal text of a handoff file, "
				"but the rest is not hexadecimal"),
			"copy it again from the machine that made it");
	else if (ret || out->failed)
		ret = sn_error_memory(err);
	if (ret)
		out->len = before;
	sn_buf_free(&digits);
	return ret;
}

const char *sn_payload_type(const void *data, size_t len)
{
	static const char *const types[] = {
		[SN_ENVELOPE_UNSIGNED_SET] = "x-sn-unsigned",
		[SN_ENVELOPE_SIGNED_SET] = "x-sn-signed",
		[SN_ENVELOPE_OUTPUT_LIST] = "x-sn-outputs",
		[SN_ENVELOPE_KEY_IMAGES] = "x-sn-images",
	};
	const uint8_t *at = data;
	if (len < SN_ENVELOPE_OVERHEAD || memcmp(at, SN_ENVELOPE_MAGIC, MAGIC_LEN))
		return "bytes";
	unsigned kind = at[MAGIC_LEN + 1];
	return kind < sizeof types / sizeof *types && types[kind] ? types[kind] : "bytes";
}
