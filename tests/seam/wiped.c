/* After a file is signed, or refused at the very end, and the account is wiped, no copy of a secret remains
 * in the memory of the process: heap, stack, or memory of libraries.
 *
 * The fault points name the secrets (base/seam.h). First a child signs and records them, disguised, in shared
 * memory. Signing is deterministic, so the parent, which never had them, uses the same secrets. Then the
 * parent searches all its writable memory. Another child makes the account and the files, so that this leaves
 * no copies either.
 *
 * A search on the same stack as the work would overwrite some copies. So threads work on stacks that are
 * filled with a pattern before, and searched after they have ended. */
#include "seam.h"

#include "base/secret.h"
#include "cold/files.h"
#include "cold/input.h"
#include "cold/outputs.h"
#include "cold/restore.h"
#include "crypto/group_mul.h"
#include "crypto/random.h"
#include "crypto/scalar.h"
#include "handoff/envelope.h"

#include "../unit/cold_reference.h"
#include "../unit/cold_sets.h"

#include <criterion/criterion.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sodium.h>

/* Sixteen bytes of a secret are enough to know it again. */
#define WORD (sizeof(uint64_t))
#define SECRETS_MAX 32768
#define FILE_MAX 524288

#define LISTED 3 /* the inputs of all transactions of the file */
#define LARGE_INPUTS 24

/* Disguised, so that a search does not find the record itself. */
#define DISGUISE UINT64_C(0x5a17c3960ff0e1d2)

struct secret {
	uint64_t disguised[2];
	char name[40];
	size_t copies;
};

struct sealed {
	uint8_t bytes[FILE_MAX];
	size_t len;
};

/* Shared with the children. */
static struct {
	struct sn_account account;
	struct sealed file, large,
		list,    /* two unsigned sets; the list of the outputs that the first spends */
		outputs; /* if `file` is of the reference wallet: an export of outputs of it */
	struct secret secrets[SECRETS_MAX];
	size_t n;
} * shared;

static int by_value(const void *a, const void *b)
{
	return memcmp(a, b, sizeof shared->secrets->disguised);
}

static void note_words(const char *name, const char *form, const uint64_t word[static 2])
{
	struct secret secret = {.disguised = {word[0] ^ DISGUISE, word[1] ^ DISGUISE}};
	cr_assert(shared->n < SECRETS_MAX);
	snprintf(secret.name, sizeof secret.name, "%s%s", name, form);
	shared->secrets[shared->n++] = secret;
}

/* A number as it is stored, and in two other forms that work with it gives it: signed digits of four bits,
 * and limbs of 51 bits, which is how a field element is held. */
static void note(const char *name, const void *at, size_t len)
{
	const uint64_t limb = ((uint64_t)1 << 51) - 1;
	for (size_t i = 0; i + 32 <= len; i += 32) {
		struct sn_scalar number;
		struct sn_digits16 digits;
		uint64_t word[4];
		memcpy(word, (const uint8_t *)at + i, sizeof word);
		/* Small numbers are everywhere. */
		if (!(word[0] >> 32) || !(word[1] >> 32))
			continue;
		note_words(name, "", word);
		note_words(name, ", limbs",
			   (uint64_t[2]){word[0] & limb, (word[0] >> 51 | word[1] << 13) & limb});
		memcpy(&number, word, sizeof number);
		if (!sn_scalar_is_canonical(&number))
			continue;
		sn_digits16(&digits, &number);
		memcpy(word, digits.d, sizeof word);
		note_words(name, ", digits", word);
	}
}

