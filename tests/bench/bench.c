/* bench [MASTER-WALLET PASSWORD-FILE COLD-SIGN UNSIGNED-FILE...] - `make bench`: how long the costly things take.
 *
 * Absolute times say little across machines and drift on one; each is printed beside its
 * rival's, measured in turn within the same run. */
#include "bench.h"

#include "base/error.h"
#include "base/secret.h"

#include <stdio.h>

int main(int argc, char **argv)
{
	struct sn_error err;
	if (sn_process_start(&err)) {
		fprintf(stderr, "bench: error: %s\n", err.text);
		return 1;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);

	/* First, while this process is small: the peak memory of a child includes its parent's at the fork. */
	if (argc >= 5) {
		for (int i = 4; i < argc; i++)
			bench_cold_sign(argv[3], argv[1], argv[2], argv[i]);
	} else {
		puts("cold-sign: not measured, since nothing to sign was given");
	}
	bench_derive();
	bench_ringct();
	return 0;
}
