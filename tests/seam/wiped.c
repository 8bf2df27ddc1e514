/* When a file has been signed and the account is wiped, no copy of a secret is left anywhere in the memory of the process: not on
 * the heap, not on the stack, not where some library keeps its own.
 *
 * Which secrets there are the fault points tell (base/seam.h). A child signs first and notes them, in disguise, where the parent
 * can read: signing is deterministic, so that the parent, which has never had them, works with the same. Then it looks through
 * all that it may write to. The account and the file come from another child, so that making them leaves nothing either. */
#include "seam.h"

#include "base/secret.h"
#include "cold/files.h"
#include "cold/input.h"
#include "cold/outputs.h"
#include "crypto/random.h"
#include "handoff/envelope.h"

#include "../unit/cold_sets.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sodium.h>

/* Sixteen bytes of a secret are enough to know it again. */
#define WORD (sizeof(uint64_t))
#define SECRETS_MAX 4096
#define FILE_MAX 65536

/* What no search is to find: it is not the secret itself that is kept. */
#define DISGUISE UINT64_C(0x5a17c3960ff0e1d2)

struct secret {
	uint64_t disguised[2];
	char name[24];
	size_t copies;
};

/* Shared with the children. */
static struct {
	struct sn_account account;
	uint8_t file[FILE_MAX];
	size_t file_len;
	struct secret secrets[SECRETS_MAX];
	size_t n;
} *shared;

static int by_value(const void *a, const void *b)
{
	return memcmp(a, b, sizeof shared->secrets->disguised);
}

static void note(const char *name, const void *at, size_t len)
{
	for (size_t i = 0; i + 32 <= len; i += 32) {
		struct secret secret = {0};
		uint64_t word[2];
		memcpy(word, (const uint8_t *)at + i, sizeof word);
		/* Small numbers are everywhere. */
		if (!(word[0] >> 32) || !(word[1] >> 32))
			continue;
		cr_assert(shared->n < SECRETS_MAX);
		secret.disguised[0] = word[0] ^ DISGUISE;
		secret.disguised[1] = word[1] ^ DISGUISE;
		snprintf(secret.name, sizeof secret.name, "%s", name);
		shared->secrets[shared->n++] = secret;
	}
}

static void note_at_point(const char *name, void *at, size_t len)
{
	static const char *const names[] = {
		"stream", "derivation", "masks", "pseudo masks", "z", "clsag w", "clsag alpha", "bulletproof alpha",
		"bulletproof a", "bulletproof b", "bulletproof d", "bulletproof nonces",
	};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(name, names[i]))
			note(name, at, len);
	if (!strcmp(name, "inputs"))
		for (size_t i = 0; i < len / sizeof(struct sn_opened_input); i++) {
			const struct sn_opened_input *input = (const struct sn_opened_input *)at + i;
			note("mask of an input", &input->mask, sizeof input->mask);
			note("x", &input->x, sizeof input->x);
		}
	if (!strcmp(name, "tx keys")) {
		const struct sn_tx_keys *keys = at;
		note("r", &keys->r, sizeof keys->r);
		note("additional r", keys->additional_r, sizeof keys->additional_r);
	}
}

/* ---------------------------------------------------------------- the search */

/* The words of two that are known, by their first: open addressing. */
#define SLOTS (4 * SECRETS_MAX)
static struct secret *slots[SLOTS];

static size_t slot_of(uint64_t disguised)
{
	return (size_t)(disguised * UINT64_C(0x9e3779b97f4a7c15) >> 32) % SLOTS;
}

static void search_range(const uint8_t *from, const uint8_t *to)
{
	for (; from + 2 * WORD <= to; from++) {
		uint64_t word;
		memcpy(&word, from, WORD);
		if (!word)
			continue;
		word ^= DISGUISE;
		for (size_t slot = slot_of(word); slots[slot]; slot = (slot + 1) % SLOTS) {
			uint64_t second;
			if (slots[slot]->disguised[0] != word)
				continue;
			memcpy(&second, from + WORD, WORD);
			if ((second ^ DISGUISE) == slots[slot]->disguised[1])
				slots[slot]->copies++;
		}
	}
}

static void prepare(void)
{
	size_t kept = 0;
	qsort(shared->secrets, shared->n, sizeof *shared->secrets, by_value);
	for (size_t i = 0; i < shared->n; i++)
		if (!i || by_value(&shared->secrets[i], &shared->secrets[kept - 1]))
			shared->secrets[kept++] = shared->secrets[i];
	shared->n = kept;
	for (size_t i = 0; i < shared->n; i++) {
		size_t slot = slot_of(shared->secrets[i].disguised[0]);
		while (slots[slot])
			slot = (slot + 1) % SLOTS;
		slots[slot] = &shared->secrets[i];
	}
}

