/* base/file.h - read and write whole files. */
#ifndef SN_BASE_FILE_H
#define SN_BASE_FILE_H

#include "base/bytes.h"
#include "base/error.h"

#include <stdbool.h>
#include <sys/types.h>

/* Suffix of a temporary file's name. The name with the suffix must fit NAME_MAX. */
#define SN_FILE_TEMPORARY_SUFFIX ".XXXXXX"

/* Append the contents of the file to `out`; of standard input if `path` is NULL or "-".
 *
 * Returns
 *   SN_BAD_INPUT  the file has more than `cap` bytes
 *   SN_IO */
int sn_file_read(const char *path, size_t cap, struct sn_buf *out, struct sn_error *err) SN_MUST_USE;

/* Append what follows in the open file `fd`, unless it is a pipe, a device or a directory. Open it with
 * O_NONBLOCK: then neither open(2) nor this function waits. `name` is for the error text. Does not close
 * `fd`.
 *
 * Returns
 *   SN_REFUSED    the file is not a regular file
 *   SN_BAD_INPUT  more than `cap` bytes follow
 *   SN_IO */
int sn_file_read_regular(int fd, const char *name, size_t cap, struct sn_buf *out,
			 struct sn_error *err) SN_MUST_USE;

/* The name of the file beside `path` whose name has `suffix` at its end. NULL when out of memory; free it. */
char *sn_file_name_beside(const char *path, const char *suffix) SN_MUST_USE;

/* Write all bytes to `fd`, repeating short writes. Returns SN_IO and leaves errno set. */
int sn_file_write_all(int fd, const void *data, size_t len) SN_MUST_USE;

/* Create or replace `path` atomically: write a temporary file in the same directory, fsync, rename, fsync the
 * directory. If `path` exists and is not a regular file (a device, a pipe), write to it instead.
 *
 * On failure, `path` is unchanged and no temporary file remains. If only the directory cannot be synced, the
 * old file is already replaced: then `path` is removed.
 *
 * SIGINT, SIGTERM, SIGHUP and SIGQUIT are blocked meanwhile. `mode` is as for open(2), with the umask
 * applied. A file system without modes, such as FAT, ignores it: check with sn_file_is_private. */
int sn_file_replace(const char *path, const void *data, size_t len, mode_t mode,
		    struct sn_error *err) SN_MUST_USE;

/* Like sn_file_replace, but return SN_REFUSED if `path` exists. */
int sn_file_create(const char *path, const void *data, size_t len, mode_t mode,
		   struct sn_error *err) SN_MUST_USE;

/* Whether the mode of `path` grants access to its owner only. */
bool sn_file_is_private(const char *path) SN_MUST_USE;

/* Sync the directory of `path`. */
int sn_file_sync_directory(const char *path, struct sn_error *err) SN_MUST_USE;

#endif
