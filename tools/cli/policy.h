/* tools/cli/policy.h - the rules that --policy names (CLI_POLICY), with what the other options say.
 *
 * No other option allows what the policy forbids: of two bounds on the fee the lower one counts, and
 * --allow-unlock-time does not help where it says that there shall be no unlock time (cold/policy.h,
 * cold/review.h). */
#ifndef CLI_POLICY_H
#define CLI_POLICY_H

#include "tools/cli/cli.h"

#include "base/bytes.h"
#include "cold/review.h"

/* Read --max-fee, --allow-unlock-time and --allow-dust into `limits`, and the file that --policy names, if
 * there is one, into `text`: both before a password is asked for. */
int cli_policy_read(struct cli *cli, struct sn_limits *limits, struct sn_buf *text) SN_MUST_USE;

/* Make the policy of `text`, for addresses of `network`, part of the limits. *policy is NULL without
 * --policy; free it after the last use of `limits`. */
int cli_policy_apply(struct cli *cli, struct sn_limits *limits, struct sn_policy **policy,
		     enum sn_network network, const struct sn_buf *text) SN_MUST_USE;

/* Nobody will be asked, because of `what` ("--yes"): SN_REFUSED when there is a policy that does not allow
 * it. */
int cli_policy_check_unattended(struct cli *cli, const struct sn_policy *policy,
				const char *what) SN_MUST_USE;

#endif
