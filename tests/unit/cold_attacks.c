/* Known attacks on cold signers. The attacker controls the online machine and has the view key, so each file
 * is validly sealed. Each test is named after the rule that stops the attack. */
#include "cold/files.h"

#include "base/file.h"
#include "base/hex.h"
#include "base/json.h"
#include "chain/amount.h"
#include "cold/input.h"
#include "cold_sets.h"
#include "seed.h"
#include "cold/review_print.h"
#include "crypto/derive.h"
#include "crypto/group.h"
#include "crypto/group_mul.h"
#include "crypto/keccak.h"
#include "handoff/envelope.h"

#include <criterion/criterion.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct sn_account alice, bob, mallory;

static void set_up(void)
{
	alice = cold_account("alice");
	bob = cold_account("bob");
	mallory = cold_account("mallory");
}

TestSuite(cold_attacks, .init = set_up);

/* Open and review a set of the online machine, through a file, like the programs. */
struct seen {
	struct sn_unsigned_set set;
	struct sn_review review;
	char *text; /* as shown, without any white space */
};

static struct sn_buf file_of(const struct sn_unsigned_set *set)
{
	struct sn_buf file = {0};
	cr_assert(cold_seal(&file, &alice, set));
	return file;
}

static struct seen look(const struct sn_unsigned_set *set)
{
	struct seen seen;
	struct sn_buf file = file_of(set), text = {0};
	struct sn_error err = {0};
	cr_assert(!sn_cold_open_and_review(&seen.set, NULL, &seen.review, &alice, NULL, file.data, file.len,
					   1, &err),
		  "%s", err.text);
	cr_assert(!sn_review_text(&text, &seen.review, SN_REVIEW_TO_LOOK));
	size_t n = 0;
	for (size_t i = 0; i < text.len; i++)
		if (!isspace(text.data[i]))
			text.data[n++] = text.data[i];
	text.len = n;
	sn_put_u8(&text, 0);
	cr_assert(!text.failed);
	seen.text = (char *)text.data;
	sn_buf_free(&file);
	return seen;
}

static void seen_free(struct seen *seen)
{
	sn_unsigned_set_free(&seen->set);
	sn_review_free(&seen->review);
	free(seen->text);
}

/* "send 1.250000000000 XMR to the subaddress 8…", as a reader sees it. */
static void expect_shown(const struct seen *seen, uint64_t amount, const char *to,
			 const struct sn_address *address)
{
	char figure[SN_AMOUNT_TEXT_MAX], text[SN_ADDRESS_TEXT_MAX], words[300];
	sn_amount_format(figure, (struct sn_amount){amount});
	sn_address_format(text, address);
	snprintf(words, sizeof words, "send%sXMR%s%s", figure, to, text);
	cr_assert(strstr(seen->text, words), "\"%s\" is not shown in %s", words, seen->text);
}

static size_t count(const char *text, const char *words)
{
	size_t n = 0;
	for (; (text = strstr(text, words)); text++)
		n++;
	return n;
}

/* ---------------------------------------------------------------- shown ≠ signed */

/* The attack: the review reads one copy of the destinations, the signature another. Here there is one copy.
 * The recipients find in the finished bytes exactly the amounts of the review, and nobody else finds
 * anything. */
