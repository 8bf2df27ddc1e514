/* bench TOOLS [MASTER-WALLET PASSWORD-FILE UNSIGNED-FILE...] - `make bench`: how long the costly things take.
 *
 * Absolute times say little across machines and drift on one; each is printed beside its
 * rival's, measured in turn within the same run. TOOLS is the folder of the programs.
 *
 * bench --cold-sign PROGRAM MASTER-WALLET PASSWORD-FILE UNSIGNED-FILE - one run of it: milliseconds and KiB. */
#include "bench.h"

#include "base/error.h"
#include "base/secret.h"

#include <stdio.h>
#include <string.h>

static void bench_cold_signs(const char *tools, char **argv, int n)
{
	char program[4096];
	snprintf(program, sizeof program, "%s/cold-sign", tools);
	for (int i = 2; i < n; i++)
		bench_cold_sign(program, argv[0], argv[1], argv[i]);
	if (n < 3)
		puts("cold-sign: not measured, since nothing to sign was given");
}

int main(int argc, char **argv)
{
	struct sn_error err;
	if (sn_process_start(&err)) {
		fprintf(stderr, "bench: error: %s\n", err.text);
		return 1;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);

	if (argc == 6 && !strcmp(argv[1], "--cold-sign"))
		return !bench_cold_sign_once(argv[2], argv[3], argv[4], argv[5]);
	if (argc < 2) {
		fputs("usage: bench TOOLS [MASTER-WALLET PASSWORD-FILE UNSIGNED-FILE...]\n", stderr);
		return 2;
	}
	/* First, while this process is small: the peak memory of a child includes its parent's at the fork. */
	bench_cold_signs(argv[1], argv + 2, argc - 2);
	bench_wallet(argv[1]);
	bench_derive();
	bench_ringct();
	return 0;
}
