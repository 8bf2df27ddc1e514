#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int sn_file_read(const char *path, size_t cap, struct sn_buf *out, struct sn_error *err)
{
	bool is_stdin = !path || !strcmp(path, "-");
	const char *name = is_stdin ? "standard input" : path;
	int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return sn_error_errno(err, "cannot open %s", name);

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
	if (!is_stdin)
		close(fd);
	return ret;
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

int sn_file_sync_directory(const char *path, struct sn_error *err)
{
	const char *slash = strrchr(path, '/');
	char *dir = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
	if (!dir)
		return sn_error_memory(err);
	int ret = SN_OK;
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	/* Some file systems (FAT on a stick) cannot fsync a directory: EINVAL is no loss. */
	if (fd < 0 || (fsync(fd) && errno != EINVAL))
		ret = sn_error_errno(err, "cannot sync directory %s", dir);
	if (fd >= 0)
		close(fd);
	free(dir);
	return ret;
}

/* `publish` moves the finished temporary file to its name: rename(2) replaces, and
 * renameat2(2) with RENAME_NOREPLACE or link(2) refuses to. */
static int write_beside(const char *path, const void *data, size_t len, mode_t mode,
			int (*publish)(const char *temporary, const char *path), struct sn_error *err)
{
	size_t size = strlen(path) + sizeof ".XXXXXX";
	char *temporary = malloc(size);
	if (!temporary)
		return sn_error_memory(err);
	snprintf(temporary, size, "%s.XXXXXX", path);

	int ret = SN_OK;
	int fd = mkostemp(temporary, O_CLOEXEC);
	if (fd < 0) {
		ret = sn_error_errno(err, "cannot create %s", path);
		goto out;
	}
	mode_t mask = umask(0);
	umask(mask);
	if (sn_file_write_all(fd, data, len) || fchmod(fd, mode & ~mask) || fsync(fd))
		ret = sn_error_errno(err, "cannot write %s", path);
	if (close(fd) && !ret)
		ret = sn_error_errno(err, "cannot write %s", path);
	if (!ret && publish(temporary, path))
		ret = errno == EEXIST ? sn_error_set(err, SN_REFUSED, "%s exists already and is left as it is", path)
				      : sn_error_errno(err, "cannot create %s", path);
	if (ret)
		unlink(temporary);
	else
		ret = sn_file_sync_directory(path, err);
out:
	free(temporary);
	return ret;
}

/* Devices, pipes and the like are written to: renaming over them would take them away. */
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

static int rename_without_replacing(const char *temporary, const char *path)
{
	if (renameat2(AT_FDCWD, temporary, AT_FDCWD, path, RENAME_NOREPLACE) == 0)
		return 0;
	if (errno != EINVAL && errno != ENOSYS)
		return -1;
	/* File systems without RENAME_NOREPLACE. */
	if (link(temporary, path))
		return -1;
	unlink(temporary);
	return 0;
}

int sn_file_create(const char *path, const void *data, size_t len, mode_t mode, struct sn_error *err)
{
	return write_beside(path, data, len, mode, rename_without_replacing, err);
}
