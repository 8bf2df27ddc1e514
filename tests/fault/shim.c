/* shim - preloaded into a program, lets the n-th of its calls on files go wrong, or the machine stop there.
 *
 *     LD_PRELOAD=shim.so SN_FAULT_DIR=DIR SN_FAULT_LOG=LOG [SN_FAULT_AT=N SN_FAULT_KIND=KIND] PROGRAM ...
 *
 * Counts what changes or reads files in DIR (an absolute path without links; what is below it is one flat
 * directory) and what goes to standard output, and its own end, and writes one line for each to LOG: "NUMBER
 * CALL FILE". Call N goes wrong: EIO, ENOSPC, EACCES   it fails with that, and does nothing full from here on
 * there is no room: creating, writing, syncing fail with ENOSPC dead                  from here on every call
 * fails with EIO short                 a write takes only half of its bytes torn                  the same,
 * and the process is killed kill, killed          the process is killed before it, after it power the power
 * goes after it: killed, and nothing is on the disk that was not synced and LOG gets the line "fault". For
 * `power` nothing survives but what POSIX promises: contents as of the last fsync of the file, names as of
 * the last fsync of the directory.
 *
 * So that thousands of runs take no time and can be compared, passwords cost next to nothing here, and it is
 * always the same second. */
/* Which would make some of the functions below inline ones. */
#undef _FORTIFY_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define FDS_MAX 1024
#define CHANGES_MAX 256

static const char *dir, *log_path, *kind = "";
static size_t dir_len;
static bool is_here; /* DIR is the current directory */
static int log_fd = -1;
static unsigned long at, count;
static const char *from_now_on; /* full or dead, once it has begun */

/* What is open. */
static struct open_file {
	bool is_ours, is_directory;
	char name[256];
	int own;    /* a descriptor of our own, to cut the file with; it outlives the program's */
	off_t kept; /* bytes that are on the disk */
} files[FDS_MAX];

/* What was closed, perhaps with bytes that are not on the disk. */
static struct {
	int own;
	off_t kept;
} dirty[CHANGES_MAX];
static size_t n_dirty;

/* Changes of names since the directory was synced last. */
static struct change {
	char from[512], to[512]; /* `from` empty: `to` was created; `to` empty: `from` was removed */
	char saved[512];         /* another name of what was at `to`, or `from`, before; or empty */
} changes[CHANGES_MAX];
static size_t n_changes;

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name)
{
	void *function = dlsym(RTLD_NEXT, name);
	if (!function)
		abort();
	return function;
}

