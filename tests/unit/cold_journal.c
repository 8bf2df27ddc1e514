/* Signing with a journal: what was signed before is signed again, and nothing else that spends the same. */
#include "cold/files.h"

#include "base/hex.h"
#include "cold/proposal_sign.h"
#include "cold_proposal_sets.h"
#include "cold_sets.h"
#include "cold/review_print.h"

#include <criterion/criterion.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[64], wallet_path[96], journal_path[112];
static struct sn_account alice, bob;
static struct sn_wallet *master;
static struct sn_signing signing;
static char last_line[512]; /* of the log */

static void keep_line(void *context, enum sn_log_level level, const char *line)
{
	(void)context;
	(void)level;
	snprintf(last_line, sizeof last_line, "%s", line);
}

static void set_up_journal(void)
{
	static const struct sn_log log = {.level = SN_LOG_WARNING, .write = keep_line};
	struct sn_error err = {0};
	alice = cold_account("alice");
	bob = cold_account("bob");
	strcpy(directory, "/tmp/sn-cold-XXXXXX");
	cr_assert(mkdtemp(directory) != NULL);
	snprintf(wallet_path, sizeof wallet_path, "%s/master", directory);
	snprintf(journal_path, sizeof journal_path, "%s.signed", wallet_path);
	cr_assert(!sn_wallet_create(wallet_path, SN_ROLE_MASTER, &alice, 0, "x", SN_KDF_TEST, &err), "%s",
		  err.text);
	cr_assert(!sn_wallet_open(&master, wallet_path, SN_WALLET_READ, "x", &log, &err), "%s", err.text);
	cr_assert(!sn_signing_journal_open(&signing.journal, master, true, &err), "%s", err.text);
	signing.now = 1700000000;
}

static void tear_down_journal(void)
{
	sn_signing_journal_close(signing.journal);
	sn_wallet_close(master);
	unlink(journal_path);
	unlink(wallet_path);
	cr_assert(!rmdir(directory));
}

TestSuite(cold_journal, .init = set_up_journal, .fini = tear_down_journal);

static int sign(struct sn_buf *out, struct sn_hash *hashes, const struct sn_unsigned_set *set,
		struct sn_error *err)
{
	sn_buf_clear(out);
	last_line[0] = 0;
	return cold_set_sign(out, hashes, &alice, set, NULL, &signing, err);
}

static size_t entries(void)
{
	size_t n;
	(void)sn_signing_journal_entries(signing.journal, &n);
	return n;
}

static void expect_names(const char *text, const struct sn_hash *hash)
{
	char hex[2 * sizeof *hash + 1];
	sn_hex_encode(hex, hash, sizeof *hash);
	cr_assert(strstr(text, hex), "\"%s\" does not name %s", text, hex);
}

/* The same outputs, other amounts. */
static void change_one(struct sn_unsigned_tx *tx)
{
	tx->destinations[0].amount++;
	tx->change--;
}

