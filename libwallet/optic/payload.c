#include "optic/payload.h"

#include "handoff/envelope.h"
#include "handoff/hex_text.h"
#include "interop/sealed_file.h"

#include <stdbool.h>
#include <string.h>

#define MAGIC_LEN (sizeof SN_ENVELOPE_MAGIC - 1)

static bool is_hex_of(const char *magic, const void *text, size_t len)
{
	return len >= 2 * strlen(magic) && sn_hex_text_has_magic(text, len, magic, strlen(magic));
}

int sn_payload_read(struct sn_buf *out, const void *file, size_t len, struct sn_error *err)
{
	size_t before = out->len;
	int ret = SN_OK;
	if (is_hex_of(SN_ENVELOPE_MAGIC, file, len) || is_hex_of(SN_INTEROP_MAGIC, file, len))
		ret = sn_hex_text_read(out, file, len, err);
	else
		sn_put_bytes(out, file, len);
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
	return ret;
}

static const char *const reference_types[SN_INTEROP_KINDS] = {
	[SN_INTEROP_UNSIGNED_TX_SET] = "xmr-txunsigned",
	[SN_INTEROP_SIGNED_TX_SET] = "xmr-txsigned",
	[SN_INTEROP_OUTPUT_EXPORT] = "xmr-output",
	[SN_INTEROP_KEY_IMAGE_EXPORT] = "xmr-keyimage",
};

const char *sn_payload_type(const void *data, size_t len)
{
	/* By kind; both versions of an envelope have the same types. */
	static const char *const types[] = {
		[SN_ENVELOPE_UNSIGNED_SET & 0xff] = "x-sn-unsigned",
		[SN_ENVELOPE_SIGNED_SET & 0xff] = "x-sn-signed",
		[SN_ENVELOPE_OUTPUT_LIST & 0xff] = "x-sn-outputs",
		[SN_ENVELOPE_KEY_IMAGES & 0xff] = "x-sn-images",
		[SN_ENVELOPE_NAMES & 0xff] = "x-sn-names",
	};
	const uint8_t *at = data;
	enum sn_interop_kind reference;
	if (sn_interop_find_kind(&reference, data, len))
		return reference_types[reference];
	if (len < SN_ENVELOPE_OVERHEAD || memcmp(at, SN_ENVELOPE_MAGIC, MAGIC_LEN))
		return "bytes";
	unsigned kind = at[MAGIC_LEN + 1];
	return kind < sizeof types / sizeof *types && types[kind] ? types[kind] : "bytes";
}

bool sn_payload_type_is_reference(const char *type)
{
	for (int i = 0; i < SN_INTEROP_KINDS; i++)
		if (!strcmp(type, reference_types[i]))
			return true;
	return false;
}

bool sn_payload_type_is_known(const char *type)
{
	return !strncmp(type, "x-sn-", 5) || !strcmp(type, "bytes") || sn_payload_type_is_reference(type);
}
