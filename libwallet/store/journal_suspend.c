#include "store/journal_suspend.h"

#include "store/journal_internal.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct sn_journal_mark mark_of(int fd)
{
	struct stat st;
	if (fstat(fd, &st))
		return (struct sn_journal_mark){0};
	return (struct sn_journal_mark){.is_known = true,
					.device = st.st_dev,
					.inode = st.st_ino,
					.size = st.st_size,
					.written = st.st_mtim,
					.changed = st.st_ctim};
}

static bool is_same_time(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

static bool is_same(const struct sn_journal_mark *a, const struct sn_journal_mark *b)
{
	return a->is_known && b->is_known && a->device == b->device && a->inode == b->inode &&
	       a->size == b->size && is_same_time(&a->written, &b->written) &&
	       is_same_time(&a->changed, &b->changed);
}

static void close_file(struct sn_journal *j)
{
	if (j->fd >= 0)
		close(j->fd);
	j->fd = -1;
}

void sn_journal_suspend(struct sn_journal *j)
{
	j->mark = mark_of(j->fd);
	close_file(j);
}

/* Read the header of the file, and check that the key of the journal opens it. */
static int check_header(struct sn_journal *j, struct sn_journal_header *header, struct sn_error *err)
{
	ssize_t n = pread(j->fd, header->b, sizeof header->b, 0);
	if (n < 0)
		return sn_error_errno(err, "cannot read %s", j->path);
	int ret = sn_journal_header_parse(header, (size_t)n, j->path, err);
	if (ret)
		return ret;
	if (sn_journal_header_is_like(header, &j->header) && sn_journal_header_is_ours(header, j->keys))
		return SN_OK;
	return sn_error_hint(
		err, sn_error_set(err, SN_BAD_PASSWORD, "the password of %s was changed meanwhile", j->path),
		"run the command again, with the new password");
}

int sn_journal_resume(struct sn_journal *j, bool *is_changed, struct sn_error *err)
{
	const uint64_t size = j->size;
	struct sn_journal_header header;
	int ret = sn_journal_open_file(j, err);
	if (!ret)
		ret = check_header(j, &header, err);
	if (ret) {
		close_file(j);
		j->size = size;
		return ret;
	}
	const struct sn_journal_mark mark = mark_of(j->fd);
	*is_changed = j->has_tail || j->size != size || !is_same(&mark, &j->mark);
	if (*is_changed) {
		j->header = header;
		j->has_tail = false;
		j->end_before = 0;
	}
	return SN_OK;
}
