/* The fuzz targets of handoff/ on their seeds, and on a few thousand changed copies of each. */
#include "handoff_sets.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#define LLVMFuzzerTestOneInput fuzz_envelope
#include "../fuzz/fuzz_envelope.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_unsigned_set
#include "../fuzz/fuzz_unsigned_set.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_signed_set
#include "../fuzz/fuzz_signed_set.c"
#undef LLVMFuzzerTestOneInput

static void run(int (*target)(const uint8_t *data, size_t len), const char *seed, unsigned copies)
{
	struct sn_buf file = test_read_file(seed);
	struct test_random g = {file.len};
	cr_assert_eq(target(file.data, file.len), 0);
	for (unsigned i = 0; i < copies; i++) {
		size_t len = i % 4 ? file.len : test_below(&g, file.len);
		uint8_t *copy = malloc(len + 1);
		cr_assert_not_null(copy);
		memcpy(copy, file.data, len);
		for (uint64_t n = 1 + test_below(&g, 4); n-- > 0;)
			copy[test_below(&g, len + 1) % (len ? len : 1)] = (uint8_t)(test_next(&g) >>
										    test_below(&g, 64));
		cr_assert_eq(target(copy, len), 0);
		free(copy);
	}
	sn_buf_free(&file);
}

Test(handoff_fuzz, envelope)
{
	/* The target holds the key of its seeds: were it another one, opening would not be tested. */
	struct sn_buf file = test_read_file("fuzz/corpus/envelope/binary"), content = {0};
	cr_assert(!sn_envelope_open(&content, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &view_secret, file.data,
				    file.len, NULL));
	sn_buf_free(&content);
	sn_buf_free(&file);

	run(fuzz_envelope, "fuzz/corpus/envelope/binary", 1000);
	run(fuzz_envelope, "fuzz/corpus/envelope/hex", 1000);
	run(fuzz_envelope, "fuzz/corpus/envelope/signed", 1000);
	run(fuzz_envelope, "fuzz/corpus/envelope/reference-wallet", 1000);
}

Test(handoff_fuzz, unsigned_set)
{
	run(fuzz_unsigned_set, "fuzz/corpus/unsigned_set/everyday", 5000);
	run(fuzz_unsigned_set, "fuzz/corpus/unsigned_set/corners", 5000);
}

Test(handoff_fuzz, signed_set)
{
	run(fuzz_signed_set, "fuzz/corpus/signed_set/two", 5000);
}
