/* tools/cli_confine.h - give up what reaches a network, other programs and other processes.
 *
 * A seccomp filter and a Landlock domain, which stay for good and for children. What takes over a confined process gets EPERM
 * for the usual ways to come by a socket: making one (socket, socketpair, io_uring), connecting one, receiving one over
 * another or from another process (recvmsg, pidfd_getfd), becoming, steering or reading a process that may (execve,
 * ptrace, its memory). With a socket that was handed to it, it can do nothing that files do not have: not bind, listen,
 * accept, connect, send or receive (send..., recv...). It can signal itself only, type nothing into a terminal, and take no
 * other namespace. The domain is for what a filter cannot see, as it sees no names: the memory of another process through
 * /proc. Linux has it since 5.13, where it is not switched off, and it is entered on x86-64 and ARM64; without it the filter
 * stands alone, and cli_confine_state says so.
 *
 * It is no sandbox: files, pipes, the terminal, and a handed-over socket that is connected already, can be read and written
 * as far as the user may, and so can what other programs do with them. root may write files that steer the kernel. */
#ifndef CLI_CONFINE_H
#define CLI_CONFINE_H

#include "base/error.h"

#include <stdbool.h>

/* Before any thread is started. SN_IO when the kernel refuses; that it has no Landlock is no error. Does nothing where
 * cli_confine_exists is false. */
int cli_confine(struct sn_error *err) SN_MUST_USE;

/* The filter for every thread that there is, but that the sockets that are there can accept connections and use them; there
 * will be no others. And no domain, which a thread enters for itself alone. Apart from the other, because it takes a call
 * (syscall) with which the cold programs shall not even be linked: they have one thread when they are confined, and those that
 * it starts later are confined as it is. */
int cli_confine_threads(struct sn_error *err) SN_MUST_USE;

/* False on an architecture whose system calls are not known here. */
bool cli_confine_exists(void);

/* What of it is in force, as a line for --version. Of the filter the kernel is asked. */
const char *cli_confine_state(void);

/* The filter that cli_confine_threads sets, for the process that calls this; or NULL. */
struct sock_fprog;
const struct sock_fprog *cli_confine_filter(void);

#endif
