/* tools/cli/terminal.h - questions and passwords, on /dev/tty: stdin and stdout belong to the data.
 *
 * Where there is no terminal, each of these is SN_REFUSED. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include "tools/cli/cli.h"

#define CLI_PASSWORD_MAX 1024 /* bytes */

/* Is there a terminal to talk to? Without one, `what_else` says what to do. */
int cli_terminal_check(struct cli *cli, const char *what_else) SN_MUST_USE;

/* Show `text`, which may be secret and ends with a newline. */
int cli_terminal_show(struct cli *cli, const char *text) SN_MUST_USE;

/* Ask `question`, which ends with a question mark and has 240 bytes at most; only "y" and "yes", typed
 * after it is asked, are a yes. */
int cli_terminal_confirm(struct cli *cli, const char *question, bool *yes) SN_MUST_USE;

/* Ask without echo; *password is a sn_secret_alloc string. A signal that comes meanwhile takes effect
 * after the terminal is as it was. */
int cli_terminal_password(struct cli *cli, const char *prompt, char **password) SN_MUST_USE;

#endif
