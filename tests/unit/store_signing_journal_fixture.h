/* store_signing_journal_fixture.h - a master wallet and its signing journal, for the tests of
 * store/signing_journal.h. */

#ifndef STORE_SIGNING_JOURNAL_FIXTURE_H
#define STORE_SIGNING_JOURNAL_FIXTURE_H

#include "store/signing_journal.h"
#include "store_helpers.h"

static struct sn_wallet *master;
static char journal_path[160];
static int lines;

static inline struct sn_account account_of(uint8_t seed)
{
	struct sn_account account;
	uint8_t bytes[32] = {seed, 1};
	sn_account_from_seed(&account, SN_MAINNET, bytes);
	return account;
}

static inline struct sn_wallet *open_wallet(const char *name)
{
	static struct sn_log log;
	struct sn_wallet *w;
	log = counting_log(&lines);
	ok(sn_wallet_open(&w, name, SN_WALLET_READ, PASSWORD, &log, &err));
	return w;
}

static inline void set_up_master(void)
{
	set_up();
	struct sn_account account = account_of(1);
	ok(sn_wallet_create(path, SN_ROLE_MASTER, &account, 0, PASSWORD, SN_KDF_TEST, &err));
	master = open_wallet(path);
	snprintf(journal_path, sizeof journal_path, "%s.signed", path);
}

static inline void tear_down_master(void)
{
	sn_wallet_close(master);
	unlink(journal_path);
	tear_down();
}

static inline struct sn_signing_journal *open_it(bool for_writing)
{
	struct sn_signing_journal *j;
	ok(sn_signing_journal_open(&j, master, for_writing, &err));
	return j;
}

static inline void refuses(int code, enum sn_reason reason, const char *words)
{
	for (int for_writing = 0; for_writing < 2; for_writing++) {
		struct sn_signing_journal *j;
		fails(sn_signing_journal_open(&j, master, for_writing, &err), code);
		cr_assert(!j && err.reason == reason && strstr(err.text, words), "reason %d: %s", err.reason,
			  err.text);
	}
}

static inline struct sn_signing_entry entry(uint8_t name, const struct sn_point *images, size_t n)
{
	return (struct sn_signing_entry){.digest = {{name, 1}},
					 .tx_hash = {{name, 2}},
					 .time = 1700000000u + name,
					 .amount = UINT64_MAX - name,
					 .fee = 1000000u + name,
					 .images = images,
					 .n_images = n};
}

static const struct sn_point images[] = {{{1}}, {{2}}, {{3}}, {{4}}};

static inline void expect(const struct sn_signing_entry *got, const struct sn_signing_entry *wanted)
{
	cr_assert(got != NULL);
	cr_assert(!memcmp(&got->digest, &wanted->digest, sizeof got->digest));
	cr_assert(sn_hash_is_equal(&got->tx_hash, &wanted->tx_hash) &&
		  got->is_proposal == wanted->is_proposal);
	cr_assert(got->time == wanted->time && got->amount == wanted->amount && got->fee == wanted->fee);
	cr_assert(got->n_images == wanted->n_images);
	cr_assert(!memcmp(got->images, wanted->images, wanted->n_images * sizeof *wanted->images));
}

static inline size_t count(const struct sn_signing_journal *j)
{
	size_t n;
	(void)sn_signing_journal_entries(j, &n);
	return n;
}

static inline void append(struct sn_signing_journal *j, uint8_t name, const struct sn_point *spent, size_t n)
{
	struct sn_signing_entry e = entry(name, spent, n);
	ok(sn_signing_journal_append(j, &e, 1, &err));
}

#endif
