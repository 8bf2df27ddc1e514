/* Signing under limits on a period: what a hostile online machine tries, and several signers at once. */
#include "cold/files.h"

#include "cold_period.h"
#include "cold/review_print.h"

#include <sys/wait.h>

static struct sn_policy *policy;
static struct sn_limits limits;
static struct sn_signing signing;

static void set_up_signing(void)
{
	set_up_period();
	policy = policy_parse("{\"version\":1,\"period\":\"day\",\"max_amount_per_period\":%llu}",
			      (unsigned long long)(3 * COLD_SMALL));
	sn_policy_apply(&limits, policy);
	signing = (struct sn_signing){.journal = journal, .now = NOON, .jobs = 1};
}

static void tear_down_signing(void)
{
	sn_policy_free(policy);
	tear_down_period();
}

TestSuite(cold_period_sign, .init = set_up_signing, .fini = tear_down_signing, .timeout = 120);

/* A file of n transactions that spends outputs of its own. */
static struct sn_unsigned_set file(uint8_t name, size_t n, uint64_t amount)
{
	struct sn_unsigned_set set = cold_set(n);
	for (size_t i = 0; i < n; i++) {
		struct sn_unsigned_tx *tx = &set.txs[i];
		cold_spend(tx, &alice, &(struct cold_output){{0, 0}, COLD_XMR, SN_MASK_EXPLICIT, name + i});
		cold_pay(tx, cold_address(&bob, 0, 0), amount);
		cold_change(tx, 0, 0);
	}
	return set;
}

/* As cold-sign: the look-up before the prompt, and the signature. They must agree. */
static int sign(struct sn_buf *out, const struct sn_unsigned_set *set)
{
	struct sn_review review;
	struct sn_error first = {0};
	sn_buf_clear(out);
	err = (struct sn_error){0};
	cr_assert(!sn_review(&review, &alice, set, &limits, 1, &err), "%s", err.text);
	int before = cold_set_check_journal(&review, &alice, set, &limits, &signing, &first);
	sn_review_free(&review);
	int ret = cold_set_sign(out, NULL, &alice, set, &limits, &signing, &err);
	cr_assert(before == ret && !strcmp(first.text, err.text) && !strcmp(first.hint, err.hint),
		  "%s, and then %s", first.text, err.text);
	cr_assert(!ret == (out->len > 0));
	return ret;
}

static void signs(const struct sn_unsigned_set *set)
{
	struct sn_buf out = {0};
	cr_assert(!sign(&out, set), "%s", err.text);
	sn_buf_free(&out);
}

static void refuses(const struct sn_unsigned_set *set)
{
	struct sn_buf out = {0};
	cr_assert_eq(sign(&out, set), SN_REFUSED);
	cr_assert(strstr(err.text, "max_amount_per_period") && *err.hint, "%s", err.text);
	sn_buf_free(&out);
}

static size_t count(void)
{
	size_t n;
	(void)sn_signing_journal_entries(signing.journal, &n);
	return n;
}

Test(cold_period_sign, split_payment_is_counted_as_a_whole)
{
	struct sn_unsigned_set first = file(10, 2, COLD_SMALL), second = file(20, 1, COLD_SMALL),
			       third = file(30, 1, COLD_SMALL), two = file(40, 2, COLD_SMALL);
	signs(&first);
	refuses(&two);
	cr_assert_eq(count(), 2); /* a refused file takes nothing, and leaves no trace */
	signs(&second);
	refuses(&third);
	refuses(&two);
	cr_assert_eq(count(), 3);
	/* Again, however often: the same signature, and no entry. */
	for (int turn = 0; turn < 2; turn++) {
		signs(&first);
		signs(&second);
		refuses(&third);
		cr_assert_eq(count(), 3);
		reopen_journal();
		signing.journal = journal;
		signing.now = turn ? NOON : 5; /* the machine starts in 1970 */
	}
	signing.now = NOON + DAY / 2 - 1;
	refuses(&third);
	signing.now = NOON + DAY / 2;
	signs(&two);
	signs(&third);
	signs(&first);
	cr_assert_eq(count(), 6);
	cold_free(&first);
	cold_free(&second);
	cold_free(&third);
	cold_free(&two);
}

