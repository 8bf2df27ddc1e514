/* tools/confine/confine.h - give up what reaches a network, other programs and other processes.
 *
 * A seccomp filter with a list of the system calls that are allowed (confine/filter.c), and a Landlock
 * domain; both stay for good and for all threads; of the capabilities of root those for files and locked
 * memory remain. An attacker who takes over a confined process cannot make, connect or receive a socket,
 * start a program or a process, signal, trace, read, limit or reschedule another process, type into a
 * terminal, mount, load or configure anything in the kernel, or enter a namespace. A socket that was handed
 * to the program can do no more than a file can.
 *
 * A filter sees no names of files. The Landlock domain covers the names that matter: it keeps the memory and
 * the environment of other processes (/proc/PID/mem, /proc/PID/environ) out of reach. Linux has it
 * since 5.13, where it is not switched off; the programs enter it on x86-64 and ARM64. Without it the filter
 * works alone, and cli_confine_state says so.
 *
 * This is no sandbox for files: the process can read and write files, pipes, the terminal, and a connected
 * socket that was handed to it, as far as the user may. These include what the kernel shows as files of a
 * user's own processes and checks by user alone, such as /proc/PID/cmdline and /proc/PID/oom_score_adj. root
 * may write files that configure the kernel. */
#ifndef CLI_CONFINE_H
#define CLI_CONFINE_H

#include "base/error.h"
#include "tools/confine/filter.h"

#include <stdbool.h>

/* Before any thread is started. SN_REFUSED where the kernel has no filter, or none is known for the
 * architecture; that the kernel has no Landlock is no error. */
int cli_confine(unsigned uses, struct sn_error *err) SN_MUST_USE;

/* What of it is in force, as a line for --version. It asks the kernel about the filter. */
const char *cli_confine_state(void);

#endif
