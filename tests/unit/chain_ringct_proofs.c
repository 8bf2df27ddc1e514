#include "chain/ringct_proofs.h"
#include "chain/transaction.h"
#include "chain/varint.h"
#include "ringct/bpp_verify.h"
#include "chain_vectors.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static uint8_t *data;
static struct sn_tx tx;

static void load(const char *name)
{
	struct vectors v;
	size_t len = 0;
	vectors_open(&v, "chain_transactions.txt");
	while (!data && vectors_next(&v, "tx"))
		if (!strcmp(v.word[1], name))
			data = vectors_bytes(&len, v.word[4]);
	vectors_close(&v);
	cr_assert_not_null(data);
	cr_assert_eq(sn_tx_parse(&tx, data, len, false), SN_OK);
}

static void unload(void)
{
	sn_tx_free(&tx);
	free(data);
	data = NULL;
}

Test(chain_ringct_proofs, writing_reverses_parsing)
{
	static const char *const names[] = {"data_bpp_tx", "to_standard", "to_mixed_additional_keys",
					    "to_fifteen", "many_inputs"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct sn_ringct_proofs p;
		struct sn_buf b = {0};
		load(names[i]);
		cr_assert_eq(sn_ringct_proofs_parse(&p, &tx), SN_OK, "%s", names[i]);
		cr_assert_eq(p.n_bpps, 1);
		cr_assert_eq(p.bpps[0].rounds, sn_bpp_rounds(tx.n_outputs));
		cr_assert_eq(p.n_inputs, tx.n_inputs);
		cr_assert_eq(p.clsags[0].n, 16);
		sn_ringct_proofs_write(&b, &p);
		cr_assert_eq(b.len, tx.prunable_len);
		cr_assert(!memcmp(b.data, tx.prunable, b.len));
		sn_buf_free(&b);
		sn_ringct_proofs_free(&p);
		unload();
	}
}

Test(chain_ringct_proofs, other_types_are_refused)
{
	static const char *const names[] = {"data_v1_tx_hf3", "data_v2_coinbase_tx", "data_rct_clsag_tx"};
	struct sn_ringct_proofs p;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		load(names[i]);
		cr_assert_eq(sn_ringct_proofs_parse(&p, &tx), SN_USAGE);
		unload();
	}
	load("data_bpp_tx");
	tx.is_pruned = true;
	cr_assert_eq(sn_ringct_proofs_parse(&p, &tx), SN_USAGE);
	unload();
}

/* Real proofs of mainnet are valid for the values that this code parses: signing hash, commitments, key
 * image, pseudo output. */
Test(chain_ringct_proofs, real_proofs_verify)
{
	struct sn_ring_member ring[16];
	size_t n = 0;
	struct vectors v;
	vectors_open(&v, "chain_rings.txt");
	while (vectors_next(&v, "member")) {
		cr_assert_lt(n, 16);
		vectors_bytes32(ring[n].key.b, v.word[3]);
		vectors_bytes32(ring[n].commitment.b, v.word[4]);
		n++;
	}
	vectors_close(&v);

	struct sn_ringct_proofs p;
	struct sn_hash message;
	struct sn_point commitments[2];
	load("data_bpp_tx");
	cr_assert_eq(tx.n_outputs, 2);
	for (size_t i = 0; i < 2; i++)
		commitments[i] = tx.outputs[i].commitment;
	cr_assert_eq(sn_ringct_proofs_parse(&p, &tx), SN_OK);
	cr_assert_eq(sn_bpp_verify(&p.bpps[0], commitments, 2), SN_OK);
	cr_assert_eq(sn_tx_signing_hash(&message, &tx, p.bpps, p.n_bpps), SN_OK);
	const struct sn_point *image = &tx.inputs[0].key_image, *pseudo_out = &p.pseudo_outs[0];
	cr_assert_eq(sn_clsag_verify(&p.clsags[0], &message, ring, n, image, pseudo_out), SN_OK);

	/* Fee and view tag are signed. */
	tx.fee++;
	cr_assert_eq(sn_tx_signing_hash(&message, &tx, p.bpps, p.n_bpps), SN_OK);
	cr_assert_eq(sn_clsag_verify(&p.clsags[0], &message, ring, n, image, pseudo_out), SN_REFUSED);
	tx.fee--;
	tx.outputs[1].view_tag ^= 1;
	cr_assert_eq(sn_tx_signing_hash(&message, &tx, p.bpps, p.n_bpps), SN_OK);
	cr_assert_eq(sn_clsag_verify(&p.clsags[0], &message, ring, n, image, pseudo_out), SN_REFUSED);
	tx.rct_type = SN_RCT_CLSAG;
	cr_assert_eq(sn_tx_signing_hash(&message, &tx, p.bpps, p.n_bpps), SN_USAGE);
	sn_ringct_proofs_free(&p);
	unload();
}

/* The prunable part rewritten with other counts, at offsets known from the layout. */
Test(chain_ringct_proofs, hostile_counts_are_refused)
{
	static const uint64_t counts[] = {0,         2, 3, 5, 6, 8, 11, 255, UINT32_MAX, (uint64_t)1 << 58,
					  UINT64_MAX};
	load("data_bpp_tx"); /* two outputs: one proof of seven rounds */
	const size_t l_count = 1 + 6 * 32, r_count = l_count + 1 + 7 * 32;
	const size_t at[] = {0, l_count, r_count};
	cr_assert_eq(tx.prunable[0], 1);
	cr_assert_eq(tx.prunable[l_count], 7);
	cr_assert_eq(tx.prunable[r_count], 7);
	for (size_t which = 0; which < 3; which++) {
		for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
			struct sn_buf b = {0};
			struct sn_reader r;
			sn_put_bytes(&b, tx.prunable, at[which]);
			sn_put_varint(&b, counts[i]);
			sn_put_bytes(&b, tx.prunable + at[which] + 1, tx.prunable_len - at[which] - 1);
			sn_reader_init(&r, b.data, b.len);
			sn_ringct_proofs_skip(&r, &tx, NULL);
			cr_assert(!sn_reader_is_done(&r), "count %zu as %ju was taken", which,
				  (uintmax_t)counts[i]);

			struct sn_tx changed = tx;
			struct sn_ringct_proofs p;
			changed.prunable = b.data;
			changed.prunable_len = b.len;
			cr_assert_eq(sn_ringct_proofs_parse(&p, &changed), SN_BAD_INPUT);
			cr_assert_null(p.bpps);
			sn_buf_free(&b);
		}
	}
	unload();
}

Test(chain_ringct_proofs, truncation_is_refused)
{
	struct sn_ringct_proofs p;
	load("data_bpp_tx");
	size_t len = tx.prunable_len;
	const uint8_t *whole = tx.prunable;
	for (size_t n = 0; n < len; n++) {
		uint8_t *cut = malloc(n ? n : 1);
		memcpy(cut, whole, n);
		tx.prunable = cut;
		tx.prunable_len = n;
		cr_assert_eq(sn_ringct_proofs_parse(&p, &tx), SN_BAD_INPUT);
		free(cut);
	}
	unload();
}

/* Rings larger than SN_RING_MAX. */
Test(chain_ringct_proofs, too_large_rings_are_refused)
{
	struct sn_ringct_proofs p;
	load("data_bpp_tx");
	tx.inputs[0].ring_size = SN_RING_MAX + 1;
	cr_assert_eq(sn_ringct_proofs_parse(&p, &tx), SN_BAD_INPUT);
	unload();
}
