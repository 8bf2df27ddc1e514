/* Commits of any contents as a signing journal, behind the seal: refused with a sentence, or entries that
 * are found again by what they spend and by their hash; their report is valid. The first commit names the
 * wallet's key, which is that below. */
#include "base/json.h"
#include "fuzz.h"
#include "memory_journal.h"
#include "store/signing_journal.h"
#include "store/signing_journal_print.h"
#include "store/wallet_state.h"

#include <stdlib.h>
#include <string.h>

static void check_entries(const struct sn_signing_journal *j)
{
	size_t n;
	const struct sn_signing_entry *entries = sn_signing_journal_entries(j, &n);
	for (size_t i = 0; i < n; i++) {
		FUZZ_CHECK(entries[i].n_images > 0);
		for (size_t k = 0; k < entries[i].n_images; k++)
			FUZZ_CHECK(sn_signing_journal_find(j, &entries[i].images[k]) >= &entries[i]);
		FUZZ_CHECK(sn_signing_journal_find_tx(j, &entries[i].tx_hash) >= &entries[i]);
	}
}

static void check_reports(const struct sn_signing_journal *j)
{
	struct sn_buf text = {0}, json = {0};
	cJSON *root;
	FUZZ_CHECK(!sn_signing_journal_text(&text, j));
	FUZZ_CHECK(!sn_signing_journal_json(&json, j));
	FUZZ_CHECK(!sn_json_parse(&root, (const char *)json.data, json.len, NULL));
	sn_json_free(root);
	sn_buf_free(&text);
	sn_buf_free(&json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	static struct sn_account account = {.has_spend_secret = true, .spend_public = {"spend key"}};
	static struct sn_wallet_store store;
	const struct sn_wallet master = {.role = SN_ROLE_MASTER, .account = &account, .store = &store};
	struct sn_signing_journal *j;
	struct sn_buf commits = {0}, none = {0};
	struct sn_error err = {0};
	sn_put_bytes(&commits, data, len);
	memory_journal_put(MEMORY_PREFIX "wallet", SN_JOURNAL_MASTER, SN_MAINNET, &none);
	memory_journal_put(MEMORY_PREFIX "wallet.signed", SN_JOURNAL_SIGNED, SN_MAINNET, &commits);
	FUZZ_CHECK(!sn_journal_open(&store.journal, MEMORY_PREFIX "wallet", false, NULL, NULL, NULL, &err));
	int ret = sn_signing_journal_open(&j, &master, false, &err);
	if (ret) {
		fuzz_check_refusal(ret, &err);
		FUZZ_CHECK(!j);
	} else {
		fuzz_accept();
		check_entries(j);
		check_reports(j);
		sn_signing_journal_close(j);
	}
	sn_journal_close(store.journal);
	memory_journal_forget();
	sn_buf_free(&commits);
	return 0;
}
