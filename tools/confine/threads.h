/* tools/confine/threads.h - confine all threads of a process that has started some.
 *
 * A file of its own, because it takes a function (syscall) that the cold programs are not linked with: they
 * have one thread when they are confined, and threads that start later are confined like it. */
#ifndef CLI_CONFINE_THREADS_H
#define CLI_CONFINE_THREADS_H

#include "base/error.h"

/* Put every thread under the filter. No thread gets a Landlock domain: each could enter one for itself only.
 * `uses`: enum cli_confine_use (tools/confine/filter.h). SN_REFUSED as cli_confine. */
int cli_confine_threads(unsigned uses, struct sn_error *err) SN_MUST_USE;

#endif
