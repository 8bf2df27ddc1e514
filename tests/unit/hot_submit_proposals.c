#include "cold/proposal_sign.h"
#include "handoff/envelope.h"
#include "handoff/proposal_set.h"
#include "handoff/proposal_tx.h"
#include "handoff/signed_proposals.h"
#include "hot/compose.h"
#include "hot/submit.h"
#include "hot_carrot_chain.h"

#include <string.h>

#define NOW 1800000000

static struct sn_payment_destination destinations[2];
static struct sn_payment_request request;
static struct sn_signed_proposals set; /* what the signer answered */
static struct sn_buf file;

static void start(void)
{
	set_up();
	destinations[0] = (struct sn_payment_destination){cold_address(&t.bob, 0, 0), COLD_XMR / 10};
	destinations[1] = (struct sn_payment_destination){cold_address(&t.bob, 0, 1), COLD_XMR / 20};
	request = (struct sn_payment_request){.destinations = destinations,
					      .n_destinations = 1,
					      .mixin = SN_MIXIN,
					      .priority = 1,
					      .format = SN_REQUEST_PROPOSALS};
}

static void end(void)
{
	sn_signed_proposals_free(&set);
	sn_buf_free(&file);
	tear_down();
}

TestSuite(hot_submit_proposals, .init = start, .fini = end);

/* ---------------------------------------------------------------- from the wallet to the signer and back */

static void seal(const struct sn_account *owner)
{
	struct sn_buf content = {0};
	sn_buf_free(&file);
	cr_assert(!sn_signed_proposals_encode(&content, &set, owner->network, &t.err), "%s", t.err.text);
	cr_assert(!sn_envelope_seal(&file, SN_ENVELOPE_SIGNED_PROPOSALS, owner->network, &owner->view_secret,
				    content.data, content.len, &t.err));
	sn_buf_free(&content);
}

static void sign(const struct sn_buf *proposals)
{
	struct sn_proposal_set asked;
	struct sn_hash digest, messages[4];
	struct sn_buf content = {0};
	cr_assert(!sn_envelope_open(&content, SN_ENVELOPE_PROPOSALS, t.alice.network, &t.alice.view_secret,
				    proposals->data, proposals->len, &t.err));
	cr_assert(!sn_proposal_set_decode(&asked, t.alice.network, content.data, content.len, &t.err));
	cr_assert(asked.n <= 4 && !sn_proposal_digest(&digest, &asked, t.alice.network, &t.err));
	sn_signed_proposals_free(&set);
	cr_assert(!sn_sign_proposals(&set, messages, &t.alice, &asked, &digest, NULL, 1, &t.err), "%s",
		  t.err.text);
	sn_proposal_set_free(&asked);
	sn_buf_free(&content);
}

/* Compose the request, and sign it. */
static void pay(void)
{
	struct sn_compose_result result;
	struct sn_buf proposals = {0};
	cr_assert(!sn_compose(&proposals, &result, t.h.w, t.chain.daemon, &request, NOW, &t.err), "%s",
		  t.err.text);
	sn_compose_result_free(&result);
	sign(&proposals);
	sn_buf_free(&proposals);
	seal(&t.alice);
}

/* One output of alice of before the upgrade, and one of bob of after it: a payment to her. */
static void give_both(void)
{
	const struct sn_address main = cold_address(&t.alice, 0, 0);
	send_old(&main, COLD_XMR / 2);
	mine(16, 12, &t.bob);
	mine(17, 1, &t.bob);
	send_to(&main, COLD_XMR / 4);
	mine(18, 12, &t.bob);
	sync_now();
}

/* A payment that spends both. */
static void pay_with_both(void)
{
	give_both();
	destinations[0].amount = COLD_XMR * 3 / 5;
	pay();
}

/* The result without its lists. */
static struct sn_submit_result result;
static struct sn_checked_proposal checked[4];

static int submit(void)
{
	const unsigned n_requests = t.chain.n_requests;
	t.err = (struct sn_error){0};
	int ret = sn_submit(&result, t.h.w, t.chain.daemon, file.data, file.len, NOW, NULL, &t.err);
	cr_assert(t.chain.n_requests == n_requests && result.n == 0 && result.n_failed == 0);
	cr_assert_eq(t.h.w->n_payments, 0);
	cr_assert(result.n_proposals <= 4);
	for (size_t i = 0; i < result.n_proposals; i++)
		checked[i] = result.proposals[i];
	const size_t n = result.n_proposals;
	sn_submit_result_free(&result);
	result.n_proposals = n;
	return ret;
}

