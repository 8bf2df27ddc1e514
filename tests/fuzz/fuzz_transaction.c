/* Any bytes as a transaction, whole and pruned: refused, or written again to the same bytes; its rings,
 * hashes, weight, extra and proofs are looked at, too. */
#include "chain/extra.h"
#include "chain/ringct_proofs.h"
#include "chain/transaction.h"
#include "fuzz.h"

#include <stdlib.h>

static void look_at_rings(const struct sn_tx *tx)
{
	for (size_t i = 0; i < tx->n_inputs; i++) {
		uint64_t *indices = calloc(tx->inputs[i].ring_size + 1, sizeof *indices);
		FUZZ_CHECK(indices);
		int ret = sn_tx_ring_indices(indices, tx, i);
		FUZZ_CHECK(!ret || ret == SN_BAD_INPUT);
		for (size_t k = 1; !ret && k < tx->inputs[i].ring_size; k++)
			FUZZ_CHECK(indices[k] - indices[k - 1] == tx->inputs[i].offsets[k]);
		free(indices);
	}
}

static void look_at_proofs(const struct sn_tx *tx)
{
	struct sn_ringct_proofs proofs;
	struct sn_buf again = {0};
	struct sn_hash hash;
	int ret = sn_ringct_proofs_parse(&proofs, tx);
	if (ret) {
		FUZZ_CHECK(ret == SN_BAD_INPUT || ret == SN_USAGE);
		return;
	}
	sn_ringct_proofs_write(&again, &proofs);
	FUZZ_CHECK(fuzz_is_same(&again, tx->prunable, tx->prunable_len));
	FUZZ_CHECK(!sn_tx_signing_hash(&hash, tx, proofs.bpps, proofs.n_bpps));
	sn_buf_free(&again);
	sn_ringct_proofs_free(&proofs);
}

static void parse(const uint8_t *data, size_t len, bool pruned)
{
	static const struct sn_hash prunable_hash = {{1}};
	struct sn_tx tx;
	struct sn_buf again = {0};
	struct sn_hash hash;
	struct sn_extra extra;
	uint64_t weight;
	int ret = sn_tx_parse(&tx, data, len, pruned);
	if (ret) {
		FUZZ_CHECK(ret == SN_BAD_INPUT);
		FUZZ_CHECK(!tx.inputs && !tx.outputs && !tx.offsets);
		return;
	}
	fuzz_accept();
	FUZZ_CHECK(tx.is_pruned == pruned && tx.n_inputs);
	sn_tx_write(&again, &tx);
	FUZZ_CHECK(fuzz_is_same(&again, data, len));

	bool is_hashable = !pruned || (tx.version == 2 && tx.rct_type == SN_RCT_NULL);
	FUZZ_CHECK(sn_tx_hash(&hash, &tx) == (is_hashable ? SN_OK : SN_USAGE));
	FUZZ_CHECK(sn_tx_hash_pruned(&hash, &tx, &prunable_hash) == (tx.version == 1 ? SN_USAGE : SN_OK));
	ret = sn_tx_weight(&weight, &tx);
	bool has_formula = tx.rct_type == SN_RCT_FCMP_PLUS_PLUS; /* the size does not decide (fuzz_fcmp.c) */
	FUZZ_CHECK(pruned ? ret == SN_USAGE
			  : (!ret && (has_formula || weight >= len)) || ret == SN_BAD_INPUT);
	sn_extra_parse(&extra, tx.extra, tx.extra_len);
	look_at_rings(&tx);
	look_at_proofs(&tx);
	sn_buf_free(&again);
	sn_tx_free(&tx);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	parse(data, len, false);
	parse(data, len, true);
	return 0;
}
