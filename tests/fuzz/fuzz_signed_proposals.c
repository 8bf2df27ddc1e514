/* Any bytes as a signed set of proposals: refused with a sentence, or decoded and encoded again to the same
 * bytes. A copy of its payments is encoded to the same bytes, too. */
#include "fuzz.h"
#include "handoff/signed_proposals.h"

static void look_at(const struct sn_signed_proposal *tx)
{
	struct sn_proposal_payments copy;
	struct sn_buf a = {0}, b = {0};
	struct sn_error err = {0};
	FUZZ_CHECK(!sn_proposal_payments_copy(&copy, &tx->payments, &err));
	FUZZ_CHECK(!sn_proposal_payments_check(&copy, SN_MAINNET, SN_BAD_INPUT, &err));
	sn_proposal_payments_put(&a, &tx->payments);
	sn_proposal_payments_put(&b, &copy);
	FUZZ_CHECK(a.len >= SN_PROPOSAL_PAYMENTS_MIN && fuzz_is_same(&a, b.data, b.len));
	sn_buf_free(&a);
	sn_buf_free(&b);
	sn_proposal_payments_free(&copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_signed_proposals set;
	struct sn_buf again = {0};
	struct sn_error err = {0};
	int ret = sn_signed_proposals_decode(&set, SN_MAINNET, data, len, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!set.n && !set.txs);
		return 0;
	}
	fuzz_accept();
	FUZZ_CHECK(!sn_signed_proposals_encode(&again, &set, SN_MAINNET, &err));
	FUZZ_CHECK(fuzz_is_same(&again, data, len));
	for (size_t i = 0; i < set.n; i++)
		look_at(&set.txs[i]);
	sn_buf_free(&again);
	sn_signed_proposals_free(&set);
	return 0;
}