Test(cold_attacks, the_shown_recipients_and_amounts_are_signed)
{
	struct sn_account carol = cold_account("carol");
	const struct sn_account *const others[] = {&bob, &carol, &mallory};
	struct sn_unsigned_set set = cold_set(2);
	for (size_t i = 0; i < 2; i++)
		cold_spend_amount(&set.txs[i], &alice, COLD_XMR);
	cold_pay(&set.txs[0], cold_address(&bob, 0, 0), COLD_SMALL);
	cold_pay(&set.txs[0], cold_address(&carol, 0, 2), 2 * COLD_SMALL);
	cold_pay(&set.txs[1], cold_integrated(&carol, 77), 3 * COLD_SMALL);
	for (size_t i = 0; i < 2; i++)
		cold_change(&set.txs[i], 0, 0);
	struct seen seen = look(&set);
	struct cold_result result = cold_sign(&alice, &seen.set);
	for (size_t i = 0; i < 2; i++) {
		const struct sn_review_tx *shown = &seen.review.txs[i];
		size_t n_found = 0;
		for (size_t k = 0; k < 3; k++) {
			struct sn_owned_output owned[SN_TX_OUTPUTS_MAX];
			size_t n = cold_receive(owned, others[k], &result.txs[i]);
			for (size_t j = 0; j < n; j++, n_found++) {
				struct sn_address to = cold_address(others[k], owned[j].subaddress.major,
								    owned[j].subaddress.minor);
				size_t n_shown = 0;
				for (size_t d = 0; d < shown->n_destinations; d++)
					n_shown += shown->destinations[d].amount == owned[j].amount &&
						   sn_point_is_equal(&shown->destinations[d].address.spend,
								     &to.spend) &&
						   sn_point_is_equal(&shown->destinations[d].address.view,
								     &to.view);
				cr_assert_eq(n_shown, 1);
			}
		}
		cr_assert_eq(n_found, shown->n_destinations);
		cr_assert_eq(result.txs[i].n_outputs, shown->n_destinations + 1);
		cr_assert_eq(result.txs[i].fee, shown->fee);
		cold_expect_one(&alice, &result.txs[i], 0, 0, shown->change);
	}
	cold_result_free(&result);
	seen_free(&seen);
	cold_free(&set);
}

/* The set changes in memory after the confirmation: the contents of the file are signed, or nothing. */
Test(cold_attacks, a_set_that_changes_in_memory_is_not_signed)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct seen seen = look(&set);
	struct sn_unsigned_tx *tx = &seen.set.txs[0], good = *tx;
	struct sn_unsigned_destination destination = tx->destinations[0];
	for (int i = 0; i < 4; i++) {
		struct sn_buf out = {0};
		struct sn_error err = {0};
		switch (i) {
		case 0: /* each of these would be a good transaction */
			tx->destinations[0].address = cold_address(&mallory, 0, 0);
			break;
		case 1:
			tx->destinations[0].amount++;
			tx->change--;
			break;
		case 2:
			tx->fee++;
			tx->change--;
			break;
		case 3:
			tx->inputs[0].global_index[15]++;
			break;
		}
		cr_assert_eq(cold_set_sign(&out, NULL, &alice, &seen.set, NULL, NULL, &err), SN_REFUSED, "%d",
			     i);
		cr_assert(strstr(err.text, "changed in memory"), "%s", err.text);
		cr_assert_eq(out.len, 0);
		tx->destinations[0] = destination;
		*tx = good;
	}
	tx->inputs[0].global_index[15]--;
	struct sn_buf out = {0};
	struct sn_error err = {0};
	cr_assert(!cold_set_sign(&out, NULL, &alice, &seen.set, NULL, NULL, &err), "%s", err.text);
	sn_buf_free(&out);
	seen_free(&seen);
	cold_free(&set);
}

/* ---------------------------------------------------------------- pay-to-many hidden */

