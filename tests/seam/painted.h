/* painted.h - run a function on a stack of its own, which is filled with a pattern before, and searched for
 * secrets after the end of the thread. */
#ifndef TESTS_SEAM_PAINTED_H
#define TESTS_SEAM_PAINTED_H

#include <stddef.h>
#include <stdint.h>

#define PAINT 0xa5
#define PAINTED ((size_t)1 << 20)

/* The lowest address of the stack, while the function runs. */
extern uint8_t *painted;

/* The number of copies of noted secrets (secrets.h) that `run` leaves on its stack. Prints them, with
 * `when`. */
size_t painted_run(const char *when, void (*run)(void));

#endif
