/* Commits of any contents as a wallet file and as the key-image file beside it, behind the seals: refused
 * with a sentence, or a wallet that keeps its invariants, and whose whole state, written as compaction
 * writes it, is read as the same.
 *
 * The first byte: 1 master, 2 there is a key-image file, 4 for writing, 8 for repair. Then the commits of
 * both files: two bytes of length, the top bit of which means the key-image file. */
#include "check_wallet.h"
#include "fuzz.h"
#include "memory_journal.h"
#include "store/wallet_records.h"

#include <string.h>

enum { IS_MASTER = 1, HAS_IMAGES = 2, FOR_WRITING = 4, FOR_REPAIR = 8 };

static const char path[] = MEMORY_PREFIX "wallet";

/* Open what these commits make. */
static int open_wallet(struct sn_wallet **w, uint8_t how, const struct sn_buf *wallet,
		       const struct sn_buf *images, struct sn_error *err)
{
	bool is_master = how & IS_MASTER;
	memory_journal_put(path, is_master ? SN_JOURNAL_MASTER : SN_JOURNAL_WATCH_ONLY, SN_STAGENET, wallet);
	if (how & HAS_IMAGES)
		memory_journal_put(MEMORY_PREFIX "wallet" SN_KEY_IMAGES_SUFFIX, SN_JOURNAL_KEY_IMAGES,
				   SN_STAGENET, images);
	enum sn_wallet_mode mode = how & FOR_REPAIR    ? SN_WALLET_REPAIR
				   : how & FOR_WRITING ? SN_WALLET_WRITE
						       : SN_WALLET_READ;
	return sn_wallet_open(w, path, mode, "", NULL, err);
}

/* `state` is what compaction would write of a wallet that was opened so. */
static void compact(const struct sn_buf *state, uint8_t how, const struct sn_buf *images)
{
	struct sn_buf commits = {0}, again = {0};
	struct sn_error err = {0};
	struct sn_wallet *w;
	FUZZ_CHECK(!state->failed && state->len <= UINT16_MAX);
	memory_journal_commit(&commits, state->data, state->len);
	FUZZ_CHECK(!open_wallet(&w, how, &commits, images, &err));
	sn_records_put_all(&again, w);
	FUZZ_CHECK(fuzz_is_same(&again, state->data, state->len));
	sn_wallet_close(w);
	memory_journal_forget();
	sn_buf_free(&commits);
	sn_buf_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_buf wallet = {0}, images = {0}, state = {0};
	struct sn_error err = {0};
	struct sn_wallet *w;
	struct sn_reader r;
	sn_reader_init(&r, data, len);
	uint8_t how = sn_read_u8(&r);
	while (r.left >= 2) {
		uint16_t head = sn_read_u16(&r);
		size_t n = head & 0x7fff;
		n = n < r.left ? n : r.left;
		memory_journal_commit(head & 0x8000 ? &images : &wallet, sn_read_view(&r, n), n);
	}
	int ret = open_wallet(&w, how, &wallet, &images, &err);
	if (ret) {
		FUZZ_CHECK(ret == SN_BAD_INPUT || ret == SN_NEEDS_REPAIR);
		fuzz_check_sentence(&err);
		FUZZ_CHECK(!w);
	} else {
		fuzz_accept();
		check_wallet(w);
		sn_records_put_all(&state, w);
		sn_wallet_close(w);
	}
	memory_journal_forget();
	/* One that is open for writing is yet to store what it found out. */
	if (!ret && !(how & (FOR_WRITING | FOR_REPAIR)))
		compact(&state, how, &images);
	sn_buf_free(&wallet);
	sn_buf_free(&images);
	sn_buf_free(&state);
	return 0;
}
