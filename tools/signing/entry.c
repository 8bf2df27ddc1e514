#include "tools/signing/entry.h"

#include "base/file.h"
#include "cold/policy.h"
#include "handoff/envelope.h"
#include "tools/cli/approve.h"
#include "tools/cli/target.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int read_regular(struct sn_buf *file, int fd, const char *name, struct sn_error *err)
{
	int ret = sn_file_read_regular(fd, name, SN_ENVELOPE_MAX, file, err);
	if (!ret && !file->len)
		ret = sn_error_set(err, SN_BAD_INPUT, "%s is empty", name);
	return ret;
}

/* O_NONBLOCK: opening a pipe must not wait for a writer. */
static int read_input(struct sn_buf *file, int in_fd, const char *name, struct sn_error *err)
{
	int fd = openat(in_fd, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC);
	if (fd < 0 && errno == ELOOP)
		return sn_error_set(err, SN_REFUSED, "%s is a symbolic link; not followed", name);
	if (fd < 0 && (errno == ENXIO || errno == ENODEV))
		return sn_error_set(err, SN_REFUSED, "%s is not a regular file", name);
	if (fd < 0)
		return sn_error_errno(err, "cannot open %s", name);
	int ret = read_regular(file, fd, name, err);
	close(fd);
	return ret;
}

/* Returns SN_REFUSED unless the file `path` contains exactly `bytes`. */
static int check_same(const char *path, const struct sn_buf *bytes, struct sn_error *err)
{
	struct sn_buf there = {0};
	struct sn_error ignored;
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC);
	int ret = fd < 0 ? SN_IO : read_regular(&there, fd, path, &ignored);
	if (ret == SN_IO)
		ret = sn_error_set(err, SN_REFUSED, "%s already exists and cannot be read; not overwritten",
				   path);
	else if (ret || there.len != bytes->len || memcmp(there.data, bytes->data, bytes->len))
		ret = sn_error_set(err, SN_REFUSED, "%s already exists with other contents; not overwritten",
				   path);
	if (fd >= 0)
		close(fd);
	sn_buf_free(&there);
	return ret;
}

static int out_path(char **path, const char *out, const char *name, struct sn_error *err)
{
	*path = NULL;
	if (strlen(name) + strlen(COLD_SIGN_SUFFIX SN_FILE_TEMPORARY_SUFFIX) > NAME_MAX)
		return sn_error_set(err, SN_REFUSED, "the name is too long for the suffix " COLD_SIGN_SUFFIX);
	if (asprintf(path, "%s/%s" COLD_SIGN_SUFFIX, out, name) < 0) {
		*path = NULL;
		return sn_error_memory(err);
	}
	return SN_OK;
}

static bool journal_knows(const struct sn_signing_journal *journal, const struct sn_hash *hashes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!sn_signing_journal_find_tx(journal, &hashes[i]))
			return false;
	return true;
}

/* The status for an error other than a read error. */
static enum cold_sign_status status_of(int ret)
{
	return ret == SN_REFUSED ? COLD_SIGN_REFUSED : ret == SN_IO ? COLD_SIGN_FAILED : COLD_SIGN_BAD_INPUT;
}

/* Sign the set, and write it unless the signed file exists. A signature that cannot be written must not be
 * recorded: an existing file is first compared with a trial signature, which is neither recorded nor written.
 */
static int sign_and_write(struct cold_signer *s, struct cold_sign_outcome *o, const struct sn_cold_set *set,
			  const struct sn_reference_request *reference, const char *path,
			  struct sn_error *err)
{
	struct sn_buf out = {0};
	struct stat status;
	const bool exists = !lstat(path, &status);
	cold_signer_look_at_clock(s);
	struct sn_signing signing = s->signing;
	signing.reference = reference;
	signing.approvals = &o->review.approvals;
	int ret = (exists ? sn_cold_set_try : sn_cold_set_sign)(&out, o->hashes, s->keys.account, set,
								&s->limits, &signing, err);
	if (ret || !exists) {
		if (!ret && (ret = sn_file_create(path, out.data, out.len, 0600, err)))
			ret = cli_note_journaled(err, ret);
		o->status = COLD_SIGN_SIGNED;
		goto out;
	}
	o->status = COLD_SIGN_ALREADY_SIGNED;
	ret = check_same(path, &out, err);
	if (!ret && !journal_knows(s->signing.journal, o->hashes, sn_cold_set_size(set))) {
		out.len = 0;
		ret = sn_cold_set_sign(&out, NULL, s->keys.account, set, &s->limits, &signing, err);
	}
out:
	sn_buf_free(&out);
	return ret;
}

