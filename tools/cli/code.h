/* tools/cli/code.h - an address as a QR code on the terminal: the code that qr-show --text makes. */
#ifndef CLI_CODE_H
#define CLI_CODE_H

#include "tools/cli/cli.h"

#include "base/bytes.h"

/* Can it be drawn? What is linked statically cannot (libqrencode is there as a shared library only), and
 * says what else can: SN_REFUSED. */
int cli_code_check(struct cli *cli) SN_MUST_USE;

/* Append the code of `text`, in half blocks, in lines that end in a newline. */
int cli_code_put(struct cli *cli, struct sn_buf *out, const char *text) SN_MUST_USE;

#endif
