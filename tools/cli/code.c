#include "tools/cli/code.h"
#include "optic/draw_text.h"

#include <string.h>

int cli_code_put(struct cli *cli, struct sn_buf *out, const char *text)
{
	struct sn_code code;
	int ret = sn_code_encode(&code, text, strlen(text), SN_CODE_L, 0, 0, &cli->err);
	if (!ret && sn_draw_text(out, &code, SN_DRAW_UTF8))
		ret = sn_error_memory(&cli->err);
	sn_code_free(&code);
	return ret;
}
