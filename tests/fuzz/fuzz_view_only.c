/* Any text as a view-only wallet: refused with a sentence, or keys whose JSON and URI are read as the same.
 */
#include "chain/view_only.h"
#include "fuzz.h"

#include <string.h>

static bool is_same(const struct sn_view_only *a, const struct sn_view_only *b)
{
	return sn_address_is_equal(&a->address, &b->address) && a->restore_height == b->restore_height &&
	       !memcmp(&a->view_secret, &b->view_secret, sizeof a->view_secret);
}

static void round_trip(const struct sn_view_only *view,
		       int (*put)(struct sn_buf *, const struct sn_view_only *))
{
	struct sn_view_only again;
	struct sn_buf text = {0};
	FUZZ_CHECK(!put(&text, view));
	FUZZ_CHECK(!sn_view_only_parse(&again, (char *)text.data, text.len, NULL));
	FUZZ_CHECK(is_same(&again, view));
	sn_buf_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	static const struct sn_view_only zero;
	struct sn_view_only view;
	struct sn_account account;
	struct sn_error err = {0};
	int ret = sn_view_only_parse(&view, (const char *)data, len, &err);
	if (ret) {
		FUZZ_CHECK(ret == SN_BAD_INPUT || ret == SN_REFUSED);
		fuzz_check_sentence(&err);
		FUZZ_CHECK(!memcmp(&view, &zero, sizeof view));
		return 0;
	}
	round_trip(&view, sn_view_only_put_json);
	round_trip(&view, sn_view_only_put_uri);
	ret = sn_view_only_account(&account, &view, &err);
	if (ret)
		fuzz_check_refusal(ret, &err);
	else
		fuzz_accept();
	return 0;
}
