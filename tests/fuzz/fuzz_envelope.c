/* Any bytes as an envelope: opened, or refused with a sentence; what opens from its binary form is what
 * sealing gives. The same bytes as content: sealed, they open, as hexadecimal lines too, and not with one
 * byte changed. */
#include "fuzz.h"
#include "handoff/envelope.h"

#include <string.h>

static void open_file(const uint8_t *data, size_t len)
{
	struct sn_buf content = {0}, sealed = {0};
	struct sn_error err = {0};
	int ret = sn_envelope_open(&content, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &fuzz_view_secret, data,
				   len, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!content.len);
	} else {
		fuzz_accept();
		FUZZ_CHECK(!sn_envelope_seal(&sealed, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &fuzz_view_secret,
					     content.data, content.len, &err));
		FUZZ_CHECK(data[0] != SN_ENVELOPE_MAGIC[0] || fuzz_is_same(&sealed, data, len));
	}
	sn_buf_free(&content);
	sn_buf_free(&sealed);
}

/* Digits of either case and white space, as the bytes themselves have it. */
static void put_hex(struct sn_buf *hex, const struct sn_buf *bytes)
{
	for (size_t i = 0; i < bytes->len; i++) {
		const char *digits = bytes->data[i] & 1 ? "0123456789abcdef" : "0123456789ABCDEF";
		sn_put_u8(hex, (uint8_t)digits[bytes->data[i] >> 4]);
		if (bytes->data[i] % 7 == 0)
			sn_put_u8(hex, (uint8_t) " \n\t\r"[i % 4]);
		sn_put_u8(hex, (uint8_t)digits[bytes->data[i] & 15]);
	}
}

static int open_signed(struct sn_buf *content, const struct sn_buf *file, struct sn_error *err)
{
	return sn_envelope_open(content, SN_ENVELOPE_SIGNED_SET, SN_TESTNET, &fuzz_view_secret, file->data,
				file->len, err);
}

static void seal_content(const uint8_t *data, size_t len)
{
	struct sn_buf content = {0}, sealed = {0}, hex = {0};
	struct sn_error err = {0};
	FUZZ_CHECK(!sn_envelope_seal(&sealed, SN_ENVELOPE_SIGNED_SET, SN_TESTNET, &fuzz_view_secret, data,
				     len, &err));
	FUZZ_CHECK(!open_signed(&content, &sealed, &err) && fuzz_is_same(&content, data, len));
	sn_buf_clear(&content);
	put_hex(&hex, &sealed);
	FUZZ_CHECK(!open_signed(&content, &hex, &err) && fuzz_is_same(&content, data, len));
	sn_buf_clear(&content);

	/* The content chooses which byte of its envelope is changed, and to what. */
	if (len >= 3 && data[0]) {
		size_t at = (data[1] | (size_t)data[2] << 8) % sealed.len;
		sealed.data[at] ^= data[0];
		int ret = open_signed(&content, &sealed, &err);
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!content.len);
	}
	sn_buf_free(&content);
	sn_buf_free(&sealed);
	sn_buf_free(&hex);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	open_file(data, len);
	seal_content(data, len);
	return 0;
}
