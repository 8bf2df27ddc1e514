#include "base/file.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Wrappers of libc functions, which fail if a test requests it. */
static bool directories_fail_to_sync, ctrl_c_comes;
static int chmod_fails, rename_fails, link_fails; /* with this error */

int fsync(int fd)
{
	struct stat st;
	if (ctrl_c_comes)
		raise(SIGINT);
	if (directories_fail_to_sync && !fstat(fd, &st) && S_ISDIR(st.st_mode)) {
		errno = EIO;
		return -1;
	}
	return (int)syscall(SYS_fsync, fd);
}

int fchmod(int fd, mode_t mode)
{
	if (chmod_fails) {
		errno = chmod_fails;
		return -1;
	}
	return (int)syscall(SYS_fchmod, fd, mode);
}

int renameat2(int from_fd, const char *from, int to_fd, const char *to, unsigned flags)
{
	if (rename_fails) {
		errno = rename_fails;
		return -1;
	}
	return (int)syscall(SYS_renameat2, from_fd, from, to_fd, to, flags);
}

int link(const char *from, const char *to)
{
	if (link_fails) {
		errno = link_fails;
		return -1;
	}
	return (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}

/* Each test works in an empty directory and leaves it empty. */
static char directory[] = "/tmp/sneakernote-file.XXXXXX";
static mode_t old_umask;

static void enter(void)
{
	cr_assert_not_null(mkdtemp(directory));
	cr_assert_eq(chdir(directory), 0);
	old_umask = umask(022);
}

static void leave(void)
{
	umask(old_umask);
	cr_assert_eq(chdir("/"), 0);
	cr_assert_eq(rmdir(directory), 0, "%s is not empty", directory);
}

static int entries(void)
{
	int n = 0;
	DIR *d = opendir(".");
	cr_assert_not_null(d);
	for (struct dirent *e; (e = readdir(d));)
		n += strcmp(e->d_name, ".") && strcmp(e->d_name, "..");
	closedir(d);
	return n;
}

static void assert_content(const char *path, const char *want)
{
	struct sn_buf b = {0};
	struct sn_error e = {0};
	cr_assert_eq(sn_file_read(path, 1000, &b, &e), SN_OK, "%s", e.text);
	cr_assert_eq(b.len, strlen(want));
	cr_assert_eq(memcmp(b.data, want, b.len), 0);
	sn_buf_free(&b);
}

TestSuite(base_file, .init = enter, .fini = leave);

Test(base_file, replace_creates_and_replaces)
{
	struct sn_error e;
	struct stat st;
	cr_assert_eq(sn_file_replace("f", "one", 3, 0600, &e), SN_OK);
	assert_content("f", "one");
	cr_assert_eq(stat("f", &st), 0);
	cr_assert_eq(st.st_mode & 07777, 0600);
	cr_assert_eq(sn_file_replace("f", "three", 5, 0666, &e), SN_OK);
	assert_content("f", "three");
	cr_assert_eq(stat("f", &st), 0);
	cr_assert_eq(st.st_mode & 07777, 0644, "the umask counts");
	cr_assert_eq(entries(), 1, "a temporary file is left");
	unlink("f");
}

Test(base_file, create_refuses_an_existing_file)
{
	struct sn_error e;
	cr_assert_eq(sn_file_create("f", "one", 3, 0600, &e), SN_OK);
	cr_assert_eq(sn_file_create("f", "two", 3, 0600, &e), SN_REFUSED);
	cr_assert_not_null(strstr(e.text, "f already exists"));
	assert_content("f", "one");
	cr_assert_eq(entries(), 1, "a temporary file is left");
	unlink("f");
}

Test(base_file, create_does_not_follow_a_dangling_link)
{
	struct sn_error e;
	cr_assert_eq(symlink("elsewhere", "f"), 0);
	cr_assert_eq(sn_file_create("f", "one", 3, 0600, &e), SN_REFUSED);
	cr_assert_eq(access("elsewhere", F_OK), -1);
	unlink("f");
}

Test(base_file, failure_leaves_nothing)
{
	struct sn_error e;
	cr_assert_eq(sn_file_replace("absent/f", "one", 3, 0600, &e), SN_IO);
	cr_assert_not_null(strstr(e.text, "absent/f"));
	cr_assert_eq(entries(), 0);

	/* A directory has this name. */
	cr_assert_eq(mkdir("d", 0700), 0);
	cr_assert_eq(sn_file_replace("d", "one", 3, 0600, &e), SN_IO);
	cr_assert_eq(entries(), 1);
	rmdir("d");
}

Test(base_file, a_file_whose_directory_cannot_be_synced_is_removed)
{
	struct sn_error e;
	directories_fail_to_sync = true;
	cr_assert_eq(sn_file_create("f", "one", 3, 0600, &e), SN_IO);
	cr_assert_not_null(strstr(e.text, strerror(EIO)));
	cr_assert_eq(entries(), 0);
	cr_assert_eq(sn_file_replace("f", "one", 3, 0600, &e), SN_IO);
	cr_assert_eq(entries(), 0);

	directories_fail_to_sync = false;
	cr_assert_eq(sn_file_replace("f", "one", 3, 0600, &e), SN_OK);
	directories_fail_to_sync = true;
	cr_assert_eq(sn_file_create("f", "two", 3, 0600, &e), SN_REFUSED, "not ours to take away");
	assert_content("f", "one");
	cr_assert_eq(sn_file_replace("f", "two", 3, 0600, &e), SN_IO);
	cr_assert_eq(entries(), 0);
}

Test(base_file, a_directory_that_cannot_be_opened_gets_no_file)
{
	struct sn_error e;
	cr_assert_eq(mkdir("d", 0300), 0);
	if (!geteuid()) { /* root may open it */
		cr_assert_eq(chown("d", 65534, 65534), 0);
		cr_assert_eq(chmod(".", 0755), 0);
		cr_assert_eq(seteuid(65534), 0);
	}
	cr_assert_eq(sn_file_create("d/f", "one", 3, 0600, &e), SN_IO);
	cr_assert_not_null(strstr(e.text, strerror(EACCES)));
	if (!getuid())
		cr_assert_eq(seteuid(0), 0);
	cr_assert_eq(rmdir("d"), 0, "something is in it");
}

Test(base_file, files_are_written_on_a_file_system_without_modes)
{
	static const int refusals[] = {EPERM, ENOSYS, EOPNOTSUPP};
	struct sn_error e;
	struct stat st;
	for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
		chmod_fails = refusals[i];
		cr_assert_eq(sn_file_create("f", "one", 3, 0400, &e), SN_OK, "%s", e.text);
		cr_assert_eq(sn_file_replace("f", "two", 3, 0644, &e), SN_OK, "%s", e.text);
		assert_content("f", "two");
		cr_assert_eq(stat("f", &st), 0);
		cr_assert_eq(st.st_mode & 07777, 0600);
		unlink("f");
	}
	chmod_fails = EIO;
	cr_assert_eq(sn_file_create("f", "one", 3, 0400, &e), SN_IO);
	cr_assert_eq(entries(), 0);
}

