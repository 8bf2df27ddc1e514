/* Any bytes as a file of the reference wallet: refused with a message, or opened. The same bytes as contents:
 * sealed twice to the same file, which opens. */
#include "fuzz.h"
#include "interop/sealed_file.h"

/* The wallet of tests/vectors/interop/0.18.4.0, whose files are in the corpus. */
static const struct sn_scalar view_secret = {{
	0x54, 0x6f, 0x33, 0xab, 0x1c, 0x18, 0x4d, 0x45, 0x46, 0x86, 0x9c, 0xf3, 0x25, 0x35, 0x51, 0x83,
	0xa3, 0x65, 0xe3, 0xe6, 0xb9, 0x00, 0x26, 0x64, 0x36, 0xae, 0xc4, 0x7e, 0x87, 0x11, 0xdc, 0x0b,
}};

static const struct sn_interop_key *wallet_key(void)
{
	static struct sn_interop_key key;
	static bool is_made;
	if (!is_made)
		FUZZ_CHECK(!sn_interop_key_init(&key, &view_secret, NULL));
	is_made = true;
	return &key;
}

static void open_as_file(const uint8_t *data, size_t len)
{
	enum sn_interop_kind kind;
	bool has_kind = sn_interop_find_kind(&kind, data, len);
	for (int i = 0; i < SN_INTEROP_KINDS; i++) {
		struct sn_buf plaintext = {0};
		struct sn_error err = {0};
		int ret = sn_sealed_file_open(&plaintext, (enum sn_interop_kind)i, wallet_key(), data, len,
					      &err);
		if (ret) {
			fuzz_check_refusal(ret, &err);
			FUZZ_CHECK(!plaintext.len);
		} else {
			fuzz_accept();
			FUZZ_CHECK(has_kind && (int)kind == i);
		}
		sn_buf_free(&plaintext);
	}
}

static void seal_as_contents(const uint8_t *data, size_t len)
{
	const enum sn_interop_kind kind = (enum sn_interop_kind)(len % SN_INTEROP_KINDS);
	struct sn_buf file = {0}, again = {0}, plaintext = {0};
	FUZZ_CHECK(!sn_sealed_file_make(&file, kind, wallet_key(), data, len, NULL));
	FUZZ_CHECK(!sn_sealed_file_make(&again, kind, wallet_key(), data, len, NULL));
	FUZZ_CHECK(fuzz_is_same(&again, file.data, file.len));
	FUZZ_CHECK(!sn_sealed_file_open(&plaintext, kind, wallet_key(), file.data, file.len, NULL));
	FUZZ_CHECK(fuzz_is_same(&plaintext, data, len));
	sn_buf_free(&file);
	sn_buf_free(&again);
	sn_buf_free(&plaintext);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	open_as_file(data, len);
	seal_as_contents(data, len);
	return 0;
}
