#include "cold/files.h"

#include "cold_sets.h"
#include "cold/review_print.h"
#include "handoff/envelope.h"

#include <criterion/criterion.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cjson/cJSON.h>
#include <sodium.h>

/* Each allocation fails in turn. Every time the error is "out of memory", there is no output, and all memory
 * is freed. The linker redirects the calls of our objects to this file (--wrap, which determines the names).
 */

#define NEVER SIZE_MAX

static size_t fails_at = NEVER; /* this allocation, counted from 0 */
static bool stays_failed;       /* and all after it */
static size_t n_asked;
static long n_held;

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *p);
void *__real_sodium_malloc(size_t size);
void __real_sodium_free(void *p);
void *__real_reallocarray(void *p, size_t n, size_t size);
char *__real_strndup(const char *s, size_t n);
char *__real_realpath(const char *path, char *out);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *p);
void *__wrap_sodium_malloc(size_t size);
void __wrap_sodium_free(void *p);
void *__wrap_reallocarray(void *p, size_t n, size_t size);
char *__wrap_strndup(const char *s, size_t n);
char *__wrap_realpath(const char *path, char *out);

static bool is_refused(void)
{
	size_t n = n_asked++;
	bool is_refused = n == fails_at || (stays_failed && n > fails_at);
	if (is_refused)
		errno = ENOMEM;
	return is_refused;
}

static void *hold(void *p)
{
	n_held += p != NULL;
	return p;
}

void *__wrap_malloc(size_t size)
{
	return is_refused() ? NULL : hold(__real_malloc(size));
}

void *__wrap_calloc(size_t n, size_t size)
{
	return is_refused() ? NULL : hold(__real_calloc(n, size));
}

void *__wrap_realloc(void *p, size_t size)
{
	if (is_refused())
		return NULL;
	return p ? __real_realloc(p, size) : hold(__real_realloc(p, size));
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
	return is_refused() ? NULL : hold(__real_aligned_alloc(alignment, size));
}

void __wrap_free(void *p)
{
	n_held -= p != NULL;
	__real_free(p);
}

void *__wrap_sodium_malloc(size_t size)
{
	return is_refused() ? NULL : hold(__real_sodium_malloc(size));
}

void __wrap_sodium_free(void *p)
{
	n_held -= p != NULL;
	__real_sodium_free(p);
}

void *__wrap_reallocarray(void *p, size_t n, size_t size)
{
	if (is_refused())
		return NULL;
	return p ? __real_reallocarray(p, n, size) : hold(__real_reallocarray(p, n, size));
}

char *__wrap_strndup(const char *s, size_t n)
{
	return is_refused() ? NULL : hold(__real_strndup(s, n));
}

char *__wrap_realpath(const char *path, char *out)
{
	return out ? __real_realpath(path, out) : hold(__real_realpath(path, NULL));
}

static struct sn_account alice, bob;
static struct sn_buf file, signed_file;
static struct sn_wallet *master; /* NULL: sign without a journal */
static struct sn_signing signing;

static void set_up(void)
{
	alice = cold_account("alice");
	bob = cold_account("bob");
	/* A shared library's calls are led nowhere. */
	cJSON_InitHooks(&(cJSON_Hooks){malloc, free});
}

TestSuite(cold_memory, .init = set_up, .timeout = 240);

/* Start with an empty journal. */
static void open_journal(void)
{
	char *path = sn_signing_journal_path(master);
	cr_assert(path != NULL);
	unlink(path);
	cr_assert(!sn_signing_journal_open(&signing.journal, master, true, NULL));
	free(path);
}

/* It has all that came out, and nothing else. */
static void close_journal(bool was_signed, size_t allocation)
{
	size_t n;
	(void)sn_signing_journal_entries(signing.journal, &n);
	cr_assert(n == (was_signed ? 2 : 0), "allocation %zu: %zu entries", allocation, n);
	sn_signing_journal_close(signing.journal);
	cr_assert(!sn_signing_journal_open(&signing.journal, master, false, NULL));
	(void)sn_signing_journal_entries(signing.journal, &n);
	cr_assert(n == (was_signed ? 2 : 0), "allocation %zu: %zu entries in the file", allocation, n);
	sn_signing_journal_close(signing.journal);
	signing.journal = NULL;
}

/* Open and review; with `out`, also sign, like cold-sign. */
static int work(struct sn_buf *out, struct sn_error *err)
{
	struct sn_unsigned_set set;
	struct sn_review review;
	struct sn_buf text = {0};
	struct sn_hash hashes[2];
	int ret = sn_cold_open_and_review(&set, NULL, &review, &alice, NULL, file.data, file.len, 1, err);
	if (ret) {
		cr_assert(!set.n && !set.txs && !review.n && !review.txs);
		return ret;
	}
	if (out && (sn_review_text(&text, &review, SN_REVIEW_TO_LOOK) || sn_review_json(&text, &review)))
		ret = sn_error_memory(err);
	else if (out)
		ret = cold_set_sign(out, hashes, &alice, &set, NULL, &signing, err);
	sn_buf_free(&text);
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
	return ret;
}