/* If the policy demands none, such files are unsigned files like others. */
static int read_approvals(struct cold_signer *s, struct sn_approvals *approvals, int in_fd,
			  const struct cold_sign_names *names, const char *name, struct sn_error *err)
{
	const char *approval;
	size_t at = 0;
	int ret = SN_OK;
	while (sn_policy_approval_keys(s->policy) && !ret &&
	       (approval = cold_sign_next_approval(names, name, &at))) {
		struct sn_buf file = {0};
		ret = read_input(&file, in_fd, approval, err);
		if (ret)
			sn_buf_free(&file);
		else
			ret = sn_approvals_add(approvals, approval, &file, err);
	}
	return ret;
}

static int need_approvals(struct cold_signer *s, const struct cold_sign_outcome *o,
			  const struct sn_cold_set *set, struct sn_error *err)
{
	int ret = sn_approvals_need(s->policy, &o->review.approvals, &set->digest, err);
	return ret ? sn_error_hint(err, ret,
				   "put the signatures beside the file: NAME.minisig, NAME.sig, "
				   "NAME.ANY.minisig or NAME.ANY.sig")
		   : SN_OK;
}

/* --allow-respend is an option for a single file. */
static int hint_alone(int ret, struct sn_error *err)
{
	return ret && err->reason == SN_REASON_DOUBLE_SPEND
		       ? sn_error_hint(
				 err, ret,
				 "to replace the earlier one, sign this file without --in-dir, with --allow-respend")
		       : ret;
}

static int sign_bytes(struct cold_signer *s, struct cold_sign_outcome *o, const struct sn_buf *file,
		      const struct sn_approvals *approvals, const char *path, struct sn_error *err)
{
	struct sn_limits limits = s->limits;
	struct sn_cold_set set = {0};
	struct sn_reference_request reference = {.options = cold_signer_reference(s)};
	int ret;
	limits.approvals = approvals;
	cold_signer_look_at_clock(s);
	if ((ret = sn_cold_set_open_and_review(&set, &reference, &o->review, s->keys.account, &limits,
					       file->data, file->len, s->signing.jobs, err)) ||
	    (ret = need_approvals(s, o, &set, err)) ||
	    (ret = sn_cold_set_check_journal(&o->review, s->keys.account, &set, &s->limits, &s->signing,
					     err)))
		goto out;
	sn_signing_journal_warn(s->signing.journal);
	o->hashes = calloc(sn_cold_set_size(&set) ? sn_cold_set_size(&set) : 1, sizeof *o->hashes);
	if (!o->hashes) {
		ret = sn_error_memory(err);
		goto out;
	}
	ret = sign_and_write(s, o, &set, &reference, path, err);
out:
	sn_reference_request_free(&reference);
	sn_cold_set_free(&set);
	return ret;
}

int cold_sign_entry(struct cold_signer *s, struct cold_sign_outcome *o, int in_fd,
		    const struct cold_sign_names *names, const char *name, const char *out,
		    struct sn_error *err)
{
	struct sn_buf file = {0};
	struct sn_approvals approvals = {0};
	char *path;
	int ret = out_path(&path, out, name, err);
	bool is_unreadable = false;
	if (!ret) {
		ret = read_input(&file, in_fd, name, err);
		if (!ret)
			ret = read_approvals(s, &approvals, in_fd, names, name, err);
		is_unreadable = ret == SN_IO; /* the other files may be readable */
	}
	if (!ret)
		ret = cli_target_check(s->cli, path, "the output would overwrite", err);
	if (!ret)
		ret = hint_alone(sign_bytes(s, o, &file, &approvals, path, err), err);
	if (ret)
		o->status = is_unreadable ? COLD_SIGN_UNREADABLE : status_of(ret);
	sn_approvals_free(&approvals);
	sn_buf_free(&file);
	free(path);
	return ret;
}

bool cold_sign_is_signed(const struct cold_sign_outcome *o)
{
	return o->status == COLD_SIGN_SIGNED || o->status == COLD_SIGN_ALREADY_SIGNED;
}

void cold_sign_outcome_free(struct cold_sign_outcome *o)
{
	sn_review_free(&o->review);
	free(o->hashes);
}
