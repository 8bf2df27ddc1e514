/* Any text as the words of a Polyseed: refused with a sentence, or a seed within its bounds. The first byte
 * chooses this ("w"), or any text brought into normal form: the form of the form is the form. */
#include "base/normal_form.h"
#include "chain/polyseed.h"
#include "fuzz.h"

#include <string.h>

static void check_normal_form(const char *text, size_t len)
{
	struct sn_buf once = {0}, twice = {0};
	struct sn_error err = {0};
	int ret = sn_text_decompose(&once, text, len, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
	} else {
		fuzz_accept();
		FUZZ_CHECK(!sn_text_decompose(&twice, (char *)once.data, once.len, NULL));
		FUZZ_CHECK(fuzz_is_same(&twice, once.data, once.len));
	}
	sn_buf_free(&once);
	sn_buf_free(&twice);
}

static void check_words(const char *text, size_t len)
{
	static const struct sn_polyseed zero;
	struct sn_polyseed seed;
	struct sn_error err = {0};
	int ret = sn_polyseed_decode(&seed, text, len, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!memcmp(&seed, &zero, sizeof seed));
		return;
	}
	fuzz_accept();
	FUZZ_CHECK(sn_polyseed_is_one(text, len));
	FUZZ_CHECK(seed.birthday < 1024 && !(seed.features & ~16u));
	FUZZ_CHECK(!(seed.secret[18] & 0xc0));
	for (size_t i = 19; i < sizeof seed.secret; i++)
		FUZZ_CHECK(!seed.secret[i]);
	FUZZ_CHECK(sn_polyseed_restore_height(&seed, SN_MAINNET) <= UINT32_MAX);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	if (!len)
		return 0;
	/* Finding words is slow, as it must not tell where they are: not in each run. */
	if (data[0] == 'w')
		check_words((const char *)data + 1, len - 1);
	else
		check_normal_form((const char *)data + 1, len - 1);
	return 0;
}
