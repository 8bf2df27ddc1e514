/* store/lock.h - one writer at a time for a file, and a name for the one who is in the way. */
#ifndef SN_STORE_LOCK_H
#define SN_STORE_LOCK_H

#include "base/error.h"

#include <stdbool.h>

/* Lock the open file for this descriptor; closing it unlocks. SN_IO when somebody has it: the sentence says
 * which process. `path` is for that sentence. */
int sn_lock(int fd, const char *path, struct sn_error *err) SN_MUST_USE;

/* Whether `path` still names the open file. Whoever locks a file that is replaced by rename(2) has to
 * ask this afterwards. */
bool sn_lock_is_at_path(int fd, const char *path);

#endif