Test(cold_journal, same_file_is_signed_again_without_an_entry)
{
	struct sn_unsigned_set set = cold_set(2);
	struct sn_buf out = {0}, again = {0}, without = {0};
	struct sn_hash hashes[2], hashes_again[2], digest;
	struct sn_error err = {0};
	for (size_t i = 0; i < 2; i++) {
		for (size_t n = 0; n <= i; n++)
			cold_spend_amount(&set.txs[i], &alice, COLD_XMR);
		cold_pay(&set.txs[i], cold_address(&bob, 0, 0), COLD_SMALL);
		cold_change(&set.txs[i], 0, 0);
	}
	cr_assert(!sign(&out, hashes, &set, &err), "%s", err.text);
	cr_assert(!sn_sign_digest(&digest, &set, NULL));

	/* The journal's entries match the transactions, as an observer sees them. */
	struct cold_result result = cold_sign(&alice, &set);
	for (int turn = 0; turn < 2; turn++) {
		size_t n;
		const struct sn_signing_entry *list = sn_signing_journal_entries(signing.journal, &n);
		cr_assert_eq(n, 2);
		for (size_t i = 0; i < 2; i++) {
			cr_assert(sn_hash_is_equal(&list[i].tx_hash, &hashes[i]));
			cr_assert(sn_hash_is_equal(&list[i].digest, &digest) && list[i].time == 1700000000);
			cr_assert(list[i].amount == COLD_SMALL && list[i].fee == set.txs[i].fee);
			cr_assert_eq(list[i].n_images, i + 1);
			for (size_t k = 0; k <= i; k++)
				cr_assert(sn_point_is_equal(&list[i].images[k],
							    &result.txs[i].inputs[k].key_image));
		}
		signing.now++;
		cr_assert(!sign(&again, hashes_again, &set, &err), "%s", err.text);
		cr_assert(again.len == out.len && !memcmp(again.data, out.data, out.len));
		cr_assert(!memcmp(hashes, hashes_again, sizeof hashes));
		/* As a later process sees it. */
		sn_signing_journal_close(signing.journal);
		cr_assert(!sn_signing_journal_open(&signing.journal, master, true, NULL));
	}
	cr_assert(!cold_set_sign(&without, NULL, &alice, &set, NULL, NULL, NULL));
	cr_assert(out.len == without.len && !memcmp(out.data, without.data, out.len));
	cold_result_free(&result);
	sn_buf_free(&out);
	sn_buf_free(&again);
	sn_buf_free(&without);
	cold_free(&set);
}

/* A clock that goes back does not give a signature an earlier time than the one before it. */
Test(cold_journal, entry_is_never_earlier_than_the_one_before_it)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 1));
	static const uint64_t clocks[] = {1700000000, 5, 1700000001, 0, 1700000000};
	static const uint64_t times[] = {1700000000, 1700000000, 1700000001, 1700000001, 1700000001};
	struct sn_buf out = {0};
	struct sn_error err = {0};
	signing.allow_respend = true;
	for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
		size_t n;
		signing.now = clocks[i];
		cr_assert(!sign(&out, NULL, &set, &err), "%s", err.text);
		const struct sn_signing_entry *list = sn_signing_journal_entries(signing.journal, &n);
		cr_assert(n == i + 1 && list[i].time == times[i]);
		change_one(&set.txs[0]);
	}
	sn_buf_free(&out);
	cold_free(&set);
}

Test(cold_journal, double_spend_is_refused)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 1));
	struct sn_buf first = {0}, out = {0};
	struct sn_hash hash, other;
	struct sn_error err = {0};
	cr_assert(!sign(&first, &hash, &set, &err), "%s", err.text);

	change_one(&set.txs[0]);
	cr_assert_eq(sign(&out, &other, &set, &err), SN_REFUSED);
	/* The option that overrides the refusal depends on the caller. */
	cr_assert(err.reason == SN_REASON_DOUBLE_SPEND && !strstr(err.text, "respend"), "%s", err.text);
	expect_names(err.text, &hash);
	cr_assert(out.len == 0 && entries() == 1 && !last_line[0]);

	/* Earlier contents of the buffer remain. */
	sn_put_bytes(&out, "before", 6);
	cr_assert_eq(cold_set_sign(&out, &other, &alice, &set, NULL, &signing, &err), SN_REFUSED);
	cr_assert(out.len == 6 && !memcmp(out.data, "before", 6));

	/* Without a journal. */
	cr_assert(!cold_set_sign(&out, &other, &alice, &set, NULL, &(struct sn_signing){.now = 1}, &err));
	cr_assert_eq(entries(), 1);

	signing.allow_respend = true;
	cr_assert(!sign(&out, &other, &set, &err), "%s", err.text);
	cr_assert(!sn_hash_is_equal(&hash, &other) && entries() == 2);
	expect_names(last_line, &hash);
	signing.allow_respend = false;

	/* Both were handed out, and both can be had again; a third names the latest. */
	struct sn_buf again = {0};
	cr_assert(!sign(&out, NULL, &set, &err) && !last_line[0]);
	set.txs[0].destinations[0].amount--;
	set.txs[0].change++;
	cr_assert(!sign(&again, NULL, &set, &err), "%s", err.text);
	cr_assert(again.len == first.len && !memcmp(again.data, first.data, first.len));
	cr_assert_eq(entries(), 2);
	set.txs[0].fee++;
	set.txs[0].change--;
	cr_assert_eq(sign(&out, NULL, &set, &err), SN_REFUSED);
	expect_names(err.text, &other);
	sn_buf_free(&first);
	sn_buf_free(&again);
	sn_buf_free(&out);
	cold_free(&set);
}