/* Whether there was an n-th allocation. */
static bool work_without(size_t n, bool stays, bool signs)
{
	struct sn_buf out = {0};
	struct sn_error err = {0};
	long held = n_held;
	if (master)
		open_journal();
	n_asked = 0;
	fails_at = n;
	stays_failed = stays;
	int ret = work(signs ? &out : NULL, &err);
	bool was_refused = n_asked > n;
	fails_at = NEVER;
	stays_failed = false;
	if (master)
		close_journal(!ret, n);

	if (was_refused) {
		cr_assert_eq(ret, SN_IO, "allocation %zu: %d, \"%s\"", n, ret, err.text);
		cr_assert(strstr(err.text, "out of memory"), "allocation %zu: \"%s\"", n, err.text);
		cr_assert_eq(out.len, 0, "allocation %zu: something comes out", n);
	} else {
		cr_assert(!ret, "%s", err.text);
		cr_assert(out.len == signed_file.len &&
			  (!out.len || !memcmp(out.data, signed_file.data, out.len)));
	}
	sn_buf_free(&out);
	cr_assert(n_held == held, "allocation %zu: %ld not given back", n, n_held - held);
	return was_refused;
}

static void run_out(struct sn_unsigned_set *set, bool signs)
{
	struct sn_buf content = {0};
	struct sn_error err = {0};
	size_t n = 0;
	cr_assert(!sn_unsigned_set_encode(&content, set, NULL));
	cr_assert(!sn_envelope_seal(&file, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &alice.view_secret,
				    content.data, content.len, NULL));
	/* Tables that stay for the next time are made now. */
	cr_assert(!work(signs ? &signed_file : NULL, &err), "%s", err.text);
	for (int stays = 0; stays < 2; stays++)
		for (n = 0; work_without(n, stays, signs); n++)
			;
	cr_assert_gt(n, signs ? 50 : 5, "only %zu allocations: is the linker told to --wrap?", n);
	sn_buf_free(&content);
	sn_buf_free(&file);
	sn_buf_free(&signed_file);
	cold_free(set);
}

static struct sn_unsigned_set set_of_two(void)
{
	struct sn_unsigned_set set = cold_set(2);
	for (size_t i = 0; i < 2; i++) {
		cold_spend_amount(&set.txs[i], &alice, COLD_XMR);
		cold_pay(&set.txs[i], i ? cold_address(&bob, 0, 1) : cold_integrated(&bob, 7), COLD_SMALL);
		cold_change(&set.txs[i], 0, 0);
	}
	return set;
}

Test(cold_memory, signing_survives_failed_allocations)
{
	struct sn_unsigned_set set = set_of_two();
	run_out(&set, true);
}

Test(cold_memory, signing_with_a_journal_survives_failed_allocations)
{
	struct sn_unsigned_set set = set_of_two();
	char directory[] = "/tmp/sn-cold-XXXXXX", wallet[64], journal[80];
	cr_assert(mkdtemp(directory) != NULL);
	snprintf(wallet, sizeof wallet, "%s/master", directory);
	snprintf(journal, sizeof journal, "%s.signed", wallet);
	cr_assert(!sn_wallet_create(wallet, SN_ROLE_MASTER, &alice, 0, "x", SN_KDF_TEST, NULL));
	cr_assert(!sn_wallet_open(&master, wallet, SN_WALLET_READ, "x", NULL, NULL));
	run_out(&set, true);
	sn_wallet_close(master);
	cr_assert(!unlink(journal) && !unlink(wallet) && !rmdir(directory));
}

/* With the table of our own addresses. */
Test(cold_memory, review_survives_failed_allocations)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&alice, 0, 1));
	run_out(&set, false);
}

/* The tables of the range proof are made once. */
Test(cold_memory, first_range_proof_survives_failed_allocations)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct sn_signed_set out;
	struct sn_error err = {0};
	int ret = SN_IO;
	size_t n = 0;
	for (; ret; n++) {
		n_asked = 0;
		fails_at = n;
		ret = sn_sign(&out, &alice, &set, NULL, 1, &err);
		fails_at = n_asked > n ? n : NEVER;
		cr_assert(ret == (fails_at == NEVER ? SN_OK : SN_IO), "allocation %zu: \"%s\"", n, err.text);
		fails_at = NEVER;
	}
	cr_assert_gt(n, 20);
	sn_signed_set_free(&out);
	cold_free(&set);
}
