/* tools/cli/code.h - an address as a QR code on the terminal: the code that qr-show --text makes. */
#ifndef CLI_CODE_H
#define CLI_CODE_H

#include "tools/cli/cli.h"

#include "base/bytes.h"

/* Append the code of `text` in half blocks, as lines. */
int cli_code_put(struct cli *cli, struct sn_buf *out, const char *text) SN_MUST_USE;

#endif
