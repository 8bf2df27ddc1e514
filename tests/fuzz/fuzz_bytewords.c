/* Any text as bytewords: refused with a sentence, or the only spelling of its bytes, but for upper case. Any
 * bytes as bytewords and back; with one letter changed they are refused, and half a word is. */
#include "fuzz.h"
#include "handoff/bytewords.h"

#include <ctype.h>
#include <string.h>

static void decode_text(const char *text, size_t len)
{
	struct sn_buf bytes = {0}, again = {0};
	struct sn_error err = {0};
	int ret = sn_bytewords_decode(&bytes, text, len, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!bytes.len);
		sn_buf_free(&bytes);
		return;
	}
	fuzz_accept();
	sn_bytewords_encode(&again, bytes.data, bytes.len);
	FUZZ_CHECK(again.len == len);
	for (size_t i = 0; i < len; i++)
		FUZZ_CHECK(again.data[i] == tolower((unsigned char)text[i]));
	sn_buf_free(&bytes);
	sn_buf_free(&again);
}

static void expect_refused(const struct sn_buf *text, size_t len)
{
	struct sn_buf bytes = {0};
	struct sn_error err = {0};
	fuzz_check_refusal(sn_bytewords_decode(&bytes, (const char *)text->data, len, &err), &err);
	FUZZ_CHECK(!bytes.len);
	sn_buf_free(&bytes);
}

/* What is in the buffer already stays. */
static void encode_bytes(const uint8_t *data, size_t len)
{
	struct sn_buf text = {0}, bytes = {0};
	struct sn_error err = {0};
	sn_bytewords_encode(&text, data, len);
	FUZZ_CHECK(!text.failed && text.len == 2 * (len + 4));
	for (size_t i = 0; i < text.len; i += 3)
		text.data[i] = (uint8_t)toupper(text.data[i]);
	sn_put_u8(&bytes, 7);
	FUZZ_CHECK(!sn_bytewords_decode(&bytes, (const char *)text.data, text.len, &err));
	FUZZ_CHECK(bytes.len == len + 1 && bytes.data[0] == 7 &&
		   (!len || !memcmp(bytes.data + 1, data, len)));
	expect_refused(&text, text.len - 1);
	size_t at = len ? data[0] % text.len : 0;
	uint8_t good = text.data[at], other = len > 1 ? data[1] : 0;
	text.data[at] = other;
	if (tolower(other) != tolower(good))
		expect_refused(&text, text.len);
	sn_buf_free(&text);
	sn_buf_free(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	decode_text((const char *)data, len);
	encode_bytes(data, len);
	return 0;
}
