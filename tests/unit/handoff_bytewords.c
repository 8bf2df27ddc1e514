/* CRC-32, bytewords and CBOR, compared with tests/vectors/ur.txt. */
#include "handoff/bytewords.h"
#include "handoff/cbor.h"

#include "chain_vectors.h"
#include "handoff_ok.h"

#include <criterion/criterion.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct sn_error err;

/* ------------------------------------------------------------------ CRC-32 and bytewords */

Test(handoff_bytewords, crc32_is_that_of_the_vectors)
{
	struct vectors v;
	vectors_open(&v, "ur.txt");
	while (vectors_next(&v, "crc32")) {
		size_t len;
		uint8_t *data = vectors_bytes(&len, v.word[1]);
		cr_expect(sn_crc32(data, len) == strtoul(v.word[2], NULL, 16), "%s", v.word[1]);
		free(data);
	}
	vectors_close(&v);
}

Test(handoff_bytewords, bytewords_are_those_of_the_vectors)
{
	struct vectors v;
	vectors_open(&v, "ur.txt");
	while (vectors_next(&v, "bytewords")) {
		size_t len;
		uint8_t *data = vectors_bytes(&len, v.word[1]);
		struct sn_buf text = {0}, back = {0};
		sn_bytewords_encode(&text, data, len);
		cr_assert(text.len == strlen(v.word[2]) && !memcmp(text.data, v.word[2], text.len), "%s",
			  v.word[1]);
		ok(sn_bytewords_decode(&back, v.word[2], strlen(v.word[2]), &err));
		cr_assert(back.len == len && !memcmp(back.data, data, len));
		for (char *c = v.word[2]; *c; c++)
			*c = (char)(*c - 'a' + 'A');
		sn_buf_clear(&back);
		ok(sn_bytewords_decode(&back, v.word[2], strlen(v.word[2]), &err));
		cr_assert(back.len == len && !memcmp(back.data, data, len));
		sn_buf_free(&text);
		sn_buf_free(&back);
		free(data);
	}
	vectors_close(&v);
	vectors_open(&v, "ur.txt");
	while (vectors_next(&v, "bad_bytewords")) {
		struct sn_buf back = {0};
		cr_expect_eq(sn_bytewords_decode(&back, v.word[1], strlen(v.word[1]), &err), SN_BAD_INPUT,
			     "%s", v.word[1]);
		cr_expect_eq(back.len, 0);
		sn_buf_free(&back);
	}
	vectors_close(&v);
}

/* Every changed character is noticed, and the output buffer is unchanged. */
Test(handoff_bytewords, bytewords_notice_each_change)
{
	static const char good[] = "tantjzoeadgdstaslplabghydrpfmkbggufgludprfgmaosecffltnsoaawkbd";
	char bad[sizeof good];
	struct sn_buf out = {0};
	sn_put_bytes(&out, "kept", 4);
	for (size_t i = 0; i < sizeof good - 1; i++)
		for (int c = 0; c < 256; c++) {
			if ((c | 0x20) == good[i] && c >= 'A')
				continue;
			memcpy(bad, good, sizeof good);
			bad[i] = (char)c;
			cr_assert_eq(sn_bytewords_decode(&out, bad, sizeof good - 1, &err), SN_BAD_INPUT,
				     "%zu %d", i, c);
			cr_assert(out.len == 4 && !memcmp(out.data, "kept", 4));
		}
	for (size_t len = 0; len < sizeof good - 1; len++)
		cr_assert_eq(sn_bytewords_decode(&out, good, len, &err), SN_BAD_INPUT, "%zu", len);
	sn_buf_free(&out);
}

/* ------------------------------------------------------------------ CBOR */

Test(handoff_bytewords, cbor_heads_are_shortest_form)
{
	static const struct {
		uint64_t value;
		const char *hex;
	} heads[] = {
		/* RFC 8949, appendix A */
		{0, "00"},
		{23, "17"},
		{24, "1818"},
		{100, "1864"},
		{1000, "1903e8"},
		{1000000, "1a000f4240"},
		{1000000000000, "1b000000e8d4a51000"},
		{UINT64_MAX, "1bffffffffffffffff"},
		{255, "18ff"},
		{256, "190100"},
		{65535, "19ffff"},
		{65536, "1a00010000"},
		{UINT32_MAX, "1affffffff"},
	};
	static const char *const longer[] = {"1800",   "1817",       "190000",
					     "1900ff", "1a0000ffff", "1b00000000ffffffff"};
	static const char *const others[] = {"1c", "1d", "1e", "1f", "40", "80", "20", "18", "19ff", ""};
	struct sn_reader r;
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
		size_t len;
		uint8_t *bytes = vectors_bytes(&len, heads[i].hex);
		struct sn_buf out = {0};
		sn_cbor_put_head(&out, SN_CBOR_UNSIGNED, heads[i].value);
		cr_expect(out.len == len && !memcmp(out.data, bytes, len), "%s", heads[i].hex);
		sn_reader_init(&r, bytes, len);
		cr_expect_eq(sn_cbor_read_head(&r, SN_CBOR_UNSIGNED, UINT64_MAX), heads[i].value);
		cr_expect(sn_reader_is_done(&r));
		sn_reader_init(&r, bytes, len);
		if (heads[i].value) {
			cr_expect_eq(sn_cbor_read_head(&r, SN_CBOR_UNSIGNED, heads[i].value - 1), 0);
			cr_expect(r.failed);
		}
		sn_buf_free(&out);
		free(bytes);
	}
	for (size_t i = 0; i < sizeof longer / sizeof *longer + sizeof others / sizeof *others; i++) {
		size_t n = sizeof longer / sizeof *longer, len;
		const char *hex = i < n ? longer[i] : others[i - n];
		uint8_t *bytes = vectors_bytes(&len, hex);
		sn_reader_init(&r, bytes, len);
		cr_expect_eq(sn_cbor_read_head(&r, SN_CBOR_UNSIGNED, UINT64_MAX), 0);
		cr_expect(r.failed, "%s", hex);
		free(bytes);
	}
}
