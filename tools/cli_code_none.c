/* In the place of cli_code.c where there is no libqrencode to link with. */
#include "tools/cli_code.h"

int cli_code_check(struct cli *cli)
{
	return sn_error_set(&cli->err, SN_REFUSED,
			    "this static program draws no QR codes: without --qr, and wo-address --qr or qr-show --text draws it");
}

int cli_code_put(struct cli *cli, struct sn_buf *out, const char *text)
{
	(void)out;
	(void)text;
	return cli_code_check(cli);
}
