/* tools/confine/filter.h - compile the allow list (confine/calls.h) into a seccomp filter.
 *
 * Any other system call
 *   - kills the process (SECCOMP_RET_KILL_PROCESS) if it uses the numbers of another architecture or of
 *     x32: neither our code nor a library does that;
 *   - fails with ENOSYS if its number is 403 or above: these calls came with Linux 5.1 or later, and their
 *     callers, such as libc, then try another call;
 *   - fails with EPERM otherwise. It does not kill, because a library may try a call, for example to look
 *     up a user name over a socket; the program must then report an error and clean up.
 * Calls with several effects are allowed with certain arguments only.
 *
 * The filter does not use libseccomp, for three reasons. libseccomp cannot distinguish numbers below a bound
 * from those above. It links syscall(3) into the offline programs. It is one more dependency, and the list,
 * which needs the most care, would still be ours. */
#ifndef CLI_CONFINE_FILTER_H
#define CLI_CONFINE_FILTER_H

#include "tools/confine/calls.h"

/* The first call that fails with ENOSYS. */
#define CLI_CONFINE_NEW_CALLS 403

/* The filter answers ioctl with this command by this error. No other filter does, so a program can check that
 * its own filter is active, and not that of a container. */
#define CLI_CONFINE_QUESTION 0x3fff736e
#define CLI_CONFINE_ANSWER 3001

struct sock_fprog;

/* Returns the filter for the calling process, in static memory; NULL on an unknown architecture. `uses`: enum
 * cli_confine_use. */
const struct sock_fprog *cli_confine_filter(unsigned uses);

#endif
