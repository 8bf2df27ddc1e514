/* The payload of a UR: handoff files have the type of their kind, as bytes or hexadecimal text; other files
 * are unchanged. */
#include "optic/payload.h"

#include "base/hex.h"
#include "chain/network.h"
#include "handoff/envelope.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void seal(struct sn_buf *file, enum sn_envelope_kind kind)
{
	struct sn_scalar view = {{7}};
	cr_assert_eq(sn_envelope_seal(file, kind, SN_MAINNET, &view, "content", 7, NULL), 0);
}

Test(optic_payload, types)
{
	static const char *const types[] = {NULL,           "x-sn-unsigned", "x-sn-signed",
					    "x-sn-outputs", "x-sn-images",   "x-sn-names"};
	static const enum sn_envelope_kind kinds[] = {
		SN_ENVELOPE_UNSIGNED_SET,     SN_ENVELOPE_SIGNED_SET, SN_ENVELOPE_OUTPUT_LIST,
		SN_ENVELOPE_KEY_IMAGES,       SN_ENVELOPE_NAMES,      SN_ENVELOPE_PROPOSALS,
		SN_ENVELOPE_SIGNED_PROPOSALS,
	};
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		struct sn_buf file = {0};
		seal(&file, kinds[i]);
		cr_expect_str_eq(sn_payload_type(file.data, file.len), types[kinds[i] & 0xff]);
		for (size_t len = 0; len < SN_ENVELOPE_OVERHEAD; len++)
			cr_expect_str_eq(sn_payload_type(file.data, len), "bytes");
		for (int other = 0; other < 256; other++) {
			file.data[5] = (uint8_t)other;
			cr_expect_str_eq(sn_payload_type(file.data, file.len),
					 other >= 1 && other <= 5 ? types[other] : "bytes");
		}
		file.data[0] ^= 1;
		file.data[5] = 1;
		cr_expect_str_eq(sn_payload_type(file.data, file.len), "bytes");
		sn_buf_free(&file);
	}
	cr_expect_str_eq(sn_payload_type("", 0), "bytes");
}

Test(optic_payload, hexadecimal_text_becomes_bytes)
{
	struct sn_buf file = {0}, out = {0};
	char hex[2 * 1752 + 1], spaced[8 * 1752] = ""; /* of the smallest envelope */
	seal(&file, SN_ENVELOPE_SIGNED_SET);
	sn_hex_encode(hex, file.data, file.len);
	cr_assert_eq(sn_payload_read(&out, hex, strlen(hex), NULL), 0);
	cr_assert(out.len == file.len && !memcmp(out.data, file.data, file.len));
	for (size_t i = 0, n = 0; hex[i]; i++)
		n += (size_t)snprintf(spaced + n, sizeof spaced - n, "%s%c", i % 3 ? "\r\n" : " \t",
				      i % 2 ? hex[i] : toupper(hex[i]));
	sn_buf_clear(&out);
	cr_assert_eq(sn_payload_read(&out, spaced, strlen(spaced), NULL), 0);
	cr_assert(out.len == file.len && !memcmp(out.data, file.data, file.len));

	struct sn_error err;
	sn_buf_clear(&out);
	sn_put_u8(&out, 'x');
	cr_expect_eq(sn_payload_read(&out, hex, strlen(hex) - 1, &err), SN_BAD_INPUT);
	cr_expect_eq(err.reason, SN_REASON_BAD_HEX);
	hex[100] = 'g';
	cr_expect_eq(sn_payload_read(&out, hex, strlen(hex), &err), SN_BAD_INPUT);
	cr_expect(out.len == 1 && out.data[0] == 'x');
	sn_buf_free(&file);
	sn_buf_free(&out);
}

Test(optic_payload, other_files_are_unchanged)
{
	static const char *const texts[] = {"", "S", "SNKN", "53 4e", "534e4b4f0102", "hello", "\n\n"};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct sn_buf out = {0};
		cr_assert_eq(sn_payload_read(&out, texts[i], strlen(texts[i]), NULL), 0);
		cr_assert(out.len == strlen(texts[i]) && (!out.len || !memcmp(out.data, texts[i], out.len)));
		sn_buf_free(&out);
	}
}

Test(optic_payload, files_of_the_reference_wallet)
{
	static const struct {
		const char *magic, *type;
	} kinds[] = {
		{"Monero unsigned tx set\005", "xmr-txunsigned"},
		{"Monero signed tx set\005", "xmr-txsigned"},
		{"Monero output export\004", "xmr-output"},
		{"Monero key image export\003", "xmr-keyimage"},
		{"Monero signed tx set\004", "xmr-txsigned"}, /* of another version */
		{"Monero multisig info\001", "bytes"},
		{"monero signed tx set\005", "bytes"},
	};
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		const char *magic = kinds[i].magic;
		char hex[101];
		struct sn_buf out = {0};
		cr_expect_str_eq(sn_payload_type(magic, strlen(magic)), kinds[i].type);
		cr_expect_eq(sn_payload_type_is_reference(kinds[i].type), kinds[i].type[0] == 'x');
		cr_expect(sn_payload_type_is_known(kinds[i].type));
		sn_hex_encode(hex, magic, strlen(magic));
		strcat(hex, "\n");
		cr_assert_eq(sn_payload_read(&out, hex, strlen(hex), NULL), 0);
		if (magic[0] == 'M')
			cr_expect(out.len == strlen(magic) && !memcmp(out.data, magic, out.len));
		else
			cr_expect_eq(out.len, strlen(hex));
		sn_buf_clear(&out);
		hex[20] = 'g';
		cr_expect_eq(sn_payload_read(&out, hex, strlen(hex), NULL),
			     magic[0] == 'M' ? SN_BAD_INPUT : 0);
		sn_buf_free(&out);
	}
	cr_expect(sn_payload_type_is_known("x-sn-anything") && sn_payload_type_is_known("bytes"));
	cr_expect(!sn_payload_type_is_known("xmr-other") && !sn_payload_type_is_known("crypto-psbt"));
	cr_expect(!sn_payload_type_is_reference("bytes"));
}
