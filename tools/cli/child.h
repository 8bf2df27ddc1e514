/* tools/cli/child.h - run a command of the user and wait for it: wo-sync --exec, sneakernote --tx-notify. */
#ifndef CLI_CHILD_H
#define CLI_CHILD_H

#include "base/bytes.h"
#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

struct cli_child {
	char *const *argv;          /* argv[0] is a path, or a name to look for in PATH */
	const struct sn_buf *input; /* its standard input */
	const char *option;         /* "--exec", for messages */
	/* Whether to keep waiting after `ms` milliseconds; called often. If not, the command and its process
	 * group are killed. NULL: no limit, and the command stays in the process group of this program. */
	bool (*waits_on)(void *context, uint64_t ms);
	void *context;
};

/* Run a command. It inherits standard output, standard error and the environment, but no other descriptor, no
 * blocked signal, and no signal that this program ignores. *status is that of waitpid(2). SN_IO if it cannot
 * be run. */
int cli_child_run(const struct cli_child *child, int *status, struct sn_error *err) SN_MUST_USE;

/* Whether cli_child_run would find the program argv[0]. Sets errno if not. */
bool cli_child_exists(const char *name);

#endif
