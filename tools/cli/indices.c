#include "tools/cli/indices.h"

#include <string.h>

int cli_indices(struct cli *cli, const char *option, const char *text, struct cli_indices *list)
{
	list->n = 0;
	for (const char *at = text; at;) {
		char word[16] = "";
		uint64_t index;
		const size_t len = strcspn(at, ",");
		if (len < sizeof word)
			memcpy(word, at, len);
		if (!cli_is_number(word, 0, UINT32_MAX - 1, &index))
			return cli_usage_error(cli, "%s takes whole numbers, separated by commas", option);
		if (list->n == CLI_INDICES_MAX)
			return cli_usage_error(cli, "%s takes at most %d numbers", option, CLI_INDICES_MAX);
		list->items[list->n++] = (uint32_t)index;
		at = at[len] ? at + len + 1 : NULL;
	}
	return SN_OK;
}
