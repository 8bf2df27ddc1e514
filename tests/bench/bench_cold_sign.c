/* The cold-sign process as a whole: wall time and peak memory, and the part of it that Argon2id asks for. */
#include "bench.h"

#include "base/bytes.h"
#include "bench_process.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define ROUNDS 9

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

static bool run_once(struct bench_process *process, const char *program, const char *wallet,
		     const char *password_file, const char *unsigned_file)
{
	char password[4096];
	snprintf(password, sizeof password, "--password-file=%s", password_file);
	char *const argv[] = {
		(char *)program,       "-w", (char *)wallet, password, "--yes", "-o", "/dev/null",
		(char *)unsigned_file, NULL};
	return bench_process_run(process, argv, STDERR_FILENO);
}

bool bench_cold_sign_once(const char *program, const char *wallet, const char *password_file,
			  const char *unsigned_file)
{
	struct bench_process process;
	if (!run_once(&process, program, wallet, password_file, unsigned_file))
		return false;
	printf("%.3f %ld\n", process.us / 1000, process.peak_kib);
	return true;
}

void bench_cold_sign(const char *program, const char *wallet, const char *password_file,
		     const char *unsigned_file)
{
	const char *slash = strrchr(unsigned_file, '/');
	const char *name = slash ? slash + 1 : unsigned_file;

	double us[ROUNDS];
	long peak_kib = 0;
	for (size_t i = 0; i < ROUNDS; i++) {
		struct bench_process process;
		if (!run_once(&process, program, wallet, password_file, unsigned_file)) {
			printf("cold-sign %-16s  failed\n", name);
			return;
		}
		us[i] = process.us;
		peak_kib = process.peak_kib > peak_kib ? process.peak_kib : peak_kib;
	}
	double argon2id = (double)argon2id_memory(wallet) / (1 << 20);
	double peak = (double)peak_kib / 1024;
	printf("cold-sign %-16s  %8.1f ms, peak %.1f MiB, of which Argon2id %.1f, others %.1f MiB\n", name,
	       bench_median(us, ROUNDS) / 1000, peak, argon2id, peak - argon2id);
}