static void expect_taken(size_t n_images)
{
	struct sn_wallet *stored;
	int ret = submit();
	cr_assert(ret == SN_REFUSED && t.err.reason == SN_REASON_FORK, "%d: %s", ret, t.err.text);
	cr_assert(strstr(t.err.text, "membership proofs are not built in yet") && t.err.hint[0]);
	cr_assert_eq(result.n_proposals, set.n);
	for (size_t i = 0; i < set.n; i++)
		cr_assert(checked[i].amount == sn_proposal_payments_sent(&set.txs[i].payments) &&
			  checked[i].fee == set.txs[i].payments.fee && !checked[i].is_spent);
	cr_assert_eq(t.h.w->n_images, n_images);
	cr_assert(!sn_wallet_open(&stored, t.h.path, SN_WALLET_READ, HOT_PASSWORD, NULL, &t.err));
	cr_assert_eq(stored->n_images, n_images);
	sn_wallet_close(stored);
}

static void expect_refused(const char *words)
{
	const size_t n = t.h.w->n_images;
	int ret = submit();
	cr_assert(ret == SN_REFUSED || ret == SN_BAD_INPUT, "%d: %s: %s", ret, words, t.err.text);
	cr_assert(ret == SN_BAD_INPUT || t.err.reason == SN_REASON_FOREIGN, "%s", t.err.text);
	cr_assert(t.err.reason != SN_REASON_FORK && strstr(t.err.text, words), "\"%s\": %s", words,
		  t.err.text);
	cr_assert_eq(t.h.w->n_images, n);
	cr_assert_eq(result.n_proposals, 0);
}

/* ---------------------------------------------------------------- what is taken */

Test(hot_submit_proposals, key_images_are_taken_and_nothing_is_sent)
{
	struct sn_balance before, after;
	pay_with_both();
	cr_assert(set.txs[0].n_inputs == 2 && set.txs[0].n_created == 1);
	sn_balance(&before, t.h.w, -1, NOW);
	expect_taken(3);
	for (size_t i = 0; i < 2; i++)
		cr_assert(t.h.w->outputs[i].has_image);
	sn_balance(&after, t.h.w, -1, NOW);
	cr_assert(after.unlocked == before.unlocked && after.reserved == 0);
	expect_taken(3); /* again */
	/* As hexadecimal text. */
	struct sn_buf bytes = file;
	file = (struct sn_buf){0};
	for (size_t i = 0; i < bytes.len; i++) {
		char digits[3];
		snprintf(digits, sizeof digits, "%02x", bytes.data[i]);
		sn_put_bytes(&file, digits, 2);
	}
	sn_buf_free(&bytes);
	expect_taken(3);
}

/* They are right: the wallet finds the spends in a block. */
Test(hot_submit_proposals, spends_are_found_by_the_key_images)
{
	struct sn_point images[2];
	const struct sn_address bob = cold_address(&t.bob, 0, 0);
	pay_with_both();
	expect_taken(3);
	for (size_t i = 0; i < 2; i++)
		images[i] = *sn_wallet_image_of(t.h.w, &t.h.w->outputs[i]);
	send(carrot_tx_pay(&t.alice, images, 2, &bob, 1, 1000));
	mine(18, 1, &t.bob);
	sync_now();
	cr_assert(t.result.spent == 2 && total() == 1000);
	cr_assert_eq(submit(), SN_REFUSED);
	cr_assert(t.err.reason == SN_REASON_SPENT && strstr(t.err.text, "it cannot be sent"), "%s",
		  t.err.text);
	cr_assert(result.n_proposals == 1 && checked[0].is_spent);
}

/* The key images are not known when the block is scanned. */
Test(hot_submit_proposals, earlier_spends_are_found_by_scanning_again)
{
	struct sn_point images[2];
	const struct sn_address bob = cold_address(&t.bob, 0, 0);
	pay_with_both();
	for (size_t i = 0; i < 2; i++)
		images[i] = set.txs[0].inputs[i].image;
	send(carrot_tx_pay(&t.alice, images, 2, &bob, 1, 1000));
	mine(18, 1, &t.bob);
	sync_now();
	cr_assert_eq(total(), COLD_XMR * 3 / 4 + 1000);
	expect_taken(3);
	sync_now();
	cr_assert_eq(total(), 1000);
	cr_assert_eq(submit(), SN_REFUSED);
	cr_assert(t.err.reason == SN_REASON_SPENT && checked[0].is_spent, "%s", t.err.text);
}

