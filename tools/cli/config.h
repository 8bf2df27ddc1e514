/* tools/cli/config.h - the defaults of options: environment variables, then the configuration file.
 *
 * The file is $SNEAKERNOTE_CONFIG, or else $XDG_CONFIG_HOME/sneakernote/config, where XDG_CONFIG_HOME is
 * ~/.config by default (XDG Base Directory Specification 0.8). Each line is "KEY = VALUE", empty, or a
 * comment that begins with #. A key is the name of an option without dashes. Paths begin with / or ~/. A key
 * that names a path can also be set by an environment variable: SNEAKERNOTE_WALLET_FILE for wallet-file.
 * No key holds a secret. */
#ifndef CLI_CONFIG_H
#define CLI_CONFIG_H

#include "tools/cli/options.h"

/* Set options that are not on the command line. A key is ignored if the program has no such option, or if an
 * option on the command line excludes it (tools/cli/rules.h). password-file is ignored if the wallet is named
 * on the command line, or for the file by the environment: it is the password of another wallet. Call it
 * after cli_options_read.
 *
 * Returns SN_BAD_INPUT for a file that is invalid or that another user can change, or SN_IO. */
int cli_config_apply(struct cli *cli, const struct cli_options *table) SN_MUST_USE;

/* Whether the value of an option comes from cli_config_apply, not from the command line. */
bool cli_config_has(const struct cli *cli, const char *value);

/* Free the values of cli_config_apply. */
void cli_config_free(struct cli *cli);

#endif
