/* Uniform Resources: tests/vectors/ur.txt, and the input that a camera can deliver. */
#include "handoff/bytewords.h"
#include "handoff/cbor.h"
#include "handoff/fountain.h"
#include "handoff/ur.h"

#include "chain_vectors.h"
#include "handoff_ok.h"

#include <criterion/criterion.h>

#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct sn_error err;

static enum sn_ur_outcome receive(struct sn_ur_decoder *d, const char *text, size_t len)
{
	enum sn_ur_outcome outcome;
	ok(sn_ur_receive(d, text, len, &outcome, &err));
	return outcome;
}

static bool equal_but_for_case(const struct sn_buf *a, const char *b)
{
	if (a->len != strlen(b))
		return false;
	for (size_t i = 0; i < a->len; i++)
		if ((a->data[i] >= 'A' && a->data[i] <= 'Z' ? a->data[i] + 'a' - 'A' : a->data[i]) != b[i])
			return false;
	return true;
}

Test(handoff_ur, urs_are_those_of_the_vectors)
{
	struct vectors v;
	struct sn_ur_encoder *e;
	struct sn_buf text = {0};
	size_t len, n;
	vectors_open(&v, "ur.txt");
	cr_assert(vectors_next(&v, "message256"));
	uint8_t *message = vectors_bytes(&len, v.word[1]);
	cr_assert(vectors_next(&v, "single"));
	uint8_t *single = vectors_bytes(&n, v.word[1]);
	ok(sn_ur_encoder_new(&e, "bytes", single, n, 0, &err));
	ok(sn_ur_encoder_part(&text, e, 1, &err));
	cr_expect(equal_but_for_case(&text, v.word[2]));
	for (size_t i = 0; i < text.len; i++)
		cr_expect(text.data[i] < 'a' || text.data[i] > 'z');
	struct sn_ur_decoder *d = sn_ur_decoder_new(NULL);
	cr_expect_eq(receive(d, v.word[2], strlen(v.word[2])), SN_UR_USEFUL);
	cr_expect(sn_ur_is_complete(d) && !strcmp(sn_ur_type(d), "bytes"));
	size_t got_len;
	const uint8_t *got = sn_ur_bytes(d, &got_len);
	cr_expect(got_len == n && !memcmp(got, single, n));
	sn_ur_decoder_free(d);
	sn_ur_encoder_free(e);
	free(single);

	ok(sn_ur_encoder_new(&e, "bytes", message, len, 30, &err));
	cr_expect_eq(sn_ur_encoder_parts(e), 9);
	d = sn_ur_decoder_new("bytes");
	while (vectors_next(&v, "part")) {
		uint32_t sequence = (uint32_t)atoi(v.word[1]);
		sn_buf_clear(&text);
		ok(sn_ur_encoder_part(&text, e, sequence, &err));
		cr_expect(equal_but_for_case(&text, v.word[2]), "%s", v.word[2]);
		if (sequence % 3) /* every third frame is lost */
			receive(d, v.word[2], strlen(v.word[2]));
	}
	cr_assert(sn_ur_is_complete(d));
	got = sn_ur_bytes(d, &got_len);
	cr_expect(got_len == len && !memcmp(got, message, len));
	sn_ur_decoder_free(d);
	sn_ur_encoder_free(e);
	sn_buf_free(&text);
	free(message);
	vectors_close(&v);
}

static void show(struct sn_buf *text, const struct sn_ur_encoder *e, uint32_t sequence)
{
	sn_buf_clear(text);
	ok(sn_ur_encoder_part(text, e, sequence, &err));
}

