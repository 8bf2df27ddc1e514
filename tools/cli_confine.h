/* tools/cli_confine.h - a process that can reach no network, whatever takes it over.
 *
 * A seccomp filter, which stays for good and for children: every way to come by a socket that was not there
 * at the start (socket, socketpair, io_uring, descriptors of other processes) fails with EPERM. */
#ifndef CLI_CONFINE_H
#define CLI_CONFINE_H

#include "base/error.h"

/* SN_IO when the kernel refuses. On an architecture whose system calls are not known here: no filter. */
int cli_confine(struct sn_error *err) SN_MUST_USE;

#endif
