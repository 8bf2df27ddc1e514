#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *sn_file_name_beside(const char *path, const char *suffix)
{
	size_t size = strlen(path) + strlen(suffix) + 1;
	char *name = malloc(size);
	if (name)
		snprintf(name, size, "%s%s", path, suffix);
	return name;
}

/* Append what remains of the file. */
static int read_rest(int fd, const char *name, size_t cap, struct sn_buf *out, struct sn_error *err)
{
	int ret = SN_OK;
	size_t start = out->len;
	uint8_t chunk[65536];
	for (;;) {
		ssize_t n = read(fd, chunk, sizeof chunk);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			ret = sn_error_errno(err, "cannot read %s", name);
			break;
		}
		if (n == 0)
			break;
		if ((size_t)n > cap - (out->len - start)) {
			ret = sn_error_set(err, SN_BAD_INPUT, "%s is larger than %zu bytes", name, cap);
			break;
		}
		sn_put_bytes(out, chunk, (size_t)n);
		if (out->failed) {
			ret = sn_error_memory(err);
			break;
		}
	}
	explicit_bzero(chunk, sizeof chunk);
	return ret;
}

int sn_file_read(const char *path, size_t cap, struct sn_buf *out, struct sn_error *err)
{
	bool is_stdin = !path || !strcmp(path, "-");
	const char *name = is_stdin ? "standard input" : path;
	int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return sn_error_errno(err, "cannot open %s", name);

	int ret = read_rest(fd, name, cap, out, err);
	if (!is_stdin)
		close(fd);
	return ret;
}

int sn_file_read_regular(int fd, const char *name, size_t cap, struct sn_buf *out, struct sn_error *err)
{
	struct stat status;
	if (fstat(fd, &status))
		return sn_error_errno(err, "cannot read %s", name);
	if (!S_ISREG(status.st_mode))
		return sn_error_set(err, SN_REFUSED, "%s is not a regular file", name);
	return read_rest(fd, name, cap, out, err);
}

int sn_file_write_all(int fd, const void *data, size_t len)
{
	const uint8_t *p = data;
	while (len) {
		ssize_t n = write(fd, p, len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return SN_IO;
		p += n;
		len -= (size_t)n;
	}
	return SN_OK;
}

/* Open the directory of `path`. Returns -1 and sets errno on failure. */
static int open_directory(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *dir = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
	int fd = dir ? open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	int saved = errno;
	free(dir);
	errno = saved;
	return fd;
}

/* Some file systems (FAT) cannot fsync a directory and return EINVAL. */
static int sync_directory(int fd)
{
	return fsync(fd) && errno != EINVAL ? -1 : 0;
}

int sn_file_sync_directory(const char *path, struct sn_error *err)
{
	int ret = SN_OK;
	int fd = open_directory(path);
	if (fd < 0 || sync_directory(fd))
		ret = sn_error_errno(err, "cannot sync the directory of %s", path);
	if (fd >= 0)
		close(fd);
	return ret;
}

/* mkostemp creates the file with mode 0600. A file system without modes, such as FAT, gives every file the
 * mode of its mount options. The kernel's FAT driver ignores fchmod; other drivers refuse it (EPERM), or do
 * not implement it under FUSE (ENOSYS). These errors are ignored: the mount options decide. */
static int set_mode(int fd, mode_t mode)
{
	struct stat st;
	mode_t mask = umask(0);
	umask(mask);
	mode &= ~mask;
	if (fstat(fd, &st))
		return -1;
	if ((st.st_mode & 07777) == mode || !fchmod(fd, mode))
		return 0;
	return errno == EPERM || errno == ENOSYS || errno == EOPNOTSUPP ? 0 : -1;
}

/* Block the signals that end a program, so that no temporary file with secrets is left behind. */
static void hold_signals(sigset_t *before)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
	sigset_t held;
	sigemptyset(&held);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		sigaddset(&held, signals[i]);
	pthread_sigmask(SIG_BLOCK, &held, before);
}