/* Only one of them can be mined, but the signer does not know which. */
Test(cold_period_sign, replacements_are_counted)
{
	struct sn_unsigned_set set = file(10, 1, COLD_SMALL);
	signing.allow_respend = true;
	for (int i = 0; i < 3; i++) {
		signs(&set);
		set.txs[0].inputs[0].global_index[15]++; /* another decoy is enough for another file */
	}
	refuses(&set);
	cr_assert_eq(count(), 3);
	cold_free(&set);
}

/* What was signed without a policy counts. */
Test(cold_period_sign, signatures_without_a_policy_are_counted)
{
	struct sn_unsigned_set first = file(10, 1, 3 * COLD_SMALL), second = file(20, 1, COLD_SMALL);
	sn_policy_apply(&limits, NULL);
	signs(&first);
	sn_policy_apply(&limits, policy);
	refuses(&second);
	signs(&first);
	cold_free(&first);
	cold_free(&second);
}

Test(cold_period_sign, nothing_is_signed_without_a_journal)
{
	struct sn_unsigned_set set = file(10, 1, COLD_SMALL);
	struct sn_buf out = {0};
	cr_assert_eq(cold_set_sign(&out, NULL, &alice, &set, &limits, NULL, &err), SN_REFUSED);
	cr_assert(strstr(err.text, "requires the signing journal") && !out.len, "%s", err.text);
	signing.journal = NULL;
	cr_assert_eq(cold_set_sign(&out, NULL, &alice, &set, &limits, &signing, &err), SN_REFUSED);
	cr_assert(strstr(err.text, "requires the signing journal") && !out.len, "%s", err.text);
	signing.journal = journal;
	cold_free(&set);
}

/* The caller compares it with an existing file: no entry, and no limit. */
Test(cold_period_sign, trial_is_not_recorded)
{
	struct sn_unsigned_set set = file(10, 1, 4 * COLD_SMALL);
	struct sn_buf out = {0};
	cr_assert(!cold_set_try(&out, NULL, &alice, &set, &limits, &signing, &err), "%s", err.text);
	cr_assert(out.len && count() == 0);
	sn_buf_free(&out);
	cold_free(&set);
}

/* A journal without the last signatures does not count them, until that with them is adopted. */
Test(cold_period_sign, restored_journal_counts_again_after_an_adoption)
{
	char older[300], newer[300];
	struct sn_adoption adoption;
	struct sn_unsigned_set first = file(10, 1, COLD_SMALL), second = file(20, 1, 2 * COLD_SMALL),
			       third = file(30, 1, COLD_SMALL);
	snprintf(older, sizeof older, "cp %s %s.older", journal_path, journal_path);
	snprintf(newer, sizeof newer, "%s.newer", journal_path);
	signs(&first);
	cr_assert(!system(older));
	signs(&second);
	refuses(&third);
	sn_signing_journal_close(journal);
	snprintf(older, sizeof older, "%s.older", journal_path);
	cr_assert(!rename(journal_path, newer) && !rename(older, journal_path));
	open_journal();
	signing.journal = journal;
	/* The file that it lost: the same transaction, counted once more at the time of this signature. */
	signing.now = NOON + 100;
	signs(&second);
	cr_assert_eq(count(), 2);
	refuses(&third);
	cr_assert(!sn_signing_journal_adopt(journal, master, newer, "x", &adoption, &err), "%s", err.text);
	cr_assert(adoption.n == 2 && adoption.n_new == 0 && count() == 2);
	sn_signing_journal_close(journal);

	/* A journal made anew. */
	unlink(journal_path);
	open_journal();
	signing.journal = journal;
	cr_assert(!sn_signing_journal_adopt(journal, master, newer, "x", &adoption, &err), "%s", err.text);
	cr_assert_eq(adoption.n_new, 2);
	signing.now = 0; /* nor does a clock that was set back free the adopted ones */
	refuses(&third);
	unlink(newer);
	cold_free(&first);
	cold_free(&second);
	cold_free(&third);
}

