/* tools/cli_confine.h - give up what reaches a network.
 *
 * A seccomp filter, which stays for good and for children. What takes over a confined process gets EPERM
 * for the usual ways to come by a socket: making one (socket, socketpair, io_uring), connecting one, receiving one over
 * another or from another process (recvmsg, pidfd_getfd), becoming or steering a process that may (execve,
 * ptrace, writing into its memory). It is no sandbox: sockets that were open before, files, pipes and the
 * terminal can be used as far as the user may, and so can what other programs do with them. */
#ifndef CLI_CONFINE_H
#define CLI_CONFINE_H

#include "base/error.h"

#include <stdbool.h>

/* SN_IO when the kernel refuses. Does nothing where cli_confine_exists is false. */
int cli_confine(struct sn_error *err) SN_MUST_USE;

/* The same for every thread that there is. The sockets that it has can accept connections and use them, and
 * there will be no others. Apart from the other, because it takes a call (syscall) with which the cold programs, which have
 * one thread each, shall not even be linked. */
int cli_confine_threads(struct sn_error *err) SN_MUST_USE;

/* False on an architecture whose system calls are not known here. */
bool cli_confine_exists(void);

/* The filter itself, or NULL. */
struct sock_fprog;
const struct sock_fprog *cli_confine_filter(void);

#endif