__attribute__((constructor)) static void start(void)
{
	const char *number = getenv("SN_FAULT_AT");
	dir = getenv("SN_FAULT_DIR");
	log_path = getenv("SN_FAULT_LOG");
	if (!dir || !log_path)
		return;
	dir_len = strlen(dir);
	char here[512];
	is_here = getcwd(here, sizeof here) && !strcmp(here, dir);
	if (number && getenv("SN_FAULT_KIND")) {
		at = strtoul(number, NULL, 10);
		kind = getenv("SN_FAULT_KIND");
	}
	/* High, where nothing of the program will be. */
	int fd = REAL(open)(log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	log_fd = fcntl(fd, F_DUPFD_CLOEXEC, 900);
	REAL(close)(fd);
	if (log_fd < 0)
		abort();
}

static bool is_kind(const char *name)
{
	return !strcmp(kind, name);
}

/* What to call `path` in LOG, or NULL when it is none of ours. */
static const char *name_of(const char *path)
{
	if (log_fd >= 0 && is_here && path[0] != '/')
		return path;
	if (log_fd < 0 || strncmp(path, dir, dir_len) || (path[dir_len] && path[dir_len] != '/'))
		return NULL;
	return path[dir_len] ? path + dir_len + 1 : ".";
}

static struct open_file *file_of(int fd)
{
	return fd >= 0 && fd < FDS_MAX && files[fd].is_ours ? &files[fd] : NULL;
}

static void die(void)
{
	kill(getpid(), SIGKILL);
	for (;;)
		pause();
}

static void lose_power(void)
{
	for (size_t i = 0; i < FDS_MAX; i++)
		if (files[i].is_ours && files[i].own > 0 && n_dirty < CHANGES_MAX) {
			dirty[n_dirty].own = files[i].own;
			dirty[n_dirty++].kept = files[i].kept;
		}
	for (size_t i = 0; i < n_dirty; i++) {
		struct stat st;
		if (!fstat(dirty[i].own, &st) && st.st_size > dirty[i].kept &&
		    REAL(ftruncate)(dirty[i].own, dirty[i].kept))
			abort();
	}
	while (n_changes--) {
		const struct change *c = &changes[n_changes];
		if (c->from[0] && c->to[0])
			REAL(rename)(c->to, c->from);
		else if (c->to[0])
			REAL(unlink)(c->to);
		if (c->saved[0])
			REAL(rename)(c->saved, c->to[0] ? c->to : c->from);
	}
	die();
}

enum verdict { GO_ON, FAIL, HALF, THEN_DIE, THEN_LOSE };

static enum verdict fail_with(int error)
{
	errno = error;
	return FAIL;
}

/* Count a call, and say what is to become of it. `takes_room`: it needs a place on the disk. */
static enum verdict step(const char *call, const char *name, bool takes_room)
{
	char line[400];
	int n = snprintf(line, sizeof line, "%lu %s %s\n", ++count, call, name);
	(void)!REAL(write)(log_fd, line, (size_t)n);
	if (count == at) {
		(void)!REAL(write)(log_fd, "fault\n", 6);
		if (is_kind("full") || is_kind("dead"))
			from_now_on = kind;
		else if (is_kind("kill"))
			die();
		else if (is_kind("EIO"))
			return fail_with(EIO);
		else if (is_kind("ENOSPC"))
			return fail_with(ENOSPC);
		else if (is_kind("EACCES"))
			return fail_with(EACCES);
		else if (is_kind("short") || is_kind("torn"))
			return HALF;
		else if (is_kind("killed"))
			return THEN_DIE;
		else if (is_kind("power"))
			return THEN_LOSE;
		else
			abort();
	}
	if (from_now_on && from_now_on[0] == 'd')
		return fail_with(EIO);
	if (from_now_on && takes_room)
		return fail_with(ENOSPC);
	return GO_ON;
}

/* After the call. */
static void conclude(enum verdict verdict)
{
	int saved = errno;
	if (verdict == THEN_DIE || (verdict == HALF && is_kind("torn")))
		die();
	if (verdict == THEN_LOSE)
		lose_power();
	errno = saved;
}

/* The names are on the disk now, and there is no way back. */
static void forget_changes(void)
{
	for (size_t i = 0; i < n_changes; i++)
		if (changes[i].saved[0])
			REAL(unlink)(changes[i].saved);
	n_changes = 0;
}

/* That it is done. */
__attribute__((destructor)) static void finish(void)
{
	if (log_fd >= 0)
		conclude(step("end", "-", false));
	forget_changes();
}

/* ---- names --------------------------------------------------------------------------------------- */

static struct change *note(const char *from, const char *to)
{
	if (n_changes == CHANGES_MAX)
		abort();
	struct change *c = &changes[n_changes++];
	snprintf(c->from, sizeof c->from, "%s", from);
	snprintf(c->to, sizeof c->to, "%s", to);
	c->saved[0] = 0;
	return c;
}

/* Before `path` goes away: give it one more name, in DIR, as a confined program can link and rename within a
 * directory only. */
static void save(char *saved, size_t size, const char *path)
{
	static unsigned n;
	struct stat st;
	saved[0] = 0;
	if (lstat(path, &st))
		return;
	snprintf(saved, size, "%s/.saved.%ld.%u", dir, (long)getpid(), n++);
	if (REAL(link)(path, saved))
		abort();
}

static int move(const char *from, const char *to, int (*how)(const char *from, const char *to))
{
	const char *name = name_of(to) ? name_of(to) : name_of(from);
	if (!name)
		return how(from, to);
	enum verdict verdict = step("rename", name, false);
	if (verdict == FAIL)
		return -1;
	char saved[512] = "";
	if (is_kind("power"))
		save(saved, sizeof saved, to);
	int ret = how(from, to);
	if (!ret)
		strcpy(note(from, to)->saved, saved);
	conclude(verdict);
	return ret;
}

int rename(const char *from, const char *to)
{
	return move(from, to, REAL(rename));
}

static int rename_noreplace(const char *from, const char *to)
{
	return REAL(renameat2)(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int renameat2(int from_fd, const char *from, int to_fd, const char *to, unsigned flags)
{
	if (from_fd != AT_FDCWD || to_fd != AT_FDCWD || flags != RENAME_NOREPLACE)
		abort(); /* nobody does that so far */
	return move(from, to, rename_noreplace);
}

int link(const char *from, const char *to)
{
	const char *name = name_of(to);
	enum verdict verdict = name ? step("link", name, true) : GO_ON;
	if (verdict == FAIL)
		return -1;
	int ret = REAL(link)(from, to);
	if (name && !ret)
		note("", to);
	conclude(verdict);
	return ret;
}

int unlink(const char *path)
{
	const char *name = name_of(path);
	if (!name)
		return REAL(unlink)(path);
	enum verdict verdict = step("unlink", name, false);
	if (verdict == FAIL)
		return -1;
	char saved[512] = "";
	if (is_kind("power"))
		save(saved, sizeof saved, path);
	int ret = REAL(unlink)(path);
	if (!ret)
		strcpy(note(path, "")->saved, saved);
	conclude(verdict);
	return ret;
}

/* ---- opening and closing ------------------------------------------------------------------------- */

static void opened(int fd, const char *path, bool is_new, bool writes)
{
	struct stat st;
	if (fd < 0)
		return;
	if (fd >= FDS_MAX || fstat(fd, &st))
		abort();
	struct open_file *f = &files[fd];
	*f = (struct open_file){.is_ours = true, .is_directory = S_ISDIR(st.st_mode), .kept = st.st_size};
	snprintf(f->name, sizeof f->name, "%s", name_of(path));
	if (writes && is_kind("power")) {
		char self[64];
		snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
		int own = REAL(open)(self, O_RDWR | O_CLOEXEC);
		f->own = fcntl(own, F_DUPFD_CLOEXEC, 500);
		REAL(close)(own);
	}
	if (is_new)
		note("", path);
}

static int do_open(const char *path, int flags, mode_t mode)
{
	const char *name = name_of(path);
	if (!name)
		return REAL(open)(path, flags, mode);
	bool is_new = (flags & O_CREAT) && access(path, F_OK) != 0;
	enum verdict verdict = step(flags & O_CREAT ? "create" : "open", name, flags & O_CREAT);
	if (verdict == FAIL)
		return -1;
	int fd = REAL(open)(path, flags, mode);
	opened(fd, path, is_new, flags & (O_WRONLY | O_RDWR));
	conclude(verdict);
	return fd;
}

static mode_t mode_argument(int flags, va_list *ap)
{
	return flags & O_CREAT ? va_arg(*ap, mode_t) : 0;
}

#define OPEN(function)                                   \
	int function(const char *path, int flags, ...)   \
	{                                                \
		va_list ap;                              \
		va_start(ap, flags);                     \
		mode_t mode = mode_argument(flags, &ap); \
		va_end(ap);                              \
		return do_open(path, flags, mode);       \
	}
OPEN(open)
OPEN(open64)

int __open_2(const char *path, int flags);
int __open_2(const char *path, int flags)
{
	return do_open(path, flags, 0);
}

int __open64_2(const char *path, int flags);
int __open64_2(const char *path, int flags)
{
	return do_open(path, flags, 0);
}

static int do_mkostemp(char *template, int flags)
{
	const char *name = name_of(template);
	if (!name)
		return REAL(mkostemp)(template, flags);
	enum verdict verdict = step("create", name, true);
	if (verdict == FAIL)
		return -1;
	int fd = REAL(mkostemp)(template, flags);
	opened(fd, template, true, true);
	conclude(verdict);
	return fd;
}

int mkostemp(char *template, int flags)
{
	return do_mkostemp(template, flags);
}

int mkostemp64(char *template, int flags)
{
	return do_mkostemp(template, flags);
}

int close(int fd)
{
	struct open_file *f = file_of(fd);
	if (f && f->own > 0 && n_dirty < CHANGES_MAX) {
		dirty[n_dirty].own = f->own;
		dirty[n_dirty++].kept = f->kept;
	}
	if (f)
		f->is_ours = false;
	return REAL(close)(fd);
}

/* ---- contents ------------------------------------------------------------------------------------ */

static ssize_t do_write(int fd, const void *data, size_t len)
{
	const struct open_file *f = file_of(fd);
	if (log_fd < 0 || (!f && fd != STDOUT_FILENO))
		return REAL(write)(fd, data, len);
	enum verdict verdict = step(f ? "write" : "print", f ? f->name : "-", true);
	if (verdict == FAIL)
		return -1;
	ssize_t n = REAL(write)(fd, data, verdict == HALF ? (len + 1) / 2 : len);
	conclude(verdict);
	return n;
}

ssize_t write(int fd, const void *data, size_t len)
{
	return do_write(fd, data, len);
}

/* Nobody has use for these on files of ours so far: should that change, it must not go by unseen. */
ssize_t pwrite(int fd, const void *data, size_t len, off_t offset)
{
	if (file_of(fd))
		abort();
	return REAL(pwrite)(fd, data, len, offset);
}

ssize_t writev(int fd, const struct iovec *parts, int n)
{
	if (file_of(fd))
		abort();
	return REAL(writev)(fd, parts, n);
}

FILE *fopen(const char *path, const char *mode)
{
	if (name_of(path))
		abort();
	return REAL(fopen)(path, mode);
}

static ssize_t do_pread(int fd, void *data, size_t len, off_t offset)
{
	const struct open_file *f = file_of(fd);
	enum verdict verdict = f ? step("read", f->name, false) : GO_ON;
	if (verdict == FAIL)
		return -1;
	ssize_t n = REAL(pread)(fd, data, verdict == HALF ? (len + 1) / 2 : len, offset);
	conclude(verdict);
	return n;
}

ssize_t pread(int fd, void *data, size_t len, off_t offset)
{
	return do_pread(fd, data, len, offset);
}

ssize_t pread64(int fd, void *data, size_t len, off64_t offset)
{
	return do_pread(fd, data, len, offset);
}

ssize_t __pread_chk(int fd, void *data, size_t len, off_t offset, size_t size);
ssize_t __pread_chk(int fd, void *data, size_t len, off_t offset, size_t size)
{
	if (len > size)
		abort();
	return do_pread(fd, data, len, offset);
}

/* All bytes of that file are on the disk, by whatever descriptor they were written. */
static void keep(const struct stat *synced)
{
	struct stat st;
	for (int fd = 0; fd < FDS_MAX; fd++)
		if (files[fd].is_ours && !fstat(fd, &st) && st.st_ino == synced->st_ino)
			files[fd].kept = synced->st_size;
	for (size_t i = 0; i < n_dirty; i++)
		if (!fstat(dirty[i].own, &st) && st.st_ino == synced->st_ino)
			dirty[i].kept = synced->st_size;
}

static int do_sync(int fd, int (*how)(int fd))
{
	struct open_file *f = file_of(fd);
	if (!f)
		return how(fd);
	enum verdict verdict = step("fsync", f->name, !f->is_directory);
	struct stat st;
	if (verdict == FAIL)
		return -1;
	int ret = how(fd);
	if (!ret && f->is_directory)
		forget_changes();
	else if (!ret && !fstat(fd, &st))
		keep(&st);
	conclude(verdict);
	return ret;
}

int fsync(int fd)
{
	return do_sync(fd, REAL(fsync));
}

int fdatasync(int fd)
{
	return do_sync(fd, REAL(fdatasync));
}

static int do_truncate(int fd, off_t size)
{
	struct open_file *f = file_of(fd);
	enum verdict verdict = f ? step("truncate", f->name, false) : GO_ON;
	if (verdict == FAIL)
		return -1;
	int ret = REAL(ftruncate)(fd, size);
	conclude(verdict);
	return ret;
}

int ftruncate(int fd, off_t size)
{
	return do_truncate(fd, size);
}

int ftruncate64(int fd, off64_t size)
{
	return do_truncate(fd, size);
}

int fchmod(int fd, mode_t mode)
{
	const struct open_file *f = file_of(fd);
	enum verdict verdict = f ? step("chmod", f->name, false) : GO_ON;
	if (verdict == FAIL)
		return -1;
	int ret = REAL(fchmod)(fd, mode);
	conclude(verdict);
	return ret;
}

/* ---- for speed and for comparison ---------------------------------------------------------------- */

/* libsodium's Argon2id, at its least cost. */
int crypto_pwhash(unsigned char *out, unsigned long long out_len, const char *password,
		  unsigned long long len, const unsigned char *salt, unsigned long long passes, size_t memory,
		  int algorithm);
int crypto_pwhash(unsigned char *out, unsigned long long out_len, const char *password,
		  unsigned long long len, const unsigned char *salt, unsigned long long passes, size_t memory,
		  int algorithm)
{
	(void)passes;
	(void)memory;
	return REAL(crypto_pwhash)(out, out_len, password, len, salt, 1, 8192, algorithm);
}

time_t time(time_t *now)
{
	const time_t then = 1700000000;
	if (now)
		*now = then;
	return then;
}