/* Before anybody is asked: as when it is signed, from the set and the keys alone. */
Test(cold_journal, review_is_marked_from_the_journal)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 1));
	struct sn_buf out = {0}, text = {0};
	struct sn_review review;
	struct sn_hash hash;
	struct sn_error err = {0};
	cr_assert(!sn_review(&review, &alice, &set, NULL, 1, &err), "%s", err.text);
	cr_assert(!cold_set_check_journal(&review, &alice, &set, NULL, &signing, &err), "%s", err.text);
	cr_assert(!sign(&out, &hash, &set, &err), "%s", err.text);
	/* The same set may be signed again. */
	cr_assert(!cold_set_check_journal(&review, &alice, &set, NULL, &signing, &err), "%s", err.text);
	cr_assert(!review.txs[0].double_spends.n);

	change_one(&set.txs[0]);
	cr_assert_eq(cold_set_check_journal(&review, &alice, &set, NULL, &signing, &err), SN_REFUSED);
	cr_assert(err.reason == SN_REASON_DOUBLE_SPEND && !strstr(err.text, "respend"), "%s", err.text);
	expect_names(err.text, &hash);
	cr_assert(!cold_set_check_journal(&review, &alice, &set, NULL, &(struct sn_signing){0}, &err), "%s",
		  err.text);

	/* A review without signing shows the mark. */
	signing.allow_respend = true;
	cr_assert(!cold_set_check_journal(&review, &alice, &set, NULL, &signing, &err), "%s", err.text);
	cr_assert(review.txs[0].double_spends.n == 1 &&
		  sn_hash_is_equal(&review.txs[0].double_spends.txs[0].hash, &hash));
	cr_assert(!sn_review_text(&text, &review, SN_REVIEW_TO_LOOK));
	sn_put_u8(&text, 0);
	cr_assert(strstr((char *)text.data, "DOUBLE-SPEND") && strstr((char *)text.data, "--allow-respend"),
		  "%s", (char *)text.data);
	cr_assert(!review.txs[0].is_signed_again);
	expect_names((char *)text.data, &hash);
	sn_buf_clear(&text);
	cr_assert(!sn_review_json(&text, &review));
	sn_put_u8(&text, 0);
	cr_assert(strstr((char *)text.data, "\"double_spends\""));
	expect_names((char *)text.data, &hash);
	sn_review_free(&review);

	/* Each of the two signed sets is marked with the other, and may be signed again without an option. */
	struct sn_hash second;
	cr_assert(!sign(&out, &second, &set, &err), "%s", err.text);
	signing.allow_respend = false;
	for (int turn = 0; turn < 2; turn++) {
		cr_assert(!sn_review(&review, &alice, &set, NULL, 1, &err), "%s", err.text);
		cr_assert(!cold_set_check_journal(&review, &alice, &set, NULL, &signing, &err), "%s",
			  err.text);
		cr_assert(review.txs[0].double_spends.n == 1 &&
			  sn_hash_is_equal(&review.txs[0].double_spends.txs[0].hash, turn ? &second : &hash));
		sn_buf_clear(&text);
		cr_assert(!sn_review_text(&text, &review, SN_REVIEW_TO_LOOK));
		sn_put_u8(&text, 0);
		cr_assert(strstr((char *)text.data, "this file was signed before") &&
				  !strstr((char *)text.data, "--allow-respend"),
			  "%s", (char *)text.data);
		sn_review_free(&review);
		cr_assert(!sign(&out, NULL, &set, &err), "%s", err.text);
		set.txs[0].destinations[0].amount--;
		set.txs[0].change++;
	}
	/* A third is refused. */
	cr_assert(!sn_review(&review, &alice, &set, NULL, 1, &err), "%s", err.text);
	cr_assert_eq(cold_set_check_journal(&review, &alice, &set, NULL, &signing, &err), SN_REFUSED);
	cr_assert(review.txs[0].double_spends.n == 2 &&
		  sn_hash_is_equal(&review.txs[0].double_spends.txs[0].hash, &second));
	sn_review_free(&review);
	sn_buf_free(&text);
	sn_buf_free(&out);
	cold_free(&set);
}