/* Among codes of more transfers than the decoder follows, and garbage, the requested one is received. */
Test(handoff_ur, transfer_among_others_is_received)
{
	uint8_t data[600] = {0};
	struct sn_ur_encoder *e[7];
	struct sn_buf text = {0};
	struct sn_ur_progress progress;
	for (size_t i = 0; i < 7; i++) {
		data[0] = (uint8_t)i;
		ok(sn_ur_encoder_new(&e[i], i == 6 ? "other-type" : "x-test", data, sizeof data - i, 50,
				     &err));
	}
	struct sn_ur_decoder *d = sn_ur_decoder_new("x-test");
	for (uint32_t sequence = 1; !sn_ur_is_complete(d); sequence++) {
		cr_assert_lt(sequence, 1000);
		cr_expect_eq(receive(d, "HTTPS://EXAMPLE.COM", 19), SN_UR_NONE);
		show(&text, e[6], sequence);
		cr_expect_eq(receive(d, (char *)text.data, text.len), SN_UR_FOREIGN);
		show(&text, e[0], sequence);
		receive(d, (char *)text.data, text.len);
		if (sequence > 3) { /* four strangers that come and go */
			show(&text, e[1 + sequence % 5], sequence);
			receive(d, (char *)text.data, text.len);
		}
		show(&text, e[0], sequence);
		text.data[text.len - 1] ^= 1;
		if (!sn_ur_is_complete(d))
			cr_expect_eq(receive(d, (char *)text.data, text.len), SN_UR_BAD);
	}
	size_t len;
	data[0] = 0;
	const uint8_t *got = sn_ur_bytes(d, &len);
	cr_expect(len == sizeof data && !memcmp(got, data, len));
	sn_ur_progress(d, &progress);
	cr_expect(progress.have == progress.needed && progress.have == sn_ur_encoder_parts(e[0]) &&
		  progress.transfers == 4);
	show(&text, e[0], 7);
	cr_expect_eq(receive(d, (char *)text.data, text.len), SN_UR_DUPLICATE, "complete: nothing changes");
	show(&text, e[1], 1);
	cr_expect_eq(receive(d, (char *)text.data, text.len), SN_UR_FOREIGN,
		     "and who comes late is told apart");
	text.data[text.len - 1] ^= 1;
	cr_expect_eq(receive(d, (char *)text.data, text.len), SN_UR_BAD);
	got = sn_ur_bytes(d, &len);
	cr_expect(len == sizeof data && !memcmp(got, data, len));
	sn_ur_decoder_free(d);
	for (size_t i = 0; i < 7; i++)
		sn_ur_encoder_free(e[i]);
	sn_buf_free(&text);
}

/* Whole ones, when one is complete: the same again, or another. */
Test(handoff_ur, single_part_urs_are_received)
{
	uint8_t data[50] = {1};
	struct sn_ur_encoder *one, *other, *same_in_parts;
	struct sn_buf text = {0};
	struct sn_ur_decoder *d = sn_ur_decoder_new(NULL);
	size_t len;
	ok(sn_ur_encoder_new(&one, "bytes", data, sizeof data, 0, &err));
	ok(sn_ur_encoder_new(&same_in_parts, "bytes", data, sizeof data, 20, &err));
	data[49] = 1;
	ok(sn_ur_encoder_new(&other, "bytes", data, sizeof data, 0, &err));
	show(&text, one, 1);
	cr_expect_eq(receive(d, (char *)text.data, text.len), SN_UR_USEFUL);
	cr_expect_eq(receive(d, (char *)text.data, text.len), SN_UR_DUPLICATE);
	show(&text, same_in_parts, 2);
	cr_expect_eq(receive(d, (char *)text.data, text.len), SN_UR_DUPLICATE);
	show(&text, other, 1);
	cr_expect_eq(receive(d, (char *)text.data, text.len), SN_UR_RIVAL);
	const uint8_t *got = sn_ur_bytes(d, &len);
	cr_expect(len == sizeof data && got[49] == 0, "the first stays");
	sn_ur_decoder_free(d);
	sn_ur_encoder_free(one);
	sn_ur_encoder_free(other);
	sn_ur_encoder_free(same_in_parts);
	sn_buf_free(&text);
}

static size_t memory_in_use(void)
{
	struct mallinfo2 info = mallinfo2();
	return info.uordblks + info.hblkhd;
}