/* The kernel or the file system lacks the operation and returns these errors; FAT through FUSE lacks both. */
Test(base_file, create_works_where_rename_cannot_refuse_to_replace)
{
	static const int renames[] = {EINVAL, ENOSYS}, links[] = {0, EPERM, ENOSYS, EOPNOTSUPP};
	struct sn_error e;
	for (size_t i = 0; i < sizeof renames / sizeof *renames; i++)
		for (size_t k = 0; k < sizeof links / sizeof *links; k++) {
			rename_fails = renames[i];
			link_fails = links[k];
			cr_assert_eq(sn_file_create("f", "one", 3, 0600, &e), SN_OK, "%s", e.text);
			assert_content("f", "one");
			cr_assert_eq(sn_file_create("f", "two", 3, 0600, &e), SN_REFUSED);
			assert_content("f", "one");
			cr_assert_eq(entries(), 1);
			unlink("f");
		}
	link_fails = EIO;
	cr_assert_eq(sn_file_create("f", "one", 3, 0600, &e), SN_IO);
	cr_assert_eq(entries(), 0);
}

Test(base_file, private_means_no_access_for_others)
{
	struct sn_error e;
	cr_assert_eq(sn_file_create("f", "one", 3, 0600, &e), SN_OK, "%s", e.text);
	cr_assert(sn_file_is_private("f"));
	cr_assert_eq(chmod("f", 0640), 0);
	cr_assert(!sn_file_is_private("f"));
	cr_assert_eq(chmod("f", 0602), 0);
	cr_assert(!sn_file_is_private("f"));
	unlink("f");
	cr_assert(!sn_file_is_private("f"));
}

