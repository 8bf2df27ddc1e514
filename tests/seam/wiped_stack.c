/* What is left on a stack, looked at from outside (see wiped.c). */
#include "painted.h"
#include "seam.h"
#include "wiped_fixture.h"

#include <criterion/criterion.h>

#define FRAMES 4096 /* what sign_and_look and sn_cold_set_sign take at most: below them all is wiped */

#define WIPED        \
	((size_t)128 \
	 << 10) /* by sn_wipe_stack; at the end of it a call of its own has left where to return to */
#define OF_ITS_OWN 256

static size_t not_zero, below; /* bytes below sn_cold_set_sign: not wiped there, and used further down */

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
	struct sn_cold_set set;
	struct sn_review review;
	struct sn_buf out = {0};
	cr_assert(!sn_cold_set_open_and_review(&set, NULL, &review, &shared->account, NULL, file->bytes,
					       file->len, 1, NULL));
	const uint8_t *here = __builtin_frame_address(0);
	seam_hook = hook;
	int ret = sn_cold_set_sign(&out, NULL, &shared->account, &set, NULL, NULL, NULL);
	look_below(here);
	seam_hook = NULL;
	cr_assert_eq(ret, hook ? SN_REFUSED : SN_OK);
	sn_review_free(&review);
	sn_cold_set_free(&set);
	sn_buf_free(&out);
}

static void look_at_signing(void)
{
	sign_and_look(&shared->file, NULL);
}

static void look_at_refusal(void)
{
	sign_and_look(&shared->file, wiped_flip_when_sealed);
}

static void look_at_large(void)
{
	sign_and_look(&shared->large, NULL);
}

/* Where the answer is no, or the review refuses, nothing is signed that could wipe the stack. */
static __attribute__((noinline)) void review_and_look(const struct sn_limits *limits)
{
	struct sn_cold_set set;
	struct sn_review review;
	const uint8_t *here = __builtin_frame_address(0);
	int ret = sn_cold_set_open_and_review(&set, NULL, &review, &shared->account, limits,
					      shared->file.bytes, shared->file.len, 1, NULL);
	look_below(here);
	cr_assert_eq(ret, limits ? SN_REFUSED : SN_OK);
	sn_review_free(&review);
	sn_cold_set_free(&set);
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
	struct sn_cold_set set;
	struct sn_review review;
	cr_assert(!sn_cold_set_open_and_review(&set, NULL, &review, &shared->account, NULL,
					       shared->file.bytes, shared->file.len, 1, NULL));
	sn_review_free(&review);
	sn_cold_set_free(&set);
}

static void refuse_to_review(void)
{
	const struct sn_limits limits = {.has_max_fee = true};
	struct sn_cold_set set;
	struct sn_review review;
	int ret = sn_cold_set_open_and_review(&set, NULL, &review, &shared->account, &limits,
					      shared->file.bytes, shared->file.len, 1, NULL);
	cr_assert_eq(ret, SN_REFUSED);
}

static void expect_clean_stack(void (*make)(void), bool has_list)
{
	wiped_set_up(make);
	cr_expect_eq(painted_run("signing", wiped_sign), 0);
	cr_expect_eq(painted_run("a refusal to sign", wiped_sign_in_vain), 0);
	cr_expect_eq(painted_run("review", only_review), 0);
	cr_expect_eq(painted_run("a refusal to review", refuse_to_review), 0);
	if (has_list) {
		cr_expect_eq(painted_run("key images", wiped_compute_images), 0);
		cr_expect_eq(painted_run("refused key images", wiped_refuse_images), 0);
	}
	cr_expect_eq(painted_run("one left", wiped_leave_on_stack), 1);
	wiped_tear_down();
}

Test(wiped, no_copy_of_a_secret_is_left_on_the_stack)
{
	expect_clean_stack(wiped_make_files, true);
}

Test(wiped, no_copy_of_a_secret_is_left_on_the_stack_by_proposals)
{
	expect_clean_stack(wiped_make_proposals, false);
}

static void expect_clean_below(void (*make)(void))
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
	wiped_set_up(make);
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		cr_expect_eq(painted_run(ways[i].name, ways[i].run), 0);
		cr_expect_eq(not_zero, 0, "%s leaves %zu bytes that are not zero below it", ways[i].name,
			     not_zero);
		cr_expect(below < OF_ITS_OWN, "%s leaves %zu bytes deeper than sn_wipe_stack reaches",
			  ways[i].name, below);
	}
	wiped_tear_down();
}

Test(wiped, signing_leaves_its_stack_clean)
{
	expect_clean_below(wiped_make_files);
}

Test(wiped, signing_proposals_leaves_its_stack_clean)
{
	expect_clean_below(wiped_make_proposals);
}