/* Only the first destination was shown. */
Test(cold_attacks, every_one_of_many_recipients_is_shown)
{
	struct sn_unsigned_set set = cold_set(2);
	for (size_t i = 0; i < 2; i++) {
		cold_spend_amount(&set.txs[i], &alice, COLD_XMR);
		for (uint32_t j = 0; j < 14; j++)
			cold_pay(&set.txs[i], cold_address(&bob, 1, j), COLD_SMALL + j);
		cold_pay(&set.txs[i], cold_address(&mallory, 0, (uint32_t)i), COLD_XMR / 2);
		cold_change(&set.txs[i], 0, 0);
	}
	struct seen seen = look(&set);
	for (size_t i = 0; i < 2; i++) {
		const struct sn_unsigned_tx *tx = &set.txs[i];
		for (size_t j = 0; j < tx->n_destinations; j++) {
			const struct sn_unsigned_destination *d = &tx->destinations[j];
			expect_shown(&seen, d->amount,
				     d->address.kind == SN_ADDRESS_SUBADDRESS ? "tothesubaddress"
									      : "tothestandardaddress",
				     &d->address);
		}
	}
	/* thirty of them, and their sum */
	cr_assert_eq(count(seen.text, "send"), 31);
	cr_assert(strstr(seen.text, "all2transactions,30recipients"));

	struct sn_buf json = {0};
	cJSON *root;
	cr_assert(!sn_review_json(&json, &seen.review));
	cr_assert(!sn_json_parse(&root, (const char *)json.data, json.len, NULL));
	const cJSON *tx;
	cJSON_ArrayForEach(tx, cJSON_GetObjectItem(root, "transactions"))
		cr_assert_eq(cJSON_GetArraySize(cJSON_GetObjectItem(tx, "destinations")), 15);
	sn_json_free(root);
	sn_buf_free(&json);
	seen_free(&seen);
	cold_free(&set);
}

/* ---------------------------------------------------------------- fake change */

/* The attack: the online wallet decides which output is change. Here, change is an index of our own; anything
 * else is a payment. */
Test(cold_attacks, change_to_others_is_shown_as_a_payment)
{
	struct sn_address thief[] = {cold_address(&mallory, 0, 0), cold_address(&mallory, 0, 0),
				     cold_address(&alice, 0, 0)};
	thief[1].view = alice.view_public; /* half of each: with our view key, and with our spend key */
	thief[2].view = mallory.view_public;
	for (size_t i = 0; i < 3; i++) {
		struct sn_unsigned_set set = cold_set(1);
		cold_spend_amount(&set.txs[0], &alice, COLD_XMR);
		cold_pay(&set.txs[0], cold_address(&bob, 0, 0), COLD_SMALL);
		cold_pay(&set.txs[0], thief[i], COLD_XMR - COLD_SMALL - COLD_FEE);
		struct seen seen = look(&set);
		expect_shown(&seen, COLD_XMR - COLD_SMALL - COLD_FEE, "tothestandardaddress", &thief[i]);
		cr_assert(!strstr(seen.text, "change") && !strstr(seen.text, "ourownaddress"));
		cr_assert(seen.review.left == 0 && strstr(seen.text, "left0.000000000000XMR"));
		seen_free(&seen);
		cold_free(&set);
	}
}

/* A subaddress of the attacker with our view key: view = a·spend. The online machine can make it, and we
 * cannot spend from it. */
Test(cold_attacks, an_address_with_our_view_key_alone_is_not_ours)
{
	struct sn_ge p;
	struct sn_address thief = cold_address(&mallory, 0, 1);
	cr_assert(!sn_ge_decode(&p, &thief.spend));
	sn_ge_mul(&p, &alice.view_secret, &p);
	sn_ge_encode(&thief.view, &p);
	struct sn_unsigned_set set = cold_everyday(&alice, thief);
	struct seen seen = look(&set);
	cr_assert(!seen.review.txs[0].destinations[0].is_own);
	expect_shown(&seen, COLD_XMR / 4, "tothesubaddress", &thief);
	cr_assert_eq(seen.review.left, seen.review.change);
	seen_free(&seen);
	cold_free(&set);
}

/* To a subaddress that is ours, yet so far off that no restore would look at it. */
Test(cold_attacks, change_to_a_far_subaddress_is_refused)
{
	static const struct sn_subaddress_index hidden[] = {
		{0, 1}, {1, 0}, {0, UINT32_MAX}, {UINT32_MAX, UINT32_MAX}};
	for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
		struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
		set.txs[0].change_to = hidden[i];
		cold_expect_refused(&alice, &set, NULL, "not to 0/0, the primary address");
		cold_free(&set);
	}
}

/* ---------------------------------------------------------------- integer wrap */