/* Put the signed transaction in a block. */
static void mine_signed(void)
{
	const struct sn_signed_proposal *tx = set.txs;
	struct sn_proposal_tx made = {0};
	struct sn_point images[2];
	struct sn_carrot_seed seed;
	cr_assert(tx->n_inputs <= 2);
	for (size_t i = 0; i < tx->n_inputs; i++)
		images[i] = tx->inputs[i].image;
	memcpy(seed.b, tx->seed, sizeof seed.b);
	cr_assert(!sn_proposal_tx_make(&made, &t.alice, &tx->payments, &seed, images, tx->n_inputs, &t.err));
	for (size_t i = 0; i < tx->n_inputs; i++)
		images[i] = made.tx.inputs[i].key_image;
	send(carrot_tx(images, tx->n_inputs, made.outputs.made, made.outputs.n,
		       made.outputs.encrypted_payment_id));
	sn_proposal_tx_free(&made);
	mine(18, 12, &t.bob);
}

/* Another wallet of the same keys sent the transaction, and spent its change. */
Test(hot_submit_proposals, a_change_that_was_spent_is_found_by_scanning_again)
{
	const struct sn_address bob = cold_address(&t.bob, 0, 0);
	pay_with_both();
	for (size_t i = 0; i < 2; i++)
		cr_assert(!sn_wallet_add_image(t.h.w, &set.txs->inputs[i].key, &set.txs->inputs[i].image));
	cr_assert(!sn_wallet_store(t.h.w, &t.err));
	mine_signed();
	send(carrot_tx_pay(&t.bob, &set.txs->created[0].image, 1, &bob, 1, 5));
	mine(18, 2, &t.bob);
	sync_now();
	cr_assert(total() > 0);
	cr_assert_eq(submit(), SN_REFUSED);
	sync_now();
	cr_assert_eq(total(), 0);
}

Test(hot_submit_proposals, payments_to_ourselves_and_sweeps)
{
	give_both();
	destinations[0].address = cold_address(&t.alice, 0, 1);
	pay();
	cr_assert_eq(set.txs[0].n_created, 2);
	expect_taken(set.txs[0].n_inputs + 2);
	request.sweep_all = true;
	pay();
	cr_assert(set.txs[0].n_inputs == 2 && set.txs[0].n_created == 2); /* the change of 0, too */
	expect_taken(2 + 2 + 2); /* two of each payment, and the inputs */
}

/* The signer need not list them. */
Test(hot_submit_proposals, without_key_images_of_created_outputs)
{
	give_both();
	pay();
	set.txs[0].n_created = 0;
	seal(&t.alice);
	expect_taken(set.txs[0].n_inputs);
}

/* ---------------------------------------------------------------- what is refused */

static struct sn_signed_proposal *tx(void)
{
	return &set.txs[0];
}

static void alter_image(void)
{
	tx()->inputs[0].image = cold_random_point();
}

static void alter_image_to_torsion(void)
{
	tx()->inputs[0].image = cold_torsion_point();
}

static void alter_key(void)
{
	tx()->inputs[0].key = cold_random_point();
}

/* The other output of alice. */
static void alter_key_to_ours(void)
{
	const struct sn_wallet_output *o = t.h.w->outputs;
	const bool is_first = sn_point_is_equal(&o[0].key, &tx()->inputs[0].key);
	tx()->inputs[0].key = o[is_first ? 1 : 0].key;
}

static void alter_proof(void)
{
	tx()->inputs[0].proof[200] ^= 1;
}

static void alter_seed(void)
{
	tx()->seed[31] ^= 0x80;
}

static void alter_fee(void)
{
	tx()->payments.fee++;
}

static void move_to_fee(void)
{
	tx()->payments.fee++;
	tx()->payments.self_sends[0].amount--;
}

static void move_to_recipient(void)
{
	tx()->payments.destinations[0].amount++;
	tx()->payments.self_sends[0].amount--;
}

static void overflow(void)
{
	tx()->payments.destinations[0].amount -= UINT64_MAX / 2 + 1;
	tx()->payments.self_sends[0].amount -= UINT64_MAX / 2 + 1;
}

static void alter_recipient(void)
{
	tx()->payments.destinations[0].address = cold_address(&t.bob, 3, 3);
}

