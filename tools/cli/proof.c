#include "tools/cli/proof.h"

#include "base/hex.h"

int cli_proof_read(struct cli *cli, struct cli_proof *p, bool takes_address)
{
	const size_t n_least = 1 + takes_address;
	if (!cli->n_operands || sn_hex_decode(&p->tx_hash, sizeof p->tx_hash, cli->operands[0]))
		return cli_usage_error(
			cli, "the first argument must be a transaction hash (64 hexadecimal digits)");
	if (cli->n_operands < n_least)
		return cli_usage_error(cli, "the second argument must be an address");
	if (cli->n_operands > n_least + 1)
		return cli_usage_error(cli, "too many arguments besides the options");
	if (takes_address) {
		p->address_text = cli->operands[1];
		int ret = sn_address_parse(&p->address, p->address_text, &cli->err);
		if (ret)
			return ret;
	}
	p->file = cli->n_operands > n_least ? cli->operands[n_least] : NULL;
	return SN_OK;
}
