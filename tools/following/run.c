#include "tools/following/run.h"

#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
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
static int input_file(struct cli *cli, const struct sn_buf *input, int *fd)
{
	const int file = memfd_create("event", MFD_CLOEXEC);
	*fd = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, 3);
	if (file >= 0)
		close(file);
	if (*fd >= 0 && !sn_file_write_all(*fd, input->data, input->len) && !lseek(*fd, 0, SEEK_SET))
		return SN_OK;
	int ret = sn_error_errno(&cli->err, "cannot pass an event to the command of --exec");
	if (*fd >= 0)
		close(*fd);
	return ret;
}

/* Returns an error number. */
static int spawn(pid_t *child, const char *command, int input)
{
	char *const argv[] = {"sh", "-c", "--", (char *)command, NULL};
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	sigset_t none, ignored;
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
	    !(ret = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)))
		ret = posix_spawn(child, "/bin/sh", &files, &attributes, argv, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&files);
	return ret;
}

int run_command(struct cli *cli, const char *command, const char *event, const struct sn_buf *input)
{
	int fd, status;
	pid_t child;
	int ret = input_file(cli, input, &fd);
	if (ret)
		return ret;
	close_all_at_exec();
	/* With an ignored SIGCHLD, the status of a child is lost. */
	(void)signal(SIGCHLD, SIG_DFL);
	const int failed = spawn(&child, command, fd);
	close(fd);
	if (failed) {
		errno = failed;
		return sn_error_errno(&cli->err, "cannot run /bin/sh for --exec");
	}
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return sn_error_errno(&cli->err, "cannot wait for the command of --exec");
	if (WIFSIGNALED(status))
		cli_say(cli, "warning: signal %d ended the command of --exec for the event \"%s\"",
			WTERMSIG(status), event);
	else if (WEXITSTATUS(status))
		cli_say(cli,
			"warning: the command of --exec failed for the event \"%s\", with exit status %d",
			event, WEXITSTATUS(status));
	return SN_OK;
}
