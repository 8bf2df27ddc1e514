/* tools/confine/threads.h - confine all threads of a process.
 *
 * A separate file, because it uses syscall(), which the cold programs must not link. These have one thread
 * when they are confined; later threads inherit the confinement. */
#ifndef CLI_CONFINE_THREADS_H
#define CLI_CONFINE_THREADS_H

#include "base/error.h"

/* Apply the filter to every thread. There is no Landlock domain: a thread can enter one only for itself.
 * `uses`: enum cli_confine_use. Returns SN_REFUSED like cli_confine. */
int cli_confine_threads(unsigned uses, struct sn_error *err) SN_MUST_USE;

#endif
