/* The cold-sign process as a whole: wall time and peak memory, and the part of it that Argon2id asks for. */
#include "bench.h"

#include "base/bytes.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUNDS 9

extern char **environ;

/* Argon2id's memory in bytes, which the clear header of a wallet file tells; 0 if it cannot be read. */
static uint64_t argon2id_memory(const char *wallet)
{
	uint8_t header[24];
	int fd = open(wallet, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, header, sizeof header);
	if (fd >= 0)
		close(fd);
	return n == (ssize_t)sizeof header ? sn_load_u64(header + 16) : 0;
}

/* Run it once, unheard. Wall time in microseconds, or a negative number when it failed. */
static double run_once(const char *program, const char *wallet, const char *password_file, const char *unsigned_file,
		       long *peak_kib)
{
	char password[4096];
	snprintf(password, sizeof password, "--password-file=%s", password_file);
	char *const argv[] = {(char *)program, "-w", (char *)wallet, password, "--yes", "-o", "/dev/null",
			      (char *)unsigned_file, NULL};
	pid_t child;
	int status;
	struct rusage used;
	posix_spawn_file_actions_t unheard;
	posix_spawn_file_actions_init(&unheard);
	posix_spawn_file_actions_addopen(&unheard, STDERR_FILENO, "/dev/null", O_WRONLY, 0);

	double start = bench_now_us();
	int failed = posix_spawn(&child, argv[0], &unheard, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&unheard);
	if (failed || wait4(child, &status, 0, &used) != child)
		return -1;
	*peak_kib = used.ru_maxrss;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? bench_now_us() - start : -1;
}

bool bench_cold_sign_once(const char *program, const char *wallet, const char *password_file,
			  const char *unsigned_file)
{
	long kib = 0;
	double us = run_once(program, wallet, password_file, unsigned_file, &kib);
	if (us < 0)
		return false;
	printf("%.3f %ld\n", us / 1000, kib);
	return true;
}

void bench_cold_sign(const char *program, const char *wallet, const char *password_file, const char *unsigned_file)
{
	const char *slash = strrchr(unsigned_file, '/');
	const char *name = slash ? slash + 1 : unsigned_file;

	double us[ROUNDS];
	long peak_kib = 0;
	for (size_t i = 0; i < ROUNDS; i++) {
		long kib = 0;
		us[i] = run_once(program, wallet, password_file, unsigned_file, &kib);
		if (us[i] < 0) {
			printf("cold-sign %-16s  failed\n", name);
			return;
		}
		peak_kib = kib > peak_kib ? kib : peak_kib;
	}
	double argon2id = (double)argon2id_memory(wallet) / (1 << 20);
	double peak = (double)peak_kib / 1024;
	printf("cold-sign %-16s  %8.1f ms, peak %.1f MiB, of which Argon2id %.1f, others %.1f MiB\n", name,
	       bench_median(us, ROUNDS) / 1000, peak, argon2id, peak - argon2id);
}
