/* A call that must return 0. `err` is the error that it fills. */
#ifndef TESTS_UNIT_HANDOFF_OK_H
#define TESTS_UNIT_HANDOFF_OK_H

#include <criterion/criterion.h>

#define ok(call)                                                       \
	do {                                                           \
		int ret_ = (call);                                     \
		cr_assert(ret_ == 0, #call ": %d %s", ret_, err.text); \
	} while (0)

#endif
