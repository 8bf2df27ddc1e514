/* Proofs of payment, of spending and of reserves. */
#include "ctime.h"

#include "cold/files.h"
#include "cold/prove.h"
#include "cold/prove_reserve.h"
#include "crypto/derive.h"
#include "crypto/group_mul.h"
#include "ringct/ring_signature.h"

#include "../unit/cold_sets.h"

#include <stdio.h>
#include <string.h>

#define MESSAGE "order 7"

static void signature(void)
{
	struct sn_scalar a = number("a");
	const struct sn_hash hash = {{7}};
	const struct sn_point key = point("a");
	struct sn_signature sig;
	SN_SECRET(&a, sizeof a);
	sn_signature_make(&sig, &hash, &key, &a);
	expect(!sn_signature_verify(&sig, &hash, &key), "the signature is valid");
}

/* The secret key, and which member it belongs to. */
static void ring_signature(void)
{
	enum { N = 4 };
	const struct sn_hash hash = {{7}};
	volatile size_t places[] = {0, 2, N - 1};
	for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
		struct sn_scalar x = number("x");
		struct sn_point keys[N], image;
		struct sn_signature sig[N];
		size_t real = places[k];
		for (size_t i = 0; i < N; i++) {
			char name[16];
			snprintf(name, sizeof name, "decoy %zu", i);
			keys[i] = point(i == real ? "x" : name);
		}
		sn_key_image(&image, &keys[real], &x);
		SN_SECRET(&x, sizeof x);
		SN_SECRET(&real, sizeof real);
		expect(!sn_ring_signature_make(sig, &hash, &image, keys, N, real, &x), "it is signed");
	}
}

/* For a standard address and for a subaddress, whose base is another. */
static void tx_proof(void)
{
	const struct sn_hash hash = {{7}};
	const struct sn_point base = point("B");
	const struct sn_scalar x = number("x");
	for (int i = 0; i < 2; i++) {
		struct sn_tx_proof_statement statement = {.other = point("A"), .base = i ? &base : NULL};
		struct sn_tx_proof_entry entry;
		struct sn_scalar secret = x;
		struct sn_ge key = sn_ge_base;
		expect(!i || !sn_ge_decode(&key, &base), "B decodes");
		sn_ge_mul(&key, &x, &key);
		sn_ge_encode(&statement.key, &key);
		SN_SECRET(&secret, sizeof secret);
		expect(!sn_tx_proof_make(&entry, &hash, &statement, &secret), "the proof is made");
		expect(!sn_tx_proof_verify(&entry, &hash, &statement), "the proof is valid");
	}
}

static void mark(struct sn_account *account)
{
	(void)account; /* used if the seam is switched on */
	SN_SECRET(&account->spend_secret, sizeof account->spend_secret);
	SN_SECRET(&account->view_secret, sizeof account->view_secret);
}

/* All proofs about a transaction with additional tx keys. Opening its file and the review come before, as in
 * "sign". */
static void prove(void)
{
	struct sn_account account = cold_account("alice"), bob = cold_account("bob");
	const struct sn_address to[] = {cold_address(&bob, 0, 0), cold_address(&bob, 0, 1)},
				own = cold_address(&account, 0, 0);
	struct sn_unsigned_set made = cold_set(1), set;
	struct sn_review review;
	struct sn_again again = {0};
	struct sn_hash hash;
	struct sn_buf file = {0}, out = {0};
	struct sn_error err = {0};
	uint64_t received;
	bool is_own;
	cold_spend(made.txs, &account, &(struct cold_output){.amount = COLD_XMR, .to = {0, 3}, .index = 2});
	cold_spend_amount(made.txs, &account, COLD_XMR);
	for (size_t i = 0; i < 2; i++)
		cold_pay(made.txs, to[i], COLD_XMR / 2);
	cold_change(made.txs, 0, 0);
	expect(cold_seal(&file, &account, &made), "the set can be written");
	expect(!sn_cold_open_and_review(&set, NULL, &review, &account, NULL, file.data, file.len, 1, &err),
	       err.text);
	expect(!cold_set_sign(&out, &hash, &account, &set, NULL, NULL, &err), err.text);

	mark(&account);
	expect(!sn_again_find(&again, &account, &set, &hash, &err), err.text);
	expect(again.plan.has_additional_keys, "there are additional tx keys");
	expect_secret(&again.keys->r, sizeof again.keys->r, "r");
	sn_buf_clear(&out);
	for (size_t i = 0; i < 2; i++) {
		expect(!sn_prove_is_own(&is_own, &account, &to[i], &set, &err) && !is_own, err.text);
		expect(!sn_prove_sent(&out, &received, &again, &to[i], MESSAGE, strlen(MESSAGE), &err),
		       err.text);
		expect(received == COLD_XMR / 2, "the amount is proved");
	}
	expect(!sn_prove_is_own(&is_own, &account, &own, &set, &err) && is_own, err.text);
	expect(!sn_prove_received(&out, &received, &account, &again.tx, &hash, &own, MESSAGE, strlen(MESSAGE),
				  &err),
	       err.text);
	expect(received == set.txs->change, "the change is proved");
	expect(!sn_prove_spend(&out, &again, MESSAGE, strlen(MESSAGE), &err), err.text);
	expect(!sn_prove_tx_key(&out, &again, &err), err.text);
	SN_PUBLIC(out.data, out.len);
	sn_again_free(&again);
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
	cold_free(&made);
	sn_buf_free(&file);
	sn_buf_free(&out);
}

static void prove_reserve(void)
{
	struct sn_account account = vector_account();
	struct sn_listed_output outputs[] = {
		own_output(&account, point("R0"), 0, (struct sn_subaddress_index){0, 0}),
		own_output(&account, point("R1"), 1, (struct sn_subaddress_index){0, 7}),
		own_output(&account, point("R2"), 300, (struct sn_subaddress_index){2, 1}),
	};
	const struct sn_output_list list = {.outputs = outputs, .n = sizeof outputs / sizeof *outputs};
	struct sn_buf out = {0};
	struct sn_error err = {0};
	mark(&account);
	expect(!sn_prove_reserve(&out, &account, &list, MESSAGE, strlen(MESSAGE), &err), err.text);
	sn_buf_free(&out);
}

const struct section ctime_payments[] = {
	{"signature", signature}, {"ring-signature", ring_signature}, {"tx-proof", tx_proof},
	{"prove", prove},         {"prove-reserve", prove_reserve},   {NULL, NULL},
};
