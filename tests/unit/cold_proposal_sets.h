/* Fixtures for the tests of proposals: outputs of all kinds as their senders make them, and proposals that
 * spend them. All values follow from a seed, as in cold_sets.h. */
#ifndef TESTS_UNIT_COLD_PROPOSAL_SETS_H
#define TESTS_UNIT_COLD_PROPOSAL_SETS_H

#include "base/bytes.h"
#include "chain/account.h"
#include "handoff/proposal_set.h"

/* A set of n proposals, empty, with room for 128 inputs, 16 destinations and 16 self-sends in each. */
struct sn_proposal_set proposal_set(size_t n);
void proposal_free(struct sn_proposal_set *set);

/* Add an input that spends an output of ours of this kind. A coinbase output is at 0/0. */
void proposal_spend(struct sn_proposal *p, const struct sn_account *account, enum sn_proposal_input_kind kind,
		    struct sn_subaddress_index to, uint64_t amount);

void proposal_pay(struct sn_proposal *p, struct sn_address to, uint64_t amount);
void proposal_pay_self(struct sn_proposal *p, struct sn_subaddress_index to, uint64_t amount);
/* The lowest fee, and the rest of the inputs as change to account/0. Call it last. */
void proposal_change(struct sn_proposal *p, uint32_t account);

/* One normal input of 1 XMR at 0/0, a quarter to `to`, the rest back. */
struct sn_proposal_set proposal_everyday(const struct sn_account *account, struct sn_address to);

/* Append the envelope of the set. */
void proposal_seal(struct sn_buf *file, const struct sn_account *account, const struct sn_proposal_set *set);

#endif
