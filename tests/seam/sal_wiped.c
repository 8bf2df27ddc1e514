/* After an SA/L proof, made or refused, no copy of a secret remains in memory, except the caller's own. As in
 * wiped.c, a child records the secrets, and this process works with them afterwards. */
#include "painted.h"
#include "seam.h"
#include "wiped_fixture.h"

#include "../unit/sal_spend.h"
#include "../unit/seed.h"

#include "base/secret.h"

#include <criterion/criterion.h>

#include <string.h>
#include <sys/mman.h>

static struct held {
	struct sal_spend spend;
	struct secrets secrets;
} * held;

static struct sn_sal proof;

static void make_and_note(void)
{
	struct sn_random random = seed_stream("SA/L wiped");
	sal_spend_make(&held->spend, &random, true, sn_fcmp);
	seam_hook = secrets_note_at_point;
	cr_assert(!sal_spend_prove(&proof, &held->spend));
}

static void prove(void)
{
	cr_assert(!sal_spend_prove(&proof, &held->spend));
}

static void flip(const char *name, void *at, size_t len)
{
	if (len && !strcmp(name, "sal proof"))
		*(uint8_t *)at ^= 1;
}

static void prove_in_vain(void)
{
	seam_hook = flip;
	cr_assert_eq(sal_spend_prove(&proof, &held->spend), SN_REFUSED);
	seam_hook = NULL;
}

static void prove_wrong_key(void)
{
	held->spend.output.o = sn_point_base;
	cr_assert_eq(sal_spend_prove(&proof, &held->spend), SN_BAD_INPUT);
}

static void state(void)
{
	cr_assert(!sal_spend_state(&held->spend));
	/* As its header says, the caller wipes the stack: it has more to compute. */
	sn_wipe_stack();
}

Test(wiped, no_copy_of_a_secret_is_left_by_a_sal_proof)
{
	held = mmap(NULL, sizeof *held, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	cr_assert(held != MAP_FAILED);
	secrets = &held->secrets;
	wiped_in_a_child(make_and_note);
	secrets_prepare();
	cr_assert_gt(secrets->n, 30, "only %zu secrets were seen: is the seam switched on?", secrets->n);
	/* The opening of the caller. */
	size_t before = secrets_search("before the work");
	cr_assert_gt(before, 0);
	cr_expect_eq(painted_run("SA/L tuple and key image", state), 0);
	cr_expect_eq(painted_run("SA/L proof", prove), 0);
	cr_expect_eq(painted_run("SA/L proof with a fault", prove_in_vain), 0);
	cr_expect_eq(painted_run("SA/L proof of a wrong key", prove_wrong_key), 0);
	cr_expect_eq(secrets_search("after the work"), before);
	cr_expect_eq(painted_run("one left", wiped_leave_on_stack), 1);
	munmap(held, sizeof *held);
}