static int refuse_existing(const char *path, struct sn_error *err)
{
	return sn_error_hint(err, sn_error_set(err, SN_REFUSED, "%s already exists; not overwritten", path),
			     "choose another file name");
}

/* `publish` moves the complete temporary file to its name: rename(2) replaces an existing file,
 * rename_without_replacing refuses. */
static int write_beside(const char *path, const void *data, size_t len, mode_t mode,
			int (*publish)(const char *temporary, const char *path), struct sn_error *err)
{
	int ret = SN_OK, fd = -1, directory = -1;
	char *temporary = sn_file_name_beside(path, SN_FILE_TEMPORARY_SUFFIX);
	sigset_t before;
	if (!temporary)
		return sn_error_memory(err);
	hold_signals(&before);

	/* Opened first: a failure after `publish` would be too late. */
	directory = open_directory(path);
	if (directory >= 0)
		fd = mkostemp(temporary, O_CLOEXEC);
	if (fd < 0) {
		ret = sn_error_errno(err, "cannot create %s", path);
		goto out;
	}
	if (sn_file_write_all(fd, data, len) || set_mode(fd, mode) || fsync(fd))
		ret = sn_error_errno(err, "cannot write %s", path);
	if (close(fd) && !ret)
		ret = sn_error_errno(err, "cannot write %s", path);
	if (!ret && publish(temporary, path))
		ret = errno == EEXIST ? refuse_existing(path, err)
				      : sn_error_errno(err, "cannot create %s", path);
	if (ret) {
		unlink(temporary);
	} else if (sync_directory(directory)) {
		ret = sn_error_errno(err, "cannot sync the directory of %s", path);
		unlink(path);
	}
out:
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (directory >= 0)
		close(directory);
	free(temporary);
	return ret;
}

/* Write to a device, pipe or similar: a rename would replace it by a regular file. */
static int write_special(const char *path, const void *data, size_t len, struct sn_error *err)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		return sn_error_errno(err, "cannot open %s", path);
	int ret = SN_OK;
	if (sn_file_write_all(fd, data, len))
		ret = sn_error_errno(err, "cannot write %s", path);
	if (close(fd) && !ret)
		ret = sn_error_errno(err, "cannot write %s", path);
	return ret;
}

int sn_file_replace(const char *path, const void *data, size_t len, mode_t mode, struct sn_error *err)
{
	struct stat st;
	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
		return write_special(path, data, len, err);
	return write_beside(path, data, len, mode, rename, err);
}

/* For file systems with neither RENAME_NOREPLACE nor hard links: create an empty file with O_EXCL, then
 * rename over it. A crash between the two leaves the empty file. */
static int rename_over_own(const char *temporary, const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return -1;
	int ret = rename(temporary, path);
	int saved = errno;
	if (ret)
		unlink(path);
	close(fd);
	errno = saved;
	return ret;
}

static int rename_without_replacing(const char *temporary, const char *path)
{
#ifdef HAVE_RENAMEAT2
	if (renameat2(AT_FDCWD, temporary, AT_FDCWD, path, RENAME_NOREPLACE) == 0)
		return 0;
	if (errno != EINVAL && errno != ENOSYS)
		return -1;
#endif
	/* Kernels and file systems without RENAME_NOREPLACE. */
	if (link(temporary, path) == 0) {
		unlink(temporary);
		return 0;
	}
	if (errno != EPERM && errno != ENOSYS && errno != EOPNOTSUPP)
		return -1;
	return rename_over_own(temporary, path);
}

int sn_file_create(const char *path, const void *data, size_t len, mode_t mode, struct sn_error *err)
{
	return write_beside(path, data, len, mode, rename_without_replacing, err);
}

bool sn_file_is_private(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && !(st.st_mode & (S_IRWXG | S_IRWXO));
}
