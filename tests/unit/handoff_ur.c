/* Bytewords, fountain code and Uniform Resources, against tests/vectors/ur.txt and against what a camera
 * brings. */
#include "handoff/bytewords.h"
#include "handoff/cbor.h"
#include "handoff/fountain.h"
#include "handoff/fountain_choose.h"
#include "handoff/ur.h"

#include "chain_vectors.h"
#include "seed.h"

#include <criterion/criterion.h>

#include <inttypes.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct sn_error err;

#define ok(call)                                                       \
	do {                                                           \
		int ret_ = (call);                                     \
		cr_assert(ret_ == 0, #call ": %d %s", ret_, err.text); \
	} while (0)

/* ------------------------------------------------------------------ CRC-32 and bytewords */

Test(handoff_ur, crc32_vectors)
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

Test(handoff_ur, bytewords_vectors)
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

/* Every change of one character is noticed, and leaves what was there alone. */
Test(handoff_ur, bytewords_notice_each_change)
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

Test(handoff_ur, cbor_heads_are_shortest_form)
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

/* ------------------------------------------------------------------ fountain */

Test(handoff_ur, fountain_choice_vectors)
{
	struct vectors v;
	vectors_open(&v, "ur.txt");
	while (vectors_next(&v, "choose")) {
		uint64_t words[1], expected = 0;
		for (char *at = strtok(v.word[4], ","); at; at = strtok(NULL, ","))
			expected |= UINT64_C(1) << atoi(at);
		ok(sn_fountain_choose(words, (uint32_t)atoi(v.word[1]), (uint32_t)atoi(v.word[2]),
				      (uint32_t)strtoul(v.word[3], NULL, 16)));
		cr_expect_eq(words[0], expected, "%s", v.word[1]);
	}
	vectors_close(&v);
}

Test(handoff_ur, fountain_parts_vectors)
{
	struct vectors v;
	vectors_open(&v, "ur.txt");
	cr_assert(vectors_next(&v, "message256"));
	size_t message_len, fragment_len = 0;
	uint8_t *message = vectors_bytes(&message_len, v.word[1]), made[30];
	size_t n = sn_fountain_split(&fragment_len, message_len, 30);
	cr_assert(n == 9 && fragment_len == 29);
	while (vectors_next(&v, "cbor")) {
		size_t len;
		uint8_t *cbor = vectors_bytes(&len, v.word[2]);
		ok(sn_fountain_make(made, message, message_len, fragment_len, (uint32_t)n,
				    sn_crc32(message, message_len), (uint32_t)atoi(v.word[1])));
		cr_expect(!memcmp(made, cbor + len - fragment_len, fragment_len), "%s", v.word[1]);
		free(cbor);
	}
	free(message);
	vectors_close(&v);
}

/* BCR-2024-001's own two, which bound the length from below as well. */
Test(handoff_ur, fountain_split)
{
	size_t len = 0;
	cr_expect(sn_fountain_split(&len, 12345, 1955) == 7 && len == 1764);
	cr_expect(sn_fountain_split(&len, 12345, 30000) == 1 && len == 12345);
	cr_expect_eq(sn_fountain_split(&len, 0, 100), 0);
	cr_expect_eq(sn_fountain_split(&len, 100, 0), 0);
	cr_expect(sn_fountain_split(&len, SN_FOUNTAIN_FRAGMENTS_MAX, 1) == SN_FOUNTAIN_FRAGMENTS_MAX &&
		  len == 1);
	cr_expect_eq(sn_fountain_split(&len, SN_FOUNTAIN_FRAGMENTS_MAX + 1, 1), 0);
	for (size_t message = 1; message < 400; message++)
		for (size_t max = 1; max < 50; max++) {
			size_t n = sn_fountain_split(&len, message, max);
			cr_assert(n * len >= message && (n - 1) * len < message && len <= max, "%zu %zu",
				  message, max);
		}
}

static uint64_t state;

static uint64_t splitmix(void) /* S. Vigna's */
{
	uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

#define FRAGMENT 8

static struct sn_fountain_part part_of(const uint8_t *message, uint32_t n, uint32_t sequence, uint8_t *data)
{
	struct sn_fountain_part part = {
		sequence, n, n * FRAGMENT, sn_crc32(message, (size_t)n * FRAGMENT), data, FRAGMENT};
	ok(sn_fountain_make(data, message, part.message_len, FRAGMENT, n, part.checksum, sequence));
	return part;
}

/* Received parts until complete, over the number of fragments, when each frame is lost with this probability
 * and the camera comes in somewhere in the first three rounds. */
static double overhead(uint32_t n, unsigned loss_percent, uint64_t seed)
{
	uint8_t message[520 * FRAGMENT], data[FRAGMENT];
	size_t len;
	uint32_t received = 0, sequence = 0;
	struct sn_fountain_decoder *d = sn_fountain_decoder_new();
	state = seed_number(NULL) * UINT64_C(0xbf58476d1ce4e5b9) ^ seed;
	for (size_t i = 0; i < n * FRAGMENT; i++)
		message[i] = (uint8_t)splitmix();
	if (loss_percent)
		sequence = (uint32_t)(splitmix() % (3 * n));
	while (!sn_fountain_is_complete(d)) {
		enum sn_fountain_outcome outcome;
		sequence++;
		if (splitmix() % 100 < loss_percent)
			continue;
		struct sn_fountain_part part = part_of(message, n, sequence, data);
		ok(sn_fountain_receive(d, &part, &outcome, &err));
		cr_assert(outcome == SN_PART_USEFUL || outcome == SN_PART_DUPLICATE);
		cr_assert_lt(++received, 100 * n);
	}
	const uint8_t *got = sn_fountain_message(d, &len);
	cr_assert(len == n * FRAGMENT && !memcmp(got, message, len));
	sn_fountain_decoder_free(d);
	return (double)received / n;
}

/* The decoder keeps its parts in words of 64 bits: sizes about whole words. */
Test(handoff_ur, fountain_of_whole_words)
{
	(void)seed_number("fountain_of_whole_words");
	for (uint32_t words = 1; words <= 8; words++)
		for (uint32_t n = 64 * words - 2; n <= 64 * words + 2; n++)
			for (uint64_t seed = 1; seed <= 3; seed++)
				(void)overhead(n, 30, seed << 32 | n);
}

/* What elimination over all parts needs with the standard's degrees, whichever frames are lost; peeling alone
 * needs 1.46 to 1.51. The figures are printed. */
Test(handoff_ur, fountain_efficiency)
{
	static const struct {
		uint32_t n;
		double worst;
	} sizes[] = {{10, 1.36}, {20, 1.30}, {40, 1.22}, {80, 1.16}};
	static const unsigned losses[] = {0, 10, 30, 50};
	(void)seed_number("fountain_efficiency");
	for (size_t i = 0; i < 4; i++)
		for (size_t j = 0; j < 4; j++) {
			double sum = 0;
			for (uint64_t seed = 0; seed < 1000; seed++)
				sum += overhead(sizes[i].n, losses[j], seed << 16 | i << 8 | j);
			double mean = sum / 1000;
			printf("fountain: %2" PRIu32 " parts, %2u %% lost: %.3f times the ideal\n",
			       sizes[i].n, losses[j], mean);
			cr_expect(mean <= sizes[i].worst + 0.03, "%" PRIu32 " parts, %u %%: %f", sizes[i].n,
				  losses[j], mean);
			cr_expect(losses[j] || mean == 1, "nothing lost");
		}
}

Test(handoff_ur, fountain_refuses_what_cannot_be)
{
	uint8_t message[10 * FRAGMENT] = {1, 2, 3}, data[FRAGMENT];
	enum sn_fountain_outcome outcome;
	uint32_t rank, needed;
	uint64_t received;
	struct sn_fountain_decoder *d = sn_fountain_decoder_new();
	const struct sn_fountain_part good = part_of(message, 10, 1, data);
	struct sn_fountain_part bad[] = {good, good, good, good, good, good, good, good};
	bad[0].sequence = 0;
	bad[1].n_fragments = 0;
	bad[2].n_fragments = SN_FOUNTAIN_FRAGMENTS_MAX + 1;
	bad[3].message_len = 0;
	bad[4].message_len = 10 * FRAGMENT + 1;
	bad[5].message_len = 9 * FRAGMENT;
	bad[6].fragment_len = 0;
	bad[7].message_len = SN_FOUNTAIN_MESSAGE_MAX + 1; /* with this many fragments: */
	bad[7].n_fragments = SN_FOUNTAIN_FRAGMENTS_MAX;
	bad[7].fragment_len = SN_FOUNTAIN_MESSAGE_MAX / SN_FOUNTAIN_FRAGMENTS_MAX + 1;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		ok(sn_fountain_receive(d, &bad[i], &outcome, &err));
		cr_expect_eq(outcome, SN_PART_BAD, "%zu", i);
		sn_fountain_progress(d, &rank, &needed, &received);
		cr_expect(rank == 0 && needed == 0 && received == 0);
	}
	ok(sn_fountain_receive(d, &good, &outcome, &err));
	cr_expect_eq(outcome, SN_PART_USEFUL);
	struct sn_fountain_part other = good;
	other.checksum ^= 1;
	ok(sn_fountain_receive(d, &other, &outcome, &err));
	cr_expect_eq(outcome, SN_PART_FOREIGN);
	other = good;
	uint8_t lie[FRAGMENT] = {9};
	other.data = lie;
	ok(sn_fountain_receive(d, &other, &outcome, &err));
	cr_expect_eq(outcome, SN_PART_BAD, "it contradicts the first");
	sn_fountain_decoder_free(d);
}

/* A lie that fits is found out at the end; and then all begins anew. */
Test(handoff_ur, fountain_gives_up_a_wrong_message)
{
	uint8_t message[3 * FRAGMENT] = {1, 2, 3}, data[FRAGMENT];
	enum sn_fountain_outcome outcome = SN_PART_USEFUL;
	struct sn_fountain_decoder *d = sn_fountain_decoder_new();
	for (uint32_t sequence = 1; sequence <= 3; sequence++) {
		struct sn_fountain_part part = part_of(message, 3, sequence, data);
		data[0] ^= sequence == 2;
		ok(sn_fountain_receive(d, &part, &outcome, &err));
	}
	cr_expect_eq(outcome, SN_PART_BAD);
	cr_assert(!sn_fountain_is_complete(d));
	for (uint32_t sequence = 1; sequence <= 3; sequence++) {
		struct sn_fountain_part part = part_of(message, 3, sequence, data);
		ok(sn_fountain_receive(d, &part, &outcome, &err));
	}
	cr_expect(sn_fountain_is_complete(d));
	sn_fountain_decoder_free(d);
}

/* ------------------------------------------------------------------ whole URs */

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

Test(handoff_ur, ur_vectors)
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

/* Codes of other transfers and rubbish in between, more than are followed at a time: the wanted one is
 * received. */
Test(handoff_ur, ur_among_others)
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
Test(handoff_ur, ur_whole_ones)
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

/* Each part says that it is one of the most and largest there may be, of another transfer. */
Test(handoff_ur, ur_memory_is_bounded)
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

/* Each character of a part changed in turn: bad, or nothing to do with us; never another part. */
Test(handoff_ur, ur_notices_each_change)
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
Test(handoff_ur, ur_hostile_cbor)
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
		/* None is begun by it, which would take the place of a good one. */
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

Test(handoff_ur, ur_encoder_refuses)
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
