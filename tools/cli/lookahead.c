#include "tools/cli/lookahead.h"

#include "chain/subaddress_table.h"

#include <stdlib.h>
#include <string.h>

int cli_lookahead(struct cli *cli, uint32_t *accounts, uint32_t *indexes)
{
	char text[32] = "";
	uint64_t major = 0, minor = 0;
	const char *given = cli->lookahead;
	*accounts = *indexes = 0;
	if (!given)
		return SN_OK;
	char *colon = NULL;
	if (strlen(given) < sizeof text) {
		strcpy(text, given);
		colon = strchr(text, ':');
	}
	if (colon)
		*colon = 0;
	if (!colon || !cli_is_number(text, SN_LOOKAHEAD_MAJOR, SN_SUBADDRESS_TABLE_MAX, &major) ||
	    !cli_is_number(colon + 1, SN_LOOKAHEAD_MINOR, SN_SUBADDRESS_TABLE_MAX, &minor) ||
	    (major + 1) * minor > SN_SUBADDRESS_TABLE_MAX)
		return cli_usage_error(
			cli,
			"--subaddress-lookahead takes ACCOUNTS:INDEXES, at least %d:%d and at most %u addresses in total, not \"%s\"",
			SN_LOOKAHEAD_MAJOR, SN_LOOKAHEAD_MINOR, SN_SUBADDRESS_TABLE_MAX, given);
	*accounts = (uint32_t)major;
	*indexes = (uint32_t)minor;
	return SN_OK;
}
