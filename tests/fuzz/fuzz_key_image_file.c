/* Commits of any contents as a key-image file, behind the seal: refused with a sentence, or the pairs in
 * their order. The first commit names the owner's keys, which are those below. */
#include "fuzz.h"
#include "memory_journal.h"
#include "store/key_images.h"

#include <stdlib.h>
#include <string.h>

enum { OWNER_BYTES = 64 };

/* All contents after the owner, one after the other. */
static void collect(struct sn_buf *pairs, const struct sn_buf *commits)
{
	struct sn_reader r;
	sn_reader_init(&r, commits->data, commits->len);
	for (size_t skip = OWNER_BYTES; r.left >= 2;) {
		size_t len = sn_read_u16(&r);
		len = len < r.left ? len : r.left;
		const uint8_t *at = sn_read_view(&r, len);
		if (!len)
			continue;
		sn_put_bytes(pairs, at + skip, len - skip);
		skip = 0;
	}
}

static int take(void *context, const uint8_t *pairs, size_t n, struct sn_error *err)
{
	(void)err;
	sn_put_bytes(context, pairs, n * SN_KEY_IMAGES_PAIR_BYTES);
	return SN_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	static const struct sn_account account = {.view_public = {"view key"}, .spend_public = {"spend key"}};
	struct sn_key_images k = {0};
	struct sn_buf commits = {0}, pairs = {0}, expected = {0};
	struct sn_error err = {0};
	sn_put_bytes(&commits, data, len);
	memory_journal_put(MEMORY_PREFIX "wallet", SN_JOURNAL_WATCH_ONLY, SN_MAINNET, &commits);
	memory_journal_put(MEMORY_PREFIX "wallet" SN_KEY_IMAGES_SUFFIX, SN_JOURNAL_KEY_IMAGES, SN_MAINNET,
			   &commits);
	struct sn_journal *wallet;
	FUZZ_CHECK(!sn_journal_open(&wallet, MEMORY_PREFIX "wallet", false, NULL, NULL, NULL, &err));
	FUZZ_CHECK(!sn_key_images_open(&k, wallet, NULL, &err) && k.journal);
	int ret = sn_key_images_read(&k, &account, take, &pairs, &err);
	FUZZ_CHECK(k.is_unusable == (ret != SN_OK));
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(err.reason == SN_REASON_DAMAGED || err.reason == SN_REASON_FOREIGN);
	} else {
		fuzz_accept();
		collect(&expected, &commits);
		FUZZ_CHECK(fuzz_is_same(&pairs, expected.data, expected.len));
	}
	sn_key_images_close(&k);
	sn_journal_close(wallet);
	memory_journal_forget();
	sn_buf_free(&commits);
	sn_buf_free(&pairs);
	sn_buf_free(&expected);
	return 0;
}
