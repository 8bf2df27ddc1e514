/* Stands in for Criterion where tests/unit/cold_sets.c is linked without it: this program has a main() of its
 * own, and an assertion of the fixtures that fails is the end of it. The words that an assertion may come
 * with are dropped. */
#ifndef TESTS_HOSTILE_CRITERION_H
#define TESTS_HOSTILE_CRITERION_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOSTILE_ASSERT(condition, text)                                                                 \
	do {                                                                                            \
		if (!(condition)) {                                                                     \
			fprintf(stderr, "%s:%d: it does not hold that %s\n", __FILE__, __LINE__, text); \
			abort();                                                                        \
		}                                                                                       \
	} while (0)

#define cr_assert(condition, ...) HOSTILE_ASSERT(condition, #condition)
#define cr_assert_not(condition, ...) HOSTILE_ASSERT(!(condition), "not " #condition)
#define cr_assert_null(p, ...) HOSTILE_ASSERT(!(p), #p " is NULL")
#define cr_assert_not_null(p, ...) HOSTILE_ASSERT(p, #p " is not NULL")
#define cr_assert_eq(a, b, ...) HOSTILE_ASSERT((a) == (b), #a " == " #b)
#define cr_assert_neq(a, b, ...) HOSTILE_ASSERT((a) != (b), #a " != " #b)
#define cr_assert_lt(a, b, ...) HOSTILE_ASSERT((a) < (b), #a " < " #b)
#define cr_assert_gt(a, b, ...) HOSTILE_ASSERT((a) > (b), #a " > " #b)
#define cr_assert_leq(a, b, ...) HOSTILE_ASSERT((a) <= (b), #a " <= " #b)
#define cr_assert_geq(a, b, ...) HOSTILE_ASSERT((a) >= (b), #a " >= " #b)
#define cr_assert_arr_eq(a, b, size, ...) HOSTILE_ASSERT(!memcmp(a, b, size), #a " == " #b)
#define cr_assert_str_eq(a, b, ...) HOSTILE_ASSERT(!strcmp(a, b), #a " == " #b)

#endif
