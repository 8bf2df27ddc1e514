/* cold_period.h - a master wallet with a journal of invented entries, for the tests of cold/period.h. */
#ifndef TESTS_UNIT_COLD_PERIOD_H
#define TESTS_UNIT_COLD_PERIOD_H

#include "cold/period.h"
#include "cold_policies.h"
#include "cold_sets.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NOON 1700049600 /* 2023-11-15 12:00:00Z */
#define DAY 86400

static char directory[64], wallet_path[96], journal_path[112];
static struct sn_account alice, bob;
static struct sn_wallet *master;
static struct sn_signing_journal *journal;
static struct sn_error err;
static uint64_t n_entries; /* in the names of entries */

static inline void open_journal(void)
{
	cr_assert(!sn_signing_journal_open(&journal, master, true, &err), "%s", err.text);
}

static inline void reopen_journal(void)
{
	sn_signing_journal_close(journal);
	open_journal();
}

static inline void set_up_period(void)
{
	alice = cold_account("alice");
	bob = cold_account("bob");
	strcpy(directory, "/tmp/sn-period-XXXXXX");
	cr_assert(mkdtemp(directory) != NULL);
	snprintf(wallet_path, sizeof wallet_path, "%s/master", directory);
	snprintf(journal_path, sizeof journal_path, "%s.signed", wallet_path);
	cr_assert(!sn_wallet_create(wallet_path, SN_ROLE_MASTER, &alice, 0, "x", SN_KDF_TEST, &err), "%s",
		  err.text);
	cr_assert(!sn_wallet_open(&master, wallet_path, SN_WALLET_READ, "x", NULL, &err), "%s", err.text);
	open_journal();
}

static inline void tear_down_period(void)
{
	sn_signing_journal_close(journal);
	sn_wallet_close(master);
	unlink(journal_path);
	unlink(wallet_path);
	cr_assert(!rmdir(directory));
}

/* An entry of a transaction of its own. */
static inline void enter_as(struct sn_signing_journal *j, uint64_t name, uint64_t time, uint64_t amount,
			    uint64_t fee)
{
	struct sn_point image = {.b = {1}};
	struct sn_signing_entry entry = {
		.time = time, .amount = amount, .fee = fee, .images = &image, .n_images = 1};
	memcpy(image.b + 1, &name, sizeof name);
	memcpy(entry.tx_hash.b, &name, sizeof name);
	memcpy(entry.digest.b + 8, &name, sizeof name);
	cr_assert(!sn_signing_journal_append(j, &entry, 1, &err), "%s", err.text);
}

static inline void enter(uint64_t time, uint64_t amount, uint64_t fee)
{
	enter_as(journal, ++n_entries, time, amount, fee);
}

#endif
