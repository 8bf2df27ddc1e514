/* Both representations of the field against big integers (tests/vectors/field.txt), and against each other.
 */
#include "base/hex.h"
#include "crypto_helpers.h"
#include "fields.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static const struct field_function *find(const struct field_function *functions, const char *name)
{
	for (size_t i = 0; i < FIELD_FUNCTIONS; i++)
		if (!strcmp(functions[i].name, name))
			return &functions[i];
	cr_assert(false, "no function %s", name);
	return NULL;
}

static void check_vectors(const struct field_function *functions)
{
	FILE *f = fopen(TESTS_DIR "/vectors/field.txt", "r");
	char line[512], name[16], text[3][65], result[65];
	uint8_t a[32], b[32], out[32];
	size_t n = 0;

	cr_assert_not_null(f);
	while (fgets(line, sizeof line, f)) {
		if (*line == '#')
			continue;
		cr_assert_eq(sscanf(line, "%15s %64s %64s %64s", name, text[0], text[1], text[2]), 4);
		cr_assert_eq(sn_hex_decode(a, 32, text[0]), SN_OK);
		cr_assert_eq(sn_hex_decode(b, 32, text[1]), SN_OK);
		find(functions, name)->run(out, a, b);
		sn_hex_encode(result, out, 32);
		cr_assert_str_eq(result, text[2], "%s", line);
		n++;
	}
	fclose(f);
	cr_assert_gt(n, 1000);
}

Test(crypto_fields, limbs_of_25_bits_give_the_results_of_big_integers)
{
	check_vectors(field_25_functions);
}

#ifdef __SIZEOF_INT128__
Test(crypto_fields, limbs_of_51_bits_give_the_results_of_big_integers)
{
	check_vectors(field_51_functions);
}

/* SN_FIELD_NUMBERS: how many random pairs of numbers. */
Test(crypto_fields, both_give_the_same_encodings, .timeout = 3600)
{
	const char *wanted = getenv("SN_FIELD_NUMBERS");
	const unsigned long n = wanted ? strtoul(wanted, NULL, 10) : 3000;
	struct sn_random g = test_random("fields");
	uint8_t a[32], b[32], out[2][32];

	for (unsigned long i = 0; i < n; i++) {
		sn_random_bytes(&g, a, sizeof a);
		sn_random_bytes(&g, b, sizeof b);
		/* Runs of equal bits, so that limbs are at their edges. */
		for (int k = 0; i % 4 == 0 && k < 32; k++)
			a[k] = a[k] < 128 ? 0 : 0xff;
		for (size_t k = 0; k < FIELD_FUNCTIONS; k++) {
			memset(out, 0, sizeof out);
			field_25_functions[k].run(out[0], a, b);
			field_51_functions[k].run(out[1], a, b);
			cr_assert_arr_eq(out[0], out[1], 32, "%s of pair %lu", field_25_functions[k].name, i);
		}
	}
}
#endif
