/* Flip bits in memory while a file with proposals is opened, reviewed and signed, as in bit_flips.c. */
#include "flips.h"
#include "seam.h"

#include "base/bytes.h"
#include "cold/files.h"

#include "../unit/cold_proposal_sets.h"
#include "../unit/cold_sets.h"

#include <criterion/criterion.h>

#include <string.h>
#include <unistd.h>

static struct sn_account alice;
static struct sn_buf file, expected;
static struct sn_hash expected_hashes[2];

static void add_set(struct sn_cold_set *set)
{
	flips_add_region("held: set", set, sizeof *set);
	for (size_t i = 0; i < set->proposals.n; i++) {
		struct sn_proposal *p = &set->proposals.proposals[i];
		flips_add_region("held: proposal", p, sizeof *p);
		flips_add_region("held: inputs", p->inputs, p->n_inputs * sizeof *p->inputs);
		flips_add_region("held: recipients", p->payments.destinations,
				 p->payments.n_destinations * sizeof *p->payments.destinations);
		flips_add_region("held: self-sends", p->payments.self_sends,
				 p->payments.n_self_sends * sizeof *p->payments.self_sends);
	}
}

static enum outcome judge(int ret, const struct sn_buf *out, const struct sn_hash *hashes)
{
	if (ret)
		return out->len ? LEAKED : REFUSED;
	return out->len == expected.len && !memcmp(out->data, expected.data, out->len) &&
			       !memcmp(hashes, expected_hashes, sizeof expected_hashes)
		       ? IDENTICAL
		       : OTHER;
}

static enum outcome open_and_sign(struct sn_buf *out, struct sn_error *err)
{
	struct sn_cold_set set;
	struct sn_review review;
	struct sn_hash hashes[2] = {{{0}}, {{0}}};
	flips.n_regions = 0;
	flips_add_region("held: account", &alice, sizeof alice);
	int ret = sn_cold_set_open_and_review(&set, NULL, &review, &alice, NULL, file.data, file.len, 1, err);
	if (!ret) {
		if (!flips.is_child)
			add_set(&set);
		if (seam_hook)
			seam_hook("between review and signing", review.txs, sizeof *review.txs);
		ret = sn_cold_set_sign(out, hashes, &alice, &set, NULL, NULL, err);
	}
	enum outcome outcome = judge(ret, out, hashes);
	if (flips.is_child)
		_exit(STATUS_BASE + outcome);
	sn_review_free(&review);
	sn_cold_set_free(&set);
	if (!expected.len) {
		memcpy(expected_hashes, hashes, sizeof hashes);
		sn_put_bytes(&expected, out->data, out->len);
	}
	return outcome;
}

/* Every kind of input; three outputs, and two. */
static void make_file(void)
{
	static const enum sn_proposal_input_kind kinds[] = {SN_PROPOSAL_OLD, SN_PROPOSAL_SPECIAL,
							    SN_PROPOSAL_COINBASE};
	const struct sn_account bob = cold_account("bob");
	struct sn_proposal_set set = proposal_set(2);
	alice = cold_account("alice");
	for (size_t i = 0; i < 3; i++)
		proposal_spend(&set.proposals[0], &alice, kinds[i], (struct sn_subaddress_index){0, 0},
			       COLD_XMR);
	proposal_pay(&set.proposals[0], cold_address(&bob, 0, 1), COLD_XMR);
	proposal_pay_self(&set.proposals[0], (struct sn_subaddress_index){0, 2}, COLD_XMR);
	proposal_change(&set.proposals[0], 0);
	proposal_spend(&set.proposals[1], &alice, SN_PROPOSAL_NORMAL, (struct sn_subaddress_index){0, 3},
		       COLD_XMR);
	proposal_pay(&set.proposals[1], cold_integrated(&bob, 9), COLD_XMR / 2);
	proposal_change(&set.proposals[1], 0);
	proposal_seal(&file, &alice, &set);
	proposal_free(&set);
}

Test(bit_flips, proposals)
{
	struct sn_buf out = {0};
	struct sn_error err = {0};
	flips_start(3, 2);
	make_file();
	(void)open_and_sign(&out, &err);
	cr_assert(out.len, "%s", err.text);
	sn_buf_clear(&out);
	seam_hook = flips_at_point;
	enum outcome outcome = open_and_sign(&out, &err);
	seam_hook = NULL;
	flips_print("proposals");
	cr_assert(outcome == IDENTICAL, "the parent was disturbed: %s", err.text);
	cr_assert(flips.n_tallies > 20, "only %zu points were reached: is the seam switched on?",
		  flips.n_tallies);
	cr_assert(flips_count(REFUSED) > flips_count(IDENTICAL), "hardly anything was noticed");
	cr_assert(flips_count(OTHER) == 0, "another transaction came out of the same file");
	cr_assert(flips_count(LEAKED) == 0, "something came out in spite of an error");
	cr_assert(flips_count(HUNG) == 0);
	sn_buf_free(&out);
	sn_buf_free(&file);
	sn_buf_free(&expected);
}
