#include "tools/cold_signer.h"

#include "tools/cli_policy.h"

#include "base/clock.h"
#include "base/parallel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define JOBS_MAX 256

int cold_signer_prepare(struct cold_signer *s, const char *jobs)
{
	uint64_t n = sn_cores() < JOBS_MAX ? sn_cores() : JOBS_MAX;
	int ret = cli_number(s->cli, "jobs", jobs, 1, JOBS_MAX, &n);
	s->signing.jobs = (unsigned)n;
	return ret ? ret : cli_policy_read(s->cli, &s->limits, &s->policy_text);
}

int cold_signer_open(struct cold_signer *s)
{
	int ret = cli_keys_open(s->cli, &s->keys, CLI_MASTER);
	if (!ret)
		ret = cli_policy_apply(s->cli, &s->limits, &s->policy, s->keys.account->network, &s->policy_text);
	if (!ret && s->cli->yes)
		ret = cli_policy_check_unattended(s->cli, s->policy, "--yes");
	return ret;
}

int cold_signer_open_journal(struct cold_signer *s)
{
	return s->keys.wallet ? sn_signing_journal_open(&s->signing.journal, s->keys.wallet, true, &s->cli->err)
			      : SN_OK;
}

/* Is it the same name in the same directory? `canonical` has no symbolic link before its last part. */
static bool is_name(const char *path, const char *canonical)
{
	const char *slash = strrchr(path, '/');
	char *directory = slash ? strndup(path, (size_t)(slash + 1 - path)) : strdup(".");
	char *real = directory ? realpath(directory, NULL) : NULL;
	const char *last = strrchr(canonical, '/');
	bool is_it = real && last && !strcmp(slash ? slash + 1 : path, last + 1) &&
		     !strncmp(real, canonical, (size_t)(last - canonical)) &&
		     (!real[last - canonical] || last == canonical);
	free(real);
	free(directory);
	return is_it;
}

/* --output is the user's choice of name, and this one is not far to seek: the old journal would be gone, or a signed set be
 * taken for one. */
int cold_signer_check_output(const struct cold_signer *s, const char *path, struct sn_error *err)
{
	struct stat journal, output;
	char *name = s->keys.wallet ? sn_signing_journal_path(s->keys.wallet) : NULL;
	int ret = name || !s->keys.wallet ? SN_OK : sn_error_memory(err);
	if (name && (is_name(path, name) || (!stat(name, &journal) && !stat(path, &output) &&
					     journal.st_dev == output.st_dev && journal.st_ino == output.st_ino)))
		ret = sn_error_set(err, SN_REFUSED, "the output would take the name of %s, which keeps what was signed",
				   name);
	free(name);
	return ret;
}

void cold_signer_look_at_clock(struct cold_signer *s)
{
	s->signing.now = sn_unix_time();
}

void cold_signer_release(struct cold_signer *s)
{
	sn_signing_journal_close(s->signing.journal);
	s->limits.policy = NULL;
	sn_policy_free(s->policy);
	sn_buf_free(&s->policy_text);
	cli_keys_close(&s->keys);
	*s = (struct cold_signer){.cli = s->cli};
}
