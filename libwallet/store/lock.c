#include "store/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Two locks, in fact. An open-file-description lock on byte 0 is the one that counts, because it
 * survives whatever else this process opens and closes; but nobody can ask who has it. A
 * classical record lock on byte 1 is the plate on the door that bears the holder's process id. */

static struct flock lock_of(off_t byte)
{
	return (struct flock){.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
}

static int error_in_use(int fd, const char *path, struct sn_error *err)
{
	struct flock plate = lock_of(1);
	if (fcntl(fd, F_GETLK, &plate) || plate.l_type == F_UNLCK || plate.l_pid <= 0)
		return sn_error_set(err, SN_IO, "%s is in use already", path);
	char comm[40];
	snprintf(comm, sizeof comm, "/proc/%ld/comm", (long)plate.l_pid);
	char name[64] = "";
	FILE *f = fopen(comm, "re");
	if (f) {
		if (!fgets(name, sizeof name, f))
			name[0] = 0;
		name[strcspn(name, "\n")] = 0;
		fclose(f);
	}
	return sn_error_set(err, SN_IO, "%s is in use by process %ld (%s)", path, (long)plate.l_pid,
			    name[0] ? name : "unknown");
}

int sn_lock(int fd, const char *path, struct sn_error *err)
{
	struct flock door = lock_of(0), plate = lock_of(1);
	if (fcntl(fd, F_OFD_SETLK, &door))
		return errno == EAGAIN || errno == EACCES ? error_in_use(fd, path, err)
							  : sn_error_errno(err, "cannot lock %s", path);
	(void)fcntl(fd, F_SETLK, &plate); /* without it the second is told less, that is all */
	return SN_OK;
}

bool sn_lock_is_at_path(int fd, const char *path)
{
	struct stat open_file, named;
	return !fstat(fd, &open_file) && !stat(path, &named) && open_file.st_dev == named.st_dev &&
	       open_file.st_ino == named.st_ino;
}
