#include "cold/again.h"

#include "base/secret.h"
#include "cold/construct.h"
#include "cold/sign.h"

void sn_again_free(struct sn_again *again)
{
	sn_secret_free(again->keys);
	sn_secret_free(again->inputs);
	sn_tx_free(&again->tx);
	sn_buf_free(&again->bytes);
	sn_wipe(again, sizeof *again);
}

/* Construct transaction number i, and compute its hash. */
static int construct(struct sn_again *again, const struct sn_account *account,
		     const struct sn_unsigned_set *set, size_t i, const struct sn_random *random,
		     struct sn_error *err)
{
	const struct sn_unsigned_tx *tx = &set->txs[i];
	struct sn_random child;
	size_t bad;
	again->inputs = sn_secret_alloc(tx->n_inputs * sizeof *again->inputs);
	again->keys = sn_secret_alloc(sizeof *again->keys);
	int ret = again->inputs && again->keys ? SN_OK : sn_error_memory(err);
	if (!ret)
		ret = sn_inputs_open(again->inputs, &bad, account, tx->inputs, tx->n_inputs, err);
	if (!ret)
		ret = sn_tx_plan(&again->plan, account, tx, err);
	if (ret)
		return ret;
	sn_sign_random_tx(&child, random, i);
	ret = sn_construct(&again->bytes, again->keys, account, tx, &again->plan, again->inputs, &child, err);
	sn_random_wipe(&child);
	if (ret)
		return ret;
	ret = sn_tx_parse(&again->tx, again->bytes.data, again->bytes.len, false);
	if (!ret)
		ret = sn_tx_hash(&again->tx_hash, &again->tx);
	if (ret)
		return ret == SN_IO ? sn_error_memory(err)
				    : sn_error_set(err, SN_REFUSED,
						   "internal error: the signed transaction does not parse");
	return SN_OK;
}

int sn_again_find(struct sn_again *again, const struct sn_account *account, const struct sn_unsigned_set *set,
		  const struct sn_hash *tx_hash, struct sn_error *err)
{
	struct sn_random random = {0};
	bool is_found = false;
	if (!account->has_spend_secret)
		return sn_error_set(
			err, SN_BAD_INPUT,
			"a watch-only wallet cannot prove a payment: the master wallet is required");
	int ret = sn_sign_random(&random, account, set, err);
	for (size_t i = 0; !ret && !is_found && i < set->n; i++) {
		sn_again_free(again);
		ret = construct(again, account, set, i, &random, err);
		is_found = !ret && sn_hash_is_equal(&again->tx_hash, tx_hash);
	}
	sn_random_wipe(&random);
	if (!ret && !is_found)
		ret = sn_error_hint(
			err,
			sn_error_set(err, SN_REFUSED, "the unsigned file is not that of this transaction"),
			"use the unsigned file from which this wallet signed the transaction, unchanged");
	if (ret)
		sn_again_free(again);
	sn_wipe_stack();
	return ret;
}
