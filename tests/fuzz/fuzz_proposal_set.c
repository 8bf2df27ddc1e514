/* Any bytes as a set of proposals: refused with a sentence, or decoded and encoded again to the same bytes.
 * Each proposal has the bytes from which the signer derives its randomness, and a weight unless it is too
 * large. */
#include "fuzz.h"
#include "handoff/proposal_set.h"
#include "handoff/proposal_tx.h"

static void look_at(const struct sn_proposal *p, struct sn_buf *together)
{
	uint64_t weight = 0;
	int ret = sn_proposal_weight(&weight, p->n_inputs, &p->payments);
	FUZZ_CHECK(!ret || ret == SN_BAD_INPUT);
	FUZZ_CHECK(ret || weight);
	sn_proposal_put(together, p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_proposal_set set;
	struct sn_buf again = {0}, together = {0};
	struct sn_error err = {0};
	int ret = sn_proposal_set_decode(&set, SN_MAINNET, data, len, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!set.n && !set.proposals);
		return 0;
	}
	fuzz_accept();
	FUZZ_CHECK(!sn_proposal_set_encode(&again, &set, SN_MAINNET, &err));
	FUZZ_CHECK(fuzz_is_same(&again, data, len));
	for (size_t i = 0; i < set.n; i++)
		look_at(&set.proposals[i], &together);
	/* The set is the number of proposals, and the proposals. */
	FUZZ_CHECK(together.len < len && fuzz_is_same(&together, data + len - together.len, together.len));
	sn_buf_free(&together);
	sn_buf_free(&again);
	sn_proposal_set_free(&set);
	return 0;
}
