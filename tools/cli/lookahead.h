/* tools/cli/lookahead.h - how far ahead of the addresses that are in use a wallet scans. */
#ifndef CLI_LOOKAHEAD_H
#define CLI_LOOKAHEAD_H

#include "tools/cli/cli.h"

/* Read the value of --subaddress-lookahead, ACCOUNTS:INDEXES. Both are 0 when it was not given. */
int cli_lookahead(struct cli *cli, uint32_t *accounts, uint32_t *indexes) SN_MUST_USE;

#endif
