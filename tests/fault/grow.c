/* grow WALLET PASSWORD BYTES - let a wallet file grow to just below so many bytes, while the wallet stays as
 * it is: its last block is taken back and added again. Nothing may have happened in that block. Exit as the
 * programs. */
#include "base/secret.h"
#include "store/wallet.h"

#include <stdio.h>
#include <stdlib.h>

static int turn(struct sn_wallet *w, unsigned times, struct sn_error *err)
{
	const struct sn_wallet_block last = w->blocks[w->n_blocks - 1];
	while (times--)
		if (sn_wallet_rollback(w, last.height) ||
		    sn_wallet_add_block(w, last.height, &last.hash, last.n_outputs, last.n_coinbase))
			return sn_error_memory(err);
	return sn_wallet_store(w, err);
}

static int grow(struct sn_wallet *w, uint64_t bytes, struct sn_error *err)
{
	enum { MANY = 100 };
	uint64_t before = sn_journal_size(sn_wallet_journal(w));
	int ret = turn(w, MANY, err);
	uint64_t many = sn_journal_size(sn_wallet_journal(w)) - before;
	while (!ret && sn_journal_size(sn_wallet_journal(w)) + many < bytes)
		ret = turn(w, MANY, err);
	while (!ret && sn_journal_size(sn_wallet_journal(w)) + many / 30 < bytes)
		ret = turn(w, 1, err);
	return ret;
}

int main(int argc, char **argv)
{
	struct sn_error err = {0};
	struct sn_wallet *wallet = NULL;
	if (argc != 4) {
		fputs("Usage: grow WALLET PASSWORD BYTES\n", stderr);
		return -SN_USAGE;
	}
	int ret = sn_process_start(&err);
	if (!ret)
		ret = sn_wallet_open(&wallet, argv[1], SN_WALLET_WRITE, argv[2], NULL, &err);
	if (!ret)
		ret = grow(wallet, strtoull(argv[3], NULL, 10), &err);
	sn_wallet_close(wallet);
	if (ret)
		fprintf(stderr, "grow: error: %s\n", err.text);
	return -ret;
}
