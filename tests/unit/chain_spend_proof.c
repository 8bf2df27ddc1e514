#include "chain/spend_proof.h"

#include "chain/proof_text.h"
#include "chain/tx_proof.h"
#include "crypto/derive.h"
#include "crypto/scalar.h"
#include "ringct/ring_signature.h"

#include <criterion/criterion.h>

#include <string.h>

#define MESSAGE "who sent it?"

enum { INPUTS = 2, RING = 3, SIGNATURES = INPUTS * RING };

/* A transaction of which only the inputs matter, and the proof. */
struct fixture {
	struct sn_tx tx;
	struct sn_hash tx_hash;
	struct sn_point keys[SIGNATURES];
	struct sn_signature signatures[SIGNATURES];
	struct sn_spend_proof proof;
};

static void make(struct fixture *f)
{
	struct sn_hash hash;
	*f = (struct fixture){.tx_hash = {{7}}, .proof = {f->signatures, SIGNATURES}};
	cr_assert(!sn_tx_init(&f->tx, INPUTS, RING, 2));
	sn_proof_message(&hash, &f->tx_hash, MESSAGE, strlen(MESSAGE));
	for (size_t i = 0; i < INPUTS; i++) {
		struct sn_scalar x;
		for (size_t j = 0; j < RING; j++) {
			const uint8_t name[] = {(uint8_t)i, (uint8_t)j};
			sn_hash_to_scalar(&x, name, sizeof name);
			sn_secret_to_public(&f->keys[i * RING + j], &x);
		}
		sn_key_image(&f->tx.inputs[i].key_image, &f->keys[i * RING + RING - 1], &x);
		cr_assert(!sn_ring_signature_make(&f->signatures[i * RING], &hash, &f->tx.inputs[i].key_image,
						  &f->keys[i * RING], RING, RING - 1, &x));
	}
}

static int check(const struct fixture *f, const char *message, struct sn_error *err)
{
	return sn_spend_proof_check(&f->proof, &f->tx, &f->tx_hash, f->keys, message, strlen(message), err);
}

Test(chain_spend_proof, every_input_is_checked)
{
	struct fixture f;
	struct sn_error err = {0};
	make(&f);
	cr_assert_eq(sn_spend_proof_size(&f.tx), SIGNATURES);
	cr_assert(!check(&f, MESSAGE, &err), "%s", err.text);
	cr_assert_eq(check(&f, "who sent it", &err), SN_REFUSED);
	cr_assert(strstr(err.text, "the proof is invalid") && err.hint[0]);
	f.tx_hash.b[0] ^= 1;
	cr_assert_eq(check(&f, MESSAGE, &err), SN_REFUSED);
	f.tx_hash.b[0] ^= 1;
	for (size_t i = 0; i < SIGNATURES; i++) {
		f.signatures[i].r.b[0] ^= 1;
		cr_assert_eq(check(&f, MESSAGE, &err), SN_REFUSED, "signature %zu", i);
		f.signatures[i].r.b[0] ^= 1;
		f.keys[i].b[0] ^= 1;
		cr_assert_eq(check(&f, MESSAGE, &err), SN_REFUSED, "key %zu", i);
		f.keys[i].b[0] ^= 1;
	}
	for (size_t i = 0; i < INPUTS; i++) {
		f.tx.inputs[i].key_image.b[0] ^= 1;
		cr_assert_eq(check(&f, MESSAGE, &err), SN_REFUSED, "key image %zu", i);
		f.tx.inputs[i].key_image.b[0] ^= 1;
	}
	sn_tx_free(&f.tx);
}

Test(chain_spend_proof, number_of_signatures)
{
	struct fixture f;
	struct sn_error err = {0};
	make(&f);
	f.proof.n = SIGNATURES - RING;
	cr_assert_eq(check(&f, MESSAGE, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "for 3 ring members, but the transaction has 6"), "%s", err.text);
	f.proof.n = SIGNATURES;
	f.tx.n_inputs = 1;
	cr_assert_eq(check(&f, MESSAGE, &err), SN_BAD_INPUT);
	f.tx.inputs[0].kind = SN_INPUT_COINBASE;
	cr_assert_eq(sn_spend_proof_size(&f.tx), 0);
	cr_assert_eq(check(&f, MESSAGE, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "spends nothing"), "%s", err.text);
	f.tx.inputs[0].kind = SN_INPUT_KEY;
	f.tx.inputs[0].ring_size = 0;
	f.tx.rct_type = SN_RCT_FCMP_PLUS_PLUS;
	cr_assert_eq(check(&f, MESSAGE, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "no rings"), "%s", err.text);
	f.tx.n_inputs = INPUTS;
	sn_tx_free(&f.tx);
}

Test(chain_spend_proof, text)
{
	struct fixture f;
	struct sn_buf text = {0}, again = {0};
	struct sn_spend_proof proof;
	struct sn_tx_proof other;
	struct sn_error err = {0};
	make(&f);
	sn_spend_proof_write(&text, &f.proof);
	cr_assert_eq(text.len, 12 + 88 * SIGNATURES);
	cr_assert(!memcmp(text.data, "SpendProofV1", 12));
	for (size_t len = 0; len <= text.len; len++) {
		const bool is_whole = len > 12 && (len - 12) % 88 == 0;
		int ret = sn_spend_proof_parse(&proof, (char *)text.data, len, &err);
		cr_assert_eq(ret, is_whole ? SN_OK : SN_BAD_INPUT, "%zu", len);
		cr_assert(is_whole ? proof.n == (len - 12) / 88 : !proof.n && !proof.signatures);
		if (len == text.len)
			sn_spend_proof_write(&again, &proof);
		sn_spend_proof_free(&proof);
	}
	cr_assert(again.len == text.len && !memcmp(again.data, text.data, text.len));
	for (size_t i = 0; i < text.len; i++) {
		uint8_t before = text.data[i];
		text.data[i] = 'l';
		cr_assert_eq(sn_spend_proof_parse(&proof, (char *)text.data, text.len, &err), SN_BAD_INPUT);
		cr_assert(!proof.signatures && strstr(err.text, "not a proof of spending"));
		text.data[i] = before;
	}
	cr_assert_eq(sn_tx_proof_parse(&other, (char *)text.data, text.len, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "proof of spending") && strstr(err.hint, "--spend"));
	sn_buf_free(&text);
	sn_buf_free(&again);
	sn_tx_free(&f.tx);
}