static void note_at_point(const char *name, void *at, size_t len)
{
	static const char *const names[] = {
		"stream",
		"derivation",
		"masks",
		"pseudo masks",
		"z",
		"clsag w",
		"clsag alpha",
		"bulletproof alpha",
		"bulletproof a",
		"bulletproof b",
		"bulletproof d",
		"bulletproof nonces",
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

/* How many copies there are in all that can be written to. Its pages that nobody has touched are skipped by
 * reading zeros. */
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
			fprintf(stderr, "# %s: %zu of: %s\n", when, shared->secrets[i].copies,
				shared->secrets[i].name);
	}
	fprintf(stderr, "# %s: %zu copies of %zu secrets in %zu KiB\n", when, copies, shared->n,
		bytes / 1024);
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

static void seal(struct sealed *to, enum sn_envelope_kind kind, const struct sn_buf *content)
{
	struct sn_buf file = {0};
	cr_assert(!sn_envelope_seal(&file, kind, SN_MAINNET, &shared->account.view_secret, content->data,
				    content->len, NULL));
	cr_assert(file.len <= FILE_MAX);
	memcpy(to->bytes, file.data, file.len);
	to->len = file.len;
	sn_buf_free(&file);
}

static void seal_set(struct sealed *to, const struct sn_unsigned_set *set)
{
	struct sn_buf content = {0};
	cr_assert(!sn_unsigned_set_encode(&content, set, NULL));
	seal(to, SN_ENVELOPE_UNSIGNED_SET, &content);
	sn_buf_free(&content);
}

/* What ki-restore is asked about. */
static void make_list(const struct sn_unsigned_set *set)
{
	struct sn_output_list list = {.outputs = calloc(LISTED, sizeof *list.outputs)};
	struct sn_buf content = {0};
	cr_assert(list.outputs != NULL);
	for (size_t i = 0; i < set->n; i++)
		for (size_t j = 0; j < set->txs[i].n_inputs; j++) {
			const struct sn_unsigned_input *in = &set->txs[i].inputs[j];
			struct sn_opened_input opened;
			cr_assert(list.n < LISTED && !sn_input_open(&opened, &shared->account, in, NULL));
			list.outputs[list.n++] =
				(struct sn_listed_output){opened.key, in->tx_key, in->index, in->subaddress};
		}
	cr_assert(!sn_output_list_sort(&list) && !sn_output_list_encode(&content, &list, NULL));
	seal(&shared->list, SN_ENVELOPE_OUTPUT_LIST, &content);
	sn_output_list_free(&list);
	sn_buf_free(&content);
}

/* As many recipients as there can be, and more inputs than a payment has. */
static void make_large(const struct sn_account *bob)
{
	struct sn_unsigned_set set = cold_set(1);
	struct sn_unsigned_tx *tx = set.txs;
	tx->inputs = realloc(tx->inputs, LARGE_INPUTS * sizeof *tx->inputs);
	cr_assert(tx->inputs != NULL);
	for (uint32_t i = 0; i < LARGE_INPUTS; i++)
		cold_make_input(&tx->inputs[tx->n_inputs++], &shared->account,
				&(struct cold_output){.amount = COLD_XMR, .to = {0, i % 3}, .index = i});
	for (uint32_t i = 0; i + 1 < SN_TX_OUTPUTS_MAX; i++)
		cold_pay(tx, cold_address(bob, 0, i), COLD_XMR / 2);
	cold_change(tx, 0, 0);
	seal_set(&shared->large, &set);
	cold_free(&set);
}

/* Two inputs of different kinds, additional tx keys, a payment id: whatever there is. */
static void make_files(void)
{
	struct sn_account bob = cold_account("bob");
	shared->account = cold_account("alice");
	struct sn_unsigned_set set = cold_set(2);
	cold_spend(&set.txs[0], &shared->account,
		   &(struct cold_output){
			   .amount = COLD_XMR, .to = {0, 3}, .mask_kind = SN_MASK_EXPLICIT, .index = 2});
	cold_spend_amount(&set.txs[0], &shared->account, COLD_XMR);
	cold_pay(&set.txs[0], cold_address(&bob, 0, 1), COLD_XMR / 2);
	cold_pay(&set.txs[0], cold_address(&bob, 0, 0), COLD_XMR / 2);
	cold_change(&set.txs[0], 0, 0);
	cold_spend_amount(&set.txs[1], &shared->account, COLD_XMR);
	cold_pay(&set.txs[1], cold_integrated(&bob, 7), COLD_XMR / 2);
	cold_change(&set.txs[1], 0, 0);
	seal_set(&shared->file, &set);
	make_list(&set);
	cold_free(&set);
	make_large(&bob);
}

/* A file of the reference wallet, and a list that its answer needs. */
static void make_reference_files(void)
{
	struct reference_file sample = reference_open("0.18.4.0", "unsigned-many");
	struct interop_sample outputs = interop_find("0.18.4.0", "outputs-all");
	struct sn_buf file = {0};
	shared->account = sample.account;
	reference_seal(&file, &sample);
	cr_assert(file.len <= FILE_MAX && outputs.file.len <= FILE_MAX);
	memcpy(shared->file.bytes, file.data, file.len);
	shared->file.len = file.len;
	memcpy(shared->outputs.bytes, outputs.file.data, outputs.file.len);
	shared->outputs.len = outputs.file.len;
	sn_buf_free(&file);
	interop_free(&outputs);
	reference_free(&sample);
}

/* Threads that sign: in the children one, so that nothing is noted twice. */
static unsigned jobs = 1;
static bool is_noting;

static void sign(const struct sealed *file, int expected)
{
	struct sn_reference_request reference = {
		.options = {shared->outputs.len ? shared->outputs.bytes : NULL, shared->outputs.len, false}};
	const struct sn_signing signing = {.jobs = jobs, .reference = &reference};
	struct sn_unsigned_set set;
	struct sn_review review;
	struct sn_buf out = {0};
	struct sn_error err = {0};
	cr_assert(!sn_cold_open_and_review(&set, &reference, &review, &shared->account, NULL, file->bytes,
					   file->len, 1, &err),
		  "%s", err.text);
	if (is_noting)
		note("cipher key", &reference.key.cipher, sizeof reference.key.cipher);
	cr_assert_eq(sn_cold_sign(&out, NULL, &shared->account, &set, NULL, &signing, &err), expected, "%s",
		     err.text);
	cr_assert(expected ? !out.len : out.len > 2000);
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
	sn_reference_request_free(&reference);
	sn_buf_free(&out);
}

static void work(void)
{
	sign(&shared->file, SN_OK);
}

static void flip_when_sealed(const char *name, void *at, size_t len)
{
	if (len && !strcmp(name, "sealed"))
		*(uint8_t *)at ^= 1;
}

/* All is signed, twice, and then it differs. */
static void work_in_vain(void)
{
	seam_hook = flip_when_sealed;
	sign(&shared->file, SN_REFUSED);
	seam_hook = NULL;
}

static void note_secrets(void)
{
	note("spend secret", &shared->account.spend_secret, 32);
	note("view secret", &shared->account.view_secret, 32);
	seam_hook = note_at_point;
	is_noting = true;
	work();
}

static void put_secret(volatile uint8_t *at)
{
	for (size_t i = 0; i < 2 * WORD; i++)
		at[i] = (uint8_t)((shared->secrets[shared->n / 2].disguised[i / WORD] ^ DISGUISE) >>
				  (i % WORD * 8));
}

/* In a frame that is no more, deep enough not to be used again at once. */
static __attribute__((noinline)) void leave_on_stack(void)
{
	volatile uint8_t frame[16384];
	put_secret(frame + 5);
}

static void set_up(void (*make)(void))
{
	shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	cr_assert(shared != MAP_FAILED);
	cr_assert(sodium_init() >= 0);
	in_a_child(make);
	in_a_child(note_secrets);
	prepare();
	cr_assert(shared->n > 300, "only %zu secrets were seen: is the seam switched on?", shared->n);
}

static void expect_no_copy_left_of(void (*make)(void), unsigned threads, void (*run)(void))
{
	set_up(make);
	/* The account is there, and nothing else yet: the search finds what there is. */
	cr_assert_eq(search("before the work"), 2);

	jobs = threads;
	run();
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

static void expect_no_copy_left(unsigned threads, void (*run)(void))
{
	expect_no_copy_left_of(make_files, threads, run);
}

Test(wiped, no_copy_of_a_secret_is_left)
{
	expect_no_copy_left(1, work);
}

/* Nor where threads had their stacks, or the allocator keeps things apart for them. */
Test(wiped, no_copy_of_a_secret_is_left_by_threads)
{
	expect_no_copy_left(2, work);
}

/* The masks in it, the key of its cipher, and those of the key images that the answer lists. */
Test(wiped, no_copy_of_a_secret_is_left_of_a_reference_file)
{
	expect_no_copy_left_of(make_reference_files, 1, work);
}

Test(wiped, no_copy_of_a_secret_is_left_of_a_reference_file_by_a_refusal)
{
	expect_no_copy_left_of(make_reference_files, 1, work_in_vain);
}

Test(wiped, no_copy_of_a_secret_is_left_by_a_refusal)
{
	expect_no_copy_left(1, work_in_vain);
}

/* ---------------------------------------------------------------- stacks that are looked at from outside */

#define PAINT 0xa5
#define PAINTED ((size_t)1 << 20)
#define FRAMES 4096 /* what sign_and_look and sn_cold_sign take at most: below them all is wiped */

#define WIPED        \
	((size_t)128 \
	 << 10) /* by sn_wipe_stack; at the end of it a call of its own has left where to return to */
#define OF_ITS_OWN 256

static uint8_t *painted;
static size_t not_zero, below; /* bytes below sn_cold_sign: not wiped there, and used further down */

static void *call(void *run)
{
	(*(void (**)(void))run)();
	return NULL;
}

/* How many secrets are left on the stack of a thread that has run it and is no more. */
static size_t left_on_stack(const char *when, void (*run)(void))
{
	pthread_attr_t attributes;
	pthread_t thread;
	size_t copies = 0, untouched = 0;
	painted = mmap(NULL, PAINTED, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	cr_assert(painted != MAP_FAILED);
	memset(painted, PAINT, PAINTED);
	cr_assert(!pthread_attr_init(&attributes) && !pthread_attr_setstack(&attributes, painted, PAINTED));
	cr_assert(!pthread_create(&thread, &attributes, call, &run) && !pthread_join(thread, NULL));
	pthread_attr_destroy(&attributes);
	while (untouched < PAINTED && painted[untouched] == PAINT)
		untouched++;
	for (size_t i = 0; i < shared->n; i++)
		shared->secrets[i].copies = 0;
	search_range(painted, painted + PAINTED);
	munmap(painted, PAINTED);
	for (size_t i = 0; i < shared->n; i++) {
		copies += shared->secrets[i].copies;
		if (shared->secrets[i].copies)
			fprintf(stderr, "# %s: on the stack %zu of: %s\n", when, shared->secrets[i].copies,
				shared->secrets[i].name);
	}
	fprintf(stderr, "# %s: %zu copies on %zu KiB of stack\n", when, copies, (PAINTED - untouched) / 1024);
	return copies;
}

static void look_below(const uint8_t *here)
{
	not_zero = below = 0;
	for (const volatile uint8_t *at = painted; at < here - WIPED; at++)
		below += *at != 0 && *at != PAINT;
	for (const volatile uint8_t *at = here - WIPED + FRAMES; at < here - FRAMES; at++)
		not_zero += *at != 0;
}

/* Sign, and look at once: in whatever form a secret was there, in the frame of whatever function, of ours or
 * of a library, nothing is left of it. Further down the paint has to be whole, but for zeros where something
 * deeper wiped for itself. */
static __attribute__((noinline)) void sign_and_look(const struct sealed *file,
						    void (*hook)(const char *, void *, size_t))
{
	struct sn_unsigned_set set;
	struct sn_review review;
	struct sn_buf out = {0};
	cr_assert(!sn_cold_open_and_review(&set, NULL, &review, &shared->account, NULL, file->bytes,
					   file->len, 1, NULL));
	const uint8_t *here = __builtin_frame_address(0);
	seam_hook = hook;
	int ret = sn_cold_sign(&out, NULL, &shared->account, &set, NULL, NULL, NULL);
	look_below(here);
	seam_hook = NULL;
	cr_assert_eq(ret, hook ? SN_REFUSED : SN_OK);
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
	sn_buf_free(&out);
}

static void look_at_signing(void)
{
	sign_and_look(&shared->file, NULL);
}

static void look_at_refusal(void)
{
	sign_and_look(&shared->file, flip_when_sealed);
}

static void look_at_large(void)
{
	sign_and_look(&shared->large, NULL);
}

/* Where the answer is no, or the review refuses, nothing is signed that could wipe the stack. */
static __attribute__((noinline)) void review_and_look(const struct sn_limits *limits)
{
	struct sn_unsigned_set set;
	struct sn_review review;
	const uint8_t *here = __builtin_frame_address(0);
	int ret = sn_cold_open_and_review(&set, NULL, &review, &shared->account, limits, shared->file.bytes,
					  shared->file.len, 1, NULL);
	look_below(here);
	cr_assert_eq(ret, limits ? SN_REFUSED : SN_OK);
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
}

static void look_at_review(void)
{
	review_and_look(NULL);
}

static void look_at_refused_review(void)
{
	const struct sn_limits limits = {.has_max_fee = true};
	review_and_look(&limits);
}

static void only_review(void)
{
	struct sn_unsigned_set set;
	struct sn_review review;
	cr_assert(!sn_cold_open_and_review(&set, NULL, &review, &shared->account, NULL, shared->file.bytes,
					   shared->file.len, 1, NULL));
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
}

static void refuse_to_review(void)
{
	const struct sn_limits limits = {.has_max_fee = true};
	struct sn_unsigned_set set;
	struct sn_review review;
	int ret = sn_cold_open_and_review(&set, NULL, &review, &shared->account, &limits, shared->file.bytes,
					  shared->file.len, 1, NULL);
	cr_assert_eq(ret, SN_REFUSED);
}

static void compute_images(void)
{
	struct sn_buf out = {0};
	size_t n;
	cr_assert(!sn_restore_answer(&out, &shared->account, shared->list.bytes, shared->list.len, NULL, &n,
				     NULL));
	cr_assert_eq(n, LISTED);
	sn_buf_free(&out);
}

Test(wiped, no_copy_of_a_secret_is_left_on_the_stack)
{
	set_up(make_files);
	cr_expect_eq(left_on_stack("signing", work), 0);
	cr_expect_eq(left_on_stack("a refusal to sign", work_in_vain), 0);
	cr_expect_eq(left_on_stack("review", only_review), 0);
	cr_expect_eq(left_on_stack("a refusal to review", refuse_to_review), 0);
	cr_expect_eq(left_on_stack("key images", compute_images), 0);
	cr_expect_eq(left_on_stack("one left", leave_on_stack), 1);
	munmap(shared, sizeof *shared);
}

Test(wiped, signing_leaves_its_stack_clean)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} ways[] = {
		{"signing", look_at_signing},
		{"a refusal to sign", look_at_refusal},
		{"signing a large one", look_at_large},
		{"a review answered with no", look_at_review},
		{"a refused review", look_at_refused_review},
	};
	set_up(make_files);
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		cr_expect_eq(left_on_stack(ways[i].name, ways[i].run), 0);
		cr_expect_eq(not_zero, 0, "%s leaves %zu bytes that are not zero below it", ways[i].name,
			     not_zero);
		cr_expect(below < OF_ITS_OWN, "%s leaves %zu bytes deeper than sn_wipe_stack reaches",
			  ways[i].name, below);
	}
	munmap(shared, sizeof *shared);
}
