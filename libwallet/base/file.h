/* base/file.h - whole files in, whole files out. */
#ifndef SN_BASE_FILE_H
#define SN_BASE_FILE_H

#include "base/bytes.h"
#include "base/error.h"

#include <stdbool.h>
#include <sys/types.h>

/* What is appended to a name while its file is made: such a name, too, has to fit NAME_MAX. */
#define SN_FILE_TEMPORARY_SUFFIX ".XXXXXX"

/* Append the whole of the file (or of stdin when `path` is NULL or "-") to `out`.
 * More than `cap` bytes is SN_BAD_INPUT; trouble with the file itself SN_IO. */
int sn_file_read(const char *path, size_t cap, struct sn_buf *out, struct sn_error *err) SN_MUST_USE;

/* Write everything to descriptor `fd`, whatever write(2) cuts off. SN_IO, errno set. */
int sn_file_write_all(int fd, const void *data, size_t len) SN_MUST_USE;

/* Create or replace `path` in one step: temporary file beside it, fsync, rename, fsync of
 * the directory. After a failure the old file, or none, is there and no temporary is left;
 * none when the directory cannot be synced, for the old file is gone by then.
 * SIGINT, SIGTERM, SIGHUP and SIGQUIT wait until it is done.
 * `mode` as for open(2), umask applied. A file system without modes, such as FAT, gives the
 * file its own: sn_file_is_private tells.
 * What is there and not a regular file (a device, a pipe) is opened and written instead. */
int sn_file_replace(const char *path, const void *data, size_t len, mode_t mode,
		    struct sn_error *err) SN_MUST_USE;

/* The same, but refuse (SN_REFUSED) when `path` exists. */
int sn_file_create(const char *path, const void *data, size_t len, mode_t mode,
		   struct sn_error *err) SN_MUST_USE;

/* Whether nobody but the owner may read or write `path`, by its mode. */
bool sn_file_is_private(const char *path) SN_MUST_USE;

/* fsync the directory that holds `path`. */
int sn_file_sync_directory(const char *path, struct sn_error *err) SN_MUST_USE;

#endif
