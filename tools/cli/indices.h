/* tools/cli/indices.h - a list of address indices from the command line. */
#ifndef CLI_INDICES_H
#define CLI_INDICES_H

#include "tools/cli/cli.h"

#define CLI_INDICES_MAX 256

struct cli_indices {
	uint32_t items[CLI_INDICES_MAX];
	size_t n;
};

/* Read numbers that are separated by commas. `option` is the name of the value in messages. If `text` is
 * NULL, the list is empty. Returns SN_USAGE. */
int cli_indices(struct cli *cli, const char *option, const char *text, struct cli_indices *list) SN_MUST_USE;

#endif
