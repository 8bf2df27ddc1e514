/* tools/signing/signer.h - who signs, by which rules, and with which memory: what cold-sign needs for one
 * file and for a directory of them alike. */
#ifndef COLD_SIGNER_H
#define COLD_SIGNER_H

#include "tools/cli/cli.h"
#include "tools/cli/keys.h"

#include "base/bytes.h"
#include "cold/files.h"

struct cold_signer {
	struct cli *cli;
	struct cli_keys keys;
	struct sn_limits limits;
	struct sn_signing signing;
	struct sn_buf policy_text;
	struct sn_policy *policy;
};

/* What can be read before a password is asked for: `jobs` is the value of --jobs, or NULL for a thread on
 * each processor. `s` is all zero but for cli. Release, after a failure too. */
int cold_signer_prepare(struct cold_signer *s, const char *jobs) SN_MUST_USE;

/* The keys and the policy. */
int cold_signer_open(struct cold_signer *s) SN_MUST_USE;

/* The journal of the wallet, for writing. Without a wallet there is none. */
int cold_signer_open_journal(struct cold_signer *s) SN_MUST_USE;

/* To be called just before sn_cold_sign: the time that the journal gets. */
void cold_signer_look_at_clock(struct cold_signer *s);

void cold_signer_release(struct cold_signer *s);

#endif
