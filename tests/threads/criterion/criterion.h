/* Replaces Criterion in the unit tests under ThreadSanitizer and in those for other processors
 * (tests/threads/runner.c). Criterion places memory at an address that this sanitizer does not allow, and
 * starts each test by its file, which does not work in a static program or under qemu-user. Tests, suites and
 * assertions are those that the tests of tests/unit/ use. A failed expectation ends the test, as a failed
 * assertion does. */
#ifndef TESTS_THREADS_CRITERION_H
#define TESTS_THREADS_CRITERION_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct unit_options {
	void (*init)(void), (*fini)(void);
	double timeout;
	int signal;
};

struct unit_test {
	const char *suite, *name; /* of a suite, `name` is NULL */
	void (*body)(void);
	struct unit_options options;
	struct unit_test *next;
};

/* Keep `test`, for main. */
void unit_register(struct unit_test *test);

/* Print the place and the message, and end the process. */
_Noreturn void unit_fail(const char *file, int line, const char *condition, const char *format, ...);
_Noreturn void unit_skip(const char *format, ...);

#define Test(suite_name, test_name, ...)                                                   \
	static void suite_name##_##test_name##_test(void);                                 \
	__attribute__((constructor)) static void suite_name##_##test_name##_register(void) \
	{                                                                                  \
		static struct unit_test test = {.suite = #suite_name,                      \
						.name = #test_name,                        \
						.body = suite_name##_##test_name##_test,   \
						.options = {__VA_ARGS__}};                 \
		unit_register(&test);                                                      \
	}                                                                                  \
	static void suite_name##_##test_name##_test(void)

#define TestSuite(suite_name, ...)                                                                \
	__attribute__((constructor)) static void suite_name##_suite_register(void)                \
	{                                                                                         \
		static struct unit_test suite = {.suite = #suite_name, .options = {__VA_ARGS__}}; \
		unit_register(&suite);                                                            \
	}                                                                                         \
	struct unit_test

#define UNIT_ASSERT(condition, text, ...)                                    \
	do {                                                                 \
		if (!(condition))                                            \
			unit_fail(__FILE__, __LINE__, text, "" __VA_ARGS__); \
	} while (0)

#define cr_assert(condition, ...) UNIT_ASSERT(condition, #condition, __VA_ARGS__)
#define cr_assert_not(condition, ...) UNIT_ASSERT(!(condition), "not " #condition, __VA_ARGS__)
#define cr_assert_null(p, ...) UNIT_ASSERT(!(p), #p " is NULL", __VA_ARGS__)
#define cr_assert_not_null(p, ...) UNIT_ASSERT(p, #p " is not NULL", __VA_ARGS__)
#define cr_assert_eq(a, b, ...) UNIT_ASSERT((a) == (b), #a " == " #b, __VA_ARGS__)
#define cr_assert_neq(a, b, ...) UNIT_ASSERT((a) != (b), #a " != " #b, __VA_ARGS__)
#define cr_assert_lt(a, b, ...) UNIT_ASSERT((a) < (b), #a " < " #b, __VA_ARGS__)
#define cr_assert_gt(a, b, ...) UNIT_ASSERT((a) > (b), #a " > " #b, __VA_ARGS__)
#define cr_assert_leq(a, b, ...) UNIT_ASSERT((a) <= (b), #a " <= " #b, __VA_ARGS__)
#define cr_assert_geq(a, b, ...) UNIT_ASSERT((a) >= (b), #a " >= " #b, __VA_ARGS__)
#define cr_assert_str_eq(a, b, ...) UNIT_ASSERT(!strcmp(a, b), #a " == " #b, __VA_ARGS__)
#define cr_assert_str_neq(a, b, ...) UNIT_ASSERT(strcmp(a, b), #a " != " #b, __VA_ARGS__)
#define cr_assert_arr_eq(a, b, size, ...) UNIT_ASSERT(!memcmp(a, b, size), #a " == " #b, __VA_ARGS__)
#define cr_assert_arr_neq(a, b, size, ...) UNIT_ASSERT(memcmp(a, b, size), #a " != " #b, __VA_ARGS__)
#define cr_assert_str_empty(a, ...) UNIT_ASSERT(!*(a), #a " is empty", __VA_ARGS__)
#define cr_assert_fail(...) UNIT_ASSERT(false, "this line is not reached", __VA_ARGS__)
#define cr_assert_float_eq(a, b, margin, ...) \
	UNIT_ASSERT(fabs((double)(a) - (double)(b)) <= (margin), #a " == " #b, __VA_ARGS__)
#define cr_expect cr_assert
#define cr_expect_null cr_assert_null
#define cr_expect_eq cr_assert_eq
#define cr_expect_neq cr_assert_neq
#define cr_expect_lt cr_assert_lt
#define cr_expect_gt cr_assert_gt
#define cr_expect_leq cr_assert_leq
#define cr_expect_geq cr_assert_geq
#define cr_expect_str_eq cr_assert_str_eq
#define cr_expect_arr_eq cr_assert_arr_eq
#define cr_log_info(...) (fprintf(stderr, __VA_ARGS__), fputc('\n', stderr))
#define cr_skip_test(...) unit_skip("" __VA_ARGS__)

#endif
