/* tools/cli_confine.h - give up what reaches a network.
 *
 * A seccomp filter, which stays for good and for children. What takes over a confined process gets EPERM
 * for the usual ways to come by a socket: making one (socket, socketpair, io_uring), connecting one, receiving one over
 * another or from another process (recvmsg, pidfd_getfd), becoming, steering or reading a process that may (execve,
 * ptrace, its memory). With a socket that was handed to it, it can do nothing that files do not have: not bind, listen,
 * accept, connect, send or receive (send..., recv...). It is no sandbox: files, pipes, the terminal, and a handed-over
 * socket that is connected already, can be read and written as far as the user may, and so can what other programs do
 * with them. */
#ifndef CLI_CONFINE_H
#define CLI_CONFINE_H

#include "base/error.h"

#include <stdbool.h>

/* SN_IO when the kernel refuses. Does nothing where cli_confine_exists is false. */
int cli_confine(struct sn_error *err) SN_MUST_USE;

/* The same for every thread that there is, but that the sockets that are there can accept connections and use them; there
 * will be no others. Apart from the other, because it takes a call (syscall) with which the cold programs shall not even
 * be linked: they have one thread when they are confined, and those that it starts later are confined as it is. */
int cli_confine_threads(struct sn_error *err) SN_MUST_USE;

/* False on an architecture whose system calls are not known here. */
bool cli_confine_exists(void);

/* The filter that cli_confine_threads sets, or NULL. */
struct sock_fprog;
const struct sock_fprog *cli_confine_filter(void);

#endif
