#include "handoff/signed_proposals.h"
#include "base/secret.h"
#include "chain/consensus.h"
#include "chain/varint.h"
#include "handoff/set_reader.h"

#include <stdlib.h>

/* The shortest encodings. */
enum {
	INPUT_SIZE = 32 + 32 + SN_SAL_BYTES,
	TX_SIZE_MIN = 1 + INPUT_SIZE + SN_PROPOSAL_PAYMENTS_MIN + 32 + 1,
};

static int check_tx(const struct sn_signed_proposal *tx, enum sn_network network, struct sn_error *err)
{
	int ret = sn_set_check_count(tx->n_inputs, 1, SN_FCMP_INPUTS_MAX, "inputs", SN_USAGE, err);
	if (!ret)
		ret = sn_proposal_payments_check(&tx->payments, network, SN_USAGE, err);
	return ret ? ret : sn_created_check(tx->created, tx->n_created, err);
}

static void put(struct sn_buf *out, const void *element)
{
	const struct sn_signed_proposal *tx = element;
	sn_put_varint(out, tx->n_inputs);
	for (size_t i = 0; i < tx->n_inputs; i++) {
		sn_put_bytes(out, tx->inputs[i].key.b, 32);
		sn_put_bytes(out, tx->inputs[i].image.b, 32);
		sn_put_bytes(out, tx->inputs[i].proof, SN_SAL_BYTES);
	}
	sn_proposal_payments_put(out, &tx->payments);
	sn_put_bytes(out, tx->seed, sizeof tx->seed);
	sn_created_put(out, tx->created, tx->n_created);
}

static int take(void *element, void *context, struct sn_reader *r, struct sn_error *err)
{
	struct sn_signed_proposal *tx = element;
	const enum sn_network *network = context;
	void *inputs;
	int ret = sn_set_read_array(&inputs, &tx->n_inputs, r, 1, SN_FCMP_INPUTS_MAX, INPUT_SIZE,
				    sizeof tx->inputs[0], "inputs", err);
	tx->inputs = inputs;
	for (size_t i = 0; !ret && i < tx->n_inputs; i++) {
		sn_read_copy(r, tx->inputs[i].key.b, 32);
		sn_read_copy(r, tx->inputs[i].image.b, 32);
		sn_read_copy(r, tx->inputs[i].proof, SN_SAL_BYTES);
	}
	if (!ret)
		ret = sn_proposal_payments_read(&tx->payments, *network, r, err);
	if (ret)
		return ret;
	sn_read_copy(r, tx->seed, sizeof tx->seed);
	return sn_created_read(&tx->created, &tx->n_created, r, err);
}

static void release(void *element)
{
	struct sn_signed_proposal *tx = element;
	if (tx->inputs)
		sn_wipe(tx->inputs, tx->n_inputs * sizeof tx->inputs[0]);
	free(tx->inputs);
	sn_proposal_payments_free(&tx->payments);
	sn_created_free(tx->created, tx->n_created);
}

static const struct sn_set_frame frame = {
	.tx_size = sizeof(struct sn_signed_proposal),
	.encoded_min = TX_SIZE_MIN,
	.malformed = "malformed signed set",
	.hint = "sign the unsigned file again",
	.put = put,
	.take = take,
	.release = release,
};

int sn_signed_proposals_encode(struct sn_buf *out, const struct sn_signed_proposals *set,
			       enum sn_network network, struct sn_error *err)
{
	int ret = sn_set_check_count(set->n, 1, SN_SET_TXS_MAX, "transactions", SN_USAGE, err);
	for (size_t i = 0; !ret && i < set->n; i++) {
		ret = check_tx(&set->txs[i], network, err);
		if (ret)
			return sn_error_prefix(err, ret, "transaction %zu", i + 1);
	}
	return ret ? ret : sn_set_frame_encode(out, &frame, set->txs, set->n, err);
}

int sn_signed_proposals_decode(struct sn_signed_proposals *set, enum sn_network network, const void *data,
			       size_t len, struct sn_error *err)
{
	void *txs;
	int ret = sn_set_frame_decode(&txs, &set->n, &frame, &network, data, len, err);
	set->txs = txs;
	return ret;
}

void sn_signed_proposals_free(struct sn_signed_proposals *set)
{
	sn_set_frame_free(&frame, set->txs, set->n);
	*set = (struct sn_signed_proposals){0};
}
