#include "tools/signing/batch.h"

#include "cold/policy.h"
#include "tools/cli/approve.h"
#include "tools/cli/signal_groups.h"
#include "tools/signing/report.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct batch {
	struct cold_signer *signer;
	const char *in, *out; /* the paths of the options */
	int in_fd;
	struct cold_sign_names names; /* in the directory now */
	struct cold_sign_names seen;  /* at the last look */
};

/* ------------------------------------------------------------------ signals */

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
	stopped = signal;
}

/* From here on, a signal takes effect after the current file. */
static void catch_signals(void)
{
	const struct sigaction action = {.sa_handler = stop, .sa_flags = SA_RESTART};
	cli_signals_handle(CLI_SIGNALS_END, &action);
}

/* ------------------------------------------------------------------ the directories */

int cold_sign_batch_check(struct cli *cli, const char *in, const char *out)
{
	const char *const paths[] = {in, out};
	struct stat status[2];
	for (size_t i = 0; i < 2; i++) {
		if (stat(paths[i], &status[i]))
			return sn_error_errno(&cli->err, "cannot open %s", paths[i]);
		if (!S_ISDIR(status[i].st_mode))
			return cli_usage_error(cli, "%s is not a directory", paths[i]);
	}
	if (access(out, W_OK | X_OK))
		return sn_error_errno(&cli->err, "cannot write in %s", out);
	if (status[0].st_dev == status[1].st_dev && status[0].st_ino == status[1].st_ino)
		return cli_usage_error(cli, "--in-dir and --out-dir are the same directory");
	return SN_OK;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int add_name(struct cold_sign_names *names, const char *name, struct sn_error *err)
{
	if (names->n == names->room) {
		size_t more = names->room ? 2 * names->room : 64;
		char **list = reallocarray(names->list, more, sizeof *list);
		if (!list)
			return sn_error_memory(err);
		names->list = list;
		names->room = more;
	}
	char *copy = strdup(name);
	if (!copy)
		return sn_error_memory(err);
	names->list[names->n++] = copy;
	return SN_OK;
}

static void free_names(struct cold_sign_names *names)
{
	for (size_t i = 0; i < names->n; i++)
		free(names->list[i]);
	free(names->list);
	*names = (struct cold_sign_names){0};
}

/* Open the input directory and list its names. */
static int list_names(struct batch *b, struct sn_error *err)
{
	int ret = SN_OK;
	DIR *directory = opendir(b->in);
	free_names(&b->seen);
	b->seen = b->names;
	b->names = (struct cold_sign_names){0};
	if (b->in_fd >= 0)
		close(b->in_fd);
	b->in_fd = directory ? fcntl(dirfd(directory), F_DUPFD_CLOEXEC, 3) : -1;
	if (b->in_fd < 0)
		ret = sn_error_errno(err, "cannot open %s", b->in);
	while (!ret) {
		errno = 0;
		const struct dirent *entry = readdir(directory);
		if (!entry) {
			if (errno)
				ret = sn_error_errno(err, "cannot read %s", b->in);
			break;
		}
		if (entry->d_name[0] != '.')
			ret = add_name(&b->names, entry->d_name, err);
	}
	if (directory)
		closedir(directory);
	if (b->names.n)
		qsort(b->names.list, b->names.n, sizeof *b->names.list, by_name);
	return ret;
}

static bool is_seen(const struct batch *b, const char *name)
{
	return b->seen.n && bsearch(&name, b->seen.list, b->seen.n, sizeof *b->seen.list, by_name);
}

static void batch_free(struct batch *b)
{
	free_names(&b->names);
	free_names(&b->seen);
	if (b->in_fd >= 0)
		close(b->in_fd);
}

/* ------------------------------------------------------------------ the run */

static bool is_directory(const struct batch *b, const char *name)
{
	struct stat status;
	return !fstatat(b->in_fd, name, &status, AT_SYMLINK_NOFOLLOW) && S_ISDIR(status.st_mode);
}

/* Print the review of a signed file to stderr, for the record. */
static int record(struct cli *cli, const struct cold_sign_outcome *o, const char *name)
{
	cli_say(cli, "%s:", name);
	return cli_approve(cli, "Sign", &o->review); /* --yes: no prompt */
}

static int skip(struct batch *b, const char *name, const char *reason)
{
	const struct cold_sign_outcome o = {.status = COLD_SIGN_SKIPPED};
	struct sn_error why = {0};
	sn_error_set(&why, SN_OK, "%s", reason);
	return cold_sign_report(b->signer->cli, &o, name, &why);
}

/* Whether this name is an approval of a file, which has the line of that file. */
static bool is_used_approval(const struct batch *b, const char *name)
{
	const char *approved = NULL;
	if (sn_policy_approval_keys(b->signer->policy))
		approved = cold_sign_approved(&b->names, name);
	return approved && !is_directory(b, name) && !is_directory(b, approved);
}

/* Process one file. An error ends the run. */
static int do_file(struct batch *b, const char *name, size_t *n_unsigned)
{
	struct cli *cli = b->signer->cli;
	struct cold_sign_outcome o = {0};
	struct sn_error why = {0};
	if (is_directory(b, name))
		return skip(b, name, "a directory");
	if (sn_policy_approval_keys(b->signer->policy) && cold_sign_is_approval(name))
		return skip(b, name, "an approval whose unsigned file is not in this directory");
	int failed = cold_sign_entry(b->signer, &o, b->in_fd, &b->names, name, b->out, &why);
	int ret = failed ? SN_OK : record(cli, &o, name);
	if (!ret)
		ret = cold_sign_report(cli, &o, name, failed ? &why : NULL);
	if (!ret && o.status == COLD_SIGN_FAILED) { /* nothing more can be written */
		cli->err = why;
		ret = failed;
	}
	*n_unsigned += failed != SN_OK;
	cold_sign_outcome_free(&o);
	return ret;
}

struct tally {
	size_t entries, not_signed, left;
};

/* Process the names that were not there at the last look. */
static int do_new(struct batch *b, struct tally *tally)
{
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < b->names.n; i++) {
		const char *name = b->names.list[i];
		if (is_seen(b, name) || is_used_approval(b, name))
			continue;
		if (stopped) {
			tally->left++;
			continue;
		}
		tally->entries++;
		ret = do_file(b, name, &tally->not_signed);
	}
	return ret;
}

int cold_sign_batch(struct cold_signer *s, const char *in, const char *out)
{
	struct batch b = {.signer = s, .in = in, .out = out, .in_fd = -1};
	struct sn_error *err = &s->cli->err;
	struct tally tally = {0};
	struct sn_error why; /* of a later look: what was there at the first one is done */
	size_t before;
	int ret;
	catch_signals();
	ret = list_names(&b, err);
	do {
		before = tally.entries;
		if (!ret)
			ret = do_new(&b, &tally);
	} while (!ret && !stopped && tally.entries > before && !list_names(&b, &why));
	if (!ret && tally.left) {
		ret = sn_error_set(err, SN_REFUSED,
				   "interrupted by a signal: %zu of %zu entries of %s not processed",
				   tally.left, tally.entries + tally.left, in);
		sn_error_hint(err, ret, "run the same command again");
	} else if (!ret && tally.not_signed)
		ret = sn_error_set(err, SN_REFUSED, "%zu of %zu entries of %s not signed", tally.not_signed,
				   tally.entries, in);
	batch_free(&b);
	return ret;
}