/* Each part claims the largest sizes, and belongs to another transfer. */
Test(handoff_ur, memory_is_bounded)
{
	struct sn_ur_decoder *d = sn_ur_decoder_new(NULL);
	const size_t before = memory_in_use(),
		     fragment_len = SN_FOUNTAIN_MESSAGE_MAX / SN_FOUNTAIN_FRAGMENTS_MAX;
	for (uint32_t checksum = 0; checksum < 100; checksum++) {
		struct sn_buf cbor = {0}, text = {0};
		sn_cbor_put_head(&cbor, SN_CBOR_ARRAY, 5);
		sn_cbor_put_head(&cbor, SN_CBOR_UNSIGNED, 1);
		sn_cbor_put_head(&cbor, SN_CBOR_UNSIGNED, SN_FOUNTAIN_FRAGMENTS_MAX);
		sn_cbor_put_head(&cbor, SN_CBOR_UNSIGNED, SN_FOUNTAIN_MESSAGE_MAX);
		sn_cbor_put_head(&cbor, SN_CBOR_UNSIGNED, checksum);
		sn_cbor_put_head(&cbor, SN_CBOR_BYTES, fragment_len);
		memset(sn_buf_grow(&cbor, fragment_len), 1, fragment_len);
		sn_put_bytes(&text, "ur:x/1-4096/", 12);
		sn_bytewords_encode(&text, cbor.data, cbor.len);
		enum sn_ur_outcome outcome = receive(d, (char *)text.data, text.len);
		cr_assert(outcome == SN_UR_USEFUL || outcome == SN_UR_FOREIGN, "%d", outcome);
		sn_buf_free(&cbor);
		sn_buf_free(&text);
		/* Of each transfer the message, and a bit for each fragment in each row. */
		const size_t most = SN_FOUNTAIN_MESSAGE_MAX +
				    SN_FOUNTAIN_FRAGMENTS_MAX * (SN_FOUNTAIN_FRAGMENTS_MAX / 8 + 1);
		cr_assert_leq(memory_in_use() - before, SN_UR_TRANSFERS_MAX * (most + (64 << 10)), "%u",
			      checksum);
	}
	sn_ur_decoder_free(d);
	cr_expect_lt(memory_in_use(), before + (64 << 10));
}

