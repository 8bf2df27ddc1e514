/* Every field of a handoff file as text, a line each, as in tests/vectors/handoff.txt. */
#ifndef TESTS_UNIT_HANDOFF_DUMP_H
#define TESTS_UNIT_HANDOFF_DUMP_H

#include "base/bytes.h"
#include "handoff/output_list.h"
#include "handoff/proposal_set.h"
#include "handoff/signed_proposals.h"
#include "handoff/signed_set.h"
#include "handoff/unsigned_set.h"

void test_dump_unsigned_set(struct sn_buf *out, const struct sn_unsigned_set *set);
void test_dump_signed_set(struct sn_buf *out, const struct sn_signed_set *set);
void test_dump_output_list(struct sn_buf *out, const struct sn_output_list *list);
void test_dump_proposal_set(struct sn_buf *out, const struct sn_proposal_set *set);
void test_dump_signed_proposals(struct sn_buf *out, const struct sn_signed_proposals *set);

#endif