static void expect_earlier(const struct sn_review_earlier *earlier, size_t n, const struct sn_hash *hashes)
{
	cr_assert_eq(earlier->n, n, "%zu instead of %zu", earlier->n, n);
	for (size_t i = 0; i < n; i++)
		cr_assert(sn_hash_is_equal(&earlier->txs[i].hash, &hashes[i]), "%zu", i);
}

/* One set has two transactions that spend the outputs 0, 1 and 2, 3. Others spend some of those. */
Test(cold_journal, earlier_valid_transactions_are_listed)
{
	struct sn_unsigned_set all = cold_set(2), one = cold_set(1);
	struct sn_buf out = {0}, text = {0};
	struct sn_review review;
	struct sn_hash first[2], by_0, by_1;
	struct sn_error err = {0};
	for (size_t i = 0; i < 2; i++) {
		cold_spend_amount(&all.txs[i], &alice, COLD_XMR);
		cold_spend_amount(&all.txs[i], &alice, COLD_XMR);
		cold_pay(&all.txs[i], cold_address(&bob, 0, 3), COLD_SMALL);
		cold_change(&all.txs[i], 0, 0);
	}
	signing.allow_respend = true;
	cr_assert(!sign(&out, first, &all, &err), "%s", err.text);

	/* One output of the first: the other transaction of the set stays valid. */
	cold_spend_amount(&one.txs[0], &alice, COLD_XMR);
	cold_pay(&one.txs[0], cold_address(&bob, 0, 3), COLD_SMALL);
	cold_change(&one.txs[0], 0, 0);
	const struct sn_unsigned_input spare = one.txs[0].inputs[0];
	one.txs[0].inputs[0] = all.txs[0].inputs[0];
	cr_assert(!sn_review(&review, &alice, &one, NULL, 1, &err), "%s", err.text);
	cr_assert(!cold_set_check_journal(&review, &alice, &one, NULL, &signing, &err), "%s", err.text);
	expect_earlier(&review.txs[0].double_spends, 1, first);
	expect_earlier(&review.txs[0].still_valid, 1, first + 1);
	sn_review_free(&review);
	cr_assert(!sign(&out, &by_0, &one, &err), "%s", err.text);

	/* The other output: so does the one just signed. */
	one.txs[0].inputs[0] = all.txs[0].inputs[1];
	cr_assert(!sn_review(&review, &alice, &one, NULL, 1, &err), "%s", err.text);
	cr_assert(!cold_set_check_journal(&review, &alice, &one, NULL, &signing, &err), "%s", err.text);
	expect_earlier(&review.txs[0].double_spends, 1, first);
	expect_earlier(&review.txs[0].still_valid, 2, (struct sn_hash[]){by_0, first[1]});
	cr_assert(!sn_review_text(&text, &review, SN_REVIEW_TO_SIGN) && !sn_review_json(&text, &review));
	sn_put_u8(&text, 0);
	cr_assert(strstr((char *)text.data, "STILL VALID  2 earlier transactions") &&
			  strstr((char *)text.data, "\"still_valid_count\":\t2"),
		  "%s", (char *)text.data);
	expect_names(strstr((char *)text.data, "STILL VALID"), &by_0);
	expect_names(strstr((char *)text.data, "\"still_valid\""), &first[1]);
	sn_review_free(&review);
	cr_assert(!sign(&out, &by_1, &one, &err), "%s", err.text);

	/* Both outputs: all three are excluded, and the other of the set is not. */
	sn_buf_free(&text);
	struct sn_unsigned_set both = cold_set(1);
	cold_spend_amount(&both.txs[0], &alice, COLD_XMR);
	cold_spend_amount(&both.txs[0], &alice, COLD_XMR);
	cold_pay(&both.txs[0], cold_address(&bob, 0, 3), COLD_SMALL + 1);
	cold_change(&both.txs[0], 0, 0);
	memcpy(both.txs[0].inputs, all.txs[0].inputs, 2 * sizeof *both.txs[0].inputs);
	cr_assert(!sn_review(&review, &alice, &both, NULL, 1, &err), "%s", err.text);
	cr_assert(!cold_set_check_journal(&review, &alice, &both, NULL, &signing, &err), "%s", err.text);
	expect_earlier(&review.txs[0].double_spends, 3, (struct sn_hash[]){by_1, by_0, first[0]});
	expect_earlier(&review.txs[0].still_valid, 1, first + 1);
	sn_review_free(&review);

	/* A transaction that shares no output with another one lists none. */
	one.txs[0].inputs[0] = spare;
	cr_assert(!sn_review(&review, &alice, &one, NULL, 1, &err), "%s", err.text);
	cr_assert(!cold_set_check_journal(&review, &alice, &one, NULL, &signing, &err), "%s", err.text);
	cr_assert(!review.txs[0].double_spends.n && !review.txs[0].still_valid.n);
	sn_review_free(&review);
	sn_buf_free(&out);
	cold_free(&both);
	cold_free(&one);
	cold_free(&all);
}

