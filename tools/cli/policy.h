/* tools/cli/policy.h - the policy of --policy (CLI_POLICY), combined with other options.
 *
 * No other option overrides the policy: the lower one of two fee bounds applies, and --allow-unlock-time has
 * no effect if the policy forbids an unlock time (cold/policy.h, cold/review.h). */
#ifndef CLI_POLICY_H
#define CLI_POLICY_H

#include "tools/cli/cli.h"

#include "base/bytes.h"
#include "cold/approvals.h"
#include "cold/review.h"

/* Read --max-fee, --allow-unlock-time, --allow-dust and --yes into `limits`, and the file of --policy, if
 * any, into `text`. Call this before the prompt for a password. */
int cli_policy_read(struct cli *cli, struct sn_limits *limits, struct sn_buf *text) SN_MUST_USE;

/* The same while a server runs. The file of --policy, which must be set, is refused if it is no longer a
 * regular file: reading it must not wait. */
int cli_policy_reread(struct cli *cli, struct sn_limits *limits, struct sn_buf *text) SN_MUST_USE;

/* Read the files of --approval (CLI_APPROVAL), and add the approvals to `limits`. Call this at the same time.
 * Free `approvals` after the last use of `limits`. */
int cli_policy_read_approvals(struct cli *cli, struct sn_limits *limits,
			      struct sn_approvals *approvals) SN_MUST_USE;

/* Add the policy in `text`, with addresses of `network`, to the limits. *policy is NULL without --policy.
 * Free it after the last use of `limits`. Returns SN_USAGE if there are files of --approval, but the policy
 * demands no approvals. */
int cli_policy_apply(struct cli *cli, struct sn_limits *limits, struct sn_policy **policy,
		     enum sn_network network, const struct sn_buf *text) SN_MUST_USE;

/* Returns SN_REFUSED if a policy does not set allow_unattended. `what` names the reason why there will be no
 * confirmation prompt: "--yes". */
int cli_policy_check_unattended(struct cli *cli, const struct sn_policy *policy,
				const char *what) SN_MUST_USE;

#endif
