/* tools/cli/terminal.h - prompts for confirmation and passwords, on /dev/tty: stdin and stdout carry the
 * data.
 *
 * Without a terminal, each function returns SN_REFUSED. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include "tools/cli/cli.h"

#define CLI_PASSWORD_MAX 1024 /* bytes */

/* Check that there is a terminal. The message of the error is "no terminal PURPOSE", its hint is `hint`. */
int cli_terminal_check(struct cli *cli, const char *purpose, const char *hint) SN_MUST_USE;

/* Show `text`, which may be secret and ends with a newline. */
int cli_terminal_show(struct cli *cli, const char *text) SN_MUST_USE;

#define CLI_YES_HINT "use --yes to sign without confirmation"

/* Prompt with `question`, which ends with a question mark and has at most 240 bytes. *yes becomes true only
 * if "y" or "yes" is typed after the prompt appears. */
int cli_terminal_confirm(struct cli *cli, const char *question, bool *yes) SN_MUST_USE;

/* Prompt for a password without echo. *password is a sn_secret_alloc string. A signal takes effect after the
 * state of the terminal is restored. `hint` is for the error without a terminal. */
int cli_terminal_password(struct cli *cli, const char *prompt, const char *hint, char **password) SN_MUST_USE;

#endif