/* More transactions than a review lists, of both kinds: the latest are listed, all are counted. One
 * transaction spends two outputs; many others spend one of them each. */
Test(cold_journal, long_lists_are_counted)
{
	enum { N = SN_REVIEW_EARLIER_MAX + 3 };
	struct sn_unsigned_set set = cold_set(1);
	struct sn_unsigned_tx *tx = &set.txs[0];
	struct sn_buf out = {0};
	struct sn_review review;
	struct sn_hash hashes[N], alone[N];
	struct sn_error err = {0};
	cold_spend_amount(tx, &alice, COLD_XMR);
	cold_spend_amount(tx, &alice, COLD_XMR);
	cold_pay(tx, cold_address(&bob, 0, 3), COLD_SMALL);
	cold_change(tx, 0, 0);
	signing.allow_respend = true;
	const struct sn_unsigned_input shared = tx->inputs[0], other = tx->inputs[1];
	cr_assert(!sign(&out, &hashes[0], &set, &err), "%s", err.text);
	tx->n_inputs = 1;
	tx->change -= COLD_XMR;
	for (size_t i = 0; i < N; i++, tx->change--, tx->destinations[0].amount++) {
		tx->inputs[0] = other;
		cr_assert(!sign(&out, &alone[i], &set, &err), "%s", err.text);
	}
	for (size_t i = 1; i < N; i++, tx->change--, tx->destinations[0].amount++) {
		tx->inputs[0] = shared;
		cr_assert(!sign(&out, &hashes[i], &set, &err), "%s", err.text);
	}

	tx->inputs[0] = shared;
	cr_assert(!sn_review(&review, &alice, &set, NULL, 1, &err), "%s", err.text);
	cr_assert(!cold_set_check_journal(&review, &alice, &set, NULL, &signing, &err), "%s", err.text);
	cr_assert_eq(review.txs[0].double_spends.n, N);
	cr_assert_eq(review.txs[0].still_valid.n, N);
	for (size_t i = 0; i < SN_REVIEW_EARLIER_MAX; i++) {
		cr_assert(sn_hash_is_equal(&review.txs[0].double_spends.txs[i].hash, &hashes[N - 1 - i]),
			  "%zu", i);
		cr_assert(sn_hash_is_equal(&review.txs[0].still_valid.txs[i].hash, &alone[N - 1 - i]), "%zu",
			  i);
	}
	sn_review_free(&review);
	sn_buf_free(&out);
	tx->inputs[1] = other;
	tx->n_inputs = 2;
	cold_free(&set);
}