/* Several processes sign files of the same wallet: together no more than the limit. */
Test(cold_period_sign, several_signers_share_the_limits)
{
	enum { SIGNERS = 8 };
	pid_t pids[SIGNERS];
	size_t n_signed = 0, n_refused = 0;
	sn_signing_journal_close(journal);
	for (size_t i = 0; i < SIGNERS; i++) {
		pids[i] = fork();
		if (pids[i])
			continue;
		struct sn_unsigned_set set = file((uint8_t)(10 * i + 1), 1, COLD_SMALL);
		struct sn_buf out = {0};
		int ret;
		while ((ret = sn_signing_journal_open(&signing.journal, master, true, &err)) == SN_BUSY)
			usleep(1000);
		if (!ret)
			ret = cold_set_sign(&out, NULL, &alice, &set, &limits, &signing, &err);
		sn_signing_journal_close(signing.journal);
		_exit(!ret ? 0 : strstr(err.text, "max_amount_per_period") && !out.len ? 1 : 2);
	}
	for (size_t i = 0; i < SIGNERS; i++) {
		int status;
		cr_assert(waitpid(pids[i], &status, 0) == pids[i] && WIFEXITED(status));
		cr_assert_lt(WEXITSTATUS(status), 2);
		n_signed += WEXITSTATUS(status) == 0;
		n_refused += WEXITSTATUS(status) == 1;
	}
	cr_assert(n_signed == 3 && n_refused == SIGNERS - 3, "%zu signed", n_signed);
	open_journal();
	signing.journal = journal;
	cr_assert_eq(count(), 3);
}

/* ------------------------------------------------------------------ the review */

static char *review_text(const struct sn_unsigned_set *set, struct sn_buf *json)
{
	struct sn_review review;
	struct sn_buf text = {0};
	cr_assert(!sn_review(&review, &alice, set, &limits, 1, &err), "%s", err.text);
	cr_assert(!cold_set_check_journal(&review, &alice, set, &limits, &signing, &err), "%s", err.text);
	cr_assert(!sn_review_text(&text, &review, SN_REVIEW_TO_SIGN) && !sn_review_json(json, &review));
	sn_put_u8(&text, 0);
	sn_put_u8(json, 0);
	sn_review_free(&review);
	return (char *)text.data;
}

static void expect(const char *text, const char *words)
{
	cr_assert(strstr(text, words), "\"%s\" is missing in:\n%s", words, text);
}

Test(cold_period_sign, review_shows_what_is_left)
{
	struct sn_unsigned_set first = file(10, 2, COLD_SMALL), second = file(20, 1, COLD_SMALL);
	struct sn_policy *all =
		policy_parse("{\"version\":1,\"period\":60,\"max_amount_per_period\":5000000000,"
			     "\"max_fee_per_period\":5000000000,\"max_transactions_per_period\":4}");
	struct sn_buf json = {0};
	signs(&first);
	char *text = review_text(&second, &json);
	expect(text, "\nlimits since 2023-11-15 00:00:00Z, with this file\n"
		     "  amount         0.003000000000 XMR  of 0.003000000000 XMR; 0.000000000000 XMR left\n");
	cr_assert(!strstr(text, "  count"));
	expect((char *)json.data, "\"period\":");
	free(text);
	sn_buf_clear(&json);

	sn_policy_apply(&limits, all);
	text = review_text(&second, &json);
	expect(text, "limits since 2023-11-15 11:59:01Z, with this file\n");
	expect(text, "  amount         0.003000000000 XMR  of 0.005000000000 XMR; 0.002000000000 XMR left\n");
	expect(text, "  count          3                   of 4; 1 left\n");
	expect((char *)json.data, "\"signed_before\":\tfalse");
	free(text);
	sn_buf_clear(&json);
	text = review_text(&first, &json);
	expect(text, "limits since 2023-11-15 11:59:01Z, which count this file already\n");
	expect(text, "  count          2                   of 4; 2 left\n");
	expect((char *)json.data, "\"signed_before\":\ttrue");
	free(text);
	sn_buf_clear(&json);
	/* Without a journal, to look. */
	signing.journal = NULL;
	text = review_text(&first, &json);
	expect(text, "limits on a period: not checked, because there is no signing journal\n");
	cr_assert(!strstr((char *)json.data, "period"));
	free(text);
	sn_buf_clear(&json);
	signing.journal = journal;
	sn_policy_apply(&limits, NULL);
	text = review_text(&first, &json);
	cr_assert(!strstr(text, "limits") && !strstr((char *)json.data, "period"));
	free(text);
	sn_buf_free(&json);
	sn_policy_free(all);
	cold_free(&first);
	cold_free(&second);
}
