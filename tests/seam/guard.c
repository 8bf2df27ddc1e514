#include "guard.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct guard guard;

off_t guard_journal_size(void)
{
	struct stat st;
	return guard.signing.journal && !stat(guard.journal_path, &st) ? st.st_size : 0;
}

bool guard_journal_is_right(void)
{
	struct sn_signing_journal *j;
	size_t n, n_expected;
	if (sn_signing_journal_open(&j, guard.master, false, NULL))
		return false;
	const struct sn_signing_entry *list = sn_signing_journal_entries(j, &n);
	const struct sn_signing_entry *expected = sn_signing_journal_entries(guard.expected, &n_expected);
	bool is_right = n == n_expected;
	for (size_t i = 0; is_right && i < n; i++) {
		struct sn_signing_entry wanted = expected[i];
		wanted.time = list[i].time;
		is_right = sn_signing_entry_is_equal(&list[i], &wanted);
	}
	sn_signing_journal_close(j);
	return is_right;
}

static void open_journal(void)
{
	struct sn_error err = {0};
	cr_assert(!sn_signing_journal_open(&guard.signing.journal, guard.master, true, &err), "%s", err.text);
}

void guard_expect_this_journal(const struct sn_hash *hashes, size_t n_txs)
{
	size_t n;
	struct sn_error err = {0};
	sn_signing_journal_close(guard.signing.journal);
	cr_assert(!sn_signing_journal_open(&guard.expected, guard.master, false, &err), "%s", err.text);
	const struct sn_signing_entry *list = sn_signing_journal_entries(guard.expected, &n);
	cr_assert_eq(n, n_txs);
	for (size_t i = 0; i < n; i++)
		cr_assert(sn_hash_is_equal(&list[i].tx_hash, &hashes[i]));
	cr_assert(guard_journal_is_right());
	cr_assert(!rename(guard.journal_path, guard.expected_path));
	open_journal();
	cr_assert(!guard_journal_is_right());
}

void guard_set_up(const struct sn_account *account, const char *policy)
{
	struct sn_error err = {0};
	strcpy(guard.directory, "/tmp/sn-flips-XXXXXX");
	cr_assert(mkdtemp(guard.directory) != NULL);
	snprintf(guard.wallet_path, sizeof guard.wallet_path, "%s/master", guard.directory);
	snprintf(guard.journal_path, sizeof guard.journal_path, "%s.signed", guard.wallet_path);
	snprintf(guard.expected_path, sizeof guard.expected_path, "%s.expected", guard.journal_path);
	cr_assert(!sn_wallet_create(guard.wallet_path, SN_ROLE_MASTER, account, 0, "x", SN_KDF_TEST, &err),
		  "%s", err.text);
	cr_assert(!sn_wallet_open(&guard.master, guard.wallet_path, SN_WALLET_READ, "x", NULL, &err), "%s",
		  err.text);
	open_journal();
	guard.signing.now = 1700000000;
	cr_assert(!sn_policy_parse(&guard.policy, account->network, policy, strlen(policy), &err), "%s",
		  err.text);
	sn_policy_apply(&guard.limits, guard.policy);
}

void guard_tear_down(void)
{
	sn_signing_journal_close(guard.signing.journal);
	sn_signing_journal_close(guard.expected);
	sn_wallet_close(guard.master);
	sn_policy_free(guard.policy);
	unlink(guard.expected_path);
	unlink(guard.journal_path);
	unlink(guard.wallet_path);
	cr_assert(!rmdir(guard.directory));
}
