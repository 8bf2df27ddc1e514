#include "tools/following/run.h"

#include "tools/cli/child.h"

#include <sys/wait.h>

int run_command(struct cli *cli, const char *command, const char *event, const struct sn_buf *input)
{
	char *const argv[] = {"/bin/sh", "-c", "--", (char *)command, NULL};
	const struct cli_child child = {.argv = argv, .input = input, .option = "--exec"};
	int status;
	int ret = cli_child_run(&child, &status, &cli->err);
	if (ret)
		return ret;
	if (WIFSIGNALED(status))
		cli_say(cli, "warning: signal %d ended the command of --exec for the event \"%s\"",
			WTERMSIG(status), event);
	else if (WEXITSTATUS(status))
		cli_say(cli,
			"warning: the command of --exec failed for the event \"%s\", with exit status %d",
			event, WEXITSTATUS(status));
	return SN_OK;
}