/* How many copies there are in all that can be written to. Its pages that nobody has touched are skipped by reading zeros. */
static size_t search(const char *when)
{
	char line[512];
	size_t copies = 0, bytes = 0;
	FILE *maps = fopen("/proc/self/maps", "re");
	cr_assert(maps != NULL);
	for (size_t i = 0; i < shared->n; i++)
		shared->secrets[i].copies = 0;
	while (fgets(line, sizeof line, maps)) {
		unsigned long from, to;
		char mode[8];
		if (sscanf(line, "%lx-%lx %7s", &from, &to, mode) != 3 || strncmp(mode, "rw", 2))
			continue;
		search_range((const uint8_t *)from, (const uint8_t *)to);
		bytes += to - from;
	}
	fclose(maps);
	for (size_t i = 0; i < shared->n; i++) {
		copies += shared->secrets[i].copies;
		if (shared->secrets[i].copies)
			fprintf(stderr, "# %s: %zu of: %s\n", when, shared->secrets[i].copies, shared->secrets[i].name);
	}
	fprintf(stderr, "# %s: %zu copies of %zu secrets in %zu KiB\n", when, copies, shared->n, bytes / 1024);
	return copies;
}

/* ---------------------------------------------------------------- the work */

static void in_a_child(void (*run)(void))
{
	int status;
	pid_t child = fork();
	cr_assert(child >= 0);
	if (!child) {
		run();
		_exit(0);
	}
	cr_assert(waitpid(child, &status, 0) == child);
	cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* Two inputs of different kinds, additional tx keys, a payment id: whatever there is. */
static void make_file(void)
{
	struct sn_buf content = {0}, file = {0};
	struct sn_account bob = cold_account("bob");
	shared->account = cold_account("alice");
	struct sn_unsigned_set set = cold_set(2);
	cold_spend(&set.txs[0], &shared->account,
		   &(struct cold_output){.amount = COLD_XMR, .to = {0, 3}, .mask_kind = SN_MASK_EXPLICIT, .index = 2});
	cold_spend_amount(&set.txs[0], &shared->account, COLD_XMR);
	cold_pay(&set.txs[0], cold_address(&bob, 0, 1), COLD_XMR / 2);
	cold_pay(&set.txs[0], cold_address(&bob, 0, 0), COLD_XMR / 2);
	cold_change(&set.txs[0], 0, 0);
	cold_spend_amount(&set.txs[1], &shared->account, COLD_XMR);
	cold_pay(&set.txs[1], cold_integrated(&bob, 7), COLD_XMR / 2);
	cold_change(&set.txs[1], 0, 0);
	cr_assert(!sn_unsigned_set_encode(&content, &set, NULL));
	cr_assert(!sn_envelope_seal(&file, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &shared->account.view_secret, content.data,
				    content.len, NULL));
	cr_assert(file.len <= FILE_MAX);
	memcpy(shared->file, file.data, file.len);
	shared->file_len = file.len;
}

/* Threads that sign: in the children one, so that nothing is noted twice. */
static unsigned jobs = 1;

static void work(void)
{
	const struct sn_signing signing = {.jobs = jobs};
	struct sn_unsigned_set set;
	struct sn_review review;
	struct sn_buf out = {0};
	struct sn_error err = {0};
	cr_assert(!sn_cold_open(&set, &review, &shared->account, NULL, shared->file, shared->file_len, &err), "%s", err.text);
	cr_assert(!sn_cold_sign(&out, NULL, &shared->account, &set, NULL, &signing, &err), "%s", err.text);
	cr_assert(out.len > 2000);
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
	sn_buf_free(&out);
}

static void note_secrets(void)
{
	note("spend secret", &shared->account.spend_secret, 32);
	note("view secret", &shared->account.view_secret, 32);
	seam_hook = note_at_point;
	work();
}

static void put_secret(volatile uint8_t *at)
{
	for (size_t i = 0; i < 2 * WORD; i++)
		at[i] = (uint8_t)((shared->secrets[shared->n / 2].disguised[i / WORD] ^ DISGUISE) >> (i % WORD * 8));
}

/* In a frame that is no more, deep enough not to be used again at once. */
static __attribute__((noinline)) void leave_on_stack(void)
{
	volatile uint8_t frame[16384];
	put_secret(frame + 5);
}

static void expect_no_copy_left(unsigned threads)
{
	shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	cr_assert(shared != MAP_FAILED);
	cr_assert(sodium_init() >= 0);
	in_a_child(make_file);
	in_a_child(note_secrets);
	prepare();
	cr_assert(shared->n > 300, "only %zu secrets were seen: is the seam switched on?", shared->n);
	/* The account is there, and nothing else yet: the search finds what there is. */
	cr_assert_eq(search("before the work"), 2);

	jobs = threads;
	work();
	size_t copies = search("after the work");
	sn_wipe(&shared->account, sizeof shared->account);
	cr_assert_eq(copies, 2, "%zu secrets are left", copies - 2);
	cr_assert_eq(search("the account wiped"), 0);

	/* One would be found. */
	leave_on_stack();
	cr_assert_eq(search("one left on the stack"), 1);
	sn_wipe_stack();
	uint8_t *here = malloc(100);
	cr_assert(here != NULL);
	put_secret(here + 13);
	cr_assert_eq(search("one left on the heap"), 1);
	free(here);
	munmap(shared, sizeof *shared);
}

Test(wiped, no_copy_of_a_secret_is_left)
{
	expect_no_copy_left(1);
}

/* Nor where threads had their stacks, or the allocator keeps things apart for them. */
Test(wiped, no_copy_of_a_secret_is_left_by_threads)
{
	expect_no_copy_left(2);
}
