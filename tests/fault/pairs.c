/* pairs WALLET PASSWORD N - add a block with N outputs and their key images to a watch-only wallet. None of
 * them is a point of the curve. Exit as the programs. */
#include "base/secret.h"
#include "store/wallet.h"

#include <stdio.h>
#include <stdlib.h>

static int add(struct sn_wallet *w, uint8_t n, struct sn_error *err)
{
	const struct sn_hash block = {{1}};
	const uint64_t height = sn_wallet_height(w);
	for (uint8_t i = 0; i < n; i++) {
		const struct sn_point key = {{i, 1}}, image = {{i, 2}};
		const struct sn_wallet_output output = {
			.key = key, .tx_hash = {{i, 3}}, .amount = 1000, .height = height};
		if (sn_wallet_add_output(w, &output, NULL) || sn_wallet_add_image(w, &key, &image))
			return sn_error_memory(err);
	}
	return sn_wallet_add_block(w, height, &block, 0, 0) ? sn_error_memory(err) : sn_wallet_store(w, err);
}

int main(int argc, char **argv)
{
	struct sn_error err = {0};
	struct sn_wallet *wallet = NULL;
	if (argc != 4) {
		fputs("Usage: pairs WALLET PASSWORD N\n", stderr);
		return -SN_USAGE;
	}
	int ret = sn_process_start(&err);
	if (!ret)
		ret = sn_wallet_open(&wallet, argv[1], SN_WALLET_WRITE, argv[2], NULL, &err);
	if (!ret)
		ret = add(wallet, (uint8_t)atoi(argv[3]), &err);
	sn_wallet_close(wallet);
	if (ret)
		fprintf(stderr, "pairs: error: %s\n", err.text);
	return -ret;
}
