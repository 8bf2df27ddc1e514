/* tools/cli/lookahead.h - the option --subaddress-lookahead: how far a wallet scans beyond the used
 * addresses. */
#ifndef CLI_LOOKAHEAD_H
#define CLI_LOOKAHEAD_H

#include "tools/cli/cli.h"

/* Read the value ACCOUNTS:INDEXES. Both numbers are 0 if the option was not given. */
int cli_lookahead(struct cli *cli, uint32_t *accounts, uint32_t *indexes) SN_MUST_USE;

#endif
