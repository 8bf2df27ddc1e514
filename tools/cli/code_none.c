/* In the place of code.c where there is no libqrencode to link with. A file of its own: a tree that is
 * configured anew would take the object of the other. */
#include "tools/cli/code.h"

int cli_code_check(struct cli *cli)
{
	return sn_error_set(
		&cli->err, SN_REFUSED,
		"this static program draws no QR codes: without --qr, and wo-address --qr or qr-show --text draws it");
}

int cli_code_put(struct cli *cli, struct sn_buf *out, const char *text)
{
	(void)out;
	(void)text;
	return cli_code_check(cli);
}
