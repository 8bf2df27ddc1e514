#include "handoff/hex_text.h"
#include "base/hex.h"

#include <string.h>

#define COPY_AGAIN "copy it again from the machine that made it"

int sn_error_truncated_file(struct sn_error *err, size_t len)
{
	return sn_error_hint(err,
			     sn_error_because(err, SN_BAD_INPUT, SN_REASON_DAMAGED,
					      "the file is truncated: only %zu byte%s", len, SN_PLURAL(len)),
			     COPY_AGAIN);
}

int sn_error_corrupt_file(struct sn_error *err, const char *problem)
{
	return sn_error_hint(
		err,
		sn_error_because(err, SN_BAD_INPUT, SN_REASON_DAMAGED, "the file is corrupt: %s", problem),
		COPY_AGAIN);
}

int sn_error_other_network(struct sn_error *err, enum sn_network its_network, enum sn_network network)
{
	return sn_error_hint(err,
			     sn_error_because(err, SN_BAD_INPUT, SN_REASON_FOREIGN,
					      "the file is for %s, but the wallet is for %s",
					      sn_network_name(its_network), sn_network_name(network)),
			     "use the wallet that the file was made for");
}

static bool is_space(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

size_t sn_hex_text_start(uint8_t *bytes, size_t max, const void *text, size_t len)
{
	const uint8_t *at = text;
	char digits[2 * SN_HEX_TEXT_START_MAX + 1];
	size_t n = 0;
	for (size_t i = 0; i < len && n < 2 * max; i++)
		if (!is_space(at[i]))
			digits[n++] = (char)at[i];
	n -= n % 2;
	digits[n] = 0;
	return n && sn_hex_decode(bytes, n / 2, digits) == SN_OK ? n / 2 : 0;
}

bool sn_hex_text_has_magic(const void *text, size_t len, const char *magic, size_t magic_len)
{
	uint8_t bytes[SN_HEX_TEXT_START_MAX];
	const size_t n = sn_hex_text_start(bytes, magic_len, text, len);
	return n && !memcmp(bytes, magic, n);
}

int sn_hex_text_read(struct sn_buf *bytes, const void *text, size_t len, struct sn_error *err)
{
	const uint8_t *at = text;
	struct sn_buf stripped = {0};
	for (size_t i = 0; i < len; i++)
		if (!is_space(at[i]))
			sn_put_u8(&stripped, at[i]);
	int ret = stripped.failed ? SN_IO : SN_OK;
	size_t digits = stripped.len - stripped.len % 2;
	if (!ret)
		ret = sn_hex_decode_buf(bytes, (const char *)stripped.data, digits);
	if (ret == SN_IO)
		ret = sn_error_memory(err);
	else if (ret)
		ret = sn_error_hint(
			err,
			sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_HEX,
					 "the file is corrupt: a character is not a hexadecimal digit"),
			COPY_AGAIN);
	else if (digits != stripped.len)
		ret = sn_error_truncated_file(err, bytes->len);
	sn_buf_free(&stripped);
	return ret;
}
