/* Parts of a message and parts that say anything, in any order: the rank never rises by more than one, what
 * is not useful changes nothing, nothing is complete that does not have its checksum, and memory is bounded.
 *
 * The input: the length of fragments (1 byte), that of the message (2) and the message; then parts. A part is
 * 0 and a sequence (4): one of that message; or 1, sequence, fragments, message's length, checksum (4 each),
 * and data with its length (2) before it. */
#include "fuzz.h"
#include "handoff/bytewords.h"
#include "handoff/fountain.h"

#include <stdlib.h>
#include <string.h>

enum { PARTS_MAX = 200 };

struct message {
	const uint8_t *data;
	size_t len, fragment_len, n;
	uint32_t checksum;
};

struct progress {
	uint32_t rank, needed;
	uint64_t received;
};

static struct progress progress_of(const struct sn_fountain_decoder *d)
{
	struct progress p;
	sn_fountain_progress(d, &p.rank, &p.needed, &p.received);
	return p;
}

static void check_complete(const struct sn_fountain_decoder *d)
{
	size_t len;
	const uint8_t *message = sn_fountain_message(d, &len);
	FUZZ_CHECK(sn_fountain_is_complete(d) == (message != NULL));
	FUZZ_CHECK(message ? len && len <= SN_FOUNTAIN_MESSAGE_MAX : !len);
}

/* Returns what became of it. */
static enum sn_fountain_outcome receive(struct sn_fountain_decoder *d, const struct sn_fountain_part *part)
{
	struct sn_error err = {0};
	enum sn_fountain_outcome outcome;
	struct progress before = progress_of(d);
	bool was_complete = sn_fountain_is_complete(d);
	FUZZ_CHECK(!sn_fountain_receive(d, part, &outcome, &err));
	struct progress after = progress_of(d);
	check_complete(d);
	FUZZ_CHECK(after.rank <= after.needed && after.needed <= SN_FOUNTAIN_FRAGMENTS_MAX);
	FUZZ_CHECK(sn_fountain_is_complete(d) == (after.needed && after.rank == after.needed));
	switch (outcome) {
	case SN_PART_USEFUL:
		FUZZ_CHECK(!was_complete && after.rank == before.rank + 1 &&
			   after.needed == part->n_fragments);
		fuzz_accept();
		break;
	case SN_PART_DUPLICATE:
	case SN_PART_FOREIGN:
		FUZZ_CHECK(before.needed && after.rank == before.rank && after.needed == before.needed);
		break;
	case SN_PART_BAD: /* with the last one, all may turn out to be bad */
		FUZZ_CHECK(!was_complete || after.rank == before.rank);
		FUZZ_CHECK((after.rank == before.rank && after.needed == before.needed) || !after.needed);
		break;
	}
	if (sn_fountain_is_complete(d) && !was_complete) {
		size_t len;
		const uint8_t *message = sn_fountain_message(d, &len);
		FUZZ_CHECK(len == part->message_len && sn_crc32(message, len) == part->checksum);
	}
	return outcome;
}

/* Whether it has the head of the message's own, and so may poison them. */
static bool is_like(const struct sn_fountain_part *part, const struct message *m)
{
	return part->n_fragments == m->n && part->message_len == m->len && part->checksum == m->checksum &&
	       part->fragment_len == m->fragment_len;
}

static struct sn_fountain_part read_part(struct sn_reader *r)
{
	struct sn_fountain_part part = {
		.sequence = sn_read_u32(r),
		.n_fragments = sn_read_u32(r),
		.message_len = sn_read_u32(r),
		.checksum = sn_read_u32(r),
		.fragment_len = sn_read_u16(r),
	};
	part.data = sn_read_view(r, part.fragment_len);
	return part;
}

/* The parts 1 to n are the message, whatever came before them. */
static void check_in_order(const struct message *m, uint8_t *data)
{
	struct sn_fountain_decoder *d = sn_fountain_decoder_new();
	struct sn_fountain_part part = {0,           (uint32_t)m->n, (uint32_t)m->len,
					m->checksum, data,           m->fragment_len};
	size_t len;
	FUZZ_CHECK(d);
	while (part.sequence++ < m->n) {
		FUZZ_CHECK(!sn_fountain_make(data, m->data, m->len, m->fragment_len, part.n_fragments,
					     m->checksum, part.sequence));
		FUZZ_CHECK(receive(d, &part) == SN_PART_USEFUL);
	}
	const uint8_t *message = sn_fountain_message(d, &len);
	FUZZ_CHECK(message && len == m->len && !memcmp(message, m->data, len));
	sn_fountain_decoder_free(d);
}

static void receive_all(struct sn_fountain_decoder *d, const struct message *m, uint8_t *data,
			struct sn_reader *r)
{
	bool is_poisoned = false, is_ours = false;
	for (int n = 0; n < PARTS_MAX && !sn_reader_is_done(r); n++) {
		bool is_own = sn_read_u8(r) == 0;
		struct sn_fountain_part part;
		if (is_own) {
			part = (struct sn_fountain_part){sn_read_u32(r), (uint32_t)m->n, (uint32_t)m->len,
							 m->checksum,    data,           m->fragment_len};
			FUZZ_CHECK(!sn_fountain_make(data, m->data, m->len, m->fragment_len, part.n_fragments,
						     m->checksum, part.sequence));
		} else {
			part = read_part(r);
		}
		if (!part.data)
			return;
		bool was_begun = progress_of(d).needed;
		enum sn_fountain_outcome outcome = receive(d, &part);
		is_poisoned |= !is_own && is_like(&part, m);
		is_ours = was_begun ? is_ours : is_own && outcome == SN_PART_USEFUL;
		if (is_ours && !is_poisoned && is_own && part.sequence)
			FUZZ_CHECK(outcome == SN_PART_USEFUL || outcome == SN_PART_DUPLICATE);
		if (is_ours && !is_poisoned && sn_fountain_is_complete(d)) {
			size_t len;
			const uint8_t *message = sn_fountain_message(d, &len);
			FUZZ_CHECK(len == m->len && !memcmp(message, m->data, len));
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_reader r;
	struct message m;
	sn_reader_init(&r, data, len);
	size_t longest = sn_read_u8(&r);
	m.len = sn_read_u16(&r);
	m.data = sn_read_view(&r, m.len);
	m.n = m.data ? sn_fountain_split(&m.fragment_len, m.len, longest) : 0;
	if (!m.n)
		return 0;
	FUZZ_CHECK(m.fragment_len <= longest && m.n * m.fragment_len >= m.len &&
		   (m.n - 1) * m.fragment_len < m.len);
	m.checksum = sn_crc32(m.data, m.len);
	uint8_t *part = malloc(m.fragment_len);
	struct sn_fountain_decoder *d = sn_fountain_decoder_new();
	FUZZ_CHECK(part && d);
	size_t before = fuzz_memory();
	receive_all(d, &m, part, &r);
	/* Rows of data, not longer than message and one part; rows of bits; pivots. */
	size_t most = SN_FOUNTAIN_MESSAGE_MAX + len +
		      SN_FOUNTAIN_FRAGMENTS_MAX * (SN_FOUNTAIN_FRAGMENTS_MAX / 8 + 1);
	FUZZ_CHECK(fuzz_memory() - before <= most);
	sn_fountain_decoder_free(d);
	/* It takes longer than all else: one input in four, by its length. */
	if (m.n <= 64 && len % 4 == 0)
		check_in_order(&m, part);
	free(part);
	return 0;
}
