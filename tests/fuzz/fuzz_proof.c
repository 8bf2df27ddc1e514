/* Any text as a proof of payment, of spending or of reserves, or as a tx key: refused with a sentence, or
 * parsed, and written again as the same text. What was parsed is verified, too: nobody makes a valid proof by
 * chance. */
#include "chain/address.h"
#include "chain/spend_proof.h"
#include "chain/tx_key.h"
#include "chain/tx_proof.h"
#include "crypto/curve.h"
#include "fuzz.h"
#include "interop/reserve_proof.h"
#include "ringct/ring_signature.h"

#include <string.h>

/* Verifying is slow: no more than this of a long proof. */
#define VERIFIED 2

static void check_payment(const char *text, size_t len)
{
	static const struct sn_hash hash = {{7}};
	const struct sn_tx_proof_statement statement = {.key = sn_point_base, .other = sn_point_base};
	struct sn_tx_proof proof;
	struct sn_buf again = {0};
	struct sn_error err = {0};
	int ret = sn_tx_proof_parse(&proof, text, len, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!proof.n && !proof.entries);
		return;
	}
	fuzz_accept();
	sn_tx_proof_write(&again, &proof);
	FUZZ_CHECK(proof.n && fuzz_is_same(&again, text, len));
	for (size_t i = 0; i < proof.n && i < VERIFIED; i++)
		FUZZ_CHECK(sn_tx_proof_verify(&proof.entries[i], &hash, &statement) == SN_REFUSED);
	sn_buf_free(&again);
	sn_tx_proof_free(&proof);
}

static void check_spend(const char *text, size_t len)
{
	static const struct sn_hash hash = {{7}};
	const struct sn_point keys[VERIFIED] = {sn_point_base, sn_point_base};
	struct sn_spend_proof proof;
	struct sn_buf again = {0};
	struct sn_error err = {0};
	int ret = sn_spend_proof_parse(&proof, text, len, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!proof.n && !proof.signatures);
		return;
	}
	fuzz_accept();
	sn_spend_proof_write(&again, &proof);
	FUZZ_CHECK(proof.n && fuzz_is_same(&again, text, len));
	FUZZ_CHECK(sn_ring_signature_verify(proof.signatures, &hash, &sn_point_base, keys,
					    proof.n < VERIFIED ? proof.n : VERIFIED) == SN_REFUSED);
	sn_buf_free(&again);
	sn_spend_proof_free(&proof);
}

static void check_reserve(const char *text, size_t len)
{
	static const struct sn_hash hash = {{7}};
	const struct sn_address address = {.view = sn_point_base, .spend = sn_point_base};
	struct sn_reserve_proof proof;
	struct sn_buf again = {0};
	struct sn_error err = {0};
	int ret = sn_reserve_proof_parse(&proof, text, len, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!proof.n && !proof.entries && !proof.n_keys && !proof.keys);
		return;
	}
	fuzz_accept();
	sn_reserve_proof_write(&again, &proof);
	FUZZ_CHECK(fuzz_is_same(&again, text, len));
	for (size_t i = 0; i < proof.n && i < VERIFIED; i++)
		FUZZ_CHECK(sn_reserve_entry_verify(&proof.entries[i], &hash, &sn_point_base, &sn_point_base,
						   &sn_point_base) == SN_REFUSED);
	ret = sn_reserve_keys_verify(&proof, &hash, &address, &err);
	FUZZ_CHECK(ret == SN_REFUSED);
	sn_buf_free(&again);
	sn_reserve_proof_free(&proof);
}

/* For a transaction without outputs and with one tx key: only the form of the text decides. */
static void check_key(const char *text, size_t len)
{
	uint8_t extra[33] = {SN_EXTRA_TX_KEY};
	const struct sn_address address = {.view = sn_point_base, .spend = sn_point_base};
	struct sn_error err = {0};
	uint64_t received = 1;
	if (!sn_tx_key_is_text(text, len))
		return;
	memcpy(extra + 1, sn_point_base.b, sizeof sn_point_base.b);
	const struct sn_tx tx = {.version = 2, .extra = extra, .extra_len = sizeof extra};
	int ret = sn_tx_key_check(&received, text, len, &tx, &address, &err);
	FUZZ_CHECK(!received);
	if (ret)
		fuzz_check_refusal(ret, &err);
	else
		fuzz_accept();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	const char *text = (const char *)data;
	check_payment(text, len);
	check_spend(text, len);
	check_reserve(text, len);
	check_key(text, len);
	return 0;
}
