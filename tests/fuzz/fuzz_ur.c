/* Lines of any text as codes that a camera saw, one after the other: what is not useful changes nothing,
 * nothing changes once a UR is complete, memory is bounded, and what was received can be sent on, in one part
 * and in several.
 *
 * A line "!ur:TYPE/...HEX" has hexadecimal digits after its last slash: they are received as bytewords, with
 * their CRC-32, so that what is behind that is reached. */
#include "base/hex.h"
#include "fuzz.h"
#include "handoff/bytewords.h"
#include "handoff/fountain.h"
#include "handoff/ur.h"

#include <string.h>

enum { LINES_MAX = 100, PARTS = 6 };

/* For each transfer: rows of data, not longer than message and one part; rows of bits; pivots; the decoder
 * itself. And what was received, twice as a buffer grows. */
#define MEMORY_MAX(len)                                                                            \
	(SN_UR_TRANSFERS_MAX * (SN_FOUNTAIN_MESSAGE_MAX + (len) +                                  \
				SN_FOUNTAIN_FRAGMENTS_MAX * (SN_FOUNTAIN_FRAGMENTS_MAX / 8 + 1)) + \
	 2 * SN_FOUNTAIN_MESSAGE_MAX + 65536)

static enum sn_ur_outcome receive(struct sn_ur_decoder *d, const char *text, size_t len)
{
	struct sn_error err = {0};
	enum sn_ur_outcome outcome;
	struct sn_ur_progress before, after;
	bool was_complete = sn_ur_is_complete(d);
	sn_ur_progress(d, &before);
	FUZZ_CHECK(!sn_ur_receive(d, text, len, &outcome, &err));
	sn_ur_progress(d, &after);
	FUZZ_CHECK(after.have <= after.needed && after.transfers <= SN_UR_TRANSFERS_MAX);
	switch (outcome) {
	case SN_UR_USEFUL:
		FUZZ_CHECK(!was_complete && after.received == before.received + 1);
		FUZZ_CHECK(sn_ur_is_complete(d) || after.have > 0);
		break;
	case SN_UR_DUPLICATE:
	case SN_UR_FOREIGN:
		FUZZ_CHECK(sn_ur_is_complete(d) == was_complete && after.have == before.have &&
			   after.needed == before.needed);
		break;
	case SN_UR_RIVAL:
		FUZZ_CHECK(was_complete && sn_ur_is_complete(d) && after.have == before.have &&
			   after.needed == before.needed);
		break;
	case SN_UR_BAD: /* with the last part, a whole transfer may turn out to be bad */
		FUZZ_CHECK(sn_ur_is_complete(d) == was_complete && after.transfers == before.transfers);
		break;
	case SN_UR_NONE:
		FUZZ_CHECK(sn_ur_is_complete(d) == was_complete && after.have == before.have &&
			   after.needed == before.needed);
		FUZZ_CHECK(after.received == before.received && after.transfers == before.transfers);
		break;
	}
	FUZZ_CHECK(!was_complete || after.received == before.received);
	return outcome;
}

static void receive_line(struct sn_ur_decoder *d, const char *line, size_t len)
{
	struct sn_buf text = {0}, bytes = {0};
	const char *slash = memrchr(line, '/', len);
	if (len && line[0] == '!' && slash &&
	    !sn_hex_decode_buf(&bytes, slash + 1, len - (size_t)(slash + 1 - line))) {
		sn_put_bytes(&text, line + 1, (size_t)(slash - line));
		sn_bytewords_encode(&text, bytes.data, bytes.len);
		receive(d, (const char *)text.data, text.len);
	} else {
		receive(d, line, len);
	}
	sn_buf_free(&text);
	sn_buf_free(&bytes);
}

/* From part `first` on, until it is there. */
static void send(const struct sn_ur_encoder *e, uint32_t first, const char *type, const uint8_t *bytes,
		 size_t len)
{
	struct sn_ur_decoder *d = sn_ur_decoder_new(type);
	struct sn_error err = {0};
	size_t n;
	FUZZ_CHECK(d);
	for (uint32_t i = first; !sn_ur_is_complete(d); i++) {
		struct sn_buf text = {0};
		FUZZ_CHECK(i < first + 40 * PARTS);
		FUZZ_CHECK(!sn_ur_encoder_part(&text, e, i, &err));
		enum sn_ur_outcome outcome = receive(d, (const char *)text.data, text.len);
		FUZZ_CHECK(outcome == SN_UR_USEFUL || outcome == SN_UR_DUPLICATE);
		sn_buf_free(&text);
	}
	const uint8_t *again = sn_ur_bytes(d, &n);
	FUZZ_CHECK(n == len && (!len || !memcmp(again, bytes, len)) && !strcmp(sn_ur_type(d), type));
	sn_ur_decoder_free(d);
}

static void send_on(const struct sn_ur_decoder *d)
{
	size_t len;
	const uint8_t *bytes = sn_ur_bytes(d, &len);
	const char *type = sn_ur_type(d);
	struct sn_error err = {0};
	FUZZ_CHECK(sn_ur_type_is_valid(type));
	for (size_t part = 0; part <= len / PARTS + 10; part += len / PARTS + 10) {
		struct sn_ur_encoder *e;
		FUZZ_CHECK(!sn_ur_encoder_new(&e, type, bytes, len, part, &err));
		FUZZ_CHECK(sn_ur_encoder_parts(e) <= (part ? PARTS : 1));
		send(e, 1, type, bytes, len);
		send(e, 2, type, bytes, len);
		sn_ur_encoder_free(e);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_ur_decoder *any = sn_ur_decoder_new(NULL);
	/* To take all in twice takes twice as long: one input in four, by its length. */
	struct sn_ur_decoder *wanted = len % 4 ? NULL : sn_ur_decoder_new("bytes");
	const char *at = (const char *)data, *end = at + len;
	size_t before = fuzz_memory();
	FUZZ_CHECK(any && (wanted || len % 4));
	for (int n = 0; n < LINES_MAX && at < end; n++) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		size_t n_line = (size_t)((stop ? stop : end) - at);
		receive_line(any, at, n_line);
		if (wanted)
			receive_line(wanted, at, n_line);
		at += n_line + (stop != NULL);
	}
	FUZZ_CHECK(fuzz_memory() - before <= 2 * MEMORY_MAX(len));
	FUZZ_CHECK(!wanted || !sn_ur_is_complete(wanted) || !strcmp(sn_ur_type(wanted), "bytes"));
	if (sn_ur_is_complete(any)) {
		fuzz_accept();
		send_on(any);
	}
	sn_ur_decoder_free(any);
	sn_ur_decoder_free(wanted);
	return 0;
}