/* Keys that no transaction can pay. */
static void alter_recipient_to_none(void)
{
	memset(tx()->payments.destinations[0].address.spend.b, 0xff, 32);
}

static void alter_change(void)
{
	tx()->payments.self_sends[0].subaddress.minor = 1;
}

static void alter_change_to_far(void)
{
	tx()->payments.self_sends[0].subaddress.minor = 100000;
}

static void alter_type(void)
{
	tx()->payments.self_sends[0].enote_type = SN_CARROT_PAYMENT;
}

static void alter_created(void)
{
	tx()->created[0].index ^= 1;
}

static void alter_created_to_none(void)
{
	tx()->created[0].index = 2;
}

static void alter_created_image(void)
{
	tx()->created[0].image = cold_torsion_point();
}

Test(hot_submit_proposals, altered_files_are_refused)
{
	static const struct {
		void (*alter)(void);
		const char *words;
	} cases[] = {
		{alter_image, "a proof is invalid"},
		{alter_image_to_torsion, "a key image is invalid"},
		{alter_key, "an output that this wallet does not know"},
		{alter_key_to_ours, "its amounts do not add up"},
		{alter_proof, "a proof is invalid"},
		{alter_seed, "a proof is invalid"},
		{alter_fee, "its amounts do not add up"},
		{move_to_fee, "a proof is invalid"},
		{move_to_recipient, "a proof is invalid"},
		{overflow, "its amounts do not add up"},
		{alter_recipient, "a proof is invalid"},
		{alter_recipient_to_none, "the signed file does not match this wallet: "},
		{alter_change, "a proof is invalid"},
		{alter_change_to_far, "an own address for which this wallet does not scan"},
		{alter_type, "a proof is invalid"},
		{alter_created, "a foreign output as ours"},
		{alter_created_to_none, "a foreign output as ours"},
		{alter_created_image, "a key image is invalid"},
	};
	give_both();
	destinations[0].amount = COLD_XMR / 5;
	request.choice.below = COLD_XMR / 2; /* one input */
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		pay();
		cases[i].alter();
		seal(&t.alice);
		expect_refused(cases[i].words);
	}
	pay();
	expect_taken(tx()->n_inputs + 1);
}

/* A key image that the wallet has already, of an input and of an output that is created. */
Test(hot_submit_proposals, known_key_images_are_not_contradicted)
{
	const struct sn_point other = cold_random_point();
	give_both();
	pay();
	cr_assert(!sn_wallet_add_image(t.h.w, &tx()->inputs[0].key, &other));
	expect_refused("a key image contradicts the known one of that output");
}

/* Of several transactions, one that is refused keeps the images of the others out. */
Test(hot_submit_proposals, one_bad_transaction_of_several)
{
	static struct sn_payment_destination many[16];
	for (size_t i = 0; i < 16; i++)
		many[i] =
			(struct sn_payment_destination){cold_address(&t.bob, 0, (uint32_t)i), COLD_XMR / 100};
	give_both();
	request.destinations = many;
	request.n_destinations = 16;
	request.may_be_several = true;
	pay();
	cr_assert_eq(set.n, 2);
	set.txs[1].inputs[0].proof[7] ^= 1;
	seal(&t.alice);
	expect_refused("transaction 2 of 2");
	set.txs[1].inputs[0].proof[7] ^= 1;
	seal(&t.alice);
	expect_taken(set.txs[0].n_inputs + set.txs[1].n_inputs + 2);
	/* The same transaction twice. */
	struct sn_signed_proposal twice[2] = {set.txs[0], set.txs[0]}, *txs = set.txs;
	set.txs = twice;
	seal(&t.alice);
	set.txs = txs;
	expect_refused("it spends an output twice");
}

Test(hot_submit_proposals, corrupt_and_foreign_files)
{
	give_both();
	pay();
	for (size_t i = 7; i < file.len; i += 13) {
		file.data[i] ^= 1;
		expect_refused("");
		file.data[i] ^= 1;
	}
	file.len--;
	expect_refused("");
	seal(&t.bob);
	expect_refused("belongs to another wallet");
	/* A proposal that is not signed. */
	struct sn_compose_result result;
	sn_buf_free(&file);
	cr_assert(!sn_compose(&file, &result, t.h.w, t.chain.daemon, &request, NOW, &t.err));
	sn_compose_result_free(&result);
	expect_refused("wrong file: this is");
}
