/* Any bytes as a signed_tx_set, translated to our own signed set: refused with a message, or our own format
 * can express the result, with the same transactions, and each input spends a member of the ring of a
 * source. */
#include "fuzz.h"
#include "hot/reference_signed.h"

#include <string.h>

static bool is_member(const struct sn_point *key, const struct sn_tx_construction_data *data)
{
	for (size_t i = 0; i < data->n_sources; i++)
		for (size_t j = 0; j < data->sources[i].n_outputs; j++)
			if (sn_point_is_equal(key, &data->sources[i].outputs[j].member.key))
				return true;
	return false;
}

static void check_tx(const struct sn_signed_tx *tx, const struct sn_pending_tx *ptx)
{
	FUZZ_CHECK(tx->len == ptx->tx_blob.len && !memcmp(tx->bytes, ptx->tx_blob.at, tx->len));
	FUZZ_CHECK(tx->n_spent == ptx->tx.n_inputs && tx->n_spent <= ptx->construction_data.n_sources);
	for (size_t i = 0; i < tx->n_spent; i++)
		FUZZ_CHECK(is_member(&tx->spent[i], &ptx->construction_data));
	for (size_t i = 0; i < tx->n_created; i++)
		FUZZ_CHECK(tx->created[i].index < ptx->tx.n_outputs);
}

static void check(const struct sn_signed_set *set, const struct sn_signed_tx_set *from)
{
	struct sn_signed_set again;
	struct sn_buf content = {0}, encoded = {0};
	struct sn_error err = {0};
	FUZZ_CHECK(set->n == from->n_ptx);
	for (size_t i = 0; i < set->n; i++)
		check_tx(&set->txs[i], &from->ptx[i]);
	FUZZ_CHECK(!sn_signed_set_encode(&content, set, &err));
	FUZZ_CHECK(!sn_signed_set_decode(&again, content.data, content.len, &err));
	FUZZ_CHECK(!sn_signed_set_encode(&encoded, &again, &err));
	FUZZ_CHECK(fuzz_is_same(&encoded, content.data, content.len));
	sn_signed_set_free(&again);
	sn_buf_free(&content);
	sn_buf_free(&encoded);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_signed_tx_set from;
	struct sn_signed_set set;
	struct sn_error err = {0};
	if (sn_signed_tx_set_decode(&from, data, len, &err))
		return 0; /* fuzz_signed_tx_set */
	int ret = sn_reference_signed_translate(&set, &from, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!set.txs && !set.n);
	} else {
		fuzz_accept();
		check(&set, &from);
		sn_signed_set_free(&set);
	}
	sn_signed_tx_set_free(&from);
	return 0;
}
