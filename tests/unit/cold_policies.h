/* Policies for the tests of cold/policy.h. */
#ifndef TESTS_UNIT_COLD_POLICIES_H
#define TESTS_UNIT_COLD_POLICIES_H

#include "cold/policy.h"

/* Parse the formatted text, which must be a policy for mainnet. Free with sn_policy_free. */
struct sn_policy *policy_parse(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* The formatted text must not be a policy. The message must have `words`. */
void policy_expect_bad(const char *words, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
