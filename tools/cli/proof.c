#include "tools/cli/proof.h"

#include "base/hex.h"

int cli_proof_read(struct cli *cli, struct cli_proof *p, unsigned takes)
{
	size_t n = 0;
	if (takes & CLI_PROOF_TXID) {
		if (!cli->n_operands || sn_hex_decode(&p->tx_hash, sizeof p->tx_hash, cli->operands[n++]))
			return cli_usage_error(
				cli, "the first argument must be a transaction hash (64 hexadecimal digits)");
	}
	if (takes & CLI_PROOF_ADDRESS) {
		if (cli->n_operands <= n)
			return cli_usage_error(cli, n ? "the second argument must be an address"
						      : "the first argument must be an address");
		p->address_text = cli->operands[n++];
		int ret = sn_address_parse(&p->address, p->address_text, &cli->err);
		if (ret)
			return ret;
	}
	if (cli->n_operands > n + 1)
		return cli_usage_error(cli, "too many arguments besides the options");
	p->file = cli->n_operands > n ? cli->operands[n] : NULL;
	return SN_OK;
}
