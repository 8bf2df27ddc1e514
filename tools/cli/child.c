#include "tools/cli/child.h"

#include "base/clock.h"
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* Set FD_CLOEXEC on every descriptor from 3 on. Ours have it already; those of libraries may not. */
static void close_all_at_exec(void)
{
	enum { CLOEXEC = 1 << 2 }; /* CLOSE_RANGE_CLOEXEC */
#ifdef SYS_close_range
	if (!syscall(SYS_close_range, 3U, ~0U, CLOEXEC))
		return;
#endif
	DIR *directory = opendir("/proc/self/fd");
	for (struct dirent *entry; directory && (entry = readdir(directory));) {
		const int fd = atoi(entry->d_name);
		if (fd > STDERR_FILENO)
			(void)fcntl(fd, F_SETFD, FD_CLOEXEC);
	}
	if (directory)
		closedir(directory);
}

/* A file in memory with the input, at its beginning: a command that does not read it blocks nobody. */
static int input_file(const struct cli_child *child, int *fd, struct sn_error *err)
{
	const int file = memfd_create("event", MFD_CLOEXEC);
	*fd = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, 3);
	if (file >= 0)
		close(file);
	if (*fd >= 0 && !sn_file_write_all(*fd, child->input->data, child->input->len) &&
	    !lseek(*fd, 0, SEEK_SET))
		return SN_OK;
	int ret = sn_error_errno(err, "cannot pass an event to the command of %s", child->option);
	if (*fd >= 0)
		close(*fd);
	return ret;
}

/* Returns an error number. */
static int spawn(pid_t *pid, const struct cli_child *child, int input)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	sigset_t none, ignored;
	const short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
			    (child->waits_on ? POSIX_SPAWN_SETPGROUP : 0);
	int ret = posix_spawn_file_actions_init(&files);
	if (ret)
		return ret;
	if ((ret = posix_spawnattr_init(&attributes))) {
		posix_spawn_file_actions_destroy(&files);
		return ret;
	}
	sigemptyset(&none);
	sigemptyset(&ignored);
	sigaddset(&ignored, SIGPIPE); /* cli_start */
	sigaddset(&ignored, SIGXFSZ);
	if (!(ret = posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO)) &&
	    !(ret = posix_spawnattr_setsigmask(&attributes, &none)) &&
	    !(ret = posix_spawnattr_setsigdefault(&attributes, &ignored)) &&
	    !(ret = posix_spawnattr_setflags(&attributes, flags)))
		ret = posix_spawnp(pid, child->argv[0], &files, &attributes, child->argv, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&files);
	return ret;
}

static pid_t wait_for(pid_t pid, int *status, int options)
{
	pid_t ended;
	while ((ended = waitpid(pid, status, options)) < 0 && errno == EINTR)
		;
	return ended;
}

#define LONGEST_SLEEP 50 /* milliseconds */

/* Wait for a command that may not take long. Returns what waitpid returns. */
static pid_t wait_patiently(pid_t pid, int *status, const struct cli_child *child)
{
	const uint64_t start = sn_monotonic_ms();
	long ms = 1;
	for (;;) {
		const pid_t ended = wait_for(pid, status, WNOHANG);
		if (ended)
			return ended;
		if (!child->waits_on(child->context, sn_monotonic_ms() - start))
			break;
		const struct timespec moment = {.tv_nsec = ms * 1000000};
		nanosleep(&moment, NULL);
		ms = ms < LONGEST_SLEEP / 2 ? 2 * ms : LONGEST_SLEEP;
	}
	kill(-pid, SIGKILL);
	kill(pid, SIGKILL); /* it may have left its group */
	return wait_for(pid, status, 0);
}

int cli_child_run(const struct cli_child *child, int *status, struct sn_error *err)
{
	int fd;
	pid_t pid;
	int ret = input_file(child, &fd, err);
	if (ret)
		return ret;
	close_all_at_exec();
	/* With an ignored SIGCHLD, the status of a child is lost. */
	(void)signal(SIGCHLD, SIG_DFL);
	const int failed = spawn(&pid, child, fd);
	close(fd);
	if (failed) {
		errno = failed;
		return sn_error_errno(err, "cannot run %s for %s", child->argv[0], child->option);
	}
	if ((child->waits_on ? wait_patiently(pid, status, child) : wait_for(pid, status, 0)) < 0)
		return sn_error_errno(err, "cannot wait for the command of %s", child->option);
	return SN_OK;
}

bool cli_child_exists(const char *name)
{
	const char *path = getenv("PATH");
	if (strchr(name, '/'))
		return !access(name, X_OK);
	for (const char *at = path ? path : "/bin:/usr/bin"; *at;) {
		const size_t len = strcspn(at, ":");
		char *file = NULL;
		if (asprintf(&file, "%.*s/%s", (int)(len ? len : 1), len ? at : ".", name) < 0)
			return false;
		const bool exists = !access(file, X_OK);
		free(file);
		if (exists)
			return true;
		at += len + (at[len] == ':');
	}
	errno = ENOENT;
	return false;
}
