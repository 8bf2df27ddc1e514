/* bench TOOLS - `make bench`: how long the costly things take.
 *
 * Absolute times say little across machines and drift on one; each is printed beside its rival's, measured in
 * turn within the same run. TOOLS is the folder of the programs.
 *
 * bench --cold-signs TOOLS MASTER-WALLET PASSWORD-FILE UNSIGNED-FILE... - how long cold-sign takes. A file
 * N-in-M-out has a transaction with so many inputs and outputs. bench --least-argon2id WALLET PASSWORD-FILE
 * COPY - copy a wallet file for measurements without Argon2id.
 *
 * bench --server TOOLS SECONDS - the RPC server of a wallet of a million outputs under load, for each method.
 *
 * bench --kernels - the names of those that can run here, a line each, the fastest last. bench --kernel - the
 * name of the one in use: SN_KERNEL forces one of them. bench --arithmetic [FILE] - what it takes for
 * scanning and for signing. The ratios go to FILE; without a rival it fails then. bench --cold-sign PROGRAM
 * MASTER-WALLET PASSWORD-FILE UNSIGNED-FILE - one run of it: milliseconds and KiB. bench --first-proof
 * OUTPUTS - the first range proof of a process, and later ones. bench --signing - what one input and two
 * outputs take, in microseconds of processor time: CLSAG sign and verify with a ring of 16, Bulletproof+
 * prove and verify. */
#include "bench.h"

#include "base/error.h"
#include "base/secret.h"
#include "kernel/kernel.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* First all that measures peak memory, while this process is small: that of a child includes its parent's at
 * the fork. */
static int cold_signs(const char *tools, char **argv, int n)
{
	const char *wallet = argv[0], *password_file = argv[1];
	char program[4096], copy[4096];
	snprintf(program, sizeof program, "%s/cold-sign", tools);
	snprintf(copy, sizeof copy, "%s.least", wallet);
	for (int i = 2; i < n; i++)
		bench_cold_sign(program, wallet, password_file, argv[i]);
	if (access(copy, F_OK) && !bench_least_argon2id(wallet, password_file, copy))
		return 1;
	bench_open_master(wallet, password_file, copy);
	for (int i = 2; i < n; i++)
		bench_cold_sign_least(program, copy, password_file, argv[i]);
	return 0;
}

static void print_kernels(void)
{
	const struct sn_kernel *kernel;
	for (size_t i = 0; (kernel = sn_kernel_at(i)); i++)
		puts(kernel->name);
}

static void print_machine(void)
{
	char line[256], *name = NULL;
	FILE *f = fopen("/proc/cpuinfo", "r");
	while (f && !name && fgets(line, sizeof line, f))
		if (strncmp(line, "model name", 10) == 0)
			name = strchr(line, ':');
	if (name)
		name[strcspn(name, "\n")] = '\0';
	printf("processor:%s; kernel: %s\n", name ? name + 1 : " unknown", sn_kernel()->name);
	if (f)
		fclose(f);
}

void bench_ratio(FILE *ratios, const char *name, double ratio)
{
	if (ratios)
		fprintf(ratios, "%s %s %.2f\n", name, sn_kernel()->name, ratio);
}

static int arithmetic(const char *path)
{
	FILE *ratios = path ? fopen(path, "w") : NULL;
	if (path && !ratios) {
		perror(path);
		return 1;
	}
	print_machine();
	bench_derive(ratios);
	bench_x25519(ratios);
	bench_lookahead(ratios);
	bool has_rival = bench_ringct(ratios);
	bench_carrot();
	if (!ratios)
		return 0;
	return fclose(ratios) || !has_rival;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	struct sn_error err;
	if (sn_process_start(&err) || sn_kernel_check(&err)) {
		fprintf(stderr, "bench: error: %s\n", err.text);
		return 1;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);

	if (argc == 2 && !strcmp(what, "--kernels"))
		return print_kernels(), 0;
	if (argc == 2 && !strcmp(what, "--kernel"))
		return puts(sn_kernel()->name) < 0;
	if (argc <= 3 && !strcmp(what, "--arithmetic"))
		return arithmetic(argv[2]);
	if (argc == 2 && !strcmp(what, "--signing"))
		return bench_signing(), 0;
	if (argc == 3 && !strcmp(what, "--first-proof"))
		return bench_first_proof(strtoul(argv[2], NULL, 10)), 0;
	if (argc == 6 && !strcmp(what, "--cold-sign"))
		return !bench_cold_sign_once(argv[2], argv[3], argv[4], argv[5]);
	if (argc > 5 && !strcmp(what, "--cold-signs"))
		return cold_signs(argv[2], argv + 3, argc - 3);
	if (argc == 5 && !strcmp(what, "--least-argon2id"))
		return !bench_least_argon2id(argv[2], argv[3], argv[4]);
	if (argc == 4 && !strcmp(what, "--server"))
		return bench_server(argv[2], (unsigned)strtoul(argv[3], NULL, 10)), 0;
	if (argc == 2 && *what != '-')
		return bench_wallet(what), 0;
	fputs("usage: bench TOOLS\n"
	      "       bench --cold-signs TOOLS MASTER-WALLET PASSWORD-FILE UNSIGNED-FILE...\n"
	      "       bench --least-argon2id WALLET PASSWORD-FILE COPY\n"
	      "       bench --server TOOLS SECONDS\n"
	      "       bench --kernels | --kernel | --arithmetic [FILE]\n"
	      "       bench --cold-sign PROGRAM MASTER-WALLET PASSWORD-FILE UNSIGNED-FILE\n"
	      "       bench --first-proof OUTPUTS | --signing\n",
	      stderr);
	return 2;
}
