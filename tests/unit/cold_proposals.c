/* Signing of proposals: the transactions of tests/vectors/carrot.txt byte for byte, and random ones. */
#include "carrot_fixture.h"
#include "cold_proposal_sets.h"
#include "cold_sets.h"

#include "cold/proposal_prepare.h"
#include "cold/proposal_seed.h"
#include "cold/proposal_sign.h"
#include "cold/review_proposals.h"
#include "crypto/keccak.h"
#include "crypto/scalar.h"
#include "ringct/commitment.h"
#include "ringct/sal_prove.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

/* The proposal `name` of the vectors, as a set of one. */
static struct sn_proposal_set vector_set(const char *name)
{
	size_t len;
	uint8_t *bytes = named_vector_all(&len, CARROT, "%s.unsigned", name);
	struct sn_buf content = {0};
	struct sn_proposal_set set;
	struct sn_error err = {0};
	cr_assert(sodium_init() >= 0);
	sn_put_u8(&content, 1); /* one transaction */
	sn_put_bytes(&content, bytes, len);
	cr_assert(!sn_proposal_set_decode(&set, SN_MAINNET, content.data, content.len, &err), "%s", err.text);
	sn_buf_free(&content);
	free(bytes);
	return set;
}

static void expect_bytes(const void *have, size_t len, const char *name, const char *part)
{
	size_t want_len;
	uint8_t *want = named_vector_all(&want_len, CARROT, "%s.%s", name, part);
	cr_assert_eq(len, want_len, "%s.%s", name, part);
	cr_assert(!memcmp(have, want, len), "%s.%s", name, part);
	free(want);
}

static void expect_written(const struct sn_prepared_proposal *p, const char *name)
{
	struct sn_buf bytes = {0};
	sn_tx_write_prefix(&bytes, &p->made.tx);
	expect_bytes(bytes.data, bytes.len, name, "prefix");
	bytes.len = 0;
	sn_tx_write_base(&bytes, &p->made.tx);
	expect_bytes(bytes.data, bytes.len, name, "base");
	sn_buf_free(&bytes);
	expect_bytes(p->made.message.b, 32, name, "m");
	expect_bytes(p->seed.b, 32, name, "seed");
}

static void expect_proof(const struct sn_prepared_input *in, const struct sn_account *account,
			 const char *input)
{
	struct sn_sal_nonce_key key;
	struct sn_sal proof;
	const struct sn_sal_opening opening = {in->opened.keys.x, in->opened.keys.y, in->r};
	sn_sal_nonce_key_make(&key, &account->spend_secret);
	cr_assert(!sn_sal_prove(&proof, &in->statement, &in->opened.output, &opening, &key, sn_fcmp));
	expect_bytes(&proof, sizeof proof, input, "proof");
}

static void expect_input(const struct sn_prepared_input *in, const struct sn_account *account,
			 const char *input)
{
	expect_bytes(in->opened.output.o.b, 32, input, "K_o");
	expect_bytes(in->opened.output.c.b, 32, input, "C");
	expect_bytes(in->opened.output.i.b, 32, input, "I");
	expect_bytes(in->opened.keys.x.b, 32, input, "x");
	expect_bytes(in->opened.keys.y.b, 32, input, "y");
	expect_bytes(in->opened.mask.b, 32, input, "k_a");
	expect_bytes(in->opened.image.b, 32, input, "L");
	expect_bytes(in->r.r_c.b, 32, input, "r_c");
	expect_bytes(in->statement.input.o.b, 32, input, "O_tilde");
	expect_bytes(in->statement.input.i.b, 32, input, "I_tilde");
	expect_bytes(in->statement.input.r.b, 32, input, "R_tilde");
	expect_bytes(in->statement.input.c.b, 32, input, "C_tilde");
	expect_proof(in, account, input);
}

/* Input, expected and computed: all bytes of the transaction, the statements and the proofs. */
Test(cold_proposals, transactions_of_the_vectors_are_signed_byte_for_byte)
{
	const struct sn_account account = carrot_account("snd");
	const char *const names[] = {"tx1", "tx2", "tx3"};
	for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
		struct sn_proposal_set set = vector_set(names[k]);
		struct sn_prepared_proposal *p;
		struct sn_error err = {0};
		uint64_t weight;
		cr_assert(!sn_proposal_prepare(&p, &account, set.proposals, &err), "%s", err.text);
		expect_written(p, names[k]);
		cr_assert(!sn_proposal_weight(&weight, p->n, &set.proposals->payments));
		cr_assert_eq(weight, carrot_u64(names[k], "weight"));
		for (size_t i = 0; i < p->n; i++) {
			char *input;
			cr_assert(asprintf(&input, "%s.in.%zu", names[k], i) > 0);
			expect_input(&p->inputs[i], &account, input);
			free(input);
		}
		sn_prepared_proposal_free(p);
		sn_proposal_set_free(&set);
	}
}

