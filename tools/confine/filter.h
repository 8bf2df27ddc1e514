/* tools/confine/filter.h - the allow list of system calls, as a seccomp filter.
 *
 * A call that the list does not name
 *   - kills the process (SECCOMP_RET_KILL_PROCESS) if it comes by the numbers of another architecture or of
 * x32: none of our code, nor of a library's, does that;
 *   - fails with ENOSYS from number 403 on: these calls came with Linux 5.1 or later, so that their callers,
 * libc first, try another call where there is none;
 *   - fails with EPERM otherwise. It does not kill: a library may try, such as one that looks up a user name
 * over a socket, and the program has to end with a sentence and tidy up. Calls with several effects are named
 * with the arguments that they may have.
 *
 * This is not done with libseccomp: that cannot tell numbers below a bound from those above it, links
 * syscall(3) into the offline programs, and is one more library that they depend on; and what needs the care,
 * the list, would be ours as before. */
#ifndef CLI_CONFINE_FILTER_H
#define CLI_CONFINE_FILTER_H

#include "tools/confine/calls.h"

/* The first call that fails with ENOSYS. */
#define CLI_CONFINE_NEW_CALLS 403

/* The filter answers ioctl with this command by this error. It exists nowhere else, so that a program can ask
 * whether its own filter is in force, and not one of a container. */
#define CLI_CONFINE_QUESTION 0x3fff736e
#define CLI_CONFINE_ANSWER 3001

struct sock_fprog;

/* The filter for the calling process, in static memory; NULL on an architecture that is not known. `uses`:
 * enum cli_confine_use. */
const struct sock_fprog *cli_confine_filter(unsigned uses);

#endif
