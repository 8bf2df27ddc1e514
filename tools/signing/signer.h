/* tools/signing/signer.h - keys, policy and journal of one run of cold-sign, for a file or a directory. */
#ifndef COLD_SIGNER_H
#define COLD_SIGNER_H

#include "tools/cli/cli.h"
#include "tools/cli/keys.h"
#include "tools/cli/progress.h"

#include "base/bytes.h"
#include "cold/approvals.h"
#include "cold/files.h"

struct cold_signer {
	struct cli *cli;
	struct cli_keys keys;
	struct sn_limits limits;
	struct sn_signing signing;
	struct sn_buf policy_text;
	struct sn_policy *policy;
	struct sn_approvals approvals; /* the files of --approval */
	struct sn_buf outputs;         /* the file of --outputs */
	bool no_key_images;
	struct cli_progress bar;
	struct sn_restore_progress progress; /* draws it */
};

/* Read options and files, before the prompt for a password. `jobs` is the value of --jobs; NULL: one thread
 * per processor. `outputs` is the path of --outputs, or NULL. In `s`, only `cli` and options are set. Release
 * it, also after an error. */
int cold_signer_prepare(struct cold_signer *s, const char *jobs, const char *outputs) SN_MUST_USE;

/* Open the keys, and apply the policy. */
int cold_signer_open(struct cold_signer *s) SN_MUST_USE;

/* Open the journal of the wallet for writing. Without a wallet there is no journal. */
int cold_signer_open_journal(struct cold_signer *s) SN_MUST_USE;

/* The options for an unsigned file of the reference wallet. They draw a progress bar. */
struct sn_reference_options cold_signer_reference(struct cold_signer *s);

/* Set the time for the journal. Call this directly before sn_cold_set_check_journal and sn_cold_set_sign. */
void cold_signer_look_at_clock(struct cold_signer *s);

void cold_signer_release(struct cold_signer *s);

#endif
