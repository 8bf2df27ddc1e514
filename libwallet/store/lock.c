#include "store/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* There are two locks. The open-file-description lock on byte 0 excludes other writers: it survives when this
 * process opens and closes the file elsewhere, but it does not show its holder. The classical record lock on
 * byte 1 shows the process id. */

static struct flock lock_of(off_t byte)
{
	return (struct flock){.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
}

#define WAIT "wait for that process (--wait=SECONDS), or end it"

static int error_in_use(int fd, const char *path, struct sn_error *err)
{
	struct flock holder = lock_of(1);
	if (fcntl(fd, F_GETLK, &holder) || holder.l_type == F_UNLCK || holder.l_pid <= 0)
		return sn_error_hint(err, sn_error_set(err, SN_BUSY, "%s is in use by another process", path),
				     WAIT);
	char comm[40];
	snprintf(comm, sizeof comm, "/proc/%ld/comm", (long)holder.l_pid);
	char name[64] = "";
	FILE *f = fopen(comm, "re");
	if (f) {
		if (!fgets(name, sizeof name, f))
			name[0] = 0;
		name[strcspn(name, "\n")] = 0;
		fclose(f);
	}
	return sn_error_hint(err,
			     sn_error_set(err, SN_BUSY, "%s is in use by process %ld (%s)", path,
					  (long)holder.l_pid, name[0] ? name : "unknown"),
			     WAIT);
}

int sn_lock(int fd, const char *path, struct sn_error *err)
{
	struct flock lock = lock_of(0), holder = lock_of(1);
	if (fcntl(fd, F_OFD_SETLK, &lock))
		return errno == EAGAIN || errno == EACCES ? error_in_use(fd, path, err)
							  : sn_error_errno(err, "cannot lock %s", path);
	(void)fcntl(fd, F_SETLK, &holder); /* if it fails, the message above lacks the process */
	return SN_OK;
}

bool sn_lock_is_at_path(int fd, const char *path)
{
	struct stat open_file, named;
	return !fstat(fd, &open_file) && !stat(path, &named) && open_file.st_dev == named.st_dev &&
	       open_file.st_ino == named.st_ino;
}
