#include "base/cores.h"
#include "tools/signing/signer.h"

#include "cold/policy.h"
#include "tools/cli/data.h"
#include "tools/cli/policy.h"

#include "base/clock.h"
#include "base/parallel.h"
#include "handoff/envelope.h"

#define JOBS_MAX 256

int cold_signer_prepare(struct cold_signer *s, const char *jobs, const char *outputs)
{
	uint64_t n = sn_cores() < JOBS_MAX ? sn_cores() : JOBS_MAX;
	int ret = cli_number(s->cli, "jobs", jobs, 1, JOBS_MAX, &n);
	s->signing.jobs = (unsigned)n;
	if (!ret)
		ret = cli_policy_read(s->cli, &s->limits, &s->policy_text);
	if (!ret)
		ret = cli_policy_read_approvals(s->cli, &s->limits, &s->approvals);
	if (!ret && outputs)
		ret = cli_data_read(s->cli, outputs, "the file of --outputs", SN_ENVELOPE_MAX, &s->outputs);
	return ret;
}

struct sn_reference_options cold_signer_reference(struct cold_signer *s)
{
	s->progress = (struct sn_restore_progress){cli_progress_pass, &s->bar};
	return (struct sn_reference_options){s->outputs.data, s->outputs.len, s->no_key_images, &s->progress};
}

int cold_signer_open(struct cold_signer *s)
{
	int ret = cli_keys_open(s->cli, &s->keys, CLI_MASTER);
	if (!ret)
		ret = cli_policy_apply(s->cli, &s->limits, &s->policy, s->keys.account->network,
				       &s->policy_text);
	if (!ret && s->keys.wallet)
		s->limits.names = &s->keys.wallet->names;
	if (!ret && s->cli->yes)
		ret = cli_policy_check_unattended(s->cli, s->policy, "--yes");
	return ret;
}

int cold_signer_open_journal(struct cold_signer *s)
{
	return s->keys.wallet ? cli_wallet_open_journal(s->cli, &s->signing.journal, s->keys.wallet) : SN_OK;
}

void cold_signer_look_at_clock(struct cold_signer *s)
{
	s->signing.now = sn_unix_time();
}

void cold_signer_release(struct cold_signer *s)
{
	cli_progress_end(&s->bar);
	sn_signing_journal_close(s->signing.journal);
	sn_policy_apply(&s->limits, NULL);
	sn_policy_free(s->policy);
	sn_approvals_free(&s->approvals);
	sn_buf_free(&s->policy_text);
	sn_buf_free(&s->outputs);
	cli_keys_close(&s->keys);
	*s = (struct cold_signer){.cli = s->cli};
}