/* One double-spend among several transactions refuses the set; nothing is signed or recorded. */
Test(cold_journal, one_double_spend_refuses_the_set)
{
	struct sn_unsigned_set set = cold_set(3), one;
	struct sn_buf out = {0};
	struct sn_hash hash;
	struct sn_error err = {0};
	for (size_t i = 0; i < 3; i++) {
		cold_spend_amount(&set.txs[i], &alice, COLD_XMR);
		cold_spend_amount(&set.txs[i], &alice, COLD_XMR);
		cold_pay(&set.txs[i], cold_address(&bob, 0, 0), COLD_SMALL + i);
		cold_change(&set.txs[i], 0, 0);
	}
	/* The second of these transactions, alone, with its last output only. */
	struct sn_unsigned_tx alone = set.txs[1];
	alone.inputs++;
	alone.n_inputs--;
	alone.change -= COLD_XMR;
	one = (struct sn_unsigned_set){.txs = &alone, .n = 1};
	cr_assert(!sign(&out, &hash, &one, &err), "%s", err.text);
	cr_assert_eq(sign(&out, NULL, &set, &err), SN_REFUSED);
	cr_assert(err.reason == SN_REASON_DOUBLE_SPEND && strstr(err.text, "transaction 2 of 3"), "%s",
		  err.text);
	expect_names(err.text, &hash);
	cr_assert(out.len == 0 && entries() == 1);

	/* Without it, nothing is in the way. */
	struct sn_unsigned_tx others[] = {set.txs[0], set.txs[2]};
	one = (struct sn_unsigned_set){.txs = others, .n = 2};
	cr_assert(!sign(&out, NULL, &one, &err), "%s", err.text);
	cr_assert_eq(entries(), 3);
	sn_buf_free(&out);
	cold_free(&set);
}

/* A journal that cannot be written: nothing comes out. */
Test(cold_journal, full_disk_signs_nothing)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 1));
	struct sn_buf out = {0};
	struct sn_error err = {0};
	struct stat st;
	struct rlimit old, limit;
	cr_assert(!stat(journal_path, &st) && !getrlimit(RLIMIT_FSIZE, &old));
	signal(SIGXFSZ, SIG_IGN);
	limit = old;
	limit.rlim_cur = (rlim_t)st.st_size + 10;
	cr_assert(!setrlimit(RLIMIT_FSIZE, &limit));
	cr_assert_eq(sign(&out, NULL, &set, &err), SN_IO);
	cr_assert(!setrlimit(RLIMIT_FSIZE, &old));
	cr_assert(out.len == 0 && entries() == 0 && strstr(err.text, "nothing was signed"), "%s", err.text);

	/* A journal that is open for reading only. */
	sn_signing_journal_close(signing.journal);
	cr_assert(!sn_signing_journal_open(&signing.journal, master, false, NULL));
	cr_assert_eq(sign(&out, NULL, &set, &err), SN_IO);
	cr_assert_eq(out.len, 0);
	sn_signing_journal_close(signing.journal);
	cr_assert(!sn_signing_journal_open(&signing.journal, master, true, NULL));
	cr_assert(!sign(&out, NULL, &set, &err), "%s", err.text);
	cr_assert_eq(entries(), 1);
	sn_buf_free(&out);
	cold_free(&set);
}