Test(cold_proposals, the_seed_depends_on_the_constants)
{
	const struct sn_account account = carrot_account("snd");
	struct sn_proposal_set set = vector_set("tx4");
	struct sn_carrot_seed seed;
	cr_assert(!sn_proposal_seed(&seed, &account, set.proposals, &sn_fcmp_old, NULL));
	expect_bytes(seed.b, 32, "tx4", "seed");
	cr_assert(!sn_proposal_seed(&seed, &account, set.proposals, &sn_fcmp_new, NULL));
	cr_assert_arr_neq(seed.b, ((struct sn_carrot_seed){{0}}).b, 32);
	sn_proposal_set_free(&set);
}

static int sign(struct sn_signed_proposals *out, const struct sn_account *account,
		const struct sn_proposal_set *set, struct sn_error *err)
{
	struct sn_hash digest, messages[4];
	cr_assert(set->n <= 4);
	int ret = sn_proposal_digest(&digest, set, account->network, err);
	return ret ? ret : sn_sign_proposals(out, messages, account, set, &digest, NULL, 1, err);
}

static void expect_signed(const struct sn_account *account, const struct sn_proposal_set *set)
{
	struct sn_signed_proposals first, second;
	struct sn_buf a = {0}, b = {0};
	struct sn_error err = {0};
	cr_assert(!sign(&first, account, set, &err), "%s", err.text);
	cr_assert(!sign(&second, account, set, &err), "%s", err.text);
	cr_assert(!sn_signed_proposals_encode(&a, &first, account->network, &err), "%s", err.text);
	cr_assert(!sn_signed_proposals_encode(&b, &second, account->network, &err), "%s", err.text);
	cr_assert(a.len == b.len && !memcmp(a.data, b.data, a.len));
	for (size_t i = 0; i < first.n; i++) {
		size_t n_own = set->proposals[i].payments.n_self_sends;
		cr_assert_geq(first.txs[i].n_created, n_own);
	}
	sn_buf_free(&a);
	sn_buf_free(&b);
	sn_signed_proposals_free(&first);
	sn_signed_proposals_free(&second);
}

/* tx1 and tx2 do not return the change to the account of the inputs. */
Test(cold_proposals, a_proposal_of_the_vectors_passes_the_review)
{
	const struct sn_account account = carrot_account("snd");
	struct sn_proposal_set set = vector_set("tx3");
	struct sn_signed_proposals signed_set;
	struct sn_error err = {0};
	cr_assert(!sign(&signed_set, &account, &set, &err), "%s", err.text);
	expect_bytes(signed_set.txs->seed, 32, "tx3", "seed");
	expect_bytes(signed_set.txs->inputs->proof, 384, "tx3.in.0", "proof");
	expect_bytes(signed_set.txs->inputs->image.b, 32, "tx3.in.0", "L");
	cr_assert_eq(signed_set.txs->n_created, 2);
	sn_signed_proposals_free(&signed_set);
	sn_proposal_set_free(&set);
	const char *const refused[] = {"tx1", "tx2"};
	for (size_t i = 0; i < 2; i++) {
		set = vector_set(refused[i]);
		cr_assert_eq(sign(&signed_set, &account, &set, &err), SN_REFUSED);
		cr_assert(strstr(err.text, "the change goes to address"), "%s", err.text);
		sn_proposal_set_free(&set);
	}
}

static const enum sn_proposal_input_kind all_kinds[] = {SN_PROPOSAL_OLD, SN_PROPOSAL_NORMAL,
							SN_PROPOSAL_SPECIAL, SN_PROPOSAL_COINBASE};

