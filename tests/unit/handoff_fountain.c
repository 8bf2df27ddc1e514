/* The fountain code: tests/vectors/ur.txt, random losses, and hostile parts. */
#include "handoff/bytewords.h"
#include "handoff/fountain.h"
#include "handoff/fountain_choose.h"

#include "chain_vectors.h"
#include "handoff_ok.h"
#include "seed.h"

#include <criterion/criterion.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct sn_error err;

Test(handoff_fountain, fragments_are_chosen_as_in_the_vectors)
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

Test(handoff_fountain, parts_are_those_of_the_vectors)
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

/* The two examples of BCR-2024-001, which bound the length from below as well. */
Test(handoff_fountain, fragments_are_even)
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

/* The number of received parts until completion, divided by the number of fragments. Each frame is lost with
 * this probability, and the camera starts somewhere in the first three rounds. */
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
Test(handoff_fountain, whole_words_of_fragments_decode)
{
	(void)seed_number("whole_words_of_fragments_decode");
	for (uint32_t words = 1; words <= 8; words++)
		for (uint32_t n = 64 * words - 2; n <= 64 * words + 2; n++)
			for (uint64_t seed = 1; seed <= 3; seed++)
				(void)overhead(n, 30, seed << 32 | n);
}

/* The overhead of elimination with the degrees of the standard, for several loss rates; peeling alone
 * needs 1.46 to 1.51. The test prints the figures. */
Test(handoff_fountain, overhead_is_bounded)
{
	static const struct {
		uint32_t n;
		double worst;
	} sizes[] = {{10, 1.36}, {20, 1.30}, {40, 1.22}, {80, 1.16}};
	static const unsigned losses[] = {0, 10, 30, 50};
	(void)seed_number("overhead_is_bounded");
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

Test(handoff_fountain, impossible_parts_are_refused)
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
Test(handoff_fountain, message_with_a_wrong_checksum_is_dropped)
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