/* Review a set of these proposals, and sign it. */
static int sign_proposals(const struct sn_proposal *first, const struct sn_proposal *second,
			  struct sn_review *review, struct sn_error *err)
{
	struct sn_proposal list[2];
	struct sn_cold_set set = {.has_proposals = true,
				  .proposals = {.proposals = list, .n = second ? 2 : 1}};
	struct sn_buf out = {0};
	list[0] = *first;
	if (second)
		list[1] = *second;
	cr_assert(!sn_proposal_digest(&set.digest, &set.proposals, alice.network, err));
	int ret = sn_cold_set_review(review, &alice, &set, NULL, 1, err);
	if (!ret)
		ret = sn_cold_set_check_journal(review, &alice, &set, NULL, &signing, err);
	if (!ret)
		ret = sn_cold_set_sign(&out, NULL, &alice, &set, NULL, &signing, err);
	sn_buf_free(&out);
	return ret;
}

/* A proposal is the same transaction in each set. */
Test(cold_journal, a_proposal_of_another_set_is_no_double_spend)
{
	const struct sn_subaddress_index primary = {0, 0};
	struct sn_proposal_set set = proposal_set(3);
	struct sn_proposal *p = set.proposals;
	struct sn_review review = {0};
	struct sn_error err = {0};
	for (size_t i = 0; i < 3; i++) {
		proposal_spend(&p[i], &alice, SN_PROPOSAL_NORMAL, primary, COLD_XMR + i);
		proposal_pay(&p[i], cold_address(&bob, 0, (uint32_t)i), COLD_XMR / 2);
		proposal_change(&p[i], 0);
	}
	cr_assert(!sign_proposals(&p[0], &p[1], &review, &err), "%s", err.text);
	cr_assert(entries() == 2 && !review.txs[0].is_recorded && !review.txs[0].double_spends.n);
	sn_review_free(&review);
	cr_assert(!sign_proposals(&p[0], &p[2], &review, &err), "%s: %s", err.text, err.hint);
	cr_assert(entries() == 3 && review.txs[0].is_recorded && !review.txs[1].is_recorded);
	cr_assert(!review.txs[0].double_spends.n && !review.txs[0].still_valid.n);
	sn_review_free(&review);
	cr_assert(!sign_proposals(&p[1], NULL, &review, &err), "%s: %s", err.text, err.hint);
	cr_assert(entries() == 3 && review.txs[0].is_recorded);
	sn_review_free(&review);
	/* Another proposal that spends the same output. */
	p[1].payments.destinations->amount--;
	p[1].payments.self_sends->amount++;
	cr_assert_eq(sign_proposals(&p[1], NULL, &review, &err), SN_REFUSED);
	cr_assert(err.reason == SN_REASON_DOUBLE_SPEND && strstr(err.text, "proposal"), "%s", err.text);
	sn_review_free(&review);
	/* A set of which each proposal was signed before is signed again, even if one is replaced. */
	cr_assert(!sign_proposals(&p[0], NULL, &review, &err), "%s", err.text);
	sn_review_free(&review);
	signing.allow_respend = true;
	p[0].payments.destinations->amount--;
	p[0].payments.self_sends->amount++;
	cr_assert(!sign_proposals(&p[0], NULL, &review, &err), "%s", err.text);
	sn_review_free(&review);
	signing.allow_respend = false;
	p[0].payments.destinations->amount++;
	p[0].payments.self_sends->amount--;
	cr_assert(!sign_proposals(&p[0], NULL, &review, &err), "%s", err.text);
	cr_assert(entries() == 4 && review.txs[0].is_signed_again && review.txs[0].double_spends.n == 1);
	sn_review_free(&review);
	proposal_free(&set);
}
