/* The cold-sign process as a whole: wall time and peak memory, the part of it that Argon2id asks for, and
 * where the rest of the time goes.
 *
 * For the latter, a copy of the wallet has the least Argon2id cost, some 20 us: nothing is subtracted. */
#include "bench.h"

#include "base/bytes.h"
#include "base/file.h"
#include "bench_process.h"
#include "kernel/kernel.h"
#include "store/wallet.h"
#include "store/wallet_password.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define ROUNDS 9
#define SHORT_ROUNDS 25 /* without Argon2id */

/* What a process that signs 1-in/2-out is to take without Argon2id, in milliseconds. */
static const struct goal {
	const char *kernel;
	double ms;
} goals[] = {{"portable", 35}, {"avx2", 22}, {"ifma", 10}};

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

/* The first line of a file. */
static bool read_password(char password[static 256], const char *path)
{
	FILE *f = fopen(path, "r");
	bool is_read = f && fgets(password, 256, f);
	if (is_read)
		password[strcspn(password, "\n")] = '\0';
	if (f)
		fclose(f);
	return is_read;
}

bool bench_least_argon2id(const char *wallet, const char *password_file, const char *copy)
{
	const enum sn_kdf_cost least = SN_KDF_TEST;
	char password[256];
	struct sn_error err = {0};
	struct sn_buf file = {0};
	struct sn_wallet *w = NULL;
	if (!read_password(password, password_file))
		return false;
	const struct sn_password_change change = {.password = password, .cost = &least};
	bool ok = !sn_file_read(wallet, 1 << 20, &file, &err) &&
		  !sn_file_replace(copy, file.data, file.len, 0600, &err) &&
		  !sn_wallet_open(&w, copy, SN_WALLET_WRITE, password, NULL, &err) &&
		  !sn_wallet_change_password(w, &change, &err);
	if (!ok)
		fprintf(stderr, "bench: %s\n", err.text);
	sn_wallet_close(w);
	sn_buf_free(&file);
	return ok;
}

/* The least time of opening a wallet, in milliseconds; negative if that fails. */
static double time_open(const char *wallet, const char *password)
{
	double least = -1;
	for (size_t i = 0; i < ROUNDS; i++) {
		struct sn_wallet *w;
		struct sn_error err;
		double start = bench_now_us();
		if (sn_wallet_open(&w, wallet, SN_WALLET_READ, password, NULL, &err))
			return -1;
		double ms = (bench_now_us() - start) / 1000;
		sn_wallet_close(w);
		least = least < 0 || ms < least ? ms : least;
	}
	return least;
}

void bench_open_master(const char *wallet, const char *password_file, const char *copy)
{
	char password[256];
	if (!read_password(password, password_file))
		return;
	double all = time_open(wallet, password), rest = time_open(copy, password);
	if (all < 0 || rest < 0)
		puts("opening the master wallet: failed");
	else
		printf("opening the master wallet  %8.2f ms, of which Argon2id %.2f, others %.2f ms\n", all,
		       all - rest, rest);
}

/* The least time of a process without work, in milliseconds. */
static double time_start(const char *program)
{
	char *const argv[] = {(char *)program, "--version", NULL};
	double least = 0;
	for (size_t i = 0; i < SHORT_ROUNDS; i++) {
		struct bench_process process;
		if (bench_process_run(&process, argv, STDOUT_FILENO) && (!least || process.us < least))
			least = process.us;
	}
	return least / 1000;
}

static void print_goal(const char *name, double ms)
{
	for (size_t i = 0; strcmp(name, "1-in-2-out") == 0 && i < sizeof goals / sizeof *goals; i++)
		if (strcmp(goals[i].kernel, sn_kernel()->name) == 0)
			printf(", goal %.0f: %s", goals[i].ms, ms <= goals[i].ms ? "reached" : "MISSED");
	putchar('\n');
}

/* Every transaction is made twice, and verified once. */
static void print_parts(const char *program, const char *name, double ms)
{
	size_t inputs, outputs;
	struct bench_signing_parts us;
	if (sscanf(name, "%zu-in-%zu-out", &inputs, &outputs) != 2)
		return;
	bench_signing_parts(&us, outputs);
	double start = time_start(program), proofs = 2 * us.prove / 1000,
	       signatures = 2 * (double)inputs * us.sign / 1000,
	       verification = (us.verify_proof + (double)inputs * us.verify) / 1000;
	printf("  of which start %.2f, range proofs %.2f, ring signatures %.2f, their verification %.2f, "
	       "the rest %.2f ms\n",
	       start, proofs, signatures, verification, ms - start - proofs - signatures - verification);
}

static const char *name_of(const char *file)
{
	const char *slash = strrchr(file, '/');
	return slash ? slash + 1 : file;
}

void bench_cold_sign_least(const char *program, const char *copy, const char *password_file,
			   const char *unsigned_file)
{
	const char *name = name_of(unsigned_file);
	double least = 0;
	for (size_t i = 0; i < SHORT_ROUNDS; i++) {
		struct bench_process process;
		if (!run_once(&process, program, copy, password_file, unsigned_file)) {
			printf("cold-sign %-16s  failed\n", name);
			return;
		}
		if (!least || process.us < least)
			least = process.us;
	}
	printf("cold-sign %-11s %-8s %8.2f ms without Argon2id", name, sn_kernel()->name, least / 1000);
	print_goal(name, least / 1000);
	print_parts(program, name, least / 1000);
}

void bench_cold_sign(const char *program, const char *wallet, const char *password_file,
		     const char *unsigned_file)
{
	const char *name = name_of(unsigned_file);
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