/* fee = inputs - outputs, in 64 bits. */
Test(cold_attacks, sums_that_wrap_are_refused)
{
	struct sn_unsigned_set set = cold_set(1);
	struct sn_unsigned_tx *tx = &set.txs[0];
	cold_spend_amount(tx, &alice, COLD_XMR);
	/* more goes out than comes in, and the fee makes up for it */
	cold_pay(tx, cold_address(&mallory, 0, 0), 5 * COLD_XMR);
	tx->fee = (uint64_t)COLD_XMR - 5 * COLD_XMR;
	cr_assert_eq(tx->destinations[0].amount + tx->fee, COLD_XMR);
	const struct sn_limits any_fee = {.has_max_fee = true, .max_fee = UINT64_MAX};
	cold_expect_refused(&alice, &set, &any_fee, "the sum of the amounts overflows");
	/* two recipients whose sum is small */
	tx->fee = COLD_FEE;
	tx->destinations[0].amount = UINT64_MAX - COLD_XMR;
	cold_pay(tx, cold_address(&mallory, 0, 1), 2 * COLD_XMR + 1 - COLD_FEE);
	cr_assert_eq(tx->destinations[0].amount + tx->destinations[1].amount + tx->fee, COLD_XMR);
	cold_expect_refused(&alice, &set, &any_fee, "the sum of the amounts overflows");
	/* all goes to the fee */
	tx->n_destinations = 1;
	tx->destinations[0].amount = COLD_SMALL;
	tx->fee = COLD_XMR - COLD_SMALL;
	cold_expect_refused(&alice, &set, NULL, "the fee of 0.999000000000 XMR is above the bound");
	cold_free(&set);
}

/* ---------------------------------------------------------------- hostile files */

static struct sn_buf bytes_of(const char *path)
{
	struct sn_buf b = {0};
	struct sn_error err = {0};
	cr_assert(!sn_file_read(path, 1 << 20, &b, &err), "%s", err.text);
	return b;
}

static void expect_same(const struct sn_buf *before, const char *path)
{
	struct sn_buf now = bytes_of(path);
	cr_assert(now.len == before->len && !memcmp(now.data, before->data, now.len), "%s has changed", path);
	sn_buf_free(&now);
}

/* The whole way of cold-sign, without a question. */
static int sign_file(const struct sn_wallet *wallet, const struct sn_buf *file, struct sn_buf *out,
		     struct sn_error *err)
{
	struct sn_unsigned_set set;
	struct sn_review review;
	struct sn_signing signing = {.now = 1};
	int ret = sn_cold_open_and_review(&set, NULL, &review, wallet->account, NULL, file->data, file->len,
					  1, err);
	if (ret)
		return ret;
	cr_assert(!sn_signing_journal_open(&signing.journal, wallet, true, err), "%s", err->text);
	ret = cold_set_sign(out, NULL, wallet->account, &set, NULL, &signing, err);
	sn_signing_journal_close(signing.journal);
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
	return ret;
}

/* The attack: a truncated or hostile file crashes the signer or damages the wallet. Here the contents are
 * truncated, changed and extended inside of a valid envelope. */
