/* tools/confine/confine.h - deny the process access to networks, other programs and other processes.
 *
 * The confinement is a seccomp filter with an allow list of system calls (confine/calls.c), and a Landlock
 * domain. Both are permanent and apply to all threads. Of the capabilities of root, only those for files and
 * locked memory remain. An attacker who takes over a confined process cannot
 *   - create, connect or receive a socket (a socket passed to the program can do no more than a file);
 *   - start a program or a process;
 *   - signal, trace, read, limit or reschedule another process;
 *   - type into a terminal;
 *   - mount, load or configure anything in the kernel, or enter a namespace.
 *
 * A filter cannot see file names. The Landlock domain denies the important ones: it protects the memory and
 * the environment of other processes (/proc/PID/mem, /proc/PID/environ). Linux has Landlock since 5.13,
 * unless it is disabled; the programs use it on x86 and ARM. Without Landlock, only the filter applies, and
 * cli_confine_state reports this.
 *
 * This is not a sandbox for files. The process can read and write files, pipes, the terminal and a connected
 * socket that was passed to it, with the rights of the user. These files include files of the user's own
 * processes that the kernel protects by user only, such as /proc/PID/cmdline and /proc/PID/oom_score_adj.
 * root can write files that configure the kernel. */
#ifndef CLI_CONFINE_H
#define CLI_CONFINE_H

#include "base/error.h"
#include "tools/confine/filter.h"

#include <stdbool.h>

/* Confine the process. Call this before any thread starts. `uses`: enum cli_confine_use. Returns SN_REFUSED
 * if the kernel has no seccomp filters, or if there is no list for the architecture. A kernel without
 * Landlock is not an error. */
int cli_confine(unsigned uses, struct sn_error *err) SN_MUST_USE;

/* Returns the state of the confinement as a line for --version. Asks the kernel about the filter. */
const char *cli_confine_state(void);

#endif
