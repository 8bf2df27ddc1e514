/* Lines of any text as what qr-scan saw, one code after the other: each is counted once, none makes what is
 * complete incomplete, and what is told about them may go to a terminal.
 *
 * The first byte says what is wanted: a text, a UR of one type, or any of ours. */
#include "fuzz.h"
#include "handoff/ur.h"
#include "optic/receive.h"

#include <string.h>

enum { LINES_MAX = 100 };

/* `rivals` were refused: of them only texts are counted by what they are. */
static void check_counts(const struct sn_receiver *r, bool wants_text, uint64_t rivals)
{
	const struct sn_receive_progress *p = sn_receiver_progress(r);
	size_t len;
	const uint8_t *data = sn_receiver_data(r, &len);
	if (wants_text)
		FUZZ_CHECK(p->codes == p->texts + p->foreign + p->damaged &&
			   p->useful + p->again <= p->texts);
	else
		FUZZ_CHECK(p->codes ==
			   p->useful + p->again + p->damaged + p->other + p->foreign + p->texts + rivals);
	FUZZ_CHECK(p->have <= p->needed);
	FUZZ_CHECK(sn_receiver_is_complete(r) == (data != NULL));
	FUZZ_CHECK(!data || (p->useful && p->have == p->needed));
}

static void check_words(const struct sn_receiver *r)
{
	struct sn_buf text = {0};
	struct sn_error err = {0};
	const char *foreign = sn_receiver_foreign(r);
	FUZZ_CHECK(!*foreign || sn_ur_type_is_valid(foreign));
	sn_receiver_describe(&text, r);
	FUZZ_CHECK(!text.failed && text.len);
	fuzz_check_refusal(sn_receiver_incomplete(r, &err), &err);
	sn_buf_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	static const struct sn_receive_options wanted[] = {{0}, {.text = true}, {.type = "x-sn-signed"}};
	struct sn_receiver *r;
	struct sn_error err = {0};
	if (!len)
		return 0;
	const struct sn_receive_options *options = &wanted[data[0] % 3];
	const char *at = (const char *)data + 1, *end = (const char *)data + len;
	uint64_t rivals = 0;
	FUZZ_CHECK(!sn_receiver_new(&r, options, &err));
	for (int n = 0; n < LINES_MAX && at < end; n++) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		size_t n_line = (size_t)((stop ? stop : end) - at);
		bool was_complete = sn_receiver_is_complete(r);
		size_t before = 0, after = 0;
		(void)sn_receiver_data(r, &before);
		int ret = sn_receiver_take(r, at, n_line, &err);
		if (ret) {
			FUZZ_CHECK(was_complete);
			fuzz_check_refusal(ret, &err);
			rivals++;
		}
		(void)sn_receiver_data(r, &after);
		FUZZ_CHECK(!was_complete || (sn_receiver_is_complete(r) && before == after));
		check_counts(r, options->text, rivals);
		at += n_line + (stop != NULL);
	}
	check_words(r);
	if (sn_receiver_is_complete(r))
		fuzz_accept();
	sn_receiver_free(r);
	return 0;
}
