#include "seed.h"

#include "base/bytes.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

static uint64_t read_setting(const char *text)
{
	uint64_t number;
	char *end;
	if (!strcmp(text, "random")) {
		randombytes_buf(&number, sizeof number);
		return number;
	}
	errno = 0;
	number = strtoull(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || errno) {
		fprintf(stderr, "SN_SEED is \"%s\", neither a number nor \"random\"\n", text);
		exit(2);
	}
	return number;
}

uint64_t seed_number(const char *test)
{
	static uint64_t number;
	static bool is_read;
	const char *text = getenv("SN_SEED");
	if (!is_read)
		number = text && *text ? read_setting(text) : 0;
	if (test || (text && *text && !is_read))
		fprintf(stderr, "# %s: SN_SEED=%" PRIu64 "\n", test ? test : "fixtures", number);
	is_read = true;
	return number;
}

struct sn_random seed_stream(const char *test)
{
	struct sn_scalar key = {{1}};
	struct sn_random random;
	sn_store_u64(key.b + 1, seed_number(test));
	sn_random_init(&random, "test", &key, test, strlen(test));
	return random;
}