Test(cold_proposals, every_kind_of_input_and_address_is_signed)
{
	const struct sn_account alice = cold_account("alice"), bob = cold_account("bob");
	const struct sn_subaddress_index primary = {0, 0}, other = {0, 7};
	const struct sn_address to[] = {cold_address(&bob, 0, 0), cold_address(&bob, 3, 4),
					cold_integrated(&bob, 99), cold_address(&alice, 0, 3),
					cold_address(&alice, 0, 0)};
	for (size_t i = 0; i < sizeof to / sizeof *to; i++) {
		struct sn_proposal_set set = proposal_set(2);
		for (size_t k = 0; k < 4; k++)
			proposal_spend(&set.proposals[0], &alice, all_kinds[k],
				       all_kinds[k] == SN_PROPOSAL_COINBASE ? primary : other, COLD_XMR);
		proposal_pay(&set.proposals[0], to[i], COLD_XMR);
		proposal_pay(&set.proposals[0], cold_address(&bob, 1, 1), COLD_XMR);
		proposal_change(&set.proposals[0], 0);
		proposal_spend(&set.proposals[1], &alice, all_kinds[i % 3], primary, COLD_XMR);
		proposal_pay(&set.proposals[1], to[i], COLD_XMR / 2);
		proposal_change(&set.proposals[1], 0);
		expect_signed(&alice, &set);
		proposal_free(&set);
	}
}

/* The transaction has the outputs in another order. Equal ones differ by their anchors only. */
Test(cold_proposals, equal_payments_to_an_own_address_are_signed)
{
	const struct sn_account alice = cold_account("alice");
	const size_t numbers[] = {2, 3, SN_TX_OUTPUTS_MAX - 1};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		for (uint32_t turn = 0; turn < 6; turn++) {
			struct sn_proposal_set set = proposal_set(1);
			struct sn_proposal *p = set.proposals;
			proposal_spend(p, &alice, SN_PROPOSAL_NORMAL, (struct sn_subaddress_index){0, 0},
				       COLD_XMR);
			for (size_t k = 0; k < numbers[i]; k++)
				proposal_pay(p, cold_address(&alice, 0, turn / 2), COLD_XMR / 20 + turn);
			proposal_change(p, 0);
			expect_signed(&alice, &set);
			proposal_free(&set);
		}
}

Test(cold_proposals, own_outputs_only_and_zero_change_are_signed)
{
	const struct sn_account alice = cold_account("alice");
	struct sn_proposal_set set = proposal_set(1);
	struct sn_proposal *p = set.proposals;
	proposal_spend(p, &alice, SN_PROPOSAL_NORMAL, (struct sn_subaddress_index){2, 0}, COLD_XMR);
	proposal_pay_self(p, (struct sn_subaddress_index){0, 9}, COLD_XMR / 2);
	proposal_change(p, 2);
	expect_signed(&alice, &set);
	p->payments.self_sends[0].amount += p->payments.self_sends[1].amount;
	p->payments.self_sends[1].amount = 0;
	expect_signed(&alice, &set);
	struct sn_review review;
	struct sn_error err = {0};
	cr_assert(!sn_review_proposals(&review, &alice, &set, NULL, 1, &err), "%s", err.text);
	cr_assert(review.n == 1 && !review.txs->has_change && review.txs->n_destinations == 1);
	cr_assert(review.txs->destinations->is_own && review.left == review.sent);
	sn_review_free(&review);
	proposal_free(&set);
}

Test(cold_proposals, a_watch_only_account_reviews_and_does_not_sign)
{
	const struct sn_account alice = cold_account("alice"), bob = cold_account("bob");
	struct sn_account watch;
	struct sn_proposal_set set = proposal_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_signed_proposals out;
	struct sn_review review;
	struct sn_error err = {0};
	sn_account_watch_only(&watch, &alice);
	cr_assert(!sn_review_proposals(&review, &watch, &set, NULL, 1, &err), "%s", err.text);
	cr_assert_eq(review.sent, COLD_XMR / 4);
	sn_review_free(&review);
	cr_assert_eq(sign(&out, &watch, &set, &err), SN_BAD_INPUT);
	cr_assert_eq(sn_review_proposals(&review, &bob, &set, NULL, 1, &err), SN_REFUSED);
	proposal_free(&set);
}

Test(cold_proposals, a_set_that_changed_in_memory_is_refused)
{
	const struct sn_account alice = cold_account("alice"), bob = cold_account("bob");
	struct sn_proposal_set set = proposal_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_signed_proposals out;
	struct sn_hash digest, message;
	struct sn_error err = {0};
	cr_assert(!sn_proposal_digest(&digest, &set, SN_MAINNET, &err));
	set.proposals->payments.destinations->address = cold_address(&bob, 0, 1);
	cr_assert_eq(sn_sign_proposals(&out, &message, &alice, &set, &digest, NULL, 1, &err), SN_REFUSED);
	cr_assert(strstr(err.text, "changed in memory"), "%s", err.text);
	cr_assert_null(out.txs);
	proposal_free(&set);
}
