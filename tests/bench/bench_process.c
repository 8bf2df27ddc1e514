#include "bench_process.h"

#include "bench.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char **environ;

static double timeval_us(const struct timeval *t)
{
	return (double)t->tv_sec * 1e6 + (double)t->tv_usec;
}

bool bench_process_run(struct bench_process *process, char *const argv[], int unheard)
{
	pid_t child;
	int status;
	struct rusage used;
	posix_spawn_file_actions_t actions;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, unheard, "/dev/null", O_WRONLY, 0);
	double start = bench_now_us();
	int failed = posix_spawn(&child, argv[0], &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (failed || wait4(child, &status, 0, &used) != child || !WIFEXITED(status) || WEXITSTATUS(status))
		return false;
	process->us = bench_now_us() - start;
	process->cpu_us = timeval_us(&used.ru_utime) + timeval_us(&used.ru_stime);
	process->peak_kib = used.ru_maxrss;
	return true;
}