Test(cold_attacks, a_hostile_file_changes_neither_wallet_nor_journal, .timeout = 120)
{
	char directory[] = "/tmp/sn-attacks-XXXXXX", path[64];
	struct sn_wallet *wallet;
	struct sn_error err = {0};
	cr_assert_not_null(mkdtemp(directory));
	snprintf(path, sizeof path, "%s/master", directory);
	cr_assert(!sn_wallet_create(path, SN_ROLE_MASTER, &alice, 0, "x", SN_KDF_TEST, NULL));
	cr_assert(!sn_wallet_open(&wallet, path, SN_WALLET_READ, "x", NULL, &err), "%s", err.text);
	char *journal = sn_signing_journal_path(wallet);

	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_buf good = file_of(&set), out = {0}, again = {0}, content = {0}, bad = {0}, wallet_before,
		      journal_before;
	cr_assert(!sign_file(wallet, &good, &out, &err), "%s", err.text);
	wallet_before = bytes_of(path);
	journal_before = bytes_of(journal);
	cr_assert(!sn_unsigned_set_encode(&content, &set, NULL));
	size_t n_refused = 0, n_signed = 0;
	for (size_t i = 0; i < 3 * content.len; i += 7) {
		size_t at = i % content.len;
		struct sn_buf lie = {0}, nothing = {0};
		sn_put_bytes(&lie, content.data, i < content.len ? at : content.len);
		if (i >= 2 * content.len)
			sn_put_bytes(&lie, content.data, at + 1);
		else if (i >= content.len)
			lie.data[at] ^= (uint8_t)(1 << at % 8);
		sn_buf_clear(&bad);
		cr_assert(!sn_envelope_seal(&bad, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &alice.view_secret,
					    lie.data, lie.len, NULL));
		int ret = sign_file(wallet, &bad, &nothing, &err);
		cr_assert(!ret || ret == SN_BAD_INPUT || ret == SN_REFUSED, "%zu: %d, %s", i, ret, err.text);
		cr_assert((ret != 0) == (nothing.len == 0));
		n_refused += ret != 0;
		n_signed += ret == 0;
		sn_buf_free(&nothing);
		sn_buf_free(&lie);
	}
	/* A different decoy or amount makes a different valid set, but the journal has the output. */
	cr_assert(n_refused > 200 && n_signed == 0, "%zu, %zu", n_refused, n_signed);
	expect_same(&wallet_before, path);
	expect_same(&journal_before, journal);
	cr_assert(!sign_file(wallet, &good, &again, &err), "%s", err.text);
	cr_assert(again.len == out.len && !memcmp(again.data, out.data, out.len));

	struct sn_buf *all[] = {&good, &out, &again, &content, &bad, &wallet_before, &journal_before};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		sn_buf_free(all[i]);
	sn_wallet_close(wallet);
	cr_assert(!unlink(journal) && !unlink(path) && !rmdir(directory));
	free(journal);
	cold_free(&set);
}

/* ---------------------------------------------------------------- privacy */

/* The online machine chooses the decoys. The network checks that they exist; the signer checks that each
 * could be the real input. */
Test(cold_attacks, decoys_that_hide_nothing_are_refused)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_unsigned_input *in = &set.txs[0].inputs[0], good = *in;
	struct sn_opened_input opened;
	cr_assert(!sn_input_open(&opened, &alice, in, NULL));
	size_t a = (opened.real + 1) % SN_RING_SIZE, b = (opened.real + 2) % SN_RING_SIZE;
	for (size_t n = 1; n < SN_RING_SIZE; n++) {
		in->n_ring = n;
		/* Any ring without the real member gives the same refusal. */
		cold_expect_refused(&alice, &set, NULL, "the chain requires 16");
	}
	*in = good;
	in->ring[a] = in->ring[b];
	cold_expect_refused(&alice, &set, NULL, "a ring has the same output twice");
	*in = good;
	in->ring[a].key = sn_point_identity;
	cold_expect_refused(&alice, &set, NULL, "the key of a ring member is the identity");
	*in = good;
	in->ring[a].key = cold_torsion_point();
	cold_expect_refused(&alice, &set, NULL, "the key of a ring member has a torsion component");
	*in = good;
	in->ring[a].commitment = cold_torsion_point();
	cold_expect_refused(&alice, &set, NULL, "the commitment of a ring member has a torsion component");
	*in = good;
	cold_free(&set);
}

/* Decoys that the same file spends are marked. They are not refused: in a small pool they occur by chance. */
Test(cold_attacks, decoys_that_the_file_spends_are_marked)
{
	struct sn_unsigned_set set = cold_set(1);
	struct sn_unsigned_tx *tx = &set.txs[0];
	struct sn_opened_input opened[2];
	for (size_t i = 0; i < 2; i++) {
		cold_spend_amount(tx, &alice, COLD_XMR);
		cr_assert(!sn_input_open(&opened[i], &alice, &tx->inputs[i], NULL));
	}
	tx->inputs[0].ring[(opened[0].real + 1) % SN_RING_SIZE] = tx->inputs[1].ring[opened[1].real];
	cold_pay(tx, cold_address(&bob, 0, 0), COLD_SMALL);
	cold_change(tx, 0, 0);
	struct seen seen = look(&set);
	cr_assert_eq(seen.review.txs[0].own_decoys, 1);
	cr_assert(strstr(seen.text, "TRACES1ofthedecoysisspentbythisfile"), "%s", seen.text);
	seen_free(&seen);
	cold_free(&set);
}

