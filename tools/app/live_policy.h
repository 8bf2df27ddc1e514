/* tools/app/live_policy.h - the policy of a running server, which SIGHUP reads again.
 *
 * A request uses the version that was in force when it began. */
#ifndef LIVE_POLICY_H
#define LIVE_POLICY_H

#include "tools/cli/cli.h"

#include "base/bytes.h"
#include "handoff/limits.h"
#include "store/wallet.h"

struct live_policy;
struct policy_version;

/* Read --policy and the options that are combined with it (tools/cli/policy.h), before the prompt for a
 * password. */
int live_policy_read(struct cli *cli, struct live_policy **out) SN_MUST_USE;

/* Parse it for the network of `wallet`. If `unattended`, which names the reason why there will be no
 * confirmation prompt, is not NULL, a policy that does not allow this is SN_REFUSED. */
int live_policy_start(struct live_policy *p, const struct sn_wallet *wallet,
		      const char *unattended) SN_MUST_USE;

/* Whether there is a file that can be read again. */
bool live_policy_has_file(const struct live_policy *p);

/* Read the file again, and use it for later requests. After an error the former version stays in force. Only
 * the main thread may call this. */
int live_policy_reload(struct live_policy *p) SN_MUST_USE;

/* Use the limits of the version in force until the release. Any thread may call these. */
struct policy_version *live_policy_hold(struct live_policy *p);
const struct sn_limits *live_policy_limits(const struct policy_version *version);
void live_policy_release(struct live_policy *p, struct policy_version *version);

void live_policy_close(struct live_policy *p); /* NULL is allowed */

#endif