/* Each character of a part is changed in turn: the part is bad or foreign, never a different part. */
Test(handoff_ur, every_changed_character_is_noticed)
{
	struct sn_ur_encoder *e;
	struct sn_buf text = {0};
	uint8_t data[100] = {3};
	ok(sn_ur_encoder_new(&e, "x-test", data, sizeof data, 40, &err));
	show(&text, e, 5);
	for (size_t i = 0; i < text.len; i++)
		for (int c = 1; c < 256; c++) {
			struct sn_ur_decoder *d = sn_ur_decoder_new("x-test");
			struct sn_ur_progress progress;
			uint8_t old = text.data[i];
			if ((c | 0x20) == (old | 0x20) && ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')))
				c++;
			if (c == old)
				c++;
			if (c < 256) {
				text.data[i] = (uint8_t)c;
				cr_assert_neq(receive(d, (char *)text.data, text.len), SN_UR_USEFUL, "%zu %d",
					      i, c);
				sn_ur_progress(d, &progress);
				cr_assert(progress.have == 0 && progress.transfers == 0);
				text.data[i] = old;
			}
			sn_ur_decoder_free(d);
		}
	for (size_t len = 0; len < text.len; len++) {
		struct sn_ur_decoder *d = sn_ur_decoder_new(NULL);
		cr_assert_neq(receive(d, (char *)text.data, len), SN_UR_USEFUL, "%zu", len);
		sn_ur_decoder_free(d);
	}
	sn_ur_encoder_free(e);
	sn_buf_free(&text);
}

/* Well-formed bytewords around a CBOR that lies. */
Test(handoff_ur, hostile_cbor_is_refused)
{
	static const char *const messages[] = {
		"",           /* nothing */
		"43010203ff", /* more than the byte string */
		"430102",     /* less */
		"5803010203", /* not the shortest form */
		"5bffffffffffffffff",
		"9f",
		"5f4101ff",
		"63616263",
		"d99d6c4101",
		"1801",
		"a0",
	};
	static const char *const parts[] = {
		"8501091901001a0167aa07581d",              /* no data */
		"8401091901001a0167aa07",                  /* four elements */
		"85010919010 01a0167aa075bffffffffffffff", /* not even hexadecimal: no bytes */
		"8501091bffffffffffffffff1a0167aa074101",
		"85010900000041ff",
		"85011a7fffffff1a7fffffff1a0167aa074101",
		"850109190100186441ff",
	};
	for (size_t i = 0; i < sizeof messages / sizeof *messages + sizeof parts / sizeof *parts; i++) {
		bool is_part = i >= sizeof messages / sizeof *messages;
		const char *hex = is_part ? parts[i - sizeof messages / sizeof *messages] : messages[i];
		struct sn_buf text = {0};
		struct sn_ur_decoder *d = sn_ur_decoder_new(NULL);
		size_t len = 0;
		uint8_t *bytes = *hex && !strchr(hex, ' ') ? vectors_bytes(&len, hex) : NULL;
		sn_put_bytes(&text, is_part ? "ur:x/1-9/" : "ur:x/", is_part ? 9 : 5);
		sn_bytewords_encode(&text, bytes, len);
		cr_expect_eq(receive(d, (char *)text.data, text.len), SN_UR_BAD, "%s", hex);
		struct sn_ur_progress progress;
		sn_ur_progress(d, &progress);
		/* It starts no transfer, which would take the place of a good one. */
		cr_expect(!sn_ur_is_complete(d) && !progress.transfers, "%s", hex);
		sn_ur_decoder_free(d);
		sn_buf_free(&text);
		free(bytes);
	}
	static const char *const texts[] = {"ur:",
					    "ur:/",
					    "ur:x",
					    "ur:x/",
					    "ur:x/1-9",
					    "ur:x/1-9/",
					    "ur:x/0-9/ae",
					    "ur:x/01-9/ae",
					    "ur:x/1-/ae",
					    "ur:x/-9/ae",
					    "ur:x/99999999999-9/ae",
					    "ur:x y/ae",
					    "ur:x/1-9/8/ae"};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct sn_ur_decoder *d = sn_ur_decoder_new(NULL);
		cr_expect_eq(receive(d, texts[i], strlen(texts[i])), SN_UR_BAD, "%s", texts[i]);
		sn_ur_decoder_free(d);
	}
}

Test(handoff_ur, encoder_refuses_bad_arguments)
{
	struct sn_ur_encoder *e;
	uint8_t data[100] = {0};
	cr_expect_eq(sn_ur_encoder_new(&e, "", data, 1, 0, &err), SN_USAGE);
	cr_expect_eq(sn_ur_encoder_new(&e, "Upper", data, 1, 0, &err), SN_USAGE);
	cr_expect_eq(sn_ur_encoder_new(&e, "a/b", data, 1, 0, &err), SN_USAGE);
	uint8_t *large = calloc(1, SN_FOUNTAIN_MESSAGE_MAX);
	cr_expect_eq(sn_ur_encoder_new(&e, "x", large, SN_FOUNTAIN_MESSAGE_MAX, 100000, &err), SN_USAGE);
	cr_expect_eq(sn_ur_encoder_new(&e, "x", large, 5000, 1, &err), SN_USAGE);
	cr_expect_null(e);
	ok(sn_ur_encoder_new(&e, "x", large, SN_FOUNTAIN_MESSAGE_MAX, 0, &err)); /* one part has no limit */
	cr_expect_eq(sn_ur_encoder_parts(e), 1);
	sn_ur_encoder_free(e);
	free(large);
	ok(sn_ur_encoder_new(&e, "x", data, 0, 10, &err)); /* nothing is something, too */
	cr_expect_eq(sn_ur_encoder_parts(e), 1);
	sn_ur_encoder_free(e);
}
