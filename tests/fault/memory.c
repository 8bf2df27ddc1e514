/* What becomes of the signer, of the files that it exchanges, of its stores, and of proposals on the online
 * machine while memory runs out: each piece of work is done once for each time that it asks for memory, where
 * that one request fails, and once more where all that follow fail, too. Then it has to fail as out of memory
 * (SN_IO, and a sentence), or to give the same result as ever; to have given back all that it got; and
 * without a failure, afterwards, to give the same result. Output is TAP.
 *
 * The program is linked so that each request goes through memory_requests.c (--wrap of the linker). What
 * libraries ask for within themselves does not, but for cJSON's. */
#include "memory_requests.h"
#include "memory_work.h"

#include "base/json.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

static size_t problems;

static void complain(const struct work *work, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void complain(const struct work *work, const char *fmt, ...)
{
	va_list ap;
	if (problems++ >= 10)
		return;
	printf("# %s, request %zu%s: ", work->name, memory.at, memory.and_all ? " and all that follow" : "");
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	printf("\n");
}

static bool is_same(const struct sn_buf *a, const struct sn_buf *b)
{
	return a->len == b->len && !memcmp(a->data, b->data, a->len);
}

static int run(const struct work *work, struct sn_buf *result, struct sn_error *err)
{
	*err = (struct sn_error){.text = ""};
	memory.n = 0;
	memory.is_counting = true;
	int ret = work->run(result, err);
	memory.is_counting = false;
	return ret;
}

static void try_one(const struct work *work, const struct sn_buf *expected)
{
	struct sn_buf result = {0};
	struct sn_error err;
	if (work->before)
		work->before();
	long before = memory.held;
	int ret = run(work, &result, &err);
	if (ret && (ret != SN_IO || !*err.text))
		complain(work, "it fails as %d: \"%s\"", ret, err.text);
	if (!ret && !is_same(&result, expected))
		complain(work, "it is done, and the result is another one");
	sn_buf_free(&result);
	if (memory.held != before)
		complain(work, "%ld pieces of memory are not given back", memory.held - before);
	if (!ret)
		return;
	const size_t at = memory.at;
	memory.at = 0;
	ret = run(work, &result, &err);
	memory.at = at;
	if (ret || !is_same(&result, expected))
		complain(work, "afterwards: %s", ret ? err.text : "another result");
	sn_buf_free(&result);
}

static bool try_all(const struct work *work, size_t number)
{
	const char *setting = getenv("SN_FAULTS");
	const bool is_all = setting && !strcmp(setting, "all");
	struct sn_buf expected = {0};
	struct sn_error err;
	size_t tried = 0;
	problems = 0;
	memory.at = 0;
	if (work->before)
		work->before();
	must(run(work, &expected, &err), &err);
	const size_t n = memory.n;
	for (size_t at = 1; at <= n; at++)
		for (int and_all = 0; and_all < 2; and_all++) {
			if (!is_all && at % work->every != (and_all ? work->every / 2 : 0))
				continue;
			memory.at = at;
			memory.and_all = and_all;
			try_one(work, &expected);
			tried++;
		}
	memory.at = 0;
	sn_buf_free(&expected);
	printf("%sok %zu - %s: %zu requests for memory, %zu failures, %zu not survived\n",
	       problems ? "not " : "", number, work->name, n, tried, problems);
	fflush(stdout);
	return !problems;
}

int main(void)
{
	cJSON_Hooks hooks = {__wrap_malloc, __wrap_free};
	bool is_right = true;
	size_t n = 0;
	if (sodium_init() < 0)
		return 1;
	cJSON_InitHooks(&hooks);
	make_world();
	while (works[n].name)
		n++;
	printf("1..%zu\n", n);
	for (size_t i = 0; i < n; i++)
		is_right &= try_all(&works[i], i + 1);
	remove_world();
	return !is_right;
}
