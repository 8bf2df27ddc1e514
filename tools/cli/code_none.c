/* Replaces code.c if the program is linked without libqrencode. This is a separate file because make would
 * otherwise reuse the object of code.c after a new configure. */
#include "tools/cli/code.h"

int cli_code_check(struct cli *cli)
{
	return sn_error_hint(&cli->err,
			     sn_error_set(&cli->err, SN_REFUSED, "this static program cannot draw QR codes"),
			     "omit --qr, and use wo-address --qr or qr-show --text");
}

int cli_code_put(struct cli *cli, struct sn_buf *out, const char *text)
{
	(void)out;
	(void)text;
	return cli_code_check(cli);
}
