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
#include "wiped_fixture.h"

#include "base/secret.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

static void expect_no_copy_left_of(void (*make)(void), unsigned threads, void (*run)(void))
{
	wiped_set_up(make);
	/* The account is there, and nothing else yet: the search finds what there is. */
	cr_assert_eq(secrets_search("before the work"), 2);

	wiped_jobs = threads;
	run();
	size_t copies = secrets_search("after the work");
	sn_wipe(&shared->account, sizeof shared->account);
	cr_assert_eq(copies, 2, "%zu secrets are left", copies - 2);
	cr_assert_eq(secrets_search("the account wiped"), 0);

	/* One would be found. */
	wiped_leave_on_stack();
	cr_assert_eq(secrets_search("one left on the stack"), 1);
	sn_wipe_stack();
	uint8_t *here = malloc(100);
	cr_assert(here != NULL);
	secrets_put_one(here + 13);
	cr_assert_eq(secrets_search("one left on the heap"), 1);
	free(here);
	wiped_tear_down();
}

static void expect_no_copy_left(unsigned threads, void (*run)(void))
{
	expect_no_copy_left_of(wiped_make_files, threads, run);
}

Test(wiped, no_copy_of_a_secret_is_left)
{
	expect_no_copy_left(1, wiped_sign);
}

/* Nor where threads had their stacks, or the allocator keeps things apart for them. */
Test(wiped, no_copy_of_a_secret_is_left_by_threads)
{
	expect_no_copy_left(2, wiped_sign);
}

/* While the user reads the review, the keys are in locked memory, apart from the account of this test. */
Test(wiped, keys_of_a_reference_file_are_in_locked_memory)
{
	struct sn_reference_request reference = {0};
	struct sn_unsigned_set set;
	struct sn_review review;
	struct sn_error err = {0};
	if (!sn_secret_can_lock())
		cr_skip_test("memory cannot be locked");
	wiped_set_up(wiped_make_reference_files);
	reference.options = (struct sn_reference_options){.outputs_file = shared->outputs.bytes,
							  .outputs_len = shared->outputs.len};
	cr_assert(!sn_cold_open_and_review(&set, &reference, &review, &shared->account, NULL,
					   shared->file.bytes, shared->file.len, 1, &err),
		  "%s", err.text);
	secrets_search_unlocked("locked memory left out");
	for (size_t i = 0; i < secrets->n; i++) {
		const bool is_of_account = strstr(secrets->all[i].name, "spend secret") ||
					   strstr(secrets->all[i].name, "view secret");
		if (!strstr(secrets->all[i].name, "mask"))
			cr_expect_leq(secrets->all[i].copies, is_of_account, "%s", secrets->all[i].name);
	}
	secrets_search("all memory");
	for (size_t i = 0; i < secrets->n; i++)
		if (!strcmp(secrets->all[i].name, "cipher key"))
			cr_expect_eq(secrets->all[i].copies, 1);
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
	sn_reference_request_free(&reference);
	wiped_tear_down();
}

/* The masks in it, the key of its cipher, and those of the key images that the answer lists. */
Test(wiped, no_copy_of_a_secret_is_left_of_a_reference_file)
{
	expect_no_copy_left_of(wiped_make_reference_files, 1, wiped_sign);
}

Test(wiped, no_copy_of_a_secret_is_left_of_a_reference_file_by_a_refusal)
{
	expect_no_copy_left_of(wiped_make_reference_files, 1, wiped_sign_in_vain);
}

Test(wiped, no_copy_of_a_secret_is_left_by_a_refusal)
{
	expect_no_copy_left(1, wiped_sign_in_vain);
}

Test(wiped, no_copy_of_a_secret_is_left_of_proposals)
{
	expect_no_copy_left_of(wiped_make_proposals, 1, wiped_sign);
}

Test(wiped, no_copy_of_a_secret_is_left_of_proposals_by_threads)
{
	expect_no_copy_left_of(wiped_make_proposals, 2, wiped_sign);
}

Test(wiped, no_copy_of_a_secret_is_left_of_proposals_by_a_refusal)
{
	expect_no_copy_left_of(wiped_make_proposals, 1, wiped_sign_in_vain);
}
