/* store/lock.h - exclusive lock on an open file, with the process that holds it. */
#ifndef SN_STORE_LOCK_H
#define SN_STORE_LOCK_H

#include "base/error.h"

#include <stdbool.h>

/* Lock the open file for this descriptor; closing it unlocks. `path` is for the message. Returns
 * SN_BUSY if another process holds the lock, and the message names it; SN_IO. */
int sn_lock(int fd, const char *path, struct sn_error *err) SN_MUST_USE;

/* Whether `path` still names the open file. Ask this after locking a file that rename(2) may replace. */
bool sn_lock_is_at_path(int fd, const char *path);

#endif
