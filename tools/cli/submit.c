#include "tools/cli/submit.h"

#include "tools/cli/terminal.h"

#include <unistd.h>

bool cli_submit_go_on(void *context, const char *warning)
{
	const struct cli_submit *submit = context;
	bool yes = false;
	if (submit->refuse_old)
		return false; /* the error has the reason */
	cli_say(submit->cli, "warning: %s", warning);
	if (!isatty(STDIN_FILENO))
		return true;
	return !cli_terminal_confirm(submit->cli, "Submit it anyway?", &yes) && yes;
}