Test(base_file, devices_are_written_not_replaced)
{
	struct sn_error e;
	struct stat st;
	cr_assert_eq(sn_file_replace("/dev/null", "one", 3, 0600, &e), SN_OK);
	cr_assert_eq(stat("/dev/null", &st), 0);
	cr_assert(S_ISCHR(st.st_mode));
	cr_assert_eq(sn_file_replace("/dev/full", "one", 3, 0600, &e), SN_IO);
	cr_assert_not_null(strstr(e.text, strerror(ENOSPC)));
	cr_assert_eq(stat("/dev/full", &st), 0);
	cr_assert(S_ISCHR(st.st_mode));
}

Test(base_file, read_appends_up_to_its_cap)
{
	struct sn_error e;
	char data[200000];
	memset(data, 'x', sizeof data);
	cr_assert_eq(sn_file_replace("f", data, sizeof data, 0600, &e), SN_OK);

	struct sn_buf b = {0};
	sn_put_u8(&b, 'y');
	cr_assert_eq(sn_file_read("f", sizeof data, &b, &e), SN_OK);
	cr_assert_eq(b.len, sizeof data + 1);
	cr_assert_eq(b.data[0], 'y');
	cr_assert_eq(memcmp(b.data + 1, data, sizeof data), 0);
	sn_buf_free(&b);

	cr_assert_eq(sn_file_read("f", sizeof data - 1, &b, &e), SN_BAD_INPUT);
	cr_assert_not_null(strstr(e.text, "larger than 199999 bytes"));
	cr_assert_leq(b.len, sizeof data);
	sn_buf_free(&b);
	unlink("f");
}

Test(base_file, reading_a_missing_file_fails)
{
	struct sn_error e;
	struct sn_buf b = {0};
	cr_assert_eq(sn_file_read("absent", 10, &b, &e), SN_IO);
	cr_assert_str_eq(e.text, "cannot open absent: No such file or directory");
	cr_assert_eq(sn_file_read(".", 10, &b, &e), SN_IO, "a directory");
	sn_buf_free(&b);
}

Test(base_file, a_dash_reads_standard_input)
{
	struct sn_error e;
	int ends[2];
	cr_assert_eq(pipe(ends), 0);
	cr_assert_eq(sn_file_write_all(ends[1], "from a pipe", 11), SN_OK);
	close(ends[1]);
	dup2(ends[0], STDIN_FILENO);
	close(ends[0]);
	struct sn_buf b = {0};
	cr_assert_eq(sn_file_read("-", 100, &b, &e), SN_OK);
	cr_assert_eq(b.len, 11);
	cr_assert_eq(memcmp(b.data, "from a pipe", 11), 0);
	sn_buf_free(&b);
}

Test(base_file, write_all_notices_a_full_disk)
{
	int fd = open("/dev/full", O_WRONLY);
	cr_assert_geq(fd, 0);
	cr_assert_eq(sn_file_write_all(fd, "x", 1), SN_IO);
	cr_assert_eq(errno, ENOSPC);
	close(fd);
}

/* An interruption would have left a temporary file. */
Test(base_file, signals_wait_until_the_file_is_whole)
{
	struct sn_buf file = {0};
	int status;
	pid_t child = fork();
	cr_assert(child >= 0);
	if (!child) {
		signal(SIGINT, SIG_DFL);
		ctrl_c_comes = true;
		_exit(sn_file_create("new", "whole", 5, 0600, NULL) ? 1 : 0);
	}
	cr_assert(waitpid(child, &status, 0) == child);
	cr_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT, "it came in the end");
	cr_assert(!sn_file_read("new", 100, &file, NULL) && file.len == 5 && !memcmp(file.data, "whole", 5));
	sn_buf_free(&file);
	cr_assert(!unlink("new"));
}
