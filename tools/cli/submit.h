/* tools/cli/submit.h - the warning before a signed file with old rings is sent. */
#ifndef CLI_SUBMIT_H
#define CLI_SUBMIT_H

#include "tools/cli/cli.h"

#include "hot/submit.h"

struct cli_submit {
	struct cli *cli;
	bool refuse_old; /* --refuse-old: do not send */
};

/* Print the warning. Returns false with refuse_old. If standard input is a terminal, prompt for confirmation.
 * For sn_submit_watch; `context` is a struct cli_submit. */
bool cli_submit_go_on(void *context, const char *warning);

#endif
