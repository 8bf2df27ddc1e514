#include "tools/cli/report.h"
#include "tools/cli/data.h"

#include <string.h>

int cli_report_json(struct cli *cli, cJSON *root, int failed)
{
	int ret = failed ? sn_error_memory(&cli->err) : cli_data_print_json(cli, root);
	sn_json_free(root);
	return ret;
}

int cli_report_text(struct cli *cli, struct sn_buf *text, int failed)
{
	int ret = failed ? sn_error_memory(&cli->err) : cli_data_print(cli, (char *)text->data, text->len);
	sn_buf_free(text);
	return ret;
}

int cli_report_say(struct cli *cli, struct sn_buf *text, int failed)
{
	const char *at = (char *)text->data;
	for (size_t left = text->len; !failed && left;) {
		const char *end = memchr(at, '\n', left);
		size_t len = end ? (size_t)(end - at) : left;
		cli_say(cli, "%.*s", (int)len, at);
		at += len + (end != NULL);
		left -= len + (end != NULL);
	}
	sn_buf_free(text);
	return failed ? sn_error_memory(&cli->err) : SN_OK;
}
