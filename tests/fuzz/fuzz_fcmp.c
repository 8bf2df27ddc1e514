/* Any bytes as a transaction of RingCT type 7, whole and pruned: refused, or written again to the same
 * bytes. Its proofs, hashes, weight and rules are looked at, too.
 *
 * The first byte is a number of layers. The membership proof for it is not in the input: its bytes are
 * opaque, so zeros are appended to the whole transaction. */
#include "chain/fcmp_proofs.h"
#include "chain/fcmp_rules.h"
#include "chain/fcmp_size.h"
#include "chain/transaction.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static void look_at_proofs(const struct sn_tx *tx)
{
	struct sn_fcmp_proofs proofs;
	struct sn_buf again = {0};
	FUZZ_CHECK(!sn_fcmp_proofs_parse(&proofs, tx));
	FUZZ_CHECK(proofs.n_inputs == tx->n_inputs && proofs.reference_block);
	FUZZ_CHECK(proofs.membership_len == sn_fcmp_membership_size(tx->n_inputs, proofs.n_layers));
	FUZZ_CHECK(proofs.membership >= tx->prunable &&
		   proofs.membership + proofs.membership_len + 32 * tx->n_inputs ==
			   tx->prunable + tx->prunable_len);
	sn_fcmp_proofs_write(&again, &proofs);
	FUZZ_CHECK(fuzz_is_same(&again, tx->prunable, tx->prunable_len));
	sn_buf_free(&again);
	sn_fcmp_proofs_free(&proofs);
}

static void look_at(const struct sn_tx *tx)
{
	struct sn_hash m, id;
	struct sn_error err = {0};
	uint64_t weight, want;
	FUZZ_CHECK(sn_tx_has_carrot_outputs(tx));
	FUZZ_CHECK(!sn_tx_signable_hash(&m, tx));
	FUZZ_CHECK(sn_tx_hash(&id, tx) == (tx->is_pruned ? SN_USAGE : SN_OK));
	int ret = sn_fcmp_weight(&want, tx->n_inputs, tx->n_outputs, tx->extra_len);
	FUZZ_CHECK(sn_tx_weight(&weight, tx) == (tx->is_pruned ? SN_USAGE : ret));
	FUZZ_CHECK(tx->is_pruned || weight == want);
	ret = sn_fcmp_check_rules(tx, &err);
	FUZZ_CHECK(!ret || ret == SN_REFUSED);
	if (ret)
		fuzz_check_sentence(&err);
	if (!tx->is_pruned)
		look_at_proofs(tx);
}

static void parse(const uint8_t *data, size_t len, bool pruned)
{
	struct sn_tx tx;
	struct sn_buf again = {0};
	int ret = sn_tx_parse(&tx, data, len, pruned);
	if (ret) {
		FUZZ_CHECK(ret == SN_BAD_INPUT);
		FUZZ_CHECK(!tx.inputs && !tx.outputs && !tx.offsets);
		return;
	}
	sn_tx_write(&again, &tx);
	FUZZ_CHECK(fuzz_is_same(&again, data, len));
	if (tx.version == 2 && tx.rct_type == SN_RCT_FCMP_PLUS_PLUS) {
		look_at(&tx);
		fuzz_accept();
	}
	sn_buf_free(&again);
	sn_tx_free(&tx);
}

/* The inputs of the transaction at the start of the bytes; 0 if there is none. */
static size_t count_inputs(const uint8_t *data, size_t len)
{
	struct sn_reader r;
	struct sn_tx tx;
	sn_reader_init(&r, data, len);
	if (sn_tx_read(&tx, &r, true))
		return 0;
	size_t n = tx.n_inputs;
	sn_tx_free(&tx);
	return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	if (!len)
		return 0;
	const size_t n_inputs = count_inputs(data + 1, len - 1);
	const size_t more = sn_fcmp_membership_size(n_inputs, data[0]);
	uint8_t *whole = calloc(len - 1 + more + 1, 1);
	FUZZ_CHECK(whole);
	memcpy(whole, data + 1, len - 1);
	parse(whole, len - 1 + more, false);
	parse(whole, len - 1, true);
	free(whole);
	return 0;
}