/* Inputs of two accounts show that both are one's. */
Test(cold_attacks, inputs_of_two_accounts_are_refused)
{
	struct sn_unsigned_set set = cold_set(1);
	struct sn_unsigned_tx *tx = &set.txs[0];
	cold_spend_amount(tx, &alice, COLD_XMR);
	cold_spend(tx, &alice, &(struct cold_output){{1, 0}, COLD_XMR, SN_MASK_DERIVED, 0});
	cold_pay(tx, cold_address(&bob, 0, 0), COLD_SMALL);
	cold_change(tx, 0, 0);
	cold_expect_refused(&alice, &set, NULL, "the inputs belong to different accounts");
	cold_free(&set);
}

/* ---------------------------------------------------------------- two transactions from one file */

/* Keccak-256 of the result of cold-sign for the everyday set, on any machine and in any version. If this
 * value changes, a file that is signed before and after an update gives two transactions. */
#define EVERYDAY_SIGNED "e77286f7b5291166138f3cec153f3720696b3c3eab1fe9ef1edead6db599ef76"

static void sign_everyday(struct sn_hash *hash)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_buf content = {0};
	struct sn_signed_set out;
	cr_assert(!sn_sign(&out, &alice, &set, NULL, 1, NULL));
	cr_assert(!sn_signed_set_encode(&content, &out, NULL));
	sn_keccak256(hash, content.data, content.len);
	sn_buf_free(&content);
	sn_signed_set_free(&out);
	cold_free(&set);
}

Test(cold_attacks, the_same_file_gives_the_known_transaction)
{
	struct sn_hash hash;
	char text[2 * sizeof hash + 1];
	sign_everyday(&hash);
	sn_hex_encode(text, hash.b, sizeof hash);
	if (seed_number(NULL) == 0)
		cr_assert_str_eq(text, EVERYDAY_SIGNED);
}

/* And in another process, where memory lies otherwise. */
static void sign_file_into(struct sn_buf *out, const struct sn_buf *file)
{
	struct sn_unsigned_set set;
	struct sn_review review;
	struct sn_error err = {0};
	cr_assert(!sn_cold_open_and_review(&set, NULL, &review, &alice, NULL, file->data, file->len, 1, &err),
		  "%s", err.text);
	cr_assert(!cold_set_sign(out, NULL, &alice, &set, NULL, NULL, &err), "%s", err.text);
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
}

Test(cold_attacks, two_processes_sign_the_same_transaction)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_buf file = file_of(&set), ours = {0}, theirs = {0};
	int ends[2], status;
	cr_assert(!pipe(ends));
	pid_t child = fork();
	cr_assert_geq(child, 0);
	if (!child) {
		free(malloc(100000));
		sign_file_into(&theirs, &file);
		_exit(write(ends[1], theirs.data, theirs.len) != (ssize_t)theirs.len);
	}
	close(ends[1]);
	sign_file_into(&ours, &file);
	uint8_t part[4096];
	for (ssize_t n; (n = read(ends[0], part, sizeof part)) > 0;)
		sn_put_bytes(&theirs, part, (size_t)n);
	close(ends[0]);
	cr_assert(waitpid(child, &status, 0) == child && WIFEXITED(status) && !WEXITSTATUS(status));
	cr_assert(theirs.len == ours.len && !memcmp(theirs.data, ours.data, ours.len));
	sn_buf_free(&ours);
	sn_buf_free(&theirs);
	sn_buf_free(&file);
	cold_free(&set);
}
